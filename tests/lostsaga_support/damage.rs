//! What damage does to files: nothing but findings and refusals that bear a kind.

use rigscope::formats::ReadError;
use rigscope::formats::lostsaga::ani::external_events;
use rigscope::formats::lostsaga::{Text, ani, msh, skl};
use rigscope::model::Skeleton;
use rigscope::pose::Pose;
use rigscope::pose::mapping::{self, MappingRule};
use rigscope::pose::pairing::Pairing;

use super::{chain, data, swing, triangle};
use crate::common::{Coverage, damage, damage_small_files};

const KINDS: [&str; 5] = [
    "lostsaga.bad-token",
    "lostsaga.truncated",
    "lostsaga.bone-limit",
    "lostsaga.bad-count",
    "lostsaga.unknown-version",
];

fn refused(error: ReadError) {
    assert!(KINDS.contains(&error.code.unwrap()), "{error}");
    assert!(!error.advice.is_empty());
}

fn survive_skl(bytes: &[u8]) {
    match skl::read(bytes) {
        Err(error) => refused(error),
        Ok(file) => {
            assert!(skl::write(&file).is_ok());
            let (skeleton, _) = skl::skeleton(&file);
            pose(&skeleton);
        }
    }
}

fn pose(skeleton: &Skeleton) {
    let (clip, _) = ani::clip(&swing());
    let mapping = mapping::map(MappingRule::Game, skeleton, &[], &clip.tracks);
    let mut pose = Pose::bind(skeleton);
    pose.set(skeleton, Some((&clip, &mapping)), 0.4);
    let (mesh, _) = msh::mesh(&triangle());
    let pairing = Pairing::new(&mesh.bones, skeleton);
    for bone in 0..mesh.bones.len() {
        pairing.skin_matrix(&pose, bone);
    }
}

fn survive_msh(bytes: &[u8]) {
    match msh::read(bytes) {
        Err(error) => refused(error),
        Ok(file) => {
            assert!(msh::write(&file).is_ok());
            let (mesh, _) = msh::mesh(&file);
            let vertices = mesh.positions.len();
            assert!(mesh.positions.iter().all(|position| position.is_finite()));
            assert!(
                mesh.indices
                    .iter()
                    .all(|&index| (index as usize) < vertices)
            );
            let influences = mesh.influences.entries.iter();
            let bones = mesh.bones.len();
            assert!(influences.clone().all(|it| (it.bone as usize) < bones));
            assert!(
                mesh.submeshes
                    .iter()
                    .all(|it| it.indices.end as usize <= mesh.indices.len())
            );
        }
    }
}

fn survive_ani(bytes: &[u8]) {
    match ani::read(bytes) {
        Err(error) => refused(error),
        Ok(file) => {
            assert!(ani::write(&file).is_ok());
            let (clip, _) = ani::clip(&file);
            let (skeleton, _) = skl::skeleton(&chain());
            let mapping = mapping::map(MappingRule::Game, &skeleton, &[], &clip.tracks);
            let mut pose = Pose::bind(&skeleton);
            for share in [0.0, 0.3, 1.0] {
                pose.set(&skeleton, Some((&clip, &mapping)), clip.duration * share);
                assert!(pose.worlds.iter().all(|world| !world.is_nan()));
            }
        }
    }
}

#[test]
fn every_prefix_and_changed_byte_of_small_files_is_survived() {
    let mut coverage = Coverage::default();
    coverage.values += damage(&skl::write(&chain()).unwrap(), survive_skl);
    coverage.values += damage(&msh::write(&triangle()).unwrap(), survive_msh);
    coverage.values += damage(&ani::write(&swing()).unwrap(), survive_ani);
    let events = b"4000\r\n2\r\n500\r\n9\r\nhide_mesh\r\n4\r\ncape\r\n750.5\r\n0\r\n0\r\n";
    coverage.values += damage(events, |bytes| {
        if let Err(error) = external_events::read(bytes) {
            refused(error);
        }
    });
    coverage.files += 4;
    coverage.report("damaged files of our own");
    if let Some(data) = data() {
        damage_small_files(&data, "skl", survive_skl);
        damage_small_files(&data, "msh", survive_msh);
        damage_small_files(&data, "ani", survive_ani);
    }
}

#[test]
fn every_shorter_skeleton_is_refused_but_for_the_one_without_a_tail() {
    let bytes = skl::write(&chain()).unwrap();
    for length in 0..bytes.len() {
        match skl::read(&bytes[..length]) {
            Ok(file) => {
                assert_eq!(length, bytes.len() - 4);
                assert_eq!(file.link, None);
                assert_eq!(skl::write(&file).unwrap(), bytes[..length]);
            }
            Err(error) => assert_eq!(error.code, Some("lostsaga.truncated")),
        }
    }
}

#[test]
fn counts_are_refused_before_memory_is_taken() {
    let code = |bytes: &[u8]| skl::read(bytes).unwrap_err().code.unwrap();
    let with = |count: i32| {
        let mut bytes = skl::write(&chain()).unwrap();
        bytes[8..12].copy_from_slice(&count.to_le_bytes());
        bytes
    };
    assert_eq!(code(&with(4097)), "lostsaga.bone-limit");
    assert_eq!(code(&with(-1)), "lostsaga.bone-limit");
    assert_eq!(code(&with(4096)), "lostsaga.truncated");
    let mut bytes = msh::write(&triangle()).unwrap();
    for (count, wanted) in [
        (-1, "lostsaga.bad-count"),
        (i32::MAX, "lostsaga.bad-count"),
        (1000, "lostsaga.truncated"),
    ] {
        bytes[44..48].copy_from_slice(&count.to_le_bytes());
        assert_eq!(msh::read(&bytes).unwrap_err().code, Some(wanted), "{count}");
    }
    let mut bytes = skl::write(&chain()).unwrap();
    bytes[12..16].copy_from_slice(&1001_i32.to_le_bytes());
    assert_eq!(code(&bytes), "lostsaga.bad-count");
    bytes[..4].copy_from_slice(b"SKN\0");
    assert_eq!(code(&bytes), "lostsaga.bad-token");
    let error = ani::read(b"ANI\0\xa3\x0f\0\0").unwrap_err();
    assert_eq!(error.code, Some("lostsaga.unknown-version"));
    assert_eq!(error.offset, 4);
}

#[test]
fn a_huge_skeleton_of_one_fault_is_quick_and_says_it_once() {
    let mut file = chain();
    let bone = file.bones[1].clone();
    file.bones = vec![bone; skl::MOST_BONES];
    let (skeleton, findings) = skl::skeleton(&skl::read(&skl::write(&file).unwrap()).unwrap());
    assert_eq!(skeleton.joints.len(), skl::MOST_BONES);
    assert!(findings.len() < 300, "{}", findings.len());
    file.bones.push(skl::Bone::default());
    assert!(skl::write(&file).is_err());
}

#[test]
fn what_the_format_cannot_hold_is_not_written() {
    let mut mesh = triangle();
    mesh.uvs.pop();
    assert!(msh::write(&mesh).is_err());
    let mut mesh = triangle();
    mesh.control_points.push(msh::ControlPoint::default());
    assert!(msh::write(&mesh).is_err());
    mesh.version = msh::WITH_CONTROL_POINTS;
    assert!(msh::write(&mesh).is_ok());
    let mut clip = swing();
    clip.version = 4001;
    assert!(ani::write(&clip).is_err());
    clip.version = 4003;
    assert!(ani::write(&clip).is_err());
    let mut clip = swing();
    clip.tracks[0].bone = Text(vec![b'x'; 1001]);
    assert!(ani::write(&clip).is_err());
}
