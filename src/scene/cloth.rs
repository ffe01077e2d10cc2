//! Cloth of a character and of what it wears, played in whole steps from a reset: it remembers, and a moment reached by
//! scrubbing must look as one reached by playing (toee-formats §12).

use std::sync::Arc;

use glam::Affine3A;

use super::frame::{PaletteRows, ResourceId, SkinnableMesh, SkinnedVertex};
use super::worn::Fit;
use super::{Clock, Compare, Item, Pick};
use crate::model::{Family, Finding, Skeleton};
use crate::pose::checkpoints::Checkpoints;
use crate::pose::toee::cloth::{self, Shape, cloth_joint};
use crate::pose::toee::{Cloth, ClothState, Draping, Surroundings};

/// Steps in a second.
const RATE: f64 = 60.0;
/// Moments nearer than this are one, in seconds.
const TINY: f64 = 1e-9;

/// The cloth of one mesh.
pub(super) struct Draped {
    cloth: Cloth,
    /// After whole steps.
    stepped: ClothState,
    /// At the moment asked for.
    shown: ClothState,
    /// Drawn where it hangs; else as skinning has it.
    is_shown: bool,
}

/// How far the cloth of an item, and of all that it wears, has been played.
#[derive(Default)]
pub(super) struct Hanging {
    is_off: bool,
    /// Whole steps since the reset; none before it.
    steps: Option<u64>,
    /// What was shown before goes on: there is no reset to go back to.
    goes_on: bool,
    /// One state for each cloth, in the order of [`Item::each_cloth`].
    checkpoints: Checkpoints<Vec<ClothState>>,
    /// It plays from another reset than the clock knows of.
    anew: bool,
    /// Bodies that the skeleton in use has.
    shapes: Vec<Shape>,
    rows: Vec<PaletteRows>,
    around: Surroundings,
}

impl Hanging {
    /// The next moment is played to from a reset.
    pub(super) fn forget(&mut self) {
        self.steps = None;
        self.goes_on = false;
        self.checkpoints = Checkpoints::default();
    }

    /// Switched as another's. What that had played falls anew: it need not be played through all passes so far.
    pub(super) fn follow(&mut self, other: &Self) {
        self.is_off = other.is_off;
        self.anew = other.steps.is_some();
    }

    /// What was played under a fade is not played to again.
    pub(super) fn end_fade(&mut self, is_cut: bool) {
        if is_cut {
            return self.forget();
        }
        self.goes_on = true;
        self.checkpoints = Checkpoints::default();
    }
}

impl Item {
    /// Whether anything of it, or of what it wears, is cloth.
    pub fn has_cloth(&self) -> bool {
        self.cloths().next().is_some()
    }

    /// Its own cloth and that of what it wears, with the names of their meshes.
    pub fn cloths(&self) -> impl Iterator<Item = (&str, &Cloth)> {
        let worn = self.worn.iter().filter(|worn| worn.fit == Fit::Worn);
        let items = std::iter::once(self).chain(worn.map(|worn| &worn.item));
        items.filter_map(|item| {
            let name = item.mesh().map_or("", |mesh| mesh.name.as_str());
            Some((name, &item.cloth.as_ref()?.cloth))
        })
    }

    /// What the skeleton in use keeps cloth from going through.
    pub fn cloth_shapes(&self) -> &[Shape] {
        &self.hanging.shapes
    }

    /// Whether cloth is simulated; else its vertices follow their other bones.
    pub fn cloth_on(&self) -> bool {
        !self.hanging.is_off
    }

    /// Simulates cloth, from a reset on, or lets it follow its other bones.
    pub fn set_cloth(&mut self, on: bool) {
        if self.cloth_on() != on {
            self.revision += 1;
            self.hanging.is_off = !on;
            self.reset_cloth();
        }
    }

    /// Plays all cloth anew: it falls from where its bones have it at the start of what plays.
    pub fn reset_cloth(&mut self) {
        self.hanging.anew = true;
        self.forget_cloth();
    }

    /// Plays all cloth anew, of which there is more or less than before.
    pub(super) fn forget_cloth(&mut self) {
        self.hanging.anew |= self.hanging.steps.is_some();
        self.hanging.forget();
        let is_off = self.hanging.is_off;
        for worn in &mut self.worn {
            if worn.item.hanging.is_off != is_off {
                worn.item.hanging.is_off = is_off;
                worn.item.hanging.forget();
            }
        }
    }

    /// What plays from another reset is in its first pass.
    pub(super) fn settle_cloth(&mut self, clock: &mut Clock) {
        if std::mem::take(&mut self.hanging.anew) && self.has_cloth() {
            clock.passes = 0;
        }
    }

    /// Finds the bodies of the skeleton in use, and the cloth of the mesh in use.
    pub(super) fn drape_own(&mut self) -> Vec<Finding> {
        self.hanging.shapes.clear();
        // A mesh without a skeleton's file stands in its bind pose for want of anything better: nothing turns cloth on.
        let Some(skeleton) = self.skeleton().filter(|it| it.kind == "ska").cloned() else {
            self.drape(None, &[]);
            return Vec::new();
        };
        let joint = cloth_joint(&skeleton);
        let (shapes, mut findings) = match joint {
            Some(_) => cloth::shapes(&skeleton),
            None => Default::default(),
        };
        match joint.and_then(|joint| self.joint_skins.get_mut(joint)) {
            // Moved by cloth, a vertex is moved by no joint.
            Some(skins @ true) => *skins = false,
            Some(false) => findings.push(cloth::nothing_to_hang()),
            None => {}
        }
        let file = skeleton.file.clone().unwrap_or_default();
        let findings = findings.into_iter().map(|finding| finding.in_file(&file));
        let mut findings: Vec<Finding> = findings.collect();
        findings.extend(self.drape(Some(&skeleton), &shapes));
        self.hanging.shapes = shapes;
        findings
    }

    /// Makes cloth of the mesh in use over the joints that its bones are paired with, of its own skeleton or a wearer's.
    pub(super) fn drape(&mut self, skeleton: Option<&Skeleton>, shapes: &[Shape]) -> Vec<Finding> {
        let was_draped = self.cloth.take().is_some();
        let parts = self.mesh().zip(self.paired.as_ref()).zip(skeleton);
        let draping = parts.map(|((mesh, paired), skeleton)| {
            Draping::new(mesh, &paired.pairing, skeleton, shapes)
        });
        let draping = draping.unwrap_or_default();
        self.cloth = draping.cloth.map(|cloth| {
            let state = cloth.reset(&[]);
            Draped {
                stepped: state.clone(),
                shown: state,
                is_shown: false,
                cloth,
            }
        });
        let changes = was_draped || draping.influences.is_some();
        let own = self.mesh().map(|mesh| &mesh.influences);
        let influences = draping.influences.or_else(|| own.cloned());
        if let (true, Some(before), Some(influences)) = (changes, &self.skinnable, influences) {
            self.skinnable = Some(Arc::new(SkinnableMesh {
                id: ResourceId::new(),
                positions: before.positions.clone(),
                normals: before.normals.clone(),
                uvs: before.uvs.clone(),
                indices: before.indices.clone(),
                influences,
            }));
            self.heat = None;
        }
        self.hanging.forget();
        draping.findings
    }

    /// Plays all cloth to a moment, `total` seconds from the reset. The pose is the one at `seconds` of the clip, before
    /// and after.
    pub(super) fn hang(&mut self, seconds: f64, total: f64) {
        if self.character.family != Family::Toee || !self.has_cloth() {
            return;
        }
        self.show_cloth();
        if self.hanging.is_off || self.posed_as != Compare::Off {
            return;
        }
        if self.picked() == Pick::Bind {
            return self.each_cloth(|draped, rows, worlds, around| {
                draped.shown = draped.cloth.reset(rows);
                draped.cloth.look_around(rows, worlds, around);
                draped.cloth.keep_out(&mut draped.shown, around);
            });
        }
        // The last step ends at the moment asked for, and is at most as long as the others.
        let steps = ((total.max(0.0) * RATE - TINY).ceil() as u64).saturating_sub(1);
        if self.play_cloth(steps) {
            self.set_own_time(seconds);
        }
        let left = (total - steps as f64 / RATE).min(1.0 / RATE);
        self.each_cloth(|draped, rows, worlds, around| {
            draped.shown.copy(&draped.stepped);
            draped.cloth.look_around(rows, worlds, around);
            draped.cloth.step(&mut draped.shown, around, left);
            // No step has passed since a reset, whose pose may have cloth inside of bodies.
            if left <= 0.0 {
                draped.cloth.keep_out(&mut draped.shown, around);
            }
        });
    }

    /// Draws cloth where it hangs, if it is to: what is compared with follows its bones.
    pub(super) fn show_cloth(&mut self) {
        let is_shown = self.cloth_on() && self.posed_as == Compare::Off;
        let worn = self.worn.iter_mut().map(|worn| &mut worn.item.cloth);
        for draped in worn.chain([&mut self.cloth]).flatten() {
            draped.is_shown = is_shown;
        }
    }

    /// Plays whole steps. True where that left another pose.
    fn play_cloth(&mut self, steps: u64) -> bool {
        let most = self.cloths().map(|(_, cloth)| cloth.most_steps()).min();
        let reset = steps - steps % most.unwrap_or(1).max(1);
        let nearest = self.hanging.checkpoints.before(steps);
        let nearest = nearest.filter(|(at, _)| *at >= reset);
        let here = self
            .hanging
            .steps
            .filter(|here| (reset..=steps).contains(here));
        let mut at = match (here, nearest) {
            (Some(here), nearest) if nearest.is_none_or(|(at, _)| *at <= here) => here,
            (_, Some((at, _))) => {
                let at = *at;
                self.take_checkpoint(at);
                at
            }
            _ => {
                self.set_own_time(self.seconds_of(reset));
                self.each_cloth(|draped, rows, _, _| draped.stepped = draped.cloth.reset(rows));
                self.hanging.goes_on = false;
                self.hanging.steps = Some(reset);
                if reset == steps {
                    return true;
                }
                reset
            }
        };
        let moves = at < steps;
        while at < steps {
            at += 1;
            self.set_own_time(self.seconds_of(at));
            self.each_cloth(|draped, rows, worlds, around| {
                draped.cloth.look_around(rows, worlds, around);
                draped.cloth.step(&mut draped.stepped, around, 1.0 / RATE);
            });
            if !self.hanging.goes_on {
                self.keep_checkpoint(at);
            }
        }
        self.hanging.steps = Some(steps);
        moves
    }

    /// The moment of the clip at which a whole step ends.
    fn seconds_of(&self, steps: u64) -> f64 {
        let (seconds, duration) = (steps as f64 / RATE, self.duration());
        match duration > 0.0 && seconds >= duration {
            true => seconds.rem_euclid(duration),
            false => seconds,
        }
    }

    fn keep_checkpoint(&mut self, steps: u64) {
        let mut checkpoints = std::mem::take(&mut self.hanging.checkpoints);
        checkpoints.keep(steps, || {
            let mut states = Vec::new();
            self.each_cloth(|draped, _, _, _| states.push(draped.stepped.clone()));
            states
        });
        self.hanging.checkpoints = checkpoints;
    }

    fn take_checkpoint(&mut self, steps: u64) {
        let checkpoints = std::mem::take(&mut self.hanging.checkpoints);
        if let Some((_, states)) = checkpoints.before(steps) {
            let mut states = states.iter();
            self.each_cloth(|draped, _, _, _| {
                if let Some(state) = states.next() {
                    draped.stepped.copy(state);
                }
            });
        }
        self.hanging.checkpoints = checkpoints;
    }

    /// Does something with each cloth: its own and what it wears, whose bones follow the pose last computed. Gets the
    /// mesh's palette and the worlds of the joints.
    fn each_cloth(
        &mut self,
        mut each: impl FnMut(&mut Draped, &[PaletteRows], &[Affine3A], &mut Surroundings),
    ) {
        let mut rows = std::mem::take(&mut self.hanging.rows);
        let mut around = std::mem::take(&mut self.hanging.around);
        if let Some(mut draped) = self.cloth.take() {
            rows.clear();
            self.extend_palette(&mut rows);
            each(&mut draped, &rows, &self.pose.worlds, &mut around);
            self.cloth = Some(draped);
        }
        let worlds = &self.pose.worlds;
        for worn in self.worn.iter_mut().filter(|worn| worn.fit == Fit::Worn) {
            if let Some(mut draped) = worn.item.cloth.take() {
                worn.item.pose.worlds.clone_from(worlds);
                rows.clear();
                worn.item.extend_palette(&mut rows);
                each(&mut draped, &rows, worlds, &mut around);
                worn.item.cloth = Some(draped);
            }
        }
        (self.hanging.rows, self.hanging.around) = (rows, around);
    }

    /// Whether its vertices are drawn where cloth hangs, which the shader cannot know.
    pub(super) fn is_hanging(&self) -> bool {
        self.cloth.as_ref().is_some_and(|draped| draped.is_shown)
    }

    /// Puts vertices of cloth where it hangs.
    pub(super) fn put_cloth_on(&self, skinned: &mut [SkinnedVertex]) {
        if let Some(draped) = self.cloth.as_ref().filter(|draped| draped.is_shown) {
            draped.cloth.put_on(&draped.shown, skinned);
        }
    }

    /// Whether any cloth has been played.
    pub(super) fn has_hung(&self) -> bool {
        self.hanging.steps.is_some() && self.cloth_on()
    }

    /// Cloth that hangs goes on from where it is, while what plays gives way to something else.
    pub(super) fn go_on_hanging(&mut self) {
        self.each_cloth(|draped, _, _, _| draped.stepped.copy(&draped.shown));
        self.hanging.steps = Some(0);
        self.hanging.goes_on = true;
    }
}
