//! What pose, map and render are told of Lost Saga alone (lostsaga-formats §2, §6).

use super::Failure;
use super::args::SlerpArg;
use crate::model::Family;
use crate::scene::Item;

/// Binds names and runs rotations as asked for.
pub fn play(item: &mut Item, slerp: SlerpArg, is_as_in_game: bool) -> Result<(), Failure> {
    let is_asked = is_as_in_game || slerp != SlerpArg::Exact;
    if is_asked && item.character.family != Family::LostSaga {
        let message = "--slerp game and --as-in-game are for Lost Saga; none is open";
        return Err(Failure::Argument(message.into()));
    }
    item.set_slerp(slerp.into());
    item.set_as_in_game(is_as_in_game);
    Ok(())
}
