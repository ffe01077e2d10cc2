//! Routes chosen by hand: which joint a track moves, over whatever the mapping rule says.

use std::path::PathBuf;

/// The routes of one skeleton.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Routing {
    /// Where it was read from or written to.
    pub file: Option<PathBuf>,
    /// Whether it differs from that file.
    pub changed: bool,
    /// The name of the skeleton that it was made for.
    pub skeleton: String,
    /// No two for the same track of the same clip.
    pub routes: Vec<Route>,
}

/// The route of one track.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Route {
    /// The track's hash.
    pub hash: u32,
    /// Which of the clip's tracks of that hash, from 0 in file order.
    pub occurrence: usize,
    /// The clip that it is for; `None` for every clip.
    pub clip: Option<String>,
    /// What the track moves.
    pub target: RouteTarget,
}

/// What a routed track moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RouteTarget {
    /// Nothing.
    Nothing,
    /// A joint. Names may repeat, indices change when a rig is exported again: both are kept.
    Joint {
        /// As the skeleton spells it.
        name: String,
        /// Index.
        index: usize,
    },
}

impl Routing {
    /// The route of a track of a clip: the clip's own, else that for every clip.
    pub fn find(&self, hash: u32, occurrence: usize, clip: &str) -> Option<&Route> {
        let same = |route: &&Route| route.hash == hash && route.occurrence == occurrence;
        let own = |route: &&Route| route.clip.as_deref() == Some(clip);
        let mut all = self.routes.iter().filter(same);
        let found = all.clone().find(own);
        found.or_else(|| all.find(|route| route.clip.is_none()))
    }

    /// Adds a route in the place of the one of the same track and clip.
    pub fn set(&mut self, route: Route) {
        let same = |old: &Route| {
            (old.hash, old.occurrence, &old.clip) == (route.hash, route.occurrence, &route.clip)
        };
        self.routes.retain(|old| !same(old));
        self.routes.push(route);
        self.changed = true;
    }

    /// Takes away what [`Self::find`] would find.
    pub fn remove(&mut self, hash: u32, occurrence: usize, clip: &str) {
        if let Some(found) = self.find(hash, occurrence, clip).cloned() {
            self.routes.retain(|route| *route != found);
            self.changed = true;
        }
    }
}
