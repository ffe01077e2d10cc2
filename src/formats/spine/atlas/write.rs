//! Writes an atlas in the spelling of 4.x.

use std::fmt::Write as _;

use crate::model::spine::{Atlas, AtlasPage, AtlasRegion, Filter};

/// The words of the file.
pub(super) const FILTERS: [(Filter, &str); 7] = [
    (Filter::Nearest, "Nearest"),
    (Filter::Linear, "Linear"),
    (Filter::MipMap, "MipMap"),
    (Filter::MipMapNearestNearest, "MipMapNearestNearest"),
    (Filter::MipMapLinearNearest, "MipMapLinearNearest"),
    (Filter::MipMapNearestLinear, "MipMapNearestLinear"),
    (Filter::MipMapLinearLinear, "MipMapLinearLinear"),
];

/// Writes an atlas; what is at its default is left out. Regions come page by page.
pub fn write(atlas: &Atlas) -> String {
    let mut text = String::new();
    for (index, page) in atlas.pages.iter().enumerate() {
        if index > 0 {
            text.push('\n');
        }
        write_page(&mut text, page);
        for region in atlas.regions.iter().filter(|it| it.page == index) {
            write_region(&mut text, region);
        }
    }
    text
}

fn word(filter: Filter) -> &'static str {
    let known = FILTERS.iter().find(|(known, _)| *known == filter);
    known.map_or("Nearest", |(_, word)| word)
}

/// Writing to a string cannot fail.
fn line(text: &mut String, arguments: std::fmt::Arguments<'_>) {
    let _ = text.write_fmt(arguments);
    text.push('\n');
}

fn write_page(text: &mut String, page: &AtlasPage) {
    line(text, format_args!("{}", page.name));
    if let Some([width, height]) = page.size {
        line(text, format_args!("size:{width},{height}"));
    }
    if (page.min_filter, page.mag_filter) != (Filter::Nearest, Filter::Nearest) {
        let (min, mag) = (word(page.min_filter), word(page.mag_filter));
        line(text, format_args!("filter:{min},{mag}"));
    }
    match (page.repeat_x, page.repeat_y) {
        (false, false) => {}
        (true, false) => line(text, format_args!("repeat:x")),
        (false, true) => line(text, format_args!("repeat:y")),
        (true, true) => line(text, format_args!("repeat:xy")),
    }
    if let Some(premultiplied) = page.premultiplied {
        line(text, format_args!("pma:{premultiplied}"));
    }
}

fn write_region(text: &mut String, region: &AtlasRegion) {
    line(text, format_args!("{}", region.name));
    let (x, y, width, height) = (region.x, region.y, region.width, region.height);
    line(text, format_args!("bounds:{x},{y},{width},{height}"));
    let whole = [0, 0, width, height];
    let offsets = [
        region.offset_x,
        region.offset_y,
        region.original_width,
        region.original_height,
    ];
    if offsets != whole {
        let [x, y, width, height] = offsets;
        line(text, format_args!("offsets:{x},{y},{width},{height}"));
    }
    if region.degrees != 0 {
        line(text, format_args!("rotate:{}", region.degrees));
    }
    if region.index != -1 {
        line(text, format_args!("index:{}", region.index));
    }
    for (key, values) in &region.values {
        let values: Vec<String> = values.iter().map(i32::to_string).collect();
        line(text, format_args!("{key}:{}", values.join(",")));
    }
}
