//! Bytes → [`crate::model`]. Strict readers: every size is checked against the bytes that remain before anything is
//! allocated, and every error bears the offset, what was expected, what was found and what to try.

mod any_case;
pub mod bundled;
pub mod error;
pub mod gather;
pub mod league;
pub mod lostsaga;
pub mod open;
pub mod progress;
pub mod reader;
mod siblings;
pub mod sniff;
pub mod spine;
mod tally;
pub mod texture;
pub mod toee;
pub mod writer;

pub use error::{OpenError, ReadError, WriteError};
pub use open::{
    OpenOptions, Opened, Textures, Visited, check_mesh, open, open_material, reopen, visit,
};
pub use progress::Progress;
pub use reader::Reader;
