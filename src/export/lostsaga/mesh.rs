//! Meshes → `.msh`: the vertices of one submesh after those of the other, and four bones a vertex (lostsaga-formats §4).

use std::ops::Range;

use glam::Vec3;

use super::rig::Rig;
use super::space::Space;
use super::weights::Shares;
use crate::export::Piece;
use crate::export::mesh::fill_normals;
use crate::formats::lostsaga::Text;
use crate::formats::lostsaga::msh::{self, Msh, component};
use crate::model::finding::counted;
use crate::model::{Bounds, Finding, Mesh};

/// Indices of 16 bits reach no further.
const MOST_VERTICES: usize = 65_536;
/// The version without colours and control points.
const VERSION: i32 = 2000;

/// One file.
pub(super) struct BuiltMesh {
    pub msh: Msh,
    /// For each submesh of the file that of the piece.
    pub submeshes: Vec<usize>,
}

/// Some triangles of one submesh and their vertices.
struct Run {
    submesh: usize,
    /// Of the piece's mesh, ascending.
    vertices: Vec<u32>,
    triangles: Vec<[u32; 3]>,
}

/// The files of one piece: as many as it takes for indices of 16 bits. None where it has no triangle.
pub(super) fn build(
    piece: &Piece<'_>,
    rig: Option<(&Rig, usize)>,
    space: &Space,
    findings: &mut Vec<Finding>,
) -> Vec<BuiltMesh> {
    let mut broken = 0;
    let moves = piece
        .influences
        .entries
        .iter()
        .any(|influence| influence.weight > 0.0);
    let mut shares = rig
        .filter(|_| moves)
        .map(|(rig, index)| Shares::new(rig, &rig.of_pieces[index]));
    let files: Vec<BuiltMesh> = files(runs(piece.mesh))
        .iter()
        .map(|runs| file(piece, runs, shares.as_mut(), space, &mut broken))
        .collect();
    findings.extend(shares.iter().flat_map(Shares::findings));
    findings.extend((broken > 0).then(|| no_numbers(broken)));
    findings.extend((files.len() > 1).then(|| split(piece.name, files.len())));
    findings.extend(left_out(piece));
    files
}

/// The submeshes one after the other; one with more vertices than a file holds in several runs.
fn runs(mesh: &Mesh) -> Vec<Run> {
    let mut owned = unused(mesh);
    let mut runs = Vec::new();
    for (index, submesh) in mesh.submeshes.iter().enumerate() {
        let range = submesh.indices.start as usize..submesh.indices.end as usize;
        let (corners, _) = mesh.indices.get(range).unwrap_or_default().as_chunks::<3>();
        let has_all = |triangle: &&[u32; 3]| {
            triangle
                .iter()
                .all(|&at| (at as usize) < mesh.positions.len())
        };
        let triangles: Vec<[u32; 3]> = corners.iter().filter(has_all).copied().collect();
        let further = std::mem::take(&mut owned[index]);
        let whole = run(index, triangles, &further);
        match whole.vertices.len() <= MOST_VERTICES {
            true => runs.push(whole),
            // No triangle needs more than three vertices of its own.
            false => {
                let parts = whole.triangles.chunks(MOST_VERTICES / 3);
                runs.extend(parts.map(|part| run(index, part.to_vec(), &[])));
            }
        }
    }
    runs
}

fn run(submesh: usize, triangles: Vec<[u32; 3]>, further: &[u32]) -> Run {
    let mut vertices: Vec<u32> = triangles
        .as_flattened()
        .iter()
        .chain(further)
        .copied()
        .collect();
    vertices.sort_unstable();
    vertices.dedup();
    Run {
        submesh,
        vertices,
        triangles,
    }
}

/// For each submesh the vertices that it owns and that no triangle uses: they keep their places.
fn unused(mesh: &Mesh) -> Vec<Vec<u32>> {
    let mut is_used = vec![false; mesh.positions.len()];
    for &index in &mesh.indices {
        if let Some(used) = is_used.get_mut(index as usize) {
            *used = true;
        }
    }
    let mut of_submesh = |range: &Range<u32>| {
        let end = range.end.min(mesh.positions.len() as u32);
        let free =
            (range.start..end).filter(|&at| !std::mem::replace(&mut is_used[at as usize], true));
        free.collect()
    };
    mesh.submeshes
        .iter()
        .map(|submesh| of_submesh(&submesh.vertices))
        .collect()
}

/// As many runs a file as fit.
fn files(runs: Vec<Run>) -> Vec<Vec<Run>> {
    let mut files: Vec<Vec<Run>> = Vec::new();
    let mut vertices = 0;
    for run in runs {
        let fits = vertices + run.vertices.len() <= MOST_VERTICES;
        match files.last_mut().filter(|_| fits) {
            Some(file) => file.push(run),
            None => {
                files.push(vec![run]);
                vertices = 0;
            }
        }
        vertices += files
            .last()
            .and_then(|file| file.last())
            .map_or(0, |run| run.vertices.len());
    }
    files.retain(|file| file.iter().any(|run| !run.triangles.is_empty()));
    files
}

fn file(
    piece: &Piece<'_>,
    runs: &[Run],
    shares: Option<&mut Shares<'_>>,
    space: &Space,
    broken: &mut usize,
) -> BuiltMesh {
    let mesh = piece.mesh;
    let mut msh = Msh {
        version: VERSION,
        ..Msh::default()
    };
    let mut number = |vector: Vec3| match vector.is_finite() {
        true => vector,
        false => {
            *broken += 1;
            Vec3::ZERO
        }
    };
    let (mut positions, mut normals): (Vec<Vec3>, Vec<Vec3>) = (Vec::new(), Vec::new());
    for run in runs {
        msh.submeshes.push(msh::Submesh {
            first_vertex: positions.len() as i32,
            vertices: run.vertices.len() as i32,
            first_index: 3 * msh.triangles.len() as i32,
            triangles: run.triangles.len() as i32,
        });
        let first = positions.len();
        let place =
            |vertex: u32| (first + run.vertices.partition_point(|&own| own < vertex)) as u16;
        msh.triangles.extend(run.triangles.iter().map(|&[a, b, c]| {
            let [a, b, c] = [a, b, c].map(place);
            if space.mirrors() {
                [a, c, b]
            } else {
                [a, b, c]
            }
        }));
        for &vertex in &run.vertices {
            let vertex = vertex as usize;
            positions.push(
                space
                    .point(number(mesh.positions[vertex]).as_dvec3())
                    .as_vec3(),
            );
            let normal = mesh.normals.get(vertex).copied().unwrap_or(Vec3::ZERO);
            normals.push(space.direction(normal));
            let uv = mesh.uvs.get(vertex).copied().unwrap_or_default();
            msh.uvs.push(number(uv.extend(0.0)).truncate().to_array());
        }
    }
    let triangles: Vec<[u32; 3]> = msh
        .triangles
        .iter()
        .map(|corners| corners.map(u32::from))
        .collect();
    fill_normals(&mut normals, &positions, &triangles);
    let bounds = Bounds::of(positions.iter().copied());
    msh.bounds = [bounds.min.to_array(), bounds.max.to_array()];
    msh.radius = bounds.radius();
    msh.vertex_count = positions.len();
    msh.positions = positions
        .into_iter()
        .map(|vector| vector.to_array())
        .collect();
    msh.normals = normals
        .into_iter()
        .map(|vector| vector.to_array())
        .collect();
    msh.mask = component::POSITION | component::NORMAL | component::UV0;
    if let Some(shares) = shares {
        let vertices = runs
            .iter()
            .flat_map(|run| &run.vertices)
            .map(|&vertex| vertex as usize);
        let (bones, weights) = shares.of(piece.influences, vertices);
        msh.kind = msh::SKINNED;
        msh.mask |= component::WEIGHTS | component::INDICES;
        (msh.bones, msh.weights) = (bones.iter().map(|name| Text::new(name)).collect(), weights);
    }
    BuiltMesh {
        msh,
        submeshes: runs.iter().map(|run| run.submesh).collect(),
    }
}

fn no_numbers(vertices: usize) -> Finding {
    Finding::warning(
        "export.vertex-not-finite",
        format!(
            "{} no number in position or texture coordinates: zero was written instead",
            counted(vertices, "vertex has", "vertices have")
        ),
        "export the mesh again from its source",
    )
}

fn split(name: &str, files: usize) -> Finding {
    let message = format!(
        "the mesh {name} has more than {MOST_VERTICES} vertices, which 16 bits cannot count: it was written as {files} meshes"
    );
    let fix =
        "wear them together, or reduce the mesh; the game is known to take about 20 000 vertices";
    Finding::warning("export.mesh-split", message, fix)
}

/// What a `.msh` of this kind has no place for.
fn left_out(piece: &Piece<'_>) -> Vec<Finding> {
    let mesh = piece.mesh;
    let mut parts = Vec::new();
    parts.extend((!mesh.further_uvs.is_empty()).then_some("further texture coordinates"));
    parts.extend((!mesh.colors.is_empty()).then_some("colours of vertices"));
    parts.extend((!mesh.control_points.is_empty()).then_some("control points"));
    let lost = (!parts.is_empty()).then(|| {
        let message = format!(
            "the mesh {} was written without its {}",
            piece.name,
            parts.join(", ")
        );
        Finding::note(
            "export.vertex-data-left-out",
            message,
            "add them in the game's own tools if they are needed",
        )
    });
    let hidden = piece.visible.iter().filter(|shown| !**shown).count();
    let hidden = (hidden > 0).then(|| {
        let message = format!(
            "{} of {} hidden, and a .msh has no way to say so: the game shows them",
            counted(hidden, "submesh", "submeshes"),
            piece.name
        );
        Finding::note(
            "export.hidden-submesh",
            message,
            "take them out of the mesh if they are not wanted",
        )
    });
    lost.into_iter().chain(hidden).collect()
}
