//! Material texts of Wick's meshes, and the text that makes them one model (lostsaga-formats §8).

use rigscope::formats::lostsaga::material::{Address, Block, Cull, Pass, Technique, Unit};
use rigscope::formats::lostsaga::model_text::ModelText;

const TEXTURE: &str = "wick.dds";
const GLOW: &str = "wick_glow.lsc";

/// By the names of their meshes: the n-th block is for the n-th submesh.
pub fn materials() -> [(&'static str, Vec<Block>); 3] {
    [
        ("wick_body", vec![character()]),
        ("wick_cap", vec![character()]),
        ("wick_lamp", vec![character(), glass()]),
    ]
}

fn block(passes: Vec<Pass>) -> Block {
    Block {
        techniques: vec![Technique {
            passes,
            ..Technique::default()
        }],
        ..Block::default()
    }
}

fn unit(texture: &str) -> Unit {
    Unit {
        texture: Some(texture.into()),
        ..Unit::default()
    }
}

fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

/// Light in steps, the texture over it, and an outline: the pattern of the game's characters.
fn character() -> Block {
    let ramp = Unit {
        use_light_texture: true,
        address: Address::Clamp,
        alpha_blend: words("selectarg2 texture diffuse"),
        ..Unit::default()
    };
    let opacity = Unit {
        tex_coord_set: 1,
        color_blend: words("add current tfactor"),
        alpha_blend: words("modulate current texture"),
        ..unit(TEXTURE)
    };
    let light = Pass {
        cull: Cull::None,
        shader_group: "AnimateToonShade".into(),
        units: vec![ramp, opacity],
        ..Pass::default()
    };
    let color = Pass {
        scene_blend: words("add zero src_color"),
        depth_write: false,
        cull: Cull::None,
        lighting: false,
        shader_group: "Animate".into(),
        units: vec![unit(TEXTURE)],
        ..Pass::default()
    };
    let param =
        |name: &str, kind: &str, numbers: &[f32]| (name.into(), kind.into(), numbers.to_vec());
    let outline = Pass {
        cull: Cull::Clockwise,
        shader_group: "AnimateOutLine".into(),
        params: vec![
            param("OutLineColor", "colorvalue", &[0.15, 0.1, 0.12, 1.0]),
            param("OutLineThickness", "float", &[0.5]),
        ],
        ..Pass::default()
    };
    block(vec![light, color, outline])
}

/// Not shaded, with light that moves over it.
fn glass() -> Block {
    let base = Pass {
        lighting: false,
        shader_group: "Animate".into(),
        units: vec![unit(TEXTURE)],
        ..Pass::default()
    };
    let drift = Unit {
        scroll: Some([0.1, 0.25]),
        ..unit(GLOW)
    };
    let light = Pass {
        scene_blend: words("add one one"),
        depth_write: false,
        lighting: false,
        shader_group: "Animate".into(),
        units: vec![drift],
        ..Pass::default()
    };
    block(vec![base, light])
}

/// What the model is made of.
pub fn model() -> ModelText {
    ModelText {
        skeleton: Some("wick.skl".into()),
        animations: ["wick_idle.ani", "wick_walk.ani", "wick_bow.ani"]
            .map(String::from)
            .into(),
        meshes: ["wick_body", "wick_cap", "wick_lamp"]
            .map(String::from)
            .into(),
        collision: Some("wick.cms".into()),
        bounds: Some([[-30.0, 0.0, -12.0], [26.0, 96.0, 12.0]]),
        sphere: Some(([0.0, 46.0, 0.0], 52.0)),
        color: Some([255.0; 3]),
    }
}
