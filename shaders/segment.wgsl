// Thick lines with round ends, each one a quad in the picture's plane.

// 1 fades segments towards frame.fade_distance.
override FADES: f32 = 0.0;

struct Segment {
    @location(0) end_a: vec3f,
    // Pixels.
    @location(1) width: f32,
    @location(2) end_b: vec3f,
    @location(3) color: vec4f,
}

struct Line {
    @builtin(position) clip: vec4f,
    // Both ends in pixels.
    @location(0) @interpolate(flat) ends: vec4f,
    @location(1) @interpolate(flat) color: vec4f,
    // Half the width in pixels, and how much of the colour remains where a line would be thinner than a pixel.
    @location(2) @interpolate(flat) half_width_and_cover: vec2f,
    // The quad is flat to the rasteriser: divided by w here, and by the last component again for each fragment.
    @location(3) world_over_w: vec4f,
}

fn pixel_of(clip: vec4f) -> vec2f {
    return (clip.xy / clip.w * vec2f(0.5, -0.5) + 0.5) * frame.viewport;
}

@vertex
fn vs_segment(in: Segment, @builtin(vertex_index) corner: u32) -> Line {
    var out: Line;
    let clip_a = frame.clip_from_world * vec4f(in.end_a, 1.0);
    let clip_b = frame.clip_from_world * vec4f(in.end_b, 1.0);
    // Cut off what lies in front of the near plane, where z is negative.
    let run = clip_b.z - clip_a.z;
    var from_t = 0.0;
    var to_t = 1.0;
    if clip_a.z < 0.0 { from_t = -clip_a.z / run; }
    if clip_b.z < 0.0 { to_t = -clip_a.z / run; }
    if clip_a.z < 0.0 && clip_b.z < 0.0 {
        // Beyond the far plane: nothing is drawn.
        out.clip = vec4f(0.0, 0.0, 2.0, 1.0);
        return out;
    }
    let cut_a = mix(clip_a, clip_b, from_t);
    let cut_b = mix(clip_a, clip_b, to_t);
    let pixel_a = pixel_of(cut_a);
    let pixel_b = pixel_of(cut_b);
    let span = pixel_b - pixel_a;
    let span_length = length(span);
    let along = select(vec2f(1.0, 0.0), span / span_length, span_length > 1e-4);
    let across = vec2f(-along.y, along.x);

    let half_width = max(in.width, 1.0) * 0.5;
    let at_b = (corner & 1u) == 1u;
    let reach = half_width + 1.0;
    let pixel = select(pixel_a, pixel_b, at_b)
        + along * select(-reach, reach, at_b)
        + across * select(-reach, reach, corner >= 2u);
    let end = select(cut_a, cut_b, at_b);
    let world = mix(in.end_a, in.end_b, select(from_t, to_t, at_b));
    out.clip = vec4f((pixel / frame.viewport - 0.5) * vec2f(2.0, -2.0), end.z / end.w, 1.0);
    out.ends = vec4f(pixel_a, pixel_b);
    out.color = in.color;
    out.half_width_and_cover = vec2f(half_width, min(in.width, 1.0));
    out.world_over_w = vec4f(world, 1.0) / end.w;
    return out;
}

@fragment
fn fs_segment(in: Line) -> @location(0) vec4f {
    let from_a = in.clip.xy - in.ends.xy;
    let span = in.ends.zw - in.ends.xy;
    let t = clamp(dot(from_a, span) / max(dot(span, span), 1e-8), 0.0, 1.0);
    let outside = length(from_a - span * t) - in.half_width_and_cover.x;
    var alpha = in.color.a * clamp(0.5 - outside, 0.0, 1.0) * in.half_width_and_cover.y;
    if FADES > 0.0 {
        let from_origin = length(in.world_over_w.xyz / in.world_over_w.w);
        alpha *= 1.0 - smoothstep(0.35, 1.0, from_origin / frame.fade_distance);
    }
    if alpha <= 0.0 {
        discard;
    }
    return premultiplied(vec4f(in.color.rgb, alpha));
}
