//! Events of a clip graph: on the time line, in their list, and what they do to joints and submeshes.

use egui::accesskit::{Role, Toggled};
use egui::{Key, Vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};
use rigscope::scene::Scene;
use rigscope::ui::Tab;

use super::bench::{Bench, bench, open as open_without_graph};
use super::clips::{click, item, open, pick, seek};

const HOLD: &str = "JointSnap Hold, 0.200–0.600 s, Head held by Root";
const LOST: &str = "JointSnap Lost, 0.200–0.600 s, Tail (joint absent) held by Root";
const HAT: &str = "SubmeshVisibility HatOff, 0.400–0.800 s, hides Hat; shows Wings (absent)";
const STEP: &str = "Sound Step, 0.500 s, mSoundName \"step\"";

fn on_events() -> Harness<'static, Bench> {
    let mut harness = open();
    click(&mut harness, "Events");
    assert_eq!(harness.state().shell.tab, Tab::Events);
    harness
}

fn head(harness: &mut Harness<'_, Bench>) -> glam::Affine3A {
    harness.state_mut().scene.pose_now();
    item(harness).pose().worlds[2]
}

#[test]
fn events_are_listed_with_what_they_do_and_lit_while_they_are_active() {
    let mut harness = on_events();
    let lit = |harness: &Harness<'_, Bench>| {
        [HOLD, LOST, HAT, STEP].map(|event| {
            let active = format!("{event}, active");
            let is_lit = harness.query_by_label(&active).is_some();
            assert!(is_lit || harness.query_by_label(event).is_some(), "{event}");
            is_lit
        })
    };
    for (seconds, wanted) in [
        (0.1, [false, false, false, false]),
        (0.2, [true, true, false, false]),
        (0.5, [true, true, true, true]),
        (0.6, [false, false, true, true]),
        (0.8, [false, false, false, true]),
    ] {
        seek(&mut harness, seconds);
        assert_eq!(lit(&harness), wanted, "at {seconds}");
    }
    pick(&mut harness, "Dance");
    harness.get_by_label("This clip has no events.");
}

#[test]
fn a_click_on_an_event_goes_to_its_start_and_selects_what_it_changes() {
    let mut harness = on_events();
    click(&mut harness, HOLD);
    let scene = &harness.state().scene;
    assert_eq!(scene.selected_joint, Some(2));
    assert!((scene.clock.seconds - 0.2).abs() < 1e-6);
    assert_eq!(scene.item.as_ref().unwrap().active_snaps().len(), 1);
    click(&mut harness, HAT);
    let scene = &harness.state().scene;
    assert_eq!(scene.selected_submesh, Some(1));
    assert!((scene.clock.seconds - 0.4).abs() < 1e-6);
}

#[test]
fn snaps_are_switched_by_a_button_and_by_a_key_while_playing() {
    let mut harness = on_events();
    seek(&mut harness, 0.3);
    let held = head(&mut harness);
    assert_eq!(held, item(&harness).pose().worlds[0]);
    let tick = |harness: &Harness<'_, Bench>| {
        let button = harness.get_by_role_and_label(Role::Button, "Joint snaps");
        button.accesskit_node().toggled()
    };
    assert_eq!(tick(&harness), Some(Toggled::True));
    click(&mut harness, "Joint snaps");
    assert_eq!(tick(&harness), Some(Toggled::False));
    assert_ne!(head(&mut harness), held);
    harness.get_by_label_contains("snaps are off");
    harness.key_press(Key::J);
    harness.run();
    assert_eq!(head(&mut harness), held);
    harness.get_by_label_contains("1 snap now");
}

#[test]
fn an_event_hides_a_submesh_and_its_row_says_so_until_events_are_switched_off() {
    let mut harness = on_events();
    let hidden = "hidden by event HatOff";
    assert!(harness.query_by_label(hidden).is_none());
    seek(&mut harness, 0.5);
    harness.get_by_label(hidden);
    assert!(!item(&harness).is_shown(1));
    click(&mut harness, "Submesh events");
    assert!(harness.query_by_label(hidden).is_none());
    assert!(item(&harness).is_shown(1));
    harness.key_press(Key::V);
    harness.run();
    harness.get_by_label(hidden);
    // What a person has decided is no event's doing.
    click(&mut harness, "Show Hat");
    assert!(harness.query_by_label(hidden).is_none());
}

#[test]
fn events_stand_on_the_time_line_with_their_ends() {
    let mut harness = open();
    let hold = "0.200 to 0.600 s  JointSnap Hold  Head held by Root\n\
                0.200 to 0.600 s  JointSnap Lost  Tail (joint absent) held by Root";
    let mark = harness.get_by_label(&format!("Marked {hold}")).rect();
    let bar = harness.get_by_role_and_label(Role::Slider, "Time").rect();
    assert!((mark.center().x - egui::lerp(bar.x_range(), 0.2)).abs() < 6.0);
    seek(&mut harness, 0.3);
    harness.get_by_label(&format!("Marked {hold}, active"));
    harness.hover_at(mark.center());
    for _ in 0..6 {
        harness.run_steps(4);
    }
    harness.get_by_label(hold);
    // Below the bar, where what lasts is drawn, the same is told anywhere inside.
    // Keys lie below that.
    let below = egui::pos2(egui::lerp(bar.x_range(), 0.5), bar.bottom() - 36.0);
    harness.hover_at(egui::Pos2::ZERO);
    harness.run_steps(4);
    harness.hover_at(below);
    for _ in 0..6 {
        harness.run_steps(4);
    }
    harness.get_by_label(hold);
    // Where the bar is dragged, the lanes are dragged too.
    let step = "Marked 0.500 s  Sound Step  mSoundName \"step\"";
    harness.get_by_label(step);
    seek(&mut harness, 0.6);
    harness.get_by_label(&format!("{step}, just now"));
}

#[test]
fn lines_and_ghosts_of_snaps_are_switched_above_the_picture() {
    let mut harness = open();
    let is_on = |harness: &Harness<'_, Bench>| harness.state().scene.view.snaps;
    assert!(is_on(&harness));
    click(&mut harness, "Snap lines");
    assert!(!is_on(&harness));
    harness.key_press(Key::K);
    harness.run();
    assert!(is_on(&harness));
    let harness = open_without_graph();
    assert!(harness.query_by_label("Snap lines").is_none());
}

#[test]
fn without_a_graph_the_page_says_where_events_come_from() {
    let mut harness = open_without_graph();
    click(&mut harness, "Events");
    harness.get_by_label_contains("No clip graph was found");
}

#[test]
fn the_samples_dance_holds_the_wrench_on_the_ground_and_the_panels_tell() {
    let mut scene = Scene::default();
    scene.show(rigscope::formats::bundled::league().characters.remove(0));
    scene.clock.playing = false;
    let mut harness = bench(Vec2::new(1280.0, 720.0), 1.0, scene);
    pick(&mut harness, "Dance");
    click(&mut harness, "Events");
    let event = "JointSnap WrenchOnTheGround, 1.400–3.100 s, Weapon held by Snap_Weapon2World";
    let mark =
        "Marked 1.400 to 3.100 s  JointSnap WrenchOnTheGround  Weapon held by Snap_Weapon2World";
    harness.get_by_label(mark);
    click(&mut harness, event);
    harness.get_by_label(&format!("{event}, active"));
    harness.get_by_label(&format!("{mark}, active"));
    let victim = harness.state().scene.selected_joint.unwrap();
    let world = |harness: &mut Harness<'_, Bench>| {
        harness.state_mut().scene.clock.seek(2.2);
        harness.state_mut().scene.pose_now();
        item(harness).pose().worlds[victim]
    };
    let held = world(&mut harness);
    click(&mut harness, "Joint snaps");
    let free = world(&mut harness);
    let far = held.translation.distance(free.translation);
    assert!(far > 20.0, "{far}");
    harness.key_press(Key::J);
    harness.run();
    assert_eq!(world(&mut harness), held);
}
