//! The command line. Results on stdout, everything else on stderr.
//!
//! Exit status: 0 good; 1 findings of severity error, or a difference found; 2 unusable arguments or input; 3 no
//! usable graphics adapter.

mod args;
mod check;
mod clips;
mod cloth;
mod diff;
mod diff_json;
mod diff_text;
mod export;
mod graph_json;
mod graph_text;
mod hashes;
mod inspect;
mod inspect_bin;
mod inspect_lostsaga;
mod inspect_spine;
mod inspect_text;
mod json;
mod lostsaga;
mod map;
mod material;
mod pose;
mod pose_spine;
mod render;
mod sequence;
mod worn;

use std::io::{IsTerminal, Write};
use std::ops::ControlFlow;
use std::path::Path;
use std::process::ExitCode;

use clap::Parser;

use crate::export::ExportError;
use crate::formats::league::{self, bin::names::Names};
use crate::formats::{self, OpenError, OpenOptions, Progress, Textures, Visited};
use crate::gpu::GpuError;
use crate::model::Character;
use crate::model::{Finding, Severity};
use crate::scene::Item;
use crate::scene::toee::Unposed;

pub use args::Args;
use args::{Command, GraphArgs, Input, NamesArg};

/// How a command ended well.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Status 0.
    Good,
    /// Status 1: findings of severity error, or a difference.
    Findings,
}

/// How a command ended badly.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// Status 2: nothing to work on.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// Status 2: an argument that fits nothing in the files.
    #[error("{0}")]
    Argument(String),
    /// Status 2: nothing that could be exported.
    #[error(transparent)]
    Export(#[from] ExportError),
    /// Status 2: the result could not be written.
    #[error("cannot write {what}: {error}; check the folder and the free space")]
    Write {
        /// A path, or stdout.
        what: String,
        /// The system's reason.
        error: std::io::Error,
    },
    /// Status 3.
    #[error(transparent)]
    Gpu(#[from] GpuError),
    /// Status 2: the window could not be opened or failed.
    #[error("{0:#}")]
    Window(anyhow::Error),
}

impl Failure {
    fn status(&self) -> u8 {
        match self {
            Self::Gpu(_) => 3,
            Self::Window(error) if error.downcast_ref::<GpuError>().is_some() => 3,
            _ => 2,
        }
    }
}

/// Runs the program with the process's arguments.
pub fn main() -> ExitCode {
    let args = match Args::try_parse() {
        Ok(args) => args,
        Err(error) => {
            // Help and version are asked for: they go to stdout with status 0, anything else to stderr with 2.
            let _ = error.print();
            return ExitCode::from(if error.use_stderr() { 2 } else { 0 });
        }
    };
    start_log();
    match run(args) {
        Ok(Outcome::Good) => ExitCode::SUCCESS,
        Ok(Outcome::Findings) => ExitCode::from(1),
        // A reader that closed the pipe (`| head`) has what it wanted.
        Err(Failure::Write { error, .. }) if error.kind() == std::io::ErrorKind::BrokenPipe => {
            ExitCode::SUCCESS
        }
        Err(failure) => {
            complain(&failure.to_string());
            ExitCode::from(failure.status())
        }
    }
}

/// One line on stderr. Where even that is closed (`2>&1 | true`), there is nobody to tell.
fn complain(text: &str) {
    let _ = writeln!(std::io::stderr(), "rigscope: {text}");
}

fn start_log() {
    let filter = tracing_subscriber::EnvFilter::try_from_default_env()
        .unwrap_or_else(|_| tracing_subscriber::EnvFilter::new("error,wgpu_hal=off,rigscope=warn"));
    tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_ansi(std::io::stderr().is_terminal())
        .with_writer(std::io::stderr)
        .init();
}

fn run(args: Args) -> Result<Outcome, Failure> {
    match args.command {
        None => crate::app::run(args.window.into_options())
            .map(|()| Outcome::Good)
            .map_err(Failure::Window),
        Some(Command::Inspect(inspect)) => inspect::run(&inspect),
        Some(Command::Pose(pose)) => pose::run(&pose),
        Some(Command::Map(map)) => map::run(&map),
        Some(Command::Render(render)) => render::run(&render),
        Some(Command::Check(check)) => check::run(&check),
        Some(Command::Diff(diff)) => diff::run(&diff),
        Some(Command::Export(export)) => export::run(&export),
    }
}

/// Opens what a command names and hands over one character after the other. Gives what could not be shown.
fn visit(
    input: &Input,
    textures: Textures,
    mut each: impl FnMut(Character),
) -> Result<Visited, Failure> {
    let options = OpenOptions { only: input.only };
    let each = |character| {
        each(character);
        ControlFlow::Continue(())
    };
    let progress = Progress::default();
    Ok(formats::visit(
        &input.paths,
        &options,
        textures,
        &progress,
        each,
    )?)
}

/// Opens the first character of what a command names, and says which others it passes over.
fn open_first(input: &Input) -> Result<Character, Failure> {
    let options = OpenOptions { only: input.only };
    let mut first = None;
    let take = |character| {
        first = Some(character);
        ControlFlow::Break(())
    };
    let progress = Progress::default();
    let visited = formats::visit(&input.paths, &options, Textures::Worn, &progress, take)?;
    let Some(mut character) = first else {
        return Err(Failure::Argument(
            "nothing was opened; name a file or a folder".into(),
        ));
    };
    let refused = visited.refused.iter().map(OpenError::to_finding);
    character.findings.extend(refused);
    if let Some(second) = visited.unread.first() {
        let others = visited.unread.len();
        complain(&format!(
            "took the first of {} characters, {}; name the folder of another, as {}",
            others + 1,
            character.name,
            second.display()
        ));
    }
    Ok(character)
}

fn unposed(rest: bool) -> Unposed {
    if rest { Unposed::Rest } else { Unposed::Bind }
}

/// Opens the first character of what a command names, with the names of a person's list.
fn open_named(input: &Input, names: &NamesArg) -> Result<Character, Failure> {
    let list = match names.hashes {
        Some(_) => Some(hashes::names(names)?),
        None => None,
    };
    let mut character = open_first(input)?;
    if let Some(list) = list {
        for graph in &mut character.graphs {
            league::graph::name(graph, &|hash| list.of(hash).map(str::to_owned));
        }
    }
    Ok(character)
}

/// The same as an item that plays `clip`, controlled as was typed, or is in the bind pose of none.
fn open_item(input: &Input, clip: Option<&str>, graph: &GraphArgs) -> Result<Item, Failure> {
    let mut item = Item::new(open_named(input, &graph.names)?);
    clips::use_graph(&mut item, graph)?;
    if let Some(name) = clip {
        let pick = clips::find(&mut item, name, graph);
        let pick = pick.map_err(|failure| and_unread(failure, &item))?;
        item.pick(pick);
    }
    clips::use_controls(&mut item, graph)?;
    Ok(item)
}

/// Puts the routes of a file in the place of those beside the skeleton.
fn use_routing(item: &mut Item, path: Option<&Path>) -> Result<(), Failure> {
    match path {
        Some(_) if item.spine().is_some() || item.skeleton().is_none() => Err(Failure::Argument(
            "tracks are routed on a League skeleton; none is open".into(),
        )),
        Some(path) => Ok(item.load_routing(path)?),
        None => Ok(()),
    }
}

/// What was asked for may be in a file that could not be read: then the failure says so.
fn and_unread(failure: Failure, item: &Item) -> Failure {
    let refused = item
        .findings()
        .find(|finding| formats::error::is_refusal(finding));
    match (failure, refused) {
        (
            Failure::Argument(message),
            Some(Finding {
                file: Some(file),
                message: why,
                ..
            }),
        ) => Failure::Argument(format!(
            "{message}; {} could not be read: {why}",
            file.display()
        )),
        (failure, _) => failure,
    }
}

/// Says on stderr which findings of severity error give status 1, where a command prints none itself.
fn report_errors(item: &Item) {
    item.findings()
        .filter(|finding| finding.severity == Severity::Error)
        .for_each(report);
}

/// One finding on stderr.
fn report(finding: &Finding) {
    let mut line = String::new();
    inspect_text::write_finding(finding, &Names::default(), &mut line);
    eprint!("rigscope: {}", line.trim_start());
}

/// The index of `name`: exactly, else ignoring case, else by a unique part.
fn find_name(name: &str, names: &[&str], what: &str) -> Result<usize, Failure> {
    let lower = name.to_lowercase();
    if let Some(index) = names.iter().position(|candidate| *candidate == name) {
        return Ok(index);
    }
    if let Some(index) = names
        .iter()
        .position(|candidate| candidate.to_lowercase() == lower)
    {
        return Ok(index);
    }
    let part: Vec<usize> = (0..names.len())
        .filter(|&index| names[index].to_lowercase().contains(&lower))
        .collect();
    match part[..] {
        [index] => Ok(index),
        [] if names.is_empty() => Err(Failure::Argument(format!(
            "no {what} named {name:?}: there is none at all"
        ))),
        [] => Err(Failure::Argument(format!(
            "no {what} named {name:?}; there are: {}",
            names.join(", ")
        ))),
        _ => {
            let several: Vec<&str> = part.iter().map(|&index| names[index]).collect();
            Err(Failure::Argument(format!(
                "{name:?} fits several {what}s: {}; name one whole",
                several.join(", ")
            )))
        }
    }
}

/// Writes a result to stdout.
fn print(text: &str) -> Result<(), Failure> {
    let mut stdout = std::io::stdout().lock();
    let written = stdout
        .write_all(text.as_bytes())
        .and_then(|()| stdout.flush());
    written.map_err(|error| Failure::Write {
        what: "to stdout".into(),
        error,
    })
}

/// Writes one JSON document to stdout.
/// Written as it is made: a bin's tree of values may be long.
fn print_json(document: &impl serde::Serialize) -> Result<(), Failure> {
    let failure = |error| Failure::Write {
        what: "to stdout".into(),
        error,
    };
    let mut stdout = std::io::BufWriter::new(std::io::stdout().lock());
    serde_json::to_writer(&mut stdout, document).map_err(|error| failure(error.into()))?;
    stdout
        .write_all(b"\n")
        .and_then(|()| stdout.flush())
        .map_err(failure)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_found_exactly_then_ignoring_case_then_by_a_unique_part() {
        let names = ["Run", "run", "run_fast", "Idle1"];
        assert_eq!(find_name("run", &names, "clip").unwrap(), 1);
        assert_eq!(find_name("RUN", &names, "clip").unwrap(), 0);
        assert_eq!(find_name("idle", &names, "clip").unwrap(), 3);
        assert!(
            matches!(find_name("un", &names, "clip"), Err(Failure::Argument(text)) if text.contains("several"))
        );
        assert!(
            matches!(find_name("walk", &names, "clip"), Err(Failure::Argument(text)) if text.contains("Idle1"))
        );
    }
}
