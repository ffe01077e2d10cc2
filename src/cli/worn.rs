//! What a character is told to wear and to hold (toee-formats §8.1, §8.2).

use super::args::{Input, WornArgs};
use super::{Failure, open_first};
use crate::scene::Item;
use crate::scene::worn::Fit;

/// Puts everything on, in the order of the arguments, worn before held.
pub fn put_on(item: &mut Item, args: &WornArgs) -> Result<(), Failure> {
    let worn = args.wear.iter().map(|file| (file, Fit::Worn));
    let held = args.hold.iter();
    let held = held.map(|(on, file)| (file, Fit::Held { on: on.clone() }));
    for (file, fit) in worn.chain(held) {
        if !item.can_wear() {
            let message = "only characters of The Temple of Elemental Evil wear and hold models";
            return Err(Failure::Argument(message.into()));
        }
        if let Fit::Held { on } = &fit {
            let joints = item.skeleton().map_or(&[][..], |skeleton| &skeleton.joints);
            if !joints
                .iter()
                .any(|joint| joint.name.eq_ignore_ascii_case(on))
            {
                return Err(Failure::Argument(no_bone(item, on)));
            }
        }
        let input = Input {
            paths: vec![file.clone()],
            only: false,
        };
        if !item.wear(open_first(&input)?, fit) {
            let message = format!("{} holds no .skm mesh to wear or hold", file.display());
            return Err(Failure::Argument(message));
        }
    }
    Ok(())
}

fn no_bone(item: &Item, wanted: &str) -> String {
    let joints = item.skeleton().map_or(&[][..], |skeleton| &skeleton.joints);
    let made_for_it = joints.iter().map(|joint| joint.name.as_str());
    let made_for_it = made_for_it.filter(|name| name.to_ascii_lowercase().ends_with("_ref"));
    let names: Vec<&str> = made_for_it.collect();
    match names.is_empty() {
        true => format!("there is no bone {wanted:?}"),
        false => format!(
            "there is no bone {wanted:?}; made to hold things: {}",
            names.join(", ")
        ),
    }
}
