//! Routes chosen by hand, over what a rule says.

use std::collections::{HashMap, HashSet};

use super::{Mapping, MappingRule, Reason};
use crate::model::finding::counted;
use crate::model::{Clip, Finding, Route, RouteTarget, Routing, Skeleton};

/// For each track how many tracks of its hash come before it.
pub fn occurrences(clip: &Clip) -> Vec<usize> {
    let mut seen: HashMap<u32, usize> = HashMap::new();
    let tracks = clip.tracks.iter();
    tracks
        .map(|track| {
            let next = seen.entry(track.hash?).or_default();
            *next += 1;
            Some(*next - 1)
        })
        .map(Option::unwrap_or_default)
        .collect()
}

/// The mapping with the routes put over it, and what there is to say of them.
///
/// Hand routes come first. A track that thereby loses its joint, and under `game` one that found none, takes the best
/// joint of its hash that is left.
pub fn route(
    base: &Mapping,
    routing: &Routing,
    skeleton: &Skeleton,
    clip: &Clip,
) -> (Mapping, Vec<Finding>) {
    let mut mapping = base.clone();
    let chosen = chosen(routing, skeleton, clip);
    let mut findings = stale(routing, skeleton, clip);
    for &(track, joint) in &chosen {
        give(&mut mapping, track, joint);
    }
    if mapping.rule == MappingRule::Game {
        pair_what_is_left(&mut mapping);
    }
    if !chosen.is_empty() {
        let routes = counted(chosen.len(), "track", "tracks");
        let from = routing.file.as_ref().and_then(|file| file.file_name());
        let from = match from {
            Some(name) if !routing.changed => format!(", as {} says", name.to_string_lossy()),
            _ => String::new(),
        };
        findings.push(Finding::note(
            "league.routed-by-hand",
            format!("{routes} of this clip moved by hand to another joint or to none{from}"),
            "clear the routes on the Mapping page, or remove the file, to see what the rule alone does",
        ));
    }
    (mapping, findings)
}

/// Each routed track of the clip, and what it moves; in file order.
fn chosen(routing: &Routing, skeleton: &Skeleton, clip: &Clip) -> Vec<(usize, Option<usize>)> {
    let mut routes: HashMap<(u32, usize), &Route> = HashMap::new();
    for route in &routing.routes {
        let key = (route.hash, route.occurrence);
        match &route.clip {
            Some(name) if *name == clip.name => {
                routes.insert(key, route);
            }
            // The clip's own route wins.
            None => {
                routes.entry(key).or_insert(route);
            }
            Some(_) => {}
        }
    }
    let tracks = clip.tracks.iter().zip(occurrences(clip)).enumerate();
    tracks
        .filter_map(|(index, (track, occurrence))| {
            let route = routes.get(&(track.hash?, occurrence))?;
            match &route.target {
                RouteTarget::Nothing => Some((index, None)),
                target => Some((index, Some(resolve(target, skeleton)?))),
            }
        })
        .collect()
}

/// The joint at the index where it has the name, else the one joint of that name.
fn resolve(target: &RouteTarget, skeleton: &Skeleton) -> Option<usize> {
    let RouteTarget::Joint { name, index } = target else {
        return None;
    };
    let joints = &skeleton.joints;
    if joints.get(*index).is_some_and(|joint| joint.name == *name) {
        return Some(*index);
    }
    let mut named = (0..joints.len()).filter(|&joint| joints[joint].name == *name);
    named.next().filter(|_| named.next().is_none())
}

/// Routes that name another skeleton as theirs.
pub fn of_another(routing: &Routing, skeleton: &Skeleton) -> Option<Finding> {
    let named = &routing.skeleton;
    let is_another = !named.is_empty() && !named.eq_ignore_ascii_case(&skeleton.name);
    is_another.then(|| {
        Finding::warning(
            "league.routing-of-another-skeleton",
            format!(
                "the routes were made for the skeleton {named:?}, and are used on {:?}",
                skeleton.name
            ),
            "look at each on the Mapping page and save them again, or name the file of this skeleton's routes",
        )
    })
}

/// Routes that say nothing to this skeleton, or to the clip that they name.
fn stale(routing: &Routing, skeleton: &Skeleton, clip: &Clip) -> Vec<Finding> {
    let mut findings: Vec<Finding> = of_another(routing, skeleton).into_iter().collect();
    let mut lost = routing.routes.iter().filter(|route| {
        route.target != RouteTarget::Nothing && resolve(&route.target, skeleton).is_none()
    });
    if let Some(Route {
        target: RouteTarget::Joint { name, .. },
        hash,
        ..
    }) = lost.next()
    {
        let count = counted(1 + lost.count(), "route", "routes");
        findings.push(Finding::warning(
            "league.routing-stale",
            format!("{count} by hand to a joint that the skeleton does not have, or has twice; the first sends 0x{hash:08x} to {name:?}"),
            "choose the joint again on the Mapping page and save, or clear the routes",
        ));
    }
    let own = |route: &&Route| route.clip.as_deref() == Some(clip.name.as_str());
    let tracks: HashSet<(u32, usize)> = clip
        .tracks
        .iter()
        .zip(occurrences(clip))
        .filter_map(|(track, occurrence)| Some((track.hash?, occurrence)))
        .collect();
    let missing = |route: &&Route| !tracks.contains(&(route.hash, route.occurrence));
    let mut without = routing.routes.iter().filter(own).filter(missing);
    if let Some(first) = without.next() {
        let count = counted(1 + without.count(), "route", "routes");
        findings.push(Finding::warning(
            "league.routing-stale",
            format!(
                "{count} by hand for a track that this clip does not have; the first is track {} of hash 0x{:08x}",
                first.occurrence, first.hash
            ),
            "clear the routes on the Mapping page and choose again",
        ));
    }
    findings
}

fn give(mapping: &mut Mapping, track: usize, joint: Option<usize>) {
    if let Some(old) = mapping.moved_by(track) {
        mapping.track_of_joint[old] = None;
    }
    if let Some(place) = joint.and_then(|joint| mapping.track_of_joint.get_mut(joint)) {
        let loser = place.replace(track);
        if let Some((loser, from)) = loser.filter(|&loser| loser != track).zip(joint) {
            mapping.tracks[loser].joint = None;
            mapping.tracks[loser].reason = Reason::Displaced { from, by: track };
        }
    }
    mapping.tracks[track].joint = joint;
    mapping.tracks[track].reason = Reason::ByHand;
}

fn pair_what_is_left(mapping: &mut Mapping) {
    // Tracks of one hash share a list, which its first joint names: each list is gone through once.
    let mut next_of_list: HashMap<usize, usize> = HashMap::new();
    for track in 0..mapping.tracks.len() {
        let mapped = &mapping.tracks[track];
        let looks = matches!(mapped.reason, Reason::AllTaken | Reason::Displaced { .. });
        let list = mapped.candidates.clone();
        let (true, Some(first)) = (looks, list.first()) else {
            continue;
        };
        let next = next_of_list.entry(first.joint).or_default();
        let is_taken = |place: usize| {
            let candidate = list.get(place);
            candidate.is_some_and(|one| mapping.track_of_joint[one.joint].is_some())
        };
        while is_taken(*next) {
            *next += 1;
        }
        if let Some(free) = list.get(*next) {
            mapping.track_of_joint[free.joint] = Some(track);
            mapping.tracks[track].joint = Some(free.joint);
            mapping.tracks[track].reason = Reason::BestClaim(free.claim);
        }
    }
}
