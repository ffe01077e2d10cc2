//! Cloth: it hangs, swings, comes to rest, collides, and looks the same however its moment was reached.

use glam::{Affine3A, Quat, Vec3};
use rigscope::formats::toee::FixedText;
use rigscope::scene::frame::FramePacket;
use rigscope::scene::worn::Fit;
use rigscope::scene::{Clock, Compare, Item, Pick};

use super::curtain::{
    ACROSS, APART, BAR, CYLINDER, DOWN, RADIUS, clip_named, curtain, depths, free, held, item_of,
    places, scene, sheet, skeleton, write,
};
use super::opening::opened;

const FRAME: f64 = 1.0 / 60.0;

/// The clock of a clip that has been played for some seconds, all passes counted.
fn clock_at(item: &Item, total: f64) -> Clock {
    let duration = item.duration();
    let mut clock = Clock::default();
    clock.restart(duration);
    clock.seconds = total.rem_euclid(duration);
    clock.passes = (total / duration) as u64;
    clock
}

/// The middle of the row that hangs lowest.
fn hem(item: &Item) -> Vec3 {
    places(item)[ACROSS * DOWN - ACROSS / 2 - 1]
}

#[test]
fn a_curtain_falls_swings_and_comes_to_rest() {
    let mut item = curtain("still");
    item.set_time(0.0);
    assert!(free(&item).iter().all(|at| (at.y - BAR).abs() < 1e-4));
    let (mut before, mut behind, mut fastest) = (hem(&item), false, 0.0_f32);
    let mut last = 0.0;
    for step in 1..=20 * 60 {
        item.set_time(f64::from(step) * FRAME);
        let now = hem(&item);
        last = now.distance(before);
        fastest = fastest.max(last);
        behind |= now.z < -1.0;
        before = now;
    }
    println!("hem at {before} after 20 s; fastest {fastest}, at last {last} a step");
    let length = APART * (DOWN - 1) as f32;
    assert!(behind && fastest > 1.0, "it did not swing: {fastest}");
    assert!(last < 0.01, "it does not rest: {last} a step");
    let hanging = BAR - length * 1.25..BAR - length * 0.8;
    assert!(hanging.contains(&before.y), "{before}");
    let bar = &places(&item)[..ACROSS];
    assert!(bar.iter().all(|at| (at.y - BAR).abs() < 1e-4));
}

#[test]
fn nothing_is_inside_a_body_at_any_frame() {
    let mut item = curtain("sway");
    let (mut deepest, mut touched) = ([0.0_f32; 2], 0);
    for step in 0..10 * 60 {
        item.pose_at(&clock_at(&item, f64::from(step) * FRAME));
        let depths = depths(&item);
        deepest = [0, 1].map(|body| deepest[body].max(depths[body]));
        let cylinder = item.pose().worlds[CYLINDER].inverse();
        let touches = |at: &&Vec3| {
            let at = cylinder.transform_point3(**at);
            (at.truncate().length() - RADIUS).abs() < 0.02
        };
        touched += free(&item).iter().filter(touches).count();
    }
    println!("deepest {deepest:?} of the radius; {touched} times a vertex touched the cylinder");
    assert!(deepest.iter().all(|&depth| depth <= 0.01), "{deepest:?}");
    assert!(touched > 100, "{touched}");
}

#[test]
fn without_simulation_cloth_follows_its_other_bones_or_stays_where_it_was_bound() {
    let mut item = curtain("sway");
    item.set_cloth(false);
    item.set_time(0.5);
    let bound = &item.mesh().unwrap().positions[ACROSS..];
    assert_eq!(free(&item), bound);
    // A quarter of each weight is the bar's, and counts whole without the rest.
    let mut partly = item_of(&held(sheet(ACROSS, DOWN)), &skeleton(), "sway");
    partly.set_cloth(false);
    partly.set_time(0.5);
    let bar =
        partly.pose().worlds[1].translation - Affine3A::from_translation(Vec3::Y * BAR).translation;
    for (found, bound) in places(&partly)
        .iter()
        .zip(&partly.mesh().unwrap().positions)
    {
        assert!(found.distance(*bound + Vec3::from(bar)) < 1e-3, "{found}");
    }
    partly.set_cloth(true);
    partly.set_time(0.5);
    assert!(hem(&partly).y < BAR - 5.0);
}

#[test]
fn a_moment_looks_the_same_however_it_was_reached() {
    let mut scene = scene("sway");
    let mut seen: Vec<(Clock, Vec<Vec3>)> = Vec::new();
    for frame in 0..400 {
        scene.clock.advance([0.004, 0.0166, 0.031, 0.0][frame % 4]);
        scene.pose_now();
        seen.push((scene.clock, places(scene.item.as_ref().unwrap())));
    }
    assert!(seen.last().unwrap().0.passes > 1);
    let mut item = scene.item.take().unwrap();
    let mut fresh = curtain("sway");
    for turn in 0..seen.len() {
        let (clock, wanted) = &seen[(turn * 173) % seen.len()];
        for item in [&mut item, &mut fresh] {
            item.pose_at(clock);
            assert!(&places(item) == wanted, "at {} s", clock.total());
        }
    }
}

#[test]
fn after_a_bounded_time_everything_falls_anew() {
    let mut item = curtain("sway");
    let most = item.cloths().next().unwrap().1.most_steps();
    // A whole number of passes.
    let again = most as f64 * FRAME * 1000.0;
    let mut at = |total: f64| {
        let mut clock = clock_at(&item, 1.0);
        clock.passes = (total / 2.0).round() as u64;
        item.pose_at(&clock);
        places(&item)
    };
    let (early, late) = (at(0.0), at(again));
    let furthest = early.iter().zip(&late).map(|(a, b)| a.distance(*b));
    let furthest = furthest.fold(0.0, f32::max);
    assert!(furthest < 0.01, "{furthest}");
}

#[test]
fn cloth_stays_on_its_bar_whatever_scale_and_place_it_is_drawn_with() {
    let mut item = item_of(&held(sheet(ACROSS, DOWN)), &skeleton(), "sway");
    item.set_time(1.0);
    let plain = places(&item);
    let placing = Affine3A::from_scale_rotation_translation(
        Vec3::splat(2.5),
        Quat::from_rotation_y(1.0),
        Vec3::new(100.0, 5.0, -30.0),
    );
    item.placing = placing;
    item.set_time(0.0);
    item.set_time(1.0);
    assert_eq!(places(&item), plain);
    let (mut palette, mut drawn) = (Vec::new(), Vec::new());
    item.add_to_frame(&mut palette, &mut drawn, Default::default());
    let world = |vertex: usize| {
        let at = Vec3::from_array(drawn[0].skinned[vertex].position);
        drawn[0].world_from_file.transform_point3(at)
    };
    for (column, held) in plain.iter().enumerate().take(ACROSS) {
        assert!(world(column).distance(placing.transform_point3(*held)) < 1e-3);
        let gap = world(column).distance(world(column + ACROSS)) / 2.5;
        assert!((APART * 0.8..APART * 1.5).contains(&gap), "{gap}");
    }
    // The model's own root may be scaled, as some of the game's are.
    let mut large = skeleton();
    large.bones[0].scale = [2.0, 2.0, 2.0, 0.0];
    let mut item = item_of(&held(sheet(ACROSS, DOWN)), &large, "still");
    item.set_time(2.0);
    let places = places(&item);
    assert!((places[0].y - 2.0 * BAR).abs() < 1e-3, "{}", places[0]);
    for column in 0..ACROSS {
        let gap = places[column].distance(places[column + ACROSS]);
        assert!((APART * 0.8..APART * 1.5).contains(&gap), "{gap}");
    }
}

#[test]
fn both_ways_of_skinning_draw_cloth_where_it_hangs() {
    let mut scene = scene("sway");
    scene.clock.seek(0.8);
    for skin_here in [true, false] {
        let mut packet = FramePacket::default();
        scene.build_frame([64, 64], 1.0, skin_here, &mut packet);
        let item = scene.item.as_ref().unwrap();
        assert_eq!(packet.instances[0].skinned, item.posed_vertices());
        let normals = packet.instances[0].skinned.iter();
        let lengths = normals.map(|vertex| Vec3::from_array(vertex.normal).length());
        assert!(
            lengths
                .into_iter()
                .all(|length| (length - 1.0).abs() < 1e-3)
        );
    }
    scene.item.as_mut().unwrap().set_cloth(false);
    let mut packet = FramePacket::default();
    scene.build_frame([64, 64], 1.0, false, &mut packet);
    assert!(packet.instances[0].skinned.is_empty(), "the shader's work");
}

#[test]
fn what_is_compared_with_follows_its_bones_and_the_first_one_hangs_on() {
    let mut scene = scene("sway");
    scene.clock.seek(0.8);
    scene.pose_now();
    let hanging = scene.item.as_ref().unwrap().posed_vertices();
    scene.view.compare = Compare::Bind;
    let mut packet = FramePacket::default();
    scene.build_frame([64, 64], 1.0, true, &mut packet);
    assert_eq!(packet.instances[0].skinned, hanging);
    let item = scene.item.as_ref().unwrap();
    assert_eq!(item.posed_vertices(), hanging);
    let second = packet.instances[1].skinned.iter();
    for (found, bound) in second.zip(&item.mesh().unwrap().positions) {
        assert!(bound.distance(found.position.into()) < 1e-3);
    }
}

#[test]
fn a_clip_that_fades_in_lets_cloth_hang_on_and_scrubbing_knows_nothing_of_it() {
    let mut scene = scene("sway");
    for _ in 0..70 {
        scene.clock.advance(FRAME);
        scene.pose_now();
    }
    let before = hem(scene.item.as_ref().unwrap());
    assert!(before.y < BAR - 10.0);
    let still = clip_named(scene.item.as_ref().unwrap(), "still");
    scene.pick_clip(Some(still));
    let mut last = before;
    for frame in 0..60 {
        scene.pose_now();
        let now = hem(scene.item.as_ref().unwrap());
        assert!(
            now.distance(last) < 9.0,
            "it leapt at frame {frame}: {last} {now}"
        );
        last = now;
        scene.clock.advance(FRAME);
    }
    scene.clock.seek(0.3);
    scene.pose_now();
    let mut fresh = curtain("still");
    fresh.set_time(0.3);
    assert_eq!(places(scene.item.as_ref().unwrap()), places(&fresh));
}

#[test]
fn turned_on_again_it_is_played_from_the_start_of_the_clip() {
    let mut scene = scene("sway");
    scene.pose_now();
    scene.clock.passes = 7;
    scene.clock.seconds = 1.0;
    scene.pose_now();
    let later = places(scene.item.as_ref().unwrap());
    let item = scene.item.as_mut().unwrap();
    let revision = item.revision();
    item.set_cloth(false);
    item.set_cloth(true);
    assert!(item.cloth_on() && item.revision() > revision);
    scene.pose_now();
    assert_eq!(scene.clock.passes, 0);
    let mut fresh = curtain("sway");
    fresh.set_time(1.0);
    assert_eq!(places(scene.item.as_ref().unwrap()), places(&fresh));
    assert_ne!(places(&fresh), later);
}

#[test]
fn an_add_mesh_hangs_on_its_wearer_and_collides_with_the_wearers_bodies() {
    let folder = tempfile::tempdir().unwrap();
    let mut body = sheet(2, 2);
    for vertex in &mut body.vertices {
        vertex.bones = [1; 6];
    }
    let mut item = Item::new(opened(&write(folder.path(), &body, &skeleton())));
    let note = "toee.cloth-bone-without-vertices";
    assert!(item.findings().any(|finding| finding.code == note));
    assert!(!item.has_cloth() && item.cloth_shapes().len() == 2);
    let cape = tempfile::tempdir().unwrap();
    let path = write(cape.path(), &sheet(ACROSS, DOWN), &skeleton());
    std::fs::remove_file(path.with_extension("ska")).unwrap();
    assert!(item.wear(opened(&path), Fit::Worn));
    let sway = clip_named(&item, "sway");
    item.pick(Pick::File(sway));
    let hanging = |item: &Item| -> Vec<Vec3> {
        let posed = item.worn()[0].posed_vertices().into_iter();
        posed.map(|vertex| vertex.position.into()).collect()
    };
    let mut alone = curtain("sway");
    for seconds in [0.0, 0.7, 1.9, 0.4] {
        item.set_time(seconds);
        alone.set_time(seconds);
        assert_eq!(hanging(&item), places(&alone), "{seconds}");
    }
    item.set_cloth(false);
    item.set_time(0.7);
    assert!((hanging(&item)[ACROSS * DOWN - 1].y - BAR).abs() < 1e-3);
    item.take_off(0);
    assert!(!item.has_cloth());
    item.set_time(0.7);
}

#[test]
fn bodies_that_cannot_be_are_findings_about_their_joints() {
    let mut odd = skeleton();
    odd.bones[CYLINDER].name = FixedText::new("#Cylinder[0]=3,40");
    odd.bones[3].name = FixedText::new("#Sphere[0]={-4}");
    let item = item_of(&sheet(ACROSS, DOWN), &odd, "sway");
    for (code, joint) in [
        ("toee.cloth-shape-unreadable", 2),
        ("toee.cloth-shape-size", 3),
    ] {
        let finding = item
            .findings()
            .find(|finding| finding.code == code)
            .unwrap();
        assert_eq!(
            finding.subject,
            Some(rigscope::model::Subject::Joint(joint))
        );
        assert!(finding.file.as_ref().unwrap().ends_with("curtain.ska"));
    }
    assert!(item.cloth_shapes().is_empty() && item.has_cloth());
    let good = curtain("sway");
    let of_cloth = |code: &str| code.starts_with("toee.cloth");
    assert!(!good.findings().any(|finding| of_cloth(finding.code)));
    assert!(!good.joint_skins()[4] && good.is_helper(4));
    // Bodies of a skeleton without a bone that makes cloth are nobody's business.
    odd.bones[4].name = FixedText::new("Dummy");
    let item = item_of(&sheet(ACROSS, DOWN), &odd, "sway");
    assert!(!item.has_cloth());
    assert!(!item.findings().any(|finding| of_cloth(finding.code)));
}

#[test]
fn cloth_that_would_take_too_long_follows_its_bones_and_says_so() {
    let mut large = item_of(&sheet(120, 130), &skeleton(), "sway");
    assert!(!large.has_cloth());
    let code = "toee.cloth-too-large";
    assert!(large.findings().any(|finding| finding.code == code));
    large.set_time(1.0);
    let bound = &large.mesh().unwrap().positions[120..];
    assert_eq!(&places(&large)[120..], bound);
    let mut fair = item_of(&sheet(80, 80), &skeleton(), "sway");
    assert!(fair.has_cloth());
    let start = std::time::Instant::now();
    fair.set_time(0.5);
    let took = start.elapsed().as_secs_f64() * 1000.0 / 30.0;
    println!("6320 vertices of cloth take {took:.1} ms a step");
    assert!(places(&fair).iter().all(|at| at.is_finite()));
}
