//! The picture, and how the pointer moves camera and selection in it.

use egui::emath::GuiRounding as _;
use egui::{
    Color32, CursorIcon, PointerButton, Rect, Response, Role, Sense, Stroke, Ui, WidgetInfo,
};
use glam::Vec2;

use super::{Surroundings, toolbar};
use crate::scene::picking::SurfaceAt;
use crate::scene::{Compare, Layout, Scene};

/// Radians for each point of dragging.
const ORBIT_SPEED: f32 = 0.008;
/// Exponent of the distance for each point of scrolling.
const WHEEL_SPEED: f32 = 0.003;
/// Points at each side of a divider that belong to it.
const GRIP: f32 = 5.0;

/// Shows the picture with its bar of switches above it, and gives the picture's rectangle in points.
pub(super) fn show(ui: &mut Ui, scene: &mut Scene, around: &Surroundings, bar: bool) -> Rect {
    if bar {
        ui.scope(|ui| toolbar::view_bar(ui, scene));
        // The picture begins right below the bar.
        ui.add_space(-ui.spacing().item_spacing.y);
    }
    let scale = ui.ctx().pixels_per_point();
    let rect = ui
        .available_rect_before_wrap()
        .round_to_pixels(scale)
        .intersect(ui.clip_rect());
    let response = ui.allocate_rect(rect, Sense::click_and_drag());
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, "View"));
    if rect.is_positive() {
        pointer(ui, &response, rect, scene, scale);
        if let Some(picture) = around.picture {
            let whole = Rect::from_min_max(egui::pos2(0.0, 0.0), egui::pos2(1.0, 1.0));
            ui.painter().image(picture, rect, whole, Color32::WHITE);
        }
        divider(ui, rect, scene);
    }
    rect
}

fn pointer(ui: &Ui, response: &Response, rect: Rect, scene: &mut Scene, scale: f32) {
    let moved = response.drag_delta();
    let (shift, moves) = ui.input(|input| {
        let held = input.modifiers;
        // Some window managers keep dragging with Alt to themselves, others with Ctrl.
        (held.shift, held.alt || held.ctrl)
    });
    let primary = response.dragged_by(PointerButton::Primary);
    if primary && moves && drag_character(ui, response, rect, scene) {
        return;
    }
    let pans = response.dragged_by(PointerButton::Middle)
        || response.dragged_by(PointerButton::Secondary)
        || shift && primary;
    if pans {
        scene
            .camera
            .pan(Vec2::new(moved.x, moved.y), rect.height().max(1.0));
    } else if primary {
        scene
            .camera
            .orbit(-moved.x * ORBIT_SPEED, moved.y * ORBIT_SPEED);
    }
    if response.hovered() {
        let (wheel, pinch) = ui.input(|input| (input.smooth_scroll_delta().y, input.zoom_delta()));
        let factor = (wheel * WHEEL_SPEED).exp() * pinch;
        if factor != 1.0 {
            scene.camera.zoom(factor);
        }
    }
    if response.double_clicked() {
        scene.ask_fit();
    } else if response.clicked()
        && let Some(at) = response.interact_pointer_pos()
    {
        let at = (at - rect.min) * scale;
        let size = rect.size() * scale;
        select(
            scene,
            Vec2::new(at.x, at.y),
            Vec2::new(size.x, size.y),
            scale,
        );
    }
}

/// The line between two that are wiped, to be dragged.
fn divider(ui: &mut Ui, rect: Rect, scene: &mut Scene) {
    if scene.compare() == Compare::Off || scene.view.layout != Layout::Wipe {
        return;
    }
    let x = rect.left() + scene.view.wipe * rect.width();
    let grip = Rect::from_x_y_ranges(x - GRIP..=x + GRIP, rect.y_range());
    let response = ui.interact(grip, ui.scope_id().with("divider"), Sense::drag());
    response.widget_info(|| WidgetInfo::labeled(Role::Splitter, true, "Divider of the picture"));
    if response.dragged()
        && let Some(at) = response.interact_pointer_pos()
    {
        let share = (at.x - rect.left()) / rect.width();
        scene.view.wipe = share.clamp(0.0, 1.0);
    }
    let response = response.on_hover_and_drag_cursor(CursorIcon::ResizeHorizontal);
    let is_held = response.hovered() || response.dragged();
    let width = if is_held { 3.0 } else { 1.5 };
    let stroke = Stroke::new(width, Color32::from_white_alpha(200));
    ui.painter().vline(x, rect.y_range(), stroke);
}

/// Whether it is a character that can be moved.
fn drag_character(ui: &Ui, response: &Response, rect: Rect, scene: &mut Scene) -> bool {
    let Some(to) = response.interact_pointer_pos() else {
        return false;
    };
    // The way up to where a press counts as dragging is part of it: what was taken hold of stays under the pointer.
    let pressed = ui.input(|input| input.pointer.press_origin());
    let moved = match pressed {
        Some(from) if response.drag_started() => to - from,
        _ => response.drag_delta(),
    };
    let pixel = |at: egui::Vec2| Vec2::new(at.x, at.y);
    moved == egui::Vec2::ZERO && scene.is_spine()
        || scene.drag_character(
            pixel(to - moved - rect.min),
            pixel(to - rect.min),
            pixel(rect.size()),
        )
}

/// The joint under the pointer where the skeleton is shown, else the submesh or slot; nothing there clears the selection.
fn select(scene: &mut Scene, pixel: Vec2, size: Vec2, scale: f32) {
    scene.clear_selection();
    if scene.view.bones || !scene.view.mesh {
        scene.selected_joint = scene.joint_at(pixel, size, scale);
    }
    if scene.selected_joint.is_none() && scene.view.mesh {
        match scene.surface_at(pixel, size) {
            Some(SurfaceAt {
                worn: None,
                submesh,
            }) => scene.selected_submesh = Some(submesh),
            Some(SurfaceAt {
                worn: Some(worn),
                submesh,
            }) => scene.selected_worn = Some((worn, submesh)),
            None => {}
        }
        scene.selected_slot = scene.slot_at(pixel, size);
    }
}
