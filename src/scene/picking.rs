//! What lies under the pointer.

use glam::{DVec2, Vec2, Vec3};

use super::frame::TextureImage;
use super::{Item, Scene};
use crate::pose::spine::Drawn;

/// How near the pointer must be to a joint, in points.
const REACH: f32 = 12.0;
/// Texels of a slot's picture with less alpha, of 255, are looked through: soft edges reach far.
const SEEN_ALPHA: u8 = 10;

/// A submesh that is seen at a pixel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SurfaceAt {
    /// Which of what is worn and held; `None` for its own mesh.
    pub worn: Option<usize>,
    /// Its index there.
    pub submesh: usize,
}

impl Scene {
    /// The joint drawn nearest to a pixel, within a few points; of several, the one nearest to the eye.
    /// `pixel` and `size` are in physical pixels from the picture's top left.
    pub fn joint_at(&self, pixel: Vec2, size: Vec2, pixels_per_point: f32) -> Option<usize> {
        let item = self.item.as_ref()?;
        let world = item.world_from_file();
        let camera = self.camera.matrices(size.x / size.y.max(1.0));
        let reach = REACH * pixels_per_point;
        let distances = item
            .pose()
            .worlds
            .iter()
            .enumerate()
            .filter(|(joint, _)| !self.view.hides(item, *joint))
            .filter_map(|(joint, matrix)| {
                let at: Vec3 = world.transform_point3a(matrix.translation).into();
                let (at, depth) = camera.project(at, size)?;
                let distance = at.distance(pixel);
                (distance <= reach).then_some((joint, distance, depth))
            });
        // Joints within two points of each other count as one place: there the nearer one to the eye wins.
        let key =
            |distance: f32, depth: f32| ((distance / (2.0 * pixels_per_point)).round(), depth);
        distances
            .min_by(|a, b| {
                key(a.1, a.2)
                    .partial_cmp(&key(b.1, b.2))
                    .unwrap_or(std::cmp::Ordering::Equal)
            })
            .map(|(joint, ..)| joint)
    }

    /// The visible submesh under a pixel, of its own mesh or of what it wears or holds. `pixel` and `size` as in
    /// [`Self::joint_at`].
    pub fn surface_at(&self, pixel: Vec2, size: Vec2) -> Option<SurfaceAt> {
        let item = self.item.as_ref()?;
        let camera = self.camera.matrices(size.x / size.y.max(1.0));
        let ray = camera.ray(pixel, size);
        let own = nearest(item, ray).map(|hit| (hit, None));
        let worn = item.worn().iter().enumerate();
        let worn = worn.filter(|(_, worn)| worn.is_drawn());
        let worn = worn.filter_map(|(index, worn)| Some((nearest(&worn.item, ray)?, Some(index))));
        let hits = own.into_iter().chain(worn);
        let ((_, submesh), worn) = hits.min_by(|a, b| a.0.0.total_cmp(&b.0.0))?;
        Some(SurfaceAt { worn, submesh })
    }

    /// The visible submesh of its own mesh under a pixel, unless something it wears is in front.
    pub fn submesh_at(&self, pixel: Vec2, size: Vec2) -> Option<usize> {
        let found = self.surface_at(pixel, size)?;
        found.worn.is_none().then_some(found.submesh)
    }

    /// The slot that is seen at a pixel: the frontmost whose picture is not clear there. Slots hidden by hand are looked
    /// through, as is what clipping cuts away. `pixel` and `size` as in [`Self::joint_at`].
    pub fn slot_at(&self, pixel: Vec2, size: Vec2) -> Option<usize> {
        let item = self.item.as_ref()?;
        let (spine, rig) = item.spine()?;
        let camera = self.camera.matrices(size.x / size.y.max(1.0));
        let (origin, direction) = camera.ray(pixel, size);
        let file_from_world = item.world_from_file().inverse();
        let origin = file_from_world.transform_point3(origin).as_dvec3();
        let direction = file_from_world.transform_vector3(direction).as_dvec3();
        // Rigs lie in their plane z = 0, which is not seen from its edge or from behind the eye.
        let along = -origin.z / direction.z;
        if !along.is_finite() || along <= 0.0 {
            return None;
        }
        let at = (origin + direction * along).truncate();
        let file = spine
            .atlas()
            .and_then(|atlas| item.character.atlases.get(atlas));
        let page = |region: Option<usize>| {
            let region = file?.atlas.regions.get(region?)?;
            spine.pages().get(region.page)?.as_deref()
        };
        let seen = |drawn: &&Drawn| {
            !spine.is_hidden(drawn.slot)
                && drawn.color[3] > 0.0
                && is_seen_at(drawn, at, page(drawn.region))
        };
        let drawn = spine.draw(rig);
        drawn.iter().rev().find(seen).map(|drawn| drawn.slot)
    }
}

/// The nearest visible triangle along a ray in world space: how far it is, and its submesh.
fn nearest(item: &Item, (origin, direction): (Vec3, Vec3)) -> Option<(f32, usize)> {
    let mesh = item.mesh()?;
    let file_from_world = item.world_from_file().inverse();
    let origin = file_from_world.transform_point3(origin);
    let direction = file_from_world.transform_vector3(direction);
    let posed = item.posed_vertices();
    let corner = |index: u32| {
        let vertex = posed.get(index as usize);
        vertex.map(|vertex| Vec3::from(vertex.position))
    };
    let mut nearest: Option<(f32, usize)> = None;
    let shown = mesh.submeshes.iter().enumerate();
    for (index, submesh) in shown.filter(|(index, _)| item.is_shown(*index)) {
        let range = submesh.indices.start as usize..submesh.indices.end as usize;
        for triangle in mesh.indices.get(range).unwrap_or_default().chunks_exact(3) {
            let (Some(a), Some(b), Some(c)) = (
                corner(triangle[0]),
                corner(triangle[1]),
                corner(triangle[2]),
            ) else {
                continue;
            };
            if let Some(along) = hit(origin, direction, [a, b, c])
                && nearest.is_none_or(|(best, _)| along < best)
            {
                nearest = Some((along, index));
            }
        }
    }
    nearest
}

/// Whether any triangle covers a point of the rig's plane with a texel that is not clear. What has no page is covered by
/// the marker of missing pictures.
fn is_seen_at(drawn: &Drawn, at: DVec2, page: Option<&TextureImage>) -> bool {
    drawn.triangles.iter().any(|triangle| {
        let corner = |index: usize| drawn.positions.get(index).copied().map(DVec2::from);
        let [Some(a), Some(b), Some(c)] = triangle.map(corner) else {
            return false;
        };
        let Some(weights) = weights(at, [a, b, c]) else {
            return false;
        };
        let Some(page) = page else { return true };
        let uvs = triangle.map(|index| drawn.uvs.get(index).copied().map(DVec2::from));
        let weighted = uvs.into_iter().zip(weights);
        let uv = weighted
            .map(|(uv, weight)| uv.unwrap_or_default() * weight)
            .sum();
        alpha_at(page, uv) >= SEEN_ALPHA
    })
}

/// The shares of a triangle's corners in a point, from either side; `None` outside of it.
fn weights(at: DVec2, [a, b, c]: [DVec2; 3]) -> Option<[f64; 3]> {
    let area = (b - a).perp_dot(c - a);
    let share = |from: DVec2, to: DVec2| (to - from).perp_dot(at - from) / area;
    let weights = [share(b, c), share(c, a), share(a, b)];
    weights
        .iter()
        .all(|weight| *weight >= 0.0)
        .then_some(weights)
}

/// The alpha of the nearest texel; the picture's edge goes on beyond it.
fn alpha_at(page: &TextureImage, uv: DVec2) -> u8 {
    let image = &page.image;
    let texel = |share: f64, count: u32| {
        let last = count.saturating_sub(1) as usize;
        ((share * f64::from(count)) as usize).min(last)
    };
    let (x, y) = (texel(uv.x, image.width), texel(uv.y, image.height));
    let index = (y * image.width as usize + x) * 4 + 3;
    image.rgba.get(index).copied().unwrap_or(255)
}

/// Distance along a ray to a triangle, from either side (Möller and Trumbore, 1997).
fn hit(origin: Vec3, direction: Vec3, [a, b, c]: [Vec3; 3]) -> Option<f32> {
    let (ab, ac) = (b - a, c - a);
    let across = direction.cross(ac);
    let determinant = ab.dot(across);
    if determinant.abs() < 1e-12 {
        return None;
    }
    let from_a = origin - a;
    let u = from_a.dot(across) / determinant;
    let around = from_a.cross(ab);
    let v = direction.dot(around) / determinant;
    let along = ac.dot(around) / determinant;
    (u >= 0.0 && v >= 0.0 && u + v <= 1.0 && along > 0.0).then_some(along)
}
