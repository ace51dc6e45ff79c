//! The list of algorithms, and what follows a search: the line and the certificate.
//!
//! This crate knows no game. It compiles every algorithm once, for [`ErasedGame`](upstar_core::ErasedGame), and
//! exports these searches as functions that are not generic ([`erased`]). So a change to a game does not compile them
//! again. [`Native`], [`finish`] and [`SumStep`] are generic: `upstar-engine` compiles them for the games where
//! speed matters.
//!
//! # Where things are
//! * [`algorithms`]: the list. A new algorithm is its file in `upstar-search` and a line there.
//! * [`native`]: alpha-beta and df-pn, which `auto` runs on boards; [`sum_step`]: searches on sums of parts.
//! * [`finish`]: completes the line and writes the certificate; [`certificate`]: finds the moves for it.
//! * [`analysis`]: the values of all moves; [`distance`]: the plies to the end.
//! * [`erased`], [`player`]: the same for games behind one type.

pub mod algorithms;
pub mod analysis;
pub mod certificate;
pub mod distance;
pub mod erased;
mod finish;
pub mod native;
pub mod player;
pub mod sum_step;

pub use finish::{Solved, finish, finish_native};
pub use native::Native;
pub use player::Player;
pub use sum_step::SumStep;
