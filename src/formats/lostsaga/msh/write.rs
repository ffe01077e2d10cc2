//! The encoder of `.msh`.

use super::{Msh, WITH_CONTROL_POINTS, vertices};
use crate::formats::lostsaga::text::write_count;
use crate::formats::lostsaga::token;
use crate::formats::{WriteError, writer::Writer};

/// Writes a mesh as it is.
///
/// # Errors
/// Lists that are not as long as mask and vertex count say; control points in another version than 2002; names longer
/// than a reader takes.
pub fn write(msh: &Msh) -> Result<Vec<u8>, WriteError> {
    let mut writer = Writer::new();
    writer
        .bytes(&token::MSH)
        .i32(msh.version)
        .i32(msh.kind)
        .u32(msh.mask);
    for &number in msh.bounds.as_flattened() {
        writer.f32(number);
    }
    writer.f32(msh.radius);
    write_count(&mut writer, msh.submeshes.len())?;
    for submesh in &msh.submeshes {
        writer
            .i32(submesh.first_vertex)
            .i32(submesh.vertices)
            .i32(submesh.first_index)
            .i32(submesh.triangles);
    }
    write_count(&mut writer, msh.vertex_count)?;
    vertices::write(&mut writer, msh)?;
    write_count(&mut writer, msh.triangles.len())?;
    for &corner in msh.triangles.as_flattened() {
        writer.u16(corner);
    }
    write_control_points(&mut writer, msh)?;
    writer.bytes(&msh.trailing);
    Ok(writer.finish())
}

fn write_control_points(writer: &mut Writer, msh: &Msh) -> Result<(), WriteError> {
    if msh.version != WITH_CONTROL_POINTS {
        return match msh.control_points.is_empty() {
            true => Ok(()),
            false => Err(WriteError("only version 2002 has control points".into())),
        };
    }
    write_count(writer, msh.control_points.len())?;
    for point in &msh.control_points {
        point.name.write(writer)?;
        point.bone.write(writer)?;
        point.extra.write(writer)?;
        point.point.iter().for_each(|&number| {
            writer.f32(number);
        });
    }
    Ok(())
}
