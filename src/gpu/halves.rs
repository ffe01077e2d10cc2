//! The two sides of a wiped picture.

use crate::scene::frame::Wipe;

/// Where each of two characters is seen; nothing is cut where there is one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Halves {
    size: [u32; 2],
    /// Pixels left of the line.
    line: Option<u32>,
}

impl Halves {
    /// Of a picture of a size in pixels. Each side is a pixel wide at least.
    pub fn new(wipe: Option<Wipe>, [width, height]: [u32; 2]) -> Self {
        let line = wipe.filter(|_| width > 1).map(|wipe| {
            let at = (wipe.at.clamp(0.0, 1.0) * width as f32).round() as u32;
            at.clamp(1, width - 1)
        });
        Self {
            size: [width, height],
            line,
        }
    }

    /// Lets only one side be drawn on.
    pub fn cut(&self, pass: &mut wgpu::RenderPass<'_>, is_second: bool) {
        let [width, height] = self.size;
        match (self.line, is_second) {
            (Some(line), false) => pass.set_scissor_rect(0, 0, line, height),
            (Some(line), true) => pass.set_scissor_rect(line, 0, width - line, height),
            (None, _) => {}
        }
    }

    /// Lets all be drawn on again.
    pub fn uncut(&self, pass: &mut wgpu::RenderPass<'_>) {
        let [width, height] = self.size;
        if self.line.is_some() {
            pass.set_scissor_rect(0, 0, width, height);
        }
    }
}
