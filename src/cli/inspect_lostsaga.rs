//! What `rigscope inspect` prints of Lost Saga alone: linked skeletons and control points (lostsaga-formats §3, §4).

use serde::Serialize;

use super::json;
use crate::model::mesh::ControlPoint;
use crate::model::transform::rows;
use crate::model::{Link, LinkPair};

/// The skeleton that one is linked to.
#[derive(Serialize)]
pub struct LinkJson {
    /// As the file spells it.
    name: String,
    file: Option<String>,
    /// One for each joint.
    pairs: Vec<PairJson>,
}

#[derive(Serialize)]
struct PairJson {
    /// The other joint's name.
    name: String,
    rate: f32,
    offset: [f32; 12],
}

impl LinkJson {
    /// Of one link.
    pub fn new(link: &Link) -> Self {
        let others = link.skeleton.joints.iter();
        let pair = |(pair, other): (&LinkPair, &crate::model::Joint)| PairJson {
            name: other.name.clone(),
            rate: pair.rate,
            offset: rows(&pair.offset),
        };
        Self {
            name: link.name.clone(),
            file: link.skeleton.file.as_deref().map(json::path),
            pairs: link.pairs.iter().zip(others).map(pair).collect(),
        }
    }
}

/// A place on a bone.
#[derive(Serialize)]
pub struct ControlPointJson {
    kind: String,
    number: Option<u32>,
    bone: String,
    extra: String,
    point: [f32; 3],
}

impl ControlPointJson {
    /// Of one control point.
    pub fn new(point: &ControlPoint) -> Self {
        Self {
            kind: point.kind.clone(),
            number: point.number,
            bone: point.bone.clone(),
            extra: point.extra.clone(),
            point: point.point.to_array(),
        }
    }
}
