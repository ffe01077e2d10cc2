//! Plays the runs of a golden file and compares every sample (goldens/spine/README.md).
#![allow(
    dead_code,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    missing_docs
)]

use std::path::Path;

use rigscope::formats::spine::{atlas, json, skel};
use rigscope::model::spine::{Atlas, Rig};
use rigscope::pose::spine::{Entry, Pictures, Player};
use serde_json::Value;

mod compare;

pub use compare::Comparison;

/// A rig with the atlas that its goldens name.
pub struct Loaded {
    pub rig: Rig,
    pub atlas: Atlas,
    pub pictures: Pictures,
}

/// Reads a skeleton, `.skel` or `.json`, and an atlas by their names.
pub fn load(shared: &Path, skeleton: &str, atlas: &str) -> Loaded {
    let files = crate::common::files_below(&shared.join("data/spine"));
    let bytes = |name: &str| {
        let path = files.iter().find(|path| path.ends_with(name)).unwrap();
        std::fs::read(path).unwrap()
    };
    let read = if skeleton.ends_with(".json") {
        json::read
    } else {
        skel::read
    };
    let (rig, _) = read(&bytes(skeleton)).unwrap();
    let (atlas, _) = atlas::read(&bytes(atlas)).unwrap();
    let pictures = Pictures::new(&rig, &atlas, &[]);
    Loaded {
        rig,
        atlas,
        pictures,
    }
}

impl Loaded {
    fn scaled(&self, scale: f64) -> Self {
        let rig = self.rig.clone().scaled(scale);
        Self {
            pictures: Pictures::new(&rig, &self.atlas, &[]),
            atlas: self.atlas.clone(),
            rig,
        }
    }
}

/// Indices of the skins that a run wears.
pub fn skins(rig: &Rig, run: &Value) -> Vec<usize> {
    let index = |name: &Value| rig.skin(name.as_str().unwrap()).unwrap();
    match &run["skin"] {
        Value::Null => Vec::new(),
        Value::Array(names) => names.iter().map(index).collect(),
        name => vec![index(name)],
    }
}

/// A fresh skeleton with the run's skin, place and scale.
pub fn player(rig: &Rig, run: &Value) -> Player {
    let mut player = Player::new(rig, &skins(rig, run));
    let place = &mut player.pose.placement;
    if let Some(scale) = run["scale"].as_array() {
        place.scale_x = scale[0].as_f64().unwrap();
        place.scale_y = scale[1].as_f64().unwrap();
    }
    if let Some(at) = run["pos"].as_array() {
        place.x = at[0].as_f64().unwrap();
        place.y = at[1].as_f64().unwrap();
    }
    player
}

fn perform(rig: &Rig, player: &mut Player, op: &Value) {
    let number = |field: &str, default: f64| op[field].as_f64().unwrap_or(default);
    let track = op["track"].as_u64().unwrap_or(0) as usize;
    match op["op"].as_str().unwrap() {
        "set" => {
            let animation = rig.animation(op["anim"].as_str().unwrap()).unwrap();
            let mut entry = Entry::new(rig, Some(animation), op["loop"].as_bool().unwrap());
            entry.mix_duration = number("mix", 0.0);
            entry.alpha = number("alpha", 1.0);
            entry.additive = op["additive"].as_bool().unwrap_or(false);
            entry.reverse = op["reverse"].as_bool().unwrap_or(false);
            player.state.set(track, entry);
        }
        "empty" => player.state.set_empty(rig, track, number("mix", 0.0)),
        "pos" => {
            player.pose.placement.x = number("x", 0.0);
            player.pose.placement.y = number("y", 0.0);
        }
        "move" => player
            .pose
            .translate_physics(number("x", 0.0), number("y", 0.0)),
        other => panic!("unknown op {other}"),
    }
}

/// Plays one run and compares its samples.
pub fn compare_run(golden: &Value, loaded: &Loaded, run: &Value, comparison: &mut Comparison) {
    let rig = &loaded.rig;
    let mut player = player(rig, run);
    let samples = run["samples"].as_array().unwrap();
    if run["kind"] == "setup" {
        player
            .pose
            .update(rig, rigscope::pose::spine::PhysicsMode::None);
        comparison.sample(golden, loaded, &player.pose, &samples[0]);
        return;
    }
    let step_of = |value: &Value| value["step"].as_i64().unwrap();
    let last = samples.iter().map(step_of).max().unwrap();
    let mut fired = Vec::new();
    for step in 0..=last {
        let ops = run["ops"].as_array().unwrap();
        for op in ops.iter().filter(|op| step_of(op) == step) {
            perform(rig, &mut player, op);
        }
        let seconds = &golden[if step == 0 { "t0" } else { "dt" }];
        player.step(rig, seconds.as_f64().unwrap());
        fired.extend(player.fired.drain(..).map(|event| (step, event)));
        for sample in samples.iter().filter(|sample| step_of(sample) == step) {
            comparison.sample(golden, loaded, &player.pose, sample);
        }
    }
    comparison.events(rig, &fired, &run["events"]);
}

/// Plays all runs of a golden document. `leniency`: factor of every tolerance. `noise_limit`: samples that are worse
/// conditioned are left out.
pub fn compare_file(
    golden: &Value,
    loaded: &Loaded,
    leniency: f64,
    noise_limit: f64,
) -> Comparison {
    let runs = golden["runs"].as_array().unwrap();
    let samples = runs
        .iter()
        .flat_map(|run| run["samples"].as_array().unwrap());
    let mut comparison = Comparison {
        leniency,
        noise_limit,
        noise_of_others: samples.filter_map(compare::noise).fold(0.0, f64::max),
        ..Comparison::default()
    };
    for (index, run) in runs.iter().enumerate() {
        comparison.run = format!("run {index} ({}) {}", run["kind"], run["ops"][0]["anim"]);
        match run["loadScale"].as_f64() {
            None => compare_run(golden, loaded, run, &mut comparison),
            Some(scale) => compare_run(golden, &loaded.scaled(scale), run, &mut comparison),
        }
    }
    comparison
}
