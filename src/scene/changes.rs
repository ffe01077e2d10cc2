//! What differs between two readings of the same files, for people.

use std::collections::HashMap;
use std::hash::Hash;

use crate::model::finding::counted;
use crate::model::spine::Rig;
use crate::model::{Character, Clip, Finding, Mesh, Skeleton, Track};

/// More than these are counted, not listed.
const MOST_LISTED: usize = 4;

/// One clause for each difference, without a full stop: `2 tracks of walk differ`. Empty where nothing differs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    clauses: Vec<String>,
}

impl Changes {
    /// What `new` has otherwise than `old`. Parts are told apart by name, and those of one name by their order.
    pub fn between(old: &Character, new: &Character) -> Self {
        let mut changes = Self::default();
        changes.parts(
            "skeleton",
            (&old.skeletons, &new.skeletons),
            |it| it.name.as_str(),
            skeleton,
        );
        changes.parts(
            "mesh",
            (&old.meshes, &new.meshes),
            |it| it.name.as_str(),
            mesh,
        );
        if old.rigs.is_empty() && new.rigs.is_empty() {
            changes.parts(
                "clip",
                (&old.clips, &new.clips),
                |it| it.name.as_str(),
                clip,
            );
        }
        for (old, new) in old.rigs.iter().zip(&new.rigs) {
            changes.rig(old, new);
        }
        changes.parts(
            "texture",
            (&old.textures, &new.textures),
            |it| it.name.as_str(),
            |_, _| Vec::new(),
        );
        changes.parts(
            "atlas",
            (&old.atlases, &new.atlases),
            |it| it.name.as_str(),
            |_, _| Vec::new(),
        );
        changes.note(old.rigs.len() != new.rigs.len(), "the rigs differ");
        changes.note(old.materials != new.materials, "materials differ");
        changes.note(old.skins != new.skins, "the skins of the bins differ");
        changes.note(old.graphs != new.graphs, "the clip graphs differ");
        // Those changed here and not saved yet are kept whatever the file says.
        if !old.routings.iter().any(|routing| routing.changed) {
            changes.parts(
                "routing",
                (&old.routings, &new.routings),
                |it| it.skeleton.as_str(),
                |_, _| Vec::new(),
            );
        }
        let others_are_equal = changes.is_empty();
        changes.note(
            others_are_equal && old.bins != new.bins,
            "values of the bins differ",
        );
        changes.findings(&old.findings, &new.findings);
        changes
    }

    /// Whether nothing differs.
    pub fn is_empty(&self) -> bool {
        self.clauses.is_empty()
    }

    /// All of it in one sentence without a full stop; the rest of a long list is counted.
    pub fn sentence(&self) -> String {
        let listed = self.clauses.len().min(MOST_LISTED);
        let mut text = self.clauses[..listed].join(", ");
        if let rest @ 1.. = self.clauses.len() - listed {
            text += &format!(", and {} more", counted(rest, "difference", "differences"));
        }
        if text.is_empty() {
            text.push_str("nothing differs");
        }
        text
    }

    fn note(&mut self, differs: bool, clause: &str) {
        if differs {
            self.clauses.push(clause.into());
        }
    }

    /// Parts of one kind: what is new, what is gone, and of what differs what `details` says.
    fn parts<T: PartialEq>(
        &mut self,
        kind: &str,
        (old, new): (&[T], &[T]),
        name: impl Fn(&T) -> &str,
        details: impl Fn(&T, &T) -> Vec<String>,
    ) {
        let matched = Matched::of(old, new, |part| name(part).to_owned());
        for (old, new) in matched.both {
            if old == new {
                continue;
            }
            match details(old, new) {
                all if all.is_empty() => self.clauses.push(format!("{kind} {} differs", name(new))),
                all => self.clauses.extend(all),
            }
        }
        for (parts, what) in [(matched.added, "new"), (matched.gone, "gone")] {
            match parts[..] {
                [] => {}
                [part] => self
                    .clauses
                    .push(format!("{kind} {} is {what}", name(part))),
                _ => self
                    .clauses
                    .push(format!("{} {} are {what}", parts.len(), plural(kind))),
            }
        }
    }

    fn rig(&mut self, old: &Rig, new: &Rig) {
        let before = self.clauses.len();
        self.parts(
            "animation",
            (&old.animations, &new.animations),
            |it| it.name.as_str(),
            |_, _| Vec::new(),
        );
        self.parts(
            "slot",
            (&old.slots, &new.slots),
            |it| it.name.as_str(),
            |_, _| Vec::new(),
        );
        self.parts(
            "skin",
            (&old.skins, &new.skins),
            |it| it.name.as_str(),
            |_, _| Vec::new(),
        );
        self.note(old.constraints != new.constraints, "constraints differ");
        self.note(old.attachments != new.attachments, "attachments differ");
        self.note(
            self.clauses.len() == before && old != new,
            "the rig differs",
        );
    }

    fn findings(&mut self, old: &[Finding], new: &[Finding]) {
        let matched = Matched::of(old, new, |finding| {
            (finding.code, finding.file.clone(), finding.subject)
        });
        for (number, what) in [(matched.added.len(), "new"), (matched.gone.len(), "gone")] {
            if number > 0 {
                let verb = if number == 1 { "is" } else { "are" };
                let findings = counted(number, "finding", "findings");
                self.clauses.push(format!("{findings} {verb} {what}"));
            }
        }
    }
}

fn plural(kind: &str) -> String {
    match kind {
        "mesh" => "meshes".into(),
        "atlas" => "atlases".into(),
        _ => format!("{kind}s"),
    }
}

/// Two lists, part by part.
struct Matched<'a, T> {
    both: Vec<(&'a T, &'a T)>,
    gone: Vec<&'a T>,
    added: Vec<&'a T>,
}

impl<'a, T> Matched<'a, T> {
    /// By a key, and those of one key by their order.
    fn of<K: Hash + Eq>(old: &'a [T], new: &'a [T], key: impl Fn(&T) -> K) -> Self {
        let mut places: HashMap<K, Vec<usize>> = HashMap::new();
        for (place, part) in old.iter().enumerate().rev() {
            places.entry(key(part)).or_default().push(place);
        }
        let mut is_matched = vec![false; old.len()];
        let (mut both, mut added) = (Vec::new(), Vec::new());
        for part in new {
            match places.get_mut(&key(part)).and_then(Vec::pop) {
                Some(place) => {
                    is_matched[place] = true;
                    both.push((&old[place], part));
                }
                None => added.push(part),
            }
        }
        let gone = old.iter().zip(is_matched);
        Self {
            both,
            gone: gone.filter(|(_, is)| !is).map(|(part, _)| part).collect(),
            added,
        }
    }

    /// Clauses on how many differ, came and went; `of` names what they are parts of.
    fn clauses(
        &self,
        [one, many]: [&str; 2],
        of: &str,
        same: impl Fn(&T, &T) -> bool,
    ) -> Vec<String> {
        let differ = self
            .both
            .iter()
            .filter(|(old, new)| !same(old, new))
            .count();
        let numbers = [
            (differ, "differs", "differ"),
            (self.added.len(), "is new", "are new"),
            (self.gone.len(), "is gone", "are gone"),
        ];
        let some = numbers.into_iter().filter(|(number, ..)| *number > 0);
        some.map(|(number, is, are)| {
            let verb = if number == 1 { is } else { are };
            format!("{} of {of} {verb}", counted(number, one, many))
        })
        .collect()
    }
}

/// Joints, with their parents' names in place of indices: one joint more renumbers all that follow.
fn skeleton(old: &Skeleton, new: &Skeleton) -> Vec<String> {
    let all = |skeleton: &Skeleton| {
        let parent = |parent: usize| skeleton.joints.get(parent).map(|joint| joint.name.clone());
        let joints = skeleton.joints.iter();
        joints
            .map(|joint| {
                let of = joint.parent.and_then(parent);
                let mut joint = joint.clone();
                joint.parent = None;
                (joint, of)
            })
            .collect::<Vec<_>>()
    };
    let (old, new_joints) = (all(old), all(new));
    let matched = Matched::of(&old, &new_joints, |(joint, _)| joint.name.clone());
    matched.clauses(["joint", "joints"], &new.name, PartialEq::eq)
}

fn clip(old: &Clip, new: &Clip) -> Vec<String> {
    let key = |track: &Track| {
        let nameless = track.hash.is_none() && track.name.is_none();
        let joint = track.joint.filter(|_| nameless);
        (track.hash, track.name.clone(), joint)
    };
    let matched = Matched::of(&old.tracks, &new.tracks, key);
    let mut clauses = matched.clauses(["track", "tracks"], &new.name, PartialEq::eq);
    if old.duration != new.duration {
        let (before, now, name) = (old.duration, new.duration, &new.name);
        clauses.push(format!("{name} lasts {now:.3} s, was {before:.3} s"));
    }
    clauses
}

fn mesh(old: &Mesh, new: &Mesh) -> Vec<String> {
    let name = &new.name;
    let (before, now) = (old.positions.len(), new.positions.len());
    let mut clauses = Vec::new();
    if before != now {
        let vertices = counted(now, "vertex", "vertices");
        clauses.push(format!("{name} has {vertices}, had {before}"));
    } else {
        let pairs = old.positions.iter().zip(&new.positions);
        let moved = pairs.filter(|(old, new)| old != new).count();
        if moved > 0 {
            let vertices = counted(moved, "vertex", "vertices");
            clauses.push(format!("{vertices} of {name} moved"));
        }
        if old.influences != new.influences {
            clauses.push(format!("weights of {name} differ"));
        }
    }
    let submeshes = Matched::of(&old.submeshes, &new.submeshes, |it| it.name.clone());
    clauses.extend(submeshes.clauses(["submesh", "submeshes"], name, |_, _| true));
    clauses
}
