//! `rigscope check`: every file below the paths, its findings only.

use std::collections::BTreeSet;
use std::fmt::Write;

use serde::Serialize;

use super::args::CheckArgs;
use super::json::FindingJson;
use super::{Failure, Outcome, hashes, print, print_json, visit};
use crate::formats::{OpenError, Textures};
use crate::model::finding::counted;
use crate::model::{Character, Finding, Severity};
use crate::scene::Item;

#[derive(Serialize)]
struct Document<'a> {
    findings: Vec<FindingJson<'a>>,
    files: usize,
    characters: usize,
    errors: usize,
    warnings: usize,
    notes: usize,
    unknown: Vec<String>,
}

pub fn run(args: &CheckArgs) -> Result<Outcome, Failure> {
    let listed = hashes::names(&args.names)?;
    let mut files = BTreeSet::new();
    let mut characters = 0;
    let mut findings = Vec::new();
    let visited = visit(&args.input, Textures::All, |character| {
        files.extend(character.files.iter().cloned());
        characters += 1;
        let names = hashes::with_character(&listed, &character);
        let found = findings_of(character);
        findings.extend(found.iter().map(|one| hashes::explained(&names, one)));
    })?;
    findings.extend(visited.refused.iter().map(OpenError::to_finding));
    let count = |severity| {
        findings
            .iter()
            .filter(|finding| finding.severity == severity)
            .count()
    };
    let (errors, warnings, notes) = (
        count(Severity::Error),
        count(Severity::Warning),
        count(Severity::Note),
    );
    if args.json {
        print_json(&Document {
            findings: FindingJson::all(&findings),
            files: files.len(),
            characters,
            errors,
            warnings,
            notes,
            unknown: visited
                .unknown
                .iter()
                .map(|path| super::json::path(path))
                .collect(),
        })?;
    } else {
        let mut text = String::new();
        findings
            .iter()
            .for_each(|finding| write_line(finding, &mut text));
        let _ = writeln!(
            text,
            "{}, {}: {}, {}, {}{}",
            counted(files.len(), "file", "files"),
            counted(characters, "character", "characters"),
            counted(errors, "error", "errors"),
            counted(warnings, "warning", "warnings"),
            counted(notes, "note", "notes"),
            match visited.unknown.len() {
                0 => String::new(),
                unknown => format!(
                    "; {} of other kinds passed over",
                    counted(unknown, "file", "files")
                ),
            }
        );
        print(&text)?;
    }
    let denied = Severity::from(args.deny);
    let is_bad = findings.iter().any(|finding| finding.severity >= denied);
    Ok(if is_bad {
        Outcome::Findings
    } else {
        Outcome::Good
    })
}

/// What the files say, what mesh and skeleton say of each other, and each clip's mapping. Where a folder holds several
/// skeletons and none is the mesh's namesake, nothing says which belongs to which, and the files are checked alone.
fn findings_of(character: Character) -> Vec<Finding> {
    let meshes = 0..character.meshes.len();
    let pairs: Vec<(usize, usize)> = meshes
        .filter_map(|mesh| Some((mesh, character.skeleton_for_mesh(mesh)?)))
        .collect();
    let one_skeleton = character.skeletons.len() == 1 || character.start.skeleton.is_some();
    let clips = character.clips.len();
    let mut findings = character.findings.clone();
    let mut item = Item::new(character);
    for (mesh, skeleton) in pairs {
        item.pick_mesh(Some(mesh));
        item.pick_skeleton(Some(skeleton));
        findings.extend(item.binding_findings().iter().cloned());
    }
    if one_skeleton {
        findings.extend(item.graph_findings().iter().cloned());
        for clip in 0..clips {
            item.pick_clip(Some(clip));
            findings.extend(item.mapping_findings().iter().cloned());
        }
    }
    findings
}

fn write_line(finding: &Finding, text: &mut String) {
    let file = finding
        .file
        .as_deref()
        .map(|file| file.display().to_string())
        .unwrap_or_default();
    let place = finding
        .offset
        .map(|offset| format!("@{offset}"))
        .unwrap_or_default();
    let _ = writeln!(
        text,
        "{} {file}{place}: {}: {}; {}",
        finding.severity.word(),
        finding.code,
        finding.message,
        finding.fix
    );
}
