//! How two meshes differ as they lie in their files.

use glam::Vec3;

use super::apart::Tolerance;
use super::change::{Changes, Part};
use super::pairs::pair;
use crate::model::Mesh;
use crate::scene::Item;

/// Texture coordinates and weights nearer than this are alike.
const TINY: f32 = 1e-4;

/// What of two meshes of as many vertices is not alike.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MeshDifference {
    /// The first one's name.
    pub name: String,
    /// Vertices of both.
    pub vertices: [usize; 2],
    /// Triangles of both.
    pub triangles: [usize; 2],
    /// Vertices that lie elsewhere.
    pub moved: usize,
    /// The largest way of one; file units.
    pub worst: f32,
    /// Its index.
    pub worst_vertex: Option<usize>,
    /// Vertices whose texture coordinates are others.
    pub uvs: usize,
    /// Vertices that are moved by other joints, or by other weights.
    pub weights: usize,
    /// Whether the triangles join other vertices.
    pub reindexed: bool,
}

impl MeshDifference {
    fn differs(&self) -> bool {
        let counts = self.vertices[0] != self.vertices[1] || self.triangles[0] != self.triangles[1];
        counts || self.reindexed || self.moved + self.uvs + self.weights > 0
    }
}

/// The meshes in use of two items, where they are not alike.
pub(super) fn compare(a: &Item, b: &Item, tolerance: Tolerance) -> Option<MeshDifference> {
    let (mesh_a, mesh_b) = (a.mesh()?, b.mesh()?);
    let mut difference = MeshDifference {
        name: mesh_a.name.clone(),
        vertices: [mesh_a.positions.len(), mesh_b.positions.len()],
        triangles: [mesh_a.indices.len() / 3, mesh_b.indices.len() / 3],
        ..MeshDifference::default()
    };
    // Vertices of meshes of other sizes are not the same ones.
    if difference.vertices[0] == difference.vertices[1] {
        positions(&mut difference, mesh_a, mesh_b, tolerance);
        let uvs = mesh_a.uvs.iter().zip(&mesh_b.uvs);
        difference.uvs = uvs.filter(|(a, b)| !a.abs_diff_eq(**b, TINY)).count();
        difference.weights = weights(a, b);
        difference.reindexed = mesh_a.indices != mesh_b.indices;
    }
    difference.differs().then_some(difference)
}

fn positions(difference: &mut MeshDifference, a: &Mesh, b: &Mesh, tolerance: Tolerance) {
    let apart = |(a, b): (&Vec3, &Vec3)| a.distance(*b);
    let ways = a.positions.iter().zip(&b.positions).map(apart).enumerate();
    for (vertex, way) in ways.filter(|(_, way)| *way > tolerance.distance) {
        difference.moved += 1;
        if way > difference.worst {
            (difference.worst, difference.worst_vertex) = (way, Some(vertex));
        }
    }
}

/// Vertices with other influences: joints are the same where they are called alike.
fn weights(a: &Item, b: &Item) -> usize {
    let (Some(of_a), Some(of_b)) = (a.influences(), b.influences()) else {
        return 0;
    };
    let names = [joint_names(a), joint_names(b)];
    let joints = pair(&names[0], &names[1]);
    let mut twin = vec![None; names[0].len()];
    for (one, other) in joints.both {
        twin[one] = Some(other);
    }
    let own_bones = a.pairing().is_some() || b.pairing().is_some();
    let same_bone = |a: u32, b: u32| match own_bones {
        true => a == b,
        false => twin.get(a as usize).copied().flatten() == Some(b as usize),
    };
    let differs = |vertex: &usize| {
        let (a, b) = (of_a.of(*vertex), of_b.of(*vertex));
        let same = a
            .iter()
            .zip(b)
            .all(|(a, b)| same_bone(a.bone, b.bone) && (a.weight - b.weight).abs() <= TINY);
        a.len() != b.len() || !same
    };
    (0..of_a.len()).filter(differs).count()
}

pub(super) fn joint_names(item: &Item) -> Vec<&str> {
    let joints = item.skeleton().map(|skeleton| skeleton.joints.as_slice());
    let joints = joints.unwrap_or_default().iter();
    joints.map(|joint| joint.name.as_str()).collect()
}

/// Submeshes, what they are painted with, and the pictures.
pub(super) fn surfaces(changes: &mut Changes, a: &Item, b: &Item) {
    let (Some(mesh_a), Some(mesh_b)) = (a.mesh(), b.mesh()) else {
        let meshes =
            [a.mesh(), b.mesh()].map(|mesh| mesh.map_or(Vec::new(), |mesh| vec![&mesh.name]));
        let pairs = pair(&meshes[0], &meshes[1]);
        changes.one_sided(Part::Mesh, &pairs, &meshes[0], &meshes[1]);
        return;
    };
    let names =
        |mesh: &Mesh| -> Vec<String> { mesh.submeshes.iter().map(|it| it.name.clone()).collect() };
    let (names_a, names_b) = (names(mesh_a), names(mesh_b));
    let pairs = pair(&names_a, &names_b);
    changes.one_sided(Part::Submesh, &pairs, &names_a, &names_b);
    for &(one, other) in &pairs.both {
        let (sub_a, sub_b) = (&mesh_a.submeshes[one], &mesh_b.submeshes[other]);
        let triangles = [sub_a, sub_b].map(|it| it.indices.len() / 3);
        let name = &sub_a.name;
        changes.compare(
            Part::Submesh,
            name,
            "triangles",
            (triangles[0], triangles[1]),
        );
        let painted = [(a, one), (b, other)].map(|(item, submesh)| texture_of(item, submesh));
        let [painted_a, painted_b] = painted;
        changes.compare(Part::Material, name, "texture", (painted_a, painted_b));
    }
}

/// The name of the texture of a submesh of the mesh in use.
fn texture_of(item: &Item, submesh: usize) -> String {
    let materials = item
        .picks()
        .1
        .and_then(|mesh| item.character.materials.get(mesh));
    let material = materials.and_then(|materials| materials.get(submesh));
    let texture = material.and_then(|material| item.character.textures.get(material.texture?));
    super::change::or_none(texture.map(|texture| texture.name.as_str()))
}

/// Pictures of the same name.
pub(super) fn textures(changes: &mut Changes, a: &Item, b: &Item) {
    let names = |item: &Item| -> Vec<String> {
        let textures = item.character.textures.iter();
        textures.map(|texture| texture.name.clone()).collect()
    };
    let (names_a, names_b) = (names(a), names(b));
    let pairs = pair(&names_a, &names_b);
    changes.one_sided(Part::Texture, &pairs, &names_a, &names_b);
    for &(one, other) in &pairs.both {
        let (a, b) = (&a.character.textures[one], &b.character.textures[other]);
        let size = |texture: &crate::model::Texture| {
            format!("{}×{} {}", texture.size[0], texture.size[1], texture.format)
        };
        let sizes = (size(a), size(b));
        if sizes.0 != sizes.1 {
            changes.differs(Part::Texture, &a.name, "size", sizes);
        } else if let (Some(one), Some(other)) = (&a.image, &b.image)
            && one != other
        {
            let pixels = one.rgba.chunks_exact(4).zip(other.rgba.chunks_exact(4));
            let changed = pixels.filter(|(one, other)| one != other).count();
            let words = (sizes.0, format!("{changed} pixels are others"));
            changes.differs(Part::Texture, &a.name, "pixels", words);
        }
    }
}
