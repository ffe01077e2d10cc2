//! From the adapter's memory back to ours.

use std::sync::mpsc;

use super::context::{GpuContext, GpuError};
use super::target::Target;
use crate::model::Image;

/// The target's picture with straight alpha. Waits for the adapter.
pub fn read_image(context: &GpuContext, target: &Target) -> Result<Image, GpuError> {
    let mut image = read_premultiplied(context, target)?;
    image.rgba.chunks_exact_mut(4).for_each(straighten);
    Ok(image)
}

/// The target's picture as it is held: premultiplied, and with light that covers nothing where slots add it. Waits for
/// the adapter.
pub fn read_premultiplied(context: &GpuContext, target: &Target) -> Result<Image, GpuError> {
    let [width, height] = target.size();
    let row = width * 4;
    let padded_row = row.next_multiple_of(wgpu::COPY_BYTES_PER_ROW_ALIGNMENT);
    let buffer = readable_buffer(context, u64::from(padded_row) * u64::from(height))?;
    let mut encoder = context.device.create_command_encoder(&Default::default());
    encoder.copy_texture_to_buffer(
        target.texture().as_image_copy(),
        wgpu::TexelCopyBufferInfo {
            buffer: &buffer,
            layout: wgpu::TexelCopyBufferLayout {
                offset: 0,
                bytes_per_row: Some(padded_row),
                rows_per_image: None,
            },
        },
        target.texture().size(),
    );
    context.queue.submit([encoder.finish()]);
    let padded = map_and_copy(context, &buffer)?;
    let rgba: Vec<u8> = padded
        .chunks(padded_row as usize)
        .flat_map(|padded| padded.iter().take(row as usize))
        .copied()
        .collect();
    Ok(Image {
        width,
        height,
        rgba,
    })
}

/// `size` bytes of a buffer from `offset` on, both multiples of four. Waits for the adapter.
pub(super) fn read_buffer(
    context: &GpuContext,
    source: &wgpu::Buffer,
    offset: u64,
    size: u64,
) -> Result<Vec<u8>, GpuError> {
    let buffer = readable_buffer(context, size)?;
    let mut encoder = context.device.create_command_encoder(&Default::default());
    encoder.copy_buffer_to_buffer(source, offset, &buffer, 0, size);
    context.queue.submit([encoder.finish()]);
    map_and_copy(context, &buffer)
}

fn readable_buffer(context: &GpuContext, size: u64) -> Result<wgpu::Buffer, GpuError> {
    if size > context.limits.max_buffer_size {
        return Err(GpuError::Readback(format!(
            "{size} bytes are more than a buffer may have"
        )));
    }
    Ok(context.device.create_buffer(&wgpu::BufferDescriptor {
        label: Some("readback"),
        size,
        usage: wgpu::BufferUsages::COPY_DST | wgpu::BufferUsages::MAP_READ,
        mapped_at_creation: false,
    }))
}

fn map_and_copy(context: &GpuContext, buffer: &wgpu::Buffer) -> Result<Vec<u8>, GpuError> {
    let (sender, receiver) = mpsc::channel();
    buffer.map_async(wgpu::MapMode::Read, .., move |result| {
        // The receiver waits below; it is gone only when the wait itself failed, which is reported there.
        let _ = sender.send(result);
    });
    let failed = |reason: String| GpuError::Readback(reason);
    context
        .device
        .poll(wgpu::PollType::wait_indefinitely())
        .map_err(|error| failed(error.to_string()))?;
    receiver
        .recv()
        .map_err(|error| failed(error.to_string()))?
        .map_err(|error| failed(error.to_string()))?;
    let mapped = buffer
        .get_mapped_range(..)
        .map_err(|error| failed(error.to_string()))?;
    Ok(mapped.to_vec())
}

/// Premultiplied to straight alpha, one pixel. Straight alpha cannot say that light is added and covers nothing: such light
/// covers as much as it shines.
fn straighten(pixel: &mut [u8]) {
    if let [red, green, blue, opacity] = pixel {
        *opacity = (*opacity).max(*red).max(*green).max(*blue);
        let alpha = u32::from(*opacity);
        if alpha == 255 {
            return;
        }
        for channel in [red, green, blue] {
            let straight = (u32::from(*channel) * 255 + alpha / 2).checked_div(alpha);
            *channel = straight.unwrap_or(0).min(255) as u8;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::straighten;

    #[test]
    fn straight_alpha_undoes_the_multiplication() {
        for (premultiplied, straight) in [
            ([10, 20, 30, 255], [10, 20, 30, 255]),
            ([64, 128, 0, 128], [128, 255, 0, 128]),
            ([0, 0, 0, 0], [0, 0, 0, 0]),
            ([9, 2, 1, 1], [255, 57, 28, 9]),
            ([64, 0, 128, 0], [128, 0, 255, 128]),
        ] {
            let mut pixel = premultiplied;
            straighten(&mut pixel);
            assert_eq!(pixel, straight);
        }
    }
}
