//! Joints and how they hang together.

use std::path::PathBuf;
use std::sync::Arc;

use glam::Affine3A;

use super::{Link, Transform};

/// Names in a path. Rigs for games are some twenty joints deep.
const LONGEST_PATH: usize = 64;

/// How a joint's world follows from its local transform and its parent's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Composition {
    /// `world(parent) · T · R · S` with rotations of unit length.
    #[default]
    Plain,
    /// `world(parent) · T · 1/S(parent) · R · S`: a parent's own scale does not reach its children (Maya's segment
    /// scale compensation). Rotations are used as stored, also where they are not of unit length (toee-formats §5).
    ScaleCompensated,
    /// Worlds are a position and a quaternion, which is multiplied by the local one as it is: what a rotation lacks of unit
    /// length adds up along a chain (lostsaga-formats §6).
    Quaternions,
}

/// How tracks and mesh bones that name joints find them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Names {
    /// The first joint of the name, ignoring case (toee-formats §6).
    #[default]
    AnyCase,
    /// The first joint of exactly this name, else the first ignoring case (lostsaga-formats §2).
    ExactFirst,
    /// The first joint of exactly this name, else the first of all: what the client of Lost Saga does (lostsaga-formats §2).
    ExactElseFirstJoint,
}

/// One joint. Joints are addressed by their index everywhere; names and hashes may repeat.
#[derive(Clone, Debug, PartialEq)]
pub struct Joint {
    /// As the file spells it.
    pub name: String,
    /// The hash that clip tracks name this joint by, where the family has one.
    pub hash: Option<u32>,
    /// Index of the parent; `None` for a root.
    pub parent: Option<usize>,
    /// The bind pose relative to the parent.
    pub local: Transform,
    /// Takes file-space vertices into the joint's space. As stored: not necessarily the exact inverse of the bind world.
    pub inverse_bind: Affine3A,
    /// The file's radius of influence, where it has one.
    pub radius: f32,
}

/// A tree (or several) of joints.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Skeleton {
    /// What a picker calls it: the file's stem.
    pub name: String,
    /// Where it was read from.
    pub file: Option<PathBuf>,
    /// The file format, for people and JSON: `"skl"`, `"r3d2sklt"`.
    pub kind: &'static str,
    /// The file format's version number.
    pub version: u32,
    /// The name of the rig in the file, where it has one.
    pub rig_name: Option<String>,
    /// The name of the asset in the file, where it has one.
    pub asset_name: Option<String>,
    /// How worlds are composed.
    pub composition: Composition,
    /// How its joints are found by name.
    pub names: Names,
    /// The file's tree goes in circles: there are joints, and nothing that could be drawn.
    pub is_circular: bool,
    /// The skeleton whose clips it plays too, where its file names one.
    pub link: Option<Arc<Link>>,
    /// For each joint where its rest pose is in file space as the file states it besides the local transforms; empty where
    /// it does not.
    pub stated_rest: Vec<Affine3A>,
    /// In the file's order.
    pub joints: Vec<Joint>,
    /// The joints that skin vertices, in the order in which vertices refer to them (league-formats §2). Joint indices.
    pub influences: Vec<usize>,
}

impl Skeleton {
    /// Joint indices with every parent before its children; joints on one level keep their order.
    ///
    /// Joints in a parent cycle, which readers break, would come last in file order.
    pub fn breadth_first(&self) -> Vec<usize> {
        let children = self.children();
        let mut order: Vec<usize> = self.roots().collect();
        let mut seen = vec![false; self.joints.len()];
        order.iter().for_each(|&joint| seen[joint] = true);
        let mut next = 0;
        while next < order.len() {
            for &child in &children[order[next]] {
                if !std::mem::replace(&mut seen[child], true) {
                    order.push(child);
                }
            }
            next += 1;
        }
        order.extend((0..self.joints.len()).filter(|&joint| !seen[joint]));
        order
    }

    /// Joints without a parent, in file order.
    pub fn roots(&self) -> impl Iterator<Item = usize> + '_ {
        self.joints
            .iter()
            .enumerate()
            .filter(|(_, joint)| joint.parent.is_none())
            .map(|(index, _)| index)
    }

    /// For each joint the indices of its children, in file order.
    pub fn children(&self) -> Vec<Vec<usize>> {
        let mut children = vec![Vec::new(); self.joints.len()];
        for (index, joint) in self.joints.iter().enumerate() {
            if let Some(parent) = joint.parent.filter(|&parent| parent < children.len()) {
                children[parent].push(index);
            }
        }
        children
    }

    /// The bind pose.
    pub fn bind_locals(&self) -> Vec<Transform> {
        self.joints.iter().map(|joint| joint.local).collect()
    }

    /// From a root down to `joint` itself, the names joined with `/`. Of a very long chain the lower end, after `…`.
    pub fn path(&self, joint: usize) -> String {
        let mut names = Vec::new();
        let mut at = Some(joint);
        while let Some(joint) = at.and_then(|index| self.joints.get(index)) {
            if names.len() == LONGEST_PATH {
                names.push("…");
                break;
            }
            names.push(joint.name.as_str());
            at = joint.parent;
        }
        names.reverse();
        names.join("/")
    }
}
