//! Travel, marks of events, helper bones.

use glam::Vec3;
use rigscope::formats::toee::helper_bones::is_helper;
use rigscope::scene::frame::FramePacket;
use rigscope::scene::travel::Travel;

use super::{joint, place, playing};

/// The furthest that a foot slides over the ground while it stands on it, over two passes.
fn slide(clip: &str, travels: bool) -> f32 {
    let mut scene = playing(clip);
    scene.view.travel = travels;
    scene.clock.playing = true;
    let mut furthest: f32 = 0.0;
    for foot in ["Bip01 L Foot", "Bip01 R Foot"] {
        scene.clock.seek(0.0);
        let mut stands: Option<Vec3> = None;
        for _ in 0..240 {
            scene.clock.advance(1.0 / 120.0);
            scene.pose_now();
            let at = place(scene.item.as_ref().unwrap(), foot) - scene.ground();
            // The ankle of a flat foot is 4 above the ground.
            if at.y > 4.05 {
                stands = None;
                continue;
            }
            let first = *stands.get_or_insert(at);
            furthest = furthest.max((at - first).with_y(0.0).length());
        }
    }
    furthest
}

#[test]
fn a_character_that_travels_does_not_slide_on_its_feet() {
    for clip in ["walk", "rturn", "lturn"] {
        let (still, travelling) = (slide(clip, false), slide(clip, true));
        println!("{clip}: a foot slides {still} in place, {travelling} on its way");
        assert!(
            still > 3.0 && travelling < 0.4,
            "{clip}: {still} {travelling}"
        );
    }
    assert_eq!(slide("idle", false), slide("idle", true));
}

#[test]
fn travel_depends_on_the_clock_alone_and_goes_on_through_all_passes() {
    let mut scene = playing("walk");
    scene.clock.seconds = 0.5;
    scene.clock.passes = 3;
    assert_eq!(scene.travel(), Travel::default());
    scene.view.travel = true;
    let drive = scene.item.as_ref().unwrap().clip().unwrap().drive.unwrap();
    let wanted = f64::from(drive.per_second) * 3.5;
    assert!((scene.travel().forward - wanted).abs() < 1e-3);
    scene.pose_now();
    let there = scene.ground();
    scene.clock.seek(0.1);
    scene.pose_now();
    scene.clock.seconds = 0.5;
    scene.clock.passes = 3;
    assert_eq!(scene.ground(), there);
    // Hours later the numbers are still small.
    scene.clock.passes = 1_000_000;
    assert!(scene.ground().length() < 100_001.0 && scene.ground().is_finite());
    let mut turning = playing("rturn");
    turning.view.travel = true;
    turning.clock.seek(1.0);
    turning.pose_now();
    let nose = place(turning.item.as_ref().unwrap(), "Chest_ref");
    // It faced +Z, and its right is at −X.
    assert!(nose.x < -3.0, "{nose}");
    turning.view.travel = false;
    turning.pose_now();
    assert!(place(turning.item.as_ref().unwrap(), "Chest_ref").z > 3.0);
}

#[test]
fn events_are_marked_where_the_clip_has_them() {
    let mut scene = playing("rattack");
    let marks = scene.marks().to_vec();
    let labels: Vec<&str> = marks.iter().map(|mark| mark.label.as_str()).collect();
    assert_eq!(
        labels,
        [
            "script  game.sound_local_obj ( 1, anim_obj )",
            "action  origin",
            "script  game.particles( 'tock-spark', anim_obj )",
        ]
    );
    assert!((marks[1].seconds - 14.0 / 30.0).abs() < 1e-5);
    let item = scene.item.as_ref().unwrap();
    assert_eq!(item.clip_events(0.2).len(), 1);
    assert_eq!(item.clip_events(1.0).len(), 3);
    scene.pick_clip(None);
    assert!(scene.marks().is_empty());
}

#[test]
fn helper_bones_are_told_by_name() {
    for name in [
        "Bip01",
        "origin",
        "HANDR_REF",
        "particleRef_03",
        "groundParticleRef",
        "Bip01 Footsteps",
        "Bip01 HeadNub",
        "Dummy03",
        "#ClothBone",
        "Tock",
    ] {
        assert!(is_helper(name, "tock"), "{name}");
    }
    for name in ["Bip01 Head", "Staff", "Reference", "numb dummy", "tocks"] {
        assert!(!is_helper(name, "tock"), "{name}");
    }
}

#[test]
fn hidden_helpers_are_neither_drawn_nor_named_and_all_others_are() {
    use rigscope::scene::view::Names;
    let mut scene = playing("idle");
    scene.view.bones = true;
    scene.view.names = Names::All;
    let mut labels = |helpers| {
        scene.view.helpers = helpers;
        let mut packet = FramePacket::default();
        scene.build_frame([200, 200], 1.0, true, &mut packet);
        let names = packet.labels.iter().map(|label| label.text.to_string());
        (names.collect::<Vec<_>>(), packet.overlay.len())
    };
    let ((all, lines), (some, fewer)) = (labels(true), labels(false));
    let hidden: Vec<&String> = all.iter().filter(|name| !some.contains(name)).collect();
    assert_eq!(
        hidden,
        [
            "origin",
            "Bip01",
            "Bip01 Footsteps",
            "Head_ref",
            "Chest_ref",
            "HandL_ref",
            "HandR_ref",
            "FootL_ref",
            "FootR_ref",
            "#ClothBone",
            "#Cylinder[0]={4.400000,9.500000}",
            "#Cylinder[1]={4.400000,9.500000}",
            "#Cylinder[2]={4.400000,9.500000}",
            "#Cylinder[3]={4.400000,9.500000}",
            "#Sphere[0]={4.400000}",
            "#Sphere[1]={4.400000}",
            "#Sphere[2]={6.600000}"
        ]
    );
    assert!(fewer < lines);
    let item = scene.item.as_ref().unwrap();
    assert!(item.is_helper(joint(item, "origin")) && !item.is_helper(joint(item, "Staff")));
}
