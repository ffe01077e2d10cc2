//! Which track moves which joint and why, what else it could move, and how to send it there by hand.

mod details;
mod table;
mod top;

use egui::{RichText, Ui};

use super::Request;
use crate::pose::mapping::inspect::{Choice, Reach, choices, reaches};
use crate::scene::frame::ResourceId;
use crate::scene::{Item, Scene};
use table::Filter;

/// Share of the page's height that the details of a track take.
const DETAILS_SHARE: f32 = 0.55;
/// Height of the hint in their place while no track is chosen, points.
const HINT_HEIGHT: f32 = 52.0;
/// Candidates that are looked at: a real rig has two.
const MOST_CANDIDATES: usize = 8;

/// What the page remembers.
#[derive(Debug, Default)]
pub(super) struct Memory {
    search: String,
    filter: Filter,
    /// The track whose details are shown.
    track: Option<usize>,
    /// Of the clip that `track` is of.
    clip: Option<usize>,
    /// The joint that was selected when the page was last shown.
    joint: Option<usize>,
    joint_search: String,
    /// Routes are made for every clip, not for the one in use.
    every_clip: bool,
    reaches: Option<(ResourceId, Vec<Option<Reach>>)>,
    choices: Option<(ResourceId, usize, Vec<Choice>)>,
}

impl Memory {
    /// Looks at the clip again where the mapping is another one: too costly for each pass.
    fn look(&mut self, item: &Item) {
        let (Some(mapping), Some(skeleton), Some(clip)) =
            (item.mapping(), item.skeleton(), item.clip())
        else {
            return;
        };
        let id = item.mapping_id();
        if self.reaches.as_ref().is_none_or(|(of, _)| *of != id) {
            self.reaches = Some((id, reaches(mapping, skeleton, clip)));
        }
        let Some(track) = self.track else { return };
        let is_known =
            |(of, known, _): &(ResourceId, usize, Vec<Choice>)| (*of, *known) == (id, track);
        if !self.choices.as_ref().is_some_and(is_known) {
            let found = choices(mapping, skeleton, clip, track, MOST_CANDIDATES);
            self.choices = Some((id, track, found));
        }
    }

    fn reach(&self, track: usize) -> Option<Reach> {
        let (_, reaches) = self.reaches.as_ref()?;
        reaches.get(track).copied().flatten()
    }

    /// Follows what is selected elsewhere, and begins with a track at which the rules differ.
    fn follow(&mut self, item: &Item, joint: Option<usize>) {
        let clip = item.picks().2;
        if self.clip != clip {
            (self.clip, self.track) = (clip, None);
        }
        let tracks = item.clip().map_or(0, |clip| clip.tracks.len());
        self.track = self.track.filter(|&track| track < tracks);
        if self.joint != joint {
            self.joint = joint;
            let moving = joint.and_then(|joint| *item.mapping()?.track_of_joint.get(joint)?);
            self.track = moving.or(self.track);
        }
        let differing = item.disagreements().first();
        self.track = self.track.or(differing.map(|differing| differing.track));
    }
}

pub(super) fn show(
    ui: &mut Ui,
    memory: &mut Memory,
    scene: &mut Scene,
    requests: &mut Vec<Request>,
) {
    top::show(ui, scene, requests);
    ui.separator();
    let mut selected = scene.selected_joint;
    let Some(item) = &mut scene.item else { return };
    if item.mapping().is_none() {
        let text = "Tracks are mapped when a skeleton and a clip are there.";
        ui.label(RichText::new(text).weak());
        return;
    }
    memory.follow(item, selected);
    memory.look(item);
    let details_height = match memory.track {
        Some(_) => ui.available_height() * DETAILS_SHARE,
        None => HINT_HEIGHT,
    };
    table::show(ui, memory, item, details_height, &mut selected);
    // A click on a row shows its details at once.
    memory.look(item);
    ui.separator();
    let change = details::show(ui, memory, item, &mut selected);
    memory.joint = selected;
    if let Some((track, route)) = change {
        match route {
            details::Route::AsTheRuleSays => item.unroute(track),
            details::Route::To(joint) => item.route(track, joint, memory.every_clip),
        }
    }
    scene.selected_joint = selected;
}

/// A distance, short.
fn distance(value: f32) -> String {
    if value.abs() < 99.95 {
        format!("{value:.1}")
    } else if value.abs() < 1e6 {
        format!("{value:.0}")
    } else {
        format!("{value:.0e}")
    }
}
