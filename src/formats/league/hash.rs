//! The hashes that League keeps instead of names (league-formats §1). All ignore ASCII case.

use twox_hash::XxHash64;

/// ELF-32 of a joint's name: in `.skl` joints and `.anm` tracks. Always below 2²⁸.
pub fn elf(name: &str) -> u32 {
    name.bytes().fold(0, |hash: u32, byte| {
        let shifted = (hash << 4).wrapping_add(u32::from(byte.to_ascii_lowercase()));
        let high = shifted & 0xF000_0000;
        (shifted ^ (high >> 24)) & !high
    })
}

/// FNV-1a-32 of a name: everything named inside property bins.
pub const fn fnv1a(name: &str) -> u32 {
    let mut rest = name.as_bytes();
    let mut hash: u32 = 0x811C_9DC5;
    while let [byte, after @ ..] = rest {
        hash = (hash ^ byte.to_ascii_lowercase() as u32).wrapping_mul(0x0100_0193);
        rest = after;
    }
    hash
}

/// XXH64 of a path inside the game's archives: names of files, and the newer bins' references to them. Back slashes
/// count as slashes.
pub fn xxh64(path: &str) -> u64 {
    let path = path.to_ascii_lowercase().replace('\\', "/");
    XxHash64::oneshot(0, path.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elf_ignores_case_and_matches_hashes_in_game_files() {
        assert_eq!(elf("Root"), 497_252);
        assert_eq!(elf("BodyRoot"), 96_507_124);
        assert_eq!(elf("L_Wing_Outer3_skn"), 143_748_286);
        assert_eq!(elf("head"), elf("HEAD"));
    }

    #[test]
    fn fnv1a_ignores_case_and_matches_hashes_in_game_files() {
        assert_eq!(fnv1a("Snap_Weapon2World"), 0xf5a0_e258);
        assert_eq!(fnv1a("mclipdatamap"), 0x45e1_22f8);
    }

    #[test]
    fn xxh64_matches_the_published_values() {
        assert_eq!(xxh64(""), 0xef46_db37_51d8_e999);
        assert_eq!(xxh64("ABC"), 0x44bc_2cf5_ad77_0999);
        assert_eq!(xxh64("Assets\\Hero.skn"), xxh64("assets/hero.skn"));
    }
}
