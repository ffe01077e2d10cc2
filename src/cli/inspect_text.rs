//! `rigscope inspect` for people.

use std::fmt::Write;

use super::inspect::texture_of;
use crate::formats::league::bin::names::Names;
use crate::model::finding::counted;
use crate::model::{Clip, Finding};
use crate::scene::Item;

/// Writing to a string cannot fail, so results of `write!` are let go here.
pub(super) fn write(item: &Item, names: &Names, text: &mut String) {
    let character = &item.character;
    let _ = writeln!(
        text,
        "{} ({}; {})",
        character.name,
        character.family.title(),
        character.family.basis().description
    );
    for skeleton in &character.skeletons {
        let _ = writeln!(
            text,
            "  skeleton {} ({} version {}): {}, {}, {}",
            skeleton.name,
            skeleton.kind,
            skeleton.version,
            counted(skeleton.joints.len(), "joint", "joints"),
            counted(skeleton.influences.len(), "influence", "influences"),
            counted(skeleton.roots().count(), "root", "roots")
        );
    }
    for (mesh, materials) in character.meshes.iter().zip(&character.materials) {
        let _ = writeln!(
            text,
            "  mesh {} (version {}): {}, {}, at most {} a vertex",
            mesh.name,
            mesh.version,
            counted(mesh.positions.len(), "vertex", "vertices"),
            counted(mesh.indices.len() / 3, "triangle", "triangles"),
            counted(mesh.most_influences(), "influence", "influences")
        );
        for (submesh, material) in mesh.submeshes.iter().zip(materials) {
            let texture = texture_of(character, material).unwrap_or_else(|| "no texture".into());
            let hidden = if material.hidden {
                ", hidden at first"
            } else {
                ""
            };
            let triangles = counted(submesh.indices.len() / 3, "triangle", "triangles");
            let _ = writeln!(
                text,
                "    {:?}: {triangles}, {texture}{hidden} ({})",
                submesh.name, material.reason
            );
        }
    }
    for texture in &character.textures {
        let _ = writeln!(
            text,
            "  texture {} ({} {}): {}×{}, {}{}",
            texture.name,
            texture.container,
            texture.format,
            texture.size[0],
            texture.size[1],
            counted(texture.mips as usize, "mip level", "mip levels"),
            if texture.image.is_some() {
                ""
            } else {
                ", not decoded"
            }
        );
    }
    for clip in &character.clips {
        let _ = writeln!(
            text,
            "  clip {} ({}): {:.3} s at {} frames a second, {}{}",
            clip.name,
            clip.kind,
            clip.duration,
            clip.fps,
            counted(clip.tracks.len(), "track", "tracks"),
            carried(clip)
        );
    }
    super::inspect_bin::write(character, names, text);
    super::graph_text::write(item, text);
    if let Some((_, rig)) = item.spine() {
        super::inspect_spine::write(character, rig, text);
    }
    text.push_str(&super::worn::lines(item));
    text.push_str(&super::cloth::lines(item));
    item.findings()
        .for_each(|finding| write_finding(finding, names, text));
}

/// What a family says of its clips beside their length.
fn carried(clip: &Clip) -> String {
    let events = counted(clip.events.len(), "event", "events");
    let Some(drive) = clip.drive else {
        return match clip.events.is_empty() {
            true => String::new(),
            false => format!(", {events}"),
        };
    };
    let repeats = if clip.loops == Some(true) {
        ", repeats"
    } else {
        ""
    };
    format!(", driven by {}{repeats}, {events}", drive.kind.word())
}

pub(super) fn write_finding(finding: &Finding, names: &Names, text: &mut String) {
    let file = finding
        .file
        .as_deref()
        .map(|file| format!("{}: ", file.display()))
        .unwrap_or_default();
    let _ = writeln!(
        text,
        "  {}: {file}{}; {}",
        finding.severity.word(),
        names.explain(&finding.message),
        finding.fix
    );
}
