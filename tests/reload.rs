//! The same character read again: what differs is told, what was picked stays, and nothing of the old is held.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod gpu_support;

use std::path::Path;

use glam::Vec3;
use rigscope::formats::{OpenOptions, Progress, open};
use rigscope::gpu::{Renderer, Target};
use rigscope::model::spine::ConstraintKind;
use rigscope::model::{Character, Clip};
use rigscope::scene::changes::Changes;
use rigscope::scene::frame::FramePacket;
use rigscope::scene::reload::{images, share_images};
use rigscope::scene::toee::Unposed;
use rigscope::scene::worn::Fit;
use rigscope::scene::{Item, Pick, Scene};

fn sample(name: &str) -> Character {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/samples");
    let (options, progress) = (OpenOptions::default(), Progress::default());
    let mut opened = open(&[folder.join(name)], &options, &progress).unwrap();
    opened.characters.remove(0)
}

fn shown(character: Character) -> Scene {
    let mut scene = Scene::default();
    scene.show(character);
    scene.fit_now(1.0);
    scene
}

fn item(scene: &Scene) -> &Item {
    scene.item.as_ref().unwrap()
}

fn sentence(old: &Character, change: impl FnOnce(&mut Character)) -> String {
    let mut new = old.clone();
    change(&mut new);
    Changes::between(old, &new).sentence()
}

fn place(clips: &[Clip], name: &str) -> usize {
    clips.iter().position(|clip| clip.name == name).unwrap()
}

#[test]
fn each_kind_of_difference_is_told_by_name() {
    let pip = sample("league");
    assert_eq!(sentence(&pip, |_| ()), "nothing differs");
    let walk = place(&pip.clips, "walk");
    let one_track = sentence(&pip, |new| {
        new.clips[walk].tracks[3].translation = None;
        new.clips[walk].tracks[3].scale = None;
        new.clips[walk].tracks[3].rotation = None;
    });
    assert_eq!(one_track, "1 track of walk differs");
    let shorter = sentence(&pip, |new| {
        new.clips[walk].tracks.remove(0);
        new.clips[walk].duration = 0.5;
    });
    assert!(
        shorter.starts_with("1 track of walk is gone, walk lasts 0.500 s, was "),
        "{shorter}"
    );
    let new_clip = sentence(&pip, |new| {
        let mut clip = new.clips[walk].clone();
        clip.name = "run".into();
        new.clips.insert(0, clip);
    });
    assert_eq!(new_clip, "clip run is new");
    // All parents behind the new root are renumbered, and still the same.
    let new_root = sentence(&pip, |new| {
        let joints = &mut new.skeletons[0].joints;
        let mut root = joints[0].clone();
        root.name = "new root".into();
        for joint in joints.iter_mut() {
            joint.parent = joint.parent.map(|parent| parent + 1);
        }
        joints.insert(0, root);
    });
    assert_eq!(new_root, "1 joint of pip is new");
    let moved = sentence(&pip, |new| {
        new.meshes[0].positions[0] += Vec3::X;
        new.meshes[0].positions[5] += Vec3::X;
    });
    assert_eq!(moved, "2 vertices of pip moved");
    let submesh = sentence(&pip, |new| new.meshes[0].submeshes[0].name.push('2'));
    let expected = "1 submesh of pip is new, 1 submesh of pip is gone";
    assert_eq!(submesh, expected);
    let texture = sentence(&pip, |new| {
        let image = new.textures[0].image.as_mut().unwrap();
        let mut other = (**image).clone();
        other.rgba[0] ^= 1;
        *image = other.into();
    });
    assert_eq!(texture, format!("texture {} differs", pip.textures[0].name));
    let much = sentence(&pip, |new| {
        for clip in &mut new.clips {
            clip.name.push('2');
        }
        new.skeletons.clear();
        new.meshes.clear();
        new.materials.clear();
    });
    assert!(much.ends_with("and 1 difference more"), "{much}");
    let dot = sample("spine");
    let animation = sentence(&dot, |new| {
        new.rigs[0].animations[1].timelines.pop();
        new.rigs[0].slots[0].name.push('2');
    });
    let expected = format!(
        "animation {} differs, slot shadow2 is new, slot shadow is gone",
        dot.rigs[0].animations[1].name
    );
    assert_eq!(animation, expected);
}

#[test]
fn picks_of_a_league_character_are_carried_by_name() {
    let mut scene = shown(sample("league"));
    let walk = place(&item(&scene).character.clips, "walk");
    scene.pick(Pick::File(walk));
    scene.clock.seek(0.25);
    let count = item(&scene).skeleton().unwrap().joints.len();
    scene.selected_joint = Some(count - 1);
    let name = item(&scene).skeleton().unwrap().joints[count - 1]
        .name
        .clone();
    let mut new = item(&scene).character.clone();
    let mut first = new.clips[walk].clone();
    first.name = "a new first clip".into();
    new.clips.insert(0, first);
    new.skeletons[0].joints.remove(count - 2);
    for joint in &mut new.skeletons[0].joints {
        joint.parent = joint.parent.filter(|parent| *parent < count - 2);
    }
    let changes = scene.replace(new);
    assert!(!changes.is_empty());
    assert_eq!(item(&scene).picked_name().as_deref(), Some("walk"));
    assert_eq!(item(&scene).picked(), Pick::File(walk + 1));
    let selected = scene.selected_joint.unwrap();
    assert_eq!(item(&scene).skeleton().unwrap().joints[selected].name, name);
    assert!((scene.clock.seconds - 0.25).abs() < 1e-12);
    // What plays is gone: the first clip plays, from its start.
    let mut new = item(&scene).character.clone();
    new.clips.remove(walk + 1);
    scene.replace(new);
    assert_eq!(scene.clock.seconds, 0.0);
    assert_ne!(item(&scene).picked_name().as_deref(), Some("walk"));
}

#[test]
fn a_shorter_clip_leaves_the_playhead_inside() {
    let mut scene = shown(sample("league"));
    let walk = place(&item(&scene).character.clips, "walk");
    scene.pick(Pick::File(walk));
    scene.clock.seek(10.0);
    let mut new = item(&scene).character.clone();
    new.clips[walk].duration *= 0.5;
    let duration = f64::from(new.clips[walk].duration);
    scene.replace(new);
    assert_eq!(
        (scene.clock.seconds, scene.clock.duration),
        (duration, duration)
    );
}

#[test]
fn what_a_spine_rig_wears_hides_leaves_out_and_plays_is_carried_by_name() {
    let mut scene = shown(sample("spine"));
    let rig = item(&scene).character.rigs[0].clone();
    let skin = rig
        .skins
        .iter()
        .position(|skin| skin.name == "sprout")
        .unwrap();
    let slot = rig.slots.len() - 1;
    let (spine, rig) = scene.item.as_mut().unwrap().spine_mut().unwrap();
    spine.wear(rig, vec![skin]);
    spine.hide(slot, true);
    spine.mute(rig, 3, true);
    spine.move_by(rig, 12.0, -4.0);
    let (walk, wave) = (
        rig.animation("walk").unwrap(),
        rig.animation("wave").unwrap(),
    );
    let (name, muted) = (
        rig.slots[slot].name.clone(),
        rig.constraints[3].name.clone(),
    );
    scene.pick_clip(Some(walk));
    scene.pick_animation(1, Some(wave));
    let (spine, _) = scene.item.as_mut().unwrap().spine_mut().unwrap();
    spine.set_mixing(1, 0.5, true);
    spine.mix = 0.25;
    scene.selected_slot = Some(slot);
    scene.clock.seek(0.5);
    scene.clock.playing = false;
    scene.pose_now();
    let worlds = item(&scene).pose().worlds.clone();

    // Another slot at the end, and another order of animations.
    let mut new = item(&scene).character.clone();
    let mut last = new.rigs[0].slots[slot].clone();
    last.name = "one more".into();
    new.rigs[0].slots.push(last);
    let last = new.rigs[0].animations.len() - 1;
    new.rigs[0].animations.reverse();
    for constraint in &mut new.rigs[0].constraints {
        if let ConstraintKind::Slider(slider) = &mut constraint.kind {
            slider.animation = slider.animation.map(|animation| last - animation);
        }
    }
    let said = scene.replace(new).sentence();
    assert_eq!(said, "slot one more is new, constraints differ");
    scene.pose_now();
    let (spine, rig) = item(&scene).spine().unwrap();
    assert_eq!(spine.skins(), [skin]);
    let hidden: Vec<&str> = (0..rig.slots.len())
        .filter(|&slot| spine.is_hidden(slot))
        .map(|slot| rig.slots[slot].name.as_str())
        .collect();
    assert_eq!(hidden, [name.as_str()]);
    assert!(spine.is_muted(rig.constraint(&muted).unwrap()));
    assert_eq!(rig.slots[scene.selected_slot.unwrap()].name, name);
    let plays: Vec<_> = spine
        .tracks()
        .iter()
        .map(|track| {
            (
                rig.animations[track.animation.unwrap()].name.as_str(),
                track.alpha,
                track.additive,
            )
        })
        .collect();
    assert_eq!(plays, [("walk", 1.0, false), ("wave", 0.5, true)]);
    assert_eq!(spine.mix, 0.25);
    assert_eq!(item(&scene).picked_name().as_deref(), Some("walk"));
    assert!((scene.clock.seconds - 0.5).abs() < 1e-12);
    assert!(item(&scene).pose().worlds == worlds, "the same moment");
}

#[test]
fn what_is_worn_and_the_rest_pose_stay() {
    let mut scene = shown(sample("toee"));
    let hat = sample("toee");
    let fit = Fit::Held {
        on: item(&scene).skeleton().unwrap().joints[3].name.clone(),
    };
    let wearer = scene.item.as_mut().unwrap();
    assert!(wearer.wear(hat, fit.clone()));
    wearer.unposed = Unposed::Rest;
    scene.pick(Pick::Bind);
    let mut new = item(&scene).character.clone();
    new.clips.pop();
    scene.replace(new);
    let fits: Vec<_> = item(&scene)
        .worn()
        .iter()
        .map(|worn| worn.fit.clone())
        .collect();
    assert_eq!(fits, [fit]);
    assert_eq!(item(&scene).unposed, Unposed::Rest);
    assert_eq!(item(&scene).picked(), Pick::Bind);
}

/// The character is read anew each time; every second time its mesh and one of its textures differ.
#[test]
fn after_200_reloads_no_more_is_held_than_after_the_first() {
    for name in ["league", "spine", "toee"] {
        let context = gpu_support::context();
        let mut renderer = Renderer::new(&context).unwrap();
        let target = Target::new(&context, 64, 64);
        let mut packet = FramePacket::new(Scene::default().camera.matrices(1.0));
        let mut scene = shown(sample(name));
        let original = sample(name);
        let mut held = Vec::new();
        for round in 0..=200 {
            let mut new = original.clone();
            for texture in &mut new.textures {
                let mut image = (**texture.image.as_ref().unwrap()).clone();
                if round % 2 == 1 && texture.name == original.textures[0].name {
                    image.rgba[0] ^= 1;
                }
                texture.image = Some(image.into());
            }
            if round % 2 == 1 {
                new.meshes
                    .iter_mut()
                    .for_each(|mesh| mesh.positions[0] += Vec3::X);
                new.rigs.iter_mut().for_each(|rig| rig.width += 1.0);
            }
            share_images(&mut new, &images(&item(&scene).character));
            assert_eq!(scene.replace(new).is_empty(), round == 0, "{name}");
            scene.build_frame([64, 64], 1.0, round % 4 < 2, &mut packet);
            renderer.render(&context, &packet, &target);
            renderer.trim();
            if round % 20 == 0 {
                // Nothing is freed before the adapter has done with it.
                context
                    .device
                    .poll(wgpu::PollType::wait_indefinitely())
                    .unwrap();
                let report = context.device.generate_allocator_report();
                held.push((
                    renderer.held(),
                    report.map(|report| report.total_allocated_bytes),
                ));
            }
        }
        eprintln!("{name}: {:?} then {:?}", held[1], held.last());
        let bytes = |of: usize| held[of].1.unwrap() as f64;
        for round in 1..held.len() {
            assert_eq!(held[round].0, held[1].0, "{name}");
            // The allocator's own lists grow and shrink a little.
            let ratio = bytes(round) / bytes(1);
            assert!((ratio - 1.0).abs() < 0.01, "{name}: {held:?}");
        }
    }
}
