//! The same files read again: whether what was read may be believed, and what was picked of the old carried over to it.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::changes::Changes;
use super::{Item, Scene, carry};
use crate::model::{Character, Finding, Image, Severity};

/// Why a character that was read again should not take the place of the old by itself: a file that was read before is
/// refused now, or ends too early, as files do that are still being written; or the skeleton's or the mesh's is gone.
/// One sentence, without what follows from it.
pub fn doubt(old: &Character, new: &Character) -> Option<String> {
    let missing = old.files.iter().filter(|file| !new.files.contains(file));
    for file in missing {
        if !file.exists() {
            let of_file = |other: &Option<PathBuf>| other.as_ref() == Some(file);
            let is_body = old.skeletons.iter().any(|it| of_file(&it.file))
                || old.meshes.iter().any(|it| of_file(&it.file));
            if is_body {
                return Some(format!("{} is gone.", file.display()));
            }
            continue;
        }
        return Some(match of(&new.findings, file).next() {
            Some(finding) => format!("{}: {}.", file.display(), finding.message),
            None => format!("{} cannot be read now.", file.display()),
        });
    }
    // Lenient readers keep what they have read of a file that was cut off.
    let is_cut = |finding: &&Finding| {
        finding.severity == Severity::Error
            && (finding.code.ends_with("cut") || finding.code.starts_with("file."))
    };
    let was_there = |finding: &Finding| {
        let same = |old: &Finding| (old.code, &old.file) == (finding.code, &finding.file);
        old.findings.iter().any(same)
    };
    let mut cut = new.findings.iter().filter(is_cut);
    let finding = cut.find(|finding| !was_there(finding))?;
    let file = finding.file.as_deref().filter(|file| file.exists())?;
    Some(format!("{}: {}.", file.display(), finding.message))
}

fn of<'a>(findings: &'a [Finding], file: &Path) -> impl Iterator<Item = &'a Finding> {
    let of_file = move |finding: &&Finding| finding.file.as_deref() == Some(file);
    findings.iter().filter(of_file)
}

/// The pictures of a character, by file: for [`share_images`].
pub fn images(character: &Character) -> Vec<(PathBuf, Arc<Image>)> {
    let textures = character.textures.iter();
    textures
        .filter_map(|texture| Some((texture.file.clone()?, texture.image.clone()?)))
        .collect()
}

/// Takes for each picture of `character` that did not change the one that is there already: it need be neither compared
/// nor uploaded again.
pub fn share_images(character: &mut Character, known: &[(PathBuf, Arc<Image>)]) {
    for texture in &mut character.textures {
        let (Some(image), Some(file)) = (&mut texture.image, &texture.file) else {
            continue;
        };
        if let Some((_, same)) = known
            .iter()
            .find(|(path, old)| path == file && old == image)
        {
            *image = same.clone();
        }
    }
}

impl Scene {
    /// Shows a character that was read again in place of the old. Camera, time, selection, and all that was picked and
    /// set by hand stay where the new one has the same; parts are told apart by name, not by index. A character of
    /// another family is shown as if it had been opened. Gives what differs; where nothing does, nothing happens.
    pub fn replace(&mut self, mut character: Character) -> Changes {
        let Some(mut old) = self.item.take() else {
            self.show(character);
            return Changes::default();
        };
        self.name(&mut character);
        carry::choices(&old, &mut character);
        carry::names_of_clips(&old.character, &mut character);
        let changes = old.as_read(|old| Changes::between(old, &character));
        if changes.is_empty() {
            self.item = Some(old);
            return changes;
        }
        if old.character.family != character.family {
            self.show(character);
            return changes;
        }
        let mut item = Item::with_images(character, &old.textures);
        carry::parts(&old, &mut item);
        carry::selection(&old, self, &item);
        let worn = old.worn.len();
        carry::dress(&mut old, &mut item);
        if item.worn.len() != worn {
            self.selected_worn = None;
        }
        carry::switches(&old, &mut item);
        let found = carry::pick(&old, &mut item);
        if let Some(other) = &mut self.other {
            other.renew(&item, |other| carry::same_pick(other, &item));
        }
        let pass = item.pass();
        self.item = Some(item);
        self.marks = Default::default();
        if found {
            self.clock.set_duration(pass);
        } else {
            self.clock.restart(pass);
            self.follow_clip();
        }
        self.follow_length();
        changes
    }
}
