//! `render`: pictures without a window.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod cli_support;

use std::fs;
use std::path::Path;

use cli_support::{Run, figure, rigscope, words};
use image::{AnimationDecoder, RgbaImage};

/// Renders into `name` beside the figure; `line` are further options.
fn render(folder: &Path, name: &str, line: &str) -> Run {
    let mut args = words(
        &format!("render {{}} --size 160x120 -o {{}}/{name} {line}"),
        folder,
    );
    args.retain(|word| !word.is_empty());
    rigscope(&args)
}

#[track_caller]
fn picture(folder: &Path, line: &str) -> RgbaImage {
    let run = render(folder, "picture.png", line);
    assert_eq!(
        (run.status, run.stdout.as_str()),
        (0, ""),
        "{line}: {}",
        run.stderr
    );
    image::open(folder.join("picture.png")).unwrap().to_rgba8()
}

/// The share of pixels that are not nearly alike.
fn difference(a: &RgbaImage, b: &RgbaImage) -> f64 {
    assert_eq!(a.dimensions(), b.dimensions());
    let unlike = a
        .pixels()
        .zip(b.pixels())
        .filter(|(a, b)| a.0.iter().zip(b.0).any(|(a, b)| a.abs_diff(b) > 8));
    unlike.count() as f64 / f64::from(a.width() * a.height())
}

fn opaque_share(image: &RgbaImage) -> f64 {
    let opaque = image.pixels().filter(|pixel| pixel.0[3] == 255).count();
    opaque as f64 / f64::from(image.width() * image.height())
}

/// Mean column of the pixels that are more blue than red: the hat's.
fn blue_column(image: &RgbaImage) -> f64 {
    let blue: Vec<u32> = image
        .enumerate_pixels()
        .filter(|(_, _, pixel)| pixel.0[3] == 255 && pixel.0[2] > pixel.0[0].saturating_add(30))
        .map(|(x, _, _)| x)
        .collect();
    assert!(!blue.is_empty(), "no hat");
    f64::from(blue.iter().sum::<u32>()) / blue.len() as f64
}

#[test]
fn a_picture_has_the_size_asked_for_and_shows_the_figure() {
    let (_guard, folder) = figure();
    let image = picture(&folder, "--background transparent");
    assert_eq!(image.dimensions(), (160, 120));
    let share = opaque_share(&image);
    assert!((0.05..0.9).contains(&share), "{share}");
    for (x, y) in [(0, 0), (159, 0), (0, 119), (159, 119)] {
        assert_eq!(image.get_pixel(x, y).0, [0, 0, 0, 0]);
    }
    for (name, corner) in [
        ("ff8000", [255, 128, 0, 255]),
        ("#0080ff", [0, 128, 255, 255]),
    ] {
        let image = picture(&folder, &format!("--background {name}"));
        let found = image.get_pixel(0, 0).0;
        assert!(
            found.iter().zip(corner).all(|(a, b)| a.abs_diff(b) <= 1),
            "{name}: {found:?}"
        );
    }
    let [dark, light] =
        ["dark", "light"].map(|name| picture(&folder, &format!("--background {name}")));
    assert!(dark.get_pixel(0, 0).0[0] < light.get_pixel(0, 0).0[0]);
}

#[test]
fn cameras_see_the_figure_from_where_they_say() {
    let (_guard, folder) = figure();
    let see = |camera: &str| {
        picture(
            &folder,
            &format!("--background transparent --camera {camera}"),
        )
    };
    let [front, side, top, quarter] = ["front", "side", "top", "three-quarter"].map(see);
    let pairs = [
        (&front, &side),
        (&front, &top),
        (&side, &top),
        (&front, &quarter),
    ];
    for (a, b) in pairs {
        assert!(difference(a, b) > 0.02);
    }
    assert!(difference(&see("0,0"), &front) < 0.005);
    assert!(difference(&see("0,0,1"), &front) < 0.005);
    assert!(difference(&see("90,0"), &side) < 0.005);
    assert!(
        difference(&see("-90,0"), &side) > 0.005,
        "the hat sticks out forwards"
    );
    assert!(opaque_share(&see("0,0,0.5")) < opaque_share(&front) * 0.5);
    // +x is the figure's right hand by the format's axes, so it lies left of the middle from the front.
    let hat = blue_column(&front);
    assert!(hat < 80.0, "the hat is at column {hat}");
}

#[test]
fn a_clip_and_a_time_move_the_figure() {
    let (_guard, folder) = figure();
    let see = |line: &str| {
        picture(
            &folder,
            &format!("--background transparent --camera front {line}"),
        )
    };
    let bind = see("");
    assert!(difference(&see("--clip still --time 0.5"), &bind) < 0.005);
    let end = see("--clip nod --time 1");
    assert!(difference(&end, &bind) > 0.02);
    assert!(
        difference(&see("--clip nod --time 99"), &end) < 0.005,
        "times stay inside the clip"
    );
    assert!(difference(&see("--clip nod --time 1 --mapping naive"), &bind) < 0.005);
    for skinning in ["gpu", "cpu"] {
        let image = see(&format!("--clip nod --time 1 --skinning {skinning}"));
        assert!(difference(&image, &end) < 0.005, "{skinning}");
    }
}

#[test]
fn a_clip_named_by_its_file_is_shown() {
    let (_guard, folder) = figure();
    let out = folder.join("a.png");
    let run = |path: &Path| {
        let args = [
            "render",
            path.to_str().unwrap(),
            "--size",
            "160x120",
            "--time",
            "1",
            "--camera",
            "front",
            "-o",
        ];
        let mut args: Vec<&str> = args.to_vec();
        args.push(out.to_str().unwrap());
        assert_eq!(rigscope(&args).status, 0);
        image::open(&out).unwrap().to_rgba8()
    };
    let nod = run(&folder.join("animations/nod.anm"));
    let still = run(&folder.join("animations/still.anm"));
    assert!(difference(&nod, &still) > 0.02);
}

#[test]
fn every_outline_of_a_spine_character_can_be_seen() {
    let sample = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/samples/spine");
    let folder = tempfile::tempdir().unwrap();
    for name in ["dot.skel", "dot.atlas", "dot.png"] {
        fs::copy(sample.join(name), folder.path().join(name)).unwrap();
    }
    let see = |line: &str| {
        let line = format!("--background transparent {line}");
        picture(folder.path(), &line)
    };
    let plain = see("");
    for what in [
        "slots",
        "regions",
        "meshes",
        "hulls",
        "clipping",
        "paths",
        "constraints",
    ] {
        let shown = see(&format!("--show {what}"));
        assert!(difference(&shown, &plain) > 0.001, "{what} shows nothing");
    }
    // The sample has neither points nor boxes; the words are known.
    assert_eq!(difference(&see("--show points,boxes"), &plain), 0.0);
}

#[test]
fn whatever_is_shown_or_hidden_can_be_seen() {
    let (_guard, folder) = figure();
    let see = |line: &str| {
        picture(
            &folder,
            &format!("--background transparent --camera front {line}"),
        )
    };
    let plain = see("");
    for what in [
        "bones",
        "names",
        "wire",
        "bounds",
        "grid",
        "weights:Head",
        "weights:spine",
    ] {
        let shown = see(&format!("--show {what}"));
        assert!(difference(&shown, &plain) > 0.001, "{what} shows nothing");
    }
    let [bones, both] = ["bones", "bones,names"].map(|what| see(&format!("--show {what}")));
    assert!(difference(&bones, &both) > 0.001);
    let bare = see("--hide hat");
    let blue = |image: &RgbaImage| {
        image
            .pixels()
            .filter(|p| p.0[2] > p.0[0].saturating_add(30))
            .count()
    };
    assert_eq!(blue(&bare), 0);
    assert_eq!(opaque_share(&see("--hide Body,Hat")), 0.0);
}

#[test]
fn a_reference_is_compared_and_fails_above_the_tolerance() {
    let (_guard, folder) = figure();
    picture(&folder, "--camera front");
    fs::rename(folder.join("picture.png"), folder.join("reference.png")).unwrap();
    let reference = folder.join("reference.png");
    let compare = |line: &str| {
        render(
            &folder,
            "again.png",
            &format!("--reference {} {line}", reference.display()),
        )
    };
    let same = compare("--camera front");
    assert_eq!(same.status, 0, "{}", same.stderr);
    assert!(
        same.stdout.starts_with("root mean square difference 0.000"),
        "{}",
        same.stdout
    );
    let other = compare("--camera side");
    assert_eq!(other.status, 1, "{}", other.stderr);
    let metric: f64 = other
        .stdout
        .split([' ', ','])
        .nth(4)
        .unwrap()
        .parse()
        .unwrap();
    assert!(metric > 0.01, "{}", other.stdout);
    assert_eq!(compare("--camera side --tolerance 1").status, 0);
    assert!(
        folder.join("again.png").exists(),
        "the picture is kept for looking at"
    );
    fs::write(&reference, "no picture").unwrap();
    assert_eq!(compare("--camera front").status, 2);
    RgbaImage::new(3, 3).save(&reference).unwrap();
    let sizes = compare("--camera front");
    assert_eq!((sizes.status, sizes.stdout.as_str()), (2, ""));
    assert!(sizes.stderr.contains("3×3"), "{}", sizes.stderr);
}

#[test]
fn an_animation_is_numbered_pictures_or_one_gif() {
    let (_guard, folder) = figure();
    let run = render(
        &folder,
        "new/nod.png",
        "--clip nod --frames 3 --camera front",
    );
    assert_eq!(run.status, 0, "{}", run.stderr);
    assert!(
        run.stdout.contains("nod-0001.png") && run.stdout.contains("nod-0003.png"),
        "{}",
        run.stdout
    );
    let frames: Vec<RgbaImage> = (1..=3)
        .map(|number| {
            image::open(folder.join(format!("new/nod-000{number}.png")))
                .unwrap()
                .to_rgba8()
        })
        .collect();
    assert!(difference(&frames[0], &frames[2]) > 0.01);
    assert_eq!(fs::read_dir(folder.join("new")).unwrap().count(), 3);
    for (line, count) in [("--frames 5", 5), ("--fps 4", 4), ("--time 0.5", 1)] {
        let run = render(&folder, "nod.GIF", &format!("--clip nod {line}"));
        assert_eq!(run.status, 0, "{}", run.stderr);
        let file = std::io::BufReader::new(fs::File::open(folder.join("nod.GIF")).unwrap());
        let decoder = image::codecs::gif::GifDecoder::new(file).unwrap();
        let frames = decoder.into_frames().collect_frames().unwrap();
        assert_eq!(frames.len(), count, "{line}");
        let total: f64 = frames
            .iter()
            .map(|frame| {
                let (numerator, denominator) = frame.delay().numer_denom_ms();
                f64::from(numerator) / f64::from(denominator)
            })
            .sum();
        assert!(
            (total - 1000.0).abs() <= 60.0,
            "{line}: {total} ms for a clip of one second"
        );
    }
}

#[test]
fn half_a_figure_is_half_a_picture() {
    let (_guard, folder) = figure();
    let see = |paths: &str, line: &str| {
        let line = format!(
            "render {paths} --only --size 160x120 --background transparent -o {{}}/a.png {line}"
        );
        let run = rigscope(&words(line.trim_end(), &folder));
        assert_eq!(run.status, 0, "{}", run.stderr);
        image::open(folder.join("a.png")).unwrap().to_rgba8()
    };
    assert!(
        opaque_share(&see("{}/figure.skn", "")) > 0.05,
        "a mesh without skeleton"
    );
    let bones = see("{}/figure.skl", "--show bones");
    assert!(
        bones.pixels().any(|pixel| pixel.0[3] > 0),
        "a skeleton without mesh"
    );
    assert_eq!(
        opaque_share(&see("{}/animations/nod.anm", "")),
        0.0,
        "a clip alone"
    );
    assert_eq!(
        opaque_share(&see("{}/figure_tx_cm.tex", "")),
        0.0,
        "a texture alone"
    );
}

#[test]
fn a_picture_that_cannot_be_written_is_no_success() {
    let (_guard, folder) = figure();
    fs::create_dir(folder.join("taken.png")).unwrap();
    for name in ["taken.png", "figure.skl/a.png"] {
        let run = render(&folder, name, "");
        assert_eq!((run.status, run.stdout.as_str()), (2, ""), "{name}");
        assert!(run.stderr.contains("cannot write"), "{}", run.stderr);
    }
}

#[test]
fn beside_the_figure_stands_its_bind_pose_or_another_mapping() {
    let (_guard, folder) = figure();
    let line = |compare: &str| {
        format!("--clip nod --time 1 --camera front --background transparent --compare {compare}")
    };
    let alone = picture(&folder, &line("off"));
    let [bind, game, naive] = ["bind", "game", "naive"].map(|word| picture(&folder, &line(word)));
    // Two figures and their labels fill more of a picture's width than one.
    let columns = |image: &RgbaImage| {
        let drawn = |x: &u32| (0..image.height()).any(|y| image.get_pixel(*x, y).0[3] == 255);
        (0..image.width()).filter(drawn).count()
    };
    assert!(columns(&bind) > columns(&alone), "{}", columns(&bind));
    // The hat flies to the side by rule `game`; beside it, it stays: in the bind pose, and where the stub has its track.
    assert!(difference(&bind, &game) > 0.002);
    assert!(difference(&naive, &game) > 0.002);
    assert_eq!(picture(&folder, &line("off")), alone);
}

#[test]
fn a_wipe_shows_each_of_the_two_on_its_side_of_the_line() {
    let (_guard, folder) = figure();
    let spine = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/samples/spine/dot.json");
    for (path, clips) in [
        (
            folder.clone(),
            "--clip nod --time 1 --compare-clip still --show bones,wire",
        ),
        (
            spine,
            "--clip walk --time 0.3 --compare-clip wave --show bones",
        ),
    ] {
        let wiped = |divider: &str| {
            let out = folder.join("wiped.png");
            let line = format!(
                "render {{}} --size 160x120 -o {} --camera front {clips} --layout wipe --divider {divider}",
                out.display()
            );
            let run = rigscope(&words(&line, &path));
            assert_eq!((run.status, run.stdout.as_str()), (0, ""), "{}", run.stderr);
            image::open(out).unwrap().to_rgba8()
        };
        let [first, half, second] = ["1", "0.5", "0"].map(wiped);
        assert!(difference(&first, &second) > 0.002, "{clips}");
        // At the line itself software adapters smooth over one column.
        let beside_line = |x: u32| !(79..=80).contains(&x);
        for (x, y, pixel) in half.enumerate_pixels().filter(|(x, ..)| beside_line(*x)) {
            let whole = if x < 80 { &first } else { &second };
            assert_eq!(pixel, whole.get_pixel(x, y), "{clips} at {x}, {y}");
        }
    }
}

#[test]
fn a_ghost_is_seen_through_and_stands_in_the_place_of_the_first() {
    let (_guard, folder) = figure();
    let line = |layout: &str| {
        format!(
            "--clip nod --time 1 --camera front --background transparent --compare bind --layout {layout}"
        )
    };
    // Each of the two alone, under the camera that holds both.
    let [first, second] =
        ["wipe --divider 1", "wipe --divider 0"].map(|layout| picture(&folder, &line(layout)));
    let ghost = picture(&folder, &line("ghost"));
    let mut seen = 0;
    for (x, y, pixel) in ghost.enumerate_pixels() {
        let alone = [&first, &second].map(|image| image.get_pixel(x, y).0[3]);
        match alone {
            [0, 255] => {
                seen += 1;
                assert!((60..=240).contains(&pixel.0[3]), "{pixel:?} at {x}, {y}");
            }
            [255, _] => assert_eq!(pixel.0[3], 255, "at {x}, {y}"),
            _ => {}
        }
    }
    // The hat, which the first one's has flown away from.
    assert!(seen > 30, "{seen}");
}

#[test]
fn another_version_stands_beside_it_and_plays_the_clip_of_the_same_name() {
    let ((_guard, folder), (_other_guard, other)) = (figure(), figure());
    let clip = rigscope::formats::league::anm::write_v5(&cli_support::clip(-90.0)).unwrap();
    fs::write(other.join("animations/nod.anm"), clip).unwrap();
    let line = |with: &Path| {
        let with = with.display();
        format!("--clip nod --time 1 --camera front --compare-with {with}")
    };
    let same = picture(&folder, &line(&folder));
    let changed = picture(&folder, &line(&other));
    assert!(difference(&same, &changed) > 0.002);
    let line = format!("{} --compare-clip dance", line(&other));
    assert_eq!(render(&folder, "never.png", &line).status, 2);
}
