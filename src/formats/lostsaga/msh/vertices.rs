//! The lists of vertices, in the order of the file (lostsaga-formats §4).

use super::{Msh, Weights, component};
use crate::formats::lostsaga::text::{Text, read_count, write_count};
use crate::formats::{ReadError, Reader, WriteError, writer::Writer};

/// Bytes of a vertex in all lists that a mask names.
pub(super) fn bytes_of(mask: u32) -> usize {
    let sizes = [
        (component::POSITION, 12),
        (component::NORMAL, 12),
        (component::TANGENT, 12),
        (component::BINORMAL, 12),
        (component::COLOR, 4),
        (component::UV0, 8),
        (component::UV1, 8),
        (component::WEIGHTS, 32),
        (component::CENTER, 12),
    ];
    let there = sizes.iter().filter(|(bit, _)| mask & bit != 0);
    there.map(|(_, size)| size).sum()
}

/// Reads the lists that the mask names.
pub(super) fn read(reader: &mut Reader<'_>, msh: &mut Msh) -> Result<(), ReadError> {
    let (mask, count) = (msh.mask, msh.vertex_count);
    let has = |bit: u32| mask & bit != 0;
    let vec3 = |reader: &mut Reader<'_>, bit, what| list(reader, has(bit), count, 12, what, floats);
    let vec2 = |reader: &mut Reader<'_>, bit, what| list(reader, has(bit), count, 8, what, floats);
    msh.positions = vec3(reader, component::POSITION, "positions")?;
    msh.normals = vec3(reader, component::NORMAL, "normals")?;
    msh.tangents = vec3(reader, component::TANGENT, "tangents")?;
    msh.binormals = vec3(reader, component::BINORMAL, "binormals")?;
    let color = |reader: &mut Reader<'_>| reader.u32("colour");
    msh.colors = list(reader, has(component::COLOR), count, 4, "colours", color)?;
    msh.uvs = vec2(reader, component::UV0, "texture coordinates")?;
    msh.second_uvs = vec2(reader, component::UV1, "texture coordinates")?;
    if has(component::WEIGHTS) {
        let bones = read_count(reader, 4, "bones")?;
        msh.bones = (0..bones)
            .map(|_| Text::read(reader, "bone name"))
            .collect::<Result<_, _>>()?;
        let weights = |reader: &mut Reader<'_>| {
            Ok(Weights {
                weights: floats(reader)?,
                bones: floats(reader)?,
            })
        };
        msh.weights = list(reader, true, count, 32, "weights", weights)?;
    }
    msh.centers = vec3(reader, component::CENTER, "billboard centres")?;
    Ok(())
}

fn list<T>(
    reader: &mut Reader<'_>,
    is_there: bool,
    count: usize,
    size: usize,
    what: &str,
    read: impl Fn(&mut Reader<'_>) -> Result<T, ReadError>,
) -> Result<Vec<T>, ReadError> {
    if !is_there {
        return Ok(Vec::new());
    }
    let count = reader.fits(count, size, what)?;
    (0..count).map(|_| read(reader)).collect()
}

fn floats<const N: usize>(reader: &mut Reader<'_>) -> Result<[f32; N], ReadError> {
    let mut numbers = [0.0; N];
    for number in &mut numbers {
        *number = reader.f32("vertex")?;
    }
    Ok(numbers)
}

/// Writes the lists that the mask names; each must be as long as there are vertices.
pub(super) fn write(writer: &mut Writer, msh: &Msh) -> Result<(), WriteError> {
    let count = msh.vertex_count;
    let start = |bit: u32, length: usize| {
        let is_there = msh.mask & bit != 0;
        match length == if is_there { count } else { 0 } {
            true => Ok(is_there),
            false => Err(WriteError(
                "a list of vertices is not as long as mask and count say".into(),
            )),
        }
    };
    let lists = [
        (component::POSITION, &msh.positions),
        (component::NORMAL, &msh.normals),
        (component::TANGENT, &msh.tangents),
        (component::BINORMAL, &msh.binormals),
    ];
    for (bit, list) in lists {
        start(bit, list.len())?;
        put(writer, list.as_flattened());
    }
    start(component::COLOR, msh.colors.len())?;
    msh.colors.iter().for_each(|&color| {
        writer.u32(color);
    });
    for (bit, list) in [
        (component::UV0, &msh.uvs),
        (component::UV1, &msh.second_uvs),
    ] {
        start(bit, list.len())?;
        put(writer, list.as_flattened());
    }
    if start(component::WEIGHTS, msh.weights.len())? {
        write_count(writer, msh.bones.len())?;
        msh.bones.iter().try_for_each(|bone| bone.write(writer))?;
        for Weights { weights, bones } in &msh.weights {
            put(writer, weights);
            put(writer, bones);
        }
    }
    start(component::CENTER, msh.centers.len())?;
    put(writer, msh.centers.as_flattened());
    Ok(())
}

fn put(writer: &mut Writer, numbers: &[f32]) {
    for &number in numbers {
        writer.f32(number);
    }
}
