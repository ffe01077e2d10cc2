//! The way from what is open to a `.glb`: directly, and off the UI thread with progress and a way to stop.

use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::ptr;
use std::sync::Arc;

use super::carried::carried;
use super::figure::Dressed;
use super::played::Played;
use crate::export::lostsaga::{self, Wanted, Written};
use crate::export::{ClipReport, ExportError, Exported, Watch, export, write_beside};
use crate::formats::Progress;
use crate::model::finding::counted;
use crate::model::{Character, ClipGraph, Family, Finding};
use crate::pose::MappingRule;
use crate::pose::graph::Controls;
use crate::scene::worn::Garment;
use crate::scene::{Item, Pick};
use crate::ui::{Exporting, Notice};

/// Exports some of what can be played of what is picked: mapped by the rule in use and the routes chosen by hand, under
/// the controls that are set, and with snaps baked where the item makes them. The item itself is left as it is.
///
/// # Errors
/// As [`export`].
pub(crate) fn export_item(
    item: &Item,
    picks: &[Pick],
    watch: &mut Watch<'_>,
) -> Result<Exported, ExportError> {
    let dressed = Dressed::of(item);
    let (worn, held) = (dressed.worn(), dressed.held());
    let figure = dressed.figure(&worn, &held);
    let mut exported = match item.skeleton() {
        Some(skeleton) => {
            let played = Played::of(item, skeleton, picks);
            let mut exported = export(&figure, &played.sources(), &played.victims(), watch)?;
            exported.findings.extend(played.finding());
            exported
        }
        None => {
            let mut exported = export(&figure, &[], &[], watch)?;
            let left_out = (!picks.is_empty()).then(|| clips_left_out(picks.len()));
            exported.findings.extend(left_out);
            exported
        }
    };
    exported.findings.extend(dressed.findings());
    Ok(exported)
}

/// How files of Lost Saga are written.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LostSagaOptions<'a> {
    /// Which ones.
    pub wanted: Wanted,
    /// Where to.
    pub output: &'a Path,
    /// Leaves the axes as they are.
    pub keep_axes: bool,
}

/// The same as files of Lost Saga. Those that are of this game and say the same already are carried over byte for byte.
///
/// # Errors
/// As [`lostsaga::write`]; a file that was opened is not written over.
pub(crate) fn export_lostsaga(
    item: &Item,
    picks: &[Pick],
    options: LostSagaOptions<'_>,
    watch: &mut Watch<'_>,
) -> Result<Written, ExportError> {
    let dressed = Dressed::of(item);
    let (worn, held) = (dressed.worn(), dressed.held());
    let figure = dressed.figure(&worn, &held);
    let bound = item.pairing().zip(item.mesh()).zip(item.skeleton());
    let rest = bound.map(|((pairing, mesh), skeleton)| pairing.bind_worlds(mesh, skeleton));
    let order = lostsaga::Order {
        wanted: options.wanted,
        output: options.output,
        unit: match item.character.family {
            Family::Toee => CENTIMETRES_AN_INCH,
            Family::League | Family::Spine | Family::LostSaga => 1.0,
        },
        keep_axes: options.keep_axes,
        rest: rest.as_deref(),
        carried: &carried(item, &dressed, picks),
    };
    let played = item
        .skeleton()
        .map(|skeleton| Played::of(item, skeleton, picks));
    let sources = played.iter().flat_map(Played::sources).collect::<Vec<_>>();
    let mut written = lostsaga::write(&figure, &sources, &order, watch)?;
    if matches!(options.wanted, Wanted::Clips | Wanted::Set) {
        written
            .findings
            .extend(played.iter().filter_map(Played::finding));
        let left_out = item.skeleton().is_none() && !picks.is_empty();
        written
            .findings
            .extend(left_out.then(|| clips_left_out(picks.len())));
    }
    written.findings.extend(dressed.findings());
    let is_opened = |path: &Path| {
        let path = path.canonicalize();
        let mut files = item.character.files.iter();
        path.is_ok_and(|path| files.any(|file| file.canonicalize().is_ok_and(|file| file == path)))
    };
    match written.files.iter().find(|(path, _)| is_opened(path)) {
        Some((path, _)) => Err(ExportError::Opened(path.display().to_string())),
        None => Ok(written),
    }
}

/// The unit of The Temple of Elemental Evil in that of Lost Saga.
const CENTIMETRES_AN_INCH: f32 = 2.54;

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
    /// Index of the clip graph.
    graph: Option<usize>,
    rule: MappingRule,
    controls: Controls,
    snaps: bool,
    visible: Vec<bool>,
    garments: Vec<Garment>,
    clips: Vec<Pick>,
}

impl Order {
    /// All that can be played of an item, or what is picked.
    pub fn new(item: &Item, all_clips: bool) -> Self {
        let mut graphs = item.character.graphs.iter();
        let in_use = |graph: &ClipGraph| item.graph().is_some_and(|used| ptr::eq(used, graph));
        Self {
            character: item.character.clone(),
            picks: item.picks(),
            graph: graphs.position(in_use),
            rule: item.rule(),
            controls: Controls {
                pass: 0,
                ..item.controls().clone()
            },
            snaps: item.snaps_on(),
            visible: item.visible.clone(),
            garments: item.garments(),
            clips: match (all_clips, item.picked()) {
                (true, _) => item.playables().iter().map(|line| line.pick).collect(),
                (false, Pick::Bind) => Vec::new(),
                (false, pick) => vec![pick],
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

    fn run(self, path: &Path, progress: &Progress) -> Result<String, ExportError> {
        let mut item = Item::new(self.character);
        item.pick_mesh(self.picks.1);
        item.pick_skeleton(self.picks.0);
        if let Some(graph) = self.graph {
            item.pick_graph(graph);
        }
        item.set_rule(self.rule);
        item.set_controls(self.controls);
        item.set_snaps(self.snaps);
        item.visible = self.visible;
        for garment in self.garments {
            item.put_on(garment);
        }
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
        if let Some(wanted) = Wanted::of(path) {
            let options = LostSagaOptions {
                wanted,
                output: path,
                keep_axes: false,
            };
            let written = export_lostsaga(&item, &self.clips, options, &mut watch)?;
            progress.check().map_err(|_| ExportError::Cancelled)?;
            for (path, bytes) in &written.files {
                write_beside(path, bytes)?;
            }
            let files = counted(written.files.len(), "file", "files");
            return Ok(told((&written.clips, &written.findings), &files, path));
        }
        let exported = export_item(&item, &self.clips, &mut watch)?;
        // Stopped in the last clip: then nothing is written either.
        progress.check().map_err(|_| ExportError::Cancelled)?;
        write_beside(path, &exported.glb)?;
        let clips = counted(exported.clips.len(), "clip", "clips");
        Ok(told((&exported.clips, &exported.findings), &clips, path))
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
                Ok(Ok(told)) => Some(Notice::note(told)),
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

fn told((clips, findings): (&[ClipReport], &[Finding]), what: &str, path: &Path) -> String {
    let mut text = format!("Exported {what} to {}.", path.display());
    if let Some(worst) = clips
        .iter()
        .max_by(|a, b| a.worst_error.total_cmp(&b.worst_error))
    {
        let keys = clips.iter().map(|clip| clip.keys).sum();
        text += &format!(
            " {}; nothing is off by more than {:.4} units (in {}, at {:.3} s).",
            counted(keys, "key", "keys"),
            worst.worst_error,
            worst.name,
            worst.worst_time
        );
    }
    for finding in findings {
        text += &format!("\n{}; {}.", finding.message, finding.fix);
    }
    text
}
