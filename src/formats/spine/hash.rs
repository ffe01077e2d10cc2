//! A skeleton's hash: two words in the binary, eleven base64 characters in JSON.

const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Base64 without padding of the words as they lie in the file; `None` for two zeros.
pub(super) fn to_text(words: [i32; 2]) -> Option<String> {
    let bits = u64::from(words[0] as u32) << 32 | u64::from(words[1] as u32);
    // Eleven digits hold 66 bits: the last two are zeros.
    let digit = |place: u32| {
        let shifted = (u128::from(bits) << 2) >> (60 - 6 * place);
        char::from(DIGITS[(shifted & 63) as usize])
    };
    (bits != 0).then(|| (0..11).map(digit).collect())
}

/// The words of a hash. Text that is no such hash gets words made from it, so that other text has other words.
pub(super) fn to_words(text: Option<&str>) -> [i32; 2] {
    let Some(text) = text else { return [0, 0] };
    let bits = decode(text).unwrap_or_else(|| {
        let fnv = |hash: u64, &byte: &u8| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
        text.as_bytes().iter().fold(0xcbf2_9ce4_8422_2325, fnv)
    });
    [(bits >> 32) as i32, bits as i32]
}

fn decode(text: &str) -> Option<u64> {
    if text.len() != 11 {
        return None;
    }
    let mut bits = 0_u128;
    for byte in text.bytes() {
        let digit = DIGITS.iter().position(|&digit| digit == byte)?;
        bits = bits << 6 | digit as u128;
    }
    u64::try_from(bits >> 2).ok()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn words_and_text_are_the_same_hash() {
        // coin-pro, from the editor as .skel and as .json.
        let words = [0x154c_0816, 0xdc9c_ec63_u32 as i32];
        assert_eq!(to_text(words).unwrap(), "FUwIFtyc7GM");
        assert_eq!(to_words(Some("FUwIFtyc7GM")), words);
        assert_eq!(to_text([0, 0]), None);
        assert_eq!(to_words(None), [0, 0]);
        assert_ne!(to_words(Some("by hand")), [0, 0]);
    }
}
