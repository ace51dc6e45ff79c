//! The search to growing depths; see the contract in `mod.rs`.

use upstar_core::{Bounds, Control, Meter, Move, Player, Score, SearchGame};

use super::{
    MilaConfig,
    entry::{BoundKind, NO_BEST, ValueEntry},
};
use crate::{Table, full_bounds};

/// The value of a finished game is its score times this, less a little for each move.
const GAME_OVER: i32 = 1 << 16;
/// The largest evaluation: below every finished game that is won.
const MAX_EVALUATION: i32 = GAME_OVER - 4096;
const INFINITE: i32 = i32::MAX - 1;
const NO_MOVE: Move = Move(u32::MAX);
/// The entries of the history table for each player.
const HISTORY_SIZE: usize = 1 << 12;

/// Multi-cut: the number of moves that are tried.
const MULTI_CUT_TRIES: usize = 6;
/// Multi-cut: how many of them must cut.
const MULTI_CUT_CUTS: usize = 3;
/// Multi-cut: how many plies less deep the tries are.
const MULTI_CUT_REDUCTION: u32 = 3;
/// Multi-cut: the least depth of a node.
const MULTI_CUT_MIN_DEPTH: u32 = 4;
/// Late-move reductions: the least depth of a node.
const REDUCTION_MIN_DEPTH: u32 = 3;
/// Moves from this number on are reduced by one ply.
const FIRST_REDUCED_MOVE: usize = 4;
/// Moves from this number on are reduced by two plies.
const FIRST_TWICE_REDUCED_MOVE: usize = 12;

struct Child<P> {
    position: P,
    mv: Move,
    index: u16,
    rank: i64,
}

/// The expected type of a node. The first child of a principal-variation node is one too; the other
/// children are searched with a null window.
#[derive(Clone, Copy, PartialEq, Eq)]
enum NodeType {
    /// On the principal variation.
    Pv,
    /// A child should cut.
    Cut,
    /// No child should cut.
    All,
}

/// Iterative deepening.
pub(super) struct IterativeDeepening<'a, G: SearchGame> {
    game: &'a G,
    config: MilaConfig,
    /// The bounds of a position without static bounds.
    full_bounds: Bounds,
    pub meter: Meter<'a>,
    table: Table<G::Key, ValueEntry>,
    killers: Vec<[Move; 2]>,
    history: Vec<[u32; HISTORY_SIZE]>,
    moves: Vec<Move>,
    children: Vec<Child<G::Position>>,
    /// The best move of the deepest search that got that far.
    pub best: Option<Move>,
    /// Its value, seen by the player to move at the root.
    pub value: i32,
    /// The depth of the last search that was finished.
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
            killers: Vec::new(),
            history: vec![[0; HISTORY_SIZE]; 2],
            moves: Vec::new(),
            children: Vec::new(),
            best: None,
            value: 0,
            depth: 0,
        }
    }

    /// Searches deeper and deeper until the meter says stop or the depth no longer matters.
    pub fn run(&mut self, position: &G::Position) {
        let mut before = u64::MAX;
        for depth in 1..=255 {
            self.meter.report_depth(depth);
            let start = self.meter.nodes;
            let window = (-INFINITE, INFINITE);
            let Some(value) = self.search(position, depth, window, 0, NodeType::Pv) else { return };
            (self.value, self.depth) = (value, depth);
            self.meter.report_best_move(self.best);
            // The principal variation ends in a won game, or the tree does not grow.
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

        // 1. The end of the game, static bounds, or the horizon.
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

        // 2. The table's entry.
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

        // 3. All children, ranked.
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

    /// The best child's value and number, and whether it lies inside the window.
    fn search_children(
        &mut self,
        position: &G::Position,
        depth: u32,
        (alpha, beta): (&mut i32, i32),
        ply: usize,
        node_type: NodeType,
        first: usize,
    ) -> Option<(i32, u16, bool)> {
        // 1. Enhanced transposition cut-offs: the table may prove that a child reaches β.
        if self.config.cutoffs && self.config.table && ply > 0 && depth >= 2 {
            for i in first..self.children.len() {
                if let Some(value) = self.table_lower_bound(position, i, depth - 1)
                    && value >= beta
                {
                    return Some((value, self.children[i].index, false));
                }
            }
        }

        // 2. Multi-cut, unless β is a won or lost game.
        let is_expected =
            node_type == NodeType::Cut || (self.config.forward && node_type == NodeType::All);
        if self.config.multi_cut
            && is_expected
            && depth >= MULTI_CUT_MIN_DEPTH
            && beta.abs() < MAX_EVALUATION
            && self.children.len() - first > MULTI_CUT_TRIES
        {
            let mut cuts = 0;
            for tried in 0..MULTI_CUT_TRIES {
                self.select_next(first + tried);
                let window = (beta - 1, beta);
                let less = depth - MULTI_CUT_REDUCTION;
                let value =
                    self.search_child(position, first + tried, less, window, ply, NodeType::All)?;
                if value >= beta {
                    cuts += 1;
                    if cuts == MULTI_CUT_CUTS {
                        return Some((beta, self.children[first + tried].index, false));
                    }
                }
            }
        }

        // 3. The children, the most promising first.
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

    /// A child's value by principal variation search with late moves reduced.
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

    /// A child's value, seen by the parent's player.
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

    /// A lower bound of a child's value from the table, seen by the parent's player.
    fn table_lower_bound(&self, position: &G::Position, i: usize, depth: u32) -> Option<i32> {
        let child = &self.children[i].position;
        let mover = self.game.to_move(child);
        let entry = self.table.get(&self.game.key(child), mover)?;
        let same = mover == self.game.to_move(position);
        let lower = if same { BoundKind::AtLeast } else { BoundKind::AtMost };
        let fits = entry.depth >= depth && (entry.kind == BoundKind::Exact || entry.kind == lower);
        fits.then_some(if same { entry.value } else { -entry.value })
    }

    fn rank_children(&mut self, position: &G::Position, first_move: usize, hint: u16, ply: usize) {
        let mover = self.game.to_move(position);
        let killers = self.killers.get(ply).copied().unwrap_or([NO_MOVE; 2]);
        for (index, i) in (first_move..self.moves.len()).enumerate() {
            let mv = self.moves[i];
            let mut child = position.clone();
            self.game.play(&mut child, mv);
            let mut rank = i64::from(self.evaluate(&child, mover)) << 24;
            if self.config.history {
                rank += i64::from(self.history[mover.index()][mv.0 as usize % HISTORY_SIZE]) << 4;
            }
            rank += i64::from(self.config.killers && killers.contains(&mv)) << 40;
            rank += i64::from(index == usize::from(hint)) << 60;
            let index = index.min(usize::from(NO_BEST)) as u16;
            self.children.push(Child { position: child, mv, index, rank });
        }
    }

    /// Swaps the highest rank from `place` on to `place`; of equals the one generated first.
    fn select_next(&mut self, place: usize) {
        let rest = &self.children[place..];
        let better = |a: &Child<_>, b: &Child<_>| (a.rank, b.index) > (b.rank, a.index);
        let mut best = 0;
        for i in 1..rest.len() {
            if better(&rest[i], &rest[best]) {
                best = i;
            }
        }
        self.children.swap(place, place + best);
    }

    fn record_cut(&mut self, mover: Player, mv: Move, ply: usize, depth: u32) {
        if self.config.history {
            let count = &mut self.history[mover.index()][mv.0 as usize % HISTORY_SIZE];
            *count = (*count + depth * depth).min((1 << 30) - 1);
        }
        if self.config.killers {
            if self.killers.len() <= ply {
                self.killers.resize(ply + 1, [NO_MOVE; 2]);
            }
            let killers = &mut self.killers[ply];
            if killers[0] != mv {
                *killers = [mv, killers[0]];
            }
        }
    }

    /// The game's evaluation, seen by a player.
    fn evaluate(&self, position: &G::Position, player: Player) -> i32 {
        let value = self.game.evaluate(position).clamp(-MAX_EVALUATION, MAX_EVALUATION);
        match player {
            Player::Left => value,
            Player::Right => -value,
        }
    }
}

/// The value of a finished game, seen by a player: an early win and a late loss are better.
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
    fn a_won_game_beats_every_evaluation_and_sooner_is_better() {
        assert!(game_over_value(1, Player::Left, 2000) > MAX_EVALUATION);
        assert!(game_over_value(1, Player::Left, 3) > game_over_value(1, Player::Left, 5));
        assert!(game_over_value(1, Player::Right, 3) < game_over_value(1, Player::Right, 5));
    }
}
