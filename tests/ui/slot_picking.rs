//! Slots under the pointer: what is seen there is what is picked.

use std::path::Path;
use std::sync::Arc;

use egui::{Pos2, Vec2};
use egui_kittest::kittest::Queryable;
use glam::{Vec2 as Pixel, Vec3};
use rigscope::formats::sniff::Kind;
use rigscope::formats::spine::character::add_rig;
use rigscope::model::spine::{
    Animation, Atlas, AtlasPage, AtlasRegion, Attachment, AttachmentKind, Bone, Clipping,
    DrawOrderKey, Region, Rig, Shift, Skin, SkinEntry, Slot, Timeline, Vertices,
};
use rigscope::model::{AtlasFile, Character, Family, Image, Texture};
use rigscope::scene::Scene;
use rigscope::ui::Tab;

use super::bench::bench;

const SIZE: Pixel = Pixel::new(400.0, 300.0);
const BACK: usize = 0;
const FRONT: usize = 2;

/// Squares of 20 units about the origin: `back` is all opaque; `front` is opaque at the left alone, and cut to the inner
/// 10 units by `cut`. At half a second `back` comes to the front.
fn rig() -> Rig {
    let square = |name: &str| AttachmentKind::Region(Region::new(name, 20.0, 20.0));
    let corners = [[-5.0, -5.0], [-5.0, 5.0], [5.0, 5.0], [5.0, -5.0]];
    let cut = AttachmentKind::Clipping(Clipping {
        end: Some(FRONT),
        vertices: Vertices::Plain(corners.to_vec()),
        convex: true,
        inverse: false,
        color: Clipping::COLOR,
    });
    let names = ["back", "cut", "front"];
    let kinds = [square("solid"), cut, square("half")];
    let slot = |name: &str| Slot {
        attachment: Some(name.into()),
        ..Slot::new(name, 0)
    };
    let entry = |(slot, name): (usize, &&str)| SkinEntry {
        slot,
        placeholder: (*name).into(),
        attachment: slot,
    };
    let attachment = |(name, kind): (&str, AttachmentKind)| Attachment {
        name: name.into(),
        kind,
    };
    let to_front = Shift { slot: BACK, by: 2 };
    let order = DrawOrderKey::new(0.5, vec![to_front], names.len()).unwrap();
    let mut animation = Animation::new("swap", vec![Timeline::DrawOrder(vec![order])]);
    animation.duration = 1.0;
    Rig {
        version: "4.3.23".into(),
        bones: vec![Bone::new("root", None)],
        slots: names.map(slot).to_vec(),
        skins: vec![Skin {
            entries: names.iter().enumerate().map(entry).collect(),
            ..Skin::new("default")
        }],
        default_skin: Some(0),
        attachments: names.into_iter().zip(kinds).map(attachment).collect(),
        animations: vec![animation],
        ..Rig::default()
    }
}

fn region(name: &str, x: i32) -> AtlasRegion {
    AtlasRegion {
        name: name.into(),
        x,
        width: 2,
        height: 2,
        original_width: 2,
        original_height: 2,
        ..AtlasRegion::default()
    }
}

/// The rig with its page: two opaque texels of `solid`, one of `half` and one that is nearly clear.
fn character(rig: Rig) -> Character {
    let mut character = Character::empty(Family::Spine, "squares");
    add_rig(
        &mut character,
        rig,
        Kind::SpineJson,
        Path::new("squares.json"),
    );
    let alphas = [255, 255, 255, 5].repeat(2);
    character.textures.push(Texture {
        name: "squares".into(),
        file: None,
        container: "png",
        format: "RGBA".into(),
        format_number: None,
        flags: 0,
        size: [4, 2],
        mips: 1,
        image: Some(Arc::new(Image {
            width: 4,
            height: 2,
            rgba: alphas
                .iter()
                .flat_map(|&alpha| [200, 200, 200, alpha])
                .collect(),
        })),
    });
    let page = AtlasPage {
        name: "squares.png".into(),
        size: Some([4, 2]),
        ..AtlasPage::default()
    };
    character.atlases.push(AtlasFile {
        name: "squares".into(),
        file: "squares.atlas".into(),
        atlas: Atlas {
            pages: vec![page],
            regions: vec![region("solid", 0), region("half", 2)],
        },
        pages: vec![Some(0)],
    });
    character
}

fn scene(rig: Rig, seconds: f64) -> Scene {
    let mut scene = Scene::default();
    scene.show(character(rig));
    scene.clock.playing = false;
    scene.clock.seek(seconds);
    scene.fit_now(SIZE.x / SIZE.y);
    scene.pose_now();
    scene
}

/// Where a point of the rig is seen.
fn pixel(scene: &Scene, x: f32, y: f32, size: Pixel) -> Pixel {
    let world = scene.item.as_ref().unwrap().world_from_file();
    let at = world.transform_point3(Vec3::new(x, y, 0.0));
    let camera = scene.camera.matrices(size.x / size.y);
    camera.project(at, size).unwrap().0
}

fn slot_at(scene: &Scene, x: f32, y: f32) -> Option<usize> {
    scene.slot_at(pixel(scene, x, y, SIZE), SIZE)
}

#[test]
fn the_frontmost_slot_is_picked_where_its_picture_is_seen() {
    let scene = scene(rig(), 0.0);
    assert_eq!(slot_at(&scene, -3.0, 2.0), Some(FRONT));
    assert_eq!(
        slot_at(&scene, 3.0, 2.0),
        Some(BACK),
        "through clear texels"
    );
    assert_eq!(
        slot_at(&scene, -8.0, 2.0),
        Some(BACK),
        "beyond the clipping"
    );
    assert_eq!(slot_at(&scene, -11.0, 2.0), None);
    assert_eq!(slot_at(&scene, 0.0, 40.0), None);
}

#[test]
fn the_same_slot_is_picked_from_any_side() {
    let mut scene = scene(rig(), 0.0);
    for (yaw, pitch) in [(0.6, 0.3), (-0.9, -0.4), (std::f32::consts::PI, 0.2)] {
        (scene.camera.yaw, scene.camera.pitch) = (yaw, pitch);
        assert_eq!(slot_at(&scene, -3.0, 2.0), Some(FRONT), "{yaw}");
        assert_eq!(slot_at(&scene, 3.0, 2.0), Some(BACK), "{yaw}");
    }
    // From its edge a flat character is not seen.
    (scene.camera.yaw, scene.camera.pitch) = (std::f32::consts::FRAC_PI_2, 0.0);
    assert_eq!(
        scene.slot_at(SIZE * 0.5 + Pixel::new(40.0, 0.0), SIZE),
        None
    );
}

#[test]
fn hidden_and_clear_slots_are_looked_through() {
    let mut hidden = scene(rig(), 0.0);
    let (spine, _) = hidden.item.as_mut().unwrap().spine_mut().unwrap();
    spine.hide(FRONT, true);
    assert_eq!(slot_at(&hidden, -3.0, 2.0), Some(BACK));
    let mut faded = rig();
    faded.slots[FRONT].color[3] = 0.0;
    assert_eq!(slot_at(&scene(faded, 0.0), -3.0, 2.0), Some(BACK));
}

#[test]
fn the_draw_order_of_the_moment_decides() {
    let mut later = scene(rig(), 0.75);
    assert_eq!(slot_at(&later, -3.0, 2.0), Some(BACK));
    let (spine, _) = later.item.as_mut().unwrap().spine_mut().unwrap();
    spine.draw_order_playback = false;
    assert_eq!(slot_at(&later, -3.0, 2.0), Some(FRONT));
}

#[test]
fn a_slot_without_its_picture_is_picked_where_the_marker_is_drawn() {
    let mut rig = rig();
    rig.attachments[FRONT].kind = AttachmentKind::Region(Region::new("lost", 20.0, 20.0));
    assert_eq!(slot_at(&scene(rig, 0.0), 3.0, 2.0), Some(FRONT));
}

/// A pile of slots, each a little smaller, so that all but the frontmost are seen at their left edges only.
fn pile(count: usize) -> Rig {
    let mut rig = rig();
    let number = |index: usize| format!("slot {index}");
    let width = |index: usize| 40.0 + (count - index) as f64 * 20.0;
    rig.slots = (0..count)
        .map(|index| Slot {
            attachment: Some("picture".into()),
            ..Slot::new(number(index), 0)
        })
        .collect();
    rig.attachments = (0..count)
        .map(|index| Attachment {
            name: number(index),
            kind: AttachmentKind::Region(Region::new("solid", width(index), 40.0)),
        })
        .collect();
    rig.skins[0].entries = (0..count)
        .map(|index| SkinEntry {
            slot: index,
            placeholder: "picture".into(),
            attachment: index,
        })
        .collect();
    rig.animations.clear();
    rig
}

#[test]
fn a_click_in_the_picture_selects_the_slot_and_leads_the_list_to_it() {
    let mut harness = bench(Vec2::new(1280.0, 740.0), 1.0, scene(pile(60), 0.0));
    harness.state_mut().shell.tab = Tab::Slots;
    harness.run();
    assert!(harness.query_by_label("Show slot 0").is_none(), "far below");
    let rect = harness.state().last.picture.unwrap();
    let size = Pixel::new(rect.width(), rect.height());
    let scene = &mut harness.state_mut().scene;
    scene.fit_now(size.x / size.y);
    let left = |slot: usize| -(40.0 + (60 - slot) as f32 * 20.0) / 2.0 + 5.0;
    let places = [0, 59].map(|slot| pixel(scene, left(slot), 0.0, size));
    for (slot, at) in [0, 59].into_iter().zip(places) {
        let at = rect.min + Vec2::new(at.x, at.y);
        harness.drag_at(at);
        harness.run();
        harness.drop_at(at);
        harness.run();
        assert_eq!(harness.state().scene.selected_slot, Some(slot));
        harness.get_by_label(&format!("Show slot {slot}"));
    }
    let nowhere = rect.left_bottom() + Vec2::new(30.0, -30.0);
    harness.drag_at(nowhere);
    harness.run();
    harness.drop_at(nowhere);
    harness.run();
    assert_eq!(harness.state().scene.selected_slot, None);
}

#[test]
fn where_bones_are_shown_they_are_picked_first() {
    let mut scene = scene(rig(), 0.0);
    scene.view.bones = true;
    let mut harness = bench(Vec2::new(1280.0, 740.0), 1.0, scene);
    let rect = harness.state().last.picture.unwrap();
    let size = Pixel::new(rect.width(), rect.height());
    let scene = &mut harness.state_mut().scene;
    scene.fit_now(size.x / size.y);
    let at = |pixel: Pixel| -> Pos2 { rect.min + Vec2::new(pixel.x, pixel.y) };
    let [root, beside] = [0.0, -8.0].map(|x| at(pixel(scene, x, 0.0, size)));
    for (at, expected) in [(root, (Some(0), None)), (beside, (None, Some(BACK)))] {
        harness.drag_at(at);
        harness.run();
        harness.drop_at(at);
        harness.run();
        let scene = &harness.state().scene;
        assert_eq!((scene.selected_joint, scene.selected_slot), expected);
    }
}
