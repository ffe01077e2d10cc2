//! Spine poses against golden values of the reference runtime: bones, vertices, draw order, attachments, colours,
//! sequences, what is drawn after clipping, events.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod common;
mod spine_support;

/// Golden files that are not met yet; one that starts to be met must be taken off.
const NOT_MET: [&str; 0] = [];

#[test]
fn every_sample_of_every_golden_file_is_met() {
    let Some(shared) = common::shared() else {
        return;
    };
    let mut coverage = common::Coverage::default();
    let (mut samples, mut wrong) = (0, Vec::new());
    for path in common::files_ending(&shared.join("goldens/spine"), &["json"]) {
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        if std::env::var("ONLY").is_ok_and(|only| !name.contains(&only)) {
            continue;
        }
        let golden = common::golden(&shared, &format!("spine/{name}.json"));
        let comparison = spine_support::compare_file(&shared, &golden);
        coverage.files += 1;
        coverage.values += comparison.values;
        samples += comparison.samples;
        let met = comparison.failures.is_empty();
        if !met {
            println!(
                "{name}: {} off of {}",
                comparison.failures.len(),
                comparison.values
            );
            comparison
                .failures
                .iter()
                .take(6)
                .for_each(|it| println!("    {it}"));
        }
        if met == NOT_MET.contains(&name.as_str()) {
            wrong.push(name);
        }
    }
    println!("samples: {samples}");
    coverage.report("Spine poses");
    assert!(
        wrong.is_empty(),
        "met or not met against expectation: {wrong:?}"
    );
}
