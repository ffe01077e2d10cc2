//! Characters written as files of Lost Saga, opened again, and posed.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

#[path = "../cli_support/mod.rs"]
mod cli_support;
#[path = "../common/mod.rs"]
mod common;

mod carried;
mod chains;
mod odd;
mod played;

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use rigscope::export::lostsaga::{Carried, Order, Wanted, Written, write};
use rigscope::export::{ClipSource, ExportError, Figure};
use rigscope::formats::lostsaga::ani::{self, Ani};
use rigscope::formats::lostsaga::msh::{self, Msh};
use rigscope::formats::lostsaga::skl::{self, Skl};
use rigscope::model::{Basis, Finding, Influences, Mesh, Skeleton};

pub fn sample(family: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("assets/samples")
        .join(family)
}

pub fn figure<'a>(
    skeleton: Option<&'a Skeleton>,
    mesh: Option<&'a Mesh>,
    influences: &'a Influences,
) -> Figure<'a> {
    Figure {
        name: "figure",
        family: "test",
        basis: Basis::LEAGUE,
        scale: 1.0,
        skeleton,
        mesh,
        influences,
        materials: &[],
        textures: &[],
        visible: &[],
        bones: None,
        worn: &[],
        held: &[],
    }
}

/// All files of a figure, below `out/resource`.
pub fn set(figure: &Figure<'_>, clips: &[ClipSource<'_>]) -> Result<Written, ExportError> {
    kind(figure, clips, Wanted::Set, "out")
}

pub fn kind(
    figure: &Figure<'_>,
    clips: &[ClipSource<'_>],
    wanted: Wanted,
    output: &str,
) -> Result<Written, ExportError> {
    let order = Order {
        wanted,
        output: Path::new(output),
        unit: 1.0,
        keep_axes: false,
        rest: None,
        carried: &Carried::default(),
    };
    write(figure, clips, &order, &mut |_, _, _| {
        ControlFlow::Continue(())
    })
}

pub fn codes(findings: &[Finding]) -> Vec<&str> {
    findings.iter().map(|finding| finding.code).collect()
}

fn files_ending<'a>(written: &'a Written, ending: &str) -> Vec<&'a [u8]> {
    let files = written.files.iter();
    let files = files.filter(|(path, _)| path.extension().is_some_and(|own| own == ending));
    files.map(|(_, bytes)| bytes.as_slice()).collect()
}

pub fn skeleton_of(written: &Written) -> Skl {
    skl::read(files_ending(written, "skl")[0]).unwrap()
}

pub fn meshes_of(written: &Written) -> Vec<Msh> {
    let files = files_ending(written, "msh").into_iter();
    files.map(|bytes| msh::read(bytes).unwrap()).collect()
}

pub fn clips_of(written: &Written) -> Vec<Ani> {
    let files = files_ending(written, "ani").into_iter();
    files.map(|bytes| ani::read(bytes).unwrap()).collect()
}
