//! Slots in their setup pose.

use super::{Rgb, Rgba, WHITE};

/// How a slot's picture meets what lies behind it (spine-runtime-semantics §18). In the order of the wire.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Blend {
    /// Covers.
    #[default]
    Normal,
    /// Adds light.
    Additive,
    /// Darkens.
    Multiply,
    /// Lightens.
    Screen,
}

impl Blend {
    /// All, in the order of the wire.
    pub const ALL: [Self; 4] = [Self::Normal, Self::Additive, Self::Multiply, Self::Screen];
}

/// One slot; the list's order is the setup draw order, back to front.
#[derive(Clone, Debug, PartialEq)]
pub struct Slot {
    /// Never empty.
    pub name: String,
    /// The bone that carries it.
    pub bone: usize,
    /// Setup colour.
    pub color: Rgba,
    /// Setup dark colour; a slot without one never gets one.
    pub dark: Option<Rgb>,
    /// Placeholder that is shown in the setup pose; looked up in the skins.
    pub attachment: Option<String>,
    /// Blend mode.
    pub blend: Blend,
    /// Shown in the editor (nonessential); drawing does not ask.
    pub visible: bool,
}

impl Slot {
    /// An empty slot.
    pub fn new(name: impl Into<String>, bone: usize) -> Self {
        Self {
            name: name.into(),
            bone,
            color: WHITE,
            dark: None,
            attachment: None,
            blend: Blend::Normal,
            visible: true,
        }
    }
}
