//! A surface that a file describes, as far as glTF can say it: one texture, opacity, sides, and light or none.

use serde_json::{Value, json};

use super::alpha::AlphaMode;
use crate::model::surface::{Combine, SurfaceBlend, UvSource};
use crate::model::{Finding, Material, Surface};

/// The extension by which light leaves a surface as it is.
pub(super) const UNLIT: &str = "KHR_materials_unlit";

/// What the opacity of a surface is, where its texture alone gives `by_texture`.
pub(super) fn alpha_mode(surface: &Surface, by_texture: AlphaMode) -> AlphaMode {
    match surface.blend {
        SurfaceBlend::Opaque => AlphaMode::Opaque,
        // Nothing adds light in glTF: to let what is behind shine through comes nearest.
        SurfaceBlend::Add | SurfaceBlend::AlphaAdd => AlphaMode::Blend,
        SurfaceBlend::Alpha if surface.color[3] < 1.0 => AlphaMode::Blend,
        SurfaceBlend::Alpha if surface.shows_alpha_of(0) => by_texture,
        SurfaceBlend::Alpha => AlphaMode::Opaque,
    }
}

/// Sides, colour and light.
pub(super) fn put_on(material: &mut Value, surface: &Surface) {
    material["doubleSided"] = json!(surface.two_sided);
    if surface.color != [1.0; 4] {
        let [red, green, blue, alpha] = surface.color;
        let color = [linear(red), linear(green), linear(blue), alpha];
        material["pbrMetallicRoughness"]["baseColorFactor"] = json!(color);
    }
    if !surface.lit {
        material["extensions"] = json!({UNLIT: {}});
    }
}

/// glTF's factors are linear, colours in files are not.
fn linear(channel: f32) -> f32 {
    match channel.clamp(0.0, 1.0) {
        low if low <= 0.04045 => low / 12.92,
        high => ((high + 0.055) / 1.055).powf(2.4),
    }
}

/// What of a surface glTF has no words for.
pub(super) fn left_out(material: &Material, surface: &Surface) -> Option<Finding> {
    let mut lost: Vec<String> = Vec::new();
    for (index, stage) in surface.stages.iter().enumerate() {
        let (number, moves) = (index + 1, moved(stage.uv));
        match index {
            0 if stage.uv != UvSource::Mesh => lost.push(format!("its texture {moves}")),
            0 if stage.combine != Combine::Modulate => {
                lost.push("how its texture is laid over the colour".into());
            }
            0 => {}
            _ => lost.push(format!("texture {number}, which {moves}")),
        }
    }
    if matches!(surface.blend, SurfaceBlend::Add | SurfaceBlend::AlphaAdd) {
        lost.push("its light is added to what is behind".into());
    }
    if !surface.depth_test || !surface.depth_write {
        lost.push("it hides and is hidden by other rules of depth".into());
    }
    (!lost.is_empty()).then(|| {
        let message = format!(
            "glTF has no room for all of the material {}; left out: {}",
            material.name,
            lost.join("; ")
        );
        let fix = "make up for it in the program that reads the export, if it shows";
        Finding::note("export.surface-simplified", message, fix)
    })
}

fn moved(uv: UvSource) -> &'static str {
    match uv {
        UvSource::Mesh => "lies over it",
        UvSource::Environment => "mirrors surroundings",
        UvSource::Drift => "drifts",
        UvSource::Swirl => "swirls",
        UvSource::Wavey => "waves",
    }
}
