//! Spine poses against golden values of the reference runtime: bones, vertices, draw order, attachments, colours,
//! sequences, what is drawn after clipping, events.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod common;
mod spine_golden_support;

use std::path::Path;

use rigscope::model::spine::{ConstraintKind, Rig};
use serde_json::Value;
use spine_golden_support::{compare_file, load};

/// Golden files that are not met; one that starts to be met must be taken off.
const NOT_MET: [&str; 0] = [];

/// What a test of golden files has covered and what it has found off.
struct Tally {
    noise_limit: f64,
    left_out: usize,
    coverage: common::Coverage,
    samples: usize,
    worst: f64,
    off: Vec<String>,
}

impl Tally {
    fn new() -> Self {
        Self {
            noise_limit: f64::INFINITY,
            left_out: 0,
            coverage: common::Coverage::default(),
            samples: 0,
            worst: 0.0,
            off: Vec::new(),
        }
    }

    fn compare(
        &mut self,
        shared: &Path,
        golden: &Value,
        (skeleton, atlas): (&str, &str),
        leniency: f64,
    ) {
        let loaded = load(shared, skeleton, atlas);
        let comparison = compare_file(golden, &loaded, leniency, self.noise_limit);
        self.left_out += comparison.left_out;
        self.coverage.files += 1;
        self.coverage.values += comparison.values;
        self.samples += comparison.samples;
        self.worst = self.worst.max(comparison.worst);
        if !comparison.failures.is_empty() {
            let (off, values) = (comparison.failures.len(), comparison.values);
            println!("{skeleton} with {atlas}: {off} off of {values}");
            for failure in comparison.failures.iter().take(6) {
                println!("    {failure}");
            }
            self.off.push(skeleton.to_owned());
        }
    }

    fn report(&self, what: &str) {
        let (samples, worst, left_out) = (self.samples, self.worst, self.left_out);
        println!(
            "{what}: {samples} samples, {left_out} left out, worst {worst:.3} of the tolerance"
        );
        self.coverage.report(what);
    }
}

/// Base names and documents of all goldens; `$RIGSCOPE_GOLDEN` picks those whose name holds it.
fn goldens(shared: &Path) -> impl Iterator<Item = (String, Value)> {
    let only = std::env::var("RIGSCOPE_GOLDEN").unwrap_or_default();
    common::files_ending(&shared.join("goldens/spine"), &["json"])
        .into_iter()
        .map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned())
        .filter(move |name| name.contains(&only))
        .map({
            let shared = shared.to_path_buf();
            move |name| {
                let golden = common::golden(&shared, &format!("spine/{name}.json"));
                (name, golden)
            }
        })
}

/// Rigs whose variants agree exactly; other JSON files are rounded.
fn is_exact(name: &str) -> bool {
    name.starts_with("t-") || name.starts_with("fuzz-")
}

#[test]
fn every_sample_of_every_golden_file_is_met() {
    let Some(shared) = common::shared() else {
        return;
    };
    let mut tally = Tally::new();
    for (_, golden) in goldens(&shared) {
        let files = (
            golden["skel"].as_str().unwrap(),
            golden["atlas"].as_str().unwrap(),
        );
        tally.compare(&shared, &golden, files, 1.0);
    }
    tally.report("Spine poses");
    assert_eq!(tally.off, NOT_MET, "golden files that are not met");
}

#[test]
fn json_gives_the_same_poses() {
    let Some(shared) = common::shared() else {
        return;
    };
    let mut tally = Tally::new();
    for (name, golden) in goldens(&shared) {
        let atlas = golden["atlas"].as_str().unwrap();
        // Editors round JSON to hundredths, and keep alpha keys finer than the bytes of a binary file.
        let leniency = if is_exact(&name) { 2.0 } else { 50.0 };
        tally.compare(&shared, &golden, (&format!("{name}.json"), atlas), leniency);
    }
    tally.report("Spine poses from JSON");
    assert_eq!(tally.off, NOT_MET, "JSON files that are not met");
}

#[test]
fn files_without_the_editors_data_and_old_atlases_give_the_same_poses() {
    let Some(shared) = common::shared() else {
        return;
    };
    let mut tally = Tally::new();
    for (name, golden) in goldens(&shared).filter(|(name, _)| is_exact(name)) {
        let atlas = golden["atlas"].as_str().unwrap().to_owned();
        let legacy = format!("{name}-legacy.atlas");
        let atlas = if name.starts_with("t-") {
            legacy
        } else {
            atlas
        };
        let files = (&*format!("{name}-min.skel"), &*atlas);
        tally.compare(&shared, &golden, files, 1.0);
    }
    tally.report("Spine poses without nonessential data");
    assert_eq!(tally.off, NOT_MET, "files that are not met");
}

/// Rigs of other seeds, made by the oracle together with their goldens: `$RIGSCOPE_ORACLE` names a folder with
/// `data/spine` and `goldens/spine`.
#[test]
#[ignore = "wants a folder of rigs and goldens that the oracle has made"]
fn new_random_rigs_give_the_oracles_poses() {
    let folder = std::env::var_os("RIGSCOPE_ORACLE").expect("$RIGSCOPE_ORACLE is not set");
    let folder = std::path::PathBuf::from(folder);
    let mut tally = Tally::new();
    tally.noise_limit = 3e-3;
    for (name, golden) in goldens(&folder) {
        if rounding_decides(
            &load(
                &folder,
                golden["skel"].as_str().unwrap(),
                golden["atlas"].as_str().unwrap(),
            )
            .rig,
        ) {
            println!("{name}: left out, a soft limb ends in a bone without length");
            continue;
        }
        let files = (
            golden["skel"].as_str().unwrap(),
            golden["atlas"].as_str().unwrap(),
        );
        tally.compare(&folder, &golden, files, 1.0);
    }
    tally.report("New random rigs");
    assert_eq!(tally.off, NOT_MET, "rigs that are not met");
}

/// Softness sets the target exactly at the reach of a limb whose second bone has no length; which way that bone turns is
/// then a matter of the last bit.
fn rounding_decides(rig: &Rig) -> bool {
    rig.constraints
        .iter()
        .any(|constraint| match &constraint.kind {
            ConstraintKind::Ik(ik) => ik.bones.len() == 2 && rig.bones[ik.bones[1]].length == 0.0,
            _ => false,
        })
}
