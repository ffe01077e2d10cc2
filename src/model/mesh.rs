//! Vertices, what moves them, and the parts they are drawn in.

use std::ops::Range;
use std::path::PathBuf;

use glam::{Affine3A, Vec2, Vec3, Vec4};

/// What a vertex's blend index means, until a mesh is bound to a skeleton.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BlendIndexing {
    /// A place in [`super::Skeleton::influences`] (League, the usual case).
    InfluenceTable,
    /// A joint's index (League meshes with flag 1).
    Joints,
    /// A place in [`Mesh::bones`].
    OwnBones,
}

/// One bone's share in a vertex.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Influence {
    /// In a [`Mesh`]: the blend index as stored. In a [`super::Binding`]: the joint's index.
    pub bone: u32,
    /// As stored; the weights of a vertex need not sum to 1.
    pub weight: f32,
}

/// A bone that the mesh itself lists, to be paired with a joint of a skeleton.
#[derive(Clone, Debug, PartialEq)]
pub struct MeshBone {
    /// As the file spells it.
    pub name: String,
    /// Index of the parent among [`Mesh::bones`], below the bone's own; `None` for a root.
    pub parent: Option<usize>,
    /// Takes file-space vertices into the bone's space. May scale.
    pub inverse_bind: Affine3A,
}

/// For each vertex a list of influences of any length.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Influences {
    /// Vertex `i` owns `entries[starts[i]..starts[i + 1]]`. One longer than the vertex count.
    pub starts: Vec<u32>,
    /// All lists, one after the other. Zero weights are left out by readers.
    pub entries: Vec<Influence>,
}

impl Influences {
    /// No vertices yet; push a list per vertex.
    pub fn with_capacity(vertices: usize, entries: usize) -> Self {
        let mut starts = Vec::with_capacity(vertices + 1);
        starts.push(0);
        Self {
            starts,
            entries: Vec::with_capacity(entries),
        }
    }

    /// Adds the next vertex's list.
    pub fn push(&mut self, list: impl IntoIterator<Item = Influence>) {
        if self.starts.is_empty() {
            self.starts.push(0);
        }
        self.entries.extend(list);
        self.starts.push(self.entries.len() as u32);
    }

    /// Number of vertices.
    pub fn len(&self) -> usize {
        self.starts.len().saturating_sub(1)
    }

    /// True without vertices.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The list of one vertex; empty where there is no such vertex.
    pub fn of(&self, vertex: usize) -> &[Influence] {
        match (self.starts.get(vertex), self.starts.get(vertex + 1)) {
            (Some(&start), Some(&end)) => &self.entries[start as usize..end as usize],
            _ => &[],
        }
    }
}

/// A place on a bone that something is made at: the trail of a weapon, say.
#[derive(Clone, Debug, PartialEq)]
pub struct ControlPoint {
    /// What it is for.
    pub kind: String,
    /// Which one of its kind.
    pub number: Option<u32>,
    /// The bone that it moves with, as the file spells it.
    pub bone: String,
    /// Further words of the file.
    pub extra: String,
    /// In file space, in bind pose.
    pub point: Vec3,
}

/// A named run of triangles with one material.
#[derive(Clone, Debug, PartialEq)]
pub struct Submesh {
    /// As the file spells it.
    pub name: String,
    /// Vertices it says it owns.
    pub vertices: Range<u32>,
    /// Its part of [`Mesh::indices`].
    pub indices: Range<u32>,
}

/// An axis-aligned box in file space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// Smallest corner.
    pub min: Vec3,
    /// Largest corner.
    pub max: Vec3,
}

impl Bounds {
    /// Holds nothing; grows from here.
    pub const EMPTY: Self = Self {
        min: Vec3::INFINITY,
        max: Vec3::NEG_INFINITY,
    };

    /// The smallest box around points; points that are not finite are left out.
    pub fn of(points: impl IntoIterator<Item = Vec3>) -> Self {
        points.into_iter().fold(Self::EMPTY, Self::with)
    }

    /// This box grown by a point, unless the point is not finite.
    pub fn with(self, point: Vec3) -> Self {
        if point.is_finite() {
            Self {
                min: self.min.min(point),
                max: self.max.max(point),
            }
        } else {
            self
        }
    }

    /// The smallest box around both.
    pub fn union(self, other: Self) -> Self {
        Self {
            min: self.min.min(other.min),
            max: self.max.max(other.max),
        }
    }

    /// The distance between two boxes; zero where they touch, infinite where one is empty.
    pub fn gap(&self, other: Self) -> f32 {
        if self.is_empty() || other.is_empty() {
            return f32::INFINITY;
        }
        (other.min - self.max)
            .max(self.min - other.max)
            .max(Vec3::ZERO)
            .length()
    }

    /// True while it holds nothing.
    pub fn is_empty(&self) -> bool {
        !self.min.cmple(self.max).all()
    }

    /// The middle; the origin for an empty box.
    pub fn center(&self) -> Vec3 {
        if self.is_empty() {
            Vec3::ZERO
        } else {
            (self.min + self.max) * 0.5
        }
    }

    /// Half the diagonal; zero for an empty box.
    pub fn radius(&self) -> f32 {
        if self.is_empty() {
            0.0
        } else {
            (self.max - self.min).length() * 0.5
        }
    }

    /// All eight corners.
    pub fn corners(&self) -> [Vec3; 8] {
        std::array::from_fn(|corner| {
            let pick = |bit: usize, low: f32, high: f32| if corner & bit == 0 { low } else { high };
            Vec3::new(
                pick(1, self.min.x, self.max.x),
                pick(2, self.min.y, self.max.y),
                pick(4, self.min.z, self.max.z),
            )
        })
    }
}

/// A triangle mesh in bind pose. All per-vertex lists have the length of `positions` or are empty.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mesh {
    /// What a picker calls it: the file's stem.
    pub name: String,
    /// Where it was read from.
    pub file: Option<PathBuf>,
    /// The file format's version, as people write it: `"4.1"`.
    pub version: String,
    /// The file's flag word.
    pub flags: u32,
    /// The file's number for its vertex layout, and the bytes of one vertex.
    pub vertex_layout: (u32, u32),
    /// File space.
    pub positions: Vec<Vec3>,
    /// As stored: neither unit length nor non-zero is promised.
    pub normals: Vec<Vec3>,
    /// Texture coordinates, v from the top.
    pub uvs: Vec<Vec2>,
    /// Further texture coordinate sets.
    pub further_uvs: Vec<Vec<Vec2>>,
    /// RGBA.
    pub colors: Vec<[u8; 4]>,
    /// xyz and handedness.
    pub tangents: Vec<Vec4>,
    /// Triangle list; every index is below the vertex count.
    pub indices: Vec<u32>,
    /// Blend indices and weights as stored.
    pub influences: Influences,
    /// What the blend indices refer to. `None` for a mesh that nothing moves.
    pub indexing: Option<BlendIndexing>,
    /// The mesh's own bones, of families whose meshes do not rely on a skeleton's order. Empty elsewhere.
    pub bones: Vec<MeshBone>,
    /// Places on bones.
    pub control_points: Vec<ControlPoint>,
    /// In file order.
    pub submeshes: Vec<Submesh>,
    /// The box the file states.
    pub stated_bounds: Option<Bounds>,
    /// The sphere the file states: centre and radius.
    pub stated_sphere: Option<(Vec3, f32)>,
}

impl Mesh {
    /// The box around the vertices as stored.
    pub fn bounds(&self) -> Bounds {
        Bounds::of(self.positions.iter().copied())
    }

    /// Index of the first submesh with a triangle at a vertex.
    pub fn submesh_of(&self, vertex: usize) -> Option<usize> {
        self.submeshes.iter().position(|submesh| {
            let range = submesh.indices.start as usize..submesh.indices.end as usize;
            let mut indices = self.indices.get(range).unwrap_or_default().iter();
            indices.any(|&index| index as usize == vertex)
        })
    }

    /// Most influences on one vertex.
    pub fn most_influences(&self) -> usize {
        (0..self.influences.len())
            .map(|vertex| self.influences.of(vertex).len())
            .max()
            .unwrap_or(0)
    }
}
