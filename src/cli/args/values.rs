//! What can be typed after an option.

use std::str::FromStr;

use clap::ValueEnum;
use glam::Vec4;

use crate::model::{Severity, Slerp};
use crate::pose::MappingRule;
use crate::scene::{Compare, Layout, Skinning, View};

/// `--snap` of `export`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum BakeArg {
    /// Snapped joints carry their world motion.
    Bake,
    /// Events are ignored.
    Off,
}

/// `--axes` of `export`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum AxesArg {
    /// Those of the game that is written for.
    Game,
    /// Those of the files that were opened.
    Keep,
}

/// `--snap`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SnapArg {
    /// As the game does.
    On,
    /// As if no clip had such events.
    Off,
}

/// `--cloth`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ClothArg {
    /// It hangs, as in the game.
    On,
    /// It follows its other bones.
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

/// `--layout`.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum LayoutArg {
    /// Side by side.
    Side,
    /// In one place, each on its side of a line.
    Wipe,
    /// In one place, the second see-through.
    Ghost,
}

impl From<LayoutArg> for Layout {
    fn from(arg: LayoutArg) -> Self {
        match arg {
            LayoutArg::Side => Self::Side,
            LayoutArg::Wipe => Self::Wipe,
            LayoutArg::Ghost => Self::Ghost,
        }
    }
}

/// `--slerp`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SlerpArg {
    /// On the shorter arc at even speed.
    Exact,
    /// As the game's client approximates it.
    Game,
}

impl From<SlerpArg> for Slerp {
    fn from(arg: SlerpArg) -> Self {
        match arg {
            SlerpArg::Exact => Self::Exact,
            SlerpArg::Game => Self::Game,
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
pub fn finite(text: &str) -> Result<f64, String> {
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
