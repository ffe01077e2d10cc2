//! Cloth on the command line and in a picture.

use super::curtain::{ACROSS, BAR, DOWN, scene, sheet, skeleton, write};
use crate::cli_support::rigscope;
use crate::gpu_support::{assert_snapshot, picture};
use rigscope::scene::View;
use rigscope::scene::frame::FramePacket;

fn curtain() -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = write(folder.path(), &sheet(ACROSS, DOWN), &skeleton());
    (folder, path.display().to_string())
}

#[test]
fn pose_gives_cloth_where_it_hangs_or_where_its_bones_have_it() {
    let (_folder, path) = curtain();
    let lowest = |options: &[&str]| {
        let moment = ["pose", &path, "--clip", "sway", "--vertices", "--json"];
        let document = rigscope(&[&moment[..], options].concat()).json();
        let positions = document["meshes"][0]["positions"].as_array().unwrap();
        let heights = positions.iter().skip(1).step_by(3);
        heights
            .map(|y| y.as_f64().unwrap())
            .fold(f64::MAX, f64::min)
    };
    let bar = f64::from(BAR);
    assert!(lowest(&["--time", "1"]) < bar - 10.0);
    assert!(lowest(&["--time", "1", "--cloth", "on"]) < bar - 10.0);
    assert!((lowest(&["--time", "1", "--cloth", "off"]) - bar).abs() < 1e-3);
    assert!((lowest(&["--time", "0"]) - bar).abs() < 1e-3);
    let several = ["pose", &path, "--clip", "sway", "--vertices", "--json"];
    let times = rigscope(&[&several[..], &["--times", "1,0.2,1"]].concat()).json();
    assert_eq!(times[0]["meshes"], times[2]["meshes"]);
    assert_ne!(times[0]["meshes"], times[1]["meshes"]);
    let run = rigscope(&[&several[..], &["--cloth", "maybe"]].concat());
    assert_eq!(run.status, 2);
}

#[test]
fn inspect_counts_cloth_and_what_is_in_its_way() {
    let (_folder, path) = curtain();
    let cloth = rigscope(&["inspect", &path, "--json"]).json()["cloth"].clone();
    let wanted = serde_json::json!({
        "meshes": [{"mesh": "curtain", "vertex_count": 108, "anchor_count": 9, "spring_count": 300}],
        "spheres": [{"joint": 3, "radius": 4.0}],
        "cylinders": [{"joint": 2, "radius": 3.0, "height": 40.0}],
    });
    assert_eq!(cloth, wanted);
    let text = rigscope(&["inspect", &path]).stdout;
    assert!(
        text.contains("cloth of curtain: 108 vertices held by 9 others, 300 springs"),
        "{text}"
    );
    assert!(text.contains("1 sphere, 1 cylinder"), "{text}");
}

#[test]
fn render_shows_cloth_or_does_without() {
    let (folder, path) = curtain();
    let rendered = |name: &str, cloth: &str, skinning: &str| {
        let out = folder.path().join(name).display().to_string();
        let run = rigscope(&[
            "render",
            &path,
            "-o",
            &out,
            "--clip",
            "sway",
            "--time",
            "1",
            "--size",
            "96x96",
            "--camera",
            "side",
            "--cloth",
            cloth,
            "--skinning",
            skinning,
        ]);
        assert_eq!(run.status, 0, "{}", run.stderr);
        image::open(out).unwrap().into_rgba8()
    };
    let on = rendered("on.png", "on", "cpu");
    assert_eq!(on, rendered("shader.png", "on", "gpu"));
    assert_ne!(on, rendered("off.png", "off", "cpu"));
}

#[test]
fn a_curtain_over_a_cylinder_looks_like_one() {
    let mut scene = scene("still");
    scene.clock.seek(0.2);
    scene.view.grid = false;
    scene.view.textured = false;
    scene.camera.look(View::ThreeQuarter);
    scene.camera.orbit(0.0, 0.5);
    scene.fit_moment(1.0);
    let mut packet = FramePacket::default();
    scene.build_frame([160, 160], 1.0, true, &mut packet);
    assert_snapshot(&picture(&packet, 160, 160), "curtain");
}
