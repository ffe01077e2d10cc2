//! Before and after: a second one beside the character. The same with another mapping or in the bind pose, or an item of
//! its own: another clip of it, another version, another character. Camera and clock are shared.

use std::sync::Arc;

use glam::{Affine3A, Vec3};

use super::frame::ResourceId;
use super::{Item, Pick, Scene};
use crate::model::Bounds;
use crate::pose::{MappingRule, Pose};

/// What is shown beside the character.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Compare {
    /// Nothing.
    #[default]
    Off,
    /// The bind pose.
    Bind,
    /// The same clip, mapped by a rule alone.
    Rule(MappingRule),
    /// An item of its own: [`Scene::other`].
    Other,
}

impl Compare {
    /// All that a character with a mapping has by itself, the default first.
    pub const ALL: [Self; 5] = [
        Self::Off,
        Self::Bind,
        Self::Rule(MappingRule::Game),
        Self::Rule(MappingRule::TwoPass),
        Self::Rule(MappingRule::Naive),
    ];

    /// The word on the command line.
    pub fn word(self) -> &'static str {
        match self {
            Self::Off => "off",
            Self::Bind => "bind",
            Self::Rule(rule) => rule.word(),
            Self::Other => "other",
        }
    }

    /// For people.
    pub fn title(self) -> String {
        match self {
            Self::Off => "off".into(),
            Self::Bind => "bind pose".into(),
            Self::Rule(rule) => format!("mapping {}", rule.word()),
            Self::Other => "another one".into(),
        }
    }
}

/// How the two are laid out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Layout {
    /// Side by side.
    #[default]
    Side,
    /// In one place: the first left of a line, the second right of it.
    Wipe,
    /// In one place: the second can be seen through.
    Ghost,
}

impl Layout {
    /// All of them, the default first.
    pub const ALL: [Self; 3] = [Self::Side, Self::Wipe, Self::Ghost];

    /// The word on the command line.
    pub fn word(self) -> &'static str {
        match self {
            Self::Side => "side",
            Self::Wipe => "wipe",
            Self::Ghost => "ghost",
        }
    }

    /// For people.
    pub fn title(self) -> &'static str {
        match self {
            Self::Side => "Side by side",
            Self::Wipe => "Wipe",
            Self::Ghost => "Ghost",
        }
    }
}

/// An item of its own that is shown beside the character.
pub struct Other {
    /// As it is played.
    pub item: Item,
    /// It plays the clip that is called like the one that the character plays, where it has one.
    pub follows: bool,
    /// What to call it where the two are not one character.
    name: Option<String>,
    /// What stands above the two, and what both were playing when that was written.
    labels: [Arc<str>; 2],
    played: Option<[Pick; 2]>,
    /// World-space box at its start.
    pub(super) bounds: Bounds,
    id: ResourceId,
}

impl Other {
    /// Another one whenever another item is put there.
    pub fn id(&self) -> ResourceId {
        self.id
    }

    /// What to call it: its name, or what it plays where it is the same character once more.
    pub fn title(&self) -> String {
        let pose = if self.item.spine().is_some() {
            "setup pose"
        } else {
            "bind pose"
        };
        let played = self.item.picked_name();
        self.name.clone().or(played).unwrap_or_else(|| pose.into())
    }

    /// The character was read again: what was the same character once more is one of the new.
    pub(super) fn renew(&mut self, first: &Item, pick: impl FnOnce(&Item) -> Option<Pick>) {
        if self.name.is_none() {
            let pick = pick(&self.item).unwrap_or_default();
            self.item = first.twin_playing(pick);
            self.bounds = stand(&mut self.item);
            self.id = ResourceId::new();
        }
        self.played = None;
    }

    /// What stands above the two, written anew when either plays something else.
    pub(super) fn labels(&mut self, first: &Item) -> [Arc<str>; 2] {
        let played = [first.picked(), self.item.picked()];
        if self.played != Some(played) {
            let clip = |item: &Item| item.picked_name().unwrap_or_else(|| "no clip".into());
            let clips = [clip(first), clip(&self.item)];
            self.labels = match &self.name {
                None => clips.map(Arc::from),
                Some(name) => {
                    let [one, other] = clips;
                    let first = format!("{}, {one}", first.character.name);
                    [first.into(), format!("{name}, {other}").into()]
                }
            };
            self.played = Some(played);
        }
        self.labels.clone()
    }
}

/// Where no other is, at its start; gives the box that it fills there, world space.
fn stand(item: &mut Item) -> Bounds {
    item.placing = Affine3A::IDENTITY;
    item.set_time(0.0);
    Bounds::of(item.moment_points())
}

/// What does not change from frame to frame.
#[derive(Clone, Debug)]
pub(super) struct Sides {
    compare: Compare,
    rule: MappingRule,
    is_routed: bool,
    /// World-space box of the bind pose; of a Spine character as it was first seen.
    pub bounds: Bounds,
    pub labels: [Arc<str>; 2],
}

impl Item {
    /// Does something with the item as the second one: posed as `compare` says and moved by `shift`, world space.
    pub(super) fn as_second<R>(
        &mut self,
        compare: Compare,
        shift: Vec3,
        seconds: f64,
        look: impl FnOnce(&mut Self) -> R,
    ) -> R {
        if self.second_pose.worlds.len() != self.pose.worlds.len() {
            self.second_pose = self.skeleton().map(Pose::bind).unwrap_or_default();
        }
        let placing = self.placing;
        self.placing = Affine3A::from_translation(shift) * placing;
        std::mem::swap(&mut self.pose, &mut self.second_pose);
        self.posed_as = compare;
        self.set_time(seconds);
        let result = look(self);
        self.posed_as = Compare::Off;
        std::mem::swap(&mut self.pose, &mut self.second_pose);
        self.placing = placing;
        self.show_cloth();
        self.pose_worn(seconds);
        result
    }

    /// Made once for each choice, and kept.
    pub(super) fn sides(&mut self, compare: Compare) -> Sides {
        let key = (compare, self.rule(), self.is_routed());
        if let Some(sides) = &self.sides
            && (sides.compare, sides.rule, sides.is_routed) == key
        {
            return sides.clone();
        }
        let points = match &self.spine {
            Some(_) => self.moment_points(),
            None => self.as_second(Compare::Bind, Vec3::ZERO, 0.0, |item| item.moment_points()),
        };
        let first = match (self.clip().is_some(), self.is_routed()) {
            (false, _) => "bind pose".into(),
            (_, true) => format!("mapping {} and by hand", self.rule().word()),
            _ => format!("mapping {}", self.rule().word()),
        };
        let sides = Sides {
            compare,
            rule: self.rule(),
            is_routed: self.is_routed(),
            bounds: Bounds::of(points),
            labels: [first.into(), compare.title().into()],
        };
        self.sides = Some(sides.clone());
        sides
    }
}

impl Scene {
    /// What is shown beside the character; no bind pose and no rule beside one that has no mapping.
    pub fn compare(&self) -> Compare {
        let maps = |item: &Item| item.skeleton().is_some() && item.spine().is_none();
        match (self.view.compare, &self.item) {
            (_, None) => Compare::Off,
            (Compare::Other, Some(_)) if self.other.is_some() => Compare::Other,
            (Compare::Other, Some(_)) => Compare::Off,
            (compare, Some(item)) if maps(item) => compare,
            _ => Compare::Off,
        }
    }

    /// Shows an item of its own beside the character; without a name it is the same character once more.
    pub fn compare_with(&mut self, mut item: Item, name: Option<String>) {
        let bounds = stand(&mut item);
        let nothing: Arc<str> = "".into();
        self.other = Some(Other {
            item,
            follows: name.is_some(),
            name,
            labels: [nothing.clone(), nothing],
            played: None,
            bounds,
            id: ResourceId::new(),
        });
        self.view.compare = Compare::Other;
        self.follow_length();
        self.ask_fit();
    }

    /// Shows the same character beside itself, playing something else.
    pub fn compare_with_pick(&mut self, pick: Pick) {
        if let Some(item) = &self.item {
            self.compare_with(item.twin_playing(pick), None);
        }
    }

    /// A name for a character that is compared with the one that is shown: two versions of one are called alike.
    pub fn name_beside(&self, other: &Item) -> String {
        let name = other.character.name.clone();
        match &self.item {
            Some(item) if item.character.name == name => format!("other {name}"),
            _ => name,
        }
    }

    /// Shows nothing beside the character.
    pub fn stop_comparing(&mut self) {
        self.other = None;
        self.view.compare = Compare::Off;
        self.ask_fit();
    }

    /// The other one goes over to the clip of the same name.
    pub(super) fn follow_clip(&mut self) {
        let name = self.item.as_ref().and_then(Item::picked_name);
        let other = self.other.as_mut().filter(|other| other.follows);
        let (Some(other), Some(name)) = (other, name) else {
            return;
        };
        let mut lines = other.item.playables().iter();
        let is_same = |name: &str, line: &str| line.to_lowercase() == name.to_lowercase();
        if let Some(pick) = lines.find(|it| is_same(&name, &it.name)).map(|it| it.pick) {
            other.item.pick(pick);
        }
    }

    /// A pose lasts as long as the clip that it is compared with.
    pub(super) fn follow_length(&mut self) {
        let own = self.item.as_ref().map_or(0.0, Item::pass);
        if let (Compare::Other, Some(other)) = (self.compare(), &self.other)
            && own <= 0.0
        {
            self.clock.set_duration(other.item.pass());
        }
    }

    /// Both as items of their own, for another thread to measure; `None` while nothing is beside the character.
    pub fn both_sides(&self) -> Option<[Item; 2]> {
        let item = self.item.as_ref()?;
        let other = match self.compare() {
            Compare::Off => return None,
            Compare::Bind => item.twin_playing(Pick::Bind),
            Compare::Rule(rule) => {
                let mut twin = item.twin();
                twin.character.routings.clear();
                twin.set_rule(rule);
                twin
            }
            Compare::Other => self.other.as_ref()?.item.twin(),
        };
        let is_one_family = other.character.family == item.character.family;
        is_one_family.then(|| [item.twin(), other])
    }
}
