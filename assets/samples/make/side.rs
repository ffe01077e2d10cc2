//! The two sides of a biped whose bones are called as 3ds Max calls them.

/// A side of the body.
#[derive(Clone, Copy)]
pub struct Side {
    /// The letter in its bones' names.
    pub letter: &'static str,
    /// 1 on the left, −1 on the right.
    pub sign: f32,
}

pub const SIDES: [Side; 2] = [
    Side {
        letter: "L",
        sign: 1.0,
    },
    Side {
        letter: "R",
        sign: -1.0,
    },
];

impl Side {
    /// The name of this side's bone.
    pub fn bone(self, name: &str) -> String {
        format!("Bip01 {} {name}", self.letter)
    }
}
