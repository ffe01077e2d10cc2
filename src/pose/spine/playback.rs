//! Any moment of a playing skeleton, the same whether it was played to or jumped to.

use crate::model::spine::Rig;
use crate::pose::checkpoints::Checkpoints;

use super::{Fired, PhysicsMode, Placement, Player};

/// Moments nearer than this are one.
const TINY: f64 = 1e-9;
/// A step that would keep a player busy for ever is taken for this.
const SHORTEST_STEP: f64 = 1e-4;
/// Steps that are played for one moment: hours of a real animation. Beyond them the player stays behind.
pub const MOST_STEPS: u64 = 1_000_000;

/// How time passes from the reset: physics and crossfades remember, so equal steps give an equal pose.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stepping {
    /// Seconds of the first step.
    pub start: f64,
    /// Seconds of each later one.
    pub step: f64,
}

impl Default for Stepping {
    fn default() -> Self {
        Self {
            start: 1.0 / 60.0,
            step: 1.0 / 60.0,
        }
    }
}

impl Stepping {
    /// Seconds after a number of whole steps.
    pub fn seconds(&self, steps: u64) -> f64 {
        match steps {
            0 => 0.0,
            steps => self.start + (steps - 1) as f64 * self.step,
        }
    }

    fn longest(&self) -> f64 {
        self.start.max(self.step)
    }

    /// Whole steps up to a moment; for one that no time reaches, as many as a number can hold.
    pub fn steps(&self, seconds: f64) -> u64 {
        if seconds + TINY < self.start {
            return 0;
        }
        let further = ((seconds - self.start + TINY) / self.step.max(SHORTEST_STEP)) as u64;
        further.saturating_add(1)
    }
}

/// The player after a number of whole steps.
#[derive(Clone, Debug)]
struct Checkpoint {
    player: Player,
    /// Number of events fired by then.
    told: usize,
}

/// From this step on the skeleton stands elsewhere.
#[derive(Clone, Copy, Debug)]
struct Move {
    steps: u64,
    x: f64,
    y: f64,
}

/// A player that can be asked for any moment since its reset.
#[derive(Clone, Debug)]
pub struct Playback {
    /// At the reset.
    start: Player,
    stepping: Stepping,
    checkpoints: Checkpoints<Checkpoint>,
    /// By steps, no two at the same.
    moves: Vec<Move>,
    /// At the last whole step.
    stepped: Player,
    steps: u64,
    /// At the moment asked for.
    shown: Player,
    shown_at: Option<f64>,
    /// As far as has ever been played since the last move, each with the moment of the step that fired it.
    fired: Vec<(f64, Fired)>,
    /// Number of them that have fired by the last whole step.
    told: usize,
}

impl Playback {
    /// Plays what `start` has on its tracks; it is at second 0.
    pub fn new(mut start: Player, stepping: Stepping) -> Self {
        start.fired.clear();
        Self {
            stepped: start.clone(),
            shown: start.clone(),
            start,
            stepping,
            checkpoints: Checkpoints::default(),
            moves: Vec::new(),
            steps: 0,
            shown_at: None,
            fired: Vec::new(),
            told: 0,
        }
    }

    /// Shows a moment, seconds from the reset, which depends on that moment and the moves before it alone: whole steps,
    /// and a shorter one for what is left. What has been played once takes no longer than the steps between two
    /// checkpoints; far ahead takes the steps to be played.
    pub fn show(&mut self, rig: &Rig, seconds: f64) -> &Player {
        let seconds = seconds.max(0.0);
        if self.shown_at != Some(seconds) {
            self.play(rig, self.stepping.steps(seconds));
            let moved = self.shown.pose.placement != self.placement();
            self.shown.pose.placement = self.placement();
            // No whole step is left over, but where the player stays behind.
            let left = (seconds - self.stepping.seconds(self.steps)).min(self.stepping.longest());
            // The first moment is posed even if no time has passed.
            if left > TINY || self.steps == 0 {
                self.shown.step(rig, left.max(0.0));
            } else if moved {
                self.shown.pose.update(rig, PhysicsMode::Pose);
            }
            self.shown_at = Some(seconds);
        }
        &self.shown
    }

    /// Shows the moment after a number of whole steps.
    pub fn show_step(&mut self, rig: &Rig, steps: u64) -> &Player {
        self.play(rig, steps);
        self.shown_at = None;
        &self.shown
    }

    fn play(&mut self, rig: &Rig, steps: u64) {
        let steps = steps.min(MOST_STEPS);
        match self.checkpoints.before(steps) {
            Some((at, kept)) if steps < self.steps || *at > self.steps => {
                self.stepped = kept.player.clone();
                (self.steps, self.told) = (*at, kept.told);
            }
            None if steps < self.steps => {
                self.stepped = self.start.clone();
                (self.steps, self.told) = (0, 0);
            }
            _ => {}
        }
        while self.steps < steps {
            self.step(rig);
        }
        self.shown = self.stepped.clone();
    }

    fn step(&mut self, rig: &Rig) {
        let seconds = if self.steps == 0 {
            self.stepping.start
        } else {
            self.stepping.step
        };
        self.stepped.pose.placement = self.placement();
        self.stepped.step(rig, seconds);
        self.steps += 1;
        let known = self.told < self.fired.len();
        self.told += self.stepped.fired.len();
        let at = self.stepping.seconds(self.steps);
        // What was played before fires the same again.
        if !known {
            let fired = self.stepped.fired.iter().cloned();
            self.fired.extend(fired.map(|fired| (at, fired)));
        }
        self.stepped.fired.clear();
        let (player, told) = (&self.stepped, self.told);
        self.checkpoints.keep(self.steps, || Checkpoint {
            player: player.clone(),
            told,
        });
    }

    /// Where the skeleton stands in the step after the last whole one.
    fn placement(&self) -> Placement {
        let next = self.moves.partition_point(|one| one.steps <= self.steps);
        let last = next.checked_sub(1).and_then(|last| self.moves.get(last));
        let start = self.start.pose.placement;
        last.map_or(start, |&Move { x, y, .. }| Placement { x, y, ..start })
    }

    /// Puts the skeleton somewhere else from the moment shown on, so that physics feels it move (spine-runtime-semantics
    /// §11). Moves are played again with the rest; those that were made for later moments are forgotten.
    pub fn place(&mut self, x: f64, y: f64) {
        self.moves.retain(|one| one.steps < self.steps);
        let here = self.placement();
        if (here.x, here.y) != (x, y) {
            let steps = self.steps;
            self.moves.push(Move { steps, x, y });
        }
        self.checkpoints.forget_after(self.steps);
        self.fired.truncate(self.told);
        self.shown_at = None;
    }

    /// Whether a move waits for a later moment than the one shown.
    pub fn will_move(&self) -> bool {
        let last = self.moves.last();
        last.is_some_and(|last| last.steps > self.steps)
    }

    /// At the reset.
    pub fn start(&self) -> &Player {
        &self.start
    }

    /// What was asked for last; the reset before that.
    pub fn shown(&self) -> &Player {
        &self.shown
    }

    /// What has fired from the reset up to the moment shown, in the order of firing.
    pub fn fired(&self) -> impl Iterator<Item = &Fired> {
        self.fired_at().map(|(_, fired)| fired)
    }

    /// The same, with the seconds from the reset up to the end of the step that fired it.
    pub fn fired_at(&self) -> impl Iterator<Item = (f64, &Fired)> {
        let whole = self.fired.get(..self.told).unwrap_or_default();
        let whole = whole.iter().map(|(at, fired)| (*at, fired));
        let at = self.shown_at.unwrap_or_default();
        whole.chain(self.shown.fired.iter().map(move |fired| (at, fired)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::spine::{Animation, Bone, EventData, EventKey, Timeline};
    use crate::pose::checkpoints::FIRST_DISTANCE;
    use crate::pose::spine::Entry;

    /// One bone, and an event in every second.
    fn ticking() -> (Rig, Playback) {
        let tick = EventKey {
            time: 0.5,
            event: 0,
            int: 0,
            float: 0.0,
            string: None,
            volume: 1.0,
            balance: 0.0,
        };
        let mut animation = Animation::new("tick", vec![Timeline::Event(vec![tick])]);
        animation.duration = 1.0;
        let rig = Rig {
            bones: vec![Bone::new("root", None)],
            events: vec![EventData::default()],
            animations: vec![animation],
            ..Rig::default()
        };
        let mut start = Player::new(&rig, &[]);
        start.state.set(0, Entry::new(&rig, Some(0), true));
        let playback = Playback::new(start, Stepping::default());
        (rig, playback)
    }

    #[test]
    fn moments_beyond_all_time_are_survived() {
        let (rig, mut playback) = ticking();
        let stepping = Stepping::default();
        for seconds in [1e20, 1e300, f64::INFINITY] {
            assert!(stepping.steps(seconds) > MOST_STEPS, "{seconds}");
        }
        assert_eq!(stepping.steps(f64::NAN), 1);
        let rough = Stepping {
            start: 0.5,
            step: 1.0,
        };
        playback = Playback::new(playback.start().clone(), rough);
        playback.show(&rig, 1e20);
        assert_eq!(playback.steps, MOST_STEPS);
        let time = playback.shown().pose.time;
        assert!(time <= MOST_STEPS as f64 + 1.0, "{time}");
    }

    #[test]
    fn playing_backwards_costs_a_few_steps_a_frame_however_long_it_has_played() {
        let (rig, mut playback) = ticking();
        for from in [200_000, 5_000] {
            playback.show_step(&rig, from);
            let mut dense = 0;
            for steps in (from - 3_000..from).rev() {
                let nearest = playback.checkpoints.before(steps).map(|(at, _)| *at);
                dense += u32::from(nearest.is_some_and(|at| steps - at < FIRST_DISTANCE));
                playback.show_step(&rig, steps);
            }
            assert!(dense > 2_900, "{dense} of 3000 frames back from {from}");
        }
    }

    #[test]
    fn events_are_told_up_to_the_moment_shown_and_never_twice() {
        let (rig, mut playback) = ticking();
        for seconds in [90.0, 3.2, 60.0, 0.2, 90.0, 89.4] {
            playback.show(&rig, seconds);
            let at: Vec<f64> = playback.fired_at().map(|(at, _)| at).collect();
            assert_eq!(at.len(), (seconds + 0.5) as usize, "{seconds}");
            let late = at
                .iter()
                .enumerate()
                .map(|(index, at)| at - index as f64 - 0.5);
            for late in late {
                assert!((-1e-6..0.02).contains(&late), "{late} of {seconds}");
            }
        }
    }
}
