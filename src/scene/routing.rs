//! Routes chosen by hand, as they are kept with an item.

use std::path::{Path, PathBuf};

use super::Item;
use crate::formats::league::routing;
use crate::formats::{OpenError, bundled};
use crate::model::{Character, Finding, Route, RouteTarget, Routing};
use crate::pose::mapping;

impl Item {
    /// The routes of the skeleton in use.
    pub fn routing(&self) -> Option<&Routing> {
        self.character.routings.get(self.routing_place()?)
    }

    /// How many routes were chosen by hand and not kept beside the skeleton.
    pub fn unsaved_routes(&self) -> usize {
        unsaved_routes(&self.character)
    }

    /// Where the routes of the skeleton in use are kept; `None` where it was not read from a file.
    pub fn routing_path(&self) -> Option<PathBuf> {
        let file = self.skeleton()?.file.as_deref()?;
        // The sample inside the program lies in no folder, though its files are called as if it did.
        let in_folder = !file.starts_with(bundled::FOLDER);
        in_folder.then(|| routing::path_beside(file))
    }

    /// The file beside the skeleton, else one that names the skeleton.
    fn routing_place(&self) -> Option<usize> {
        let skeleton = self.skeleton()?;
        let all = &self.character.routings;
        let beside = self.routing_path();
        let is_beside = |routing: &Routing| {
            let names = [routing.file.as_deref(), beside.as_deref()].map(|path| path?.file_name());
            matches!(names, [Some(one), Some(other)] if one.eq_ignore_ascii_case(other))
        };
        let is_named = |routing: &Routing| routing.skeleton.eq_ignore_ascii_case(&skeleton.name);
        let beside = all.iter().position(is_beside);
        beside.or_else(|| all.iter().position(is_named))
    }

    /// The route of a track of the clip in use.
    pub fn route_of(&self, track: usize) -> Option<&Route> {
        let (clip, routing) = (self.clip()?, self.routing()?);
        let hash = clip.tracks.get(track)?.hash?;
        let occurrence = occurrence(clip, track);
        routing.find(hash, occurrence, &clip.name)
    }

    /// Routes a track of the clip in use by hand: to a joint or, with `None`, to nothing; in this clip or in `every`
    /// clip. Nothing happens to a track without a hash.
    pub fn route(&mut self, track: usize, joint: Option<usize>, every: bool) {
        let (Some(skeleton), Some(clip)) = (self.skeleton(), self.clip()) else {
            return;
        };
        let Some(hash) = clip.tracks.get(track).and_then(|track| track.hash) else {
            return;
        };
        let target = match joint.and_then(|index| Some((index, skeleton.joints.get(index)?))) {
            Some((index, joint)) => RouteTarget::Joint {
                name: joint.name.clone(),
                index,
            },
            None => RouteTarget::Nothing,
        };
        let occurrence = occurrence(clip, track);
        let own = clip.name.clone();
        let route = Route {
            hash,
            occurrence,
            clip: (!every).then(|| own.clone()),
            target,
        };
        self.change_routing(|routing| {
            routing.remove(hash, occurrence, &own);
            routing.set(route);
        });
    }

    /// Leaves a track to the rule again.
    pub fn unroute(&mut self, track: usize) {
        let Some(clip) = self.clip() else { return };
        let Some(hash) = clip.tracks.get(track).and_then(|track| track.hash) else {
            return;
        };
        let (occurrence, own) = (occurrence(clip, track), clip.name.clone());
        self.change_routing(|routing| routing.remove(hash, occurrence, &own));
    }

    /// Leaves all tracks of all clips to the rule again.
    pub fn clear_routing(&mut self) {
        self.change_routing(|routing| {
            routing.changed |= !routing.routes.is_empty();
            routing.routes.clear();
        });
    }

    /// Uses these routes for the skeleton in use, in place of those it had.
    pub fn use_routing(&mut self, mut routing: Routing) {
        let name = self.skeleton().map(|skeleton| skeleton.name.clone());
        routing.skeleton = name.unwrap_or_default();
        if let Some(place) = self.routing_place() {
            self.character.routings.remove(place);
        }
        // First, so that no other of the same name is found before it.
        self.character.routings.insert(0, routing);
        self.remap_by_hand();
    }

    /// The same with those of a file. What is odd in it joins the character's findings.
    ///
    /// # Errors
    /// When there is no such file that can be read.
    pub fn load_routing(&mut self, path: &Path) -> Result<(), OpenError> {
        let (routing, findings) = routing::load(path)?;
        self.forget_findings_of(path);
        self.character.findings.extend(findings);
        let of_another = |skeleton| mapping::of_another(&routing, skeleton);
        // From here on the routes are this skeleton's own.
        let of_another = self.skeleton().and_then(of_another);
        let of_another = of_another.map(|finding| finding.in_file(path));
        self.character.findings.extend(of_another);
        self.use_routing(routing);
        Ok(())
    }

    /// Keeps the routes of the skeleton in use beside it. Gives the path.
    ///
    /// # Errors
    /// A sentence on why they cannot be kept.
    pub fn save_routing(&mut self) -> Result<PathBuf, String> {
        let path = self
            .routing_path()
            .ok_or("the skeleton lies in no folder that it could be kept in")?;
        let empty = Routing::default();
        let mut kept = self.routing().unwrap_or(&empty).clone();
        if let Some(skeleton) = self.skeleton() {
            kept.skeleton.clone_from(&skeleton.name);
        }
        routing::save(&path, &kept)
            .map_err(|error| format!("{}: {error}; check the folder", path.display()))?;
        kept.changed = false;
        kept.file = Some(path.clone());
        self.forget_findings_of(&path);
        self.use_routing(kept);
        Ok(path)
    }

    fn forget_findings_of(&mut self, path: &Path) {
        let of_path = |finding: &Finding| finding.file.as_deref() == Some(path);
        self.character.findings.retain(|finding| !of_path(finding));
    }

    fn change_routing(&mut self, change: impl FnOnce(&mut Routing)) {
        let place = self.routing_place().unwrap_or_else(|| {
            let skeleton = self.skeleton().map(|skeleton| skeleton.name.clone());
            self.character.routings.push(Routing {
                skeleton: skeleton.unwrap_or_default(),
                ..Routing::default()
            });
            self.character.routings.len() - 1
        });
        if let Some(routing) = self.character.routings.get_mut(place) {
            change(routing);
        }
        self.remap_by_hand();
    }
}

/// The same of a character that is not shown.
pub fn unsaved_routes(character: &Character) -> usize {
    let changed = character.routings.iter().filter(|routing| routing.changed);
    // Routes that were taken away are a change too.
    changed.map(|routing| routing.routes.len().max(1)).sum()
}

fn occurrence(clip: &crate::model::Clip, track: usize) -> usize {
    let occurrences = mapping::occurrences(clip);
    occurrences.get(track).copied().unwrap_or_default()
}
