//! Clips → `.ani`: as few keys as keep what is read back from the bytes near enough to the clip.

use glam::{DVec3, Mat3A};

use super::lost::Lost;
use super::names::listed;
use super::rig::Rig;
use super::sampling::{Local, Motion, ROUNDING, Sampler};
use super::space::{Rigid, Space};
use crate::export::keys::{self, Value};
use crate::export::{ClipReport, ClipSource, ExportError};
use crate::formats::lostsaga::Text;
use crate::formats::lostsaga::ani::{self, Ani, Event, Key, Rotation, Track};
use crate::formats::lostsaga::skl;
use crate::model::finding::counted;
use crate::model::{Clip, Finding, Skeleton};
use crate::pose::{MappingRule, Pose, mapping};

/// The most that a joint may be off at 120 Hz, in the game's units, and an entry of its rotation.
const LARGEST_ERROR: f32 = 1e-3;
/// Units by which the end of each bone may be off at first. Errors add up along a chain of joints.
const FIRST_TOLERANCE: f32 = LARGEST_ERROR * 0.1;
/// After so many finer ones every sample becomes a key.
const MOST_TRIES: u32 = 4;
/// The version whose rotations are not packed.
const VERSION: i32 = 4000;

/// Writes the clips of one rig.
pub(super) struct Animator<'a> {
    rig: &'a Rig,
    space: &'a Space,
    reach: Vec<f32>,
    rest: Vec<Local>,
    /// The skeleton as the game's readers have it.
    written: Skeleton,
    pose: Pose,
    lost: Lost,
    /// Clips whose length is not one of whole milliseconds.
    rounded: Vec<String>,
}

/// One file.
pub(super) struct BuiltClip {
    pub bytes: Vec<u8>,
    pub report: ClipReport,
}

/// The greatest differences, and when.
#[derive(Clone, Copy, Debug, Default)]
struct Worst {
    units: f32,
    entries: f32,
    seconds: f64,
}

impl Worst {
    fn error(&self) -> f32 {
        self.units.max(self.entries)
    }
}

/// A local transform, and how far what hangs at it reaches.
#[derive(Clone, Copy)]
struct Reaching(Local, f32);

impl Value for Reaching {
    fn mix(self, other: Self, share: f32) -> Self {
        Self(self.0.mix(&other.0, share), self.1)
    }

    fn distance(self, other: Self) -> f32 {
        self.0.distance(&other.0, self.1)
    }
}

impl<'a> Animator<'a> {
    /// `source` is the skeleton that the clips pose.
    pub fn new(rig: &'a Rig, space: &'a Space, source: &Skeleton) -> Self {
        let rests: Vec<Rigid> = rig.bones.iter().map(|bone| bone.rest).collect();
        let local = |bone| Local::of(&rig.local(&rests, bone));
        Self {
            rig,
            space,
            reach: reach(rig),
            rest: (0..rig.bones.len()).map(local).collect(),
            written: skl::skeleton(&rig.skl()).0,
            pose: Pose::bind(source),
            lost: Lost::default(),
            rounded: Vec::new(),
        }
    }

    /// What is to be said of all clips together.
    pub fn findings(&self) -> impl Iterator<Item = Finding> {
        let lost = self.lost.finding(self.rig);
        lost.into_iter().chain(rounded(&self.rounded))
    }

    /// One clip; `None` where it is too long, which is then among the findings.
    ///
    /// # Errors
    /// What the encoder refuses.
    pub fn animate(
        &mut self,
        clip: &ClipSource<'_>,
        findings: &mut Vec<Finding>,
    ) -> Result<Option<BuiltClip>, ExportError> {
        let sampler = Sampler {
            rig: self.rig,
            space: self.space,
            clip,
            reach: &self.reach,
            pose: &mut self.pose,
            worlds: Vec::new(),
        };
        let Some(motion) = sampler.sample() else {
            findings.push(too_long(clip));
            return Ok(None);
        };
        let (ani, bytes, worst) = self.fit(clip, &motion)?;
        let report = ClipReport {
            name: clip.name.clone(),
            duration: (f64::from(motion.total) / 1000.0) as f32,
            channels: ani.tracks.len(),
            keys: ani.tracks.iter().map(|track| track.keys.len()).sum(),
            worst_error: worst.error(),
            worst_time: worst.seconds as f32,
        };
        findings.extend((worst.error() > LARGEST_ERROR).then(|| is_off(&report)));
        if (f64::from(motion.total) - clip.duration * 1000.0).abs() > ROUNDING {
            self.rounded
                .push(format!("{} ({} ms)", clip.name, motion.total));
        }
        Ok(Some(BuiltClip { bytes, report }))
    }

    /// Finer and finer, until what is read back is near enough or every sample is a key.
    fn fit(
        &mut self,
        clip: &ClipSource<'_>,
        motion: &Motion,
    ) -> Result<(Ani, Vec<u8>, Worst), ExportError> {
        let mut tolerance = FIRST_TOLERANCE;
        for tries in 0.. {
            let ani = self.ani(clip, motion, tolerance);
            let bytes = ani::write(&ani)?;
            let worst = self.measure(clip, motion, &bytes);
            if worst.error() <= LARGEST_ERROR || tolerance == 0.0 {
                return Ok((ani, bytes, worst));
            }
            let wanted = tolerance * (0.8 * LARGEST_ERROR / worst.error()).clamp(0.05, 0.5);
            tolerance = if tries < MOST_TRIES { wanted } else { 0.0 };
        }
        Err(ExportError::TooLarge("any clip"))
    }

    fn ani(&self, clip: &ClipSource<'_>, motion: &Motion, tolerance: f32) -> Ani {
        let times: Vec<f32> = motion.times.iter().map(|&time| time as f32).collect();
        let tracks = (0..self.rig.bones.len())
            .filter_map(|bone| self.track(bone, motion, &times, tolerance));
        Ani {
            version: VERSION,
            events: clip.events.iter().map(Event::of).collect(),
            total: motion.total,
            tracks: tracks.collect(),
            trailing: Vec::new(),
        }
    }

    /// `None` of a bone that keeps its rest pose.
    fn track(&self, bone: usize, motion: &Motion, times: &[f32], tolerance: f32) -> Option<Track> {
        let reaching = |row: &Vec<Local>| Reaching(row[bone], self.reach[bone]);
        let values: Vec<Reaching> = motion.rows.iter().map(reaching).collect();
        let jumps =
            |[before, after]: &&[usize; 2]| values[*before].distance(values[*after]) > tolerance;
        let mut edges: Vec<usize> = motion
            .edges
            .iter()
            .filter(jumps)
            .flatten()
            .copied()
            .collect();
        edges.sort_unstable();
        edges.dedup();
        let chosen = keys::choose(times, &values, &edges, tolerance);
        let rest = Reaching(self.rest[bone], self.reach[bone]);
        let is_still = chosen.len() == 1 && values[chosen[0]].distance(rest) <= tolerance;
        let key = |&place: &usize| Key {
            rotation: Rotation::Plain(values[place].0.rotation.to_array()),
            translation: values[place].0.translation.to_array(),
            time: motion.times[place],
        };
        (!is_still).then(|| Track {
            bone: Text::new(&self.rig.bones[bone].name),
            weight: 1.0,
            keys: chosen.iter().map(key).collect(),
        })
    }

    /// Reads the bytes as the game's clip and compares poses with the source's.
    fn measure(&mut self, clip: &ClipSource<'_>, motion: &Motion, bytes: &[u8]) -> Worst {
        let Ok(read) = ani::read(bytes) else {
            return Worst {
                units: f32::INFINITY,
                ..Worst::default()
            };
        };
        let (own, _): (Clip, _) = ani::clip(&read);
        let mapping = mapping::map(MappingRule::default(), &self.written, &[], &own.tracks);
        let mut pose = Pose::bind(&self.written);
        let (mut worst, mut worlds) = (Worst::default(), Vec::new());
        for &seconds in motion
            .moments
            .iter()
            .filter(|&&seconds| !motion.is_blind(seconds))
        {
            (clip.sample)(seconds, &mut self.pose);
            self.rig.worlds(&self.pose, self.space, &mut worlds);
            self.lost.look(
                self.rig,
                &self.pose,
                self.space,
                &worlds,
                (&clip.name, seconds),
            );
            pose.set(&self.written, Some((&own, &mapping)), seconds as f32);
            for ((written, world), bone) in pose.worlds.iter().zip(&worlds).zip(&self.rig.bones) {
                let wanted = world.to_affine();
                let points = bone.probes().map(|point| {
                    let wanted = world.point(point).as_vec3();
                    written.transform_point3(point.as_vec3()).distance(wanted)
                });
                let units = points.fold(0.0, f32::max);
                let entries = entries(&written.matrix3, &wanted.matrix3);
                if units.max(entries) > worst.error() {
                    worst.seconds = seconds;
                }
                worst.units = worst.units.max(units);
                worst.entries = worst.entries.max(entries);
            }
        }
        worst
    }
}

fn entries(one: &Mat3A, other: &Mat3A) -> f32 {
    let columns = (0..3).map(|column| (one.col(column) - other.col(column)).abs().max_element());
    columns.fold(0.0, f32::max)
}

/// For each bone how far the farthest point below it lies at rest, at least 1.
fn reach(rig: &Rig) -> Vec<f32> {
    let own = |bone: &super::rig::Bone| {
        bone.probes()
            .map(|point: DVec3| point.length())
            .fold(1.0, f64::max)
    };
    let mut reach: Vec<f64> = rig.bones.iter().map(own).collect();
    for (index, bone) in rig.bones.iter().enumerate().rev() {
        if let Some(parent) = bone.parent {
            let length = bone.rest.origin.distance(rig.bones[parent].rest.origin);
            reach[parent] = reach[parent].max(length + reach[index]);
        }
    }
    reach.into_iter().map(|reach| reach as f32).collect()
}

fn too_long(clip: &ClipSource<'_>) -> Finding {
    let frames = counted(clip.frames.len(), "frame", "frames");
    Finding::error(
        "export.clip-too-long",
        format!(
            "the clip {} has {frames} and lasts {:.0} seconds: too much to resample; it was left out",
            clip.name, clip.duration
        ),
        "export the other clips by --clip, or cut this one",
    )
}

fn is_off(report: &ClipReport) -> Finding {
    Finding::warning(
        "export.off",
        format!(
            "the clip {} is off our own evaluation by {:.4} at {:.3} s, more than {LARGEST_ERROR}: keys lie at whole \
             milliseconds and are of single precision",
            report.name, report.worst_error, report.worst_time
        ),
        "look for joints that are very far from the origin, very fast, or whose scale passes through nothing",
    )
}

fn rounded(clips: &[String]) -> Option<Finding> {
    let message = format!(
        "{} not of whole milliseconds, which the format counts, and rounded up; keys are where they were: {}",
        counted(clips.len(), "length is", "lengths are"),
        listed(clips)
    );
    let fix = "make clips of whole milliseconds if a loop must be exact";
    (!clips.is_empty()).then(|| Finding::note("export.duration-rounded", message, fix))
}
