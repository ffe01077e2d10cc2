//! The window's title: what is shown, in one line.

use super::rest_pose;
use crate::scene::Scene;

/// Name, clip, mapping rule and whether time passes: `Rigscope - aatrox - attack1 - mapping game - playing`. Spine maps
/// nothing: `Rigscope - spineboy - walk - playing`.
/// Kept free of anything but ASCII of our own, so that scripts can wait for it.
pub fn title(scene: &Scene) -> String {
    let Some(item) = &scene.item else {
        return "Rigscope".into();
    };
    let rest = rest_pose(scene).to_lowercase();
    let clip = item.picked_name().unwrap_or(rest);
    let state = if scene.is_moving() {
        "playing"
    } else {
        "paused"
    };
    let mapping = if scene.is_spine() {
        String::new()
    } else {
        format!("mapping {} - ", item.rule().word())
    };
    let title = format!(
        "Rigscope - {} - {clip} - {mapping}{state}",
        item.character.name
    );
    // Window systems take no zero byte, and one line.
    title.replace(char::is_control, " ")
}
