//! Buffers that grow, and the pages that skinned vertices live in.

use super::cache::KEPT_FRAMES;
use super::context::GpuContext;

/// A buffer of `size` bytes (at least 16: bindings want something to point at) with `bytes` at its start; `None` where
/// the adapter has no buffers of that size.
pub(super) fn filled(
    context: &GpuContext,
    label: &str,
    usage: wgpu::BufferUsages,
    bytes: &[u8],
) -> Option<wgpu::Buffer> {
    let size = (bytes.len() as u64)
        .max(16)
        .next_multiple_of(wgpu::COPY_BUFFER_ALIGNMENT);
    if size > context.limits.max_buffer_size {
        return None;
    }
    let buffer = empty(context, label, usage, size);
    // Whole words are written; what is uploaded here comes in words.
    context.queue.write_buffer(&buffer, 0, bytes);
    Some(buffer)
}

fn empty(context: &GpuContext, label: &str, usage: wgpu::BufferUsages, size: u64) -> wgpu::Buffer {
    context.device.create_buffer(&wgpu::BufferDescriptor {
        label: Some(label),
        size,
        usage: usage | wgpu::BufferUsages::COPY_DST,
        mapped_at_creation: false,
    })
}

/// A buffer that is rewritten each frame and doubles when it is too small.
#[derive(Debug)]
pub(super) struct Growing {
    label: &'static str,
    usage: wgpu::BufferUsages,
    buffer: wgpu::Buffer,
}

impl Growing {
    pub fn new(context: &GpuContext, label: &'static str, usage: wgpu::BufferUsages) -> Self {
        Self {
            label,
            usage,
            buffer: empty(context, label, usage, 4096),
        }
    }

    /// Writes `bytes` at the start. `limit` is the most the buffer may hold: what is beyond is left out. True where the
    /// buffer is a new one, so that bindings to it must be made again.
    pub fn write(&mut self, context: &GpuContext, bytes: &[u8], limit: u64) -> bool {
        let limit = limit.min(context.limits.max_buffer_size);
        let bytes = &bytes[..bytes.len().min((limit & !15) as usize)];
        let grown = bytes.len() as u64 > self.buffer.size();
        if grown {
            let size = (bytes.len() as u64).next_power_of_two().min(limit & !15);
            self.buffer = empty(context, self.label, self.usage, size);
        }
        context.queue.write_buffer(&self.buffer, 0, bytes);
        grown
    }

    pub fn buffer(&self) -> &wgpu::Buffer {
        &self.buffer
    }
}

/// A run of one page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub page: usize,
    /// Bytes.
    pub offset: u64,
}

/// Buffers filled anew each frame from front to back, each within a limit: together they hold more than one binding may.
#[derive(Debug)]
pub(super) struct Pages {
    label: &'static str,
    usage: wgpu::BufferUsages,
    limit: u64,
    pages: Vec<Page>,
    frame: u64,
}

#[derive(Debug)]
struct Page {
    buffer: wgpu::Buffer,
    used: u64,
    last_used: u64,
    bind_group: Option<wgpu::BindGroup>,
}

/// The first page; each further one is twice the last.
const FIRST_PAGE: u64 = 1 << 20;

impl Pages {
    pub fn new(label: &'static str, usage: wgpu::BufferUsages, limit: u64) -> Self {
        Self {
            label,
            usage,
            limit,
            pages: Vec::new(),
            frame: 0,
        }
    }

    /// Starts a frame: all pages are empty, those unused for long are dropped.
    pub fn clear(&mut self) {
        let oldest = self.frame.saturating_sub(KEPT_FRAMES);
        while self
            .pages
            .last()
            .is_some_and(|page| page.last_used < oldest)
        {
            self.pages.pop();
        }
        self.pages.iter_mut().for_each(|page| page.used = 0);
        self.frame += 1;
    }

    /// Room for `size` bytes; `None` where no page can hold them.
    pub fn allocate(&mut self, context: &GpuContext, size: u64) -> Option<Place> {
        let limit = self.limit.min(context.limits.max_buffer_size);
        if size > limit {
            return None;
        }
        let fits = |page: &Page| page.used + size <= page.buffer.size();
        let page = match self.pages.iter().position(fits) {
            Some(page) => page,
            None => {
                let last = self
                    .pages
                    .last()
                    .map_or(FIRST_PAGE / 2, |page| page.buffer.size());
                let wanted = (last * 2).max(size.next_power_of_two()).min(limit);
                self.pages.push(Page {
                    buffer: empty(context, self.label, self.usage, wanted),
                    used: 0,
                    last_used: self.frame,
                    bind_group: None,
                });
                self.pages.len() - 1
            }
        };
        let slot = self.pages.get_mut(page)?;
        let offset = slot.used;
        slot.used += size;
        slot.last_used = self.frame;
        Some(Place { page, offset })
    }

    pub fn buffer(&self, page: usize) -> Option<&wgpu::Buffer> {
        self.pages.get(page).map(|page| &page.buffer)
    }

    /// Makes the bind group of every page that has none yet.
    pub fn bind(&mut self, context: &GpuContext, layout: &wgpu::BindGroupLayout) {
        for page in &mut self.pages {
            if page.bind_group.is_none() {
                page.bind_group = Some(context.device.create_bind_group(
                    &wgpu::BindGroupDescriptor {
                        label: Some(self.label),
                        layout,
                        entries: &[wgpu::BindGroupEntry {
                            binding: 0,
                            resource: page.buffer.as_entire_binding(),
                        }],
                    },
                ));
            }
        }
    }

    pub fn bind_group(&self, page: usize) -> Option<&wgpu::BindGroup> {
        self.pages.get(page)?.bind_group.as_ref()
    }
}
