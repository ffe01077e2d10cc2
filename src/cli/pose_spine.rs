//! `rigscope pose` of a Spine character: bones, slots, draw order, events and vertices, in the rig's own axes.

use serde::Serialize;

use super::args::{Moment, PoseArgs};
use super::json::{self, FindingJson};
use super::pose::{moments, print_list};
use super::{Failure, Outcome, find_name, print_json};
use crate::model::Severity;
use crate::model::spine::{AttachmentKind, Rig};
use crate::pose::spine::Stepping;
use crate::pose::spine::playback::MOST_STEPS;
use crate::scene::Item;
use crate::scene::spine::SpineItem;

#[derive(Serialize)]
struct Document<'a> {
    family: &'static str,
    files: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    clip: Option<&'a str>,
    skins: Vec<&'a str>,
    time: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    duration: Option<f64>,
    joints: Vec<Joint<'a>>,
    slots: Vec<Slot<'a>>,
    draw_order: &'a [usize],
    events: Vec<Event<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    meshes: Option<Vec<Mesh<'a>>>,
    findings: Vec<FindingJson<'a>>,
}

#[derive(Serialize)]
struct Joint<'a> {
    index: usize,
    name: &'a str,
    parent: Option<usize>,
    /// `[a, b, 0, worldX, c, d, 0, worldY, 0, 0, 1, 0]`; zeros for a bone that does not work in the skins worn.
    world: [f64; 12],
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    inactive: bool,
}

#[derive(Serialize)]
struct Slot<'a> {
    index: usize,
    name: &'a str,
    bone: usize,
    attachment: Option<&'a str>,
    color: [f64; 4],
    dark: Option<[f64; 3]>,
    /// Of an attachment with several pictures.
    #[serde(skip_serializing_if = "Option::is_none")]
    frame: Option<usize>,
}

#[derive(Serialize)]
struct Event<'a> {
    time: f64,
    name: &'a str,
    int: i32,
    float: f64,
    string: &'a str,
    track: usize,
}

#[derive(Serialize)]
struct Mesh<'a> {
    name: &'a str,
    slot: usize,
    positions: Vec<f64>,
    uvs: Vec<f64>,
}

/// Prints the moments asked for.
pub(super) fn run(args: &PoseArgs, mut item: Item) -> Result<Outcome, Failure> {
    let skins = skins(&item, &args.skin)?;
    let moment = &args.moment;
    let stepping = Stepping {
        start: moment.start.unwrap_or(moment.step),
        step: moment.step,
    };
    if stepping.step <= 0.0 || stepping.start < 0.0 {
        return Err(Failure::Argument(
            "--step is above 0 and --start is not below it".into(),
        ));
    }
    reachable(&item, moment, &stepping)?;
    if let Some((spine, rig)) = item.spine_mut() {
        spine.wear(rig, skins);
        spine.set_stepping(rig, stepping, moment.looping);
    }
    let has_errors = item
        .findings()
        .any(|finding| finding.severity == Severity::Error);
    match &moment.steps {
        Some(steps) => print_list(steps.iter(), |&step| {
            let steps = u64::from(step) + 1;
            if let Some((spine, rig)) = item.spine_mut() {
                spine.seek_step(rig, steps);
            }
            print_document(&item, stepping.seconds(steps), args.vertices)
        })?,
        None => print_times(&mut item, moment, args.vertices)?,
    }
    Ok(if has_errors {
        Outcome::Findings
    } else {
        Outcome::Good
    })
}

/// Every moment is played to from the reset, which must come to an end.
fn reachable(item: &Item, moment: &Moment, stepping: &Stepping) -> Result<(), Failure> {
    let steps = match &moment.steps {
        Some(steps) => steps.iter().map(|&step| u64::from(step) + 1).max(),
        None => {
            let times = moments(moment, item).0.into_iter();
            times
                .map(|time| stepping.steps(within(time, item, moment)))
                .max()
        }
    };
    match steps {
        Some(steps) if steps > MOST_STEPS => Err(Failure::Argument(format!(
            "that is {steps} steps after the reset, and no more than {MOST_STEPS} are played: ask for an earlier moment, \
             or take a longer --step"
        ))),
        _ => Ok(()),
    }
}

/// A looping track goes on where a single one stays at its end; physics feels the difference.
fn within(time: f64, item: &Item, moment: &Moment) -> f64 {
    let duration = item.clip().map_or(0.0, |clip| f64::from(clip.duration));
    if moment.looping {
        time.max(0.0)
    } else {
        time.clamp(0.0, duration)
    }
}

fn print_times(item: &mut Item, moment: &Moment, vertices: bool) -> Result<(), Failure> {
    let (times, is_list) = moments(moment, item);
    let mut at = |time: f64| {
        let time = within(time, item, moment);
        if let Some((spine, rig)) = item.spine_mut() {
            spine.seek(rig, time);
        }
        print_document(item, time, vertices)
    };
    if is_list {
        print_list(times.iter(), |&time| at(time))
    } else {
        at(times.first().copied().unwrap_or(0.0))
    }
}

/// Indices of the skins named.
pub(super) fn skins(item: &Item, wanted: &[String]) -> Result<Vec<usize>, Failure> {
    let skins = item
        .spine()
        .map(|(_, rig)| rig.skins.as_slice())
        .unwrap_or_default();
    let names: Vec<&str> = skins.iter().map(|skin| skin.name.as_str()).collect();
    wanted
        .iter()
        .map(|name| find_name(name, &names, "skin"))
        .collect()
}

fn print_document(item: &Item, time: f64, vertices: bool) -> Result<(), Failure> {
    let Some((spine, rig)) = item.spine() else {
        return Ok(());
    };
    let pose = &spine.shown().pose;
    print_json(&Document {
        family: item.character.family.word(),
        files: json::files(&item.character),
        clip: item.clip().map(|clip| clip.name.as_str()),
        skins: spine
            .skins()
            .iter()
            .map(|&skin| rig.skins[skin].name.as_str())
            .collect(),
        time,
        duration: item.picks().2.map(|clip| rig.animations[clip].duration),
        joints: joints(spine, rig),
        slots: slots(spine, rig),
        draw_order: &pose.applied().draw_order,
        events: events(spine, rig),
        meshes: vertices.then(|| meshes(spine, rig)),
        findings: FindingJson::all(item.findings()),
    })
}

fn joints<'a>(spine: &SpineItem, rig: &'a Rig) -> Vec<Joint<'a>> {
    let pose = &spine.shown().pose;
    let joint = |(index, bone): (usize, &'a crate::model::spine::Bone)| {
        let world = pose.world(index);
        let it = world.unwrap_or_default();
        Joint {
            index,
            name: &bone.name,
            parent: bone.parent,
            world: match world {
                Some(_) => [
                    it.a, it.b, 0.0, it.x, it.c, it.d, 0.0, it.y, 0.0, 0.0, 1.0, 0.0,
                ],
                None => [0.0; 12],
            },
            inactive: world.is_none(),
        }
    };
    rig.bones.iter().enumerate().map(joint).collect()
}

fn slots<'a>(spine: &SpineItem, rig: &'a Rig) -> Vec<Slot<'a>> {
    let pose = &spine.shown().pose;
    let slot = |(index, slot): (usize, &'a crate::model::spine::Slot)| {
        let posed = &pose.applied().slots[index];
        let attachment = posed
            .attachment
            .map(|attachment| &rig.attachments[attachment]);
        let sequence = attachment.and_then(|attachment| attachment.picture()?.2);
        Slot {
            index,
            name: &slot.name,
            bone: slot.bone,
            attachment: attachment.map(|attachment| attachment.name.as_str()),
            color: posed.color,
            dark: posed.dark,
            frame: sequence.map(|_| pose.shown_frame(rig, index)),
        }
    };
    rig.slots.iter().enumerate().map(slot).collect()
}

/// All since the reset, in the order of firing.
fn events<'a>(spine: &'a SpineItem, rig: &'a Rig) -> Vec<Event<'a>> {
    let event = |fired: &'a crate::pose::spine::Fired| Event {
        time: fired.time,
        name: &rig.events[fired.event].name,
        int: fired.int,
        float: fired.float,
        string: &fired.string,
        track: fired.track,
    };
    spine.fired().map(event).collect()
}

/// Every attachment with vertices that a working slot shows, drawn or not, in the order of the slots.
fn meshes<'a>(spine: &SpineItem, rig: &'a Rig) -> Vec<Mesh<'a>> {
    let pose = &spine.shown().pose;
    let mut vertices = Vec::new();
    let mut meshes = Vec::new();
    for slot in 0..rig.slots.len() {
        pose.slot_vertices(rig, spine.pictures(), slot, &mut vertices);
        let Some(index) = pose.applied().slots[slot]
            .attachment
            .filter(|_| !vertices.is_empty())
        else {
            continue;
        };
        let attachment = &rig.attachments[index];
        let frame = spine.pictures().frame(index, pose.shown_frame(rig, slot));
        let is_drawn = matches!(
            attachment.kind,
            AttachmentKind::Region(_) | AttachmentKind::Mesh(_) | AttachmentKind::LinkedMesh(_)
        );
        meshes.push(Mesh {
            name: &attachment.name,
            slot,
            positions: vertices
                .chunks_exact(2)
                .flat_map(|at| [at[0], at[1], 0.0])
                .collect(),
            uvs: frame
                .filter(|_| is_drawn)
                .map(|frame| frame.uvs.iter().flatten().copied().collect())
                .unwrap_or_default(),
        });
    }
    meshes
}
