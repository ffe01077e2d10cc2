//! `rigscope diff` for people.

use std::fmt::Write;

use super::diff::Compared;
use crate::model::Family;
use crate::model::finding::counted;
use crate::scene::Item;
use crate::scene::difference::{
    Change, JointDifference, MeshDifference, PassDifference, StateDifference, Tolerance, What,
};

/// Joints listed for each clip; the rest are counted.
const MOST_JOINTS: usize = 40;
/// Changes listed of each list; the rest are counted.
const MOST_CHANGES: usize = 200;

/// All that differs, worst first.
pub fn text(compared: &Compared) -> String {
    let difference = &compared.difference;
    let mut text = String::new();
    side(&mut text, "A", &compared.a);
    side(&mut text, "B", &compared.b);
    let _ = writeln!(
        text,
        "{} in both",
        counted(difference.joints, "joint", "joints")
    );
    changes(&mut text, &difference.changes);
    if let Some(of_mesh) = &difference.mesh {
        mesh(&mut text, of_mesh);
    }
    let mut equal = 0;
    for one in &difference.passes {
        let is_equal = one.is_equal(difference.tolerance);
        equal += usize::from(is_equal);
        if !is_equal || !one.changes.is_empty() {
            pass(&mut text, one, difference.tolerance);
        }
    }
    if difference.is_equal() {
        let passes = counted(equal, "pose or clip", "poses and clips");
        let stored = difference.changes.iter();
        let stored = stored.chain(difference.passes.iter().flat_map(|pass| &pass.changes));
        let but = match stored.count() {
            0 => "",
            _ => " but how it is stored",
        };
        let _ = writeln!(text, "no difference{but}: {passes} compared");
    } else if equal > 0 {
        let passes = counted(equal, "pose or clip", "poses and clips");
        let _ = writeln!(text, "{passes} without a difference");
    }
    text
}

fn side(text: &mut String, letter: &str, item: &Item) {
    let mut files = item.character.files.iter();
    let first = files.next().map(|file| file.display().to_string());
    let more = match files.len() {
        0 => String::new(),
        more => format!(" and {}", counted(more, "more file", "more files")),
    };
    let _ = writeln!(
        text,
        "{letter}: {}{}, {}{more}",
        item.character.name,
        match item.character.family {
            Family::League => format!(", mapping {}", item.rule().word()),
            _ => String::new(),
        },
        first.unwrap_or_default()
    );
}

fn changes(text: &mut String, changes: &[Change]) {
    for change in changes.iter().take(MOST_CHANGES) {
        let (part, name) = (change.part.word(), &change.name);
        let _ = match &change.what {
            What::OnlyInA => writeln!(text, "  {part} {name}: only in A"),
            What::OnlyInB => writeln!(text, "  {part} {name}: only in B"),
            What::Differs { field, a, b } => {
                writeln!(text, "  {part} {name}, {field}: {a} in A, {b} in B")
            }
        };
    }
    if changes.len() > MOST_CHANGES {
        let _ = writeln!(text, "  and {} more", changes.len() - MOST_CHANGES);
    }
}

fn mesh(text: &mut String, mesh: &MeshDifference) {
    let [a, b] = mesh.vertices;
    let _ = writeln!(
        text,
        "mesh {}: {a} vertices in A, {b} in B; {} triangles in A, {} in B",
        mesh.name, mesh.triangles[0], mesh.triangles[1]
    );
    if let Some(vertex) = mesh.worst_vertex {
        let moved = counted(mesh.moved, "vertex lies", "vertices lie");
        let _ = writeln!(
            text,
            "  {moved} elsewhere, by up to {:.4} units: vertex {vertex}",
            mesh.worst
        );
    }
    for (count, what) in [
        (mesh.uvs, "other texture coordinates"),
        (mesh.weights, "other joints or weights"),
    ] {
        if count > 0 {
            let vertices = counted(count, "vertex has", "vertices have");
            let _ = writeln!(text, "  {vertices} {what}");
        }
    }
    if mesh.reindexed {
        let _ = writeln!(text, "  triangles join other vertices");
    }
}

fn pass(text: &mut String, pass: &PassDifference, tolerance: Tolerance) {
    let name = |clip: &Option<String>| clip.clone().unwrap_or_else(|| "bind pose".into());
    let (a, b) = (name(&pass.clips[0]), name(&pass.clips[1]));
    let names = if a == b { a } else { format!("{a} and {b}") };
    let differing = pass.differing(tolerance).count();
    let _ = writeln!(
        text,
        "{names}: {} of {} at {}, up to {:.3} s",
        counted(differing, "joint differs", "joints differ"),
        pass.joints.len(),
        counted(pass.times.len(), "moment", "moments"),
        pass.times.last().copied().unwrap_or(0.0)
    );
    changes(text, &pass.changes);
    for one in &pass.states {
        state(text, one, pass.times.len());
    }
    if differing == 0 {
        return;
    }
    let _ = writeln!(
        text,
        "  {:<28} {:>12} {:>9} {:>9} {:>9}",
        "joint", "distance", "at", "angle", "at"
    );
    for one in pass.differing(tolerance).take(MOST_JOINTS) {
        joint(text, one, tolerance);
    }
    if differing > MOST_JOINTS {
        let _ = writeln!(
            text,
            "  and {} more; --json lists all",
            differing - MOST_JOINTS
        );
    }
}

fn state(text: &mut String, state: &StateDifference, moments: usize) {
    let amount = match state.amount {
        Some(amount) => format!(" by {amount:.4}"),
        None => String::new(),
    };
    let name = match state.name.is_empty() {
        true => String::new(),
        false => format!(" {}", state.name),
    };
    let _ = writeln!(
        text,
        "  {}{name}, {}{amount} at {:.3} s ({} of {moments} moments): {} in A, {} in B",
        state.part.word(),
        state.field,
        state.time,
        state.moments,
        state.a,
        state.b
    );
}

fn joint(text: &mut String, joint: &JointDifference, tolerance: Tolerance) {
    let mut line = format!(
        "  {:<28} {:>12.4} {:>8.3}s {:>8.3}° {:>8.3}s",
        joint.name,
        joint.distance.amount,
        joint.distance.time,
        joint.angle.amount,
        joint.angle.time
    );
    if joint.scale.amount > tolerance.distance {
        line += &format!("  stretched by {:.4}", joint.scale.amount);
    }
    if !joint.differs_itself(tolerance) {
        line += "  follows its parent";
    }
    let _ = writeln!(text, "{line}");
}
