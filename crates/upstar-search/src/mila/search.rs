//! Iterative deepening with principal variation search. The head of `mod.rs` says what it guarantees.

use upstar_core::{Bounds, Control, Meter, Move, Player, Score, SearchGame};

use super::{
    MilaConfig,
    entry::{BoundKind, NO_BEST, ValueEntry},
    order::Child,
};
use crate::{
    Table, full_bounds,
    move_history::{HistoryTable, KillerMoves},
};

/// The value of a finished game is its score times this, and one nearer to 0 for each move so far.
const GAME_OVER: i32 = 1 << 16;
/// The largest evaluation. It is below the value of every won game.
pub(super) const MAX_EVALUATION: i32 = GAME_OVER - 4096;
const INFINITE: i32 = i32::MAX - 1;

/// Multi-cut: the number of moves to try.
const MULTI_CUT_TRIES: usize = 6;
/// Multi-cut: the number of moves that must cause a cut.
const MULTI_CUT_CUTS: usize = 3;
/// Multi-cut: the depth reduction in plies.
const MULTI_CUT_REDUCTION: u32 = 3;
/// Multi-cut: the minimum depth of a node.
const MULTI_CUT_MIN_DEPTH: u32 = 4;
/// Late move reductions: the minimum depth of a node.
const REDUCTION_MIN_DEPTH: u32 = 3;
/// Moves from this index on are reduced by one ply.
const FIRST_REDUCED_MOVE: usize = 4;
/// Moves from this index on are reduced by two plies.
const FIRST_TWICE_REDUCED_MOVE: usize = 12;

/// The expected type of a node. The first child of a principal variation node is one too; the other children
/// are searched with a null window.
#[derive(Clone, Copy, PartialEq, Eq)]
enum NodeType {
    /// On the principal variation.
    Pv,
    /// Some child is expected to cause a cut.
    Cut,
    /// No child is expected to cause a cut.
    All,
}

/// Iterative deepening.
pub(super) struct IterativeDeepening<'a, G: SearchGame> {
    pub(super) game: &'a G,
    pub(super) config: MilaConfig,
    /// The bounds that hold for every position.
    full_bounds: Bounds,
    pub meter: Meter<'a>,
    table: Table<G::Key, ValueEntry>,
    pub(super) killers: KillerMoves,
    pub(super) history: HistoryTable,
    pub(super) moves: Vec<Move>,
    pub(super) children: Vec<Child<G::Position>>,
    /// The best move of the deepest search so far.
    pub best: Option<Move>,
    /// Its value, seen by the player to move at the root.
    pub value: i32,
    /// The depth of the last finished search.
    pub depth: u32,
}

impl<'a, G: SearchGame> IterativeDeepening<'a, G> {
    pub fn new(game: &'a G, config: MilaConfig, control: &'a Control, nodes: u64) -> Self {
        let mut meter = Meter::new(control);
        meter.nodes = nodes.max(1);
        IterativeDeepening {
            game,
            config,
            full_bounds: full_bounds(game),
            meter,
            table: Table::new(control.limits.max_bytes / 2),
            killers: KillerMoves::default(),
            history: HistoryTable::new(),
            moves: Vec::new(),
            children: Vec::new(),
            best: None,
            value: 0,
            depth: 0,
        }
    }

    /// Increases the depth until the meter stops the search or a deeper search would not change the result.
    pub fn run(&mut self, position: &G::Position) {
        let mut before = u64::MAX;
        for depth in 1..=255 {
            self.meter.report_depth(depth);
            let start = self.meter.nodes;
            let window = (-INFINITE, INFINITE);
            let Some(value) = self.search(position, depth, window, 0, NodeType::Pv) else { return };
            (self.value, self.depth) = (value, depth);
            self.meter.report_best_move(self.best);
            // The principal variation ends in a won game, or the tree has stopped growing.
            let made = self.meter.nodes - start;
            if value > MAX_EVALUATION || (depth > 8 && made == before) {
                return;
            }
            before = made;
        }
    }

    fn bytes(&self) -> usize {
        self.table.bytes() + self.children.capacity() * size_of::<Child<G::Position>>()
    }

    /// The value of a position, seen by its player to move; none if stopped.
    fn search(
        &mut self,
        position: &G::Position,
        depth: u32,
        (mut alpha, beta): (i32, i32),
        ply: usize,
        node_type: NodeType,
    ) -> Option<i32> {
        let mover = self.game.to_move(position);

        // 1. The end of the game, the static bounds, or the horizon.
        let first_move = self.moves.len();
        if let Some(score) = self.game.expand(position, &mut self.moves) {
            return Some(game_over_value(score, mover, ply));
        }
        if ply > 0 {
            let proved =
                if self.config.bounds { self.game.bounds(position) } else { self.full_bounds };
            if proved.is_exact() || depth == 0 {
                self.moves.truncate(first_move);
                return Some(match proved.is_exact() {
                    true => game_over_value(proved.lo, mover, ply),
                    false => self.evaluate(position, mover),
                });
            }
        }

        // 2. The table entry.
        let key = self.game.key(position);
        let mut hint = NO_BEST;
        if self.config.table
            && let Some(entry) = self.table.get(&key, mover)
        {
            hint = entry.best;
            if ply > 0 && entry.depth >= depth && entry.settles(alpha, beta) {
                self.moves.truncate(first_move);
                return Some(entry.value);
            }
        }

        // 3. Rank and search the children.
        let first = self.children.len();
        self.rank_children(position, first_move, hint, ply);
        self.moves.truncate(first_move);
        self.meter.expansions += 1;
        let made = (self.children.len() - first) as u64;
        let bytes = self.bytes();
        let stop = self.meter.count(made, self.game, || bytes);
        if ply == 0 && self.best.is_none() {
            self.best = self.children.first().map(|child| child.mv);
        }
        let found = if stop {
            None
        } else {
            self.search_children(position, depth, (&mut alpha, beta), ply, node_type, first)
        };
        self.children.truncate(first);
        let (value, best, is_exact) = found?;

        // 4. Store the result.
        if self.config.table {
            let kind = if value >= beta {
                BoundKind::AtLeast
            } else if is_exact {
                BoundKind::Exact
            } else {
                BoundKind::AtMost
            };
            self.table.put(key, mover, ValueEntry { value, kind, depth, best }, made);
        }
        Some(value)
    }

    /// Returns the value and the index of the best child, and whether the value lies inside the window.
    fn search_children(
        &mut self,
        position: &G::Position,
        depth: u32,
        (alpha, beta): (&mut i32, i32),
        ply: usize,
        node_type: NodeType,
        first: usize,
    ) -> Option<(i32, u16, bool)> {
        // 1. Enhanced transposition cutoffs: the table may prove that a child reaches β.
        if self.config.cutoffs && self.config.table && ply > 0 && depth >= 2 {
            for i in first..self.children.len() {
                if let Some(value) = self.table_lower_bound(position, i, depth - 1)
                    && value >= beta
                {
                    return Some((value, self.children[i].index, false));
                }
            }
        }

        // 2. Multi-cut.
        if self.may_multi_cut(depth, beta, node_type, first)
            && let Some(best) = self.multi_cut(position, depth, beta, ply, first)?
        {
            return Some((beta, best, false));
        }

        // 3. Search the children, the most promising first.
        let (mut best, mut best_value, mut is_exact) = (NO_BEST, -INFINITE, false);
        for number in 0..self.children.len() - first {
            let i = first + number;
            self.select_next(i);
            let value = self.search_numbered_child(
                position,
                i,
                number,
                depth,
                (*alpha, beta),
                ply,
                node_type,
            )?;
            if value > best_value {
                best_value = value;
                best = self.children[i].index;
                if ply == 0 {
                    self.best = Some(self.children[i].mv);
                }
            }
            if value > *alpha {
                *alpha = value;
                is_exact = true;
            }
            if *alpha >= beta {
                let mv = self.children[i].mv;
                self.record_cut(self.game.to_move(position), mv, ply, depth);
                break;
            }
        }
        Some((best_value, best, is_exact))
    }

    /// Should multi-cut be tried? Not if β is the value of a finished game.
    fn may_multi_cut(&self, depth: u32, beta: i32, node_type: NodeType, first: usize) -> bool {
        let is_expected = match node_type {
            NodeType::Pv => false,
            NodeType::Cut => true,
            NodeType::All => self.config.forward,
        };
        self.config.multi_cut
            && is_expected
            && depth >= MULTI_CUT_MIN_DEPTH
            && beta.abs() < MAX_EVALUATION
            && self.children.len() - first > MULTI_CUT_TRIES
    }

    /// Searches the first children less deeply. Returns the index of the last move that causes a cut, if
    /// enough of them do. The outer option is none if the search was stopped.
    fn multi_cut(
        &mut self,
        position: &G::Position,
        depth: u32,
        beta: i32,
        ply: usize,
        first: usize,
    ) -> Option<Option<u16>> {
        let mut cuts = 0;
        for i in first..first + MULTI_CUT_TRIES {
            self.select_next(i);
            let (less, window) = (depth - MULTI_CUT_REDUCTION, (beta - 1, beta));
            let value = self.search_child(position, i, less, window, ply, NodeType::All)?;
            if value >= beta {
                cuts += 1;
                if cuts == MULTI_CUT_CUTS {
                    return Some(Some(self.children[i].index));
                }
            }
        }
        Some(None)
    }

    /// A child's value by principal variation search with late move reductions.
    #[allow(clippy::too_many_arguments, reason = "the state of a loop")]
    fn search_numbered_child(
        &mut self,
        position: &G::Position,
        i: usize,
        number: usize,
        depth: u32,
        (alpha, beta): (i32, i32),
        ply: usize,
        node_type: NodeType,
    ) -> Option<i32> {
        if number == 0 {
            let below = match node_type {
                NodeType::Pv => NodeType::Pv,
                NodeType::Cut => NodeType::All,
                NodeType::All => NodeType::Cut,
            };
            return self.search_child(position, i, depth - 1, (alpha, beta), ply, below);
        }
        let reduction = match number {
            n if n >= FIRST_TWICE_REDUCED_MOVE => 2,
            n if n >= FIRST_REDUCED_MOVE => 1,
            _ => 0,
        };
        let reduced = self.config.reductions && depth >= REDUCTION_MIN_DEPTH && reduction > 0;
        let null = (alpha, alpha + 1);
        if reduced {
            let less = (depth - 1).saturating_sub(reduction);
            let value = self.search_child(position, i, less, null, ply, NodeType::Cut)?;
            if value <= alpha {
                return Some(value);
            }
        }
        let value = self.search_child(position, i, depth - 1, null, ply, NodeType::Cut)?;
        if value <= alpha || value >= beta {
            return Some(value);
        }
        self.search_child(position, i, depth - 1, (alpha, beta), ply, NodeType::Pv)
    }

    /// A child's value, seen by the parent's player to move.
    fn search_child(
        &mut self,
        position: &G::Position,
        i: usize,
        depth: u32,
        (alpha, beta): (i32, i32),
        ply: usize,
        node_type: NodeType,
    ) -> Option<i32> {
        let child = self.children[i].position.clone();
        if self.game.to_move(&child) == self.game.to_move(position) {
            self.search(&child, depth, (alpha, beta), ply + 1, node_type)
        } else {
            let value = self.search(&child, depth, (-beta, -alpha), ply + 1, node_type)?;
            Some(-value)
        }
    }

    /// A lower bound on a child's value from the table, seen by the parent's player to move.
    fn table_lower_bound(&self, position: &G::Position, i: usize, depth: u32) -> Option<i32> {
        let child = &self.children[i].position;
        let mover = self.game.to_move(child);
        let entry = self.table.get(&self.game.key(child), mover)?;
        let same = mover == self.game.to_move(position);
        let lower = if same { BoundKind::AtLeast } else { BoundKind::AtMost };
        let fits = entry.depth >= depth && (entry.kind == BoundKind::Exact || entry.kind == lower);
        fits.then_some(if same { entry.value } else { -entry.value })
    }
}

/// The value of a finished game, seen by a player. An early win and a late loss are better.
fn game_over_value(score: Score, player: Player, ply: usize) -> i32 {
    let score = i32::from(match player {
        Player::Left => score,
        Player::Right => -score,
    });
    score * GAME_OVER - score.signum() * ply.min(2048) as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_win_exceeds_every_evaluation_and_an_earlier_win_is_better() {
        assert!(game_over_value(1, Player::Left, 2000) > MAX_EVALUATION);
        assert!(game_over_value(1, Player::Left, 3) > game_over_value(1, Player::Left, 5));
        assert!(game_over_value(1, Player::Right, 3) < game_over_value(1, Player::Right, 5));
    }
}
