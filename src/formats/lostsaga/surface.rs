//! What a block of a material text says, as a surface (lostsaga-formats §8).

use super::material::{Address, AlphaTest, Block, Compare, Cull, Pass, Unit};
use crate::model::surface::{
    Combine, MOST_STAGES, Outline, Surface, SurfaceBlend, SurfaceStage, UvSource,
};

/// Outlines are a little wider than nothing where a text does not say how wide.
const USUAL_THICKNESS: f32 = 1.0;

/// A surface whose textures are still to be found.
#[derive(Debug, Default)]
pub(super) struct Laid {
    /// Its stages have no textures yet.
    pub surface: Surface,
    /// For each stage the name of its texture.
    pub textures: Vec<String>,
    /// What is shown in another way than the game's, each in a clause.
    pub approximated: Vec<String>,
    /// Light comes from the engine's ramp.
    pub is_toon: bool,
}

/// Lays the passes of a block one on the other. Of several techniques the first is taken.
pub(super) fn lay(block: &Block) -> Laid {
    let mut laid = Laid::default();
    let passes = block.techniques.first().map_or(&[][..], |it| &it.passes);
    let (outlines, passes): (Vec<&Pass>, Vec<&Pass>) =
        passes.iter().partition(|pass| is_outline(pass));
    for (index, pass) in passes.iter().enumerate() {
        match index {
            0 => laid.begin(pass),
            _ => laid.go_on(pass),
        }
    }
    laid.surface.outline = outlines.first().map(|pass| outline(pass));
    if laid.surface.stages.is_empty() {
        // The texture may have a say in opacity alone; a simple viewer takes the first.
        let mut units = passes.iter().flat_map(|pass| &pass.units);
        if let Some(unit) = units.find(|unit| texture_of(unit).is_some()) {
            laid.put(unit, Combine::Modulate);
        }
    }
    laid
}

/// The inverted hull of a character, in one colour.
fn is_outline(pass: &Pass) -> bool {
    pass.shader_group.to_ascii_lowercase().contains("outline")
}

fn outline(pass: &Pass) -> Outline {
    let color = pass.param("OutLineColor").unwrap_or_default();
    let channel = |index: usize, usual: f32| color.get(index).copied().unwrap_or(usual);
    let thickness = pass.param("OutLineThickness").unwrap_or_default();
    Outline {
        color: [
            channel(0, 0.0),
            channel(1, 0.0),
            channel(2, 0.0),
            channel(3, 1.0),
        ],
        thickness: thickness.first().copied().unwrap_or(USUAL_THICKNESS),
    }
}

/// A texture's file name; of an animated one the first picture.
fn texture_of(unit: &Unit) -> Option<String> {
    let animated = || {
        let mut words = unit.other("anim_texture")?.split_whitespace().skip(1);
        words.find(|word| word.contains('.')).map(str::to_owned)
    };
    unit.texture.clone().or_else(animated)
}

impl Laid {
    /// The first pass says how the surface meets the picture.
    fn begin(&mut self, pass: &Pass) {
        let (blend, known) = match blend_of(&pass.scene_blend) {
            Some(PassBlend::Surface(blend)) => (blend, true),
            Some(PassBlend::Multiply) | None => (SurfaceBlend::Alpha, false),
        };
        if !known {
            let words = pass.scene_blend.join(" ");
            self.note(format!("`scene_blend {words}` is drawn as if by alpha"));
        }
        let alpha_test = pass.alpha_test.map_or(Some(0.0), threshold);
        if alpha_test.is_none() {
            self.note("an `alpha_test` other than for more than a value is passed over".into());
        }
        if pass.cull == Cull::Clockwise {
            self.note("of faces that are seen from behind alone both sides are drawn".into());
        }
        let group = pass.shader_group.to_ascii_lowercase();
        self.is_toon = group.contains("toon");
        self.surface = Surface {
            blend,
            alpha_test: alpha_test.unwrap_or(0.0),
            two_sided: pass.cull != Cull::CounterClockwise,
            lit: pass.lighting,
            depth_test: pass.depth_check,
            depth_write: pass.depth_write,
            ..Surface::default()
        };
        self.add_units(pass, None);
    }

    /// A further pass lays its textures over what is there.
    fn go_on(&mut self, pass: &Pass) {
        match blend_of(&pass.scene_blend) {
            Some(PassBlend::Surface(SurfaceBlend::Add | SurfaceBlend::AlphaAdd)) => {
                self.add_units(pass, Some(Combine::Add));
            }
            Some(PassBlend::Surface(SurfaceBlend::Alpha)) => {
                self.add_units(pass, Some(Combine::ByTextureAlpha));
            }
            Some(PassBlend::Multiply) => self.add_units(pass, Some(Combine::Modulate)),
            Some(PassBlend::Surface(SurfaceBlend::Opaque)) | None => {
                self.note("a further pass that replaces the first is passed over".into());
            }
        }
    }

    /// Adds the textures of a pass. `over` is how a further pass meets what is there.
    fn add_units(&mut self, pass: &Pass, over: Option<Combine>) {
        for unit in &pass.units {
            let (Some(own), Some(_)) = (combine(&unit.color_blend), texture_of(unit)) else {
                continue;
            };
            self.put(unit, over.unwrap_or(own));
        }
    }

    fn put(&mut self, unit: &Unit, combine: Combine) {
        let Some(texture) = texture_of(unit) else {
            return;
        };
        let is_there = |(stage, name): (&SurfaceStage, &String)| {
            stage.combine == Combine::Modulate && name.eq_ignore_ascii_case(&texture)
        };
        let mut stages = self.surface.stages.iter().zip(&self.textures);
        // The pattern of characters names one texture in both passes and means it once.
        if combine == Combine::Modulate && stages.any(is_there) {
            return;
        }
        if self.surface.stages.len() == MOST_STAGES {
            return self.note(format!("of its textures {MOST_STAGES} are drawn"));
        }
        if self.surface.stages.is_empty() {
            self.surface.clamp = unit.address == Address::Clamp;
        }
        let speed = unit.scroll.unwrap_or_default();
        for word in ["anim_texture", "wave_xform", "color_xform"] {
            if unit.other(word).is_some() {
                self.note(format!("`{word}` is not played"));
            }
        }
        if unit.rotate.is_some() {
            self.note("`rotate_anim` is not played".into());
        }
        self.surface.stages.push(SurfaceStage {
            texture: None,
            combine,
            uv: match unit.scroll {
                Some(_) => UvSource::Drift,
                None => UvSource::Mesh,
            },
            speed,
        });
        self.textures.push(texture);
    }

    fn note(&mut self, clause: String) {
        if !self.approximated.contains(&clause) {
            self.approximated.push(clause);
        }
    }
}

/// How a pass meets what is there.
enum PassBlend {
    Surface(SurfaceBlend),
    Multiply,
}

/// `op src dst`, or one word for a usual pair; `None` for what a surface cannot do.
fn blend_of(words: &[String]) -> Option<PassBlend> {
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let surface = |blend| Some(PassBlend::Surface(blend));
    match words.as_slice() {
        [] | ["none" | "replace"] | ["add", "one", "zero"] => surface(SurfaceBlend::Opaque),
        ["add"] | ["add", "one", "one"] => surface(SurfaceBlend::Add),
        ["add", "src_alpha", "one"] => surface(SurfaceBlend::AlphaAdd),
        ["src_alpha" | "alpha_blend"] => surface(SurfaceBlend::Alpha),
        ["add", "src_alpha", inverse] if is_inverse_of_alpha(inverse) => {
            surface(SurfaceBlend::Alpha)
        }
        ["modulate"]
        | ["add", "zero", "src_color" | "src_colour"]
        | ["add", "dest_color" | "dest_colour" | "dst_color", "zero"] => Some(PassBlend::Multiply),
        _ => None,
    }
}

fn is_inverse_of_alpha(word: &str) -> bool {
    word.contains("src_alpha") && (word.contains("inv") || word.contains("one_minus"))
}

/// How a unit's texture is combined with what the units before made; `None` where its colour has no say.
fn combine(words: &[String]) -> Option<Combine> {
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words.as_slice() {
        [] => Some(Combine::Modulate),
        ["selectarg1", "texture", ..] | ["selectarg2", _, "texture", ..] => Some(Combine::Modulate),
        ["selectarg1" | "selectarg2", ..] => None,
        [op, rest @ ..] if rest.contains(&"texture") => match *op {
            op if op.starts_with("add") => Some(Combine::Add),
            op if op.contains("texture") && op.contains("alpha") => Some(Combine::ByTextureAlpha),
            _ => Some(Combine::Modulate),
        },
        _ => None,
    }
}

/// The alpha below which nothing is drawn; `None` for a comparison that a surface cannot do.
fn threshold(test: AlphaTest) -> Option<f32> {
    let reference = match test.is_fraction {
        true => test.reference,
        false => test.reference / 255.0,
    };
    let reference = reference.clamp(0.0, 1.0);
    match test.compare {
        Compare::Always => Some(0.0),
        Compare::GreaterEqual => Some(reference),
        // Half a step of a texture's alpha above it.
        Compare::Greater => Some(reference + 0.5 / 255.0),
        _ => None,
    }
}
