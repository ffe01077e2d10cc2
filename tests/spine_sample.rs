//! The bundled Spine sample: it is what its program writes, opens cleanly, and every feature that it is to show acts.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

#[path = "../assets/samples/make/spine/mod.rs"]
mod spine;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use rigscope::formats::spine::{json, skel};
use rigscope::formats::{OpenOptions, Progress, open};
use rigscope::model::spine::{AttachmentKind, Rig, Vertices};
use rigscope::model::{Character, Family};
use rigscope::pose::spine::{Drawn, Entry, Pictures, Player};

const STEP: f64 = 1.0 / 60.0;
const CLIPS: [&str; 3] = ["idle", "walk", "wave"];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/samples/spine")
}

fn character() -> Character {
    let mut opened = open(&[folder()], &OpenOptions::default(), &Progress::default()).unwrap();
    assert_eq!(opened.characters.len(), 1);
    assert!(opened.unknown.is_empty());
    opened.characters.remove(0)
}

fn rig() -> Rig {
    let bytes = std::fs::read(folder().join("dot.skel")).unwrap();
    let (rig, findings) = skel::read(&bytes).unwrap();
    assert!(findings.is_empty(), "{findings:?}");
    rig
}

fn pictures(rig: &Rig) -> Pictures {
    let character = character();
    Pictures::new(rig, &character.atlases[0].atlas, &[])
}

/// The rig in an animation, without the constraints named.
fn player(rig: &Rig, clip: &str, muted: &[&str]) -> Player {
    let mut player = Player::new(rig, &[]);
    for name in muted {
        player.pose.muted[rig.constraint(name).unwrap()] = true;
    }
    let entry = Entry::new(rig, Some(rig.animation(clip).unwrap()), true);
    player.state.set(0, entry);
    player
}

fn play(rig: &Rig, clip: &str, muted: &[&str], seconds: f64) -> Player {
    let mut player = player(rig, clip, muted);
    for _ in 0..(seconds / STEP).round() as usize {
        player.step(rig, STEP);
    }
    player
}

/// How far a bone's axes and origin lie apart in two poses.
fn apart(rig: &Rig, bone: &str, a: &Player, b: &Player) -> f64 {
    let bone = rig.bone(bone).unwrap();
    let [a, b] = [a, b].map(|player| player.pose.world(bone).unwrap());
    let ([ax, ay], [bx, by]) = [a, b].map(|world| world.apply(50.0, 0.0).into()).into();
    let tips: f64 = f64::hypot(ax - bx, ay - by);
    tips.max((a.x - b.x).hypot(a.y - b.y))
}

fn shown<'a>(rig: &Rig, drawn: &'a [Drawn], slot: &str) -> &'a Drawn {
    let slot = rig.slot(slot).unwrap();
    drawn.iter().find(|it| it.slot == slot).unwrap()
}

/// Place of a slot in the present draw order.
fn place(rig: &Rig, player: &Player, slot: &str) -> usize {
    let slot = rig.slot(slot).unwrap();
    let mut order = player.pose.applied().draw_order.iter();
    order.position(|it| *it == slot).unwrap()
}

#[test]
fn the_committed_files_are_what_the_program_writes() {
    let mut total = 0;
    let mut written = BTreeSet::new();
    for (path, bytes) in spine::files().unwrap() {
        let committed = std::fs::read(folder().join(path)).unwrap();
        let same = committed == bytes;
        assert!(same, "{path}: run `cargo run --example make-samples`");
        total += bytes.len();
        written.insert(folder().join(path));
    }
    let there: BTreeSet<PathBuf> = std::fs::read_dir(folder())
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    assert_eq!(there, written);
    assert!(total < 200_000, "{total} bytes");
}

#[test]
fn binary_and_json_say_the_same() {
    let text = std::fs::read(folder().join("dot.json")).unwrap();
    let (from_json, findings) = json::read(&text).unwrap();
    assert!(findings.is_empty(), "{findings:?}");
    let rig = rig();
    // Not `assert_eq`: the two would fill many screens.
    assert!(rig.constraints == from_json.constraints);
    assert!(rig.attachments == from_json.attachments);
    assert!(rig.animations == from_json.animations);
    assert!(rig == from_json);
}

#[test]
fn the_folder_opens_without_a_word() {
    let character = character();
    assert_eq!(character.family, Family::Spine);
    assert!(character.findings.is_empty(), "{:?}", character.findings);
    assert!(!character.rigs.is_empty());
    assert_eq!(character.atlases.len(), 1);
    assert!(character.atlases[0].pages.iter().all(Option::is_some));
    assert!(character.textures.iter().all(|it| it.image.is_some()));
    for clip in CLIPS {
        assert!(character.clips.iter().any(|it| it.name == clip), "{clip}");
    }
}

#[test]
fn inverse_kinematics_put_the_ankles_on_the_feet() {
    let rig = rig();
    let mut moved: f64 = 0.0;
    for step in 0..24 {
        let seconds = 0.1 + f64::from(step) * 2.0 * STEP;
        let with = play(&rig, "walk", &[], seconds);
        let without = play(&rig, "walk", &["leg-left", "leg-right"], seconds);
        for side in ["left", "right"] {
            let shin = rig.bone(&format!("shin-{side}")).unwrap();
            let foot = with.pose.world(rig.bone(&format!("foot-{side}")).unwrap());
            let (x, y) = with
                .pose
                .world(shin)
                .unwrap()
                .apply(rig.bones[shin].length, 0.0);
            let foot = foot.unwrap();
            let gap = (x - foot.x).hypot(y - foot.y);
            assert!(gap < 4.0, "{side} at {seconds}: {gap}");
        }
        moved = moved.max(apart(&rig, "thigh-right", &with, &without));
    }
    assert!(moved > 20.0, "{moved}");
}

#[test]
fn the_shine_is_cut_by_the_visor() {
    let rig = rig();
    let pictures = pictures(&rig);
    let mut widest: f64 = 0.0;
    let mut cut = 0;
    for step in 30..180 {
        let player = play(&rig, "idle", &[], f64::from(step) * STEP);
        let drawn = player.pose.draw(&rig, &pictures);
        let face = player.pose.world(rig.bone("face").unwrap()).unwrap();
        for slot in ["shine", "eyes", "mouth"] {
            let part = shown(&rig, &drawn, slot);
            assert!(part.clipped);
            for [x, y] in &part.positions {
                let from_middle = (x - face.x).hypot(y - face.y);
                assert!(from_middle < 77.0, "{slot}: {from_middle}");
            }
        }
        let shine = shown(&rig, &drawn, "shine");
        cut += usize::from(shine.positions.len() != 4);
        let xs = shine.positions.iter().map(|it| it[0]);
        let span = xs.clone().fold(f64::MIN, f64::max) - xs.fold(f64::MAX, f64::min);
        widest = widest.max(span);
        assert!(!shown(&rig, &drawn, "scarf").clipped);
    }
    assert!(cut > 20 && widest > 60.0, "{cut}, {widest}");
}

#[test]
fn the_left_arm_swings_before_and_behind_the_body() {
    let rig = rig();
    for (clip, before, behind) in [("walk", 0.1, 0.4), ("wave", 1.0, 0.1)] {
        for (seconds, is_before) in [(before, true), (behind, false)] {
            let player = play(&rig, clip, &[], seconds);
            let arm = place(&rig, &player, "arm-left");
            let forearm = place(&rig, &player, "forearm-left");
            assert_eq!(arm > place(&rig, &player, "torso"), is_before, "{clip}");
            assert_eq!(forearm, arm + 1);
            assert!(arm < place(&rig, &player, "arm-right"));
        }
    }
}

#[test]
fn the_scarf_is_weighted_deformed_and_swayed() {
    let rig = rig();
    let slot = rig.slot("scarf-tail").unwrap();
    let attachment = rig.skins[0].attachment(slot, "scarf-tail").unwrap();
    let mesh = rig.mesh(attachment).unwrap();
    let Vertices::Weighted(vertices) = &mesh.vertices else {
        panic!("not weighted");
    };
    let mut shared = 0;
    for range in vertices.ranges() {
        let influences = &vertices.influences()[range];
        let sum: f64 = influences.iter().map(|it| it.weight).sum();
        assert!((sum - 1.0).abs() < 1e-6, "{sum}");
        shared += usize::from(influences.len() > 1);
    }
    assert!(shared >= 8, "{shared}");
    for clip in CLIPS {
        let early = play(&rig, clip, &[], 0.3);
        let late = play(&rig, clip, &[], 0.5);
        let deforms = [&early, &late].map(|it| it.pose.applied().slots[slot].deform.clone());
        assert_eq!(deforms[0].len(), mesh.vertices.deform_len());
        let pairs = deforms[0].iter().zip(&deforms[1]);
        let most = pairs.map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        assert!(most > 1.0, "{clip}: {most}");
    }
    let swayed = play(&rig, "walk", &[], 1.0);
    let stiff = play(
        &rig,
        "walk",
        &["scarf1", "scarf2", "scarf3", "antenna"],
        1.0,
    );
    assert!(apart(&rig, "scarf3", &swayed, &stiff) > 2.0);
}

#[test]
fn the_antenna_lags_behind() {
    let rig = rig();
    let mut furthest: f64 = 0.0;
    for step in 20..100 {
        let seconds = f64::from(step) * STEP;
        let swayed = play(&rig, "wave", &[], seconds);
        let stiff = play(&rig, "wave", &["antenna"], seconds);
        furthest = furthest.max(apart(&rig, "bulb", &swayed, &stiff));
    }
    assert!((1.0..40.0).contains(&furthest), "{furthest}");
}

#[test]
fn the_cable_lies_along_its_path() {
    let rig = rig();
    let with = play(&rig, "walk", &[], 0.4);
    let without = play(&rig, "walk", &["cable"], 0.4);
    assert!(apart(&rig, "cable5", &with, &without) > 2.0);
    let last = rig.bone("cable5").unwrap();
    let end = with.pose.world(rig.bone("cable-end").unwrap()).unwrap();
    let (x, y) = with
        .pose
        .world(last)
        .unwrap()
        .apply(rig.bones[last].length, 0.0);
    let gap = (x - end.x).hypot(y - end.y);
    assert!(gap < 30.0, "{gap}");
}

#[test]
fn the_needle_follows_the_right_foot() {
    let rig = rig();
    let angle = |seconds: f64| {
        let player = play(&rig, "walk", &[], seconds);
        player.pose.applied().bones[rig.bone("needle").unwrap()].rotation
    };
    let [ahead, behind] = [angle(0.05), angle(0.4)];
    assert!(behind - ahead > 50.0, "{ahead}, {behind}");
    let muted = play(&rig, "walk", &["gauge"], 0.4);
    let rest = muted.pose.applied().bones[rig.bone("needle").unwrap()].rotation;
    assert!((rest - rig.bones[rig.bone("needle").unwrap()].rotation).abs() < 1e-6);
}

#[test]
fn the_slider_turns_the_face_with_the_look_bone() {
    let rig = rig();
    let eyes = rig.bone("eyes").unwrap();
    let at = |muted: &[&str], seconds: f64| {
        play(&rig, "idle", muted, seconds).pose.applied().bones[eyes].x
    };
    let setup = rig.bones[eyes].x;
    assert!((at(&[], 1.1) - (setup - 15.0)).abs() < 0.1);
    assert!((at(&[], 2.1) - (setup + 15.0)).abs() < 0.1);
    assert!((at(&["look"], 2.1) - setup).abs() < 1e-6);
}

#[test]
fn the_skins_show_different_pictures_on_the_same_scarf() {
    let rig = rig();
    let pictures = pictures(&rig);
    let names: Vec<&str> = rig.skins.iter().map(|skin| skin.name.as_str()).collect();
    assert_eq!(names, ["default", "sprout"]);
    let [own, sprout] = [&[][..], &[1][..]].map(|skins| {
        let mut player = Player::new(&rig, skins);
        let walk = rig.animation("walk").unwrap();
        player.state.set(0, Entry::new(&rig, Some(walk), true));
        (0..20).for_each(|_| player.step(&rig, STEP));
        player.pose.draw(&rig, &pictures)
    });
    for slot in [
        "torso",
        "bulb",
        "arm-left",
        "forearm-right",
        "scarf",
        "scarf-tail",
    ] {
        let [own, sprout] = [&own, &sprout].map(|drawn| shown(&rig, drawn, slot));
        assert!(own.region.is_some() && sprout.region.is_some());
        assert_ne!(own.region, sprout.region, "{slot}");
    }
    assert_eq!(
        shown(&rig, &own, "scarf-tail").positions,
        shown(&rig, &sprout, "scarf-tail").positions
    );
    assert_eq!(shown(&rig, &own, "head"), shown(&rig, &sprout, "head"));
    let linked = |it: &Drawn| {
        matches!(
            rig.attachments[it.attachment].kind,
            AttachmentKind::LinkedMesh(_)
        )
    };
    assert!(linked(shown(&rig, &sprout, "scarf-tail")));
}

#[test]
fn each_step_of_the_walk_is_told() {
    let rig = rig();
    let mut player = player(&rig, "walk", &[]);
    let mut told = Vec::new();
    for _ in 0..90 {
        player.step(&rig, STEP);
        for fired in &player.fired {
            assert_eq!(rig.events[fired.event].name, "step");
            told.push(fired.string.clone());
        }
    }
    assert_eq!(told, ["right", "left", "right", "left"]);
}

#[test]
fn animations_play_on_and_stay_in_bounds() {
    let rig = rig();
    let pictures = pictures(&rig);
    for animation in &rig.animations {
        let mut player = player(&rig, &animation.name, &[]);
        for _ in 0..(animation.duration * 3.0 / STEP) as usize {
            player.step(&rig, STEP);
            for drawn in player.pose.draw(&rig, &pictures) {
                let slot = &rig.slots[drawn.slot].name;
                assert!(drawn.region.is_some(), "{slot}");
                for [x, y] in drawn.positions {
                    let near = (-300.0..300.0).contains(&x) && (-20.0..560.0).contains(&y);
                    assert!(near, "{slot} in {}: {x}, {y}", animation.name);
                }
            }
        }
    }
}

#[test]
fn clips_end_where_they_begin() {
    let rig = rig();
    for clip in CLIPS {
        let constraints: Vec<&str> = vec!["antenna", "scarf1", "scarf2", "scarf3"];
        let duration = rig.animations[rig.animation(clip).unwrap()].duration;
        let mut first = player(&rig, clip, &constraints);
        first.step(&rig, 0.0);
        let mut last = player(&rig, clip, &constraints);
        last.step(&rig, duration - 1e-9);
        for bone in &rig.bones {
            let gap = apart(&rig, &bone.name, &first, &last);
            // The light on the visor ends beyond it, out of sight on both sides.
            assert!(
                gap < 0.1 || bone.name == "shine",
                "{clip}, {}: {gap}",
                bone.name
            );
        }
    }
}
