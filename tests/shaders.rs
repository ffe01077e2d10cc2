//! The shaders are good and agree with the structs that feed them. Needs no graphics adapter.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use std::mem::offset_of;

use naga::valid::{Capabilities, ValidationFlags, Validator};
use rigscope::gpu::layout::{BindVertex, DrawRecord, FrameUniform, InfluenceEntry, SkinJob};
use rigscope::gpu::shaders;
use rigscope::model::surface::{Combine, UvSource};
use rigscope::pose::palette::PaletteRows;
use rigscope::pose::skin_cpu::SkinnedVertex;
use rigscope::pose::skin_local::LocalInfluence;

fn parsed(name: &str, source: &str) -> naga::Module {
    let module = naga::front::wgsl::parse_str(source)
        .unwrap_or_else(|error| panic!("{name}: {}", error.emit_to_string(source)));
    Validator::new(ValidationFlags::all(), Capabilities::empty())
        .validate(&module)
        .unwrap_or_else(|error| panic!("{name}: {}", error.emit_to_string(source)));
    module
}

#[test]
fn every_module_is_valid() {
    for (name, source) in shaders::ALL {
        let module = parsed(name, source);
        assert!(!module.entry_points.is_empty(), "{name} has no entry point");
    }
}

#[test]
fn every_file_is_in_a_module() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("shaders");
    let mut files = 0;
    for file in std::fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        assert!(
            shaders::ALL
                .iter()
                .any(|(_, source)| source.contains(&text)),
            "{} is in no module",
            path.display()
        );
        files += 1;
    }
    assert!(files >= shaders::ALL.len());
}

/// Size of the struct and its members' offsets, by the shader's rules.
fn layout(module: &naga::Module, name: &str) -> (u32, Vec<(String, usize)>) {
    let (_, found) = module
        .types
        .iter()
        .find(|(_, candidate)| candidate.name.as_deref() == Some(name))
        .unwrap_or_else(|| panic!("no struct {name}"));
    let naga::TypeInner::Struct { members, span } = &found.inner else {
        panic!("{name} is no struct");
    };
    let offsets = members
        .iter()
        .map(|member| (member.name.clone().unwrap(), member.offset as usize));
    (*span, offsets.collect())
}

/// `$host` has the size of the shader's struct, and fields of the same names at the same offsets; padding aside.
macro_rules! assert_same_layout {
    ($module:expr, $shader:literal, $host:ty, [$($field:ident),*]) => {
        let (size, offsets) = layout(&$module, $shader);
        assert_eq!(size as usize, size_of::<$host>(), "size of {}", $shader);
        let host = [$((stringify!($field).to_owned(), offset_of!($host, $field))),*];
        assert_eq!(offsets, host, "offsets of {}", $shader);
    };
}

#[test]
fn structs_of_the_skin_pass_agree() {
    let module = parsed("skin", shaders::SKIN);
    assert_same_layout!(
        module,
        "Job",
        SkinJob,
        [
            vertex_count,
            output_start,
            palette_start,
            palette_count,
            row_width,
            offset_start
        ]
    );
    assert_same_layout!(
        module,
        "BindVertex",
        BindVertex,
        [position, influence_start, normal, influence_count]
    );
    assert_same_layout!(module, "Influence", InfluenceEntry, [bone, weight]);
    assert_same_layout!(
        module,
        "LocalInfluence",
        LocalInfluence,
        [position, bone, weight]
    );
    assert_same_layout!(module, "SkinnedVertex", SkinnedVertex, [position, normal]);
    assert_eq!(
        layout(&module, "PaletteRows").0 as usize,
        size_of::<PaletteRows>()
    );
}

#[test]
fn the_frame_agrees_in_every_drawing_module() {
    for (name, source) in shaders::ALL {
        if name != "skin" {
            let module = parsed(name, source);
            assert_same_layout!(
                module,
                "Frame",
                FrameUniform,
                [
                    clip_from_world,
                    eye,
                    fade_distance,
                    right,
                    lit,
                    up,
                    textured,
                    back,
                    viewport,
                    background_top,
                    background_bottom
                ]
            );
        }
    }
}

/// The value of a `u32` constant of a shader.
fn constant(module: &naga::Module, name: &str) -> u32 {
    let mut constants = module.constants.iter();
    let found = constants.find(|(_, constant)| constant.name.as_deref() == Some(name));
    let (_, constant) = found.unwrap_or_else(|| panic!("no constant {name}"));
    match module.global_expressions[constant.init] {
        naga::Expression::Literal(naga::Literal::U32(value)) => value,
        ref other => panic!("{name} is {other:?}"),
    }
}

#[test]
fn numbers_of_surfaces_agree() {
    let module = parsed("stages", shaders::STAGES);
    for (name, number) in [
        ("TEXTURED", DrawRecord::TEXTURED),
        ("MISSING", DrawRecord::MISSING),
        ("BLEND", DrawRecord::BLEND),
        ("ADD", DrawRecord::ADD),
        ("ONE_SIDED", DrawRecord::ONE_SIDED),
        ("UNLIT", DrawRecord::UNLIT),
        ("CLAMP", DrawRecord::CLAMP),
        ("MIRRORED", DrawRecord::MIRRORED),
        ("PRESENT", DrawRecord::PRESENT),
        ("FOUND", DrawRecord::FOUND),
        ("UV_ENVIRONMENT", UvSource::Environment as u32),
        ("UV_DRIFT", UvSource::Drift as u32),
        ("UV_SWIRL", UvSource::Swirl as u32),
        ("UV_WAVEY", UvSource::Wavey as u32),
        ("COMBINE_ADD", Combine::Add as u32),
        ("COMBINE_BY_TEXTURE_ALPHA", Combine::ByTextureAlpha as u32),
        ("COMBINE_BY_CURRENT_ALPHA", Combine::ByCurrentAlpha as u32),
        (
            "COMBINE_ADD_BY_CURRENT_ALPHA",
            Combine::AddByCurrentAlpha as u32,
        ),
    ] {
        assert_eq!(constant(&module, name), number, "{name}");
    }
}
