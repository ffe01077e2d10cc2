//! The same rig in another unit of length.

use super::{
    AttachmentKind, BoneInfluence, BoneTimeline, ConstraintKind, Curve, Key, Keys, PathTimeline,
    PositionMode, Rig, SpacingMode, Timeline, TransformProperty, Vertices, WeightedVertices,
};

impl Rig {
    /// Multiplies every length by `scale`, as runtimes do that load a skeleton at another scale.
    pub fn scaled(mut self, scale: f64) -> Self {
        for length in [
            &mut self.x,
            &mut self.y,
            &mut self.width,
            &mut self.height,
            &mut self.reference_scale,
        ] {
            *length *= scale;
        }
        for bone in &mut self.bones {
            bone.x *= scale;
            bone.y *= scale;
            bone.length *= scale;
        }
        for attachment in &mut self.attachments {
            scale_attachment(&mut attachment.kind, scale);
        }
        let kinds: Vec<ConstraintKind> =
            self.constraints.iter().map(|it| it.kind.clone()).collect();
        for constraint in &mut self.constraints {
            scale_constraint(&mut constraint.kind, scale);
        }
        for animation in &mut self.animations {
            for timeline in &mut animation.timelines {
                scale_timeline(timeline, &kinds, scale);
            }
        }
        self
    }
}

fn scale_vertices(vertices: &mut Vertices, scale: f64) {
    match vertices {
        Vertices::Plain(vertices) => vertices.iter_mut().flatten().for_each(|it| *it *= scale),
        Vertices::Weighted(vertices) => {
            let mut scaled = WeightedVertices::default();
            for range in vertices.ranges() {
                let influences = vertices.influences().get(range).unwrap_or_default();
                scaled.push(influences.iter().map(|influence| BoneInfluence {
                    x: influence.x * scale,
                    y: influence.y * scale,
                    ..*influence
                }));
            }
            *vertices = scaled;
        }
    }
}

fn scale_attachment(kind: &mut AttachmentKind, scale: f64) {
    match kind {
        AttachmentKind::Region(region) => {
            region.x *= scale;
            region.y *= scale;
            region.width *= scale;
            region.height *= scale;
        }
        AttachmentKind::Mesh(mesh) => {
            scale_vertices(&mut mesh.vertices, scale);
            mesh.width *= scale;
            mesh.height *= scale;
        }
        AttachmentKind::LinkedMesh(mesh) => {
            mesh.width *= scale;
            mesh.height *= scale;
        }
        AttachmentKind::Path(path) => {
            scale_vertices(&mut path.vertices, scale);
            path.lengths.iter_mut().for_each(|length| *length *= scale);
        }
        AttachmentKind::Point(point) => {
            point.x *= scale;
            point.y *= scale;
        }
        AttachmentKind::BoundingBox { vertices, .. } => scale_vertices(vertices, scale),
        AttachmentKind::Clipping(clipping) => scale_vertices(&mut clipping.vertices, scale),
    }
}

/// The unit of a property: a length or a pure number.
fn unit(property: TransformProperty, scale: f64) -> f64 {
    match property {
        TransformProperty::X | TransformProperty::Y => scale,
        _ => 1.0,
    }
}

fn scale_constraint(kind: &mut ConstraintKind, scale: f64) {
    match kind {
        ConstraintKind::Ik(ik) => ik.softness *= scale,
        ConstraintKind::Transform(transform) => {
            for from in &mut transform.properties {
                let from_unit = unit(from.property, scale);
                from.offset *= from_unit;
                for to in &mut from.to {
                    let to_unit = unit(to.property, scale);
                    to.offset *= to_unit;
                    to.max *= to_unit;
                    to.scale *= to_unit / from_unit;
                }
            }
            for property in TransformProperty::ALL {
                transform.offsets[property as usize] *= unit(property, scale);
            }
        }
        ConstraintKind::Path(path) => {
            if path.position_mode == PositionMode::Fixed {
                path.position *= scale;
            }
            if is_length(path.spacing_mode) {
                path.spacing *= scale;
            }
        }
        ConstraintKind::Physics(physics) => physics.limit *= scale,
        ConstraintKind::Slider(slider) => {
            if let Some(source) = &mut slider.source {
                let unit = unit(source.property, scale);
                source.property_offset *= unit;
                source.scale /= unit;
            }
        }
    }
}

fn is_length(mode: SpacingMode) -> bool {
    matches!(mode, SpacingMode::Length | SpacingMode::Fixed)
}

fn scale_channel<const N: usize>(key: &mut Key<N>, channel: usize, scale: f64) {
    key.values[channel] *= scale;
    if let Curve::Bezier(handles) = &mut key.curve {
        handles[channel].cy1 *= scale;
        handles[channel].cy2 *= scale;
    }
}

fn scale_keys<const N: usize>(keys: &mut Keys<N>, scale: f64) {
    for key in keys {
        (0..N).for_each(|channel| scale_channel(key, channel, scale));
    }
}

fn scale_timeline(timeline: &mut Timeline, constraints: &[ConstraintKind], scale: f64) {
    match timeline {
        Timeline::Bone { timeline, .. } => match timeline {
            BoneTimeline::Translate(keys) => scale_keys(keys, scale),
            BoneTimeline::TranslateX(keys) | BoneTimeline::TranslateY(keys) => {
                scale_keys(keys, scale);
            }
            _ => {}
        },
        Timeline::Ik { keys, .. } => {
            for key in keys {
                scale_channel(&mut key.key, 1, scale);
            }
        }
        Timeline::Path {
            constraint,
            timeline,
        } => {
            let Some(ConstraintKind::Path(path)) = constraints.get(*constraint) else {
                return;
            };
            match timeline {
                PathTimeline::Position(keys) if path.position_mode == PositionMode::Fixed => {
                    scale_keys(keys, scale);
                }
                PathTimeline::Spacing(keys) if is_length(path.spacing_mode) => {
                    scale_keys(keys, scale);
                }
                _ => {}
            }
        }
        Timeline::Deform { keys, .. } => {
            for key in keys {
                key.offsets.iter_mut().for_each(|offset| *offset *= scale);
            }
        }
        _ => {}
    }
}
