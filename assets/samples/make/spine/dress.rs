//! Dot's slots, from back to front, and what they show in each skin.

use rigscope::model::spine::{
    Attachment, AttachmentKind, AttachmentRef, Blend, Clipping, LinkedMesh, Region, Rig, Skin,
    SkinEntry, Slot, Vertices, WHITE, rgba,
};

use super::bones::{Bones, CABLE_BONES, SCARF_BONES, single};
use super::pictures::{self, SCREEN};
use super::strips;

/// Where a picture lies.
#[derive(Clone, Copy)]
enum Place {
    /// Upright in the setup pose, its middle at a point of the world.
    Upright(f64, f64),
    /// Along its bone, its middle at a point of the bone's space.
    Along(f64, f64),
    /// Not a rectangle.
    Shape,
}
use Place::{Along, Shape, Upright};

/// Slot, bone, picture, place.
const SLOTS: [(&str, &str, &str, Place); 29] = [
    ("shadow", "root", "shadow", Upright(0.0, 6.0)),
    ("cable-path", "hip", "cable-path", Shape),
    ("cable", "hip", "cable", Shape),
    ("plug", "cable5", "plug", Along(46.0, 0.0)),
    ("arm-left", "arm-left", "arm", Along(25.0, 0.0)),
    ("forearm-left", "forearm-left", "forearm", Along(34.0, 0.0)),
    ("scarf-tail", "torso", "scarf-tail", Shape),
    ("thigh-left", "thigh-left", "thigh", Along(31.0, 0.0)),
    ("shin-left", "shin-left", "shin", Along(31.0, 0.0)),
    ("boot-left", "foot-left", "boot", Upright(36.0, 35.0)),
    ("thigh-right", "thigh-right", "thigh", Along(31.0, 0.0)),
    ("shin-right", "shin-right", "shin", Along(31.0, 0.0)),
    ("boot-right", "foot-right", "boot", Upright(-10.0, 35.0)),
    ("torso", "torso", "torso", Upright(0.0, 200.0)),
    ("gauge", "torso", "gauge", Upright(14.0, 222.0)),
    ("needle", "needle", "needle", Along(5.0, 0.0)),
    ("antenna", "antenna", "antenna", Upright(0.0, 452.0)),
    ("head", "head", "head", Upright(4.0, 350.0)),
    ("glow", "bulb", "glow", Upright(0.0, 484.0)),
    ("bulb", "bulb", "bulb", Upright(0.0, 484.0)),
    ("ear", "head", "ear", Upright(-72.0, 340.0)),
    ("visor", "face", "visor", Upright(36.0, 346.0)),
    ("visor-clip", "face", "visor-clip", Shape),
    ("eyes", "eyes", "eyes", Upright(38.0, 354.0)),
    ("mouth", "mouth", "mouth", Upright(38.0, 322.0)),
    ("shine", "shine", "shine", Upright(-70.0, 346.0)),
    ("scarf", "torso", "scarf", Upright(0.0, 258.0)),
    ("arm-right", "arm-right", "arm", Along(25.0, 0.0)),
    (
        "forearm-right",
        "forearm-right",
        "forearm",
        Along(34.0, 0.0),
    ),
];

/// What is further from the eye is darker.
const FAR: [u8; 4] = [0xC8, 0xCC, 0xDC, 0xFF];

/// Makes green of the lamp's light.
const LEAF_LIGHT: [u8; 4] = [0x70, 0xFF, 0x60, 0xFF];

pub fn dress(rig: &mut Rig, bones: &Bones) {
    let mut skin = Skin::new("default");
    for (name, bone, placeholder, place) in SLOTS {
        let index = rig.slots.len();
        let mut slot = Slot::new(name, bones.index(bone));
        slot.attachment = Some(placeholder.into());
        if name.ends_with("-left") {
            slot.color = rgba(FAR);
        }
        if name == "glow" {
            slot.blend = Blend::Additive;
        }
        rig.slots.push(slot);
        let kind = match place {
            Shape => shape(name, bones),
            _ => AttachmentKind::Region(region(bones, bone, placeholder, place)),
        };
        add(rig, &mut skin, index, placeholder, placeholder, kind);
    }
    clip_up_to_the_shine(rig);
    let sprout = sprout(rig, &skin, bones);
    rig.skins = vec![skin, sprout];
    rig.default_skin = Some(0);
}

fn add(
    rig: &mut Rig,
    skin: &mut Skin,
    slot: usize,
    placeholder: &str,
    name: &str,
    kind: AttachmentKind,
) {
    skin.entries.push(SkinEntry {
        slot,
        placeholder: placeholder.into(),
        attachment: rig.attachments.len(),
    });
    let name = name.into();
    rig.attachments.push(Attachment { name, kind });
}

fn size(picture: &str) -> [f64; 2] {
    let all = pictures::all();
    let found = all.iter().find(|it| it.name == picture);
    let found = found.unwrap_or_else(|| panic!("there is no picture {picture}"));
    [f64::from(found.width), f64::from(found.height)]
}

fn region(bones: &Bones, bone: &str, picture: &str, place: Place) -> Region {
    let [width, height] = size(picture);
    let frame = bones.frames[bones.index(bone)];
    let (rotation, [x, y]) = match place {
        Upright(x, y) => (single(-frame.degrees), frame.local([x, y])),
        Along(x, y) => (0.0, [x, y]),
        Shape => (0.0, [0.0, 0.0]),
    };
    Region {
        rotation,
        x,
        y,
        ..Region::new(picture, width, height)
    }
}

fn shape(slot: &str, bones: &Bones) -> AttachmentKind {
    match slot {
        "cable-path" => AttachmentKind::Path(strips::cable_path(bones)),
        "cable" => AttachmentKind::Mesh(strips::strip(bones, &CABLE_BONES, "cable", size("cable"))),
        "scarf-tail" => {
            let picture = "scarf-tail";
            AttachmentKind::Mesh(strips::strip(bones, &SCARF_BONES, picture, size(picture)))
        }
        _ => AttachmentKind::Clipping(Clipping {
            end: None,
            vertices: Vertices::Plain(screen()),
            convex: true,
            inverse: false,
            color: Clipping::COLOR,
        }),
    }
}

/// The screen's outline: a rectangle with its corners cut.
fn screen() -> Vec<[f64; 2]> {
    let (x, y) = (f64::from(SCREEN.x), f64::from(SCREEN.y));
    // Corners of a circle of radius 28, in steps of thirty degrees.
    let near = [[0.0, 28.0], [3.751, 14.0], [14.0, 3.751], [28.0, 0.0]];
    let corner =
        |sx: f64, sy: f64| near.map(|[dx, dy]| [single(sx * (x - dx)), single(sy * (y - dy))]);
    let turned = |mut points: [[f64; 2]; 4]| {
        points.reverse();
        points
    };
    [
        corner(1.0, 1.0),
        turned(corner(-1.0, 1.0)),
        corner(-1.0, -1.0),
        turned(corner(1.0, -1.0)),
    ]
    .concat()
}

fn clip_up_to_the_shine(rig: &mut Rig) {
    let shine = rig.slot("shine");
    for attachment in &mut rig.attachments {
        if let AttachmentKind::Clipping(clipping) = &mut attachment.kind {
            clipping.end = shine;
        }
    }
}

/// A green sweater, a scarf of mustard, leaves for a lamp.
fn sprout(rig: &mut Rig, default: &Skin, bones: &Bones) -> Skin {
    let mut skin = Skin::new("sprout");
    for (name, bone, placeholder, place) in SLOTS {
        let Some(slot) = rig.slot(name) else {
            continue;
        };
        let (picture, place) = match (placeholder, place) {
            ("glow", place) => ("glow".to_owned(), place),
            ("bulb", _) => ("leaves".to_owned(), Upright(0.0, 486.0)),
            ("torso" | "arm" | "forearm" | "scarf", place) => {
                (format!("{placeholder}-sprout"), place)
            }
            ("scarf-tail", _) => {
                let kind = linked(default, slot);
                add(rig, &mut skin, slot, placeholder, "scarf-tail-sprout", kind);
                continue;
            }
            _ => continue,
        };
        let mut shown = region(bones, bone, &picture, place);
        if placeholder == "glow" {
            shown.color = rgba(LEAF_LIGHT);
        }
        let kind = AttachmentKind::Region(shown);
        add(rig, &mut skin, slot, placeholder, &picture, kind);
    }
    skin
}

/// The scarf's triangles with another picture.
fn linked(default: &Skin, slot: usize) -> AttachmentKind {
    let picture = "scarf-tail-sprout";
    let [width, height] = size(picture);
    AttachmentKind::LinkedMesh(LinkedMesh {
        path: picture.into(),
        color: WHITE,
        sequence: None,
        source_ref: AttachmentRef {
            skin: 0,
            slot,
            placeholder: "scarf-tail".into(),
        },
        source: default.attachment(slot, "scarf-tail"),
        inherit_timelines: true,
        width,
        height,
    })
}
