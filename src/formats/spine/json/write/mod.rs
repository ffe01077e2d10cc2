//! Writes a JSON skeleton of Spine 4.3.

mod animations;
mod attachments;
mod constraints;
mod keys;
mod setup;
mod tree;

use std::collections::HashSet;

use super::words;
use crate::formats::WriteError;
use crate::model::spine::Rig;

use tree::{Json, Object};

type Result<T> = std::result::Result<T, WriteError>;

/// Writes a rig, with the editor's data if [`Rig::nonessential`] says so. Numbers are as short as reads back the same.
///
/// # Errors
/// What the format cannot say: names that are empty or not unique, indices out of range, a linked mesh's skin that is
/// not there, …
pub fn write(rig: &Rig) -> Result<String> {
    check_names(rig)?;
    let mut root = Object::new();
    root.put("skeleton", setup::header(rig));
    root.put("bones", setup::bones(rig)?);
    root.put_all("slots", setup::slots(rig)?);
    root.put_all("constraints", constraints::list(rig)?);
    root.put_all("skins", attachments::skins(rig)?);
    root.put_all("events", setup::events(rig));
    root.put_all("animations", animations::all(rig)?);
    let mut text = String::new();
    Json::Object(root).render(&mut text, 3, 0);
    text.push('\n');
    Ok(text)
}

/// Things are called by name: no name may be empty or stand for two of a kind.
fn check_names(rig: &Rig) -> Result<()> {
    names_are_unique("bones", rig.bones.iter().map(|it| &it.name))?;
    names_are_unique("slots", rig.slots.iter().map(|it| &it.name))?;
    names_are_unique("skins", rig.skins.iter().map(|it| &it.name))?;
    names_are_unique("events", rig.events.iter().map(|it| &it.name))?;
    names_are_unique("animations", rig.animations.iter().map(|it| &it.name))?;
    for kind in words::CONSTRAINTS {
        let of_kind = rig.constraints.iter().filter(|it| it.kind.title() == kind);
        names_are_unique("constraints of a type", of_kind.map(|it| &it.name))?;
    }
    Ok(())
}

fn names_are_unique<'a>(what: &str, names: impl Iterator<Item = &'a String>) -> Result<()> {
    let mut seen = HashSet::new();
    for name in names {
        if name.is_empty() || !seen.insert(name) {
            let message = format!("{what} need names of their own, not {name:?}");
            return Err(WriteError(message));
        }
    }
    Ok(())
}

/// The item at an index, which is to be called by its name.
fn at<'a, T>(items: &'a [T], index: usize, what: &str) -> Result<&'a T> {
    let missing = || WriteError(format!("there is no {what} {index}"));
    items.get(index).ok_or_else(missing)
}

fn bone(rig: &Rig, index: usize) -> Result<&str> {
    at(&rig.bones, index, "bone").map(|it| it.name.as_str())
}

fn slot(rig: &Rig, index: usize) -> Result<&str> {
    at(&rig.slots, index, "slot").map(|it| it.name.as_str())
}

/// A list of bones' names.
fn bones(rig: &Rig, indices: &[usize]) -> Result<Json> {
    let names: Result<Vec<&str>> = indices.iter().map(|&index| bone(rig, index)).collect();
    names.map(Json::list)
}
