//! The mapping inspector: what each track does and could do, orphan stubs, routes by hand, findings that name the
//! symptom, and the character beside itself.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod common;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use common::Coverage;
use glam::Vec3;
use rigscope::formats::league::routing;
use rigscope::formats::{OpenOptions, Progress, open, sniff};
use rigscope::model::{Character, Curve, Route, RouteTarget, Routing, Skeleton, Track, Transform};
use rigscope::pose::mapping::{self, Claim, MappingRule, Reason, inspect};
use rigscope::scene::frame::FramePacket;
use rigscope::scene::{Compare, Item, Scene};

fn opened(paths: &[PathBuf], only: bool) -> Character {
    let opened = open(paths, &OpenOptions { only }, &Progress::default());
    opened
        .unwrap_or_else(|error| panic!("{paths:?}: {error}"))
        .characters
        .swap_remove(0)
}

/// Calls `look` with every clip of every character of the shared folder.
fn each_clip(shared: &Path, mut look: impl FnMut(&str, &mut Item)) {
    let mut folders: Vec<PathBuf> = std::fs::read_dir(shared.join("data/league"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.is_dir() && !path.ends_with("synthetic"))
        .collect();
    folders.sort();
    for folder in folders {
        let Ok(opened) = open(
            std::slice::from_ref(&folder),
            &OpenOptions::default(),
            &Progress::default(),
        ) else {
            continue;
        };
        let set = folder.file_name().unwrap().to_str().unwrap().to_owned();
        for character in opened.characters {
            let clips = character.clips.len();
            let mut item = Item::new(character);
            for clip in 0..clips {
                item.pick_clip(Some(clip));
                look(&set, &mut item);
            }
        }
    }
}

/// Sets that are the game's own, as against a modder's.
fn is_official(set: &str) -> bool {
    !set.ends_with("_mod")
}

#[test]
fn on_the_games_own_clips_hardly_any_finding_of_a_symptom_is_made() {
    let Some(shared) = common::shared() else {
        return;
    };
    let mut coverage = Coverage::default();
    let mut counts: BTreeMap<(&'static str, bool), Vec<String>> = BTreeMap::new();
    each_clip(&shared, |set, item| {
        for finding in item.mapping_findings() {
            let clip = format!("{set}/{}", item.clip().unwrap().name);
            let place = (finding.code, is_official(set));
            counts.entry(place).or_default().push(clip);
        }
        coverage.files += 1;
        coverage.values += item.mapping().unwrap().tracks.len();
    });
    for ((code, official), clips) in &counts {
        let whose = if *official { "official" } else { "modders'" };
        eprintln!(
            "{code}: {} {whose} clips, such as {}",
            clips.len(),
            clips[0]
        );
    }
    let found = |code| counts.get(&(code, true)).map_or(&[][..], Vec::as_slice);
    for code in [
        "league.head-at-crotch",
        "league.track-on-stub",
        "league.clip-of-another-rig",
        "league.translation-jump",
        "league.tracks-look-swapped",
        "league.track-left-over",
        "league.routed-by-hand",
    ] {
        assert_eq!(found(code), [""; 0], "{code}");
    }
    // The 2013 clip has no track for any of the twelve attachment points of its rig.
    assert_eq!(
        found("league.attachment-frozen"),
        ["annie_legacy/Annie_Attack1"]
    );
    // A clip made for another turret.
    assert_eq!(found("league.no-track-matches"), ["turret_ionia/idle1"]);
    coverage.report("findings of the mapping");
}

/// The case-colliding rig with one of its clips.
fn case_dup(shared: &Path, clip: &str, rule: MappingRule) -> Item {
    let data = shared.join("data/league/synthetic");
    let clip = data.join(clip).with_extension("anm");
    let mut item = Item::new(opened(&[data.join("case_dup.skl"), clip], true));
    item.pick_clip(Some(0));
    item.set_rule(rule);
    item
}

fn message<'a>(item: &'a Item, code: &str) -> Option<&'a str> {
    let mut findings = item.mapping_findings().iter();
    let found = findings.find(|finding| finding.code == code);
    found.map(|finding| finding.message.as_str())
}

/// How far the head of the case-colliding rig is from its place on the neck, at most over the clip.
fn head_off_the_neck(item: &mut Item) -> f32 {
    let (neck, head) = (5, 6);
    let bind = item.skeleton().unwrap().joints[head].local.translation;
    let duration = item.clip().unwrap().duration;
    let off = |step: u32| {
        item.set_time(f64::from(duration * step as f32 / 20.0));
        let worlds = &item.pose().worlds;
        let place = worlds[neck].inverse() * worlds[head];
        Vec3::from(place.translation).distance(bind)
    };
    (0..=20).map(off).fold(0.0, f32::max)
}

#[test]
fn on_the_case_colliding_rig_the_head_is_on_the_neck_or_a_finding_says_head_at_crotch() {
    let Some(shared) = common::shared() else {
        return;
    };
    let mut coverage = Coverage::default();
    // For each clip and rule of `MappingRule::ALL` whether the head is on the neck.
    for (clip, on_neck) in [
        ("case_dup_single", [true, true, true]),
        ("case_dup_both_real_first", [true, false, false]),
        // Nothing but the values tells its two tracks apart: flagged, and mended by hand.
        ("case_dup_both_stub_first", [false, true, true]),
    ] {
        for (rule, on_neck) in MappingRule::ALL.into_iter().zip(on_neck) {
            let mut item = case_dup(&shared, clip, rule);
            let off = head_off_the_neck(&mut item);
            assert_eq!(off < 1.0, on_neck, "{clip} by {rule:?}: {off}");
            let said = message(&item, "league.head-at-crotch");
            assert_eq!(said.is_none(), on_neck, "{clip} by {rule:?}: {said:?}");
            if let Some(said) = said {
                let words = format!("by rule {} the head goes to the crotch", rule.word());
                assert!(
                    said.contains("head at crotch") && said.contains(&words),
                    "{said}"
                );
            }
            coverage.values += 1;
        }
        coverage.files += 1;
    }
    let flagged = case_dup(&shared, "case_dup_both_stub_first", MappingRule::Game);
    let said = message(&flagged, "league.tracks-look-swapped").unwrap();
    assert!(said.contains("fit the other way round"), "{said}");
    // The two-pass walk: the head's only track goes to the stub, and the walk is explained.
    let walk = case_dup(&shared, "case_dup_single", MappingRule::TwoPass);
    let said = message(&walk, "league.track-on-stub").unwrap();
    assert!(
        said.contains("head at crotch") && said.contains("goes to the crotch"),
        "{said}"
    );
    let why = mapping::explain(walk.mapping().unwrap(), 4, walk.skeleton().unwrap());
    assert!(
        why.contains("frontier at level 0") && why.contains("met too late"),
        "{why}"
    );
    coverage.report("heads of the case-colliding rig");
}

#[test]
fn a_track_is_looked_at_on_each_joint_that_it_could_move() {
    let Some(shared) = common::shared() else {
        return;
    };
    let item = case_dup(&shared, "case_dup_single", MappingRule::Game);
    let (mapping, skeleton, clip) = (
        item.mapping().unwrap(),
        item.skeleton().unwrap(),
        item.clip().unwrap(),
    );
    let choices = inspect::choices(mapping, skeleton, clip, 4, 8);
    let [head, stub] = choices[..] else {
        panic!("{choices:?}");
    };
    assert_eq!((head.candidate.joint, head.is_chosen), (6, true));
    assert_eq!((stub.candidate.joint, stub.is_chosen), (2, false));
    assert!(head.reach.jump < 1.0, "{head:?}");
    assert!((stub.reach.jump - 72.1).abs() < 1.5, "{stub:?}");
    assert!(stub.reach.moved > 60.0, "{stub:?}");
    // What is computed for the whole mapping at once is the same.
    let all = inspect::reaches(mapping, skeleton, clip);
    assert!((all[4].unwrap().moved - head.reach.moved).abs() < 1e-3);
    assert_eq!(all[4].unwrap().jump, head.reach.jump);
    // It turns, and keeps its place and size.
    let keys = inspect::KeyCounts::of(&clip.tracks[4]);
    let frames = clip.frame_count.unwrap() as usize;
    assert_eq!(
        (keys.rotation, keys.translation, keys.scale),
        (frames, 1, 1)
    );
}

#[test]
fn a_stub_is_one_only_where_all_four_signs_are_there() {
    let Some(shared) = common::shared() else {
        return;
    };
    let stubs = |change: &dyn Fn(&mut Skeleton)| {
        let mut item = case_dup(&shared, "case_dup_single", MappingRule::Game);
        let skeleton = &mut item.character.skeletons[0];
        change(skeleton);
        let claims = mapping::claims(skeleton, &[]);
        let stubs = mapping::orphan_stubs(skeleton, &claims);
        (0..stubs.len())
            .filter(|&joint| stubs[joint])
            .collect::<Vec<_>>()
    };
    assert_eq!(stubs(&|_| {}), [2]);
    let none = [0; 0];
    assert_eq!(
        stubs(&|skeleton| skeleton.influences.push(2)),
        none,
        "it skins"
    );
    assert_eq!(
        stubs(&|skeleton| skeleton.joints[2].hash = Some(1)),
        none,
        "no twin"
    );
    assert_eq!(
        stubs(&|skeleton| skeleton.joints[2].parent = Some(4)),
        none,
        "deeper"
    );
    let up = |skeleton: &mut Skeleton| skeleton.joints[2].local.translation.y += 30.0;
    assert_eq!(stubs(&up), none, "elsewhere");
    let root = |skeleton: &mut Skeleton| {
        skeleton.joints[2].parent = None;
        skeleton.joints[2].local = Transform::IDENTITY;
    };
    assert_eq!(stubs(&root), [2], "a root itself");
    let mut coverage = Coverage::default();
    each_clip(&shared, |set, item| {
        if is_official(set) {
            let stubs = item.orphan_stubs().iter().filter(|stub| **stub).count();
            coverage.equal(&format!("{set}: orphan stubs"), stubs, 0);
            coverage.files += 1;
        }
    });
    coverage.report("orphan stubs of official rigs");
}

#[test]
fn a_route_by_hand_is_seen_at_once_and_the_rule_pairs_what_is_left() {
    let Some(shared) = common::shared() else {
        return;
    };
    let mut item = case_dup(&shared, "case_dup_both_stub_first", MappingRule::Game);
    let before = item.mapping_id();
    assert!(head_off_the_neck(&mut item) > 60.0);
    item.route(4, Some(2), false);
    assert_ne!(item.mapping_id(), before);
    assert!(head_off_the_neck(&mut item) < 1.0);
    let mapping = item.mapping().unwrap();
    assert_eq!(
        (mapping.moved_by(4), mapping.moved_by(5)),
        (Some(2), Some(6))
    );
    assert_eq!(mapping.tracks[4].reason.word(), "by-hand");
    assert_eq!(
        mapping.tracks[5].reason,
        Reason::BestClaim(Claim::Influence)
    );
    assert_eq!(message(&item, "league.head-at-crotch"), None);
    assert!(
        message(&item, "league.routed-by-hand")
            .unwrap()
            .contains("1 track")
    );
    // Any joint will do, and none at all: then the attachment point is frozen.
    item.route(4, None, false);
    assert_eq!(item.mapping().unwrap().moved_by(4), None);
    item.unroute(4);
    assert!(!item.is_routed());
    assert!(head_off_the_neck(&mut item) > 60.0);
    let mut single = case_dup(&shared, "case_dup_single", MappingRule::Game);
    assert_eq!(message(&single, "league.attachment-frozen"), None);
    single.route(5, Some(3), true);
    assert_eq!(single.mapping().unwrap().moved_by(5), Some(3));
    let said = message(&single, "league.attachment-frozen").unwrap();
    assert!(
        said.contains("frozen") && said.contains("Buffbone_Glb_Weapon_1"),
        "{said}"
    );
    single.clear_routing();
    assert_eq!(single.mapping().unwrap().moved_by(5), Some(8));
}

#[test]
fn a_route_for_one_clip_leaves_the_others_to_the_rule_and_wins_over_one_for_all() {
    let Some(shared) = common::shared() else {
        return;
    };
    let data = shared.join("data/league/synthetic");
    let mut paths = vec![data.join("case_dup.skl")];
    paths.extend(
        ["both_stub_first", "both_real_first"]
            .map(|name| data.join(format!("case_dup_{name}.anm"))),
    );
    let mut item = Item::new(opened(&paths, true));
    item.pick_clip(Some(0));
    item.route(4, Some(2), false);
    item.pick_clip(Some(1));
    assert!(!item.is_routed());
    assert!(head_off_the_neck(&mut item) < 1.0);
    item.route(4, Some(8), true);
    assert_eq!(item.mapping().unwrap().moved_by(4), Some(8));
    item.pick_clip(Some(0));
    assert_eq!(item.mapping().unwrap().moved_by(4), Some(2));
}

#[test]
fn routes_are_kept_beside_the_model_and_found_there_again() {
    let Some(shared) = common::shared() else {
        return;
    };
    let data = shared.join("data/league/synthetic");
    let folder = tempfile::tempdir().unwrap();
    let copies: Vec<PathBuf> = ["case_dup.skl", "case_dup_both_stub_first.anm"]
        .map(|name| {
            let copy = folder.path().join(name);
            std::fs::copy(data.join(name), &copy).unwrap();
            copy
        })
        .into();
    let mut item = Item::new(opened(&copies[..1], false));
    item.pick_clip(Some(0));
    item.route(4, Some(2), false);
    item.route(5, None, true);
    assert!(item.routing().unwrap().changed);
    let path = item.save_routing().unwrap();
    assert_eq!(path, folder.path().join("case_dup.routing.json"));
    assert!(!item.routing().unwrap().changed);
    let files = std::fs::read_dir(folder.path()).unwrap().count();
    assert_eq!(files, 3, "nothing half-written is left");
    let saved = item.routing().unwrap().clone();
    // From any one file of the set.
    for named in [&copies[0], &copies[1], &path] {
        let mut again = Item::new(opened(std::slice::from_ref(named), false));
        again.pick_clip(Some(0));
        assert_eq!(again.routing(), Some(&saved), "{named:?}");
        let mapping = again.mapping().unwrap();
        assert_eq!((mapping.moved_by(4), mapping.moved_by(5)), (Some(2), None));
        let said = message(&again, "league.routed-by-hand").unwrap();
        assert!(said.contains("case_dup.routing.json"), "{said}");
    }
    // Nothing beside what is named.
    let alone = Item::new(opened(&copies, true));
    assert_eq!(alone.routing(), None);
    // Changes are undone by reading the file again.
    item.clear_routing();
    assert!(!item.is_routed());
    item.load_routing(&path).unwrap();
    assert_eq!(item.mapping().unwrap().moved_by(4), Some(2));
    std::fs::remove_file(&path).unwrap();
    let gone = item.load_routing(&path).unwrap_err().to_string();
    assert!(gone.contains("no such file"), "{gone}");
    let model = item.load_routing(&copies[0]).unwrap_err().to_string();
    assert!(model.contains("no file of routes"), "{model}");
}

fn routes() -> Routing {
    let joint = |name: &str, index| RouteTarget::Joint {
        name: name.into(),
        index,
    };
    let route = |hash, occurrence, clip: Option<&str>, target| Route {
        hash,
        occurrence,
        clip: clip.map(Into::into),
        target,
    };
    Routing {
        skeleton: "figure".into(),
        routes: vec![
            route(0x0006_eb74, 0, Some("a \"walk\""), joint("head", 2)),
            route(0x0006_eb74, 1, None, joint("Head", 6)),
            route(u32::MAX, 0, None, RouteTarget::Nothing),
        ],
        ..Routing::default()
    }
}

#[test]
fn routes_are_read_as_they_were_written_and_damage_is_refused_or_survived() {
    let bytes = routing::write(&routes());
    assert_eq!(sniff::kind(&bytes), Some(sniff::Kind::LeagueRouting));
    let (read, findings) = routing::read(&bytes).unwrap();
    assert_eq!((read, findings), (routes(), vec![]));
    let times = common::damage(&bytes, |damaged| {
        let _ = routing::read(damaged);
    });
    assert!(times > 1000);
    let cut = routing::read(&bytes[..100]).unwrap_err();
    assert!((90..=100).contains(&cut.offset), "{cut}");
    let other = routing::read(br#"{"rigscope-routing":2,"routes":[]}"#).unwrap_err();
    assert!(other.found.contains('2'), "{other}");
    let deep = [
        b"{\"rigscope-routing\":1,\"routes\":".as_slice(),
        &[b'['; 100_000],
    ]
    .concat();
    routing::read(&deep).unwrap_err();
}

#[test]
fn odd_entries_and_stale_ones_are_named_and_the_others_hold() {
    let Some(shared) = common::shared() else {
        return;
    };
    let text = br#"{"rigscope-routing":1,"skeleton":"case_dup","routes":[
        {"hash":"zebra","joint":"Head"}, 7,
        {"hash":"0x0006eb74","joint":"Tail","index":6},
        {"hash":"0x0006eb74","joint":"head","index":99,"later":"unknown keys are let be"},
        {"hash":"0x1","clip":"case_dup_single","joint":null}]}"#;
    let (routing, findings) = routing::read(text).unwrap();
    assert_eq!((routing.routes.len(), findings.len()), (3, 1));
    assert_eq!(findings[0].code, "league.routing-odd-entry");
    assert!(findings[0].message.contains("2 of 5") && findings[0].message.contains("zebra"));
    let mut item = case_dup(&shared, "case_dup_single", MappingRule::Game);
    item.use_routing(routing);
    let stale: Vec<&str> = item
        .mapping_findings()
        .iter()
        .filter(|finding| finding.code == "league.routing-stale")
        .map(|finding| finding.message.as_str())
        .collect();
    assert_eq!(stale.len(), 2, "{stale:?}");
    assert!(
        stale[0].contains("\"Tail\"") && stale[1].contains("0x00000001"),
        "{stale:?}"
    );
}

#[test]
fn routes_that_name_another_skeleton_are_used_with_a_warning_until_they_are_saved_as_its_own() {
    let folder = tempfile::tempdir().unwrap();
    let sample = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/samples/league");
    let (rig, clip) = (
        folder.path().join("pip.skl"),
        folder.path().join("walk.anm"),
    );
    std::fs::copy(sample.join("pip.skl"), &rig).unwrap();
    std::fs::copy(sample.join("animations/walk.anm"), &clip).unwrap();
    let code = "league.routing-of-another-skeleton";
    let said = |item: &Item| {
        let all = item.findings().filter(|finding| finding.code == code);
        all.map(|finding| finding.message.clone())
            .collect::<Vec<_>>()
    };
    let text = |name: &str| format!(r#"{{"rigscope-routing":1,"skeleton":"{name}","routes":[]}}"#);
    let (beside, elsewhere) = (
        folder.path().join("pip.routing.json"),
        folder.path().join("other.json"),
    );
    std::fs::write(&elsewhere, text("figure")).unwrap();
    for (name, count) in [("figure", 1), ("PIP", 0), ("", 0)] {
        std::fs::write(&beside, text(name)).unwrap();
        let mut item = Item::new(opened(&[rig.clone(), clip.clone(), beside.clone()], true));
        item.pick_clip(Some(0));
        let found = said(&item);
        assert_eq!(found.len(), count, "{name}: {found:?}");
        assert!(
            found
                .iter()
                .all(|said| said.contains("\"figure\"") && said.contains("\"pip\""))
        );
        item.load_routing(&elsewhere).unwrap();
        assert_eq!(said(&item).len(), 1);
        item.load_routing(&elsewhere).unwrap();
        assert_eq!(said(&item).len(), 1, "said once");
        item.load_routing(&beside).unwrap();
        item.save_routing().unwrap();
        let again = Item::new(opened(&[rig.clone(), clip.clone(), beside.clone()], true));
        assert_eq!(said(&again), Vec::<String>::new());
    }
}

#[test]
fn the_two_pass_walk_says_of_influences_and_of_others_how_each_was_met() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/samples/league");
    let mut item = Item::new(opened(&[folder], false));
    let dance = item
        .character
        .clips
        .iter()
        .position(|clip| clip.name == "dance");
    item.pick_clip(dance);
    item.set_rule(MappingRule::TwoPass);
    let (mapping, skeleton) = (item.mapping().unwrap(), item.skeleton().unwrap());
    let mut met = [0; 3];
    for (track, mapped) in mapping.tracks.iter().enumerate() {
        let (Some(joint), Reason::Pass { pass, .. }) = (mapped.joint, mapped.reason) else {
            continue;
        };
        let why = mapping::explain(mapping, track, skeleton);
        let is_influence = skeleton.influences.contains(&joint);
        let (kind, words) = match (pass, is_influence) {
            (1, true) => (0, "is an influence in the frontier"),
            (2, true) => (1, "is an influence that joined the frontier"),
            (2, false) => (2, "pass 1 left no influence of this hash"),
            other => panic!("{other:?}: {why}"),
        };
        assert!(why.contains(words), "{why}");
        if kind == 1 {
            // It joined below a joint that pass 2 had bound.
            let parent = skeleton.joints[joint].parent.unwrap();
            let above = mapping.track_of_joint[parent].map(|track| mapping.tracks[track].reason);
            assert!(matches!(above, Some(Reason::Pass { pass: 2, .. })), "{why}");
        }
        met[kind] += 1;
    }
    assert!(met[1] > 0 && met[2] > 0, "{met:?}");
}

#[test]
fn a_joint_that_has_moved_in_the_skeleton_is_found_by_its_name() {
    let Some(shared) = common::shared() else {
        return;
    };
    let mut item = case_dup(&shared, "case_dup_single", MappingRule::Game);
    let target = RouteTarget::Joint {
        name: "head".into(),
        index: 99,
    };
    item.use_routing(Routing {
        routes: vec![Route {
            hash: 0x0006_eb74,
            occurrence: 0,
            clip: None,
            target,
        }],
        ..Routing::default()
    });
    assert_eq!(item.mapping().unwrap().moved_by(4), Some(2));
}

#[test]
fn a_clip_of_which_few_hashes_match_is_called_another_rigs() {
    let Some(shared) = common::shared() else {
        return;
    };
    let mut item = case_dup(&shared, "case_dup_single", MappingRule::Game);
    let tracks = &mut item.character.clips[0].tracks;
    for hash in 0..9 {
        let hash = Some(0x0FFF_0000 + hash);
        tracks.push(Track {
            hash,
            ..Track::default()
        });
    }
    item.pick_clip(Some(0));
    let said = message(&item, "league.clip-of-another-rig").unwrap();
    assert!(
        said.contains("6 of 15 tracks") && said.contains("stays at the bind pose"),
        "{said}"
    );
    item.character.clips[0].tracks.truncate(8);
    item.pick_clip(Some(0));
    assert_eq!(message(&item, "league.clip-of-another-rig"), None);
    assert!(message(&item, "league.track-without-joint").is_some());
}

#[test]
fn a_skinned_joint_that_a_clip_never_brings_home_jumps() {
    let Some(shared) = common::shared() else {
        return;
    };
    let mut item = case_dup(&shared, "case_dup_single", MappingRule::Game);
    let far = Vec3::new(0.0, 8.0, 400.0);
    item.character.clips[0].tracks[4].translation = Some(Curve::Frames(vec![far]));
    item.pick_clip(Some(0));
    let said = message(&item, "league.translation-jump").unwrap();
    assert!(
        said.contains("\"Head\"") && said.contains("400 units"),
        "{said}"
    );
    // It may go there and come back.
    let home = vec![Vec3::new(0.0, 8.0, 0.0), far];
    item.character.clips[0].tracks[4].translation = Some(Curve::Frames(home));
    item.pick_clip(Some(0));
    assert_eq!(message(&item, "league.translation-jump"), None);
}

/// The rows of an instance's palette.
fn palette(packet: &FramePacket, instance: usize) -> Vec<[f32; 12]> {
    let range = packet.instances[instance].palette.clone();
    let rows = &packet.palette[range.start as usize..range.end as usize];
    rows.iter().map(|rows| bytemuck::cast(*rows)).collect()
}

#[test]
fn beside_the_character_stands_what_it_is_compared_with_at_the_same_moment() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/samples/league");
    let mut scene = Scene::default();
    scene.show(opened(&[folder], false));
    let walk = scene.item.as_ref().unwrap().character.clips.iter();
    let walk = walk
        .map(|clip| clip.name.as_str())
        .position(|name| name == "walk");
    scene.pick_clip(walk);
    scene.clock.seek(0.4);
    let mut packet = FramePacket::default();
    let mut picture = |scene: &mut Scene| {
        scene.build_frame([800, 600], 1.0, true, &mut packet);
        packet.clone()
    };
    let plain = picture(&mut scene);
    assert_eq!((plain.instances.len(), plain.labels.len()), (1, 0));
    for compare in Compare::ALL.into_iter().skip(1) {
        scene.view.compare = compare;
        scene.ask_fit();
        let both = picture(&mut scene);
        assert_eq!(both.instances.len(), 2, "{compare:?}");
        assert_eq!(
            palette(&both, 0),
            palette(&plain, 0),
            "{compare:?}: the first is as ever"
        );
        scene.view.compare = Compare::Off;
        let item = scene.item.as_mut().unwrap();
        match compare {
            Compare::Rule(rule) => item.set_rule(rule),
            _ => item.pick_clip(None),
        }
        let alone = picture(&mut scene);
        assert_eq!(palette(&both, 1), palette(&alone, 0), "{compare:?}");
        let item = scene.item.as_mut().unwrap();
        item.set_rule(MappingRule::Game);
        item.pick_clip(walk);
        let [first, second] = [0, 1].map(|index| both.instances[index].world_from_file.translation);
        let apart = Vec3::from(second - first);
        assert!(
            apart.dot(both.camera.right) > 10.0 && apart.y == 0.0,
            "{apart}"
        );
        let texts: Vec<&str> = both.labels.iter().map(|label| &*label.text).collect();
        assert_eq!(texts, ["mapping game", &compare.title()]);
        for label in &both.labels {
            let (at, _) = both
                .camera
                .project(label.at, [800.0, 600.0].into())
                .unwrap();
            assert!(
                (0.0..800.0).contains(&at.x) && (0.0..600.0).contains(&at.y),
                "{at}"
            );
        }
    }
    assert_eq!(picture(&mut scene).instances.len(), 1);
}
