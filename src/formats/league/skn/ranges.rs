//! The ranges of a `.skn`, and indices against them (league-formats §4).

use std::collections::HashMap;
use std::ops::Range;

use crate::formats::{ReadError, Reader};
use crate::model::{Finding, Mesh, Subject, Submesh};

use crate::formats::league::tally::Tally;
use crate::model::finding::counted;

/// Bytes of a range record.
pub(super) const RANGE: usize = 80;
/// Bytes of its name field, with the NUL.
pub(super) const RANGE_NAME: usize = 64;

/// A range record as stored.
#[derive(Debug)]
pub(super) struct StoredRange {
    name: String,
    vertices: (i64, i64),
    indices: (i64, i64),
}

impl StoredRange {
    pub(super) fn read(reader: &mut Reader<'_>) -> Result<Self, ReadError> {
        Ok(Self {
            name: reader.fixed_string(RANGE_NAME, "range name")?,
            vertices: (
                reader.i32("first vertex")?.into(),
                reader.i32("vertex count")?.into(),
            ),
            indices: (
                reader.i32("first index")?.into(),
                reader.i32("index count")?.into(),
            ),
        })
    }

    /// The one range of a version 0 file.
    pub(super) fn whole(vertices: u32, indices: u32) -> Self {
        Self {
            name: String::new(),
            vertices: (0, vertices.into()),
            indices: (0, indices.into()),
        }
    }
}

/// Submeshes inside `[vertices, indices]`; what the ranges leave out or claim twice becomes a finding.
/// `at` is the offset of the first record.
pub(super) fn settle(
    ranges: Vec<StoredRange>,
    at: u64,
    [vertices, indices]: [u32; 2],
    findings: &mut Vec<Finding>,
) -> Vec<Submesh> {
    let (mut outside, mut ragged) = (Tally::default(), Tally::default());
    let mut submeshes = Vec::with_capacity(ranges.len());
    for (index, stored) in ranges.into_iter().enumerate() {
        let (vertex_range, vertices_fit) = clamp(stored.vertices, vertices);
        let (index_range, indices_fit) = clamp(stored.indices, indices);
        if !(vertices_fit && indices_fit) {
            outside.add((index, stored.vertices, stored.indices));
        }
        if index_range.start % 3 != 0 || index_range.len() % 3 != 0 {
            ragged.add((index, index_range.clone()));
        }
        submeshes.push(Submesh {
            name: stored.name,
            vertices: vertex_range,
            indices: index_range,
        });
    }
    let mark = |index: usize, finding: Finding| {
        finding
            .at(at + (RANGE * index) as u64)
            .about(Subject::Submesh(index))
    };
    outside.report(findings, |count, (index, (v, vs), (i, is))| {
        let message = format!(
            "{} outside the file's {vertices} vertices and {indices} indices and cut to them; \
             the first is {:?}: {vs} vertices from {v}, {is} indices from {i}",
            counted(count, "range lies", "ranges lie"),
            submeshes[index].name,
        );
        let fix = "export the mesh again; parts of it may be missing";
        mark(
            index,
            Finding::error("league.range-out-of-bounds", message, fix),
        )
    });
    ragged.report(findings, |count, (index, range)| {
        let message = format!(
            "{} not begin and end between triangles; the first is {:?}: indices {} to {}",
            counted(count, "range does", "ranges do"),
            submeshes[index].name,
            range.start,
            range.end,
        );
        let fix = "export the mesh again; the triangles at the ends of these ranges are wrong";
        mark(
            index,
            Finding::warning("league.range-not-triangles", message, fix),
        )
    });
    report_names(&submeshes, mark, findings);
    report_coverage(&submeshes, at, [vertices, indices], findings);
    submeshes
}

/// `start..start + count` cut to `0..total`, and whether nothing was cut.
fn clamp((start, count): (i64, i64), total: u32) -> (Range<u32>, bool) {
    let total = i64::from(total);
    let first = start.clamp(0, total);
    let end = (start + count).clamp(first, total);
    let range = first as u32..end as u32;
    (range, (first, end) == (start, start + count))
}

/// Materials are matched to ranges by name, ignoring case.
fn report_names(
    submeshes: &[Submesh],
    mark: impl Fn(usize, Finding) -> Finding,
    findings: &mut Vec<Finding>,
) {
    let mut first_with = HashMap::with_capacity(submeshes.len());
    let mut twice = Tally::default();
    for (index, submesh) in submeshes.iter().enumerate() {
        let first = *first_with
            .entry(submesh.name.to_ascii_lowercase())
            .or_insert(index);
        if first != index {
            twice.add((first, index));
        }
    }
    twice.report(findings, |count, (first, index)| {
        let message = format!(
            "{} the name of another, ignoring case; the first is range {index} {:?}, named as range {first}",
            counted(count, "range has", "ranges have"),
            submeshes[index].name,
        );
        let fix = "rename one if they are to have materials of their own";
        mark(index, Finding::warning("league.range-name-duplicate", message, fix))
    });
}

/// What ranges leave out of `0..total`, and what they claim more than once.
#[derive(Default)]
struct Coverage {
    missing: u64,
    twice: u64,
}

impl Coverage {
    fn of(ranges: impl Iterator<Item = Range<u32>>, total: u32) -> Self {
        let mut ranges: Vec<Range<u32>> = ranges.filter(|range| !range.is_empty()).collect();
        ranges.sort_unstable_by_key(|range| range.start);
        let mut coverage = Self::default();
        let mut end = 0;
        for range in ranges {
            coverage.missing += u64::from(range.start.saturating_sub(end));
            coverage.twice += u64::from(range.end.min(end).saturating_sub(range.start));
            end = end.max(range.end);
        }
        coverage.missing += u64::from(total - end);
        coverage
    }
}

fn report_coverage(
    submeshes: &[Submesh],
    at: u64,
    [vertices, indices]: [u32; 2],
    findings: &mut Vec<Finding>,
) {
    let of_vertices = Coverage::of(submeshes.iter().map(|s| s.vertices.clone()), vertices);
    let of_indices = Coverage::of(submeshes.iter().map(|s| s.indices.clone()), indices);
    if of_vertices.missing + of_indices.missing > 0 {
        let message = format!(
            "{} of {indices} indices and {} of {vertices} vertices belong to no range; those triangles are not drawn",
            of_indices.missing, of_vertices.missing,
        );
        let fix = "export the mesh again; the ranges should cover all of it";
        findings.push(Finding::warning("league.range-gap", message, fix).at(at));
    }
    if of_vertices.twice + of_indices.twice > 0 {
        let message = format!(
            "{} of {indices} indices and {} of {vertices} vertices belong to more than one range",
            of_indices.twice, of_vertices.twice,
        );
        let fix = "export the mesh again if triangles flicker; shared vertices alone do no harm";
        findings.push(Finding::warning("league.range-overlap", message, fix).at(at));
    }
}

/// Adds each range's first vertex to its indices. An index claimed twice counts from the earlier range, one claimed by none
/// stays as it is.
pub(super) fn make_absolute(indices: &mut [u32], submeshes: &[Submesh]) {
    let mut in_order: Vec<&Submesh> = submeshes.iter().collect();
    in_order.sort_by_key(|submesh| submesh.indices.start);
    // Each index is visited once, however many ranges claim it.
    let mut done = 0;
    for submesh in in_order {
        let from = done.max(submesh.indices.start);
        let part = indices.get_mut(from as usize..submesh.indices.end as usize);
        for index in part.unwrap_or_default() {
            *index += submesh.vertices.start;
        }
        done = done.max(submesh.indices.end);
    }
}

/// Makes the index list whole triangles of existing vertices. A triangle with a missing vertex is replaced by one
/// without area, so that the ranges keep their places. `at` is the offset of the first index.
pub(super) fn settle_triangles(mesh: &mut Mesh, at: u64, findings: &mut Vec<Finding>) {
    let left_over = mesh.indices.len() % 3;
    if left_over != 0 {
        let message = format!(
            "{} indices are no whole number of triangles; the last {left_over} are left out",
            mesh.indices.len(),
        );
        let fix = "export the mesh again";
        findings.push(Finding::warning("league.index-count", message, fix));
    }
    let vertices = mesh.positions.len();
    let mut beyond = Tally::default();
    let triangles = mesh.indices.chunks_exact_mut(3);
    for (triangle, corners) in triangles.enumerate() {
        if let Some(corner) = corners
            .iter()
            .position(|&vertex| vertex as usize >= vertices)
        {
            beyond.add((3 * triangle + corner, corners[corner]));
            corners.fill(0);
        }
    }
    beyond.report(findings, |count, (index, vertex)| {
        let message = format!(
            "{} a vertex that does not exist and are not drawn; the first is index {index}: vertex {vertex} of {vertices}",
            counted(count, "triangle names", "triangles name"),
        );
        let fix = "export the mesh again; it has holes where these triangles should be";
        Finding::error("league.index-beyond-vertices", message, fix).at(at + 2 * index as u64)
    });
    let kept = if vertices == 0 {
        0
    } else {
        mesh.indices.len() - left_over
    };
    mesh.indices.truncate(kept);
    for submesh in &mut mesh.submeshes {
        submesh.indices.start = submesh.indices.start.min(kept as u32);
        submesh.indices.end = submesh.indices.end.min(kept as u32);
    }
}
