//! From the stored bones to the model.

use glam::{Affine3A, Quat, Vec3};

use super::{Bone, Ska};
use crate::formats::tally::{Tally, counted};
use crate::formats::toee::{parent_before, usable};
use crate::model::{Composition, Finding, Joint, Skeleton, Transform};

/// The skeleton of a file. Locals are the rest pose, which is not the pose that meshes were bound in
/// (toee-formats §2.6): inverse binds are those of the rest pose, and meshes bring their own.
pub fn skeleton(ska: &Ska) -> (Skeleton, Vec<Finding>) {
    let mut findings = Vec::new();
    let (mut bad_parent, mut bad_state) = (Tally::default(), Tally::default());
    let mut joints: Vec<Joint> = Vec::with_capacity(ska.bones.len());
    let mut worlds: Vec<Affine3A> = Vec::with_capacity(ska.bones.len());
    for (index, bone) in ska.bones.iter().enumerate() {
        let parent = parent_before(bone.parent, index);
        if parent.is_none() && bone.parent != -1 {
            bad_parent.add((index, bone.parent));
        }
        let local = rest(bone).unwrap_or_else(|| {
            bad_state.add(index);
            Transform::IDENTITY
        });
        let world = match parent {
            Some(parent) => {
                worlds[parent] * local.to_affine_compensated(joints[parent].local.scale)
            }
            None => local.to_affine_as_stored(),
        };
        worlds.push(world);
        joints.push(Joint {
            name: bone.name.text(),
            hash: None,
            parent,
            local,
            inverse_bind: inverse(&world),
            radius: 0.0,
        });
    }
    let fix = "export the skeleton again";
    bad_parent.report(&mut findings, |count, (bone, parent)| {
        let message = format!(
            "{} a parent that does not come before it, and counts as a root; the first is bone {bone} with parent {parent}",
            counted(count, "bone names", "bones name")
        );
        Finding::warning("toee.bad-parent", message, fix)
    });
    bad_state.report(&mut findings, |count, bone| {
        let message = format!(
            "{} a rest state with numbers that are not finite or beyond 1e6, which counts as none; the first is bone {bone}",
            counted(count, "bone has", "bones have")
        );
        Finding::error("toee.bad-rest-state", message, fix)
    });
    let skeleton = Skeleton {
        kind: "ska",
        version: 1,
        composition: Composition::ScaleCompensated,
        joints,
        ..Skeleton::default()
    };
    (skeleton, findings)
}

fn rest(bone: &Bone) -> Option<Transform> {
    let all = [bone.scale, bone.rotation, bone.translation];
    let vec3 = |[x, y, z, _]: [f32; 4]| Vec3::new(x, y, z);
    let [scale, rotation, translation] = all;
    usable(&[&scale[..3], &rotation, &translation[..3]].concat()).then(|| Transform {
        scale: vec3(scale),
        rotation: Quat::from_array(rotation),
        translation: vec3(translation),
    })
}

fn inverse(world: &Affine3A) -> Affine3A {
    let inverse = world.inverse();
    if inverse.is_finite() {
        inverse
    } else {
        Affine3A::IDENTITY
    }
}
