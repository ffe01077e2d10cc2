//! What skeletons and clips are made of, whatever plays.

use glam::Affine3A;

use super::apart::{Apart, Tolerance};
use super::change::{Changes, Part, or_none};
use super::meshes::joint_names;
use super::pairs::{Pairs, pair, pair_by};
use crate::model::{Clip, Curve, Joint, Track};
use crate::pose::mapping::track_title;
use crate::scene::Item;

/// Seconds nearer than this are alike: durations are written in few decimals.
const TINY_TIME: f32 = 1e-4;

/// Joints in one only, other parents, other bind poses.
pub(super) fn skeletons(
    changes: &mut Changes,
    a: &Item,
    b: &Item,
    pairs: &Pairs,
    tolerance: Tolerance,
) {
    let (names_a, names_b) = (joint_names(a), joint_names(b));
    changes.one_sided(Part::Joint, pairs, &names_a, &names_b);
    let (Some(skeleton_a), Some(skeleton_b)) = (a.skeleton(), b.skeleton()) else {
        return;
    };
    let twin = |joint: usize| {
        let found = pairs.both.binary_search_by_key(&joint, |pair| pair.0);
        found.ok().map(|place| pairs.both[place].1)
    };
    for &(one, other) in &pairs.both {
        let (joint_a, joint_b) = (&skeleton_a.joints[one], &skeleton_b.joints[other]);
        let name = joint_a.name.as_str();
        let same_parent = match (joint_a.parent, joint_b.parent) {
            (Some(a), Some(b)) => twin(a) == Some(b),
            (a, b) => a == b,
        };
        if !same_parent {
            let parent = |parent: Option<usize>, names: &[&str]| {
                or_none(parent.and_then(|parent| names.get(parent).copied()))
            };
            let words = (
                parent(joint_a.parent, &names_a),
                parent(joint_b.parent, &names_b),
            );
            changes.differs(Part::Joint, name, "parent", words);
        }
        let locals = (joint_a.local.to_affine(), joint_b.local.to_affine());
        compare_transforms(changes, name, "bind", &locals, tolerance);
        let inverses = (joint_a.inverse_bind, joint_b.inverse_bind);
        compare_transforms(changes, name, "inverse-bind", &inverses, tolerance);
        let skins = [(a, one), (b, other)]
            .map(|(item, joint)| item.joint_skins().get(joint) == Some(&true));
        let word = |skins: bool| {
            if skins {
                "moves vertices"
            } else {
                "moves none"
            }
        };
        changes.compare(Part::Joint, name, "skins", (word(skins[0]), word(skins[1])));
    }
    influences(changes, (skeleton_a, &names_a), (skeleton_b, &names_b));
}

fn influences(
    changes: &mut Changes,
    (a, names_a): (&crate::model::Skeleton, &[&str]),
    (b, names_b): (&crate::model::Skeleton, &[&str]),
) {
    let named = |list: &[usize], names: &[&str]| -> Vec<String> {
        let names = list.iter().map(|&joint| or_none(names.get(joint).copied()));
        names.collect()
    };
    let lists = [named(&a.influences, names_a), named(&b.influences, names_b)];
    if lists[0] != lists[1] {
        let first = lists[0].iter().zip(&lists[1]).position(|(a, b)| a != b);
        let first = first.unwrap_or_else(|| lists[0].len().min(lists[1].len()));
        let word = |list: &[String]| {
            let at = or_none(list.get(first).map(String::as_str));
            format!("{} joints, at {first}: {at}", list.len())
        };
        let words = (word(&lists[0]), word(&lists[1]));
        changes.differs(Part::Character, "influence list", "influences", words);
    }
}

fn compare_transforms(
    changes: &mut Changes,
    name: &str,
    field: &'static str,
    (a, b): &(Affine3A, Affine3A),
    tolerance: Tolerance,
) {
    let apart = Apart::of(a, b);
    if !apart.exceeds(tolerance) {
        return;
    }
    let place = |matrix: &Affine3A| {
        let [x, y, z] = matrix.translation.to_array();
        format!("at {x:.4} {y:.4} {z:.4}")
    };
    let mut second = format!(
        "{} ({:.4} units away, turned by {:.3}°",
        place(b),
        apart.distance,
        apart.degrees
    );
    if apart.scale > tolerance.distance {
        second += &format!(", stretched by {:.4}", apart.scale);
    }
    second.push(')');
    changes.differs(Part::Joint, name, field, (place(a), second));
}

/// Clips in one only, and how clips of one name differ as a whole.
pub(super) fn clips(changes: &mut Changes, a: &Item, b: &Item) {
    let names = |item: &Item| -> Vec<String> {
        let clips = item.character.clips.iter();
        clips.map(|clip| clip.name.clone()).collect()
    };
    let (names_a, names_b) = (names(a), names(b));
    let pairs = pair(&names_a, &names_b);
    changes.one_sided(Part::Clip, &pairs, &names_a, &names_b);
    for &(one, other) in &pairs.both {
        clip(changes, &a.character.clips[one], &b.character.clips[other]);
    }
    let lines = |item: &Item| -> Vec<String> {
        let lines = item.playables().iter();
        let of_graph = lines.filter(|line| matches!(line.pick, crate::scene::Pick::Graph(_)));
        of_graph.map(|line| line.name.clone()).collect()
    };
    let (lines_a, lines_b) = (lines(a), lines(b));
    // Where one was opened without its graph, every name of it would be missing.
    if !lines_a.is_empty() && !lines_b.is_empty() {
        let pairs = pair(&lines_a, &lines_b);
        changes.one_sided(Part::Clip, &pairs, &lines_a, &lines_b);
    }
}

/// How two clips differ as a whole, but for their names.
pub(super) fn clip(changes: &mut Changes, a: &Clip, b: &Clip) {
    let name = a.name.as_str();
    if (a.duration - b.duration).abs() > TINY_TIME {
        let words = [a.duration, b.duration].map(|seconds| format!("{seconds:.4} s"));
        let [a, b] = words;
        changes.differs(Part::Clip, name, "duration", (a, b));
    }
    let number = |number: Option<u32>| number.map_or("none".to_owned(), |it| it.to_string());
    changes.compare(Part::Clip, name, "format", (a.kind, b.kind));
    changes.compare(
        Part::Clip,
        name,
        "frames",
        (number(a.frame_count), number(b.frame_count)),
    );
    changes.compare(
        Part::Clip,
        name,
        "keys",
        (number(a.key_count), number(b.key_count)),
    );
    if (a.fps - b.fps).abs() > 1e-3 {
        changes.compare(Part::Clip, name, "fps", (a.fps, b.fps));
    }
    changes.compare(Part::Clip, name, "events", (a.events.len(), b.events.len()));
}

/// Tracks in one clip only, other numbers of keys, other joints that they move.
pub(super) fn tracks(changes: &mut Changes, a: &Item, b: &Item) {
    let (Some(clip_a), Some(clip_b)) = (a.clip(), b.clip()) else {
        return;
    };
    let joints = [joint_names(a), joint_names(b)];
    let titles = |clip: &Clip, names: &[&str]| -> Vec<String> {
        clip.tracks
            .iter()
            .map(|track| title(track, names))
            .collect()
    };
    let (titles_a, titles_b) = (titles(clip_a, &joints[0]), titles(clip_b, &joints[1]));
    let pairs = pair_by(&titles_a, &titles_b, |title| title.to_lowercase());
    let named = |item: &Item, titles: &[String]| -> Vec<String> {
        let titles = titles.iter().enumerate();
        titles
            .map(|(track, title)| named_by_joint(title, item, track))
            .collect()
    };
    let (named_a, named_b) = (named(a, &titles_a), named(b, &titles_b));
    changes.one_sided(Part::Track, &pairs, &named_a, &named_b);
    let moved = |item: &Item, track: usize| -> Option<(String, &'static str)> {
        let mapping = item.mapping()?;
        let joint = item.skeleton()?.joints.get(mapping.moved_by(track)?)?;
        Some((joint.name.clone(), mapping.tracks[track].reason.word()))
    };
    for &(one, other) in &pairs.both {
        let name = named_a[one].as_str();
        let keys = (keys(&clip_a.tracks[one]), keys(&clip_b.tracks[other]));
        changes.compare(Part::Track, name, "keys", keys);
        let (moved_a, moved_b) = (moved(a, one), moved(b, other));
        let joint = |moved: &Option<(String, &str)>| {
            or_none(moved.as_ref().map(|(joint, _)| joint.as_str()))
        };
        let joints = (joint(&moved_a), joint(&moved_b));
        changes.compare(Part::Track, name, "joint", joints);
    }
}

/// What the file calls it; of families that name joints by index, the joint's name.
fn title(track: &Track, joints: &[&str]) -> String {
    match (track.joint, &track.name, track.hash) {
        (Some(joint), None, None) => or_none(joints.get(joint).copied()),
        (_, Some(name), _) => name.clone(),
        _ => track_title(track),
    }
}

/// A hash alone says nothing to people.
fn named_by_joint(title: &str, item: &Item, track: usize) -> String {
    let joint = item.mapping().and_then(|mapping| mapping.moved_by(track));
    let joint = joint.and_then(|joint| item.skeleton()?.joints.get(joint));
    match joint {
        Some(Joint { name, .. }) if title.starts_with("0x") => format!("{title} {name}"),
        _ => title.to_owned(),
    }
}

fn keys(track: &Track) -> String {
    let count = |keys: Option<usize>, what: &str| keys.map(|keys| format!("{keys} {what}"));
    let parts = [
        count(track.translation.as_ref().map(Curve::len), "translation"),
        count(track.rotation.as_ref().map(Curve::len), "rotation"),
        count(track.scale.as_ref().map(Curve::len), "scale"),
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    parts.join(", ")
}
