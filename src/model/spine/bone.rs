//! Bones in their setup pose.

use super::{Rgba, rgba};

/// What a bone takes from its parent's world transform (spine-runtime-semantics §3). In the order of the wire.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Inherit {
    /// Everything.
    #[default]
    Normal,
    /// The position alone.
    OnlyTranslation,
    /// No rotation and no reflection.
    NoRotationOrReflection,
    /// No scale.
    NoScale,
    /// No scale and no reflection.
    NoScaleOrReflection,
}

impl Inherit {
    /// All, in the order of the wire.
    pub const ALL: [Self; 5] = [
        Self::Normal,
        Self::OnlyTranslation,
        Self::NoRotationOrReflection,
        Self::NoScale,
        Self::NoScaleOrReflection,
    ];
}

/// One bone.
#[derive(Clone, Debug, PartialEq)]
pub struct Bone {
    /// Never empty.
    pub name: String,
    /// A lower index; `None` for a root. The editor makes one root, the first bone.
    pub parent: Option<usize>,
    /// Along the X axis, for inverse kinematics, paths, physics and the eye.
    pub length: f64,
    /// Position in the parent's space.
    pub x: f64,
    /// Position in the parent's space.
    pub y: f64,
    /// Degrees.
    pub rotation: f64,
    /// Factor along the bone.
    pub scale_x: f64,
    /// Factor across the bone.
    pub scale_y: f64,
    /// Degrees added to the X axis.
    pub shear_x: f64,
    /// Degrees added to the Y axis.
    pub shear_y: f64,
    /// What it takes from its parent.
    pub inherit: Inherit,
    /// Works only while a skin that lists it is worn.
    pub skin_required: bool,
    /// Editor colour (nonessential).
    pub color: Rgba,
    /// Editor icon (nonessential).
    pub icon: Option<String>,
    /// Editor icon's size (nonessential).
    pub icon_size: f64,
    /// Editor icon's degrees (nonessential).
    pub icon_rotation: f64,
    /// Shown in the editor (nonessential); drawing does not ask.
    pub visible: bool,
}

impl Bone {
    /// Editor colour of a bone that states none.
    pub const COLOR: Rgba = rgba([0x9b, 0x9b, 0x9b, 0xff]);

    /// A bone at its parent's place.
    pub fn new(name: impl Into<String>, parent: Option<usize>) -> Self {
        Self {
            name: name.into(),
            parent,
            length: 0.0,
            x: 0.0,
            y: 0.0,
            rotation: 0.0,
            scale_x: 1.0,
            scale_y: 1.0,
            shear_x: 0.0,
            shear_y: 0.0,
            inherit: Inherit::Normal,
            skin_required: false,
            color: Self::COLOR,
            icon: None,
            icon_size: 1.0,
            icon_rotation: 0.0,
            visible: true,
        }
    }
}
