//! Reading what is shown again, when a person asks for it or its files have changed.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::document::{Document, Done, Purpose};
use crate::formats::{self, OpenError, Opened};
use crate::model::Character;
use crate::scene::reload;
use crate::ui::Notice;

/// Why what is shown is read again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reason {
    /// A person asked for it, and takes what is there.
    Asked,
    /// One of its files has changed.
    File,
    /// A folder of its files has, which need not concern it.
    Folder,
}

/// More files and folders than these are not followed.
const MOST_FOLLOWED: usize = 20_000;

/// Said after what is wrong with files that have changed.
const STAYS: &str = "The character stays as it was, and is read again when the file changes. Reload (F5) shows what is \
                     there now.";

impl Document {
    /// Reads what is shown again on another thread, which calls `wake` when [`Self::poll`] has a result. Nothing happens
    /// to the bundled sample; while something else is being opened, it is postponed.
    pub fn reload(&mut self, reason: Reason, wake: impl FnOnce() + Send + 'static) {
        let opens = self.loader.current().is_some();
        let Some(item) = &self.scene.item else { return };
        if self.paths.is_empty() {
            return;
        }
        if opens && !matches!(self.purpose, Purpose::Reload(_)) {
            self.postponed = Some(reason);
            return;
        }
        let (paths, options) = (self.paths.clone(), self.options);
        let files = item.character.files.clone();
        let known = reload::images(&item.character);
        self.begin(Purpose::Reload(reason), &[]);
        self.loader.start(
            move |progress| {
                let mut character = formats::reopen(&paths, &options, &files, progress)?;
                reload::share_images(&mut character, &known);
                Ok(Opened {
                    characters: vec![character],
                    ..Opened::default()
                })
            },
            wake,
        );
    }

    /// Shows what was read again, or says why not.
    pub(super) fn show_reloaded(
        &mut self,
        reason: Reason,
        result: Result<Opened, OpenError>,
    ) -> Done {
        let not = |why: String| Done::Failed(Notice::failed("Not reloaded", why));
        let mut opened = match result {
            Ok(opened) => opened,
            Err(error) if reason == Reason::Asked => return not(error.to_string()),
            Err(error) => return not(format!("{error}. {STAYS}")),
        };
        let (Some(new), Some(item)) = (opened.characters.pop(), &self.scene.item) else {
            return Done::Changed(None);
        };
        let before = item.character.family;
        let doubt = reload::doubt(&item.character, &new);
        if let Some(doubt) = doubt.filter(|_| reason != Reason::Asked) {
            return not(format!("{doubt} {STAYS}"));
        }
        let (family, name) = (new.family, new.name.clone());
        let changes = self.scene.replace(new);
        if let Some(place) = self.names.get_mut(self.shown) {
            *place = name;
        }
        if let Some(place) = self.read_at.get_mut(self.shown) {
            *place = self.began;
        }
        Done::Changed(if family != before {
            let now = format!("Reloaded: it is a character of {} now.", family.title());
            Some(Notice::brief(now))
        } else if changes.is_empty() && reason == Reason::Folder {
            None
        } else {
            Some(Notice::brief(format!("Reloaded: {}.", changes.sentence())))
        })
    }

    /// The files and folders that what is shown depends on, and when they began to be read. Empty for the bundled sample.
    pub fn followed(&self) -> (Vec<PathBuf>, SystemTime) {
        let read_at = self.read_at.get(self.shown);
        let since = read_at.copied().unwrap_or_else(SystemTime::now);
        match &self.scene.item {
            Some(item) if !self.paths.is_empty() => {
                (depends_on(&item.character, &self.paths), since)
            }
            _ => (Vec::new(), since),
        }
    }
}

/// What was named, all files that were read or looked for, and the folders they lie in: those change when files come.
fn depends_on(character: &Character, named: &[PathBuf]) -> Vec<PathBuf> {
    let textures = character.textures.iter();
    let materials = character.materials.iter().flatten();
    let files = (named.iter().chain(&character.files))
        .chain(textures.filter_map(|texture| texture.file.as_ref()))
        .chain(materials.flat_map(|material| &material.looked_for))
        .map(PathBuf::as_path);
    let mut seen = HashSet::new();
    let with_folder = |file: &Path| [Some(file.to_owned()), file.parent().map(Path::to_owned)];
    files
        .flat_map(with_folder)
        .flatten()
        .filter(|path| !path.as_os_str().is_empty() && seen.insert(path.clone()))
        .take(MOST_FOLLOWED)
        .collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

    use std::fs;
    use std::time::{Duration, Instant};

    use super::*;
    use crate::formats::OpenOptions;
    use crate::formats::league::anm;
    use crate::model::{Curve, Family};
    use crate::pose::MappingRule;
    use crate::ui::NoticeKind;

    const SAMPLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/samples");

    fn copy(from: &Path, to: &Path) {
        fs::create_dir_all(to).unwrap();
        for entry in fs::read_dir(from).unwrap().flatten() {
            let target = to.join(entry.file_name());
            match entry.path().is_dir() {
                true => copy(&entry.path(), &target),
                false => drop(fs::copy(entry.path(), target).unwrap()),
            }
        }
    }

    struct Bench {
        folder: tempfile::TempDir,
        document: Document,
    }

    impl Bench {
        /// A copy of the League sample, in the middle of its walk, looked at from below with a joint selected.
        fn new() -> Self {
            let folder = tempfile::tempdir().unwrap();
            copy(&Path::new(SAMPLES).join("league"), folder.path());
            let options = OpenOptions { only: false };
            let walk = Some("walk".to_owned());
            let document = Document::new(options, MappingRule::default(), walk);
            let mut bench = Self { folder, document };
            bench.write_walk(0);
            bench.document.open(vec![bench.folder.path().into()], || ());
            assert!(matches!(bench.ended(), Done::Opened));
            let scene = &mut bench.document.scene;
            scene.fit_now(1.0);
            scene.camera.orbit(0.5, 0.25);
            scene.clock.seek(0.3);
            scene.selected_joint = Some(2);
            scene.item.as_mut().unwrap().visible[0] = false;
            bench
        }

        fn path(&self, name: &str) -> PathBuf {
            self.folder.path().join(name)
        }

        /// The walk with some of its tracks held still.
        fn write_walk(&self, still: usize) {
            let original = Path::new(SAMPLES).join("league/animations/walk.anm");
            let (mut clip, _) = anm::read(&fs::read(original).unwrap()).unwrap();
            for track in clip.tracks.iter_mut().take(still) {
                track.rotation = Some(Curve::Frames(vec![glam::Quat::from_rotation_x(1.0)]));
            }
            let bytes = anm::write_v5(&clip).unwrap();
            fs::write(self.path("animations/walk.anm"), bytes).unwrap();
        }

        fn ended(&mut self) -> Done {
            let begun = Instant::now();
            loop {
                if let Some(done) = self.document.poll() {
                    return done;
                }
                assert!(begun.elapsed() < Duration::from_secs(60));
                std::thread::sleep(Duration::from_millis(2));
            }
        }

        fn reload(&mut self, reason: Reason) -> Done {
            self.document.reload(reason, || ());
            self.ended()
        }

        /// What is said after the reload.
        fn said(&mut self, reason: Reason) -> Option<String> {
            match self.reload(reason) {
                Done::Changed(notice) => notice.map(|notice| notice.text),
                Done::Failed(notice) => {
                    assert_eq!(notice.kind, NoticeKind::Error("Not reloaded"));
                    Some(format!("not: {}", notice.text))
                }
                Done::Opened => panic!("nothing else was opened"),
            }
        }
    }

    #[test]
    fn what_did_not_change_is_told_where_it_was_asked_for() {
        let mut bench = Bench::new();
        let nothing = Some("Reloaded: nothing differs.".to_owned());
        assert_eq!(bench.said(Reason::Asked), nothing);
        assert_eq!(bench.said(Reason::File), nothing);
        assert_eq!(bench.said(Reason::Folder), None);
    }

    #[test]
    fn a_changed_clip_is_shown_at_the_same_moment_from_the_same_side() {
        let mut bench = Bench::new();
        let (camera, clock) = (bench.document.scene.camera, bench.document.scene.clock);
        bench.write_walk(2);
        let said = bench.said(Reason::File);
        assert_eq!(said.as_deref(), Some("Reloaded: 2 tracks of walk differ."));
        let scene = &bench.document.scene;
        assert_eq!((scene.camera, scene.clock), (camera, clock));
        assert_eq!(scene.selected_joint, Some(2));
        let item = scene.item.as_ref().unwrap();
        assert_eq!(item.picked_name().as_deref(), Some("Walk"));
        assert!(!item.visible[0] && item.visible[1..].iter().all(|shown| *shown));
        assert!(!scene.fit_is_wanted());
    }

    #[test]
    fn a_half_written_file_keeps_the_character_until_it_is_whole_or_it_is_asked_for() {
        for name in [
            "pip.skn",
            "pip.skl",
            "animations/walk.anm",
            "pip_base_tx_cm.tex",
        ] {
            let mut bench = Bench::new();
            let path = bench.path(name);
            let whole = fs::read(&path).unwrap();
            for length in [0, 3, whole.len() / 2] {
                fs::write(&path, &whole[..length]).unwrap();
                let before = bench
                    .document
                    .scene
                    .item
                    .as_ref()
                    .unwrap()
                    .character
                    .clone();
                let said = bench.said(Reason::File).unwrap();
                let part = format!("{name} of {length} bytes: {said}");
                assert!(said.starts_with("not: ") && said.contains(name), "{part}");
                assert!(said.contains("stays as it was"), "{part}");
                let now = &bench.document.scene.item.as_ref().unwrap().character;
                assert_eq!(*now, before, "{part}");
            }
            fs::write(&path, &whole).unwrap();
            let said = bench.said(Reason::File);
            assert_eq!(said.as_deref(), Some("Reloaded: nothing differs."));
            fs::write(&path, &whole[..3]).unwrap();
            let said = bench.said(Reason::Asked).unwrap();
            assert!(
                said.starts_with("Reloaded: ") && !said.contains("nothing"),
                "{said}"
            );
        }
    }

    #[test]
    fn a_clip_that_is_gone_is_gone_and_a_mesh_that_is_gone_stays() {
        let mut bench = Bench::new();
        fs::remove_file(bench.path("pip.skn")).unwrap();
        let said = bench.said(Reason::File).unwrap();
        assert!(
            said.starts_with("not: ") && said.contains("pip.skn is gone."),
            "{said}"
        );
        assert!(bench.document.scene.item.as_ref().unwrap().mesh().is_some());
        copy(&Path::new(SAMPLES).join("league"), bench.folder.path());
        bench.write_walk(0);
        fs::remove_file(bench.path("animations/idle.anm")).unwrap();
        let said = bench.said(Reason::File).unwrap();
        assert!(said.contains("clip idle is gone"), "{said}");
        let item = bench.document.scene.item.as_ref().unwrap();
        assert_eq!(item.picked_name().as_deref(), Some("Walk"));
        fs::remove_dir_all(bench.folder.path()).unwrap();
        let said = bench.said(Reason::Asked).unwrap();
        assert!(said.contains("no such file or folder"), "{said}");
        assert!(bench.document.scene.item.is_some());
    }

    #[test]
    fn a_character_of_another_family_is_shown_as_if_opened() {
        let mut bench = Bench::new();
        fs::remove_dir_all(bench.folder.path()).unwrap();
        copy(&Path::new(SAMPLES).join("spine"), bench.folder.path());
        let said = bench.said(Reason::File).unwrap();
        assert!(
            said.starts_with("not: ") && said.contains("is gone"),
            "{said}"
        );
        let said = bench.said(Reason::Asked);
        let expected = "Reloaded: it is a character of Spine now.";
        assert_eq!(said.as_deref(), Some(expected));
        let scene = &bench.document.scene;
        let item = scene.item.as_ref().unwrap();
        assert_eq!(item.character.family, Family::Spine);
        assert!(scene.fit_is_wanted() && scene.selected_joint.is_none());
    }

    #[test]
    fn what_is_followed_are_the_files_and_their_folders() {
        let bench = Bench::new();
        let (paths, since) = bench.document.followed();
        for name in [
            "",
            "pip.skn",
            "animations",
            "animations/walk.anm",
            "pip_base_tx_cm.tex",
        ] {
            let path = bench.folder.path().join(name);
            assert!(paths.contains(&path), "{name}: {paths:?}");
        }
        assert!(since <= SystemTime::now());
        let mut sample = Document::new(OpenOptions::default(), MappingRule::default(), None);
        sample.open_sample(Family::League, || ());
        let mut of_sample = Bench {
            folder: bench.folder,
            document: sample,
        };
        assert!(matches!(of_sample.ended(), Done::Opened));
        assert_eq!(of_sample.document.followed().0, Vec::<PathBuf>::new());
        of_sample.document.reload(Reason::Asked, || ());
        assert!(of_sample.document.poll().is_none());
    }
}
