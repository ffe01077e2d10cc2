//! What a track would do to each joint that it could move. Costly beside a pose: for what is shown, not for each frame.

use glam::{Affine3A, Vec3A};

use super::{Candidate, Mapping};
use crate::model::{Clip, Curve, Skeleton, Track};
use crate::pose::{Pose, sample};

/// Moments of a clip that are looked at.
const MOST_MOMENTS: usize = 64;
/// Joints sampled for one answer; a larger rig is looked at in fewer moments.
const MOST_SAMPLES: usize = 200_000;

/// Values of a track, by component: frames or keys, 1 where it never changes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct KeyCounts {
    /// Of the rotation.
    pub rotation: usize,
    /// Of the translation.
    pub translation: usize,
    /// Of the scale.
    pub scale: usize,
}

impl KeyCounts {
    /// Of one track; 0 for a component that it lacks.
    pub fn of(track: &Track) -> Self {
        fn count<T>(curve: &Option<Curve<T>>) -> usize {
            curve.as_ref().map_or(0, Curve::len)
        }
        Self {
            rotation: count(&track.rotation),
            translation: count(&track.translation),
            scale: count(&track.scale),
        }
    }
}

/// How far from the bind pose, file unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reach {
    /// The largest distance of the joint in the world from its bind place, over the clip.
    pub moved: f32,
    /// The largest distance of the track's translation from the joint's bind translation, over the clip; 0 without one.
    pub jump: f32,
    /// The smallest such distance: what never comes near the bind pose was made for another joint.
    pub least_jump: f32,
}

/// A joint that a track could move, and what it would do there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Choice {
    /// The joint, and its tie to the mesh.
    pub candidate: Candidate,
    /// Whether the track moves it now.
    pub is_chosen: bool,
    /// What the track does to it, or would.
    pub reach: Reach,
}

/// The moments of a clip that are looked at: its frames, or some of them, first and last included. Seconds.
pub fn moments(clip: &Clip, joints: usize) -> Vec<f32> {
    let most = (MOST_SAMPLES / joints.max(1)).clamp(2, MOST_MOMENTS);
    let last = clip.frame(clip.duration).round();
    let steps = if last.is_finite() {
        last.max(0.0) as usize
    } else {
        0
    };
    let steps = steps.min(most - 1);
    let part = |step: usize| clip.duration * step as f32 / steps.max(1) as f32;
    (0..=steps).map(part).collect()
}

/// For each track what it does to the joint that it moves; `None` where it moves none.
pub fn reaches(mapping: &Mapping, skeleton: &Skeleton, clip: &Clip) -> Vec<Option<Reach>> {
    let moments = moments(clip, skeleton.joints.len());
    let bind = Pose::bind(skeleton);
    let mut pose = bind.clone();
    let moved_by = |track: usize| mapping.moved_by(track);
    let mut reaches: Vec<Option<Reach>> = (0..clip.tracks.len())
        .map(|track| {
            let joint = moved_by(track)?;
            Some(jump(clip, &clip.tracks[track], skeleton, joint, &moments))
        })
        .collect();
    for &seconds in &moments {
        pose.set(skeleton, Some((clip, mapping)), seconds);
        for (track, reach) in reaches.iter_mut().enumerate() {
            if let (Some(reach), Some(joint)) = (reach, moved_by(track)) {
                let place = pose.worlds[joint].translation;
                let distance = place.distance(bind.worlds[joint].translation);
                reach.moved = reach.moved.max(distance);
            }
        }
    }
    reaches
}

/// What a track does, or would do, to each of its first `most` candidates and to the joint that it moves by hand.
pub fn choices(
    mapping: &Mapping,
    skeleton: &Skeleton,
    clip: &Clip,
    track: usize,
    most: usize,
) -> Vec<Choice> {
    let Some(mapped) = mapping.tracks.get(track) else {
        return Vec::new();
    };
    let now = mapping.moved_by(track);
    let mut joints: Vec<Candidate> = mapped.candidates.iter().take(most).copied().collect();
    if let Some(joint) = now.filter(|&now| joints.iter().all(|one| one.joint != now)) {
        let claim = mapping.claims[joint];
        joints.push(Candidate { joint, claim });
    }
    let choice = |candidate: Candidate| Choice {
        candidate,
        is_chosen: now == Some(candidate.joint),
        reach: reach(mapping, skeleton, clip, track, candidate.joint),
    };
    joints.into_iter().map(choice).collect()
}

/// What a track would do to one joint while the others go on as they are mapped.
pub fn reach(
    mapping: &Mapping,
    skeleton: &Skeleton,
    clip: &Clip,
    track: usize,
    joint: usize,
) -> Reach {
    let chain = chain(skeleton, joint);
    let moments = moments(clip, chain.len());
    let source = &clip.tracks[track];
    let mut reach = jump(clip, source, skeleton, joint, &moments);
    let track_at = |at: usize| match mapping.track_of_joint[at] {
        _ if at == joint => Some(track),
        // It cannot be at two joints.
        Some(other) if other == track => None,
        other => other,
    };
    let world = |seconds: Option<f32>| {
        chain.iter().fold(Affine3A::IDENTITY, |world, &at| {
            let mut local = skeleton.joints[at].local;
            if let Some((seconds, track)) = seconds.zip(track_at(at)) {
                sample::sample_track(clip, &clip.tracks[track], seconds).put_on(&mut local);
            }
            world * local.to_affine()
        })
    };
    let bind: Vec3A = world(None).translation;
    for &seconds in &moments {
        let distance = world(Some(seconds)).translation.distance(bind);
        reach.moved = reach.moved.max(distance);
    }
    reach
}

/// From the root down to a joint.
fn chain(skeleton: &Skeleton, joint: usize) -> Vec<usize> {
    let mut chain = Vec::new();
    let mut at = Some(joint);
    while let Some(joint) = at.filter(|&at| at < skeleton.joints.len()) {
        chain.push(joint);
        // Longer than there are joints could only be a cycle, which readers break.
        at = skeleton.joints[joint]
            .parent
            .filter(|_| chain.len() < skeleton.joints.len());
    }
    chain.reverse();
    chain
}

/// The part of a reach that the track alone tells.
pub(super) fn jump(
    clip: &Clip,
    track: &Track,
    skeleton: &Skeleton,
    joint: usize,
    moments: &[f32],
) -> Reach {
    let bind = skeleton.joints[joint].local.translation;
    let distances = moments.iter().filter_map(|&seconds| {
        let sampled = sample::sample_track(clip, track, seconds).translation?;
        Some(sampled.distance(bind))
    });
    let (least, most) = distances.fold((f32::INFINITY, 0.0_f32), |(least, most), distance| {
        (least.min(distance), most.max(distance))
    });
    Reach {
        moved: 0.0,
        jump: most,
        least_jump: if least.is_finite() { least } else { 0.0 },
    }
}
