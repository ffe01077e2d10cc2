//! `rigscope pose`: the numbers of one moment, in file space.

use serde::Serialize;

use super::args::{Moment, PoseArgs};
use super::graph_json::{self, EventJson, SnapJson};
use super::json::{self, FindingJson, TrackJson};
use super::{Failure, Outcome, open_item, print_json};
use crate::model::transform::rows;
use crate::model::{Family, Severity};
use crate::scene::{Item, Pick};

#[derive(Serialize)]
struct Document<'a> {
    family: &'static str,
    files: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    clip: Option<String>,
    time: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    duration: Option<f32>,
    /// How far it has come, where it travels.
    #[serde(skip_serializing_if = "Option::is_none")]
    travel: Option<TravelJson>,
    joints: Vec<Joint<'a>>,
    /// Of a clip of a graph, or one that has events of its own: those that have begun in this pass.
    #[serde(skip_serializing_if = "Option::is_none")]
    events: Option<Events<'a>>,
    /// Of a clip of a graph: the joints that are held by another's world now.
    #[serde(skip_serializing_if = "Option::is_none")]
    snaps: Option<Vec<SnapJson>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mapping: Option<Vec<TrackJson<'a>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    meshes: Option<Vec<Mesh<'a>>>,
    findings: Vec<FindingJson<'a>>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Events<'a> {
    OfGraph(Vec<EventJson>),
    OfClip(Vec<ClipEventJson<'a>>),
}

/// An event of a clip that has no graph: without numbers, but of the shape that all events have.
#[derive(Serialize)]
struct ClipEventJson<'a> {
    time: f32,
    name: &'a str,
    int: i32,
    float: f32,
    string: &'a str,
}

/// File units along the way that it faces, and radians to the right.
#[derive(Serialize)]
struct TravelJson {
    forward: f64,
    right: f64,
}

#[derive(Serialize)]
struct Joint<'a> {
    index: usize,
    name: &'a str,
    parent: Option<usize>,
    world: [f32; 12],
}

#[derive(Serialize)]
struct Mesh<'a> {
    name: &'a str,
    positions: Vec<f32>,
    uvs: Vec<f32>,
}

pub fn run(args: &PoseArgs) -> Result<Outcome, Failure> {
    let mut item = open_item(&args.input, args.clip.as_deref(), &args.graph)?;
    super::use_routing(&mut item, args.routing.as_deref())?;
    if item.spine().is_some() {
        return super::pose_spine::run(args, item);
    }
    if !args.skin.is_empty() {
        let message = "only Spine characters have skins to wear; none is open";
        return Err(Failure::Argument(message.into()));
    }
    item.set_rule(args.mapping.into());
    super::lostsaga::play(&mut item, args.slerp, args.as_in_game)?;
    super::worn::put_on(&mut item, &args.worn)?;
    item.unposed = super::unposed(args.rest);
    item.set_cloth(args.cloth == super::args::ClothArg::On);
    item.set_snaps(args.snap == super::args::SnapArg::On);
    let (times, is_list) = times(&args.moment, &item);
    let has_errors = item
        .findings()
        .any(|finding| finding.severity == Severity::Error);
    let mut at = |(time, total): (f64, f64)| {
        let travel = args.travel.then(|| item.set_time_on_the_way(time, total));
        if travel.is_none() {
            item.set_times(time, total);
        }
        let mut document = document(&item, time, args.vertices);
        document.travel = travel.map(|travel| TravelJson {
            forward: travel.forward,
            right: travel.right,
        });
        print_json(&document)
    };
    if is_list {
        print_list(times.iter(), |&moment| at(moment))?;
    } else {
        at(times.first().copied().unwrap_or_default())?;
    }
    Ok(if has_errors {
        Outcome::Findings
    } else {
        Outcome::Good
    })
}

/// Prints a list of documents, one after the other: many moments with vertices would not fit in memory at once.
pub(super) fn print_list<T>(
    moments: impl Iterator<Item = T>,
    mut print: impl FnMut(T) -> Result<(), Failure>,
) -> Result<(), Failure> {
    super::print("[")?;
    for (index, moment) in moments.enumerate() {
        super::print(if index == 0 { "" } else { "," })?;
        print(moment)?;
    }
    super::print("]\n")
}

/// The moments asked for inside the clip, each with the seconds since the clip was begun, all passes counted; and whether
/// they were asked for as a list.
fn times(moment: &Moment, item: &Item) -> (Vec<(f64, f64)>, bool) {
    let (wanted, is_list) = moments(moment, item);
    let duration = item.duration() as f32;
    let duration = f64::from(duration);
    let inside = |time: f64| match time.is_finite() {
        false => (0.0, 0.0),
        true if moment.looping && duration > 0.0 => (time.rem_euclid(duration), time),
        true => {
            let time = time.clamp(0.0, duration);
            (time, time)
        }
    };
    (wanted.into_iter().map(inside).collect(), is_list)
}

/// The moments asked for, wherever they lie, and whether they were asked for as a list.
pub(super) fn moments(moment: &Moment, item: &Item) -> (Vec<f64>, bool) {
    let fps = f64::from(match item.picked() {
        // A graph's clip counts frames by its tick (league-formats §7.2).
        Pick::Graph(_) => item.frame_rate(),
        _ => item.clip().map_or(30.0, |clip| clip.fps),
    });
    let (wanted, is_list) = match moment {
        Moment {
            times: Some(times), ..
        } => (times.clone(), true),
        Moment {
            steps: Some(steps),
            step,
            start,
            ..
        } => {
            let start = start.unwrap_or(*step);
            (
                steps
                    .iter()
                    .map(|&index| start + f64::from(index) * step)
                    .collect(),
                true,
            )
        }
        Moment {
            frame: Some(frame), ..
        } if fps > 0.0 => (vec![frame / fps], false),
        Moment { time, .. } => (vec![time.unwrap_or(0.0)], false),
    };
    (wanted, is_list)
}

fn document<'a>(item: &'a Item, time: f64, vertices: bool) -> Document<'a> {
    let joints = item
        .skeleton()
        .map(|skeleton| skeleton.joints.as_slice())
        .unwrap_or_default();
    let worlds = &item.pose().worlds;
    let joints = joints
        .iter()
        .zip(worlds)
        .enumerate()
        .map(|(index, (joint, world))| Joint {
            index,
            name: &joint.name,
            parent: joint.parent,
            world: rows(world),
        });
    let mapping = item.mapping().zip(item.skeleton()).zip(item.clip());
    Document {
        family: item.character.family.word(),
        files: json::files(&item.character),
        clip: item.picked_name(),
        time,
        duration: (item.picked() != Pick::Bind).then(|| item.duration() as f32),
        travel: None,
        joints: joints.collect(),
        events: graph_json::events(item, time as f32)
            .map(Events::OfGraph)
            .or_else(|| clip_events(item, time as f32)),
        snaps: graph_json::snaps(item),
        mapping: mapping
            .map(|((mapping, skeleton), clip)| TrackJson::all(mapping, skeleton, &clip.tracks)),
        meshes: vertices.then(|| meshes(item, time)),
        findings: FindingJson::all(item.findings()),
    }
}

/// `None` without a clip, and for families whose clips have no events.
fn clip_events(item: &Item, seconds: f32) -> Option<Events<'_>> {
    item.clip()
        .filter(|_| matches!(item.character.family, Family::Toee | Family::LostSaga))?;
    let events = item.clip_events(seconds).into_iter();
    let json = events.map(|event| ClipEventJson {
        time: event.seconds,
        name: &event.name,
        int: 0,
        float: 0.0,
        string: &event.text,
    });
    Some(Events::OfClip(json.collect()))
}

/// Its own mesh, and those that it wears and holds, unless an event hides them: all in its file space.
fn meshes(item: &Item, time: f64) -> Vec<Mesh<'_>> {
    let told = |mesh| item.told_of_mesh(mesh, time);
    let own = item
        .mesh()
        .filter(|mesh| told(mesh).is_none_or(|it| it.shown));
    let own = own.map(|mesh| (mesh, item.posed_vertices()));
    let worn = item.worn().iter().filter(|worn| worn.is_drawn());
    let worn = worn.filter_map(|worn| Some((worn.item.mesh()?, worn.posed_vertices())));
    let all = own.into_iter().chain(worn);
    all.map(|(mesh, posed)| Mesh {
        name: &mesh.name,
        positions: posed.iter().flat_map(|vertex| vertex.position).collect(),
        uvs: mesh.uvs.iter().flat_map(|uv| uv.to_array()).collect(),
    })
    .collect()
}
