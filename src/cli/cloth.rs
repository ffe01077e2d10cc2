//! What `inspect` tells of cloth (toee-formats §12).

use serde::Serialize;

use crate::model::finding::counted;
use crate::pose::toee::cloth::Solid;
use crate::scene::Item;

/// The cloth of a character and of what it wears, and what it collides with.
#[derive(Serialize)]
pub struct ClothJson {
    meshes: Vec<DrapedJson>,
    spheres: Vec<SphereJson>,
    cylinders: Vec<CylinderJson>,
}

#[derive(Serialize)]
struct DrapedJson {
    mesh: String,
    vertex_count: usize,
    /// Vertices that bones move, and that the cloth hangs by.
    anchor_count: usize,
    spring_count: usize,
}

#[derive(Serialize)]
struct SphereJson {
    joint: usize,
    radius: f32,
}

#[derive(Serialize)]
struct CylinderJson {
    joint: usize,
    radius: f32,
    height: f32,
}

/// `None` where neither cloth nor anything to collide with is there.
pub fn json(item: &Item) -> Option<ClothJson> {
    let meshes = item.cloths().map(|(mesh, cloth)| DrapedJson {
        mesh: mesh.to_owned(),
        vertex_count: cloth.free_count(),
        anchor_count: cloth.anchor_count(),
        spring_count: cloth.spring_count(),
    });
    let mut all = ClothJson {
        meshes: meshes.collect(),
        spheres: Vec::new(),
        cylinders: Vec::new(),
    };
    for shape in item.cloth_shapes() {
        let joint = shape.joint;
        match shape.solid {
            Solid::Sphere { radius } => all.spheres.push(SphereJson { joint, radius }),
            Solid::Cylinder { radius, height } => all.cylinders.push(CylinderJson {
                joint,
                radius,
                height,
            }),
        }
    }
    let is_empty = all.meshes.is_empty() && item.cloth_shapes().is_empty();
    (!is_empty).then_some(all)
}

/// A line for each mesh, and one for what they collide with, for people.
pub fn lines(item: &Item) -> String {
    let Some(all) = json(item) else {
        return String::new();
    };
    let line = |draped: &DrapedJson| {
        format!(
            "  cloth of {}: {} held by {}, {}\n",
            draped.mesh,
            counted(draped.vertex_count, "vertex", "vertices"),
            counted(draped.anchor_count, "other", "others"),
            counted(draped.spring_count, "spring", "springs")
        )
    };
    let bodies = format!(
        "  cloth does not go through {}, {}\n",
        counted(all.spheres.len(), "sphere", "spheres"),
        counted(all.cylinders.len(), "cylinder", "cylinders")
    );
    all.meshes.iter().map(line).chain([bodies]).collect()
}
