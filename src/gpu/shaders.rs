//! The shader sources, with what they share put in front.

/// Linear blend skinning; stands alone.
pub const SKIN: &str = include_str!("../../shaders/skin.wgsl");
/// Surfaces.
pub const MESH: &str = concat!(
    include_str!("../../shaders/frame.wgsl"),
    include_str!("../../shaders/mesh.wgsl")
);
/// Surfaces of several textures.
pub const STAGES: &str = concat!(
    include_str!("../../shaders/frame.wgsl"),
    include_str!("../../shaders/mesh.wgsl"),
    include_str!("../../shaders/stages.wgsl")
);
/// Edges over surfaces.
pub const WIRE: &str = concat!(
    include_str!("../../shaders/frame.wgsl"),
    include_str!("../../shaders/wire.wgsl")
);
/// 2D slots.
pub const SLOT: &str = concat!(
    include_str!("../../shaders/frame.wgsl"),
    include_str!("../../shaders/slot.wgsl")
);
/// Thick lines.
pub const SEGMENT: &str = concat!(
    include_str!("../../shaders/frame.wgsl"),
    include_str!("../../shaders/segment.wgsl")
);
/// The gradient behind everything.
pub const BACKGROUND: &str = concat!(
    include_str!("../../shaders/frame.wgsl"),
    include_str!("../../shaders/background.wgsl")
);

/// Every module by name.
pub const ALL: [(&str, &str); 7] = [
    ("skin", SKIN),
    ("mesh", MESH),
    ("stages", STAGES),
    ("wire", WIRE),
    ("slot", SLOT),
    ("segment", SEGMENT),
    ("background", BACKGROUND),
];
