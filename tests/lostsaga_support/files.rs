//! Files against their goldens, and byte-equal round trips.

use std::path::Path;

use glam::Affine3A;
use rigscope::formats::lostsaga::{ani, msh, skl, to_row_vectors};
use rigscope::model::Finding;
use rigscope::pose::Pose;
use serde_json::Value;

use super::{data, file_named, flat, goldens, integer, list, number, opened, text};
use crate::common::{Coverage, files_ending};

/// Kinds of warnings that the goldens know.
const GOLDEN_KINDS: [&str; 13] = [
    "duplicate-bone-name",
    "child-not-found",
    "child-listed-twice",
    "parent-child-disagree",
    "hierarchy-cycle",
    "bind-not-inverse",
    "linked-skeleton",
    "linked-skeleton-case",
    "linked-pair-name-differs",
    "index-out-of-range",
    "bone-index-out-of-range",
    "mask-weights-without-indices",
    "keys-after-total-time",
];

/// The golden's warnings are found, and no other of the kinds that it knows.
fn compare_warnings(name: &str, findings: &[Finding], golden: &Value, coverage: &mut Coverage) {
    let mut kinds: Vec<&str> = findings
        .iter()
        .filter_map(|finding| finding.code.strip_prefix("lostsaga."))
        .filter(|kind| GOLDEN_KINDS.contains(kind) || *kind == "empty-track")
        .collect();
    kinds.sort_unstable();
    let warnings = list(&golden["warnings"]).iter().map(text);
    let mut wanted: Vec<&str> = Vec::new();
    for warning in warnings {
        let (kind, about) = warning.split_once(": ").unwrap_or((warning, ""));
        wanted.push(kind);
        let first = about.split([' ', '(']).next().unwrap_or_default();
        let says =
            |finding: &&Finding| finding.code.ends_with(kind) && finding.message.contains(first);
        assert!(
            findings.iter().any(|finding| says(&finding)),
            "{name}: {warning} is not among {findings:?}"
        );
    }
    wanted.sort_unstable();
    coverage.equal(&format!("{name}: warnings"), kinds, wanted);
}

#[test]
fn files_that_must_be_refused_are_refused_by_the_golden_kind() {
    let Some(data) = data() else { return };
    let mut coverage = Coverage::default();
    for (name, golden) in goldens(".json") {
        let Some(kind) = golden["error"].as_str() else {
            continue;
        };
        let bytes = std::fs::read(data.join(text(&golden["file"]))).unwrap();
        let error = match text(&golden["file"]).rsplit('.').next() {
            Some("skl") => skl::read(&bytes).map(drop),
            Some("msh") => msh::read(&bytes).map(drop),
            _ => ani::read(&bytes).map(drop),
        };
        let code = error.unwrap_err().code;
        coverage.equal(&name, code, Some(format!("lostsaga.{kind}").as_str()));
        coverage.files += 1;
    }
    coverage.report("refused files of Lost Saga");
}

#[test]
fn skeletons_have_their_golden_values() {
    let Some(data) = data() else { return };
    let mut coverage = Coverage::default();
    for (name, golden) in goldens(".skl.json") {
        if golden["error"].is_string() {
            continue;
        }
        let path = data.join(text(&golden["file"]));
        let file = skl::read(&std::fs::read(&path).unwrap()).unwrap();
        compare_skl(&name, &file, &path, &golden, &mut coverage);
        coverage.files += 1;
    }
    coverage.report("skl goldens");
}

fn compare_skl(name: &str, file: &skl::Skl, path: &Path, golden: &Value, coverage: &mut Coverage) {
    coverage.equal(name, i64::from(file.version), integer(&golden["version"]));
    let link = file.link.as_ref().map(|link| link.text());
    coverage.equal(
        name,
        link.unwrap_or_default().as_str(),
        text(&golden["link"]),
    );
    let trailing = file.trailing.len() as i64;
    coverage.equal(name, trailing, integer(&golden["trailing_bytes"]));
    let character = opened(&[path.to_path_buf()], true);
    let skeleton = &character.skeletons[0];
    let of_file: Vec<Finding> = character.findings.clone();
    compare_warnings(name, &of_file, golden, coverage);
    let rest = Pose::bind(skeleton).worlds;
    let bones = list(&golden["bones"]);
    coverage.equal(name, file.bones.len(), bones.len());
    for (index, golden) in bones.iter().enumerate() {
        let (bone, joint) = (&file.bones[index], &skeleton.joints[index]);
        let name = format!("{name}: {:?}", bone.name);
        coverage.equal(&name, joint.name.as_str(), text(&golden["name"]));
        let parent = bone.parent.text();
        coverage.equal(&name, parent.as_str(), text(&golden["parent_field"]));
        let children: Vec<String> = bone.children.iter().map(|child| child.text()).collect();
        let wanted: Vec<&str> = list(&golden["children_field"]).iter().map(text).collect();
        coverage.equal(
            &name,
            children,
            wanted.into_iter().map(str::to_owned).collect(),
        );
        coverage.all_near(&name, &bone.position, &golden["local_pos"], 1e-5);
        coverage.all_near(&name, &bone.rotation, &golden["local_rot_xyzw"], 1e-6);
        if golden["rest_world_row_major"].is_null() {
            assert!(skeleton.is_circular && joint.parent.is_none(), "{name}");
            continue;
        }
        let parent = joint.parent.map_or(-1, |parent| parent as i64);
        coverage.equal(&name, parent, integer(&golden["parent_index"]));
        let object = flat(&golden["object_matrix"]);
        coverage.all_near(&name, &bone.object, &object, 1e-4);
        matrix_near(
            &name,
            &rest[index],
            &golden["rest_world_row_major"],
            coverage,
        );
        matrix_near(
            &name,
            &joint.inverse_bind,
            &golden["bind_row_major"],
            coverage,
        );
        let pair = skeleton.link.as_ref().map(|link| link.pairs[index]);
        match (pair, golden.get("link_rate")) {
            (Some(pair), Some(rate)) => {
                coverage.near(&name, pair.rate, number(rate), 1e-5);
                let offset = &golden["link_offset_row_major"];
                matrix_near(&name, &pair.offset, offset, coverage);
            }
            (pair, rate) => assert!(pair.is_none() && rate.is_none(), "{name}"),
        }
    }
}

/// The README's tolerances: positions 1e-3, entries of rotations 1e-4.
pub fn matrix_near(name: &str, found: &Affine3A, golden: &Value, coverage: &mut Coverage) {
    let found = to_row_vectors(found);
    for (row, golden) in list(golden).iter().enumerate() {
        let tolerance = if row == 3 { 1e-3 } else { 1e-4 };
        let found = &found[row * 4..row * 4 + 4];
        coverage.all_near(&format!("{name}, row {row}"), found, golden, tolerance);
    }
}

#[test]
fn meshes_have_their_golden_values() {
    let Some(data) = data() else { return };
    let mut coverage = Coverage::default();
    for (name, golden) in goldens(".msh.json") {
        if golden["error"].is_string() {
            continue;
        }
        let path = data.join(text(&golden["file"]));
        let file = msh::read(&std::fs::read(&path).unwrap()).unwrap();
        let (mesh, findings) = msh::mesh(&file);
        compare_warnings(&name, &findings, &golden, &mut coverage);
        compare_header(&name, &file, &golden, &mut coverage);
        compare_lists(&name, &file, &golden, &mut coverage);
        if golden.get("bones").is_some() {
            compare_weights(&name, &file, &mesh, &golden, &mut coverage);
        }
        let bounds = mesh.bounds();
        let corners = &golden["bbox_from_positions"];
        coverage.all_near(&name, &bounds.min.to_array(), &corners[0], 1e-4);
        coverage.all_near(&name, &bounds.max.to_array(), &corners[1], 1e-4);
        let triangles = integer(&golden["nf"]) as usize;
        coverage.equal(&name, mesh.indices.len(), 3 * triangles);
        coverage.equal(&name, mesh.normals.len(), mesh.positions.len());
        coverage.files += 1;
    }
    coverage.report("msh goldens");
}

fn compare_header(name: &str, file: &msh::Msh, golden: &Value, coverage: &mut Coverage) {
    for (key, found) in [
        ("version", i64::from(file.version)),
        ("type", i64::from(file.kind)),
        ("mask", i64::from(file.mask)),
        ("nv", file.vertex_count as i64),
        ("nf", file.triangles.len() as i64),
        ("trailing_bytes", file.trailing.len() as i64),
    ] {
        coverage.equal(&format!("{name}: {key}"), found, integer(&golden[key]));
    }
    coverage.all_near(name, &file.bounds[0], &golden["bbmin"], 1e-4);
    coverage.all_near(name, &file.bounds[1], &golden["bbmax"], 1e-4);
    coverage.near(name, file.radius, number(&golden["radius"]), 1e-4);
    for (submesh, golden) in file.submeshes.iter().zip(list(&golden["submeshes"])) {
        let found = [
            submesh.first_vertex,
            submesh.vertices,
            submesh.first_index,
            submesh.triangles,
        ];
        let keys = ["min_index", "vertex_count", "index_start", "face_count"];
        let wanted = keys.map(|key| integer(&golden[key]) as i32);
        coverage.equal(name, found, wanted);
    }
    let sum: i64 = file
        .triangles
        .as_flattened()
        .iter()
        .map(|&i| i64::from(i))
        .sum();
    coverage.equal(name, sum, integer(&golden["index_sum"]));
    for (key, triangle) in [
        ("first_triangle", file.triangles.first()),
        ("last_triangle", file.triangles.last()),
    ] {
        let found = triangle.unwrap().map(f32::from);
        coverage.all_near(name, &found, &golden[key], 0.0);
    }
    let points = golden.get("control_points").map_or(&[][..], list);
    coverage.equal(name, file.control_points.len(), points.len());
    for (point, golden) in file.control_points.iter().zip(points) {
        let found = [&point.name, &point.bone, &point.extra].map(|it| it.text());
        let wanted = ["type_index", "bone", "extra"].map(|key| text(&golden[key]).to_owned());
        coverage.equal(name, found, wanted);
        coverage.all_near(name, &point.point, &golden["point"], 1e-5);
    }
}

fn compare_lists(name: &str, file: &msh::Msh, golden: &Value, coverage: &mut Coverage) {
    let sum = |list: &[[f32; 3]]| {
        let add =
            |sum: [f64; 3], it: &[f32; 3]| [0, 1, 2].map(|axis| sum[axis] + f64::from(it[axis]));
        list.iter().fold([0.0; 3], add)
    };
    for (key, list) in [
        ("position_sum", &file.positions),
        ("normal_sum", &file.normals),
    ] {
        if let Some(golden) = golden.get(key) {
            for (axis, found) in sum(list).into_iter().enumerate() {
                let expected = number(&golden[axis]);
                let most = 1e-6 * expected.abs().max(100.0);
                assert!((found - expected).abs() <= most, "{name}: {key}");
                coverage.values += 1;
            }
        }
    }
    for (key, uvs) in [
        ("uv0_min_max", &file.uvs),
        ("uv1_min_max", &file.second_uvs),
    ] {
        let Some(golden) = golden.get(key) else {
            continue;
        };
        let least = |axis: usize| uvs.iter().map(|uv| uv[axis]).fold(f32::INFINITY, f32::min);
        let most = |axis: usize| {
            uvs.iter()
                .map(|uv| uv[axis])
                .fold(f32::NEG_INFINITY, f32::max)
        };
        let found = [least(0), least(1), most(0), most(1)];
        coverage.all_near(&format!("{name}: {key}"), &found, &flat(golden), 1e-6);
    }
    for (key, at) in [("first_vertex", 0), ("last_vertex", file.vertex_count - 1)] {
        let golden = &golden[key];
        coverage.all_near(name, &file.positions[at], &golden["pos"], 1e-5);
        if let Some(normal) = golden.get("nrm") {
            coverage.all_near(name, &file.normals[at], normal, 1e-6);
        }
        if let Some(uv) = golden.get("uv0") {
            coverage.all_near(name, &file.uvs[at], uv, 1e-6);
        }
    }
    if let Some(colors) = golden.get("color0_first3_u32") {
        let wanted: Vec<u32> = list(colors).iter().map(|it| integer(it) as u32).collect();
        coverage.equal(name, file.colors[..3].to_vec(), wanted);
    }
    for (key, list) in [
        ("tangent_first", &file.tangents),
        ("binormal_first", &file.binormals),
        ("billboard_center_first", &file.centers),
    ] {
        if let Some(golden) = golden.get(key) {
            coverage.all_near(name, &list[0], golden, 1e-6);
        }
    }
}

fn compare_weights(
    name: &str,
    file: &msh::Msh,
    mesh: &rigscope::model::Mesh,
    golden: &Value,
    coverage: &mut Coverage,
) {
    let bones: Vec<String> = file.bones.iter().map(|bone| bone.text()).collect();
    let wanted: Vec<&str> = list(&golden["bones"]).iter().map(text).collect();
    coverage.equal(name, bones, wanted.into_iter().map(str::to_owned).collect());
    for (key, at) in [
        ("first_weights", 0),
        ("last_weights", file.vertex_count - 1),
    ] {
        let weights = &file.weights[at];
        coverage.all_near(name, &weights.weights, &golden[key][0], 1e-6);
        coverage.all_near(name, &weights.bones, &golden[key][1], 0.0);
    }
    let mut histogram = vec![0.0; 5];
    let (mut least, mut most) = (f32::INFINITY, f32::NEG_INFINITY);
    for vertex in 0..mesh.influences.len() {
        let list = mesh.influences.of(vertex);
        histogram[list.len()] += 1.0;
        let sum: f32 = list.iter().map(|influence| influence.weight).sum();
        (least, most) = (least.min(sum), most.max(sum));
    }
    coverage.all_near(name, &histogram, &golden["influence_histogram_0_to_4"], 0.0);
    coverage.all_near(name, &[least, most], &golden["weight_sum_min_max"], 1e-6);
}

#[test]
fn clips_have_their_golden_values() {
    let Some(data) = data() else { return };
    let mut coverage = Coverage::default();
    for (name, golden) in goldens(".ani.json") {
        if golden["error"].is_string() {
            continue;
        }
        let path = data.join(text(&golden["file"]));
        let file = ani::read(&std::fs::read(&path).unwrap()).unwrap();
        let (clip, findings) = ani::clip(&file);
        compare_warnings(&name, &findings, &golden, &mut coverage);
        coverage.equal(&name, i64::from(file.version), integer(&golden["version"]));
        let total = integer(&golden["total_time_ms"]);
        coverage.equal(&name, i64::from(file.total), total);
        coverage.near(&name, clip.duration, total as f64 / 1000.0, 1e-6);
        let trailing = file.trailing.len() as i64;
        coverage.equal(&name, trailing, integer(&golden["trailing_bytes"]));
        compare_events(&name, &clip, &golden["events"], &mut coverage);
        let tracks = list(&golden["tracks"]);
        coverage.equal(&name, file.tracks.len(), tracks.len());
        coverage.equal(&name, clip.tracks.len(), tracks.len());
        for (track, golden) in file.tracks.iter().zip(tracks) {
            compare_track(&name, track, golden, &mut coverage);
        }
        coverage.files += 1;
    }
    coverage.report("ani goldens");
}

fn compare_events(
    name: &str,
    clip: &rigscope::model::Clip,
    golden: &Value,
    coverage: &mut Coverage,
) {
    let mut wanted: Vec<(f64, &str, &str)> = list(golden)
        .iter()
        .map(|event| {
            (
                number(&event["time"]),
                text(&event["type"]),
                text(&event["info"]),
            )
        })
        .collect();
    wanted.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut events = clip.events.clone();
    events.sort_by(|a, b| a.seconds.total_cmp(&b.seconds));
    coverage.equal(name, events.len(), wanted.len());
    for (event, (time, kind, info)) in events.iter().zip(wanted) {
        coverage.near(name, event.seconds * 1000.0, time, 1e-3);
        coverage.equal(
            name,
            (event.name.as_str(), event.text.as_str()),
            (kind, info),
        );
    }
}

fn compare_track(name: &str, track: &ani::Track, golden: &Value, coverage: &mut Coverage) {
    let name = format!("{name}: {:?}", track.bone);
    coverage.equal(&name, track.bone.text().as_str(), text(&golden["bone"]));
    coverage.near(&name, track.weight, number(&golden["weight"]), 1e-6);
    let keys = track.keys.len() as i64;
    coverage.equal(&name, keys, integer(&golden["key_count"]));
    for (ends, key) in [("first", track.keys.first()), ("last", track.keys.last())] {
        let Some(key) = key else { continue };
        let time = i64::from(key.time);
        coverage.equal(&name, time, integer(&golden[format!("{ends}_time")]));
        let rotation = key.rotation.unpack().to_array();
        coverage.all_near(&name, &rotation, &golden[format!("{ends}_rot_xyzw")], 1e-6);
        coverage.all_near(
            &name,
            &key.translation,
            &golden[format!("{ends}_pos")],
            1e-5,
        );
    }
}

#[test]
fn every_intact_file_is_written_again_byte_for_byte() {
    let Some(data) = data() else { return };
    let mut coverage = Coverage::default();
    for path in files_ending(&data, &["skl", "msh", "ani"]) {
        let bytes = std::fs::read(&path).unwrap();
        let written = match path.extension().unwrap().to_str() {
            Some("skl") => skl::read(&bytes).map(|file| skl::write(&file)),
            Some("msh") => msh::read(&bytes).map(|file| msh::write(&file)),
            _ => ani::read(&bytes).map(|file| ani::write(&file)),
        };
        match written {
            Ok(written) => {
                assert!(written.unwrap() == bytes, "{}", path.display());
                coverage.values += bytes.len();
            }
            Err(error) => assert!(error.code.is_some(), "{}", path.display()),
        }
        coverage.files += 1;
    }
    coverage.report("round trips of Lost Saga");
}

#[test]
fn packed_rotations_come_back_within_a_step() {
    let Some(data) = data() else { return };
    let path = file_named(&data, "lights_camera_action_30fps_w_music.ani");
    let file = ani::read(&std::fs::read(path).unwrap()).unwrap();
    let mut coverage = Coverage::default();
    for key in file.tracks.iter().flat_map(|track| &track.keys) {
        let rotation = key.rotation.unpack().normalize();
        for (version, most) in [(4000, 1e-6), (4001, 4e-3), (4002, 1e-4)] {
            let packed = ani::Rotation::pack(rotation, version);
            assert_eq!(packed.version(), version);
            let angle = packed.unpack().normalize().dot(rotation).abs();
            coverage.near("cosine", angle, 1.0, most);
        }
        coverage.files = 1;
    }
    coverage.report("packed rotations");
}
