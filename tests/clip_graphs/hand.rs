//! Graphs made by hand over a rig of a few joints.

use glam::{Affine3A, Quat, Vec3};
use rigscope::formats::league::hash::{elf, fnv1a};
use rigscope::model::clip_graph::{
    Animation, ClipEvent, ClipKind, ClipRef, EventKind, GraphClip, NameRef, Window,
};
use rigscope::model::{
    Character, Clip, ClipGraph, Curve, Family, Joint, Mesh, Skeleton, Submesh, Track, Transform,
};
use rigscope::scene::{Item, Pick};

/// Names and parents. `Prop` is held, `Tip` hangs on it; `Mark` and `Spot` are roots.
const JOINTS: [(&str, Option<usize>); 6] = [
    ("Root", None),
    ("Hand", Some(0)),
    ("Prop", Some(1)),
    ("Tip", Some(2)),
    ("Mark", None),
    ("Spot", None),
];

pub fn skeleton() -> Skeleton {
    let joint = |&(name, parent): &(&str, Option<usize>)| Joint {
        name: name.into(),
        hash: Some(elf(name)),
        parent,
        local: Transform {
            translation: Vec3::new(1.0, 2.0, 0.0),
            ..Transform::IDENTITY
        },
        inverse_bind: Affine3A::IDENTITY,
        radius: 1.0,
    };
    Skeleton {
        name: "hand".into(),
        joints: JOINTS.iter().map(joint).collect(),
        influences: (0..JOINTS.len()).collect(),
        ..Skeleton::default()
    }
}

/// A file of 30 frames a second in which each of `joints` runs from `from` to `to` along x, and turns.
pub fn file(name: &str, frames: u32, joints: &[&str], from: f32, to: f32) -> Clip {
    let track = |joint: &&str| {
        let share = |frame: u32| frame as f32 / (frames - 1) as f32;
        let x = |frame: u32| Vec3::new(from + (to - from) * share(frame), 2.0, 0.0);
        let turn = |frame: u32| Quat::from_rotation_z(share(frame));
        Track {
            hash: Some(elf(joint)),
            translation: Some(Curve::Frames((0..frames).map(x).collect())),
            rotation: Some(Curve::Frames((0..frames).map(turn).collect())),
            ..Track::default()
        }
    };
    Clip {
        name: name.into(),
        kind: "v5",
        version: 5,
        duration: frames as f32 / 30.0,
        fps: 30.0,
        frame_count: Some(frames),
        tracks: joints.iter().map(track).collect(),
        ..Clip::default()
    }
}

pub fn to(name: &str) -> ClipRef {
    ClipRef::to(fnv1a(name))
}

pub fn clip(name: &str, kind: ClipKind) -> GraphClip {
    GraphClip {
        hash: fnv1a(name),
        name: Some(name.into()),
        kind,
        ..GraphClip::default()
    }
}

/// A clip that plays a file of the character.
pub fn atomic(name: &str, file: usize) -> GraphClip {
    let animation = Animation {
        clip: Some(file),
        ..Animation::default()
    };
    clip(name, ClipKind::Atomic(animation))
}

pub fn event(start: f32, end: Option<f32>, kind: EventKind) -> ClipEvent {
    ClipEvent {
        hash: 1,
        window: Window { start, end },
        kind,
        ..ClipEvent::default()
    }
}

pub fn name(text: &str) -> NameRef {
    NameRef {
        hash: fnv1a(text),
        name: None,
    }
}

pub fn snap(victim: &str, target: &str, offset: Vec3) -> EventKind {
    EventKind::JointSnap {
        victim: name(victim),
        target: name(target),
        offset,
    }
}

pub fn visibility(show: &[&str], hide: &[&str]) -> EventKind {
    EventKind::SubmeshVisibility {
        show: show.iter().map(|text| name(text)).collect(),
        hide: hide.iter().map(|text| name(text)).collect(),
    }
}

/// Three files: `a`, one second, moves the hand from 0 to 10; `b`, two seconds, from 100 to 120; `c`, half a second, moves
/// the mark alone.
pub fn character(clips: Vec<GraphClip>) -> Character {
    let mut character = Character::empty(Family::League, "hand");
    character.skeletons.push(skeleton());
    character.clips = vec![
        file("a", 30, &["Root", "Hand"], 0.0, 10.0),
        file("b", 60, &["Root", "Hand"], 100.0, 120.0),
        file("c", 15, &["Mark"], 0.0, 50.0),
    ];
    let mut graph = ClipGraph {
        clips,
        ..ClipGraph::default()
    };
    graph.link();
    character.graphs.push(graph);
    character
}

/// The same with a mesh of submeshes of these names, without any vertex.
pub fn with_submeshes(mut character: Character, names: &[&str]) -> Character {
    let submesh = |name: &&str| Submesh {
        name: (*name).into(),
        vertices: 0..0,
        indices: 0..0,
    };
    character.meshes.push(Mesh {
        name: "hand".into(),
        submeshes: names.iter().map(submesh).collect(),
        ..Mesh::default()
    });
    character.materials.push(Vec::new());
    character
}

/// An item that plays the first clip of the graph.
pub fn playing(character: Character) -> Item {
    let mut item = Item::new(character);
    item.pick(Pick::Graph(0));
    item
}

/// Where a joint is at a time.
pub fn place(item: &mut Item, joint: &str, seconds: f32) -> Vec3 {
    item.set_time(f64::from(seconds));
    world(item, joint).translation.into()
}

pub fn world(item: &Item, joint: &str) -> Affine3A {
    item.pose().worlds[index(joint)]
}

pub fn index(joint: &str) -> usize {
    JOINTS.iter().position(|(name, _)| *name == joint).unwrap()
}
