//! Unit quaternions in 48 bits (league-formats §5.4): the largest component is left out, the others get 15 bits each.

use std::f32::consts::FRAC_1_SQRT_2;

use glam::Quat;

const LARGEST: f32 = 32_767.0;
const STEP: f32 = 2.0 * FRAC_1_SQRT_2 / LARGEST;

/// The quaternion of three words. The left-out component is never negative; of unit length, except for words that no
/// encoder writes: where the three kept components alone are longer than 1.
pub fn decode(words: [u16; 3]) -> Quat {
    let bits = u64::from(words[0]) | (u64::from(words[1]) << 16) | (u64::from(words[2]) << 32);
    let omitted = ((bits >> 45) & 3) as usize;
    let mut components = [0.0; 4];
    let mut sum = 0.0;
    for (component, shift) in kept(omitted).zip([30, 15, 0]) {
        let value = ((bits >> shift) & 0x7FFF) as f32 * STEP - FRAC_1_SQRT_2;
        components[component] = value;
        sum += value * value;
    }
    components[omitted] = (1.0 - sum).max(0.0).sqrt();
    Quat::from_array(components)
}

/// The words nearest to a rotation, which need not be of unit length; `None` where it has no direction (zero, NaN,
/// infinite). Comes back as itself or as its negative: kept components within half a step (2.2e-5), the omitted one,
/// which takes the error of all three, within 6.6e-5.
pub fn encode(rotation: Quat) -> Option<[u16; 3]> {
    let length = rotation.length();
    if !length.is_finite() || length < 1e-6 {
        return None;
    }
    let unit = (rotation / length).to_array();
    let omitted = (0..4).fold(0, |largest, component| {
        if unit[component].abs() > unit[largest].abs() {
            component
        } else {
            largest
        }
    });
    let sign = if unit[omitted] < 0.0 { -1.0 } else { 1.0 };
    let mut bits = (omitted as u64) << 45;
    for (component, shift) in kept(omitted).zip([30, 15, 0]) {
        let steps = (unit[component] * sign + FRAC_1_SQRT_2) / STEP;
        bits |= (steps.round().clamp(0.0, LARGEST) as u64) << shift;
    }
    Some([bits as u16, (bits >> 16) as u16, (bits >> 32) as u16])
}

/// The stored components in their order: x, y, z, w without the omitted one.
fn kept(omitted: usize) -> impl Iterator<Item = usize> {
    (0..4).filter(move |&component| component != omitted)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_identity_leaves_w_out_and_is_off_by_half_a_step() {
        let words = encode(Quat::IDENTITY).unwrap();
        let back = decode(words);
        assert_eq!(words[2] >> 13, 3);
        assert!(back.x.abs() < 2.2e-5 && back.y.abs() < 2.2e-5 && back.z.abs() < 2.2e-5);
    }

    #[test]
    fn nothing_without_direction_is_encoded() {
        assert_eq!(encode(Quat::from_xyzw(0.0, 0.0, 0.0, 0.0)), None);
        assert_eq!(encode(Quat::from_xyzw(f32::NAN, 0.0, 0.0, 1.0)), None);
        assert_eq!(encode(Quat::from_xyzw(f32::INFINITY, 0.0, 0.0, 1.0)), None);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4096))]

        #[test]
        fn a_rotation_comes_back_within_a_step_up_to_sign(
            x in -1.0f32..1.0, y in -1.0f32..1.0, z in -1.0f32..1.0, w in -1.0f32..1.0,
        ) {
            let rotation = Quat::from_xyzw(x, y, z, w);
            prop_assume!(rotation.length() > 0.01);
            let unit = rotation.normalize();
            let back = decode(encode(rotation).unwrap());
            let sign = if unit.dot(back) < 0.0 { -1.0 } else { 1.0 };
            let errors = (unit * sign - back).to_array().map(f32::abs);
            let beyond_half_a_step = errors.iter().filter(|&&error| error > 2.2e-5).count();
            prop_assert!(beyond_half_a_step <= 1, "{unit} became {back}");
            prop_assert!(errors.iter().all(|&error| error <= 6.6e-5), "{unit} became {back}");
        }

        #[test]
        fn what_an_encoder_wrote_is_written_again(
            x in -1.0f32..1.0, y in -1.0f32..1.0, z in -1.0f32..1.0,
        ) {
            let once = encode(Quat::from_xyzw(x, y, z, 1.5)).unwrap();
            prop_assert_eq!(encode(decode(once)).unwrap(), once);
        }

        #[test]
        fn any_words_decode_to_numbers(words in any::<[u16; 3]>()) {
            prop_assert!(decode(words).is_finite());
        }
    }
}
