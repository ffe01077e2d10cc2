//! The files that a model text names (lostsaga-formats §8).

use std::fs;
use std::path::{Path, PathBuf};

use super::model_text::{self, ModelText};
use super::resource_tree::{Folder, ResourceTree};
use crate::formats::gather::{FileSet, Found, sniff_file};
use crate::formats::sniff::Kind;
use crate::formats::tally::counted;
use crate::formats::{OpenError, Progress};
use crate::model::Finding;

/// Files of one text that are looked for: a made text could name a million.
const MOST_PARTS: usize = 1024;

/// Adds to a set what its model texts describe.
pub(in crate::formats) fn add(set: &mut FileSet, progress: &Progress) -> Result<(), OpenError> {
    let texts = set.files.iter();
    let texts = texts.filter(|file| file.named && file.kind == Kind::LostSagaModel);
    let texts: Vec<PathBuf> = texts.map(|file| file.path.clone()).collect();
    for path in texts {
        progress.check()?;
        let Ok(bytes) = fs::read(&path) else { continue };
        let Ok((model, _)) = model_text::read(&bytes) else {
            continue;
        };
        for path in parts(&path, &model).0 {
            if let Ok(kind) = sniff_file(&path) {
                let named = false;
                set.add(Found { path, kind, named });
            }
        }
    }
    Ok(())
}

/// The files that a text names and, as findings, those that are not there.
pub(in crate::formats) fn parts(text: &Path, model: &ModelText) -> (Vec<PathBuf>, Vec<Finding>) {
    let mut tree = ResourceTree::around(text);
    let (mut files, mut findings) = (Vec::new(), Vec::new());
    let skeleton = model
        .skeleton
        .iter()
        .map(|name| (Folder::Skeleton, name.clone()));
    let meshes = model
        .meshes
        .iter()
        .map(|name| (Folder::Mesh, format!("{name}.msh")));
    let clips = model
        .animations
        .iter()
        .map(|name| (Folder::Animation, name.clone()));
    let collision = model
        .collision
        .iter()
        .map(|name| (Folder::Mesh, ending_cms(name)));
    let wanted: Vec<(Folder, String)> = skeleton
        .chain(meshes)
        .chain(clips)
        .chain(collision)
        .collect();
    for (folder, name) in wanted.iter().take(MOST_PARTS) {
        let mut tried = Vec::new();
        match tree.find(*folder, name, &mut tried) {
            Some(found) => files.push(found),
            None => findings.push(missing(name, &tried)),
        }
    }
    if wanted.len() > MOST_PARTS {
        let rest = counted(wanted.len() - MOST_PARTS, "file is", "files are");
        let message = format!("{rest} named beyond the first {MOST_PARTS} and not opened");
        let fix = "open the others by name";
        findings.push(Finding::note("lostsaga.model-too-many-parts", message, fix));
    }
    (files, findings)
}

/// Collision meshes are named with their ending or without it.
fn ending_cms(name: &str) -> String {
    match name.to_ascii_lowercase().ends_with(".cms") {
        true => name.to_owned(),
        false => format!("{name}.cms"),
    }
}

fn missing(name: &str, tried: &[PathBuf]) -> Finding {
    let places: Vec<String> = tried
        .iter()
        .map(|path| path.display().to_string())
        .collect();
    let message = format!(
        "{name} is missing; it is not at {}",
        places.join(" nor at ")
    );
    let fix = "put it into its folder of the resource tree";
    Finding::warning("lostsaga.model-part-missing", message, fix)
}
