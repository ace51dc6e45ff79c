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

use std::cmp::Ordering;

use upstar_core::{Bits, Bounds, Focused, MAX_BITBOARD_CELLS, Move, Player, ProofSet};

use super::{
    graph::BoardGraph, inferior_cells::FilledBoard, resistance::Currents,
    virtual_connections::VirtualConnections,
};
use crate::cell_moves;

/// The largest board that can be analysed.
pub(super) const MAX_CELLS: usize = MAX_BITBOARD_CELLS;
/// The largest board whose static bounds are analysed. On larger boards Monte-Carlo players use the
/// time better for playouts. Focused searches analyse every board.
const MAX_CELLS_FOR_BOUNDS: usize = 56;

/// The largest estimate of the work that is left.
const MAX_EFFORT: f32 = 1000.0;
/// What the number of answers weighs in the order of moves, in units of current.
const ANSWER: f32 = 0.05;

/// The results that are proved for a position.
#[derive(Clone, Copy, Debug)]
pub struct StaticAnalysis<B> {
    /// The proved winner, if there is one.
    pub winner: Option<Player>,
    /// Moves with a best one among them.
    pub moves: B,
}

/// A position that the analysis decides.
struct Decided<B> {
    winner: Player,
    /// Moves with a winning one among them, if there is one.
    moves: B,
    /// A proof set.
    proof: B,
}

/// A position that the analysis does not decide.
struct Open<B> {
    filled: FilledBoard<B>,
    theirs: VirtualConnections<B>,
    ours: VirtualConnections<B>,
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
        match self.study(stones, mover) {
            Err(Decided { winner, moves, .. }) => StaticAnalysis { winner: Some(winner), moves },
            Ok(Open { filled, theirs, .. }) => {
                let moves = filled.undominated_moves(mover, theirs.must_play);
                StaticAnalysis { winner: None, moves }
            }
        }
    }

    /// What is known of an open position. An error is one that is decided.
    fn study(&self, stones: [B; 2], mover: Player) -> Result<Open<B>, Decided<B>> {
        let empty = self.empty(stones);
        let filled = FilledBoard::new(self, stones);
        let theirs = VirtualConnections::new(self, mover.other(), filled.stones, false);
        if theirs.is_won {
            let proof = theirs.proof() | filled.captured[mover.other().index()];
            return Err(Decided { winner: mover.other(), moves: empty, proof });
        }
        let ours = VirtualConnections::new(self, mover, filled.stones, true);
        let captured = filled.captured[mover.index()];
        match ours.winning_moves {
            Some((moves, carrier)) => {
                Err(Decided { winner: mover, moves, proof: carrier | captured })
            }
            // Every move wins, so one is enough. A captured cell is preferred.
            None if ours.is_won => {
                let useful = filled.stones[mover.index()] & empty;
                let useful = if useful.is_empty() { empty } else { useful };
                let moves = B::cell(useful.lowest());
                Err(Decided { winner: mover, moves, proof: ours.proof() | captured })
            }
            None => Ok(Open { filled, theirs, ours }),
        }
    }

    /// The winner if the analysis finds one, with a proof set. Otherwise appends the moves to search, the best first,
    /// and fills in the dead and captured cells. A move is better if its threats leave the opponent fewer answers, and
    /// in Hex if much current flows through it. The work that is left is estimated by the number of moves, in Hex
    /// multiplied by the ratio of the players' conductances.
    pub fn focus(&self, stones: &mut [B; 2], mover: Player, moves: &mut Vec<Move>) -> Focused {
        let (filled, theirs, ours) = match self.study(*stones, mover) {
            Err(Decided { winner, proof, .. }) => {
                let proof = proof_set(proof);
                return Focused {
                    proof,
                    ..Focused::without_sets(Bounds::exactly(winner.win()), 0)
                };
            }
            Ok(Open { filled, theirs, ours }) => (filled, theirs, ours),
        };
        *stones = filled.stones;
        let empty = self.empty(*stones);
        let first = moves.len();
        cell_moves::push_cells(filled.undominated_moves(mover, theirs.must_play), moves);
        let mut effort = (moves.len() - first) as f32;
        let answers = |mv: &Move| ours.answers(mv.0 as usize, empty).count();
        // Between three sides, the order by current is worse than that by answers alone.
        if self.all_sides[0].count_ones() == 2 {
            let currents = Player::BOTH.map(|player| Currents::new(self, player, filled.stones));
            let [own, other] = [mover, mover.other()].map(|player| &currents[player.index()]);
            let through = |mv: &Move| own.through[mv.0 as usize] + other.through[mv.0 as usize];
            moves[first..].sort_by_cached_key(|mv| Cost(ANSWER * answers(mv) as f32 - through(mv)));
            effort = 1.0 + effort * own.conductance / other.conductance.max(1e-6);
        } else {
            moves[first..].sort_by_cached_key(answers);
        }
        let omitted = filled.omitted_moves(mover, theirs.must_play);
        Focused {
            bounds: Bounds::new(-1, 1),
            effort: effort.min(MAX_EFFORT) as u32,
            proof: ProofSet::ALL,
            captured: filled.captured.map(proof_set),
            threats: theirs.threats.iter().copied().map(proof_set).collect(),
            omitted: proof_set(omitted),
            answers: proof_set(filled.killers(mover, omitted)),
        }
    }

    /// The moves of [`analyse`](BoardGraph::analyse). In a won position they are the moves of the
    /// smallest winning semi-connection on the board without fill-in, which usually wins soonest.
    pub fn best_moves(&self, stones: [B; 2], mover: Player) -> B {
        let StaticAnalysis { winner, moves } = self.analyse(stones, mover);
        if winner != Some(mover) {
            return moves;
        }
        let connections = VirtualConnections::new(self, mover, stones, false);
        connections.winning_moves.map_or(moves, |(moves, _)| moves)
    }
}

/// The cells as a set of moves.
#[inline]
fn proof_set<B: Bits>(cells: B) -> ProofSet {
    ProofSet(cells.widen()[0])
}

/// A cost by which moves are sorted.
#[derive(PartialEq)]
struct Cost(f32);

impl Eq for Cost {}

impl PartialOrd for Cost {
    fn partial_cmp(&self, other: &Cost) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Cost {
    fn cmp(&self, other: &Cost) -> Ordering {
        self.0.total_cmp(&other.0)
    }
}
