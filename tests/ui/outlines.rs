//! Lines over Spine characters: outlines of attachments, constraints, the selected slot.

use std::path::{Path, PathBuf};

use rigscope::formats::{OpenOptions, Progress, open};
use rigscope::model::Character;
use rigscope::model::spine::{AttachmentKind, ConstraintKind, Rig};
use rigscope::scene::Scene;
use rigscope::scene::frame::{FramePacket, Segment};
use rigscope::scene::view::Outline;

use super::common::{files_ending, shared};

/// Segments that stand for one Bézier.
const CHORDS: usize = 16;

fn open_character(path: &Path) -> Character {
    let paths = [path.to_path_buf()];
    let opened = open(&paths, &OpenOptions::default(), &Progress::default()).unwrap();
    opened.characters.into_iter().next().unwrap()
}

fn show(character: Character) -> Scene {
    let mut scene = Scene::default();
    scene.show(character);
    scene.view.grid = false;
    scene.clock.playing = false;
    scene
}

fn open_scene(path: &Path) -> Scene {
    show(open_character(path))
}

fn sample() -> Scene {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/samples/spine");
    let mut scene = open_scene(&folder.join("dot.skel"));
    scene.pick_clip(None);
    scene
}

fn lines(scene: &mut Scene) -> Vec<Segment> {
    let mut packet = FramePacket::default();
    scene.build_frame([400, 300], 1.0, true, &mut packet);
    packet.overlay
}

/// The lines of one kind of outline alone.
fn outline(scene: &mut Scene, outline: Outline) -> Vec<Segment> {
    scene.view.outlines = Default::default();
    *scene.view.outlines.switch(outline) = true;
    let lines = lines(scene);
    scene.view.outlines = Default::default();
    lines
}

#[test]
fn each_kind_of_outline_of_the_sample_has_the_lines_that_its_parts_need() {
    let mut scene = sample();
    assert!(lines(&mut scene).is_empty());
    let expected = [
        // 25 rectangles.
        (Outline::Regions, 25 * 4),
        // Two strips of 22 vertices and 20 triangles: by Euler's formula 41 edges each.
        (Outline::Meshes, 2 * 41),
        (Outline::Hulls, 2 * 22),
        (Outline::Clipping, 16),
        // One Bézier; two points, each with two handles and a dot.
        (Outline::Paths, CHORDS + 2 * 3),
        (Outline::Points, 0),
        (Outline::Boxes, 0),
    ];
    for (kind, count) in expected {
        assert_eq!(outline(&mut scene, kind).len(), count, "{kind:?}");
    }
}

#[test]
fn hidden_slots_have_no_outline_unless_they_are_selected() {
    let mut scene = sample();
    let (spine, rig) = scene.item.as_mut().unwrap().spine_mut().unwrap();
    let cable = rig.slot("cable").unwrap();
    spine.hide(cable, true);
    assert_eq!(outline(&mut scene, Outline::Hulls).len(), 22);
    scene.selected_slot = Some(cable);
    assert_eq!(lines(&mut scene).len(), 22);
    // What is not there is not drawn, and harms nobody.
    scene.selected_slot = Some(usize::MAX);
    assert!(lines(&mut scene).is_empty());
}

#[test]
fn the_selected_slot_is_named_once() {
    let mut scene = sample();
    let rig = scene.item.as_ref().unwrap().spine().unwrap().1;
    scene.selected_slot = rig.slot("visor");
    let named = |scene: &mut Scene| {
        let mut packet = FramePacket::default();
        scene.build_frame([400, 300], 1.0, true, &mut packet);
        let named = packet.labels.iter().filter(|label| &*label.text == "visor");
        named.count()
    };
    assert_eq!(named(&mut scene), 1);
    scene.view.slots = true;
    assert_eq!(named(&mut scene), 1);
}

#[test]
fn a_constraint_that_is_switched_off_is_not_drawn() {
    let mut scene = sample();
    let mut before = outline(&mut scene, Outline::Constraints).len();
    let count = scene
        .item
        .as_ref()
        .unwrap()
        .spine()
        .unwrap()
        .1
        .constraints
        .len();
    for constraint in 0..count {
        let (spine, rig) = scene.item.as_mut().unwrap().spine_mut().unwrap();
        spine.mute(rig, constraint, true);
        let name = rig.constraints[constraint].name.clone();
        let now = outline(&mut scene, Outline::Constraints).len();
        assert!(now < before, "{name}");
        before = now;
    }
    assert_eq!(before, 0);
}

/// Attachments that real rigs seldom show.
const ODD: &str = r#"{
    "skeleton": {"spine": "4.3.23"},
    "bones": [{"name": "root"}, {"name": "turned", "parent": "root", "x": 50, "rotation": 90}],
    "slots": [
        {"name": "point", "bone": "turned", "attachment": "point"},
        {"name": "box", "bone": "root", "attachment": "box"},
        {"name": "inside", "bone": "root", "attachment": "inside"},
        {"name": "outside", "bone": "root", "attachment": "outside"},
        {"name": "ring", "bone": "root", "attachment": "ring"}
    ],
    "skins": [{"name": "default", "attachments": {
        "point": {"point": {"type": "point", "x": 3, "rotation": 90}},
        "box": {"box": {"type": "boundingbox", "vertexCount": 3, "vertices": [0, 0, 9, 0, 0, 9]}},
        "inside": {"inside": {"type": "clipping", "end": "inside", "vertexCount": 3,
            "vertices": [0, 0, 90, 0, 0, 90]}},
        "outside": {"outside": {"type": "clipping", "end": "outside", "inverse": true, "vertexCount": 3,
            "vertices": [0, 0, 90, 0, 0, 90]}},
        "ring": {"ring": {"type": "path", "closed": true, "lengths": [10, 20], "vertexCount": 6,
            "vertices": [-9, -5, -9, 0, -9, 5, 9, 5, 9, 0, 9, -5]}}
    }}]
}"#;

#[test]
fn points_boxes_inverse_clipping_and_closed_paths_have_their_own_looks() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("odd.json");
    std::fs::write(&path, ODD).unwrap();
    let mut scene = open_scene(&path);
    let point = outline(&mut scene, Outline::Points);
    // A cross, a shaft and two barbs; the point's x lies along the bone, which is turned up, and the arrow once more.
    assert_eq!(point.len(), 5);
    let world = scene.item.as_ref().unwrap().world_from_file();
    let file = |at: [f32; 3]| world.inverse().transform_point3(at.into());
    let (from, to) = (file(point[2].from), file(point[2].to));
    assert!(
        from.distance(glam::Vec3::new(50.0, 3.0, 0.0)) < 1e-3,
        "{from}"
    );
    assert!(to.x < from.x && (to.y - from.y).abs() < 1e-3, "{to}");
    assert_eq!(outline(&mut scene, Outline::Boxes).len(), 3);
    assert_eq!(
        outline(&mut scene, Outline::Paths).len(),
        2 * CHORDS + 2 * 3
    );
    let clipping = outline(&mut scene, Outline::Clipping);
    let length = |line: &Segment| glam::Vec3::from(line.from).distance(line.to.into());
    let whole: f32 = clipping[..3].iter().map(length).sum();
    let dashed: f32 = clipping[3..].iter().map(length).sum();
    assert!(clipping.len() > 12, "{}", clipping.len());
    assert!((dashed / whole - 0.5).abs() < 1e-3, "{dashed} of {whole}");
}

/// What the slots of the moment show: how many of each kind of outline there must be, where that can be counted.
fn expected(scene: &Scene, outline: Outline) -> usize {
    let (spine, rig) = scene.item.as_ref().unwrap().spine().unwrap();
    let pose = &spine.shown().pose;
    let shown = (0..rig.slots.len()).filter_map(|slot| {
        let attachment = pose.applied().slots[slot].attachment?;
        let works = pose.is_bone_active(rig.slots[slot].bone);
        works.then_some(attachment)
    });
    let lines = |attachment: usize| match (&rig.attachments[attachment].kind, outline) {
        (AttachmentKind::Region(_), Outline::Regions) => 4,
        (AttachmentKind::Mesh(_) | AttachmentKind::LinkedMesh(_), Outline::Hulls) => {
            rig.mesh(attachment).map_or(0, |mesh| mesh.hull)
        }
        (AttachmentKind::Clipping(it), Outline::Clipping) if !it.inverse => it.vertices.len(),
        (AttachmentKind::BoundingBox { vertices, .. }, Outline::Boxes) => vertices.len(),
        (AttachmentKind::Path(path), Outline::Paths) => {
            let knots = path.vertices.len() / 3;
            (knots - usize::from(!path.closed)) * CHORDS + knots * 3
        }
        _ => 0,
    };
    shown.map(lines).sum()
}

/// Bounding boxes are seldom shown by the setup pose; here they are.
fn show_boxes(rig: &mut Rig) {
    let is_box = |attachment: usize| {
        let kind = &rig.attachments[attachment].kind;
        matches!(kind, AttachmentKind::BoundingBox { .. })
    };
    let entries = rig.skins.iter().flat_map(|skin| &skin.entries);
    for entry in entries.filter(|entry| is_box(entry.attachment)) {
        rig.slots[entry.slot].attachment = Some(entry.placeholder.clone());
    }
}

fn has_inverse_clipping(rig: &Rig) -> bool {
    let inverse =
        |kind: &AttachmentKind| matches!(kind, AttachmentKind::Clipping(it) if it.inverse);
    rig.attachments.iter().any(|it| inverse(&it.kind))
}

fn rigs(shared: &Path) -> Vec<PathBuf> {
    let mut files = files_ending(&shared.join("data/spine"), &["json"]);
    files.retain(|path| std::fs::read_to_string(path).unwrap().contains("\"bones\""));
    files
}

#[test]
fn outlines_of_real_rigs_have_the_lines_that_their_parts_need() {
    let Some(shared) = shared() else { return };
    let kinds = [
        Outline::Regions,
        Outline::Hulls,
        Outline::Clipping,
        Outline::Boxes,
        Outline::Paths,
    ];
    let mut covered = [0; 5];
    let mut constrained = 0;
    for path in rigs(&shared) {
        let mut character = open_character(&path);
        show_boxes(&mut character.rigs[0]);
        let mut scene = show(character);
        scene.clock.seek(scene.clock.duration * 0.4);
        scene.pose_now();
        let inverse = has_inverse_clipping(scene.item.as_ref().unwrap().spine().unwrap().1);
        for (kind, covered) in kinds.into_iter().zip(&mut covered) {
            let lines = outline(&mut scene, kind);
            let expected = expected(&scene, kind);
            if kind == Outline::Clipping && inverse {
                assert!(lines.len() > expected, "{}", path.display());
            } else {
                assert_eq!(lines.len(), expected, "{} {kind:?}", path.display());
            }
            *covered += usize::from(!lines.is_empty());
        }
        let meshes = outline(&mut scene, Outline::Meshes);
        let hulls = outline(&mut scene, Outline::Hulls);
        assert!(meshes.len() >= hulls.len(), "{}", path.display());
        constrained += usize::from(!outline(&mut scene, Outline::Constraints).is_empty());
    }
    println!("covered: {covered:?} rigs with {kinds:?}, {constrained} with constraints");
    assert!(covered.iter().all(|count| *count > 0) && constrained > 0);
}

#[test]
fn a_drawn_path_goes_through_its_points_where_they_are_deformed_and_weighted() {
    let Some(shared) = shared() else { return };
    let mut covered = 0;
    let mut deformed = 0;
    for path in rigs(&shared) {
        let mut scene = open_scene(&path);
        let clips = scene.item.as_ref().unwrap().character.clips.len();
        for clip in 0..clips {
            scene.pick_clip(Some(clip));
            scene.clock.seek(scene.clock.duration * 0.5);
            scene.pose_now();
            let (spine, rig) = scene.item.as_ref().unwrap().spine().unwrap();
            let pose = &spine.shown().pose;
            let (mut line, mut vertices) = (Vec::new(), Vec::new());
            for slot in 0..rig.slots.len() {
                pose.path_line(rig, slot, CHORDS, &mut line);
                pose.slot_vertices(rig, spine.pictures(), slot, &mut vertices);
                for (knot, at) in line.iter().step_by(CHORDS).enumerate() {
                    let points = vertices.chunks_exact(6);
                    let knot = points
                        .skip(knot)
                        .chain(vertices.chunks_exact(6))
                        .next()
                        .unwrap();
                    let off = (knot[2] - at[0]).hypot(knot[3] - at[1]);
                    assert!(off < 1e-6 * (1.0 + at[0].abs() + at[1].abs()));
                    covered += 1;
                }
                let moved = !pose.applied().slots[slot].deform.is_empty();
                deformed += usize::from(moved && !line.is_empty());
            }
        }
    }
    println!("covered: {covered} points of paths, {deformed} paths deformed");
    assert!(covered > 0 && deformed > 0);
}

#[test]
fn every_inverse_kinematics_target_of_a_real_rig_is_marked() {
    let Some(shared) = shared() else { return };
    let mut scene = open_scene(&shared.join("data/spine/spineboy/spineboy-pro.json"));
    let marks = outline(&mut scene, Outline::Constraints);
    let item = scene.item.as_ref().unwrap();
    let (spine, rig) = item.spine().unwrap();
    let world = item.world_from_file();
    for constraint in &rig.constraints {
        let ConstraintKind::Ik(ik) = &constraint.kind else {
            continue;
        };
        let target = spine.shown().pose.world(ik.target).unwrap();
        let at = world.transform_point3(glam::Vec3::new(target.x as f32, target.y as f32, 0.0));
        let ends = |line: &&Segment| glam::Vec3::from(line.to).distance(at) < 1e-3;
        assert!(marks.iter().any(|line| ends(&line)), "{}", constraint.name);
    }
}
