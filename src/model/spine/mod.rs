//! A Spine 4.3 skeleton as its file has it, the same whether it came from `.skel` or `.json`.
//!
//! Plain data. Numbers are the file's singles, held in `f64` because poses are evaluated in it. Angles are degrees
//! counter-clockwise, y points up, times are seconds, lengths are the file's units. Everything refers to everything
//! by index; an index that a reader lets through is in range.

pub mod animation;
pub mod atlas;
pub mod attachment;
pub mod bone;
pub mod constraint;
pub mod keys;
mod nonessential;
pub mod rig;
mod scaled;
pub mod skin;
pub mod slot;

pub use animation::{
    Animation, BoneTimeline, PathTimeline, PhysicsProperty, PhysicsTimeline, SliderTimeline,
    SlotTimeline, Timeline,
};
pub use atlas::{Atlas, AtlasPage, AtlasRegion, Filter};
pub use attachment::{
    Attachment, AttachmentKind, AttachmentRef, BoneInfluence, Clipping, LinkedMesh, Mesh, Path,
    Point, Region, Sequence, SequenceMode, Vertices, WeightedVertices,
};
pub use bone::{Bone, Inherit};
pub use constraint::{
    Constraint, ConstraintKind, FromProperty, IkConstraint, PathConstraint, PhysicsConstraint,
    PhysicsGlobals, PositionMode, RotateMode, ScaleYMode, SliderConstraint, SliderSource,
    SpacingMode, ToProperty, TransformConstraint, TransformProperty,
};
pub use keys::{
    AttachmentKey, Curve, DeformKey, DrawOrderKey, EventKey, Handles, IkKey, InheritKey, Key, Keys,
    SequenceKey, Shift,
};
pub use rig::{EventData, Rig};
pub use skin::{Skin, SkinEntry};
pub use slot::{Blend, Slot};

/// Red, green, blue, alpha from 0 to 1, straight (not multiplied by alpha), in the stored encoding (sRGB).
pub type Rgba = [f64; 4];

/// Red, green, blue from 0 to 1.
pub type Rgb = [f64; 3];

/// The colour that changes nothing.
pub const WHITE: Rgba = [1.0; 4];

/// A colour of four bytes.
pub const fn rgba(bytes: [u8; 4]) -> Rgba {
    [
        channel(bytes[0]),
        channel(bytes[1]),
        channel(bytes[2]),
        channel(bytes[3]),
    ]
}

/// A byte as a share of 255, in single precision like all that files hold.
pub const fn channel(byte: u8) -> f64 {
    (byte as f32 / 255.0) as f64
}
