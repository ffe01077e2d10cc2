//! Blocks → text, laid out as the game's own texts are.

use std::fmt::Write;

use super::{Block, Pass, Technique, Unit};

/// Writes a text that says the same.
pub fn write(blocks: &[Block]) -> Vec<u8> {
    let mut page = Page::default();
    for block in blocks {
        page.braces("material", |page| {
            block.techniques.iter().for_each(|it| technique(page, it));
            page.lines(&block.others);
        });
    }
    page.text.into_bytes()
}

fn technique(page: &mut Page, technique: &Technique) {
    page.braces("technique", |page| {
        technique.passes.iter().for_each(|it| pass(page, it));
        page.lines(&technique.others);
    });
}

fn pass(page: &mut Page, pass: &Pass) {
    let usual = Pass::default();
    page.braces("pass", |page| {
        page.words("scene_blend", &pass.scene_blend);
        if let Some(test) = pass.alpha_test {
            let reference = match test.is_fraction {
                true => format!("{:?}", test.reference),
                false => test.reference.to_string(),
            };
            page.line(&format!("alpha_test {} {reference}", test.compare.word()));
        }
        if pass.cull != usual.cull {
            page.line(&format!("cull {}", pass.cull.word()));
        }
        for (word, value, usual) in [
            ("depth_write", pass.depth_write, usual.depth_write),
            ("depth_check", pass.depth_check, usual.depth_check),
            ("lighting", pass.lighting, usual.lighting),
        ] {
            if value != usual {
                page.line(&format!("{word} {value}"));
            }
        }
        if !pass.shader_group.is_empty() {
            page.line(&format!("shader_group {}", pass.shader_group));
        }
        for (name, kind, numbers) in &pass.params {
            let numbers: Vec<String> = numbers.iter().map(f32::to_string).collect();
            page.line(&format!("custom_param {name} {kind} {}", numbers.join(" ")));
        }
        page.lines(&pass.others);
        pass.units.iter().for_each(|it| unit(page, it));
    });
}

fn unit(page: &mut Page, unit: &Unit) {
    let usual = Unit::default();
    page.braces("texture_unit", |page| {
        if unit.use_light_texture {
            page.line("use_light_texture true");
        }
        if let Some(texture) = &unit.texture {
            page.line(&format!("texture {texture}"));
        }
        if unit.tex_coord_set != usual.tex_coord_set {
            page.line(&format!("tex_coord_set {}", unit.tex_coord_set));
        }
        if unit.filtering != usual.filtering {
            page.line(&format!("filtering {}", unit.filtering.word()));
        }
        if unit.address != usual.address {
            page.line(&format!("tex_address_mode {}", unit.address.word()));
        }
        page.words("color_blend", &unit.color_blend);
        page.words("alpha_blend", &unit.alpha_blend);
        if let Some([u, v]) = unit.scroll {
            page.line(&format!("scroll_anim {u} {v}"));
        }
        if let Some(turns) = unit.rotate {
            page.line(&format!("rotate_anim {turns}"));
        }
        page.lines(&unit.others);
    });
}

/// Text under construction.
#[derive(Default)]
struct Page {
    text: String,
    depth: usize,
}

impl Page {
    fn line(&mut self, line: &str) {
        let _ = write!(self.text, "{}{line}\r\n", "\t".repeat(self.depth));
    }

    fn lines(&mut self, lines: &[String]) {
        lines.iter().for_each(|line| self.line(line));
    }

    fn words(&mut self, word: &str, rest: &[String]) {
        if !rest.is_empty() {
            self.line(&format!("{word} {}", rest.join(" ")));
        }
    }

    /// A word and what stands in braces below it.
    fn braces(&mut self, word: &str, fill: impl FnOnce(&mut Self)) {
        self.line(word);
        self.line("{");
        self.depth += 1;
        fill(self);
        self.depth -= 1;
        self.line("}");
    }
}
