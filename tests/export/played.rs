//! Exports by the program: clips of graphs, with snaps baked or left out.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use glam::{DMat4, DVec3};
use rigscope::formats::{OpenOptions, Progress, open};
use rigscope::model::ClipGraph;
use rigscope::pose::graph::cues::snap_windows;
use rigscope::scene::Item;

use super::characters::{mirrored, used_vertices};
use super::cli_support::{Run, rigscope};
use super::common::{Coverage, files_ending, shared};
use super::viewer::Viewer;

const SAMPLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/samples/league");
/// Pip's prop is dropped in this part of the dance, in seconds.
const DROPPED: [f64; 2] = [1.4, 3.1];
/// What the promise allows beside the rounding of single precision.
const OFF: f64 = 0.01 + 2e-4;

fn export(paths: &[PathBuf], options: &[&str]) -> (Run, Viewer) {
    let guard = tempfile::tempdir().unwrap();
    let output = guard.path().join("out.glb");
    let mut args = vec!["export", "-o", output.to_str().unwrap()];
    args.extend(paths.iter().map(|path| path.to_str().unwrap()));
    args.extend(options);
    let run = rigscope(&args);
    let glb = fs::read(&output).unwrap_or_else(|error| panic!("{error}: {}", run.stderr));
    (run, Viewer::open(&glb))
}

fn sample(options: &[&str]) -> Viewer {
    let (run, viewer) = export(&[SAMPLE.into()], options);
    assert_eq!(run.status, 0, "{}", run.stderr);
    viewer
}

fn item(paths: &[PathBuf], only: bool) -> Item {
    let mut opened = open(paths, &OpenOptions { only }, &Progress::default()).unwrap();
    Item::new(opened.characters.swap_remove(0))
}

/// The largest distance of any joint, and of some vertices, between a clip as the item plays it and an exported animation
/// at 120 Hz. A hair beside the edges of snaps both are on the same side.
fn compare(item: &mut Item, clip: &str, viewer: &Viewer) -> f64 {
    let lines = item.playables();
    let line = lines.iter().position(|line| line.name == clip).unwrap();
    item.pick(item.playables()[line].pick);
    let named = |animation: &super::viewer::Animation| animation.name == clip;
    let animation = viewer.animations.iter().position(named).unwrap();
    let duration = item.duration();
    let length = f64::from(viewer.animations[animation].duration());
    assert!((length - duration).abs() < 1e-6, "{clip}: {length}");
    let parts = used_vertices(item.mesh().unwrap());
    let mut worst = 0.0_f64;
    for sample in 0..=(duration * 120.0) as u32 {
        let time = f64::from(sample) / 120.0;
        let mut off = joints_off(item, viewer, animation, time);
        if sample % 8 == 0 {
            off = off.max(vertices_off(item, viewer, animation, time, &parts));
        }
        assert!(off <= OFF, "{clip}, sample {sample}: off by {off}");
        worst = worst.max(off);
    }
    for edge in item.snap_edges() {
        for side in [edge - 1e-5, edge + 1e-5] {
            let off = joints_off(item, viewer, animation, side.clamp(0.0, duration));
            assert!(off <= 0.1, "{clip} at {side}: off by {off}");
        }
    }
    worst
}

/// The largest distance of any joint.
fn joints_off(item: &mut Item, viewer: &Viewer, animation: usize, time: f64) -> f64 {
    let time = f64::from(time as f32);
    item.set_time(time);
    let worlds = viewer.worlds(Some(animation), time);
    let joints = worlds.iter().zip(&item.pose().worlds);
    let offs = joints.map(|(world, own)| world.w_axis.distance(mirrored(own).w_axis));
    offs.fold(0.0, f64::max)
}

/// The largest distance of some vertices, of the moment that the item shows.
fn vertices_off(
    item: &Item,
    viewer: &Viewer,
    animation: usize,
    time: f64,
    parts: &[Vec<u32>],
) -> f64 {
    let worlds = viewer.worlds(Some(animation), f64::from(time as f32));
    let posed = item.posed_vertices();
    let mut worst = 0.0_f64;
    for (primitive, vertices) in parts.iter().enumerate() {
        for (place, &vertex) in vertices.iter().enumerate().step_by(17) {
            let [x, y, z] = posed[vertex as usize].position.map(f64::from);
            let found = viewer.skinned(&worlds, primitive, place);
            worst = worst.max(found.distance(DVec3::new(-x, y, z)));
        }
    }
    worst
}

/// Seconds at which snaps of the pass begin and end.
trait Windows {
    fn snap_edges(&self) -> Vec<f64>;
}

impl Windows for Item {
    fn snap_edges(&self) -> Vec<f64> {
        let snaps = self.cues().iter().filter(|cue| {
            let clip: Option<&ClipGraph> = self.graph();
            let event = clip.and_then(|graph| graph.clips.get(cue.clip)?.events.get(cue.event));
            event.is_some_and(|event| event.kind.word() == "JointSnap")
        });
        let edges = snaps.flat_map(|cue| [cue.from, cue.until]);
        edges.map(f64::from).collect()
    }
}

/// The joints that hang elsewhere than in the skeleton: at the armature, or at a node of their own that stretches them.
fn moved_house(item: &Item, viewer: &Viewer) -> HashSet<String> {
    let joints = &item.skeleton().unwrap().joints;
    let armature = joints.len();
    let moved = joints.iter().zip(&viewer.nodes).filter(|(joint, node)| {
        assert_eq!(joint.name, node.name);
        node.parent != Some(joint.parent.unwrap_or(armature))
    });
    let moved = moved.inspect(|(joint, node)| {
        let mut parent = node.parent.unwrap();
        if viewer.nodes[parent].name == format!("{} stretch", joint.name) {
            parent = viewer.nodes[parent].parent.unwrap();
        }
        assert_eq!(parent, armature);
    });
    moved.map(|(joint, _)| joint.name.clone()).collect()
}

fn names(viewer: &Viewer) -> Vec<&str> {
    viewer.animations.iter().map(|a| a.name.as_str()).collect()
}

#[test]
fn the_dropped_prop_of_the_sample_lies_still_in_the_viewer_and_in_the_file() {
    let viewer = sample(&["--clip", "dance"]);
    let mut item = item(&[SAMPLE.into()], false);
    assert!(compare(&mut item, "Dance", &viewer) <= OFF);
    let weapon = viewer.node("Weapon");
    let [start, end] = DROPPED;
    let at = |seconds: f64| viewer.worlds(Some(0), seconds)[weapon];
    let first = at(start + 1e-4);
    let mut moved = [0.0_f64; 2];
    item.set_time(start + 1e-4);
    let own_first = item.pose().worlds[weapon];
    for sample in 0..((end - start) * 240.0) as u32 {
        let seconds = start + 1e-4 + f64::from(sample) / 240.0;
        let now = at(seconds);
        let columns = |world: &DMat4| [world.x_axis, world.y_axis, world.z_axis, world.w_axis];
        for (first, now) in columns(&first).into_iter().zip(columns(&now)) {
            moved[0] = moved[0].max(first.distance(now));
        }
        item.set_time(seconds);
        let off = item.pose().worlds[weapon].translation - own_first.translation;
        moved[1] = moved[1].max(f64::from(off.length()));
    }
    println!(
        "the prop moves by {:e} in the file, by {:e} in the viewer",
        moved[0], moved[1]
    );
    assert!(moved[0] < 1e-4 && moved[1] < 1e-4, "{moved:?}");
    let away = at(0.5).w_axis.distance(first.w_axis);
    assert!(away > 1.0, "before it is dropped it is elsewhere: {away}");
}

#[test]
fn a_joint_moves_house_only_where_an_exported_clip_snaps_it() {
    let item = item(&[SAMPLE.into()], false);
    let house = |options: &[&str]| moved_house(&item, &sample(options));
    let weapon = HashSet::from(["Weapon".to_owned()]);
    assert_eq!(house(&[]), weapon);
    assert_eq!(house(&["--clip", "dance"]), weapon);
    let dance = sample(&["--clip", "dance"]);
    let parent = dance.nodes[dance.node("Weapon")].parent;
    assert_eq!(
        parent,
        Some(item.skeleton().unwrap().joints.len()),
        "without any shear it needs no other node"
    );
    assert_eq!(
        house(&["--clip", "Joke"]),
        weapon,
        "a sequence that has the dance in it"
    );
    assert_eq!(house(&["--clip", "walk"]), HashSet::new());
    assert_eq!(house(&["--snap", "off"]), HashSet::new());
}

#[test]
fn exported_clips_are_those_of_the_list_and_composites_play_as_in_the_viewer() {
    let viewer = sample(&[]);
    let mut item = item(&[SAMPLE.into()], false);
    let lines: Vec<String> = item
        .playables()
        .iter()
        .map(|line| line.name.clone())
        .collect();
    assert_eq!(names(&viewer), lines);
    assert!(lines.contains(&"Joke".to_owned()));
    for line in &lines {
        compare(&mut item, line, &viewer);
    }
    // A clip by its name, in whatever case, by its hash, and by a part of the name.
    let hash = format!("0x{:08x}", rigscope::formats::league::hash::fnv1a("walk"));
    let options = ["--clip", "DANCE", "--clip", "jok", "--clip", &hash];
    assert_eq!(names(&sample(&options)), ["Dance", "Joke", "Walk"]);
}

#[test]
fn without_snaps_the_prop_follows_its_hand() {
    let viewer = sample(&["--clip", "dance", "--snap", "off"]);
    let mut item = item(&[SAMPLE.into()], false);
    item.set_snaps(false);
    compare(&mut item, "Dance", &viewer);
    let weapon = viewer.node("Weapon");
    let at = |seconds: f64| viewer.worlds(Some(0), seconds)[weapon].w_axis;
    let way: f64 = (0..100)
        .map(|sample| f64::from(sample) / 60.0 + DROPPED[0])
        .map(|seconds| at(seconds).distance(at(seconds + 1.0 / 60.0)))
        .sum();
    assert!(way > 10.0, "{way}");
}

/// Xayah with one of the invented graphs, and only that.
fn xayah(data: &Path, graph: &str) -> Vec<PathBuf> {
    let folder = data.join("xayah_skin04");
    let mut paths = files_ending(&folder, &["skl", "skn", "anm"]);
    paths.push(data.join("synthetic").join(graph));
    paths
}

#[test]
fn invented_graphs_of_a_real_rig_are_exported_as_they_are_played() {
    let Some(shared) = shared() else { return };
    let mut coverage = Coverage::default();
    for graph in ["xayah_snap_graph.bin", "xayah_snap_graph2.bin"] {
        let paths = xayah(&shared.join("data/league"), graph);
        for snaps in ["bake", "off"] {
            let mut item = item(&paths, true);
            item.set_snaps(snaps == "bake");
            let (run, viewer) = export(&paths, &["--only", "--snap", snaps]);
            assert!(!run.stderr.contains("export.off"), "{}", run.stderr);
            let expected = match snaps {
                "bake" => victims(&mut item),
                _ => HashSet::new(),
            };
            assert_eq!(moved_house(&item, &viewer), expected, "{graph}");
            assert_eq!(expected.is_empty(), snaps == "off");
            let clips: Vec<String> = names(&viewer).iter().map(|name| (*name).into()).collect();
            let worst = clips.iter().map(|clip| compare(&mut item, clip, &viewer));
            let worst = worst.fold(0.0, f64::max);
            println!(
                "{graph}, snaps {snaps}: {} clips, off by {worst:.5}",
                clips.len()
            );
            coverage.files += 1;
            coverage.values += clips.len();
            // A sequence of itself and of a clip that is missing plays nothing.
            assert_eq!(clips.len() < item.playables().len(), graph.contains('2'));
            assert_eq!(
                run.stderr.contains("plays no animation file"),
                graph.contains('2')
            );
        }
    }
    coverage.report("exported graphs");
}

/// The names of joints that any clip of the list snaps.
fn victims(item: &mut Item) -> HashSet<String> {
    let mut victims = HashSet::new();
    for line in 0..item.playables().len() {
        item.pick(item.playables()[line].pick);
        let (bound, _) = rigscope::formats::league::graph::bind(
            item.graph().unwrap(),
            item.skeleton().unwrap(),
            item.joint_skins(),
            item.mesh(),
        );
        let joints = &item.skeleton().unwrap().joints;
        let windows = snap_windows(item.plan(), &bound);
        victims.extend(
            windows
                .iter()
                .map(|window| joints[window.victim].name.clone()),
        );
    }
    victims
}
