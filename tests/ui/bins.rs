//! The page of the property bins, lists of names, and the question before routes are lost.

use std::sync::Arc;
use std::time::Duration;

use egui::Vec2;
use egui::accesskit::Role;
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};
use rigscope::formats::league::hash::fnv1a;
use rigscope::model::clip_graph::{ClipGraph, GraphClip};
use rigscope::model::league::bin::{Bin, BinFile, Field, Kind, List, Object, Patch, Struct, Value};
use rigscope::scene::Scene;
use rigscope::scene::bin_tree::{MOST_FOUND, Search, line};
use rigscope::scene::names::{NameList, Names};
use rigscope::ui::{Answer, Request, Tab, Unsaved};

use crate::bench::{Bench, bench, character, type_into};

fn field(name: &str, value: Value) -> Field {
    Field {
        name: fnv1a(name),
        value,
    }
}

/// A class and a field that nobody knows, a list of `count` numbers, and one of each further part of a bin.
fn bin(count: u32) -> Bin {
    let items = (0..count).map(Value::U32).collect();
    let list = List {
        kind: Kind::U32,
        items,
    };
    let inside = Struct {
        class: fnv1a("NobodyKnowsThis"),
        fields: vec![field("skinScale", Value::F32(1.25))],
    };
    Bin {
        version: 3,
        linked: vec!["DATA/Further.bin".into()],
        objects: vec![Object {
            path: 0x0000_00aa,
            class: fnv1a("SkinCharacterDataProperties"),
            fields: vec![
                field("championSkinName", Value::String("Figure".into())),
                field("NorThis", Value::Embed(Box::new(inside))),
                field("numbers", Value::List(Box::new(list))),
                field("mName", Value::Hash(fnv1a("Head"))),
            ],
            offset: 0,
        }],
        patches: vec![Patch {
            object: 0x0000_00aa,
            path: "a.b".into(),
            value: Value::Bool(true),
        }],
        patch_version: Some(1),
        ..Bin::default()
    }
}

fn page(count: u32) -> Harness<'static, Bench> {
    let mut figure = character();
    figure.bins.push(Arc::new(BinFile {
        path: "data/skin0.bin".into(),
        bin: bin(count),
    }));
    let mut scene = Scene::default();
    scene.show(figure);
    let mut harness = bench(Vec2::new(1280.0, 720.0), 1.0, scene);
    harness.get_by_label("Bins").click();
    harness.run();
    harness
}

fn unfold(harness: &mut Harness<'_, Bench>, name: &str) {
    harness.get_by_label(&format!("Unfold {name}")).click();
    harness.run();
}

#[test]
fn a_bins_tree_shows_known_and_unknown_classes_and_fields() {
    let mut harness = page(3);
    assert_eq!(harness.state().shell.tab, Tab::Bins);
    for shown in [
        "skin0.bin: patch, version 3",
        "SkinCharacterDataProperties: 0x000000aa",
        "a.b of 0x000000aa: yes",
        "links to: DATA/Further.bin",
    ] {
        harness.get_by_label(shown);
    }
    unfold(&mut harness, "SkinCharacterDataProperties");
    harness.get_by_label("championSkinName: Figure");
    // The rig's own joints are names too.
    harness.get_by_label("mName: Head");
    let unknown = format!("0x{:08x}", fnv1a("NorThis"));
    let class = format!("0x{:08x}", fnv1a("NobodyKnowsThis"));
    harness.get_by_label(&format!("{unknown}: {class}"));
    unfold(&mut harness, &unknown);
    harness.get_by_label("skinScale: 1.25");
    unfold(&mut harness, &unknown);
    assert!(harness.query_by_label("skinScale: 1.25").is_none());
}

#[test]
fn what_is_searched_is_found_and_a_click_leads_to_it() {
    let mut harness = page(3);
    type_into(&mut harness, "Search bins", "SCALE");
    harness.get_by_label("1 line");
    let above = format!("0x{:08x}", fnv1a("NorThis"));
    let found = format!("{above} › skinScale: 1.25");
    harness.get_by_role_and_label(Role::Button, &found).click();
    harness.run();
    harness.get_by_label("championSkinName: Figure");
    harness.get_by_label("skinScale: 1.25");
    // By the hash of a name that is known, and by nothing.
    type_into(
        &mut harness,
        "Search bins",
        &format!("0x{:08x}", fnv1a("skinScale")),
    );
    harness.get_by_label("1 line");
    harness.get_by_label("Search bins").focus();
    type_into(&mut harness, "Search bins", "zzz");
    harness.get_by_label("0 lines");
}

#[test]
fn a_long_list_is_shown_in_parts() {
    let mut harness = page(1200);
    unfold(&mut harness, "SkinCharacterDataProperties");
    let numbers = format!("0x{:08x}", fnv1a("numbers"));
    unfold(&mut harness, &numbers);
    // Far down: it is searched for, and found in its place.
    type_into(&mut harness, "Search bins", "1199");
    harness
        .get_by_role_and_label(Role::Button, &format!("{numbers} › 1199: 1199"))
        .click();
    // The scroll bar glides.
    harness.run_steps(30);
    harness.get_by_label("1199: 1199");
    harness.get_by_label("1198: 1198");
    assert!(harness.query_by_label("0: 0").is_none(), "scrolled past");
}

#[test]
fn a_search_through_a_million_values_takes_no_frame_longer_than_its_share() {
    let bins = [Arc::new(BinFile {
        path: "large.bin".into(),
        bin: bin(200_000),
    })];
    let names = Names::default();
    let mut search = Search::new("199999");
    let mut rounds = 0;
    while search.is_under_way() {
        let started = std::time::Instant::now();
        search.advance(&bins, &names, Duration::from_millis(2));
        assert!(started.elapsed() < Duration::from_millis(200));
        rounds += 1;
    }
    assert!(rounds > 1 && search.found.len() == 1, "{rounds}");
    let line = line(&bins, &names, &search.found[0]).unwrap();
    assert_eq!((line.name.as_str(), line.kind), ("199999", "u32"));
    let mut search = Search::new("1");
    while search.is_under_way() {
        search.advance(&bins, &names, Duration::from_millis(50));
    }
    assert!(search.is_cut && search.found.len() == MOST_FOUND);
}

#[test]
fn a_list_of_names_names_clips_and_lines_and_stays_for_the_next_character() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("names.txt");
    std::fs::write(&path, "NorThis\nQwop\n").unwrap();
    let graphed = || {
        let mut figure = character();
        let clip = GraphClip {
            hash: fnv1a("Qwop"),
            ..GraphClip::default()
        };
        figure.graphs.push(ClipGraph {
            clips: vec![clip],
            ..ClipGraph::default()
        });
        figure.bins.push(Arc::new(BinFile {
            path: "data/skin0.bin".into(),
            bin: bin(1),
        }));
        figure
    };
    let mut scene = Scene::default();
    scene.show(graphed());
    let mut harness = bench(Vec2::new(1280.0, 720.0), 1.0, scene);
    harness.get_by_label("Bins").click();
    harness.run();
    harness.get_by_label("Choose a hash list").click();
    harness.run();
    assert_eq!(harness.state().requests, [Request::ChooseNames]);
    let hash = format!("0x{:08x}", fnv1a("Qwop"));
    harness.get_by_role_and_label(Role::Button, &hash);
    harness
        .state_mut()
        .scene
        .use_names(NameList::read(&path).unwrap());
    harness.run();
    harness.get_by_label("2 names of names.txt");
    harness.get_by_role_and_label(Role::Button, "Qwop");
    unfold(&mut harness, "SkinCharacterDataProperties");
    harness.get_by_label(&format!("NorThis: 0x{:08x}", fnv1a("NobodyKnowsThis")));
    harness.state_mut().scene.show(graphed());
    harness.run();
    harness.get_by_role_and_label(Role::Button, "Qwop");
    // What is no list is refused in words.
    std::fs::write(&path, [0xff, 0xfe, 0x00]).unwrap();
    assert!(NameList::read(&path).unwrap_err().contains("no text"));
    std::fs::write(&path, "# nothing\n").unwrap();
    assert!(NameList::read(&path).unwrap_err().contains("no line"));
}

#[test]
fn before_routes_are_lost_a_question_is_asked() {
    let mut scene = Scene::default();
    scene.show(character());
    let item = scene.item.as_mut().unwrap();
    assert_eq!(item.unsaved_routes(), 0);
    item.route(0, Some(1), true);
    assert_eq!(item.unsaved_routes(), 1);
    let mut harness = bench(Vec2::new(1280.0, 720.0), 1.0, scene);
    assert!(harness.query_by_label("Stay").is_none());
    let unsaved = |can_save| {
        Some(Unsaved {
            routes: 2,
            can_save,
            closes: true,
        })
    };
    for (button, answer) in [
        ("Save beside the model", Answer::Save),
        ("Do not save", Answer::Discard),
        ("Stay", Answer::Stay),
    ] {
        harness.state_mut().around.unsaved = unsaved(true);
        harness.run();
        harness.get_by_label_contains("2 routes are not saved");
        harness.get_by_label(button).click();
        harness.run();
        let requests = std::mem::take(&mut harness.state_mut().requests);
        assert_eq!(requests, [Request::Answer(answer)]);
    }
    harness.state_mut().around.unsaved = unsaved(false);
    harness.run();
    let save = harness.get_by_label("Save beside the model");
    assert!(save.accesskit_node().is_disabled());
}
