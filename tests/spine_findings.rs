//! What is said about odd Spine skeletons, and what becomes of them.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod spine_support;

use rigscope::formats::spine::{json, skel};
use rigscope::model::spine::{AttachmentKind, ConstraintKind, Key, Rig, Timeline};
use rigscope::model::{Finding, Severity};
use serde_json::{Value, json};
use spine_support::assert_sound;

/// A small rig as JSON: two bones, two slots, a mesh, a linked mesh, an animation.
fn small() -> Value {
    json!({
        "skeleton": {"spine": "4.3.23", "images": "./"},
        "bones": [{"name": "root"}, {"name": "arm", "parent": "root", "length": 10}],
        "slots": [
            {"name": "body", "bone": "root", "attachment": "mesh"},
            {"name": "hand", "bone": "arm", "attachment": "link"},
        ],
        "constraints": [
            {"type": "ik", "name": "reach", "bones": ["root"], "target": "arm"},
            {"type": "physics", "name": "sway", "bone": "arm", "rotate": 1},
            {"type": "slider", "name": "slide", "animation": "wave"},
        ],
        "skins": [{"name": "default", "attachments": {
            "body": {"mesh": {
                "type": "mesh", "hull": 3, "uvs": [0, 0, 1, 0, 0, 1], "triangles": [0, 1, 2],
                "vertices": [0, 0, 10, 0, 0, 10],
            }},
            "hand": {"link": {"type": "linkedmesh", "source": "mesh", "slot": "body"}},
        }}],
        "events": {"step": {"string": "left"}},
        "animations": {"wave": {
            "bones": {"arm": {"rotate": [{"value": 1}, {"time": 1, "value": 2}]}},
            "attachments": {"default": {"body": {"mesh": {"deform": [
                {"offset": 2, "vertices": [1, 2]}, {"time": 1},
            ]}}}},
            "events": [{"time": 0.5, "name": "step"}],
        }},
    })
}

fn read(value: &Value) -> (Rig, Vec<Finding>) {
    let read = json::read(value.to_string().as_bytes()).unwrap();
    assert_sound(&read.0);
    read
}

/// The small rig after a change, which must lead to exactly one finding.
#[track_caller]
fn changed(change: impl FnOnce(&mut Value), severity: Severity, code: &str) -> (Rig, Finding) {
    let mut value = small();
    change(&mut value);
    let (rig, findings) = read(&value);
    let [finding] = &findings[..] else {
        panic!("{findings:#?}");
    };
    assert_eq!(
        (finding.severity, finding.code),
        (severity, code),
        "{finding:?}"
    );
    assert!(!finding.fix.is_empty());
    (rig, finding.clone())
}

/// The refusal of the small rig after a change.
#[track_caller]
fn refused(change: impl FnOnce(&mut Value)) -> String {
    let mut value = small();
    change(&mut value);
    json::read(value.to_string().as_bytes())
        .unwrap_err()
        .to_string()
}

#[test]
fn the_small_rig_is_what_its_text_says() {
    let (rig, findings) = read(&small());
    assert!(findings.is_empty(), "{findings:?}");
    assert_eq!(rig.attachment(None, 0, "mesh"), Some(0));
    assert_eq!(rig.attachment(None, 1, "mesh"), None);
    assert_eq!(rig.mesh(1).unwrap().triangles, [0, 1, 2]);
    assert_eq!(rig.timeline_attachment(1), 0);
    // The linked mesh's slot hears the source's timelines.
    assert_eq!(rig.timeline_slots(0, 0).collect::<Vec<_>>(), [0, 1]);
    assert_eq!(rig.animations[0].duration, 1.0);
    let ConstraintKind::Slider(slider) = &rig.constraints[2].kind else {
        panic!("no slider");
    };
    assert_eq!(slider.animation, Some(0));
    let binary = skel::read(&skel::write(&rig).unwrap()).unwrap();
    assert_eq!((binary.0, binary.1), (rig, Vec::new()));
}

#[test]
fn a_link_without_a_mesh_is_named_and_shows_nothing() {
    let link = |value: &mut Value| {
        value["skins"][0]["attachments"]["hand"]["link"]["source"] = "nothing".into();
    };
    let (rig, finding) = changed(link, Severity::Error, "spine.link-source");
    assert!(
        finding.message.contains("\"link\", linked to \"nothing\""),
        "{finding:?}"
    );
    assert!(rig.mesh(1).is_none());
    // Two that lead to each other.
    let circle = |value: &mut Value| {
        let hand = &mut value["skins"][0]["attachments"]["hand"];
        hand["link"] = json!({"type": "linkedmesh", "source": "other"});
        hand["other"] = json!({"type": "linkedmesh", "source": "link"});
    };
    let (rig, finding) = changed(circle, Severity::Error, "spine.link-source");
    assert!(
        finding.message.starts_with("2 linked meshes"),
        "{finding:?}"
    );
    assert!(rig.mesh(1).is_none() && rig.mesh(2).is_none());
}

#[test]
fn timelines_that_nothing_can_follow_are_left_out() {
    let lost = |value: &mut Value| {
        let deform = value["animations"]["wave"]["attachments"]["default"]["body"]["mesh"].take();
        value["animations"]["wave"]["attachments"]["default"]["body"] = json!({"gone": deform});
    };
    let (rig, finding) = changed(lost, Severity::Error, "spine.timeline-attachment");
    assert!(finding.message.contains("\"gone\""), "{finding:?}");
    assert_eq!(rig.animations[0].timelines.len(), 2);
    let region = |value: &mut Value| {
        let body = &mut value["skins"][0]["attachments"]["body"]["mesh"];
        *body = json!({"width": 10, "height": 10});
        value["skins"][0]["attachments"]["hand"]["link"] = json!({"width": 1, "height": 1});
    };
    let (rig, _) = changed(region, Severity::Error, "spine.timeline-attachment");
    assert_eq!(rig.animations[0].timelines.len(), 2);
}

#[test]
fn deform_numbers_beyond_the_vertices_are_cut() {
    let long = |value: &mut Value| {
        let keys =
            &mut value["animations"]["wave"]["attachments"]["default"]["body"]["mesh"]["deform"];
        keys[0] = json!({"offset": 4, "vertices": [1, 2, 3]});
    };
    let (rig, _) = changed(long, Severity::Error, "spine.deform-length");
    let Timeline::Deform { keys, .. } = &rig.animations[0].timelines[1] else {
        panic!("no deform");
    };
    assert_eq!((keys[0].start, &keys[0].offsets[..]), (4, &[1.0, 2.0][..]));
}

#[test]
fn what_is_odd_is_said() {
    let warning = Severity::Warning;
    changed(
        |it| it["constraints"][0]["bones"] = json!([]),
        warning,
        "spine.ik-bones",
    );
    let unknown = |it: &mut Value| it["slots"][0]["attachment"] = "none".into();
    let (_, finding) = changed(unknown, warning, "spine.attachment-unknown");
    assert!(
        finding.message.contains("\"none\" in slot \"body\""),
        "{finding:?}"
    );
    let twin = |it: &mut Value| {
        it["bones"]
            .as_array_mut()
            .unwrap()
            .push(json!({"name": "arm", "parent": "arm"}));
    };
    let (rig, _) = changed(twin, warning, "spine.name-repeated");
    assert_eq!(rig.bone("arm"), Some(1));
    let animation = |it: &mut Value| it["constraints"][2]["animation"] = "gone".into();
    changed(animation, Severity::Error, "spine.slider-animation");
    let kind = |it: &mut Value| {
        it["skins"][0]["attachments"]["body"]["later"] = json!({"type": "cube"});
    };
    let (rig, _) = changed(kind, Severity::Error, "spine.attachment-type");
    assert_eq!(rig.attachments.len(), 2);
    let shape = |it: &mut Value| {
        it["skins"][0]["attachments"]["body"]["cut"] =
            json!({"type": "clipping", "vertexCount": 2, "vertices": [0, 0, 1, 1]});
    };
    changed(shape, warning, "spine.odd-shape");
}

#[test]
fn of_two_attachments_in_one_place_the_later_stays() {
    let text = small().to_string();
    let region = |width: u32| format!(r#""twice": {{"width": {width}, "height": 1}}, "#);
    let place = r#""hand":{"#;
    let text = text.replacen(place, &format!("{place}{}{}", region(1), region(2)), 1);
    let (rig, findings) = json::read(text.as_bytes()).unwrap();
    assert_eq!(findings.len(), 1);
    assert_eq!(findings[0].code, "spine.attachment-repeated");
    let found = rig.attachment(None, 1, "twice").unwrap();
    let AttachmentKind::Region(region) = &rig.attachments[found].kind else {
        panic!("no region");
    };
    assert_eq!(region.width, 2.0);
}

#[test]
fn binary_oddities_are_said() {
    let (rig, _) = read(&small());
    let bytes = skel::write(&rig).unwrap();
    // A byte of a name that is no UTF-8.
    let at = bytes.windows(4).position(|it| it == b"wave").unwrap();
    let mut text = bytes.clone();
    text[at] = 0xff;
    let (_, findings) = skel::read(&text).unwrap();
    assert_eq!(findings.len(), 1);
    assert_eq!(
        (findings[0].code, findings[0].offset),
        ("spine.bad-text", Some(at as u64))
    );
    // The number of timelines stands behind the animation's name.
    let mut count = bytes;
    count[at + 4] += 1;
    let (read, findings) = skel::read(&count).unwrap();
    assert_eq!(read, rig);
    assert_eq!(findings.len(), 1);
    assert_eq!(findings[0].code, "spine.odd-count");
    assert!(
        findings[0].message.contains("4 timelines stated, 3 found"),
        "{findings:?}"
    );
}

#[test]
fn steps_and_sequences_get_what_works() {
    let steps = |it: &mut Value| it["constraints"][1]["fps"] = 0.into();
    let (rig, _) = changed(steps, Severity::Error, "spine.physics-steps");
    let ConstraintKind::Physics(physics) = &rig.constraints[1].kind else {
        panic!("no physics");
    };
    assert_eq!(physics.fps, 60.0);
    let frames = |it: &mut Value| {
        it["skins"][0]["attachments"]["body"]["mesh"]["sequence"] = json!({"count": 0});
    };
    let (rig, _) = changed(frames, Severity::Error, "spine.sequence-length");
    let AttachmentKind::Mesh(mesh) = &rig.attachments[0].kind else {
        panic!("no mesh");
    };
    assert!(mesh.sequence.is_none());
}

#[test]
fn a_refusal_says_where_in_the_json() {
    for (said, place, change) in [
        ("a number", "bones[1].x", "x"),
        ("the name of a bone", "bones[1].parent", "parent"),
        ("true or false", "bones[1].skin", "skin"),
        ("one of normal", "bones[1].inherit", "inherit"),
    ] {
        let error = refused(|it| it["bones"][1][change] = json!("odd"));
        assert!(error.contains(said) && error.contains(place), "{error}");
        assert!(error.contains("\"odd\""), "{error}");
    }
    let error = refused(|it| it["bones"][0]["parent"] = "arm".into());
    assert!(
        error.contains("a parent that comes before the bone in bones[0]"),
        "{error}"
    );
    let error = refused(|it| {
        it["skins"][0]["attachments"]["body"]["mesh"]["triangles"] = json!([0, 1, 3]);
    });
    assert!(
        error.contains("from 0 to 2") && error.contains("triangles[2]"),
        "{error}"
    );
    let error = refused(|it| {
        it["animations"]["wave"]["bones"]["arm"]["rotate"][0]["curve"] = json!([1, 2, 3]);
    });
    assert!(error.contains("4 numbers of Bézier handles"), "{error}");
    let error = refused(|it| it["skeleton"]["spine"] = "4.1.3".into());
    assert!(error.contains("found Spine 4.1.3"), "{error}");
    let error = refused(|it| it["skeleton"] = json!({}));
    assert!(error.contains("does not say its version"), "{error}");
    let error = json::read(br#"{"asset": {"version": "2.0"}}"#).unwrap_err();
    assert!(error.found.contains("other JSON"), "{error}");
}

/// A binary file in which one number was changed.
fn patched(rig: &Rig, from: f32, to: f32) -> Vec<u8> {
    let mut bytes = skel::write(rig).unwrap();
    let pattern = from.to_be_bytes();
    let at = bytes.windows(4).position(|it| it == pattern).unwrap();
    bytes[at..at + 4].copy_from_slice(&to.to_be_bytes());
    bytes
}

#[test]
fn numbers_that_are_none_become_zero() {
    let (mut rig, _) = read(&small());
    rig.bones[1].x = 1234.5;
    for bad in [f32::NAN, f32::INFINITY] {
        let (read, findings) = skel::read(&patched(&rig, 1234.5, bad)).unwrap();
        assert_eq!(read.bones[1].x, 0.0);
        assert_eq!(findings.len(), 1);
        assert_eq!(
            (findings[0].code, findings[0].severity),
            ("spine.bad-number", Severity::Error)
        );
        assert!(findings[0].offset.is_some());
    }
}

#[test]
fn keys_out_of_order_are_said() {
    let (mut rig, _) = read(&small());
    let Timeline::Bone { timeline, .. } = &mut rig.animations[0].timelines[0] else {
        panic!("no bone timeline");
    };
    let rigscope::model::spine::BoneTimeline::Rotate(keys) = timeline else {
        panic!("no rotation");
    };
    keys.push(Key::linear(0.25, [0.0]));
    let (_, findings) = skel::read(&skel::write(&rig).unwrap()).unwrap();
    assert_eq!(findings.len(), 1);
    assert_eq!(findings[0].code, "spine.key-order");
}
