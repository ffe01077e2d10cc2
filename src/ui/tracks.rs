//! The tracks of a Spine character: what plays on each, how strongly, and how long one animation takes to replace another.

use egui::{Align, Button, DragValue, Layout, RichText, ScrollArea, Ui};

use super::spelled;
use crate::model::spine::Rig;
use crate::scene::spine::SpineItem;
use crate::scene::spine_tracks::{MOST_TRACKS, TrackPick};
use crate::scene::{Item, Scene};

/// What an empty track plays.
pub(super) const EMPTY: &str = "Empty track";
/// Seconds.
const LONGEST_MIX: f64 = 5.0;
/// Share of the panel's height that rows may take before they scroll.
const SHARE: f32 = 0.3;

/// What a row came to.
enum Said {
    Select,
    Empty,
    Mix { alpha: f64, additive: bool },
}

/// The track that the list of animations picks for, and what plays on it.
pub(super) fn picked(item: &Item) -> (usize, Option<usize>) {
    let Some((spine, _)) = item.spine() else {
        return (0, item.picks().2);
    };
    let track = spine.selected_track;
    let pick = spine.tracks().get(track);
    (track, pick.and_then(|pick| pick.animation))
}

/// Nothing for other characters.
pub(super) fn show(ui: &mut Ui, scene: &mut Scene) {
    if !scene.is_spine() {
        return;
    }
    bar(ui, scene);
    let Some((spine, rig)) = scene.item.as_ref().and_then(Item::spine) else {
        return;
    };
    let mut said = None;
    ScrollArea::vertical()
        .id_salt("tracks")
        .max_height((ui.available_height() * SHARE).max(20.0))
        .min_scrolled_height(0.0)
        .auto_shrink([false, true])
        .show(ui, |ui| {
            for track in 0..spine.tracks().len() {
                if let Some(it) = row(ui, spine, rig, track) {
                    said = Some((track, it));
                }
            }
        });
    if let Some((track, said)) = said {
        obey(scene, track, said);
    }
    ui.separator();
}

fn bar(ui: &mut Ui, scene: &mut Scene) {
    let Some((spine, rig)) = scene.item.as_mut().and_then(Item::spine_mut) else {
        return;
    };
    ui.horizontal_wrapped(|ui| {
        ui.label("Mix");
        let mix = DragValue::new(&mut spine.mix)
            .range(0.0..=LONGEST_MIX)
            .speed(0.01)
            .fixed_decimals(2)
            .suffix(" s");
        ui.add(mix).accessible_name("Mix seconds").on_hover_text(
            "How long another animation takes to replace what a track plays; at 0 all tracks start anew",
        );
        let more = spine.tracks().len() < MOST_TRACKS;
        let add = ui
            .add_enabled(more, Button::new("Add track").small())
            .on_hover_text("Plays one more animation over the others");
        if add.clicked() {
            spine.add_track();
        }
        let back = ui
            .add_enabled(spine.is_moved(), Button::new("Put back").small())
            .on_hover_text("Moves the character to where it stood (Alt or Ctrl + drag moves it)");
        if back.clicked() {
            spine.put_back(rig);
        }
    });
}

/// Number and animation, which select the track; share; whether it adds; and what empties it.
fn row(ui: &mut Ui, spine: &SpineItem, rig: &Rig, track: usize) -> Option<Said> {
    let pick = spine.tracks().get(track)?;
    let animation = pick.animation.and_then(|index| rig.animations.get(index));
    let name = animation.map_or(EMPTY, |animation| spelled(&animation.name));
    let mut said = None;
    ui.horizontal(|ui| {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let empties = animation.is_some() || track > 0;
            let empty = ui
                .add_enabled(empties, Button::new("×").small())
                .accessible_name(format!("Empty track {track}"))
                .on_hover_text("Empties the track; fades out where a mix time is set");
            if empty.clicked() {
                said = Some(Said::Empty);
            }
            said = said.take().or(mixing(ui, pick, track));
            let text = RichText::new(format!("{track}  {name}"));
            let text = match animation {
                Some(_) => text,
                None => text.weak(),
            };
            let selected = spine.selected_track == track;
            let button = Button::selectable(selected, text).right_text("").truncate();
            let size = [ui.available_width(), ui.spacing().interact_size.y];
            let button = ui
                .add_sized(size, button)
                .accessible_name(format!("Track {track}: {name}"))
                .on_hover_text(format!(
                    "Track {track}: {name}\nThe list below picks for the selected one"
                ));
            if button.clicked() {
                said = Some(Said::Select);
            }
        });
    });
    said
}

fn mixing(ui: &mut Ui, pick: &TrackPick, track: usize) -> Option<Said> {
    let TrackPick {
        mut alpha,
        mut additive,
        ..
    } = *pick;
    ui.toggle_value(&mut additive, "+")
        .accessible_name(format!("Track {track} adds"))
        .on_hover_text("Adds to what lower tracks have set, where a property can");
    let value = DragValue::new(&mut alpha)
        .range(0.0..=1.0)
        .speed(0.01)
        .fixed_decimals(2);
    ui.add(value)
        .accessible_name(format!("Alpha of track {track}"))
        .on_hover_text("Share of the animation's values");
    let changed = (alpha, additive) != (pick.alpha, pick.additive);
    changed.then_some(Said::Mix { alpha, additive })
}

fn obey(scene: &mut Scene, track: usize, said: Said) {
    let Some((spine, _)) = scene.item.as_mut().and_then(Item::spine_mut) else {
        return;
    };
    let plays = spine.tracks().get(track).and_then(|pick| pick.animation);
    match said {
        Said::Select => spine.selected_track = track,
        Said::Mix { alpha, additive } => spine.set_mixing(track, alpha, additive),
        Said::Empty if plays.is_some() => scene.pick_animation(track, None),
        Said::Empty => spine.trim_tracks(),
    }
}
