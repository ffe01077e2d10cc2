//! Material and model texts: what they say, and what odd ones come to.

use rigscope::formats::lostsaga::material::{
    self, Address, AlphaTest, Block, Compare, Cull, Filtering,
};
use rigscope::formats::lostsaga::model_text::{self, ModelText};
use rigscope::formats::sniff::{self, Kind};

use super::codes;
use crate::common::{Coverage, damage, files_ending, shared};

/// One block with one pass and one unit.
fn block(pass: &str, unit: &str) -> String {
    format!(
        "material\n{{\ntechnique\n{{\npass\n{{\n{pass}\ntexture_unit\n{{\n{unit}\n}}\n}}\n}}\n}}\n"
    )
}

fn read(text: &str) -> (Vec<Block>, Vec<&'static str>) {
    let (blocks, findings) = material::read(text.as_bytes()).unwrap();
    (blocks, codes(&findings))
}

#[test]
fn every_real_material_is_told_by_its_content_read_without_a_finding_and_written_again() {
    let Some(shared) = shared() else { return };
    let mut coverage = Coverage::default();
    for path in files_ending(&shared.join("data/lostsaga"), &["txt"]) {
        let bytes = std::fs::read(&path).unwrap();
        if sniff::kind(&bytes) != Some(Kind::LostSagaMaterial) {
            continue;
        }
        let (blocks, findings) = material::read(&bytes).unwrap();
        assert!(findings.is_empty(), "{}: {findings:?}", path.display());
        let again = material::write(&blocks);
        coverage.equal("read again", material::read(&again).unwrap().0, blocks);
        coverage.files += 1;
    }
    coverage.report("material texts");
}

#[test]
fn a_character_has_a_light_pass_a_texture_pass_and_an_outline_and_a_model_one_block_a_submesh() {
    let Some(shared) = shared() else { return };
    let read = |name: &str| {
        let bytes = std::fs::read(shared.join("data/lostsaga").join(name)).unwrap();
        material::read(&bytes).unwrap().0
    };
    let knight = read("shovel-knight/resource/material/patriot_body.txt");
    let [Block { techniques, .. }] = &knight[..] else {
        panic!("{} blocks", knight.len());
    };
    let [toon, colour, outline] = &techniques[0].passes[..] else {
        panic!("{} passes", techniques[0].passes.len());
    };
    assert_eq!(toon.shader_group, "AnimateToonShade");
    assert_eq!(toon.cull, Cull::None);
    assert!(toon.units[0].use_light_texture && toon.lighting);
    assert_eq!(toon.units[0].address, Address::Clamp);
    assert_eq!(toon.units[1].texture.as_deref(), Some("shovel_knight.dds"));
    assert_eq!(toon.units[1].tex_coord_set, 1);
    assert_eq!(toon.units[1].filtering, Filtering::None);
    assert_eq!(toon.units[1].color_blend, ["add", "current", "tfactor"]);
    assert_eq!(colour.scene_blend, ["add", "zero", "src_color"]);
    assert!(!colour.depth_write && !colour.lighting);
    assert_eq!(
        outline.param("outlinecolor"),
        Some(&[0.208, 0.267, 0.176, 1.0][..])
    );
    assert_eq!(outline.param("OutLineThickness"), Some(&[1.45][..]));
    let cube = read("spiral-cube/resource/material/spiral_cube.txt");
    let texture = |block: &Block| block.techniques[0].passes[0].units[0].texture.clone();
    let textures: Vec<String> = cube.iter().filter_map(texture).collect();
    let wanted = [
        "spiral_cube",
        "blue_block",
        "yellow_block",
        "teal_block",
        "red_block",
    ];
    assert_eq!(textures, wanted.map(|name| format!("{name}.dds")));
}

#[test]
fn every_word_of_a_text_is_read_and_written_again() {
    let pass = "cull clockwise\nSCENE_BLEND src_alpha add\nalpha_test greater_equal 128\ndepth_write false\n\
                depth_check false\nlighting false\nshader_group Static\ncustom_param Speed float 1.5\n\
                custom_param Way vector3 1 2 3\nshadow_cast true";
    let unit = "texture \"a picture.dds\" // paint\ntex_coord_set 1\nfiltering anisotropic\ntex_address_mode mirror\n\
                color_blend add texture current\nalpha_blend modulate texture current\nscroll_anim 0.5 -1\n\
                rotate_anim 0.25\nwave_xform scroll_x sine 0 1 0 1\ncolor_xform a\nanim_texture b.dds 4 0.5";
    let (blocks, found) = read(&block(pass, unit));
    assert!(found.is_empty(), "{found:?}");
    let pass = &blocks[0].techniques[0].passes[0];
    assert_eq!(pass.cull, Cull::Clockwise);
    assert_eq!(pass.scene_blend, ["src_alpha", "add"]);
    let test = AlphaTest {
        compare: Compare::GreaterEqual,
        reference: 128.0,
        is_fraction: false,
    };
    assert_eq!(pass.alpha_test, Some(test));
    assert!(!pass.depth_write && !pass.depth_check && !pass.lighting);
    assert_eq!(pass.param("way"), Some(&[1.0, 2.0, 3.0][..]));
    assert_eq!(pass.others, ["shadow_cast true"]);
    let unit = &pass.units[0];
    assert_eq!(unit.texture.as_deref(), Some("a picture.dds"));
    assert_eq!((unit.tex_coord_set, unit.address), (1, Address::Mirror));
    assert_eq!(unit.filtering, Filtering::Anisotropic);
    assert_eq!((unit.scroll, unit.rotate), (Some([0.5, -1.0]), Some(0.25)));
    assert_eq!(unit.others.len(), 3);
    let again = material::read(&material::write(&blocks)).unwrap();
    assert_eq!(again, (blocks, Vec::new()));
}

#[test]
fn words_that_mean_nothing_are_a_note_and_braces_without_a_partner_a_warning() {
    let (blocks, found) = read(&block("glow 3\ncull sideways", "texture a.dds\nshine nan"));
    assert_eq!(found, ["lostsaga.unknown-material-word"]);
    let pass = &blocks[0].techniques[0].passes[0];
    assert_eq!(pass.cull, Cull::CounterClockwise, "the default stays");
    assert_eq!(pass.others, ["glow 3", "cull sideways"]);
    assert_eq!(pass.units[0].texture.as_deref(), Some("a.dds"));
    let whole = block("lighting false", "texture a.dds");
    let cut = whole.trim_end().trim_end_matches(['}', '\n']);
    let (blocks, found) = read(cut);
    assert_eq!(found, ["lostsaga.material-braces"]);
    assert_eq!(blocks[0].techniques[0].passes[0].units.len(), 1);
    assert_eq!(read(&format!("{whole}}}")).1, ["lostsaga.material-braces"]);
    // Braces need not have a line of their own.
    let (tight, found) = read("material{ technique { pass {cull none} } }");
    assert!(found.is_empty());
    assert_eq!(tight[0].techniques[0].passes[0].cull, Cull::None);
}

#[test]
fn what_is_no_material_is_refused() {
    for text in [
        "",
        "technique\n{\n}",
        &format!("material\n{}", "{\na\n".repeat(50)),
    ] {
        let error = material::read(text.as_bytes()).unwrap_err();
        assert!(!error.advice.is_empty());
    }
    assert_eq!(sniff::kind(b"material world\nis a song"), None);
    assert_ne!(sniff::kind(b"materials\n{"), Some(Kind::LostSagaMaterial));
    assert_eq!(
        sniff::kind(b"\r\n// mine\r\nMaterial\r\n{"),
        Some(Kind::LostSagaMaterial)
    );
}

#[test]
fn every_prefix_and_changed_byte_of_a_text_is_survived() {
    let text = block(
        "cull none\ncustom_param a colorvalue 1 2 3 4",
        "texture a.dds\nscroll_anim 1 2",
    );
    let mut coverage = Coverage::default();
    coverage.values += damage(text.as_bytes(), |bytes| {
        sniff::kind(bytes);
        if let Ok((blocks, _)) = material::read(bytes) {
            let again = material::read(&material::write(&blocks));
            assert!(again.is_ok() || blocks.is_empty());
        }
    });
    let model = model_text::write(&model());
    coverage.values += damage(&model, |bytes| {
        sniff::kind(bytes);
        let _ = model_text::read(bytes);
    });
    coverage.files = 2;
    coverage.report("damaged texts");
}

fn model() -> ModelText {
    ModelText {
        skeleton: Some("chain.skl".into()),
        animations: vec!["swing_4000.ani".into()],
        meshes: vec!["chain_skinned_cp".into()],
        collision: None,
        bounds: Some([[-20.0, 0.0, -20.0], [20.0, 40.0, 20.0]]),
        sphere: Some(([0.0, 20.0, 0.0], 34.64)),
        color: Some([255.0; 3]),
    }
}

#[test]
fn a_model_text_names_its_parts() {
    let written = model_text::write(&model());
    assert_eq!(model_text::read(&written).unwrap(), (model(), Vec::new()));
    let Some(shared) = shared() else { return };
    let path = shared.join("data/lostsaga/synthetic/model_chain.txt");
    let bytes = std::fs::read(path).unwrap();
    assert_eq!(sniff::kind(&bytes), Some(Kind::LostSagaModel));
    assert_eq!(model_text::read(&bytes).unwrap(), (model(), Vec::new()));
}

#[test]
fn a_model_text_keeps_what_it_can_and_notes_keys_that_are_not_known() {
    let text = "; a comment\n#model_cfg\n#SPHERE\n0 0 x\n1\n#COLLISION_MESH\nbox.cms ; solid\n#GLOW\n1\n#OUTLINE\n\
                #EFFECT_LIST\nfire\n#EFFECT_LIST_END\n";
    let (model, findings) = model_text::read(text.as_bytes()).unwrap();
    assert_eq!(codes(&findings), ["lostsaga.unknown-model-key"]);
    assert_eq!(model.collision.as_deref(), Some("box.cms"));
    assert_eq!(model.sphere, None);
    assert!(model_text::read(b"#SKELETON\nx").is_err());
}
