//! Model and clips → the files of Lost Saga: `.skl`, `.msh`, `.ani`, and a `resource` tree of them all (lostsaga-formats).
//!
//! What comes out stands in the game's own axes and unit, and is rigid: a bone there has no scale.

mod clip;
mod held;
mod looks;
mod lost;
mod mesh;
mod names;
mod place;
mod rig;
mod sampling;
mod space;
mod weights;

use std::path::{Path, PathBuf};

use glam::Affine3A;

use super::{ClipReport, ClipSource, ExportError, Figure, Piece, Watch};
use crate::formats::lostsaga::model_text::{self, ModelText};
use crate::formats::lostsaga::{msh, skl};
use crate::model::{Bounds, Finding};
use clip::Animator;
use held::HeldMesh;
use looks::Textures;
use mesh::BuiltMesh;
use place::Places;
use rig::Rig;
use space::Space;

pub use place::Wanted;

/// What is written, and how.
#[derive(Clone, Copy, Debug)]
pub struct Order<'a> {
    /// Which files.
    pub wanted: Wanted,
    /// Where to: a file, or a folder for [`Wanted::Set`].
    pub output: &'a Path,
    /// Units of the game, which are about centimetres, in one of the figure's.
    pub unit: f32,
    /// Leaves the axes as they are.
    pub keep_axes: bool,
    /// The joints' worlds in the figure's space at rest, where they are others than the skeleton's own: where meshes bring
    /// the pose that they were bound in.
    pub rest: Option<&'a [Affine3A]>,
    /// Files of this family that say the same already.
    pub carried: &'a Carried,
}

/// Files as they were opened, where nothing about them was changed: they are written byte for byte.
#[derive(Clone, Debug, Default)]
pub struct Carried {
    /// The skeleton.
    pub skeleton: Option<Vec<u8>>,
    /// For each of the figure's pieces. May be shorter.
    pub meshes: Vec<Option<Vec<u8>>>,
    /// For each clip. May be shorter.
    pub clips: Vec<Option<Vec<u8>>>,
}

/// The result.
#[derive(Clone, Debug, Default)]
pub struct Written {
    /// Where each file belongs, and all of it.
    pub files: Vec<(PathBuf, Vec<u8>)>,
    /// In the order asked for, without the clips that were left out and those that were carried over.
    pub clips: Vec<ClipReport>,
    /// What the formats could not take as it was, and what was left out.
    pub findings: Vec<Finding>,
}

/// Makes the files.
///
/// # Errors
/// Where what is wanted is not at hand, would be too large, or `watch` stopped it.
pub fn write(
    figure: &Figure<'_>,
    clips: &[ClipSource<'_>],
    order: &Order<'_>,
    watch: &mut Watch<'_>,
) -> Result<Written, ExportError> {
    let space = Space::new(&figure.basis, figure.scale * order.unit, order.keep_axes);
    let held: Vec<HeldMesh> = figure
        .held
        .iter()
        .map(|held| HeldMesh::new(figure, held))
        .collect();
    let pieces: Vec<Piece<'_>> = figure
        .pieces()
        .chain(held.iter().map(HeldMesh::piece))
        .collect();
    let rig = match figure.skeleton {
        Some(skeleton) => Some(Rig::new(skeleton, order.rest, &pieces, &space)?),
        None => None,
    };
    let mut work = Work {
        figure,
        pieces,
        space,
        rig,
        carried: order.carried,
        places: Places::new(order.wanted, order.output, figure.name),
        written: Written::default(),
    };
    match order.wanted {
        Wanted::Skeleton => work.skeleton().map(drop)?,
        Wanted::Mesh => work.meshes(None).map(drop)?,
        Wanted::Clips => work.clips(clips, watch).map(drop)?,
        Wanted::Set => work.set(clips, watch)?,
    }
    let rig = work.rig.iter();
    work.written
        .findings
        .extend(rig.flat_map(|rig| rig.findings.iter().cloned()));
    Ok(work.written)
}

/// What all files are made from.
struct Work<'a> {
    figure: &'a Figure<'a>,
    pieces: Vec<Piece<'a>>,
    space: Space,
    rig: Option<Rig>,
    carried: &'a Carried,
    places: Places,
    written: Written,
}

impl Work<'_> {
    /// Gives the file's name.
    fn skeleton(&mut self) -> Result<String, ExportError> {
        let (Some(rig), Some(skeleton)) = (&self.rig, self.figure.skeleton) else {
            return Err(ExportError::Missing("a skeleton", "the .skl or .skm file"));
        };
        let has_name = self.places.wanted == Wanted::Set && !skeleton.name.is_empty();
        let name = has_name.then_some(skeleton.name.as_str());
        let has_more = rig.bones.len() > skeleton.joints.len();
        let carried = self
            .carried
            .skeleton
            .as_ref()
            .filter(|_| !has_more || self.carries_meshes());
        let bytes = match carried {
            Some(bytes) => bytes.clone(),
            None => skl::write(&rig.skl())?,
        };
        Ok(self
            .places
            .put(&mut self.written, "skeleton", name, "skl", bytes))
    }

    fn carries_meshes(&self) -> bool {
        let carried = |piece: usize| matches!(self.carried.meshes.get(piece), Some(Some(_)));
        (0..self.pieces.len()).all(carried)
    }

    /// Gives the files' names, and with `textures` writes what they look like too.
    fn meshes(
        &mut self,
        mut textures: Option<&mut Textures>,
    ) -> Result<(Vec<String>, Bounds), ExportError> {
        let (mut names, mut bounds) = (Vec::new(), Bounds::EMPTY);
        for (index, piece) in self.pieces.iter().enumerate() {
            let rig = self.rig.as_ref().map(|rig| (rig, index));
            let mut findings = Vec::new();
            let mut built = mesh::build(piece, rig, &self.space, &mut findings);
            let carried = self.carried.meshes.get(index).and_then(Option::as_ref);
            if carried.is_some() {
                built.truncate(1);
                findings.clear();
            }
            self.written.findings.append(&mut findings);
            let count = built.len();
            for (part, BuiltMesh { msh, submeshes }) in built.into_iter().enumerate() {
                let name = match (index, self.places.wanted) {
                    (0, Wanted::Mesh) => None,
                    _ => Some(piece.name),
                };
                let part = (count > 1).then_some(part + 1);
                let is_skinned = msh.kind == msh::SKINNED;
                let bytes = match carried {
                    Some(bytes) => bytes.clone(),
                    None => msh::write(&msh)?,
                };
                bounds = msh
                    .bounds
                    .iter()
                    .fold(bounds, |bounds, corner| bounds.with((*corner).into()));
                let name =
                    self.places
                        .put_part(&mut self.written, ("mesh", "msh"), name, part, bytes);
                if let Some(textures) = &mut textures {
                    let text = textures.text(piece, &submeshes, is_skinned);
                    self.places
                        .put_exact(&mut self.written, &format!("material/{name}.txt"), text);
                }
                names.push(name);
            }
        }
        match names.is_empty() && self.places.wanted == Wanted::Mesh {
            true => Err(ExportError::Missing("a mesh", "the file of the mesh")),
            false => Ok((names, bounds)),
        }
    }

    fn clips(
        &mut self,
        clips: &[ClipSource<'_>],
        watch: &mut Watch<'_>,
    ) -> Result<Vec<String>, ExportError> {
        let (Some(rig), Some(skeleton)) = (&self.rig, self.figure.skeleton) else {
            return Err(ExportError::Missing(
                "a skeleton, which clips need,",
                "the .skl or .skm file",
            ));
        };
        let is_alone = clips.len() == 1 && self.places.wanted == Wanted::Clips;
        let mut animator = Animator::new(rig, &self.space, skeleton);
        let mut names = Vec::new();
        for (index, clip) in clips.iter().enumerate() {
            if watch(index, clips.len(), &clip.name).is_break() {
                return Err(ExportError::Cancelled);
            }
            let bytes = match self.carried.clips.get(index).and_then(Option::as_ref) {
                Some(bytes) => Some(bytes.clone()),
                None => {
                    let built = animator.animate(clip, &mut self.written.findings)?;
                    built.map(|built| {
                        self.written.clips.push(built.report);
                        built.bytes
                    })
                }
            };
            let name = (!is_alone).then_some(clip.name.as_str());
            names.extend(bytes.map(|bytes| {
                self.places
                    .put(&mut self.written, "animation", name, "ani", bytes)
            }));
        }
        self.written.findings.extend(animator.findings());
        match names.is_empty() && self.places.wanted == Wanted::Clips {
            true => Err(ExportError::Missing("a clip", "the files of clips")),
            false => Ok(names),
        }
    }

    /// All of it, and the text that ties it together.
    fn set(&mut self, clips: &[ClipSource<'_>], watch: &mut Watch<'_>) -> Result<(), ExportError> {
        if self.figure.skeleton.is_none() && self.pieces.is_empty() {
            return Err(ExportError::Nothing);
        }
        let ending = |name: String, ending: &str| format!("{name}.{ending}");
        let has_skeleton = self.figure.skeleton.is_some();
        let skeleton = if has_skeleton {
            Some(ending(self.skeleton()?, "skl"))
        } else {
            None
        };
        let mut textures = Textures::default();
        let (meshes, bounds) = self.meshes(Some(&mut textures))?;
        for (path, bytes) in std::mem::take(&mut textures.files) {
            self.places
                .put_exact(&mut self.written, &path.to_string_lossy(), bytes);
        }
        self.written.findings.append(&mut textures.findings);
        let animations = if has_skeleton {
            self.clips(clips, watch)?
        } else {
            Vec::new()
        };
        let text = ModelText {
            skeleton,
            animations: animations
                .into_iter()
                .map(|name| ending(name, "ani"))
                .collect(),
            meshes,
            bounds: (!bounds.is_empty()).then(|| [bounds.min.to_array(), bounds.max.to_array()]),
            ..ModelText::default()
        };
        let place = format!("model/animodel/{}.txt", names::file_name(self.figure.name));
        self.places
            .put_exact(&mut self.written, &place, model_text::write(&text));
        Ok(())
    }
}
