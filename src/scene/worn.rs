//! Models that a character wears or holds beside its own mesh (toee-formats §8.1, §8.2).

use glam::{Affine3A, Mat3A, Vec3A};

use super::frame::{Instance, PaletteRows, SkinnedVertex};
use super::instance::InstanceOptions;
use super::{Item, Pick};
use crate::model::{Character, Family, Finding};

/// What a held model plays, where it can.
const ITEM_IDLE: &str = "item_idle";

/// How a model belongs to its wearer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fit {
    /// Its bones follow the wearer's joints.
    Worn,
    /// It stands where a joint of the wearer's stands.
    Held {
        /// The joint's name.
        on: String,
    },
}

/// One model beside the wearer's own mesh.
pub struct Worn {
    /// The model itself. What is worn stands on the wearer's skeleton; what is held brings its own.
    pub item: Item,
    /// How it belongs to the wearer.
    pub fit: Fit,
    /// Whether it is drawn, unless an event says otherwise; see [`Self::is_drawn`].
    pub shown: bool,
    /// `shown` as it was before anyone changed it.
    initial: bool,
    /// What the events of the moment last posed make of it.
    pub(super) by_event: Option<bool>,
    /// The wearer's mesh that it is, where it is one of its own.
    own_mesh: Option<usize>,
    /// The joint that it is held by.
    joint: Option<usize>,
    /// From its own file space to the wearer's.
    wearer_from_own: Affine3A,
    findings: Vec<Finding>,
}

/// What somebody wears, as it is put on somebody else, or on the same one opened again.
#[derive(Clone, Debug)]
pub struct Garment {
    /// The model.
    pub character: Character,
    /// How it belongs to the wearer.
    pub fit: Fit,
    /// Whether it is drawn.
    pub shown: bool,
    initial: bool,
    own_mesh: Option<usize>,
}

impl Worn {
    fn new(garment: Garment) -> Self {
        let mut item = Item::new(garment.character);
        if let Fit::Held { .. } = garment.fit {
            let mut clips = item.character.clips.iter();
            let idle = clips.position(|clip| clip.name.eq_ignore_ascii_case(ITEM_IDLE));
            item.pick(idle.map_or(Pick::Bind, Pick::File));
        }
        Self {
            item,
            fit: garment.fit,
            shown: garment.shown,
            initial: garment.initial,
            by_event: None,
            own_mesh: garment.own_mesh,
            joint: None,
            wearer_from_own: Affine3A::IDENTITY,
            findings: Vec::new(),
        }
    }

    fn garment(&self) -> Garment {
        Garment {
            character: self.item.character.clone(),
            fit: self.fit.clone(),
            shown: self.shown,
            initial: self.initial,
            own_mesh: self.own_mesh,
        }
    }

    /// Whether it is drawn at the moment last posed: as its tick says where a person has changed it, else as the clip's
    /// events say.
    pub fn is_drawn(&self) -> bool {
        match self.by_event {
            Some(shown) if self.shown == self.initial => shown,
            _ => self.shown,
        }
    }

    /// What its files and its fit say.
    pub fn findings(&self) -> impl Iterator<Item = &Finding> {
        let bound = match self.fit {
            Fit::Worn => self.item.binding_findings(),
            Fit::Held { .. } => &[],
        };
        // Add-meshes list their maker's whole skeleton; what moves no vertex is no trouble.
        let all_follow = self.fit == Fit::Worn && self.moves_with_joints();
        // The wearer's bone of cloth is for whichever piece is of cloth.
        let bound = bound.iter().filter(move |finding| match finding.code {
            "toee.bone-without-joint" => !all_follow,
            "toee.cloth-bone-without-vertices" => false,
            _ => true,
        });
        let own = self.item.character.findings.iter();
        own.chain(bound).chain(&self.findings)
    }

    fn moves_with_joints(&self) -> bool {
        let (Some(pairing), Some(mesh)) = (self.item.pairing(), self.item.mesh()) else {
            return false;
        };
        let mut influences = mesh.influences.entries.iter();
        influences.all(|it| pairing.joint_of(it.bone as usize).is_some())
    }

    /// The wearer's mesh that it is, where it is one of its own.
    pub fn own_mesh(&self) -> Option<usize> {
        self.own_mesh
    }

    /// The wearer's joint that holds it.
    pub fn joint(&self) -> Option<usize> {
        self.joint
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

    /// Where something held stands, by the world of the joint that holds it.
    pub fn held_place(&self, world: &Affine3A) -> Affine3A {
        match self.item.character.family {
            Family::Toee => orthonormal(world),
            _ => *world,
        }
    }

    /// Puts it on the wearer's skeleton, or finds the joint that holds it.
    fn fit_to(&mut self, wearer: &Item) {
        self.findings.clear();
        self.joint = None;
        let Some(skeleton) = wearer.skeleton() else {
            return;
        };
        match &self.fit {
            Fit::Worn => {
                let visible = std::mem::take(&mut self.item.visible);
                self.item.character.skeletons.clear();
                self.item.character.skeletons.push(skeleton.clone());
                self.item.pick_skeleton(Some(0));
                if self.item.visible.len() == visible.len() {
                    self.item.visible = visible;
                }
            }
            Fit::Held { on } => {
                let mut joints = skeleton.joints.iter();
                self.joint = joints.position(|joint| joint.name.eq_ignore_ascii_case(on));
                if self.joint.is_none() {
                    let message = format!("{} has no bone {on:?} to hold it by", skeleton.name);
                    let fix = "name one of the wearer's bones, as HANDR_REF";
                    let finding = Finding::warning("toee.no-bone-to-hold", message, fix);
                    let file = self.item.mesh().and_then(|mesh| mesh.file.clone());
                    self.findings
                        .push(finding.in_file(file.unwrap_or_default()));
                }
            }
        }
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
                let place = joint.map(|world| self.held_place(world));
                self.wearer_from_own = place.unwrap_or(Affine3A::IDENTITY);
                // Its own root turns the axes once more.
                let root = self.item.character.family.basis().root();
                self.item.placing =
                    wearer.world_from_file() * self.wearer_from_own * root.inverse();
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

/// How what is worn is put into a frame; see [`InstanceOptions`].
pub(super) struct WornLooks {
    pub skin_here: bool,
    pub wire: bool,
    pub blend: bool,
    pub seconds: f64,
    /// Which of what is worn, and its submesh.
    pub highlight: Option<(usize, usize)>,
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

    /// Whether it can wear and hold models: all that stand on joints can.
    pub fn can_wear(&self) -> bool {
        self.character.family != Family::Spine && self.skeleton().is_some()
    }

    /// Puts on the mesh of a character, or lets a joint hold it. False where either is of another family.
    pub fn wear(&mut self, character: Character, fit: Fit) -> bool {
        self.put_on(Garment {
            character,
            fit,
            shown: true,
            initial: true,
            own_mesh: None,
        })
    }

    /// Shows another one of its own meshes too, on the same skeleton. False where there is none, and where it is shown.
    pub fn wear_own(&mut self, mesh: usize) -> bool {
        self.wear_own_as(mesh, true)
    }

    /// The same, and for now not drawn unless `shown`.
    pub(super) fn wear_own_as(&mut self, mesh: usize, shown: bool) -> bool {
        let is_worn = |worn: &Worn| worn.own_mesh == Some(mesh);
        if self.mesh == Some(mesh) || self.worn.iter().any(is_worn) {
            return false;
        }
        let character = self.character.of_mesh(mesh);
        character.is_some_and(|character| {
            self.put_on(Garment {
                character,
                fit: Fit::Worn,
                shown,
                initial: shown,
                own_mesh: Some(mesh),
            })
        })
    }

    /// All that it wears and holds, to be put on again.
    pub fn garments(&self) -> Vec<Garment> {
        self.worn.iter().map(Worn::garment).collect()
    }

    /// Puts on what somebody wore. False where it does not fit.
    pub fn put_on(&mut self, garment: Garment) -> bool {
        let (family, meshes) = (garment.character.family, &garment.character.meshes);
        if !self.can_wear() || family != self.character.family || meshes.is_empty() {
            return false;
        }
        if let Some(own) = garment.own_mesh {
            if self.mesh == Some(own) {
                return false;
            }
            // What somebody wore is put on again over what one wears by default.
            self.worn.retain(|worn| worn.own_mesh != Some(own));
        }
        self.worn.push(Worn::new(garment));
        self.revision += 1;
        self.refit();
        true
    }

    /// Takes off what is one of its own meshes.
    pub fn take_off_own(&mut self) {
        self.worn.retain(|worn| worn.own_mesh.is_none());
        self.revision += 1;
        self.refit();
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
        self.dress_again();
        self.find_unfilled();
        self.find_events();
        self.pose_worn(0.0);
    }

    /// Lets all that is worn follow the pose last computed.
    pub(super) fn pose_worn(&mut self, seconds: f64) {
        if self.worn.is_empty() {
            return;
        }
        let mut worn = std::mem::take(&mut self.worn);
        for worn in &mut worn {
            worn.follow(self, seconds);
            let mesh = worn.item.mesh();
            worn.by_event = mesh.and_then(|mesh| Some(self.told_of_mesh(mesh, seconds)?.shown));
        }
        self.worn = worn;
    }

    /// Appends what is worn to a frame.
    pub(super) fn add_worn(
        &mut self,
        looks: WornLooks,
        palette: &mut Vec<PaletteRows>,
        instances: &mut Vec<Instance>,
    ) {
        let worn = self.worn.iter_mut().enumerate();
        for (index, worn) in worn.filter(|(_, worn)| worn.is_drawn()) {
            let highlight = looks.highlight.filter(|(worn, _)| *worn == index);
            let options = InstanceOptions {
                skin_here: looks.skin_here,
                wire: looks.wire,
                blend: looks.blend,
                seconds: looks.seconds,
                highlight: highlight.map(|(_, submesh)| submesh),
                ..InstanceOptions::default()
            };
            worn.item.add_to_frame(palette, instances, options);
        }
    }
}
