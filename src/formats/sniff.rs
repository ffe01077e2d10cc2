//! What a file is, by its first bytes, never by its name.

use std::path::Path;

use super::{league, lostsaga, spine, texture, toee};

/// A kind of content.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// League `.skl`, current or legacy.
    LeagueSkeleton,
    /// League `.skn`.
    LeagueMesh,
    /// League `.anm`, any of the four.
    LeagueClip,
    /// League `.bin` property file.
    LeagueBin,
    /// Routes of League tracks chosen by hand: our own `.routing.json`.
    LeagueRouting,
    /// League `.tex`.
    Tex,
    /// DirectDraw surface.
    Dds,
    /// Spine binary skeleton of any version.
    SpineBinary,
    /// Spine JSON skeleton of any version.
    SpineJson,
    /// Spine atlas.
    SpineAtlas,
    /// A picture; of use where an atlas names it.
    Png,
    /// The Temple of Elemental Evil `.skm`.
    ToeeMesh,
    /// The Temple of Elemental Evil `.ska`: a skeleton with its clips.
    ToeeSkeleton,
    /// The Temple of Elemental Evil `.mdf`.
    ToeeMaterial,
    /// The Temple of Elemental Evil `.mes`.
    ToeeTable,
    /// A picture; of use where a material names it.
    Tga,
    /// Lost Saga `.skl`.
    LostSagaSkeleton,
    /// Lost Saga `.msh`.
    LostSagaMesh,
    /// Lost Saga `.ani`.
    LostSagaClip,
    /// Lost Saga `.cms`.
    LostSagaCollision,
    /// Lost Saga material text.
    LostSagaMaterial,
    /// Lost Saga model text.
    LostSagaModel,
    /// Lost Saga `.lsc`: a hidden DirectDraw surface.
    Lsc,
}

impl Kind {
    /// For people.
    pub fn title(self) -> &'static str {
        match self {
            Self::LeagueSkeleton => "League skeleton (.skl)",
            Self::LeagueMesh => "League mesh (.skn)",
            Self::LeagueClip => "League animation (.anm)",
            Self::LeagueBin => "League property bin (.bin)",
            Self::LeagueRouting => "League track routing (.routing.json)",
            Self::Tex => "League texture (.tex)",
            Self::Dds => "DirectDraw surface (.dds)",
            Self::SpineBinary => "Spine skeleton (.skel)",
            Self::SpineJson => "Spine skeleton (.json)",
            Self::SpineAtlas => "Spine atlas (.atlas)",
            Self::Png => "PNG picture (.png)",
            Self::ToeeMesh => "Temple of Elemental Evil mesh (.skm)",
            Self::ToeeSkeleton => "Temple of Elemental Evil skeleton (.ska)",
            Self::ToeeMaterial => "Temple of Elemental Evil material (.mdf)",
            Self::ToeeTable => "Temple of Elemental Evil table (.mes)",
            Self::Tga => "TGA picture (.tga)",
            Self::LostSagaSkeleton => "Lost Saga skeleton (.skl)",
            Self::LostSagaMesh => "Lost Saga mesh (.msh)",
            Self::LostSagaClip => "Lost Saga animation (.ani)",
            Self::LostSagaCollision => "Lost Saga collision mesh (.cms)",
            Self::LostSagaMaterial => "Lost Saga material text (.txt)",
            Self::LostSagaModel => "Lost Saga model text (.txt)",
            Self::Lsc => "Lost Saga texture (.lsc)",
        }
    }

    /// Bytes beyond which a file of this kind is refused: ten times the largest seen, and little enough that what is read
    /// from it fits in 256 MB.
    pub fn most_bytes(self) -> u64 {
        match self {
            Self::LeagueSkeleton | Self::LeagueMesh | Self::LeagueClip => 24 << 20,
            Self::SpineBinary | Self::SpineJson | Self::SpineAtlas => 24 << 20,
            Self::LeagueRouting => 4 << 20,
            Self::LeagueBin => 8 << 20,
            Self::ToeeMesh | Self::ToeeSkeleton => 24 << 20,
            Self::LostSagaSkeleton | Self::LostSagaMesh | Self::LostSagaClip => 24 << 20,
            Self::ToeeMaterial | Self::ToeeTable => 2 << 20,
            Self::LostSagaCollision => 24 << 20,
            Self::LostSagaMaterial | Self::LostSagaModel => 2 << 20,
            Self::Tga => 64 << 20,
            Self::Tex | Self::Dds | Self::Lsc | Self::Png => 88 << 20,
        }
    }

    /// Skeleton or mesh: what makes a folder a character's home.
    pub fn is_body(self) -> bool {
        matches!(self, Self::LeagueSkeleton | Self::LeagueMesh)
            || self.is_spine_skeleton()
            || self.is_toee_body()
            || matches!(self, Self::LostSagaSkeleton | Self::LostSagaMesh)
            || self == Self::LostSagaCollision
    }

    /// A picture.
    pub fn is_texture(self) -> bool {
        matches!(
            self,
            Self::Tex | Self::Dds | Self::Png | Self::Tga | Self::Lsc
        )
    }

    /// A mesh or a skeleton of The Temple of Elemental Evil.
    pub fn is_toee_body(self) -> bool {
        matches!(self, Self::ToeeMesh | Self::ToeeSkeleton)
    }

    /// A skeleton, mesh, clip or model of Lost Saga.
    pub fn is_lost_saga(self) -> bool {
        matches!(
            self,
            Self::LostSagaSkeleton
                | Self::LostSagaMesh
                | Self::LostSagaClip
                | Self::LostSagaCollision
                | Self::LostSagaModel
        )
    }

    /// A whole Spine character but for its pictures.
    pub fn is_spine_skeleton(self) -> bool {
        matches!(self, Self::SpineBinary | Self::SpineJson)
    }
}

/// The kind of a file's content; `None` for anything unknown.
pub fn kind(bytes: &[u8]) -> Option<Kind> {
    match bytes {
        [b'r', b'3', b'd', b'2', b's', b'k', b'l', b't', ..] => Some(Kind::LeagueSkeleton),
        [_, _, _, _, 0xC3, 0x4F, 0xFD, 0x22, ..] => Some(Kind::LeagueSkeleton),
        [0x33, 0x22, 0x11, 0x00, ..] => Some(Kind::LeagueMesh),
        [b'r', b'3', b'd', b'2', b'a', b'n', b'm', b'd', ..] => Some(Kind::LeagueClip),
        [b'r', b'3', b'd', b'2', b'c', b'a', b'n', b'm', ..] => Some(Kind::LeagueClip),
        [b'P', b'R', b'O', b'P', ..] | [b'P', b'T', b'C', b'H', ..] => Some(Kind::LeagueBin),
        _ if bytes.starts_with(&lostsaga::token::SKL) => Some(Kind::LostSagaSkeleton),
        _ if bytes.starts_with(&lostsaga::token::MSH) => Some(Kind::LostSagaMesh),
        _ if bytes.starts_with(&lostsaga::token::ANI) => Some(Kind::LostSagaClip),
        [b'T', b'E', b'X', 0, ..] => Some(Kind::Tex),
        [b'D', b'D', b'S', b' ', ..] => Some(Kind::Dds),
        [0x89, b'P', b'N', b'G', ..] => Some(Kind::Png),
        _ if lostsaga::collision::is_cms(bytes) => Some(Kind::LostSagaCollision),
        _ if lostsaga::lsc::is_lsc(bytes) => Some(Kind::Lsc),
        _ if toee::skm::is_skm(bytes) => Some(Kind::ToeeMesh),
        _ if toee::ska::is_ska(bytes) => Some(Kind::ToeeSkeleton),
        _ if league::routing::begins_like_routing(bytes) => Some(Kind::LeagueRouting),
        _ if spine::is_binary(bytes) => Some(Kind::SpineBinary),
        _ if spine::begins_like_json(bytes) => Some(Kind::SpineJson),
        _ if toee::mdf::is_mdf(bytes) => Some(Kind::ToeeMaterial),
        _ if lostsaga::model_text::is_model_text(bytes) => Some(Kind::LostSagaModel),
        _ if lostsaga::material::is_material(bytes) => Some(Kind::LostSagaMaterial),
        _ if toee::mes::is_mes(bytes) => Some(Kind::ToeeTable),
        _ if spine::is_atlas(bytes) => Some(Kind::SpineAtlas),
        _ if texture::tga::is_tga(bytes) => Some(Kind::Tga),
        _ => None,
    }
}

/// Whether a file's name says that it is of a kind that is read here. Never what decides how it is read: it says
/// whether unknown content deserves a word.
pub fn promises_a_known_kind(path: &Path) -> bool {
    let endings = [
        "skl", "skn", "anm", "tex", "dds", "skel", "atlas", "skm", "ska", "mdf", "tga", "msh",
        "ani", "cms", "lsc",
    ];
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let is_routing = name.to_ascii_lowercase().ends_with(".routing.json");
    is_routing
        || path.extension().is_some_and(|ending| {
            endings
                .iter()
                .any(|known| ending.eq_ignore_ascii_case(known))
        })
}

/// What unknown content looks like, and what to do: `(found, advice)`.
pub fn describe_unknown(bytes: &[u8]) -> (String, String) {
    if bytes.is_empty() {
        return (
            "the file is empty".into(),
            "extract or download it again".into(),
        );
    }
    if bytes.starts_with(b"version https://git-lfs") {
        return (
            "a Git LFS pointer, not the file itself".into(),
            "run `git lfs pull` in the repository it came from".into(),
        );
    }
    // A material may name them (lostsaga-formats §8).
    for (begin, name) in [(&b"BM"[..], "BMP"), (b"\xFF\xD8\xFF", "JPEG")] {
        if bytes.starts_with(begin) {
            return (
                format!("a {name} picture, which is not read"),
                "save it as .png or .dds and let the file that names it name that".into(),
            );
        }
    }
    let head = &bytes[..bytes.len().min(512)];
    let is_text = std::str::from_utf8(head)
        .is_ok_and(|text| text.chars().all(|c| !c.is_control() || c.is_whitespace()));
    if is_text {
        return (
            "a text file, no model, clip or texture".into(),
            "open the .skl, .skn, .anm or .skel it belongs to".into(),
        );
    }
    let shown: Vec<String> = bytes
        .iter()
        .take(8)
        .map(|byte| format!("{byte:02x}"))
        .collect();
    (
        format!("no known kind of file: it begins with {}", shown.join(" ")),
        "open a League .skl, .skn, .anm, .dds or .tex file, or a Spine .skel, .json or .atlas, \
         or a Temple of Elemental Evil .skm or .ska, or a Lost Saga .skl, .msh or .ani"
            .into(),
    )
}
