//! Files of Lost Saga that say already what would be written: they are carried over byte for byte.

use std::fs;
use std::path::Path;

use super::figure::Dressed;
use crate::export::lostsaga::Carried;
use crate::formats::lostsaga::{ani, msh, skl};
use crate::model::{Clip, Family, Mesh, Skeleton};
use crate::scene::{Item, Pick};

/// Of each file that an item was read from, and of which nothing was changed since, the bytes.
pub(super) fn carried(item: &Item, dressed: &Dressed<'_>, picks: &[Pick]) -> Carried {
    if item.character.family != Family::LostSaga {
        return Carried::default();
    }
    let own = item.mesh().into_iter();
    let worn = dressed.worn();
    let meshes = own.chain(worn.iter().map(|piece| piece.mesh));
    let clip = |pick: &Pick| match pick {
        Pick::File(file) => clip(item.character.clips.get(*file)?),
        Pick::Bind | Pick::Graph(_) => None,
    };
    let by_hand = item.routing().is_some();
    Carried {
        skeleton: item.skeleton().and_then(skeleton),
        meshes: meshes.map(mesh).collect(),
        clips: picks
            .iter()
            .map(|pick| clip(pick).filter(|_| !by_hand))
            .collect(),
    }
}

fn bytes(path: &Path) -> Option<Vec<u8>> {
    fs::read(path).ok()
}

fn skeleton(own: &Skeleton) -> Option<Vec<u8>> {
    let file = skl::read(&bytes(own.file.as_deref()?)?).ok()?;
    let (read, _) = skl::skeleton(&file);
    let mut pairs = read.joints.iter().zip(&own.joints);
    // What an inverse bind is of a linked skeleton depends on the other one too.
    let is_it = pairs.all(|(a, b)| (&a.name, a.parent, a.local) == (&b.name, b.parent, b.local));
    let is_it = is_it && read.joints.len() == own.joints.len();
    is_it.then(|| skl::write(&file).ok()).flatten()
}

fn mesh(own: &Mesh) -> Option<Vec<u8>> {
    let file = msh::read(&bytes(own.file.as_deref()?)?).ok()?;
    let (read, _) = msh::mesh(&file);
    let named = Mesh {
        name: own.name.clone(),
        file: own.file.clone(),
        ..read
    };
    (named == *own).then(|| msh::write(&file).ok()).flatten()
}

fn clip(own: &Clip) -> Option<Vec<u8>> {
    let mut file = ani::read(&bytes(own.file.as_deref()?)?).ok()?;
    let (read, _) = ani::clip(&file);
    if (&read.tracks, read.duration) != (&own.tracks, own.duration) {
        return None;
    }
    // Those of a text beside it replaced the file's own (lostsaga-formats §6).
    if read.events != own.events {
        file.events = own.events.iter().map(ani::Event::of).collect();
    }
    ani::write(&file).ok()
}
