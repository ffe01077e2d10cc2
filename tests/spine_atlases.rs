//! Atlases in every spelling.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod common;

use common::{Coverage, files_ending, shared};
use rigscope::formats::spine::atlas;
use rigscope::formats::spine::character::atlas_for;
use rigscope::formats::{OpenOptions, Progress, open};
use rigscope::model::spine::{Atlas, AtlasRegion, Filter};
use rigscope::model::{Character, Severity};

fn read(text: &str) -> Atlas {
    let (atlas, findings) = atlas::read(text.as_bytes()).unwrap();
    assert!(findings.is_empty(), "{findings:?}");
    atlas
}

fn codes(text: &str) -> Vec<(Severity, &'static str)> {
    let (_, findings) = atlas::read(text.as_bytes()).unwrap();
    findings.iter().map(|it| (it.severity, it.code)).collect()
}

#[test]
fn every_atlas_is_read_without_a_word_and_written_again() {
    let Some(shared) = shared() else { return };
    let mut coverage = Coverage::default();
    for folder in ["data/spine", "data/spine-other-versions"] {
        for path in files_ending(&shared.join(folder), &["atlas"]) {
            let (atlas, findings) = atlas::read(&std::fs::read(&path).unwrap()).unwrap();
            // The numbers of a scaled atlas were made before it was scaled.
            let odd = findings
                .iter()
                .filter(|it| it.code != "spine.atlas-outside");
            assert_eq!(odd.count(), 0, "{}: {findings:?}", path.display());
            for page in &atlas.pages {
                let image = path.with_file_name(&page.name);
                assert!(
                    image.is_file() || folder.ends_with("versions"),
                    "{}",
                    image.display()
                );
            }
            let again = atlas::read(atlas::write(&atlas).as_bytes()).unwrap().0;
            coverage.equal(&path.display().to_string(), again, atlas.clone());
            coverage.values += atlas.regions.len();
            coverage.files += 1;
        }
    }
    coverage.report("atlases");
}

#[test]
fn the_old_spelling_says_the_same() {
    let Some(shared) = shared() else { return };
    let mut coverage = Coverage::default();
    for path in files_ending(&shared.join("data/spine"), &["atlas"]) {
        let name = path.to_string_lossy().into_owned();
        let Some(new) = name.strip_suffix("-legacy.atlas") else {
            continue;
        };
        let read = |name: &str| atlas::read(&std::fs::read(name).unwrap()).unwrap().0;
        coverage.equal(&name, read(&name), read(&format!("{new}.atlas")));
        coverage.files += 1;
    }
    coverage.report("legacy atlases");
}

#[test]
fn regions_of_an_atlas_of_ours_lie_where_they_were_packed() {
    let Some(shared) = shared() else { return };
    let path = shared.join("data/spine/t-mesh/t-mesh.atlas");
    let (atlas, _) = atlas::read(&std::fs::read(path).unwrap()).unwrap();
    assert_eq!(atlas.pages.len(), 2);
    assert_eq!(atlas.pages[1].name, "t-mesh_2.png");
    assert_eq!(atlas.pages[1].size, Some([256, 256]));
    assert!(atlas.pages[1].repeat_x && atlas.pages[1].repeat_y && !atlas.pages[0].repeat_x);
    assert_eq!(atlas.pages[0].mag_filter, Filter::Linear);
    let region = |name: &str| &atlas.regions[atlas.find(name).unwrap()];
    let expected = AtlasRegion {
        page: 0,
        name: "trim90".into(),
        x: 2,
        y: 40,
        width: 48,
        height: 40,
        offset_x: 5,
        offset_y: 7,
        original_width: 64,
        original_height: 64,
        degrees: 90,
        index: -1,
        values: Vec::new(),
    };
    assert_eq!(region("trim90"), &expected);
    assert_eq!(region("trim90").packed_size(), [40, 48]);
    assert_eq!((region("m180").degrees, region("m270").degrees), (180, 270));
    assert_eq!(region("m180").page, 1);
    assert_eq!(atlas.find("nothing"), None);
}

#[test]
fn line_ends_marks_headers_and_spaces_make_no_difference() {
    let plain = "page.png\nsize: 64, 32\npma: true\nb\nbounds: 1, 2, 3, 4\n\nother.png\na/b\nxy: 5, 6\nsize: 7, 8\n";
    let atlas = read(plain);
    assert_eq!((atlas.pages.len(), atlas.regions.len()), (2, 2));
    assert_eq!(atlas.pages[0].premultiplied, Some(true));
    assert_eq!(
        (atlas.pages[1].size, atlas.pages[1].premultiplied),
        (None, None)
    );
    assert_eq!(atlas.regions[1].original_height, 8);
    for other in [
        plain.replace('\n', "\r\n"),
        plain.replace('\n', "\r"),
        format!("\u{feff}{plain}"),
        format!("\n\n{plain}\n\n"),
        plain.replace(": ", ":"),
        plain.replace(", ", " ,  "),
        plain.replace("bounds", "\t  bounds"),
        format!("format: 2\nmade by: hand\n{plain}"),
        plain.trim_end().to_owned(),
    ] {
        assert_eq!(read(&other), atlas, "{other:?}");
        assert!(atlas::is_atlas(other.as_bytes()), "{other:?}");
    }
    let Some(shared) = shared() else { return };
    for (name, regions) in [
        ("crlf.atlas", 7),
        ("bom.atlas", 7),
        ("missing-page.atlas", 7),
    ] {
        let bytes = std::fs::read(shared.join("data/spine-malformed").join(name)).unwrap();
        let (atlas, findings) = atlas::read(&bytes).unwrap();
        assert_eq!(
            (atlas.regions.len(), findings.len()),
            (regions, 0),
            "{name}"
        );
    }
}

#[test]
fn what_is_kept_and_what_is_not() {
    let atlas = read(
        "p.png\nsize:99,99\nr\nindex:3\nbounds:0,0,9,9\nsplit:1,2,3,4\npad:0,0,1,1,7\nrotate:-90\n",
    );
    let region = &atlas.regions[0];
    assert_eq!((region.index, region.degrees), (3, 270));
    let kept = [
        ("split".to_owned(), vec![1, 2, 3, 4]),
        ("pad".to_owned(), vec![0, 0, 1, 1]),
    ];
    assert_eq!(region.values, kept);
}

#[test]
fn odd_atlases_are_said_and_empty_ones_refused() {
    use Severity::{Error, Note, Warning};
    assert_eq!(codes("p.png\nsize:9,9\n"), [(Error, "spine.atlas-empty")]);
    assert_eq!(
        codes("p.png\nsize:9,9\nr\nindex:1\n"),
        [(Error, "spine.atlas-region")]
    );
    let region = "p.png\nsize:9,9\nr\nbounds:0,0,9,9\n";
    assert_eq!(codes(region), []);
    for odd in [
        "rotate:45",
        "rotate:left",
        "index:x",
        "offsets:1,2",
        "size:-1,4",
    ] {
        let text = format!("{region}{odd}\n");
        assert_eq!(codes(&text), [(Warning, "spine.atlas-entry")], "{odd}");
    }
    let twice = format!("{region}r\nbounds:0,0,1,1\n");
    assert_eq!(codes(&twice), [(Note, "spine.atlas-repeated")]);
    let outside = "p.png\nsize:9,9\nr\nbounds:0,0,10,2\n";
    assert_eq!(codes(outside), [(Warning, "spine.atlas-outside")]);
    let turned = format!("{outside}rotate:90\n");
    assert_eq!(codes(&turned), [(Warning, "spine.atlas-outside")]);
    for (bytes, found) in [
        (&b""[..], "an empty file"),
        (b" \n\n", "an empty file"),
        (b"size: 1,2\n", "nothing but entries"),
        (b"\x89PNG\0\0", "a NUL byte"),
    ] {
        let error = atlas::read(bytes).unwrap_err();
        assert_eq!(error.found, found);
        assert!(!atlas::is_atlas(bytes));
    }
}

/// A rig of one region, with some atlases beside it.
fn opened(region: &str, atlases: &[(&str, &str)]) -> Character {
    let folder = tempfile::tempdir().unwrap();
    let rig = serde_json::json!({
        "skeleton": {"spine": "4.3.23"},
        "bones": [{"name": "root"}],
        "slots": [{"name": "body", "bone": "root", "attachment": region}],
        "skins": [{"name": "default", "attachments": {"body": {region: {"width": 8, "height": 8}}}}],
    });
    std::fs::write(folder.path().join("hero.json"), rig.to_string()).unwrap();
    for (name, text) in atlases {
        std::fs::write(folder.path().join(name), text).unwrap();
    }
    let folder = [folder.path().to_path_buf()];
    let opened = open(&folder, &OpenOptions::default(), &Progress::default()).unwrap();
    opened.characters.into_iter().next().unwrap()
}

fn said(character: &Character) -> Vec<&str> {
    character.findings.iter().map(|it| it.code).collect()
}

const BODY: &str = "sheet.png\nsize: 8, 8\nbody\nbounds: 0, 0, 8, 8\n";
const OTHER: &str = "other.png\nsize: 8, 8\nother\nbounds: 0, 0, 8, 8\n";

#[test]
fn of_several_atlases_without_the_rigs_name_the_one_with_its_pictures_is_used() {
    let character = opened("body", &[("a.atlas", OTHER), ("b.atlas", BODY)]);
    let chosen = atlas_for(&character, 0).unwrap();
    assert_eq!(character.atlases[chosen].name, "b");
    // Every page is missing, and each is named once; nothing else is odd.
    assert_eq!(said(&character), ["spine.page-missing"; 2]);
}

#[test]
fn where_no_atlas_fits_better_than_the_others_they_are_named() {
    for (region, second) in [("body", BODY), ("elsewhere", OTHER)] {
        let character = opened(region, &[("a.atlas", BODY), ("b.atlas", second)]);
        assert_eq!(atlas_for(&character, 0), None);
        let finding = character
            .findings
            .iter()
            .find(|it| it.code == "spine.no-atlas")
            .unwrap();
        for said in ["\"a\", \"b\"", "hero.atlas"] {
            assert!(finding.message.contains(said), "{}", finding.message);
        }
    }
    let alone = opened("body", &[]);
    assert_eq!(said(&alone), ["spine.no-atlas"]);
    assert!(alone.findings[0].message.contains("hero.atlas"));
}

#[test]
fn missing_pictures_are_named() {
    let character = opened("body", &[("hero.atlas", OTHER)]);
    let finding = character
        .findings
        .iter()
        .find(|it| it.code == "spine.region-missing")
        .unwrap();
    assert!(finding.message.contains("\"body\""), "{}", finding.message);
}
