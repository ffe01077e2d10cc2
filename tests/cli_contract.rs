//! Results of `inspect`, `pose`, `map` and `check` on stdout, and the exit status that goes with them.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod cli_support;

use std::fs;
use std::path::Path;

use cli_support::{Run, clip, figure, rigscope, rigscope_in, words};
use rigscope::formats::league::{anm, hash};
use serde_json::{Value, json};

/// Sorted.
fn keys(value: &Value) -> Vec<&str> {
    value
        .as_object()
        .unwrap()
        .keys()
        .map(String::as_str)
        .collect()
}

#[track_caller]
fn good(line: &str, path: &Path) -> Run {
    let run = rigscope(&words(line, path));
    assert_eq!((run.status, run.stderr.as_str()), (0, ""), "{line}");
    run
}

/// Where the head's joint is, of a document of `pose`.
fn head_place(document: &Value) -> [f64; 3] {
    let world = &document["joints"][2]["world"];
    [3, 7, 11].map(|index| world[index].as_f64().unwrap())
}

#[test]
fn a_pose_has_the_keys_of_the_contract_and_no_others() {
    let (_guard, folder) = figure();
    let bind = good("pose {}", &folder).json();
    assert_eq!(
        keys(&bind),
        ["family", "files", "findings", "joints", "time"]
    );
    let posed = good("pose {} --clip nod --time 0.5 --vertices --json", &folder).json();
    let expected = [
        "clip", "duration", "family", "files", "findings", "joints", "mapping", "meshes", "time",
    ];
    assert_eq!(keys(&posed), expected);
    assert_eq!(posed["family"], "league");
    assert_eq!(
        (&posed["clip"], &posed["time"]),
        (&json!("nod"), &json!(0.5))
    );
    assert_eq!(posed["duration"], 1.0);
    assert_eq!(
        keys(&posed["joints"][0]),
        ["index", "name", "parent", "world"]
    );
    assert_eq!(posed["joints"][0]["parent"], Value::Null);
    assert_eq!(posed["joints"][2]["parent"], 1);
    assert_eq!(posed["joints"][2]["world"].as_array().unwrap().len(), 12);
    assert_eq!(
        keys(&posed["mapping"][0]),
        ["hash", "joint", "name", "rule", "track"]
    );
    assert_eq!(keys(&posed["meshes"][0]), ["name", "positions", "uvs"]);
    assert_eq!(
        posed["meshes"][0]["positions"].as_array().unwrap().len(),
        16 * 3
    );
    assert_eq!(posed["meshes"][0]["uvs"].as_array().unwrap().len(), 16 * 2);
    let files: Vec<&str> = posed["files"]
        .as_array()
        .unwrap()
        .iter()
        .map(|f| f.as_str().unwrap())
        .collect();
    for file in ["figure.skl", "figure.skn", "nod.anm", "figure_tx_cm.tex"] {
        assert!(
            files.iter().any(|path| path.ends_with(file)),
            "{file}: {files:?}"
        );
    }
}

#[test]
fn a_track_is_named_by_its_hash_and_told_its_rule() {
    let (_guard, folder) = figure();
    let posed = good("pose {} --clip nod", &folder).json();
    let expected = json!([
        {"track": 0, "hash": format!("0x{:08x}", hash::elf("root")), "name": "Root", "joint": 0, "rule": "influence"},
        {"track": 1, "hash": format!("0x{:08x}", hash::elf("head")), "name": "Head", "joint": 2, "rule": "weights"},
    ]);
    assert_eq!(posed["mapping"], expected);
}

#[test]
fn without_a_clip_the_bind_pose_is_given_even_where_a_clip_is_named_by_its_file() {
    let (_guard, folder) = figure();
    for line in [
        "pose {} --time 0.9",
        "pose {}/animations/nod.anm --time 0.9",
        "pose {} --frame 7",
    ] {
        let document = good(line, &folder).json();
        assert_eq!(head_place(&document), [0.0, 100.0, 0.0], "{line}");
        assert_eq!(document["time"], 0.0, "{line}");
        assert!(document.get("clip").is_none() && document.get("mapping").is_none());
    }
}

#[test]
fn moments_are_seconds_or_frames_or_steps_and_stay_inside_the_clip() {
    let (_guard, folder) = figure();
    let place =
        |line: &str| head_place(&good(&format!("pose {{}} --clip nod {line}"), &folder).json())[0];
    let near =
        // The root's rotation is rounded to 48 bits, which tells 100 units further out.
        |found: f64, expected: f64| assert!((found - expected).abs() < 0.01, "{found} {expected}");
    near(place("--frame 12"), 40.0 * 12.0 / 29.0);
    near(place("--time 0.4"), 40.0 * 12.0 / 29.0);
    near(place("--frame 12.5"), 40.0 * 12.5 / 29.0);
    near(place("--time -3"), 0.0);
    near(place("--time 3"), 40.0);
    near(place("--time 3.4 --loop"), 40.0 * 12.0 / 29.0);
    near(place("--time -0.6 --loop"), 40.0 * 12.0 / 29.0);
    let list = |line: &str| -> Vec<f64> {
        let document = good(&format!("pose {{}} --clip nod {line}"), &folder).json();
        let list = document.as_array().unwrap();
        list.iter()
            .map(|entry| entry["time"].as_f64().unwrap())
            .collect()
    };
    assert_eq!(list("--times 0,0.25,7"), [0.0, 0.25, 1.0]);
    assert_eq!(list("--times -1,0.5"), [0.0, 0.5]);
    assert_eq!(list("--times 2.25,-0.25 --loop"), [0.25, 0.75]);
    assert_eq!(list("--times 0.5"), [0.5], "one moment is a list too");
    assert_eq!(list("--steps 0,1,3 --step 0.25"), [0.25, 0.5, 1.0]);
    assert_eq!(list("--steps 0,2 --step 0.25 --start 0"), [0.0, 0.5]);
    let sixtieths = list("--steps 0,29");
    assert!((sixtieths[0] - 1.0 / 60.0).abs() < 1e-12 && (sixtieths[1] - 0.5).abs() < 1e-12);
}

#[test]
fn a_clip_is_found_by_name_then_ignoring_case_then_by_a_unique_part() {
    let (_guard, folder) = figure();
    let write = |name: &str| {
        fs::write(
            folder.join("animations").join(name),
            anm::write_v5(&clip(1.0)).unwrap(),
        )
        .unwrap();
    };
    ["figure_run.anm", "figure_run_fast.anm", "Idle1.anm"]
        .iter()
        .for_each(|name| write(name));
    let found = |name: &str| rigscope(&["pose", folder.to_str().unwrap(), "--clip", name]);
    for (name, clip) in [
        ("figure_run", "figure_run"),
        ("FIGURE_RUN", "figure_run"),
        ("fast", "figure_run_fast"),
        ("idle1", "Idle1"),
        ("dle", "Idle1"),
        ("till", "still"),
    ] {
        assert_eq!(found(name).json()["clip"], clip, "{name}");
    }
    found("run").assert_refused("figure_run, figure_run_fast");
    found("walk").assert_refused("there are");
}

#[test]
fn the_rule_decides_which_of_two_joints_of_one_hash_moves() {
    let (_guard, folder) = figure();
    for (rule, joint, word) in [
        ("game", 2, "weights"),
        ("two-pass", 3, "pass-2"),
        ("naive", 3, "last-of-hash"),
    ] {
        let line = format!("pose {{}} --clip nod --time 1 --mapping {rule}");
        let document = good(&line, &folder).json();
        assert_eq!(document["mapping"][1]["joint"], joint, "{rule}");
        assert_eq!(document["mapping"][1]["rule"], word);
        let moved = head_place(&document)[0] > 39.0;
        assert_eq!(moved, joint == 2, "{rule}");
        let on_stub = document["findings"]
            .as_array()
            .unwrap()
            .iter()
            .any(|f| f["code"] == "league.track-on-stub");
        assert_eq!(on_stub, joint == 3, "{rule}");
    }
    let map = good("map {} --clip nod --json", &folder).json();
    assert_eq!(map["disagreements"], json!([1]));
    let head = &map["mapping"][1];
    assert_eq!(
        head["otherwise"],
        json!({"game": 2, "two-pass": 3, "naive": 3})
    );
    assert_eq!(head["joint_name"], "Head");
    let candidates: Vec<&str> = head["candidates"]
        .as_array()
        .unwrap()
        .iter()
        .map(|c| c["path"].as_str().unwrap())
        .collect();
    assert_eq!(candidates, ["Root/Spine/Head", "Root/head"]);
    let text = good("map {} --clip nod", &folder).stdout;
    assert!(text.contains("the rules differ at track 1"), "{text}");
}

#[test]
fn map_tells_what_a_track_does_to_each_candidate_and_takes_routes_from_a_file() {
    let (_guard, folder) = figure();
    let map = good("map {} --clip nod --json", &folder).json();
    let head = &map["mapping"][1];
    assert_eq!(
        head["keys"],
        json!({"rotation": 1, "translation": 30, "scale": 1})
    );
    // Moments are spread over the clip's length, which ends after its last frame.
    for key in ["moved", "jump"] {
        assert!((head[key].as_f64().unwrap() - 40.0).abs() < 0.01, "{head}");
    }
    let of = |index: usize, key: &str| head["candidates"][index][key].clone();
    assert_eq!(
        [of(0, "chosen"), of(1, "chosen")],
        [json!(true), json!(false)]
    );
    assert_eq!(of(0, "jump"), json!(40.0));
    assert!(of(1, "jump").as_f64().unwrap() > 59.0, "{head}");
    // A stub's bind place is the origin; this one stands a little above.
    assert_eq!(map["orphan_stubs"], json!([]));
    let routes = folder.join("by_hand.json");
    let text = format!(
        "{{\"rigscope-routing\":1,\"routes\":[{{\"hash\":{},\"joint\":\"Spine\"}}]}}",
        head["hash"]
    );
    fs::write(&routes, text).unwrap();
    for command in ["map", "pose"] {
        let line = format!("{command} {{}} --clip nod --json --routing {{}}/by_hand.json");
        let document = good(&line, &folder).json();
        let routed = &document["mapping"][1];
        assert_eq!(
            (&routed["joint"], &routed["rule"]),
            (&json!(1), &json!("by-hand"))
        );
        assert!(
            document["findings"]
                .to_string()
                .contains("league.routed-by-hand")
        );
    }
    let text = good("map {} --clip nod --routing {}/by_hand.json", &folder).stdout;
    assert!(
        text.contains("\"Spine\" (joint 1) was chosen by hand"),
        "{text}"
    );
    // Beside the skeleton under its name, it is found.
    fs::rename(&routes, folder.join("figure.routing.json")).unwrap();
    let found = good("map {} --clip nod --json", &folder).json();
    assert_eq!(found["mapping"][1]["rule"], "by-hand");
    assert!(
        found["routing"]
            .as_str()
            .unwrap()
            .ends_with("figure.routing.json")
    );
    let alone = good(
        "map {}/figure.skl {}/animations/nod.anm --only --clip nod --json",
        &folder,
    );
    assert_eq!(alone.json()["mapping"][1]["joint"], json!(2));
    let run = |line: &str| rigscope(&words(line, &folder));
    run("map {} --clip nod --routing {}/figure.skl").assert_refused("no file of routes");
    run("map {} --clip nod --routing {}/nowhere.json").assert_refused("no such file");
}

#[test]
fn map_without_a_clip_maps_them_all() {
    let (_guard, folder) = figure();
    let map = good("map {} --json", &folder).json();
    assert_eq!(
        (&map["clip"], &map["further"][0]["clip"]),
        (&json!("nod"), &json!("still"))
    );
}

#[test]
fn inspect_counts_what_is_there_in_one_document() {
    let (_guard, folder) = figure();
    fs::write(folder.join("readme.txt"), "hello").unwrap();
    let document = good("inspect {} --json", &folder).json();
    assert_eq!(document["joints"].as_array().unwrap().len(), 4);
    assert_eq!(document["influences"], json!([0, 1, 2]));
    let mesh = &document["meshes"][0];
    assert_eq!(
        (&mesh["vertex_count"], &mesh["triangle_count"]),
        (&json!(16), &json!(24))
    );
    let worn: Vec<(&str, &str)> = document["materials"]
        .as_array()
        .unwrap()
        .iter()
        .map(|m| {
            (
                m["submesh"].as_str().unwrap(),
                m["texture"].as_str().unwrap().rsplit('/').next().unwrap(),
            )
        })
        .collect();
    assert_eq!(
        worn,
        [
            ("Body", "figure_tx_cm.tex"),
            ("Hat", "figure_hat_tx_cm.tex")
        ]
    );
    let clips: Vec<(&str, f64, u64)> = document["clips"]
        .as_array()
        .unwrap()
        .iter()
        .map(|c| {
            (
                c["name"].as_str().unwrap(),
                c["duration"].as_f64().unwrap(),
                c["track_count"].as_u64().unwrap(),
            )
        })
        .collect();
    assert_eq!(clips, [("nod", 1.0, 2), ("still", 1.0, 2)]);
    assert_eq!(document["unknown"].as_array().unwrap().len(), 1);
    let text = good("inspect {}", &folder).stdout;
    for word in [
        "4 joints",
        "16 vertices",
        "nod",
        "still",
        "figure_hat_tx_cm",
        "readme.txt",
    ] {
        assert!(text.contains(word), "{word}: {text}");
    }
}

#[test]
fn only_what_is_named_is_taken_when_asked() {
    let (_guard, folder) = figure();
    let count = |line: &str| {
        let document = good(line, &folder).json();
        ["skeletons", "meshes", "clips", "textures"]
            .map(|list| document[list].as_array().unwrap().len())
    };
    assert_eq!(count("inspect {}/figure.skl --json"), [1, 1, 2, 2]);
    assert_eq!(count("inspect {}/figure.skl --json --only"), [1, 0, 0, 0]);
    assert_eq!(
        count("inspect {}/figure.skl {}/animations/nod.anm --json --only"),
        [1, 0, 1, 0]
    );
    assert_eq!(count("inspect {} --json --only"), [1, 1, 2, 2]);
    assert_eq!(count("inspect {}/animations --json"), [1, 1, 2, 2]);
    assert_eq!(count("inspect {}/animations --json --only"), [0, 0, 2, 0]);
}

#[test]
fn check_prints_a_line_a_finding_and_fails_at_what_is_denied() {
    let (_guard, folder) = figure();
    let clean = good("check {}", &folder).stdout;
    assert!(
        clean.contains("6 files, 1 character: 0 errors, "),
        "{clean}"
    );
    let mut bytes = fs::read(folder.join("figure.skn")).unwrap();
    bytes.extend([0; 9]);
    fs::write(folder.join("figure.skn"), &bytes).unwrap();
    fs::write(folder.join("worn_by_nobody_tx_cm.dds"), b"DDS ").unwrap();
    let run = rigscope(&words("check {}", &folder));
    assert_eq!(run.status, 1, "{}", run.stdout);
    let document = rigscope(&words("check {} --json", &folder)).json();
    let findings = document["findings"].as_array().unwrap();
    assert_eq!(
        run.stdout.lines().count(),
        findings.len() + 1,
        "{}",
        run.stdout
    );
    let of = |severity: &str| {
        findings
            .iter()
            .filter(|f| f["severity"] == severity)
            .count()
    };
    assert_eq!(document["errors"], of("error"));
    assert_eq!(document["warnings"], of("warning"));
    assert_eq!(of("error"), 1);
    assert!(
        run.stdout.contains("worn_by_nobody_tx_cm.dds"),
        "textures that nothing wears are checked too"
    );
    fs::remove_file(folder.join("worn_by_nobody_tx_cm.dds")).unwrap();
    assert_eq!(rigscope(&words("check {}", &folder)).status, 0);
    assert_eq!(rigscope(&words("check {} --deny note", &folder)).status, 1);
    let warnings = rigscope(&words("check {} --json", &folder)).json()["warnings"]
        .as_u64()
        .unwrap();
    let denied = rigscope(&words("check {} --deny warning", &folder));
    assert_eq!(denied.status, i32::from(warnings > 0));
}

#[test]
fn a_broken_file_among_good_ones_is_an_error_beside_the_result() {
    let (_guard, folder) = figure();
    fs::write(folder.join("animations/broken.anm"), b"r3d2canm").unwrap();
    fs::write(folder.join("animations/empty.anm"), b"").unwrap();
    for line in [
        "inspect {} --json",
        "pose {}",
        "pose {}/figure.skl",
        "check {} --json",
    ] {
        let run = rigscope(&words(line, &folder));
        assert_eq!(run.status, 1, "{line}: {}", run.stderr);
        let document = run.json();
        let mut files: Vec<&str> = document["findings"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|f| f["severity"] == "error")
            .map(|f| f["file"].as_str().unwrap().rsplit('/').next().unwrap())
            .collect();
        files.sort_unstable();
        assert_eq!(files, ["broken.anm", "empty.anm"], "{line}");
    }
    let several = rigscope(&words("pose {}/figure.skl {}/nowhere.anm --only", &folder));
    assert_eq!(several.status, 1);
    let findings = several.json()["findings"].to_string();
    assert!(findings.contains("file.unreadable") && findings.contains("nowhere.anm"));
}

#[test]
fn of_a_tree_of_characters_the_first_is_posed_and_the_others_are_spoken_of() {
    let guard = tempfile::tempdir().unwrap();
    for name in ["a", "b", "c"] {
        cli_support::write_figure(&guard.path().join(name));
    }
    let run = rigscope_in(guard.path(), &["pose", "."]);
    assert_eq!(run.status, 0);
    assert_eq!(run.json()["joints"].as_array().unwrap().len(), 4);
    assert!(
        run.stderr.contains("first of 3 characters"),
        "{}",
        run.stderr
    );
    let inspected = rigscope_in(guard.path(), &["inspect", ".", "--json"]);
    assert_eq!(inspected.json()["further"].as_array().unwrap().len(), 2);
    let checked = rigscope_in(guard.path(), &["check", ".", "--json"]);
    assert_eq!(
        (&checked.json()["characters"], &checked.json()["files"]),
        (&json!(3), &json!(18))
    );
}
