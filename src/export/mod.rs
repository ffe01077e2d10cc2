//! Model and clips → glTF 2.0, binary form (`.glb`).
//!
//! What comes out is right-handed (league-formats §9), in the file's own unit, every clip resampled for glTF's
//! interpolation and measured against our own evaluation. A joint that an event snaps to another one is moved to the
//! root of the exported skeleton and carries its world motion as its track, so that it stands still between keys
//! (league-formats §8).

mod alpha;
mod animation;
mod axes;
mod binary;
mod clip_source;
mod error;
mod file;
mod joints;
mod jumps;
mod keys;
pub mod lostsaga;
mod material;
mod measure;
mod mesh;
mod moments;
mod piece;
mod planned;
mod sampling;
mod schedule;
mod shear;
mod skin;
mod surface;
mod weights;

use std::ops::ControlFlow;

use glam::Vec3;
use serde_json::{Value, json};

pub use clip_source::{ClipSource, Sample};
pub use error::ExportError;
pub use file::write_beside;
pub use piece::{Held, Piece, SkinBone};

use crate::model::{Basis, Finding, Influences, Material, Mesh, Skeleton, Texture};
use crate::pose::Pose;
use animation::Animator;
use axes::Axes;
use binary::Binary;
use joints::Hierarchy;
use measure::Probes;
use skin::Skin;

/// The most that an exported joint or vertex may be off our own evaluation, in the file's unit.
pub const LARGEST_ERROR: f32 = 0.01;
/// The same where a game uses rotations as they are stored: a part in 30 000 longer or shorter than one (toee-formats §4),
/// which glTF cannot keep, and which adds up along a dragon's neck.
pub const LARGEST_ERROR_AS_STORED: f32 = 0.05;

/// What is exported, in the file's space.
#[derive(Clone, Copy, Debug)]
pub struct Figure<'a> {
    /// What the armature is called.
    pub name: &'a str,
    /// Where the numbers come from, for people: `"League of Legends"`.
    pub family: &'a str,
    /// Axes and unit of the numbers. Its columns are signed unit axes.
    pub basis: Basis,
    /// Of the whole figure, as its skin states it; stands on the armature, in no pose.
    pub scale: f32,
    /// Without one the mesh stands still.
    pub skeleton: Option<&'a Skeleton>,
    /// Without one only joints and clips are exported.
    pub mesh: Option<&'a Mesh>,
    /// For each vertex of the mesh its joints and weights, tied to the skeleton. A vertex without any stays where it is.
    pub influences: &'a Influences,
    /// What the influences name, where the mesh brings bones of its own; `None` where they name joints.
    pub bones: Option<&'a [SkinBone]>,
    /// For each submesh.
    pub materials: &'a [Material],
    /// What the materials refer to.
    pub textures: &'a [Texture],
    /// For each submesh whether it is shown at first; missing entries are shown.
    pub visible: &'a [bool],
    /// Further meshes on the same joints.
    pub worn: &'a [Piece<'a>],
    /// What hangs at single joints.
    pub held: &'a [Held<'a>],
}

/// How one clip came out.
#[derive(Clone, Debug, PartialEq)]
pub struct ClipReport {
    /// The clip's name.
    pub name: String,
    /// Seconds.
    pub duration: f32,
    /// Animated properties.
    pub channels: usize,
    /// Keys of all channels together.
    pub keys: usize,
    /// The largest distance between our own evaluation and the exported one, of joints and of the corners of the boxes
    /// around the vertices they move, at 120 Hz, at stored frames, at both sides of each step, and more closely where
    /// joints turn about within a 120th of a second. In the file's unit.
    pub worst_error: f32,
    /// The moment of the worst error, in seconds.
    pub worst_time: f32,
}

/// The result.
#[derive(Clone, Debug)]
pub struct Exported {
    /// The whole file.
    pub glb: Vec<u8>,
    /// In the order asked for, without the clips that were left out.
    pub clips: Vec<ClipReport>,
    /// What glTF could not take as it was, and what was left out.
    pub findings: Vec<Finding>,
}

impl Exported {
    /// The largest error of any clip.
    pub fn worst_error(&self) -> f32 {
        self.clips
            .iter()
            .fold(0.0, |worst, clip| clip.worst_error.max(worst))
    }
}

/// Told before each clip: its place, how many there are, and its name. [`ControlFlow::Break`] stops the export.
pub type Watch<'a> = dyn FnMut(usize, usize, &str) -> ControlFlow<()> + 'a;

/// Makes a `.glb`. `victims` are the joints that the events of any of these clips snap to others: they become roots of
/// the exported skeleton, and [`ClipSource::sample`] must give their worlds with the events applied.
///
/// # Errors
/// Where nothing can be exported, the file would be too large, or `watch` stopped it.
pub fn export(
    figure: &Figure<'_>,
    clips: &[ClipSource<'_>],
    victims: &[usize],
    watch: &mut Watch<'_>,
) -> Result<Exported, ExportError> {
    if figure.skeleton.is_none() && figure.mesh.is_none() {
        return Err(ExportError::Nothing);
    }
    let axes = Axes::new(&figure.basis);
    let mut out = Binary::default();
    let mut findings = Vec::new();
    let mut hierarchy = figure
        .skeleton
        .map(|skeleton| Hierarchy::new(skeleton, victims));
    let skinned: Vec<(Piece<'_>, Skin)> = figure.skeleton.map_or(Vec::new(), |skeleton| {
        let pieces = figure.pieces();
        pieces.map(|it| (it, Skin::new(&it, skeleton))).collect()
    });
    let probes = hierarchy.as_mut().map(|hierarchy| {
        let probes = Probes::new(hierarchy, &skinned);
        let mut pose = Pose::bind(hierarchy.skeleton);
        let sheared = shear::find(hierarchy, &probes.reach, clips, &mut pose);
        hierarchy.stretch(&sheared);
        probes
    });
    let mut document = Document::default();
    if let Some(hierarchy) = &hierarchy {
        document.add_joints(figure, hierarchy, &axes);
    }
    if let Some(hierarchy) = &hierarchy {
        for (piece, skin) in &skinned {
            document.add_skinned(&mut out, piece, skin, hierarchy, &axes, &mut findings)?;
        }
    } else {
        for piece in figure.pieces() {
            document.add_still(&mut out, figure, &piece, &axes, &mut findings)?;
        }
    }
    for held in figure.held {
        let armature = hierarchy.as_ref().map(Hierarchy::len);
        document.add_held(&mut out, held, armature, &axes, &mut findings)?;
    }
    let mut reports = Vec::new();
    if let Some((hierarchy, probes)) = hierarchy.as_ref().zip(probes) {
        let mut animator = Animator::new(hierarchy, probes, &axes);
        for (index, clip) in clips.iter().enumerate() {
            if watch(index, clips.len(), &clip.name).is_break() {
                return Err(ExportError::Cancelled);
            }
            if let Some((animation, report)) = animator.animate(clip, &mut out, &mut findings)? {
                document.animations.push(animation);
                reports.push(report);
            }
        }
    }
    Ok(Exported {
        glb: out.into_glb(document.into_json(figure))?,
        clips: reports,
        findings,
    })
}

/// The skin's scale on the node that everything hangs at. A skinned mesh has it from its joints.
fn put_scale(figure: &Figure<'_>, node: &mut Value) {
    if figure.scale != 1.0 && figure.scale.is_finite() && figure.scale > 0.0 {
        node["scale"] = json!(Vec3::splat(figure.scale).to_array());
        node["extras"] = json!({"skinScale": figure.scale});
    }
}

/// The lists of a glTF document, apart from what lies in the binary chunk.
#[derive(Default)]
struct Document {
    /// Joints first, in the skeleton's order.
    nodes: Vec<Value>,
    roots: Vec<usize>,
    skins: Vec<Value>,
    meshes: Vec<Value>,
    materials: material::Materials,
    animations: Vec<Value>,
}

impl Document {
    fn add_joints(&mut self, figure: &Figure<'_>, hierarchy: &Hierarchy<'_>, axes: &Axes) {
        self.nodes = hierarchy.nodes(axes);
        self.roots.push(self.nodes.len());
        let mut armature = json!({"name": figure.name, "children": hierarchy.roots()});
        put_scale(figure, &mut armature);
        self.nodes.push(armature);
        self.nodes.extend(hierarchy.stretches(axes));
    }

    /// A mesh without joints.
    fn add_still(
        &mut self,
        out: &mut Binary,
        figure: &Figure<'_>,
        piece: &Piece<'_>,
        axes: &Axes,
        findings: &mut Vec<Finding>,
    ) -> Result<(), ExportError> {
        let built = mesh::build(out, piece, None, axes, &mut self.materials, findings)?;
        if let Some(mut node) = self.mesh_node(piece.name, built.primitives) {
            put_scale(figure, &mut node);
            self.roots.push(self.nodes.len());
            self.nodes.push(node);
        }
        Ok(())
    }

    /// A mesh on the joints.
    fn add_skinned(
        &mut self,
        out: &mut Binary,
        piece: &Piece<'_>,
        skin: &Skin,
        hierarchy: &Hierarchy<'_>,
        axes: &Axes,
        findings: &mut Vec<Finding>,
    ) -> Result<(), ExportError> {
        let built = mesh::build(out, piece, Some(skin), axes, &mut self.materials, findings)?;
        let Some(mut node) = self.mesh_node(piece.name, built.primitives) else {
            return Ok(());
        };
        let mut nodes: Vec<usize> = skin.slots.iter().map(|(joint, _)| *joint).collect();
        for (slot, joint) in skin.twins() {
            let name = format!("{} twin", hierarchy.skeleton.joints[joint].name);
            nodes[slot] = self.hang(joint, json!({"name": name}));
        }
        let (armature, has_still) = (hierarchy.len(), built.has_still_vertices);
        if nodes.is_empty() && !has_still {
            return Ok(());
        }
        self.skins
            .push(skin.write(out, axes, &nodes, armature, has_still)?);
        node["skin"] = json!(self.skins.len() - 1);
        self.roots.push(self.nodes.len());
        self.nodes.push(node);
        Ok(())
    }

    /// A mesh that follows one joint as a whole; without a joint, the armature.
    fn add_held(
        &mut self,
        out: &mut Binary,
        held: &Held<'_>,
        armature: Option<usize>,
        axes: &Axes,
        findings: &mut Vec<Finding>,
    ) -> Result<(), ExportError> {
        let (piece, materials) = (&held.piece, &mut self.materials);
        let built = mesh::build(out, piece, None, axes, materials, findings)?;
        let Some(mut node) = self.mesh_node(piece.name, built.primitives) else {
            return Ok(());
        };
        joints::put_transform(&mut node, &held.joint_from_own, axes);
        let at = held.joint.filter(|&joint| Some(joint) < armature);
        match at.or(armature) {
            Some(parent) => {
                self.hang(parent, node);
            }
            None => {
                self.roots.push(self.nodes.len());
                self.nodes.push(node);
            }
        }
        Ok(())
    }

    fn mesh_node(&mut self, name: &str, primitives: Vec<Value>) -> Option<Value> {
        if primitives.is_empty() {
            return None;
        }
        self.meshes
            .push(json!({"name": name, "primitives": primitives}));
        Some(json!({"name": name, "mesh": self.meshes.len() - 1}))
    }

    /// Adds a node below another and gives its index.
    fn hang(&mut self, parent: usize, node: Value) -> usize {
        let index = self.nodes.len();
        self.nodes.push(node);
        match self.nodes[parent]["children"].as_array_mut() {
            Some(children) => children.push(json!(index)),
            None => self.nodes[parent]["children"] = json!([index]),
        }
        index
    }

    fn into_json(self, figure: &Figure<'_>) -> Value {
        let mut document = json!({
            "asset": {
                "version": "2.0",
                "generator": concat!("Rigscope ", env!("CARGO_PKG_VERSION")),
                "extras": {"family": figure.family, "source": figure.basis.description},
            },
            "scene": 0,
            "scenes": [{"nodes": self.roots}],
            "nodes": self.nodes,
        });
        let looks = self.materials.into_lists();
        // glTF allows no empty lists.
        for (name, list) in [
            ("skins", self.skins),
            ("meshes", self.meshes),
            ("materials", looks.materials),
            ("textures", looks.textures),
            ("images", looks.images),
            ("samplers", looks.samplers),
            ("extensionsUsed", looks.extensions),
            ("animations", self.animations),
        ] {
            if !list.is_empty() {
                document[name] = Value::Array(list);
            }
        }
        document
    }
}
