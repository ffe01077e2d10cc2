//! Dot, the Spine sample: a small flat sibling of Pip. All of it is computed here and written by the library's own
//! encoders; the same files come out on every run.

mod animations;
mod bones;
mod constraints;
mod dress;
mod pack;
mod paint;
mod pictures;
mod strips;
mod timelines;

use anyhow::Context;
use image::ImageEncoder;
use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use rigscope::formats::spine::{atlas, json, skel};
use rigscope::model::spine::{EventData, Rig};

/// Every file of the sample: its name, and its content.
pub fn files() -> anyhow::Result<Vec<(&'static str, Vec<u8>)>> {
    let rig = rig().context("a draw order that does not work")?;
    let page = pack::pack(&pictures::all(), "dot.png");
    let mut png = Vec::new();
    PngEncoder::new_with_quality(&mut png, CompressionType::Best, FilterType::Adaptive)
        .write_image(
            &page.rgba,
            page.size[0],
            page.size[1],
            image::ExtendedColorType::Rgba8,
        )?;
    Ok(vec![
        ("dot.skel", skel::write(&rig)?),
        ("dot.json", json::write(&rig)?.into_bytes()),
        ("dot.atlas", atlas::write(&page.atlas).into_bytes()),
        ("dot.png", png),
    ])
}

/// `None`: a draw order names slots out of turn.
fn rig() -> Option<Rig> {
    let bones = bones::bones();
    let mut rig = Rig {
        version: "4.3.0".into(),
        x: -190.0,
        y: 0.0,
        width: 340.0,
        height: 510.0,
        bones: bones.list.clone(),
        events: vec![EventData {
            name: "step".into(),
            string: "right".into(),
            volume: 1.0,
            ..EventData::default()
        }],
        ..Rig::default()
    };
    dress::dress(&mut rig, &bones);
    rig.constraints = constraints::constraints(&rig);
    rig.animations = animations::animations(&rig)?;
    Some(rig)
}
