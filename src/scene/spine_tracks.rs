//! What a Spine rig plays: an animation on each of some tracks, and the way from one to another.

use super::Item;
use super::spine::SpineItem;
use crate::model::spine::{Animation, Rig};
use crate::pose::spine::{AnimationState, Entry, PhysicsMode, Playback, Player};

/// Tracks that can be used together.
pub const MOST_TRACKS: usize = 6;

/// Seconds that an animation without a length takes on the time line.
const PASS_OF_A_POSE: f64 = 1.0;

/// What is picked for a track.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TrackPick {
    /// Index of the animation; `None` for an empty track.
    pub animation: Option<usize>,
    /// Share of its values, 0 to 1.
    pub alpha: f64,
    /// Adds to what lower tracks have set, where a property can.
    pub additive: bool,
}

impl Default for TrackPick {
    fn default() -> Self {
        Self {
            animation: None,
            alpha: 1.0,
            additive: false,
        }
    }
}

impl TrackPick {
    fn entry(&self, rig: &Rig, looped: bool) -> Entry {
        let mut entry = Entry::new(rig, self.animation, looped);
        (entry.alpha, entry.additive) = (self.alpha, self.additive);
        entry
    }
}

impl SpineItem {
    /// What is picked, by track; at least one.
    pub fn tracks(&self) -> &[TrackPick] {
        &self.tracks
    }

    /// Seconds of the longest animation that plays, so far as it is played.
    pub fn duration(&self, rig: &Rig) -> f64 {
        let playing = self.tracks.iter().filter_map(|track| track.animation);
        let longest = playing.filter_map(|index| rig.animations.get(index));
        longest
            .map(|animation| animation.duration)
            .fold(0.0, f64::max)
            .min(Animation::LONGEST_PLAYED)
    }

    /// Seconds of a pass on the time line. An animation that is a mere pose has no length of its own, but physics goes on
    /// in it, and a crossfade into it takes its time.
    pub fn pass(&self, rig: &Rig) -> f64 {
        let plays = self.tracks.iter().any(|track| track.animation.is_some());
        match self.duration(rig) {
            _ if !plays => 0.0,
            0.0 => PASS_OF_A_POSE.max(self.mix),
            duration if self.looped => duration,
            duration => duration.max(self.fading()),
        }
    }

    /// Seconds of the crossfade that the reset began with.
    fn fading(&self) -> f64 {
        let start = &self.start().state;
        let entries = (0..start.track_count()).filter_map(|track| start.current(track));
        entries.map(|entry| entry.mix_duration).fold(0.0, f64::max)
    }

    /// Plays an animation on a track; `None` empties it. Without a mix time all tracks start anew together; with one, what
    /// is shown is where it starts from: the other tracks go on, and what the track played fades.
    pub fn pick(&mut self, rig: &Rig, track: usize, animation: Option<usize>) {
        if track >= MOST_TRACKS {
            return;
        }
        if self.tracks.len() <= track {
            self.tracks.resize(track + 1, TrackPick::default());
        }
        self.tracks[track].animation = animation;
        let any = self.tracks.iter().any(|track| track.animation.is_some());
        // Nothing that plays would carry the clock through the fade.
        if self.mix <= 0.0 || !any {
            return self.reset(rig);
        }
        let mut start = self.shown().clone();
        if animation.is_some() {
            let mut entry = self.tracks[track].entry(rig, self.looped);
            entry.mix_duration = self.mix;
            // An empty track has nothing to fade from (spine-runtime-semantics §7): from the empty animation it has.
            if start.state.current(track).is_none() {
                start.state.set_empty(rig, track, 0.0);
            }
            start.state.set(track, entry);
        } else if start.state.current(track).is_some() {
            start.state.set_empty(rig, track, self.mix);
        }
        self.play_from(start);
    }

    /// Uses one more track, which is empty, and selects it.
    pub fn add_track(&mut self) {
        if self.tracks.len() < MOST_TRACKS {
            self.selected_track = self.tracks.len();
            self.tracks.push(TrackPick::default());
        }
    }

    /// Gives up the empty tracks above all others.
    pub fn trim_tracks(&mut self) {
        while self.tracks.len() > 1 && self.tracks.last().is_some_and(|it| it.animation.is_none()) {
            self.tracks.pop();
        }
        self.selected_track = self.selected_track.min(self.tracks.len() - 1);
    }

    /// Plays a track with another share, or added or not, from the reset on: as if it had always been so.
    pub fn set_mixing(&mut self, track: usize, alpha: f64, additive: bool) {
        let Some(pick) = self.tracks.get_mut(track) else {
            return;
        };
        if (pick.alpha, pick.additive) == (alpha, additive) {
            return;
        }
        (pick.alpha, pick.additive) = (alpha, additive);
        if pick.animation.is_none() {
            return;
        }
        let mut start = self.start().clone();
        start.pose.placement = self.shown().pose.placement;
        if let Some(entry) = start.state.current_mut(track) {
            (entry.alpha, entry.additive) = (alpha, additive);
        }
        self.play_from(start);
    }

    /// Sets all that is picked on the tracks of a player that plays nothing.
    pub(super) fn set_tracks(&self, rig: &Rig, player: &mut Player) {
        player.state = AnimationState::new();
        for (track, pick) in self.tracks.iter().enumerate() {
            if pick.animation.is_some() {
                player.state.set(track, pick.entry(rig, self.looped));
            }
        }
    }

    pub(super) fn play_from(&mut self, start: Player) {
        self.playback = Playback::new(start, self.stepping);
        self.revision += 1;
        self.anew = true;
    }

    /// Moves the character from where it stands at the moment shown; see [`Playback::place`].
    pub fn move_by(&mut self, rig: &Rig, x: f64, y: f64) {
        let here = self.shown().pose.placement;
        self.place(rig, here.x + x, here.y + y);
    }

    /// Moves the character to where it stood at first.
    pub fn put_back(&mut self, rig: &Rig) {
        self.place(rig, 0.0, 0.0);
    }

    fn place(&mut self, rig: &Rig, x: f64, y: f64) {
        if !x.is_finite() || !y.is_finite() {
            return;
        }
        if self.start().state.track_count() > 0 {
            self.playback.place(x, y);
            self.revision += 1;
            return;
        }
        // Time does not pass: the setup pose stands elsewhere.
        let mut start = self.start().clone();
        (start.pose.placement.x, start.pose.placement.y) = (x, y);
        start.pose.update(rig, PhysicsMode::None);
        self.play_from(start);
    }

    /// Whether the character stands, or will, elsewhere than at first.
    pub fn is_moved(&self) -> bool {
        let here = self.shown().pose.placement;
        (here.x, here.y) != (0.0, 0.0) || self.playback.will_move()
    }
}

impl Item {
    /// Plays another animation on a track of a Spine character; see [`SpineItem::pick`].
    pub(super) fn pick_animation(&mut self, track: usize, animation: Option<usize>) {
        let animation = animation.filter(|&index| index < self.character.clips.len());
        if let Some((spine, rig)) = self.spine_mut() {
            spine.pick(rig, track, animation);
            if animation.is_none() {
                spine.trim_tracks();
            }
        }
        self.take_spine_pose();
    }
}
