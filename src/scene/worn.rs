//! Models that a character of The Temple of Elemental Evil wears or holds (toee-formats §8.1, §8.2).

use glam::{Affine3A, Mat3A, Vec3A};

use super::frame::{Instance, PaletteRows, SkinnedVertex};
use super::instance::InstanceOptions;
use super::{Item, Pick};
use crate::model::{Character, Family, Finding};
use crate::pose::toee::Pairing;

/// What a held model plays, where it can.
const ITEM_IDLE: &str = "item_idle";

/// How a model belongs to its wearer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fit {
    /// Its bones follow the wearer's joints of the same name.
    Worn,
    /// It stands where a joint of the wearer's stands.
    Held {
        /// The joint's name.
        on: String,
    },
}

/// One model beside the wearer's own mesh.
pub struct Worn {
    /// The model itself; hide what is not wanted by [`Item::visible`].
    pub item: Item,
    /// How it belongs to the wearer.
    pub fit: Fit,
    /// Whether it is drawn.
    pub shown: bool,
    /// The joint that it is held by.
    joint: Option<usize>,
    /// From its own file space to the wearer's.
    wearer_from_own: Affine3A,
    findings: Vec<Finding>,
}

impl Worn {
    fn new(character: Character, fit: Fit) -> Self {
        let mut item = Item::new(character);
        if let Fit::Held { .. } = fit {
            let mut clips = item.character.clips.iter();
            let idle = clips.position(|clip| clip.name.eq_ignore_ascii_case(ITEM_IDLE));
            item.pick(idle.map_or(Pick::Bind, Pick::File));
        }
        Self {
            item,
            fit,
            shown: true,
            joint: None,
            wearer_from_own: Affine3A::IDENTITY,
            findings: Vec::new(),
        }
    }

    /// What its files and its fit say. A missing skeleton is none of it: it has its wearer's.
    pub fn findings(&self) -> impl Iterator<Item = &Finding> {
        self.item.character.findings.iter().chain(&self.findings)
    }

    /// The wearer's joint that one of its bones follows; none of what is held does.
    pub fn joint_of(&self, bone: usize) -> Option<usize> {
        match self.fit {
            Fit::Worn => self.item.pairing()?.joint_of(bone),
            Fit::Held { .. } => None,
        }
    }

    /// The posed vertices, in the wearer's file space: all of them, visible or not.
    pub fn posed_vertices(&self) -> Vec<SkinnedVertex> {
        let mut posed = self.item.posed_vertices();
        let place = self.wearer_from_own;
        for vertex in &mut posed {
            vertex.position = place.transform_point3(vertex.position.into()).into();
            vertex.normal = place.transform_vector3(vertex.normal.into()).into();
        }
        posed
    }

    /// Finds bones or joint in the wearer's skeleton.
    fn fit_to(&mut self, wearer: &Item) {
        self.findings.clear();
        self.joint = None;
        let file = self.item.mesh().and_then(|mesh| mesh.file.clone());
        let file = file.unwrap_or_default();
        let Some(skeleton) = wearer.skeleton() else {
            return;
        };
        match &self.fit {
            Fit::Worn => {
                let Some(mesh) = self.item.mesh() else { return };
                let pairing = Pairing::new(&mesh.bones, skeleton);
                self.findings = pairing.findings(mesh);
                // Add-meshes list their maker's whole skeleton; what moves no vertex is no trouble.
                let mut influences = mesh.influences.entries.iter();
                if influences.all(|it| pairing.joint_of(it.bone as usize).is_some()) {
                    let code = "toee.bone-without-joint";
                    self.findings.retain(|finding| finding.code != code);
                }
                let of_cloth = self.item.pair_as(pairing, wearer);
                self.findings.extend(of_cloth);
            }
            Fit::Held { on } => {
                let mut joints = skeleton.joints.iter();
                self.joint = joints.position(|joint| joint.name.eq_ignore_ascii_case(on));
                if self.joint.is_none() {
                    let message = format!("{} has no bone {on:?} to hold it by", skeleton.name);
                    let fix = "name one of the wearer's bones, as HANDR_REF";
                    let finding = Finding::warning("toee.no-bone-to-hold", message, fix);
                    self.findings.push(finding);
                }
            }
        }
        let findings = self.findings.drain(..);
        self.findings = findings.map(|finding| finding.in_file(&file)).collect();
    }

    /// Follows the wearer.
    fn follow(&mut self, wearer: &Item, seconds: f64) {
        match self.fit {
            Fit::Worn => {
                let worlds = &mut self.item.pose.worlds;
                worlds.clone_from(&wearer.pose().worlds);
                self.item.placing = wearer.placing;
            }
            Fit::Held { .. } => {
                let duration = self.item.duration();
                self.item.set_time(if duration > 0.0 {
                    seconds.rem_euclid(duration)
                } else {
                    0.0
                });
                let joint = self.joint.and_then(|joint| wearer.pose().worlds.get(joint));
                self.wearer_from_own = joint.map_or(Affine3A::IDENTITY, orthonormal);
                self.item.placing = wearer.world_from_file() * self.wearer_from_own;
            }
        }
    }
}

/// A matrix without scale and shear: the game removes them from the joint that holds something, for those of its own
/// models are scaled down (toee-formats §8.2). By Gram and Schmidt; a matrix that is flat has no rotation.
pub fn orthonormal(world: &Affine3A) -> Affine3A {
    let [x, y, z] = [
        world.matrix3.x_axis,
        world.matrix3.y_axis,
        world.matrix3.z_axis,
    ];
    let x = x.normalize_or_zero();
    let y = (y - x * x.dot(y)).normalize_or_zero();
    let z = (z - x * x.dot(z) - y * y.dot(z)).normalize_or_zero();
    let is_flat = [x, y, z].contains(&Vec3A::ZERO);
    Affine3A {
        matrix3: match is_flat {
            true => Mat3A::IDENTITY,
            false => Mat3A::from_cols(x, y, z),
        },
        translation: world.translation,
    }
}

impl Item {
    /// What is worn and held, in the order in which it was put on.
    pub fn worn(&self) -> &[Worn] {
        &self.worn
    }

    /// The same, to show, hide and dress.
    pub fn worn_mut(&mut self) -> &mut [Worn] {
        &mut self.worn
    }

    /// Whether it can wear and hold models.
    pub fn can_wear(&self) -> bool {
        self.character.family == Family::Toee && self.skeleton().is_some()
    }

    /// Puts on the mesh of a character, or lets a joint hold it. False where either is of another family.
    pub fn wear(&mut self, character: Character, fit: Fit) -> bool {
        if !self.can_wear() || character.family != Family::Toee || character.meshes.is_empty() {
            return false;
        }
        self.worn.push(Worn::new(character, fit));
        self.revision += 1;
        self.refit();
        true
    }

    /// Takes one off. Out of range there is none.
    pub fn take_off(&mut self, index: usize) {
        if index < self.worn.len() {
            self.worn.remove(index);
            self.forget_cloth();
            self.revision += 1;
        }
    }

    /// Ties all that is worn to the skeleton in use, after that changed.
    pub(super) fn refit(&mut self) {
        let mut worn = std::mem::take(&mut self.worn);
        worn.iter_mut().for_each(|worn| worn.fit_to(self));
        self.worn = worn;
        self.forget_cloth();
        self.pose_worn(0.0);
    }

    /// Lets all that is worn follow the pose last computed.
    pub(super) fn pose_worn(&mut self, seconds: f64) {
        if self.worn.is_empty() {
            return;
        }
        let mut worn = std::mem::take(&mut self.worn);
        worn.iter_mut().for_each(|worn| worn.follow(self, seconds));
        self.worn = worn;
    }

    /// Appends what is worn to a frame.
    pub(super) fn add_worn(
        &mut self,
        (skin_here, wire, blend): (bool, bool, bool),
        palette: &mut Vec<PaletteRows>,
        instances: &mut Vec<Instance>,
    ) {
        for worn in self.worn.iter_mut().filter(|worn| worn.shown) {
            let options = InstanceOptions {
                skin_here,
                wire,
                blend,
                ..InstanceOptions::default()
            };
            worn.item.add_to_frame(palette, instances, options);
        }
    }
}
