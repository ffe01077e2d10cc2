//! What a person has picked and set of a character, carried over to the same character read again. Parts are told apart
//! by name, and those of one name by their order: indices change when something is exported again.

use std::collections::BTreeMap;

use super::{Item, Pick, Scene};
use crate::model::spine::Rig;
use crate::model::{Character, ClipGraph, Routing};
use crate::pose::graph::Controls;

/// The place among `new` of the part at `index` of `old`.
fn counterpart(old: &[String], index: usize, new: &[String]) -> Option<usize> {
    let name = old.get(index)?;
    let before = old.iter().take(index).filter(|other| *other == name);
    let same = new.iter().enumerate().filter(|(_, other)| *other == name);
    let mut places = same.map(|(place, _)| place);
    places.nth(before.count())
}

fn names<T>(parts: &[T], name: impl Fn(&T) -> &String) -> Vec<String> {
    parts.iter().map(|part| name(part).clone()).collect()
}

/// What was chosen for a whole character, and routes of its skeletons that were not saved.
pub(super) fn choices(old: &Item, new: &mut Character) {
    old.choose_alike(new);
    let wardrobe = &old.character.wardrobe;
    if wardrobe.body.is_some() && new.wardrobe.body != wardrobe.body {
        new.wardrobe.body = wardrobe.body;
        new.wardrobe.hair.clone_from(&wardrobe.hair);
    }
    let routings = old.character.routings.iter();
    for changed in routings.filter(|routing| routing.changed) {
        let is_same =
            |other: &Routing| (&other.skeleton, &other.file) == (&changed.skeleton, &changed.file);
        match new.routings.iter_mut().find(|other| is_same(other)) {
            Some(routing) => routing.clone_from(changed),
            None => new.routings.insert(0, changed.clone()),
        }
    }
}

/// A clip of a graph that a person has told the name of keeps it.
pub(super) fn names_of_clips(old: &Character, new: &mut Character) {
    for (old, new) in old.graphs.iter().zip(&mut new.graphs) {
        for clip in new.clips.iter_mut().filter(|clip| clip.name.is_none()) {
            let same = old.clips.iter().find(|old| old.hash == clip.hash);
            clip.name = same.and_then(|old| old.name.clone());
        }
    }
}

/// Skeleton, mesh and graph in use. Where there is no such part any more, what a character is first shown with stays.
pub(super) fn parts(old: &Item, item: &mut Item) {
    let skeletons = |item: &Item| names(&item.character.skeletons, |it| &it.name);
    let (skeleton, mesh, _) = old.picks();
    let mesh = mesh.map(|mesh| counterpart(&meshes(old), mesh, &meshes(item)));
    if mesh != Some(None) && mesh.flatten() != item.picks().1 {
        item.pick_mesh(mesh.flatten());
    }
    let skeleton = skeleton.map(|it| counterpart(&skeletons(old), it, &skeletons(item)));
    if skeleton != Some(None) && skeleton.flatten() != item.picks().0 {
        item.pick_skeleton(skeleton.flatten());
    }
    if let Some(graph) = old.playing.graph
        && item.playing.graph.is_some_and(|other| other != graph)
    {
        item.pick_graph(graph);
    }
}

/// Selected joint, submesh and slot.
pub(super) fn selection(old: &Item, scene: &mut Scene, new: &Item) {
    let carried = |names: fn(&Item) -> Vec<String>, selected: Option<usize>| {
        counterpart(&names(old), selected?, &names(new))
    };
    let joints = |item: &Item| match item.skeleton() {
        Some(skeleton) => names(&skeleton.joints, |joint| &joint.name),
        None => Vec::new(),
    };
    let slots = |item: &Item| match item.spine() {
        Some((_, rig)) => names(&rig.slots, |slot| &slot.name),
        None => Vec::new(),
    };
    scene.selected_joint = carried(joints, scene.selected_joint);
    scene.selected_submesh = carried(submeshes, scene.selected_submesh);
    scene.selected_slot = carried(slots, scene.selected_slot);
}

fn meshes(item: &Item) -> Vec<String> {
    names(&item.character.meshes, |it| &it.name)
}

fn submeshes(item: &Item) -> Vec<String> {
    match item.mesh() {
        Some(mesh) => names(&mesh.submeshes, |submesh| &submesh.name),
        None => Vec::new(),
    }
}

/// What it wears and holds, and what it is dressed in. Of its own meshes those of the new one.
pub(super) fn dress(old: &mut Item, item: &mut Item) {
    let (before, now) = (meshes(old), meshes(item));
    for (mesh, text) in &old.texts {
        let worn = counterpart(&before, *mesh, &now).map(|mesh| item.pick_material(mesh, text));
        if let Some(Err(error)) = worn {
            item.character.findings.push(error.to_finding());
        }
    }
    item.hanging.follow(&old.hanging);
    item.filled = std::mem::take(&mut old.filled);
    for worn in std::mem::take(&mut old.worn) {
        let Some(mesh) = worn.own_mesh() else {
            item.worn.push(worn);
            continue;
        };
        let mesh = counterpart(&before, mesh, &now);
        if mesh.is_some_and(|mesh| item.wear_own(mesh))
            && let Some(new) = item.worn.last_mut()
        {
            new.shown = worn.shown;
            hidden(&worn.item, &mut new.item);
        }
    }
    item.refit();
}

/// What was set by hand besides: rule, hidden submeshes, where it stands.
pub(super) fn switches(old: &Item, item: &mut Item) {
    if old.rule() != item.rule() {
        item.set_rule(old.rule());
    }
    item.snaps_on = old.snaps_on;
    item.events_on = old.events_on;
    item.placing = old.placing;
    item.unposed = old.unposed;
    // Another one than before, so that no picture of the old is taken for one of the new.
    item.revision += old.revision + 1;
    hidden(old, item);
}

/// Submeshes that were hidden or shown by hand.
fn hidden(old: &Item, item: &mut Item) {
    let (before, now) = (submeshes(old), submeshes(item));
    let by_hand = old.visible.iter().zip(&old.initial).enumerate();
    for (submesh, (visible, initial)) in by_hand {
        let place = counterpart(&before, submesh, &now);
        if visible != initial
            && let Some(shown) = place.and_then(|place| item.visible.get_mut(place))
        {
            *shown = *visible;
        }
    }
}

/// What plays, with its controls. False where it is not there any more: then what a character is first shown with plays.
pub(super) fn pick(old: &Item, item: &mut Item) -> bool {
    let found = same_pick(old, item);
    if item.spine().is_some() {
        if let Pick::File(animation) = found.unwrap_or_default() {
            item.clip = Some(animation);
        }
        rig(old, item);
        item.take_spine_pose();
        return found.is_some();
    }
    if let (Some(before), Some(now)) = (old.graph(), item.graph()) {
        item.playing.controls = controls(old.controls(), before, now);
    }
    let pick = found.unwrap_or_else(|| item.first_pick());
    let pass = item.playing.controls.pass;
    item.pick(pick);
    item.set_pass(pass);
    found.is_some()
}

/// What plays of `old`, as it is called in `item`.
pub(super) fn same_pick(old: &Item, item: &Item) -> Option<Pick> {
    let files = |item: &Item| names(&item.character.clips, |clip| &clip.name);
    match old.picked() {
        Pick::Bind => Some(Pick::Bind),
        Pick::File(file) => counterpart(&files(old), file, &files(item)).map(Pick::File),
        Pick::Graph(clip) => {
            let titles = |item: &Item| item.graph().map(titles).unwrap_or_default();
            counterpart(&titles(old), clip, &titles(item)).map(Pick::Graph)
        }
    }
}

fn titles(graph: &ClipGraph) -> Vec<String> {
    (0..graph.clips.len())
        .map(|clip| graph.title(clip))
        .collect()
}

/// Controls are kept by the index of their clip.
fn controls(set: &Controls, old: &ClipGraph, new: &ClipGraph) -> Controls {
    fn carried<T: Copy>(
        set: &BTreeMap<usize, T>,
        place: impl Fn(usize) -> Option<usize>,
    ) -> BTreeMap<usize, T> {
        let set = set.iter();
        set.filter_map(|(clip, value)| Some((place(*clip)?, *value)))
            .collect()
    }
    let (before, now) = (titles(old), titles(new));
    let place = |clip| counterpart(&before, clip, &now);
    Controls {
        values: carried(&set.values, place),
        conditions: carried(&set.conditions, place),
        choices: carried(&set.choices, place),
        ..set.clone()
    }
}

/// What a rig wears, hides, leaves out and plays on its tracks, and where it stands.
fn rig(old: &Item, item: &mut Item) {
    let Some((before, old_rig)) = old.spine() else {
        return;
    };
    let Some((now, rig)) = item.spine_mut() else {
        return;
    };
    let carry =
        |names: fn(&Rig) -> Vec<String>, index| counterpart(&names(old_rig), index, &names(rig));
    let skins = |rig: &Rig| names(&rig.skins, |skin| &skin.name);
    let slots = |rig: &Rig| names(&rig.slots, |slot| &slot.name);
    let constraints = |rig: &Rig| rig.constraints.iter().map(|it| it.name.clone()).collect();
    let animations = |rig: &Rig| names(&rig.animations, |animation| &animation.name);
    now.set_stepping(rig, before.stepping, before.looped);
    let worn = before.skins().iter();
    now.wear(rig, worn.filter_map(|&skin| carry(skins, skin)).collect());
    for slot in (0..old_rig.slots.len()).filter(|&slot| before.is_hidden(slot)) {
        if let Some(slot) = carry(slots, slot) {
            now.hide(slot, true);
        }
    }
    let muted = (0..old_rig.constraints.len()).filter(|&it| before.is_muted(it));
    for constraint in muted.filter_map(|it| carry(constraints, it)) {
        now.mute(rig, constraint, true);
    }
    let stands = before.shown().pose.placement;
    now.move_by(rig, stands.x, stands.y);
    for (track, pick) in before.tracks().iter().enumerate() {
        let animation = pick.animation.and_then(|it| carry(animations, it));
        now.pick(rig, track, animation);
        now.set_mixing(track, pick.alpha, pick.additive);
    }
    now.selected_track = before.selected_track;
    now.mix = before.mix;
    now.draw_order_playback = before.draw_order_playback;
    now.premultiplied = before.premultiplied;
    now.revision += before.revision;
}
