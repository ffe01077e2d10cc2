//! The binary skeleton of Spine 4.3 (spine-skel-format; spine-binary-corrections).

mod animations;
mod attachments;
mod bones;
mod constraints;
mod input;
mod keys;
mod skins;
mod write;

use crate::formats::ReadError;
use crate::model::Finding;
use crate::model::spine::{ConstraintKind, EventData, Rig};

use super::check;
use super::version::{self, Layout};
use input::Input;
pub use write::write;

type Result<T> = std::result::Result<T, ReadError>;

/// Reads a binary skeleton of Spine 4.3, exported with or without nonessential data, early betas among them.
///
/// # Errors
/// Another version (before anything else is read), or content that does not follow the format.
pub fn read(bytes: &[u8]) -> Result<(Rig, Vec<Finding>)> {
    let version = version::check_binary(bytes)?;
    let mut refusal = None;
    for &layout in version.layouts() {
        match read_layout(bytes, layout) {
            Ok(read) => return Ok(read),
            Err(error) => {
                refusal.get_or_insert(error);
            }
        }
    }
    let advice = match version.layouts() {
        [Layout::EarlyBeta, ..] => {
            "this is an export of an early 4.3 beta, whose layout changed; export it again with Spine 4.3"
        }
        _ => "export it again; it is cut off or damaged, or comes from an early 4.3 beta",
    };
    let error = refusal.unwrap_or_else(|| ReadError::new(0, "a Spine 4.3 skeleton", "another"));
    Err(error.advise(advice))
}

fn read_layout(bytes: &[u8], layout: Layout) -> Result<(Rig, Vec<Finding>)> {
    let mut input = Input::new(bytes, layout);
    let mut findings = Vec::new();
    let mut rig = Rig::default();
    read_header(&mut input, &mut rig)?;
    input.read_strings()?;
    bones::read_bones(&mut input, &mut rig)?;
    bones::read_slots(&mut input, &mut rig)?;
    constraints::read(&mut input, &mut rig)?;
    skins::read(&mut input, &mut rig)?;
    check::settle_skins(&mut rig, &mut findings);
    read_events(&mut input, &mut rig)?;
    animations::read(&mut input, &mut rig, &mut findings)?;
    read_slider_animations(&mut input, &mut rig)?;
    let extra = input.remaining();
    if extra > 0 && layout == Layout::EarlyBeta {
        return Err(input.error("the end of the file", format!("{extra} more bytes")));
    }
    if layout == Layout::EarlyBeta {
        findings.push(early_beta(&rig.version));
    }
    if extra > 0 {
        findings.push(trailing(input.offset(), extra));
    }
    input.report(&mut findings);
    check::settle(&mut rig, &mut findings);
    Ok((rig, findings))
}

fn early_beta(version: &str) -> Finding {
    let message = format!("exported by {version}, an early beta whose layout is not the final one");
    let fix = "export it again with Spine 4.3 if anything looks wrong";
    Finding::warning("spine.early-beta", message, fix).at(8)
}

fn trailing(at: u64, extra: usize) -> Finding {
    let message = format!("{extra} bytes behind the end of the skeleton belong to nothing");
    let fix = "export it again with Spine 4.3 if anything looks wrong";
    Finding::warning("spine.trailing-bytes", message, fix).at(at)
}

fn read_header(input: &mut Input<'_>, rig: &mut Rig) -> Result<()> {
    let (low, high) = (input.int("hash")?, input.int("hash")?);
    rig.hash = super::hash::to_text([low, high]);
    rig.version = input.name("the version")?;
    rig.x = input.float("x")?;
    rig.y = input.float("y")?;
    rig.width = input.float("width")?;
    rig.height = input.float("height")?;
    rig.reference_scale = input.float("reference scale")?;
    rig.nonessential = input.flag("nonessential")?;
    input.nonessential = rig.nonessential;
    if rig.nonessential {
        rig.fps = input.float("frames a second")?;
        rig.images = input.string("images path")?;
        rig.audio = input.string("audio path")?;
    }
    Ok(())
}

fn read_events(input: &mut Input<'_>, rig: &mut Rig) -> Result<()> {
    for _ in 0..input.count(8, "events")? {
        let mut event = EventData {
            name: input.name("the name of an event")?,
            int: input.signed_varint("int")?,
            float: input.float("float")?,
            string: input.string("string")?.unwrap_or_default(),
            audio: input.string("audio path")?.filter(|path| !path.is_empty()),
            volume: 1.0,
            balance: 0.0,
        };
        if event.audio.is_some() {
            event.volume = input.float("volume")?;
            event.balance = input.float("balance")?;
        }
        rig.events.push(event);
    }
    Ok(())
}

fn read_slider_animations(input: &mut Input<'_>, rig: &mut Rig) -> Result<()> {
    let animations = rig.animations.len();
    for constraint in &mut rig.constraints {
        if let ConstraintKind::Slider(slider) = &mut constraint.kind {
            slider.animation = Some(input.index(animations, "the animation of a slider")?);
        }
    }
    Ok(())
}
