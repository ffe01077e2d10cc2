//! What is compared of a sample.

use std::collections::BTreeMap;

use rigscope::model::spine::{Attachment, AttachmentKind};
use rigscope::pose::spine::{Drawn, Fired, SpinePose};
use serde_json::Value;

use super::Loaded;

/// What was compared, and what was off.
#[derive(Default)]
pub struct Comparison {
    pub run: String,
    pub step: i64,
    pub samples: usize,
    pub values: usize,
    pub failures: Vec<String>,
    /// Samples that move by more when the oracle's input moves a little are left out.
    pub noise_limit: f64,
    pub left_out: usize,
    /// For samples whose noise was not measured.
    pub noise_of_others: f64,
    /// Of the present sample, if it is to be allowed for.
    pub noise: f64,
    /// Factor of every tolerance.
    pub leniency: f64,
    /// The largest difference in units of what is allowed.
    pub worst: f64,
}

impl Comparison {
    pub fn fail(&mut self, what: String) {
        self.failures
            .push(format!("{}, step {}: {what}", self.run, self.step));
    }

    fn near(&mut self, what: &str, found: f64, wanted: f64, tolerance: f64) {
        self.values += 1;
        let off = (found - wanted).abs();
        let allowed = self.leniency * tolerance * (wanted.abs() / 1000.0).max(1.0)
            + 4.0 * self.noise * tolerance / 1e-3;
        self.worst = self.worst.max(off / allowed);
        if off.is_nan() || off > allowed {
            self.fail(format!("{what}: found {found}, wanted {wanted}"));
        }
    }

    fn all_near(&mut self, what: &str, found: &[f64], wanted: &Value, tolerance: f64) {
        let wanted = numbers(wanted);
        if found.len() != wanted.len() {
            let (found, wanted) = (found.len(), wanted.len());
            return self.fail(format!("{what}: {found} values, wanted {wanted}"));
        }
        for (index, (found, wanted)) in found.iter().zip(wanted).enumerate() {
            self.near(&format!("{what}[{index}]"), *found, wanted, tolerance);
        }
    }

    fn equal<T: PartialEq + std::fmt::Debug>(&mut self, what: &str, found: T, wanted: T) {
        self.values += 1;
        if found != wanted {
            self.fail(format!("{what}: found {found:?}, wanted {wanted:?}"));
        }
    }

    pub fn sample(&mut self, golden: &Value, loaded: &Loaded, pose: &SpinePose, sample: &Value) {
        let noise = noise(sample).unwrap_or(self.noise_of_others);
        if self.noise_limit.is_finite() {
            self.noise = noise;
        }
        if noise > self.noise_limit {
            self.left_out += 1;
            return;
        }
        self.samples += 1;
        self.step = sample["step"].as_i64().unwrap();
        self.bones(loaded, pose, sample);
        self.slots(golden, loaded, pose, sample);
        self.vertices(loaded, pose, sample);
        if let Some(wanted) = sample["draw"].as_array() {
            self.drawn(loaded, pose, wanted);
        }
    }

    fn bones(&mut self, loaded: &Loaded, pose: &SpinePose, sample: &Value) {
        let rig = &loaded.rig;
        let wanted = numbers(&sample["bones"]);
        let mut inactive = Vec::new();
        for (bone, wanted) in wanted.chunks_exact(6).enumerate() {
            let world = pose.world(bone).unwrap_or_else(|| {
                inactive.push(bone as f64);
                Default::default()
            });
            let found = [world.a, world.b, world.c, world.d, world.x, world.y];
            for (index, name) in ["a", "b", "c", "d", "x", "y"].iter().enumerate() {
                let what = format!("bone {} {name}", rig.bones[bone].name);
                self.near(&what, found[index], wanted[index], 1e-3);
            }
        }
        self.equal("number of bones", rig.bones.len() * 6, wanted.len());
        let wanted = match &sample["inactive"] {
            Value::Null => Vec::new(),
            list => numbers(list),
        };
        self.equal("inactive bones", inactive, wanted);
    }

    fn slots(&mut self, golden: &Value, loaded: &Loaded, pose: &SpinePose, sample: &Value) {
        let rig = &loaded.rig;
        let order: Vec<f64> = pose
            .applied()
            .draw_order
            .iter()
            .map(|it| *it as f64)
            .collect();
        let wanted = match &sample["order"] {
            Value::Null => (0..rig.slots.len()).map(|slot| slot as f64).collect(),
            list => numbers(list),
        };
        self.equal("draw order", order, wanted);
        let wanted = numbers(&sample["att"]);
        for (slot, wanted) in wanted.iter().enumerate() {
            let shown = pose.applied().slots[slot].attachment;
            let wanted = (*wanted >= 0.0).then(|| {
                let place = &golden["attachments"][*wanted as usize];
                let skin = &rig.skins[rig.skin(place[0].as_str().unwrap()).unwrap()];
                let slot = place[1].as_u64().unwrap() as usize;
                skin.attachment(slot, place[2].as_str().unwrap()).unwrap()
            });
            self.equal(&format!("attachment of slot {slot}"), shown, wanted);
        }
        let frames: BTreeMap<String, u64> = (0..rig.slots.len())
            .filter_map(|slot| {
                let shown = pose.applied().slots[slot].attachment?;
                let (_, _, sequence) = rig.attachments[shown].picture()?;
                sequence.filter(|sequence| sequence.count > 1)?;
                Some((slot.to_string(), pose.shown_frame(rig, slot) as u64))
            })
            .collect();
        let wanted: BTreeMap<String, u64> = match &sample["seq"] {
            Value::Null => BTreeMap::new(),
            map => serde_json::from_value(map.clone()).unwrap(),
        };
        self.equal("sequence frames", frames, wanted);
        self.colors(pose, sample);
    }

    fn colors(&mut self, pose: &SpinePose, sample: &Value) {
        let mut wanted: BTreeMap<usize, Vec<f64>> = BTreeMap::new();
        for color in sample["colors"].as_array().into_iter().flatten() {
            let color = numbers(color);
            wanted.insert(color[0] as usize, color[1..].to_vec());
        }
        let flat = |slot: &rigscope::pose::spine::SlotPose| -> Vec<f64> {
            let dark = slot.dark.iter().flatten();
            slot.color.iter().chain(dark).copied().collect()
        };
        let slots = pose.applied().slots.iter().zip(&pose.setup().slots);
        for (slot, (applied, setup)) in slots.enumerate() {
            let wanted = wanted.get(&slot).cloned().unwrap_or_else(|| flat(setup));
            let wanted = Value::from(wanted);
            self.all_near(
                &format!("colour of slot {slot}"),
                &flat(applied),
                &wanted,
                1e-3,
            );
        }
    }

    fn vertices(&mut self, loaded: &Loaded, pose: &SpinePose, sample: &Value) {
        let rig = &loaded.rig;
        let mut vertices = Vec::new();
        let mut sums = sample["vsum"].as_array().into_iter().flatten();
        for slot in 0..rig.slots.len() {
            pose.slot_vertices(rig, &loaded.pictures, slot, &mut vertices);
            let key = slot.to_string();
            if let Some(wanted) = sample["verts"].as_object() {
                match wanted.get(&key) {
                    Some(wanted) => {
                        let what = format!("vertices of slot {slot}");
                        self.all_near(&what, &vertices, wanted, 1e-3);
                    }
                    None => self.equal("vertices where none are wanted", vertices.len(), 0),
                }
            } else if !vertices.is_empty() {
                let Some(wanted) = sums.next() else {
                    self.fail(format!("slot {slot} has vertices, none are wanted"));
                    continue;
                };
                let what = format!("vertex sums of slot {slot}");
                self.all_near(&what, &sum_up(slot, &vertices), wanted, 1e-3);
            }
            let shown = pose.applied().slots[slot].attachment;
            let wanted = sample["uvs"].get(&key);
            if let (Some(attachment), Some(wanted)) = (shown, wanted) {
                let frame = pose.shown_frame(rig, slot);
                let frame = loaded.pictures.frame(attachment, frame).unwrap();
                let uvs: Vec<f64> = frame.uvs.iter().flatten().copied().collect();
                let what = format!(
                    "uvs of slot {slot} ({})",
                    kind(&rig.attachments[attachment])
                );
                self.all_near(&what, &uvs, wanted, 2e-4);
            }
        }
        self.equal("vertex sums left over", sums.count(), 0);
    }

    fn drawn(&mut self, loaded: &Loaded, pose: &SpinePose, wanted: &[Value]) {
        let found = pose.draw(&loaded.rig, &loaded.pictures);
        let slots: Vec<u64> = found.iter().map(|drawn| drawn.slot as u64).collect();
        let wanted_slots: Vec<u64> = wanted.iter().map(|it| it[0].as_u64().unwrap()).collect();
        if slots != wanted_slots {
            return self.fail(format!("drawn {slots:?}, wanted {wanted_slots:?}"));
        }
        for (drawn, wanted) in found.iter().zip(wanted) {
            let what = format!("drawn slot {}", drawn.slot);
            let region = &loaded.atlas.regions[drawn.region.unwrap()];
            let page = loaded.atlas.pages[region.page].name.as_str();
            self.equal(&what, page, wanted[1].as_str().unwrap());
            let flags = (drawn.blend as u64, u64::from(drawn.clipped));
            let wanted_flags = (wanted[2].as_u64().unwrap(), wanted[3].as_u64().unwrap());
            self.equal(&what, flags, wanted_flags);
            let number = |index: usize| wanted[index].as_f64().unwrap();
            let [area, x, y, u, v] = measure(drawn);
            // An area is off by as much as a vertex times the length of a side.
            let side = if self.leniency > 10.0 || self.noise > 0.0 {
                area.sqrt().max(10.0)
            } else {
                1.0
            };
            self.near(&format!("{what}: area"), area, number(4), 1e-3 * side);
            for (name, found, index) in [("x", x, 5), ("y", y, 6)] {
                self.near(&format!("{what}: {name}"), found, number(index), 1e-3);
            }
            for (name, found, index) in [("u", u, 7), ("v", v, 8)] {
                self.near(&format!("{what}: {name}"), found, number(index), 2e-4);
            }
            let colors = drawn.color.iter().chain(drawn.dark.iter().flatten());
            let colors: Vec<f64> = colors.copied().collect();
            let wanted = Value::from(wanted.as_array().unwrap()[9..].to_vec());
            self.all_near(&format!("{what}: colour"), &colors, &wanted, 1e-3);
        }
    }

    pub fn events(
        &mut self,
        rig: &rigscope::model::spine::Rig,
        fired: &[(i64, Fired)],
        wanted: &Value,
    ) {
        let none = Vec::new();
        let wanted = wanted.as_array().unwrap_or(&none);
        self.equal("number of events", fired.len(), wanted.len());
        for ((step, event), wanted) in fired.iter().zip(wanted) {
            let data = &rig.events[event.event];
            let mut found = vec![
                Value::from(*step),
                Value::from(event.track),
                Value::from(data.name.clone()),
            ];
            let mut numbers = vec![event.time, f64::from(event.int), event.float];
            if data.audio.is_some() {
                numbers.extend([event.volume, event.balance]);
            }
            found.push(Value::from(event.string.clone()));
            let wanted = wanted.as_array().unwrap();
            let texts = [0, 1, 2, 6].map(|index| wanted[index].clone());
            self.equal("event", found, texts.to_vec());
            let wanted = [&wanted[3..6], &wanted[7..]].concat();
            self.all_near("event", &numbers, &Value::from(wanted), 1e-3);
        }
    }
}

fn kind(attachment: &Attachment) -> &'static str {
    match attachment.kind {
        AttachmentKind::Region(_) => "region",
        _ => "mesh",
    }
}

/// How much a sample moves when the oracle's input moves a little; `None` where that was not measured.
pub fn noise(sample: &Value) -> Option<f64> {
    // JSON has no word for what is not finite but null.
    if sample["bones"].as_array().unwrap().contains(&Value::Null) {
        return Some(f64::INFINITY);
    }
    let noise = sample.get("noise")?;
    Some(noise.as_f64().unwrap_or(f64::INFINITY))
}

fn numbers(list: &Value) -> Vec<f64> {
    list.as_array()
        .unwrap()
        .iter()
        .map(|it| it.as_f64().unwrap())
        .collect()
}

/// Slot, number of vertices, mean, and a mean in which later vertices weigh more.
fn sum_up(slot: usize, vertices: &[f64]) -> Vec<f64> {
    let count = (vertices.len() / 2) as f64;
    let mut sums = [0.0; 4];
    for (index, point) in vertices.chunks_exact(2).enumerate() {
        for axis in 0..2 {
            sums[axis] += point[axis] / count;
            sums[axis + 2] += (index + 1) as f64 * point[axis] / (count * count);
        }
    }
    [vec![slot as f64, count], sums.to_vec()].concat()
}

/// Area, centroid, and centroid of the texture coordinates.
fn measure(drawn: &Drawn) -> [f64; 5] {
    let mut sums = [0.0; 5];
    for corners in &drawn.triangles {
        let [a, b, c] = corners.map(|index| drawn.positions[index]);
        let area = ((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])).abs() / 2.0;
        sums[0] += area;
        for axis in 0..2 {
            sums[1 + axis] += area
                * corners
                    .map(|n| drawn.positions[n][axis])
                    .iter()
                    .sum::<f64>()
                / 3.0;
            sums[3 + axis] += area * corners.map(|n| drawn.uvs[n][axis]).iter().sum::<f64>() / 3.0;
        }
    }
    let area = sums[0];
    if area < 1e-6 {
        // The goldens say 0 for the middle of nothing.
        return [area, 0.0, 0.0, 0.0, 0.0];
    }
    [
        area,
        sums[1] / area,
        sums[2] / area,
        sums[3] / area,
        sums[4] / area,
    ]
}
