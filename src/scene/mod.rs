//! What is open and playing, and the frame packet that the GPU reads of it.

mod as_read;
mod at_work;
pub mod bin_tree;
mod bounds;
pub mod camera;
mod carry;
pub mod changes;
pub mod clock;
mod cloth;
pub mod compare;
pub mod difference;
mod dressing;
pub mod frame;
pub mod graph;
mod instance;
pub mod item;
pub mod joint_curves;
pub mod joint_keys;
pub mod jump;
pub mod league_marks;
pub mod loader;
pub mod lostsaga;
pub mod lostsaga_events;
pub mod marks;
pub mod material;
pub mod measuring;
mod moving;
pub mod names;
pub mod overlay;
mod overlay_snaps;
mod overlay_spine;
mod person;
pub mod picking;
mod play;
pub mod reload;
pub mod routing;
mod second;
pub mod slot_keys;
pub mod spine;
pub mod spine_marks;
pub mod spine_mesh;
pub mod spine_slots;
pub mod spine_tracks;
pub mod stated_rest;
mod surface;
pub mod toee;
pub mod toee_marks;
pub mod travel;
mod twin;
pub mod view;
pub mod worn;

pub use camera::{Camera, View};
pub use clock::Clock;
pub use compare::{Compare, Layout, Other};
pub use graph::Pick;
pub use item::Item;
pub use loader::{Load, Loader};
pub use view::{Skinning, ViewOptions};

use crate::model::{Character, Family, Finding, Severity};
use crate::pose::graph::Controls;
use frame::{FramePacket, Instance};
use instance::InstanceOptions;
use worn::WornLooks;

/// All that the window shows. A change of any of it changes what the next frame packet holds.
#[derive(Default)]
pub struct Scene {
    /// The opened character.
    pub item: Option<Item>,
    /// The playhead of the clip in use.
    pub clock: Clock,
    /// Where it is seen from.
    pub camera: Camera,
    /// What is drawn, and how.
    pub view: ViewOptions,
    /// The selected joint: drawn bright, its weights shown where asked for.
    pub selected_joint: Option<usize>,
    /// The selected submesh: drawn brighter.
    pub selected_submesh: Option<usize>,
    /// The selected part of what is worn: which, and its submesh; drawn brighter.
    pub selected_worn: Option<(usize, usize)>,
    /// The selected slot of a Spine character: outlined and named.
    pub selected_slot: Option<usize>,
    /// Set by [`Self::ask_fit`]; done with the next frame, when the picture's shape is known.
    fit_wanted: bool,
    /// What is beside the character, where that is an item of its own.
    pub other: Option<Other>,
    /// How far the two are apart.
    pub measuring: measuring::Measuring,
    marks: marks::Marks,
    names: names::Known,
    keys: joint_keys::Kept,
    curves: joint_curves::Kept,
}

impl Scene {
    /// Shows a character from a fitted three-quarter view and plays its first clip.
    pub fn show(&mut self, mut character: Character) {
        self.name(&mut character);
        let mut item = Item::new(character);
        item.dress_if_bare();
        item.pick(item.first_pick());
        self.item = Some(item);
        if self.view.compare == Compare::Other {
            self.view.compare = Compare::Off;
        }
        self.other = None;
        self.clear_selection();
        self.clock = Clock {
            looping: self.clock.looping,
            speed: self.clock.speed,
            ..Clock::default()
        };
        self.camera.look(self.usual_view());
        self.clip_changed();
        self.ask_fit();
    }

    /// The view that a character is first seen from: flat ones from the front.
    pub fn usual_view(&self) -> View {
        match self.item.as_ref().map(|item| item.character.family) {
            Some(Family::Spine) => View::Front,
            _ => View::ThreeQuarter,
        }
    }

    /// Plays another clip from its start; `None` shows the bind pose. A Spine character crossfades to it where a mix time
    /// is set.
    pub fn pick_clip(&mut self, clip: Option<usize>) {
        self.pick_animation(0, clip);
    }

    /// Plays another animation on a track of a Spine character; `None` empties it. Of other characters there is track 0.
    pub fn pick_animation(&mut self, track: usize, animation: Option<usize>) {
        // What is shown now is what fades.
        self.pose_now();
        match &mut self.item {
            Some(item) if item.spine().is_none() => {
                return self.fade_to(animation.map_or(Pick::Bind, Pick::File));
            }
            Some(item) if track == 0 => item.pick_clip(animation),
            Some(item) => item.pick_animation(track, animation),
            None => {}
        }
        self.clip_changed();
    }

    /// Nothing is selected.
    pub fn clear_selection(&mut self) {
        self.selected_joint = None;
        self.selected_submesh = None;
        self.selected_worn = None;
        self.selected_slot = None;
    }

    /// Plays something else from its start.
    pub fn pick(&mut self, pick: Pick) {
        if let Some(item) = &mut self.item {
            item.pick(pick);
        }
        self.clip_changed();
    }

    /// Plays something else from its start, and lets what is playing give way to it: as the graph's blend table says; in
    /// The Temple of Elemental Evil always, but only while time passes.
    pub fn fade_to(&mut self, pick: Pick) {
        let is_toee = |item: &Item| item.character.family == Family::Toee;
        if !self.clock.playing && self.item.as_ref().is_some_and(is_toee) {
            return self.pick(pick);
        }
        let (seconds, pass) = (self.clock.seconds as f32, self.clock.passes);
        if let Some(item) = &mut self.item {
            item.fade_to(pick, seconds, pass);
        }
        self.clip_changed();
    }

    /// Uses another of the character's clip graphs, and plays its first clip.
    pub fn pick_graph(&mut self, graph: usize) {
        if let Some(item) = &mut self.item {
            item.pick_graph(graph);
            item.pick(item.first_pick());
        }
        self.clip_changed();
    }

    /// Plays the same by other controls, from the same moment on.
    pub fn set_controls(&mut self, controls: Controls) {
        if let Some(item) = &mut self.item {
            item.set_controls(controls);
            self.clock.set_duration(item.duration());
        }
    }

    /// A clip that has begun again may play another choice.
    fn follow_pass(&mut self) {
        if let Some(item) = &mut self.item
            && item.set_pass(self.clock.passes)
        {
            self.clock.set_duration(item.duration());
        }
    }

    /// Uses another skeleton.
    pub fn pick_skeleton(&mut self, skeleton: Option<usize>) {
        self.selected_joint = None;
        self.selected_slot = None;
        if let Some(item) = &mut self.item {
            item.pick_skeleton(skeleton);
        }
        if self.is_spine() {
            self.clip_changed();
        }
    }

    /// Uses another mesh, with the skeleton of its name.
    pub fn pick_mesh(&mut self, mesh: Option<usize>) {
        self.selected_joint = None;
        self.selected_submesh = None;
        if let Some(item) = &mut self.item {
            item.pick_mesh(mesh);
        }
    }

    fn clip_changed(&mut self) {
        let duration = self.item.as_ref().map_or(0.0, Item::pass);
        self.clock.restart(duration);
        self.follow_clip();
        self.follow_length();
        self.marks = Default::default();
    }

    /// Moves the camera with the next frame so that the whole animation is in view.
    pub fn ask_fit(&mut self) {
        self.fit_wanted = true;
    }

    /// Moves the camera so that the whole animation is in view, for a picture with this ratio of width to height.
    pub fn fit_now(&mut self, aspect: f32) {
        self.fit_wanted = false;
        let second = self.second_points(true);
        if let Some(item) = &mut self.item {
            item.settle(&mut self.clock);
            let mut points = item.clip_points(&self.clock);
            points.extend(second);
            self.camera.fit(&points, aspect);
        }
    }

    /// Whether the next frame moves the camera.
    pub fn fit_is_wanted(&self) -> bool {
        self.fit_wanted
    }

    /// Moves the camera so that this moment fills the view, for a picture with this ratio of width to height.
    pub fn fit_moment(&mut self, aspect: f32) {
        self.fit_wanted = false;
        self.pose_now();
        let second = self.second_points(false);
        if let Some(item) = &self.item {
            let mut points = item.moment_points();
            points.extend(second);
            self.camera.fit(&points, aspect);
        }
    }

    /// Poses the character at the playhead now, not with the next frame: for panels that tell of the pose.
    pub fn pose_now(&mut self) {
        self.follow_pass();
        self.place();
        if let Some(item) = &mut self.item {
            item.settle_fade(self.clock.seconds as f32, self.clock.playing);
            item.settle(&mut self.clock);
            item.pose_at(&self.clock);
        }
    }

    /// Whether a Spine character is shown.
    pub fn is_spine(&self) -> bool {
        self.item
            .as_ref()
            .is_some_and(|item| item.spine().is_some())
    }

    /// Whether the picture changes by itself.
    pub fn is_moving(&self) -> bool {
        self.clock.playing && self.clock.duration > 0.0
    }

    /// The findings of what is open, worst first.
    pub fn findings(&self) -> Vec<&Finding> {
        let mut findings: Vec<&Finding> = self.item.iter().flat_map(Item::findings).collect();
        findings.sort_by_key(|finding| std::cmp::Reverse(finding.severity));
        findings
    }

    /// Number of findings of one severity.
    pub fn count(&self, severity: Severity) -> usize {
        let all = self.item.iter().flat_map(Item::findings);
        all.filter(|finding| finding.severity == severity).count()
    }

    /// Fills `packet` with the picture of this moment. `size` is in physical pixels; `skin_here` skins with the CPU twin.
    pub fn build_frame(
        &mut self,
        size: [u32; 2],
        pixels_per_point: f32,
        skin_here: bool,
        packet: &mut FramePacket,
    ) {
        let aspect = size[0].max(1) as f32 / size[1].max(1) as f32;
        if self.fit_wanted && self.item.is_some() {
            self.fit_now(aspect);
        }
        self.pose_now();
        let second = packet.instances.len() > 1;
        let reuse_second = second.then(|| packet.instances.pop()).flatten();
        let mut reuse: Option<Instance> = packet.instances.pop();
        let second = packet.locals.len() > 1;
        let reuse_second_local = second.then(|| packet.locals.pop()).flatten();
        let reuse_local = packet.locals.pop();
        packet.clear();
        packet.camera = self.camera.matrices(aspect);
        packet.fade_distance = f32::INFINITY;
        packet.background = self.view.background.colors();
        packet.lit = self.view.lit;
        packet.textured = self.view.textured;
        packet.pixels_per_point = pixels_per_point;
        if let Some(item) = &mut self.item {
            let options = InstanceOptions {
                reuse: reuse.take(),
                skin_here,
                wire: self.view.wire,
                blend: self.view.blend,
                heat_joint: self.selected_joint.filter(|_| self.view.weights),
                highlight: self.selected_submesh,
                seconds: self.clock.total(),
            };
            if self.view.mesh && item.spine().is_some() {
                item.add_slots(skin_here, reuse_local, packet);
            } else if self.view.mesh {
                item.add_to_frame(&mut packet.palette, &mut packet.instances, options);
                let looks = WornLooks {
                    skin_here,
                    wire: self.view.wire,
                    blend: self.view.blend,
                    seconds: self.clock.total(),
                    highlight: self.selected_worn,
                };
                item.add_worn(looks, &mut packet.palette, &mut packet.instances);
            }
        }
        overlay::add(self, packet);
        overlay_snaps::add(self, packet);
        self.add_second(packet, (reuse_second, reuse_second_local), skin_here);
    }
}

impl FramePacket {
    /// Empties the lists and keeps their memory.
    fn clear(&mut self) {
        self.palette.clear();
        self.instances.clear();
        self.locals.clear();
        self.slot_vertices.clear();
        self.slot_uvs.clear();
        self.slot_indices.clear();
        self.slots.clear();
        self.segments.clear();
        self.overlay.clear();
        self.labels.clear();
        self.wipe = None;
    }
}
