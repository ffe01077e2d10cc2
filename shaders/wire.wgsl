// Triangle edges over the surface: a bright line with a dark one beside it, to be seen on any texture.

// 0 draws the bright line, 1 the dark one.
override SHADOW: f32 = 0.0;

struct Input {
    @location(0) position: vec3f,
    @location(3) world_x: vec4f,
    @location(4) world_y: vec4f,
    @location(5) world_z: vec4f,
}

@vertex
fn vs_wire(in: Input) -> @builtin(position) vec4f {
    let position = vec4f(in.position, 1.0);
    let surface = vec3f(dot(in.world_x, position), dot(in.world_y, position), dot(in.world_z, position));
    // Lines have no depth bias of their own: pull them a little towards the eye.
    let world = surface + (frame.eye - surface) * 0.002;
    let clip = frame.clip_from_world * vec4f(world, 1.0);
    return clip + vec4f(vec2f(2.0, -2.0) * SHADOW * clip.w / frame.viewport, 0.0, 0.0);
}

@fragment
fn fs_wire() -> @location(0) vec4f {
    return premultiplied(mix(vec4f(0.93, 0.95, 0.97, 0.30), vec4f(0.02, 0.03, 0.04, 0.35), SHADOW));
}
