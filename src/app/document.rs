//! What is open: the scene, the loader, and the other characters that were opened together.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use crate::formats::{self, OpenError, OpenOptions, Opened, Progress};
use crate::model::Character;
use crate::pose::MappingRule;
use crate::scene::routing::unsaved_routes;
use crate::scene::worn::{Fit, Garment};
use crate::scene::{Item, Loader, Pick, Scene};
use crate::ui::{Notice, Opening};

/// Progress is shown only after this: most characters are there sooner.
const PATIENCE: Duration = Duration::from_millis(150);

/// What something is opened for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) enum Purpose {
    /// It takes the place of what is shown.
    #[default]
    Show,
    /// What is shown wears or holds it.
    Wear(Fit),
    /// It fills a slot of what is shown.
    Fill(&'static str),
    /// It is compared with what is shown.
    Compare,
}

/// What is open.
pub(super) struct Document {
    /// The character that is shown.
    pub scene: Scene,
    loader: Loader,
    options: OpenOptions,
    asked: Instant,
    /// All that was opened together; the shown one's place is empty.
    characters: Vec<Option<(Character, Vec<Garment>)>>,
    names: Vec<String>,
    shown: usize,
    rule: MappingRule,
    purpose: Purpose,
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
            characters: Vec::new(),
            names: Vec::new(),
            shown: 0,
            rule,
            purpose: Purpose::Show,
            first_clip,
        }
    }

    /// Opens paths on another thread, which calls `wake` when [`Self::poll`] has a result.
    pub fn open(&mut self, paths: Vec<PathBuf>, wake: impl FnOnce() + Send + 'static) {
        let options = self.options;
        self.purpose = Purpose::Show;
        self.asked = Instant::now();
        self.loader.start(
            move |progress| formats::open(&paths, &options, progress),
            wake,
        );
    }

    /// The same for the bundled sample.
    pub fn open_sample(&mut self, wake: impl FnOnce() + Send + 'static) {
        self.purpose = Purpose::Show;
        self.asked = Instant::now();
        self.loader.start(|_| Ok(formats::bundled::league()), wake);
    }

    /// The same for a purpose.
    pub fn open_for(
        &mut self,
        paths: Vec<PathBuf>,
        purpose: Purpose,
        wake: impl FnOnce() + Send + 'static,
    ) {
        match purpose {
            Purpose::Wear(fit) => self.wear(paths, fit, wake),
            Purpose::Fill(slot) => self.fill(paths, slot, wake),
            Purpose::Show | Purpose::Compare => {
                self.open(paths, wake);
                self.purpose = purpose;
            }
        }
    }

    /// Opens paths for the character that is shown to wear or hold: of each the first character.
    fn wear(&mut self, paths: Vec<PathBuf>, fit: Fit, wake: impl FnOnce() + Send + 'static) {
        let options = self.options;
        self.purpose = Purpose::Wear(fit);
        self.asked = Instant::now();
        let open = move |progress: &Progress| {
            let mut all = Opened::default();
            for path in &paths {
                let opened = formats::open(std::slice::from_ref(path), &options, progress)?;
                all.characters.extend(opened.characters.into_iter().next());
            }
            Ok(all)
        };
        self.loader.start(open, wake);
    }

    /// Opens the last material for a slot of the character that is shown.
    fn fill(
        &mut self,
        mut paths: Vec<PathBuf>,
        slot: &'static str,
        wake: impl FnOnce() + Send + 'static,
    ) {
        let Some(path) = paths.pop() else { return };
        self.purpose = Purpose::Fill(slot);
        self.asked = Instant::now();
        let open = move |_: &Progress| {
            let characters = vec![formats::open_material(&path)?];
            Ok(Opened {
                characters,
                ..Opened::default()
            })
        };
        self.loader.start(open, wake);
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

    /// Shows the result of opening, once. What was open stays where nothing could be opened; the error is for people.
    pub fn poll(&mut self) -> Option<Result<(), String>> {
        let opened = match self.loader.poll()? {
            Ok(opened) => opened,
            Err(OpenError::Cancelled) => return None,
            Err(error) => return Some(Err(error.to_string())),
        };
        if opened.characters.is_empty() {
            return Some(Err("nothing to show was found there".into()));
        }
        match (std::mem::take(&mut self.purpose), &mut self.scene.item) {
            (Purpose::Show, _) | (_, None) => {}
            (Purpose::Compare, Some(_)) => {
                let first = opened.characters.into_iter().next();
                first.into_iter().for_each(|one| self.compare(one));
                return Some(Ok(()));
            }
            (purpose, Some(item)) => return Some(put_on(item, opened.characters, &purpose)),
        }
        self.names = opened
            .characters
            .iter()
            .map(|character| character.name.clone())
            .collect();
        let bare = |character| Some((character, Vec::new()));
        self.characters = opened.characters.into_iter().map(bare).collect();
        self.scene.item = None;
        self.show(0);
        Some(Ok(()))
    }

    /// Compares what is shown with another one of what was opened together.
    pub fn compare_with(&mut self, index: usize) {
        if let Some(Some((character, _))) = self.characters.get(index) {
            self.compare(character.clone());
        }
    }

    /// It begins with a clip that was named outright, else with one that is called like the one that plays.
    fn compare(&mut self, character: Character) {
        let start = character.start.clip.map(Pick::File);
        let mut other = Item::new(character);
        other.dress_if_bare();
        let wanted = self.scene.item.as_ref().and_then(Item::picked_name);
        let lines = other.playables();
        let names: Vec<&str> = lines.iter().map(|line| line.name.as_str()).collect();
        let same = wanted.and_then(|wanted| find_name(&names, &wanted));
        let pick = start.or(same.map(|line| lines[line].pick));
        other.pick(pick.unwrap_or_default());
        let name = self.scene.name_beside(&other);
        self.scene.compare_with(other, Some(name));
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
                let garments = item.garments();
                *place = Some((item.character, garments));
            }
        }
        let Some((character, garments)) = self.characters[index].take() else {
            return;
        };
        self.shown = index;
        self.scene.show(character);
        if let Some(item) = &mut self.scene.item {
            for garment in garments {
                item.put_on(garment);
            }
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
        match saved.unwrap_or(Err("nothing is open".into())) {
            Ok(path) => Notice::note(format!("The routing was saved as {}.", path.display())),
            Err(why) => Notice::failed("Not saved", why),
        }
    }

    /// Routes chosen by hand that are not kept, of all that was opened together.
    pub fn unsaved_routes(&self) -> usize {
        let shown = self.scene.item.as_ref().map_or(0, Item::unsaved_routes);
        let others = self.characters.iter().flatten();
        let others = others.map(|(character, _)| unsaved_routes(character));
        shown + others.sum::<usize>()
    }

    /// Whether those of the shown character can be kept beside its skeleton.
    pub fn can_save_routes(&self) -> bool {
        let item = self.scene.item.as_ref();
        item.is_some_and(|item| item.routing_path().is_some())
    }

    /// Keeps the unsaved routes of each character beside its skeleton.
    pub fn save_all_routings(&mut self) -> Result<(), String> {
        if let Some(item) = &mut self.scene.item
            && item.unsaved_routes() > 0
        {
            item.save_routing()?;
        }
        for place in self.characters.iter_mut() {
            let Some((character, garments)) = place.take() else {
                continue;
            };
            if unsaved_routes(&character) == 0 {
                *place = Some((character, garments));
                continue;
            }
            let mut item = Item::new(character);
            let saved = item.save_routing();
            *place = Some((item.character, garments));
            saved?;
        }
        Ok(())
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

/// Gives what was opened to the one who wears it.
fn put_on(item: &mut Item, opened: Vec<Character>, purpose: &Purpose) -> Result<(), String> {
    let mut any = false;
    for character in opened {
        any |= match purpose {
            Purpose::Show | Purpose::Compare => false,
            Purpose::Wear(fit) => item.wear(character, fit.clone()),
            Purpose::Fill(slot) => item.fill_slot(slot, character),
        };
    }
    let why = match purpose {
        Purpose::Fill(slot) => format!("nothing here has a slot {slot}"),
        _ => "only meshes of the same game are worn and held".to_owned(),
    };
    if any { Ok(()) } else { Err(why) }
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
