//! The encoder of `.skm`.

use super::{BONE, HEADER, MATERIAL, Skm, TRIANGLE, VERTEX};
use crate::formats::{WriteError, writer::Writer};

/// Writes a mesh with its blocks in the order of the header, without gaps.
///
/// # Errors
/// More than the header's numbers can count.
pub fn write(skm: &Skm) -> Result<Vec<u8>, WriteError> {
    let blocks = [
        (skm.bones.len(), BONE),
        (skm.materials.len(), MATERIAL),
        (skm.vertices.len(), VERTEX),
        (skm.triangles.len(), TRIANGLE),
    ];
    let mut writer = Writer::new();
    let mut offset = HEADER;
    for (count, size) in blocks {
        writer.u32(word(count)?).u32(word(offset)?);
        offset += count * size;
    }
    writer.u32(skm.unused[0]).u32(skm.unused[1]);
    for bone in &skm.bones {
        writer.u16(bone.flags).i16(bone.parent).bytes(&bone.name.0);
        floats(&mut writer, &bone.world_inverse);
    }
    for material in &skm.materials {
        writer.bytes(&material.0);
    }
    for vertex in &skm.vertices {
        floats(&mut writer, &vertex.position);
        floats(&mut writer, &vertex.normal);
        floats(&mut writer, &vertex.uv);
        writer.u16(vertex.padding).u16(vertex.count);
        for bone in vertex.bones {
            writer.u16(bone);
        }
        floats(&mut writer, &vertex.weights);
    }
    for triangle in &skm.triangles {
        writer.u16(triangle.material);
        for vertex in triangle.vertices {
            writer.u16(vertex);
        }
    }
    Ok(writer.finish())
}

fn floats(writer: &mut Writer, values: &[f32]) {
    for &value in values {
        writer.f32(value);
    }
}

fn word(number: usize) -> Result<u32, WriteError> {
    u32::try_from(number).map_err(|_| WriteError("the mesh is larger than 4 GiB".into()))
}
