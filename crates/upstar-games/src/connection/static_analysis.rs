//! The winner of a position, or the moves worth searching, without search.
//!
//! **Idea** Three results of the literature on Hex, which hold in Y as well:
//! 1. A cell is filled in if its owner cannot matter, or if a player has captured it
//!    (`inferior_cells.rs`).
//! 2. Each player's virtual connections are computed on the filled board
//!    (`virtual_connections.rs`). A player who has a full connection of all sides wins, even if the
//!    opponent moves. So does a player to move who has a semi-connection of all sides.
//! 3. Otherwise the mover has to play in the carriers of all the opponent's semi-connections that
//!    were found (must-play). Some of these moves are no better than others (`inferior_cells.rs`).
//!
//! **Guarantee** holds for any number of stones of either colour and any player to move, as long as
//! nobody has joined the sides. It uses two facts only: on a full board exactly one player has
//! joined all sides, and an additional stone never harms its owner.
//!
//! **Reference** Anshelevich, *The game of Hex: an automatic theorem proving approach to game
//! programming*, 2000; Hayward, Björnsson, Johanson, Kan, Po and van Rijswijck, *Solving 7x7 Hex:
//! virtual connections and game-state reduction*, 2003; Björnsson, Hayward, Johanson and van
//! Rijswijck, *Dead cell analysis in Hex and the Shannon game*, 2006; van Rijswijck and Hayward, *Dead
//! cells and captured sets in Y and Hex*, 2005.

use upstar_core::{Bits, Bounds, Player};

use super::{
    graph::BoardGraph, inferior_cells::FilledBoard, virtual_connections::VirtualConnections,
};

/// The largest board that is analysed. On larger boards few searches end, and Monte-Carlo players
/// make better use of the milliseconds.
pub(super) const MAX_CELLS: usize = 56;

/// What is proved of a position.
#[derive(Clone, Copy, Debug)]
pub struct StaticAnalysis<B> {
    /// The winner, if that is proved.
    pub winner: Option<Player>,
    /// Moves with a best one among them.
    pub moves: B,
}

impl<B: Bits> StaticAnalysis<B> {
    /// The proved interval around the value.
    #[inline]
    pub fn bounds(&self) -> Bounds {
        match self.winner {
            Some(winner) => Bounds::exactly(winner.win()),
            None => Bounds::new(-1, 1),
        }
    }

    /// A guess, larger for better for Left: a mover with few moves left is likely to lose.
    #[inline]
    pub fn evaluation(&self, mover: Player) -> i32 {
        self.moves.count() as i32 * i32::from(mover.win())
    }
}

impl<B: Bits> BoardGraph<B> {
    /// Is the board small enough to be analysed?
    #[inline]
    pub fn is_analysed(&self) -> bool {
        self.cells() <= MAX_CELLS
    }

    /// Analyses a position in which nobody has joined the sides yet.
    pub fn analyse(&self, stones: [B; 2], mover: Player) -> StaticAnalysis<B> {
        let empty = self.empty(stones);
        if !self.is_analysed() {
            return StaticAnalysis { winner: None, moves: empty };
        }
        let filled = FilledBoard::new(self, stones);
        let theirs = VirtualConnections::new(self, mover.other(), filled.stones, false);
        if theirs.is_won {
            return StaticAnalysis { winner: Some(mover.other()), moves: empty };
        }
        let ours = VirtualConnections::new(self, mover, filled.stones, true);
        match ours.winning_moves {
            Some(moves) => StaticAnalysis { winner: Some(mover), moves },
            // Every move wins, so one is enough: one on a captured cell, if there is any.
            None if ours.is_won => {
                let captured = filled.stones[mover.index()] & empty;
                let useful = if captured.is_empty() { empty } else { captured };
                StaticAnalysis { winner: Some(mover), moves: B::cell(useful.lowest()) }
            }
            None => {
                let moves = filled.undominated_moves(mover, theirs.must_play);
                StaticAnalysis { winner: None, moves }
            }
        }
    }

    /// The moves of [`analyse`](BoardGraph::analyse). In a won position they are those of the
    /// smallest semi-connection on the board without filled-in cells, which wins soonest.
    pub fn best_moves(&self, stones: [B; 2], mover: Player) -> B {
        let StaticAnalysis { winner, moves } = self.analyse(stones, mover);
        if winner != Some(mover) {
            return moves;
        }
        VirtualConnections::new(self, mover, stones, false).winning_moves.unwrap_or(moves)
    }
}
