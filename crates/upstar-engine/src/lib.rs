//! The engine of **upstar**: the list of games, and the steps from a text to a proved answer.
//!
//! ```text
//! text ──registry──▶ position ──plan──▶ search ──▶ solution ──▶ line, certificate
//! ```
//! This crate compiles the hot searches for the games where speed matters. `upstar-solver` compiles all searches once,
//! for [`ErasedGame`](upstar_core::ErasedGame).
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
//! # Modules
//! * [`registry`]: the list of games.
//! * `position`: a position of any game; `typed_position`: a position of a certain game, with the searches that are
//!   compiled for it, whose pointers are in `hooks`.
//! * [`plan`]: the steps of `auto`; `solve`: runs a plan; `certificate`: writes and verifies certificates.
//! * [`sum`]: the game of positions and values side by side.
//! * [`impartial`]: the impartial version of a game; `nimber`: nimbers of positions.
//! * `analyze`: the values of all moves, by the searches of the plan.
//! * `batch`: many positions by several threads, with one table where they can share it.
//! * `solved_positions`: files of solved positions: strong solutions and books; `book`: builds books.
//! * `player`: players that keep their tree; `view`: the game with the values of its parts.

mod analyze;
mod batch;
mod book;
mod certificate;
mod hooks;
pub mod impartial;
mod misere;
mod nimber;
pub mod plan;
mod player;
mod position;
pub mod registry;
mod solve;
mod solved_positions;
pub mod sum;
mod typed_position;
mod view;

pub use analyze::analyze;
pub use batch::{Batch, solve_many};
pub use book::{BookPlan, BookReport, build_book};
pub use certificate::{VerifyReport, verify, verify_by, verify_from, verify_position, write_proof};
pub use nimber::{CertifiedNimber, nimber, shared_nimbers};
pub use player::{player, playouts};
pub use position::{AnyPosition, Pieces, TableHandle};
pub use solve::{solve, solve_custom, solve_game};
pub use solved_positions::{BOOK, STRONG, SolvedPositions, build_strong};
pub use typed_position::TypedPosition;
pub use upstar_solver::{Native, Player, Solved};
