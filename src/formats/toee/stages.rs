//! What a material's file says, as a surface; and the textures that it names.

use std::path::{Path, PathBuf};

use super::mdf::{self, FrameBlend, Settings, Shader, StageBlend};
use crate::model::surface::{Combine, Surface, SurfaceBlend, SurfaceStage, UvSource};
use crate::model::{Finding, Material};

/// The game discards fragments without any alpha, so that leaves are no cards that hide what is behind them
/// (toee-formats §11).
const ALPHA_TEST: f32 = 1.0 / 255.0;

/// The surface without its textures.
fn surface(settings: &Settings) -> Surface {
    Surface {
        blend: match settings.blend {
            FrameBlend::None => SurfaceBlend::Opaque,
            FrameBlend::Alpha => SurfaceBlend::Alpha,
            FrameBlend::Add => SurfaceBlend::Add,
            FrameBlend::AlphaAdd => SurfaceBlend::AlphaAdd,
        },
        color: settings.color.map(|channel| f32::from(channel) / 255.0),
        alpha_test: match settings.shader {
            Shader::Textured => ALPHA_TEST,
            Shader::General | Shader::Clipper => 0.0,
        },
        two_sided: settings.two_sided,
        lit: settings.lit,
        depth_test: settings.depth_test,
        depth_write: settings.depth_write,
        clamp: settings.clamp,
        stages: Vec::new(),
        outline: None,
    }
}

fn stage(stage: &mdf::Stage, texture: Option<usize>) -> SurfaceStage {
    SurfaceStage {
        texture,
        combine: match stage.blend {
            StageBlend::Modulate => Combine::Modulate,
            StageBlend::Add => Combine::Add,
            StageBlend::TextureAlpha => Combine::ByTextureAlpha,
            StageBlend::CurrentAlpha => Combine::ByCurrentAlpha,
            StageBlend::CurrentAlphaAdd => Combine::AddByCurrentAlpha,
        },
        uv: match stage.uv {
            mdf::UvSource::Mesh => UvSource::Mesh,
            mdf::UvSource::Environment => UvSource::Environment,
            mdf::UvSource::Drift => UvSource::Drift,
            mdf::UvSource::Swirl => UvSource::Swirl,
            mdf::UvSource::Wavey => UvSource::Wavey,
        },
        speed: stage.speed,
    }
}

/// Gives a material the surface that its file describes. `find` looks for the file that a path of the game names and
/// lists the places; `read` reads a picture and gives its index. What is missing is among the findings.
pub(super) fn lay_on(
    material: &mut Material,
    settings: &Settings,
    file: &Path,
    mut find: impl FnMut(&str, &mut Vec<PathBuf>) -> Option<PathBuf>,
    mut read: impl FnMut(&Path) -> Option<usize>,
) -> Vec<Finding> {
    let mut findings: Vec<Finding> = not_drawn(settings, file).into_iter().collect();
    let mut surface = surface(settings);
    for wanted in &settings.stages {
        let Some(path) = &wanted.texture else {
            continue;
        };
        let before = material.looked_for.len();
        let as_written = wanted
            .as_written
            .as_ref()
            .filter(|written| *written != path);
        let picture = find(path, &mut material.looked_for)
            .or_else(|| find(as_written?, &mut material.looked_for));
        if picture.is_none() {
            let of = format!("the texture {path} of {}", file.display());
            findings.push(missing(
                "toee.texture-missing",
                &of,
                &material.looked_for[before..],
            ));
        }
        let texture = picture.as_deref().and_then(&mut read);
        if surface.stages.is_empty() {
            material.texture = texture;
            material.missing = texture.is_none();
            material.reason = match (&picture, texture) {
                (Some(picture), None) => format!("{} cannot be read", picture.display()),
                _ => format!("the first texture of {}", file.display()),
            };
        }
        surface.stages.push(stage(wanted, texture));
    }
    if surface.stages.is_empty() {
        material.reason = format!("{} names no texture", file.display());
    }
    if settings.shader == Shader::Clipper || !settings.color_write {
        material.hidden = true;
        material.reason = format!("{} hides what is behind it and is not seen", file.display());
    }
    material.surface = Some(surface);
    findings
}

/// What a material says and nobody knows how the game draws (toee-formats §11).
fn not_drawn(settings: &Settings, file: &Path) -> Option<Finding> {
    let words = [
        ("GlossMap", settings.gloss_map.is_some()),
        ("Specular", settings.specular != [0; 4]),
        ("RecalculateNormals", settings.recalculate_normals),
    ];
    let words: Vec<&str> = words
        .into_iter()
        .filter_map(|(word, is_said)| is_said.then_some(word))
        .collect();
    (!words.is_empty()).then(|| {
        let message = format!(
            "{} asks for {}, which is not drawn",
            file.display(),
            words.join(" and ")
        );
        let fix = "look at highlights and facets in the game itself";
        Finding::note("toee.material-word-not-drawn", message, fix)
    })
}

/// A file that is not there, and every place where it was looked for.
pub(super) fn missing(code: &'static str, what: &str, tried: &[PathBuf]) -> Finding {
    let mut places: Vec<String> = tried
        .iter()
        .map(|path| path.display().to_string())
        .collect();
    places.dedup();
    let message = format!(
        "{what} is missing; it is not at {}",
        places.join(", nor at ")
    );
    let fix = "extract it from the game's archives, below the folder that holds `art`";
    Finding::warning(code, message, fix)
}
