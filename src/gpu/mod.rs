//! From the frame packet to pixels. Knows no file format: a [`FramePacket`](crate::scene::frame::FramePacket) is its
//! only input.
//!
//! The way of a frame, in [`Renderer::render`]:
//!
//! 1. **Upload.** Meshes, textures and heat maps that are named for the first time go to the adapter (`resources`), keyed
//!    by their [`ResourceId`](crate::scene::frame::ResourceId); what was not named for 120 frames is dropped (`cache`).
//!    Palettes of all instances go into one arena that doubles when it is too small (`buffers`).
//! 2. **Skin.** One compute pass, one dispatch an instance (`skin`, `skin_shader`, `shaders/skin.wgsl`), of bind or of
//!    local vertices, writes posed vertices into pages, each small enough for one binding. What the adapter cannot bind, and instances that bring posed vertices,
//!    come from the processor (`pose::skin_cpu`, `pose::skin_local`) into pages of their own.
//! 3. **List.** Parts are sorted into passes (`draw_list`).
//! 4. **Draw**, in one render pass with four samples a pixel (`pipelines`): background · opaque fragments, of
//!    cut-out parts too · segments · see-through fragments, far parts first, without writing depth, so that nothing
//!    behind them is lost · edges · 2D slots in the packet's order, without depth (`slots`) · overlay.
//! 5. **Labels** are painted by an egui of their own onto the resolved picture (`text`).
//!
//! The [`Target`] holds the finished picture: gamma space, premultiplied alpha. A window shows its view; [`read_image`]
//! brings it back with straight alpha.

mod buffers;
mod cache;
mod center;
mod context;
mod draw_list;
mod fonts;
mod halves;
pub mod layout;
mod local_mesh;
mod mesh;
mod mips;
mod pipelines;
mod readback;
mod renderer;
mod resources;
pub mod shaders;
mod skin;
mod skin_shader;
mod slots;
mod stages;
mod target;
mod text;
mod texture;

pub use context::{GpuContext, GpuError, Preference};
pub use fonts::{FontFinder, system_fonts};
pub use readback::{read_image, read_premultiplied};
pub use renderer::{FrameStats, Held, Renderer};
pub use target::{COLOR_FORMAT, DEPTH_FORMAT, Target};
