//! `.skl`, a skeleton (lostsaga-formats §3).

mod check;
mod skeleton;
mod write;

use super::text::{Text, read_count};
use super::token;
use crate::formats::{ReadError, Reader};

pub use skeleton::skeleton;
pub use write::write;

/// Bones that a file may have (lostsaga-formats §3).
pub const MOST_BONES: usize = 4096;
/// What the client calls a missing parent.
pub const NO_PARENT: &str = "NoParent";
/// The version that game files bear; none is refused.
pub const VERSION: i32 = 1000;

/// A file as stored.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Skl {
    /// 1000 in game files, and never checked.
    pub version: i32,
    /// In file order, which need not be parents first.
    pub bones: Vec<Bone>,
    /// The file name of the linked skeleton; `None` where the file ends after the last bone.
    pub link: Option<Text>,
    /// What lies behind the last field.
    pub trailing: Vec<u8>,
}

/// A bone. Matrices are for row vectors.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Bone {
    /// Its name.
    pub name: Text,
    /// Rest pose, relative to the parent.
    pub position: [f32; 3],
    /// Rest pose, relative to the parent: x, y, z, w.
    pub rotation: [f32; 4],
    /// From model space at rest into the bone's space.
    pub inverse_position: [f32; 3],
    /// From model space at rest into the bone's space: x, y, z, w.
    pub inverse_rotation: [f32; 4],
    /// The rest transform in model space, row after row, the translation last.
    pub object: [f32; 16],
    /// Empty or [`NO_PARENT`] for none. The client never looks at it.
    pub parent: Text,
    /// What the tree is made of.
    pub children: Vec<Text>,
}

impl Bone {
    /// The parent that the bone itself names.
    pub fn named_parent(&self) -> Option<&Text> {
        let is_none = self.parent.is_empty() || self.parent.0 == NO_PARENT.as_bytes();
        (!is_none).then_some(&self.parent)
    }
}

/// Fewest bytes of a bone: four lengths, and the numbers.
const LEAST_BONE: usize = 4 + 28 + 28 + 64 + 4 + 4;

/// Reads a skeleton.
///
/// # Errors
/// `lostsaga.bad-token`, `lostsaga.bone-limit`, `lostsaga.bad-count`, `lostsaga.truncated`.
pub fn read(bytes: &[u8]) -> Result<Skl, ReadError> {
    read_whole(bytes).map_err(|error| error.coded(super::TRUNCATED))
}

fn read_whole(bytes: &[u8]) -> Result<Skl, ReadError> {
    let mut reader = Reader::new(bytes);
    token::read(&mut reader, token::SKL)?;
    let version = reader.i32("version")?;
    let at = reader;
    let stored = reader.i32("bone count")?;
    if usize::try_from(stored).is_ok_and(|count| count > MOST_BONES) || stored < 0 {
        let error = at.error(format!("0 to {MOST_BONES} bones"), stored.to_string());
        return Err(error.coded("lostsaga.bone-limit"));
    }
    let count = reader.fits(stored, LEAST_BONE, "bones")?;
    let bones = (0..count)
        .map(|_| read_bone(&mut reader))
        .collect::<Result<_, _>>()?;
    // Without a tail the client reads an unset length and is lucky (lostsaga-formats §3).
    let link = match reader.remaining() {
        0 => None,
        _ => Some(Text::read(&mut reader, "linked skeleton")?),
    };
    let left = reader.remaining();
    Ok(Skl {
        version,
        bones,
        link,
        trailing: reader.take(left, "the rest")?.to_vec(),
    })
}

fn read_bone(reader: &mut Reader<'_>) -> Result<Bone, ReadError> {
    let name = Text::read(reader, "bone name")?;
    let position = reader.vec3("position")?.to_array();
    let rotation = reader.vec4("rotation")?.to_array();
    let inverse_position = reader.vec3("inverse position")?.to_array();
    let inverse_rotation = reader.vec4("inverse rotation")?.to_array();
    let mut object = [0.0; 16];
    for number in &mut object {
        *number = reader.f32("object matrix")?;
    }
    let parent = Text::read(reader, "parent name")?;
    let count = read_count(reader, 4, "children")?;
    let children = (0..count)
        .map(|_| Text::read(reader, "child name"))
        .collect::<Result<_, _>>()?;
    Ok(Bone {
        name,
        position,
        rotation,
        inverse_position,
        inverse_rotation,
        object,
        parent,
        children,
    })
}
