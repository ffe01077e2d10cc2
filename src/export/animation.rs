//! Clips → animations: sampled, thinned out, measured, and thinned out less until the error is small enough.

use std::collections::HashMap;

use glam::{Affine3A, Quat, Vec3};
use serde_json::{Value, json};

use super::axes::Axes;
use super::binary::{Binary, Component, Target, floats, rotations, vectors};
use super::joints::Hierarchy;
use super::keys;
use super::measure::{Probes, Worst, measure};
use super::moments::Moments;
use super::sampling::{Sampler, Samples};
use super::{ClipReport, ClipSource, ExportError, LARGEST_ERROR};
use crate::model::finding::counted;
use crate::model::{Finding, Transform};
use crate::pose::Pose;

/// Samples of all joints of one clip together: 160 MB of them.
const MOST_SAMPLES: usize = 4 << 20;
/// Units by which the end of each bone may be off at first. Errors add up along a chain of joints.
const FIRST_TOLERANCE: f32 = LARGEST_ERROR * 0.2;
/// After so many finer ones every sample becomes a key.
const MOST_TRIES: u32 = 6;
/// Scales nearer than this are one scale: what is read out of a matrix is off by some rounding.
const SCALE_ROUNDING: f32 = 1e-6;

/// One property over time.
struct Curve<T> {
    /// Indices of moments.
    keys: Vec<usize>,
    /// One for each key.
    values: Vec<T>,
}

impl<T: keys::Value> Curve<T> {
    fn new(moments: &Moments, samples: &[T], edges: &[usize], tolerance: f32) -> Self {
        let keys = keys::choose(&moments.times, samples, edges, tolerance);
        let values = keys.iter().map(|&key| samples[key]).collect();
        Self { keys, values }
    }

    fn at(&self, times: &[f32], index: usize) -> T {
        let after = self.keys.partition_point(|&key| key <= index);
        let before = after.saturating_sub(1);
        let value = self.values[before];
        match (self.keys.get(after), self.values.get(after)) {
            (Some(&key), Some(&next)) => {
                let share = keys::share(times[self.keys[before]], times[key], times[index]);
                value.mix(next, share)
            }
            _ => value,
        }
    }

    /// A curve of one key holds on; this says up to where.
    fn hold_until(&mut self, last: usize) {
        if let (&[0], &[value]) = (&self.keys[..], &self.values[..]) {
            self.keys.push(last);
            self.values.push(value);
        }
    }
}

/// What moves one joint.
pub(super) struct JointCurves {
    pub joint: usize,
    translation: Curve<Vec3>,
    rotation: Curve<Quat>,
    /// Only where it is not that of the bind pose all the time.
    scale: Option<Curve<Vec3>>,
    /// Of a joint with a node between it and the armature, which the others then move: what is in its own.
    inner: Option<Curve<Quat>>,
}

impl JointCurves {
    fn new(
        joint: usize,
        Samples { locals, inner }: &Samples,
        moments: &Moments,
        edges: &[usize],
        rest: &Transform,
        [units, share]: [f32; 2],
    ) -> Self {
        let translations: Vec<Vec3> = locals.iter().map(|local| local.translation).collect();
        let turns = |samples: Vec<Quat>| {
            let mut turns = samples;
            keys::same_side(&mut turns);
            let mut curve = Curve::new(moments, &turns, edges, share);
            keys::same_side(&mut curve.values);
            curve
        };
        let scales: Vec<Vec3> = locals.iter().map(|local| local.scale).collect();
        let scale_share = share.max(SCALE_ROUNDING);
        let is_scaled = scales
            .iter()
            .any(|scale| scale.distance(rest.scale) > scale_share);
        Self {
            joint,
            translation: Curve::new(moments, &translations, edges, units),
            rotation: turns(locals.iter().map(|local| local.rotation).collect()),
            scale: is_scaled.then(|| Curve::new(moments, &scales, edges, scale_share)),
            inner: inner.clone().map(turns),
        }
    }

    /// The joint's local transform at a moment, as a viewer of the export has it.
    pub fn at(&self, times: &[f32], index: usize, rest: &Transform) -> Affine3A {
        let scale = self.scale.as_ref();
        let outer = Transform {
            translation: self.translation.at(times, index),
            rotation: self.rotation.at(times, index),
            scale: scale.map_or(rest.scale, |scale| scale.at(times, index)),
        };
        match &self.inner {
            Some(inner) => outer.to_affine() * Affine3A::from_quat(inner.at(times, index)),
            None => outer.to_affine(),
        }
    }

    fn channels(&self) -> usize {
        2 + usize::from(self.scale.is_some()) + usize::from(self.inner.is_some())
    }

    fn keys(&self) -> usize {
        let scale = self.scale.as_ref().map_or(0, |scale| scale.keys.len());
        let inner = self.inner.as_ref().map_or(0, |inner| inner.keys.len());
        self.translation.keys.len() + self.rotation.keys.len() + scale + inner
    }

    fn is_still(&self) -> bool {
        self.keys() == self.channels()
    }
}

pub(super) struct Animator<'a> {
    hierarchy: &'a Hierarchy<'a>,
    axes: &'a Axes,
    probes: Probes,
    pose: Pose,
}

impl<'a> Animator<'a> {
    pub fn new(hierarchy: &'a Hierarchy<'a>, probes: Probes, axes: &'a Axes) -> Self {
        Self {
            hierarchy,
            axes,
            probes,
            pose: Pose::bind(hierarchy.skeleton),
        }
    }

    /// One clip; none where it moves nothing or is too long, which is then among the findings.
    pub fn animate(
        &mut self,
        clip: &ClipSource<'_>,
        out: &mut Binary,
        findings: &mut Vec<Finding>,
    ) -> Result<Option<(Value, ClipReport)>, ExportError> {
        let is_moved = |&joint: &usize| {
            self.hierarchy.is_victim[joint] || clip.moved.get(joint) == Some(&true)
        };
        let joints: Vec<usize> = (0..self.hierarchy.len()).filter(is_moved).collect();
        if joints.is_empty() {
            findings.push(moves_nothing(&clip.name));
            return Ok(None);
        }
        let most = MOST_SAMPLES / self.hierarchy.len().max(1);
        let Some(mut moments) = Moments::of(clip, most, &mut self.pose) else {
            findings.push(too_long(clip));
            return Ok(None);
        };
        let sampler = Sampler {
            hierarchy: self.hierarchy,
            reach: &self.probes.reach,
            clip,
            joints: &joints,
            pose: &mut self.pose,
        };
        let samples = sampler.sample(&mut moments, most);
        let (mut curves, worst) = self.fit(clip, &joints, &samples, &moments);
        let last = moments.times.len() - 1;
        if last > 0
            && curves.iter().all(JointCurves::is_still)
            && let Some(first) = curves.first_mut()
        {
            // The animation lasts as long as its last key.
            first.translation.hold_until(last);
        }
        let report = ClipReport {
            name: clip.name.clone(),
            duration: moments.times[last],
            channels: curves.iter().map(JointCurves::channels).sum(),
            keys: curves.iter().map(JointCurves::keys).sum(),
            worst_error: worst.error,
            worst_time: worst.time,
        };
        let most = self.hierarchy.largest_error();
        findings.extend((worst.error > most).then(|| is_off(&report, most)));
        let animation = write(
            &report,
            self.hierarchy,
            &curves,
            &moments.times,
            self.axes,
            out,
        )?;
        Ok(Some((animation, report)))
    }

    /// Finer and finer, until the error is small enough or nothing helps: not even every sample as a key.
    fn fit(
        &mut self,
        clip: &ClipSource<'_>,
        joints: &[usize],
        samples: &[Samples],
        moments: &Moments,
    ) -> (Vec<JointCurves>, Worst) {
        let most = self.hierarchy.largest_error();
        let mut tolerance = FIRST_TOLERANCE;
        let mut best: Option<(Vec<JointCurves>, Worst)> = None;
        for tries in 0.. {
            let curves = self.curves(joints, samples, moments, tolerance);
            let (hierarchy, probes) = (self.hierarchy, &self.probes);
            let worst = measure(hierarchy, probes, clip, moments, &curves, &mut self.pose);
            let was = best.as_ref().map_or(f32::INFINITY, |(_, best)| best.error);
            let is_better = worst.error < was * 0.9;
            if is_better {
                best = Some((curves, worst));
            }
            if worst.error <= most || tolerance == 0.0 {
                break;
            }
            let wanted = 0.8 * most / worst.error;
            tolerance = if is_better && tries < MOST_TRIES {
                tolerance * wanted.clamp(0.05, 0.5)
            } else {
                0.0
            };
        }
        best.unwrap_or_default()
    }

    fn curves(
        &self,
        joints: &[usize],
        samples: &[Samples],
        moments: &Moments,
        tolerance: f32,
    ) -> Vec<JointCurves> {
        let all_edges = moments.edges();
        let curves = |(&joint, samples): (&usize, &Samples)| {
            let is_victim = self.hierarchy.is_victim[joint];
            let edges = if is_victim { &all_edges[..] } else { &[] };
            let rest = &self.hierarchy.rest[joint];
            let tolerances = [tolerance, tolerance / self.probes.reach[joint]];
            JointCurves::new(joint, samples, moments, edges, rest, tolerances)
        };
        joints.iter().zip(samples).map(curves).collect()
    }
}

/// Everything of one clip lies in one view; channels with the same times share them.
fn write(
    report: &ClipReport,
    hierarchy: &Hierarchy<'_>,
    curves: &[JointCurves],
    times: &[f32],
    axes: &Axes,
    out: &mut Binary,
) -> Result<Value, ExportError> {
    let mut writer = Writer {
        times,
        view: out.next_view(),
        bytes: Vec::new(),
        inputs: HashMap::new(),
        samplers: Vec::new(),
        channels: Vec::new(),
    };
    for curves in curves {
        let node = hierarchy.stretch[curves.joint].unwrap_or(curves.joint);
        let turn = |values: &[Vec3]| -> Vec<Vec3> {
            let turned = values.iter().map(|&value| axes.vector(value));
            turned.collect()
        };
        let turns = |values: &[Quat]| -> Vec<Quat> {
            let turned = values.iter().map(|&value| axes.rotation(value));
            turned.collect()
        };
        let Curve { keys, values } = &curves.translation;
        writer.add(out, node, "translation", keys, vectors(&turn(values)));
        let Curve { keys, values } = &curves.rotation;
        writer.add(out, node, "rotation", keys, rotations(&turns(values)));
        if let Some(Curve { keys, values }) = &curves.scale {
            let turned: Vec<Vec3> = values.iter().map(|&value| axes.scale(value)).collect();
            writer.add(out, node, "scale", keys, vectors(&turned));
        }
        if let Some(Curve { keys, values }) = &curves.inner {
            let turned = rotations(&turns(values));
            writer.add(out, curves.joint, "rotation", keys, turned);
        }
    }
    out.view(&writer.bytes, Target::None)?;
    Ok(json!({
        "name": report.name,
        "samplers": writer.samplers,
        "channels": writer.channels,
        "extras": {"worstError": report.worst_error},
    }))
}

struct Writer<'a> {
    times: &'a [f32],
    view: usize,
    bytes: Vec<u8>,
    /// Accessors of times, by the keys.
    inputs: HashMap<&'a [usize], usize>,
    samplers: Vec<Value>,
    channels: Vec<Value>,
}

impl<'a> Writer<'a> {
    fn add(
        &mut self,
        out: &mut Binary,
        node: usize,
        path: &str,
        keys: &'a [usize],
        values: Vec<u8>,
    ) {
        let input = match self.inputs.get(keys) {
            Some(&input) => input,
            None => self.input(out, keys),
        };
        let kind = if path == "rotation" { "VEC4" } else { "VEC3" };
        let output = out.accessor(
            self.view,
            self.bytes.len(),
            keys.len(),
            Component::F32,
            kind,
        );
        self.bytes.extend_from_slice(&values);
        self.channels.push(json!({
            "sampler": self.samplers.len(), "target": {"node": node, "path": path},
        }));
        self.samplers
            .push(json!({"input": input, "output": output}));
    }

    fn input(&mut self, out: &mut Binary, keys: &'a [usize]) -> usize {
        let times: Vec<f32> = keys.iter().map(|&key| self.times[key]).collect();
        let count = times.len();
        let input = out.accessor(self.view, self.bytes.len(), count, Component::F32, "SCALAR");
        if let (Some(&first), Some(&last)) = (times.first(), times.last()) {
            out.bound(input, &[first], &[last]);
        }
        self.bytes.extend_from_slice(&floats(times));
        self.inputs.insert(keys, input);
        input
    }
}

fn moves_nothing(name: &str) -> Finding {
    Finding::warning(
        "export.clip-moves-nothing",
        format!("the clip {name} moves no joint of this skeleton and was left out"),
        "export it with the skeleton that it belongs to",
    )
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

fn is_off(report: &ClipReport, most: f32) -> Finding {
    Finding::error(
        "export.off",
        format!(
            "the clip {} is off our own evaluation by {:.4} units at {:.3} s, more than {most}: glTF cannot \
             hold a flattened joint at the root, nor single precision more digits",
            report.name, report.worst_error, report.worst_time
        ),
        "look for joints with unequal scale, or far from the origin",
    )
}
