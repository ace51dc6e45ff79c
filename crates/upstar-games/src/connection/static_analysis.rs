//! The winner of a position, or a reduced set of moves, without search.
//!
//! **Idea** Three results of the literature on Hex, which hold in Y as well:
//! 1. A cell is filled in if it is dead, or if a player has captured it (`inferior_cells.rs`).
//! 2. Each player's virtual connections are computed on the filled board
//!    (`virtual_connections.rs`). A player who has a full connection of all sides wins, even if the
//!    opponent is to move. A player to move who has a semi-connection of all sides wins too.
//! 3. Otherwise the player to move has to play in the intersection of the carriers of the
//!    opponent's winning semi-connections (the must-play region). Some of these moves are dominated
//!    (`inferior_cells.rs`).
//!
//! **Guarantee** The results hold for any number of stones of either colour and either player to
//! move, as long as neither player has connected the sides. The proof uses only two facts: on a
//! full board exactly one player has connected all sides, and an additional stone never harms its
//! owner.
//!
//! **Reference** Anshelevich, *The game of Hex: an automatic theorem proving approach to game
//! programming*, 2000; Hayward, Björnsson, Johanson, Kan, Po and van Rijswijck, *Solving 7x7 Hex:
//! virtual connections and game-state reduction*, 2003; Björnsson, Hayward, Johanson and van
//! Rijswijck, *Dead cell analysis in Hex and the Shannon game*, 2006; van Rijswijck and Hayward, *Dead
//! cells and captured sets in Y and Hex*, 2005.

use upstar_core::{Bits, Bounds, MAX_BITBOARD_CELLS, Move, Player};

use super::{
    graph::BoardGraph, inferior_cells::FilledBoard, virtual_connections::VirtualConnections,
};
use crate::cell_moves;

/// The largest board that can be analysed.
pub(super) const MAX_CELLS: usize = MAX_BITBOARD_CELLS;
/// The largest board whose static bounds are analysed. On larger boards Monte-Carlo players use the
/// time better for playouts. Focused searches analyse every board.
const MAX_CELLS_FOR_BOUNDS: usize = 56;

/// The filled board and the connections of the player to move, if they do not decide a position.
type Undecided<B> = Option<(FilledBoard<B>, VirtualConnections<B>)>;

/// The results that are proved for a position.
#[derive(Clone, Copy, Debug)]
pub struct StaticAnalysis<B> {
    /// The proved winner, if there is one.
    pub winner: Option<Player>,
    /// Moves with a best one among them.
    pub moves: B,
}

impl<B: Bits> StaticAnalysis<B> {
    /// The proved interval that contains the value.
    #[inline]
    pub fn bounds(&self) -> Bounds {
        match self.winner {
            Some(winner) => Bounds::exactly(winner.win()),
            None => Bounds::new(-1, 1),
        }
    }

    /// An evaluation: larger is better for Left. A player to move with few moves left is likely to
    /// lose.
    #[inline]
    pub fn evaluation(&self, mover: Player) -> i32 {
        self.moves.count() as i32 * i32::from(mover.win())
    }
}

impl<B: Bits> BoardGraph<B> {
    /// Is the board small enough for static bounds by analysis?
    #[inline]
    pub fn is_analysed(&self) -> bool {
        self.cells() <= MAX_CELLS_FOR_BOUNDS
    }

    /// Analyses a position in which neither player has connected the sides.
    pub fn analyse(&self, stones: [B; 2], mover: Player) -> StaticAnalysis<B> {
        let empty = self.empty(stones);
        if !self.is_analysed() {
            return StaticAnalysis { winner: None, moves: empty };
        }
        self.study(stones, mover).0
    }

    /// The results for a position, with the filled board and the connections of the player to move if they do not
    /// decide it.
    fn study(&self, stones: [B; 2], mover: Player) -> (StaticAnalysis<B>, Undecided<B>) {
        let empty = self.empty(stones);
        let filled = FilledBoard::new(self, stones);
        let won_by = |winner, moves| (StaticAnalysis { winner: Some(winner), moves }, None);
        let theirs = VirtualConnections::new(self, mover.other(), filled.stones, false);
        if theirs.is_won {
            return won_by(mover.other(), empty);
        }
        let ours = VirtualConnections::new(self, mover, filled.stones, true);
        match ours.winning_moves {
            Some(moves) => won_by(mover, moves),
            // Every move wins, so one is enough. A captured cell is preferred.
            None if ours.is_won => {
                let captured = filled.stones[mover.index()] & empty;
                let useful = if captured.is_empty() { empty } else { captured };
                won_by(mover, B::cell(useful.lowest()))
            }
            None => {
                let moves = filled.undominated_moves(mover, theirs.must_play);
                (StaticAnalysis { winner: None, moves }, Some((filled, ours)))
            }
        }
    }

    /// The winner if the analysis finds one. Otherwise appends the moves to search, the best first, and fills in
    /// the dead and captured cells. A move is better if its threats leave the opponent fewer answers.
    pub fn focus(
        &self,
        stones: &mut [B; 2],
        mover: Player,
        moves: &mut Vec<Move>,
    ) -> Option<Player> {
        let (analysis, open) = self.study(*stones, mover);
        if let Some((filled, ours)) = open {
            *stones = filled.stones;
            let first = moves.len();
            cell_moves::push_cells(analysis.moves, moves);
            let empty = self.empty(*stones);
            moves[first..].sort_by_key(|mv| ours.answers(mv.0 as usize, empty).count());
        }
        analysis.winner
    }

    /// The moves of [`analyse`](BoardGraph::analyse). In a won position they are the moves of the
    /// smallest winning semi-connection on the board without fill-in, which usually wins soonest.
    pub fn best_moves(&self, stones: [B; 2], mover: Player) -> B {
        let StaticAnalysis { winner, moves } = self.analyse(stones, mover);
        if winner != Some(mover) {
            return moves;
        }
        VirtualConnections::new(self, mover, stones, false).winning_moves.unwrap_or(moves)
    }
}
