//! Wick, the sample of Lost Saga: a lamplighter with a cap and a lamp, Tock's neighbour. All of it is computed here and
//! written by the library's own encoders; the same files come out on every run.

mod clips;
mod figure;
mod looks;
mod paint;
mod rig;

use std::path::PathBuf;

use rigscope::formats::WriteError;
use rigscope::formats::lostsaga::{ani, collision, lsc, material, model_text, msh, skl};

use rig::Rig;

/// Every file of the sample: its path below the sample's folder, and its content.
pub fn files() -> Result<Vec<(PathBuf, Vec<u8>)>, WriteError> {
    let (short, tall) = (Rig::short(), Rig::tall());
    let mut files = Vec::new();
    let mut file = |path: &str, bytes: Vec<u8>| {
        files.push((PathBuf::from("resource").join(path), bytes));
    };
    file("skeleton/wick.skl", skl::write(&short.file(""))?);
    file(
        "skeleton/wick_tall.skl",
        skl::write(&tall.file("wick.skl"))?,
    );
    for mesh in [
        figure::body(&short),
        figure::cap(&short),
        figure::lamp(&short),
    ] {
        file(&format!("mesh/{}.msh", mesh.name), msh::write(&mesh.file)?);
    }
    file("mesh/wick.cms", collision::write(&figure::bulk()));
    for (name, blocks) in looks::materials() {
        file(&format!("material/{name}.txt"), material::write(&blocks));
    }
    file("texture/wick.dds", paint::body()?);
    file("texture/wick_glow.lsc", lsc::encode(&paint::glow()?));
    for (name, clip) in clips::all(&short) {
        file(&format!("animation/{name}.ani"), ani::write(&clip)?);
    }
    let model = looks::model();
    file("model/animodel/wick.txt", model_text::write(&model));
    Ok(files)
}
