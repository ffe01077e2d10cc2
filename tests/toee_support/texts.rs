//! `.mdf` and `.mes`: golden settings, round trips, odd words.

use rigscope::formats::toee::mdf::{self, FrameBlend, Settings, Shader, StageBlend, UvSource};
use rigscope::formats::toee::mes;
use serde_json::Value;

use super::{data, files_named, goldens, index, list, number, text};
use crate::common::{Coverage, damage};

#[test]
fn materials_have_their_golden_settings() {
    let Some(data) = data() else { return };
    let mut coverage = Coverage::default();
    for (_, golden) in goldens("mdf.json") {
        for golden in list(&golden["materials"]) {
            let name = text(&golden["file"]);
            let bytes = std::fs::read(data.join(name)).unwrap();
            let (mdf, findings) = mdf::read(&bytes).unwrap();
            assert!(findings.is_empty(), "{name}: {findings:?}");
            compare(name, &mdf.settings().0, golden, &mut coverage);
            coverage.files += 1;
        }
    }
    coverage.report("mdf goldens");
}

fn compare(name: &str, found: &Settings, golden: &Value, coverage: &mut Coverage) {
    coverage.equal(name, found.shader.word(), text(&golden["type"]));
    coverage.equal(name, found.blend.word(), text(&golden["material_blend"]));
    coverage.all_near(name, &found.color.map(f32::from), &golden["color"], 0.0);
    coverage.all_near(
        name,
        &found.specular.map(f32::from),
        &golden["specular"],
        0.0,
    );
    coverage.near(
        name,
        found.specular_power,
        number(&golden["specular_power"]),
        1e-4,
    );
    let flags = [
        ("double", found.two_sided),
        ("linear", found.filtered),
        ("zwrite", found.depth_write),
        ("disable_z", !found.depth_test),
        ("color_write", found.color_write),
        ("not_lit", !found.lit),
        ("clamp", found.clamp),
    ];
    for (key, flag) in flags {
        coverage.equal(&format!("{name}: {key}"), Some(flag), golden[key].as_bool());
    }
    coverage.equal(
        name,
        found.gloss_map.as_deref().unwrap_or(""),
        text(&golden["glossmap"]),
    );
    let used = found
        .stages
        .iter()
        .enumerate()
        .filter(|(_, stage)| stage.texture.is_some());
    let used: Vec<_> = used.collect();
    let stages = list(&golden["stages"]);
    coverage.equal(name, used.len(), stages.len());
    for ((place, stage), golden) in used.into_iter().zip(stages) {
        coverage.equal(name, place, index(&golden["stage"]));
        coverage.equal(
            name,
            stage.texture.as_deref().unwrap(),
            text(&golden["texture"]),
        );
        coverage.equal(name, stage.blend.word(), text(&golden["blend"]));
        coverage.equal(name, stage.uv.word(), text(&golden["uv"]));
        coverage.all_near(
            name,
            &stage.speed.map(|speed| speed * 60.0),
            &golden["speed"],
            1e-4,
        );
    }
}

#[test]
fn materials_and_tables_are_written_as_they_were_stored() {
    let Some(data) = data() else { return };
    let mut coverage = Coverage::default();
    for path in files_named(&data, &[".mdf", ".mes"]) {
        let bytes = std::fs::read(&path).unwrap();
        let name = path.display().to_string();
        let written = match name.ends_with(".mdf") {
            true => mdf::write(&mdf::read(&bytes).unwrap().0),
            false => mes::write(&mes::read(&bytes).unwrap().0),
        };
        coverage.equal(&name, written == bytes, true);
        coverage.files += 1;
    }
    coverage.report("mdf and mes round trips");
}

fn settings(text: &str) -> Settings {
    let (mdf, findings) = mdf::read(text.as_bytes()).unwrap();
    assert!(findings.is_empty(), "{findings:?}");
    assert_eq!(mdf::write(&mdf), text.as_bytes());
    mdf.settings().0
}

#[test]
fn every_keyword_does_what_it_says() {
    let general = settings(
        "GENERAL\r\nHighQuality\nTexture 0 'a\\\\b.tga' // words\n# more words\n\
         texture 3 \"c.tga\" UVType 3 Swirl BlendType 3 CurrentAlphaAdd SpeedU 3 0.5 SpeedV 3 -.25\n\
         GlossMap \"g.tga\" Specular 1 2 3 4 SpecularPower 7.5 MaterialBlendType Add\n\
         LinearFiltering RecalculateNormals ZFillOnly Double NotLite DisableZ ColorFillOnly Color 9 8 7 6\0\u{1a}",
    );
    assert_eq!(general.shader, Shader::General);
    assert_eq!(general.stages[0].texture.as_deref(), Some("a\\b.tga"));
    let stage = &general.stages[3];
    assert_eq!(stage.texture.as_deref(), Some("c.tga"));
    assert_eq!(
        (stage.uv, stage.blend),
        (UvSource::Swirl, StageBlend::CurrentAlphaAdd)
    );
    assert_eq!(stage.speed, [0.5, -0.25]);
    assert_eq!(general.gloss_map.as_deref(), Some("g.tga"));
    assert_eq!(
        (general.specular, general.specular_power),
        ([1, 2, 3, 4], 7.5)
    );
    assert_eq!(general.blend, FrameBlend::Add);
    assert!(general.high_quality && general.filtered && general.recalculate_normals);
    assert!(!general.color_write && general.two_sided && !general.lit);
    assert!(!general.depth_test && !general.depth_write);
    assert_eq!(general.color, [9, 8, 7, 6]);
    let textured = settings("Textured\nTexture \"a\\b.tga\" Clamp");
    assert_eq!(textured.stages[0].texture.as_deref(), Some("a\\b.tga"));
    assert!(textured.clamp);
    let clipper = settings(" clipper \nWire ZFill Outline");
    assert_eq!(clipper.shader, Shader::Clipper);
    assert!(clipper.wire && clipper.outline);
}

#[test]
fn odd_words_are_passed_over_and_named() {
    let (mdf, findings) =
        mdf::read(b"General\nSparkle 4 Texture 9 \"x\" Texture 0 \"open\nDouble").unwrap();
    assert_eq!(findings[0].code, "toee.unknown-material-word");
    assert!(
        findings[0].message.contains("sparkle"),
        "{}",
        findings[0].message
    );
    let settings = mdf.settings().0;
    assert_eq!(settings.stages[0].texture.as_deref(), Some("open"));
    assert!(
        settings.two_sided,
        "a quote that is not closed ends with its line"
    );
    assert!(mdf::read(b"Shiny\nColor 1 2 3 4").is_err());
}

#[test]
fn tables_give_texts_by_number() {
    let Some(data) = data() else { return };
    let bytes = std::fs::read(data.join("tables/art/meshes/meshes.mes")).unwrap();
    assert!(mes::is_mes(&bytes[..512]));
    let (table, _) = mes::read(&bytes).unwrap();
    assert_eq!(table.get(100), Some("PCs\\PC_Human_Male\\PC_Human_Male"));
    assert!(table.entries().count() > 500);
    let bytes = std::fs::read(data.join("tables/rules/materials.mes")).unwrap();
    let (table, _) = mes::read(&bytes).unwrap();
    assert_eq!(
        table.get(0),
        Some("HEAD:art\\meshes\\PCs\\PC_Human_Male\\head.mdf")
    );
}

#[test]
fn damaged_texts_are_survived_and_written_as_read() {
    let materials = |bytes: &[u8]| {
        if let Ok((mdf, _)) = mdf::read(bytes) {
            assert_eq!(mdf::write(&mdf), bytes);
        }
    };
    let general = b"General\nTexture 0 \"a\\\\b\" 'c\\'d' # x\nSpeed -.5 Color 1 2 3 4 // y\r\n";
    let tables = |bytes: &[u8]| {
        if let Ok((table, findings)) = mes::read(bytes)
            && findings
                .iter()
                .all(|finding| finding.code != "toee.open-field")
        {
            assert_eq!(mes::write(&table), bytes);
        }
    };
    let tried = damage(general, materials) + damage(b"// a {0}\n{1}{b\nc}\n\n{2} {}//\n", tables);
    assert!(tried > 200);
}
