//! The window's title: what is shown, in one line.

use crate::scene::Scene;

/// Name, clip, mapping rule and whether time passes: `Rigscope - aatrox - attack1 - mapping game - playing`.
/// Kept free of anything but ASCII of our own, so that scripts can wait for it.
pub fn title(scene: &Scene) -> String {
    let Some(item) = &scene.item else {
        return "Rigscope".into();
    };
    let clip = item.clip().map_or("bind pose", |clip| clip.name.as_str());
    let state = if scene.is_moving() {
        "playing"
    } else {
        "paused"
    };
    let title = format!(
        "Rigscope - {} - {clip} - mapping {} - {state}",
        item.character.name,
        item.rule().word()
    );
    // Window systems take no zero byte, and one line.
    title.replace(char::is_control, " ")
}
