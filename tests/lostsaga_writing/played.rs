//! Samples through the real program: exported, opened again, and both posed at ten times of each clip.

use std::path::Path;

use glam::{DMat3, DVec3};
use serde_json::Value;

use super::cli_support::rigscope;
use super::sample;

/// What the task of the format is: in units, and in entries of rotations.
const TOLERANCE: f64 = 1e-3;

struct Pair<'a> {
    source: &'a Path,
    written: &'a Path,
    /// From the source's file space to the written one.
    axes: DMat3,
    unit: f64,
}

#[derive(Debug, Default)]
struct Compared {
    joints: usize,
    scaled: usize,
    vertices: usize,
}

fn numbers(value: &Value) -> Vec<f64> {
    value
        .as_array()
        .unwrap()
        .iter()
        .map(|number| number.as_f64().unwrap())
        .collect()
}

/// The rotation and scale, and the place.
fn world(joint: &Value) -> (DMat3, DVec3) {
    let m = numbers(&joint["world"]);
    let columns = [0, 1, 2, 3].map(|column| DVec3::new(m[column], m[4 + column], m[8 + column]));
    (
        DMat3::from_cols(columns[0], columns[1], columns[2]),
        columns[3],
    )
}

fn points(document: &Value) -> Vec<DVec3> {
    let numbers = numbers(&document["meshes"][0]["positions"]);
    numbers.chunks(3).map(DVec3::from_slice).collect()
}

fn documents(folder: &Path, clip: Option<&str>, times: &str) -> Vec<Value> {
    let mut args = vec![
        "pose",
        folder.to_str().unwrap(),
        "--vertices",
        "--times",
        times,
    ];
    args.extend(clip.iter().flat_map(|clip| ["--clip", clip]));
    rigscope(&args).json().as_array().unwrap().clone()
}

impl Pair<'_> {
    /// Ten times from the first moment to the last, and the bind pose without a clip.
    fn compare(&self, clip: Option<&str>, compared: &mut Compared) {
        let duration = match clip {
            Some(_) => documents(self.source, clip, "0")[0]["duration"]
                .as_f64()
                .unwrap(),
            None => 0.0,
        };
        let times: Vec<String> = (0..10)
            .map(|step| (duration * f64::from(step) / 9.0).to_string())
            .collect();
        let times = times.join(",");
        let sources = documents(self.source, clip, &times);
        let written = documents(self.written, clip, &times);
        for (source, written) in sources.iter().zip(&written) {
            self.compare_moment(source, written, compared);
        }
    }

    fn compare_moment(&self, source: &Value, written: &Value, compared: &mut Compared) {
        let what = format!("{} at {}", source["clip"], source["time"]);
        let (mut is_scaled, all) = (false, written["joints"].as_array().unwrap());
        for joint in source["joints"].as_array().unwrap() {
            let own = all.iter().find(|own| own["name"] == joint["name"]).unwrap();
            let ((turn, place), (own_turn, own_place)) = (world(joint), world(own));
            let place = self.axes * place * self.unit;
            let off = (place - own_place).abs().max_element();
            assert!(off < TOLERANCE, "{what}: {} is off by {off}", joint["name"]);
            compared.joints += 1;
            let turn = self.axes * turn * self.axes.transpose();
            if !(turn.transpose() * turn).abs_diff_eq(DMat3::IDENTITY, 1e-5) {
                (is_scaled, compared.scaled) = (true, compared.scaled + 1);
                continue;
            }
            assert!(
                turn.abs_diff_eq(own_turn, TOLERANCE),
                "{what}: {} {turn} {own_turn}",
                joint["name"]
            );
        }
        let (wanted, found) = (points(source), points(written));
        assert_eq!(wanted.len(), found.len());
        if is_scaled {
            return;
        }
        for (vertex, (wanted, found)) in wanted.iter().zip(&found).enumerate() {
            let off = (self.axes * *wanted * self.unit - *found)
                .abs()
                .max_element();
            assert!(off < TOLERANCE, "{what}: vertex {vertex} is off by {off}");
            compared.vertices += 1;
        }
    }
}

fn round_trip(family: &str, axes: [f64; 3], unit: f64, clips: &[&str], more: &[&str]) -> Compared {
    let (source, folder) = (sample(family), tempfile::tempdir().unwrap());
    let output = format!("{}/new/", folder.path().display());
    let mut args = vec!["export", source.to_str().unwrap(), "-o", &output];
    args.extend(more);
    let run = rigscope(&args);
    assert_eq!(run.status, 0, "{}", run.stderr);
    for line in run
        .stdout
        .lines()
        .filter(|line| line.contains("worst error"))
    {
        let error = line
            .split("worst error ")
            .nth(1)
            .unwrap()
            .split(' ')
            .next()
            .unwrap();
        assert!(error.parse::<f64>().unwrap() <= TOLERANCE, "{line}");
    }
    let written = folder.path().join("new");
    let pair = Pair {
        source: &source,
        written: &written,
        axes: DMat3::from_diagonal(axes.into()),
        unit,
    };
    let mut compared = Compared::default();
    pair.compare(None, &mut compared);
    for clip in clips {
        assert!(run.stdout.contains(&format!("{clip}: ")), "{}", run.stdout);
        pair.compare(Some(clip), &mut compared);
    }
    println!("{family}: {compared:?}");
    compared
}

const LEAGUE: [&str; 10] = [
    "Dance",
    "Idle",
    "Walk",
    "Upper",
    "Joke",
    "Idle1",
    "Run",
    "Run_Slow",
    "Run_Haste",
    "Celebrate",
];

#[test]
fn the_league_sample_moves_in_lost_saga_as_it_did() {
    let compared = round_trip("league", [-1.0, 1.0, -1.0], 1.0, &LEAGUE, &[]);
    assert!(
        compared.joints > 5_000 && compared.vertices > 50_000,
        "{compared:?}"
    );
}

#[test]
fn axes_may_be_kept() {
    let compared = round_trip(
        "league",
        [1.0, 1.0, 1.0],
        1.0,
        &["Walk"],
        &["--axes", "keep", "--clip", "Walk"],
    );
    assert!(compared.vertices > 5_000, "{compared:?}");
}

#[test]
fn the_sample_of_the_temple_moves_in_lost_saga_in_centimetres() {
    let clips = [
        "unarmed_unarmed_idle",
        "unarmed_unarmed_walk",
        "unarmed_unarmed_rattack",
    ];
    let compared = round_trip("toee", [1.0, 1.0, -1.0], 2.54, &clips, &[]);
    assert!(compared.joints > 600, "{compared:?}");
}
