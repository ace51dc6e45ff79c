//! The engine of **upstar**: the two lists (games, algorithms), and the way from a text to a proved answer.
//!
//! ```text
//! text ──registry──▶ position ──plan──▶ search ──▶ solution ──▶ line, certificate
//! ```
//! This is the only crate that instantiates searches. Searches that are hot are compiled for a game
//! (`native.rs`); all others are compiled once, for [`ErasedGame`](upstar_core::ErasedGame).
//!
//! ```
//! use upstar_core::Control;
//! use upstar_engine::{registry, solve};
//! use upstar_search::Request;
//!
//! let position = registry::position("domineering", "4x4", None)?;
//! let solved = solve(position.as_ref(), &Request::new("alpha-beta"), &Control::unlimited())?;
//! assert!(solved.solution.is_solved());
//! # Ok::<(), upstar_core::Error>(())
//! ```
//!
//! # Where things are
//! * [`registry`]: the lists of games and algorithms.
//! * `position`: a position of any game; `native`: searches compiled for a game.
//! * [`plan`]: what `auto` does; `solve`: the straight way; `certificate`: writing and verifying;
//! * `player`: players that keep their tree; `view`: the game that knows values.

mod certificate;
mod native;
pub mod plan;
mod player;
mod position;
pub mod registry;
mod solve;
mod view;

pub use certificate::{VerifyReport, verify, verify_from, write_proof};
pub use native::Native;
pub use player::{Player, player, playouts};
pub use position::{AnyPosition, Pieces, TypedPosition};
pub use solve::{Solved, solve, solve_custom, solve_game};
