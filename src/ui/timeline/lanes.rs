//! Keys of the selected joint: a lane of ticks for each channel.

use egui::{Align2, Color32, FontId, Rect, Role, Sense, Stroke, Ui, WidgetInfo};

use super::Axis;
use crate::scene::Scene;
use crate::scene::joint_keys::{Channel, JointKeys};
use crate::ui::{counted, spelled};

/// Height of a lane, in points.
const LANE: f32 = 9.0;
/// Ticks stand no closer than this, in points.
const SPACING: f32 = 2.0;
/// A tick this near the pointer is told of, in points.
const NEAR: f32 = 4.0;

/// One or several keys.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Tick {
    /// Of the first of them.
    seconds: f64,
    x: f32,
    keys: usize,
}

/// The ticks last drawn.
#[derive(Debug, Default)]
pub(super) struct Ticks {
    of: Option<(u64, Axis)>,
    lanes: [Vec<Tick>; Channel::ALL.len()],
    counts: [usize; Channel::ALL.len()],
}

impl Ticks {
    /// Thins the keys out, unless that has been done.
    fn update(&mut self, keys: &JointKeys, axis: &Axis) {
        let of = Some((keys.revision(), *axis));
        if self.of == of {
            return;
        }
        self.of = of;
        for channel in Channel::ALL {
            let times = keys.of(channel);
            let (Some(lane), Some(count)) = (
                self.lanes.get_mut(channel as usize),
                self.counts.get_mut(channel as usize),
            ) else {
                continue;
            };
            thin(times, axis, lane);
            *count = times.len();
        }
    }

    fn lane(&self, channel: Channel) -> (&[Tick], usize) {
        let lane = self.lanes.get(channel as usize);
        let count = self.counts.get(channel as usize).copied();
        (lane.map_or(&[], Vec::as_slice), count.unwrap_or(0))
    }
}

/// A tick for each key that is shown, or for several where they would stand too close. `times` ascend. Costs as much as
/// there are ticks, however many keys there are.
fn thin(times: &[f64], axis: &Axis, ticks: &mut Vec<Tick>) {
    ticks.clear();
    let (from, until) = axis.seconds;
    let start = times.partition_point(|at| *at < from);
    let mut rest = times.get(start..).unwrap_or_default();
    while let Some(&seconds) = rest.first() {
        if seconds > until {
            break;
        }
        let x = axis.x_of(seconds);
        let next = axis.seconds_at(x + SPACING);
        let keys = rest.partition_point(|at| *at < next).max(1);
        ticks.push(Tick { seconds, x, keys });
        rest = rest.get(keys..).unwrap_or_default();
    }
}

/// Height of all lanes, in points.
pub(super) fn height(scene: &Scene) -> f32 {
    LANE * Channel::of(scene.is_spine()).len() as f32
}

/// The lanes in `area`, which the axis spans; their letters stand left of it.
pub(super) fn show(ui: &mut Ui, area: Rect, axis: &Axis, ticks: &mut Ticks, scene: &mut Scene) {
    ticks.update(scene.joint_keys(), axis);
    let fps = super::frames_per_second(scene);
    let channels = Channel::of(scene.is_spine());
    let selected = scene.selected_joint.and_then(|joint| {
        let skeleton = scene.item.as_ref()?.skeleton()?;
        Some(spelled(&skeleton.joints.get(joint)?.name))
    });
    for (place, &channel) in channels.iter().enumerate() {
        let top = area.top() + place as f32 * LANE;
        let lane = Rect::from_x_y_ranges(area.x_range(), top..=top + LANE);
        let (shown, count) = ticks.lane(channel);
        letter(ui, lane, channel);
        paint(ui, lane, channel, shown);
        let response = ui.interact(lane, ui.scope_id().with(("keys", place)), Sense::hover());
        let said = || format!("{} keys: {count}", channel.title());
        response.widget_info(|| WidgetInfo::labeled(Role::Image, true, said()));
        let near = response.hover_pos().and_then(|pointer| {
            let apart = |tick: &&Tick| (tick.x - pointer.x).abs();
            let nearest = shown
                .iter()
                .min_by(|a, b| apart(a).total_cmp(&apart(b)))
                .filter(|tick| apart(tick) <= NEAR);
            nearest.copied()
        });
        if let Some(tick) = near {
            let name = selected.unwrap_or_default();
            response.on_hover_text_at_pointer(words(name, channel, &tick, fps));
        }
    }
    let hint = match selected {
        None => Some("Select a joint to see its keys".to_owned()),
        Some(name) if channels.iter().all(|it| ticks.lane(*it).1 == 0) => {
            Some(format!("{name} is not keyed here"))
        }
        Some(_) => None,
    };
    if let Some(hint) = hint {
        let color = ui.visuals().weak_text_color();
        let font = FontId::proportional(11.0);
        ui.painter()
            .text(area.center(), Align2::CENTER_CENTER, hint, font, color);
    }
}

fn words(name: &str, channel: Channel, tick: &Tick, fps: f32) -> String {
    let frame = tick.seconds * f64::from(fps);
    format!(
        "{name}: {} of {}\nfrom {:.3} s, frame {frame:.1}",
        counted(tick.keys, "key", "keys"),
        channel.title().to_lowercase(),
        tick.seconds,
    )
}

/// Told by the letter, and not by the colour alone.
fn letter(ui: &Ui, lane: Rect, channel: Channel) {
    let letter = channel.title().get(..1).unwrap_or_default();
    let at = lane.left_center() - egui::vec2(5.0, 0.0);
    let font = FontId::monospace(9.0);
    ui.painter().text(
        at,
        Align2::RIGHT_CENTER,
        letter,
        font,
        ui.visuals().weak_text_color(),
    );
}

fn paint(ui: &Ui, lane: Rect, channel: Channel, ticks: &[Tick]) {
    let color = color(ui.visuals().dark_mode, channel);
    let inside = lane.shrink2(egui::vec2(0.0, 1.0));
    let line = Stroke::new(1.0, ui.visuals().weak_text_color().gamma_multiply(0.25));
    ui.painter().hline(lane.x_range(), lane.bottom(), line);
    for tick in ticks {
        // Many keys in one place are a fuller tick.
        let (width, share) = if tick.keys > 1 {
            (2.0, 1.0)
        } else {
            (1.5, 0.85)
        };
        let stroke = Stroke::new(width, color.gamma_multiply(share));
        ui.painter().vline(tick.x, inside.y_range(), stroke);
    }
}

fn color(dark: bool, channel: Channel) -> Color32 {
    let (on_dark, on_light) = match channel {
        Channel::Translation => ([120, 200, 255], [0, 92, 160]),
        Channel::Rotation => ([255, 190, 90], [164, 92, 0]),
        Channel::Scale => ([130, 220, 150], [0, 116, 56]),
        Channel::Shear => ([230, 150, 240], [140, 40, 150]),
        Channel::Inherit => ([200, 200, 200], [80, 80, 80]),
    };
    let [red, green, blue] = if dark { on_dark } else { on_light };
    Color32::from_rgb(red, green, blue)
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::Rangef;
    use proptest::prelude::*;

    fn axis(width: f32, from: f64, length: f64) -> Axis {
        Axis {
            x: Rangef::new(20.0, 20.0 + width),
            seconds: (from, from + length),
        }
    }

    proptest! {
        #[test]
        fn every_key_in_view_has_a_tick_near_and_no_two_ticks_are_close(
            mut times in prop::collection::vec(0.0f64..100.0, 0..400),
            width in 10.0f32..4000.0,
            from in 0.0f64..90.0,
            length in 0.01f64..100.0,
        ) {
            times.sort_by(f64::total_cmp);
            let axis = axis(width, from, length);
            let mut ticks = Vec::new();
            thin(&times, &axis, &mut ticks);
            let in_view = times.iter().filter(|at| axis.shows(**at)).count();
            prop_assert!(ticks.iter().map(|tick| tick.keys).sum::<usize>() >= in_view);
            prop_assert!(ticks.len() as f32 <= width / SPACING + 2.0);
            for pair in ticks.windows(2) {
                prop_assert!(pair[1].x - pair[0].x > SPACING * 0.98);
            }
            for at in times.iter().filter(|at| axis.shows(**at)) {
                let x = axis.x_of(*at);
                let near = ticks.iter().any(|tick| (-0.01..SPACING + 0.01).contains(&(x - tick.x)));
                prop_assert!(near, "{at} has none");
            }
            for tick in &ticks {
                prop_assert!(times.contains(&tick.seconds));
            }
        }
    }

    #[test]
    fn ten_thousand_keys_are_no_more_ticks_than_there_is_room_for() {
        let times: Vec<f64> = (0..10_000).map(|key| f64::from(key) / 30.0).collect();
        let axis = axis(1240.0, 0.0, 10_000.0 / 30.0);
        let mut ticks = Vec::new();
        thin(&times, &axis, &mut ticks);
        assert!(ticks.len() <= 621, "{}", ticks.len());
        assert_eq!(ticks.iter().map(|tick| tick.keys).sum::<usize>(), 10_000);
        let room = ticks.capacity();
        thin(&times, &axis, &mut ticks);
        assert_eq!(ticks.capacity(), room, "memory is used again");
    }
}
