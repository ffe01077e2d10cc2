//! What is open: the scene, the loader, and the other characters that were opened together.

use std::path::PathBuf;
use std::time::{Duration, Instant, SystemTime};

use super::reload::Reason;
use crate::formats::{self, OpenError, OpenOptions};
use crate::model::Character;
use crate::pose::MappingRule;
use crate::scene::worn::Fit;
use crate::scene::{Item, Loader, Pick, Scene};
use crate::ui::{Notice, Opening};

/// What is done with what is being read.
pub(super) enum Purpose {
    /// It takes the place of what is shown.
    Open(Vec<PathBuf>),
    /// It belongs to what is shown.
    Wear(Fit),
    /// It is what is shown, as it is now.
    Reload(Reason),
}

/// How reading ended.
#[derive(Debug)]
pub(super) enum Done {
    /// Another character is shown.
    Opened,
    /// The same is shown, perhaps otherwise, and there may be something to tell.
    Changed(Option<Notice>),
    /// What was open stays as it was.
    Failed(Notice),
}

/// Progress is shown only after this: most characters are there sooner.
const PATIENCE: Duration = Duration::from_millis(150);

/// What is open.
pub(super) struct Document {
    /// The character that is shown.
    pub scene: Scene,
    pub(super) loader: Loader,
    pub(super) options: OpenOptions,
    pub(super) asked: Instant,
    /// When what is being read began to be.
    pub(super) began: SystemTime,
    /// What is being read is for.
    pub(super) purpose: Purpose,
    /// What was opened; empty for the bundled sample.
    pub(super) paths: Vec<PathBuf>,
    /// All that was opened together; the shown one's place is empty.
    characters: Vec<Option<Character>>,
    pub(super) names: Vec<String>,
    /// When each of them was read.
    pub(super) read_at: Vec<SystemTime>,
    pub(super) shown: usize,
    rule: MappingRule,
    /// The clip to begin with, until the first character is there.
    first_clip: Option<String>,
}

impl Document {
    pub fn new(options: OpenOptions, rule: MappingRule, first_clip: Option<String>) -> Self {
        Self {
            scene: Scene::default(),
            loader: Loader::default(),
            options,
            asked: Instant::now(),
            began: SystemTime::UNIX_EPOCH,
            purpose: Purpose::Open(Vec::new()),
            paths: Vec::new(),
            characters: Vec::new(),
            names: Vec::new(),
            read_at: Vec::new(),
            shown: 0,
            rule,
            first_clip,
        }
    }

    /// Opens paths on another thread, which calls `wake` when [`Self::poll`] has a result.
    pub fn open(&mut self, paths: Vec<PathBuf>, wake: impl FnOnce() + Send + 'static) {
        let options = self.options;
        self.begin(Purpose::Open(paths.clone()));
        self.loader.start(
            move |progress| formats::open(&paths, &options, progress),
            wake,
        );
    }

    /// The same for the bundled sample.
    pub fn open_sample(&mut self, wake: impl FnOnce() + Send + 'static) {
        self.begin(Purpose::Open(Vec::new()));
        self.loader.start(|_| Ok(formats::bundled::league()), wake);
    }

    /// Opens paths for the character that is shown to wear or hold.
    pub fn wear(&mut self, paths: Vec<PathBuf>, fit: Fit, wake: impl FnOnce() + Send + 'static) {
        self.open(paths, wake);
        self.purpose = Purpose::Wear(fit);
    }

    pub(super) fn begin(&mut self, purpose: Purpose) {
        self.purpose = purpose;
        self.asked = Instant::now();
        self.began = SystemTime::now();
    }

    pub fn cancel(&mut self) {
        self.loader.cancel();
    }

    /// What is being opened, for people.
    pub fn opening(&self) -> Option<Opening> {
        let (done, total, current) = self.loader.current()?.progress.state();
        self.is_slow().then_some(Opening {
            files: (done, total),
            current,
        })
    }

    /// True once opening takes long enough to be spoken of.
    pub fn is_slow(&self) -> bool {
        self.loader.current().is_some() && self.asked.elapsed() >= PATIENCE
    }

    /// Shows the result of reading, once. What was open stays where nothing could be read.
    pub fn poll(&mut self) -> Option<Done> {
        let result = self.loader.poll()?;
        if matches!(result, Err(OpenError::Cancelled)) {
            return None;
        }
        let purpose = std::mem::replace(&mut self.purpose, Purpose::Open(Vec::new()));
        if let Purpose::Reload(reason) = purpose {
            return Some(self.show_reloaded(reason, result));
        }
        let opened = match result {
            Ok(opened) if !opened.characters.is_empty() => opened,
            Ok(_) => {
                let why = "nothing to show was found there";
                return Some(Done::Failed(Notice::error(why)));
            }
            Err(error) => return Some(Done::Failed(Notice::error(error.to_string()))),
        };
        let paths = match (purpose, &mut self.scene.item) {
            (Purpose::Wear(fit), Some(item)) => {
                let all = opened.characters.into_iter();
                let worn = all.map(|one| item.wear(one, fit.clone()));
                let any = worn.fold(false, |any, is_worn| any | is_worn);
                let why = "only .skm meshes of The Temple of Elemental Evil are worn and held";
                return Some(match any {
                    true => Done::Changed(None),
                    false => Done::Failed(Notice::error(why)),
                });
            }
            (Purpose::Open(paths), _) => paths,
            _ => Vec::new(),
        };
        self.paths = paths;
        self.names = opened
            .characters
            .iter()
            .map(|character| character.name.clone())
            .collect();
        self.read_at = vec![self.began; self.names.len()];
        self.characters = opened.characters.into_iter().map(Some).collect();
        self.scene.item = None;
        self.show(0);
        Some(Done::Opened)
    }

    /// Names of all that was opened together, and which of them is shown.
    pub fn names(&self) -> (Vec<String>, usize) {
        (self.names.clone(), self.shown)
    }

    /// Shows another one of what was opened together.
    pub fn show(&mut self, index: usize) {
        if index >= self.characters.len() {
            return;
        }
        if let Some(item) = self.scene.item.take() {
            self.rule = item.rule();
            if let Some(place) = self.characters.get_mut(self.shown) {
                *place = Some(item.character);
            }
        }
        let Some(character) = self.characters[index].take() else {
            return;
        };
        self.shown = index;
        self.scene.show(character);
        if let Some(item) = &mut self.scene.item {
            item.set_rule(self.rule);
            // Without a surface there would be nothing to see.
            self.scene.view.bones |= item.mesh().is_none() && item.spine().is_none();
        }
        if let Some(wanted) = self.first_clip.take() {
            self.pick_clip(&wanted);
        }
    }

    /// Keeps the routes chosen by hand beside the skeleton; says where, or why not.
    pub fn save_routing(&mut self) -> Notice {
        let saved = self.scene.item.as_mut().map(Item::save_routing);
        if let Some(read_at) = self.read_at.get_mut(self.shown) {
            *read_at = SystemTime::now();
        }
        match saved.unwrap_or(Err("nothing is open".into())) {
            Ok(path) => Notice::note(format!("The routing was saved as {}.", path.display())),
            Err(why) => Notice::failed("Not saved", why),
        }
    }

    /// Reads the routes beside the skeleton again; says why where it cannot.
    pub fn reload_routing(&mut self) -> Option<Notice> {
        let item = self.scene.item.as_mut()?;
        let path = item.routing_path()?;
        let failed = item.load_routing(&path).err()?;
        Some(Notice::failed("Not loaded", failed.to_string()))
    }

    /// By its name, by its name ignoring case, or by a part of it that no other clip has.
    fn pick_clip(&mut self, wanted: &str) {
        let Some(item) = &self.scene.item else { return };
        let lines = item.playables();
        let names: Vec<&str> = lines.iter().map(|line| line.name.as_str()).collect();
        let files: Vec<&str> = item
            .character
            .clips
            .iter()
            .map(|clip| clip.name.as_str())
            .collect();
        let line = find_name(&names, wanted).map(|line| lines[line].pick);
        if let Some(pick) = line.or_else(|| find_name(&files, wanted).map(Pick::File)) {
            self.scene.pick(pick);
        }
    }
}

fn find_name(names: &[&str], wanted: &str) -> Option<usize> {
    let exact = names.iter().position(|name| *name == wanted);
    let lower = wanted.to_lowercase();
    let ignoring_case = || names.iter().position(|name| name.to_lowercase() == lower);
    let part = || {
        let mut found = names
            .iter()
            .enumerate()
            .filter(|(_, name)| name.to_lowercase().contains(&lower));
        let (index, _) = found.next()?;
        found.next().is_none().then_some(index)
    };
    exact.or_else(ignoring_case).or_else(part)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clip_is_found_by_name_then_ignoring_case_then_by_a_part_of_its_own() {
        let names = ["run", "Run_Fast", "idle1"];
        assert_eq!(find_name(&names, "run"), Some(0));
        assert_eq!(find_name(&names, "RUN_fast"), Some(1));
        assert_eq!(find_name(&names, "idle"), Some(2));
        assert_eq!(find_name(&names, "u"), None);
    }
}
