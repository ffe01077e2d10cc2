//! What one person wears at once, what events make of it, and the samples that the program carries.

use std::fs;
use std::path::{Path, PathBuf};

use rigscope::formats::{OpenOptions, Progress, bundled, open};
use rigscope::model::{Character, ClipEvent, Family, Finding, Severity};
use rigscope::scene::lostsaga_events::mesh_event;
use rigscope::scene::material::MeshAt;
use rigscope::scene::stated_rest::all_apart;
use rigscope::scene::{Compare, Item, Pick, Scene};

use super::sample::{folder, opened};
use crate::cli_support::rigscope;
use crate::codes;
use crate::common::files_below;

/// A copy of Wick's tree, to be changed.
pub fn copy() -> (tempfile::TempDir, PathBuf) {
    let copy = tempfile::tempdir().unwrap();
    for file in files_below(&folder()) {
        let to = copy.path().join(file.strip_prefix(folder()).unwrap());
        fs::create_dir_all(to.parent().unwrap()).unwrap();
        fs::copy(file, to).unwrap();
    }
    let root = copy.path().join("resource");
    (copy, root)
}

fn dressed(character: Character) -> Item {
    let mut item = Item::new(character);
    item.wear_together();
    item
}

/// The names of all meshes that are in the picture.
fn drawn(item: &Item) -> Vec<String> {
    let mut names = Vec::new();
    if (0..item.visible.len()).any(|submesh| item.is_shown(submesh)) {
        names.extend(item.mesh().map(|mesh| mesh.name.clone()));
    }
    let worn = item.worn().iter().filter(|worn| worn.is_drawn());
    names.extend(worn.map(|worn| worn.item.character.name.clone()));
    names.sort();
    names
}

const ALL: [&str; 3] = ["wick_body", "wick_cap", "wick_lamp"];

#[test]
fn a_folder_of_one_person_is_worn_at_once_and_nothing_twice() {
    let mut item = dressed(opened(&folder()));
    assert_eq!(drawn(&item), ALL);
    item.wear_together();
    assert_eq!(drawn(&item), ALL);
    // A mesh that is worn and picked changes places with the one in use.
    let cap = item.character.meshes.iter();
    let cap = cap.clone().position(|mesh| mesh.name == "wick_cap");
    item.pick_mesh(cap);
    assert_eq!(drawn(&item), ALL);
}

#[test]
fn what_is_named_together_is_worn_together_and_others_names_and_drops_are_not() {
    let (_copy, root) = copy();
    let mesh = |name: &str| root.join("mesh").join(name);
    fs::copy(mesh("wick_lamp.msh"), mesh("lantern.msh")).unwrap();
    fs::copy(mesh("wick_lamp.msh"), mesh("drop_wick_lamp.msh")).unwrap();
    assert_eq!(drawn(&dressed(opened(&root))), ALL);
    let options = OpenOptions::default();
    let named = [mesh("wick_body.msh"), mesh("lantern.msh")];
    let named = open(&named, &options, &Progress::default()).unwrap();
    let item = dressed(named.characters.into_iter().next().unwrap());
    assert_eq!(drawn(&item), ["lantern", "wick_body"]);
    // One that is named alone is shown alone.
    let alone = dressed(opened(&mesh("wick_body.msh")));
    assert_eq!(drawn(&alone), ["wick_body"]);
    // A model text lists what belongs together, whatever that is called.
    let text = root.join("model/animodel/wick.txt");
    let words = fs::read_to_string(&text).unwrap();
    fs::write(&text, words.replace("wick_lamp", "lantern")).unwrap();
    let item = dressed(opened(&text));
    assert_eq!(drawn(&item), ["lantern", "wick_body", "wick_cap"]);
}

#[test]
fn events_hide_and_show_meshes_for_a_while_unless_a_person_says_otherwise() {
    let mut item = dressed(opened(&folder()));
    let bow = item.character.clips.iter();
    let bow = bow.clone().position(|clip| clip.name == "wick_bow");
    item.pick_clip(bow);
    let at = |item: &mut Item, seconds: f64| {
        item.set_time(seconds);
        drawn(item)
    };
    let bare = ["wick_body", "wick_lamp"];
    assert_eq!(at(&mut item, 0.699), ALL);
    assert_eq!(at(&mut item, 0.7), bare);
    assert_eq!(at(&mut item, 1.49), bare);
    assert_eq!(at(&mut item, 1.5), ALL);
    item.set_events(false);
    assert_eq!(at(&mut item, 1.0), ALL);
    item.set_events(true);
    let cap = item.character.meshes.iter();
    let cap = cap
        .clone()
        .position(|mesh| mesh.name == "wick_cap")
        .unwrap();
    item.set_own_worn(cap, false);
    assert_eq!(at(&mut item, 1.6), bare);
}

#[test]
fn an_event_hides_the_mesh_in_use_ends_with_the_clip_and_is_noted_without_its_mesh() {
    let mut character = opened(&folder());
    let event = |seconds: f32, name: &str, text: &str| ClipEvent {
        frame: 0,
        seconds,
        name: name.into(),
        text: text.into(),
    };
    let mut clips = character.clips.iter_mut();
    let bow = clips.find(|clip| clip.name == "wick_bow").unwrap();
    bow.events = vec![
        event(0.5, "hide_mesh", "WICK_BODY.msh 1"),
        event(0.2, "show_mesh", "shield"),
    ];
    let mut item = dressed(character);
    let bow = item.character.clips.iter();
    let bow = bow.clone().position(|clip| clip.name == "wick_bow");
    item.pick_clip(bow);
    item.set_time(1.0);
    assert_eq!(drawn(&item), ["wick_cap", "wick_lamp"]);
    item.set_time(2.0);
    assert_eq!(drawn(&item), ALL, "the clip's end undoes it");
    let all: Vec<&str> = codes(item.findings());
    assert!(all.contains(&"lostsaga.event-without-mesh"), "{all:?}");
    item.pick(Pick::Bind);
    assert!(!codes(item.findings()).contains(&"lostsaga.event-without-mesh"));
}

#[test]
fn what_an_event_says_is_a_name_and_perhaps_whether_it_is_undone() {
    let said = |name: &str, text: &str| {
        let event = ClipEvent {
            frame: 0,
            seconds: 0.0,
            name: name.into(),
            text: text.into(),
        };
        mesh_event(&event).map(|it| (it.mesh.to_owned(), it.shown, it.is_undone))
    };
    let mesh = |name: &str, shown, undone| Some((name.to_owned(), shown, undone));
    assert_eq!(said("hide_mesh", "a cap"), mesh("a cap", false, false));
    assert_eq!(said("hide_mesh", " cap  TRUE "), mesh("cap", false, true));
    assert_eq!(said("show_mesh", "cap 0"), mesh("cap", true, false));
    assert_eq!(said("auto_sound", "cap"), None);
}

#[test]
fn a_material_or_a_picture_is_picked_for_what_is_worn_too() {
    let (_copy, root) = copy();
    fs::rename(
        root.join("material/wick_cap.txt"),
        root.join("material/hat.txt"),
    )
    .unwrap();
    fs::rename(
        root.join("texture/wick.dds"),
        root.join("texture/paint.dds"),
    )
    .unwrap();
    let mut item = dressed(opened(&root));
    let cap = item.character.meshes.iter();
    let cap = cap
        .clone()
        .position(|mesh| mesh.name == "wick_cap")
        .unwrap();
    assert!(item.lacks_material(MeshAt::Own(cap)));
    let looked_for = item.looked_for(MeshAt::Own(cap));
    assert!(looked_for.contains(&root.join("material/wick_cap.txt").as_path()));
    let text = root.join("material/hat.txt");
    assert!(item.material_texts(MeshAt::Own(cap)).contains(&text));
    item.dress_mesh(MeshAt::Own(cap), &text).unwrap();
    assert!(!item.lacks_material(MeshAt::Own(cap)));
    item.dress_mesh(MeshAt::Own(cap), &root.join("texture/paint.dds"))
        .unwrap();
    let worn = item.worn().iter();
    let mut worn = worn.filter(|worn| worn.own_mesh() == Some(cap));
    let worn = &worn.next().unwrap().item.character;
    let texture = worn.materials[0][0].texture.unwrap();
    assert_eq!(worn.textures[texture].name, "paint");
    assert_eq!(worn.materials, [item.character.materials[cap].clone()]);
    // A mesh of another file is found by its own tree.
    let lantern = root.join("mesh/lantern.msh");
    fs::copy(root.join("mesh/wick_lamp.msh"), &lantern).unwrap();
    let fit = rigscope::scene::worn::Fit::Worn;
    assert!(item.wear(opened(&lantern), fit));
    let place = MeshAt::Worn(item.worn().len() - 1);
    assert!(item.lacks_material(place));
    item.dress_mesh(place, &text).unwrap();
    assert!(!item.lacks_material(place));
}

#[test]
fn the_command_line_wears_what_belongs_together_what_is_named_and_further_files() {
    let (_copy, root) = copy();
    let lantern = root.join("mesh/lantern.msh");
    fs::copy(root.join("mesh/wick_lamp.msh"), &lantern).unwrap();
    let meshes = |more: &[&str]| -> Vec<String> {
        let all = ["pose", root.to_str().unwrap(), "--vertices", "--json"];
        let run = rigscope(&[&all, more].concat());
        assert_eq!(run.status, 0, "{}", run.stderr);
        let meshes = run.json()["meshes"].as_array().unwrap().clone();
        let name = |mesh: &serde_json::Value| mesh["name"].as_str().unwrap().to_owned();
        meshes.iter().map(name).collect()
    };
    assert_eq!(meshes(&[]), ALL, "a person is shown before a thing");
    let wear = ["--with", "wick_lamp", "--wear", lantern.to_str().unwrap()];
    assert_eq!(meshes(&wear), ["wick_body", "wick_lamp", "lantern"]);
    let bow = ["--clip", "bow", "--time", "1"];
    assert_eq!(
        meshes(&bow),
        ["wick_body", "wick_lamp"],
        "an event hides the cap"
    );
}

#[test]
fn a_linked_skeleton_stands_beside_and_plays_the_same() {
    let mut scene = Scene::default();
    scene.show(opened(&folder()));
    assert!(!scene.shows_linked());
    scene.show_linked(true);
    assert_eq!(scene.compare(), Compare::Off, "wick is linked to none");
    let skeletons = &scene.item.as_ref().unwrap().character.skeletons;
    let tall = skeletons.iter().position(|it| it.name == "wick_tall");
    scene.pick_skeleton(tall);
    scene.show_linked(true);
    assert!(scene.shows_linked() && scene.view.bones);
    scene.clock.seek(0.5);
    scene.pose_now();
    let (own, other) = (scene.item.as_ref().unwrap(), scene.other.as_ref().unwrap());
    assert_eq!(own.picked(), other.item.picked());
    assert_eq!(other.item.skeleton().unwrap().name, "wick");
    scene.show_linked(false);
    assert!(!scene.shows_linked());
}

#[test]
fn object_matrices_are_compared_with_what_the_local_transforms_make() {
    let mut character = opened(&folder());
    let apart = all_apart(&Item::new(character.clone()));
    assert_eq!(apart.len(), character.skeletons[0].joints.len());
    assert!(apart.iter().all(|it| it.distance < 1e-3 && it.angle < 1e-2));
    character.skeletons[0].stated_rest[3].translation.x += 2.5;
    character.skeletons[0].stated_rest[4].translation.y = f32::NAN;
    let apart = all_apart(&Item::new(character));
    assert!((apart[3].distance - 2.5).abs() < 1e-3);
    assert_eq!(apart[4].distance, f32::INFINITY);
}

#[test]
fn every_familys_sample_comes_out_of_the_program_and_is_put_right_where_it_was_damaged() {
    let place = tempfile::tempdir().unwrap();
    let sample = |family| {
        let opened = bundled::sample(family, place.path(), &Progress::default());
        let mut characters = opened.unwrap().characters;
        assert_eq!(characters.len(), 1);
        characters.remove(0)
    };
    for family in Family::ALL {
        let character = sample(family);
        assert_eq!(character.family, family);
        // Pip is made with faults, to be shown.
        let bad =
            |finding: &&Finding| finding.severity > Severity::Note && family != Family::League;
        let bad: Vec<_> = character.findings.iter().filter(bad).collect();
        assert!(bad.is_empty(), "{bad:?}");
        let images = character.textures.iter();
        assert!(images.clone().count() > 0 && images.clone().all(|it| it.image.is_some()));
    }
    // All that lies in the folders is carried, but what is there twice.
    for (family, name) in [(Family::Toee, "toee"), (Family::LostSaga, "lostsaga")] {
        let own = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("assets/samples")
            .join(name);
        let there = files_below(&place.path().join(family.word()));
        assert_eq!(files_below(&own).len(), there.len());
    }
    let broken = place.path().join("lostsaga/resource/mesh/wick_body.msh");
    fs::write(&broken, "nothing").unwrap();
    assert_eq!(sample(Family::LostSaga).meshes.len(), 4);
    // Where nothing can be written it is said.
    let file = place.path().join("a file");
    fs::write(&file, "").unwrap();
    assert!(bundled::sample(Family::Spine, &file, &Progress::default()).is_err());
}
