//! The same character read again: what differs is told, what was picked stays, and nothing of the old is held.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod gpu_support;

use std::path::Path;

use glam::Vec3;
use rigscope::formats::{OpenOptions, Progress, open, open_material};
use rigscope::gpu::{Renderer, Target};
use rigscope::model::spine::ConstraintKind;
use rigscope::model::{Character, Clip, Material, Slerp};
use rigscope::scene::changes::Changes;
use rigscope::scene::frame::FramePacket;
use rigscope::scene::reload::{images, share_images};
use rigscope::scene::toee::Unposed;
use rigscope::scene::worn::Fit;
use rigscope::scene::{Compare, Item, Pick, Scene};

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

#[test]
fn own_meshes_picked_texts_and_how_names_and_rotations_run_stay() {
    let mut scene = shown(sample("lostsaga"));
    let wearer = scene.item.as_mut().unwrap();
    let mesh = wearer.picks().1.unwrap();
    let other = usize::from(mesh == 0);
    // What it wears already is not put on twice.
    while !wearer.worn().is_empty() {
        wearer.take_off(0);
    }
    assert!(wearer.wear_own(other));
    wearer.worn_mut()[0].shown = false;
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/samples/lostsaga");
    let text = folder.join("resource/material/wick_lamp.txt");
    let before = wearer.character.materials[mesh].clone();
    wearer.pick_material(mesh, &text).unwrap();
    wearer.set_slerp(Slerp::Game);
    wearer.set_as_in_game(true);
    let materials = wearer.character.materials[mesh].clone();
    assert_ne!(materials[0].looked_for, before[0].looked_for);
    scene.selected_worn = Some((0, 0));

    // What was chosen here is no difference of the files.
    let same = scene.replace(sample("lostsaga"));
    assert_eq!(same.sentence(), "nothing differs");
    assert_eq!(item(&scene).character.materials[mesh], materials);

    let mut new = sample("lostsaga");
    let clip = new.clips.pop().unwrap();
    let said = scene.replace(new).sentence();
    assert_eq!(said, format!("clip {} is gone", clip.name));
    let worn: Vec<_> = item(&scene)
        .worn()
        .iter()
        .map(|worn| (worn.own_mesh(), worn.shown))
        .collect();
    assert_eq!(worn, [(Some(other), false)]);
    assert_eq!(scene.selected_worn, Some((0, 0)));
    let looked_for = |of: &[Material]| of[0].looked_for.clone();
    let now = &item(&scene).character.materials[mesh];
    assert_eq!(looked_for(now), looked_for(&materials));
    assert_eq!(item(&scene).slerp(), Slerp::Game);
    assert!(item(&scene).is_as_in_game());

    // A mesh that is gone is worn no longer, and a part of it is not selected.
    let mut new = sample("lostsaga");
    let gone = new.meshes.remove(other);
    new.materials.remove(other);
    new.start.mesh = None;
    let said = scene.replace(new).sentence();
    assert!(
        said.contains(&format!("mesh {} is gone", gone.name)),
        "{said}"
    );
    assert!(item(&scene).worn().is_empty() && scene.selected_worn.is_none());
}

#[test]
fn filled_slots_and_the_cloth_switch_stay() {
    let slotted = || {
        let mut tock = sample("toee");
        let slot = |material: &mut Material| {
            *material = Material {
                name: "CHEST".into(),
                hidden: true,
                ..Material::default()
            };
        };
        tock.materials.iter_mut().flatten().take(1).for_each(slot);
        tock
    };
    let mut scene = shown(slotted());
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/samples/toee");
    let material = folder.join("art/meshes/tock/tock_orb.mdf");
    let wearer = scene.item.as_mut().unwrap();
    assert_eq!(wearer.material_slots(), [("CHEST", None)]);
    let filling = open_material(&material).unwrap();
    assert!(wearer.fill_slot("CHEST", filling));
    wearer.set_cloth(false);
    let filled = wearer.material_slots();
    assert_eq!(filled, [("CHEST", Some(material))]);
    let textures = wearer.character.textures.len();
    scene.pose_now();

    assert!(
        scene.replace(slotted()).is_empty(),
        "a dress is no difference"
    );
    assert_eq!(item(&scene).material_slots(), filled);
    assert_eq!(item(&scene).character.textures.len(), textures);

    let mut new = slotted();
    let clip = new.clips.pop().unwrap();
    let said = scene.replace(new).sentence();
    assert_eq!(said, format!("clip {} is gone", clip.name));
    assert_eq!(item(&scene).material_slots(), filled);
    assert_eq!(item(&scene).character.textures.len(), textures);
    assert!(!item(&scene).cloth_on());
    assert!(item(&scene).visible[0], "what fills it is drawn");
}

#[test]
fn a_loop_range_and_what_is_compared_with_stay() {
    let mut scene = shown(sample("league"));
    let clips = &item(&scene).character.clips;
    let (walk, idle) = (place(clips, "walk"), place(clips, "idle"));
    scene.pick(Pick::File(walk));
    scene.clock.set_range(Some((0.25, 0.5)));
    scene.compare_with_pick(Pick::File(idle));
    let shifted = |scene: &Scene| {
        let mut new = item(scene).character.clone();
        new.clips[walk].tracks.pop();
        let first = new.clips[0].clone();
        new.clips.insert(
            0,
            Clip {
                name: "a new first clip".into(),
                ..first
            },
        );
        new
    };
    let new = shifted(&scene);
    scene.replace(new);
    assert_eq!(scene.clock.range(), Some((0.25, 0.5)));
    assert_eq!(scene.compare(), Compare::Other);
    let other = scene.other.as_ref().unwrap();
    let names = [item(&scene), &other.item].map(|item| item.picked_name().unwrap());
    assert_eq!(names, ["walk", "idle"]);
    let sides = [item(&scene), &other.item].map(|item| item.character.clips.len());
    assert_eq!(sides[0], sides[1], "both are of the new one");

    // Another character beside it stays as it is.
    let beside = Item::new(sample("toee"));
    scene.compare_with(beside, Some("tock".into()));
    let mut new = item(&scene).character.clone();
    new.clips[walk + 1].duration *= 0.5;
    let half = f64::from(new.clips[walk + 1].duration);
    scene.clock.set_range(Some((0.25, half + 0.25)));
    scene.replace(new);
    assert_eq!(scene.compare(), Compare::Other);
    assert_eq!(scene.other.as_ref().unwrap().title(), "tock");
    assert_eq!(scene.clock.range(), Some((0.25, half)));
}

#[test]
fn routes_that_were_not_saved_stay_of_all_skeletons() {
    let mut two = sample("league");
    let mut other = two.skeletons[0].clone();
    other.name = "other".into();
    two.skeletons.push(other);
    let mut scene = shown(two.clone());
    let walk = place(&two.clips, "walk");
    for skeleton in [1, 0] {
        scene.pick_skeleton(Some(skeleton));
        scene.pick(Pick::File(walk));
        scene.item.as_mut().unwrap().route(0, Some(1), true);
    }
    assert_eq!(item(&scene).unsaved_routes(), 2);
    let mut new = two;
    new.clips[walk].tracks.pop();
    scene.replace(new);
    assert_eq!(item(&scene).unsaved_routes(), 2);
    assert!(item(&scene).route_of(0).is_some());
}

/// What this process holds in memory, by Linux.
fn resident_bytes() -> Option<u64> {
    let statm = std::fs::read_to_string("/proc/self/statm").ok()?;
    let pages: u64 = statm.split(' ').nth(1)?.parse().ok()?;
    Some(pages * 4096)
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
        let mut resident = Vec::new();
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
                resident.extend(resident_bytes());
                held.push((
                    renderer.held(),
                    report.map(|report| report.total_allocated_bytes),
                ));
            }
        }
        eprintln!("{name}: {:?} then {:?}", held[1], held.last());
        // Memory of this process, where the system tells it: the first rounds warm up.
        if let [_, _, warm, .., last] = resident[..] {
            eprintln!("{name}: {warm} bytes resident, then {last}");
            assert!(last as f64 <= warm as f64 * 1.05, "{name}: {resident:?}");
        }
        let bytes = |of: usize| held[of].1.unwrap() as f64;
        for round in 1..held.len() {
            assert_eq!(held[round].0, held[1].0, "{name}");
            // The allocator's own lists grow and shrink a little.
            let ratio = bytes(round) / bytes(1);
            assert!((ratio - 1.0).abs() < 0.01, "{name}: {held:?}");
        }
    }
}
