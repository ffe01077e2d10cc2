//! How far a joint is apart over time.

use egui::{Color32, Pos2, Rect, RichText, Role, Sense, Stroke, Ui, WidgetInfo, pos2};

use super::super::{spelled, theme};
use crate::scene::Scene;
use crate::scene::difference::{JointDifference, PassDifference, Tolerance};

/// Height of the plot with its title, points.
pub(super) const HEIGHT: f32 = 118.0;
/// Points of a curve for each point of width: more are not seen.
const DENSITY: f32 = 2.0;

/// Both curves of a joint, and the playhead; a click or a drag moves it.
pub(super) fn show(
    ui: &mut Ui,
    scene: &mut Scene,
    pass: &PassDifference,
    joint: &JointDifference,
    tolerance: Tolerance,
) {
    let (distance, angle) = (theme::accent(ui), ui.visuals().warn_fg_color);
    ui.horizontal(|ui| {
        ui.label(RichText::new(spelled(&joint.name)).strong());
        let far = format!("up to {:.3} units", joint.distance.amount);
        ui.label(RichText::new(far).small().color(distance));
        let turned = format!("up to {:.2}°", joint.angle.amount);
        ui.label(RichText::new(turned).small().color(angle));
    });
    let size = egui::vec2(ui.available_width() - 8.0, HEIGHT - 34.0);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click_and_drag());
    let name = format!("Course of {}", spelled(&joint.name));
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &name));
    ui.painter()
        .rect_filled(rect, 2.0, ui.visuals().extreme_bg_color);
    let inner = rect.shrink(3.0);
    for (values, least, color) in [
        (&joint.angles, tolerance.degrees, angle),
        (&joint.distances, tolerance.distance, distance),
    ] {
        curve(ui, inner, (&pass.times, values), least, color);
    }
    let Some((start, end)) = span(&pass.times) else {
        return;
    };
    let share = ((scene.clock.seconds - start) / (end - start)) as f32;
    if (0.0..=1.0).contains(&share) {
        let x = inner.left() + share * inner.width();
        let stroke = Stroke::new(1.0, ui.visuals().text_color());
        ui.painter().vline(x, rect.y_range(), stroke);
    }
    if (response.clicked() || response.dragged())
        && let Some(at) = response.interact_pointer_pos()
    {
        let share = ((at.x - inner.left()) / inner.width().max(1.0)).clamp(0.0, 1.0);
        scene.clock.playing = false;
        scene.clock.seek(start + f64::from(share) * (end - start));
    }
}

fn span(times: &[f64]) -> Option<(f64, f64)> {
    let (&start, &end) = (times.first()?, times.last()?);
    (end > start).then_some((start, end))
}

/// A curve of times and values from the bottom, 0, to the top, its own largest value; none where that is but rounding.
pub(super) fn curve(
    ui: &Ui,
    rect: Rect,
    (times, values): (&[f64], &[f32]),
    least: f32,
    color: Color32,
) {
    let largest = values.iter().copied().fold(0.0, f32::max);
    let Some((start, end)) = span(times).filter(|_| largest > least) else {
        return;
    };
    let most = (rect.width() * DENSITY).max(2.0) as usize;
    let step = values.len().div_ceil(most).max(1);
    // Of each run the largest: no peak is left out.
    let runs = times.chunks(step).zip(values.chunks(step));
    let points: Vec<Pos2> = runs
        .filter_map(|(times, values)| {
            let value = values.iter().copied().fold(0.0, f32::max) / largest;
            let share = ((times.first()? - start) / (end - start)) as f32;
            let x = rect.left() + share * rect.width();
            Some(pos2(x, rect.bottom() - value * rect.height()))
        })
        .collect();
    ui.painter().line(points, Stroke::new(1.2, color));
}
