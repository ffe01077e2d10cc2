//! What is open: the scene, the loader, and the other characters that were opened together.

use std::path::PathBuf;
use std::time::{Duration, Instant, SystemTime};

use super::reload::Reason;
use crate::formats::{self, OpenError, OpenOptions, Opened, Progress};
use crate::model::{Character, Family};
use crate::pose::MappingRule;
use crate::scene::material::MeshAt;
use crate::scene::worn::{Fit, Garment};
use crate::scene::{Item, Loader, Pick, Scene};
use crate::ui::{Notice, Opening};

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

/// What something is read for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) enum Purpose {
    /// It takes the place of what is shown.
    #[default]
    Show,
    /// What is shown wears or holds it.
    Wear(Fit),
    /// It fills a slot of what is shown.
    Fill(&'static str),
    /// A mesh of what is shown gets its look; read at once, never by the loader.
    Dress(MeshAt),
    /// It is compared with what is shown.
    Compare,
    /// It is what is shown, as its files have it now.
    Reload(Reason),
}

/// What is open.
pub(super) struct Document {
    /// The character that is shown.
    pub scene: Scene,
    pub(super) loader: Loader,
    pub(super) options: OpenOptions,
    pub(super) asked: Instant,
    /// When what is being read began to be.
    pub(super) began: SystemTime,
    /// What that is for.
    pub(super) purpose: Purpose,
    /// What is being read; empty for the bundled sample.
    asked_for: Vec<PathBuf>,
    /// Files that have changed are read again once what is being read is there.
    pub(super) postponed: Option<Reason>,
    /// What was opened; empty for the bundled sample.
    pub(super) paths: Vec<PathBuf>,
    /// All that was opened together; the shown one's place is empty.
    pub(super) characters: Vec<Option<(Character, Vec<Garment>)>>,
    pub(super) names: Vec<String>,
    /// When each of them was read.
    pub(super) read_at: Vec<SystemTime>,
    pub(super) shown: usize,
    rule: MappingRule,
    /// Of what was shown before the program was last ended.
    pub(super) last_family: Family,
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
            purpose: Purpose::Show,
            asked_for: Vec::new(),
            postponed: None,
            paths: Vec::new(),
            characters: Vec::new(),
            names: Vec::new(),
            read_at: Vec::new(),
            shown: 0,
            rule,
            last_family: Family::League,
            first_clip,
        }
    }

    /// Opens paths on another thread, which calls `wake` when [`Self::poll`] has a result.
    pub fn open(&mut self, paths: Vec<PathBuf>, wake: impl FnOnce() + Send + 'static) {
        self.read(paths, Purpose::Show, wake);
    }

    fn read(
        &mut self,
        paths: Vec<PathBuf>,
        purpose: Purpose,
        wake: impl FnOnce() + Send + 'static,
    ) {
        let options = self.options;
        self.begin(purpose, &paths);
        self.loader.start(
            move |progress| formats::open(&paths, &options, progress),
            wake,
        );
    }

    /// The family of what is shown, else of what was shown last, else League.
    pub fn family(&self) -> Family {
        let item = self.scene.item.as_ref();
        item.map_or(self.last_family, |item| item.character.family)
    }

    /// The same for the bundled sample of a family.
    pub fn open_sample(&mut self, family: Family, wake: impl FnOnce() + Send + 'static) {
        self.begin(Purpose::Show, &[]);
        let folder = samples_folder();
        let open = move |progress: &Progress| formats::bundled::sample(family, &folder, progress);
        self.loader.start(open, wake);
    }

    /// Whatever was being read before is read no longer.
    pub(super) fn begin(&mut self, purpose: Purpose, paths: &[PathBuf]) {
        if let (Purpose::Reload(reason), Some(_)) = (&self.purpose, self.loader.current()) {
            self.postponed = Some(*reason);
        }
        if matches!(purpose, Purpose::Show | Purpose::Reload(_)) {
            self.postponed = None;
        }
        self.purpose = purpose;
        self.asked_for = paths.to_vec();
        self.asked = Instant::now();
        self.began = SystemTime::now();
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
            Purpose::Dress(_) => {}
            Purpose::Show | Purpose::Compare => self.read(paths, purpose, wake),
            Purpose::Reload(reason) => self.reload(reason, wake),
        }
    }

    /// Opens paths for the character that is shown to wear or hold: of each the first character.
    fn wear(&mut self, paths: Vec<PathBuf>, fit: Fit, wake: impl FnOnce() + Send + 'static) {
        let options = self.options;
        self.begin(Purpose::Wear(fit), &paths);
        let open = move |progress: &Progress| {
            let mut all = Opened::default();
            for path in &paths {
                formats::check_mesh(path)?;
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
        self.begin(Purpose::Fill(slot), std::slice::from_ref(&path));
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

    /// Shows the result of reading, once. What was open stays where nothing could be read.
    pub fn poll(&mut self) -> Option<Done> {
        let result = self.loader.poll()?;
        if matches!(result, Err(OpenError::Cancelled)) {
            return None;
        }
        let purpose = std::mem::take(&mut self.purpose);
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
        match (purpose, &mut self.scene.item) {
            (Purpose::Show, _) | (_, None) => {}
            (Purpose::Compare, Some(_)) => {
                let first = opened.characters.into_iter().next();
                first.into_iter().for_each(|one| self.compare(one));
                return Some(Done::Changed(None));
            }
            (purpose, Some(item)) => {
                let was_undressed = item.is_undressed();
                let done = put_on(item, opened.characters, &purpose);
                if was_undressed && !item.is_undressed() {
                    self.scene.ask_fit();
                }
                return Some(done);
            }
        }
        self.paths = std::mem::take(&mut self.asked_for);
        self.names = opened
            .characters
            .iter()
            .map(|character| character.name.clone())
            .collect();
        self.read_at = vec![self.began; self.names.len()];
        let bare = |character| Some((character, Vec::new()));
        self.characters = opened.characters.into_iter().map(bare).collect();
        self.scene.item = None;
        self.show(0);
        Some(Done::Opened)
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
fn put_on(item: &mut Item, opened: Vec<Character>, purpose: &Purpose) -> Done {
    let mut any = false;
    for character in opened {
        any |= match purpose {
            Purpose::Show | Purpose::Compare | Purpose::Dress(_) | Purpose::Reload(_) => false,
            Purpose::Wear(fit) => item.wear(character, fit.clone()),
            Purpose::Fill(slot) => item.fill_slot(slot, character),
        };
    }
    let why = match purpose {
        Purpose::Fill(slot) => format!("nothing here has a slot {slot}"),
        _ => "only meshes of the same game are worn and held".to_owned(),
    };
    match any {
        true => Done::Changed(None),
        false => Done::Failed(Notice::error(why)),
    }
}

/// Where samples are put that are read from a disk: the platform's place for what can be made again.
fn samples_folder() -> PathBuf {
    let of = |variable: &str| std::env::var_os(variable).map(PathBuf::from);
    let cache = of("XDG_CACHE_HOME")
        .or_else(|| of("LOCALAPPDATA"))
        .or_else(|| Some(of("HOME")?.join(".cache")))
        .filter(|folder| folder.is_absolute());
    let of_process = || std::env::temp_dir().join(format!("rigscope-{}", std::process::id()));
    let cache = cache.map(|folder| folder.join("rigscope"));
    cache.unwrap_or_else(of_process).join("samples")
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
