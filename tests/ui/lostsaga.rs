//! What the panels have for Lost Saga: a person's set, events, rotations and names, linked skeletons, samples.

use std::fs;
use std::path::{Path, PathBuf};

use egui::Vec2;
use egui::accesskit::{Role, Toggled};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};
use rigscope::formats::lostsaga::skl;
use rigscope::formats::{OpenOptions, Progress, open};
use rigscope::model::{Character, Family, Slerp};
use rigscope::scene::Scene;
use rigscope::scene::material::MeshAt;
use rigscope::ui::{Request, Tab};

use crate::bench::{Bench, bench};
use crate::common::files_below;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/samples/lostsaga/resource")
}

fn opened(path: &Path) -> Character {
    let opened = open(
        &[path.to_path_buf()],
        &OpenOptions::default(),
        &Progress::default(),
    );
    opened.unwrap().characters.remove(0)
}

fn shown(character: Character) -> Harness<'static, Bench> {
    let mut scene = Scene::default();
    scene.show(character);
    scene.clock.playing = false;
    bench(Vec2::new(1280.0, 720.0), 1.0, scene)
}

fn wick() -> Harness<'static, Bench> {
    shown(opened(&folder()))
}

fn click(harness: &mut Harness<'_, Bench>, name: &str) {
    harness.get_by_label(name).click();
    harness.run();
}

fn turn_to(harness: &mut Harness<'_, Bench>, tab: Tab) {
    harness.state_mut().shell.tab = tab;
    harness.run();
}

fn is_ticked(harness: &Harness<'_, Bench>, name: &str) -> bool {
    let node = harness.get_by_label(name).accesskit_node();
    node.toggled() == Some(Toggled::True)
}

#[test]
fn every_mesh_has_a_tick_box_and_a_persons_set_is_ticked() {
    let mut harness = wick();
    for name in ["wick_body", "wick_cap", "wick_lamp"] {
        assert!(is_ticked(&harness, &format!("Wear {name}")), "{name}");
    }
    assert!(!is_ticked(&harness, "Wear wick.cms"));
    click(&mut harness, "Wear wick_cap");
    click(&mut harness, "Wear wick_body");
    let item = harness.state().scene.item.as_ref().unwrap();
    let drawn = item.worn().iter().filter(|worn| worn.is_drawn());
    let drawn: Vec<&str> = drawn.map(|it| it.item.character.name.as_str()).collect();
    assert_eq!(drawn, ["wick_lamp"]);
    assert!(!item.is_shown(0));
    // Further meshes are asked for.
    click(&mut harness, "Wear…");
    let requests = &harness.state().requests;
    assert!(matches!(requests[..], [Request::ChooseWorn(_)]));
}

#[test]
fn a_mesh_without_a_material_says_what_was_looked_for_and_offers_texts_and_files() {
    let copy = tempfile::tempdir().unwrap();
    for file in files_below(&folder()) {
        let to = copy.path().join(file.strip_prefix(folder()).unwrap());
        fs::create_dir_all(to.parent().unwrap()).unwrap();
        fs::copy(file, to).unwrap();
    }
    let text = copy.path().join("material/hat.txt");
    fs::rename(copy.path().join("material/wick_cap.txt"), &text).unwrap();
    let mut harness = shown(opened(copy.path()));
    harness.get_by_label("Material of wick_body");
    click(&mut harness, "Material of wick_cap, missing");
    harness.get_by_label("Looked for");
    assert!(harness.query_all_by_label_contains("wick_cap.txt").count() > 0);
    click(&mut harness, "hat.txt");
    let item = harness.state().scene.item.as_ref().unwrap();
    let cap = item.character.meshes.iter();
    let cap = cap.clone().position(|mesh| mesh.name == "wick_cap");
    let at = MeshAt::Own(cap.unwrap());
    let wanted = [Request::DressMesh(at, text)];
    assert_eq!(harness.state().requests, wanted);
    click(&mut harness, "Material of wick_cap, missing");
    click(&mut harness, "From a file…");
    let last = harness.state().requests.last();
    assert_eq!(last, Some(&Request::ChooseMeshMaterial(at)));
}

#[test]
fn events_stand_in_milliseconds_and_frames_act_and_lead_to_their_moment() {
    let mut harness = wick();
    turn_to(&mut harness, Tab::Events);
    click(&mut harness, "wick_bow");
    harness.get_by_label("700 ms, frame 21.0  hide_mesh");
    click(&mut harness, "100 frames a second");
    click(&mut harness, "700 ms, frame 70.0  hide_mesh");
    let seconds = harness.state().scene.clock.seconds;
    assert!((seconds - 0.7).abs() < 1e-6, "{seconds}");
    harness.get_by_label("hidden by event");
    harness.get_by_label_contains("hide_mesh  wick_cap at 700 ms, frame 70.0");
    click(&mut harness, "Events act");
    assert!(harness.query_by_label("hidden by event").is_none());
    let still = harness.query_all_by_label_contains("(does not act)");
    assert_eq!(still.count(), 2, "the cap stays as it was ticked");
    click(&mut harness, "Bind pose");
    harness.get_by_label("No clip is played.");
}

#[test]
fn rotations_names_and_object_matrices_are_switched_and_counts_stand_beside_their_limits() {
    let mut harness = wick();
    turn_to(&mut harness, Tab::Game);
    click(&mut harness, "As the client rotations");
    click(&mut harness, "Unknown names on bone 0, as in game");
    click(&mut harness, "Object matrices as ghosts");
    let scene = &harness.state().scene;
    let item = scene.item.as_ref().unwrap();
    assert_eq!(item.slerp(), Slerp::Game);
    assert!(item.is_as_in_game() && scene.view.stated_rest);
    harness.get_by_label("All joints are where both put them.");
    harness.get_by_label("Skeleton: 18 of 4096 bones");
    harness.get_by_label_contains("wick_body: 832 of 65536 vertices, 1576 faces");
    harness.get_by_label_contains("wick_cap: 116 of 65536 vertices");
    harness.get_by_label("The skeleton names no linked one.");
    click(&mut harness, "Exact rotations");
    let item = harness.state().scene.item.as_ref().unwrap();
    assert_eq!(item.slerp(), Slerp::Exact);
}

#[test]
fn joints_that_are_elsewhere_by_their_object_matrices_are_told_with_the_distance() {
    let mut character = opened(&folder());
    character.skeletons[0].stated_rest[3].translation.x += 2.5;
    let name = character.skeletons[0].joints[3].name.clone();
    let mut harness = shown(character);
    harness.state_mut().scene.selected_joint = Some(3);
    turn_to(&mut harness, Tab::Game);
    harness.get_by_label("1 joint is elsewhere; farthest:");
    harness.get_by_label(&format!("{name}: 2.500 units, 0.00°"));
    harness.get_by_label(&format!("Selected: {name}: 2.500 units, 0.00°"));
}

#[test]
fn a_linked_skeleton_is_paired_bone_by_bone_and_stands_beside() {
    let mut character = opened(&folder());
    let tall = character.skeletons.iter();
    let tall = tall.clone().position(|it| it.name == "wick_tall").unwrap();
    let renamed = character.skeletons[tall].joints[2].name.clone();
    character.skeletons[tall].joints[2].name = "Other".into();
    let mut scene = Scene::default();
    scene.show(character);
    scene.clock.playing = false;
    scene.pick_skeleton(Some(tall));
    let mut harness = bench(Vec2::new(1280.0, 720.0), 1.0, scene);
    turn_to(&mut harness, Tab::Game);
    harness.get_by_label("wick_tall is linked to wick.skl");
    harness.get_by_label("18 pairs, 1 of two names");
    click(&mut harness, &format!("Other ≠ {renamed}"));
    assert_eq!(harness.state().scene.selected_joint, Some(2));
    assert!(harness.query_all_by_label_contains("  × 1.").count() > 0);
    click(&mut harness, "Linked skeleton beside");
    assert!(harness.state().scene.shows_linked());
    click(&mut harness, "Linked skeleton beside");
    assert!(!harness.state().scene.shows_linked());
}

#[test]
fn a_link_that_the_client_drops_is_told_in_its_words() {
    let copy = tempfile::tempdir().unwrap();
    let tall = copy.path().join("wick_tall.skl");
    fs::copy(folder().join("skeleton/wick_tall.skl"), &tall).unwrap();
    let mut harness = shown(opened(&tall));
    turn_to(&mut harness, Tab::Game);
    harness.get_by_label_contains("Not Exist");
    let bones = fs::read(folder().join("skeleton/wick.skl")).unwrap();
    let mut other = skl::read(&bones).unwrap();
    other.bones.pop();
    let bytes = skl::write(&other).unwrap();
    fs::write(copy.path().join("wick.skl"), bytes).unwrap();
    let mut harness = shown(opened(&tall));
    turn_to(&mut harness, Tab::Game);
    harness.get_by_label_contains("Not Same Biped Cnt(18/17)");
}

#[test]
fn findings_stand_at_the_joint_that_they_speak_of() {
    let mut character = opened(&folder());
    let file = character.skeletons[0].file.clone().unwrap();
    let finding = rigscope::model::Finding::warning("test.odd", "this bone is odd", "look");
    let about = rigscope::model::Subject::Joint(2);
    character.findings.push(finding.about(about).in_file(file));
    let mut harness = shown(character);
    turn_to(&mut harness, Tab::Joints);
    assert!(harness.query_by_label("this bone is odd").is_none());
    harness.state_mut().scene.selected_joint = Some(2);
    harness.run();
    harness.get_by_label("this bone is odd");
}

#[test]
fn the_sample_menu_has_one_of_each_family() {
    let mut harness = wick();
    for (name, family) in [
        ("Pip, League of Legends", Family::League),
        ("Dot, Spine", Family::Spine),
        ("Tock, The Temple of Elemental Evil", Family::Toee),
        ("Wick, Lost Saga", Family::LostSaga),
    ] {
        harness
            .get_by_role_and_label(Role::Button, "Sample")
            .click();
        harness.run();
        click(&mut harness, name);
        let last = harness.state().requests.last();
        assert_eq!(last, Some(&Request::OpenSampleOf(family)));
    }
}
