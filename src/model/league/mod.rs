//! League's own data that no other family has.

pub mod bin;
pub mod skin;
