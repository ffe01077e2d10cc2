//! The state of one skeleton, and the world update (spine-runtime-semantics §1, §2).

use crate::model::spine::{ConstraintKind, Rgba, Rig, WHITE};

use super::bones::{Local, Placement, World, local_from_world, world_from_local};
use super::cache::{Work, order_of_work};
use super::physics::{PhysicsMode, PhysicsState};
use super::settings::Settings;
use super::skins::{Active, Wardrobe};
use super::timeline::Stage;

/// A bone's world matrix, and how it stands to its applied local pose.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct BoneState {
    pub(super) world: World,
    /// The world matrix is this update's.
    pub(super) valid: bool,
    /// The local pose is to be derived from the world matrix.
    pub(super) stale: bool,
}

/// One skeleton. Every method wants the [`Rig`] that it was made for.
#[derive(Clone, Debug)]
pub struct SpinePose {
    /// Where it stands.
    pub placement: Placement,
    /// Factor of every slot's colour.
    pub color: Rgba,
    /// Direction and strength of the wind for physics.
    pub wind: (f64, f64),
    /// Direction and strength of gravity for physics.
    pub gravity: (f64, f64),
    /// Seconds; the clock of physics.
    pub time: f64,
    /// Constraints that are left out, by index.
    pub muted: Vec<bool>,
    pub(super) reference_scale: f64,
    pub(super) wardrobe: Wardrobe,
    pub(super) active: Active,
    pub(super) setup: Settings,
    pub(super) settings: Settings,
    pub(super) applied: Settings,
    pub(super) bones: Vec<BoneState>,
    pub(super) physics: Vec<PhysicsState>,
    parents: Vec<Option<usize>>,
    children: Vec<Vec<usize>>,
    work: Vec<Work>,
}

impl SpinePose {
    /// The setup pose in some skins of the rig (indices; the later win; none: the default skin alone).
    pub fn new(rig: &Rig, skins: &[usize]) -> Self {
        let parents: Vec<Option<usize>> = rig.bones.iter().map(|bone| bone.parent).collect();
        let mut children = vec![Vec::new(); parents.len()];
        for (bone, parent) in parents.iter().enumerate() {
            if let Some(list) = parent.and_then(|parent| children.get_mut(parent)) {
                list.push(bone);
            }
        }
        let mut pose = Self {
            placement: Placement::default(),
            color: WHITE,
            wind: (1.0, 0.0),
            gravity: (0.0, 1.0),
            time: 0.0,
            muted: vec![false; rig.constraints.len()],
            reference_scale: rig.reference_scale,
            wardrobe: Wardrobe::default(),
            active: Active::default(),
            setup: Settings::default(),
            settings: Settings::default(),
            applied: Settings::default(),
            bones: vec![BoneState::default(); parents.len()],
            physics: vec![PhysicsState::default(); rig.constraints.len()],
            parents,
            children,
            work: Vec::new(),
        };
        pose.wear(rig, skins);
        pose
    }

    /// Wears other skins, and sets bones, slots, constraints and the draw order to their setup.
    pub fn wear(&mut self, rig: &Rig, skins: &[usize]) {
        self.wardrobe = Wardrobe::new(rig, skins);
        self.active = Active::new(rig, &self.wardrobe);
        self.setup = Settings::setup(rig, &self.wardrobe);
        let shown = |slot: usize| self.setup.slots[slot].attachment;
        let (wardrobe, active) = (&self.wardrobe, &self.active);
        self.work = order_of_work(rig, wardrobe, active, &self.children, shown);
        self.to_setup();
    }

    /// Sets bones, slots, constraints and the draw order to their setup.
    pub fn to_setup(&mut self) {
        self.settings.copy_from(&self.setup);
        self.applied.copy_from(&self.setup);
    }

    /// Physics starts anew from wherever the bones are.
    pub fn reset_physics(&mut self) {
        for state in &mut self.physics {
            state.reset(self.time);
        }
    }

    /// The same for one constraint, or, for `None`, all that work.
    pub(super) fn reset_physics_of(&mut self, constraint: Option<usize>) {
        for (index, state) in self.physics.iter_mut().enumerate() {
            let meant = constraint.is_none_or(|constraint| constraint == index);
            if meant && self.active.constraints[index] {
                state.reset(self.time);
            }
        }
    }

    /// Moves the world under the skeleton, which physics feels.
    pub fn translate_physics(&mut self, x: f64, y: f64) {
        for state in &mut self.physics {
            state.translate(x, y);
        }
    }

    /// Makes the applied pose and the world matrices of what animations have set.
    pub fn update(&mut self, rig: &Rig, physics: PhysicsMode) {
        self.applied.copy_from(&self.settings);
        for bone in &mut self.bones {
            (bone.valid, bone.stale) = (false, false);
        }
        let order = std::mem::take(&mut self.work);
        for work in &order {
            match *work {
                Work::Bone(bone) => self.place(bone),
                Work::Constraint(index) => self.run(rig, index, physics),
            }
        }
        self.work = order;
    }

    fn run(&mut self, rig: &Rig, index: usize, physics: PhysicsMode) {
        if self.muted.get(index).copied().unwrap_or(false) {
            return;
        }
        match &rig.constraints[index].kind {
            ConstraintKind::Ik(ik) => self.run_ik(rig, index, ik),
            ConstraintKind::Transform(transform) => self.run_transform(index, transform),
            ConstraintKind::Path(path) => self.run_path(rig, index, path),
            ConstraintKind::Physics(data) => self.run_physics(rig, index, data, physics),
            ConstraintKind::Slider(slider) => self.run_slider(rig, index, slider),
        }
    }

    /// The world matrix of a bone's parent, as it is now.
    pub(super) fn parent_world(&self, bone: usize) -> Option<World> {
        self.parents[bone].map(|parent| self.bones[parent].world)
    }

    fn place(&mut self, bone: usize) {
        if self.bones[bone].valid {
            return;
        }
        self.need_local(bone);
        let local = &self.applied.bones[bone];
        let parent = self.parent_world(bone);
        self.bones[bone].world = world_from_local(local, parent.as_ref(), self.placement);
        self.bones[bone].valid = true;
    }

    /// Before the applied local pose of a bone is read.
    pub(super) fn need_local(&mut self, bone: usize) {
        if !self.bones[bone].stale {
            return;
        }
        let parent = self.parent_world(bone);
        let inherit = self.applied.bones[bone].inherit;
        let world = &self.bones[bone].world;
        self.applied.bones[bone] =
            local_from_world(world, inherit, parent.as_ref(), self.placement);
        (self.bones[bone].valid, self.bones[bone].stale) = (true, false);
    }

    /// Before the applied local pose of a bone is changed.
    pub(super) fn modify_local(&mut self, bone: usize) {
        self.need_local(bone);
        self.bones[bone].valid = false;
        self.invalidate_children(bone);
    }

    /// Before the world matrix of a bone is changed.
    pub(super) fn modify_world(&mut self, bone: usize) {
        (self.bones[bone].valid, self.bones[bone].stale) = (true, true);
        self.invalidate_children(bone);
    }

    fn invalidate_children(&mut self, bone: usize) {
        let mut open = vec![bone];
        while let Some(bone) = open.pop() {
            for index in 0..self.children[bone].len() {
                let child = self.children[bone][index];
                if self.bones[child].valid {
                    self.need_local(child);
                    self.bones[child].valid = false;
                    open.push(child);
                }
            }
        }
    }

    /// What timelines work on: the pose that animations set, or the applied one for sliders.
    pub(super) fn stage<'a>(&'a mut self, rig: &'a Rig, applied: bool) -> Stage<'a> {
        Stage {
            rig,
            wardrobe: &self.wardrobe,
            active: &self.active,
            setup: &self.setup,
            target: if applied {
                &mut self.applied
            } else {
                &mut self.settings
            },
        }
    }

    /// A bone's world matrix of the last update; `None` while the bone does not work.
    pub fn world(&self, bone: usize) -> Option<World> {
        let active = self.active.bones.get(bone).copied().unwrap_or(false);
        active.then(|| self.bones[bone].world)
    }

    /// A bone relative to its parent as of the last update, as constraints have left it; `None` while the bone does not
    /// work.
    pub fn applied_local(&mut self, bone: usize) -> Option<Local> {
        if !self.is_bone_active(bone) {
            return None;
        }
        self.need_local(bone);
        self.applied.bones.get(bone).copied()
    }

    /// Whether a bone works in the skins that are worn.
    pub fn is_bone_active(&self, bone: usize) -> bool {
        self.active.bones.get(bone).copied().unwrap_or(false)
    }

    /// Whether a constraint works in the skins that are worn.
    pub fn is_constraint_active(&self, constraint: usize) -> bool {
        let active = self.active.constraints.get(constraint);
        active.copied().unwrap_or(false)
    }

    /// What constraints have made of the pose: what is drawn.
    pub fn applied(&self) -> &Settings {
        &self.applied
    }

    /// The setup pose in the skins that are worn.
    pub fn setup(&self) -> &Settings {
        &self.setup
    }

    /// What animations have set; an application may set it too, before [`Self::update`].
    pub fn settings_mut(&mut self) -> &mut Settings {
        &mut self.settings
    }
}
