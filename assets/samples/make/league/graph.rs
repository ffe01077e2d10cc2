//! Pip's property bins: the skin, and the graph that gives clips their names, their events and their composites.

use glam::Vec3;
use rigscope::formats::league::bin::names;
use rigscope::formats::league::{graph as clip_graph, hash};
use rigscope::model::ClipGraph;
use rigscope::model::clip_graph::{
    Animation, Blend, BlendKind, ClipEvent, ClipKind, ClipRef, EventKind, GraphClip, GraphTrack,
    LOOPING, Mask, NameRef, Window,
};
use rigscope::model::league::bin::{Bin, Field, Object, Struct, Value};

use super::dance::SNAPPED;
use super::rig::Rig;

const GRAPH: &str = "Characters/Pip/Animations/Skin0";
const SKIN: &str = "Characters/Pip/Skins/Skin0";
const FOLDER: &str = "ASSETS/Characters/Pip/Skins/Base";

/// The skin: which files make it, and which graph it plays by.
pub fn skin() -> Bin {
    let text = |name, file: &str| Field {
        name,
        value: Value::String(format!("{FOLDER}/{file}")),
    };
    let mesh = Struct {
        class: names::SKIN_MESH_DATA_PROPERTIES,
        fields: vec![
            text(names::SKELETON, "Pip.skl"),
            text(names::SIMPLE_SKIN, "Pip.skn"),
            text(names::TEXTURE, "Pip_Base_TX_CM.tex"),
            Field {
                name: names::MATERIAL_OVERRIDE,
                value: overrides(&[
                    ("Wrench_Mat", "Pip_Base_Wrench_TX_CM.tex"),
                    ("Scarf", "Pip_Base_Scarf_TX_CM.tex"),
                ]),
            },
        ],
    };
    let animation = Struct {
        class: hash::fnv1a("SkinAnimationProperties"),
        fields: vec![Field {
            name: names::ANIMATION_GRAPH_DATA,
            value: Value::Link(hash::fnv1a(GRAPH)),
        }],
    };
    let embed = |name, inside| Field {
        name,
        value: Value::Embed(Box::new(inside)),
    };
    let skin = Object {
        path: hash::fnv1a(SKIN),
        class: names::SKIN_CHARACTER_DATA_PROPERTIES,
        fields: vec![
            Field {
                name: names::CHAMPION_SKIN_NAME,
                value: Value::String("Pip".into()),
            },
            embed(names::SKIN_MESH_PROPERTIES, mesh),
            embed(names::SKIN_ANIMATION_PROPERTIES, animation),
        ],
        ..Object::default()
    };
    Bin {
        version: 3,
        objects: vec![skin],
        ..Bin::default()
    }
}

fn overrides(pairs: &[(&str, &str)]) -> Value {
    let one = |(submesh, texture): &(&str, &str)| {
        let fields = vec![
            Field {
                name: names::SUBMESH,
                value: Value::String((*submesh).into()),
            },
            Field {
                name: names::TEXTURE,
                value: Value::String(format!("{FOLDER}/{texture}")),
            },
        ];
        Value::Embed(Box::new(Struct {
            class: names::SKIN_MESH_MATERIAL_OVERRIDE,
            fields,
        }))
    };
    Value::List(Box::new(rigscope::model::league::bin::List {
        kind: rigscope::model::league::bin::Kind::Embed,
        items: pairs.iter().map(one).collect(),
    }))
}

/// The graph: the three clips by their names, and one composite of each kind.
pub fn graph() -> Bin {
    Bin {
        version: 3,
        objects: vec![clip_graph::to_object(&clips())],
        ..Bin::default()
    }
}

fn clips() -> ClipGraph {
    let to = |name: &str| ClipRef::to(hash::fnv1a(name));
    let numbered = |pairs: &[(&str, f32)]| pairs.iter().map(|&(name, n)| (to(name), n)).collect();
    let mut upper = atomic("idle", Vec::new());
    upper.hash = hash::fnv1a("Upper");
    upper.mask = Some(hash::fnv1a("UpperBody"));
    upper.track = Some(hash::fnv1a("Upper"));
    let blend = |from: &str, kind, into: &str| Blend {
        from: hash::fnv1a(from),
        to: hash::fnv1a(into),
        kind,
    };
    ClipGraph {
        path_hash: hash::fnv1a(GRAPH),
        clips: vec![
            atomic("dance", vec![snap()]),
            atomic("idle", Vec::new()),
            atomic("walk", Vec::new()),
            upper,
            composite(
                "Joke",
                ClipKind::Sequencer(vec![to("idle"), to("walk"), to("dance")]),
            ),
            composite(
                "Idle1",
                ClipKind::Selector(numbered(&[("idle", 6.0), ("walk", 4.0)])),
            ),
            composite(
                "Run",
                ClipKind::Parametric(numbered(&[("idle", 0.0), ("walk", 100.0)])),
            ),
            composite(
                "Run_Slow",
                ClipKind::Parallel(vec![to("walk"), to("Upper")]),
            ),
            composite(
                "Run_Haste",
                ClipKind::ConditionFloat(numbered(&[("idle", 0.0), ("walk", 50.0)])),
            ),
            composite(
                "Celebrate",
                ClipKind::ConditionBool {
                    yes: to("dance"),
                    no: to("idle"),
                },
            ),
        ],
        blends: vec![
            blend("idle", BlendKind::Time(0.25), "walk"),
            blend("walk", BlendKind::Time(0.25), "idle"),
            blend("walk", BlendKind::Transition(to("idle")), "dance"),
        ],
        masks: vec![upper_body()],
        tracks: vec![track("Default", 0), track("Upper", 1)],
        ..ClipGraph::default()
    }
}

fn atomic(name: &str, events: Vec<ClipEvent>) -> GraphClip {
    GraphClip {
        hash: hash::fnv1a(name),
        kind: ClipKind::Atomic(Animation {
            path: Some(format!("{FOLDER}/Animations/{name}.anm")),
            ..Animation::default()
        }),
        events,
        track: Some(hash::fnv1a("Default")),
        flags: LOOPING,
        ..GraphClip::default()
    }
}

fn composite(name: &str, kind: ClipKind) -> GraphClip {
    GraphClip {
        hash: hash::fnv1a(name),
        kind,
        ..GraphClip::default()
    }
}

/// Holds the wrench on the ground, whatever the arm does.
fn snap() -> ClipEvent {
    let joint = |name: &str| NameRef {
        hash: hash::fnv1a(name),
        name: None,
    };
    ClipEvent {
        hash: hash::fnv1a("WrenchOnTheGround"),
        name: Some("WrenchOnTheGround".into()),
        window: Window {
            start: SNAPPED.start as f32,
            end: Some(SNAPPED.end as f32),
        },
        kind: EventKind::JointSnap {
            victim: joint("Weapon"),
            target: joint("Snap_Weapon2World"),
            offset: Vec3::ZERO,
        },
        ..ClipEvent::default()
    }
}

/// The spine and all above it.
fn upper_body() -> Mask {
    let rig = Rig::new();
    let joints = &rig.skeleton.joints;
    let mut weights = vec![0.0; joints.len()];
    for (index, joint) in joints.iter().enumerate() {
        let parent = joint.parent.filter(|&parent| parent < index);
        let hangs_on_one = parent.is_some_and(|parent| weights[parent] > 0.0);
        weights[index] = if joint.name == "Spine1" || hangs_on_one {
            1.0
        } else {
            0.0
        };
    }
    Mask {
        hash: hash::fnv1a("UpperBody"),
        name: None,
        weights,
    }
}

fn track(name: &str, priority: i32) -> GraphTrack {
    GraphTrack {
        hash: hash::fnv1a(name),
        name: None,
        priority,
        blend_mode: 0,
        weight: 1.0,
    }
}
