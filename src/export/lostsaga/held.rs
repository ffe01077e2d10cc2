//! What hangs at a joint, as a mesh whose every vertex that joint moves: weapons are stored where the hand is at rest
//! (lostsaga-formats §5).

use glam::{Affine3A, Vec3};

use crate::export::{Figure, Held, Piece, SkinBone};
use crate::model::{Influence, Influences, Mesh};

/// A held mesh in the space of the figure.
pub(super) struct HeldMesh<'a> {
    piece: Piece<'a>,
    mesh: Mesh,
    influences: Influences,
    bones: Vec<SkinBone>,
}

impl<'a> HeldMesh<'a> {
    pub fn new(figure: &Figure<'_>, held: &Held<'a>) -> Self {
        let inverse_bind = held
            .joint
            .and_then(|joint| inverse_bind(figure, joint))
            .unwrap_or(Affine3A::IDENTITY);
        let figure_from_own = inverse_bind.inverse() * held.joint_from_own;
        let mut mesh = held.piece.mesh.clone();
        for position in &mut mesh.positions {
            *position = figure_from_own.transform_point3(*position);
        }
        let normals_from_own = figure_from_own.matrix3.inverse().transpose();
        for normal in &mut mesh.normals {
            *normal = Vec3::from(normals_from_own * glam::Vec3A::from(*normal));
        }
        let mut influences = Influences::with_capacity(mesh.positions.len(), mesh.positions.len());
        for _ in &mesh.positions {
            influences.push(held.joint.map(|_| Influence {
                bone: 0,
                weight: 1.0,
            }));
        }
        let bone = SkinBone {
            joint: held.joint,
            inverse_bind,
        };
        Self {
            piece: held.piece,
            mesh,
            influences,
            bones: vec![bone],
        }
    }

    pub fn piece(&self) -> Piece<'_> {
        Piece {
            mesh: &self.mesh,
            influences: &self.influences,
            bones: Some(&self.bones),
            ..self.piece
        }
    }
}

/// What the figure's own mesh ties the joint by, so that it is one bone; else the skeleton's.
fn inverse_bind(figure: &Figure<'_>, joint: usize) -> Option<Affine3A> {
    let mut bones = figure.bones.unwrap_or_default().iter();
    let own = bones
        .find(|bone| bone.joint == Some(joint))
        .map(|bone| bone.inverse_bind);
    let of_skeleton = || Some(figure.skeleton?.joints.get(joint)?.inverse_bind);
    let is_usable = |matrix: &Affine3A| matrix.inverse().is_finite();
    own.filter(is_usable).or_else(of_skeleton).filter(is_usable)
}
