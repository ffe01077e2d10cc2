//! Where pictures lie on pages.

/// What a page's texture does between texels and when it is small.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Filter {
    /// The nearest texel.
    #[default]
    Nearest,
    /// Between texels.
    Linear,
    /// Between texels, with smaller copies.
    MipMap,
    /// The nearest texel of the nearest copy.
    MipMapNearestNearest,
    /// Between texels of the nearest copy.
    MipMapLinearNearest,
    /// The nearest texels of two copies.
    MipMapNearestLinear,
    /// Between texels of two copies.
    MipMapLinearLinear,
}

/// An image file of an atlas.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AtlasPage {
    /// File name, beside the atlas.
    pub name: String,
    /// Width and height that texture coordinates are made with, whatever the image's are; `None`: the image's.
    pub size: Option<[u32; 2]>,
    /// When smaller.
    pub min_filter: Filter,
    /// When larger.
    pub mag_filter: Filter,
    /// Repeats along x.
    pub repeat_x: bool,
    /// Repeats along y.
    pub repeat_y: bool,
    /// Colours are multiplied by alpha; `None`: not said, which means that they are not.
    pub premultiplied: Option<bool>,
}

/// A picture on a page. Pixels; x and y from the page's top left.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AtlasRegion {
    /// Index of the page.
    pub page: usize,
    /// As attachments name it, with its path.
    pub name: String,
    /// Left edge of the packed rectangle.
    pub x: i32,
    /// Upper edge of the packed rectangle.
    pub y: i32,
    /// Of the trimmed picture before it was turned.
    pub width: i32,
    /// Of the trimmed picture before it was turned.
    pub height: i32,
    /// What was trimmed at the left.
    pub offset_x: i32,
    /// What was trimmed at the **bottom**.
    pub offset_y: i32,
    /// Of the untrimmed picture.
    pub original_width: i32,
    /// Of the untrimmed picture.
    pub original_height: i32,
    /// How far the picture was turned counter-clockwise when packed: 0, 90, 180 or 270.
    pub degrees: u16,
    /// The packer's number; −1: none.
    pub index: i32,
    /// What else the file says, in its order (`split`, `pad`, …).
    pub values: Vec<(String, Vec<i32>)>,
}

impl AtlasRegion {
    /// Width and height of the packed rectangle: swapped for a picture on its side.
    pub fn packed_size(&self) -> [i32; 2] {
        match self.degrees {
            90 | 270 => [self.height, self.width],
            _ => [self.width, self.height],
        }
    }
}

/// A Spine atlas.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Atlas {
    /// Image files.
    pub pages: Vec<AtlasPage>,
    /// In the file's order.
    pub regions: Vec<AtlasRegion>,
}

impl Atlas {
    /// The first region of exactly this name.
    pub fn find(&self, name: &str) -> Option<usize> {
        self.regions.iter().position(|region| region.name == name)
    }
}
