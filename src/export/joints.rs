//! The skeleton as it is exported: nodes, skin, and who hangs at whom.

use glam::{Affine3A, Quat, Vec3};
use serde_json::{Value, json};

use super::ExportError;
use super::axes::Axes;
use super::binary::{Binary, Component, Target, floats};
use crate::model::transform::unit_or_identity;
use crate::model::{Skeleton, Transform};
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
            .map(|joint| local_of(&bind, joint, is_victim[joint]))
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
        let local = local_of(pose, joint, self.is_victim[joint]);
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

    /// The skin over all joints in the skeleton's order, with the inverse binds as they are stored (league-formats
    /// §12: computed ones are off by up to a unit). `still` is a node that carries the vertices that nothing moves.
    pub fn skin(
        &self,
        out: &mut Binary,
        axes: &Axes,
        armature: usize,
        still: Option<usize>,
    ) -> Result<Value, ExportError> {
        let stored = self.skeleton.joints.iter().map(|joint| {
            let matrix = joint.inverse_bind;
            if matrix.is_finite() {
                axes.matrix(&matrix)
            } else {
                Affine3A::IDENTITY
            }
        });
        let matrices: Vec<Affine3A> = stored.chain(still.map(|_| Affine3A::IDENTITY)).collect();
        let numbers = matrices.iter().flat_map(|matrix| {
            let columns = glam::Mat4::from(*matrix);
            columns.to_cols_array()
        });
        let accessor = out.list(
            &floats(numbers),
            matrices.len(),
            Component::F32,
            "MAT4",
            Target::None,
        )?;
        let joints: Vec<usize> = (0..self.len()).chain(still).collect();
        Ok(json!({"joints": joints, "inverseBindMatrices": accessor, "skeleton": armature}))
    }
}

fn node(name: &str, rest: &Transform, axes: &Axes, children: &[usize]) -> Value {
    let rest = axes.transform(rest);
    let mut node = json!({
        "name": name,
        "translation": rest.translation.to_array(),
        "rotation": rest.rotation.to_array(),
    });
    if !rest.scale.abs_diff_eq(Vec3::ONE, 1e-6) {
        node["scale"] = json!(rest.scale.to_array());
    }
    if !children.is_empty() {
        node["children"] = json!(children);
    }
    node
}

fn local_of(pose: &Pose, joint: usize, in_world: bool) -> Transform {
    let identity = Transform::IDENTITY;
    if in_world {
        let world = pose.worlds.get(joint);
        return world.map_or(identity, Transform::from_affine);
    }
    pose.locals.get(joint).copied().unwrap_or(identity)
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
