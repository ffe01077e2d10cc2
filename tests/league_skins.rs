//! Skins' bins: what they say of a look, which files they bring together, and what the program shows of them.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod cli_support;
mod common;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use cli_support::{rigscope, rigscope_in, write_figure};
use common::{Coverage, golden, shared};
use rigscope::formats::league::bin::{self, names};
use rigscope::formats::league::hash::{elf, fnv1a, xxh64};
use rigscope::formats::league::skin_bin::{NoDiffuse, diffuse, skins};
use rigscope::formats::{OpenOptions, Progress, open};
use rigscope::model::Character;
use rigscope::model::league::bin::{
    Bin, BinFile, BinName, Field, Kind, List, Map, Object, Struct, Value,
};
use rigscope::scene::Item;
use serde_json::{Value as Json, json};

fn field(name: &str, value: Value) -> Field {
    Field {
        name: fnv1a(name),
        value,
    }
}

fn text(text: &str) -> Value {
    Value::String(text.into())
}

fn embed(class: &str, fields: Vec<Field>) -> Value {
    Value::Embed(Box::new(Struct {
        class: fnv1a(class),
        fields,
    }))
}

fn list(items: Vec<Value>) -> Value {
    let kind = items.first().map_or(Kind::Embed, Value::kind);
    Value::List(Box::new(List { kind, items }))
}

fn object(class: &str, path: &str, fields: Vec<Field>) -> Object {
    Object {
        path: fnv1a(path),
        class: fnv1a(class),
        fields,
        offset: 0,
    }
}

/// A sampler in the older shape.
fn sampler(name: &str, texture: &str) -> Value {
    let fields = vec![
        field("samplerName", text(name)),
        field("textureName", text(texture)),
    ];
    embed("StaticMaterialShaderSamplerDef", fields)
}

/// The same in the newer shape.
fn new_sampler(name: &str, texture: Value) -> Value {
    let fields = vec![
        field("textureName", text(name)),
        field("texturePath", texture),
    ];
    embed("StaticMaterialShaderSamplerDef", fields)
}

fn material(path: &str, samplers: Vec<Value>) -> Object {
    object(
        "StaticMaterialDef",
        path,
        vec![field("samplerValues", list(samplers))],
    )
}

const BASE: &str = "ASSETS/Characters/Figure/Skins/Base";

fn skin(mesh: Vec<Field>) -> Object {
    let graph = vec![field(
        "animationGraphData",
        Value::Link(fnv1a("Characters/Figure/Animations/Skin0")),
    )];
    object(
        "SkinCharacterDataProperties",
        "Characters/Figure/Skins/Skin0",
        vec![
            field("championSkinName", text("Figure")),
            field("skinMeshProperties", embed("SkinMeshDataProperties", mesh)),
            field(
                "skinAnimationProperties",
                embed("skinAnimationProperties", graph),
            ),
        ],
    )
}

/// Skeleton, mesh and texture of the figure.
fn body() -> Vec<Field> {
    vec![
        field("skeleton", text(&format!("{BASE}/FIGURE.skl"))),
        field("simpleSkin", text(&format!("{BASE}/FIGURE.skn"))),
        field("texture", text(&format!("{BASE}/Figure_TX_CM.dds"))),
    ]
}

fn hat_override(fields: Vec<Field>) -> Field {
    let mut all = vec![field("submesh", text("hat"))];
    all.extend(fields);
    field(
        "materialOverride",
        list(vec![embed("SkinMeshDataProperties_MaterialOverride", all)]),
    )
}

fn bin_of(objects: Vec<Object>) -> Bin {
    Bin {
        version: 3,
        objects,
        ..Bin::default()
    }
}

fn write_bin(path: &Path, bin: &Bin) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, bin::write(bin).unwrap()).unwrap();
}

/// An extracted tree: the figure, its skin's bin, a bin with the hat's material, and a graph that names a clip which lies
/// elsewhere. The two bins link to each other.
fn write_tree(root: &Path) {
    write_figure(&root.join(BASE));
    fs::create_dir_all(root.join("ASSETS/Shared")).unwrap();
    fs::rename(
        root.join(BASE).join("animations/still.anm"),
        root.join("ASSETS/Shared/wave.anm"),
    )
    .unwrap();
    let data = root.join("DATA/Characters/Figure");
    let mut mesh = body();
    mesh.push(field("initialSubmeshToHide", text("Nothing,  HAT")));
    mesh.push(field("skinScale", Value::F32(1.5)));
    mesh.push(hat_override(vec![field(
        "material",
        Value::Link(fnv1a("Materials/Hat")),
    )]));
    let mut skin0 = bin_of(vec![skin(mesh)]);
    skin0.linked = vec![
        "DATA/Characters/Figure/Animations/Skin0.bin".into(),
        "DATA/Figure_Shared.bin".into(),
        "DATA/Nowhere.bin".into(),
    ];
    write_bin(&data.join("Skins/Skin0.bin"), &skin0);
    let mut shared = bin_of(vec![material(
        "Materials/Hat",
        vec![
            sampler("Alt_Diffuse_Texture", "ASSETS/Other.dds"),
            sampler("DIFFUSE_texture", &format!("{BASE}/Figure_Hat_TX_CM.tex")),
        ],
    )]);
    shared.linked = vec!["data/characters/figure/skins/skin0.bin".into()];
    write_bin(&root.join("DATA/Figure_Shared.bin"), &shared);
    let resource = vec![field("mAnimationFilePath", text("assets/shared/WAVE.anm"))];
    let clip = Struct {
        class: names::ATOMIC_CLIP_DATA,
        fields: vec![field(
            "mAnimationResourceData",
            embed("AnimationResourceData", resource),
        )],
    };
    let clips = Map {
        key: Kind::Hash,
        value: Kind::Pointer,
        pairs: vec![(Value::Hash(fnv1a("Wave")), Value::Pointer(Box::new(clip)))],
    };
    let graph = object(
        "AnimationGraphData",
        "Characters/Figure/Animations/Skin0",
        vec![field("mClipDataMap", Value::Map(Box::new(clips)))],
    );
    write_bin(&data.join("Animations/Skin0.bin"), &bin_of(vec![graph]));
}

#[track_caller]
fn open_one(path: &Path) -> Character {
    let mut opened = open(
        &[path.to_path_buf()],
        &OpenOptions::default(),
        &Progress::default(),
    )
    .unwrap();
    assert_eq!(opened.characters.len(), 1, "{}", path.display());
    opened.characters.remove(0)
}

/// The stem of each submesh's texture.
fn worn(character: &Character) -> Vec<Option<&str>> {
    let texture = |material: &rigscope::model::Material| {
        let texture = material.texture?;
        Some(character.textures[texture].name.as_str())
    };
    character.materials[0].iter().map(texture).collect()
}

const DRESSED: [Option<&str>; 2] = [Some("figure_tx_cm"), Some("figure_hat_tx_cm")];

#[test]
fn any_file_or_folder_of_a_tree_opens_the_whole_character() {
    let guard = tempfile::tempdir().unwrap();
    write_tree(guard.path());
    let skins = "DATA/Characters/Figure/Skins";
    for named in [
        "",
        "ASSETS",
        "ASSETS/Characters/Figure",
        BASE,
        &format!("{BASE}/figure.skn"),
        &format!("{BASE}/figure.skl"),
        &format!("{BASE}/animations/nod.anm"),
        "DATA",
        "DATA/Characters",
        "DATA/Characters/Figure/Animations",
        "DATA/Characters/Figure/Animations/Skin0.bin",
        skins,
        &format!("{skins}/Skin0.bin"),
    ] {
        let character = open_one(&guard.path().join(named));
        assert_eq!(character.meshes.len(), 1, "{named}");
        assert_eq!(character.skeletons.len(), 1, "{named}");
        assert_eq!(character.bins.len(), 3, "{named}");
        let mut clips: Vec<&str> = character.clips.iter().map(|c| c.name.as_str()).collect();
        clips.sort_unstable();
        assert_eq!(clips, ["nod", "wave"], "{named}");
        assert_eq!(worn(&character), DRESSED, "{named}");
        assert_eq!(character.name, "figure", "{named}");
        let skin = character.skin_of_mesh(0).unwrap();
        assert_eq!(skin.scale, 1.5);
        let graph = skin.graph.unwrap();
        let graphs = character.bins.iter().filter_map(|f| f.bin.object(graph));
        assert_eq!(graphs.count(), 1, "{named}");
        let mut item = Item::new(character);
        assert_eq!(item.visible, [true, false], "{named}");
        item.pick_mesh(Some(0));
        assert_eq!(item.visible, [true, false], "{named}");
    }
}

#[test]
fn case_and_the_place_of_the_person_do_not_matter() {
    let guard = tempfile::tempdir().unwrap();
    write_tree(guard.path());
    fs::rename(guard.path().join("ASSETS"), guard.path().join("assets")).unwrap();
    fs::rename(guard.path().join("DATA"), guard.path().join("Data")).unwrap();
    let skins = guard.path().join("Data/Characters/Figure/Skins");
    for (here, name) in [
        (skins.clone(), "Skin0.bin"),
        (skins, "."),
        (
            guard.path().join("Data"),
            "Characters/Figure/Skins/Skin0.bin",
        ),
        (
            guard.path().join("assets/Characters/Figure/Skins/Base"),
            "figure.skn",
        ),
    ] {
        let run = rigscope_in(&here, &["inspect", name, "--json"]);
        assert_eq!(run.status, 0, "{name}: {}", run.stderr);
        let document = run.json();
        assert_eq!(document["meshes"][0]["name"], "figure", "{name}");
        assert_eq!(document["bins"].as_array().unwrap().len(), 3, "{name}");
        let files = document["files"].as_array().unwrap();
        let is_relative = |file: &Json| Path::new(file.as_str().unwrap()).is_relative();
        assert!(files.iter().all(is_relative), "{files:?}");
    }
}

#[test]
fn only_what_is_named_is_taken_where_that_is_asked_for() {
    let guard = tempfile::tempdir().unwrap();
    write_tree(guard.path());
    let mesh = guard.path().join(BASE).join("figure.skn");
    let opened = open(&[mesh], &OpenOptions { only: true }, &Progress::default()).unwrap();
    assert_eq!(opened.characters[0].files.len(), 1);
    assert_eq!(Item::new(opened.characters[0].clone()).scale(), 1.0);
}

/// The figure in a folder with a bin beside it; textures by name.
fn figure_with(bin: &Bin) -> (tempfile::TempDir, PathBuf) {
    let (guard, folder) = cli_support::figure();
    write_bin(&folder.join("skin0.bin"), bin);
    (guard, folder)
}

#[test]
fn a_skins_scale_stands_at_the_root_and_in_no_pose() {
    let mut mesh = body();
    mesh.push(field("skinScale", Value::U8(2)));
    let (_guard, folder) = figure_with(&bin_of(vec![skin(mesh)]));
    let scaled = Item::new(open_one(&folder));
    fs::remove_file(folder.join("skin0.bin")).unwrap();
    let plain = Item::new(open_one(&folder));
    assert_eq!((scaled.scale(), plain.scale()), (2.0, 1.0));
    assert_eq!(scaled.posed_vertices(), plain.posed_vertices());
    let point = glam::Vec3::new(1.0, 2.0, 3.0);
    let [large, small] =
        [&scaled, &plain].map(|item| item.world_from_file().transform_point3(point));
    assert_eq!(large, 2.0 * small);
    assert_eq!(scaled.visible, [true, true]);
}

#[test]
fn a_scale_that_would_hide_the_character_is_a_finding() {
    for scale in [f32::NAN, f32::INFINITY, 0.0, -1.0, 1e30] {
        let mut mesh = body();
        mesh.push(field("skinScale", Value::F32(scale)));
        let (_guard, folder) = figure_with(&bin_of(vec![skin(mesh)]));
        let character = open_one(&folder);
        assert_eq!(character.skin_of_mesh(0).unwrap().scale, 1.0);
        let codes: Vec<&str> = character.findings.iter().map(|f| f.code).collect();
        assert!(codes.contains(&"league.skin-scale"), "{scale}: {codes:?}");
        let messages = character.findings.iter().map(|f| f.message.as_str());
        let messages: Vec<&str> = messages.collect();
        assert!(!messages.concat().contains("F32"), "{messages:?}");
    }
}

#[test]
fn an_overrides_material_wins_over_its_texture_and_that_over_the_meshs() {
    let hat = format!("{BASE}/Figure_Hat_TX_CM.dds");
    let material_field = |path: &str| field("material", Value::Link(fnv1a(path)));
    let own = |fields| {
        let mut mesh = body();
        mesh.push(hat_override(fields));
        mesh
    };
    let with_material = |path: &str| {
        let mut mesh = body();
        mesh.push(material_field(path));
        mesh
    };
    let hat_material = || material("hat", vec![sampler("Diffuse_Texture", &hat)]);
    let cases = [
        (own(vec![material_field("hat")]), DRESSED[1], "material"),
        (
            own(vec![field("texture", text(&hat))]),
            DRESSED[1],
            "texture",
        ),
        (
            own(vec![
                field("texture", text("ASSETS/other.dds")),
                material_field("hat"),
            ]),
            DRESSED[1],
            "its override's material",
        ),
        (
            own(vec![material_field("lost"), field("texture", text(&hat))]),
            DRESSED[1],
            "is in no bin at hand",
        ),
        (own(Vec::new()), DRESSED[0], "the mesh's texture"),
        (with_material("hat"), DRESSED[1], "the mesh's material"),
        (with_material("lost"), DRESSED[0], "the mesh's texture"),
    ];
    for (index, (mesh, expected, reason)) in cases.into_iter().enumerate() {
        let (_guard, folder) = figure_with(&bin_of(vec![skin(mesh), hat_material()]));
        let character = open_one(&folder);
        assert_eq!(worn(&character)[1], expected, "case {index}");
        let material = &character.materials[0][1];
        assert!(material.reason.contains(reason), "{}", material.reason);
        assert!(material.reason.contains("skin0.bin"), "{}", material.reason);
    }
}

#[test]
fn names_may_be_hashes_and_files_may_be_called_by_their_hash() {
    let mut mesh = body();
    mesh[0].value = Value::File(xxh64("assets/characters/figure/skins/base/figure.skl"));
    mesh[1].value = Value::File(xxh64("assets/characters/figure/skins/base/figure.skn"));
    mesh[2].value = Value::File(xxh64(
        "assets/characters/figure/skins/base/figure_hat_tx_cm.tex",
    ));
    let guard = tempfile::tempdir().unwrap();
    write_figure(&guard.path().join(BASE));
    write_bin(
        &guard.path().join("data/characters/figure/skins/skin0.bin"),
        &bin_of(vec![skin(mesh)]),
    );
    let character = open_one(&guard.path().join(BASE).join("figure.skn"));
    assert_eq!(worn(&character), [DRESSED[1]; 2]);
    // The body's texture under the name that an archive without names gives.
    let (_guard, folder) = figure_with(&bin_of(vec![skin(body())]));
    let stated = xxh64(&format!("{BASE}/Figure_TX_CM.dds"));
    let hashed = format!("{stated:016x}");
    fs::rename(
        folder.join("figure_tx_cm.tex"),
        folder.join(format!("{hashed}.dds")),
    )
    .unwrap();
    assert_eq!(worn(&open_one(&folder)), [Some(hashed.as_str()); 2]);
}

#[test]
fn a_texture_that_is_not_at_hand_is_guessed_by_words_and_said() {
    let mut mesh = body();
    mesh[2] = field("texture", text("ASSETS/Lost.dds"));
    let (_guard, folder) = figure_with(&bin_of(vec![skin(mesh)]));
    let character = open_one(&folder);
    assert_eq!(worn(&character), DRESSED);
    let material = &character.materials[0][0];
    assert!(material.reason.contains("ASSETS/Lost.dds, is not at hand"));
    let looked_for: Vec<PathBuf> = ["ASSETS/Lost.dds", "ASSETS/Lost.tex"]
        .map(Into::into)
        .into();
    assert_eq!(material.looked_for[..2], looked_for);
}

#[test]
fn paths_never_lead_out_of_the_tree() {
    let guard = tempfile::tempdir().unwrap();
    let tree = guard.path().join("tree");
    write_figure(&guard.path().join("outside"));
    let outside = guard.path().join("outside/figure.skn");
    for path in [
        "../../outside/figure.skn",
        "DATA/../../outside/figure.skn",
        outside.to_str().unwrap(),
        "",
        "/",
        ".",
    ] {
        let mesh = vec![
            field("simpleSkin", text(path)),
            field("texture", text(path)),
        ];
        let bin = tree.join("data/skin0.bin");
        write_bin(&bin, &bin_of(vec![skin(mesh)]));
        let is_absolute_inside = path.starts_with('/') && path.len() > 1;
        let character = open_one(&bin);
        // An absolute path is one below some folder upwards, of which the disk's top is none to a bin.
        assert!(
            character.meshes.is_empty() || is_absolute_inside,
            "{path:?}"
        );
    }
}

#[test]
fn of_skins_that_share_a_mesh_the_named_or_the_folders_own_is_worn() {
    let guard = tempfile::tempdir().unwrap();
    let path = "ASSETS/Characters/Figure/Skins/Skin04";
    write_figure(&guard.path().join(path));
    let data = guard.path().join("DATA/Characters/Figure/Skins");
    for (number, scale) in [(4, 4.0), (5, 5.0), (10, 10.0)] {
        let mesh = vec![
            field("simpleSkin", text(&format!("{path}/figure.skn"))),
            field("skinScale", Value::F32(scale)),
        ];
        write_bin(
            &data.join(format!("Skin{number}.bin")),
            &bin_of(vec![skin(mesh)]),
        );
    }
    let scale = |path: &Path| Item::new(open_one(path)).scale();
    assert_eq!(scale(&guard.path().join(path).join("figure.skn")), 4.0);
    assert_eq!(scale(guard.path()), 4.0);
    assert_eq!(scale(&data.join("Skin5.bin")), 5.0);
    assert_eq!(scale(&data.join("Skin10.bin")), 10.0);
}

#[test]
fn in_a_tree_of_many_each_character_gets_its_own_bin() {
    let guard = tempfile::tempdir().unwrap();
    write_tree(guard.path());
    write_figure(&guard.path().join("ASSETS/Characters/Other/Skins/Base"));
    let mesh = vec![field(
        "simpleSkin",
        text("ASSETS/Characters/Other/Skins/Base/figure.skn"),
    )];
    let bin = guard.path().join("DATA/Characters/Other/Skins/Skin0.bin");
    write_bin(&bin, &bin_of(vec![skin(mesh)]));
    let paths = [guard.path().to_path_buf()];
    let opened = open(&paths, &OpenOptions::default(), &Progress::default()).unwrap();
    let with_body = opened.characters.iter().filter(|c| !c.meshes.is_empty());
    let scales: Vec<f32> = with_body.map(|c| Item::new(c.clone()).scale()).collect();
    assert_eq!(scales, [1.5, 1.0]);
    let alone = opened.characters.iter().filter(|c| c.meshes.is_empty());
    for character in alone {
        assert!(character.bins.is_empty(), "{:?}", character.files);
    }
}

#[test]
fn a_bin_without_its_mesh_says_what_is_missing() {
    let guard = tempfile::tempdir().unwrap();
    let path = guard.path().join("skin0.bin");
    write_bin(&path, &bin_of(vec![skin(body())]));
    let character = open_one(&path);
    let [finding] = character.findings.as_slice() else {
        panic!("{:?}", character.findings)
    };
    assert_eq!(finding.code, "league.skin-without-mesh");
    assert!(finding.message.contains("FIGURE.skn"), "{finding:?}");
}

#[test]
fn a_body_that_is_named_by_the_hash_of_its_path_is_found_or_said() {
    let mut mesh = body();
    let [skeleton, skin_file] = ["skl", "skn"].map(|end| xxh64(&format!("{BASE}/figure.{end}")));
    mesh[0].value = Value::File(skeleton);
    mesh[1].value = Value::File(skin_file);
    let guard = tempfile::tempdir().unwrap();
    let path = guard.path().join("data/characters/figure/skins/skin0.bin");
    write_bin(&path, &bin_of(vec![skin(mesh)]));
    let character = open_one(&path);
    let [finding] = character.findings.as_slice() else {
        panic!("{:?}", character.findings)
    };
    assert_eq!(finding.code, "league.skin-without-mesh");
    assert!(finding.message.contains(&format!("{skin_file:016x}")));
    // In the tree under its name.
    write_figure(&guard.path().join(BASE));
    let character = open_one(&path);
    assert_eq!((character.meshes.len(), character.skeletons.len()), (1, 1));
    assert_eq!(character.skins[0].of_mesh, Some(0));
    // At the top of the tree under its hash.
    for (hash, end) in [(skeleton, "skl"), (skin_file, "skn")] {
        let from = guard.path().join(format!("{BASE}/figure.{end}"));
        fs::rename(from, guard.path().join(format!("{hash:016x}.{end}"))).unwrap();
    }
    let character = open_one(&path);
    assert_eq!((character.meshes.len(), character.skeletons.len()), (1, 1));
    assert_eq!(character.skins[0].of_skeleton, Some(0));
}

#[test]
fn a_clip_graph_without_a_skin_says_what_to_open_with_it() {
    let guard = tempfile::tempdir().unwrap();
    write_tree(guard.path());
    let graph = "DATA/Characters/Figure/Animations/Skin0.bin";
    let alone = guard.path().join("alone");
    fs::create_dir(&alone).unwrap();
    fs::copy(guard.path().join(graph), alone.join("graph.bin")).unwrap();
    let character = open_one(&alone.join("graph.bin"));
    let codes: Vec<&str> = character.findings.iter().map(|f| f.code).collect();
    assert!(
        codes.contains(&"league.graph-without-skeleton"),
        "{codes:?}"
    );
    let character = open_one(&guard.path().join(graph));
    let codes: Vec<&str> = character.findings.iter().map(|f| f.code).collect();
    assert!(
        !codes.contains(&"league.graph-without-skeleton"),
        "{codes:?}"
    );
}

fn patch_of(changes: Vec<(&str, &str, Value)>) -> Bin {
    let change = |(object, path, value): (&str, &str, Value)| rigscope::model::league::bin::Patch {
        object: fnv1a(object),
        path: path.into(),
        value,
    };
    Bin {
        patch_version: Some(1),
        patches: changes.into_iter().map(change).collect(),
        ..bin_of(Vec::new())
    }
}

fn of_code<'a>(character: &'a Character, code: &str) -> Option<&'a rigscope::model::Finding> {
    character
        .findings
        .iter()
        .find(|finding| finding.code == code)
}

const SKIN: &str = "Characters/Figure/Skins/Skin0";

#[test]
fn a_patch_that_leads_nowhere_says_that_it_is_not_applied() {
    let yes = || Value::Bool(true);
    let patch = patch_of(vec![
        ("elsewhere", "a", yes()),
        (
            SKIN,
            "skinMeshProperties.materialOverride[7].texture",
            yes(),
        ),
        (SKIN, "championSkinName.length", yes()),
        (SKIN, "skinMeshProperties..skinScale", yes()),
        (SKIN, "noSuchField.skinScale", yes()),
        (SKIN, "skinMeshProperties.materialOverride[x]", yes()),
        (SKIN, "", yes()),
    ]);
    let (_guard, folder) = figure_with(&bin_of(vec![skin(body())]));
    write_bin(&folder.join("skin0.ptch.bin"), &patch);
    let character = open_one(&folder);
    let finding = of_code(&character, "league.patch-not-applied").unwrap();
    assert!(finding.message.contains("7 values"), "{finding:?}");
    let hash = format!("{:#010x}", fnv1a("elsewhere"));
    assert!(finding.message.contains(&hash), "{finding:?}");
    assert!(of_code(&character, "league.patch-applied").is_none());
    assert_eq!(Item::new(character).scale(), 1.0);
    write_bin(&folder.join("skin0.ptch.bin"), &patch_of(Vec::new()));
    let character = open_one(&folder);
    assert!(of_code(&character, "league.patch-not-applied").is_none());
}

#[test]
fn a_patch_beside_the_bins_that_it_changes_is_applied_and_said() {
    let overridden = |texture: &str| {
        embed(
            "SkinMeshDataProperties_MaterialOverride",
            vec![
                field("submesh", text("Hat")),
                field("texture", text(texture)),
            ],
        )
    };
    let mut mesh = body();
    mesh.push(field("materialOverride", list(vec![overridden("old.dds")])));
    let hat = format!("{BASE}/figure_hat_tx_cm.dds");
    let mut patch = patch_of(vec![
        // One that is not stored has its default, and is added.
        (SKIN, "skinMeshProperties.skinScale", Value::F32(2.0)),
        (SKIN, "championSkinName", text("Patched")),
        (
            SKIN,
            "skinMeshProperties.materialOverride[0].texture",
            text(&hat),
        ),
    ]);
    patch.deletions = vec![fnv1a("gone"), fnv1a("replaced")];
    patch.objects = vec![material(
        "replaced",
        vec![sampler("Diffuse_Texture", "new.dds")],
    )];
    let bin = bin_of(vec![
        skin(mesh),
        material("gone", Vec::new()),
        material("replaced", vec![sampler("Diffuse_Texture", "old.dds")]),
    ]);
    let (_guard, folder) = figure_with(&bin);
    let plain = open_one(&folder);
    assert_eq!(plain.skins[0].name.as_deref(), Some("Figure"));
    write_bin(&folder.join("skin0.ptch.bin"), &patch);
    let character = open_one(&folder);
    assert_eq!(character.skins.len(), 1);
    let patched = &character.skins[0];
    assert_eq!(patched.name.as_deref(), Some("Patched"));
    assert_eq!(patched.overrides[0].texture, Some(BinName::Text(hat)));
    let found = diffuse(&character.bins, fnv1a("replaced")).map(|found| found.texture);
    assert_eq!(found, Ok(BinName::Text("new.dds".into())));
    assert_eq!(
        diffuse(&character.bins, fnv1a("gone")),
        Err(NoDiffuse::NotAtHand)
    );
    let finding = of_code(&character, "league.patch-applied").unwrap();
    for part in ["3 values", "1 object, and takes 1 object away"] {
        assert!(finding.message.contains(part), "{finding:?}");
    }
    assert!(of_code(&character, "league.patch-not-applied").is_none());
    assert_eq!(Item::new(character).scale(), 2.0);
}

#[test]
fn a_patch_alone_asks_for_the_bins_that_it_changes() {
    let mut patch = patch_of(vec![(
        SKIN,
        "skinMeshProperties.skinScale",
        Value::F32(2.0),
    )]);
    patch.objects = vec![skin(body())];
    let guard = tempfile::tempdir().unwrap();
    let path = guard.path().join("skin0.ptch.bin");
    write_bin(&path, &patch);
    let character = open_one(&path);
    let [finding] = character.findings.as_slice() else {
        panic!("{:?}", character.findings)
    };
    assert_eq!(finding.code, "league.patch-not-applied");
    assert!(finding.message.contains("brings 1 object"), "{finding:?}");
    assert!(
        finding.fix.contains("together with the bins"),
        "{finding:?}"
    );
}

#[test]
fn a_skeleton_that_is_not_at_hand_is_said_whichever_way_it_is_named() {
    let hash = xxh64(&format!("{BASE}/figure.skl"));
    for (name, told) in [
        (text(&format!("{BASE}/FIGURE.skl")), "FIGURE.skl".to_owned()),
        (Value::File(hash), format!("{hash:016x}")),
        (Value::Hash(7), "00000007".to_owned()),
    ] {
        let mut mesh = body();
        mesh[0].value = name;
        let (_guard, folder) = figure_with(&bin_of(vec![skin(mesh)]));
        let code = "league.skin-without-skeleton";
        assert!(of_code(&open_one(&folder), code).is_none());
        fs::remove_file(folder.join("figure.skl")).unwrap();
        let character = open_one(&folder);
        let finding = of_code(&character, code).unwrap();
        assert!(finding.message.contains(&told), "{finding:?}");
    }
}

#[test]
fn the_sampler_that_is_the_colour_is_taken_in_both_shapes() {
    let found = |samplers| {
        let bin = bin_of(vec![material("m", samplers)]);
        let file = BinFile {
            path: PathBuf::new(),
            bin,
        };
        diffuse(&[Arc::new(file)], fnv1a("M")).map(|found| found.texture)
    };
    let name = |name: &str| Ok(BinName::Text(name.into()));
    let mask = || sampler("Mask", "mask");
    let alternative = || sampler("Alt_Diffuse_Texture", "alternative");
    let main = || sampler("Main_Texture", "main");
    assert_eq!(
        found(vec![
            mask(),
            alternative(),
            main(),
            sampler("Diffuse2", "second"),
            sampler("diffuse_TEXTURE", "it"),
        ]),
        name("it")
    );
    assert_eq!(
        found(vec![mask(), main(), sampler("DiffuseMap", "it")]),
        name("it")
    );
    assert_eq!(found(vec![mask(), alternative(), main()]), name("main"));
    assert_eq!(found(vec![mask(), alternative()]), name("mask"));
    assert_eq!(
        found(vec![mask(), new_sampler("Diffuse_Texture", Value::File(5))]),
        Ok(BinName::File(5))
    );
    assert_eq!(found(Vec::new()), Err(NoDiffuse::NoSampler));
    assert_eq!(diffuse(&[], 1), Err(NoDiffuse::NotAtHand));
}

#[test]
fn every_real_skin_is_read_as_the_goldens_say() {
    let Some(shared) = shared() else { return };
    let mut coverage = Coverage::default();
    for (name, wanted) in golden(&shared, "league/bin.json").as_object().unwrap() {
        let Some(wanted) = wanted["skins"].as_array() else {
            continue;
        };
        let bytes = fs::read(shared.join("data/league").join(name)).unwrap();
        let (bin, _) = bin::read(&bytes).unwrap();
        let (skins, findings) = skins(&bin, 0);
        assert!(findings.is_empty(), "{name}: {findings:?}");
        coverage.equal(name, skins.len(), wanted.len());
        for (skin, wanted) in skins.iter().zip(wanted) {
            let mesh = &wanted["mesh"];
            let text = |name: &Option<BinName>| match name {
                Some(BinName::Text(text)) => json!(text),
                None => Json::Null,
                other => panic!("{other:?}"),
            };
            coverage.equal(name, json!(skin.object), wanted["path_hash"].clone());
            coverage.equal(name, json!(skin.name), wanted["championSkinName"].clone());
            coverage.equal(
                name,
                json!(skin.graph),
                wanted["animationGraphData"].clone(),
            );
            coverage.equal(name, text(&skin.skeleton), mesh["skeleton"].clone());
            coverage.equal(name, text(&skin.mesh), mesh["simpleSkin"].clone());
            coverage.equal(name, text(&skin.texture), mesh["texture"].clone());
            coverage.equal(name, json!(skin.material), mesh["material"].clone());
            let scale = mesh["skinScale"].as_f64().unwrap_or(1.0);
            coverage.near(name, skin.scale, scale, 1e-6);
            let hidden = mesh["initialSubmeshToHide"].as_str().unwrap_or_default();
            let hidden: Vec<&str> = hidden.split([' ', ',']).filter(|n| !n.is_empty()).collect();
            coverage.equal(name, json!(skin.hidden), json!(hidden));
            let none = Vec::new();
            let overrides = mesh["materialOverride"].as_array().unwrap_or(&none);
            coverage.equal(name, skin.overrides.len(), overrides.len());
            for (found, wanted) in skin.overrides.iter().zip(overrides) {
                coverage.equal(name, text(&found.submesh), wanted["submesh"].clone());
                coverage.equal(name, text(&found.texture), wanted["texture"].clone());
                coverage.equal(name, json!(found.material), wanted["material"].clone());
            }
            check_rest(&mut coverage, name, &bin, mesh);
        }
        coverage.files += 1;
    }
    coverage.report("skins");
}

/// The golden fields that a viewer keeps in the tree only.
fn check_rest(coverage: &mut Coverage, name: &str, bin: &Bin, wanted: &Json) {
    let mut skins = bin.of_class(names::SKIN_CHARACTER_DATA_PROPERTIES);
    let mesh = skins
        .next()
        .and_then(|skin| skin.field(names::SKIN_MESH_PROPERTIES))
        .and_then(Value::as_struct);
    let Some(mesh) = mesh else { return };
    let number = |field| mesh.field(field).and_then(Value::as_f32);
    for (key, field) in [
        ("selfIllumination", names::SELF_ILLUMINATION),
        ("boundingSphereRadius", names::BOUNDING_SPHERE_RADIUS),
    ] {
        match (number(field), wanted[key].as_f64()) {
            (Some(found), Some(wanted)) => coverage.near(name, found, wanted, 1e-6),
            (found, wanted) => coverage.equal(name, found.is_some(), wanted.is_some()),
        }
    }
    let bounds = mesh.field(names::OVERRIDE_BOUNDING_BOX);
    if let (Some(bounds), true) = (
        bounds.and_then(Value::as_vec3),
        wanted["overrideBoundingBox"].is_array(),
    ) {
        coverage.all_near(name, &bounds, &wanted["overrideBoundingBox"], 1e-4);
    }
    for (key, field) in [
        ("submeshRenderOrder", names::SUBMESH_RENDER_ORDER),
        (
            "initialSubmeshShadowsToHide",
            names::INITIAL_SUBMESH_SHADOWS_TO_HIDE,
        ),
    ] {
        let found = mesh.field(field).and_then(Value::as_str);
        coverage.equal(name, found, wanted[key].as_str());
    }
}

#[test]
fn real_characters_wear_what_their_bins_say() {
    let Some(shared) = shared() else { return };
    let mut coverage = Coverage::default();
    let weapon = "Akali_Base_Weapon_TX_CM";
    let cases = [
        (
            "gwen",
            vec![
                ("Body", Some("gwen_base_main_tx_cm.gwen"), false),
                ("Doll", Some("gwen_base_main_doll_tx_cm.gwen"), true),
                ("Needle", Some("gwen_base_main_weapon_tx_cm.gwen"), true),
                ("Scissors", Some("gwen_base_main_weapon_tx_cm.gwen"), false),
                (
                    "Scissors_A_Smear",
                    Some("gwen_base_smears_tx_cm.gwen"),
                    false,
                ),
            ],
        ),
        (
            "akali_mod",
            vec![
                ("Akali_Base_Body_Mat", None, false),
                ("kama_left", Some(weapon), false),
                ("kama_right", Some(weapon), true),
                ("kunai_hand", Some(weapon), false),
                ("ramen", None, true),
            ],
        ),
        (
            "aatrox",
            vec![
                ("Body", Some("aatrox_base_tx_cm"), false),
                ("Wings", Some("aatrox_base_tx_cm"), true),
            ],
        ),
        ("jinx_mod", vec![("Body", None, false)]),
    ];
    for (set, parts) in cases {
        let character = open_one(&shared.join("data/league").join(set));
        for (name, texture, hidden) in parts {
            let materials = &character.materials[0];
            let material = materials.iter().find(|m| m.name == name).unwrap();
            let found = material
                .texture
                .map(|t| character.textures[t].name.as_str());
            coverage.equal(&format!("{set} {name}"), found, texture);
            coverage.equal(&format!("{set} {name}"), material.hidden, hidden);
            assert!(material.reason.contains("skin0.bin"), "{}", material.reason);
        }
        coverage.files += 1;
    }
    coverage.report("real looks");
}

#[test]
fn inspect_prints_the_whole_tree_of_values_with_the_names_that_are_known() {
    let guard = tempfile::tempdir().unwrap();
    write_tree(guard.path());
    let run = rigscope(&["inspect", guard.path().to_str().unwrap(), "--json"]);
    assert_eq!(run.status, 0, "{}", run.stderr);
    let document = run.json();
    let skin = &document["skins"][0];
    assert_eq!(skin["scale"], 1.5);
    assert_eq!(skin["hidden"], json!(["Nothing", "HAT"]));
    assert_eq!(skin["worn"], true);
    assert_eq!(document["materials"][1]["hidden"], true);
    let bins = document["bins"].as_array().unwrap();
    let of_skin = |bin: &&Json| bin["objects"][0]["class"]["name"] == "SkinCharacterDataProperties";
    let bin = bins.iter().find(of_skin).unwrap();
    let found: Vec<bool> = bin["linked"]
        .as_array()
        .unwrap()
        .iter()
        .map(|link| link["found"].as_bool().unwrap())
        .collect();
    assert_eq!(found, [true, true, false]);
    let mesh = &bin["objects"][0]["fields"][1];
    assert_eq!(mesh["field"]["name"], "skinMeshProperties");
    assert_eq!(mesh["kind"], "embed");
    let scale = &mesh["value"]["fields"][4];
    assert_eq!(
        *scale,
        json!({"field": {"hash": "0xa1f805da", "name": "skinScale"}, "kind": "f32", "value": 1.5})
    );
    let is_graph = |bin: &&Json| bin["objects"][0]["fields"][0]["kind"] == "map";
    let graph = bins.iter().find(is_graph).unwrap();
    let clips = &graph["objects"][0]["fields"][0];
    assert_eq!(clips["of"], json!(["hash", "pointer"]));
    let [key, clip] = clips["value"][0].as_array().unwrap().as_slice() else {
        panic!("{clips}")
    };
    // The clip's name is known by its file's.
    assert_eq!(key["name"], "wave");
    assert_eq!(clip["class"]["name"], "AtomicClipData");
    let text = rigscope(&["inspect", guard.path().to_str().unwrap()]).stdout;
    for line in [
        "linked: DATA/Figure_Shared.bin\n",
        "linked: DATA/Nowhere.bin, not at hand\n",
        "SkinCharacterDataProperties 0x",
        "scale 1.5",
        "hidden at first",
    ] {
        assert!(text.contains(line), "{line:?} is not in\n{text}");
    }
}

#[test]
fn a_list_of_names_resolves_what_is_not_embedded() {
    let unknown = object(
        "OwnClass",
        "Own/Path",
        vec![field("ownField", Value::U8(1))],
    );
    let (guard, folder) = figure_with(&bin_of(vec![unknown]));
    let list = guard.path().join("names.txt");
    let class = fnv1a("OwnClass");
    fs::write(
        &list,
        format!("{class:08x} OwnClass\nownField\nOwn/Path\nL_Tail\n"),
    )
    .unwrap();
    let [folder, list] = [&folder, &list].map(|path| path.to_str().unwrap());
    let plain = rigscope(&["inspect", folder]).stdout;
    assert!(plain.contains(&format!("{class:#010x} {:#010x}", fnv1a("Own/Path"))));
    let named = rigscope(&["inspect", folder, "--hashes", list]).stdout;
    assert!(named.contains("OwnClass Own/Path: 1 field"), "{named}");
    let json = rigscope(&["inspect", folder, "--hashes", list, "--json"]).json();
    let field = &json["bins"][0]["objects"][0]["fields"][0];
    assert_eq!(field["field"]["name"], "ownField");
    // Tracks of joints that the skeleton has not.
    let mut clip = cli_support::clip(0.0);
    clip.tracks[1].hash = Some(elf("L_Tail"));
    let bytes = rigscope::formats::league::anm::write_v5(&clip).unwrap();
    fs::write(Path::new(folder).join("animations/tail.anm"), bytes).unwrap();
    for command in ["map", "check"] {
        let run = rigscope(&[command, folder, "--hashes", list]);
        assert!(run.stdout.contains("(L_Tail)"), "{command}: {}", run.stdout);
    }
    let run = rigscope(&["map", folder, "--clip", "tail", "--hashes", list, "--json"]);
    assert!(run.stdout.contains("\"name\":\"L_Tail\""), "{}", run.stdout);
    for command in ["map", "check", "inspect"] {
        rigscope(&[command, folder, "--hashes", "/nonexistent"]).assert_refused("--hashes");
    }
}

#[test]
fn check_says_where_a_bin_is_damaged() {
    let (_guard, folder) = figure_with(&bin_of(vec![skin(body())]));
    let path = folder.join("skin0.bin");
    let mut bytes = fs::read(&path).unwrap();
    let name = fnv1a("simpleSkin").to_le_bytes();
    let kind = 4 + bytes.windows(4).position(|window| window == name).unwrap();
    bytes[kind] = 0x99;
    fs::write(&path, bytes).unwrap();
    let run = rigscope(&["check", folder.to_str().unwrap(), "--json"]);
    assert_eq!(run.status, 1);
    let findings = run.json()["findings"].as_array().unwrap().clone();
    let of_bin = |finding: &&Json| finding["code"] == "league.bin-unreadable";
    let finding = findings.iter().find(of_bin).unwrap();
    assert_eq!(finding["offset"], kind);
    assert!(finding["file"].as_str().unwrap().ends_with("skin0.bin"));
    // The figure is shown all the same.
    assert_eq!(worn(&open_one(&folder)), DRESSED);
}

#[test]
fn a_bin_that_names_things_without_end_is_no_work_without_end() {
    let override_of = |index: u32| {
        let fields = vec![
            field("submesh", Value::Hash(index)),
            field("texture", text(&format!("{index}/t.dds"))),
            field("material", Value::Link(index)),
        ];
        embed("SkinMeshDataProperties_MaterialOverride", fields)
    };
    let mut mesh = body();
    mesh.push(field(
        "materialOverride",
        list((1..60_000).map(override_of).collect()),
    ));
    mesh.push(field("initialSubmeshToHide", text(&"x ".repeat(30_000))));
    let empty = |index: u32| Object {
        path: index,
        ..Object::default()
    };
    let mut objects = vec![skin(mesh)];
    objects.extend((0..60_000).map(empty));
    let mut bin = bin_of(objects);
    bin.linked = (0..30_000).map(|index| format!("{index}/x.bin")).collect();
    let (_guard, folder) = figure_with(&bin);
    let mut many = cli_support::mesh();
    many.submeshes = (0..20_000)
        .map(|index| rigscope::model::Submesh {
            name: format!("part {index}"),
            ..many.submeshes[0].clone()
        })
        .collect();
    let bytes = rigscope::formats::league::skn::write(&many).unwrap();
    fs::write(folder.join("figure.skn"), bytes).unwrap();
    let character = open_one(&folder);
    assert_eq!(character.materials[0].len(), 20_000);
}
