//! The skeleton as it is exported: nodes, and who hangs at whom.

use glam::{Affine3A, Quat, Vec3};
use serde_json::{Value, json};

use super::axes::Axes;
use super::{LARGEST_ERROR, LARGEST_ERROR_AS_STORED};
use crate::model::transform::unit_or_identity;
use crate::model::{Composition, Skeleton, Transform};
use crate::pose::Pose;

/// The skeleton with the snapped joints at its root. Joints keep their indices.
pub(super) struct Hierarchy<'a> {
    pub skeleton: &'a Skeleton,
    /// For each joint.
    pub parents: Vec<Option<usize>>,
    /// Parents before their children.
    pub order: Vec<usize>,
    /// For each joint the bind pose relative to [`Self::parents`], finite and with rotations of unit length.
    pub rest: Vec<Transform>,
    /// For each joint whether events snap it.
    pub is_victim: Vec<bool>,
    /// For each joint the node between it and the armature, where it has one: of snapped joints whose world is sheared.
    pub stretch: Vec<Option<usize>>,
}

impl<'a> Hierarchy<'a> {
    pub fn new(skeleton: &'a Skeleton, victims: &[usize]) -> Self {
        let count = skeleton.joints.len();
        let mut is_victim = vec![false; count];
        for &victim in victims {
            if let Some(place) = is_victim.get_mut(victim) {
                *place = true;
            }
        }
        let order = skeleton.breadth_first();
        let mut place = vec![0; count];
        for (at, &joint) in order.iter().enumerate() {
            place[joint] = at;
        }
        let parent = |joint: usize| {
            let parent = skeleton.joints[joint].parent.filter(|&p| p < count)?;
            // glTF allows no cycle.
            (place[parent] < place[joint] && !is_victim[joint]).then_some(parent)
        };
        let parents: Vec<Option<usize>> = (0..count).map(parent).collect();
        let bind = Pose::bind(skeleton);
        let rest = (0..count)
            .map(|joint| local_of(skeleton, &bind, joint, is_victim[joint]))
            .map(|local| finite_or(&local, &Transform::IDENTITY))
            .collect();
        Self {
            skeleton,
            parents,
            order,
            rest,
            is_victim,
            stretch: vec![None; count],
        }
    }

    /// Puts nodes between the armature and these joints. They follow upon the armature, which follows upon the joints.
    pub fn stretch(&mut self, joints: &[bool]) {
        let first = self.len() + 1;
        let stretched = (0..self.len()).filter(|&joint| joints.get(joint) == Some(&true));
        for (node, joint) in (first..).zip(stretched) {
            self.stretch[joint] = Some(node);
        }
    }

    /// What joints and vertices of an exported clip may be off, in the file's unit.
    pub fn largest_error(&self) -> f32 {
        match self.skeleton.composition {
            Composition::Plain | Composition::Quaternions => LARGEST_ERROR,
            Composition::ScaleCompensated => LARGEST_ERROR_AS_STORED,
        }
    }

    pub fn len(&self) -> usize {
        self.parents.len()
    }

    /// Nodes that hang at the armature.
    pub fn roots(&self) -> Vec<usize> {
        (0..self.len())
            .filter(|&joint| self.parents[joint].is_none())
            .map(|joint| self.stretch[joint].unwrap_or(joint))
            .collect()
    }

    /// What a joint's node does at a moment: relative to its parent, of a snapped joint in the world.
    pub fn local(&self, pose: &Pose, joint: usize) -> Transform {
        let local = local_of(self.skeleton, pose, joint, self.is_victim[joint]);
        finite_or(&local, &self.rest[joint])
    }

    /// One node a joint.
    pub fn nodes(&self, axes: &Axes) -> Vec<Value> {
        let mut children = vec![Vec::new(); self.len()];
        for (joint, parent) in self.parents.iter().enumerate() {
            if let Some(parent) = parent {
                children[*parent].push(joint);
            }
        }
        let joints = self.skeleton.joints.iter().zip(&self.rest).zip(children);
        joints
            .zip(&self.stretch)
            .map(|(((joint, rest), children), stretch)| match stretch {
                Some(_) => node(&joint.name, &Transform::IDENTITY, axes, &children),
                None => node(&joint.name, rest, axes, &children),
            })
            .collect()
    }

    /// The nodes between the armature and joints, in their order.
    pub fn stretches(&self, axes: &Axes) -> Vec<Value> {
        let stretched = (0..self.len()).filter(|&joint| self.stretch[joint].is_some());
        stretched
            .map(|joint| {
                let name = format!("{} stretch", self.skeleton.joints[joint].name);
                node(&name, &self.rest[joint], axes, &[joint])
            })
            .collect()
    }
}

fn node(name: &str, rest: &Transform, axes: &Axes, children: &[usize]) -> Value {
    let mut node = json!({"name": name});
    put(&mut node, rest, axes);
    if !children.is_empty() {
        node["children"] = json!(children);
    }
    node
}

/// Places a node; a shear is lost.
pub(super) fn put_transform(node: &mut Value, local: &Affine3A, axes: &Axes) {
    let local = finite_or(&Transform::from_affine(local), &Transform::IDENTITY);
    put(node, &local, axes);
}

fn put(node: &mut Value, local: &Transform, axes: &Axes) {
    let local = axes.transform(local);
    node["translation"] = json!(local.translation.to_array());
    node["rotation"] = json!(local.rotation.to_array());
    if !local.scale.abs_diff_eq(Vec3::ONE, 1e-6) {
        node["scale"] = json!(local.scale.to_array());
    }
}

fn local_of(skeleton: &Skeleton, pose: &Pose, joint: usize, in_world: bool) -> Transform {
    let identity = Transform::IDENTITY;
    if in_world {
        let world = pose.worlds.get(joint);
        return world.map_or(identity, Transform::from_affine);
    }
    let local = pose.locals.get(joint).copied().unwrap_or(identity);
    match skeleton.composition {
        Composition::Plain | Composition::Quaternions => local,
        Composition::ScaleCompensated => compensated(skeleton, pose, joint, &local),
    }
}

/// The scale of a parent reaches its children in glTF: what takes it back stands in their own scale (toee-formats §5).
fn compensated(skeleton: &Skeleton, pose: &Pose, joint: usize, local: &Transform) -> Transform {
    let parent = skeleton.joints.get(joint).and_then(|joint| joint.parent);
    let parent = parent.filter(|&parent| parent != joint);
    let scale = parent.and_then(|parent| Some(pose.locals.get(parent)?.scale));
    let is_unit = (local.rotation.length_squared() - 1.0).abs() < 1e-3;
    match scale {
        None | Some(Vec3::ONE) if is_unit => *local,
        None => Transform::from_affine(&local.to_affine_as_stored()),
        Some(scale) => Transform::from_affine(&local.to_affine_compensated(scale)),
    }
}

/// Parts that are no numbers are replaced; rotations get unit length.
fn finite_or(local: &Transform, instead: &Transform) -> Transform {
    let vector = |vector: Vec3, instead| if vector.is_finite() { vector } else { instead };
    let rotation: Quat = unit_or_identity(local.rotation);
    Transform {
        translation: vector(local.translation, instead.translation),
        rotation,
        scale: vector(local.scale, instead.scale),
    }
}
