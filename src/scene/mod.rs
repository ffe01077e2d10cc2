//! What is open and playing, and the frame packet that the GPU reads of it.

mod bounds;
pub mod camera;
pub mod clock;
pub mod compare;
pub mod frame;
mod instance;
pub mod item;
pub mod loader;
pub mod overlay;
pub mod picking;
pub mod routing;
pub mod spine;
pub mod spine_mesh;
pub mod spine_slots;
pub mod view;

pub use camera::{Camera, View};
pub use clock::Clock;
pub use compare::Compare;
pub use item::Item;
pub use loader::{Load, Loader};
pub use view::{Skinning, ViewOptions};

use crate::model::{Character, Family, Finding, Severity};
use frame::{FramePacket, Instance};
use instance::InstanceOptions;

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
    /// Set by [`Self::ask_fit`]; done with the next frame, when the picture's shape is known.
    fit_wanted: bool,
}

impl Scene {
    /// Shows a character from a fitted three-quarter view and plays its first clip.
    pub fn show(&mut self, character: Character) {
        let mut item = Item::new(character);
        let first_clip = if item.character.clips.is_empty() {
            None
        } else {
            Some(0)
        };
        item.pick_clip(first_clip);
        self.item = Some(item);
        self.selected_joint = None;
        self.selected_submesh = None;
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

    /// Plays another clip from its start; `None` shows the bind pose.
    pub fn pick_clip(&mut self, clip: Option<usize>) {
        if let Some(item) = &mut self.item {
            item.pick_clip(clip);
        }
        self.clip_changed();
    }

    /// Uses another skeleton.
    pub fn pick_skeleton(&mut self, skeleton: Option<usize>) {
        self.selected_joint = None;
        if let Some(item) = &mut self.item {
            item.pick_skeleton(skeleton);
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
        let duration = self
            .item
            .as_ref()
            .and_then(Item::clip)
            .map_or(0.0, |clip| clip.duration);
        self.clock.restart(duration);
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
            let mut points = item.clip_points(self.clock.seconds as f32);
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
        let second = self.second_points(false);
        if let Some(item) = &mut self.item {
            item.set_time(self.clock.seconds as f32);
            let mut points = item.moment_points();
            points.extend(second);
            self.camera.fit(&points, aspect);
        }
    }

    /// Poses the character at the playhead now, not with the next frame: for panels that tell of the pose.
    pub fn pose_now(&mut self) {
        if let Some(item) = &mut self.item {
            item.set_time(self.clock.seconds as f32);
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
        let seconds = self.clock.seconds as f32;
        if self.fit_wanted && self.item.is_some() {
            self.fit_now(aspect);
        }
        if let Some(item) = &mut self.item {
            item.set_time(seconds);
        }
        let second = packet.instances.len() > 1;
        let reuse_second = second.then(|| packet.instances.pop()).flatten();
        let mut reuse: Option<Instance> = packet.instances.pop();
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
            };
            if self.view.mesh && item.spine().is_some() {
                item.add_slots(skin_here, reuse_local, packet);
            } else if self.view.mesh {
                item.add_to_frame(&mut packet.palette, &mut packet.instances, options);
            }
        }
        overlay::add(self, packet);
        self.add_second(packet, reuse_second, skin_here);
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
    }
}
