//! Before and after: the same character once more beside itself, with another mapping or in the bind pose. Camera and
//! clock are shared.

use std::sync::Arc;

use glam::{Affine3A, Vec3};

use super::frame::{FramePacket, Instance, Label};
use super::instance::InstanceOptions;
use super::worn::WornLooks;
use super::{Item, Scene, overlay};
use crate::model::Bounds;
use crate::pose::{MappingRule, Pose};

/// What is shown beside the character.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Compare {
    /// Nothing.
    #[default]
    Off,
    /// The bind pose.
    Bind,
    /// The same clip, mapped by a rule alone.
    Rule(MappingRule),
}

impl Compare {
    /// All of them, the default first.
    pub const ALL: [Self; 5] = [
        Self::Off,
        Self::Bind,
        Self::Rule(MappingRule::Game),
        Self::Rule(MappingRule::TwoPass),
        Self::Rule(MappingRule::Naive),
    ];

    /// The word on the command line.
    pub fn word(self) -> &'static str {
        match self {
            Self::Off => "off",
            Self::Bind => "bind",
            Self::Rule(rule) => rule.word(),
        }
    }

    /// For people.
    pub fn title(self) -> String {
        match self {
            Self::Off => "off".into(),
            Self::Bind => "bind pose".into(),
            Self::Rule(rule) => format!("mapping {}", rule.word()),
        }
    }
}

/// Air between the two, as a share of the character's width.
const GAP: f32 = 0.15;
/// Labels stand this share of the character's height above it, and a fit leaves room for so much.
const LABEL_HEIGHT: f32 = 0.06;
/// See [`LABEL_HEIGHT`].
const LABEL_ROOM: f32 = 0.12;
const LABEL: [u8; 4] = [235, 238, 242, 255];

/// What does not change from frame to frame.
#[derive(Clone, Debug)]
pub(super) struct Sides {
    compare: Compare,
    rule: MappingRule,
    is_routed: bool,
    /// World-space box of the bind pose.
    bounds: Bounds,
    labels: [Arc<str>; 2],
}

impl Sides {
    /// Above each of the two, this share of its height; none where there is nothing to stand above.
    fn tops(&self, shift: Vec3, share: f32) -> Option<[Vec3; 2]> {
        let bounds = self.bounds;
        let height = bounds.max.y - bounds.min.y;
        let top = bounds.center().with_y(bounds.max.y + height * share);
        (!bounds.is_empty()).then_some([top, top + shift])
    }
}

impl Item {
    /// Does something with the item as the second one: posed as `compare` says and moved by `shift`, world space.
    fn as_second<R>(
        &mut self,
        compare: Compare,
        shift: Vec3,
        seconds: f64,
        look: impl FnOnce(&mut Self) -> R,
    ) -> R {
        if self.second_pose.worlds.len() != self.pose.worlds.len() {
            self.second_pose = self.skeleton().map(Pose::bind).unwrap_or_default();
        }
        let placing = self.placing;
        self.placing = Affine3A::from_translation(shift) * placing;
        std::mem::swap(&mut self.pose, &mut self.second_pose);
        self.posed_as = compare;
        self.set_time(seconds);
        let result = look(self);
        self.posed_as = Compare::Off;
        std::mem::swap(&mut self.pose, &mut self.second_pose);
        self.placing = placing;
        self.pose_worn(seconds);
        result
    }

    /// Made once for each choice, and kept.
    fn sides(&mut self, compare: Compare) -> Sides {
        let key = (compare, self.rule(), self.is_routed());
        if let Some(sides) = &self.sides
            && (sides.compare, sides.rule, sides.is_routed) == key
        {
            return sides.clone();
        }
        let points = self.as_second(Compare::Bind, Vec3::ZERO, 0.0, |item| item.moment_points());
        let first = match (self.clip().is_some(), self.is_routed()) {
            (false, _) => "bind pose".into(),
            (_, true) => format!("mapping {} and by hand", self.rule().word()),
            _ => format!("mapping {}", self.rule().word()),
        };
        let sides = Sides {
            compare,
            rule: self.rule(),
            is_routed: self.is_routed(),
            bounds: Bounds::of(points),
            labels: [first.into(), compare.title().into()],
        };
        self.sides = Some(sides.clone());
        sides
    }

    /// From the first to the second, which stands to its right as the camera sees it.
    fn shift(&mut self, compare: Compare, right: Vec3) -> Vec3 {
        let bounds = self.sides(compare).bounds;
        if bounds.is_empty() {
            return Vec3::ZERO;
        }
        let size = bounds.max - bounds.min;
        let right = Vec3::new(right.x, 0.0, right.z).normalize_or(Vec3::X);
        let width = size.dot(right.abs());
        // A thin one, seen from the side, still has arms to swing.
        right * width.max(size.max_element() * 0.4) * (1.0 + GAP)
    }
}

impl Scene {
    /// What is shown beside the character; nothing beside one that has no mapping.
    pub fn compare(&self) -> Compare {
        let maps = |item: &Item| item.skeleton().is_some() && item.spine().is_none();
        match self.item.as_ref().is_some_and(maps) {
            true => self.view.compare,
            false => Compare::Off,
        }
    }

    /// World-space points of the second one, for a view that holds both: of the whole clip, or of this moment.
    pub(super) fn second_points(&mut self, whole_clip: bool) -> Vec<Vec3> {
        let (compare, clock) = (self.compare(), self.clock);
        let right = self.camera.matrices(1.0).right;
        let Some(item) = self.item.as_mut().filter(|_| compare != Compare::Off) else {
            return Vec::new();
        };
        let shift = item.shift(compare, right);
        let labels = item.sides(compare).tops(shift, LABEL_ROOM);
        let mut points = item.as_second(compare, shift, clock.seconds, |item| match whole_clip {
            true => item.clip_points(&clock),
            false => item.moment_points(),
        });
        points.extend(labels.into_iter().flatten());
        points
    }

    /// Adds the second one to a frame that holds the first.
    pub(super) fn add_second(
        &mut self,
        packet: &mut FramePacket,
        reuse: Option<Instance>,
        skin_here: bool,
    ) {
        let compare = self.compare();
        let (view, joint) = (self.view, self.selected_joint);
        let (seconds, total) = (self.clock.seconds, self.clock.total());
        let (highlight, highlight_worn) = (self.selected_submesh, self.selected_worn);
        let Some(item) = self.item.as_mut().filter(|_| compare != Compare::Off) else {
            return;
        };
        let shift = item.shift(compare, packet.camera.right);
        item.as_second(compare, shift, seconds, |item| {
            let options = InstanceOptions {
                reuse,
                skin_here,
                wire: view.wire,
                blend: view.blend,
                heat_joint: joint.filter(|_| view.weights),
                highlight,
                seconds: total,
            };
            if view.mesh {
                item.add_to_frame(&mut packet.palette, &mut packet.instances, options);
                let looks = WornLooks {
                    skin_here,
                    wire: view.wire,
                    blend: view.blend,
                    seconds: total,
                    highlight: highlight_worn,
                };
                item.add_worn(looks, &mut packet.palette, &mut packet.instances);
            }
            overlay::joints(item, &view, joint, packet);
        });
        let sides = item.sides(compare);
        let tops = sides.tops(shift, LABEL_HEIGHT);
        for (text, at) in sides.labels.into_iter().zip(tops.into_iter().flatten()) {
            packet.labels.push(Label {
                at,
                text,
                color: LABEL,
            });
        }
    }
}
