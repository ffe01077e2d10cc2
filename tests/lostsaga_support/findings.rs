//! Each finding, by a file with that fault and no other.

use rigscope::formats::lostsaga::{Text, ani, msh, skl};
use rigscope::model::{Finding, Severity};
use rigscope::scene::Item;

use super::{
    chain, codes, codes_but_for_material, opened, playing, swing, track, triangle, written,
};

fn of_skl(change: impl FnOnce(&mut skl::Skl)) -> Vec<Finding> {
    let mut file = chain();
    change(&mut file);
    skl::skeleton(&skl::read(&skl::write(&file).unwrap()).unwrap()).1
}

fn of_msh(change: impl FnOnce(&mut msh::Msh)) -> Vec<Finding> {
    let mut file = triangle();
    change(&mut file);
    msh::mesh(&msh::read(&msh::write(&file).unwrap()).unwrap()).1
}

fn of_ani(change: impl FnOnce(&mut ani::Ani)) -> Vec<Finding> {
    let mut file = swing();
    change(&mut file);
    ani::clip(&ani::read(&ani::write(&file).unwrap()).unwrap()).1
}

#[test]
fn files_without_fault_have_no_finding() {
    assert_eq!(of_skl(|_| {}), []);
    assert_eq!(of_msh(|_| {}), []);
    assert_eq!(of_ani(|_| {}), []);
    let (_folder, paths) = written(&chain(), &triangle(), &swing());
    assert_eq!(codes_but_for_material(&playing(&paths)), Vec::<&str>::new());
}

#[test]
fn skeletons_that_disagree_with_themselves_are_named() {
    let findings = of_skl(|file| file.bones[2].parent = Text::new("root"));
    assert_eq!(codes(&findings), ["lostsaga.parent-child-disagree"]);
    assert!(findings[0].message.contains("client goes by the lists"));
    let findings = of_skl(|file| file.bones[1].children[0] = Text::new("Tip"));
    assert_eq!(
        codes(&findings),
        [
            "lostsaga.child-not-found",
            "lostsaga.object-matrix-differs",
            "lostsaga.parent-child-disagree"
        ]
    );
    assert!(findings[0].message.contains("case mismatch with \"tip\""));
    let findings = of_skl(|file| file.bones[0].children.push(Text::new("tip")));
    assert_eq!(codes(&findings), ["lostsaga.child-listed-twice"]);
    let findings = of_skl(|file| file.bones[2].name = Text::new("MIDDLE"));
    assert!(codes(&findings).contains(&"lostsaga.case-twins"));
    let findings = of_skl(|file| {
        file.bones[2].name = Text::new("middle");
        file.bones[1].children.clear();
        file.bones[2].parent = Text::default();
        file.bones[2].position = [0.0, 6.0, 0.0];
    });
    assert_eq!(
        codes(&findings),
        ["lostsaga.bone-not-listed", "lostsaga.duplicate-bone-name"]
    );
    assert!(findings[0].message.contains("the client finds bone 1"));
}

#[test]
fn a_tree_in_circles_lists_its_bones_and_draws_none() {
    let mut file = chain();
    file.bones[2].children.push(Text::new("root"));
    let (skeleton, findings) = skl::skeleton(&file);
    assert!(skeleton.is_circular);
    assert_eq!(skeleton.joints.len(), 3);
    assert!(skeleton.joints.iter().all(|joint| joint.parent.is_none()));
    assert_eq!(
        codes(&findings),
        ["lostsaga.hierarchy-cycle", "lostsaga.parent-child-disagree"]
    );
    let is_error = |finding: &Finding| finding.severity == Severity::Error;
    assert_eq!(
        findings.iter().filter(|finding| is_error(finding)).count(),
        1
    );
    let (_folder, paths) = written(&file, &triangle(), &swing());
    let mut item = playing(&paths);
    item.set_time(1.0);
    let stored = item.mesh().unwrap().positions.clone();
    let posed = item.posed_vertices();
    assert!(
        posed
            .iter()
            .zip(stored)
            .all(|(now, then)| now.position == then.to_array())
    );
    let mut scene = rigscope::scene::Scene::default();
    scene.show(opened(&paths, true));
    scene.view.bones = true;
    let mut packet = rigscope::scene::frame::FramePacket::default();
    scene.view.grid = false;
    scene.build_frame([64, 64], 1.0, true, &mut packet);
    assert!(packet.overlay.is_empty());
}

#[test]
fn matrices_that_do_not_fit_each_other_are_named() {
    let findings = of_skl(|file| file.bones[1].inverse_position[0] = 0.5);
    assert_eq!(codes(&findings), ["lostsaga.bind-not-inverse"]);
    let findings = of_skl(|file| file.bones[2].position[0] = 0.5);
    assert_eq!(codes(&findings), ["lostsaga.object-matrix-differs"]);
    let findings = of_skl(|file| file.bones[2].rotation[0] = f32::NAN);
    assert!(codes(&findings).contains(&"lostsaga.bad-rest-pose"));
    let (skeleton, _) = {
        let mut file = chain();
        file.bones[1].inverse_rotation[3] = f32::INFINITY;
        skl::skeleton(&file)
    };
    // The object matrix stands in.
    assert_eq!(skeleton.joints[1].inverse_bind.translation.y, -4.0);
    assert!(
        of_skl(|file| file.bones[1].object[0] = f32::NAN)
            .iter()
            .any(|finding| finding.code == "lostsaga.bind-not-inverse")
    );
}

#[test]
fn names_beyond_the_clients_buffers_and_bytes_behind_the_end_are_named() {
    let findings = of_skl(|file| file.link = Some(Text(vec![b'x'; 300])));
    assert_eq!(codes(&findings), ["lostsaga.long-name"]);
    assert_eq!(
        codes(&of_skl(|file| file.trailing = vec![0; 3])),
        ["lostsaga.trailing-bytes"]
    );
    assert_eq!(
        codes(&of_msh(|file| file.trailing = vec![0; 3])),
        ["lostsaga.trailing-bytes"]
    );
    assert_eq!(
        codes(&of_ani(|file| file.events[0].info = Text(vec![b'x'; 260]))),
        ["lostsaga.long-name"]
    );
    let refused = skl::write(&skl::Skl {
        link: Some(Text(vec![b'x'; 1001])),
        ..chain()
    });
    assert!(refused.is_err());
}

#[test]
fn influences_that_the_client_treats_otherwise_are_named() {
    let weights = |weights: [f32; 4], bones: [f32; 4]| msh::Weights { weights, bones };
    let with = |it: msh::Weights| of_msh(|file| file.weights[1] = it);
    let code = |it: msh::Weights| codes(&with(it));
    for bone in [3.0, -1.0, 0.5, f32::NAN] {
        let odd = weights([1.0, 0.0, 0.0, 0.0], [bone, 0.0, 0.0, 0.0]);
        assert_eq!(code(odd), ["lostsaga.bone-index-out-of-range"], "{bone}");
    }
    let four = weights([0.25; 4], [0.0, 1.0, 2.0, 0.0]);
    assert_eq!(code(four), ["lostsaga.four-influences"]);
    let gap = weights([1.0, 0.0, 0.5, 0.0], [0.0; 4]);
    assert_eq!(code(gap), ["lostsaga.weight-gap"]);
    let sum = weights([0.5, 0.25, 0.0, 0.0], [0.0; 4]);
    assert_eq!(code(sum), ["lostsaga.weight-sum"]);
    let none = weights([0.0; 4], [0.0; 4]);
    assert_eq!(code(none), ["lostsaga.vertex-without-weight"]);
    let nan = weights([1.0, f32::NAN, 0.0, 0.0], [0.0; 4]);
    assert_eq!(code(nan), ["lostsaga.bad-weight"]);
    let mut file = triangle();
    file.weights[1] = gap;
    assert_eq!(msh::mesh(&file).0.influences.of(1).len(), 1);
}

#[test]
fn a_vertex_on_a_bone_number_that_is_not_there_stays() {
    let mut mesh = triangle();
    mesh.weights[2].bones[0] = 7.0;
    let (_folder, paths) = written(&chain(), &mesh, &swing());
    let mut item = playing(&paths);
    item.set_time(1.0);
    assert_eq!(item.posed_vertices()[2].position, [0.0, 6.0, 0.0]);
    assert_eq!(
        codes_but_for_material(&item),
        ["lostsaga.bone-index-out-of-range"]
    );
}

#[test]
fn meshes_that_the_client_may_not_draw_are_named() {
    let without_indices = of_msh(|file| file.mask &= !msh::component::INDICES);
    assert_eq!(
        codes(&without_indices),
        ["lostsaga.mask-weights-without-indices"]
    );
    assert_eq!(
        codes(&of_msh(|file| file.kind = 0)),
        ["lostsaga.type-and-mask-disagree"]
    );
    assert_eq!(
        codes(&of_msh(|file| file.bones[1] = Text::default())),
        ["lostsaga.empty-bone-name"]
    );
    let beyond = of_msh(|file| file.triangles[0][1] = 3);
    assert_eq!(codes(&beyond), ["lostsaga.index-out-of-range"]);
    assert_eq!(beyond[0].severity, Severity::Error);
    let vertex = of_msh(|file| file.positions[1][0] = f32::NAN);
    assert_eq!(codes(&vertex), ["lostsaga.bad-vertex"]);
    let many = of_msh(|file| file.triangles = vec![[0, 1, 2]; 20_001]);
    assert_eq!(
        codes(&many),
        ["lostsaga.bad-submesh", "lostsaga.many-vertices"]
    );
    let mut large = triangle();
    large.mask = msh::component::POSITION;
    large.kind = 0;
    large.normals.clear();
    large.uvs.clear();
    large.weights.clear();
    large.bones.clear();
    large.vertex_count = 65_537;
    large.positions = vec![[0.0; 3]; 65_537];
    assert_eq!(
        codes(&msh::mesh(&large).1),
        ["lostsaga.many-vertices", "lostsaga.too-many-vertices"]
    );
}

#[test]
fn submeshes_that_overlap_or_leave_gaps_draw_each_triangle_once() {
    let submesh = |first_index, triangles| msh::Submesh {
        first_index,
        triangles,
        ..msh::Submesh::default()
    };
    let with = |submeshes: Vec<msh::Submesh>| {
        let mut file = triangle();
        file.triangles = vec![[0, 1, 2]; 4];
        file.submeshes = submeshes;
        let (mesh, findings) = msh::mesh(&file);
        let lengths = mesh.submeshes.iter().map(|it| it.indices.len() / 3);
        (lengths.collect::<Vec<_>>(), codes(&findings))
    };
    let bad = vec!["lostsaga.bad-submesh"];
    assert_eq!(
        with(vec![submesh(0, 2), submesh(6, 2)]),
        (vec![2, 2], vec![])
    );
    assert_eq!(with(vec![]), (vec![4], vec![]));
    assert_eq!(
        with(vec![submesh(0, 3), submesh(3, 3)]),
        (vec![3, 1], bad.clone())
    );
    assert_eq!(with(vec![submesh(3, 2)]), (vec![2, 1, 1], bad.clone()));
    assert_eq!(with(vec![submesh(0, 9)]), (vec![0, 4], bad.clone()));
    assert_eq!(
        with(vec![submesh(-3, 1), submesh(1, 1)]),
        (vec![0, 0, 4], bad)
    );
}

#[test]
fn clips_with_odd_keys_and_times_are_named() {
    let key = |time| (time, [0.0, 0.0, 0.0, 1.0]);
    assert_eq!(
        codes(&of_ani(|file| file.tracks.push(track("tip", &[])))),
        ["lostsaga.empty-track"]
    );
    assert_eq!(
        codes(&of_ani(|file| file
            .tracks
            .push(track("tip", &[key(0), key(1200)])))),
        ["lostsaga.keys-after-total-time"]
    );
    let order = of_ani(|file| file.tracks.push(track("tip", &[key(5), key(5)])));
    assert_eq!(codes(&order), ["lostsaga.keys-out-of-order"]);
    assert_eq!(
        codes(&of_ani(|file| file.tracks[0].weight = 0.0)),
        ["lostsaga.track-without-weight"]
    );
    assert_eq!(
        codes(&of_ani(
            |file| file.tracks[0].keys[0].translation[1] = f32::NAN
        )),
        ["lostsaga.bad-key"]
    );
    let time = of_ani(|file| file.events[0].time = f32::NAN);
    assert_eq!(codes(&time), ["lostsaga.bad-event-time"]);
    assert!(codes(&of_ani(|file| file.total = -1)).contains(&"lostsaga.bad-total-time"));
}

#[test]
fn bones_and_tracks_without_a_joint_name_the_nearest_and_what_the_game_does() {
    let mut mesh = triangle();
    mesh.bones[1] = Text::new("midle");
    mesh.bones[2] = Text::new("Tip");
    let mut clip = swing();
    clip.tracks
        .push(track("tipp", &[(0, [0.0, 0.0, 0.0, 1.0])]));
    clip.tracks
        .push(track("ROOT", &[(0, [0.0, 0.0, 0.0, 1.0])]));
    clip.tracks
        .push(track("middle", &[(0, [0.0, 0.0, 0.0, 1.0])]));
    let (_folder, paths) = written(&chain(), &mesh, &clip);
    let mut item = playing(&paths);
    let message = |item: &Item, code: &str| {
        let mut findings = item.findings();
        let found = findings.find(|finding| finding.code == code);
        found.unwrap_or_else(|| panic!("no {code}")).message.clone()
    };
    let missing = message(&item, "lostsaga.missing-bone");
    assert!(
        missing.contains("\"midle\" (nearest \"middle\")"),
        "{missing}"
    );
    assert!(
        missing.contains("follow bone 0, here they stay"),
        "{missing}"
    );
    let cased = message(&item, "lostsaga.bone-case-mismatch");
    assert!(
        cased.contains("\"Tip\"") && cased.contains("follow bone 0"),
        "{cased}"
    );
    let lost = message(&item, "lostsaga.track-without-bone");
    assert!(lost.contains("\"tipp\" (nearest \"tip\")"), "{lost}");
    assert!(lost.contains("moves bone 0, and nothing here"), "{lost}");
    let cased = message(&item, "lostsaga.track-case-mismatch");
    assert!(cased.contains("\"ROOT\""), "{cased}");
    let twice = message(&item, "lostsaga.two-tracks-of-one-bone");
    assert!(twice.contains("blended by their weights"), "{twice}");
    item.set_as_in_game(true);
    let missing = message(&item, "lostsaga.missing-bone");
    assert!(
        missing.contains("2 bones") && missing.contains("and so here"),
        "{missing}"
    );
}
