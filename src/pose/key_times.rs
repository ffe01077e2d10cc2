//! When a curve has keys.

use crate::model::{Clip, Curve};

/// Seconds of the clip at which values of a curve are stored, ascending, each moment once. A curve of frames has one at
/// every frame (toee-formats §4: a span has two, where it begins and where it arrives).
pub fn key_times<T>(clip: &Clip, curve: &Curve<T>) -> Vec<f64> {
    let duration = f64::from(clip.duration);
    let duration = if duration.is_finite() {
        duration.max(0.0)
    } else {
        0.0
    };
    let fps = f64::from(clip.fps);
    let of_frame = |frame: f64| {
        let seconds = frame / fps;
        if seconds.is_finite() {
            seconds.clamp(0.0, duration)
        } else {
            0.0
        }
    };
    let mut times: Vec<f64> = match curve {
        Curve::Frames(values) => (0..values.len())
            .map(|frame| of_frame(frame as f64))
            .collect(),
        Curve::Cubic { ticks, .. } => {
            let of_tick = |&tick: &u16| f64::from(tick) / f64::from(u16::MAX) * duration;
            ticks.iter().map(of_tick).collect()
        }
        Curve::Spans { spans, .. } => {
            let ends = spans.iter().flat_map(|span| [span.from, span.until]);
            let frames = std::iter::once(0).chain(ends);
            frames.map(|frame| of_frame(f64::from(frame))).collect()
        }
        Curve::Keys { times, .. } => {
            let finite = times.iter().filter(|time| time.is_finite());
            finite.map(|time| time.clamp(0.0, duration)).collect()
        }
    };
    times.sort_by(f64::total_cmp);
    times.dedup();
    times
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Span;

    fn clip(duration: f32, fps: f32) -> Clip {
        Clip {
            duration,
            fps,
            ..Clip::default()
        }
    }

    #[test]
    fn a_curve_of_frames_has_a_key_at_every_frame() {
        let clip = clip(1.0, 4.0);
        let times = |count: usize| key_times(&clip, &Curve::Frames(vec![0.0; count]));
        assert_eq!(times(4), [0.0, 0.25, 0.5, 0.75]);
        assert_eq!(times(1), [0.0]);
        assert!(times(0).is_empty());
        assert_eq!(times(9).last(), Some(&1.0), "no key lies past the end");
    }

    #[test]
    fn ticks_run_over_the_whole_clip_and_repeats_are_one_key() {
        let curve = Curve::Cubic {
            ticks: vec![0, 13_107, 13_107, 65_535],
            values: vec![0.0; 4],
            time_based: false,
        };
        let times = key_times(&clip(2.0, 30.0), &curve);
        let wanted = [0.0, 0.4, 2.0];
        assert_eq!(times.len(), wanted.len());
        assert!(times.iter().zip(wanted).all(|(a, b)| (a - b).abs() < 1e-9));
    }

    #[test]
    fn a_span_has_keys_where_it_begins_and_where_it_arrives() {
        let span = |from, until| Span {
            from,
            until,
            value: 1.0,
        };
        let curve = Curve::Spans {
            start: 0.0,
            spans: vec![span(0, 5), span(5, 10), span(12, 20)],
        };
        let times = key_times(&clip(2.0, 10.0), &curve);
        assert_eq!(times, [0.0, 0.5, 1.0, 1.2, 2.0]);
    }

    #[test]
    fn a_clip_without_rate_or_length_has_its_keys_at_the_start() {
        for (duration, fps) in [(0.0, 30.0), (1.0, 0.0), (f32::NAN, f32::NAN), (-1.0, -1.0)] {
            let times = key_times(&clip(duration, fps), &Curve::Frames(vec![0.0; 3]));
            assert!(times.iter().all(|at| *at == 0.0), "{duration} {fps}");
        }
    }
}
