//! Tests that compare the static analysis with a search by the rules alone.

use std::collections::HashMap;

use upstar_core::{Rng, iter_bits};

use super::{inferior_cells::FilledBoard, virtual_connections::VirtualConnections, *};
use crate::{
    hex::{self, Hex},
    y::{self, Y},
};

fn hex(size: &str) -> BoardGraph<u64> {
    Hex::new(&hex::setup(size).unwrap(), Player::Left).unwrap().0.rules.graph
}

fn y(size: &str) -> BoardGraph<u64> {
    Y::new(&y::setup(size).unwrap(), Player::Left).unwrap().0.rules.graph
}

/// The player who has connected the sides.
fn joined(graph: &BoardGraph<u64>, stones: [u64; 2]) -> Option<Player> {
    Player::BOTH.into_iter().find(|&player| {
        let mut is_joined = false;
        graph.each_chain(player, stones[player.index()], |_, _, sides| {
            is_joined |= sides == graph.all_sides[player.index()];
        });
        is_joined
    })
}

fn with(mut stones: [u64; 2], player: Player, cell: usize) -> [u64; 2] {
    stones[player.index()] |= 1 << cell;
    stones
}

/// Winners of positions, by brute force.
struct Values<'a> {
    graph: &'a BoardGraph<u64>,
    known: HashMap<([u64; 2], Player), Player>,
}

impl Values<'_> {
    fn winner(&mut self, stones: [u64; 2], mover: Player) -> Player {
        if let Some(&winner) = self.known.get(&(stones, mover)) {
            return winner;
        }
        let empty = self.graph.empty(stones);
        let winner = joined(self.graph, stones).unwrap_or_else(|| {
            let wins = iter_bits(empty)
                .any(|cell| self.winner(with(stones, mover, cell), mover.other()) == mover);
            if wins { mover } else { mover.other() }
        });
        self.known.insert((stones, mover), winner);
        winner
    }

    /// Do the moves contain a winning one, if there is one?
    fn has_best_move(&mut self, stones: [u64; 2], mover: Player, moves: u64) -> bool {
        let mut cells = iter_bits(moves);
        let found =
            cells.any(|cell| self.winner(with(stones, mover, cell), mover.other()) == mover);
        found == (self.winner(stones, mover) == mover)
    }

    /// Does the winner need no cells outside this set?
    fn is_proof(
        &mut self,
        mut stones: [u64; 2],
        winner: Player,
        mover: Player,
        proof: ProofSet,
    ) -> bool {
        stones[winner.other().index()] |= self.graph.empty(stones) & !(proof.0 as u64);
        self.winner(stones, mover) == winner
    }

    /// Checks all results for a position. Returns whether a winner is proved.
    fn check(&mut self, stones: [u64; 2], mover: Player) -> bool {
        let graph = self.graph;
        if joined(graph, stones).is_some() {
            return true;
        }
        let empty = graph.empty(stones);
        let winner = self.winner(stones, mover);
        let filled = FilledBoard::new(graph, stones);
        let left = graph.empty(filled.stones);
        let analysis = graph.analyse(stones, mover);
        let named = (stones, mover);
        assert!(analysis.winner.is_none_or(|found| found == winner), "{named:?} {analysis:?}");
        assert!(analysis.moves != 0 && analysis.moves & !empty == 0, "{named:?}");
        assert!(self.has_best_move(stones, mover, analysis.moves), "{named:?} {analysis:?}");
        assert!(self.has_best_move(stones, mover, graph.best_moves(stones, mover)), "{named:?}");
        let mut reduced = stones;
        let mut moves = Vec::new();
        let focused = graph.focus(&mut reduced, mover, &mut moves);
        let found = focused.bounds.is_exact().then_some(match focused.bounds.lo {
            1 => Player::Left,
            _ => Player::Right,
        });
        if let Some(found) = found {
            assert!(self.is_proof(stones, found, mover, focused.proof), "{named:?} {focused:?}");
        }
        for &threat in &focused.threats {
            let other = mover.other();
            assert!(self.is_proof(reduced, other, other, threat), "{named:?} {focused:?}");
        }
        let moves = moves.iter().fold(0, |set, mv| set | 1 << mv.0);
        assert!(found.is_none_or(|found| found == winner), "{named:?} {found:?}");
        assert!(
            found.is_some() || self.has_best_move(stones, mover, moves & graph.empty(reduced)),
            "{named:?} {moves:b}"
        );
        assert!(moves & !graph.empty(reduced) == 0, "{named:?} {moves:b}");
        assert_eq!(self.winner(reduced, mover), winner, "{named:?}");
        assert!(
            found.is_some() || self.has_best_move(reduced, mover, moves),
            "{named:?} {moves:b}"
        );
        // Each method separately.
        assert!(
            left == 0 || self.has_best_move(stones, mover, filled.undominated_moves(mover, left)),
            "{named:?}"
        );
        let theirs = VirtualConnections::new(graph, mover.other(), stones, false);
        assert!(
            if theirs.is_won {
                winner != mover
            } else {
                self.has_best_move(stones, mover, theirs.must_play)
            },
            "{named:?}"
        );
        let ours = VirtualConnections::new(graph, mover, stones, true);
        assert!(
            ours.winning_moves.is_none_or(|(moves, _)| self.has_best_move(stones, mover, moves)),
            "{named:?}"
        );
        assert!(winner == mover || (!ours.is_won && ours.winning_moves.is_none()), "{named:?}");
        assert_eq!(self.winner(filled.stones, mover), winner, "{named:?}");
        analysis.winner.is_some()
    }
}

#[test]
fn proved_winners_and_moves_are_true_on_every_small_board() {
    let sizes = "1 1x2 2x1 1x3 3x1 1x5 5x1 2 2x3 3x2 2x5 3x3 4x2 3x4";
    let hexes: Vec<_> = sizes.split(' ').map(hex).collect();
    let ys = ["1", "2", "3", "4"].map(y);
    for graph in hexes.into_iter().chain(ys) {
        let cells = graph.cells();
        let mut values = Values { graph: &graph, known: HashMap::new() };
        let mut open = 0;
        let boards = 3_u64.pow(cells as u32);
        for number in 0..boards {
            let digit = |cell| number / 3_u64.pow(cell as u32) % 3;
            let stones = [1, 2].map(|colour| {
                (0..cells)
                    .filter(|&cell| digit(cell) == colour)
                    .fold(0, |set, cell| set | 1 << cell)
            });
            for mover in Player::BOTH {
                open += u64::from(!values.check(stones, mover));
            }
        }
        assert!(open * 100 <= boards, "{open} of {boards} are open");
    }
}

#[test]
fn proved_winners_and_moves_are_true_late_on_larger_boards() {
    let mut rng = Rng::new(45);
    for graph in [hex("4x4"), hex("4x6"), hex("5x5"), hex("7x3"), y("5"), y("6"), y("7")] {
        for _ in 0..30 {
            let count = 9 + rng.below(3) as u32;
            let empty = rng.subset(graph.board, count);
            let full = graph.board & !empty;
            let share = rng.below(u64::from(full.count()) + 1) as u32;
            let left = rng.subset(full, share);
            let mut values = Values { graph: &graph, known: HashMap::new() };
            for mover in Player::BOTH {
                values.check([left, full & !left], mover);
            }
        }
    }
}

#[test]
fn static_bounds_leave_out_boards_that_are_too_large_for_playouts() {
    let graph = hex("8x8");
    assert!(!graph.is_analysed());
    let analysis = graph.analyse([1, 2], Player::Left);
    assert_eq!((analysis.winner, analysis.moves), (None, graph.board & !3));
}
