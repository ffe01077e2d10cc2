//! Dot's bones, by where they stand in the world: she looks to the right, her right side nearer to the eye.

use rigscope::model::spine::Bone;

/// A number as files hold it, in thousandths, so that no machine's sine shows.
pub fn single(number: f64) -> f64 {
    f64::from((number * 1000.0).round() as f32 / 1000.0)
}

/// Where a bone stands in the world, and the degrees at which it points.
#[derive(Clone, Copy, Default)]
pub struct Frame {
    pub at: [f64; 2],
    pub degrees: f64,
}

impl Frame {
    /// A point of the world in this bone's space.
    pub fn local(self, [x, y]: [f64; 2]) -> [f64; 2] {
        let (sin, cos) = self.degrees.to_radians().sin_cos();
        let (x, y) = (x - self.at[0], y - self.at[1]);
        [single(cos * x + sin * y), single(cos * y - sin * x)]
    }
}

#[derive(Default)]
pub struct Bones {
    pub list: Vec<Bone>,
    pub frames: Vec<Frame>,
}

impl Bones {
    pub fn index(&self, name: &str) -> usize {
        let found = self.list.iter().position(|bone| bone.name == name);
        found.unwrap_or_else(|| panic!("there is no bone {name}"))
    }

    fn add(&mut self, name: &str, parent: &str, at: [f64; 2], degrees: f64, length: f64) {
        let parent = (!parent.is_empty()).then(|| self.index(parent));
        let below = parent.map_or(Frame::default(), |parent| self.frames[parent]);
        let [x, y] = below.local(at);
        self.frames.push(Frame { at, degrees });
        self.list.push(Bone {
            x,
            y,
            rotation: single(degrees - below.degrees),
            length: single(length),
            ..Bone::new(name, parent)
        });
    }

    /// A bone at the tip of its parent.
    fn extend(&mut self, name: &str, parent: &str, degrees: f64, length: f64) {
        let index = self.index(parent);
        let Frame {
            at: [x, y],
            degrees: angle,
        } = self.frames[index];
        let (sin, cos) = angle.to_radians().sin_cos();
        let reach = self.list[index].length;
        let tip = [x + cos * reach, y + sin * reach];
        self.add(name, parent, tip, degrees, length);
    }
}

/// The cable's way in the setup pose: a cubic Bézier curve.
pub const CABLE: [[f64; 2]; 4] = [
    [-44.0, 158.0],
    [-104.0, 118.0],
    [-182.0, 112.0],
    [-168.0, 196.0],
];
pub const CABLE_BONES: [&str; 5] = ["cable1", "cable2", "cable3", "cable4", "cable5"];
pub const SCARF_BONES: [&str; 3] = ["scarf1", "scarf2", "scarf3"];

/// A point of the cable's curve.
pub fn on_cable(share: f64) -> [f64; 2] {
    let rest = 1.0 - share;
    let weights = [
        rest * rest * rest,
        3.0 * rest * rest * share,
        3.0 * rest * share * share,
        share * share * share,
    ];
    [0, 1].map(|axis| (0..4).map(|n| weights[n] * CABLE[n][axis]).sum())
}

/// Length of the cable's curve.
pub fn cable_length() -> f64 {
    let distance = |step: i32| {
        let [from, to] = [step, step + 1].map(|step| on_cable(f64::from(step) / 200.0));
        ((to[0] - from[0]) * (to[0] - from[0]) + (to[1] - from[1]) * (to[1] - from[1])).sqrt()
    };
    (0..200).map(distance).sum()
}

pub fn bones() -> Bones {
    let mut bones = Bones::default();
    bones.add("root", "", [0.0, 0.0], 0.0, 0.0);
    bones.add("hip", "root", [0.0, 150.0], 0.0, 0.0);
    legs(&mut bones);
    bones.add("torso", "hip", [0.0, 158.0], 90.0, 100.0);
    bones.add("needle", "torso", [14.0, 222.0], 90.0, 14.0);
    bones.add("head", "torso", [4.0, 264.0], 90.0, 160.0);
    bones.add("face", "head", [36.0, 346.0], 0.0, 0.0);
    bones.add("eyes", "face", [38.0, 354.0], 0.0, 0.0);
    bones.add("mouth", "face", [38.0, 326.0], 0.0, 0.0);
    bones.add("shine", "face", [-70.0, 346.0], 0.0, 0.0);
    bones.add("look", "face", [36.0, 346.0], 0.0, 0.0);
    bones.add("antenna", "head", [0.0, 426.0], 90.0, 52.0);
    bones.extend("bulb", "antenna", 90.0, 0.0);
    bones.add("arm-right", "torso", [-46.0, 240.0], -104.0, 50.0);
    bones.extend("forearm-right", "arm-right", -84.0, 58.0);
    bones.add("arm-left", "torso", [46.0, 238.0], -74.0, 50.0);
    bones.extend("forearm-left", "arm-left", -58.0, 58.0);
    bones.add("scarf1", "torso", [-34.0, 256.0], 172.0, 40.0);
    bones.extend("scarf2", "scarf1", 180.0, 40.0);
    bones.extend("scarf3", "scarf2", 188.0, 44.0);
    bones.add("cable-end", "hip", CABLE[3], 0.0, 0.0);
    cable(&mut bones);
    bones
}

fn legs(bones: &mut Bones) {
    for (side, hip, foot) in [("left", 20.0, 26.0), ("right", -20.0, -20.0)] {
        // A knee that points ahead a little tells inverse kinematics nothing, and people which way it bends.
        bones.add(&format!("thigh-{side}"), "hip", [hip, 146.0], -80.0, 60.0);
        bones.extend(
            &format!("shin-{side}"),
            &format!("thigh-{side}"),
            -98.0,
            60.0,
        );
        bones.add(&format!("foot-{side}"), "root", [foot, 30.0], 0.0, 0.0);
    }
}

fn cable(bones: &mut Bones) {
    let count = CABLE_BONES.len();
    let length = cable_length() / count as f64;
    let mut parent = "hip";
    for (index, name) in CABLE_BONES.into_iter().enumerate() {
        let [from, to] = [index, index + 1].map(|at| on_cable(at as f64 / count as f64));
        let degrees = (to[1] - from[1]).atan2(to[0] - from[0]).to_degrees();
        bones.add(name, parent, from, degrees, length);
        parent = name;
    }
}
