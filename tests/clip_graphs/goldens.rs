//! Snaps of real rigs against golden worlds, through the library and through the program.

use std::path::{Path, PathBuf};

use rigscope::formats::{self, OpenOptions, Progress};
use rigscope::model::transform::rows;
use rigscope::scene::{Item, Pick};
use serde_json::Value;

use crate::cli_support::rigscope;
use crate::common::{self, Coverage};

fn files(data: &Path, case: &Value) -> [PathBuf; 3] {
    let anm = case["anm"].as_str().unwrap();
    let folder = data.join(anm.split('/').next().unwrap());
    let skeleton = common::files_ending(&folder, &["skl"]).remove(0);
    [
        skeleton,
        data.join(case["graph"].as_str().unwrap()),
        data.join(anm),
    ]
}

fn open(paths: &[PathBuf]) -> Item {
    let options = OpenOptions { only: true };
    let mut opened = formats::open(paths, &options, &Progress::default()).unwrap();
    Item::new(opened.characters.remove(0))
}

fn compare(what: &str, expected: &Value, found: &[f32], coverage: &mut Coverage) {
    let expected = expected.as_array().unwrap();
    for (index, (found, expected)) in found.iter().zip(expected).enumerate() {
        let tolerance = if index % 4 == 3 { 0.02 } else { 1e-3 };
        let what = format!("{what}[{index}]");
        coverage.near(&what, *found, expected.as_f64().unwrap(), tolerance);
    }
}

/// The snaps that a golden case says are active: one pair where it is not a list.
fn pairs(case: &Value) -> Vec<(String, String)> {
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    match case["snaps"].as_object() {
        Some(snaps) => snaps.iter().map(|(a, b)| (a.clone(), text(b))).collect(),
        None if case["active"] == false => Vec::new(),
        None => vec![(text(&case["victim"]), text(&case["target"]))],
    }
}

#[test]
fn snapped_worlds_are_those_of_the_goldens_in_every_case() {
    let Some(shared) = common::shared() else {
        return;
    };
    let data = shared.join("data/league");
    let mut coverage = Coverage::default();
    for case in common::golden(&shared, "league/snap.json")["cases"]
        .as_array()
        .unwrap()
    {
        let name = case["clip"].as_str().unwrap();
        let seconds = case["t"].as_f64().unwrap() as f32;
        let mut item = open(&files(&data, case));
        let hash = formats::league::hash::fnv1a(name);
        let graph = item.graph().unwrap();
        let clip = graph.clips.iter().position(|clip| clip.hash == hash);
        item.pick(Pick::Graph(clip.unwrap()));
        item.set_time(f64::from(seconds));
        let what = format!("{name} at {seconds}");
        let index = |joint: &str| {
            let joints = &item.skeleton().unwrap().joints;
            let found = joints
                .iter()
                .position(|j| j.name.eq_ignore_ascii_case(joint));
            found.unwrap()
        };
        for (joint, expected) in case["world"].as_object().unwrap() {
            let found = rows(&item.pose().worlds[index(joint)]);
            compare(&format!("{what}: {joint}"), expected, &found, &mut coverage);
        }
        let mut found: Vec<(usize, usize)> = item
            .active_snaps()
            .iter()
            .map(|snap| (snap.victim, snap.target))
            .collect();
        let mut expected: Vec<(usize, usize)> = pairs(case)
            .iter()
            .map(|(victim, target)| (index(victim), index(target)))
            .collect();
        found.sort();
        expected.sort();
        coverage.equal(&what, found, expected);
        coverage.files += 1;
    }
    coverage.report("snap.json");
}

#[test]
fn the_program_prints_the_goldens_and_without_snaps_the_plain_pose() {
    let Some(shared) = common::shared() else {
        return;
    };
    let data = shared.join("data/league");
    let mut coverage = Coverage::default();
    for case in common::golden(&shared, "league/snap.json")["cases"]
        .as_array()
        .unwrap()
    {
        let name = case["clip"].as_str().unwrap();
        let paths = files(&data, case);
        let pose = |clip: &str, options: &[&str]| {
            let mut args = vec!["pose".to_owned(), "--only".into(), "--json".into()];
            args.extend(paths.iter().map(|path| path.to_str().unwrap().to_owned()));
            args.extend(["--clip".to_owned(), clip.into()]);
            args.extend(options.iter().map(|&option| option.to_owned()));
            let run = rigscope(&args);
            assert_eq!((run.status, run.stderr.as_str()), (0, ""), "{args:?}");
            run.json()
        };
        let seconds = case["t"].to_string();
        let on = pose(name, &["--time", &seconds]);
        coverage.equal(name, on["clip"].as_str(), Some(name));
        for (joint, expected) in case["world"].as_object().unwrap() {
            let joints = on["joints"].as_array().unwrap().iter();
            let mut named = joints.filter(|j| {
                let name = j["name"].as_str().unwrap();
                name.eq_ignore_ascii_case(joint)
            });
            let found: Vec<f32> = named.next().unwrap()["world"]
                .as_array()
                .unwrap()
                .iter()
                .map(|number| number.as_f64().unwrap() as f32)
                .collect();
            let what = format!("{name} at {seconds}: {joint}");
            compare(&what, expected, &found, &mut coverage);
        }
        let snaps = on["snaps"].as_array().unwrap();
        coverage.equal(name, snaps.len(), pairs(case).len());
        // With snaps off the clip is what its animation file is, at the file's own time.
        let off = pose(name, &["--time", &seconds, "--snap", "off"]);
        let file_seconds = case.get("file_t").unwrap_or(&case["t"]).as_f64().unwrap();
        let stem = paths[2].file_stem().unwrap().to_str().unwrap();
        let plain = pose(stem, &["--time", &file_seconds.to_string()]);
        coverage.equal(name, off["snaps"].as_array().unwrap().len(), 0);
        for (off, plain) in off["joints"]
            .as_array()
            .unwrap()
            .iter()
            .zip(plain["joints"].as_array().unwrap())
        {
            let found: Vec<f32> = off["world"]
                .as_array()
                .unwrap()
                .iter()
                .map(|number| number.as_f64().unwrap() as f32)
                .collect();
            compare(name, &plain["world"], &found, &mut coverage);
        }
        coverage.files += 1;
    }
    coverage.report("snap.json through the program");
}

#[test]
fn the_second_synthetic_graph_plays_its_sequence_its_cycle_and_its_file_by_hash() {
    let Some(shared) = common::shared() else {
        return;
    };
    let data = shared.join("data/league");
    let mut paths = vec![
        data.join("xayah_skin04/xayah_skin04.pie_c_10_16.skl"),
        data.join("synthetic/xayah_snap_graph2.bin"),
    ];
    paths[0] = common::files_ending(&data.join("xayah_skin04"), &["skl"]).remove(0);
    paths.extend(common::files_ending(
        &data.join("xayah_skin04/animations"),
        &["anm"],
    ));
    let mut item = open(&paths);
    let attack = item
        .character
        .clips
        .iter()
        .position(|clip| clip.name.eq_ignore_ascii_case("xayah_attack1"))
        .unwrap();
    let length = item.character.clips[attack].duration;
    let lengths: Vec<f32> = (0..item.graph().unwrap().clips.len())
        .map(|clip| {
            item.pick(Pick::Graph(clip));
            item.duration() as f32
        })
        .collect();
    // Offset, Slow (a tick of 0.05 s), Chain, Cycle, the sequence of the first two, a sequence of itself and of a clip
    // that is missing, and the file that is named by its path's hash.
    let near = |index: usize, expected: f32| {
        let off = (lengths[index] - expected).abs();
        assert!(off < 1e-3, "{index}: {} for {expected}", lengths[index]);
    };
    near(0, length);
    near(1, length * 1.5);
    near(4, length * 2.5);
    near(5, 0.0);
    assert!(
        lengths[6] > 0.0,
        "the file by its path's hash was not found"
    );
    let codes: Vec<&str> = item.findings().map(|finding| finding.code).collect();
    assert!(codes.contains(&"league.clip-cycle"), "{codes:?}");
    assert!(codes.contains(&"league.clip-missing"), "{codes:?}");
    // Two joints that are snapped to each other's children stay where a plain chain has them, at every time.
    item.pick(Pick::Graph(3));
    for step in 0..20 {
        item.set_time(f64::from(length * step as f32 / 20.0));
        let finite = item.pose().worlds.iter().all(|world| world.is_finite());
        assert!(finite && !item.active_snaps().is_empty());
    }
}
