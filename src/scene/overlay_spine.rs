//! Lines over a Spine character: outlines of what its slots show, what constraints act on, the selected slot.

use std::sync::Arc;

use glam::{Affine3A, Vec3};

use super::frame::{FramePacket, Label, Segment};
use super::overlay::{SELECTED_JOINT, SLOT_NAME, segment};
use super::spine::SpineItem;
use super::view::{Outline, Outlines};
use super::{Item, Scene};
use crate::model::Bounds;
use crate::model::spine::{AttachmentKind, ConstraintKind, Rig};
use crate::pose::spine::SpinePose;

/// Chords that stand for one Bézier of a path.
const CHORDS: usize = 16;
/// Length of a dash with its gap, as a share of the picture's height.
const DASH: f64 = 0.02;
/// Dashes on one edge, at most.
const MOST_DASHES: f64 = 200.0;
/// Half the size of a mark, as a share of the picture's height.
const MARK: f64 = 0.012;

/// Colour and width in points of a line.
#[derive(Clone, Copy)]
struct Stroke([u8; 4], f32);

const REGION: Stroke = Stroke([110, 150, 255, 230], 1.3);
const MESH: Stroke = Stroke([150, 175, 190, 150], 1.0);
const HULL: Stroke = Stroke([30, 215, 160, 255], 2.0);
const CLIPPING: Stroke = Stroke([255, 80, 80, 255], 2.0);
const PATH: Stroke = Stroke([255, 140, 20, 255], 2.2);
const HANDLE: Stroke = Stroke([255, 190, 120, 170], 1.0);
const POINT: Stroke = Stroke([240, 220, 0, 255], 2.0);
const BOX: Stroke = Stroke([140, 230, 0, 255], 2.0);
const CONSTRAINED: Stroke = Stroke([255, 100, 190, 200], 3.0);
const TOWARDS: Stroke = Stroke([255, 100, 190, 150], 1.2);
const TARGET: Stroke = Stroke([255, 100, 190, 255], 2.0);
const SELECTED: Stroke = Stroke(SELECTED_JOINT, 2.5);

/// Adds what the view asks for, slot by slot from back to front. Slots hidden by hand are left out, but for the selected
/// one.
pub(super) fn add(scene: &Scene, item: &Item, scale: f32, packet: &mut FramePacket) {
    let Some((spine, rig)) = item.spine() else {
        return;
    };
    let outlines = scene.view.outlines;
    if !outlines.any() && scene.selected_slot.is_none() {
        return;
    }
    let world = item.world_from_file();
    let stretch = f64::from(world.matrix3.x_axis.length()).max(1e-12);
    let mut pen = Pen {
        world,
        scale,
        height: f64::from(scene.camera.height_at_target()) / stretch,
        lines: &mut packet.overlay,
    };
    let mut artist = Artist {
        spine,
        rig,
        pose: &spine.shown().pose,
        vertices: Vec::new(),
        line: Vec::new(),
        edges: Vec::new(),
    };
    if outlines.any() {
        for &slot in spine.order() {
            if !spine.is_hidden(slot) {
                artist.outline(slot, &outlines, &mut pen);
            }
        }
        if outlines.shows(Outline::Constraints) {
            artist.constraints(&outlines, &mut pen);
        }
    }
    if let Some(slot) = scene.selected_slot
        && let Some(at) = artist.selected(slot, &mut pen)
        && !scene.view.slots
    {
        packet.labels.push(Label {
            at: world.transform_point3(at),
            text: Arc::from(rig.slots[slot].name.as_str()),
            color: SLOT_NAME,
        });
    }
}

/// Draws in the file's plane.
struct Pen<'a> {
    world: Affine3A,
    /// Pixels per point.
    scale: f32,
    /// What the picture's height spans in the file's units.
    height: f64,
    lines: &'a mut Vec<Segment>,
}

impl Pen<'_> {
    fn line(&mut self, from: [f64; 2], to: [f64; 2], Stroke(color, width): Stroke) {
        let [from, to] = [from, to].map(|[x, y]| {
            let file = Vec3::new(x as f32, y as f32, 0.0);
            self.world.transform_point3(file)
        });
        if from.is_finite() && to.is_finite() {
            self.lines
                .push(segment(from, to, color, width * self.scale));
        }
    }

    fn dashes(&mut self, from: [f64; 2], to: [f64; 2], stroke: Stroke) {
        let (dx, dy) = (to[0] - from[0], to[1] - from[1]);
        let count = dx.hypot(dy) / (self.height * DASH);
        // Not a number where the vertices are none: then one dash, which is left out.
        let count = count.round().clamp(1.0, MOST_DASHES).max(1.0);
        let at = |share: f64| [from[0] + dx * share, from[1] + dy * share];
        for dash in 0..count as usize {
            let start = dash as f64;
            self.line(at(start / count), at((start + 0.5) / count), stroke);
        }
    }

    /// Through points, each x and y, and back to the first.
    fn polygon(&mut self, vertices: &[f64], dashed: bool, stroke: Stroke) {
        let count = vertices.len() / 2;
        for index in 0..count {
            let (from, to) = (point(vertices, index), point(vertices, (index + 1) % count));
            if dashed {
                self.dashes(from, to, stroke);
            } else {
                self.line(from, to, stroke);
            }
        }
    }

    fn dot(&mut self, at: [f64; 2], stroke: Stroke) {
        self.line(at, at, Stroke(stroke.0, stroke.1 * 3.0));
    }

    /// A diamond around a place that something is drawn to.
    fn target(&mut self, [x, y]: [f64; 2], stroke: Stroke) {
        let size = self.height * MARK;
        let corners = [x + size, y, x, y + size, x - size, y, x, y - size];
        self.polygon(&corners, false, stroke);
    }

    /// A cross, and an arrow in a direction (degrees).
    fn arrow(&mut self, [x, y]: [f64; 2], degrees: f64, stroke: Stroke) {
        let size = self.height * MARK;
        self.line([x - size, y], [x + size, y], stroke);
        self.line([x, y - size], [x, y + size], stroke);
        let along = |turn: f64, length: f64, [x, y]: [f64; 2]| {
            let (sin, cos) = (degrees + turn).to_radians().sin_cos();
            [x + cos * length, y + sin * length]
        };
        let tip = along(0.0, size * 4.0, [x, y]);
        self.line([x, y], tip, stroke);
        for turn in [150.0, -150.0] {
            self.line(tip, along(turn, size, tip), stroke);
        }
    }
}

fn point(vertices: &[f64], index: usize) -> [f64; 2] {
    let at = |index: usize| vertices.get(index).copied().unwrap_or(f64::NAN);
    [at(index * 2), at(index * 2 + 1)]
}

/// What is drawn of a rig, and room to work in.
struct Artist<'a> {
    spine: &'a SpineItem,
    rig: &'a Rig,
    pose: &'a SpinePose,
    vertices: Vec<f64>,
    line: Vec<[f64; 2]>,
    edges: Vec<[usize; 2]>,
}

impl<'a> Artist<'a> {
    /// What a slot shows, with its index; its vertices are in `self.vertices`.
    fn shown(&mut self, slot: usize) -> Option<(usize, &'a AttachmentKind)> {
        let index = self.pose.applied().slots.get(slot)?.attachment?;
        let attachment = self.rig.attachments.get(index)?;
        let pictures = self.spine.pictures();
        self.pose
            .slot_vertices(self.rig, pictures, slot, &mut self.vertices);
        Some((index, &attachment.kind))
    }

    fn outline(&mut self, slot: usize, outlines: &Outlines, pen: &mut Pen<'_>) {
        let Some((index, kind)) = self.shown(slot) else {
            return;
        };
        match kind {
            AttachmentKind::Region(_) if outlines.shows(Outline::Regions) => {
                pen.polygon(&self.vertices, false, REGION);
            }
            AttachmentKind::Mesh(_) | AttachmentKind::LinkedMesh(_) => {
                if outlines.shows(Outline::Meshes) {
                    self.mesh(index, MESH, pen);
                }
                if outlines.shows(Outline::Hulls) {
                    self.hull(index, HULL, pen);
                }
            }
            AttachmentKind::Clipping(clipping) if outlines.shows(Outline::Clipping) => {
                pen.polygon(&self.vertices, clipping.inverse, CLIPPING);
            }
            AttachmentKind::Path(_) if outlines.shows(Outline::Paths) => {
                self.handles(pen);
                self.path(slot, PATH, pen);
            }
            AttachmentKind::Point(_) if outlines.shows(Outline::Points) => {
                self.point(slot, POINT, pen);
            }
            AttachmentKind::BoundingBox { .. } if outlines.shows(Outline::Boxes) => {
                pen.polygon(&self.vertices, false, BOX);
            }
            _ => {}
        }
    }

    /// Each edge of a mesh's triangles once.
    fn mesh(&mut self, attachment: usize, stroke: Stroke, pen: &mut Pen<'_>) {
        let Some(mesh) = self.rig.mesh(attachment) else {
            return;
        };
        self.edges.clear();
        for corners in mesh.triangles.chunks_exact(3) {
            let edges = [(0, 1), (1, 2), (2, 0)].map(|(a, b)| [corners[a], corners[b]]);
            self.edges.extend(edges.map(|[a, b]| [a.min(b), a.max(b)]));
        }
        self.edges.sort_unstable();
        self.edges.dedup();
        for &[from, to] in &self.edges {
            pen.line(
                point(&self.vertices, from),
                point(&self.vertices, to),
                stroke,
            );
        }
    }

    /// The loop around a mesh. False where the file does not state it.
    fn hull(&mut self, attachment: usize, stroke: Stroke, pen: &mut Pen<'_>) -> bool {
        let hull = self.rig.mesh(attachment).map_or(0, |mesh| mesh.hull);
        let hull = self.vertices.get(..hull.saturating_mul(2));
        let Some(hull) = hull.filter(|hull| hull.len() >= 6) else {
            return false;
        };
        pen.polygon(hull, false, stroke);
        true
    }

    fn path(&mut self, slot: usize, stroke: Stroke, pen: &mut Pen<'_>) {
        self.pose.path_line(self.rig, slot, CHORDS, &mut self.line);
        for pair in self.line.windows(2) {
            pen.line(pair[0], pair[1], stroke);
        }
    }

    /// From each of a path's points to its two handles.
    fn handles(&self, pen: &mut Pen<'_>) {
        for knot in self.vertices.chunks_exact(6) {
            let at = point(knot, 1);
            for handle in [0, 2] {
                pen.line(at, point(knot, handle), HANDLE);
            }
            pen.dot(at, HANDLE);
        }
    }

    fn point(&self, slot: usize, stroke: Stroke, pen: &mut Pen<'_>) -> Option<[f64; 2]> {
        let (x, y, degrees) = self.pose.point(self.rig, slot)?;
        pen.arrow([x, y], degrees, stroke);
        Some([x, y])
    }

    /// Whatever the selected slot shows. Gives its middle, in the file's space.
    fn selected(&mut self, slot: usize, pen: &mut Pen<'_>) -> Option<Vec3> {
        let (index, kind) = self.shown(slot)?;
        match kind {
            AttachmentKind::Mesh(_) | AttachmentKind::LinkedMesh(_) => {
                if !self.hull(index, SELECTED, pen) {
                    self.mesh(index, SELECTED, pen);
                }
            }
            AttachmentKind::Path(_) => self.path(slot, SELECTED, pen),
            AttachmentKind::Point(_) => {
                let at = self.point(slot, SELECTED, pen)?;
                self.vertices.extend(at);
            }
            _ => pen.polygon(&self.vertices, false, SELECTED),
        }
        let corners = self.vertices.chunks_exact(2);
        let bounds = Bounds::of(corners.map(|at| Vec3::new(at[0] as f32, at[1] as f32, 0.0)));
        (!bounds.is_empty()).then(|| bounds.center())
    }

    /// Constraints that work: the bones they act on, and what these follow.
    fn constraints(&mut self, outlines: &Outlines, pen: &mut Pen<'_>) {
        for (index, constraint) in self.rig.constraints.iter().enumerate() {
            if self.spine.is_muted(index) || !self.pose.is_constraint_active(index) {
                continue;
            }
            match &constraint.kind {
                ConstraintKind::Ik(ik) => {
                    let reach = ik.bones.iter().filter_map(|&bone| self.bone(bone, pen));
                    let end = reach.last();
                    self.towards(ik.target, end, pen);
                }
                ConstraintKind::Transform(transform) => {
                    for &bone in &transform.bones {
                        let from = self.origin(bone);
                        self.towards(transform.source, from, pen);
                    }
                }
                ConstraintKind::Path(path) => {
                    for &bone in &path.bones {
                        self.bone(bone, pen);
                    }
                    if !outlines.shows(Outline::Paths) {
                        self.path(path.slot, TOWARDS, pen);
                    }
                }
                ConstraintKind::Physics(physics) => {
                    self.bone(physics.bone, pen);
                }
                ConstraintKind::Slider(slider) => {
                    if let Some(source) = &slider.source {
                        self.towards(source.bone, None, pen);
                    }
                }
            }
        }
    }

    fn origin(&self, bone: usize) -> Option<[f64; 2]> {
        self.pose.world(bone).map(|world| [world.x, world.y])
    }

    /// A bone that a constraint acts on, as a dot and a thick line; gives its tip.
    fn bone(&self, bone: usize, pen: &mut Pen<'_>) -> Option<[f64; 2]> {
        let world = self.pose.world(bone)?;
        let length = self.rig.bones.get(bone)?.length;
        let tip = world.apply(length, 0.0).into();
        pen.dot([world.x, world.y], CONSTRAINED);
        pen.line([world.x, world.y], tip, CONSTRAINED);
        Some(tip)
    }

    /// Marks the bone that others follow, with a line from one of them.
    fn towards(&self, target: usize, from: Option<[f64; 2]>, pen: &mut Pen<'_>) {
        let Some(at) = self.origin(target) else {
            return;
        };
        pen.target(at, TARGET);
        if let Some(from) = from {
            pen.line(from, at, TOWARDS);
        }
    }
}
