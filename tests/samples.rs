//! The bundled sample: it is what its program writes, opens cleanly, shows what it was made to show, and moves well.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

#[path = "../assets/samples/make/league/mod.rs"]
mod league;
mod toee_sample;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use glam::{Affine3A, Vec3};
use rigscope::formats::{OpenOptions, Progress, open};
use rigscope::model::{Character, Severity, Skeleton};
use rigscope::pose::MappingRule;
use rigscope::scene::{Item, Pick};

const FRAMES_A_SECOND: f32 = 30.0;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/samples/league")
}

fn character() -> Character {
    let mut opened = open(&[folder()], &OpenOptions::default(), &Progress::default()).unwrap();
    assert_eq!(opened.characters.len(), 1);
    assert!(opened.unknown.is_empty());
    opened.characters.remove(0)
}

/// The sample in one of its clips.
struct Player {
    item: Item,
}

impl Player {
    fn new(clip: Option<&str>, rule: MappingRule) -> Self {
        let mut item = Item::new(character());
        let pick = |name| {
            let mut lines = item.playables().iter();
            lines
                .find(|line| line.name.eq_ignore_ascii_case(name))
                .unwrap()
                .pick
        };
        item.pick(clip.map_or(Pick::Bind, pick));
        item.set_rule(rule);
        item.set_time(0.0);
        Self { item }
    }

    fn skeleton(&self) -> &Skeleton {
        self.item.skeleton().unwrap()
    }

    fn joint(&self, name: &str) -> usize {
        let mut joints = self.skeleton().joints.iter();
        joints.position(|joint| joint.name == name).unwrap()
    }

    fn world(&self, name: &str) -> Affine3A {
        self.item.pose().worlds[self.joint(name)]
    }

    fn place(&self, name: &str) -> Vec3 {
        self.world(name).translation.into()
    }

    /// Posed vertices of a submesh.
    fn vertices(&self, submesh: &str) -> Vec<Vec3> {
        let mesh = self.item.mesh().unwrap();
        let found = mesh
            .submeshes
            .iter()
            .find(|part| part.name == submesh)
            .unwrap();
        let range = found.vertices.start as usize..found.vertices.end as usize;
        self.item.posed_vertices()[range]
            .iter()
            .map(|vertex| vertex.position.into())
            .collect()
    }

    fn middle(&self, submesh: &str) -> Vec3 {
        let vertices = self.vertices(submesh);
        vertices.iter().sum::<Vec3>() / vertices.len() as f32
    }

    /// Calls `look` at every frame and half-way between.
    fn watch(&mut self, mut look: impl FnMut(&Self, f32)) {
        let duration = self.item.clip().unwrap().duration;
        let steps = (duration * FRAMES_A_SECOND * 2.0).round() as usize;
        assert!(steps > 30);
        for step in 0..=steps {
            let seconds = step as f32 / (2.0 * FRAMES_A_SECOND);
            self.item.set_time(f64::from(seconds));
            look(self, seconds);
        }
    }
}

const CLIPS: [&str; 3] = ["walk", "idle", "dance"];

#[test]
fn the_committed_files_are_what_the_program_writes() {
    let mut total = 0;
    let mut written = BTreeSet::new();
    for file in league::files().unwrap() {
        let committed = std::fs::read(folder().join(file.path)).unwrap();
        let same = committed == file.bytes;
        assert!(
            same,
            "{}: run `cargo run --example make-samples`",
            file.path
        );
        total += file.bytes.len();
        written.insert(folder().join(file.path));
    }
    let animations = folder().join("animations");
    let there: BTreeSet<PathBuf> = [folder(), animations]
        .iter()
        .flat_map(|folder| std::fs::read_dir(folder).unwrap())
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.is_file())
        .collect();
    assert_eq!(there, written);
    assert!(total < 300_000, "{total} bytes");
}

#[test]
fn only_the_findings_that_are_meant_are_found() {
    let character = character();
    let codes: Vec<&str> = character
        .findings
        .iter()
        .map(|finding| finding.code)
        .collect();
    assert_eq!(
        codes,
        ["league.anm-duplicate-track", "league.duplicate-joint-hash"]
    );
    assert!(
        character
            .findings
            .iter()
            .all(|finding| finding.severity == Severity::Warning)
    );
    for (clip, meant) in [
        (None, &[][..]),
        (Some("walk"), &["league.tracks-share-hash"]),
        (Some("idle"), &[]),
        (Some("dance"), &[]),
    ] {
        let player = Player::new(clip, MappingRule::Game);
        let item = &player.item;
        assert!(
            item.binding_findings().is_empty(),
            "{:?}",
            item.binding_findings()
        );
        let codes: Vec<&str> = item
            .mapping_findings()
            .iter()
            .map(|finding| finding.code)
            .collect();
        assert_eq!(codes, meant, "{clip:?}");
    }
}

#[test]
fn every_submesh_wears_a_texture_and_only_the_scarf_is_transparent() {
    let character = character();
    let worn: Vec<(&str, &str, bool)> = character.materials[0]
        .iter()
        .map(|material| {
            let texture = &character.textures[material.texture.unwrap()];
            let image = texture.image.as_ref().unwrap();
            let opaque = image.rgba.chunks_exact(4).all(|pixel| pixel[3] == 255);
            (material.name.as_str(), texture.name.as_str(), opaque)
        })
        .collect();
    assert_eq!(
        worn,
        [
            ("Body", "pip_base_tx_cm", true),
            ("Head", "pip_base_tx_cm", true),
            ("Face", "pip_base_tx_cm", true),
            ("Wrench_Mat", "pip_base_wrench_tx_cm", true),
            ("Scarf", "pip_base_scarf_tx_cm", false),
        ]
    );
}

#[test]
fn weights_sum_to_one_and_blend_at_the_bends() {
    let character = character();
    let influences = &character.meshes[0].influences;
    let mut most = 0;
    for vertex in 0..influences.len() {
        let list = influences.of(vertex);
        let sum: f32 = list.iter().map(|influence| influence.weight).sum();
        assert_eq!(sum, 1.0, "vertex {vertex}");
        most = most.max(list.len());
    }
    assert!((3..=4).contains(&most));
    let skeleton = &character.skeletons[0];
    let table = &skeleton.influences;
    let root = skeleton
        .joints
        .iter()
        .position(|joint| joint.name == "Root")
        .unwrap();
    assert!(!table.contains(&root));
    for (upper, lower) in [
        ("L_Shoulder", "L_Elbow"),
        ("R_Hip", "R_Knee"),
        ("Spine1", "Spine2"),
    ] {
        let name = |bone: u32| skeleton.joints[table[bone as usize]].name.as_str();
        let shared = (0..influences.len()).filter(|&vertex| {
            let names: Vec<&str> = influences
                .of(vertex)
                .iter()
                .map(|one| name(one.bone))
                .collect();
            names.contains(&upper) && names.contains(&lower)
        });
        assert!(shared.count() >= 10, "{upper} and {lower}");
    }
}

#[test]
fn surfaces_face_outward_and_their_normals_too() {
    let character = character();
    let mesh = &character.meshes[0];
    for submesh in &mesh.submeshes {
        let indices = &mesh.indices[submesh.indices.start as usize..submesh.indices.end as usize];
        let mut agree = 0;
        for triangle in indices.chunks_exact(3) {
            let [a, b, c] = [0, 1, 2].map(|corner| mesh.positions[triangle[corner] as usize]);
            let normal: Vec3 = triangle
                .iter()
                .map(|&index| mesh.normals[index as usize])
                .sum();
            agree += usize::from((b - a).cross(c - a).dot(normal) > 0.0);
        }
        let triangles = indices.len() / 3;
        assert!(
            agree * 100 >= triangles * 98,
            "{}: {agree} of {triangles}",
            submesh.name
        );
    }
    // The front of the face looks ahead.
    let face = mesh
        .submeshes
        .iter()
        .find(|part| part.name == "Face")
        .unwrap();
    assert!(mesh.normals[face.vertices.start as usize].z > 0.9);
}

#[test]
fn the_bind_pose_stands_on_the_ground_with_its_left_at_negative_x() {
    let player = Player::new(None, MappingRule::Game);
    for (left, right) in [
        ("L_Hand", "R_Hand"),
        ("L_Foot", "R_Foot"),
        ("L_Eye", "R_Eye"),
    ] {
        assert!(
            player.place(left).x < -5.0 && player.place(right).x > 5.0,
            "{left}"
        );
    }
    assert!(player.middle("Wrench_Mat").x > 20.0);
    assert!(player.place("R_Eye").z > 10.0 && player.place("R_Toe").z > player.place("R_Foot").z);
    let skinned = player.item.posed_vertices();
    let mesh = player.item.mesh().unwrap();
    for (vertex, position) in skinned.iter().zip(&mesh.positions) {
        assert!(Vec3::from(vertex.position).distance(*position) < 1e-2);
    }
    let bounds = mesh.bounds();
    assert!(bounds.min.y > -0.5 && bounds.min.y < 1.0, "{}", bounds.min);
    assert!((150.0..170.0).contains(&bounds.max.y), "{}", bounds.max);
    assert!(player.place("head").length() < 1e-3);
}

#[test]
fn the_rules_differ_at_the_heads_tracks_and_nowhere_else() {
    for clip in CLIPS {
        let player = Player::new(Some(clip), MappingRule::Game);
        let (head, stub) = (player.joint("Head"), player.joint("head"));
        assert!(stub > head);
        let item = &player.item;
        let joints: Vec<_> = item.disagreements().iter().map(|one| one.joints).collect();
        let expected = match clip {
            // Game, two-pass, naive; in naive the second track overwrites the first.
            "walk" => vec![
                [Some(head), Some(stub), None],
                [Some(stub), Some(head), Some(stub)],
            ],
            _ => vec![[Some(head), Some(stub), Some(stub)]],
        };
        assert_eq!(joints, expected, "{clip}");
    }
}

#[test]
fn the_head_stays_on_the_shoulders_by_the_games_rule() {
    for clip in CLIPS {
        Player::new(Some(clip), MappingRule::Game).watch(|player, seconds| {
            let shoulders = player
                .place("L_Shoulder")
                .y
                .max(player.place("R_Shoulder").y);
            assert!(
                player.place("Head").y > shoulders + 4.0,
                "{clip} at {seconds}"
            );
            let above = player.middle("Face") - player.place("Neck");
            assert!(above.y > 15.0, "{clip} at {seconds}: {above}");
        });
    }
}

#[test]
fn by_the_two_pass_rule_the_walks_head_sinks_to_the_crotch() {
    Player::new(Some("walk"), MappingRule::TwoPass).watch(|player, seconds| {
        let low = player.middle("Face").y < player.place("Spine3").y;
        assert!(low, "at {seconds}: {}", player.middle("Face"));
    });
}

#[test]
fn where_the_stub_gets_the_track_the_head_does_not_move_of_its_own() {
    for (clip, rule) in [
        ("walk", MappingRule::Naive),
        ("idle", MappingRule::Naive),
        ("idle", MappingRule::TwoPass),
        ("dance", MappingRule::Naive),
        ("dance", MappingRule::TwoPass),
    ] {
        let bind = {
            let player = Player::new(None, rule);
            player.skeleton().joints[player.joint("Head")].local
        };
        let mut right = Player::new(Some(clip), MappingRule::Game);
        let mut furthest: f32 = 0.0;
        Player::new(Some(clip), rule).watch(|player, seconds| {
            assert_eq!(
                player.item.pose().locals[player.joint("Head")],
                bind,
                "{clip}"
            );
            right.item.set_time(f64::from(seconds));
            let pairs = right
                .vertices("Face")
                .into_iter()
                .zip(player.vertices("Face"));
            furthest = pairs.map(|(a, b)| a.distance(b)).fold(furthest, f32::max);
        });
        assert!(furthest > 2.0, "{clip}, {rule:?}: {furthest}");
    }
}

#[test]
fn clips_loop_without_a_jump() {
    for clip in CLIPS {
        let mut player = Player::new(Some(clip), MappingRule::Game);
        let at = |player: &mut Player, seconds: f32| {
            player.item.set_time(f64::from(seconds));
            player.item.pose().worlds.clone()
        };
        let furthest = |a: &[Affine3A], b: &[Affine3A]| {
            let pairs = a.iter().zip(b);
            pairs
                .map(|(a, b)| a.translation.distance(b.translation))
                .fold(0.0, f32::max)
        };
        let duration = player.item.clip().unwrap().duration;
        let frame = 1.0 / FRAMES_A_SECOND;
        let first = at(&mut player, 0.0);
        if player.item.clip().unwrap().kind == "canm" {
            let last = at(&mut player, duration);
            assert!(furthest(&first, &last) < 0.1, "{clip}");
            continue;
        }
        // One frame lies between the last and the first: it is a step like any other.
        let steps = (duration * FRAMES_A_SECOND).round() as usize - 1;
        let mut largest: f32 = 0.0;
        for step in 0..steps {
            let here = at(&mut player, step as f32 * frame);
            let next = at(&mut player, (step + 1) as f32 * frame);
            largest = largest.max(furthest(&here, &next));
        }
        let last = at(&mut player, steps as f32 * frame);
        let seam = furthest(&last, &first);
        assert!(
            seam <= largest * 1.1 + 1e-3,
            "{clip}: {seam} against {largest}"
        );
    }
}

#[test]
fn nothing_sinks_into_the_ground_and_the_feet_stay_near_it() {
    for clip in CLIPS {
        Player::new(Some(clip), MappingRule::Game).watch(|player, seconds| {
            let lowest = |submesh| {
                let vertices = player.vertices(submesh);
                vertices
                    .iter()
                    .fold(f32::INFINITY, |low, vertex| low.min(vertex.y))
            };
            let body = lowest("Body");
            assert!(
                (-1.0..2.5).contains(&body),
                "{clip} at {seconds}: body at {body}"
            );
            let wrench = lowest("Wrench_Mat");
            assert!(wrench > -1.0, "{clip} at {seconds}: wrench at {wrench}");
        });
    }
}

#[test]
fn the_dance_drops_the_wrench_where_the_snap_joint_stands() {
    let mut still = 0;
    Player::new(Some("dance"), MappingRule::Game).watch(|player, seconds| {
        let grip = player.place("R_Hand").distance(player.place("Weapon"));
        if (1.45..3.05).contains(&seconds) {
            assert_eq!(player.world("Weapon"), player.world("Snap_Weapon2World"));
            assert!(grip > 25.0, "at {seconds}: {grip}");
            still += 1;
        } else if !(0.78..=3.52).contains(&seconds) {
            assert!(grip < 12.0, "at {seconds}: {grip}");
        }
    });
    assert!(still > 50);
}

/// 42 to 93 in frames of 1/30 s.
const SNAPPED: std::ops::Range<f32> = 1.4..3.1;

#[test]
fn while_it_is_snapped_the_wrench_does_not_move_at_all() {
    let mut player = Player::new(Some("dance"), MappingRule::Game);
    let mut first: Option<(Affine3A, Vec3)> = None;
    let (mut moved, mut hand_moved) = (0.0_f32, 0.0_f32);
    for step in 0..(4 * 240) {
        let seconds = step as f32 / 240.0;
        if !(SNAPPED.start + 1e-4..SNAPPED.end - 1e-4).contains(&seconds) {
            continue;
        }
        player.item.set_time(f64::from(seconds));
        let (wrench, hand) = (player.world("Weapon"), player.place("R_Hand"));
        let (there, hand_there) = *first.get_or_insert((wrench, hand));
        moved = moved.max(wrench.translation.distance(there.translation));
        assert!(wrench.abs_diff_eq(there, 1e-5), "turned at {seconds}");
        hand_moved = hand_moved.max(hand.distance(hand_there));
    }
    println!("the wrench moved {moved}, the hand {hand_moved}");
    assert!(moved < 1e-4 && hand_moved > 10.0, "{moved}, {hand_moved}");
}

#[test]
fn the_wrench_does_not_jump_where_the_snap_begins_and_ends_and_follows_the_hand_without_it() {
    let mut player = Player::new(Some("dance"), MappingRule::Game);
    for edge in [SNAPPED.start, SNAPPED.end] {
        let mut at = |seconds: f32| {
            player.item.set_time(f64::from(seconds));
            player.place("Weapon")
        };
        let jump = at(edge - 0.002).distance(at(edge + 0.002));
        assert!(jump < 1.0, "{jump} at {edge}");
    }
    player.item.set_snaps(false);
    player.item.set_time(2.2);
    let grip = player.place("R_Hand").distance(player.place("Weapon"));
    assert!(grip < 12.0, "{grip}");
    assert!(player.item.plain_worlds().is_empty());
    player.item.set_snaps(true);
    player.item.set_time(2.2);
    let plain = player.item.plain_worlds()[player.joint("Weapon")];
    let ghost = player.place("R_Hand").distance(plain.translation.into());
    assert!(ghost < 12.0, "the ghost is in the hand: {ghost}");
}

#[test]
fn every_clip_of_the_graph_has_its_name_and_plays() {
    let mut player = Player::new(None, MappingRule::Game);
    let lines = player.item.playables().to_vec();
    let kinds: BTreeSet<&str> = lines.iter().map(|line| line.kind).collect();
    assert_eq!(kinds.len(), 7, "{kinds:?}");
    for line in lines {
        assert!(!line.name.starts_with("0x"), "{line:?}");
        player.item.pick(line.pick);
        assert!(player.item.duration() > 0.5, "{line:?}");
        player.item.set_time(0.0);
        let start = player.item.pose().worlds.clone();
        player.item.set_time(0.4);
        let moves = player.item.pose().worlds != start;
        assert!(moves, "{line:?}");
    }
}
