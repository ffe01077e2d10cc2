//! A skeleton that plays the clips of another one.

use std::sync::Arc;

use glam::Affine3A;

use super::Skeleton;

/// The other skeleton, joint by joint: joints are paired by index (lostsaga-formats §3).
#[derive(Clone, Debug, PartialEq)]
pub struct Link {
    /// As the file spells the other's file.
    pub name: String,
    /// The other one. Its own link plays no part.
    pub skeleton: Arc<Skeleton>,
    /// For each joint of both.
    pub pairs: Vec<LinkPair>,
}

/// What ties one joint to its namesake of the other skeleton.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LinkPair {
    /// `own rest world · inverse of the other's`, as their files state them. It is in the joint's inverse bind already.
    pub offset: Affine3A,
    /// Its distance from its parent over the other's: what a clip's translations are multiplied by.
    pub rate: f32,
}
