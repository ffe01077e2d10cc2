//! `rigscope diff --json`. Keys are stable.

use serde::Serialize;

use super::diff::Compared;
use super::json;
use crate::model::Family;
use crate::scene::Item;
use crate::scene::difference::{
    Change, JointDifference, MeshDifference, PassDifference, StateDifference, Tolerance, What,
    Worst,
};

#[derive(Serialize)]
pub struct Document<'a> {
    family: &'static str,
    equal: bool,
    tolerance: f32,
    angle_tolerance: f32,
    a: SideJson<'a>,
    b: SideJson<'a>,
    /// Joints that both have.
    common_joints: usize,
    changes: Vec<ChangeJson<'a>>,
    mesh: Option<MeshJson<'a>>,
    clips: Vec<PassJson<'a>>,
    /// Of all clips, worst first.
    poses: Vec<JointJson<'a>>,
}

#[derive(Serialize)]
struct SideJson<'a> {
    name: &'a str,
    files: Vec<String>,
    joints: usize,
    /// League alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    mapping: Option<&'static str>,
}

#[derive(Serialize)]
struct ChangeJson<'a> {
    part: &'static str,
    name: &'a str,
    /// `a` or `b`; absent where both have it.
    #[serde(skip_serializing_if = "Option::is_none")]
    only: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    field: Option<&'static str>,
    /// It says how something is stored, and is no difference.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    storage: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    a: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    b: Option<&'a str>,
}

#[derive(Serialize)]
struct MeshJson<'a> {
    name: &'a str,
    vertices: [usize; 2],
    triangles: [usize; 2],
    moved: usize,
    distance: f32,
    vertex: Option<usize>,
    uvs: usize,
    weights: usize,
    reindexed: bool,
}

#[derive(Serialize)]
struct PassJson<'a> {
    clip_a: Option<&'a str>,
    clip_b: Option<&'a str>,
    duration_a: f64,
    duration_b: f64,
    equal: bool,
    moments: usize,
    from: f64,
    until: f64,
    differing_joints: usize,
    changes: Vec<ChangeJson<'a>>,
    states: Vec<StateJson<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    times: Option<&'a [f64]>,
}

#[derive(Serialize)]
struct StateJson<'a> {
    part: &'static str,
    name: &'a str,
    field: &'static str,
    time: f64,
    moments: usize,
    amount: Option<f32>,
    a: &'a str,
    b: &'a str,
}

#[derive(Serialize)]
struct JointJson<'a> {
    clip: Option<&'a str>,
    joint: &'a str,
    a: usize,
    b: usize,
    time: f64,
    frame: f64,
    distance: f32,
    distance_time: f64,
    angle: f32,
    angle_time: f64,
    scale: f32,
    own_distance: f32,
    own_angle: f32,
    /// It does not merely follow its parent.
    itself: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    distances: Option<&'a [f32]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    angles: Option<&'a [f32]>,
}

/// All that differs; with `curves` the courses of joints that do.
pub fn document(compared: &Compared, curves: bool) -> Document<'_> {
    let difference = &compared.difference;
    let tolerance = difference.tolerance;
    let poses = difference.passes.iter().flat_map(|pass| {
        let joints = pass.differing(tolerance);
        joints.map(move |joint| (pass, joint))
    });
    let mut poses: Vec<(&PassDifference, &JointDifference)> = poses.collect();
    let by = |joint: &JointDifference, worst: fn(&JointDifference) -> Worst| worst(joint).amount;
    poses.sort_by(|(_, one), (_, other)| {
        let distance = by(other, |it| it.distance).total_cmp(&by(one, |it| it.distance));
        distance.then(by(other, |it| it.angle).total_cmp(&by(one, |it| it.angle)))
    });
    Document {
        family: compared.a.character.family.word(),
        equal: difference.is_equal(),
        tolerance: tolerance.distance,
        angle_tolerance: tolerance.degrees,
        a: side(&compared.a),
        b: side(&compared.b),
        common_joints: difference.joints,
        changes: changes(&difference.changes),
        mesh: difference.mesh.as_ref().map(mesh),
        clips: difference
            .passes
            .iter()
            .map(|one| pass(one, tolerance, curves))
            .collect(),
        poses: poses
            .into_iter()
            .map(|(pass, one)| joint(pass, one, tolerance, curves))
            .collect(),
    }
}

fn side(item: &Item) -> SideJson<'_> {
    SideJson {
        name: &item.character.name,
        files: json::files(&item.character),
        joints: item.skeleton().map_or(0, |skeleton| skeleton.joints.len()),
        mapping: (item.character.family == Family::League).then(|| item.rule().word()),
    }
}

fn changes(changes: &[Change]) -> Vec<ChangeJson<'_>> {
    changes.iter().map(change).collect()
}

fn change(change: &Change) -> ChangeJson<'_> {
    let (only, differs) = match &change.what {
        What::OnlyInA => (Some("a"), None),
        What::OnlyInB => (Some("b"), None),
        What::Differs { field, a, b } => (None, Some((*field, a.as_str(), b.as_str()))),
    };
    ChangeJson {
        part: change.part.word(),
        name: &change.name,
        only,
        field: differs.map(|(field, ..)| field),
        storage: change.is_storage(),
        a: differs.map(|(_, a, _)| a),
        b: differs.map(|(.., b)| b),
    }
}

fn mesh(mesh: &MeshDifference) -> MeshJson<'_> {
    MeshJson {
        name: &mesh.name,
        vertices: mesh.vertices,
        triangles: mesh.triangles,
        moved: mesh.moved,
        distance: mesh.worst,
        vertex: mesh.worst_vertex,
        uvs: mesh.uvs,
        weights: mesh.weights,
        reindexed: mesh.reindexed,
    }
}

fn pass(pass: &PassDifference, tolerance: Tolerance, curves: bool) -> PassJson<'_> {
    let [clip_a, clip_b] = [0, 1].map(|side| pass.clips[side].as_deref());
    PassJson {
        clip_a,
        clip_b,
        duration_a: pass.durations[0],
        duration_b: pass.durations[1],
        equal: pass.is_equal(tolerance),
        moments: pass.times.len(),
        from: pass.times.first().copied().unwrap_or(0.0),
        until: pass.times.last().copied().unwrap_or(0.0),
        differing_joints: pass.differing(tolerance).count(),
        changes: changes(&pass.changes),
        states: pass.states.iter().map(state).collect(),
        times: curves.then_some(pass.times.as_slice()),
    }
}

fn state(state: &StateDifference) -> StateJson<'_> {
    StateJson {
        part: state.part.word(),
        name: &state.name,
        field: state.field,
        time: state.time,
        moments: state.moments,
        amount: state.amount,
        a: &state.a,
        b: &state.b,
    }
}

fn joint<'a>(
    pass: &'a PassDifference,
    joint: &'a JointDifference,
    tolerance: Tolerance,
    curves: bool,
) -> JointJson<'a> {
    let time = joint.worst_time(tolerance);
    JointJson {
        clip: pass.clips[0].as_deref(),
        joint: &joint.name,
        a: joint.a,
        b: joint.b,
        time,
        frame: time * f64::from(pass.frame_rates[0]),
        distance: joint.distance.amount,
        distance_time: joint.distance.time,
        angle: joint.angle.amount,
        angle_time: joint.angle.time,
        scale: joint.scale.amount,
        own_distance: joint.own_distance.amount,
        own_angle: joint.own_angle.amount,
        itself: joint.differs_itself(tolerance),
        distances: curves.then_some(joint.distances.as_slice()),
        angles: curves.then_some(joint.angles.as_slice()),
    }
}
