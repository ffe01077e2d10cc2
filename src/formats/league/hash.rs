//! The two hashes that League names joints by (league-formats §1). Both ignore ASCII case.

/// ELF-32 of a joint's name: in `.skl` joints and `.anm` tracks. Always below 2²⁸.
pub fn elf(name: &str) -> u32 {
    name.bytes().fold(0, |hash: u32, byte| {
        let shifted = (hash << 4).wrapping_add(u32::from(byte.to_ascii_lowercase()));
        let high = shifted & 0xF000_0000;
        (shifted ^ (high >> 24)) & !high
    })
}

/// FNV-1a-32 of a name: everything named inside property bins.
pub fn fnv1a(name: &str) -> u32 {
    name.bytes().fold(0x811C_9DC5, |hash, byte| {
        (hash ^ u32::from(byte.to_ascii_lowercase())).wrapping_mul(0x0100_0193)
    })
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
}
