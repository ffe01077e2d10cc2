//! A character that moves over the ground as its clip was made for, so that its feet do not slide (toee-formats §3.5).

use glam::{Affine3A, Vec3};

use super::{Item, Scene};
use crate::model::{Clip, DriveKind, Family};

/// After so many units the ground begins again: grids repeat long before, and single precision holds.
const AROUND: f64 = 100_000.0;

/// How far a character has come.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Travel {
    /// File units, the way that the character faces.
    pub forward: f64,
    /// Radians, to the right.
    pub right: f64,
}

impl Travel {
    /// Since a clip was begun, at its natural speed; nowhere by a clip that follows time.
    pub fn of(clip: &Clip, seconds: f64) -> Self {
        let units = |per_second: f32| f64::from(per_second) * seconds;
        match clip.drive.map(|drive| (drive.kind, drive.per_second)) {
            Some((DriveKind::Distance, speed)) => Self {
                forward: units(speed).rem_euclid(AROUND),
                ..Self::default()
            },
            Some((DriveKind::Rotation, speed)) => Self {
                right: units(speed).rem_euclid(std::f64::consts::TAU),
                ..Self::default()
            },
            _ => Self::default(),
        }
    }
}

impl Travel {
    /// From where it began to where it has come, file space.
    pub fn matrix(self) -> Affine3A {
        let on = Affine3A::from_translation(Vec3::Z * self.forward as f32);
        Affine3A::from_rotation_y(-self.right as f32) * on
    }
}

impl Item {
    /// Poses it at a moment of its clip, at the place that it has come to by then.
    pub fn set_time_on_the_way(&mut self, seconds: f64) -> Travel {
        self.set_own_time(seconds);
        let clip = self.clip();
        let travel = clip.map_or(Travel::default(), |clip| Travel::of(clip, seconds));
        let way = travel.matrix();
        for world in &mut self.pose.worlds {
            *world = way * *world;
        }
        self.pose_worn(seconds);
        travel
    }

    /// Whether what plays follows a distance or a rotation.
    pub fn can_travel(&self) -> bool {
        let drive = self.clip().and_then(|clip| clip.drive);
        drive.is_some_and(|drive| drive.kind != DriveKind::Time)
    }
}

impl Scene {
    /// How far the character has come since its clip was begun; nowhere unless the view asks for it.
    pub fn travel(&self) -> Travel {
        let clip = self.item.as_ref().and_then(Item::clip);
        let clip = clip.filter(|_| self.view.travel);
        clip.map_or(Travel::default(), |clip| {
            Travel::of(clip, self.clock.total())
        })
    }

    /// Where the origin of the ground is, world space. The camera goes along with the character, so it is the ground that
    /// moves in the picture.
    pub fn ground(&self) -> Vec3 {
        let forward = self.travel().forward;
        let root = self.item.as_ref().map(|item| item.world_from_file());
        root.map_or(Vec3::ZERO, |root| {
            root.transform_vector3(Vec3::NEG_Z * forward as f32)
        })
    }

    /// Turns the character as far as it has come.
    pub(super) fn place(&mut self) {
        let turned = self.travel().right as f32;
        if let Some(item) = &mut self.item
            && item.character.family == Family::Toee
        {
            item.placing = Affine3A::from_rotation_y(-turned);
        }
    }
}
