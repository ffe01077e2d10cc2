//! Exports of characters whose meshes bring bones of their own, of what they wear and hold, and of their surfaces.

use std::fs;
use std::path::{Path, PathBuf};

use glam::DVec3;
use rigscope::export::LARGEST_ERROR_AS_STORED;
use serde_json::Value;

use super::cli_support::rigscope;
use super::common::{Coverage, shared};
use super::viewer::Viewer;

fn tock() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/samples/toee/art/meshes/tock/tock.skm")
}

fn posed(path: &str, clip: &str, seconds: &str, more: &[&str]) -> Vec<Vec<DVec3>> {
    let mut args = vec![
        "pose",
        path,
        "--clip",
        clip,
        "--time",
        seconds,
        "--vertices",
        // glTF knows no cloth: what hangs follows its other bones there.
        "--cloth",
        "off",
        "--json",
    ];
    args.extend(more);
    let meshes = rigscope(&args).json()["meshes"].as_array().unwrap().clone();
    let points = |mesh: &Value| {
        let numbers = mesh["positions"].as_array().unwrap().iter();
        let numbers: Vec<f64> = numbers.map(|number| number.as_f64().unwrap()).collect();
        numbers
            .as_chunks::<3>()
            .0
            .iter()
            .map(|&it| DVec3::from(it))
            .collect()
    };
    meshes.iter().map(points).collect()
}

/// How far the vertices of some primitives are from the nearest of a mesh, at most.
fn off(viewer: &Viewer, seconds: f64, primitives: &[usize], own: &[DVec3]) -> f64 {
    let worlds = viewer.worlds(Some(0), seconds);
    let mut worst: f64 = 0.0;
    let mut compared = 0;
    for &primitive in primitives {
        let shape = &viewer.primitives[primitive];
        for vertex in 0..shape.positions.len() {
            let at = match shape.shares.is_empty() {
                true => worlds[shape.node].transform_point3(shape.positions[vertex]),
                false => viewer.skinned(&worlds, primitive, vertex),
            };
            let nearest = own.iter().map(|own| own.distance(at));
            worst = worst.max(nearest.fold(f64::INFINITY, f64::min));
            compared += 1;
        }
    }
    assert!(compared > 0);
    worst
}

#[test]
fn bones_of_a_meshs_own_what_is_worn_and_what_is_held_stand_where_the_pose_has_them() {
    let folder = tempfile::tempdir().unwrap();
    let (output, tock) = (folder.path().join("tock.glb"), tock());
    let tock = tock.to_str().unwrap();
    let held = format!("HandR_ref={tock}");
    let dressed = ["--wear", tock, "--hold", &held];
    let mut args = vec![
        "export",
        tock,
        "-o",
        output.to_str().unwrap(),
        "--clip",
        "rattack",
    ];
    args.extend(dressed);
    let run = rigscope(&args);
    assert_eq!(run.status, 0, "{}", run.stderr);
    assert!(run.stderr.contains("no cloth that hangs"), "{}", run.stderr);
    let viewer = Viewer::open(&fs::read(&output).unwrap());
    // Two submeshes each: its own, what is worn, what is held.
    assert_eq!((viewer.primitives.len(), viewer.skins.len()), (6, 2));
    assert!(viewer.primitives[4].shares.is_empty());
    for seconds in ["0.1", "0.37", "0.8"] {
        let own = posed(tock, "rattack", seconds, &dressed);
        let seconds = seconds.parse().unwrap();
        for (mesh, primitives) in [[0, 1], [2, 3], [4, 5]].iter().enumerate() {
            let off = off(&viewer, seconds, primitives, &own[mesh]);
            assert!(off < 0.02, "mesh {mesh} at {seconds}: {off}");
        }
    }
    let hidden = rigscope(&[
        "export",
        tock,
        "-o",
        output.to_str().unwrap(),
        "--clip",
        "idle",
    ]);
    assert_eq!(hidden.status, 0, "{}", hidden.stderr);
    let viewer = Viewer::open(&fs::read(&output).unwrap());
    assert_eq!((viewer.primitives.len(), viewer.skins.len()), (2, 1));
}

#[test]
fn surfaces_come_out_as_near_as_gltf_can_and_what_is_left_out_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let models = folder.path().join("art/meshes/tock");
    fs::create_dir_all(&models).unwrap();
    for file in fs::read_dir(tock().parent().unwrap()).unwrap() {
        let path = file.unwrap().path();
        fs::copy(&path, models.join(path.file_name().unwrap())).unwrap();
    }
    let mut files = fs::read_dir(&models)
        .unwrap()
        .map(|file| file.unwrap().path());
    let is_material = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "mdf");
    let material = files.find(is_material).unwrap();
    let picture = fs::read_dir(&models)
        .unwrap()
        .map(|file| file.unwrap().path());
    let picture = picture
        .into_iter()
        .find(|path| path.extension().is_some_and(|it| it == "tga"));
    let picture = picture.unwrap();
    let name = picture.file_name().unwrap().to_str().unwrap().to_owned();
    let text = format!(
        "General\nMaterialBlendType Add\nNotLit\nDouble\nColor 255 128 0 255\nGlossMap \"gloss.tga\"\n\
         Texture 0 \"art/meshes/tock/{name}\"\nTexture 1 \"art/meshes/tock/{name}\"\nUVType 1 drift\n"
    );
    fs::write(&material, text).unwrap();
    let output = folder.path().join("out.glb");
    let mesh = models.join("tock.skm");
    let args = [
        "export",
        mesh.to_str().unwrap(),
        "-o",
        output.to_str().unwrap(),
        "--clip",
        "idle",
    ];
    let run = rigscope(&args);
    assert_eq!(run.status, 0, "{}", run.stderr);
    for said in ["texture 2, which drifts", "its light is added"] {
        assert!(run.stderr.contains(said), "{}", run.stderr);
    }
    let json = Viewer::open(&fs::read(&output).unwrap()).json;
    let materials = json["materials"].as_array().unwrap();
    let unlit = materials
        .iter()
        .find(|it| it["extensions"].is_object())
        .unwrap();
    assert_eq!(
        (&unlit["alphaMode"], &unlit["doubleSided"]),
        (&"BLEND".into(), &true.into())
    );
    let factor = unlit["pbrMetallicRoughness"]["baseColorFactor"]
        .as_array()
        .unwrap();
    assert!(
        (factor[1].as_f64().unwrap() - 0.2158).abs() < 1e-3,
        "{factor:?}"
    );
    assert_eq!(json["extensionsUsed"][0], "KHR_materials_unlit");
    let lit = materials
        .iter()
        .find(|it| !it["extensions"].is_object())
        .unwrap();
    assert_eq!(lit["doubleSided"], false);
    let found = rigscope(&["inspect", mesh.to_str().unwrap(), "--json"]).json();
    let codes = found["findings"].as_array().unwrap().iter();
    let codes: Vec<&str> = codes.map(|it| it["code"].as_str().unwrap()).collect();
    assert!(codes.contains(&"toee.material-word-not-drawn"), "{codes:?}");
}

#[test]
fn meshes_of_real_monsters_follow_the_joints_of_their_names() {
    let Some(data) = shared().map(|folder| folder.join("data/toee")) else {
        return;
    };
    let mut coverage = Coverage::default();
    for (set, clip) in [
        ("icelizard", "unarmed_unarmed_rattack"),
        ("umberhulk", "unarmed_unarmed_walk"),
        ("dragonblack", "getup"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let (path, output) = (data.join(set), folder.path().join("out.glb"));
        let (path, output) = (path.to_str().unwrap(), output.to_str().unwrap());
        let run = rigscope(&["export", path, "-o", output, "--clip", clip]);
        assert_eq!(run.status, 0, "{}", run.stderr);
        let viewer = Viewer::open(&fs::read(output).unwrap());
        let all: Vec<usize> = (0..viewer.primitives.len()).collect();
        let own = posed(path, clip, "0.5", &[]);
        let off = off(&viewer, 0.5, &all, &own[0]);
        assert!(off <= f64::from(LARGEST_ERROR_AS_STORED), "{set}: {off}");
        coverage.files += 1;
        coverage.values += own[0].len();
    }
    coverage.report("exports of monsters");
}
