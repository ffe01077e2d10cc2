//! What the commands print of the family's characters.

use rigscope::formats::toee::ska;

use super::damage::swing;
use super::opening::game;
use crate::cli_support::rigscope;

#[test]
fn inspect_tells_what_drives_a_clip_and_what_it_says() {
    let (_folder, models) = game();
    let path = models.join("square.skm").display().to_string();
    let document = rigscope(&["inspect", &path, "--json"]).json();
    assert_eq!(document["family"], "toee");
    assert_eq!(document["meshes"][0]["blend_indices"], "own-bones");
    let clip = &document["clips"][0];
    assert_eq!(clip["name"], "swing");
    assert_eq!(clip["drive"]["kind"], "time");
    assert_eq!(clip["drive"]["length"], 2.0);
    assert_eq!(clip["loops"], true);
    assert_eq!(clip["events"][0]["name"], "action");
    assert_eq!(clip["events"][0]["string"], "tip");
    let text = rigscope(&["inspect", &path]);
    assert!(
        text.stdout.contains("driven by time, repeats, 1 event"),
        "{}",
        text.stdout
    );
}

#[test]
fn pose_gives_bind_pose_rest_pose_or_a_moment() {
    let (_folder, models) = game();
    // At rest the tip lies elsewhere than where the mesh was bound.
    let mut skeleton = swing();
    skeleton.bones[1].translation = [0.0, 3.0, 0.0, 0.0];
    std::fs::write(models.join("SQUARE.SKA"), ska::write(&skeleton).unwrap()).unwrap();
    let path = models.join("square.skm").display().to_string();
    let tip = |options: &[&str]| {
        let arguments = [&["pose", &path, "--json"], options].concat();
        let document = rigscope(&arguments).json();
        let world = &document["joints"][1]["world"];
        [&world[7], &world[4]].map(|number| number.as_f64().unwrap())
    };
    assert_eq!(tip(&[]), [1.0, 0.0]);
    assert_eq!(tip(&["--rest"]), [3.0, 0.0]);
    let [height, sine] = tip(&["--clip", "swing", "--time", "1"]);
    assert_eq!(height, 3.0);
    assert!((sine - 1.0_f64.sin()).abs() < 1e-3, "{sine}");
}

#[test]
fn pose_lists_the_events_that_have_come() {
    let (_folder, models) = game();
    let path = models.join("square.skm").display().to_string();
    let events = |time: &str| {
        let run = rigscope(&["pose", &path, "--clip", "swing", "--time", time, "--json"]);
        run.json()["events"].clone()
    };
    assert_eq!(events("0.4"), serde_json::json!([]));
    let wanted = serde_json::json!([
        {"time": 0.5, "name": "action", "int": 0, "float": 0.0, "string": "tip"}
    ]);
    assert_eq!(events("0.6"), wanted);
    let document = rigscope(&["pose", &path, "--json"]).json();
    assert!(document.get("events").is_none());
}

#[test]
fn what_is_worn_and_held_is_posed_and_told_and_an_unknown_bone_refused() {
    let (_folder, models) = game();
    let path = models.join("square.skm").display().to_string();
    let hold = format!("TIP={path}");
    let dressed = ["--wear", &path, "--hold", &hold, "--json"];
    let pose = [
        &[
            "pose",
            &path,
            "--clip",
            "swing",
            "--time",
            "1",
            "--vertices",
        ],
        &dressed[..],
    ];
    let meshes = rigscope(&pose.concat()).json()["meshes"].clone();
    let positions = |mesh: usize| meshes[mesh]["positions"].as_array().unwrap().len();
    assert_eq!(meshes.as_array().unwrap().len(), 3);
    assert_eq!(meshes[0]["positions"], meshes[1]["positions"]);
    assert!(positions(0) == positions(2) && meshes[0]["positions"] != meshes[2]["positions"]);
    let document = rigscope(&[&["inspect", &path], &dressed[..]].concat()).json();
    assert_eq!(
        document["worn"][0]["paired_bone_count"],
        document["worn"][0]["bone_count"]
    );
    assert_eq!(document["worn"][1]["held_by"], "TIP");
    let text = rigscope(&["inspect", &path, "--wear", &path]).stdout;
    assert!(text.contains("worn: square"), "{text}");
    for wrong in ["tail=square.skm", "tip"] {
        let run = rigscope(&["pose", &path, "--hold", wrong, "--json"]);
        assert_eq!(run.status, 2, "{}", run.stderr);
    }
}

#[test]
fn check_names_a_skeleton_that_is_cut_off() {
    let (_folder, models) = game();
    let bytes = ska::write(&swing()).unwrap();
    std::fs::write(models.join("SQUARE.SKA"), &bytes[..bytes.len() - 3]).unwrap();
    let run = rigscope(&["check", &models.display().to_string()]);
    assert!(run.stdout.contains("toee.stream-cut"), "{}", run.stdout);
    assert!(run.stdout.contains("1 error"), "{}", run.stdout);
}
