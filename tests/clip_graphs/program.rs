//! What the program says of the sample's clip graph.

use rigscope::formats::league::{bin, graph};
use rigscope::model::ClipGraph;
use rigscope::model::clip_graph::ClipKind;
use rigscope::model::league::bin::Bin;
use serde_json::Value;

use crate::cli_support::rigscope;
use crate::hand::{atomic, clip, to};

const SAMPLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/samples/league");

fn json(args: &[&str]) -> Value {
    let run = rigscope(args);
    assert_eq!((run.status, run.stderr.as_str()), (0, ""), "{args:?}");
    run.json()
}

#[test]
fn inspect_lists_the_graphs_clips_with_kind_children_and_events() {
    let document = json(&["inspect", SAMPLE, "--json"]);
    let clips = document["graphs"][0]["clips"].as_array().unwrap();
    let dance = &clips[0];
    assert_eq!(dance["name"], "Dance");
    assert_eq!(
        (&dance["kind"], &dance["plays"]),
        (&"atomic".into(), &"dance".into())
    );
    let event = &dance["events"][0];
    assert_eq!(event["kind"], "JointSnap");
    assert_eq!(event["victim"], "Weapon");
    assert_eq!(event["target"], "Snap_Weapon2World");
    assert_eq!(
        (event["start_frame"].as_f64(), event["end_frame"].as_f64()),
        (Some(42.0), Some(93.0))
    );
    let selector = clips
        .iter()
        .find(|clip| clip["kind"] == "selector")
        .unwrap();
    assert_eq!(selector["children"][0]["number"], 6.0);
    assert_eq!(selector["children"][1]["name"], "Walk");
    let text = rigscope(&["inspect", SAMPLE]).stdout;
    for line in [
        "Dance (atomic): dance",
        "JointSnap from frame 42 to 93: Weapon → Snap_Weapon2World",
        "Idle1 (selector): Idle (6), Walk (4)",
        "Joke (sequencer): Idle, Walk, Dance",
    ] {
        assert!(text.contains(line), "{line} is not in\n{text}");
    }
}

#[test]
fn inspect_names_clips_by_the_embedded_names_and_by_the_persons_list() {
    let folder = tempfile::tempdir().unwrap();
    let [rig, bin, list] =
        ["pip.skl", "graph.bin", "names.txt"].map(|file| folder.path().join(file));
    std::fs::copy(format!("{SAMPLE}/pip.skl"), &rig).unwrap();
    std::fs::write(&list, "Zyxwv_Qwrt\n").unwrap();
    let names = ["AtomicClipData", "Zyxwv_Qwrt"];
    let kind = ClipKind::Sequencer(vec![to(names[1])]);
    let mut graph = ClipGraph {
        clips: vec![clip(names[0], kind), atomic(names[1], 0)],
        ..ClipGraph::default()
    };
    graph.link();
    let written = Bin {
        version: 3,
        objects: vec![graph::to_object(&graph)],
        ..Bin::default()
    };
    std::fs::write(&bin, bin::write(&written).unwrap()).unwrap();
    let [rig, bin, list] = [&rig, &bin, &list].map(|path| path.to_str().unwrap());
    let listed = ["inspect", rig, bin, "--only", "--hashes", list];
    for (args, second) in [
        (&listed[..4], format!("0x{:08x}", to(names[1]).hash)),
        (&listed[..], names[1].to_owned()),
    ] {
        let text = rigscope(args).stdout;
        let line = format!("AtomicClipData (sequencer): {second}");
        assert!(text.contains(&line), "{line} is not in\n{text}");
        let document = rigscope(&[args, &["--json"]].concat()).json();
        let clips = &document["graphs"][0]["clips"];
        assert_eq!(clips[0]["name"], names[0]);
        let name = (args.len() > 4).then_some(names[1]);
        assert_eq!(clips[1]["name"].as_str(), name);
        assert_eq!(clips[0]["children"][0]["name"].as_str(), name);
    }
}

#[test]
fn pose_tells_the_snaps_of_the_moment_and_the_events_that_have_begun() {
    let documents = json(&[
        "pose",
        SAMPLE,
        "--clip",
        "dance",
        "--times",
        "0.5,2,3.5",
        "--json",
    ]);
    let counts: Vec<[usize; 2]> = documents
        .as_array()
        .unwrap()
        .iter()
        .map(|one| ["snaps", "events"].map(|key| one[key].as_array().unwrap().len()))
        .collect();
    assert_eq!(counts, [[0, 0], [1, 1], [0, 1]]);
    let snap = &documents[1]["snaps"][0];
    let joints = documents[1]["joints"].as_array().unwrap();
    let world = |key: &str| &joints[snap[key].as_u64().unwrap() as usize]["world"];
    assert_eq!(world("joint"), world("to"));
    let near = |value: &Value, expected: f64| {
        let off = (value.as_f64().unwrap() - expected).abs();
        assert!(off < 1e-4, "{value} for {expected}");
    };
    near(&snap["from"], 1.4);
    near(&snap["until"], 3.1);
    assert_eq!(documents[1]["events"][0]["active"], true);
    assert_eq!(documents[2]["events"][0]["active"], false);
    // A file by itself has no events at all: the keys are left out.
    let bind = json(&["pose", SAMPLE, "--json"]);
    assert!(bind.get("snaps").is_none() && bind.get("events").is_none());
}

#[test]
fn a_clip_is_found_by_the_graphs_name_by_its_hash_and_else_by_the_files_stem() {
    let clip = |name: &str| {
        let document = json(&["pose", SAMPLE, "--clip", name, "--json"]);
        let has_events = document.get("events").is_some();
        (document["clip"].as_str().unwrap().to_owned(), has_events)
    };
    for (asked, found) in [
        ("Joke", "Joke"),
        ("joke", "Joke"),
        ("jok", "Joke"),
        ("DANCE", "Dance"),
    ] {
        assert_eq!(clip(asked), (found.into(), true), "{asked}");
    }
    let document = json(&["inspect", SAMPLE, "--json"]);
    let hash = document["graphs"][0]["clips"][4]["hash"].as_str().unwrap();
    assert_eq!(clip(hash), ("Joke".into(), true));
    let run = rigscope(&["pose", SAMPLE, "--clip", "swim"]);
    assert_eq!(run.status, 2);
    assert!(
        run.stderr.contains("Joke") && run.stderr.contains("Celebrate"),
        "{}",
        run.stderr
    );
    // Without the graph the same clip goes by its file's stem.
    let [rig, file] = ["pip.skl", "animations/dance.anm"].map(|file| format!("{SAMPLE}/{file}"));
    let document = json(&["pose", &rig, &file, "--only", "--clip", "dance", "--json"]);
    assert_eq!(document["clip"], "dance");
    assert!(document.get("snaps").is_none());
}

#[test]
fn a_composite_lasts_as_long_as_its_parts() {
    let length = |clip: &str| {
        let document = json(&["pose", SAMPLE, "--clip", clip, "--time", "1e9", "--json"]);
        let [time, duration] = ["time", "duration"].map(|key| document[key].as_f64().unwrap());
        assert!((time - duration).abs() < 1e-6, "clamped to the end");
        duration
    };
    let [idle, walk, dance] = ["Idle", "Walk", "Dance"].map(length);
    // From walk to dance the blend table has idle again.
    let joke = length("Joke");
    assert!((joke - (2.0 * idle + walk + dance)).abs() < 1e-3, "{joke}");
}
