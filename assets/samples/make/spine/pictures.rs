//! Dot's pictures: Pip's colours, flat, with an outline.

use glam::{Vec2, vec2};

use super::paint::{Color, Picture, both, either, flat, hex, oval, pill, slab, upward};

const CREAM: Color = hex(0xF6EAD2);
const CREAM_DARK: Color = hex(0xD9C4A0);
const TEAL: Color = hex(0x2E8C97);
const TEAL_DARK: Color = hex(0x1D6275);
const MOSS: Color = hex(0x7C9A3E);
const MOSS_DARK: Color = hex(0x55722C);
const NAVY: Color = hex(0x46517A);
const NAVY_DARK: Color = hex(0x343D5E);
const LEATHER: Color = hex(0x9A5C38);
const LEATHER_DARK: Color = hex(0x6B3D25);
const MUSTARD: Color = hex(0xF2B23E);
const MUSTARD_DARK: Color = hex(0xD08A28);
const BRASS: Color = hex(0xF3CF72);
const RED: Color = hex(0xD8452F);
const RED_DARK: Color = hex(0xA52C26);
const STEEL: Color = hex(0xAEB7C4);
const STEEL_DARK: Color = hex(0x6D7789);
const GLOW: Color = hex(0x9DF6FF);
const PINK: Color = hex(0xFF7D8A);
const WHITE: Color = hex(0xFFFFFF);

const fn faint(color: Color, alpha: f32) -> Color {
    [color[0], color[1], color[2], alpha]
}

/// Every picture of the page.
pub fn all() -> Vec<Picture> {
    let mut all = head();
    all.extend(body());
    for (sweater, names) in [
        ([TEAL, TEAL_DARK], ["torso", "arm", "forearm"]),
        (
            [MOSS, MOSS_DARK],
            ["torso-sprout", "arm-sprout", "forearm-sprout"],
        ),
    ] {
        all.push(torso(names[0], sweater));
        all.push(arm(names[1], sweater));
        all.push(forearm(names[2], sweater));
    }
    for (cloth, names) in [
        ([RED, RED_DARK], ["scarf", "scarf-tail"]),
        (
            [MUSTARD, MUSTARD_DARK],
            ["scarf-sprout", "scarf-tail-sprout"],
        ),
    ] {
        all.push(scarf(names[0], cloth));
        all.push(scarf_tail(names[1], cloth));
    }
    all
}

fn head() -> Vec<Picture> {
    let shell = slab(Vec2::ZERO, vec2(103.0, 82.0), 64.0);
    let rim = slab(Vec2::ZERO, vec2(70.0, 54.0), 36.0);
    let screen = slab(Vec2::ZERO, SCREEN, 28.0);
    let eye = |x| oval(vec2(x, 0.0), vec2(11.0, 17.0));
    let light = |x: f32| oval(vec2(x - 3.0, 7.0), vec2(3.5, 5.0));
    let cheek = |x| oval(vec2(x, 5.0), vec2(9.0, 6.0));
    // A smile is the lower rim of a circle.
    let smile = |at: Vec2| {
        let ring = (at - vec2(0.0, 8.0)).length() - 13.0;
        (ring.abs() - 2.2).max(at.y + 0.5)
    };
    vec![
        Picture::new("head", 216, 174)
            .inked(shell, upward((-82.0, CREAM_DARK), (-10.0, CREAM)))
            .paint(
                both(shell, |at: Vec2| (at.y - 66.0).abs() - 1.3),
                flat(CREAM_DARK),
            )
            .paint(
                oval(vec2(-40.0, 50.0), vec2(26.0, 9.0)),
                flat(faint(WHITE, 0.6)),
            ),
        Picture::new("ear", 64, 64)
            .inked(oval(Vec2::ZERO, vec2(27.0, 27.0)), flat(TEAL))
            .paint(oval(Vec2::ZERO, vec2(18.0, 18.0)), flat(CREAM))
            .paint(oval(Vec2::ZERO, vec2(8.0, 8.0)), flat(TEAL_DARK)),
        Picture::new("visor", 148, 116)
            .inked(rim, upward((-54.0, TEAL_DARK), (40.0, TEAL)))
            .paint(
                screen,
                upward((-46.0, hex(0x2B4A72)), (46.0, hex(0x16263F))),
            ),
        Picture::new("eyes", 80, 40)
            .paint(
                either(eye(-24.0), eye(24.0)),
                upward((-17.0, hex(0x63E3F5)), (12.0, GLOW)),
            )
            .paint(either(light(-24.0), light(24.0)), flat(WHITE)),
        Picture::new("mouth", 116, 28)
            .paint(either(cheek(-46.0), cheek(46.0)), flat(PINK))
            .paint(smile, flat(GLOW)),
        Picture::new("shine", 112, 120).paint(
            |at: Vec2| {
                let across = at.x - at.y * 0.45;
                let wide = (across + 6.0).abs() - 11.0;
                let thin = (across - 14.0).abs() - 3.0;
                wide.min(thin).max(at.y.abs() - 58.0)
            },
            flat(faint(WHITE, 0.4)),
        ),
        Picture::new("antenna", 26, 68).inked(
            either(
                pill(vec2(0.0, -24.0), vec2(0.0, 28.0), [3.5, 3.0]),
                slab(vec2(0.0, -25.0), vec2(9.0, 5.0), 4.0),
            ),
            flat(STEEL_DARK),
        ),
        Picture::new("bulb", 42, 42)
            .inked(
                oval(Vec2::ZERO, vec2(16.0, 16.0)),
                upward((-16.0, RED_DARK), (4.0, RED)),
            )
            .paint(oval(vec2(-5.0, 6.0), vec2(4.5, 3.5)), flat(hex(0xFFC3A8))),
        leaves(),
        Picture::new("glow", 96, 96).paint(
            |_| -1.0,
            |at| {
                let near = (1.0 - at.length() / 46.0).clamp(0.0, 1.0);
                faint(hex(0xFF8A5A), near * near * 0.8)
            },
        ),
    ]
}

fn leaves() -> Picture {
    let leaf = |side: f32| {
        // Where two discs meet.
        let disc = move |x: f32, y: f32| move |at: Vec2| (at - vec2(x * side, y)).length() - 26.0;
        both(disc(10.0, 23.0), disc(24.0, -9.0))
    };
    let vein = |side: f32| pill(vec2(side * 3.0, -2.0), vec2(side * 28.0, 13.0), [1.2, 0.6]);
    Picture::new("leaves", 92, 52)
        .inked(
            either(leaf(1.0), leaf(-1.0)),
            upward((-10.0, MOSS_DARK), (18.0, hex(0x9CC04C))),
        )
        .paint(either(vein(1.0), vein(-1.0)), flat(MOSS_DARK))
}

/// Half of the screen's width and height.
pub const SCREEN: Vec2 = vec2(61.0, 45.0);

fn body() -> Vec<Picture> {
    let thigh = pill(vec2(-31.0, 0.0), vec2(31.0, 0.0), [22.0, 17.0]);
    let shin = pill(vec2(-31.0, 0.0), vec2(31.0, 0.0), [17.0, 15.0]);
    let boot = either(
        slab(vec2(-12.0, 6.0), vec2(20.0, 25.0), 9.0),
        slab(vec2(4.0, -14.0), vec2(37.0, 15.0), 14.0),
    );
    let dial = oval(Vec2::ZERO, vec2(17.0, 17.0));
    let tick = |x: f32, y: f32| pill(vec2(x, y) * 12.0, vec2(x, y) * 15.0, [1.0, 1.0]);
    let ticks = either(either(tick(0.0, 1.0), tick(-0.8, 0.6)), tick(0.8, 0.6));
    let cable = slab(Vec2::ZERO, vec2(84.0, 5.0), 5.0);
    let prongs = either(
        slab(vec2(20.0, 6.0), vec2(9.0, 2.5), 1.0),
        slab(vec2(20.0, -6.0), vec2(9.0, 2.5), 1.0),
    );
    vec![
        Picture::new("shadow", 200, 36).paint(
            |_| -1.0,
            |at| {
                faint(
                    hex(0x05070C),
                    (1.0 - (at / vec2(98.0, 17.0)).length()).clamp(0.0, 0.5),
                )
            },
        ),
        Picture::new("thigh", 112, 52).inked(thigh, upward((-20.0, NAVY_DARK), (10.0, NAVY))),
        Picture::new("shin", 104, 42).inked(shin, upward((-16.0, NAVY_DARK), (8.0, NAVY))),
        Picture::new("boot", 92, 70)
            .inked(boot, upward((-20.0, LEATHER_DARK), (4.0, LEATHER)))
            .paint(both(boot, |at: Vec2| at.y + 23.0), flat(hex(0x33221C)))
            .paint(
                slab(vec2(-12.0, 26.0), vec2(22.0, 6.0), 5.0),
                flat(hex(0xB0703F)),
            ),
        Picture::new("gauge", 44, 44)
            .inked(dial, flat(RED))
            .paint(oval(Vec2::ZERO, vec2(14.5, 14.5)), flat(CREAM))
            .paint(ticks, flat(NAVY_DARK)),
        Picture::new("needle", 26, 12)
            .paint(
                pill(vec2(-3.0, 0.0), vec2(9.0, 0.0), [2.6, 1.0]),
                flat(RED_DARK),
            )
            .paint(oval(vec2(-5.0, 0.0), vec2(4.0, 4.0)), flat(NAVY_DARK)),
        Picture::new("cable", 176, 18)
            .inked(cable, upward((-5.0, STEEL_DARK), (3.0, STEEL)))
            .paint(
                both(cable, |at: Vec2| {
                    (at.x - (at.x / 14.0).round() * 14.0).abs() - 1.5
                }),
                flat(STEEL_DARK),
            ),
        Picture::new("plug", 68, 38)
            .inked(prongs, flat(BRASS))
            .inked(
                slab(vec2(-6.0, 0.0), vec2(17.0, 14.0), 7.0),
                upward((-14.0, RED_DARK), (6.0, RED)),
            ),
    ]
}

fn torso(name: &'static str, [light, dark]: [Color; 2]) -> Picture {
    let trunk = either(
        slab(vec2(0.0, 4.0), vec2(56.0, 54.0), 38.0),
        slab(vec2(0.0, -30.0), vec2(51.0, 29.0), 24.0),
    );
    let band = |middle: f32, half: f32| both(trunk, move |at: Vec2| (at.y - middle).abs() - half);
    Picture::new(name, 122, 128)
        .inked(trunk, upward((-40.0, dark), (30.0, light)))
        .paint(band(-10.0, 5.0), flat(CREAM))
        .paint(
            both(trunk, |at: Vec2| at.y + 38.0),
            upward((-60.0, NAVY_DARK), (-40.0, NAVY)),
        )
        .paint(
            band(-33.0, 7.5),
            upward((-40.0, LEATHER_DARK), (-28.0, LEATHER)),
        )
        .paint(slab(vec2(14.0, -33.0), vec2(12.0, 10.0), 3.0), flat(BRASS))
        .paint(
            slab(vec2(14.0, -33.0), vec2(6.5, 5.0), 2.0),
            flat(LEATHER_DARK),
        )
}

fn arm(name: &'static str, [light, dark]: [Color; 2]) -> Picture {
    let sleeve = pill(vec2(-25.0, 0.0), vec2(25.0, 0.0), [19.0, 16.0]);
    Picture::new(name, 96, 46)
        .inked(sleeve, upward((-16.0, dark), (10.0, light)))
        .paint(
            both(sleeve, |at: Vec2| (at.x - 8.0).abs() - 4.0),
            flat(CREAM),
        )
}

fn forearm(name: &'static str, [light, dark]: [Color; 2]) -> Picture {
    let sleeve = pill(vec2(-35.0, 0.0), vec2(4.0, 0.0), [16.0, 15.0]);
    let glove = either(
        oval(vec2(30.0, 0.0), vec2(20.0, 18.0)),
        pill(vec2(24.0, 12.0), vec2(36.0, 21.0), [7.0, 6.0]),
    );
    Picture::new(name, 114, 62)
        .inked(sleeve, upward((-14.0, dark), (8.0, light)))
        .inked(glove, upward((-16.0, MUSTARD_DARK), (2.0, MUSTARD)))
        .inked(
            slab(vec2(9.0, 0.0), vec2(7.0, 18.0), 6.0),
            upward((-16.0, MUSTARD_DARK), (2.0, MUSTARD)),
        )
}

fn scarf(name: &'static str, [light, dark]: [Color; 2]) -> Picture {
    let band = slab(Vec2::ZERO, vec2(51.0, 16.0), 15.0);
    Picture::new(name, 110, 40)
        .inked(band, upward((-16.0, dark), (8.0, light)))
        .paint(
            both(band, |at: Vec2| (at.y + 3.0 + at.x * 0.08).abs() - 1.5),
            flat(dark),
        )
}

/// The tail's end is on the right of the picture.
fn scarf_tail(name: &'static str, [light, dark]: [Color; 2]) -> Picture {
    let cloth = slab(Vec2::ZERO, vec2(66.0, 17.0), 6.0);
    Picture::new(name, 140, 42)
        .inked(cloth, upward((-17.0, dark), (8.0, light)))
        .paint(
            both(cloth, |at: Vec2| (at.x - 44.0).abs() - 4.0),
            flat(CREAM),
        )
        .paint(
            both(cloth, |at: Vec2| (at.x - 56.0).abs() - 2.0),
            flat(CREAM),
        )
}
