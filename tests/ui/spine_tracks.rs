//! Tracks of a Spine character, moving it about, and the marks on the time line.

use egui::accesskit::Role;
use egui::{Event, Modifiers, PointerButton, Pos2, Rect, Vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use rigscope::model::spine::Animation;
use rigscope::pose::spine::{Entry, Player, World};
use rigscope::scene::spine::SpineItem;

use super::bench::Bench;
use super::spine::{click, open_at, open_rig, rig};

/// Seconds of a step.
const STEP: f64 = 1.0 / 60.0;

fn spine<'a>(harness: &'a Harness<'_, Bench>) -> &'a SpineItem {
    let item = harness.state().scene.item.as_ref().unwrap();
    item.spine().unwrap().0
}

/// Picks an animation of the list for the selected track.
fn pick(harness: &mut Harness<'_, Bench>, name: &str) {
    harness.get_by_role_and_label(Role::Button, name).click();
    harness.run();
}

fn seek(harness: &mut Harness<'_, Bench>, seconds: f64) {
    let scene = &mut harness.state_mut().scene;
    scene.clock.seek(seconds);
    scene.pose_now();
    harness.run();
}

fn worlds(player: &Player) -> Vec<World> {
    let bones = 0..3;
    bones.filter_map(|bone| player.pose.world(bone)).collect()
}

fn steps(player: &mut Player, count: u32) {
    (0..count).for_each(|_| player.step(&rig(), STEP));
}

#[test]
fn two_tracks_play_together_and_the_longer_gives_the_time() {
    let mut harness = open_at(0.0);
    pick(&mut harness, "slide");
    assert_eq!(harness.state().scene.clock.duration, 0.8);
    click(&mut harness, "Add track");
    harness.get_by_label("Track 1: Empty track");
    pick(&mut harness, "rise");
    harness.get_by_label("Track 0: slide");
    harness.get_by_label("Track 1: rise");
    assert_eq!(harness.state().scene.clock.duration, 2.0);
    seek(&mut harness, 0.5);
    let mut wanted = Player::new(&rig(), &[]);
    wanted.state.set(0, Entry::new(&rig(), Some(2), true));
    wanted.state.set(1, Entry::new(&rig(), Some(1), true));
    steps(&mut wanted, 30);
    assert_eq!(worlds(spine(&harness).shown()), worlds(&wanted));
    click(&mut harness, "Track 1 adds");
    assert!(spine(&harness).tracks()[1].additive);
    harness.state_mut().scene.pose_now();
    assert_eq!(harness.state().scene.clock.seconds, 0.5);
    click(&mut harness, "Empty track 1");
    assert!(harness.query_by_label("Track 1: rise").is_none());
    assert_eq!(harness.state().scene.clock.duration, 0.8);
}

#[test]
fn a_mix_time_crossfades_from_what_is_shown_and_the_other_tracks_go_on() {
    let mut harness = open_at(0.0);
    pick(&mut harness, "slide");
    click(&mut harness, "Add track");
    pick(&mut harness, "rise");
    seek(&mut harness, 0.5);
    let item = harness.state_mut().scene.item.as_mut().unwrap();
    item.spine_mut().unwrap().0.mix = 0.4;
    click(&mut harness, "Track 0: slide");
    pick(&mut harness, "swap");

    let mut wanted = Player::new(&rig(), &[]);
    wanted.state.set(0, Entry::new(&rig(), Some(2), true));
    wanted.state.set(1, Entry::new(&rig(), Some(1), true));
    steps(&mut wanted, 30);
    let shown = worlds(&wanted);
    let mut entry = Entry::new(&rig(), Some(0), true);
    entry.mix_duration = 0.4;
    wanted.state.set(0, entry);
    seek(&mut harness, 0.0);
    assert_eq!(worlds(spine(&harness).shown()), shown, "nothing leaps");
    for _ in 0..4 {
        steps(&mut wanted, 9);
        let scene = &mut harness.state_mut().scene;
        scene.clock.seek(scene.clock.seconds + 9.0 * STEP);
        scene.pose_now();
        assert_eq!(worlds(spine(&harness).shown()), worlds(&wanted));
    }
    // Emptied, the upper track fades too.
    click(&mut harness, "Empty track 1");
    wanted.state.set_empty(&rig(), 1, 0.4);
    seek(&mut harness, 12.0 * STEP);
    steps(&mut wanted, 12);
    assert_eq!(worlds(spine(&harness).shown()), worlds(&wanted));
}

#[test]
fn an_empty_track_fades_in_and_without_a_mix_time_all_start_anew() {
    let mut harness = open_at(0.5);
    let target = |harness: &Harness<'_, Bench>| spine(harness).shown().pose.world(2).unwrap().y;
    click(&mut harness, "Add track");
    let item = harness.state_mut().scene.item.as_mut().unwrap();
    item.spine_mut().unwrap().0.mix = 1.0;
    pick(&mut harness, "rise");
    seek(&mut harness, 0.5);
    // Half of the way at half the time of the mix; 10 is the setup's.
    assert!(
        (target(&harness) - 11.0).abs() < 1e-6,
        "{}",
        target(&harness)
    );
    seek(&mut harness, 1.0);
    assert!(
        (target(&harness) - 14.0).abs() < 1e-6,
        "{}",
        target(&harness)
    );
    let item = harness.state_mut().scene.item.as_mut().unwrap();
    item.spine_mut().unwrap().0.mix = 0.0;
    pick(&mut harness, "rise");
    seek(&mut harness, 0.5);
    assert!(
        (target(&harness) - 12.0).abs() < 1e-6,
        "{}",
        target(&harness)
    );
}

#[test]
fn time_goes_on_where_the_clip_begins_again_until_it_is_moved_by_hand() {
    let mut harness = open_at(0.0);
    pick(&mut harness, "slide");
    let scene = &mut harness.state_mut().scene;
    scene.clock.playing = true;
    for _ in 0..100 {
        scene.clock.advance(0.025);
    }
    scene.clock.playing = false;
    harness.run();
    assert_eq!(harness.state().scene.clock.passes, 3);
    assert_eq!(spine(&harness).fired().count(), 3);
    assert!((spine(&harness).shown().pose.time - 2.5).abs() < 1e-9);
    let scene = &mut harness.state_mut().scene;
    scene.clock.seek(scene.clock.seconds);
    harness.run();
    assert_eq!(spine(&harness).fired().count(), 0);
    // What resets it leads to the first pass as well: no hours need be played again.
    harness.state_mut().scene.clock.passes = 1_000_000_000_000;
    click(&mut harness, "Wear red");
    assert_eq!(harness.state().scene.clock.passes, 0);
}

fn drag(harness: &mut Harness<'_, Bench>, from: Pos2, to: Pos2, held: Modifiers) {
    let button = |pos, pressed| Event::PointerButton {
        pos,
        button: PointerButton::Primary,
        pressed,
        modifiers: held,
    };
    let middle = from + (to - from) * 0.5;
    let events = [
        Event::PointerMoved(from),
        button(from, true),
        Event::PointerMoved(middle),
        Event::PointerMoved(to),
    ];
    for event in events {
        harness.event(Event::ModifiersChanged(held));
        harness.event(event);
        harness.run();
    }
    harness.event(button(to, false));
    harness.event(Event::ModifiersChanged(Modifiers::NONE));
    harness.run();
}

#[test]
fn dragging_with_alt_moves_the_character_with_the_pointer_and_put_back_puts_it_back() {
    for held in [Modifiers::ALT, Modifiers::CTRL] {
        let mut harness = open_at(0.25);
        let aspect = harness.state().last.picture.unwrap().aspect_ratio();
        harness.state_mut().scene.fit_now(aspect);
        harness.run();
        let picture = harness.state().last.picture.unwrap();
        let camera = harness.state().scene.camera;
        let root = |harness: &Harness<'_, Bench>| {
            let item = harness.state().scene.item.as_ref().unwrap();
            let at = item.pose().worlds[0].translation;
            let world = item.world_from_file().transform_point3a(at);
            let size = glam::Vec2::new(picture.width(), picture.height());
            let (at, _) = camera.matrices(aspect).project(world.into(), size).unwrap();
            Vec2::new(at.x, at.y)
        };
        let before = root(&harness);
        let from = picture.center();
        let way = Vec2::new(60.0, -45.0);
        drag(&mut harness, from, from + way, held);
        assert_eq!(harness.state().scene.camera, camera, "the camera stays");
        harness.state_mut().scene.pose_now();
        let moved = root(&harness) - before;
        assert!((moved - way).length() < 1.0, "{moved}");
        // Before the move it stands where it stood.
        seek(&mut harness, 0.1);
        assert!((root(&harness) - before).length() < 0.1);
        seek(&mut harness, 0.9);
        assert!((root(&harness) - before - way).length() < 1.0);
        harness.state_mut().scene.clock.passes = 4;
        let root_at_fit = |harness: &mut Harness<'_, Bench>| {
            let scene = &mut harness.state_mut().scene;
            scene.fit_now(aspect);
            let fitted = std::mem::replace(&mut scene.camera, camera);
            let item = scene.item.as_ref().unwrap();
            let at = item.pose().worlds[0].translation;
            let world = item.world_from_file().transform_point3a(at);
            let seen = fitted
                .matrices(aspect)
                .project(world.into(), glam::Vec2::ONE);
            seen.unwrap().0
        };
        let seen = root_at_fit(&mut harness);
        assert!(
            (seen - 0.5).abs().max_element() < 0.5,
            "a fit holds it: {seen}"
        );
        click(&mut harness, "Put back");
        harness.state_mut().scene.pose_now();
        assert!((root(&harness) - before).length() < 0.1);
        drag(&mut harness, from, from + way, Modifiers::NONE);
        assert_ne!(harness.state().scene.camera, camera, "the camera orbits");
    }
}

#[test]
fn events_and_draw_order_keys_are_marked_and_light_up_as_they_pass() {
    let mut harness = open_at(0.1);
    let event = "Marked 0.250 s  step  int 3";
    harness.get_by_label(event);
    harness.get_by_label("Marked 0.500 s  draw order");
    let bar = harness.get_by_role_and_label(Role::Slider, "Time").rect();
    let mark = harness.get_by_label(event).rect().center();
    assert!((mark.x - egui::lerp(bar.x_range(), 0.25)).abs() < 4.0);
    seek(&mut harness, 0.25);
    harness.get_by_label(&format!("{event}, just now"));
    seek(&mut harness, 0.7);
    harness.get_by_label(&format!("{event}, just now"));
    harness.get_by_label("Marked 0.500 s  draw order, just now");
    seek(&mut harness, 0.8);
    harness.get_by_label(event);
    // A second track that is shorter marks each time that it begins anew.
    pick(&mut harness, "rise");
    assert!(harness.query_by_label(event).is_none());
    click(&mut harness, "Add track");
    pick(&mut harness, "slide");
    for seconds in ["0.300", "1.100", "1.900"] {
        harness.get_by_label(&format!("Marked {seconds} s  step  int 3"));
    }
}

#[test]
fn marks_that_lie_close_share_what_they_say() {
    let mut harness = open_at(0.0);
    click(&mut harness, "Add track");
    pick(&mut harness, "swap");
    let both = "0.250 s  step  int 3\n0.250 s  step  int 3";
    let mark = harness.get_by_label(&format!("Marked {both}")).rect();
    harness.hover_at(mark.center());
    for _ in 0..6 {
        harness.run_steps(4);
    }
    harness.get_by_label(both);
}

#[test]
fn the_rows_of_tracks_fit_the_panel_and_nothing_lies_on_anything_else() {
    for (width, height) in [(1280.0, 720.0), (700.0, 500.0), (1280.0, 460.0)] {
        let mut harness = open_at(0.0);
        harness.set_size(Vec2::new(width, height));
        harness.run();
        for _ in 0..3 {
            click(&mut harness, "Add track");
        }
        let window = Rect::from_min_size(Pos2::ZERO, Vec2::new(width, height));
        let picture = harness.state().last.picture.unwrap();
        let names = [
            "Mix seconds",
            "Add track",
            "Put back",
            "Track 0: swap",
            "Alpha of track 0",
            "Track 0 adds",
            "Empty track 0",
            "Filter clips",
        ];
        let places: Vec<Rect> = names
            .iter()
            .map(|name| harness.get_by_label(name).rect())
            .collect();
        for (index, place) in places.iter().enumerate() {
            assert!(window.contains_rect(*place), "{} at {width}", names[index]);
            assert!(!picture.intersects(place.shrink(1.0)), "{}", names[index]);
            for other in &places[index + 1..] {
                assert!(
                    !place.shrink(1.0).intersects(other.shrink(1.0)),
                    "{}",
                    names[index]
                );
            }
        }
    }
}

#[test]
fn a_crossfade_into_a_mere_pose_comes_to_its_end() {
    let mut rig = rig();
    rig.animations.push(Animation::new("pose", Vec::new()));
    let mut harness = open_rig(rig, 0.0);
    let scene = &mut harness.state_mut().scene;
    scene.pick_clip(Some(1));
    scene.item.as_mut().unwrap().spine_mut().unwrap().0.mix = 2.0;
    let pose = scene.item.as_ref().unwrap().character.clips.len() - 1;
    scene.pick_clip(Some(pose));
    assert_eq!(scene.clock.duration, 2.0);
    scene.clock.playing = true;
    scene.clock.advance(1.5);
    scene.pose_now();
    let (spine, _) = scene.item.as_ref().unwrap().spine().unwrap();
    let entry = spine.shown().state.current(0).unwrap();
    assert!((entry.mix_time - 1.5).abs() < 0.02, "{}", entry.mix_time);
    assert!(scene.is_moving());
}

#[test]
fn an_animation_of_ages_opens_at_once_and_is_played_in_part() {
    let mut rig = rig();
    rig.animations[0].duration = 1e20;
    let harness = open_rig(rig, 0.0);
    assert_eq!(
        harness.state().scene.clock.duration,
        Animation::LONGEST_PLAYED
    );
}
