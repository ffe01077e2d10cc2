//! Graphs read from bins: round trips, real files, names, animation files, and damage.

use std::path::PathBuf;
use std::sync::Arc;

use glam::Vec3;
use rigscope::formats::league::hash::{fnv1a, xxh64};
use rigscope::formats::league::{bin, graph};
use rigscope::formats::{OpenOptions, Progress, open};
use rigscope::model::clip_graph::{
    Animation, Blend, BlendKind, ClipKind, ClipRef, EventKind, GraphClip, GraphTrack, Mask,
};
use rigscope::model::league::bin::{Bin, BinFile, Field, Object, Struct, Value};
use rigscope::model::{Character, ClipGraph, Family};
use rigscope::scene::Item;

use crate::common::{self, Coverage, damage};
use crate::hand::{atomic, clip, event, file, name, snap, to, visibility};

/// One clip of each kind, with events, masks, tracks and blends.
fn everything() -> ClipGraph {
    let mut full = atomic("full", 0);
    full.kind = ClipKind::Atomic(Animation {
        path: Some("ASSETS/Hero/Run.anm".into()),
        start_frame: Some(2.0),
        end_frame: Some(9.0),
        ..Animation::default()
    });
    (full.tick, full.flags) = (Some(0.05), 2);
    (full.track, full.mask, full.sync_group) = (Some(11), Some(22), Some(33));
    full.events = vec![
        event(
            5.0,
            Some(20.0),
            snap("Prop", "Mark", Vec3::new(1.0, 2.0, 3.0)),
        ),
        event(0.0, None, snap("Prop", "Mark", Vec3::ZERO)),
        event(-2.0, Some(-1.0), visibility(&["Sword"], &["Wings", "Body"])),
    ];
    full.events[0].fire_if_ends_early = true;
    full.events[1].self_only = true;
    if let EventKind::JointSnap { victim, .. } = &mut full.events[1].kind {
        victim.name = Some("prop".into());
        victim.hash = fnv1a("prop");
    }
    let hashed = ClipKind::Atomic(Animation {
        path_hash: Some(xxh64("assets/hero/idle.anm")),
        ..Animation::default()
    });
    let pairs = vec![(to("full"), 0.0), (to("hashed"), 2.5)];
    let mut parametric = clip("parametric", ClipKind::Parametric(pairs.clone()));
    parametric.own_events = true;
    let mut graph = ClipGraph {
        path_hash: 77,
        clips: vec![
            full,
            clip("hashed", hashed),
            clip(
                "sequencer",
                ClipKind::Sequencer(vec![to("full"), to("gone")]),
            ),
            clip("selector", ClipKind::Selector(pairs.clone())),
            parametric,
            clip(
                "parallel",
                ClipKind::Parallel(vec![to("hashed"), to("full")]),
            ),
            clip("float", ClipKind::ConditionFloat(pairs)),
            clip(
                "bool",
                ClipKind::ConditionBool {
                    yes: to("full"),
                    no: to("hashed"),
                },
            ),
        ],
        blends: vec![
            Blend {
                from: fnv1a("full"),
                to: fnv1a("hashed"),
                kind: BlendKind::Time(0.2),
            },
            Blend {
                from: u32::MAX,
                to: fnv1a("full"),
                kind: BlendKind::Transition(to("hashed")),
            },
        ],
        masks: vec![Mask {
            hash: 22,
            name: None,
            weights: vec![0.0, 0.5, 1.0],
        }],
        tracks: vec![GraphTrack {
            hash: 11,
            name: None,
            priority: 3,
            blend_mode: 2,
            weight: 0.5,
        }],
        ..ClipGraph::default()
    };
    for clip in &mut graph.clips {
        clip.name = None;
    }
    graph.link();
    graph
}

fn through_bytes(object: Object) -> Bin {
    let bin = Bin {
        version: 3,
        objects: vec![object],
        ..Bin::default()
    };
    bin::read(&bin::write(&bin).unwrap()).unwrap().0
}

fn attached(bin: Bin) -> Character {
    let mut character = Character::empty(Family::League, "hero");
    character.clips = vec![
        file("hero_run", 10, &["Root"], 0.0, 1.0),
        file("hero_idle", 10, &["Root"], 0.0, 1.0),
    ];
    let paths = ["x/hero/run.anm", "x/hero/idle.anm"];
    for (clip, path) in character.clips.iter_mut().zip(paths) {
        clip.file = Some(PathBuf::from(path));
    }
    let path = PathBuf::from("graph.bin");
    character.bins.push(Arc::new(BinFile { path, bin }));
    graph::attach(&mut character);
    character
}

#[test]
fn every_kind_of_clip_event_and_blend_comes_back() {
    let written = everything();
    let bin = through_bytes(graph::to_object(&written));
    let mut read = graph::read(&bin.objects[0]);
    read.offset = None;
    assert_eq!(read, written);
}

#[test]
fn names_and_files_are_found_by_path_and_by_its_hash_and_the_rest_is_told() {
    let character = attached(through_bytes(graph::to_object(&everything())));
    let clips = &character.graphs[0].clips;
    let plays = |clip: &GraphClip| match &clip.kind {
        ClipKind::Atomic(animation) => animation.clip,
        _ => None,
    };
    assert_eq!(plays(&clips[0]), Some(0));
    // The folder of the hashed path is known from the other clip's.
    assert_eq!(plays(&clips[1]), Some(1));
    let codes: Vec<&str> = character
        .findings
        .iter()
        .map(|finding| finding.code)
        .collect();
    assert_eq!(codes, ["league.clip-missing"]);
    let finding = &character.findings[0];
    assert_eq!(finding.file, Some(PathBuf::from("graph.bin")));
    assert!(
        finding.offset.is_some() && finding.message.contains("1 name leads"),
        "{finding:?}"
    );
}

#[test]
fn clips_of_one_key_are_told_and_the_first_is_meant() {
    let mut graph = everything();
    let mut again = graph.clips[1].clone();
    again.tick = Some(0.5);
    graph.clips.extend([again.clone(), again]);
    let character = attached(through_bytes(graph::to_object(&graph)));
    let mut findings = character.findings.iter();
    let found = findings.find(|finding| finding.code == "league.clip-repeated");
    let message = &found.unwrap().message;
    assert!(message.starts_with("2 clips have"), "{message}");
    let ClipKind::Sequencer(children) = &character.graphs[0].clips[2].kind else {
        panic!("another kind");
    };
    assert_eq!(children[0].clip, Some(0));
}

#[test]
fn a_clip_of_an_unknown_class_has_the_clips_that_it_names_anywhere_its_default_first() {
    use rigscope::formats::league::bin::names;
    let mut object = graph::to_object(&everything());
    let hash = |name, value| Field {
        name,
        value: Value::Hash(fnv1a(value)),
    };
    let state = Struct {
        class: fnv1a("StateAnimClipData"),
        fields: vec![
            hash(names::TRACK_DATA_NAME, "bool"),
            Field {
                name: names::TRANSITIONS,
                value: Value::Embed(Box::new(Struct {
                    class: 5,
                    fields: vec![hash(names::TARGET_CLIP_NAME, "hashed")],
                })),
            },
            hash(names::DEFAULT_CLIP_NAME, "full"),
            hash(99, "no clip of this name"),
        ],
    };
    let Value::Map(clips) = &mut object.fields[0].value else {
        panic!("the first field is no map");
    };
    let state = Value::Pointer(Box::new(state));
    clips.pairs.push((Value::Hash(fnv1a("state")), state));
    let read = graph::read(&through_bytes(object).objects[0]);
    let ClipKind::Other { class, children } = &read.clips.last().unwrap().kind else {
        panic!("{:?}", read.clips.last());
    };
    assert_eq!(class, "StateAnimClipData");
    let hashes: Vec<u32> = children.iter().map(|child| child.hash).collect();
    assert_eq!(hashes, [fnv1a("full"), fnv1a("hashed")]);
}

#[test]
fn kinds_of_fields_may_have_changed() {
    use rigscope::formats::league::bin::names;
    let event = Struct {
        class: names::JOINT_SNAP_EVENT_DATA,
        fields: vec![
            Field {
                name: names::START_FRAME,
                value: Value::I32(6),
            },
            Field {
                name: names::JOINT_NAME_TO_OVERRIDE,
                value: Value::String("Weapon".into()),
            },
            Field {
                name: names::JOINT_NAME_TO_SNAP_TO,
                value: Value::Hash(fnv1a("Mark")),
            },
        ],
    };
    let mut object = graph::to_object(&ClipGraph {
        clips: vec![atomic("one", 0)],
        ..ClipGraph::default()
    });
    let Value::Map(clips) = &mut object.fields[0].value else {
        panic!("the first field is no map");
    };
    let Value::Pointer(clip) = &mut clips.pairs[0].1 else {
        panic!("the clip is no pointer");
    };
    let events = rigscope::model::league::bin::Map {
        key: rigscope::model::league::bin::Kind::Hash,
        value: rigscope::model::league::bin::Kind::Pointer,
        pairs: vec![(Value::Hash(1), Value::Pointer(Box::new(event)))],
    };
    clip.fields.push(Field {
        name: names::EVENT_DATA_MAP,
        value: Value::Map(Box::new(events)),
    });
    clip.fields.push(Field {
        name: names::FLAGS,
        value: Value::U8(2),
    });
    let read = graph::read(&through_bytes(object).objects[0]);
    let clip = &read.clips[0];
    assert_eq!((clip.flags, clip.events[0].window.start), (2, 6.0));
    let EventKind::JointSnap { victim, target, .. } = &clip.events[0].kind else {
        panic!("{:?}", clip.events[0]);
    };
    assert_eq!(victim.name.as_deref(), Some("Weapon"));
    assert_eq!(*target, name("Mark"));
}

#[test]
fn real_graphs_hold_what_the_goldens_say() {
    let Some(shared) = common::shared() else {
        return;
    };
    let mut coverage = Coverage::default();
    let golden = common::golden(&shared, "league/bin.json");
    for (path, expected) in golden.as_object().unwrap() {
        let Some(graphs) = expected["graphs"]
            .as_array()
            .filter(|list| !list.is_empty())
        else {
            continue;
        };
        let bytes = std::fs::read(shared.join("data/league").join(path)).unwrap();
        let (bin, _) = bin::read(&bytes).unwrap();
        for expected in graphs {
            let hash = expected["path_hash"].as_u64().unwrap() as u32;
            let read = graph::read(bin.object(hash).unwrap());
            let clips = expected["clips"].as_array().unwrap();
            coverage.equal(path, read.clips.len(), clips.len());
            for (clip, expected) in read.clips.iter().zip(clips) {
                compare_clip(path, clip, expected, &mut coverage);
            }
            coverage.equal(
                path,
                read.blends.len() as u64,
                expected["blends"].as_u64().unwrap(),
            );
            let is_transition = |blend: &&Blend| matches!(blend.kind, BlendKind::Transition(_));
            let transitions = read.blends.iter().filter(is_transition).count() as u64;
            coverage.equal(
                path,
                Some(transitions),
                expected["blend_transitions"].as_u64(),
            );
            for mask in &read.masks {
                let weights = expected["masks"][mask.hash.to_string()].as_u64();
                coverage.equal(path, Some(mask.weights.len() as u64), weights);
            }
            for track in &read.tracks {
                let expected = &expected["tracks"][track.hash.to_string()];
                let priority = expected["mPriority"].as_i64().unwrap_or(0);
                coverage.equal(path, i64::from(track.priority), priority);
            }
        }
        coverage.files += 1;
    }
    coverage.report("graphs of bin.json");
}

fn compare_clip(
    path: &str,
    clip: &GraphClip,
    expected: &serde_json::Value,
    coverage: &mut Coverage,
) {
    let what = format!("{path}: {}", clip.hash);
    coverage.equal(&what, Some(u64::from(clip.hash)), expected["key"].as_u64());
    let class = expected["cls"].as_str().unwrap().replace("ClipData", "");
    coverage.equal(
        &what,
        clip.kind.word().replace('-', ""),
        class.to_lowercase(),
    );
    let hash = |clip: &ClipRef| u64::from(clip.hash);
    match &clip.kind {
        ClipKind::Atomic(animation) => {
            coverage.equal(&what, animation.path.as_deref(), expected["anm"].as_str());
            coverage.equal(&what, animation.path_hash, expected["anm"].as_u64());
        }
        ClipKind::ConditionBool { yes, no } => {
            let pair = serde_json::json!([hash(yes), hash(no)]);
            coverage.equal(&what, &pair, &expected["true_false"]);
        }
        ClipKind::Sequencer(children) | ClipKind::Parallel(children) => {
            let list: Vec<u64> = children.iter().map(hash).collect();
            coverage.equal(&what, &serde_json::json!(list), &expected["mClipNameList"]);
        }
        kind => {
            for ((child, number), expected) in kind
                .children()
                .iter()
                .zip(expected["pairs"].as_array().unwrap())
            {
                coverage.equal(&what, Some(hash(child)), expected[0].as_u64());
                coverage.near(&what, number.unwrap(), expected[1].as_f64().unwrap(), 1e-4);
            }
        }
    }
    let events = expected["events"].as_array().map_or(&[][..], Vec::as_slice);
    coverage.equal(&what, clip.events.len(), events.len());
    for (event, expected) in clip.events.iter().zip(events) {
        coverage.equal(&what, Some(u64::from(event.hash)), expected[0].as_u64());
        let class = expected[1].as_str().unwrap().replace("EventData", "");
        coverage.equal(&what, event.kind.word(), class.as_str());
        let fields = &expected[2];
        let start = fields["mStartFrame"].as_f64().unwrap_or(0.0);
        coverage.near(&what, event.window.start, start, 1e-4);
        let end = event.window.end.map(f64::from);
        coverage.equal(&what, end, fields["mEndFrame"].as_f64());
    }
}

#[test]
fn most_clips_of_a_real_graph_get_their_names_back() {
    let Some(shared) = common::shared() else {
        return;
    };
    let mut coverage = Coverage::default();
    for (path, least) in [
        ("ahri_skin27_bins/animations_skin0.bin", 0.7),
        ("synthetic/chaosminionsuper.bin", 0.6),
        ("synthetic/mordekaiser_excerpt.bin", 0.8),
    ] {
        let path = shared.join("data/league").join(path);
        let options = OpenOptions { only: true };
        let opened = open(&[path], &options, &Progress::default()).unwrap();
        let clips = &opened.characters[0].graphs[0].clips;
        let named = clips.iter().filter(|clip| clip.name.is_some()).count();
        println!("{named} of {} clips have a name", clips.len());
        assert!(named as f32 >= least * clips.len() as f32);
        coverage.files += 1;
        coverage.values += named;
    }
    coverage.report("names of clips");
}

#[test]
fn damaged_graphs_never_panic_whatever_is_left_of_them_is_played() {
    let play = |bytes: &[u8]| {
        let Ok((bin, _)) = bin::read(bytes) else {
            return;
        };
        let character = attached(bin);
        let graphs = character.graphs.len();
        let mut item = Item::new(character);
        for graph in 0..graphs {
            item.pick_graph(graph);
            for line in 0..item.playables().len().min(20) {
                item.pick(item.playables()[line].pick);
                item.set_time(item.duration() * 0.5);
            }
        }
    };
    let bin = through_bytes(graph::to_object(&everything()));
    damage(&bin::write(&bin).unwrap(), play);
    let Some(shared) = common::shared() else {
        return;
    };
    common::damage_small_files(&shared.join("data/league/synthetic"), "bin", play);
}
