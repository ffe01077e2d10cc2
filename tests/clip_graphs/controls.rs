//! Controls and graphs from the command line: `--set`, `--graph`, `--hashes`.

use std::fs;
use std::path::Path;

use glam::Vec3;
use rigscope::formats::league::{anm, bin, graph, hash::fnv1a, skl};
use rigscope::model::clip_graph::{Animation, ClipKind, GraphClip};
use rigscope::model::league::bin::Bin;
use rigscope::model::{Clip, ClipGraph, Curve};
use tempfile::TempDir;

use crate::cli_support::{Run, rigscope};
use crate::hand::{clip, file, index, skeleton, to};

fn atomic(name: &str, file: &str) -> GraphClip {
    let animation = Animation {
        path: Some(format!("animations/{file}.anm")),
        ..Animation::default()
    };
    clip(name, ClipKind::Atomic(animation))
}

/// Version 5 stores every component.
fn with_scale(mut clip: Clip) -> Clip {
    for track in &mut clip.tracks {
        track.scale = Some(Curve::Frames(vec![Vec3::ONE]));
    }
    clip
}

fn write_graph(path: &Path, path_hash: u32, clips: Vec<GraphClip>) {
    let mut graph = ClipGraph {
        path_hash,
        clips,
        ..ClipGraph::default()
    };
    graph.link();
    let written = Bin {
        version: 3,
        objects: vec![graph::to_object(&graph)],
        ..Bin::default()
    };
    fs::write(path, bin::write(&written).unwrap()).unwrap();
}

/// A rig, its clips, and two graphs: `first` with one clip of each kind that can be set, `second` with others.
fn folder() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    fs::create_dir(at("animations")).unwrap();
    fs::write(at("hand.skl"), skl::write(&skeleton()).unwrap()).unwrap();
    for clip in [
        file("a", 30, &["Root", "Hand"], 0.0, 10.0),
        file("b", 60, &["Root", "Hand"], 100.0, 120.0),
    ] {
        let path = at("animations").join(&clip.name).with_extension("anm");
        let bytes = anm::write_v5(&with_scale(clip)).unwrap();
        fs::write(path, bytes).unwrap();
    }
    let (yes, no) = (to("B"), to("A"));
    let first = vec![
        clip(
            "Run",
            ClipKind::Parametric(vec![(to("A"), 0.0), (to("B"), 10.0)]),
        ),
        clip(
            "Idle",
            ClipKind::Selector(vec![(to("A"), 2.0), (to("B"), 1.0)]),
        ),
        clip("Hurt", ClipKind::ConditionBool { yes, no }),
        clip(
            "Fast",
            ClipKind::ConditionFloat(vec![(to("A"), 0.0), (to("B"), 300.0)]),
        ),
        clip("All", ClipKind::Sequencer(vec![to("Run"), to("Idle")])),
        atomic("A", "a"),
        atomic("B", "b"),
    ];
    write_graph(&at("first.bin"), 0x1111_1111, first);
    let second = vec![
        clip("Qwop_Zyx", ClipKind::Sequencer(vec![to("A")])),
        clip("Idle", ClipKind::Sequencer(vec![to("Bb")])),
        atomic("Bb", "b"),
        atomic("A", "b"),
    ];
    write_graph(&at("second.bin"), 0x2222_2222, second);
    fs::write(at("names.txt"), "Qwop_Zyx\n").unwrap();
    folder
}

fn run(folder: &TempDir, command: &str, line: &str) -> Run {
    let path = folder.path().to_str().unwrap();
    let words = line.split(' ').filter(|word| !word.is_empty());
    let words = words.map(|word| word.replace("{}", path));
    let args: Vec<String> = [command.to_owned(), path.to_owned()]
        .into_iter()
        .chain(words)
        .collect();
    rigscope(&args)
}

/// Where the hand is at the clip's start: its root and itself are both moved.
#[track_caller]
fn hand_at(folder: &TempDir, line: &str, expected: f64) {
    let run = run(folder, "pose", &format!("{line} --json"));
    assert_eq!(run.status, 0, "{line}: {}", run.stderr);
    let hand = run.json()["joints"][index("Hand")]["world"][3]
        .as_f64()
        .unwrap();
    assert!(
        (hand - expected).abs() < 0.05,
        "{line}: {hand} for {expected}"
    );
}

#[test]
fn a_clip_that_is_set_plays_as_it_is_set() {
    let folder = folder();
    for (line, expected) in [
        ("--clip Run", 0.0),
        ("--clip Run --set Run=10", 200.0),
        ("--clip Run --set run=5", 100.0),
        ("--clip Run --set RUN=2.5", 50.0),
        ("--clip Idle", 0.0),
        ("--clip Idle --set Idle=B", 200.0),
        ("--clip Idle --set Idle=heaviest", 0.0),
        ("--clip Hurt", 0.0),
        ("--clip Hurt --set Hurt=yes", 200.0),
        ("--clip Hurt --set Hurt=false", 0.0),
        ("--clip Fast --set Fast=299", 0.0),
        ("--clip Fast --set Fast=300", 200.0),
        // Inside another clip, and several at once.
        ("--clip All --set Idle=B --set Run=10", 200.0),
    ] {
        hand_at(&folder, line, expected);
    }
    // The second half of a sequence is the selector's.
    let lengths = |line: &str| {
        run(&folder, "pose", line).json()["duration"]
            .as_f64()
            .unwrap()
    };
    let [plain, longer] = ["--clip All", "--clip All --set Idle=B"].map(lengths);
    assert!((longer - plain - 1.0).abs() < 1e-3, "{plain} and {longer}");
}

#[test]
fn what_cannot_be_set_is_refused_with_what_can() {
    let folder = folder();
    for (line, about) in [
        ("--clip Run --set Run=fast", "a number from 0 to 10"),
        ("--clip Run --set Run=nan", "a number from 0 to 10"),
        ("--clip Hurt --set Hurt=5", "yes or no"),
        ("--clip Idle --set Idle=C", "a, b"),
        ("--clip All --set All=1", "sequencer"),
        ("--clip Run --set Swim=1", "Run, Idle"),
    ] {
        run(&folder, "pose", line).assert_refused(about);
    }
    assert_eq!(run(&folder, "pose", "--clip Run --set Run").status, 2);
    // What plays all the same, and says so.
    for (line, about) in [
        ("--clip Run --set Run=99", "from 0 to 10"),
        ("--clip Run --set Hurt=yes", "changes nothing"),
    ] {
        let run = run(&folder, "pose", line);
        assert_eq!(run.status, 0, "{}", run.stderr);
        assert!(run.stderr.contains(about), "{}", run.stderr);
    }
}

#[test]
fn a_clip_is_found_in_every_graph_and_in_one_that_is_asked_for() {
    let folder = folder();
    // In the second graph alone, by its name, its hash and a part of the name; `Idle` is in both, and the first counts.
    for (line, expected) in [
        ("--clip Bb", 200.0),
        ("--clip qwop_zyx", 200.0),
        (&format!("--clip 0x{:08x}", fnv1a("Qwop_Zyx")), 200.0),
        ("--clip op_z --hashes {}/names.txt", 200.0),
        ("--clip Idle", 0.0),
        ("--clip Idle --graph 1", 200.0),
        ("--clip Idle --graph second", 200.0),
        ("--clip Idle --graph 0x22222222", 200.0),
    ] {
        hand_at(&folder, line, expected);
    }
    for (line, about) in [
        ("--clip Bb --graph 0", "Bb"),
        ("--clip Idle --graph 2", "has the number 1"),
        ("--clip Idle --graph third", "first, second"),
        ("--clip op_z", "op_z"),
    ] {
        run(&folder, "pose", line).assert_refused(about);
    }
}

#[test]
fn a_persons_list_names_clips_for_every_command() {
    let folder = folder();
    let list = "--clip Op_Zy --hashes {}/names.txt";
    let document = run(&folder, "pose", list).json();
    assert_eq!(document["clip"], "Qwop_Zyx");
    let mapped = run(&folder, "map", &format!("{list} --json"));
    assert_eq!(mapped.json()["clip"], "b", "{}", mapped.stderr);
    let out = run(&folder, "export", &format!("{list} -o {{}}/out.glb"));
    assert_eq!(out.status, 0, "{}", out.stderr);
    assert!(out.stdout.contains("Qwop_Zyx: 2.000 s"), "{}", out.stdout);
    let picture = run(
        &folder,
        "render",
        &format!("{list} -o {{}}/out.png --size 64x64"),
    );
    assert_eq!(picture.status, 0, "{}", picture.stderr);
}

#[test]
fn export_and_map_play_what_is_set_and_one_graph_at_a_time() {
    let folder = folder();
    let length = |line: &str| {
        let run = run(&folder, "export", &format!("{line} -o {{}}/out.glb"));
        assert_eq!(run.status, 0, "{}", run.stderr);
        run.stdout.lines().next().unwrap().to_owned()
    };
    assert!(length("--clip Idle").starts_with("Idle: 1.000 s"));
    assert!(length("--clip Idle --set Idle=B").starts_with("Idle: 2.000 s"));
    assert!(length("--graph 1 --clip Idle").starts_with("Idle: 2.000 s"));
    run(&folder, "export", "--clip Run --clip Bb -o {}/out.glb")
        .assert_refused("another clip graph");
    // All that a composite plays is mapped.
    let document = run(&folder, "map", "--clip All --set Idle=B --json").json();
    let further = document["further"].as_array().unwrap();
    assert_eq!((&document["clip"], further.len()), (&"a".into(), 1));
    assert_eq!(further[0]["clip"], "b");
}

#[test]
fn a_picture_shows_what_is_set() {
    let folder = folder();
    let picture = |line: &str| {
        let line = format!("--clip Run {line} --size 96x96 --show bones -o {{}}/out.png");
        let run = run(&folder, "render", &line);
        assert_eq!(run.status, 0, "{}", run.stderr);
        fs::read(folder.path().join("out.png")).unwrap()
    };
    let [plain, again, set] = ["", "--set Run=0", "--set Run=6"].map(picture);
    assert!(plain == again && plain != set);
}
