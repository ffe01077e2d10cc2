//! The words that JSON has for enumerations, in the order of the wire.

/// Of [`crate::model::spine::Inherit::ALL`].
pub(super) const INHERIT: [&str; 5] = [
    "normal",
    "onlyTranslation",
    "noRotationOrReflection",
    "noScale",
    "noScaleOrReflection",
];
/// Of [`crate::model::spine::Blend::ALL`].
pub(super) const BLEND: [&str; 4] = ["normal", "additive", "multiply", "screen"];
/// Of [`crate::model::spine::ScaleYMode::ALL`].
pub(super) const SCALE_Y: [&str; 3] = ["none", "uniform", "volume"];
/// Of [`crate::model::spine::TransformProperty::ALL`].
pub(super) const PROPERTY: [&str; 6] = ["rotate", "x", "y", "scaleX", "scaleY", "shearY"];
/// Offsets of a transform constraint, by property.
pub(super) const OFFSETS: [&str; 6] = ["rotation", "x", "y", "scaleX", "scaleY", "shearY"];
/// Mixes of a transform constraint, by property.
pub(super) const MIXES: [&str; 6] = [
    "mixRotate",
    "mixX",
    "mixY",
    "mixScaleX",
    "mixScaleY",
    "mixShearY",
];
/// Of [`crate::model::spine::PositionMode::ALL`].
pub(super) const POSITION: [&str; 2] = ["fixed", "percent"];
/// Of [`crate::model::spine::SpacingMode::ALL`].
pub(super) const SPACING: [&str; 4] = ["length", "fixed", "percent", "proportional"];
/// Of [`crate::model::spine::RotateMode::ALL`].
pub(super) const ROTATE: [&str; 3] = ["tangent", "chain", "chainScale"];
/// Of [`crate::model::spine::SequenceMode::ALL`].
pub(super) const SEQUENCE: [&str; 7] = [
    "hold",
    "once",
    "loop",
    "pingpong",
    "onceReverse",
    "loopReverse",
    "pingpongReverse",
];
/// The lists in which a skin names constraints.
pub(super) const CONSTRAINTS: [&str; 5] = ["ik", "transform", "path", "physics", "slider"];
