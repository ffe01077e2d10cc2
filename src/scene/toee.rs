//! What is shown of The Temple of Elemental Evil alone: a mesh that brings its own bones and the pose that it was bound in,
//! clips that fade into each other (toee-formats §5, §6, §9).

use glam::Affine3A;

use super::Item;
use crate::formats::toee::helper_bones;
use crate::model::{BlendIndexing, Family, Finding, Joint};
use crate::pose::toee::{Pairing, fade};
use crate::pose::{Mapping, Pose};

/// What is shown of a skeleton while no clip plays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Unposed {
    /// The pose that the mesh was modelled in: vertices as stored.
    #[default]
    Bind,
    /// The pose that clips start from. A different one for meshes that bring their own bones; the same elsewhere.
    Rest,
}

/// A mesh's bones and the joints that move them.
pub(super) struct Paired {
    pub(super) pairing: Pairing,
    bind_worlds: Vec<Affine3A>,
}

/// A clip that another one fades in over.
pub(super) struct Fading {
    clip: usize,
    /// Where it stood when the other one began.
    seconds: f32,
    mapping: Mapping,
    /// The other one's time when it was last shown.
    shown: f32,
}

impl Item {
    /// Picks a clip that fades in over the one in use, which stands at `seconds`. Other families switch at once, as does
    /// a clip of another skeleton.
    pub fn fade_to_clip(&mut self, clip: Option<usize>, seconds: f32) {
        let before = self.picks().2.zip(self.mapping().cloned());
        self.fading = None;
        let hangs = self.has_hung();
        self.pick_clip(clip);
        let fades = self.character.family == Family::Toee && self.clip().is_some();
        let same_skeleton = |mapping: &Mapping| {
            let joints = self.skeleton().map(|skeleton| skeleton.joints.len());
            joints == Some(mapping.track_of_joint.len())
        };
        self.fading = before
            .filter(|(old, mapping)| {
                fades && Some(*old) != self.picks().2 && same_skeleton(mapping)
            })
            .map(|(clip, mapping)| Fading {
                clip,
                seconds,
                mapping,
                shown: 0.0,
            });
        if hangs && self.fading.is_some() {
            self.go_on_hanging();
        }
    }

    /// Ends a fade that is over, or that a jump of the playhead has cut short: scrubbing shows clips alone.
    pub(super) fn settle_fade(&mut self, seconds: f32, is_playing: bool) {
        if let Some(fading) = &mut self.fading {
            let goes_on = is_playing && seconds >= fading.shown;
            fading.shown = seconds;
            if !goes_on || fade::weight_after(seconds) >= 1.0 {
                self.fading = None;
                self.hanging.end_fade(!goes_on);
            }
        }
    }

    /// Poses the skeleton in the middle of a fade. False where there is none.
    pub(super) fn set_fading_time(&mut self, seconds: f32) -> bool {
        let mut pose = std::mem::take(&mut self.pose);
        let fades = self.put_fade(seconds, &mut pose).is_some();
        self.pose = pose;
        fades
    }

    fn put_fade(&self, seconds: f32, pose: &mut Pose) -> Option<()> {
        let fading = self.fading.as_ref()?;
        let (skeleton, new, mapping) = (self.skeleton()?, self.clip()?, self.mapping()?);
        let old = self.character.clips.get(fading.clip)?;
        let mut at = fading.seconds + seconds;
        if old.loops == Some(true) && old.duration > 0.0 {
            at = at.rem_euclid(old.duration);
        }
        pose.rest(skeleton);
        pose.mix(skeleton, (old, &fading.mapping), at, 1.0);
        pose.mix(
            skeleton,
            (new, mapping),
            seconds,
            fade::weight_after(seconds),
        );
        pose.compose(skeleton);
        Some(())
    }

    /// Pairs the bones of the mesh in use with the joints of the skeleton in use, and gives what there is to say. `None`
    /// for a mesh whose vertices name joints.
    pub(super) fn pair_bones(&mut self) -> Option<Vec<Finding>> {
        let (mesh, skeleton) = (self.mesh()?, self.skeleton()?);
        if mesh.indexing != Some(BlendIndexing::OwnBones) {
            return None;
        }
        let pairing = match skeleton.is_circular {
            // Such a skeleton moves nothing: the mesh stands as stored.
            true => Pairing::default(),
            false => Pairing::new(&mesh.bones, skeleton),
        };
        let bind_worlds = pairing.bind_worlds(mesh, skeleton);
        let findings = pairing.findings(mesh);
        self.paired = Some(Paired {
            pairing,
            bind_worlds,
        });
        self.show_unposed();
        Some(findings)
    }

    /// How bones of the mesh in use are paired with joints; `None` for a mesh whose vertices name joints.
    pub fn pairing(&self) -> Option<&Pairing> {
        self.paired.as_ref().map(|paired| &paired.pairing)
    }

    /// Puts the bind pose into the pose, if that is what is wanted; it is at the rest pose otherwise.
    pub(super) fn show_unposed(&mut self) {
        if let (Some(paired), Unposed::Bind) = (&self.paired, self.unposed) {
            self.pose.worlds.clone_from(&paired.bind_worlds);
        }
    }

    /// Whether the mesh in use brings a bind pose that is another than the skeleton's rest pose.
    pub fn has_own_bind_pose(&self) -> bool {
        self.paired.is_some() && self.character.family == Family::Toee
    }

    /// Whether the rest pose is shown while no clip plays, and is another than the bind pose.
    pub fn is_at_rest(&self) -> bool {
        self.has_own_bind_pose() && self.unposed == Unposed::Rest
    }

    /// The joint that an influence of the skinnable mesh follows.
    pub(super) fn joint_of_influence(&self, bone: u32) -> Option<usize> {
        match &self.paired {
            Some(paired) => paired.pairing.joint_of(bone as usize),
            None => Some(bone as usize),
        }
    }

    /// Finds the joints that a view may hide.
    pub(super) fn find_helpers(&mut self) {
        self.helpers.clear();
        if let (Family::Toee, Some(skeleton)) = (self.character.family, self.skeleton()) {
            let is_helper = |(index, joint): (usize, &Joint)| {
                let skins = self.joint_skins.get(index) == Some(&true);
                !skins && helper_bones::is_helper(&joint.name, &skeleton.name)
            };
            self.helpers = skeleton.joints.iter().enumerate().map(is_helper).collect();
        }
    }

    /// A clip that lies in another skeleton's file brings that skeleton along, and its mesh.
    pub(super) fn follow_clip(&mut self) {
        let file = self.clip().and_then(|clip| clip.file.as_ref());
        let owner = |file| {
            let skeletons = &mut self.character.skeletons.iter();
            skeletons.position(|skeleton| skeleton.file.as_ref() == Some(file))
        };
        let Some(owner) = file
            .and_then(owner)
            .filter(|&owner| self.skeleton != Some(owner))
        else {
            return;
        };
        self.skeleton = Some(owner);
        let namesake = |mesh: &usize| self.character.skeleton_for_mesh(*mesh) == Some(owner);
        if let Some(mesh) = (0..self.character.meshes.len()).find(namesake) {
            self.mesh = Some(mesh);
        }
        self.rebind();
    }
}
