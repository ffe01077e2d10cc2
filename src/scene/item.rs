//! One opened character: what is picked of it, and everything that follows from the picks.

mod mapping;

use std::path::PathBuf;
use std::sync::Arc;

use glam::{Affine3A, Vec3};

use super::Clock;
use super::as_read::AsRead;
use super::cloth::{Draped, Hanging};
use super::compare::{Compare, Sides};
use super::dressing::Filled;
use super::frame::{HeatMap, ResourceId, SkinnableMesh, TextureImage};
use super::graph::{Pick, Playing, playables};
use super::spine::SpineItem;
use super::toee::{Fading, Paired, Unposed};
use super::worn::Worn;
use crate::formats::{league, spine};
use crate::model::spine::Rig;
use crate::model::{Character, Clip, Family, Finding, Influences, Mesh, Skeleton, Texture};
use crate::pose::Pose;
use crate::pose::mapping::{Disagreement, Mapping, MappingRule};

/// A character on the screen.
pub struct Item {
    /// As it was read, and dressed since.
    pub character: Character,
    /// Index of the skeleton in use.
    pub(super) skeleton: Option<usize>,
    /// Index of the mesh in use.
    pub(super) mesh: Option<usize>,
    /// Index of the clip in use; `None` shows the bind pose. Of a clip graph's the one that plays at this moment.
    pub(super) clip: Option<usize>,
    rule: MappingRule,
    /// For each submesh of the mesh in use, whether it is drawn; a clip's events may say otherwise for a while, see
    /// [`Item::is_shown`].
    pub visible: Vec<bool>,
    /// `visible` as it was before anyone changed it.
    pub(super) initial: Vec<bool>,
    /// For each submesh what the events of this moment make of `initial`.
    pub(super) by_events: Vec<bool>,
    pub(super) playing: Playing,
    pub(super) snaps_on: bool,
    pub(super) events_on: bool,
    pub(super) revision: u64,
    /// Where it stands: applied in world space, after the axes are converted.
    pub placing: Affine3A,
    pub(super) skinnable: Option<Arc<SkinnableMesh>>,
    pub(super) joint_skins: Vec<bool>,
    /// For each joint of the skeleton in use, whether it may be hidden.
    pub(super) helpers: Vec<bool>,
    /// For each joint of the skeleton in use what the picture calls it.
    pub(super) labels: Vec<Arc<str>>,
    pub(super) textures: Vec<Option<Arc<TextureImage>>>,
    mappings: Option<[Mapping; 3]>,
    /// The rule's with the routes chosen by hand over it, where there are any.
    by_hand: Option<Mapping>,
    /// Another one whenever the mapping in use is.
    mapping_id: ResourceId,
    orphan_stubs: Vec<bool>,
    disagreements: Vec<Disagreement>,
    pub(super) pose: Pose,
    /// Of the one beside it, while the two are compared.
    pub(super) second_pose: Pose,
    /// What `set_time` poses; off for the mapping in use.
    pub(super) posed_as: Compare,
    pub(super) sides: Option<Sides>,
    pub(super) heat: Option<(usize, Arc<HeatMap>)>,
    binding_findings: Vec<Finding>,
    mapping_findings: Vec<Finding>,
    pub(super) spine: Option<SpineItem>,
    pub(super) paired: Option<Paired>,
    pub(super) fading: Option<Fading>,
    pub(super) worn: Vec<Worn>,
    /// What is odd about events that show and hide meshes.
    pub(super) event_findings: Vec<Finding>,
    /// Frames a second by which a person counts, in place of the file's own rate.
    pub(super) counted_by: Option<f32>,
    pub(super) cloth: Option<Draped>,
    pub(super) hanging: Hanging,
    pub(super) filled: Vec<Filled>,
    pub(super) unfilled: Option<Finding>,
    /// Meshes and the texts that a person picked for them.
    pub(super) texts: Vec<(usize, PathBuf)>,
    pub(super) as_read: Option<AsRead>,
    /// What is shown while no clip plays.
    pub unposed: Unposed,
}

impl Item {
    /// Picks what was named outright, else the first skeleton and the mesh that belongs to it, in the bind pose.
    pub fn new(character: Character) -> Self {
        Self::with_images(character, &[])
    }

    /// The same with pictures of `known` in place of its own where they are the same: those are uploaded already.
    pub(super) fn with_images(character: Character, known: &[Option<Arc<TextureImage>>]) -> Self {
        let textures = character.textures.iter();
        let textures = textures
            .map(|texture| texture_image(texture, known))
            .collect();
        let mut item = Self {
            skeleton: None,
            mesh: None,
            clip: None,
            rule: MappingRule::default(),
            visible: Vec::new(),
            initial: Vec::new(),
            by_events: Vec::new(),
            playing: Playing::default(),
            snaps_on: true,
            events_on: true,
            revision: 0,
            placing: Affine3A::IDENTITY,
            skinnable: None,
            joint_skins: Vec::new(),
            helpers: Vec::new(),
            labels: Vec::new(),
            textures,
            mappings: None,
            by_hand: None,
            mapping_id: ResourceId::new(),
            orphan_stubs: Vec::new(),
            disagreements: Vec::new(),
            pose: Pose::default(),
            second_pose: Pose::default(),
            posed_as: Compare::Off,
            sides: None,
            heat: None,
            binding_findings: Vec::new(),
            mapping_findings: Vec::new(),
            spine: None,
            paired: None,
            fading: None,
            worn: Vec::new(),
            event_findings: Vec::new(),
            counted_by: None,
            cloth: None,
            hanging: Hanging::default(),
            filled: Vec::new(),
            unfilled: None,
            texts: Vec::new(),
            as_read: None,
            unposed: Unposed::default(),
            character,
        };
        let start = item.character.start;
        let first = |list: usize| if list == 0 { None } else { Some(0) };
        item.skeleton = start.skeleton.or(first(item.character.skeletons.len()));
        let of_skeleton = item
            .skeleton
            .and_then(|skeleton| item.character.mesh_for_skeleton(skeleton));
        let lone = first(item.character.meshes.len()).filter(|_| item.skeleton.is_none());
        item.mesh = start.mesh.or(of_skeleton).or(lone);
        if let Some(mesh) = item.mesh {
            item.skeleton = item.character.skeleton_for_mesh(mesh);
        }
        item.rebind();
        item
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
        let before = self.mesh;
        self.mesh = mesh.filter(|&index| index < self.character.meshes.len());
        self.playing.graph = None;
        self.change_places(before);
        if let Some(skeleton) = self
            .mesh
            .and_then(|mesh| self.character.skeleton_for_mesh(mesh))
        {
            self.skeleton = Some(skeleton);
        }
        self.rebind();
    }

    /// Plays another clip by itself, whatever a clip graph makes of it; `None` shows the bind pose.
    pub fn pick_clip(&mut self, clip: Option<usize>) {
        self.pick(clip.map_or(Pick::Bind, Pick::File));
    }

    /// The rig that plays, of a Spine character.
    pub fn spine(&self) -> Option<(&SpineItem, &Rig)> {
        let spine = self.spine.as_ref()?;
        Some((spine, self.character.rigs.get(spine.rig())?))
    }

    /// The same, to change what it plays and wears.
    pub fn spine_mut(&mut self) -> Option<(&mut SpineItem, &Rig)> {
        let spine = self.spine.as_mut()?;
        let rig = self.character.rigs.get(spine.rig())?;
        Some((spine, rig))
    }

    /// Puts the moment that the Spine rig shows into the pose.
    pub fn take_spine_pose(&mut self) {
        if let Some(spine) = &self.spine {
            spine.worlds(self.pose.worlds.len(), &mut self.pose.worlds);
        }
    }

    /// For each joint, whether it moves any vertex of the mesh in use. Empty without a mesh.
    pub fn joint_skins(&self) -> &[bool] {
        &self.joint_skins
    }

    /// Whether a joint moves no vertex and has a use for the game's engine alone: a view may hide it.
    pub fn is_helper(&self, joint: usize) -> bool {
        self.helpers.get(joint) == Some(&true)
    }

    /// Whether there is any joint of which [`Self::is_helper`] holds.
    pub fn has_helpers(&self) -> bool {
        self.helpers.contains(&true)
    }

    /// For each vertex of the mesh in use the joints that move it, as they are drawn. `None` without a mesh.
    pub fn influences(&self) -> Option<&Influences> {
        self.skinnable.as_ref().map(|mesh| &mesh.influences)
    }

    /// Everything found: in the files, between mesh and skeleton, between clip and skeleton, and in what is worn.
    pub fn findings(&self) -> impl Iterator<Item = &Finding> {
        self.character
            .findings
            .iter()
            .chain(&self.binding_findings)
            .chain(&self.playing.findings)
            .chain(&self.playing.cut)
            .chain(&self.mapping_findings)
            .chain(&self.event_findings)
            .chain(self.slot_findings())
            .chain(self.worn.iter().flat_map(Worn::findings))
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
        self.placing
            * self.character.family.basis().root()
            * Affine3A::from_scale(Vec3::splat(self.scale()))
    }

    /// The uniform scale of the whole model that its skin states; 1 without a skin. Not part of any pose: those stay in
    /// file space.
    pub fn scale(&self) -> f32 {
        let skin = self.mesh.and_then(|mesh| self.character.skin_of_mesh(mesh));
        skin.map_or(1.0, |skin| skin.scale)
    }

    /// Poses the skeleton as a clock says. What remembers is played through all passes.
    pub fn pose_at(&mut self, clock: &Clock) {
        let seconds = if self.spine.is_some() {
            clock.total()
        } else {
            clock.seconds
        };
        self.set_times(seconds, clock.total());
    }

    /// What plays from another reset, with the same animations, is in its first pass: no more need be played.
    pub(super) fn settle(&mut self, clock: &mut Clock) {
        self.settle_cloth(clock);
        if let Some(spine) = &mut self.spine
            && std::mem::take(&mut spine.anew)
        {
            clock.passes = 0;
        }
    }

    /// Poses the skeleton at a moment of the clip in use; a Spine rig at seconds from its reset.
    pub fn set_time(&mut self, seconds: f64) {
        self.set_times(seconds, seconds);
    }

    /// The same, with the seconds since the clip was begun, all passes counted.
    pub fn set_times(&mut self, seconds: f64, total: f64) {
        self.set_own_time(seconds);
        self.hang(seconds, total);
        self.pose_worn(seconds);
    }

    pub(super) fn set_own_time(&mut self, seconds: f64) {
        if let Some((spine, rig)) = self.spine_mut() {
            spine.seek(rig, seconds);
            return self.take_spine_pose();
        }
        if self.posed_as == Compare::Off && self.set_fading_time(seconds as f32) {
            return;
        }
        let Some(skeleton) = self
            .skeleton
            .and_then(|index| self.character.skeletons.get(index))
        else {
            return;
        };
        let (seconds, snaps) = (seconds as f32, self.snaps_on);
        match self.posed_as {
            Compare::Bind => {
                self.pose.set(skeleton, None, seconds);
                return self.show_unposed();
            }
            Compare::Off | Compare::Other => self.playing.use_own_mapping(),
            Compare::Rule(rule) => {
                self.playing
                    .use_rule(rule, &self.character, skeleton, &self.joint_skins);
            }
        }
        self.playing
            .pose(&self.character, skeleton, seconds, snaps, &mut self.pose);
        if self.playing.pick == Pick::Bind {
            self.show_unposed();
        }
        self.playing
            .visible(seconds, &self.initial, &mut self.by_events);
        self.hide_by_events(seconds);
        let file = self.playing.plan.playing(seconds);
        if file != self.clip {
            self.clip = file;
            self.remap_clip();
        }
    }

    /// Ties mesh to skeleton again, after either changed.
    pub(super) fn rebind(&mut self) {
        self.binding_findings.clear();
        self.heat = None;
        self.skinnable = None;
        self.joint_skins.clear();
        self.paired = None;
        self.cloth = None;
        self.fading = None;
        self.pose = self.skeleton().map(Pose::bind).unwrap_or_default();
        self.second_pose = Pose::default();
        self.sides = None;
        let joints = self.skeleton().map_or(&[][..], |skeleton| &skeleton.joints);
        self.labels = joints.iter().map(|joint| label(&joint.name)).collect();
        self.visible = vec![true; self.mesh().map_or(0, |mesh| mesh.submeshes.len())];
        let materials = self
            .mesh
            .and_then(|mesh| self.character.materials.get(mesh));
        for (visible, material) in self.visible.iter_mut().zip(materials.into_iter().flatten()) {
            *visible = !material.hidden;
        }
        if self.character.family == Family::Spine {
            return self.put_up_rig();
        }
        let pairing_findings = self.pair_bones();
        let Some(mesh) = self.mesh() else {
            self.bind_graph();
            self.find_helpers();
            self.remap();
            return self.refit();
        };
        let binding = self
            .skeleton()
            .map(|skeleton| league::bind::bind(mesh, skeleton));
        let (mut binding, mut findings) = binding.unwrap_or_default();
        if let (Some(paired), Some(of_pairing)) = (&self.paired, pairing_findings) {
            binding.joint_skins = paired.pairing.joint_skins(mesh, self.pose.worlds.len());
            binding.influences = mesh.influences.clone();
            findings = of_pairing;
        }
        let file = mesh.file.clone().unwrap_or_default();
        let influences = if self.skeleton.is_some() {
            binding.influences
        } else {
            Influences {
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
        findings.extend(self.drape_own());
        self.binding_findings = findings
            .into_iter()
            .map(|finding| finding.in_file(&file))
            .collect();
        self.bind_graph();
        self.find_helpers();
        self.remap();
        self.refit();
    }

    /// The same for a Spine character: the rig of the skeleton in use, in its setup pose, and its animations.
    fn put_up_rig(&mut self) {
        self.clip = None;
        let rig = self
            .skeleton
            .and_then(|index| self.character.rigs.get(index));
        self.character.clips = rig.map(spine::character::clips).unwrap_or_default();
        self.playing.lines = playables(None, &self.character.clips);
        self.spine = self
            .skeleton
            .and_then(|index| SpineItem::new(&self.character, index, &self.textures));
        self.take_spine_pose();
    }
}

/// One line of a length that finds room in a picture.
fn label(name: &str) -> Arc<str> {
    const LONGEST: usize = 48;
    let mut letters = name.chars();
    let start: String = letters.by_ref().take(LONGEST).collect();
    let start = start.replace(char::is_control, " ");
    match letters.next() {
        Some(_) => format!("{start}…").into(),
        None => start.into(),
    }
}

/// What is uploaded of a texture: one of `known` where that is the same picture.
pub(super) fn texture_image(
    texture: &Texture,
    known: &[Option<Arc<TextureImage>>],
) -> Option<Arc<TextureImage>> {
    let image = texture.image.clone()?;
    let mut known = known.iter().flatten();
    if let Some(same) = known.find(|known| Arc::ptr_eq(&known.image, &image)) {
        return Some(same.clone());
    }
    Some(Arc::new(TextureImage {
        id: ResourceId::new(),
        image,
    }))
}
