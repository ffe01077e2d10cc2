//! Format-neutral data: what every reader produces and everything else consumes. No I/O, no dependency but `glam`.
//!
//! Data stays in the file's own axes and units; [`Basis`] says which they are, and one matrix at an item's root converts.

pub mod basis;
pub mod character;
pub mod clip;
pub mod clip_graph;
pub mod finding;
pub mod league;
pub mod link;
pub mod material;
pub mod mesh;
pub mod routing;
pub mod skeleton;
pub mod spine;
pub mod surface;
pub mod transform;
pub mod wardrobe;

pub use basis::Basis;
pub use character::{AtlasFile, Binding, Character, Family, Start};
pub use clip::{Clip, ClipEvent, Curve, Drive, DriveKind, Slerp, Span, Track};
pub use clip_graph::ClipGraph;
pub use finding::{Finding, Severity, Subject};
pub use link::{Link, LinkPair};
pub use material::{Image, Material, Texture};
pub use mesh::{BlendIndexing, Bounds, Influence, Influences, Mesh, MeshBone, Submesh};
pub use routing::{Route, RouteTarget, Routing};
pub use skeleton::{Composition, Joint, Names, Skeleton};
pub use surface::Surface;
pub use transform::Transform;
pub use wardrobe::Wardrobe;
