//! What the tables of a game offer a body to wear (toee-formats §8.1, §8.4).

use std::path::PathBuf;
use std::sync::Arc;

/// The bodies that tables count by, in their order: an entry's number is that of the thing plus this place.
pub const BODIES: [&str; 14] = [
    "human-male",
    "human-female",
    "elf-male",
    "elf-female",
    "half-orc-male",
    "half-orc-female",
    "dwarf-male",
    "dwarf-female",
    "gnome-male",
    "gnome-female",
    "half-elf-male",
    "half-elf-female",
    "halfling-male",
    "halfling-female",
];

/// Numbers that one thing has, one for each body.
pub const BANK: u32 = 100;

/// Everything that is offered.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Wardrobe {
    /// Place in [`BODIES`] of the body that wears it; `None` where nothing says which it is.
    pub body: Option<usize>,
    /// In the tables' order. Numbers may repeat: the last one counts.
    pub materials: Vec<MaterialOffer>,
    /// The same.
    pub add_meshes: Vec<AddMeshOffer>,
    /// Of [`Self::body`].
    pub hair: Vec<Hair>,
}

/// A material for one slot.
#[derive(Clone, Debug, PartialEq)]
pub struct MaterialOffer {
    /// The table's number.
    pub id: u32,
    /// `HEAD`, `CHEST`, `GLOVES` or `BOOTS`.
    pub slot: &'static str,
    /// Of an `.mdf`, as the game writes it.
    pub path: String,
    /// The table.
    pub table: Arc<PathBuf>,
}

/// Meshes that are worn together.
#[derive(Clone, Debug, PartialEq)]
pub struct AddMeshOffer {
    /// The table's number.
    pub id: u32,
    /// Of `.skm` files, as the game writes them. All beyond the first are worn without a helmet only.
    pub paths: Vec<String>,
    /// The table.
    pub table: Arc<PathBuf>,
}

/// How much room hair takes: what is worn on the head presses it down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum HairSize {
    /// Nothing is on the head.
    Big,
    /// Something small is.
    Small,
    /// Something that covers the head is.
    None,
}

impl HairSize {
    /// From the most room to the least.
    pub const ALL: [Self; 3] = [Self::Big, Self::Small, Self::None];

    /// The word in file names.
    pub fn word(self) -> &'static str {
        match self {
            Self::Big => "big",
            Self::Small => "small",
            Self::None => "none",
        }
    }
}

/// One mesh of hair.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hair {
    /// The game's number for the style.
    pub style: u32,
    /// The game's number for the colour.
    pub color: u32,
    /// For what is worn on the head.
    pub size: HairSize,
    /// Where it is.
    pub path: PathBuf,
}

impl Wardrobe {
    /// True where no table offers anything.
    pub fn is_empty(&self) -> bool {
        self.materials.is_empty() && self.add_meshes.is_empty() && self.hair.is_empty()
    }

    /// The material of a number for a slot.
    pub fn material(&self, slot: &str, id: u32) -> Option<&MaterialOffer> {
        let mut offers = self.materials.iter().rev();
        offers.find(|offer| offer.id == id && offer.slot.eq_ignore_ascii_case(slot))
    }

    /// The add-meshes of a number.
    pub fn add_mesh(&self, id: u32) -> Option<&AddMeshOffer> {
        self.add_meshes.iter().rev().find(|offer| offer.id == id)
    }

    /// Whether a number is for the body that wears it; where nothing says which that is, all are.
    pub fn is_for_body(&self, id: u32) -> bool {
        self.body.is_none_or(|body| id % BANK == body as u32)
    }

    /// Hair of a style and a colour, or what the game takes in its place: less room, then style 5.
    pub fn find_hair(&self, style: u32, color: u32, size: HairSize) -> Option<&Hair> {
        const INSTEAD: u32 = 5;
        let sizes = || {
            HairSize::ALL
                .into_iter()
                .filter(move |other| *other >= size)
        };
        let of = |style: u32, size: HairSize| {
            let mut hair = self.hair.iter();
            hair.find(|hair| (hair.style, hair.color, hair.size) == (style, color, size))
        };
        let mut styles = [style, INSTEAD].into_iter();
        styles.find_map(|style| sizes().find_map(|size| of(style, size)))
    }
}
