//! The `rigscope` program.

fn main() {}
