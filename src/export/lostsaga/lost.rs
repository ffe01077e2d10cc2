//! What bones of a `.skl` cannot do: scale and shear (lostsaga-formats §3, §5).

use super::names::listed;
use super::rig::Rig;
use super::space::{Rigid, Space};
use crate::model::Finding;
use crate::model::finding::counted;
use crate::pose::Pose;

/// Vertices nearer than this to where they should be, in units, are there.
const SMALLEST: f64 = 1e-3;

/// For each bone how far its vertices stand from where scale and shear would have them, at the worst.
#[derive(Default)]
pub(super) struct Lost {
    worst: Vec<f64>,
    /// Where the worst of all is: a clip or the rest pose, and seconds.
    at: Option<(String, f64)>,
}

impl Lost {
    /// Compares one moment. `worlds` are the bones', made of `pose`.
    pub fn look(
        &mut self,
        rig: &Rig,
        pose: &Pose,
        space: &Space,
        worlds: &[Rigid],
        moment: (&str, f64),
    ) {
        self.worst.resize(rig.bones.len(), 0.0);
        let mut most = self.most();
        for ((bone, world), worst) in rig.bones.iter().zip(worlds).zip(&mut self.worst) {
            let lost = bone.lost(pose, space, world);
            if lost > *worst {
                *worst = lost;
            }
            if lost > most {
                most = lost;
                self.at = Some((moment.0.to_owned(), moment.1));
            }
        }
    }

    fn most(&self) -> f64 {
        self.worst.iter().copied().fold(0.0, f64::max)
    }

    pub fn finding(&self, rig: &Rig) -> Option<Finding> {
        let mut bones: Vec<(f64, &str)> = self
            .worst
            .iter()
            .zip(&rig.bones)
            .filter(|(worst, _)| **worst > SMALLEST)
            .map(|(worst, bone)| (*worst, bone.name.as_str()))
            .collect();
        bones.sort_by(|a, b| b.0.total_cmp(&a.0));
        let (clip, seconds) = self.at.as_ref().filter(|_| !bones.is_empty())?;
        let names: Vec<String> = bones
            .iter()
            .map(|(worst, name)| format!("{name} ({worst:.3} units)"))
            .collect();
        let message = format!(
            "{} scaled or sheared, which bones of Lost Saga cannot be, and the vertices stand elsewhere: {}; the worst is in \
             {clip} at {seconds:.3} s",
            counted(bones.len(), "joint is", "joints are"),
            listed(&names)
        );
        let fix = "bake the scale into the mesh, or choose clips without it";
        Some(Finding::warning("export.scale-lost", message, fix))
    }
}
