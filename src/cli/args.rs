//! What can be typed.

use std::path::PathBuf;
use std::str::FromStr;

use clap::{Parser, Subcommand, ValueEnum};
use glam::Vec4;

use crate::app::AppOptions;
use crate::model::Severity;
use crate::pose::MappingRule;
use crate::scene::{Compare, Skinning, View};

/// A skeletal viewer that shows what the game shows, and why.
#[derive(Debug, Parser)]
#[command(
    name = "rigscope",
    version,
    about,
    args_conflicts_with_subcommands = true
)]
pub struct Args {
    /// Without a command: what the window opens.
    #[command(flatten)]
    pub window: WindowArgs,
    /// What to do without a window.
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// What the window is told.
#[derive(Debug, clap::Args)]
pub struct WindowArgs {
    /// Files and folders to open; none opens the bundled sample.
    paths: Vec<PathBuf>,
    /// Clip to begin with.
    #[arg(long, value_name = "NAME")]
    clip: Option<String>,
    /// Take exactly what is named, nothing beside it.
    #[arg(long)]
    only: bool,
    /// Which joint gets a track where several answer to its hash.
    #[arg(long, value_enum, default_value = "game")]
    mapping: MappingArg,
    /// Who skins the vertices.
    #[arg(long, value_enum, default_value = "auto")]
    skinning: SkinningArg,
}

impl WindowArgs {
    /// What the window needs to know.
    pub fn into_options(self) -> AppOptions {
        AppOptions {
            paths: self.paths,
            clip: self.clip,
            only: self.only,
            mapping: self.mapping.into(),
            skinning: self.skinning.into(),
        }
    }
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// What the files are.
    Inspect(InspectArgs),
    /// The pose at one moment, or at several.
    Pose(PoseArgs),
    /// Each track: the joint chosen, the rule, and what it would move otherwise.
    Map(MapArgs),
    /// Pictures, without a window.
    Render(RenderArgs),
    /// Findings of every file below the paths, one line each.
    Check(CheckArgs),
    /// glTF binary with mesh, skin, textures and clips.
    Export(ExportArgs),
}

/// What every command takes.
#[derive(Debug, clap::Args)]
pub struct Input {
    /// Files and folders of any mix; what belongs to them is found beside them.
    #[arg(required = true, value_name = "PATH")]
    pub paths: Vec<PathBuf>,
    /// Take exactly what is named, nothing beside it.
    #[arg(long)]
    pub only: bool,
}

/// What the commands take that print hashes.
#[derive(Debug, clap::Args)]
pub struct NamesArg {
    /// League: a list of names for hashes, one a line: the hash in hexadecimal digits and the name, or the name alone.
    #[arg(long, value_name = "FILE")]
    pub hashes: Option<PathBuf>,
}

/// `inspect`.
#[derive(Debug, clap::Args)]
pub struct InspectArgs {
    /// What to look at.
    #[command(flatten)]
    pub input: Input,
    /// Further names for hashes.
    #[command(flatten)]
    pub names: NamesArg,
    /// What the first character wears and holds.
    #[command(flatten)]
    pub worn: WornArgs,
    /// One JSON document instead of text.
    #[arg(long)]
    pub json: bool,
}

/// `pose`.
#[derive(Debug, clap::Args)]
pub struct PoseArgs {
    /// What to pose.
    #[command(flatten)]
    pub input: Input,
    /// Clip to pose; none gives the bind pose.
    #[arg(long, value_name = "NAME")]
    pub clip: Option<String>,
    /// The moment.
    #[command(flatten)]
    pub moment: Moment,
    /// Which joint gets a track where several answer to its hash.
    #[arg(long, value_enum, default_value = "game")]
    pub mapping: MappingArg,
    /// Whether joints that an event snaps to another are moved, or follow their parents.
    #[arg(long, value_enum, default_value = "on")]
    pub snap: SnapArg,
    /// Routes chosen by hand, as the Mapping page saves them; without it those beside the skeleton.
    #[arg(long, value_name = "FILE")]
    pub routing: Option<PathBuf>,
    /// Spine: a skin to wear; several are worn together, the later win.
    #[arg(long, value_name = "NAME")]
    pub skin: Vec<String>,
    /// Without a clip: the pose that clips start from in place of the bind pose, where a family has both.
    #[arg(long, conflicts_with = "clip")]
    pub rest: bool,
    /// What it wears and holds.
    #[command(flatten)]
    pub worn: WornArgs,
    /// Posed vertices too.
    #[arg(long)]
    pub vertices: bool,
    /// JSON, the only form there is; accepted for symmetry.
    #[arg(long)]
    pub json: bool,
}

/// What a character of The Temple of Elemental Evil wears and holds.
#[derive(Debug, clap::Args)]
pub struct WornArgs {
    /// The Temple of Elemental Evil: an add-mesh to wear; may be given several times.
    #[arg(long, value_name = "FILE.skm")]
    pub wear: Vec<PathBuf>,
    /// The Temple of Elemental Evil: a model for a bone to hold, as HANDR_REF=sword.skm; may be given several times.
    #[arg(long, value_name = "BONE=FILE.skm", value_parser = held)]
    pub hold: Vec<(String, PathBuf)>,
}

fn held(text: &str) -> Result<(String, PathBuf), String> {
    match text.split_once('=') {
        Some((bone, file)) if !bone.is_empty() && !file.is_empty() => {
            Ok((bone.to_owned(), file.into()))
        }
        _ => Err("a bone and a file, as HANDR_REF=sword.skm".to_owned()),
    }
}

/// When a pose is taken.
#[derive(Debug, clap::Args)]
pub struct Moment {
    /// Seconds into the clip.
    #[arg(long, value_name = "S", conflicts_with_all = ["frame", "times", "steps"], allow_negative_numbers = true, value_parser = finite)]
    pub time: Option<f64>,
    /// Frames into the clip.
    #[arg(long, value_name = "F", conflicts_with_all = ["times", "steps"], allow_negative_numbers = true, value_parser = finite)]
    pub frame: Option<f64>,
    /// Several moments in seconds: the result is an array.
    #[arg(
        long,
        value_name = "A,B,C",
        value_delimiter = ',',
        allow_hyphen_values = true,
        conflicts_with = "steps",
        value_parser = finite
    )]
    pub times: Option<Vec<f64>>,
    /// Samples at these steps, counted from 0: the result is an array.
    #[arg(long, value_name = "I,J,K", value_delimiter = ',')]
    pub steps: Option<Vec<u32>>,
    /// Seconds of one step.
    #[arg(long, value_name = "S", default_value_t = 1.0 / 60.0, value_parser = finite)]
    pub step: f64,
    /// Seconds of sample 0 [default: the step].
    #[arg(long, value_name = "S", value_parser = finite)]
    pub start: Option<f64>,
    /// Times beyond the clip wrap instead of being clamped.
    #[arg(long = "loop")]
    pub looping: bool,
}

/// `map`.
#[derive(Debug, clap::Args)]
pub struct MapArgs {
    /// What to map.
    #[command(flatten)]
    pub input: Input,
    /// Further names for hashes.
    #[command(flatten)]
    pub names: NamesArg,
    /// One clip; none maps them all.
    #[arg(long, value_name = "NAME")]
    pub clip: Option<String>,
    /// The rule to explain.
    #[arg(long, value_enum, default_value = "game")]
    pub mapping: MappingArg,
    /// Routes chosen by hand, as the Mapping page saves them; without it those beside the skeleton.
    #[arg(long, value_name = "FILE")]
    pub routing: Option<PathBuf>,
    /// One JSON document instead of text.
    #[arg(long)]
    pub json: bool,
}

/// `render`.
#[derive(Debug, clap::Args)]
pub struct RenderArgs {
    /// What to picture.
    #[command(flatten)]
    pub input: Input,
    /// The picture: .png, or .gif for an animation.
    #[arg(short, long, value_name = "OUT")]
    pub output: PathBuf,
    /// Clip to pose; none gives that of a named .anm, else the bind pose, and for an animation the first.
    #[arg(long, value_name = "NAME")]
    pub clip: Option<String>,
    /// Without a clip: the pose that clips start from in place of the bind pose, where a family has both.
    #[arg(long, conflicts_with = "clip")]
    pub rest: bool,
    /// Spine: a skin to wear; several are worn together, the later win.
    #[arg(long, value_name = "NAME")]
    pub skin: Vec<String>,
    /// What it wears and holds.
    #[command(flatten)]
    pub worn: WornArgs,
    /// Seconds into the clip.
    #[arg(
        long,
        value_name = "S",
        default_value_t = 0.0,
        allow_negative_numbers = true,
        conflicts_with_all = ["frames", "fps"],
        value_parser = finite
    )]
    pub time: f64,
    /// Pixels across and down.
    #[arg(long, value_name = "WxH", default_value = "960x720")]
    pub size: Size,
    /// front, side, top, three-quarter, or YAW,PITCH[,ZOOM] in degrees [default: three-quarter, of a flat character front].
    #[arg(long, value_name = "VIEW", allow_hyphen_values = true)]
    pub camera: Option<CameraArg>,
    /// Comma-separated: bones, names, weights:JOINT, wire, bounds, snaps, grid; of a Spine character slots, regions,
    /// meshes, hulls, clipping, paths, points, boxes, constraints.
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    pub show: Vec<String>,
    /// Submeshes to leave out, comma-separated names.
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    pub hide: Vec<String>,
    /// RRGGBB, dark, light or transparent.
    #[arg(long, value_name = "COLOUR", default_value = "dark")]
    pub background: BackgroundArg,
    /// Compare with this picture: prints the difference.
    #[arg(long, value_name = "REF.png", conflicts_with_all = ["frames", "fps"])]
    pub reference: Option<PathBuf>,
    /// Root mean square difference (0 to 1) above which a comparison fails.
    #[arg(long, value_name = "T", default_value_t = 0.01, value_parser = finite)]
    pub tolerance: f64,
    /// This many pictures, spread over the clip.
    #[arg(long, value_name = "N", conflicts_with = "fps", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub frames: Option<u32>,
    /// Pictures a second, over the whole clip.
    #[arg(long, value_name = "F", value_parser = finite)]
    pub fps: Option<f64>,
    /// Which joint gets a track where several answer to its hash.
    #[arg(long, value_enum, default_value = "game")]
    pub mapping: MappingArg,
    /// Routes chosen by hand, as the Mapping page saves them; without it those beside the skeleton.
    #[arg(long, value_name = "FILE")]
    pub routing: Option<PathBuf>,
    /// What to show beside it, at the same moment.
    #[arg(long, value_enum, default_value = "off")]
    pub compare: CompareArg,
    /// Who skins the vertices.
    #[arg(long, value_enum, default_value = "auto")]
    pub skinning: SkinningArg,
    /// Take texture alpha for opacity, or ignore it.
    #[arg(long, value_enum, default_value = "blend")]
    pub alpha: AlphaArg,
}

impl RenderArgs {
    /// Whether several pictures are asked for.
    pub fn is_animation(&self) -> bool {
        self.frames.is_some() || self.fps.is_some()
    }
}

/// `check`.
#[derive(Debug, clap::Args)]
pub struct CheckArgs {
    /// What to check.
    #[command(flatten)]
    pub input: Input,
    /// Further names for hashes.
    #[command(flatten)]
    pub names: NamesArg,
    /// One JSON document instead of lines.
    #[arg(long)]
    pub json: bool,
    /// Findings this bad, or worse, give status 1.
    #[arg(long, value_enum, default_value = "error")]
    pub deny: SeverityArg,
}

/// `export`.
#[derive(Debug, clap::Args)]
pub struct ExportArgs {
    /// What to export.
    #[command(flatten)]
    pub input: Input,
    /// The file to write.
    #[arg(short, long, value_name = "OUT.glb")]
    pub output: PathBuf,
    /// A clip to export; several may be named, none exports them all.
    #[arg(long, value_name = "NAME")]
    pub clip: Vec<String>,
    /// Joints that an event snaps to others: moved to the root with their world motion, or left where they hang.
    #[arg(long, value_enum, default_value = "bake")]
    pub snap: BakeArg,
    /// Which joint gets a track where several answer to its hash.
    #[arg(long, value_enum, default_value = "game")]
    pub mapping: MappingArg,
}

/// `--snap` of `export`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum BakeArg {
    /// Snapped joints carry their world motion.
    Bake,
    /// Events are ignored.
    Off,
}

/// `--snap`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SnapArg {
    /// As the game does.
    On,
    /// As if no clip had such events.
    Off,
}

/// `--mapping`.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum MappingArg {
    /// Joints that move vertices first, then influences, then any.
    Game,
    /// The breadth-first two-pass walk of older extractors.
    TwoPass,
    /// The last joint of a hash wins.
    Naive,
}

impl From<MappingArg> for MappingRule {
    fn from(arg: MappingArg) -> Self {
        match arg {
            MappingArg::Game => Self::Game,
            MappingArg::TwoPass => Self::TwoPass,
            MappingArg::Naive => Self::Naive,
        }
    }
}

/// `--compare`.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum CompareArg {
    /// Nothing.
    Off,
    /// The bind pose.
    Bind,
    /// The same clip by the rule `game` alone.
    Game,
    /// The same clip by the two-pass walk.
    TwoPass,
    /// The same clip by the last joint of each hash.
    Naive,
}

impl From<CompareArg> for Compare {
    fn from(arg: CompareArg) -> Self {
        match arg {
            CompareArg::Off => Self::Off,
            CompareArg::Bind => Self::Bind,
            CompareArg::Game => Self::Rule(MappingRule::Game),
            CompareArg::TwoPass => Self::Rule(MappingRule::TwoPass),
            CompareArg::Naive => Self::Rule(MappingRule::Naive),
        }
    }
}

/// `--skinning`.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum SkinningArg {
    /// The shader on a real GPU, its Rust twin on a software adapter.
    Auto,
    /// The compute shader.
    Gpu,
    /// Its Rust twin.
    Cpu,
}

impl From<SkinningArg> for Skinning {
    fn from(arg: SkinningArg) -> Self {
        match arg {
            SkinningArg::Auto => Self::Auto,
            SkinningArg::Gpu => Self::Gpu,
            SkinningArg::Cpu => Self::Cpu,
        }
    }
}

/// `--alpha`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum AlphaArg {
    /// Alpha is opacity.
    Blend,
    /// Alpha is ignored.
    Ignore,
}

/// `--deny`.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum SeverityArg {
    /// Anything at all.
    Note,
    /// Warnings and errors.
    Warning,
    /// Errors.
    Error,
}

impl From<SeverityArg> for Severity {
    fn from(arg: SeverityArg) -> Self {
        match arg {
            SeverityArg::Note => Self::Note,
            SeverityArg::Warning => Self::Warning,
            SeverityArg::Error => Self::Error,
        }
    }
}

/// A number that is one: `nan` and `inf` are numbers to Rust, but no moment of a clip.
fn finite(text: &str) -> Result<f64, String> {
    let number = text.trim().parse().ok().filter(|n: &f64| n.is_finite());
    number.ok_or_else(|| "a finite number is wanted: 0.5".into())
}

/// A little more than 8K: four samples of colour and depth take 32 bytes a pixel.
const MOST_PIXELS: u32 = 1 << 25;

/// `--size`, in pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size(pub [u32; 2]);

impl FromStr for Size {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parse = |side: &str| side.parse().ok().filter(|side| (1..=16384).contains(side));
        let sides = text
            .split_once(['x', 'X'])
            .and_then(|(width, height)| Some([parse(width)?, parse(height)?]))
            .filter(|[width, height]: &[u32; 2]| width * height <= MOST_PIXELS);
        sides.map(Self).ok_or_else(|| {
            "a size is WIDTHxHEIGHT, each from 1 to 16384, at most 32 million pixels: 960x720"
                .into()
        })
    }
}

/// `--camera`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum CameraArg {
    /// By name.
    Named(View),
    /// Degrees about the character and above the horizon, and how much nearer than a fit.
    Angles {
        /// 0 looks at the front, 90 from the character's left.
        yaw: f32,
        /// 0 is level, 90 from above.
        pitch: f32,
        /// 1 fits, 2 is twice as near.
        zoom: f32,
    },
}

impl FromStr for CameraArg {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let named = match text {
            "front" => Some(View::Front),
            "side" => Some(View::Side),
            "top" => Some(View::Top),
            "three-quarter" => Some(View::ThreeQuarter),
            _ => None,
        };
        if let Some(view) = named {
            return Ok(Self::Named(view));
        }
        let numbers: Option<Vec<f32>> = text
            .split(',')
            .map(|number| number.trim().parse().ok().filter(|n: &f32| n.is_finite()))
            .collect();
        match numbers.as_deref() {
            Some(&[yaw, pitch]) => Ok(Self::Angles {
                yaw,
                pitch,
                zoom: 1.0,
            }),
            Some(&[yaw, pitch, zoom]) if zoom > 0.0 => Ok(Self::Angles { yaw, pitch, zoom }),
            _ => Err(
                "a camera is front, side, top, three-quarter, or YAW,PITCH,ZOOM: 30,15,1".into(),
            ),
        }
    }
}

/// `--background`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum BackgroundArg {
    /// A dark gradient.
    Dark,
    /// A light gradient.
    Light,
    /// One colour.
    Plain(Vec4),
}

impl FromStr for BackgroundArg {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "dark" => return Ok(Self::Dark),
            "light" => return Ok(Self::Light),
            "transparent" => return Ok(Self::Plain(Vec4::ZERO)),
            _ => {}
        }
        let hex = text.strip_prefix('#').unwrap_or(text);
        let number = u32::from_str_radix(hex, 16).ok().filter(|_| hex.len() == 6);
        let color = number.map(|rgb| {
            let channel = |shift: u32| ((rgb >> shift) & 0xFF) as f32 / 255.0;
            Vec4::new(channel(16), channel(8), channel(0), 1.0)
        });
        color
            .map(Self::Plain)
            .ok_or_else(|| "a background is RRGGBB, dark, light or transparent".into())
    }
}
