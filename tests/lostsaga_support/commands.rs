//! The real program's answers.

use serde_json::Value;

use super::{chain, data, file_named, swing, track, triangle, written};
use crate::cli_support::rigscope;
use rigscope::formats::lostsaga::Text;

fn args<'a>(command: &'a str, paths: &'a [std::path::PathBuf], more: &[&'a str]) -> Vec<&'a str> {
    let paths = paths.iter().map(|path| path.to_str().unwrap());
    let all = [command].into_iter().chain(paths);
    all.chain(more.iter().copied()).collect()
}

#[test]
fn pose_prints_columns_of_the_file_space_events_and_how_tracks_are_bound() {
    let (_folder, paths) = written(&chain(), &triangle(), &swing());
    let more = ["--clip", "swing", "--time", "1", "--vertices", "--json"];
    let run = rigscope(&args("pose", &paths, &more));
    assert_eq!(run.status, 0, "{}", run.stderr);
    let pose = run.json();
    assert_eq!(pose["family"], "lostsaga");
    let tip = pose["joints"][2]["world"].as_array().unwrap();
    let near = |at: usize, wanted: f64| (tip[at].as_f64().unwrap() - wanted).abs() < 1e-4;
    // A quarter about z: x̂ points up, and the translation is the last column.
    assert!(
        near(4, 1.0) && near(1, -1.0) && near(3, -2.0) && near(7, 4.0),
        "{tip:?}"
    );
    assert_eq!(pose["events"][0]["name"], "auto_sound");
    assert_eq!(pose["events"][0]["time"], 0.5);
    assert_eq!(pose["mapping"][0]["rule"], "exact");
    assert_eq!(pose["meshes"][0]["positions"].as_array().unwrap().len(), 9);
}

#[test]
fn as_in_game_and_the_games_slerp_change_what_is_posed_and_are_of_this_family_alone() {
    let mut clip = swing();
    clip.tracks.push(track("TIP", &[(0, [1.0, 0.0, 0.0, 0.0])]));
    let mut mesh = triangle();
    mesh.bones[1] = Text::new("MIDDLE");
    let (_folder, paths) = written(&chain(), &mesh, &clip);
    let world = |more: &[&str], joint: usize| -> Value {
        let run = rigscope(&args(
            "pose",
            &paths,
            &[&["--clip", "swing", "--time", "0.4"], more].concat(),
        ));
        assert_eq!(run.status, 0, "{}", run.stderr);
        run.json()["joints"][joint]["world"].clone()
    };
    assert_ne!(world(&[], 0), world(&["--as-in-game"], 0));
    assert_ne!(world(&[], 1), world(&["--slerp", "game"], 1));
    let map = |more: &[&str]| {
        let more = [&["--json"], more].concat();
        rigscope(&args("map", &paths, &more)).json()["mapping"][1].clone()
    };
    assert_eq!(map(&[])["rule"], "case");
    let as_in_game = map(&["--as-in-game"]);
    assert_eq!(
        (&as_in_game["rule"], &as_in_game["joint"]),
        (&"first-joint".into(), &0.into())
    );
    let (_folder, figure) = crate::cli_support::figure();
    let run = rigscope(&["pose", figure.to_str().unwrap(), "--as-in-game"]);
    run.assert_refused("Lost Saga");
}

#[test]
fn inspect_tells_bones_control_points_links_and_weights() {
    let Some(data) = data() else { return };
    let files = [
        "chain_small_linked.skl",
        "chain_skinned_cp.msh",
        "swing_4002.ani",
    ];
    let paths = files.map(|name| file_named(&data, name));
    let run = rigscope(&args("inspect", &paths, &["--only", "--json"]));
    assert_eq!(run.status, 0, "{}", run.stderr);
    let document = run.json();
    assert_eq!(document["skeletons"][0]["link"]["name"], "chain.skl");
    assert_eq!(document["skeletons"][0]["link"]["pairs"][0]["rate"], 0.5);
    assert_eq!(document["meshes"][0]["bones"][0], "Arm R");
    let point = &document["meshes"][0]["control_points"][1];
    assert_eq!(
        (&point["kind"], &point["number"]),
        (&"trailend".into(), &1.into())
    );
    assert_eq!(document["clips"][0]["tracks"][0]["weight"], 1.0);
    assert_eq!(document["clips"][0]["events"].as_array().unwrap().len(), 3);
}

#[test]
fn a_refused_file_bears_its_kind_on_stderr_alone_and_in_the_findings_among_others() {
    let Some(data) = data() else { return };
    let paths = ["chain_truncated.skl", "swing_4000.ani"].map(|name| file_named(&data, name));
    let alone = rigscope(&args("inspect", &paths[..1], &["--only", "--json"]));
    alone.assert_refused("(lostsaga.truncated)");
    let run = rigscope(&args("check", &paths, &["--only", "--json"]));
    assert_eq!(run.status, 1);
    let findings = run.json()["findings"].clone();
    let codes: Vec<&str> = findings
        .as_array()
        .unwrap()
        .iter()
        .map(|finding| finding["code"].as_str().unwrap())
        .collect();
    assert!(codes.contains(&"lostsaga.truncated"), "{codes:?}");
}

#[test]
fn a_whole_folder_is_checked() {
    let Some(data) = data() else { return };
    let run = rigscope(&args("check", std::slice::from_ref(&data), &["--json"]));
    assert_eq!(run.status, 1, "{}", run.stderr);
    let codes: Vec<String> = run.json()["findings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|finding| finding["code"].as_str().unwrap().to_owned())
        .collect();
    for kind in [
        "bone-limit",
        "hierarchy-cycle",
        "unknown-version",
        "linked-skeleton",
        "empty-track",
    ] {
        assert!(
            codes.contains(&format!("lostsaga.{kind}")),
            "{kind}: {codes:?}"
        );
    }
}
