//! The panels around a Spine character: skins, slots in draw order, constraints, events.

use std::path::Path;

use egui::Vec2;
use egui::accesskit::Role;
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use rigscope::formats::sniff::Kind;
use rigscope::formats::spine::character::add_rig;
use rigscope::model::spine::{
    Animation, Atlas, AtlasPage, AtlasRegion, Attachment, AttachmentKind, Bone, BoneTimeline,
    Constraint, ConstraintKind, DrawOrderKey, EventData, EventKey, IkConstraint, Key, Region, Rig,
    ScaleYMode, Shift, Skin, SkinEntry, Slot, Timeline,
};
use rigscope::model::{AtlasFile, Character, Family};
use rigscope::scene::frame::FramePacket;
use rigscope::scene::view::Outline;
use rigscope::scene::{Camera, Scene};
use rigscope::ui::{Tab, title};

use super::bench::{Bench, open, stepped_bench};

/// Slots `back` and `front` on a bone that a constraint turns; both skins have something for `front`; the animation
/// swaps the slots at half a second and tells of a `step` at a quarter.
pub fn rig() -> Rig {
    let mut arm = Bone::new("arm", Some(0));
    arm.length = 10.0;
    let mut target = Bone::new("target", Some(0));
    target.y = 10.0;
    let slot = |name: &str, shade: f64| Slot {
        color: [shade, shade, shade, 1.0],
        attachment: Some("picture".into()),
        ..Slot::new(name, 1)
    };
    let attachment = |name: &str, width: f64| Attachment {
        name: name.into(),
        kind: AttachmentKind::Region(Region::new(name, width, 4.0)),
    };
    let skin = |name: &str, slot: usize, attachment: usize| Skin {
        entries: vec![SkinEntry {
            slot,
            placeholder: "picture".into(),
            attachment,
        }],
        ..Skin::new(name)
    };
    let swapped = Shift { slot: 0, by: 1 };
    let order = DrawOrderKey::new(0.5, vec![swapped], 2).unwrap();
    let step = EventKey {
        time: 0.25,
        event: 0,
        int: 3,
        float: 0.0,
        string: None,
        volume: 1.0,
        balance: 0.0,
    };
    let moving = |name: &str, timeline: BoneTimeline, more: Vec<Timeline>| {
        let bone = Timeline::Bone { bone: 2, timeline };
        let timelines = more.into_iter().chain([bone]).collect();
        Animation::new(name, timelines)
    };
    let way = |seconds: f64, to: f64| vec![Key::linear(0.0, [0.0]), Key::linear(seconds, [to])];
    let later = EventKey {
        time: 0.3,
        ..step.clone()
    };
    let rise = moving("rise", BoneTimeline::TranslateY(way(2.0, 8.0)), vec![]);
    let slide = moving(
        "slide",
        BoneTimeline::TranslateX(way(0.8, 6.0)),
        vec![Timeline::Event(vec![later])],
    );
    let mut animation = Animation::new(
        "swap",
        vec![
            Timeline::DrawOrder(vec![order]),
            Timeline::Event(vec![step]),
        ],
    );
    animation.duration = 1.0;
    Rig {
        version: "4.3.23".into(),
        bones: vec![Bone::new("root", None), arm, target],
        slots: vec![slot("back", 0.25), slot("front", 0.75)],
        constraints: vec![Constraint {
            name: "aim".into(),
            skin_required: false,
            kind: ConstraintKind::Ik(IkConstraint {
                bones: vec![1],
                target: 2,
                mix: 1.0,
                softness: 0.0,
                bend_positive: true,
                compress: false,
                stretch: false,
                scale_y: ScaleYMode::None,
            }),
        }],
        skins: vec![skin("default", 0, 0), skin("red", 1, 1), skin("blue", 1, 2)],
        default_skin: Some(0),
        attachments: vec![
            attachment("shadow", 8.0),
            attachment("red hat", 5.0),
            attachment("blue hat", 6.0),
        ],
        events: vec![EventData {
            name: "step".into(),
            ..EventData::default()
        }],
        animations: vec![animation, rise, slide],
        ..Rig::default()
    }
}

/// An atlas whose page says that it is premultiplied.
fn atlas() -> AtlasFile {
    let page = AtlasPage {
        name: "figure.png".into(),
        premultiplied: Some(true),
        ..AtlasPage::default()
    };
    let region = AtlasRegion {
        name: "shadow".into(),
        width: 8,
        height: 4,
        original_width: 8,
        original_height: 4,
        ..AtlasRegion::default()
    };
    AtlasFile {
        name: "figure".into(),
        file: "figure.atlas".into(),
        atlas: Atlas {
            pages: vec![page],
            regions: vec![region],
        },
        pages: vec![None],
    }
}

/// The rig, paused at a moment, with the page of slots open.
pub fn open_at(seconds: f64) -> Harness<'static, Bench> {
    open_stepping(seconds, 0.25)
}

/// The same with a rig of one's own.
pub fn open_rig(rig: Rig, seconds: f64) -> Harness<'static, Bench> {
    open_with(rig, seconds, 0.25)
}

fn open_stepping(seconds: f64, step: f32) -> Harness<'static, Bench> {
    open_with(rig(), seconds, step)
}

fn open_with(rig: Rig, seconds: f64, step: f32) -> Harness<'static, Bench> {
    let mut character = Character::empty(Family::Spine, "figure");
    add_rig(
        &mut character,
        rig,
        Kind::SpineJson,
        Path::new("figure.json"),
    );
    character.atlases.push(atlas());
    let mut scene = Scene::default();
    scene.show(character);
    scene.clock.playing = false;
    scene.clock.seek(seconds);
    let mut harness = stepped_bench(Vec2::new(1280.0, 740.0), 1.0, scene, step);
    harness.state_mut().shell.tab = Tab::Slots;
    harness.run();
    harness
}

pub fn click(harness: &mut Harness<'_, Bench>, name: &str) {
    harness.get_by_label(name).click();
    harness.run();
}

/// Shade and corners of each slot of the frame, back to front.
fn drawn(harness: &mut Harness<'_, Bench>) -> Vec<(f32, Vec<[f32; 3]>)> {
    let mut packet = FramePacket::new(Camera::default().matrices(1.0));
    let scene = &mut harness.state_mut().scene;
    scene.build_frame([200, 200], 1.0, true, &mut packet);
    let slot = |slot: &rigscope::scene::frame::SlotDraw| {
        let corner = |&index: &u32| packet.slot_corner(slot, index).unwrap().0.to_array();
        let range = slot.indices.start as usize..slot.indices.end as usize;
        let corners = packet.slot_indices[range].iter().map(corner);
        (slot.light[0], corners.collect())
    };
    packet.slots.iter().map(slot).collect()
}

fn shades(drawn: &[(f32, Vec<[f32; 3]>)]) -> Vec<f32> {
    drawn.iter().map(|(shade, _)| *shade).collect()
}

#[test]
fn ticking_skins_changes_what_is_shown_and_the_last_ticked_wins() {
    let mut harness = open_at(0.0);
    harness.get_by_label("front shows nothing");
    assert_eq!(shades(&drawn(&mut harness)), [0.25]);
    click(&mut harness, "Wear red");
    harness.get_by_label("front shows red hat");
    let red = drawn(&mut harness);
    assert_eq!(shades(&red), [0.25, 0.75]);
    click(&mut harness, "Wear blue");
    harness.get_by_label("front shows blue hat");
    assert_ne!(drawn(&mut harness)[1].1, red[1].1);
    click(&mut harness, "Wear blue");
    harness.get_by_label("front shows red hat");
    assert_eq!(drawn(&mut harness), red);
    click(&mut harness, "Wear none");
    harness.get_by_label("front shows nothing");
}

#[test]
fn draw_order_playback_changes_the_order_of_the_slots_and_no_vertex() {
    let mut harness = open_at(0.75);
    click(&mut harness, "Wear red");
    let mut played = drawn(&mut harness);
    assert_eq!(shades(&played), [0.75, 0.25]);
    click(&mut harness, "Draw order");
    let setup = drawn(&mut harness);
    assert_eq!(shades(&setup), [0.25, 0.75]);
    played.reverse();
    assert_eq!(played, setup);
    click(&mut harness, "Draw order");
    assert_eq!(shades(&drawn(&mut harness)), [0.75, 0.25]);
}

#[test]
fn the_list_follows_the_draw_order_front_first_and_marks_what_moved() {
    let mut harness = open_at(0.25);
    let top = |harness: &Harness<'_, Bench>, name: &str| harness.get_by_label(name).rect().top();
    harness.get_by_label("Front first; all in their setup places");
    assert!(top(&harness, "Show front") < top(&harness, "Show back"));
    harness.state_mut().scene.clock.seek(0.75);
    harness.run();
    harness.get_by_label("Front first; 2 of 2 not in their setup places");
    harness.get_by_label("back shows shadow, moved 1 to the front");
    harness.get_by_label("front shows nothing, moved 1 to the back");
    assert!(top(&harness, "Show back") < top(&harness, "Show front"));
    click(&mut harness, "Draw order");
    harness.get_by_label("Front first, in the setup order");
    harness.get_by_label("back shows shadow");
    assert!(top(&harness, "Show front") < top(&harness, "Show back"));
}

#[test]
fn rows_slide_to_their_new_places() {
    let mut harness = open_stepping(0.25, 0.02);
    let back = |harness: &Harness<'_, Bench>| harness.get_by_label("Show back").rect().top();
    let before = back(&harness);
    harness.state_mut().scene.clock.seek(0.75);
    let mut tops: Vec<f32> = Vec::new();
    for _ in 0..20 {
        harness.step();
        tops.push(back(&harness));
    }
    let after = tops.last().copied().unwrap();
    assert!(after < before);
    assert!(tops.is_sorted_by(|one, next| one >= next), "{tops:?}");
    let between = |top: &&f32| **top > after + 1.0 && **top < before - 1.0;
    assert!(tops.iter().filter(between).count() > 2, "{tops:?}");
}

#[test]
fn a_hidden_slot_is_not_drawn() {
    let mut harness = open_at(0.0);
    click(&mut harness, "Wear red");
    click(&mut harness, "Show back");
    assert_eq!(shades(&drawn(&mut harness)), [0.75]);
    click(&mut harness, "Hide all slots");
    assert!(drawn(&mut harness).is_empty());
    click(&mut harness, "Show all slots");
    assert_eq!(shades(&drawn(&mut harness)), [0.25, 0.75]);
}

#[test]
fn a_constraint_that_is_switched_off_stays_off_whatever_is_worn_and_played() {
    let mut harness = open_at(0.25);
    let turned = |harness: &mut Harness<'_, Bench>| {
        drop(drawn(harness));
        let item = harness.state().scene.item.as_ref().unwrap();
        let arm = item.pose().worlds[1].matrix3.x_axis;
        (arm.x.abs() < 1e-4, arm.y.abs() < 1e-4)
    };
    assert_eq!(turned(&mut harness), (true, false));
    click(&mut harness, "Apply aim");
    assert_eq!(turned(&mut harness), (false, true));
    click(&mut harness, "Wear red");
    assert_eq!(turned(&mut harness), (false, true));
    harness
        .get_by_role_and_label(Role::Button, "Setup pose")
        .click();
    harness.run();
    assert_eq!(turned(&mut harness), (false, true));
    click(&mut harness, "Apply aim");
    assert_eq!(turned(&mut harness), (true, false));
}

#[test]
fn the_atlas_is_named_and_what_it_says_of_alpha_can_be_overridden() {
    let mut harness = open_at(0.0);
    harness.get_by_label("1 page: figure.png");
    let premultiplied = |harness: &mut Harness<'_, Bench>| {
        let mut packet = FramePacket::new(Camera::default().matrices(1.0));
        let scene = &mut harness.state_mut().scene;
        scene.build_frame([200, 200], 1.0, true, &mut packet);
        packet.slots[0].premultiplied
    };
    assert!(premultiplied(&mut harness));
    for (choice, expected) in [
        ("no", false),
        ("yes", true),
        ("yes, as the atlas says", true),
    ] {
        harness
            .get_by_role_and_label(Role::ComboBox, "Premultiplied")
            .click();
        harness.run();
        harness.get_by_role_and_label(Role::Button, choice).click();
        harness.run();
        assert_eq!(premultiplied(&mut harness), expected, "{choice}");
    }
    let item = harness.state().scene.item.as_ref().unwrap();
    assert_eq!(item.spine().unwrap().0.premultiplied, None);
}

#[test]
fn events_are_told_once_their_time_has_passed() {
    let mut harness = open_at(0.2);
    harness.get_by_label("None fired since the start.");
    harness.state_mut().scene.clock.seek(0.3);
    harness.run();
    harness.get_by_label("0.250 s  step  int 3");
}

#[test]
fn what_only_surfaces_have_is_not_offered() {
    let harness = open_at(0.0);
    for name in ["Mapping", "Weights", "Light", "Submeshes", "Filter clips"] {
        let offered = harness.query_by_label(name).is_some();
        assert_eq!(offered, name == "Filter clips", "{name}");
    }
    assert_eq!(
        title(&harness.state().scene),
        "Rigscope - figure - swap - paused"
    );
    let league = open();
    assert!(league.query_by_label("Slots").is_none());
    for name in ["Mapping", "Weights", "Light", "Submeshes", "Skinning"] {
        assert!(league.query_by_label(name).is_some(), "{name}");
    }
}

#[test]
fn every_choice_tells_that_the_picture_is_to_be_drawn_again() {
    let mut harness = open_at(0.75);
    let choices = |harness: &Harness<'_, Bench>| {
        let item = harness.state().scene.item.as_ref().unwrap();
        item.spine().unwrap().0.choices()
    };
    let mut seen = vec![choices(&harness)];
    for name in ["Wear red", "Draw order", "Show back", "Apply aim"] {
        click(&mut harness, name);
        let now = choices(&harness);
        assert!(!seen.contains(&now), "{name}");
        seen.push(now);
    }
    let item = harness.state_mut().scene.item.as_mut().unwrap();
    item.spine_mut().unwrap().0.premultiplied = Some(true);
    assert!(!seen.contains(&choices(&harness)));
}

#[test]
fn rows_are_marked_for_a_while_once_a_key_has_moved_them() {
    for (seconds, keyed) in [
        (0.0, false),
        (0.49, false),
        (0.5, true),
        (0.6, true),
        (0.75, false),
    ] {
        let harness = open_at(seconds);
        let marked = harness.query_all_by_label_contains("keyed: draw order");
        assert_eq!(marked.count(), if keyed { 2 } else { 0 }, "{seconds}");
    }
    let mut harness = open_at(0.6);
    harness.get_by_label("back shows shadow, moved 1 to the front, keyed: draw order");
    harness
        .get_by_role_and_label(Role::Button, "Setup pose")
        .click();
    harness.run();
    harness.get_by_label("back shows shadow");
}

#[test]
fn a_click_on_a_row_selects_its_slot_and_another_one_ends_that() {
    let mut harness = open_at(0.0);
    let selected = |harness: &Harness<'_, Bench>| harness.state().scene.selected_slot;
    click(&mut harness, "back shows shadow");
    assert_eq!(selected(&harness), Some(0));
    let item = harness.state().scene.item.as_ref().unwrap();
    assert!(!item.spine().unwrap().0.is_hidden(0));
    click(&mut harness, "back shows shadow");
    assert_eq!(selected(&harness), None);
    click(&mut harness, "back shows shadow");
    harness.key_press(egui::Key::Escape);
    harness.run();
    assert_eq!(selected(&harness), None);
}

#[test]
fn keys_of_surfaces_do_nothing() {
    let mut harness = open_at(0.0);
    let state = |harness: &Harness<'_, Bench>| {
        let scene = &harness.state().scene;
        (scene.view, scene.item.as_ref().unwrap().rule())
    };
    let before = state(&harness);
    for key in [
        egui::Key::M,
        egui::Key::H,
        egui::Key::L,
        egui::Key::A,
        egui::Key::W,
    ] {
        harness.key_press(key);
        harness.run();
        assert_eq!(state(&harness), before, "{key:?}");
    }
    harness.key_press(egui::Key::B);
    harness.run();
    assert_ne!(state(&harness), before);
}

#[test]
fn a_hover_tells_what_a_constraint_acts_on() {
    let mut harness = open_at(0.0);
    let at = harness.get_by_label("aim, ik").rect().center();
    harness.hover_at(at);
    // The hint waits until the pointer rests.
    harness.run_steps(8);
    let hint = harness.get_by_label_contains("turns arm towards target");
    let text = format!("{hint:?}");
    assert!(text.contains("mix 1.00"), "{text}");
}

#[test]
fn outlines_are_ticked_one_after_the_other_in_a_menu_that_stays_open() {
    let mut harness = open_at(0.0);
    assert!(open().query_by_label("Outlines").is_none());
    click(&mut harness, "Outlines");
    for outline in Outline::ALL {
        assert!(!harness.state().scene.view.outlines.shows(outline));
    }
    for name in [
        "Regions",
        "Meshes",
        "Hulls",
        "Clipping",
        "Paths",
        "Points",
        "Bounding boxes",
    ] {
        click(&mut harness, name);
    }
    harness
        .get_by_role_and_label(Role::CheckBox, "Constraints")
        .click();
    harness.run();
    for outline in Outline::ALL {
        assert!(harness.state().scene.view.outlines.shows(outline));
    }
    click(&mut harness, "Slot names");
    assert!(harness.state().scene.view.slots);
    click(&mut harness, "No outlines");
    assert!(!harness.state().scene.view.outlines.any());
    assert!(!harness.state().scene.view.slots);
    let picture = harness.state().last.picture.unwrap();
    harness.drag_at(picture.right_bottom() - Vec2::splat(20.0));
    harness.run();
    harness.drop_at(picture.right_bottom() - Vec2::splat(20.0));
    harness.run();
    assert!(harness.query_by_label("Hulls").is_none());
}
