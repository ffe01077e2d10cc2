//! What cloth does not go through: spheres and cylinders, told by the names of joints (toee-formats §12).

use glam::{Affine3A, Vec3};

use crate::model::{Finding, Skeleton, Subject};

/// Bodies are some hundred units large at most: what is larger is damage.
const HUGE: f32 = 1e4;

/// A body, in the space of its joint.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Solid {
    /// About the origin.
    Sphere {
        /// File units.
        radius: f32,
    },
    /// Along +Z from the origin.
    Cylinder {
        /// File units.
        radius: f32,
        /// File units.
        height: f32,
    },
}

/// A body that a joint carries.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shape {
    /// Index of the joint.
    pub joint: usize,
    /// What it carries.
    pub solid: Solid,
}

/// The bodies of a skeleton in the order of its joints, and what is wrong with their names. The number in brackets has no
/// use.
pub fn shapes(skeleton: &Skeleton) -> (Vec<Shape>, Vec<Finding>) {
    let (mut shapes, mut findings) = (Vec::new(), Vec::new());
    for (joint, name) in skeleton.joints.iter().map(|joint| &joint.name).enumerate() {
        match solid(name) {
            None => {}
            Some(Ok(solid)) => shapes.push(Shape { joint, solid }),
            Some(Err(fault)) => findings.push(fault.finding(name).about(Subject::Joint(joint))),
        }
    }
    (shapes, findings)
}

#[derive(Debug, PartialEq)]
enum Fault {
    Text,
    Size,
}

impl Fault {
    fn finding(&self, name: &str) -> Finding {
        let left_out = "cloth goes through the body that it should be";
        match self {
            Self::Text => Finding::warning(
                "toee.cloth-shape-unreadable",
                format!("the bone {name:?} does not say how large it is: {left_out}"),
                "name it as #Sphere[0]={radius} or #Cylinder[0]={radius,height}, in at most 47 letters",
            ),
            Self::Size => Finding::warning(
                "toee.cloth-shape-size",
                format!(
                    "the bone {name:?} states a size that is not above 0 and at most {HUGE}: {left_out}"
                ),
                "export the skeleton again with the size that the body has",
            ),
        }
    }
}

/// What a joint's name says; `None` for one that speaks of something else.
fn solid(name: &str) -> Option<Result<Solid, Fault>> {
    let after = |word: &str| {
        let start = name.get(..word.len())?;
        let rest = name.get(word.len()..)?;
        start.eq_ignore_ascii_case(word).then_some(rest)
    };
    let (rest, sides) = match (after("#sphere"), after("#cylinder")) {
        (Some(rest), _) => (rest, 1),
        (_, Some(rest)) => (rest, 2),
        _ => return None,
    };
    let Some(sizes) = numbers(rest).filter(|sizes| sizes.len() == sides) else {
        return Some(Err(Fault::Text));
    };
    if !sizes.iter().all(|&size| size > 0.0 && size <= HUGE) {
        return Some(Err(Fault::Size));
    }
    Some(match sizes[..] {
        [radius] => Ok(Solid::Sphere { radius }),
        [radius, height] => Ok(Solid::Cylinder { radius, height }),
        _ => Err(Fault::Text),
    })
}

/// The list in `[0]={1.5,2}`.
fn numbers(text: &str) -> Option<Vec<f32>> {
    let (index, list) = text.split_once('=')?;
    let index = index.trim();
    let is_index = index.is_empty() || (index.starts_with('[') && index.ends_with(']'));
    let list = list.trim().strip_prefix('{').filter(|_| is_index)?;
    let (list, _) = list.split_once('}')?;
    list.split(',')
        .map(|number| number.trim().parse().ok())
        .collect()
}

/// A body at one moment.
#[derive(Clone, Copy, Debug)]
pub(super) struct Placed {
    solid: Solid,
    file_from_body: Affine3A,
    body_from_file: Affine3A,
}

impl Shape {
    /// Where it is; nowhere while its joint has no usable place.
    pub(super) fn place(&self, worlds: &[Affine3A]) -> Option<Placed> {
        let file_from_body = *worlds.get(self.joint)?;
        let body_from_file = file_from_body.inverse();
        let is_usable = file_from_body.is_finite() && body_from_file.is_finite();
        is_usable.then_some(Placed {
            solid: self.solid,
            file_from_body,
            body_from_file,
        })
    }
}

impl Placed {
    /// Where a point comes to rest that may not be inside.
    pub(super) fn push_out(&self, point: Vec3) -> Vec3 {
        let inside = self.body_from_file.transform_point3(point);
        let (out, radius) = match self.solid {
            Solid::Sphere { radius } => (inside, radius),
            Solid::Cylinder { radius, height } if (0.0..=height).contains(&inside.z) => {
                (inside.with_z(0.0), radius)
            }
            Solid::Cylinder { .. } => return point,
        };
        // Numbers that are none are inside nothing.
        if out.length_squared() < radius * radius {
            let at = inside - out + out.normalize_or(Vec3::X) * radius;
            return self.file_from_body.transform_point3(at);
        }
        point
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

    use super::*;

    #[test]
    fn names_of_the_game_are_read() {
        let cylinder = Solid::Cylinder {
            radius: 3.3706,
            height: 17.142794,
        };
        assert_eq!(
            solid("#Cylinder[0]={3.370600,17.142794}"),
            Some(Ok(cylinder))
        );
        assert_eq!(
            solid("#cylinder[12] = { 3.3706 , 17.142794 }"),
            Some(Ok(cylinder))
        );
        let sphere = Solid::Sphere { radius: 3.438641 };
        for name in [
            "#Sphere[0]={3.438641}",
            "#SPHERE={3.438641}",
            "#sphere[a]={3.438641} ",
        ] {
            assert_eq!(solid(name), Some(Ok(sphere)), "{name}");
        }
        for name in ["#ClothBone", "Sphere[0]={1}", "Bip01", "#", "", "#Sphär"] {
            assert_eq!(solid(name), None, "{name}");
        }
    }

    #[test]
    fn names_that_cannot_be_read_and_sizes_that_cannot_be_are_told_apart() {
        for name in [
            "#Sphere[0]",
            "#Sphere[0]=3",
            "#Sphere[0]={}",
            "#Sphere[0]={a}",
            "#Sphere[0]={1,2}",
            "#Spheres={1}",
            "#Cylinder[0]={1}",
            "#Cylinder[0]={1,2,3}",
            "#Cylinder[0]={3.370600,17.14279",
        ] {
            assert_eq!(solid(name), Some(Err(Fault::Text)), "{name}");
        }
        for name in [
            "#Sphere[0]={-1}",
            "#Sphere[0]={0}",
            "#Sphere[0]={nan}",
            "#Sphere[0]={inf}",
            "#Sphere[0]={1e30}",
            "#Cylinder[0]={1,-2}",
            "#Cylinder[0]={NaN,2}",
        ] {
            assert_eq!(solid(name), Some(Err(Fault::Size)), "{name}");
        }
    }

    fn placed(solid: Solid, world: Affine3A) -> Placed {
        Shape { joint: 0, solid }.place(&[world]).unwrap()
    }

    #[test]
    fn what_is_inside_is_pushed_straight_out_and_nothing_else_is_moved() {
        let world = Affine3A::from_translation(Vec3::new(10.0, 0.0, 0.0));
        let sphere = placed(Solid::Sphere { radius: 2.0 }, world);
        assert_eq!(
            sphere.push_out(Vec3::new(10.0, 1.0, 0.0)),
            Vec3::new(10.0, 2.0, 0.0)
        );
        assert_eq!(
            sphere.push_out(Vec3::new(10.0, 3.0, 0.0)),
            Vec3::new(10.0, 3.0, 0.0)
        );
        let solid = Solid::Cylinder {
            radius: 2.0,
            height: 5.0,
        };
        let cylinder = placed(solid, world);
        assert_eq!(
            cylinder.push_out(Vec3::new(10.0, 1.0, 4.0)),
            Vec3::new(10.0, 2.0, 4.0)
        );
        for outside in [
            Vec3::new(10.0, 1.0, 5.5),
            Vec3::new(10.0, 1.0, -0.5),
            Vec3::new(13.0, 0.0, 1.0),
            Vec3::NAN,
        ] {
            let found = cylinder.push_out(outside);
            assert!(found == outside || found.is_nan(), "{outside}");
        }
        // On the axis there is no way that is the straight one; any will do.
        let found = cylinder.push_out(Vec3::new(10.0, 0.0, 4.0));
        assert!((found.distance(Vec3::new(10.0, 0.0, 4.0)) - 2.0).abs() < 1e-5);
    }

    #[test]
    fn a_body_takes_its_joints_scale_and_is_nowhere_without_a_place() {
        let sphere = Solid::Sphere { radius: 2.0 };
        let large = placed(sphere, Affine3A::from_scale(Vec3::splat(3.0)));
        assert_eq!(large.push_out(Vec3::Y), Vec3::Y * 6.0);
        let shape = Shape {
            joint: 0,
            solid: sphere,
        };
        for world in [
            Affine3A::from_scale(Vec3::ZERO),
            Affine3A::from_translation(Vec3::NAN),
        ] {
            assert!(shape.place(&[world]).is_none());
        }
        assert!(shape.place(&[]).is_none());
    }
}
