//! A pose and the animations that move it, advanced together.

use crate::model::spine::Rig;

use super::{AnimationState, Fired, PhysicsMode, SpinePose};

/// One skeleton that plays. Equal steps from the start give an equal pose, whatever was shown between them.
#[derive(Clone, Debug)]
pub struct Player {
    /// The skeleton.
    pub pose: SpinePose,
    /// What plays.
    pub state: AnimationState,
    /// What the last step fired.
    pub fired: Vec<Fired>,
}

impl Player {
    /// The setup pose in some skins (indices; the later win).
    pub fn new(rig: &Rig, skins: &[usize]) -> Self {
        let mut player = Self {
            pose: SpinePose::new(rig, skins),
            state: AnimationState::new(),
            fired: Vec::new(),
        };
        player.pose.update(rig, PhysicsMode::None);
        player
    }

    /// Lets time pass: tracks and physics advance, world matrices follow.
    pub fn step(&mut self, rig: &Rig, seconds: f64) {
        self.state.update(seconds);
        self.pose.time += seconds;
        self.fired.clear();
        self.state.apply(rig, &mut self.pose, &mut self.fired);
        self.pose.update(rig, PhysicsMode::Update);
    }
}
