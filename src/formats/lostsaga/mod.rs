//! Lost Saga: `.skl` skeletons, `.msh` meshes, `.ani` clips, `.cms` collision meshes, `.lsc` textures, material and model
//! texts, and where they lie (lostsaga-formats). Each reader of a binary file gives the file as it is stored, which its
//! encoder writes again byte for byte, and makes the model from that.

pub mod ani;
pub mod beside;
pub mod character;
pub mod collision;
pub mod dress;
pub mod link;
pub mod lsc;
pub mod material;
pub(in crate::formats) mod model_parts;
pub mod model_text;
pub mod msh;
pub mod person;
pub mod resource_tree;
pub mod skl;
mod surface;
mod text;
pub mod token;
mod words;

use glam::{Affine3A, Mat3A, Quat, Vec3};

use crate::model::Finding;
use crate::model::finding::counted;

pub use text::Text;

/// The file is shorter than its counts say.
const TRUNCATED: &str = "lostsaga.truncated";
/// A count or length that cannot be one.
const BAD_COUNT: &str = "lostsaga.bad-count";
/// The first four bytes are another kind's.
const BAD_TOKEN: &str = "lostsaga.bad-token";

/// What most faults of a file call for.
const EXPORT_AGAIN: &str = "export the file again";

/// Three floats, if all are finite.
fn vec3(stored: [f32; 3]) -> Option<Vec3> {
    Some(Vec3::from_array(stored)).filter(|vector| vector.is_finite())
}

/// Four floats x, y, z, w, if all are finite. Not of unit length everywhere (lostsaga-formats §6).
fn quat(stored: [f32; 4]) -> Option<Quat> {
    Some(Quat::from_array(stored)).filter(|rotation| rotation.is_finite())
}

/// A matrix for row vectors, row after row, as one for column vectors (lostsaga-formats §1): the rows become the columns.
pub fn from_row_vectors(stored: &[f32; 16]) -> Affine3A {
    let row = |at: usize| Vec3::new(stored[at], stored[at + 1], stored[at + 2]);
    Affine3A {
        matrix3: Mat3A::from_cols(row(0).into(), row(4).into(), row(8).into()),
        translation: row(12).into(),
    }
}

/// The inverse of [`from_row_vectors`].
pub fn to_row_vectors(matrix: &Affine3A) -> [f32; 16] {
    let [x, y, z] = [
        matrix.matrix3.x_axis,
        matrix.matrix3.y_axis,
        matrix.matrix3.z_axis,
    ];
    let t = matrix.translation;
    [
        x.x, x.y, x.z, 0.0, y.x, y.y, y.z, 0.0, z.x, z.y, z.z, 0.0, t.x, t.y, t.z, 1.0,
    ]
}

/// Bytes behind the last field.
fn trailing(bytes: &[u8]) -> Option<Finding> {
    let message = format!(
        "{} behind the last field, which no known file has",
        counted(bytes.len(), "byte lies", "bytes lie")
    );
    let fix = "export the file again; the game does not read them";
    (!bytes.is_empty()).then(|| Finding::note("lostsaga.trailing-bytes", message, fix))
}

/// Names too long for the client's buffers.
fn long_names<'a>(names: impl Iterator<Item = &'a Text>) -> Option<Finding> {
    let mut long = names.filter(|name| text::is_unsafe(name));
    let first = long.next()?;
    let message = format!(
        "{} of {} bytes or more, which the client reads past the end of its buffer; the first is {first:?}",
        counted(1 + long.count(), "name has", "names have"),
        text::UNSAFE
    );
    let fix = "shorten it";
    Some(Finding::warning("lostsaga.long-name", message, fix))
}
