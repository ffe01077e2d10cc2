//! Labels: words at places in the world, painted by egui over the finished picture.

use std::sync::Arc;

use egui::{Color32, FontId, Galley, Pos2, Rect, Vec2 as Size, pos2, vec2};
use glam::Vec2;

use super::context::GpuContext;
use super::target::{COLOR_FORMAT, Target};
use crate::scene::frame::{FramePacket, Label};

/// Points.
const TEXT_SIZE: f32 = 12.0;
/// Points between a place and its label.
const GAP: f32 = 6.0;
/// Points between two labels side by side, so that they do not read as one.
const LEAST_SPACE: f32 = 4.0;
/// More labels than this are a grey mass and cost time: the nearest are shown.
const MOST_LABELS: usize = 500;

/// An egui of its own that knows nothing but labels.
pub(super) struct LabelPainter {
    egui: egui::Context,
    renderer: egui_wgpu::Renderer,
    in_view: Vec<InView>,
}

/// A label in front of the eye.
struct InView {
    depth: f32,
    /// Points.
    at: Pos2,
    label: usize,
}

impl LabelPainter {
    pub fn new(context: &GpuContext, egui: egui::Context) -> Self {
        let options = egui_wgpu::RendererOptions {
            dithering: false,
            ..Default::default()
        };
        Self {
            egui,
            renderer: egui_wgpu::Renderer::new(&context.device, COLOR_FORMAT, options),
            in_view: Vec::new(),
        }
    }

    /// Records the painting of the packet's labels onto the target's finished picture.
    pub fn record(
        &mut self,
        context: &GpuContext,
        packet: &FramePacket,
        target: &Target,
        encoder: &mut wgpu::CommandEncoder,
    ) {
        let screen = egui_wgpu::ScreenDescriptor {
            size_in_pixels: target.size(),
            pixels_per_point: pixels_per_point(packet),
        };
        let mut output = self.lay_out(context, packet, target);
        for (id, images) in output.textures_delta.set.drain() {
            for image in images {
                self.renderer
                    .update_texture(&context.device, &context.queue, id, &image);
            }
        }
        let jobs = self.egui.tessellate(output.shapes, output.pixels_per_point);
        let callbacks =
            self.renderer
                .update_buffers(&context.device, &context.queue, encoder, &jobs, &screen);
        // Labels have no paint callbacks, and so no command buffers of their own.
        drop(callbacks);
        let pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            label: Some("labels"),
            color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                view: target.view(),
                depth_slice: None,
                resolve_target: None,
                ops: wgpu::Operations {
                    load: wgpu::LoadOp::Load,
                    store: wgpu::StoreOp::Store,
                },
            })],
            ..Default::default()
        });
        self.renderer
            .render(&mut pass.forget_lifetime(), &jobs, &screen);
        for id in output.textures_delta.free.drain() {
            self.renderer.free_texture(&id);
        }
    }

    fn lay_out(
        &mut self,
        context: &GpuContext,
        packet: &FramePacket,
        target: &Target,
    ) -> egui::FullOutput {
        let scale = pixels_per_point(packet);
        let [width, height] = target.size().map(|side| side as f32);
        let screen = Rect::from_min_size(Pos2::ZERO, vec2(width, height) / scale);
        let mut input = egui::RawInput {
            screen_rect: Some(screen),
            max_texture_side: Some(context.limits.max_texture_dimension_2d as usize),
            ..Default::default()
        };
        if let Some(viewport) = input.viewports.get_mut(&egui::ViewportId::ROOT) {
            viewport.native_pixels_per_point = Some(scale);
        }
        let size = Vec2::new(width, height);
        self.in_view.clear();
        let in_view = packet
            .labels
            .iter()
            .enumerate()
            .filter_map(|(label, Label { at, .. })| {
                let (pixel, depth) = packet.camera.project(*at, size)?;
                let at = pos2(pixel.x, pixel.y) / scale;
                (depth <= 1.0 && screen.contains(at)).then_some(InView { depth, at, label })
            });
        self.in_view.extend(in_view);
        self.in_view.sort_by(|a, b| a.depth.total_cmp(&b.depth));
        self.egui.run_pass(input, |egui| {
            let layer = egui::LayerId::background();
            paint(
                &egui.layer_painter(layer),
                &packet.labels,
                &self.in_view,
                screen,
            );
        })
    }
}

fn pixels_per_point(packet: &FramePacket) -> f32 {
    if packet.pixels_per_point.is_finite() {
        packet.pixels_per_point.clamp(0.25, 16.0)
    } else {
        1.0
    }
}

/// The nearest first: those that find no free place are left out.
fn paint(painter: &egui::Painter, labels: &[Label], in_view: &[InView], screen: Rect) {
    let mut taken: Vec<Rect> = Vec::new();
    for InView { at, label, .. } in in_view {
        if taken.len() == MOST_LABELS {
            break;
        }
        let Some(label) = labels.get(*label) else {
            continue;
        };
        let galley = painter.layout_no_wrap(
            label.text.to_string(),
            FontId::proportional(TEXT_SIZE),
            Color32::PLACEHOLDER,
        );
        if let Some(place) = free_place(*at, galley.size(), screen, &taken) {
            taken.push(place);
            write(painter, place.min, &galley, label.color);
        }
    }
}

/// Right of the place first, then around it.
fn free_place(at: Pos2, size: Size, screen: Rect, taken: &[Rect]) -> Option<Rect> {
    let (right, left) = (GAP, -GAP - size.x);
    let (above, level, below) = (-size.y - 1.0, -size.y * 0.5, 1.0);
    let corners = [
        (right, level),
        (right, above),
        (right, below),
        (left, level),
        (left, above),
        (left, below),
        (-size.x * 0.5, -size.y - GAP),
        (-size.x * 0.5, GAP),
    ];
    let places = corners.map(|(x, y)| Rect::from_min_size(at + vec2(x, y), size));
    let free = |place: &Rect| {
        let apart = place.expand2(vec2(LEAST_SPACE, 0.0));
        screen.contains_rect(*place) && !taken.iter().any(|taken| taken.intersects(apart))
    };
    places.into_iter().find(free)
}

/// Text with a dark rim, to be read on anything.
fn write(painter: &egui::Painter, at: Pos2, galley: &Arc<Galley>, color: [u8; 4]) {
    let [red, green, blue, alpha] = color;
    let rim = Color32::from_black_alpha((u32::from(alpha) * 150 / 255) as u8);
    for (x, y) in [
        (-1.0, 0.0),
        (1.0, 0.0),
        (0.0, -1.0),
        (0.0, 1.0),
        (-0.7, -0.7),
        (0.7, -0.7),
        (-0.7, 0.7),
        (0.7, 0.7),
    ] {
        painter.galley(at + vec2(x, y), Arc::clone(galley), rim);
    }
    let color = Color32::from_rgba_unmultiplied(red, green, blue, alpha);
    painter.galley(at, Arc::clone(galley), color);
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

    use super::*;

    #[test]
    fn labels_at_one_place_go_around_it_and_then_are_left_out() {
        let screen = Rect::from_min_size(Pos2::ZERO, vec2(400.0, 300.0));
        let mut taken: Vec<Rect> = Vec::new();
        while let Some(place) = free_place(pos2(200.0, 150.0), vec2(40.0, 14.0), screen, &taken) {
            assert!(taken.iter().all(|other| !other.intersects(place)));
            taken.push(place);
        }
        assert!((2..=8).contains(&taken.len()), "{}", taken.len());
    }

    #[test]
    fn at_the_right_edge_a_label_goes_to_the_left() {
        let screen = Rect::from_min_size(Pos2::ZERO, vec2(400.0, 300.0));
        let place = free_place(pos2(390.0, 150.0), vec2(40.0, 14.0), screen, &[]).unwrap();
        assert!(place.max.x < 390.0);
    }
}
