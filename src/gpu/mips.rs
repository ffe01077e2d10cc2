//! Smaller and smaller copies of a picture.

use crate::model::Image;

/// The picture and its halves down to one pixel, each the box-filtered half of the one before.
///
/// With `cut_out`, where alpha is opacity, colours count by their alpha, and texels that cannot be seen take on the
/// colour of their surroundings: no fringe of invisible colours shows where the sampler mixes across an edge.
/// Without, alpha is a channel like the others.
pub fn mip_chain(image: &Image, cut_out: bool) -> Vec<Image> {
    let mut levels = vec![image.clone()];
    while let Some(last) = levels.last()
        && (last.width > 1 || last.height > 1)
    {
        levels.push(half(last, cut_out));
    }
    if cut_out {
        for index in (1..levels.len()).rev() {
            if let [fine, coarse] = &mut levels[index - 1..=index] {
                bleed(fine, coarse);
            }
        }
    }
    levels
}

fn half(image: &Image, cut_out: bool) -> Image {
    let (width, height) = ((image.width / 2).max(1), (image.height / 2).max(1));
    let mut rgba = Vec::with_capacity(width as usize * height as usize * 4);
    for y in 0..height {
        let rows = covered(y, height, image.height);
        for x in 0..width {
            let columns = covered(x, width, image.width);
            let texels = rows.clone().flat_map(|row| {
                let at = move |column| (row * image.width as usize + column) * 4;
                columns
                    .clone()
                    .filter_map(move |column| image.rgba.get(at(column)..)?.first_chunk::<4>())
            });
            rgba.extend(mean(texels, cut_out));
        }
    }
    Image {
        width,
        height,
        rgba,
    }
}

/// The texels of a larger side that one of a smaller side stands for: two, or three where the larger one is odd.
fn covered(at: u32, small: u32, large: u32) -> std::ops::Range<usize> {
    let edge = |at: u32| u64::from(at) * u64::from(large);
    let small = u64::from(small);
    (edge(at) / small) as usize..edge(at + 1).div_ceil(small) as usize
}

fn mean<'a>(texels: impl Iterator<Item = &'a [u8; 4]>, cut_out: bool) -> [u8; 4] {
    let (mut weighted, mut plain) = ([0_u32; 3], [0_u32; 3]);
    let (mut alpha_sum, mut count) = (0_u32, 0_u32);
    for &[red, green, blue, alpha] in texels {
        let alpha = u32::from(alpha);
        for (channel, value) in [red, green, blue].into_iter().enumerate() {
            weighted[channel] += u32::from(value) * alpha;
            plain[channel] += u32::from(value);
        }
        alpha_sum += alpha;
        count += 1;
    }
    let count = count.max(1);
    let rounded = |sum: u32, by: u32| ((sum + by / 2) / by) as u8;
    let [red, green, blue] = if cut_out && alpha_sum > 0 {
        weighted.map(|sum| rounded(sum, alpha_sum))
    } else {
        plain.map(|sum| rounded(sum, count))
    };
    [red, green, blue, rounded(alpha_sum, count)]
}

/// Texels of no alpha take the colour of the coarser level.
fn bleed(fine: &mut Image, coarse: &Image) {
    let width = fine.width.max(1);
    for (index, texel) in fine.rgba.as_chunks_mut::<4>().0.iter_mut().enumerate() {
        if texel[3] == 0 {
            let (x, y) = (index as u32 % width, index as u32 / width);
            let from_x = (x / 2).min(coarse.width - 1);
            let from_y = (y / 2).min(coarse.height - 1);
            let from = (from_y as usize * coarse.width as usize + from_x as usize) * 4;
            if let Some(color) = coarse.rgba.get(from..from + 3) {
                texel[..3].copy_from_slice(color);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

    use super::*;

    fn image(width: u32, texels: &[[u8; 4]]) -> Image {
        Image {
            width,
            height: texels.len() as u32 / width,
            rgba: texels.concat(),
        }
    }

    const RED: [u8; 4] = [255, 0, 0, 255];
    const HIDDEN_BLACK: [u8; 4] = [0, 0, 0, 0];

    #[test]
    fn odd_sides_lose_no_texel() {
        let texels: Vec<[u8; 4]> = (0..15).map(|value| [value * 10, 0, 0, 255]).collect();
        let levels = mip_chain(&image(5, &texels), false);
        let sizes: Vec<_> = levels
            .iter()
            .map(|level| (level.width, level.height))
            .collect();
        assert_eq!(sizes, [(5, 3), (2, 1), (1, 1)]);
        assert_eq!(levels[2].rgba, [70, 0, 0, 255]);
    }

    #[test]
    fn hidden_texels_do_not_darken_a_cut_out() {
        let levels = mip_chain(&image(2, &[RED, HIDDEN_BLACK, HIDDEN_BLACK, RED]), true);
        assert_eq!(levels[1].rgba, [255, 0, 0, 128]);
        assert_eq!(
            levels[0].rgba[4..8],
            [255, 0, 0, 0],
            "nor at the edge of the largest level"
        );
    }

    #[test]
    fn where_alpha_is_no_opacity_colours_count_alike() {
        let levels = mip_chain(&image(2, &[RED, HIDDEN_BLACK]), false);
        assert_eq!(levels[1].rgba, [128, 0, 0, 128]);
        assert_eq!(levels[0].rgba[4..8], HIDDEN_BLACK);
    }
}
