//! The games, one file each. A game is added by its file and one line in
//! [`registry`](crate::registry).

pub mod domineering;
