//! Pip, the League sample: a small wind-up mechanic with a wrench. All of it is computed here and written by the
//! library's own encoders; the same files come out on every run.

pub mod atlas;
mod body;
pub mod canvas;
mod clips;
mod dance;
mod graph;
mod head;
pub mod math;
mod pose;
mod props;
mod rig;
pub mod shapes;
pub mod skin;

use rigscope::formats::WriteError;
use rigscope::formats::league::{anm, bin, skl, skn};
use rigscope::formats::texture::tex;

/// One file of the sample.
pub struct SampleFile {
    /// Below the sample's folder.
    pub path: &'static str,
    /// Its content.
    pub bytes: Vec<u8>,
}

/// Every file of the sample.
pub fn files() -> Result<Vec<SampleFile>, WriteError> {
    let rig = rig::Rig::new();
    let mut mesh = skin::MeshBuilder::new(&rig);
    body::build(&mut mesh);
    head::build(&mut mesh);
    props::build(&mut mesh);
    let mut skeleton = rig.skeleton.clone();
    skeleton.influences = mesh.influences();
    let file = |path, bytes| SampleFile { path, bytes };
    Ok(vec![
        file("pip.skl", skl::write(&skeleton)?),
        file("pip.skn", skn::write(&mesh.finish())?),
        file("pip_skin0.bin", bin::write(&graph::skin())?),
        file("pip_animations_skin0.bin", bin::write(&graph::graph())?),
        file("pip_base_tx_cm.tex", tex::write_bc1(&atlas::body())?),
        file(
            "pip_base_wrench_tx_cm.tex",
            tex::write_bgra8(&atlas::wrench())?,
        ),
        file(
            "pip_base_scarf_tx_cm.tex",
            tex::write_bgra8(&atlas::scarf())?,
        ),
        file("animations/walk.anm", anm::write_v5(&clips::walk(&rig))?),
        file("animations/idle.anm", anm::write_v5(&clips::idle(&rig))?),
        file(
            "animations/dance.anm",
            anm::write_compressed(&dance::dance(&rig))?,
        ),
    ])
}
