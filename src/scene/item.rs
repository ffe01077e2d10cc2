//! One opened character: what is picked of it, and everything that follows from the picks.

use std::sync::Arc;

use glam::{Affine3A, Vec4};

use super::frame::{HeatMap, Instance, PaletteRows, Part, ResourceId, SkinnableMesh, TextureImage};
use crate::formats::league;
use crate::model::{Bounds, Character, Clip, Finding, Mesh, Skeleton, Subject, Texture};
use crate::pose::mapping::{self, Disagreement, Mapping, MappingRule};
use crate::pose::palette::rows_of;
use crate::pose::{Pose, skin_cpu};

/// A character on the screen.
pub struct Item {
    /// As it was read.
    pub character: Character,
    /// Index of the skeleton in use.
    skeleton: Option<usize>,
    /// Index of the mesh in use.
    mesh: Option<usize>,
    /// Index of the clip in use; `None` shows the bind pose.
    clip: Option<usize>,
    rule: MappingRule,
    /// For each submesh of the mesh in use, whether it is drawn.
    pub visible: Vec<bool>,
    /// Where it stands: applied in world space, after the axes are converted.
    pub placing: Affine3A,
    skinnable: Option<Arc<SkinnableMesh>>,
    joint_skins: Vec<bool>,
    textures: Vec<Option<Arc<TextureImage>>>,
    mappings: Option<[Mapping; 3]>,
    disagreements: Vec<Disagreement>,
    pose: Pose,
    heat: Option<(usize, Arc<HeatMap>)>,
    binding_findings: Vec<Finding>,
    mapping_findings: Vec<Finding>,
    clip_bounds: Option<Bounds>,
}

impl Item {
    /// Picks what was named outright, else the first skeleton and the mesh of its name, in the bind pose.
    pub fn new(character: Character) -> Self {
        let textures = character.textures.iter().map(texture_image).collect();
        let mut item = Self {
            skeleton: None,
            mesh: None,
            clip: None,
            rule: MappingRule::default(),
            visible: Vec::new(),
            placing: Affine3A::IDENTITY,
            skinnable: None,
            joint_skins: Vec::new(),
            textures,
            mappings: None,
            disagreements: Vec::new(),
            pose: Pose::default(),
            heat: None,
            binding_findings: Vec::new(),
            mapping_findings: Vec::new(),
            clip_bounds: None,
            character,
        };
        let start = item.character.start;
        let first = |list: usize| if list == 0 { None } else { Some(0) };
        item.skeleton = start.skeleton.or(first(item.character.skeletons.len()));
        item.mesh = start.mesh.or_else(|| item.mesh_for_skeleton());
        if let Some(mesh) = item.mesh {
            item.skeleton = item.character.skeleton_for_mesh(mesh);
        }
        item.rebind();
        item
    }

    /// The mesh of the skeleton's name, else the first.
    fn mesh_for_skeleton(&self) -> Option<usize> {
        let meshes = &self.character.meshes;
        let same_stem = |skeleton: &Skeleton| {
            meshes
                .iter()
                .position(|mesh| mesh.name.eq_ignore_ascii_case(&skeleton.name))
        };
        self.skeleton()
            .and_then(same_stem)
            .or(if meshes.is_empty() { None } else { Some(0) })
    }

    /// The skeleton in use.
    pub fn skeleton(&self) -> Option<&Skeleton> {
        self.character.skeletons.get(self.skeleton?)
    }

    /// The mesh in use.
    pub fn mesh(&self) -> Option<&Mesh> {
        self.character.meshes.get(self.mesh?)
    }

    /// The clip in use; `None` shows the bind pose.
    pub fn clip(&self) -> Option<&Clip> {
        self.character.clips.get(self.clip?)
    }

    /// Indices of skeleton, mesh and clip in use.
    pub fn picks(&self) -> (Option<usize>, Option<usize>, Option<usize>) {
        (self.skeleton, self.mesh, self.clip)
    }

    /// Uses another skeleton; an index out of range uses none.
    pub fn pick_skeleton(&mut self, skeleton: Option<usize>) {
        self.skeleton = skeleton.filter(|&index| index < self.character.skeletons.len());
        self.rebind();
    }

    /// Uses another mesh, with the skeleton of its name where there is one.
    pub fn pick_mesh(&mut self, mesh: Option<usize>) {
        self.mesh = mesh.filter(|&index| index < self.character.meshes.len());
        if let Some(skeleton) = self
            .mesh
            .and_then(|mesh| self.character.skeleton_for_mesh(mesh))
        {
            self.skeleton = Some(skeleton);
        }
        self.rebind();
    }

    /// Plays another clip; `None` shows the bind pose.
    pub fn pick_clip(&mut self, clip: Option<usize>) {
        self.clip = clip.filter(|&index| index < self.character.clips.len());
        self.remap();
    }

    /// The rule in use.
    pub fn rule(&self) -> MappingRule {
        self.rule
    }

    /// Maps by another rule.
    pub fn set_rule(&mut self, rule: MappingRule) {
        self.rule = rule;
        self.refresh_mapping_findings();
    }

    /// Which track moves which joint, by the rule in use. `None` without a clip or a skeleton.
    pub fn mapping(&self) -> Option<&Mapping> {
        self.mappings
            .as_ref()?
            .iter()
            .find(|mapping| mapping.rule == self.rule)
    }

    /// The tracks at which the three rules differ.
    pub fn disagreements(&self) -> &[Disagreement] {
        &self.disagreements
    }

    /// For each joint, whether it moves any vertex of the mesh in use. Empty without a mesh.
    pub fn joint_skins(&self) -> &[bool] {
        &self.joint_skins
    }

    /// Everything found: in the files, between mesh and skeleton, between clip and skeleton.
    pub fn findings(&self) -> impl Iterator<Item = &Finding> {
        self.character
            .findings
            .iter()
            .chain(&self.binding_findings)
            .chain(&self.mapping_findings)
    }

    /// What mesh and skeleton in use say of each other.
    pub fn binding_findings(&self) -> &[Finding] {
        &self.binding_findings
    }

    /// What clip and skeleton in use say of each other, by the rule in use.
    pub fn mapping_findings(&self) -> &[Finding] {
        &self.mapping_findings
    }

    /// The pose last computed.
    pub fn pose(&self) -> &Pose {
        &self.pose
    }

    /// From the file's axes to the world.
    pub fn world_from_file(&self) -> Affine3A {
        self.placing * self.character.family.basis().root()
    }

    /// Poses the skeleton at a moment of the clip in use.
    pub fn set_time(&mut self, seconds: f32) {
        let Some(skeleton) = self
            .skeleton
            .and_then(|index| self.character.skeletons.get(index))
        else {
            return;
        };
        let clip = self.clip.and_then(|index| self.character.clips.get(index));
        let mapping = self
            .mappings
            .as_ref()
            .and_then(|all| all.iter().find(|mapping| mapping.rule == self.rule));
        self.pose.set(skeleton, clip.zip(mapping), seconds);
    }

    /// Ties mesh to skeleton again, after either changed.
    fn rebind(&mut self) {
        self.binding_findings.clear();
        self.heat = None;
        self.skinnable = None;
        self.joint_skins.clear();
        self.pose = self.skeleton().map(Pose::bind).unwrap_or_default();
        self.visible = vec![true; self.mesh().map_or(0, |mesh| mesh.submeshes.len())];
        let Some(mesh) = self.mesh() else {
            return self.remap();
        };
        let binding = self
            .skeleton()
            .map(|skeleton| league::bind::bind(mesh, skeleton));
        let (binding, findings) = binding.unwrap_or_default();
        let file = mesh.file.clone().unwrap_or_default();
        let influences = if self.skeleton.is_some() {
            binding.influences
        } else {
            crate::model::Influences {
                starts: vec![0; mesh.positions.len() + 1],
                entries: Vec::new(),
            }
        };
        self.skinnable = Some(Arc::new(SkinnableMesh {
            id: ResourceId::new(),
            positions: mesh.positions.clone(),
            normals: mesh.normals.clone(),
            uvs: mesh.uvs.clone(),
            indices: mesh.indices.clone(),
            influences,
        }));
        self.joint_skins = binding.joint_skins;
        self.binding_findings = findings
            .into_iter()
            .map(|finding| finding.in_file(&file))
            .collect();
        self.remap();
    }

    /// Maps tracks to joints again, by all three rules, after clip, skeleton or mesh changed.
    fn remap(&mut self) {
        self.clip_bounds = None;
        self.mappings = self.skeleton().zip(self.clip()).map(|(skeleton, clip)| {
            MappingRule::ALL
                .map(|rule| mapping::map(rule, skeleton, &self.joint_skins, &clip.tracks))
        });
        self.disagreements = match (&self.mappings, self.skeleton()) {
            (Some(mappings), Some(skeleton)) => mapping::disagreements(mappings, skeleton),
            _ => Vec::new(),
        };
        self.refresh_mapping_findings();
    }

    fn refresh_mapping_findings(&mut self) {
        self.clip_bounds = None;
        self.mapping_findings = match (self.mapping(), self.skeleton(), self.clip()) {
            (Some(mapping), Some(skeleton), Some(clip)) => {
                let file = clip.file.clone().unwrap_or_default();
                let findings = mapping::findings(mapping, skeleton, clip);
                findings
                    .into_iter()
                    .map(|finding| finding.in_file(&file))
                    .collect()
            }
            _ => Vec::new(),
        };
    }

    /// Appends this item to a frame: its palette rows, and one instance. `skin_here` poses the vertices with the CPU twin.
    pub fn add_to_frame(
        &mut self,
        palette: &mut Vec<PaletteRows>,
        instances: &mut Vec<Instance>,
        options: InstanceOptions,
    ) {
        let (Some(mesh), Some(skinnable)) = (
            self.mesh.and_then(|m| self.character.meshes.get(m)),
            &self.skinnable,
        ) else {
            return;
        };
        let start = palette.len() as u32;
        if let Some(skeleton) = self
            .skeleton
            .and_then(|index| self.character.skeletons.get(index))
        {
            palette.extend(
                (0..skeleton.joints.len())
                    .map(|joint| rows_of(&self.pose.skin_matrix(skeleton, joint))),
            );
        }
        let mut instance = options.reuse.unwrap_or_else(|| Instance {
            mesh: skinnable.clone(),
            palette: 0..0,
            skinned: Vec::new(),
            world_from_file: Affine3A::IDENTITY,
            parts: Vec::new(),
            heat: None,
            wire: false,
        });
        instance.mesh = skinnable.clone();
        instance.palette = start..palette.len() as u32;
        instance.world_from_file = self.world_from_file();
        instance.wire = options.wire;
        instance.skinned.clear();
        if options.skin_here {
            let rows = &palette[start as usize..];
            let SkinnableMesh {
                positions,
                normals,
                influences,
                ..
            } = &**skinnable;
            skin_cpu::skin(positions, normals, influences, rows, &mut instance.skinned);
        }
        instance.parts.clear();
        let materials = self
            .mesh
            .and_then(|index| self.character.materials.get(index));
        for (index, submesh) in mesh.submeshes.iter().enumerate() {
            if !self.visible.get(index).copied().unwrap_or(true) {
                continue;
            }
            let material = materials.and_then(|materials| materials.get(index));
            let wanted = material.and_then(|material| material.texture);
            let texture = wanted.and_then(|texture| self.textures.get(texture).cloned().flatten());
            instance.parts.push(Part {
                indices: submesh.indices.clone(),
                texture_missing: wanted.is_some() && texture.is_none(),
                texture,
                tint: if options.highlight == Some(index) {
                    Vec4::new(1.35, 1.25, 0.8, 1.0)
                } else {
                    Vec4::ONE
                },
                blend: options.blend,
            });
        }
        instance.heat = options.heat_joint.and_then(|joint| self.heat_map(joint));
        instances.push(instance);
    }

    /// The weights of one joint in every vertex, made once and kept until another joint is asked for.
    fn heat_map(&mut self, joint: usize) -> Option<Arc<HeatMap>> {
        if let Some((cached, heat)) = &self.heat
            && *cached == joint
        {
            return Some(heat.clone());
        }
        let influences = &self.skinnable.as_ref()?.influences;
        let weight = |vertex| {
            let own = influences
                .of(vertex)
                .iter()
                .filter(|influence| influence.bone as usize == joint);
            own.map(|influence| influence.weight).sum()
        };
        let weights = (0..influences.len()).map(weight).collect();
        let heat = Arc::new(HeatMap {
            id: ResourceId::new(),
            weights,
        });
        self.heat = Some((joint, heat.clone()));
        Some(heat)
    }

    /// The posed vertices of the pose last computed, in file space: all of them, visible or not.
    pub fn posed_vertices(&self) -> Vec<skin_cpu::SkinnedVertex> {
        let mut posed = Vec::new();
        if let Some(mesh) = &self.skinnable {
            let rows = self.palette();
            skin_cpu::skin(
                &mesh.positions,
                &mesh.normals,
                &mesh.influences,
                &rows,
                &mut posed,
            );
        }
        posed
    }

    fn palette(&self) -> Vec<PaletteRows> {
        let Some(skeleton) = self.skeleton() else {
            return Vec::new();
        };
        (0..skeleton.joints.len())
            .map(|joint| rows_of(&self.pose.skin_matrix(skeleton, joint)))
            .collect()
    }

    /// What a finding's subject is called.
    pub fn subject_title(&self, subject: Subject) -> String {
        match subject {
            Subject::Joint(joint) => {
                let name = self
                    .skeleton()
                    .and_then(|skeleton| skeleton.joints.get(joint))
                    .map(|j| j.name.as_str());
                format!("joint {joint} {}", name.unwrap_or_default())
            }
            Subject::Track(track) => format!("track {track}"),
            Subject::Submesh(submesh) => {
                let name = self
                    .mesh()
                    .and_then(|mesh| mesh.submeshes.get(submesh))
                    .map(|s| s.name.as_str());
                format!("submesh {submesh} {}", name.unwrap_or_default())
            }
            Subject::Vertex(vertex) => format!("vertex {vertex}"),
        }
    }

    /// The world-space box of what is visible over the whole clip in use (the bind pose without one), so that a view
    /// fitted to it never loses the character. Made once per pick; the pose is left as it was at `seconds`.
    pub fn clip_bounds(&mut self, seconds: f32) -> Bounds {
        if let Some(bounds) = self.clip_bounds {
            return bounds;
        }
        let samples = self.clip().map_or(1, |clip| {
            (clip.frame(clip.duration) as usize).clamp(1, BOUNDS_SAMPLES)
        });
        let duration = self.clip().map_or(0.0, |clip| clip.duration);
        let mut bounds = Bounds::EMPTY;
        for sample in 0..=samples {
            self.set_time(duration * sample as f32 / samples as f32);
            bounds = bounds.union(self.bounds_now());
        }
        self.set_time(seconds);
        self.clip_bounds = Some(bounds);
        bounds
    }

    /// The world-space box of what is visible in the pose last computed; of the joints where there is no mesh.
    pub fn bounds_now(&self) -> Bounds {
        let world = self.world_from_file();
        let joints = || {
            Bounds::of(
                self.pose
                    .worlds
                    .iter()
                    .map(|joint| world.transform_point3a(joint.translation).into()),
            )
        };
        let Some(mesh) = self.mesh() else {
            return joints();
        };
        let posed = self.posed_vertices();
        let shown = mesh
            .submeshes
            .iter()
            .zip(&self.visible)
            .filter(|(_, visible)| **visible);
        let indices = shown.flat_map(|(submesh, _)| {
            let range = submesh.indices.start as usize..submesh.indices.end as usize;
            mesh.indices.get(range).unwrap_or_default()
        });
        let mut used = vec![false; posed.len()];
        indices.for_each(|&index| used[index as usize] = true);
        let points = posed.iter().zip(&used).filter(|(_, used)| **used);
        let bounds =
            Bounds::of(points.map(|(vertex, _)| world.transform_point3(vertex.position.into())));
        if bounds.is_empty() { joints() } else { bounds }
    }
}

/// Poses sampled over a clip for its bounds.
const BOUNDS_SAMPLES: usize = 24;

/// How an item is put into a frame.
#[derive(Default)]
pub struct InstanceOptions {
    /// An instance of an earlier frame, whose lists are filled again.
    pub reuse: Option<Instance>,
    /// Skin with the CPU twin.
    pub skin_here: bool,
    /// Draw edges.
    pub wire: bool,
    /// The texture's alpha is opacity.
    pub blend: bool,
    /// Draw this joint's weights.
    pub heat_joint: Option<usize>,
    /// Brighten this submesh.
    pub highlight: Option<usize>,
}

fn texture_image(texture: &Texture) -> Option<Arc<TextureImage>> {
    let image = texture.image.clone()?;
    Some(Arc::new(TextureImage {
        id: ResourceId::new(),
        image,
    }))
}
