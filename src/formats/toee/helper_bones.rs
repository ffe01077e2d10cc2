//! Bones that are there for the game's engine and tools alone (toee-formats §8.3).

/// Whether a skeleton overlay may hide a bone: places where things are held or lit, the biped's root and footsteps, ends
/// of chains, shapes that cloth collides with. `model` is the skeleton's name: the bone called like it is the root of an
/// export.
pub fn is_helper(name: &str, model: &str) -> bool {
    let name = name.to_ascii_lowercase();
    matches!(name.as_str(), "bip01" | "origin" | "turning")
        || name.eq_ignore_ascii_case(model)
        || ["#", "particleref", "groundparticleref", "dummy"]
            .iter()
            .any(|start| name.starts_with(start))
        || ["_ref", "footsteps", "nub"]
            .iter()
            .any(|end| name.ends_with(end))
}
