//! What can be typed for `diff`.

use std::path::PathBuf;

use super::{MappingArg, SnapArg, finite};

/// `diff`.
#[derive(Debug, clap::Args)]
pub struct DiffArgs {
    /// The first: a file or a folder; what belongs to it is found beside it.
    #[arg(value_name = "A")]
    pub a: PathBuf,
    /// The second; may be the first again, with another clip or another mapping.
    #[arg(value_name = "B")]
    pub b: PathBuf,
    /// Take exactly what is named, nothing beside it.
    #[arg(long)]
    pub only: bool,
    /// Clip to compare; none compares clips that are named outright, else the bind pose and every clip that both have.
    #[arg(long, value_name = "NAME")]
    pub clip: Option<String>,
    /// Another clip for B.
    #[arg(long, value_name = "NAME")]
    pub clip_b: Option<String>,
    /// Which joint gets a track where several answer to its hash.
    #[arg(long, value_enum, default_value = "game")]
    pub mapping: MappingArg,
    /// Another rule for B.
    #[arg(long, value_enum)]
    pub mapping_b: Option<MappingArg>,
    /// Whether joints that an event snaps to another are moved, or follow their parents.
    #[arg(long, value_enum, default_value = "on")]
    pub snap: SnapArg,
    /// The same for B alone.
    #[arg(long, value_enum)]
    pub snap_b: Option<SnapArg>,
    /// Spine: a skin to wear; several are worn together, the later win.
    #[arg(long, value_name = "NAME")]
    pub skin: Vec<String>,
    /// Spine: other skins for B.
    #[arg(long, value_name = "NAME")]
    pub skin_b: Vec<String>,
    /// What is no farther apart is alike: file units; of scales and colours plain numbers.
    #[arg(long, value_name = "T", default_value_t = 0.001, value_parser = finite)]
    pub tolerance: f64,
    /// What is turned no more is alike: degrees.
    #[arg(long, value_name = "DEGREES", default_value_t = 0.01, value_parser = finite)]
    pub angle_tolerance: f64,
    /// Compare at these moments, seconds; without it at the frames of both and 60 times a second.
    #[arg(long, value_name = "A,B,C", value_delimiter = ',', conflicts_with = "fps", value_parser = finite)]
    pub times: Option<Vec<f64>>,
    /// Compare so many times a second.
    #[arg(long, value_name = "F", value_parser = finite)]
    pub fps: Option<f64>,
    /// With --json: for each joint that differs its course too.
    #[arg(long, requires = "json")]
    pub curves: bool,
    /// One JSON document instead of text.
    #[arg(long)]
    pub json: bool,
}
