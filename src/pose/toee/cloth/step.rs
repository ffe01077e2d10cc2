//! How cloth moves: by its own momentum, gravity, springs and what is in its way (toee-formats §12).

use std::sync::Arc;

use glam::{Affine3A, Vec3};

use super::Cloth;
use super::shapes::Placed;
use crate::pose::palette::PaletteRows;
use crate::pose::skin_cpu::{SkinnedVertex, skin};

/// Sub-steps in a second, where time passes steadily.
const RATE: f64 = 200.0;
/// Sub-steps of a step. More time than they take is lost.
const MOST_SUB_STEPS: f64 = 5.0;
/// File units a square second, downward.
const GRAVITY: f32 = 2400.0;
/// How often a point goes through bodies that overlap.
const MOST_PUSHES: usize = 16;
/// Pushed by no more than this, in file units, a point is out.
const TINY: f32 = 1e-4;
/// How often the springs pull in a sub-step.
const PULLS: usize = 2;

/// Where the particles of a cloth are, and were a sub-step ago.
#[derive(Clone, Debug, PartialEq)]
pub struct ClothState {
    places: Vec<Vec3>,
    before: Vec<Vec3>,
    /// Of each spring, squared, as measured at the reset.
    lengths: Arc<[f32]>,
    /// Seconds of the sub-step that led here.
    passed: f32,
}

impl ClothState {
    /// For each particle its place, file space.
    pub fn places(&self) -> &[Vec3] {
        &self.places
    }

    /// Becomes another state of the same cloth, in the memory that it has.
    pub fn copy(&mut self, other: &Self) {
        self.places.clone_from(&other.places);
        self.before.clone_from(&other.before);
        self.lengths.clone_from(&other.lengths);
        self.passed = other.passed;
    }
}

/// What holds a cloth and what is in its way, at one moment.
#[derive(Clone, Debug, Default)]
pub struct Surroundings {
    anchors: Vec<SkinnedVertex>,
    bodies: Vec<Placed>,
}

impl Surroundings {
    /// Where a point comes to rest that may not be inside a body. Once through all bodies is what the game does; where two
    /// of them overlap, one may push into the other, and the point goes through them again.
    fn push_out(&self, point: Vec3) -> Vec3 {
        let push = |at: Vec3| self.bodies.iter().fold(at, |at, body| body.push_out(at));
        let mut at = push(point);
        for _ in 1..MOST_PUSHES {
            let again = push(at);
            if again.abs_diff_eq(at, TINY) {
                break;
            }
            at = again;
        }
        at
    }
}

impl Cloth {
    /// The cloth as skinning puts it without its own bone, at rest, its springs as long as they are there.
    pub fn reset(&self, palette: &[PaletteRows]) -> ClothState {
        let mut skinned = Vec::new();
        skin(
            &self.positions,
            &[],
            &self.influences,
            palette,
            &mut skinned,
        );
        let place = |(skinned, &bound): (&SkinnedVertex, &Vec3)| {
            let place = Vec3::from_array(skinned.position);
            if place.is_finite() { place } else { bound }
        };
        let places: Vec<Vec3> = skinned.iter().zip(&self.positions).map(place).collect();
        let length = |&[a, b]: &[u32; 2]| {
            let ends = places.get(a as usize).zip(places.get(b as usize));
            ends.map_or(0.0, |(a, b)| a.distance_squared(*b))
        };
        ClothState {
            lengths: self.springs.iter().map(length).collect(),
            before: places.clone(),
            places,
            passed: 0.0,
        }
    }

    /// Sees where anchors and bodies are. `palette` is the mesh's, `worlds` are the skeleton's.
    pub fn look_around(
        &self,
        palette: &[PaletteRows],
        worlds: &[Affine3A],
        around: &mut Surroundings,
    ) {
        let anchors = self.positions.get(..self.anchors).unwrap_or_default();
        skin(anchors, &[], &self.influences, palette, &mut around.anchors);
        around.bodies.clear();
        let bodies = self.shapes.iter().filter_map(|shape| shape.place(worlds));
        around.bodies.extend(bodies);
    }

    /// Lets seconds pass. Whatever the numbers, places stay finite.
    pub fn step(&self, state: &mut ClothState, around: &Surroundings, seconds: f64) {
        let count = (RATE * seconds).ceil().min(MOST_SUB_STEPS);
        if seconds.is_nan() || count < 1.0 {
            return;
        }
        let passed = (seconds / count).min(1.0 / RATE) as f32;
        for _ in 0..count as usize {
            self.fall(state, passed);
            self.hold(state, around);
            for _ in 0..PULLS {
                self.pull(state);
            }
            self.keep_out(state, around);
        }
    }

    fn fall(&self, state: &mut ClothState, passed: f32) {
        let share = match state.passed > 0.0 {
            true => passed / state.passed,
            false => 1.0,
        };
        let kept = share * (-passed).exp2();
        let drop = Vec3::Y * (GRAVITY * passed * passed);
        let free = state
            .places
            .iter_mut()
            .zip(&mut state.before)
            .skip(self.anchors);
        for (place, before) in free {
            let next = *place + (*place - *before) * kept - drop;
            *before = *place;
            if next.is_finite() {
                *place = next;
            }
        }
        state.passed = passed;
    }

    fn hold(&self, state: &mut ClothState, around: &Surroundings) {
        for (place, anchor) in state.places.iter_mut().zip(&around.anchors) {
            let skinned = Vec3::from_array(anchor.position);
            if skinned.is_finite() {
                *place = skinned;
            }
        }
    }

    fn pull(&self, state: &mut ClothState) {
        for (&[a, b], &length) in self.springs.iter().zip(state.lengths.iter()) {
            let (a, b) = (a as usize, b as usize);
            let ends = state.places.get(a).zip(state.places.get(b));
            let Some(apart) = ends.map(|(a, b)| *a - *b) else {
                continue;
            };
            let by = apart * (length / (apart.length_squared() + length) - 0.5);
            // Two ends at one place, of a spring that has no length, pull nowhere.
            if !by.is_finite() {
                continue;
            }
            match (a < self.anchors, b < self.anchors) {
                (false, false) => {
                    state.places[a] += by;
                    state.places[b] -= by;
                }
                (false, true) => state.places[a] += 2.0 * by,
                (true, false) => state.places[b] -= 2.0 * by,
                (true, true) => {}
            }
        }
    }

    /// Above the ground, and out of every body.
    fn keep_out(&self, state: &mut ClothState, around: &Surroundings) {
        let free = state
            .places
            .iter_mut()
            .zip(&state.before)
            .skip(self.anchors);
        for (place, before) in free {
            let above = place.with_y(place.y.max(0.0));
            let out = around.push_out(above);
            *place = if out.is_finite() { out } else { *before };
        }
    }
}
