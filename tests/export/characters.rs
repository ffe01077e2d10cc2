//! Whole characters: the exported pose is our own one, mirrored.

use std::path::Path;

use glam::{DMat4, DVec3, Mat4};
use rigscope::export::LARGEST_ERROR;
use rigscope::formats::{OpenOptions, Progress, bundled, open};
use rigscope::model::Mesh;
use rigscope::scene::Item;

use super::common::{Coverage, shared};
use super::export_of;
use super::viewer::Viewer;

/// What a comparison allows beyond the promise: our evaluation is in single precision.
const ROUNDING: f64 = 2e-4;

fn sample() -> Item {
    Item::new(bundled::league().characters.swap_remove(0))
}

pub fn mirrored(matrix: &glam::Affine3A) -> DMat4 {
    let flip = DMat4::from_scale(DVec3::new(-1.0, 1.0, 1.0));
    flip * Mat4::from(*matrix).as_dmat4() * flip
}

/// For each submesh the vertices that it uses, in the order of the primitive.
pub fn used_vertices(mesh: &Mesh) -> Vec<Vec<u32>> {
    let used = |submesh: &rigscope::model::Submesh| {
        let range = submesh.indices.start as usize..submesh.indices.end as usize;
        let mut vertices = mesh.indices[range].to_vec();
        vertices.sort_unstable();
        vertices.dedup();
        vertices
    };
    let lists = mesh.submeshes.iter().map(used);
    lists.filter(|vertices| !vertices.is_empty()).collect()
}

/// Compares every joint at 120 Hz and at the end, and every `stride`-th vertex, with a stride at 30 Hz. Gives the largest
/// distances of both.
fn compare_clip(
    item: &mut Item,
    viewer: &Viewer,
    animation: usize,
    clip: usize,
    stride: usize,
) -> [f64; 2] {
    item.pick_clip(Some(clip));
    let duration = item.clip().unwrap().duration;
    assert_eq!(viewer.animations[animation].duration(), duration);
    let parts = used_vertices(item.mesh().unwrap());
    let samples = (f64::from(duration) * 120.0) as u32;
    let times = (0..=samples).map(|sample| (f64::from(sample) / 120.0) as f32);
    let mut worst = [0.0_f64; 2];
    for (sample, time) in times.chain([duration]).enumerate() {
        item.set_time(f64::from(time));
        let worlds = viewer.worlds(Some(animation), f64::from(time));
        for (joint, own) in item.pose().worlds.iter().enumerate() {
            let off = worlds[joint].w_axis - mirrored(own).w_axis;
            worst[0] = worst[0].max(off.length());
        }
        if stride > 1 && sample % 4 != 0 {
            continue;
        }
        let posed = item.posed_vertices();
        for (primitive, vertices) in parts.iter().enumerate() {
            for (place, &vertex) in vertices.iter().enumerate().step_by(stride) {
                let [x, y, z] = posed[vertex as usize].position.map(f64::from);
                let found = viewer.skinned(&worlds, primitive, place);
                worst[1] = worst[1].max(found.distance(DVec3::new(-x, y, z)));
            }
        }
    }
    worst
}

#[test]
fn the_sample_reads_back_with_skin_materials_and_every_clip_in_place() {
    let mut item = sample();
    let exported = export_of(&item, &[0, 1, 2]);
    assert!(exported.findings.is_empty(), "{:?}", exported.findings);
    let viewer = Viewer::open(&exported.glb);
    let skeleton = item.skeleton().unwrap().clone();
    assert_eq!(
        viewer.joints,
        (0..skeleton.joints.len()).collect::<Vec<_>>()
    );
    let armature = skeleton.joints.len();
    assert_eq!(viewer.nodes[armature].name, "pip");
    for (index, joint) in skeleton.joints.iter().enumerate() {
        assert_eq!(viewer.nodes[index].name, joint.name);
        let parent = joint.parent.unwrap_or(armature);
        assert_eq!(viewer.nodes[index].parent, Some(parent), "{}", joint.name);
        let stored = mirrored(&joint.inverse_bind);
        assert!(
            viewer.inverse_binds[index].abs_diff_eq(stored, 0.0),
            "{}",
            joint.name
        );
    }
    let names: Vec<&str> = viewer.animations.iter().map(|a| a.name.as_str()).collect();
    let clips: Vec<&str> = item
        .character
        .clips
        .iter()
        .map(|c| c.name.as_str())
        .collect();
    assert_eq!(names, clips);
    for (clip, report) in exported.clips.iter().enumerate() {
        let [joints, vertices] = compare_clip(&mut item, &viewer, clip, clip, 1);
        assert!(report.worst_error <= LARGEST_ERROR, "{report:?}");
        // The report speaks of corners of boxes: a vertex is never off by more.
        let promised = f64::from(report.worst_error) + ROUNDING;
        assert!(
            joints <= promised && vertices <= promised,
            "{joints} {vertices} {report:?}"
        );
    }
}

#[test]
fn the_samples_surface_is_wound_lit_and_painted_for_a_right_handed_viewer() {
    let item = sample();
    let viewer = Viewer::open(&export_of(&item, &[]).glb);
    let mesh = item.mesh().unwrap();
    let materials = &item.character.materials[0];
    let parts = used_vertices(mesh);
    assert_eq!(viewer.primitives.len(), parts.len());
    assert!(viewer.animations.is_empty());
    for (index, (primitive, vertices)) in viewer.primitives.iter().zip(&parts).enumerate() {
        let normals = primitive.normals.as_ref().unwrap();
        let uvs = primitive.uvs.as_ref().unwrap();
        for (place, &vertex) in vertices.iter().enumerate() {
            let source = mesh.positions[vertex as usize].as_dvec3();
            assert_eq!(
                primitive.positions[place],
                source * DVec3::new(-1.0, 1.0, 1.0)
            );
            assert_eq!(uvs[place], mesh.uvs[vertex as usize].to_array());
            assert!((normals[place].length() - 1.0).abs() < 1e-6);
        }
        let outward = primitive.triangles.iter().filter(|triangle| {
            let [a, b, c] = triangle.map(|index| primitive.positions[index as usize]);
            let normal: DVec3 = triangle.map(|index| normals[index as usize]).iter().sum();
            (b - a).cross(c - a).dot(normal) > 0.0
        });
        let (outward, all) = (outward.count(), primitive.triangles.len());
        assert!(
            outward * 10 > all * 9,
            "{outward} of {all} triangles face outward"
        );
        let material = &viewer.materials[primitive.material.unwrap()];
        assert_eq!(material.name, materials[index].name);
        // The scarf is woven of threads that one sees through.
        let see_through = material.name == "Scarf";
        assert_eq!(material.alpha, if see_through { "Blend" } else { "Opaque" });
        let texture = &item.character.textures[materials[index].texture.unwrap()];
        let image = texture.image.as_ref().unwrap();
        let picture = material.picture.as_ref().unwrap();
        assert_eq!(picture.dimensions(), (image.width, image.height));
        assert_eq!(picture.as_raw(), &image.rgba);
    }
    assert_eq!(
        viewer.json["meshes"][0]["primitives"][0]["extras"]["hidden"],
        false
    );
}

#[test]
fn hidden_submeshes_are_exported_and_marked() {
    let mut item = sample();
    item.visible[1] = false;
    let viewer = Viewer::open(&export_of(&item, &[]).glb);
    let primitives = viewer.json["meshes"][0]["primitives"].as_array().unwrap();
    let hidden: Vec<bool> = primitives
        .iter()
        .map(|primitive| primitive["extras"]["hidden"].as_bool().unwrap())
        .collect();
    assert_eq!(hidden.len(), item.visible.len());
    assert!(
        hidden
            .iter()
            .zip(&item.visible)
            .all(|(hidden, visible)| hidden != visible)
    );
}

#[test]
fn real_characters_stand_where_our_own_evaluation_has_them_in_every_clip() {
    let Some(shared) = shared() else { return };
    let mut coverage = Coverage::default();
    let data = shared.join("data/league");
    let mut folders: Vec<_> = std::fs::read_dir(&data)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    folders.sort();
    for folder in folders.iter().filter(|folder| folder.is_dir()) {
        if folder.ends_with("synthetic") {
            continue;
        }
        let opened = open(
            std::slice::from_ref(folder),
            &OpenOptions::default(),
            &Progress::default(),
        );
        for character in opened.map(|opened| opened.characters).unwrap_or_default() {
            let item = Item::new(character);
            if item.mesh().is_some()
                && item.skeleton().is_some()
                && !item.character.clips.is_empty()
            {
                compare_character(item, folder, &mut coverage);
            }
        }
    }
    coverage.report("exported characters");
    assert!(coverage.files >= 10, "{} characters", coverage.files);
}

fn compare_character(mut item: Item, folder: &Path, coverage: &mut Coverage) {
    let clips: Vec<usize> = (0..item.character.clips.len()).collect();
    let exported = export_of(&item, &clips);
    let viewer = Viewer::open(&exported.glb);
    let renormalised = exported
        .findings
        .iter()
        .any(|finding| finding.code == "export.weights-normalised");
    let (mut largest, mut keys) = ([0.0_f64; 2], 0);
    let mut next = clips.iter();
    for (animation, report) in exported.clips.iter().enumerate() {
        // Clips that move nothing are left out.
        let same_name = |&&clip: &&usize| item.character.clips[clip].name == report.name;
        let clip = *next
            .by_ref()
            .find(same_name)
            .expect("clips keep their order");
        assert!(report.worst_error <= LARGEST_ERROR, "{folder:?} {report:?}");
        let off = compare_clip(&mut item, &viewer, animation, clip, 61);
        let promised = f64::from(LARGEST_ERROR) + ROUNDING;
        assert!(
            off[0] <= promised,
            "{folder:?} {report:?}: joints off by {}",
            off[0]
        );
        assert!(
            off[1] <= promised || renormalised,
            "{folder:?} {report:?}: vertices off by {}",
            off[1]
        );
        largest = [largest[0].max(off[0]), largest[1].max(off[1])];
        keys += report.keys;
        coverage.values += 1;
    }
    println!(
        "{}: {} clips, {keys} keys, {} bytes; stated {:.5}, joints {:.5}, vertices {:.5}; {:?}",
        folder.file_name().unwrap_or_default().display(),
        exported.clips.len(),
        exported.glb.len(),
        exported.worst_error(),
        largest[0],
        largest[1],
        exported
            .findings
            .iter()
            .map(|finding| finding.code)
            .collect::<Vec<_>>(),
    );
    coverage.files += 1;
}
