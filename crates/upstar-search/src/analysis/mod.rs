//! The value of every move of a position, by searches that share one table.
//!
//! **Idea** The positions after the moves are searched one after the other. What the search has proved of one
//! of them is in the table when it searches the next; symmetric moves have the same entry. A move may use a
//! share of nodes. If it needs more, it waits until the others had their turn, and then gets a larger share.
//! So the easy moves are settled first.
//!
//! The positions are those of the game itself, of the game that counts plies, or of sums of parts (see
//! [`views`]).
//!
//! **Threads** Each thread takes the open move that had the fewest turns. If there are fewer open moves than
//! threads, several threads search one move, and defer positions that another thread is searching.
//!
//! **Guarantee** All bounds are proved. When a limit is reached, the open moves have the bounds that were
//! proved so far.

mod move_search;
mod shares;
mod views;

use upstar_core::{Bounds, Control, Move, MoveValue, Stopped};

pub use self::{
    move_search::{AnalysisOptions, BoundsSearch, analyze},
    views::{BoardView, BoxedSearch, DistanceView, MoveView, SumView},
};
use crate::Stats;

/// The proved values of all moves of a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Analysis {
    /// Each legal move in the game's order.
    pub moves: Vec<MoveValue>,
    /// The work of all searches.
    pub stats: Stats,
    /// Why the search ended early, if it did.
    pub stopped: Option<Stopped>,
}

impl Analysis {
    /// An analysis in which every move is open, with bounds that hold for every position.
    pub fn new(moves: impl IntoIterator<Item = Move>, bounds: Bounds) -> Analysis {
        let open = |mv| MoveValue { mv, bounds, distance: None, proved_by: None };
        let moves = moves.into_iter().map(open).collect();
        Analysis { moves, stats: Stats::default(), stopped: None }
    }

    /// Are all moves settled?
    pub fn is_settled(&self) -> bool {
        self.moves.iter().all(MoveValue::is_settled)
    }

    /// Reopens the moves whose distances are to be found. A draw has none.
    pub fn reopen_for_distances(&mut self) {
        let lacks =
            |found: &MoveValue| found.distance.is_none() && found.bounds != Bounds::exactly(0);
        for found in self.moves.iter_mut().filter(|found| lacks(found)) {
            found.proved_by = None;
        }
    }

    /// Adds what is known of moves before the search.
    pub fn add_known(&mut self, known: &[MoveValue]) {
        for new in known {
            for found in self.moves.iter_mut().filter(|found| found.mv == new.mv) {
                found.bounds = found.bounds.meet(new.bounds);
                found.distance = found.distance.or(new.distance);
                found.proved_by = found.proved_by.or(new.proved_by);
            }
        }
    }

    /// Adds what is proved of a move, and reports it.
    pub fn record(&mut self, index: usize, found: MoveValue, control: &Control) {
        let bounds = self.moves[index].bounds.meet(found.bounds);
        self.moves[index] = MoveValue { bounds, ..found };
        control.progress.set_moves(&self.moves);
    }
}
