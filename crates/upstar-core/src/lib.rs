//! The core of **upstar**: games, and searches that solve them, free of Python.
//!
//! The way of the data is one direction: text becomes a position once
//! ([`registry::position`]), a search sees only the [`Game`](game::Game) trait, and its
//! [`Solution`](search::Solution) is plain data.
//!
//! ```
//! use upstar_core::{registry, search::{Control, Request}};
//!
//! let position = registry::position("domineering", "4x4", None)?;
//! let solution = position.solve(&Request::new("alpha-beta"), &Control::unlimited())?;
//! assert!(solution.is_solved());
//! # Ok::<(), upstar_core::base::Error>(())
//! ```
//!
//! # Where things are
//! * [`base`]: the vocabulary (players, scores, bitboards, grids, errors).
//! * [`cgt`]: values of games: canonical forms, thermographs, atomic weights.
//! * [`endgame`]: databases of the values of all positions of small boards.
//! * [`game`]: what a game is; [`games`]: one file for each game.
//! * [`informed`]: games that know what their parts are worth.
//! * [`search`]: one file or folder for each family of algorithms.
//! * [`proof`]: certificates of answers, and what checks them without any search.
//! * [`sums`]: positions as sums of their parts, for searches.
//! * [`registry`]: the two lists, the only place that knows both games and searches.

pub mod any;
pub mod base;
pub mod cgt;
pub mod endgame;
pub mod game;
pub mod games;
pub mod informed;
pub mod proof;
pub mod registry;
pub mod search;
pub mod sums;
