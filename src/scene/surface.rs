//! A material's surface at one moment, as the frame packet carries it.

use super::Item;
use super::frame::{PartStage, PartSurface};
use crate::model::Surface;
use crate::model::surface::SurfaceStage;

impl Item {
    /// `seconds` drive textures that move.
    pub(super) fn surface_at(&self, surface: &Surface, seconds: f64) -> PartSurface {
        let mut stages = surface.stages.iter().enumerate();
        PartSurface {
            blend: surface.blend,
            alpha_test: surface.alpha_test,
            two_sided: surface.two_sided,
            lit: surface.lit,
            depth_test: surface.depth_test,
            depth_write: surface.depth_write,
            clamp: surface.clamp,
            outline: surface.outline,
            stages: std::array::from_fn(|_| {
                let (index, stage) = stages.next()?;
                Some(PartStage {
                    texture: stage
                        .texture
                        .and_then(|texture| self.textures.get(texture).cloned().flatten()),
                    is_opacity: surface.shows_alpha_of(index),
                    combine: stage.combine,
                    uv: stage.uv,
                    phase: phase(stage, seconds),
                })
            }),
        }
    }
}

/// The game counts time anew each minute, and textures jump then; here they run on.
fn phase(stage: &SurfaceStage, seconds: f64) -> [f32; 2] {
    stage.speed.map(|speed| {
        let repeats = f64::from(speed) * seconds;
        // A whole turn is none: in single precision a little less than one is one.
        match repeats.rem_euclid(1.0) as f32 {
            phase if phase < 1.0 => phase,
            _ => 0.0,
        }
    })
}
