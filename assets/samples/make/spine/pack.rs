//! Lays the pictures on one page, in rows by height.

use rigscope::model::spine::{Atlas, AtlasPage, AtlasRegion, Filter};

use super::paint::{INK, Picture};

const WIDTH: u32 = 512;
const HEIGHT: u32 = 576;
/// Between pictures, so that none shines into another.
const GAP: u32 = 2;

pub struct Page {
    /// Width and height.
    pub size: [u32; 2],
    /// Rows from the top.
    pub rgba: Vec<u8>,
    pub atlas: Atlas,
}

pub fn pack(pictures: &[Picture], name: &str) -> Page {
    let mut order: Vec<&Picture> = pictures.iter().collect();
    order.sort_by_key(|picture| std::cmp::Reverse(picture.height));
    let clear = bytes([INK[0], INK[1], INK[2], 0.0]);
    let mut rgba = clear.repeat((WIDTH * HEIGHT) as usize);
    let mut regions = Vec::new();
    let (mut x, mut y, mut row) = (GAP, GAP, 0);
    for picture in order {
        if x + picture.width + GAP > WIDTH {
            (x, y, row) = (GAP, y + row + GAP, 0);
        }
        row = row.max(picture.height);
        assert!(y + picture.height <= HEIGHT, "the page is full");
        for (index, colors) in picture
            .colors
            .chunks_exact(picture.width as usize)
            .enumerate()
        {
            let start = (((y + index as u32) * WIDTH + x) * 4) as usize;
            let line = colors.iter().flat_map(|color| bytes(*color));
            for (to, from) in rgba[start..].iter_mut().zip(line) {
                *to = from;
            }
        }
        regions.push(region(picture, x, y));
        x += picture.width + GAP;
    }
    let page = AtlasPage {
        name: name.into(),
        size: Some([WIDTH, HEIGHT]),
        min_filter: Filter::Linear,
        mag_filter: Filter::Linear,
        repeat_x: false,
        repeat_y: false,
        premultiplied: None,
    };
    Page {
        size: [WIDTH, HEIGHT],
        rgba,
        atlas: Atlas {
            pages: vec![page],
            regions,
        },
    }
}

fn region(picture: &Picture, x: u32, y: u32) -> AtlasRegion {
    let (width, height) = (picture.width as i32, picture.height as i32);
    AtlasRegion {
        page: 0,
        name: picture.name.into(),
        x: x as i32,
        y: y as i32,
        width,
        height,
        offset_x: 0,
        offset_y: 0,
        original_width: width,
        original_height: height,
        degrees: 0,
        index: -1,
        values: Vec::new(),
    }
}

fn bytes(color: [f32; 4]) -> [u8; 4] {
    color.map(|channel| (channel.clamp(0.0, 1.0) * 255.0).round() as u8)
}
