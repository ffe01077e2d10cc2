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

/// Tock, the sample.
fn tock() -> std::path::PathBuf {
    std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/samples/toee/art/meshes/tock")
}

#[test]
fn a_way_is_to_the_left_or_the_right_and_goes_on_through_all_passes() {
    let path = tock().display().to_string();
    let travel = |clip: &str, options: &[&str]| {
        let pose = ["pose", &path, "--clip", clip, "--travel", "--json"];
        let document = rigscope(&[&pose[..], options].concat()).json();
        ["forward", "right"].map(|word| document["travel"][word].as_f64().unwrap())
    };
    let [_, left] = travel("unarmed_unarmed_lturn", &["--time", "0.25"]);
    assert!((left + std::f64::consts::FRAC_PI_8).abs() < 1e-3, "{left}");
    let [short, _] = travel("unarmed_unarmed_walk", &["--time", "0.5"]);
    let [long, _] = travel("unarmed_unarmed_walk", &["--time", "5.5", "--loop"]);
    assert!(
        short > 1.0 && (long - 11.0 * short).abs() < 1e-3,
        "{short} {long}"
    );
}

#[test]
fn inspect_tells_how_materials_are_drawn_whether_a_mesh_wears_them_or_not() {
    let orb = tock().join("tock_orb.mdf").display().to_string();
    let alone = rigscope(&["inspect", "--only", &orb, "--json"]).json();
    assert_eq!(alone["family"], "toee");
    assert_eq!(alone["meshes"], serde_json::json!([]));
    let material = &alone["materials"][0];
    assert!(material["mesh"].is_null());
    let surface = &material["surface"];
    assert_eq!(
        (&surface["kind"], &surface["blend"]),
        (&"general".into(), &"none".into())
    );
    assert_eq!(
        (&surface["glow"], &surface["alpha_test"]),
        (&true.into(), &0.0.into())
    );
    assert_eq!(surface["color"], serde_json::json!([1.0, 1.0, 1.0, 1.0]));
    let stage = &surface["stages"][1];
    assert_eq!(
        (&stage["uv"], &stage["blend"]),
        (&"drift".into(), &"add".into())
    );
    assert!(
        stage["texture"]
            .as_str()
            .unwrap()
            .ends_with("tock_glow.tga")
    );
    let [u, v] = [0, 1].map(|axis| stage["speed"][axis].as_f64().unwrap());
    assert!((u - 0.1).abs() < 1e-6 && (v - 0.25).abs() < 1e-6);
    let worn = rigscope(&["inspect", &tock().display().to_string(), "--json"]).json();
    let surfaces = worn["materials"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| &it["surface"]["stages"]);
    assert!(surfaces.clone().any(|stages| *stages == surface["stages"]));
    assert!(surfaces.clone().count() > 1 && surfaces.clone().all(|stages| stages.is_array()));
    let text = rigscope(&["inspect", "--only", &orb]).stdout;
    assert!(
        text.contains("uv drift, 0.1 and 0.25 repeats a second, add"),
        "{text}"
    );
}

#[test]
fn inspect_tells_the_entries_of_a_table_and_claims_no_game_for_a_picture() {
    let folder = tempfile::tempdir().unwrap();
    let table = folder.path().join("meshes.mes");
    std::fs::write(&table, "// models\n{5}{art\\meshes\\x}{6}{}{5}{again}").unwrap();
    // Content of another kind beside it claims nothing.
    std::fs::write(folder.path().join("map.json"), "{}").unwrap();
    let table = table.display().to_string();
    let document = rigscope(&["inspect", &table, "--json"]).json();
    assert_eq!(document["family"], "toee");
    let wanted = serde_json::json!([
        {"id": 5, "text": "art\\meshes\\x"}, {"id": 6, "text": ""}, {"id": 5, "text": "again"}
    ]);
    assert_eq!(document["tables"][0]["entries"], wanted);
    let text = rigscope(&["inspect", &table]).stdout;
    assert!(text.contains("    5: again"), "{text}");
    let picture = tock().join("tock.tga").display().to_string();
    let document = rigscope(&["inspect", "--only", &picture, "--json"]).json();
    assert!(document["family"].is_null() && document["textures"][0]["width"].is_u64());
    let text = rigscope(&["inspect", "--only", &picture]).stdout;
    assert!(!text.contains("League"), "{text}");
}

#[test]
fn check_looks_for_the_textures_of_a_material_that_is_named_alone() {
    let (_folder, models) = game();
    let material = models.join("Square.MDF").display().to_string();
    let good = rigscope(&["check", "--only", &material, "--deny", "note"]);
    assert_eq!(good.status, 0, "{}", good.stdout);
    std::fs::remove_file(models.join("paint.tga")).unwrap();
    let bad = rigscope(&["check", "--only", &material]).stdout;
    assert!(bad.contains("toee.texture-missing"), "{bad}");
}

#[test]
fn what_is_no_mesh_is_neither_worn_nor_held() {
    let (_folder, models) = game();
    let path = models.join("square.skm").display().to_string();
    for name in ["Square.MDF", "SQUARE.SKA", "paint.tga", ""] {
        let other = models.join(name).display().to_string();
        let hold = format!("tip={other}");
        for option in [["--wear", &other], ["--hold", &hold]] {
            let run = rigscope(&[&["pose", &path, "--json"], &option[..]].concat());
            assert_eq!(run.status, 2, "{option:?}");
            assert!(
                run.stderr.contains("no mesh to wear or hold"),
                "{}",
                run.stderr
            );
        }
    }
}

#[test]
fn arguments_that_cannot_be_read_are_answered_with_what_they_take() {
    let (_folder, models) = game();
    let path = models.join("square.skm").display().to_string();
    let slot = rigscope(&["pose", &path, "--slot", "9999"]).stderr;
    assert!(
        slot.contains("CHEST=2002") && !slot.contains("HANDR_REF"),
        "{slot}"
    );
    let hair =
        |options: &[&str]| rigscope(&[&["pose", &path, "--hair", "3,1"], options].concat()).stderr;
    assert!(hair(&[]).contains("by --body"));
    let named = hair(&["--body", "elf-male"]);
    assert!(
        named.contains("elf-male; it has: none") && !named.contains("--body"),
        "{named}"
    );
    let notes = models.join("notes.txt");
    std::fs::write(&notes, "To do: more notes.").unwrap();
    let text = rigscope(&["inspect", "--only", &notes.display().to_string()]).stderr;
    for ending in [".skl", ".skel", ".skm", ".msh"] {
        assert!(text.contains(ending), "{text}");
    }
}

#[test]
fn map_pairs_bones_of_the_mesh_with_joints() {
    let (_folder, models) = game();
    let path = models.join("square.skm").display().to_string();
    let document = rigscope(&["map", &path, "--json"]).json();
    let bones = document["bones"].as_array().unwrap();
    let names = |key: &str| -> Vec<String> {
        let names = bones.iter().map(|bone| bone[key].as_str().unwrap_or("-"));
        names.map(str::to_lowercase).collect()
    };
    assert!(!bones.is_empty());
    assert_eq!(names("name"), names("joint_name"));
    assert!(
        bones
            .iter()
            .all(|bone| bone["by"] == "exact" && bone["joint"].is_u64())
    );
    let text = rigscope(&["map", &path]).stdout;
    assert!(
        text.starts_with("bones of the mesh and what moves them\n"),
        "{text}"
    );
}
