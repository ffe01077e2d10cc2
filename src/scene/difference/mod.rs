//! What two characters, or two versions of one, have that the other has not, and how far their joints are apart while
//! both play.
//!
//! Joints are the same where they are called alike ([`pairs::pair`]). Poses are compared in file space: what is asked is
//! whether two files say the same.

pub mod apart;
pub mod change;
mod meshes;
pub mod moments;
pub mod pairs;
mod parts;
mod poses;
mod rigs;
mod states;

pub use apart::Tolerance;
pub use change::{Change, Part, What};
pub use meshes::MeshDifference;
pub use moments::When;
pub use poses::{JointDifference, Worst};
pub use states::StateDifference;

use super::{Item, Pick};
use crate::formats::Progress;
use crate::pose::spine::Stepping;
use change::Changes;
use pairs::{Pairs, pair};
use poses::{Measured, Posed};
use states::States;

/// What is compared, and how finely.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Wanted {
    /// What both play, one after the other.
    pub passes: Vec<(Pick, Pick)>,
    /// When poses are taken.
    pub when: When,
    /// What counts as alike.
    pub tolerance: Tolerance,
    /// The course of each joint that differs is kept, for plots.
    pub curves: bool,
}

/// All that differs.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Difference {
    /// Joints that both have.
    pub joints: usize,
    /// What no time has, in the order of [`Part`].
    pub changes: Vec<Change>,
    /// Of the meshes in use.
    pub mesh: Option<MeshDifference>,
    /// One for each of [`Wanted::passes`].
    pub passes: Vec<PassDifference>,
    /// What counted as alike.
    pub tolerance: Tolerance,
}

/// What differs while both play.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PassDifference {
    /// What each plays; `None` for the bind pose.
    pub clips: [Option<String>; 2],
    /// Seconds of each.
    pub durations: [f64; 2],
    /// Frames a second by which each is counted.
    pub frame_rates: [f32; 2],
    /// The moments, ascending; seconds.
    pub times: Vec<f64>,
    /// Tracks and where they go.
    pub changes: Vec<Change>,
    /// Every joint that both have, worst first.
    pub joints: Vec<JointDifference>,
    /// What is shown differently for a while.
    pub states: Vec<StateDifference>,
}

impl PassDifference {
    /// The joints that are elsewhere at any moment, worst first.
    pub fn differing(&self, tolerance: Tolerance) -> impl Iterator<Item = &JointDifference> {
        let joints = self.joints.iter();
        joints.filter(move |joint| joint.differs(tolerance))
    }

    /// Whether nothing differs while they play; how their clips are stored may.
    pub fn is_equal(&self, tolerance: Tolerance) -> bool {
        let still = self.differing(tolerance).next().is_none();
        still && self.changes.iter().all(Change::is_storage) && self.states.is_empty()
    }
}

impl Difference {
    /// Whether nothing differs but how it is stored.
    pub fn is_equal(&self) -> bool {
        let mut passes = self.passes.iter();
        let passes_equal = passes.all(|pass| pass.is_equal(self.tolerance));
        passes_equal && self.changes.iter().all(Change::is_storage) && self.mesh.is_none()
    }
}

/// The bind pose, and everything to play that both have a name for.
pub fn common_passes(a: &Item, b: &Item) -> Vec<(Pick, Pick)> {
    let lines = |item: &Item| -> Vec<(String, Pick)> {
        let lines = item.playables().iter();
        lines.map(|line| (line.name.clone(), line.pick)).collect()
    };
    let files = |item: &Item| -> Vec<(String, Pick)> {
        let files = item.character.clips.iter().enumerate();
        files
            .map(|(file, clip)| (clip.name.clone(), Pick::File(file)))
            .collect()
    };
    let named = |a: Vec<(String, Pick)>, b: Vec<(String, Pick)>| -> Vec<(Pick, Pick)> {
        let names = [&a, &b].map(|list| list.iter().map(|(name, _)| name).collect::<Vec<_>>());
        let pairs = pair(&names[0], &names[1]);
        let both = pairs.both.iter();
        both.map(|&(one, other)| (a[one].1, b[other].1)).collect()
    };
    let mut passes = vec![(Pick::Bind, Pick::Bind)];
    let of_lines = named(lines(a), lines(b));
    passes.extend(match of_lines.is_empty() {
        true => named(files(a), files(b)),
        false => of_lines,
    });
    passes
}

/// Compares two items of one family. They are left playing the last of what was wanted. `None` where `progress` was
/// cancelled.
pub fn compare(
    a: &mut Item,
    b: &mut Item,
    wanted: &Wanted,
    progress: &Progress,
) -> Option<Difference> {
    let tolerance = wanted.tolerance;
    let joints = pair(&meshes::joint_names(a), &meshes::joint_names(b));
    let mut changes = Changes::default();
    let scales = (a.scale(), b.scale());
    if (scales.0 - scales.1).abs() > tolerance.distance {
        changes.compare(Part::Character, "skin", "scale", scales);
    }
    parts::skeletons(&mut changes, a, b, &joints, tolerance);
    parts::clips(&mut changes, a, b);
    meshes::surfaces(&mut changes, a, b);
    meshes::textures(&mut changes, a, b);
    rigs::rigs(&mut changes, a, b, &joints, tolerance);
    let mut changes = changes.0;
    changes.sort_by_key(|change| change.part);
    let mesh = meshes::compare(a, b, tolerance);
    let mut passes = Vec::new();
    for &(pick_a, pick_b) in &wanted.passes {
        for (item, pick) in [(&mut *a, pick_a), (&mut *b, pick_b)] {
            item.pick(pick);
            play_once(item);
        }
        passes.push(pass(a, b, &joints, wanted, progress)?);
    }
    Some(Difference {
        joints: joints.both.len(),
        changes,
        mesh,
        passes,
        tolerance,
    })
}

/// A clip of a Spine character that begins again at its end would be at its start there.
fn play_once(item: &mut Item) {
    if let Some((spine, rig)) = item.spine_mut() {
        spine.set_stepping(rig, Stepping::default(), false);
    }
}

fn pass(
    a: &mut Item,
    b: &mut Item,
    joints: &Pairs,
    wanted: &Wanted,
    progress: &Progress,
) -> Option<PassDifference> {
    let mut changes = Changes::default();
    parts::tracks(&mut changes, a, b);
    rigs::timelines(&mut changes, a, b);
    let (clips, durations) = (
        [a.picked_name(), b.picked_name()],
        [a.duration(), b.duration()],
    );
    if clips[0] != clips[1]
        && let (Some(clip_a), Some(clip_b)) = (a.clip(), b.clip())
    {
        // Those of one name are compared with the characters.
        parts::clip(&mut changes, clip_a, clip_b);
    }
    let times = moments::moments(a, b, &wanted.when, joints.both.len());
    progress.begin(clips[0].clone().unwrap_or_default());
    progress.expect(times.len());
    let mut measured = Measured::new(joints, posed(a).joints);
    let mut states = States::new(a, b, wanted.tolerance);
    for &time in &times {
        progress.check().ok()?;
        for item in [&mut *a, &mut *b] {
            let end = item.duration();
            item.set_time(if end > 0.0 { time.min(end) } else { time });
        }
        measured.measure(posed(a), posed(b), time);
        states.look(a, b, time);
        progress.finish_one();
    }
    Some(PassDifference {
        frame_rates: [a.frame_rate(), b.frame_rate()],
        clips,
        durations,
        times,
        changes: changes.0,
        joints: measured.ranked(wanted.tolerance, wanted.curves),
        states: states.found(),
    })
}

/// The joints of an item as they are now.
fn posed(item: &Item) -> Posed<'_> {
    Posed {
        joints: item.skeleton().map_or(&[], |skeleton| &skeleton.joints),
        worlds: &item.pose().worlds,
    }
}
