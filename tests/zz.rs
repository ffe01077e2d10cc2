mod common;
mod spine_support;
use rigscope::formats::spine::skel;
#[test]
fn z() {
    for path in common::files_ending(std::path::Path::new("../shared/data/spine"), &["skel"]) {
        let bytes = std::fs::read(&path).unwrap();
        let (rig, _) = skel::read(&bytes).unwrap();
        let w = skel::write(&rig).unwrap();
        let same = w == bytes;
        let at = w.iter().zip(&bytes).position(|(a, b)| a != b);
        let n = w.iter().zip(&bytes).filter(|(a, b)| a != b).count();
        let (r2, _) = skel::read(&w).unwrap();
        println!(
            "{} same {same} len {} {} first {at:?} n {n} value {}",
            path.file_name().unwrap().to_str().unwrap(),
            w.len(),
            bytes.len(),
            r2 == rig
        );
    }
}
