//! Which move is searched next, and how many nodes it may use.

use upstar_core::Bounds;

/// The nodes that a move may use at its first turn, and the factor for each further turn.
const FIRST_SHARE: u64 = 1 << 17;
const SHARE_GROWTH: u64 = 8;

/// The turns of the moves.
pub(super) struct Shares {
    moves: Vec<Turn>,
    /// The most nodes of a turn. A move that had it has no further turn.
    max_nodes: u64,
}

/// The state of a move.
struct Turn {
    /// Bounds on the score in the game that is searched, from Left's point of view.
    bounds: Bounds,
    is_settled: bool,
    /// The nodes of its next turn.
    nodes: u64,
    had_last: bool,
}

impl Shares {
    /// No move had a turn. Each move has its bounds. Settled moves have no turns.
    pub fn new(moves: impl Iterator<Item = (Bounds, bool)>, max_nodes: u64) -> Shares {
        let nodes = FIRST_SHARE.min(max_nodes);
        let turn = |(bounds, is_settled)| Turn { bounds, is_settled, nodes, had_last: false };
        Shares { moves: moves.map(turn).collect(), max_nodes }
    }

    /// The open move with the smallest share: its index, its bounds, and the nodes of its turn. None if no move
    /// may be searched.
    pub fn next(&mut self) -> Option<(usize, Bounds, u64)> {
        let open = self.moves.iter_mut().enumerate();
        let open = open.filter(|(_, turn)| !turn.is_settled && !turn.had_last);
        let (index, turn) = open.min_by_key(|(_, turn)| turn.nodes)?;
        let nodes = turn.nodes;
        turn.had_last = nodes >= self.max_nodes;
        turn.nodes = nodes.saturating_mul(SHARE_GROWTH).min(self.max_nodes);
        Some((index, turn.bounds, nodes))
    }

    /// Adds what is proved of a move. Returns its bounds, and whether it was open before and is settled now.
    pub fn record(&mut self, index: usize, found: Bounds) -> (Bounds, bool) {
        let turn = &mut self.moves[index];
        turn.bounds = turn.bounds.meet(found);
        let settles = turn.bounds.is_exact() && !turn.is_settled;
        turn.is_settled |= settles;
        (turn.bounds, settles)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn easy_moves_come_first_and_shares_grow() {
        let bounds = Bounds::new(-1, 1);
        let moves = [(bounds, false), (Bounds::exactly(1), true), (bounds, false)];
        let mut shares = Shares::new(moves.into_iter(), 2 * FIRST_SHARE);
        assert_eq!(shares.next(), Some((0, bounds, FIRST_SHARE)));
        assert_eq!(shares.record(0, Bounds::new(0, 1)), (Bounds::new(0, 1), false));
        assert_eq!(shares.next(), Some((2, bounds, FIRST_SHARE)));
        assert_eq!(shares.record(2, Bounds::exactly(1)), (Bounds::exactly(1), true));
        assert_eq!(shares.record(2, Bounds::exactly(1)), (Bounds::exactly(1), false));
        assert_eq!(shares.next(), Some((0, Bounds::new(0, 1), 2 * FIRST_SHARE)));
        assert_eq!(shares.next(), None);
    }
}
