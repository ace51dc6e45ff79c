//! Strong solutions: the value of every reachable position, with the plies to the end.
//!
//! **Idea** Forward: list the positions after 0, 1, 2, … plies, each layer sorted and without duplicates. Backward:
//! the value of a position is the best of the values of its children, which are in the next layer. Last: merge all
//! layers into one file.
//!
//! **Guarantee** A position is stored by its exact key and its player to move. A position that occurs after different
//! numbers of plies is in several layers, with the same value. A layer's file is complete or absent, so a build that
//! was stopped resumes after its last layer, and the result is the same file byte for byte.
//!
//! **Memory** Children are collected in a buffer. A full buffer is sorted and written to the disk as a run; the runs
//! of a layer are merged. Lookups of children read the compressed file of the next layer, which is mapped into memory.
//!
//! **References** Ströhlein, *Untersuchungen über kombinatorische Spiele*, 1970; Allis, *Searching for Solutions in
//! Games and Artificial Intelligence*, 1994 (strongly solved); Tromp's table of the numbers of Connect Four positions,
//! <https://tromp.github.io/c4/c4.html>.
//!
//! # Modules
//! * `code`: positions as numbers; `entry`: what is stored of a position.
//! * `position_file`, `block`: the file format; `merge`: merging sorted lists.
//! * `layers`: the files of a build; `build`: the two passes; `layer_workers`: the work on a layer.

mod block;
mod build;
mod code;
mod entry;
mod layer_workers;
mod layers;
mod merge;
mod position_file;

pub use build::{StrongBuild, build, check_game, too_wide};
pub use code::CodeShape;
pub use entry::Entry;
pub use merge::Merge;
pub use position_file::{Item, PositionFile, PositionWriter};
