//! The way from what is open to a `.glb`: directly, and off the UI thread with progress and a way to stop.

use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::export::{ClipSource, ExportError, Exported, Figure, Watch, export, write_beside};
use crate::formats::Progress;
use crate::model::finding::counted;
use crate::model::{Character, Finding, Influences};
use crate::pose::{MappingRule, mapping};
use crate::scene::Item;
use crate::ui::{Exporting, Notice};

/// Exports some of the clips of what is picked, mapped by the rule in use.
///
/// # Errors
/// As [`export`].
pub(crate) fn export_item(
    item: &Item,
    clips: &[usize],
    watch: &mut Watch<'_>,
) -> Result<Exported, ExportError> {
    let character = &item.character;
    let none = Influences::default();
    let (skeleton_index, mesh_index, _) = item.picks();
    let skeleton = skeleton_index.and_then(|index| character.skeletons.get(index));
    let materials = mesh_index.and_then(|index| character.materials.get(index));
    let figure = Figure {
        name: &character.name,
        family: character.family.title(),
        basis: character.family.basis(),
        skeleton,
        mesh: item.mesh(),
        influences: item.influences().unwrap_or(&none),
        materials: materials.map_or(&[], Vec::as_slice),
        textures: &character.textures,
        visible: &item.visible,
    };
    let stored = clips.iter().filter_map(|&clip| {
        let (skeleton, clip) = (skeleton?, character.clips.get(clip)?);
        let skins = item.joint_skins();
        let mapping = mapping::map(item.rule(), skeleton, skins, &clip.tracks);
        Some(ClipSource::stored(skeleton, clip, mapping))
    });
    let sources: Vec<ClipSource<'_>> = stored.collect();
    // No event that snaps a joint is read yet.
    let mut exported = export(&figure, &sources, &[], watch)?;
    if skeleton.is_none() && !clips.is_empty() {
        exported.findings.push(clips_left_out(clips.len()));
    }
    Ok(exported)
}

fn clips_left_out(clips: usize) -> Finding {
    Finding::warning(
        "export.clips-without-skeleton",
        format!(
            "no skeleton is at hand: {} left out",
            counted(clips, "clip was", "clips were")
        ),
        "open the .skl file too",
    )
}

/// What the thread needs of an item.
#[derive(Debug)]
pub(super) struct Order {
    character: Character,
    picks: (Option<usize>, Option<usize>, Option<usize>),
    rule: MappingRule,
    visible: Vec<bool>,
    clips: Vec<usize>,
}

impl Order {
    /// All clips of an item, or the one in use.
    pub fn new(item: &Item, all_clips: bool) -> Self {
        let picks = item.picks();
        Self {
            character: item.character.clone(),
            picks,
            rule: item.rule(),
            visible: item.visible.clone(),
            clips: match all_clips {
                true => (0..item.character.clips.len()).collect(),
                false => picks.2.into_iter().collect(),
            },
        }
    }

    /// A name to offer in the dialog.
    pub fn file_name(&self) -> String {
        let letters = self.character.name.chars();
        let name: String = letters
            .map(|letter| match letter {
                '/' | '\\' | ':' | '*' | '?' | '"' | '<' | '>' | '|' => '_',
                letter if letter.is_control() => '_',
                letter => letter,
            })
            .collect();
        format!("{name}.glb")
    }

    fn run(self, path: &Path, progress: &Progress) -> Result<Exported, ExportError> {
        let mut item = Item::new(self.character);
        item.pick_mesh(self.picks.1);
        item.pick_skeleton(self.picks.0);
        item.set_rule(self.rule);
        item.visible = self.visible;
        progress.expect(self.clips.len());
        let mut watch = |index: usize, _: usize, name: &str| {
            if index > 0 {
                progress.finish_one();
            }
            progress.begin(name);
            match progress.check() {
                Ok(()) => ControlFlow::Continue(()),
                Err(_) => ControlFlow::Break(()),
            }
        };
        let exported = export_item(&item, &self.clips, &mut watch)?;
        // Stopped in the last clip: then nothing is written either.
        progress.check().map_err(|_| ExportError::Cancelled)?;
        write_beside(path, &exported.glb)?;
        Ok(exported)
    }
}

/// One export at a time.
#[derive(Default)]
pub(super) struct Exporter {
    progress: Option<Arc<Progress>>,
}

impl Exporter {
    /// Exports on a thread of its own, which calls `done` with what to tell people: nothing where it was stopped.
    pub fn start(
        &mut self,
        order: Order,
        path: PathBuf,
        done: impl FnOnce(Option<Notice>) + Send + 'static,
    ) {
        let progress = Arc::new(Progress::default());
        self.progress = Some(progress.clone());
        std::thread::spawn(move || {
            // A fault must not leave whoever waits waiting for ever.
            let result = catch_unwind(AssertUnwindSafe(|| order.run(&path, &progress)));
            done(match result {
                Ok(Ok(exported)) => Some(Notice::note(told(&exported, &path))),
                Ok(Err(ExportError::Cancelled)) => None,
                Ok(Err(error)) => Some(Notice::failed("Not exported", error.to_string())),
                Err(_) => Some(Notice::failed(
                    "Not exported",
                    "the export broke off by a fault of this program",
                )),
            });
        });
    }

    pub fn finish(&mut self) {
        self.progress = None;
    }

    pub fn cancel(&self) {
        if let Some(progress) = &self.progress {
            progress.cancel();
        }
    }

    /// What is being exported, for people.
    pub fn current(&self) -> Option<Exporting> {
        let (done, total, current) = self.progress.as_ref()?.state();
        Some(Exporting {
            clips: (done, total),
            current,
        })
    }
}

fn told(exported: &Exported, path: &Path) -> String {
    let mut text = format!(
        "Exported {} to {}.",
        counted(exported.clips.len(), "clip", "clips"),
        path.display()
    );
    if let Some(worst) = exported
        .clips
        .iter()
        .max_by(|a, b| a.worst_error.total_cmp(&b.worst_error))
    {
        let keys = exported.clips.iter().map(|clip| clip.keys).sum();
        text += &format!(
            " {}; nothing is off by more than {:.4} units (in {}, at {:.3} s).",
            counted(keys, "key", "keys"),
            worst.worst_error,
            worst.name,
            worst.worst_time
        );
    }
    for finding in &exported.findings {
        text += &format!("\n{}; {}.", finding.message, finding.fix);
    }
    text
}
