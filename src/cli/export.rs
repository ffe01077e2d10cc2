//! `rigscope export`: glTF binary with mesh, skin, textures and clips.

use std::ops::ControlFlow;
use std::path::Path;

use super::args::{BakeArg, ExportArgs};
use super::{Failure, Outcome, and_unread, clips, complain, open_named, print, report};
use crate::app::export_item;
use crate::export::{ClipReport, Exported, write_beside};
use crate::model::finding::counted;
use crate::model::{Family, Severity};
use crate::scene::{Item, Pick};

/// Of so many clips or more each is announced.
const WORTH_PROGRESS: usize = 4;

pub fn run(args: &ExportArgs) -> Result<Outcome, Failure> {
    check_ending(&args.output)?;
    let mut item = Item::new(open_named(&args.input, &args.graph.names)?);
    if item.character.family == Family::Spine {
        let message = "Spine characters are not exported: glTF has no slots, draw order or flat attachments; name the \
                       files of a League character, or make pictures with `rigscope render`";
        return Err(Failure::Argument(message.into()));
    }
    item.set_rule(args.mapping.into());
    item.set_snaps(args.snap == BakeArg::Bake);
    super::worn::put_on(&mut item, &args.worn)?;
    clips::use_graph(&mut item, &args.graph)?;
    let clips = picks(&mut item, args)?;
    clips::use_controls(&mut item, &args.graph)?;
    let mut watch = |index: usize, count: usize, name: &str| {
        if count >= WORTH_PROGRESS {
            complain(&format!("clip {} of {count}: {name}", index + 1));
        }
        ControlFlow::Continue(())
    };
    let exported = export_item(&item, &clips, &mut watch)?;
    write_beside(&args.output, &exported.glb).map_err(|error| Failure::Write {
        what: args.output.display().to_string(),
        error,
    })?;
    print(&summary(&exported, &args.output))?;
    Ok(outcome(&item, &exported))
}

fn check_ending(output: &Path) -> Result<(), Failure> {
    let is_glb = output
        .extension()
        .is_some_and(|ending| ending.eq_ignore_ascii_case("glb"));
    if is_glb {
        return Ok(());
    }
    Err(Failure::Argument(format!(
        "the ending of {output:?} names no kind of export: let it end in .glb"
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
fn outcome(item: &Item, exported: &Exported) -> Outcome {
    exported.findings.iter().for_each(report);
    super::report_errors(item);
    let has_errors = item
        .findings()
        .chain(&exported.findings)
        .any(|finding| finding.severity == Severity::Error);
    if has_errors {
        Outcome::Findings
    } else {
        Outcome::Good
    }
}
