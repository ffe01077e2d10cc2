//! The second one in the picture: beside the first, wiped or see-through.

use std::sync::Arc;

use glam::{Affine3A, Vec3};

use super::compare::{Compare, Layout};
use super::frame::{FramePacket, Instance, Label, LocalInstance, Part, Wipe};
use super::instance::InstanceOptions;
use super::worn::WornLooks;
use super::{Item, Scene, overlay};
use crate::model::Bounds;

/// Air between the two, as a share of the character's width.
const GAP: f32 = 0.15;
/// Labels stand this share of the character's height above it, and a fit leaves room for so much.
const LABEL_HEIGHT: f32 = 0.06;
/// See [`LABEL_HEIGHT`].
const LABEL_ROOM: f32 = 0.12;
const LABEL: [u8; 4] = [235, 238, 242, 255];
/// How much of a ghost is seen.
const GHOST: f32 = 0.45;

/// Where the two stand, and what stands above them.
struct Standing {
    /// From the first to the second.
    shift: Vec3,
    /// World-space boxes, the second's where it would stand without the shift.
    bounds: [Bounds; 2],
    labels: [Arc<str>; 2],
    /// From the middle of one place to where a label stands that has a neighbour there.
    aside: Vec3,
}

impl Standing {
    fn new(layout: Layout, bounds: [Bounds; 2], right: Vec3, labels: [Arc<str>; 2]) -> Self {
        let right = Vec3::new(right.x, 0.0, right.z).normalize_or(Vec3::X);
        let half = |bounds: Bounds| {
            if bounds.is_empty() {
                return 0.0;
            }
            let size = bounds.max - bounds.min;
            // A thin one, seen from the side, still has arms to swing.
            size.dot(right.abs()).max(size.max_element() * 0.4) / 2.0
        };
        let (one, other) = (half(bounds[0]), half(bounds[1]));
        let way = right * (one + other) * (1.0 + GAP);
        let (shift, aside) = match layout {
            Layout::Side => (way, Vec3::ZERO),
            Layout::Wipe | Layout::Ghost => (Vec3::ZERO, way * 0.25),
        };
        Self {
            shift,
            bounds,
            labels,
            aside,
        }
    }

    /// Above each of the two, this share of its height; none where there is nothing to stand above.
    fn tops(&self, share: f32) -> Option<[Vec3; 2]> {
        let top = |bounds: Bounds| {
            let height = bounds.max.y - bounds.min.y;
            bounds.center().with_y(bounds.max.y + height * share)
        };
        let [one, other] = self.bounds;
        let any = !one.is_empty() && !other.is_empty();
        any.then(|| [top(one) - self.aside, top(other) + self.shift + self.aside])
    }
}

impl Scene {
    /// Does something with the second one, posed for this moment and standing where it is seen. `None` while there is
    /// none.
    fn with_second<R>(
        &mut self,
        right: Vec3,
        look: impl FnOnce(&mut Item, &Standing) -> R,
    ) -> Option<R> {
        let (compare, layout) = (self.compare(), self.view.layout);
        let (seconds, total) = (self.clock.seconds, self.clock.total());
        let item = self.item.as_mut().filter(|_| compare != Compare::Off)?;
        let sides = item.sides(compare);
        if compare != Compare::Other {
            let standing = Standing::new(layout, [sides.bounds; 2], right, sides.labels);
            let look = |item: &mut Item| look(item, &standing);
            return Some(item.as_second(compare, standing.shift, seconds, look));
        }
        let other = self.other.as_mut()?;
        let (bounds, labels) = ([sides.bounds, other.bounds], other.labels(item));
        let standing = Standing::new(layout, bounds, right, labels);
        other.item.placing = Affine3A::from_translation(standing.shift) * item.placing;
        let end = other.item.duration();
        other.item.set_time(match other.item.spine() {
            Some(_) => total,
            None => seconds.min(end),
        });
        Some(look(&mut other.item, &standing))
    }

    /// World-space points of the second one, for a view that holds both: of the whole clip, or of this moment.
    pub(super) fn second_points(&mut self, whole_clip: bool) -> Vec<Vec3> {
        let clock = self.clock;
        let right = self.camera.matrices(1.0).right;
        let points = self.with_second(right, |item, standing| {
            let mut points = match whole_clip {
                true => item.clip_points(&clock),
                false => item.moment_points(),
            };
            points.extend(standing.tops(LABEL_ROOM).into_iter().flatten());
            points
        });
        points.unwrap_or_default()
    }

    /// The joint of the second one that is called as the selected one is.
    fn second_joint(&self) -> Option<usize> {
        let selected = self.selected_joint?;
        if self.compare() != Compare::Other {
            return Some(selected);
        }
        let name = &self.item.as_ref()?.skeleton()?.joints.get(selected)?.name;
        let joints = &self.other.as_ref()?.item.skeleton()?.joints;
        joints.iter().position(|joint| joint.name == *name)
    }

    /// Adds the second one to a frame that holds the first.
    pub(super) fn add_second(
        &mut self,
        packet: &mut FramePacket,
        (reuse, reuse_local): (Option<Instance>, Option<LocalInstance>),
        skin_here: bool,
    ) {
        let (view, joint, total) = (self.view, self.second_joint(), self.clock.total());
        let highlight_worn = self.selected_worn;
        let highlight = self
            .selected_submesh
            .filter(|_| self.compare() != Compare::Other);
        let starts = Wipe {
            at: view.wipe,
            instances: packet.instances.len(),
            slots: packet.slots.len(),
            overlay: packet.overlay.len(),
        };
        let added = self.with_second(packet.camera.right, |item, standing| {
            let options = InstanceOptions {
                reuse,
                skin_here,
                wire: view.wire,
                blend: view.blend,
                heat_joint: joint.filter(|_| view.weights),
                highlight,
                seconds: total,
            };
            if view.mesh && item.spine().is_some() {
                item.add_slots(skin_here, reuse_local, packet);
            } else if view.mesh {
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
            let tops = standing.tops(LABEL_HEIGHT).into_iter().flatten();
            for (text, at) in standing.labels.iter().zip(tops) {
                packet.labels.push(Label {
                    at,
                    text: text.clone(),
                    color: LABEL,
                });
            }
        });
        match view.layout {
            Layout::Wipe if added.is_some() => packet.wipe = Some(starts),
            Layout::Ghost if added.is_some() => fade(packet, starts),
            _ => {}
        }
    }
}

/// Lets what was added since be seen through.
fn fade(packet: &mut FramePacket, since: Wipe) {
    let instances = packet.instances.iter_mut().skip(since.instances);
    instances
        .flat_map(|instance| &mut instance.parts)
        .for_each(fade_part);
    for slot in packet.slots.iter_mut().skip(since.slots) {
        slot.light[3] *= GHOST;
    }
    for segment in packet.overlay.iter_mut().skip(since.overlay) {
        segment.color[3] = (f32::from(segment.color[3]) * GHOST) as u8;
    }
}

/// A surface that a file describes may cover whatever its alpha is: a ghost wears its first texture alone.
fn fade_part(part: &mut Part) {
    if let Some(surface) = part.surface.take() {
        let [first, ..] = surface.stages;
        part.texture = first.and_then(|stage| stage.texture);
    }
    part.blend = true;
    part.tint.w *= GHOST;
}
