//! Composites and snaps of graphs made by hand.

use glam::{DVec3, Vec3};
use rigscope::export::{ClipSource, Exported, Figure, LARGEST_ERROR, export};
use rigscope::formats::league::graph::bind;
use rigscope::model::clip_graph::{
    Blend, BlendKind, BoundGraph, ClipEvent, ClipKind, GraphClip, LOOPING,
};
use rigscope::model::{Basis, Character, Influences};
use rigscope::pose::graph::cues::snap_windows;
use rigscope::pose::graph::{Controls, Plan, Sources, plan};
use rigscope::pose::{Mapping, MappingRule, Pose, mapping};

use super::go_on;
use super::hand::{atomic, character, clip, event, index, snap, to};
use super::viewer::Viewer;

const ASIDE: Vec3 = Vec3::new(3.0, -4.0, 5.0);

/// One character with its clips mapped and its graph bound.
struct Stage {
    character: Character,
    mappings: Vec<Option<Mapping>>,
    bound: BoundGraph,
}

impl Stage {
    fn new(character: Character) -> Self {
        let skeleton = &character.skeletons[0];
        let map = |clip: &rigscope::model::Clip| {
            Some(mapping::map(MappingRule::Game, skeleton, &[], &clip.tracks))
        };
        Self {
            mappings: character.clips.iter().map(map).collect(),
            bound: bind(&character.graphs[0], skeleton, &[], None).0,
            character,
        }
    }

    fn plan(&self, clip: usize) -> Plan {
        let graph = &self.character.graphs[0];
        plan(
            graph,
            &self.character.clips,
            clip,
            &Controls::default(),
            None,
        )
    }

    fn source(&self, clip: usize) -> ClipSource<'_> {
        let sources = Sources {
            skeleton: &self.character.skeletons[0],
            files: &self.character.clips,
            mappings: &self.mappings,
            masks: &[],
        };
        ClipSource::planned("clip".into(), self.plan(clip), sources, Some(&self.bound))
    }

    fn export(&self, clip: usize) -> Exported {
        let victims = snap_windows(&self.plan(clip), &self.bound);
        let victims: Vec<usize> = victims.iter().map(|window| window.victim).collect();
        let figure = Figure {
            name: "hand",
            family: "test",
            basis: Basis::LEAGUE,
            scale: 1.0,
            skeleton: Some(&self.character.skeletons[0]),
            mesh: None,
            influences: &Influences::default(),
            materials: &[],
            textures: &[],
            visible: &[],
            bones: None,
            worn: &[],
            held: &[],
        };
        export(&figure, &[self.source(clip)], &victims, &mut go_on).unwrap()
    }
}

fn with_events(mut clip: GraphClip, events: Vec<ClipEvent>) -> GraphClip {
    clip.events = events;
    clip
}

/// Compares the first clip of a graph at many moments: on no grid, and a hair beside those at which something jumps.
#[track_caller]
fn assert_plays(character: Character, jumps: &[f64]) {
    let stage = Stage::new(character);
    let exported = stage.export(0);
    assert!(
        exported.worst_error() <= LARGEST_ERROR,
        "{:?}",
        exported.clips
    );
    let viewer = Viewer::open(&exported.glb);
    let source = stage.source(0);
    let mut pose = Pose::bind(&stage.character.skeletons[0]);
    assert!((f64::from(viewer.animations[0].duration()) - source.duration).abs() < 1e-6);
    let random = (0..2000).map(|sample| source.duration * (f64::from(sample) * 0.618_034).fract());
    let sides = jumps.iter().flat_map(|jump| [jump - 1e-5, jump + 1e-5]);
    for time in random.chain(sides) {
        let time = f64::from(time as f32);
        (source.sample)(time, &mut pose);
        let worlds = viewer.worlds(Some(0), time);
        for (joint, own) in pose.worlds.iter().enumerate() {
            let own = own.translation.as_dvec3() * DVec3::new(-1.0, 1.0, 1.0);
            let off = worlds[joint].w_axis.truncate().distance(own);
            assert!(off <= 0.0102, "joint {joint} at {time}: off by {off}");
        }
    }
    for jump in jumps {
        let [before, after] = [jump - 1e-5, jump + 1e-5].map(|time| viewer.worlds(Some(0), time));
        let moves = before.iter().zip(&after);
        let most = moves
            .map(|(a, b)| a.w_axis.distance(b.w_axis))
            .fold(0.0, f64::max);
        assert!(most > 1.0, "nothing jumps at {jump}: {most}");
    }
}

#[test]
fn a_sequence_that_cuts_jumps_from_one_clip_to_the_next() {
    let sequence = clip("both", ClipKind::Sequencer(vec![to("a"), to("b"), to("a")]));
    assert_plays(
        character(vec![sequence, atomic("a", 0), atomic("b", 1)]),
        &[1.0, 3.0],
    );
}

#[test]
fn a_cross_fade_between_two_clips_is_followed() {
    let sequence = clip("both", ClipKind::Sequencer(vec![to("a"), to("b")]));
    let mut character = character(vec![sequence, atomic("a", 0), atomic("b", 1)]);
    character.graphs[0].blends.push(Blend {
        from: to("a").hash,
        to: to("b").hash,
        kind: BlendKind::Time(0.37),
    });
    assert_plays(character, &[]);
}

#[test]
fn a_blend_of_two_clips_and_a_looping_one_beside_a_longer_are_followed() {
    let mut blend = clip(
        "blend",
        ClipKind::Parametric(vec![(to("a"), -1.0), (to("b"), 3.0)]),
    );
    blend.tick = None;
    assert_plays(character(vec![blend, atomic("a", 0), atomic("b", 1)]), &[]);
    let mut looping = atomic("c", 2);
    looping.flags = LOOPING;
    let beside = clip("beside", ClipKind::Parallel(vec![to("b"), to("c")]));
    assert_plays(
        character(vec![beside, atomic("b", 1), looping]),
        &[0.5, 1.0, 1.5],
    );
}

#[test]
fn snaps_jump_at_their_own_edges_in_slow_clips_too() {
    let events = || {
        vec![
            event(7.3, Some(12.0), snap("Prop", "Mark", ASIDE)),
            event(20.0, None, snap("Mark", "Hand", Vec3::X)),
        ]
    };
    let own = with_events(atomic("a", 0), events());
    assert_plays(
        character(vec![own]),
        &[7.3 / 30.0, 12.0 / 30.0, 20.0 / 30.0],
    );
    let mut slow = with_events(atomic("slow", 0), events());
    slow.tick = Some(0.0625);
    assert_plays(
        character(vec![slow]),
        &[7.3 * 0.0625, 12.0 * 0.0625, 20.0 * 0.0625],
    );
}

#[test]
fn a_snap_in_a_sequence_ends_with_its_clip_and_what_hangs_on_the_victim_goes_with_it() {
    let sequence = clip("both", ClipKind::Sequencer(vec![to("free"), to("held")]));
    let held = with_events(
        atomic("held", 1),
        vec![event(15.0, Some(30.0), snap("Hand", "Spot", ASIDE))],
    );
    let character = character(vec![sequence, atomic("free", 0), held]);
    assert_plays(character.clone(), &[1.0, 1.5, 2.0]);
    let stage = Stage::new(character);
    let viewer = Viewer::open(&stage.export(0).glb);
    let armature = viewer.node("hand");
    let parent = |joint: &str| viewer.nodes[index(joint)].parent;
    assert_eq!(parent("Hand"), Some(armature));
    assert_eq!(parent("Prop"), Some(index("Hand")));
    assert_eq!(parent("Tip"), Some(index("Prop")));
}

#[test]
fn chains_and_cycles_of_snaps_are_baked_as_they_are_played() {
    let chain = vec![
        event(3.0, Some(25.0), snap("Prop", "Mark", ASIDE)),
        event(9.0, Some(18.0), snap("Mark", "Hand", Vec3::X)),
    ];
    let cycle = vec![
        event(3.0, Some(25.0), snap("Mark", "Tip", Vec3::X)),
        event(9.0, None, snap("Prop", "Mark", Vec3::Y)),
        event(12.0, None, snap("Prop", "Prop", ASIDE)),
    ];
    for (events, jumps) in [
        (chain, &[0.1, 0.3, 0.6, 25.0 / 30.0][..]),
        (cycle, &[0.1, 0.3, 0.4][..]),
    ] {
        assert_plays(character(vec![with_events(atomic("a", 0), events)]), jumps);
    }
}

#[test]
fn an_event_that_never_becomes_active_moves_nobodys_house() {
    let window = |start, end| event(start, end, snap("Prop", "Mark", ASIDE));
    for (never, expected) in [
        (window(40.0, None), 0),
        (window(-9.0, Some(0.0)), 0),
        (window(-9.0, Some(1.0)), 1),
        (window(29.0, Some(90.0)), 1),
        (window(5.0, Some(5.0)), 1),
    ] {
        let stage = Stage::new(character(vec![with_events(
            atomic("a", 0),
            vec![never.clone()],
        )]));
        let windows = snap_windows(&stage.plan(0), &stage.bound);
        assert_eq!(windows.len(), expected, "{:?}", never.window);
        let viewer = Viewer::open(&stage.export(0).glb);
        let is_root = viewer.nodes[index("Prop")].parent == Some(viewer.node("hand"));
        assert_eq!(is_root, expected == 1, "{:?}", never.window);
    }
}
