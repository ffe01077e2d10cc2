//! Where attachments find their pictures: corners and texture coordinates from an atlas (spine-runtime-semantics §15,
//! §17).

use crate::model::spine::{Atlas, AtlasRegion, Attachment, AttachmentKind, Region, Rig};

/// Of one sequence; a file that states more is damaged, and must not take all memory.
const MOST_FRAMES: usize = 4096;
/// Of all frames of one sequence together, for the same reason.
const MOST_CORNERS: usize = 1 << 22;

/// One picture of an attachment.
#[derive(Clone, Debug, PartialEq)]
pub struct Frame {
    /// Index into [`Atlas::regions`]; `None` if the atlas has no such picture.
    pub region: Option<usize>,
    /// Of a region attachment, in the slot's bone: bottom left, top left, top right, bottom right.
    pub corners: Vec<[f64; 2]>,
    /// By vertex, 0 to 1 over the page, V downwards.
    pub uvs: Vec<[f64; 2]>,
}

/// The pictures of all attachments of a rig.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pictures {
    /// By attachment, by frame of its sequence; empty for what is not drawn.
    frames: Vec<Vec<Frame>>,
}

impl Pictures {
    /// Looks up every attachment in an atlas. `page_sizes`: of the images, in pixels; needed for pages whose size the atlas
    /// does not say. What is missing gets a whole picture: texture coordinates from 0 to 1.
    pub fn new(rig: &Rig, atlas: &Atlas, page_sizes: &[[u32; 2]]) -> Self {
        let frames = |(index, attachment): (usize, &Attachment)| {
            let names = attachment.region_names();
            let frame = |name: String| frame(rig, index, atlas, page_sizes, &name);
            let corners = rig.mesh(index).map_or(4, |mesh| mesh.uvs.len().max(1));
            let most = MOST_FRAMES.min(MOST_CORNERS / corners).max(1);
            names.take(most).map(frame).collect()
        };
        Self {
            frames: rig.attachments.iter().enumerate().map(frames).collect(),
        }
    }

    /// All frames of an attachment; none for what is not drawn.
    pub fn frames(&self, attachment: usize) -> &[Frame] {
        self.frames.get(attachment).map_or(&[], Vec::as_slice)
    }

    /// One frame of an attachment; `None` for what is not drawn.
    pub fn frame(&self, attachment: usize, frame: usize) -> Option<&Frame> {
        self.frames(attachment).get(frame)
    }
}

fn frame(
    rig: &Rig,
    attachment: usize,
    atlas: &Atlas,
    page_sizes: &[[u32; 2]],
    name: &str,
) -> Frame {
    let found = atlas.find(name);
    let packed = found.map(|index| {
        let region = &atlas.regions[index];
        let size = atlas.pages.get(region.page).and_then(|page| page.size);
        let size = size.or(page_sizes.get(region.page).copied());
        (region, size.unwrap_or([1, 1]).map(f64::from))
    });
    let place = |u: f64, v: f64| match packed {
        Some((region, size)) => on_page(region, size, u, v),
        None => [u, v],
    };
    let (corners, uvs) = match &rig.attachments[attachment].kind {
        AttachmentKind::Region(region) => {
            let trimmed = packed.map_or([0.0, 0.0, 1.0, 1.0], |(packed, _)| shares(packed));
            let [left, bottom, right, top] = trimmed;
            let uv = |[x, y]: [f64; 2]| place(x, 1.0 - y);
            let shares = [[left, bottom], [left, top], [right, top], [right, bottom]];
            let corner = |share: [f64; 2]| corner(region, share);
            (shares.map(corner).to_vec(), shares.map(uv).to_vec())
        }
        _ => {
            let uvs = rig.mesh(attachment).map_or(&[][..], |mesh| &mesh.uvs);
            (Vec::new(), uvs.iter().map(|[u, v]| place(*u, *v)).collect())
        }
    };
    Frame {
        region: found,
        corners,
        uvs,
    }
}

/// What is left of the picture after trimming: left, bottom, right, top as shares of it, y upwards.
fn shares(region: &AtlasRegion) -> [f64; 4] {
    let (width, height) = (
        f64::from(region.original_width),
        f64::from(region.original_height),
    );
    let (x, y) = (f64::from(region.offset_x), f64::from(region.offset_y));
    [
        x / width,
        y / height,
        (x + f64::from(region.width)) / width,
        (y + f64::from(region.height)) / height,
    ]
}

/// A point of a region attachment in its bone: `x` and `y` are shares of the picture, y upwards.
fn corner(region: &Region, [x, y]: [f64; 2]) -> [f64; 2] {
    let x = (x - 0.5) * region.width * region.scale_x;
    let y = (y - 0.5) * region.height * region.scale_y;
    let (sin, cos) = region.rotation.to_radians().sin_cos();
    [cos * x - sin * y + region.x, sin * x + cos * y + region.y]
}

/// A point of the untrimmed picture, 0 to 1, as a point of the page, 0 to 1; both with y downwards.
fn on_page(region: &AtlasRegion, page: [f64; 2], u: f64, v: f64) -> [f64; 2] {
    let (width, height) = (f64::from(region.width), f64::from(region.height));
    let original = (
        f64::from(region.original_width),
        f64::from(region.original_height),
    );
    let trimmed_above = original.1 - f64::from(region.offset_y) - height;
    let (x, y) = (
        u * original.0 - f64::from(region.offset_x),
        v * original.1 - trimmed_above,
    );
    let (x, y) = match region.degrees {
        90 => (y, width - x),
        180 => (width - x, height - y),
        270 => (height - y, x),
        _ => (x, y),
    };
    [
        (f64::from(region.x) + x) / page[0],
        (f64::from(region.y) + y) / page[1],
    ]
}
