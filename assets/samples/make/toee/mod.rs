//! Tock, the sample of The Temple of Elemental Evil: a clockwork guard with a staff, Pip's colleague. All of it is
//! computed here and written by the library's own encoders; the same files come out on every run.

mod clips;
mod figure;
mod paint;
mod pose;
mod rig;
mod stream;

use std::path::PathBuf;

use rigscope::formats::WriteError;
use rigscope::formats::toee::mdf::{self, Mdf};
use rigscope::formats::toee::{ska, skm};

/// Where the game looks for the model, below the folder that holds `art`.
const FOLDER: &str = "art/meshes/tock";

/// Every file of the sample: its path below the sample's folder, and its content.
pub fn files() -> Result<Vec<(PathBuf, Vec<u8>)>, WriteError> {
    let rig = rig::Rig::new();
    let file = |name: &str, bytes| (PathBuf::from(FOLDER).join(name), bytes);
    Ok(vec![
        file("tock.skm", skm::write(&figure::build(&rig))?),
        file("tock.ska", ska::write(&clips::build(&rig))?),
        file("tock.mdf", material(BODY)?),
        file("tock_orb.mdf", material(ORB)?),
        file("tock.tga", paint::body()?),
        file("tock_glow.tga", paint::glow()?),
    ])
}

/// One texture.
const BODY: &str = "Textured\r\nTexture \"art/meshes/tock/tock.tga\"\r\n";
/// Two, of which the second drifts over the first and adds its light.
const ORB: &str = "General
LinearFiltering
Texture 0 \"art/meshes/tock/tock.tga\"
Texture 1 \"art/meshes/tock/tock_glow.tga\"
UVType 1 drift
SpeedU 1 0.1
SpeedV 1 0.25
BlendType 1 add
MaterialBlendType none
";

fn material(text: &str) -> Result<Vec<u8>, WriteError> {
    let read = mdf::read(text.as_bytes());
    let (material, _): (Mdf, _) = read.map_err(|error| WriteError(error.to_string()))?;
    Ok(mdf::write(&material))
}
