//! Exports, read back by another implementation of glTF and evaluated as a viewer of it would.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

#[path = "../cli_support/mod.rs"]
mod cli_support;
#[path = "../common/mod.rs"]
mod common;

mod characters;
mod command;
mod graphs;
#[allow(dead_code)]
#[path = "../clip_graphs/hand.rs"]
mod hand;
mod odd;
mod played;
mod snaps;
mod viewer;
mod worn;

use std::ops::ControlFlow;

use rigscope::export::{ClipSource, Exported, Figure, export};
use rigscope::model::{Family, Influences};
use rigscope::pose::mapping;
use rigscope::scene::Item;

/// What is picked of an item, with some of its clips and without events.
pub fn export_of(item: &Item, clips: &[usize]) -> Exported {
    let skeleton = item.skeleton();
    let sources: Vec<ClipSource<'_>> = clips
        .iter()
        .filter_map(|&clip| {
            let (skeleton, clip) = (skeleton?, &item.character.clips[clip]);
            let skins = item.joint_skins();
            let mapping = mapping::map(item.rule(), skeleton, skins, &clip.tracks);
            Some(ClipSource::stored(skeleton, clip, mapping))
        })
        .collect();
    let none = Influences::default();
    let influences = item.influences().unwrap_or(&none);
    export(&figure(item, influences), &sources, &[], &mut go_on).unwrap()
}

pub fn figure<'a>(item: &'a Item, influences: &'a Influences) -> Figure<'a> {
    let (_, mesh, _) = item.picks();
    Figure {
        name: &item.character.name,
        family: Family::League.title(),
        basis: Family::League.basis(),
        scale: 1.0,
        skeleton: item.skeleton(),
        mesh: item.mesh(),
        influences,
        materials: mesh.map_or(&[], |mesh| &item.character.materials[mesh]),
        textures: &item.character.textures,
        visible: &item.visible,
        bones: None,
        worn: &[],
        held: &[],
    }
}

pub fn go_on(_: usize, _: usize, _: &str) -> ControlFlow<()> {
    ControlFlow::Continue(())
}
