//! The slots of a Spine character in the draw order of the moment, with its constraints and events.

use egui::{
    CollapsingHeader, Label, Rect, RichText, ScrollArea, Shape, Stroke, Ui, UiBuilder, Vec2,
};

use super::rows::Row;
use super::{constraints, events, spelled, theme};
use crate::model::spine::{AttachmentKind, Rig};
use crate::scene::slot_keys::{KeyKind, SlotMark, SlotMarks};
use crate::scene::spine::SpineItem;
use crate::scene::{Item, Scene};

/// Share of the page's height that constraints and events may take.
const REST_SHARE: f32 = 0.44;
/// Rows that headings and a few events need.
const REST_ROWS: usize = 7;
/// Share of what the slots leave that the constraints may take.
const CONSTRAINTS_SHARE: f32 = 0.55;

/// Seconds in which a row slides to another place.
const SLIDE: f32 = 0.15;
/// Room at the right of a row, in points, for the mark of keys.
const MARK: f32 = 12.0;
/// How much of the accent lies behind a row whose keys fire.
const FLASH: f32 = 0.35;

/// What the page remembers.
#[derive(Debug, Default)]
pub(super) struct Memory {
    /// The selection that the list was last scrolled to.
    scrolled_to: Option<usize>,
    marks: SlotMarks,
}

pub(super) fn show(ui: &mut Ui, memory: &mut Memory, scene: &mut Scene) {
    scene.pose_now();
    let rig = scene.item.as_ref().and_then(Item::spine);
    let rows = REST_ROWS + rig.map_or(0, |(_, rig)| rig.constraints.len());
    let row = ui.spacing().interact_size.y + ui.spacing().item_spacing.y;
    let height = ui.available_height();
    let slots_height = height - (rows as f32 * row).min(height * REST_SHARE);
    section(ui, "Slots in draw order", |ui| {
        slots(ui, memory, scene, slots_height);
    });
    ui.separator();
    let constraints_height = ui.available_height() * CONSTRAINTS_SHARE;
    section(ui, "Constraints", |ui| {
        constraints::show(ui, scene, constraints_height);
    });
    ui.separator();
    section(ui, "Events", |ui| events::show(ui, scene));
}

fn section(ui: &mut Ui, title: &str, content: impl FnOnce(&mut Ui)) {
    CollapsingHeader::new(title)
        .default_open(true)
        .show_unindented(ui, content);
}

fn slots(ui: &mut Ui, memory: &mut Memory, scene: &mut Scene, height: f32) {
    let mut selected = scene.selected_slot;
    let Some((spine, rig)) = scene.item.as_mut().and_then(Item::spine_mut) else {
        return;
    };
    switches(ui, spine, rig);
    let order = spine.order().to_vec();
    let text = summary(spine, &order);
    ui.add(Label::new(RichText::new(text).small().weak()).truncate());
    memory
        .marks
        .look(rig, &spine.shown().pose, playing(spine, rig));
    let step = ui.spacing().interact_size.y + ui.spacing().item_spacing.y;
    let height = (height - 80.0).max(20.0);
    let mut area = ScrollArea::vertical()
        .id_salt("slots")
        .max_height(height)
        .min_scrolled_height(0.0)
        .auto_shrink([false, true]);
    if selected != memory.scrolled_to
        && let Some(place) = order.iter().position(|slot| Some(*slot) == selected)
    {
        let row = order.len() - 1 - place;
        area = area.vertical_scroll_offset((row as f32 * step - height * 0.4).max(0.0));
    }
    area.show_viewport(ui, |ui, seen| {
        ui.set_height((order.len() as f32 * step - ui.spacing().item_spacing.y).max(0.0));
        let list = ui.max_rect();
        for (place, &slot) in order.iter().enumerate() {
            // The pose lists them back to front.
            let row = (order.len() - 1 - place) as f32;
            let row = ui
                .ctx()
                .animate_value_with_time(ui.scope_id().with(slot), row, SLIDE);
            let top = row * step;
            if top + step < seen.top() || top > seen.bottom() {
                continue;
            }
            let size = Vec2::new(list.width(), ui.spacing().interact_size.y);
            let rect = Rect::from_min_size(list.min + Vec2::new(0.0, top), size);
            let builder = UiBuilder::new().id_salt(slot).max_rect(rect);
            let content = Content {
                rig,
                slot,
                place,
                mark: memory.marks.of(slot),
            };
            ui.scope_builder(builder, |ui| content.show(ui, spine, &mut selected));
        }
    });
    memory.scrolled_to = selected;
    scene.selected_slot = selected;
}

fn switches(ui: &mut Ui, spine: &mut SpineItem, rig: &Rig) {
    ui.horizontal(|ui| {
        ui.toggle_value(&mut spine.draw_order_playback, "Draw order")
            .accessible_name("Draw order")
            .on_hover_text(
                "Slots change places as the animation says; else they keep the setup order",
            );
        if ui
            .small_button("Show all")
            .accessible_name("Show all slots")
            .clicked()
        {
            (0..rig.slots.len()).for_each(|slot| spine.hide(slot, false));
        }
        if ui
            .small_button("Hide all")
            .accessible_name("Hide all slots")
            .clicked()
        {
            (0..rig.slots.len()).for_each(|slot| spine.hide(slot, true));
        }
    });
}

fn summary(spine: &SpineItem, order: &[usize]) -> String {
    let moved = order
        .iter()
        .enumerate()
        .filter(|(place, slot)| place != *slot);
    match (spine.draw_order_playback, moved.count()) {
        (false, _) => "Front first, in the setup order".to_owned(),
        (true, 0) => "Front first; all in their setup places".to_owned(),
        (true, moved) => format!(
            "Front first; {moved} of {} not in their setup places",
            order.len()
        ),
    }
}

/// The animations on the tracks with the seconds that they show.
fn playing(spine: &SpineItem, rig: &Rig) -> impl Iterator<Item = (usize, f64)> {
    let state = &spine.shown().state;
    let entries = (0..state.track_count()).filter_map(|track| state.current(track));
    let begun = entries.filter(|entry| entry.delay <= 0.0);
    begun.filter_map(|entry| {
        let animation = entry.animation?;
        let seconds = entry.animation_time();
        let seconds = if entry.reverse {
            rig.animations.get(animation)?.duration - seconds
        } else {
            seconds
        };
        Some((animation, seconds))
    })
}

/// One row: a tick box, the slot, what it shows, and a mark while its keys fire.
struct Content<'a> {
    rig: &'a Rig,
    slot: usize,
    /// From the back.
    place: usize,
    mark: SlotMark,
}

impl Content<'_> {
    fn show(&self, ui: &mut Ui, spine: &mut SpineItem, selected: &mut Option<usize>) {
        let Some(data) = self.rig.slots.get(self.slot) else {
            return;
        };
        self.flash(ui);
        let name = spelled(&data.name);
        let pose = &spine.shown().pose;
        let attachment = pose.applied().slots.get(self.slot);
        let attachment = attachment.and_then(|slot| self.rig.attachments.get(slot.attachment?));
        let moved = self.place as i64 - self.slot as i64;
        let plain = RichText::new(format!("{name}{}", places(moved)));
        let text = match (moved, attachment) {
            (0, Some(_)) => plain,
            (0, None) => plain.weak(),
            _ => plain.color(theme::accent(ui)),
        };
        let aside = attachment.map(|attachment| spelled(&attachment.name));
        let shown = aside.unwrap_or("nothing");
        let help = || {
            let kind = attachment.map(|attachment| kind(self.rig, &attachment.kind));
            format!(
                "Slot {} {name}{}\nshows {shown}{}{}",
                self.slot,
                moved_words(moved),
                kind.unwrap_or_default(),
                keys(self.mark),
            )
        };
        let row = Row {
            tick: format!("Show {name}"),
            name: format!(
                "{name} shows {shown}{}{}",
                moved_words(moved),
                keyed(self.mark)
            ),
            text,
            aside: aside.unwrap_or_default(),
            margin: MARK,
            selected: *selected == Some(self.slot),
            help: &help,
        };
        let mut visible = !spine.is_hidden(self.slot);
        let clicked = row.show(ui, &mut visible);
        spine.hide(self.slot, !visible);
        if clicked {
            *selected = Some(self.slot).filter(|_| *selected != Some(self.slot));
        }
    }

    /// Behind the row a colour that fades, and at its right a diamond.
    fn flash(&self, ui: &Ui) {
        let strength = self.mark.strength();
        if strength <= 0.0 {
            return;
        }
        let rect = ui.max_rect();
        let accent = theme::accent(ui);
        let painter = ui.painter();
        painter.rect_filled(rect, 3.0, accent.gamma_multiply(FLASH * strength));
        let at = rect.right_center() - Vec2::new(MARK, 0.0);
        let corners = [(0.0, -4.0), (4.0, 0.0), (0.0, 4.0), (-4.0, 0.0)];
        let corners = corners.map(|(x, y)| at + Vec2::new(x, y)).to_vec();
        let color = accent.gamma_multiply(0.3 + 0.7 * strength);
        painter.add(Shape::convex_polygon(corners, color, Stroke::NONE));
    }
}

/// Behind the name of a slot that is not in its setup place: by how many, towards the front.
fn places(moved: i64) -> String {
    if moved == 0 {
        String::new()
    } else {
        format!("  {moved:+}")
    }
}

fn moved_words(moved: i64) -> String {
    match moved {
        0 => String::new(),
        1.. => format!(", moved {moved} to the front"),
        _ => format!(", moved {} to the back", -moved),
    }
}

/// For screen readers: what was keyed.
fn keyed(mark: SlotMark) -> String {
    let kinds: Vec<&str> = mark.fired().map(|(kind, _)| kind.title()).collect();
    if kinds.is_empty() {
        String::new()
    } else {
        format!(", keyed: {}", kinds.join(", "))
    }
}

/// For people: what was keyed, and when, each on a line of its own.
fn keys(mark: SlotMark) -> String {
    let line = |(kind, age): (KeyKind, f64)| format!("\n{} key, {age:.2} s ago", kind.title());
    mark.fired().map(line).collect()
}

/// What an attachment is, after its name.
fn kind(rig: &Rig, kind: &AttachmentKind) -> String {
    match kind {
        AttachmentKind::Region(_) => ", a region".into(),
        AttachmentKind::Mesh(mesh) => format!(", a mesh of {} triangles", mesh.triangles.len() / 3),
        AttachmentKind::LinkedMesh(_) => ", a linked mesh".into(),
        AttachmentKind::Path(path) if path.closed => ", a closed path".into(),
        AttachmentKind::Path(_) => ", a path".into(),
        AttachmentKind::Point(_) => ", a point".into(),
        AttachmentKind::BoundingBox { .. } => ", a bounding box".into(),
        AttachmentKind::Clipping(clipping) => {
            let end = clipping.end.and_then(|slot| rig.slots.get(slot));
            let end = end.map_or("the front", |slot| spelled(&slot.name));
            let side = if clipping.inverse {
                "outside"
            } else {
                "inside"
            };
            format!(" and clips: of the slots up to {end}, only what lies {side} is drawn")
        }
    }
}
