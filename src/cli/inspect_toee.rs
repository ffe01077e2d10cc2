//! What `rigscope inspect` prints of surfaces, and of tables that were named (toee-formats §8, §11).

use std::fmt::Write;

use serde::Serialize;

use super::json;
use crate::model::surface::{Combine, SurfaceBlend, SurfaceStage, UvSource};
use crate::model::wardrobe::Table;
use crate::model::{Character, Material};

/// How a material is drawn.
#[derive(Serialize)]
pub struct SurfaceJson {
    /// The material's file.
    file: Option<String>,
    /// The shader that it asks for.
    #[serde(skip_serializing_if = "str::is_empty")]
    kind: &'static str,
    blend: &'static str,
    /// RGBA, 0 to 1.
    color: [f32; 4],
    /// Fragments of less alpha are not drawn.
    alpha_test: f32,
    /// A stage, or the whole, adds light to what is there.
    glow: bool,
    two_sided: bool,
    lit: bool,
    depth_test: bool,
    depth_write: bool,
    clamp: bool,
    stages: Vec<StageJson>,
}

#[derive(Serialize)]
struct StageJson {
    texture: Option<String>,
    uv: &'static str,
    blend: &'static str,
    /// Repeats a second along u and v.
    speed: [f32; 2],
}

impl SurfaceJson {
    /// Of a material whose file says how it is drawn.
    pub fn new(character: &Character, material: &Material) -> Option<Self> {
        let surface = material.surface.as_ref()?;
        let adds = |stage: &SurfaceStage| {
            matches!(stage.combine, Combine::Add | Combine::AddByCurrentAlpha)
        };
        let is_added = matches!(surface.blend, SurfaceBlend::Add | SurfaceBlend::AlphaAdd);
        let stage = |stage: &SurfaceStage| StageJson {
            texture: stage.texture.and_then(|index| {
                let texture = character.textures.get(index)?;
                let file = texture.file.as_deref().map(json::path);
                Some(file.unwrap_or_else(|| texture.name.clone()))
            }),
            uv: uv_word(stage.uv),
            blend: combine_word(stage.combine),
            speed: stage.speed,
        };
        let file = material.looked_for.iter().find(|path| path.is_file());
        Some(Self {
            file: file.map(|path| json::path(path)),
            kind: surface.shader,
            blend: blend_word(surface.blend),
            color: surface.color,
            alpha_test: surface.alpha_test,
            glow: is_added || surface.stages.iter().any(adds),
            two_sided: surface.two_sided,
            lit: surface.lit,
            depth_test: surface.depth_test,
            depth_write: surface.depth_write,
            clamp: surface.clamp,
            stages: surface.stages.iter().map(stage).collect(),
        })
    }

    /// A line for the whole, and one for each stage, for people.
    fn write(&self, text: &mut String) {
        let [r, g, b, a] = self.color.map(|channel| (channel * 255.0).round());
        let mut words = vec![
            self.kind.to_owned(),
            format!("blend {}", self.blend),
            format!("colour {r} {g} {b} {a}"),
        ];
        if self.alpha_test > 0.0 {
            words.push(format!("alpha test {:.3}", self.alpha_test));
        }
        let flags = [
            (self.glow, "adds light"),
            (self.two_sided, "two-sided"),
            (!self.lit, "not lit"),
            (!self.depth_test, "no depth test"),
            (!self.depth_write, "no depth write"),
            (self.clamp, "clamped"),
        ];
        let flags = flags.iter().filter(|(is_set, _)| *is_set);
        words.extend(flags.map(|(_, word)| (*word).to_owned()));
        words.retain(|word| !word.is_empty());
        let _ = writeln!(text, "      surface: {}", words.join(", "));
        for (index, stage) in self.stages.iter().enumerate() {
            let [u, v] = stage.speed;
            let speed = match stage.uv {
                "mesh" | "environment" => String::new(),
                _ => format!(", {u} and {v} repeats a second"),
            };
            let _ = writeln!(
                text,
                "      stage {index}: {}, uv {}{speed}, {}",
                stage.texture.as_deref().unwrap_or("no texture"),
                stage.uv,
                stage.blend
            );
        }
    }
}

/// The words are those of the files (toee-formats §11).
fn blend_word(blend: SurfaceBlend) -> &'static str {
    match blend {
        SurfaceBlend::Opaque => "none",
        SurfaceBlend::Alpha => "alpha",
        SurfaceBlend::Add => "add",
        SurfaceBlend::AlphaAdd => "alphaadd",
    }
}

fn combine_word(combine: Combine) -> &'static str {
    match combine {
        Combine::Modulate => "modulate",
        Combine::Add => "add",
        Combine::ByTextureAlpha => "texturealpha",
        Combine::ByCurrentAlpha => "currentalpha",
        Combine::AddByCurrentAlpha => "currentalphaadd",
    }
}

fn uv_word(uv: UvSource) -> &'static str {
    match uv {
        UvSource::Mesh => "mesh",
        UvSource::Environment => "environment",
        UvSource::Drift => "drift",
        UvSource::Swirl => "swirl",
        UvSource::Wavey => "wavey",
    }
}

/// A table that was named.
#[derive(Serialize)]
pub struct TableJson {
    file: String,
    entries: Vec<EntryJson>,
}

#[derive(Serialize)]
struct EntryJson {
    id: u32,
    text: String,
}

impl TableJson {
    /// All that were named.
    pub fn all(character: &Character) -> Vec<Self> {
        let entry = |(id, text): &(u32, String)| EntryJson {
            id: *id,
            text: text.clone(),
        };
        let table = |table: &Table| Self {
            file: json::path(&table.file),
            entries: table.entries.iter().map(entry).collect(),
        };
        character.wardrobe.tables.iter().map(table).collect()
    }
}

/// How a material is drawn, for people.
pub fn write_surface(character: &Character, material: &Material, text: &mut String) {
    if let Some(surface) = SurfaceJson::new(character, material) {
        surface.write(text);
    }
}

/// Materials that no mesh wears, and tables, for people.
pub fn write_loose(character: &Character, text: &mut String) {
    let loose = character.materials.iter().skip(character.meshes.len());
    for material in loose.flatten() {
        let _ = writeln!(text, "  material {} ({})", material.name, material.reason);
        write_surface(character, material, text);
    }
    for table in &character.wardrobe.tables {
        let _ = writeln!(text, "  table {}", table.file.display());
        for (id, entry) in &table.entries {
            let _ = writeln!(text, "    {id}: {entry}");
        }
    }
}
