//! `rigscope diff`: what two characters do not have alike, and where their poses differ.

use std::path::Path;

use super::args::{DiffArgs, GraphArgs, Input, SnapArg};
use super::{Failure, Outcome, and_unread, clips, complain, open_first, print, print_json};
use crate::formats::Progress;
use crate::model::Character;
use crate::scene::difference::{Difference, Tolerance, Wanted, When, common_passes, compare};
use crate::scene::{Item, Pick};

/// Both sides, and all that differs.
pub(super) struct Compared {
    pub a: Item,
    pub b: Item,
    pub difference: Difference,
}

pub fn run(args: &DiffArgs) -> Result<Outcome, Failure> {
    let (mut a, mut b) = sides(args)?;
    let wanted = Wanted {
        passes: passes(args, &mut a, &mut b)?,
        when: when(args)?,
        tolerance: tolerance(args)?,
        curves: args.curves,
    };
    let compared = compare(&mut a, &mut b, &wanted, &Progress::default());
    // Nobody cancels it.
    let difference = compared.unwrap_or_default();
    let is_equal = difference.is_equal();
    let compared = Compared { a, b, difference };
    match args.json {
        true => print_json(&super::diff_json::document(&compared, args.curves))?,
        false => print(&super::diff_text::text(&compared))?,
    }
    Ok(match is_equal {
        true => Outcome::Good,
        false => Outcome::Findings,
    })
}

/// Both items, with all that was said of each alone.
fn sides(args: &DiffArgs) -> Result<(Item, Item), Failure> {
    let open = |path: &Path| {
        open_first(&Input {
            paths: vec![path.to_owned()],
            only: args.only,
        })
    };
    let (mut a, mut b) = (open(&args.a)?, open(&args.b)?);
    if a.family != b.family {
        return Err(Failure::Argument(format!(
            "{} is of {}, {} of {}: name two characters of one family",
            args.a.display(),
            a.family.title(),
            args.b.display(),
            b.family.title()
        )));
    }
    lend_skeleton(&mut a, &b, &args.a);
    lend_skeleton(&mut b, &a, &args.b);
    let (mut a, mut b) = (Item::new(a), Item::new(b));
    if a.skeleton().is_none() && a.mesh().is_none() {
        return Err(Failure::Argument(
            "there is neither a skeleton nor a mesh to compare: name or add one".into(),
        ));
    }
    a.set_rule(args.mapping.into());
    b.set_rule(args.mapping_b.unwrap_or(args.mapping).into());
    a.set_snaps(args.snap == SnapArg::On);
    b.set_snaps(args.snap_b.unwrap_or(args.snap) == SnapArg::On);
    wear(&mut a, &args.skin)?;
    let of_b = match args.skin_b.is_empty() {
        true => &args.skin,
        false => &args.skin_b,
    };
    wear(&mut b, of_b)?;
    Ok((a, b))
}

/// A clip by itself is compared on the other one's skeleton.
fn lend_skeleton(to: &mut Character, from: &Character, path: &Path) {
    if to.skeletons.is_empty() && to.meshes.is_empty() && !from.skeletons.is_empty() {
        to.skeletons.clone_from(&from.skeletons);
        to.meshes.clone_from(&from.meshes);
        to.start.skeleton = from.start.skeleton;
        complain(&format!(
            "no skeleton lies beside {}: it is played on {}",
            path.display(),
            from.name
        ));
    }
}

fn wear(item: &mut Item, skins: &[String]) -> Result<(), Failure> {
    if !skins.is_empty() && item.spine().is_none() {
        let message = "only Spine characters have skins to wear; none is open";
        return Err(Failure::Argument(message.into()));
    }
    let skins = super::pose_spine::skins(item, skins)?;
    if let Some((spine, rig)) = item.spine_mut() {
        spine.wear(rig, skins);
    }
    Ok(())
}

/// What both play: the clips that are named, by option or as a file; else all that both have.
fn passes(args: &DiffArgs, a: &mut Item, b: &mut Item) -> Result<Vec<(Pick, Pick)>, Failure> {
    let started = |item: &Item| item.character.start.clip.map(Pick::File);
    let named = |item: &mut Item, name: &str| {
        clips::find(item, name, &GraphArgs::default()).map_err(|failure| and_unread(failure, item))
    };
    let own = |item: &mut Item, option: Option<&str>| match option {
        Some(name) => named(item, name).map(Some),
        None => Ok(started(item)),
    };
    let (clip_a, clip_b) = (args.clip.as_deref(), args.clip_b.as_deref());
    let pick_a = own(a, clip_a)?;
    let pick_b = match (clip_b, clip_a) {
        (None, Some(_)) if started(b).is_some() => started(b),
        (option, other) => own(b, option.or(other))?,
    };
    Ok(match (pick_a, pick_b) {
        (None, None) => common_passes(a, b),
        (Some(one), Some(other)) => vec![(one, other)],
        (Some(one), None) => {
            let name = name_of(a, one);
            vec![(one, named(b, &name)?)]
        }
        (None, Some(other)) => {
            let name = name_of(b, other);
            vec![(named(a, &name)?, other)]
        }
    })
}

fn name_of(item: &mut Item, pick: Pick) -> String {
    item.pick(pick);
    item.picked_name().unwrap_or_default()
}

fn when(args: &DiffArgs) -> Result<When, Failure> {
    Ok(match (&args.times, args.fps) {
        (Some(times), _) => When::At(times.clone()),
        (None, Some(fps)) if fps > 0.0 && fps <= 1000.0 => When::Rate(fps),
        (None, Some(_)) => {
            let message = "--fps is a rate above 0 and up to 1000";
            return Err(Failure::Argument(message.into()));
        }
        (None, None) => When::Frames,
    })
}

fn tolerance(args: &DiffArgs) -> Result<Tolerance, Failure> {
    if args.tolerance < 0.0 || args.angle_tolerance < 0.0 {
        let message = "a tolerance is not below 0";
        return Err(Failure::Argument(message.into()));
    }
    Ok(Tolerance {
        distance: args.tolerance as f32,
        degrees: args.angle_tolerance as f32,
    })
}
