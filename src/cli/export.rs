//! `rigscope export`: glTF binary with mesh, skin, textures and clips, and files of Lost Saga.

use std::ops::ControlFlow;
use std::path::Path;

use super::args::{AxesArg, BakeArg, ExportArgs};
use super::{Failure, Outcome, and_unread, clips, complain, open_named, print, report};
use crate::app::{LostSagaOptions, export_item, export_lostsaga};
use crate::export::lostsaga::{Wanted, Written};
use crate::export::{ClipReport, Exported, write_beside};
use crate::model::finding::counted;
use crate::model::{Family, Finding, Severity};
use crate::scene::{Item, Pick};

/// Of so many clips or more each is announced.
const WORTH_PROGRESS: usize = 4;

pub fn run(args: &ExportArgs) -> Result<Outcome, Failure> {
    let wanted = Wanted::of(&args.output);
    if wanted.is_none() {
        check_ending(&args.output)?;
        if args.axes == AxesArg::Keep {
            let message = "a .glb has axes of its own: --axes keep is for the files of Lost Saga";
            return Err(Failure::Argument(message.into()));
        }
    }
    let mut item = Item::new(open_named(&args.input, &args.graph.names)?);
    if item.character.family == Family::Spine {
        let format = if wanted.is_some() {
            "Lost Saga"
        } else {
            "glTF"
        };
        let message = format!(
            "Spine characters are not exported: {format} has no slots, draw order or flat attachments; name the files of a \
             League character, or make pictures with `rigscope render`"
        );
        return Err(Failure::Argument(message));
    }
    item.set_rule(args.mapping.into());
    item.set_snaps(args.snap == BakeArg::Bake);
    super::worn::put_on(&mut item, &args.worn)?;
    clips::use_graph(&mut item, &args.graph)?;
    let clips = match wanted {
        Some(Wanted::Skeleton | Wanted::Mesh) => Vec::new(),
        _ => picks(&mut item, args)?,
    };
    clips::use_controls(&mut item, &args.graph)?;
    let mut watch = |index: usize, count: usize, name: &str| {
        if count >= WORTH_PROGRESS {
            complain(&format!("clip {} of {count}: {name}", index + 1));
        }
        ControlFlow::Continue(())
    };
    if let Some(wanted) = wanted {
        let options = LostSagaOptions {
            wanted,
            output: &args.output,
            keep_axes: args.axes == AxesArg::Keep,
        };
        let written = export_lostsaga(&item, &clips, options, &mut watch)?;
        for (path, bytes) in &written.files {
            put(path, bytes)?;
        }
        print(&told(&written))?;
        return Ok(outcome(&item, &written.findings));
    }
    let exported = export_item(&item, &clips, &mut watch)?;
    put(&args.output, &exported.glb)?;
    print(&summary(&exported, &args.output))?;
    Ok(outcome(&item, &exported.findings))
}

fn put(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    write_beside(path, bytes).map_err(|error| Failure::Write {
        what: path.display().to_string(),
        error,
    })
}

/// Clips as for a `.glb`, then each file.
fn told(written: &Written) -> String {
    let clips = written.clips.iter().map(line);
    let files = written.files.iter().map(|(path, bytes)| {
        let size = bytes.len() as f64 / 1e6;
        format!("{}: {size:.3} MB\n", path.display())
    });
    clips.chain(files).collect()
}

fn check_ending(output: &Path) -> Result<(), Failure> {
    let is_glb = output
        .extension()
        .is_some_and(|ending| ending.eq_ignore_ascii_case("glb"));
    if is_glb {
        return Ok(());
    }
    Err(Failure::Argument(format!(
        "the ending of {output:?} names no kind of export: let it end in .glb, or for Lost Saga in .skl, .msh, .ani, or in / for a folder"
    )))
}

/// The clips named, each once, in the order of naming; all that the list of clips has where none is named.
fn picks(item: &mut Item, args: &ExportArgs) -> Result<Vec<Pick>, Failure> {
    if args.clip.is_empty() {
        return Ok(item.playables().iter().map(|line| line.pick).collect());
    }
    if item.skeleton().is_none() {
        let message = "no skeleton was found, and clips need one: name the .skl file too";
        return Err(Failure::Argument(message.into()));
    }
    let mut picks: Vec<Pick> = Vec::new();
    for name in &args.clip {
        let graph = item.graph().map(|graph| graph.path_hash);
        let found = clips::find(item, name, &args.graph);
        let pick = found.map_err(|failure| and_unread(failure, item))?;
        let is_of_graph = |pick: &Pick| matches!(pick, Pick::Graph(_));
        if graph != item.graph().map(|graph| graph.path_hash) && picks.iter().any(is_of_graph) {
            return Err(Failure::Argument(format!(
                "{name:?} is of another clip graph than the clips before it: export the clips of each graph by themselves"
            )));
        }
        if !picks.contains(&pick) {
            picks.push(pick);
        }
    }
    Ok(picks)
}

fn summary(exported: &Exported, output: &Path) -> String {
    let mut text: String = exported.clips.iter().map(line).collect();
    let clips = counted(exported.clips.len(), "clip", "clips");
    let worst = if exported.clips.is_empty() {
        String::new()
    } else {
        format!(", worst error {:.4} units", exported.worst_error())
    };
    let size = exported.glb.len() as f64 / 1e6;
    text += &format!("{}: {clips}{worst}, {size:.1} MB\n", output.display());
    text
}

fn line(clip: &ClipReport) -> String {
    format!(
        "{}: {:.3} s, {} in {}, worst error {:.4} units at {:.3} s\n",
        clip.name,
        clip.duration,
        counted(clip.keys, "key", "keys"),
        counted(clip.channels, "channel", "channels"),
        clip.worst_error,
        clip.worst_time,
    )
}

/// Everything that the export itself found is said; of the files' own findings the errors, which give the status.
fn outcome(item: &Item, exported: &[Finding]) -> Outcome {
    exported.iter().for_each(report);
    super::report_errors(item);
    let has_errors = item
        .findings()
        .chain(exported)
        .any(|finding| finding.severity == Severity::Error);
    if has_errors {
        Outcome::Findings
    } else {
        Outcome::Good
    }
}
