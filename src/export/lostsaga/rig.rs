//! The bones of the skeleton that is written: joints, and what meshes need beside them.

use glam::{Affine3A, DMat3, DQuat, DVec3};

use super::names::NamesGiven;
use super::space::{Rigid, Space, nearest_rotation};
use crate::export::{ExportError, Piece};
use crate::formats::lostsaga::skl::{self, MOST_BONES, NO_PARENT, Skl};
use crate::formats::lostsaga::{Text, to_row_vectors};
use crate::model::finding::counted;
use crate::model::{Bounds, Finding, Skeleton};
use crate::pose::Pose;

/// Inverse binds nearer than this are one: in units, and in entries of the rotation.
const SAME_BIND: f64 = 1e-5;

/// A bone of the file.
pub(super) struct Bone {
    pub name: String,
    /// Before the bone itself.
    pub parent: Option<usize>,
    /// What moves it; `None` for the one that stands still.
    pub joint: Option<usize>,
    /// Its world at rest.
    pub rest: Rigid,
    /// Takes vertices into its space; `None` until a mesh says.
    bind: Option<Rigid>,
    /// What of the source does so.
    inverse_bind: Affine3A,
    /// Of the box around its vertices, in the game's space; empty without any.
    corners: Vec<DVec3>,
    /// The same in the source's.
    bounds: Bounds,
}

impl Bone {
    /// Takes vertices into its space.
    pub fn bind(&self) -> Rigid {
        self.bind.unwrap_or_else(|| self.rest.inverse())
    }

    /// How far the worst corner of its box stands from where the source's joint has it.
    pub fn lost(&self, pose: &Pose, space: &Space, world: &Rigid) -> f64 {
        let Some(source) = self.joint.and_then(|joint| pose.worlds.get(joint)) else {
            return 0.0;
        };
        let (skin, own) = (*source * self.inverse_bind, world.then(&self.bind()));
        let sources = self.bounds.corners();
        let offs = sources.iter().zip(&self.corners).map(|(source, corner)| {
            let wanted = space.point(skin.transform_point3(*source).as_dvec3());
            wanted.distance(own.point(*corner))
        });
        offs.filter(|off| off.is_finite()).fold(0.0, f64::max)
    }

    /// In its own space the points at which errors are measured: its origin, and the corners of the box around its vertices.
    pub fn probes(&self) -> impl Iterator<Item = DVec3> {
        let bind = self.bind();
        let corners = self.corners.iter().map(move |corner| bind.point(*corner));
        std::iter::once(DVec3::ZERO).chain(corners)
    }
}

/// All bones, and who of a mesh means which.
pub(super) struct Rig {
    /// Parents before their children.
    pub bones: Vec<Bone>,
    /// For each piece, for each of its bones or of the joints the bone of the file. `None` where nothing moves it.
    pub of_pieces: Vec<Vec<Option<usize>>>,
    /// The bone that stands still, where vertices need one.
    pub still: Option<usize>,
    pub findings: Vec<Finding>,
}

impl Rig {
    /// `rest` are the joints' worlds at rest where they are others than the skeleton's own.
    ///
    /// # Errors
    /// More bones than a file holds.
    pub fn new(
        skeleton: &Skeleton,
        rest: Option<&[Affine3A]>,
        pieces: &[Piece<'_>],
        space: &Space,
    ) -> Result<Self, ExportError> {
        let mut names = NamesGiven::default();
        let mut pose = Pose::bind(skeleton);
        for (world, rest) in pose.worlds.iter_mut().zip(rest.unwrap_or_default()) {
            *world = *rest;
        }
        let (bones, bone_of_joint) = joints(skeleton, &pose, space, &mut names);
        let mut rig = Self {
            bones,
            of_pieces: Vec::new(),
            still: None,
            findings: Vec::new(),
        };
        let stretches = stretches(&pose, &rig.bones, space);
        let mut twins = 0;
        for piece in pieces {
            let of_piece = rig.tie(skeleton, piece, space, &stretches, &bone_of_joint);
            rig.surround(piece, &of_piece, space);
            rig.of_pieces.push(of_piece);
            twins = rig.bones.len() - bone_of_joint.len();
        }
        for bone in rig.bones.iter_mut().skip(bone_of_joint.len()) {
            bone.name = names.give(&bone.name);
        }
        if twins > 0 {
            let message = format!(
                "meshes tie {} by another bind pose than others of its joint, of which a .skl has one a bone: a bone that \
                 follows the joint was added for each",
                counted(twins, "bone", "bones")
            );
            rig.findings.push(Finding::note(
                "export.twin-bone",
                message,
                "keep the .skl, .msh and .ani together",
            ));
        }
        if pieces
            .iter()
            .zip(&rig.of_pieces)
            .any(|(piece, of_piece)| has_still(piece, of_piece))
        {
            rig.add_still(&mut names);
        }
        rig.findings.extend(names.findings());
        match rig.bones.len() <= MOST_BONES {
            true => Ok(rig),
            false => Err(ExportError::TooLarge("a skeleton of 4096 bones")),
        }
    }

    /// What a piece's influences mean; adds bones where a joint is tied by a further inverse bind.
    fn tie(
        &mut self,
        skeleton: &Skeleton,
        piece: &Piece<'_>,
        space: &Space,
        stretches: &[DMat3],
        bone_of_joint: &[usize],
    ) -> Vec<Option<usize>> {
        let count = piece.bones.map_or(skeleton.joints.len(), <[_]>::len);
        let mut is_used = vec![false; count];
        for influence in &piece.influences.entries {
            if let Some(used) = is_used.get_mut(influence.bone as usize) {
                *used |= influence.weight > 0.0;
            }
        }
        let tie = |(place, used): (usize, bool)| {
            let (joint, inverse_bind) = match piece.bones {
                Some(bones) => (bones[place].joint?, bones[place].inverse_bind),
                None => (place, skeleton.joints[place].inverse_bind),
            };
            let bone = *bone_of_joint.get(joint)?;
            if !used {
                return Some(bone);
            }
            let bind = space.bind(&inverse_bind, &stretches[bone]);
            let bind = bind.unwrap_or_else(|| self.bones[bone].rest.inverse());
            Some(self.bone_bound_by(bone, bind, inverse_bind))
        };
        is_used.into_iter().enumerate().map(tie).collect()
    }

    /// Grows the boxes around what bones move.
    fn surround(&mut self, piece: &Piece<'_>, of_piece: &[Option<usize>], space: &Space) {
        for (vertex, &position) in piece.mesh.positions.iter().enumerate() {
            let used = piece
                .influences
                .of(vertex)
                .iter()
                .filter(|influence| influence.weight > 0.0);
            for influence in used {
                if let Some(&Some(bone)) = of_piece.get(influence.bone as usize) {
                    self.bones[bone].bounds = self.bones[bone].bounds.with(position);
                }
            }
        }
        for bone in self.bones.iter_mut().filter(|bone| !bone.bounds.is_empty()) {
            let corners = bone
                .bounds
                .corners()
                .map(|corner| space.point(corner.as_dvec3()));
            bone.corners = corners.to_vec();
        }
    }

    fn bone_bound_by(&mut self, bone: usize, bind: Rigid, inverse_bind: Affine3A) -> usize {
        let joint = self.bones[bone].joint;
        let is_it = |other: &Bone| {
            other.joint == joint && other.bind.is_none_or(|own| is_same(&own, &bind))
        };
        match self.bones.iter().position(is_it) {
            Some(found) => {
                if self.bones[found].bind.is_none() {
                    self.bones[found].bind = Some(bind);
                    self.bones[found].inverse_bind = inverse_bind;
                }
                found
            }
            None => {
                let twin = Bone {
                    name: format!("{} twin", self.bones[bone].name),
                    parent: Some(bone),
                    bind: Some(bind),
                    inverse_bind,
                    corners: Vec::new(),
                    bounds: Bounds::EMPTY,
                    ..self.bones[bone]
                };
                self.bones.push(twin);
                self.bones.len() - 1
            }
        }
    }

    fn add_still(&mut self, names: &mut NamesGiven) {
        self.still = Some(self.bones.len());
        self.bones.push(Bone {
            name: names.give("still"),
            parent: None,
            joint: None,
            rest: Rigid::IDENTITY,
            bind: Some(Rigid::IDENTITY),
            inverse_bind: Affine3A::IDENTITY,
            corners: Vec::new(),
            bounds: Bounds::EMPTY,
        });
        let message = "vertices that no joint moves hang at a bone of their own, which stands still; a .msh has no such vertices";
        self.findings.push(Finding::note(
            "export.still-bone",
            message,
            "keep the .skl and .msh together",
        ));
    }

    /// Worlds of all bones in a pose of the skeleton.
    pub fn worlds(&self, pose: &Pose, space: &Space, worlds: &mut Vec<Rigid>) {
        worlds.clear();
        for bone in &self.bones {
            let world = match bone.joint {
                Some(joint) => {
                    let parent = bone.parent.and_then(|parent| worlds.get(parent));
                    let parent = parent.map_or(DQuat::IDENTITY, |parent| parent.rotation);
                    world(pose, joint, space, parent).unwrap_or(bone.rest)
                }
                None => bone.rest,
            };
            worlds.push(world);
        }
    }

    /// For each bone its transform relative to its parent.
    pub fn local(&self, worlds: &[Rigid], bone: usize) -> Rigid {
        match self.bones[bone].parent {
            Some(parent) => worlds[parent].inverse().then(&worlds[bone]),
            None => worlds[bone],
        }
    }

    /// The file: child lists in file order, and an empty tail (lostsaga-formats §3).
    pub fn skl(&self) -> Skl {
        let rests: Vec<Rigid> = self.bones.iter().map(|bone| bone.rest).collect();
        let mut children = vec![Vec::new(); self.bones.len()];
        for bone in &self.bones {
            if let Some(parent) = bone.parent {
                children[parent].push(Text::new(&bone.name));
            }
        }
        let bone = |((index, bone), children): ((usize, &Bone), Vec<Text>)| {
            let (local, bind) = (self.local(&rests, index), bone.bind());
            let parent = bone.parent.map(|parent| self.bones[parent].name.as_str());
            skl::Bone {
                name: Text::new(&bone.name),
                position: local.origin.as_vec3().to_array(),
                rotation: local.rotation.as_quat().to_array(),
                inverse_position: bind.origin.as_vec3().to_array(),
                inverse_rotation: bind.rotation.as_quat().to_array(),
                object: to_row_vectors(&bind.inverse().to_affine()),
                parent: Text::new(parent.unwrap_or(NO_PARENT)),
                children,
            }
        };
        Skl {
            version: skl::VERSION,
            bones: self
                .bones
                .iter()
                .enumerate()
                .zip(children)
                .map(bone)
                .collect(),
            link: Some(Text::default()),
            trailing: Vec::new(),
        }
    }
}

/// A vertex of a mesh that moves, and that nothing moves.
fn has_still(piece: &Piece<'_>, of_piece: &[Option<usize>]) -> bool {
    let is_tied = |vertex: usize| {
        let list = piece.influences.of(vertex).iter();
        list.filter(|influence| influence.weight > 0.0)
            .all(|influence| {
                of_piece
                    .get(influence.bone as usize)
                    .is_some_and(Option::is_some)
            })
    };
    let is_free = |vertex: usize| {
        piece
            .influences
            .of(vertex)
            .iter()
            .all(|it| it.weight.is_nan() || it.weight <= 0.0)
    };
    let moves = piece
        .influences
        .entries
        .iter()
        .any(|influence| influence.weight > 0.0);
    moves && (0..piece.mesh.positions.len()).any(|vertex| is_free(vertex) || !is_tied(vertex))
}

/// One bone a joint, in file order if that has parents first, and for each joint its bone.
fn joints(
    skeleton: &Skeleton,
    pose: &Pose,
    space: &Space,
    names: &mut NamesGiven,
) -> (Vec<Bone>, Vec<usize>) {
    let count = skeleton.joints.len();
    let parent = |joint: usize| {
        skeleton.joints[joint]
            .parent
            .filter(|&parent| parent < count)
    };
    let order: Vec<usize> =
        match (0..count).all(|joint| parent(joint).is_none_or(|parent| parent < joint)) {
            true => (0..count).collect(),
            false => skeleton.breadth_first(),
        };
    let mut bone_of_joint = vec![usize::MAX; count];
    let mut bones: Vec<Bone> = Vec::with_capacity(count);
    for &joint in &order {
        // What goes in circles has no parent: its end would never be found in the game (lostsaga-formats §3).
        let parent = parent(joint).map(|parent| bone_of_joint[parent]);
        let parent = parent.filter(|&parent| parent < bones.len());
        let above = parent.map_or(Rigid::IDENTITY, |parent| bones[parent].rest);
        let rest = world(pose, joint, space, above.rotation).unwrap_or(above);
        bone_of_joint[joint] = bones.len();
        bones.push(Bone {
            name: names.give(&skeleton.joints[joint].name),
            parent,
            joint: Some(joint),
            rest,
            bind: None,
            inverse_bind: Affine3A::IDENTITY,
            corners: Vec::new(),
            bounds: Bounds::EMPTY,
        });
    }
    (bones, bone_of_joint)
}

/// The rigid part of a joint's world. Where it is flat the local rotation goes on from the parent's. `None` where a number
/// is none.
fn world(pose: &Pose, joint: usize, space: &Space, parent: DQuat) -> Option<Rigid> {
    let (turn, origin) = space.world(pose.worlds.get(joint)?);
    let rotation = match nearest_rotation(turn) {
        Some(turn) => DQuat::from_mat3(&turn),
        None => parent * space.rotation(pose.locals.get(joint)?.rotation.normalize()),
    };
    let world = Rigid {
        rotation: rotation.normalize(),
        origin,
    };
    (world.rotation.is_finite() && origin.is_finite()).then_some(world)
}

/// For each bone what is left of its world at rest without the rigid part.
fn stretches(pose: &Pose, bones: &[Bone], space: &Space) -> Vec<DMat3> {
    let stretch = |bone: &Bone| {
        let world = bone.joint.and_then(|joint| pose.worlds.get(joint));
        let turn = DMat3::from_quat(bone.rest.rotation).transpose();
        world.map_or(DMat3::IDENTITY, |world| turn * space.world(world).0)
    };
    bones.iter().map(stretch).collect()
}

fn is_same(one: &Rigid, other: &Rigid) -> bool {
    let reach = 1.0 + one.origin.length().max(other.origin.length());
    let turn = one.rotation.dot(other.rotation).abs();
    let apart: DVec3 = one.origin - other.origin;
    apart.length() <= SAME_BIND * reach && 1.0 - turn <= SAME_BIND * SAME_BIND
}
