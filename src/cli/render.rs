//! `rigscope render`: pictures without a window.

use super::args::{AlphaArg, BackgroundArg, CameraArg, Input, RenderArgs};
use super::sequence::{self, Frame};
use super::{Failure, Outcome, clips, find_name, open_first, open_named, print};
use crate::gpu::{GpuContext, Preference, Renderer, Target, read_image};
use crate::model::{Image, Severity};
use crate::scene::frame::FramePacket;
use crate::scene::view::{Background, Names, Outline};
use crate::scene::{Item, Pick, Scene, ViewOptions};

pub fn run(args: &RenderArgs) -> Result<Outcome, Failure> {
    let kind = sequence::Kind::of(&args.output)?;
    if kind == sequence::Kind::Gif && args.reference.is_some() {
        return Err(Failure::Argument(
            "a reference is compared with one picture: let the output end in .png".into(),
        ));
    }
    let mut scene = scene(args)?;
    let times = times(args, &scene)?;
    let mut studio = Studio::new(args)?;
    if args.is_animation() || kind == sequence::Kind::Gif {
        let duration = scene.clock.duration;
        let delay = if times.len() > 1 {
            duration / times.len() as f64
        } else {
            duration
        };
        let frames = times.iter().map(|&time| Frame {
            image: studio.picture(&mut scene, time),
            delay,
        });
        let written = sequence::write(&args.output, frames)?;
        print(&format!("{written}\n"))?;
        return Ok(outcome(&scene));
    }
    let image = studio.picture(&mut scene, times.first().copied().unwrap_or(0.0))?;
    sequence::write_png(&args.output, &image)?;
    match &args.reference {
        Some(reference) => compare(&image, reference, args.tolerance),
        None => Ok(outcome(&scene)),
    }
}

fn outcome(scene: &Scene) -> Outcome {
    if scene.count(Severity::Error) > 0 {
        scene.item.iter().for_each(super::report_errors);
        Outcome::Findings
    } else {
        Outcome::Good
    }
}

/// Everything that draws, made once for all pictures of a run.
struct Studio {
    context: GpuContext,
    renderer: Renderer,
    target: Target,
    packet: FramePacket,
    skin_here: bool,
}

impl Studio {
    fn new(args: &RenderArgs) -> Result<Self, Failure> {
        let context = GpuContext::headless(Preference::default())?;
        let renderer = Renderer::new(&context)?;
        renderer.set_font_provider(crate::gpu::system_fonts());
        let largest = context.limits.max_texture_dimension_2d;
        let [width, height] = args.size.0;
        if width.max(height) > largest {
            return Err(Failure::Argument(format!(
                "this graphics adapter draws at most {largest} pixels a side"
            )));
        }
        let target = Target::new(&context, width, height);
        let skin_here = crate::scene::Skinning::from(args.skinning).is_cpu(context.is_software());
        Ok(Self {
            context,
            renderer,
            target,
            packet: FramePacket::default(),
            skin_here,
        })
    }

    fn picture(&mut self, scene: &mut Scene, time: f64) -> Result<Image, Failure> {
        scene.clock.seek(time);
        scene.build_frame(self.target.size(), 1.0, self.skin_here, &mut self.packet);
        self.renderer
            .render(&self.context, &self.packet, &self.target);
        Ok(read_image(&self.context, &self.target)?)
    }
}

fn scene(args: &RenderArgs) -> Result<Scene, Failure> {
    let character = open_named(&args.input, &args.graph.names)?;
    let mut scene = Scene::default();
    scene.view = ViewOptions {
        grid: false,
        blend: args.alpha == AlphaArg::Blend,
        background: match args.background {
            BackgroundArg::Dark => Background::Dark,
            BackgroundArg::Light => Background::Light,
            BackgroundArg::Plain(color) => Background::Plain(color),
        },
        snaps: false,
        travel: args.travel,
        compare: args.compare.into(),
        layout: args.layout.into(),
        wipe: args.divider.clamp(0.0, 1.0) as f32,
        ..ViewOptions::default()
    };
    scene.show(character);
    if let Some(item) = &mut scene.item {
        clips::use_graph(item, &args.graph)?;
    }
    let pick = match (&args.clip, &mut scene.item) {
        (Some(name), Some(item)) => clips::find(item, name, &args.graph)?,
        _ => default_clip(&scene, args),
    };
    scene.pick(pick);
    if let Some(item) = &scene.item {
        let controls = clips::controls(item, &args.graph)?;
        scene.set_controls(controls);
    }
    if let Some(item) = &mut scene.item {
        item.set_rule(args.mapping.into());
        item.unposed = super::unposed(args.rest);
        item.set_cloth(args.cloth == super::args::ClothArg::On);
        super::use_routing(item, args.routing.as_deref())?;
        super::lostsaga::play(item, args.slerp, args.as_in_game)?;
        super::worn::put_on(item, &args.worn)?;
        super::material::pick(item, &args.materials)?;
        let skins = super::pose_spine::skins(item, &args.skin)?;
        if let Some((spine, rig)) = item.spine_mut() {
            spine.wear(rig, skins);
        }
    }
    compare_with(&mut scene, args)?;
    hide(&mut scene, &args.hide)?;
    show(&mut scene, &args.show)?;
    point(&mut scene, args);
    Ok(scene)
}

/// Puts what is named beside the character; it plays the clip that is named, or the one of the same name.
fn compare_with(scene: &mut Scene, args: &RenderArgs) -> Result<(), Failure> {
    if args.compare_with.is_none() && args.compare_clip.is_none() {
        return Ok(());
    }
    let Some(item) = &scene.item else {
        return Ok(());
    };
    let mut other = match &args.compare_with {
        Some(path) => {
            let mut other = Item::new(open_first(&Input {
                paths: vec![path.clone()],
                only: args.input.only,
            })?);
            other.dress_if_bare();
            other.set_rule(args.mapping.into());
            other.unposed = super::unposed(args.rest);
            other
        }
        None => item.twin(),
    };
    let started = other.character.start.clip.map(Pick::File);
    let pick = match (&args.compare_clip, started, item.picked_name()) {
        (Some(name), ..) => clips::find(&mut other, name, &args.graph)?,
        (None, Some(file), _) => file,
        (None, None, Some(name)) => clips::find(&mut other, &name, &args.graph)?,
        (None, None, None) => Pick::Bind,
    };
    other.pick(pick);
    let name = args
        .compare_with
        .is_some()
        .then(|| scene.name_beside(&other));
    scene.compare_with(other, name);
    Ok(())
}

/// An .anm that was named outright is what the person wants to see; an animation needs some clip; else the bind pose.
fn default_clip(scene: &Scene, args: &RenderArgs) -> Pick {
    let Some(item) = &scene.item else {
        return Pick::Bind;
    };
    match item.character.start.clip {
        Some(file) => Pick::File(file),
        None if args.is_animation() => item.first_pick(),
        None => Pick::Bind,
    }
}

fn hide(scene: &mut Scene, hidden: &[String]) -> Result<(), Failure> {
    let Some(item) = &mut scene.item else {
        return Ok(());
    };
    let submeshes = item
        .mesh()
        .map(|mesh| mesh.submeshes.clone())
        .unwrap_or_default();
    let names: Vec<&str> = submeshes
        .iter()
        .map(|submesh| submesh.name.as_str())
        .collect();
    for name in hidden {
        let found = names[find_name(name, &names, "submesh")?];
        for (visible, name) in item.visible.iter_mut().zip(&names) {
            *visible &= *name != found;
        }
    }
    Ok(())
}

fn show(scene: &mut Scene, shown: &[String]) -> Result<(), Failure> {
    for what in shown {
        match what.split_once(':') {
            Some(("weights", joint)) => {
                let skeleton = scene.item.as_ref().and_then(|item| item.skeleton());
                let joints = skeleton
                    .map(|skeleton| skeleton.joints.as_slice())
                    .unwrap_or_default();
                let names: Vec<&str> = joints.iter().map(|joint| joint.name.as_str()).collect();
                scene.selected_joint = Some(find_name(joint, &names, "joint")?);
                scene.view.weights = true;
            }
            _ => match what.as_str() {
                "bones" => scene.view.bones = true,
                "stated-rest" => scene.view.stated_rest = true,
                "names" => scene.view.names = Names::All,
                "wire" => scene.view.wire = true,
                "bounds" => scene.view.bounds = true,
                "snaps" => scene.view.snaps = true,
                "grid" => scene.view.grid = true,
                word => show_of_spine(scene, word)?,
            },
        }
    }
    Ok(())
}

/// What only Spine characters have.
fn show_of_spine(scene: &mut Scene, word: &str) -> Result<(), Failure> {
    let outline = Outline::ALL
        .into_iter()
        .find(|outline| outline.word() == word);
    if outline.is_none() && word != "slots" {
        let outlines = Outline::ALL.map(Outline::word).join(", ");
        return Err(Failure::Argument(format!(
            "{word:?} cannot be shown; there are: bones, stated-rest, names, weights:JOINT, wire, bounds, snaps, grid, and of Spine \
             characters slots, {outlines}"
        )));
    }
    if !scene.is_spine() {
        return Err(Failure::Argument(format!(
            "only Spine characters have {word}; none is open"
        )));
    }
    match outline {
        Some(outline) => *scene.view.outlines.switch(outline) = true,
        None => scene.view.slots = true,
    }
    Ok(())
}

/// Turns the camera, then fits it: a fit depends on the angles.
fn point(scene: &mut Scene, args: &RenderArgs) {
    let [width, height] = args.size.0;
    let aspect = width as f32 / height as f32;
    let mut nearer = 1.0;
    match args.camera {
        None => scene.camera.look(scene.usual_view()),
        Some(CameraArg::Named(view)) => scene.camera.look(view),
        Some(CameraArg::Angles { yaw, pitch, zoom }) => {
            (scene.camera.yaw, scene.camera.pitch) = (0.0, 0.0);
            scene.camera.orbit(yaw.to_radians(), pitch.to_radians());
            nearer = zoom;
        }
    }
    if args.is_animation() {
        scene.fit_now(aspect);
    } else {
        scene.clock.seek(args.time);
        scene.fit_moment(aspect);
    }
    scene.camera.zoom(nearer);
}

/// The moments to picture.
fn times(args: &RenderArgs, scene: &Scene) -> Result<Vec<f64>, Failure> {
    let duration = scene.clock.duration;
    let count = match (args.frames, args.fps) {
        (Some(frames), _) => f64::from(frames),
        (None, Some(fps)) if fps > 0.0 && fps <= 1000.0 => (duration * fps).round().max(1.0),
        (None, Some(_)) => {
            return Err(Failure::Argument(
                "--fps is a rate above 0 and up to 1000".into(),
            ));
        }
        (None, None) => return Ok(vec![args.time]),
    };
    // The clip's end is its beginning when it loops: the last picture comes one step before.
    Ok((0..count as u32)
        .map(|index| duration * f64::from(index) / count)
        .collect())
}

/// Prints how far a picture is from a reference, and fails above the tolerance.
fn compare(image: &Image, reference: &std::path::Path, tolerance: f64) -> Result<Outcome, Failure> {
    let read = image::open(reference);
    let other = read.map_err(|error| {
        Failure::Argument(format!("cannot read {}: {error}", reference.display()))
    })?;
    let other = other.to_rgba8();
    if other.dimensions() != (image.width, image.height) {
        return Err(Failure::Argument(format!(
            "{} is {}×{} but the picture is {}×{}: give its size with --size",
            reference.display(),
            other.width(),
            other.height(),
            image.width,
            image.height
        )));
    }
    let differences = image
        .rgba
        .iter()
        .zip(other.as_raw())
        .map(|(a, b)| f64::from(a.abs_diff(*b)) / 255.0);
    let (sum, worst) = differences.fold((0.0, 0.0_f64), |(sum, worst), d| {
        (sum + d * d, worst.max(d))
    });
    let root_mean_square = (sum / image.rgba.len().max(1) as f64).sqrt();
    print(&format!(
        "root mean square difference {root_mean_square:.6}, worst channel {worst:.6}\n"
    ))?;
    Ok(if root_mean_square > tolerance {
        Outcome::Findings
    } else {
        Outcome::Good
    })
}
