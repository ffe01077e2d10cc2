//! When two animations are compared.

use crate::scene::Item;

/// Moments looked at in one clip: a minute at 60 a second.
pub const MOST_MOMENTS: usize = 3600;
/// Joints times moments: what is measured is kept for plots.
const MOST_VALUES: usize = 4_000_000;
/// Moments a second besides the frames of both.
const RATE: f64 = 60.0;
/// Moments nearer than this are one.
const TINY: f64 = 1e-6;
/// Keys of Spine lie at frames, rounded to four decimals in one form and to a float in the other: right at a frame what
/// switches has switched by chance.
const AFTER_KEY: f64 = 2e-4;

/// When poses are taken.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum When {
    /// At the frames of both clips, and at a fixed rate.
    #[default]
    Frames,
    /// So many times a second.
    Rate(f64),
    /// At these seconds.
    At(Vec<f64>),
}

/// Seconds that both clips have; of a pose and a clip those of the clip.
pub fn common_span(a: f64, b: f64) -> f64 {
    match a > 0.0 && b > 0.0 {
        true => a.min(b),
        false => a.max(b).max(0.0),
    }
}

/// The moments at which two items are compared, ascending; the start at least. Of more than can be kept, some are left
/// out evenly.
pub(super) fn moments(a: &Item, b: &Item, when: &When, joints: usize) -> Vec<f64> {
    let span = common_span(a.duration(), b.duration());
    let mut times = match when {
        When::At(times) => {
            let finite = times.iter().copied().filter(|time| time.is_finite());
            finite.map(|time| time.max(0.0)).collect()
        }
        When::Rate(rate) => steps(span, *rate),
        When::Frames => {
            let mut times = steps(span, RATE);
            times.extend(steps(span, f64::from(a.frame_rate())));
            times.extend(steps(span, f64::from(b.frame_rate())));
            if a.spine().is_some() {
                times
                    .iter_mut()
                    .for_each(|time| *time = (*time + AFTER_KEY).min(span));
            }
            times
        }
    };
    if times.is_empty() {
        times.push(0.0);
    }
    times.sort_by(f64::total_cmp);
    times.dedup_by(|later, earlier| *later - *earlier < TINY);
    let most = MOST_MOMENTS.min(MOST_VALUES / joints.max(1)).max(2);
    thinned(times, most)
}

/// From the start up to the end, which is one of them.
fn steps(span: f64, rate: f64) -> Vec<f64> {
    if !rate.is_finite() || rate <= 0.0 || span <= 0.0 {
        return vec![0.0];
    }
    // A clip of hours at a thousand a second is thinned out here already.
    let count = (span * rate).min(4.0 * MOST_MOMENTS as f64);
    let rate = count / span;
    let whole = 0..=(count + TINY) as usize;
    let mut times: Vec<f64> = whole.map(|index| index as f64 / rate).collect();
    times.push(span);
    times
}

fn thinned(times: Vec<f64>, most: usize) -> Vec<f64> {
    if times.len() <= most {
        return times;
    }
    let last = times.len() - 1;
    (0..most)
        .map(|index| times[index * last / (most - 1)])
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_clips_are_compared_while_both_last_and_a_pose_with_all_of_a_clip() {
        assert_eq!(common_span(1.0, 2.0), 1.0);
        assert_eq!(common_span(0.0, 2.0), 2.0);
        assert_eq!(common_span(f64::NAN, 0.0), 0.0);
    }

    #[test]
    fn steps_begin_at_the_start_and_end_at_the_end_and_are_bounded() {
        let times = steps(0.1, 30.0);
        assert_eq!(times.len(), 5);
        assert_eq!((times[0], times[4]), (0.0, 0.1));
        assert!(steps(1e9, 1e9).len() <= 4 * MOST_MOMENTS + 2);
        assert_eq!(steps(1.0, f64::NAN), [0.0]);
        let few = thinned(steps(60.0, 1000.0), 100);
        assert_eq!((few.len(), few[0], few[99]), (100, 0.0, 60.0));
    }
}
