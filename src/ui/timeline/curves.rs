//! Curves of the selected joint, on the same span of time as the time line below.

use egui::{Align2, Color32, FontId, Pos2, Rect, RichText, Sense, Stroke, Ui, UiBuilder, Vec2};
use egui_plot::{Line, LineStyle, Plot, PlotPoint, PlotPoints};

use super::Axis;
use crate::scene::Scene;
use crate::scene::joint_curves::JointCurves;
use crate::scene::joint_keys::Channel;
use crate::ui::{spelled, theme};

/// Of the plot, in points.
const HEIGHT: f32 = 104.0;
/// Of the row above it, in points.
const ROW: f32 = 22.0;
/// Share of the values' span that is left free above and below them.
const MARGIN: f64 = 0.08;
/// Curves of a channel, at most.
const MOST_LINES: usize = 4;

/// What is drawn.
#[derive(Default)]
pub(super) struct Lines {
    channel: Channel,
    /// By component: left out by hand, so that the others fill the height.
    hidden: [bool; MOST_LINES],
    of: Option<(u64, Channel, [bool; MOST_LINES])>,
    points: [Vec<PlotPoint>; MOST_LINES],
    /// The least and the greatest value.
    span: (f64, f64),
    /// Whether no more samples come.
    is_complete: bool,
}

impl std::fmt::Debug for Lines {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Lines").field("of", &self.of).finish()
    }
}

impl Lines {
    fn update(&mut self, curves: &JointCurves, components: usize) {
        self.is_complete = curves.is_complete();
        let of = Some((curves.revision(), self.channel, self.hidden));
        if self.of == of {
            return;
        }
        self.of = of;
        self.span = (f64::INFINITY, f64::NEG_INFINITY);
        for (component, (points, hidden)) in self.points.iter_mut().zip(self.hidden).enumerate() {
            points.clear();
            if component >= components || hidden {
                continue;
            }
            for sample in curves.samples() {
                if let Some(value) = sample.value(self.channel, component) {
                    points.push(PlotPoint::new(sample.seconds, value));
                    self.span = (self.span.0.min(value), self.span.1.max(value));
                }
            }
        }
    }

    /// The values that the plot's edges stand for.
    fn bounds(&self) -> (f64, f64) {
        let (low, high) = self.span;
        if low > high {
            return (-1.0, 1.0);
        }
        let (size, span) = (low.abs().max(high.abs()), high - low);
        // What is constant but for rounding is drawn as such.
        let margin = if span <= size * 1e-5 {
            (size * 0.1).max(0.5)
        } else {
            span * MARGIN
        };
        (low - margin, high + margin)
    }
}

/// Height of all, in points.
pub(super) fn height() -> f32 {
    HEIGHT + ROW
}

/// The strip in `area`; the plot lies on the axis, and what is dragged and wheeled over it is for the time line.
pub(super) fn show(
    ui: &mut Ui,
    area: Rect,
    axis: &Axis,
    lines: &mut Lines,
    scene: &mut Scene,
) -> egui::Response {
    let is_flat = scene.is_spine();
    if lines.channel.components(is_flat).is_empty() {
        lines.channel = Channel::default();
    }
    let components = lines.channel.components(is_flat);
    let now = scene.clock.seconds;
    let curves = scene.joint_curves(axis.seconds.0, axis.seconds.1);
    lines.update(curves, components.len());
    let mut values = [None; MOST_LINES];
    for (component, value) in values.iter_mut().enumerate().take(components.len()) {
        *value = curves.value(lines.channel, component, now);
    }
    if !lines.is_complete {
        ui.ctx().request_repaint();
    }
    let (row, plot) = area.split_top_bottom_at_y(area.top() + ROW);
    let builder = UiBuilder::new().max_rect(row).id_salt("channels");
    ui.scope_builder(builder, |ui| {
        ui.horizontal_centered(|ui| head(ui, lines, scene, components, values));
    });
    let plot = Rect::from_x_y_ranges(axis.x, plot.y_range());
    draw(ui, plot, axis, lines);
    let response = ui.interact(plot, ui.scope_id().with("plot"), Sense::click_and_drag());
    over(ui, plot, axis, lines, components);
    if scene.selected_joint.is_none() {
        let hint = "Select a joint to see how it moves";
        let color = ui.visuals().weak_text_color();
        let font = FontId::proportional(12.0);
        ui.painter()
            .text(plot.center(), Align2::CENTER_CENTER, hint, font, color);
    }
    let head = axis.x_of(now);
    if axis.shows(now) {
        let stroke = Stroke::new(2.0, theme::accent(ui));
        ui.painter().vline(head, plot.y_range(), stroke);
    }
    response
}

/// Which channel, of which joint, and what its components are at the playhead.
fn head(
    ui: &mut Ui,
    lines: &mut Lines,
    scene: &Scene,
    components: &[&str],
    values: [Option<f64>; MOST_LINES],
) {
    for &channel in Channel::of(scene.is_spine()) {
        if !channel.components(scene.is_spine()).is_empty() {
            ui.selectable_value(&mut lines.channel, channel, channel.title())
                .accessible_name(format!("Curve of {}", channel.title().to_lowercase()));
        }
    }
    let joint = scene.selected_joint.and_then(|joint| {
        let skeleton = scene.item.as_ref()?.skeleton()?;
        skeleton.joints.get(joint)
    });
    ui.separator();
    let legend = components.iter().zip(values).zip(&mut lines.hidden);
    for (component, ((name, value), hidden)) in legend.enumerate() {
        let (rect, _) = ui.allocate_exact_size(Vec2::new(30.0, 12.0), Sense::hover());
        sample_line(ui, rect, component);
        let value = match value {
            Some(value) => number(value),
            None => format!("{:>10}", "-"),
        };
        let text = RichText::new(format!("{name} {value}")).monospace();
        let text = match hidden {
            true => text.weak().strikethrough(),
            false => text.color(color(ui, component)),
        };
        let button = ui
            .add(egui::Button::new(text).frame(false))
            .accessible_name(format!("Component {name}: {value}"))
            .on_hover_text("Click to leave it out, and again to bring it back");
        if button.clicked() {
            *hidden = !*hidden;
        }
        ui.add_space(6.0);
    }
    if let Some(joint) = joint {
        ui.separator();
        let name = RichText::new(spelled(&joint.name)).strong();
        ui.add(egui::Label::new(name).truncate())
            .on_hover_text(said(scene.is_spine()));
    }
}

/// What the curves are, for people.
fn said(is_flat: bool) -> &'static str {
    match is_flat {
        true => {
            "Relative to the parent, after constraints, in the first pass: later ones differ where physics remembers"
        }
        false => {
            "Relative to the parent; a rotation is a quaternion, of whose two signs the one nearest to the moment before is drawn"
        }
    }
}

/// Ten characters wide, so that nothing moves while playing.
fn number(value: f64) -> String {
    let value = if value.abs() < 0.00005 { 0.0 } else { value };
    if value.abs() < 10_000.0 {
        format!("{value:>10.4}")
    } else {
        format!("{value:>10.3e}")
    }
}

fn draw(ui: &mut Ui, area: Rect, axis: &Axis, lines: &Lines) {
    let (from, until) = axis.seconds;
    let (low, high) = lines.bounds();
    let grid = ui.visuals().weak_text_color().gamma_multiply(0.45);
    let colors: [Color32; MOST_LINES] = std::array::from_fn(|component| color(ui, component));
    let builder = UiBuilder::new().max_rect(area).id_salt("curves");
    ui.scope_builder(builder, |ui| {
        Plot::new("curves")
            .width(area.width())
            .height(area.height())
            .min_size(Vec2::ZERO)
            .show_axes(false)
            .show_grid([false, lines.span.0 <= lines.span.1])
            .grid_color(grid)
            .show_x(false)
            .show_y(false)
            .set_margin_fraction(Vec2::ZERO)
            .allow_zoom(false)
            .allow_scroll(false)
            .allow_drag(false)
            .allow_boxed_zoom(false)
            .allow_double_click_reset(false)
            .sense(Sense::hover())
            .show(ui, |plot| {
                plot.set_plot_bounds_x(from..=until);
                plot.set_plot_bounds_y(low..=high);
                for (component, points) in lines.points.iter().enumerate() {
                    if points.is_empty() {
                        continue;
                    }
                    let color = colors.get(component).copied().unwrap_or_default();
                    plot.line(
                        Line::new("", PlotPoints::Borrowed(points))
                            .color(color)
                            .width(1.5)
                            .style(style(component))
                            .allow_hover(false),
                    );
                }
            });
    });
}

/// The values at the edges, and a letter at the end of each curve.
fn over(ui: &Ui, area: Rect, axis: &Axis, lines: &Lines, components: &[&str]) {
    let painter = ui.painter().with_clip_rect(area);
    let (low, high) = lines.bounds();
    let y_of = |value: f64| {
        let share = ((value - low) / (high - low)) as f32;
        area.bottom() - share * area.height()
    };
    let weak = ui.visuals().weak_text_color();
    let font = FontId::monospace(10.0);
    if lines.span.0 <= lines.span.1 {
        let inset = Vec2::new(4.0, 2.0);
        let edges = [
            (area.left_top() + inset, Align2::LEFT_TOP, high),
            (
                area.left_bottom() + Vec2::new(4.0, -2.0),
                Align2::LEFT_BOTTOM,
                low,
            ),
        ];
        for (at, align, value) in edges {
            let text = number(value);
            painter.text(at, align, text.trim(), font.clone(), weak);
        }
    }
    for (component, (name, points)) in components.iter().zip(&lines.points).enumerate() {
        let shown = points.iter().rev().find(|point| axis.shows(point.x));
        if let Some(point) = shown {
            // Beside each other, for curves may end in one place.
            let x = axis.x_of(point.x) - 6.0 - 11.0 * component as f32;
            let at = Pos2::new(
                x,
                y_of(point.y).clamp(area.top() + 7.0, area.bottom() - 7.0),
            );
            let back = Rect::from_center_size(at, Vec2::new(9.0, 12.0));
            painter.rect_filled(back, 2.0, ui.visuals().extreme_bg_color);
            painter.text(
                at,
                Align2::CENTER_CENTER,
                name,
                font.clone(),
                color(ui, component),
            );
        }
    }
}

/// A piece of a curve, for the legend.
fn sample_line(ui: &Ui, area: Rect, component: usize) {
    let stroke = Stroke::new(1.8, color(ui, component));
    let ends = [area.left_center(), area.right_center()];
    let shapes = match style(component) {
        LineStyle::Solid => vec![egui::Shape::line_segment(ends, stroke)],
        LineStyle::Dashed { length } => egui::Shape::dashed_line(&ends, stroke, length, length),
        LineStyle::Dotted { spacing } => {
            egui::Shape::dotted_line(&ends, stroke.color, spacing, 1.4)
        }
    };
    ui.painter().extend(shapes);
}

/// Curves are told by their dashes too.
fn style(component: usize) -> LineStyle {
    match component {
        0 => LineStyle::Solid,
        1 => LineStyle::Dashed { length: 5.0 },
        2 => LineStyle::Dotted { spacing: 4.0 },
        _ => LineStyle::Dashed { length: 11.0 },
    }
}

fn color(ui: &Ui, component: usize) -> Color32 {
    let (on_dark, on_light) = match component {
        0 => ([255, 118, 110], [190, 30, 24]),
        1 => ([126, 220, 120], [16, 112, 20]),
        2 => ([120, 176, 255], [20, 72, 196]),
        _ => ([224, 200, 120], [112, 88, 0]),
    };
    let [red, green, blue] = if ui.visuals().dark_mode {
        on_dark
    } else {
        on_light
    };
    Color32::from_rgb(red, green, blue)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_constant_curve_lies_in_the_middle_and_an_empty_one_has_bounds_too() {
        let mut lines = Lines::default();
        for span in [
            (3.0, 3.0),
            (0.0, 0.0),
            (-1e6, -1e6),
            (f64::INFINITY, f64::NEG_INFINITY),
        ] {
            lines.span = span;
            let (low, high) = lines.bounds();
            assert!(
                low < high && low.is_finite() && high.is_finite(),
                "{span:?}"
            );
            if span.0.is_finite() {
                assert!(((low + high) / 2.0 - span.0).abs() <= span.0.abs() * 1e-9);
            }
        }
        lines.span = (1.0, 3.0);
        let (low, high) = lines.bounds();
        assert!(low < 1.0 && high > 3.0);
    }

    #[test]
    fn numbers_are_equally_wide() {
        for value in [0.0, -0.00001, 1.5, -9999.0, 123_456.0, -1e30] {
            assert_eq!(number(value).chars().count(), 10, "{value}");
        }
    }
}
