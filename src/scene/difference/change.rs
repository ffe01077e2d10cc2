//! One thing that two characters do not have alike.

use super::pairs::Pairs;

/// What kind of thing differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Part {
    /// The character as a whole.
    Character,
    /// A joint, or a bone of a Spine character.
    Joint,
    /// A mesh.
    Mesh,
    /// A submesh.
    Submesh,
    /// What a submesh is painted with.
    Material,
    /// A picture.
    Texture,
    /// An animation.
    Clip,
    /// A track of a clip, or a timeline of a Spine animation.
    Track,
    /// A slot of a Spine character.
    Slot,
    /// A skin of a Spine character.
    Skin,
    /// What a skin of a Spine character has for a slot.
    Attachment,
    /// A constraint of a Spine character.
    Constraint,
    /// An event of a Spine character.
    Event,
    /// The order in which slots are drawn.
    DrawOrder,
}

impl Part {
    /// The word in JSON.
    pub fn word(self) -> &'static str {
        match self {
            Self::Character => "character",
            Self::Joint => "joint",
            Self::Mesh => "mesh",
            Self::Submesh => "submesh",
            Self::Material => "material",
            Self::Texture => "texture",
            Self::Clip => "clip",
            Self::Track => "track",
            Self::Slot => "slot",
            Self::Skin => "skin",
            Self::Attachment => "attachment",
            Self::Constraint => "constraint",
            Self::Event => "event",
            Self::DrawOrder => "draw-order",
        }
    }
}

/// In what way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    /// The second one has no such thing.
    OnlyInA,
    /// The first one has no such thing.
    OnlyInB,
    /// Both have it, but not alike.
    Differs {
        /// What of it; stable, for scripts.
        field: &'static str,
        /// In the first, for people.
        a: String,
        /// In the second, for people.
        b: String,
    },
}

/// One difference that no time has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// What kind of thing.
    pub part: Part,
    /// Its name; the first one's where they differ in case.
    pub name: String,
    /// In what way.
    pub what: What,
}

/// How something is stored, not what it says: of a clip that was converted to another format.
const STORAGE: [&str; 4] = ["format", "frames", "keys", "fps"];

impl Change {
    /// Whether it is about how something is stored, and nothing that is shown.
    pub fn is_storage(&self) -> bool {
        matches!(&self.what, What::Differs { field, .. } if STORAGE.contains(field))
    }
}

/// Differences, as they are found.
#[derive(Debug, Default)]
pub(super) struct Changes(pub Vec<Change>);

impl Changes {
    /// What only one of two lists has.
    pub fn one_sided<T: AsRef<str>>(&mut self, part: Part, pairs: &Pairs, a: &[T], b: &[T]) {
        let mut add = |name: &T, what: What| {
            let name = name.as_ref().to_owned();
            self.0.push(Change { part, name, what });
        };
        for &index in &pairs.only_a {
            add(&a[index], What::OnlyInA);
        }
        for &index in &pairs.only_b {
            add(&b[index], What::OnlyInB);
        }
    }

    /// A difference, where there is one in words.
    pub fn compare(
        &mut self,
        part: Part,
        name: &str,
        field: &'static str,
        (a, b): (impl ToString, impl ToString),
    ) {
        let (a, b) = (a.to_string(), b.to_string());
        if a != b {
            self.differs(part, name, field, (a, b));
        }
    }

    /// A difference.
    pub fn differs(
        &mut self,
        part: Part,
        name: &str,
        field: &'static str,
        (a, b): (String, String),
    ) {
        let what = What::Differs { field, a, b };
        let name = name.to_owned();
        self.0.push(Change { part, name, what });
    }
}

/// A name, or the word for none.
pub(super) fn or_none(name: Option<&str>) -> String {
    name.unwrap_or("none").to_owned()
}
