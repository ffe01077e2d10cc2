//! The meshes of a figure: its own, and what it wears and holds.

use glam::Affine3A;

use super::Figure;
use crate::model::{Influences, Material, Mesh, Texture};

/// A bone of a mesh that brings its own, tied to a skeleton.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SkinBone {
    /// Index of the joint that moves it; `None` where nothing does.
    pub joint: Option<usize>,
    /// From the mesh's space to the joint's.
    pub inverse_bind: Affine3A,
}

/// A mesh on the joints of the figure's skeleton.
#[derive(Clone, Copy, Debug)]
pub struct Piece<'a> {
    /// What its node is called.
    pub name: &'a str,
    /// File space of the figure.
    pub mesh: &'a Mesh,
    /// For each vertex its bones and weights. A vertex without any stays where it is.
    pub influences: &'a Influences,
    /// What the influences name; `None` where they name joints, whose own inverse binds count then.
    pub bones: Option<&'a [SkinBone]>,
    /// For each submesh.
    pub materials: &'a [Material],
    /// What the materials refer to.
    pub textures: &'a [Texture],
    /// For each submesh whether it is shown at first; missing entries are shown.
    pub visible: &'a [bool],
}

/// A mesh that hangs at one joint and keeps its own shape.
#[derive(Clone, Copy, Debug)]
pub struct Held<'a> {
    /// Its influences count for nothing.
    pub piece: Piece<'a>,
    /// Index of the joint; `None` leaves it at the figure's origin.
    pub joint: Option<usize>,
    /// Takes its vertices into the joint's space.
    pub joint_from_own: Affine3A,
}

impl<'a> Figure<'a> {
    /// Its own mesh, then what it wears.
    pub(super) fn pieces(&self) -> impl Iterator<Item = Piece<'a>> {
        let own = self.mesh.map(|mesh| Piece {
            name: &mesh.name,
            mesh,
            influences: self.influences,
            bones: self.bones,
            materials: self.materials,
            textures: self.textures,
            visible: self.visible,
        });
        own.into_iter().chain(self.worn.iter().copied())
    }
}
