//! What is checked, mended and said about the vertices and the stated bounds of a `.skn` (league-formats §4).

use glam::{Vec2, Vec3, Vec4};

use crate::model::{Finding, Mesh, Subject};

use crate::formats::league::skl::check::usable;
use crate::formats::league::tally::Tally;
use crate::model::finding::counted;

/// Puts zero where a number cannot be drawn, and counts odd normals. `at` is the offset of the first vertex.
pub(super) fn check_vertices(mesh: &mut Mesh, at: u64, findings: &mut Vec<Finding>) {
    let size = u64::from(mesh.vertex_layout.1);
    let mark = |vertex: usize, finding: Finding| {
        finding
            .at(at + size * vertex as u64)
            .about(Subject::Vertex(vertex))
    };
    let mut bad = Tally::default();
    mend(
        &mut mesh.positions,
        Vec3::ZERO,
        Vec3::to_array,
        "position",
        &mut bad,
    );
    mend(
        &mut mesh.normals,
        Vec3::ZERO,
        Vec3::to_array,
        "normal",
        &mut bad,
    );
    mend(
        &mut mesh.uvs,
        Vec2::ZERO,
        Vec2::to_array,
        "texture coordinate",
        &mut bad,
    );
    for set in &mut mesh.further_uvs {
        mend(
            set,
            Vec2::ZERO,
            Vec2::to_array,
            "further texture coordinate",
            &mut bad,
        );
    }
    mend(
        &mut mesh.tangents,
        Vec4::ZERO,
        Vec4::to_array,
        "tangent",
        &mut bad,
    );
    bad.report(findings, |count, (vertex, what)| {
        let message = format!(
            "{} of vertices held a number that is not finite or beyond 1e6 and are set to 0; \
             the first is the {what} of vertex {vertex}",
            counted(count, "value", "values"),
        );
        let fix = "export the mesh again; it has spikes to the origin where these vertices are";
        mark(vertex, Finding::error("league.bad-number", message, fix))
    });
    let (mut zero, mut odd) = (0, Tally::default());
    for (vertex, normal) in mesh.normals.iter().enumerate() {
        let length = normal.length();
        if (length - 1.0).abs() > 1e-2 {
            zero += usize::from(length < 1e-6);
            odd.add((vertex, length));
        }
    }
    odd.report(findings, |count, (vertex, length)| {
        let message = format!(
            "{} not of unit length, {zero} of them zero; the first is that of vertex {vertex}, of length {length}",
            counted(count, "normal is", "normals are"),
        );
        let fix = "nothing: they are normalised when drawn; game files have some too";
        mark(vertex, Finding::note("league.normal-not-unit", message, fix))
    });
}

fn mend<T: Copy, const N: usize>(
    values: &mut [T],
    zero: T,
    numbers: impl Fn(&T) -> [f32; N],
    what: &'static str,
    bad: &mut Tally<(usize, &'static str)>,
) {
    for (vertex, value) in values.iter_mut().enumerate() {
        if !usable(&numbers(value)) {
            *value = zero;
            bad.add((vertex, what));
        }
    }
}

/// Compares the stated box with the vertices; bounds that are not finite are taken as not stated.
pub(super) fn check_bounds(mesh: &mut Mesh, findings: &mut Vec<Finding>) {
    let computed = mesh.bounds();
    if let Some(stated) = mesh.stated_bounds.filter(|_| !computed.is_empty()) {
        let tolerance = 1e-3 * computed.radius().max(1.0);
        let agrees = stated.min.abs_diff_eq(computed.min, tolerance)
            && stated.max.abs_diff_eq(computed.max, tolerance);
        if !agrees {
            let message = format!(
                "the stated box is {} to {}, the vertices fill {} to {}",
                stated.min, stated.max, computed.min, computed.max
            );
            let fix = "nothing here: the vertices' own box is used; the game may cull the model by the stated one";
            findings.push(Finding::note("league.stated-box", message, fix));
        }
    }
    mesh.stated_bounds = mesh
        .stated_bounds
        .filter(|stated| stated.min.is_finite() && stated.max.is_finite());
    mesh.stated_sphere = mesh
        .stated_sphere
        .filter(|(center, radius)| center.is_finite() && radius.is_finite());
}
