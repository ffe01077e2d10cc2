// The gradient behind everything.

@vertex
fn vs_background(@builtin(vertex_index) index: u32) -> @builtin(position) vec4f {
    // One triangle that holds the whole picture.
    let corner = vec2f(f32(index & 1u), f32(index >> 1u));
    return vec4f(corner * 4.0 - 1.0, 1.0, 1.0);
}

@fragment
fn fs_background(@builtin(position) pixel: vec4f) -> @location(0) vec4f {
    let down = clamp(pixel.y / frame.viewport.y, 0.0, 1.0);
    let color = mix(frame.background_top, frame.background_bottom, down);
    // Less than half a step of noise breaks the bands of a dark gradient and leaves an even colour exact.
    let noise = fract(52.9829189 * fract(dot(floor(pixel.xy), vec2f(0.06711056, 0.00583715)))) - 0.5;
    return premultiplied(color + vec4f(vec3f(noise * 0.9 / 255.0), 0.0));
}
