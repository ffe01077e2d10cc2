//! What can be typed.

mod diff;
mod graph;
mod values;

use std::path::PathBuf;

use clap::{Parser, Subcommand};

use crate::app::AppOptions;
use crate::model::wardrobe::BODIES;
pub use diff::DiffArgs;
pub use graph::GraphArgs;
use values::finite;
pub use values::{
    AlphaArg, AxesArg, BackgroundArg, BakeArg, CameraArg, ClothArg, CompareArg, LayoutArg,
    MappingArg, SeverityArg, Size, SkinningArg, SlerpArg, SnapArg,
};

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
    /// What two characters, or two versions of one, do not have alike, and where their poses differ.
    Diff(DiffArgs),
    /// glTF binary with mesh, skin, textures and clips; or files of Lost Saga.
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
#[derive(Debug, Default, clap::Args)]
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
    /// Materials of the first character.
    #[command(flatten)]
    pub materials: MaterialArgs,
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
    /// How clips of a graph are found and controlled.
    #[command(flatten)]
    pub graph: GraphArgs,
    /// The moment.
    #[command(flatten)]
    pub moment: Moment,
    /// Which joint gets a track where several answer to its hash.
    #[arg(long, value_enum, default_value = "game")]
    pub mapping: MappingArg,
    /// Lost Saga: how rotations run between keys.
    #[arg(long, value_enum, default_value = "exact")]
    pub slerp: SlerpArg,
    /// Lost Saga: bones that are not found by exact name are bone 0, as in the game.
    #[arg(long)]
    pub as_in_game: bool,
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
    /// The Temple of Elemental Evil: whether cloth is simulated from the start of the clip on.
    #[arg(long, value_enum, default_value = "on")]
    pub cloth: ClothArg,
    /// The Temple of Elemental Evil: on its way, as far as a clip that follows a movement has brought it by then.
    #[arg(long)]
    pub travel: bool,
    /// Posed vertices too.
    #[arg(long)]
    pub vertices: bool,
    /// JSON, the only form there is; accepted for symmetry.
    #[arg(long)]
    pub json: bool,
}

/// What a character wears and holds.
#[derive(Debug, Default, clap::Args)]
pub struct WornArgs {
    /// A mesh of the same files to show too, on the same skeleton, by its name; may be given several times. Without it a
    /// person of Lost Saga wears all that belongs together.
    #[arg(long, value_name = "MESH")]
    pub with: Vec<String>,
    /// A mesh of another file to wear, as an add-mesh; of The Temple of Elemental Evil also the number of one in
    /// rules/addmesh.mes. May be given several times.
    #[arg(long, value_name = "FILE|N")]
    pub wear: Vec<PathBuf>,
    /// A model for a bone to hold, as HANDR_REF=sword.skm; may be given several times.
    #[arg(long, value_name = "BONE=FILE", value_parser = held)]
    pub hold: Vec<(String, PathBuf)>,
    /// The Temple of Elemental Evil: a material for HEAD, CHEST, GLOVES or BOOTS, or the number of one in
    /// rules/materials.mes; may be given several times.
    #[arg(long, value_name = "SLOT=FILE.mdf|N", value_parser = filled)]
    pub slot: Vec<(String, PathBuf)>,
    /// The Temple of Elemental Evil: which body of the tables it is, as half-orc-female; slots get its skin.
    #[arg(long, value_name = "BODY", value_parser = clap::builder::PossibleValuesParser::new(BODIES))]
    pub body: Option<String>,
    /// The Temple of Elemental Evil: hair by style and colour, as 3,1.
    #[arg(long, value_name = "STYLE,COLOUR", value_parser = hair)]
    pub hair: Option<(u32, u32)>,
    /// The Temple of Elemental Evil: a helmet is worn; hair is pressed down, and what tables put on bare heads is left out.
    #[arg(long)]
    pub helmet: bool,
}

fn held(text: &str) -> Result<(String, PathBuf), String> {
    pair(text).ok_or_else(|| "a bone and a file, as HANDR_REF=sword.skm".to_owned())
}

fn filled(text: &str) -> Result<(String, PathBuf), String> {
    let wanted = "a slot and a material or its number in a table, as CHEST=plate.mdf or CHEST=2002";
    pair(text).ok_or_else(|| wanted.to_owned())
}

fn pair(text: &str) -> Option<(String, PathBuf)> {
    let (name, file) = text.split_once('=')?;
    (!name.is_empty() && !file.is_empty()).then(|| (name.to_owned(), file.into()))
}

fn hair(text: &str) -> Result<(u32, u32), String> {
    let numbers = text.split_once(',');
    let numbers = numbers.map(|(style, color)| (style.trim().parse(), color.trim().parse()));
    match numbers {
        Some((Ok(style), Ok(color))) => Ok((style, color)),
        _ => Err("two numbers, as 3,1".to_owned()),
    }
}

/// Materials of a Lost Saga character, where its files name none.
#[derive(Debug, clap::Args)]
pub struct MaterialArgs {
    /// Lost Saga: a material text or a picture to wear; for one of several meshes as MESH=FILE.txt; may be given several times.
    #[arg(long, value_name = "FILE.txt", value_parser = material)]
    pub material: Vec<(Option<String>, PathBuf)>,
}

fn material(text: &str) -> Result<(Option<String>, PathBuf), String> {
    match text.split_once('=') {
        Some((mesh, file)) if !mesh.is_empty() && !file.is_empty() => {
            Ok((Some(mesh.to_owned()), file.into()))
        }
        _ if text.is_empty() => Err("a material text, or MESH=FILE.txt".to_owned()),
        _ => Ok((None, text.into())),
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
    /// One clip; none maps them all.
    #[arg(long, value_name = "NAME")]
    pub clip: Option<String>,
    /// How clips of a graph are found and controlled.
    #[command(flatten)]
    pub graph: GraphArgs,
    /// The rule to explain.
    #[arg(long, value_enum, default_value = "game")]
    pub mapping: MappingArg,
    /// Lost Saga: bones that are not found by exact name are bone 0, as in the game.
    #[arg(long)]
    pub as_in_game: bool,
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
    /// How clips of a graph are found and controlled.
    #[command(flatten)]
    pub graph: GraphArgs,
    /// Without a clip: the pose that clips start from in place of the bind pose, where a family has both.
    #[arg(long, conflicts_with = "clip")]
    pub rest: bool,
    /// Spine: a skin to wear; several are worn together, the later win.
    #[arg(long, value_name = "NAME")]
    pub skin: Vec<String>,
    /// What it wears and holds.
    #[command(flatten)]
    pub worn: WornArgs,
    /// The Temple of Elemental Evil: whether cloth is simulated from the start of the clip on.
    #[arg(long, value_enum, default_value = "on")]
    pub cloth: ClothArg,
    /// Its materials.
    #[command(flatten)]
    pub materials: MaterialArgs,
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
    /// The Temple of Elemental Evil: a clip that follows a movement moves the ground below it, or turns it.
    #[arg(long)]
    pub travel: bool,
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
    /// Lost Saga: how rotations run between keys.
    #[arg(long, value_enum, default_value = "exact")]
    pub slerp: SlerpArg,
    /// Lost Saga: bones that are not found by exact name are bone 0, as in the game.
    #[arg(long)]
    pub as_in_game: bool,
    /// Routes chosen by hand, as the Mapping page saves them; without it those beside the skeleton.
    #[arg(long, value_name = "FILE")]
    pub routing: Option<PathBuf>,
    /// What to show beside it, at the same moment.
    #[arg(long, value_enum, default_value = "off")]
    pub compare: CompareArg,
    /// Show another character, or another version of this one, beside it.
    #[arg(long, value_name = "PATH", conflicts_with = "compare")]
    pub compare_with: Option<PathBuf>,
    /// The clip of what is shown beside it; without --compare-with this character once more.
    #[arg(long, value_name = "NAME", conflicts_with = "compare")]
    pub compare_clip: Option<String>,
    /// How the two are laid out.
    #[arg(long, value_enum, default_value = "side")]
    pub layout: LayoutArg,
    /// Where the line of a wipe is, as a share of the width.
    #[arg(long, value_name = "SHARE", default_value_t = 0.5, value_parser = finite)]
    pub divider: f64,
    /// Who skins the vertices.
    #[arg(long, value_enum, default_value = "auto")]
    pub skinning: SkinningArg,
    /// Take texture alpha for opacity, or ignore it; surfaces whose material file says how they are drawn, as those of The
    /// Temple of Elemental Evil, keep to that.
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
    /// What to write: .glb, or for Lost Saga .skl (skeleton), .msh (mesh), .ani (clips), or a folder for all of these with
    /// materials and textures: one that is there, or a name that ends in /.
    #[arg(short, long, value_name = "OUT")]
    pub output: PathBuf,
    /// Lost Saga: the game's axes, or those of the files.
    #[arg(long, value_enum, default_value = "game")]
    pub axes: AxesArg,
    /// A clip to export; several may be named, none exports them all.
    #[arg(long, value_name = "NAME")]
    pub clip: Vec<String>,
    /// How clips of a graph are found and controlled.
    #[command(flatten)]
    pub graph: GraphArgs,
    /// What it wears and holds.
    #[command(flatten)]
    pub worn: WornArgs,
    /// Joints that an event snaps to others: moved to the root with their world motion, or left where they hang.
    #[arg(long, value_enum, default_value = "bake")]
    pub snap: BakeArg,
    /// Which joint gets a track where several answer to its hash.
    #[arg(long, value_enum, default_value = "game")]
    pub mapping: MappingArg,
}
