//! The search to growing depths; see the contract in `mod.rs`.

use upstar_core::{Bounds, Control, Meter, Move, Player, Score, SearchGame};

use super::Config;
use crate::{Pack, Table, full_bounds};

/// A finished game is worth its score times this, less a little for each move it takes.
const GAME_OVER: i32 = 1 << 16;
/// Evaluations stay below every finished game that is won, however low its score.
const EVALUATION: i32 = GAME_OVER - 4096;
const INFINITE: i32 = i32::MAX - 1;
const NO_MOVE: Move = Move(u32::MAX);
const HISTORY: usize = 1 << 12;

/// Multi-cut: how many moves are tried, how many of them must cut, and how much less deep.
const CUT_TRIES: usize = 6;
const CUTS: usize = 3;
const CUT_REDUCTION: u32 = 3;
const CUT_LEAST_DEPTH: u32 = 4;
/// Late moves: from which depth and which move on, and from which move on by two.
const LATE_LEAST_DEPTH: u32 = 3;
const LATE: usize = 4;
const VERY_LATE: usize = 12;

/// What a value in the table is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    AtMost,
    AtLeast,
    Exact,
}

/// What the table holds of a position, seen by its player to move.
///
/// ```text
/// bit  0..31  32..33  34..41  42..55
///      value  kind    depth   the best move's number in the list, at most 2¹⁴ − 2
/// ```
#[derive(Clone, Copy)]
struct Seen {
    value: i32,
    kind: Kind,
    depth: u32,
    best: u16,
}

const NO_BEST: u16 = (1 << 14) - 1;

impl Pack for Seen {
    fn pack(self) -> u64 {
        u64::from(self.value as u32)
            | (self.kind as u64) << 32
            | u64::from(self.depth.min(255)) << 34
            | u64::from(self.best.min(NO_BEST)) << 42
    }

    fn unpack(word: u64) -> Seen {
        let kind = match (word >> 32) & 3 {
            0 => Kind::AtMost,
            1 => Kind::AtLeast,
            _ => Kind::Exact,
        };
        Seen {
            value: word as u32 as i32,
            kind,
            depth: (word >> 34) as u32 & 255,
            best: (word >> 42) as u16 & NO_BEST,
        }
    }
}

struct Child<P> {
    position: P,
    mv: Move,
    index: u16,
    rank: i64,
}

/// Is a node on the main line, where a cut is expected, or neither? Children of the main line's
/// first child stay on it; others are searched with a null window.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Main,
    Cut,
    All,
}

/// Iterative deepening.
pub(super) struct Deepening<'a, G: SearchGame> {
    game: &'a G,
    config: Config,
    /// What is known of a position that nothing is known of.
    open: Bounds,
    pub meter: Meter<'a>,
    table: Table<G::Key, Seen>,
    killers: Vec<[Move; 2]>,
    history: Vec<[u32; HISTORY]>,
    moves: Vec<Move>,
    children: Vec<Child<G::Position>>,
    /// The best move of the deepest search that got that far.
    pub best: Option<Move>,
    /// Its value, seen by the player to move at the root.
    pub value: i32,
    /// The depth of the last search that was finished.
    pub depth: u32,
}

impl<'a, G: SearchGame> Deepening<'a, G> {
    pub fn new(game: &'a G, config: Config, control: &'a Control, nodes: u64) -> Self {
        let mut meter = Meter::new(control);
        meter.nodes = nodes.max(1);
        Deepening {
            game,
            config,
            open: full_bounds(game),
            meter,
            table: Table::new(control.limits.max_bytes / 2),
            killers: Vec::new(),
            history: vec![[0; HISTORY]; 2],
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
            let Some(value) = self.search(position, depth, window, 0, Place::Main) else { return };
            (self.value, self.depth) = (value, depth);
            self.meter.report_best_move(self.best);
            // A won game at the end of the main line, or nothing new below it.
            let made = self.meter.nodes - start;
            if value > EVALUATION || (depth > 8 && made == before) {
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
        place: Place,
    ) -> Option<i32> {
        let mover = self.game.to_move(position);

        // 1. The game may be over, decided at a glance, or the horizon reached.
        let first_move = self.moves.len();
        if let Some(score) = self.game.expand(position, &mut self.moves) {
            return Some(finished(score, mover, ply));
        }
        if ply > 0 {
            let proved = if self.config.bounds { self.game.bounds(position) } else { self.open };
            if proved.is_exact() || depth == 0 {
                self.moves.truncate(first_move);
                return Some(match proved.is_exact() {
                    true => finished(proved.lo, mover, ply),
                    false => self.evaluate(position, mover),
                });
            }
        }

        // 2. What the table knows.
        let key = self.game.key(position);
        let mut hint = NO_BEST;
        if self.config.table
            && let Some(seen) = self.table.get(&key, mover)
        {
            hint = seen.best;
            if ply > 0 && seen.depth >= depth && settles(&seen, alpha, beta) {
                self.moves.truncate(first_move);
                return Some(seen.value);
            }
        }

        // 3. All children, ranked.
        let first = self.children.len();
        self.make_children(position, first_move, hint, ply);
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
            self.children_of(position, depth, (&mut alpha, beta), ply, place, first)
        };
        self.children.truncate(first);
        let (value, best, is_exact) = found?;

        // 4. What was found, for the next time.
        if self.config.table {
            let kind = if value >= beta {
                Kind::AtLeast
            } else if is_exact {
                Kind::Exact
            } else {
                Kind::AtMost
            };
            self.table.put(key, mover, Seen { value, kind, depth, best }, made);
        }
        Some(value)
    }

    /// The best child's value and number, and whether it lies inside the window.
    fn children_of(
        &mut self,
        position: &G::Position,
        depth: u32,
        (alpha, beta): (&mut i32, i32),
        ply: usize,
        place: Place,
        first: usize,
    ) -> Option<(i32, u16, bool)> {
        // 1. Enhanced transposition cut-offs: a child may be known to be good enough.
        if self.config.cutoffs && self.config.table && ply > 0 && depth >= 2 {
            for i in first..self.children.len() {
                if let Some(value) = self.known(position, i, depth - 1)
                    && value >= beta
                {
                    return Some((value, self.children[i].index, false));
                }
            }
        }

        // 2. Multi-cut. A won or lost game is no reason to give up early.
        let expects = place == Place::Cut || (self.config.forward && place == Place::All);
        if self.config.multi_cut
            && expects
            && depth >= CUT_LEAST_DEPTH
            && beta.abs() < EVALUATION
            && self.children.len() - first > CUT_TRIES
        {
            let mut cuts = 0;
            for tried in 0..CUT_TRIES {
                self.bring_forward(first + tried);
                let window = (beta - 1, beta);
                let less = depth - CUT_REDUCTION;
                let value = self.child(position, first + tried, less, window, ply, Place::All)?;
                if value >= beta {
                    cuts += 1;
                    if cuts == CUTS {
                        return Some((beta, self.children[first + tried].index, false));
                    }
                }
            }
        }

        // 3. The children, the most promising first.
        let (mut best, mut best_value, mut is_exact) = (NO_BEST, -INFINITE, false);
        for number in 0..self.children.len() - first {
            let i = first + number;
            self.bring_forward(i);
            let value = self.in_turn(position, i, number, depth, (*alpha, beta), ply, place)?;
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
                self.note_cut(self.game.to_move(position), mv, ply, depth);
                break;
            }
        }
        Some((best_value, best, is_exact))
    }

    /// A child's value by principal variation search with late moves reduced.
    #[allow(clippy::too_many_arguments, reason = "the state of a loop, taken apart")]
    fn in_turn(
        &mut self,
        position: &G::Position,
        i: usize,
        number: usize,
        depth: u32,
        (alpha, beta): (i32, i32),
        ply: usize,
        place: Place,
    ) -> Option<i32> {
        if number == 0 {
            let below = match place {
                Place::Main => Place::Main,
                Place::Cut => Place::All,
                Place::All => Place::Cut,
            };
            return self.child(position, i, depth - 1, (alpha, beta), ply, below);
        }
        let late = match number {
            n if n >= VERY_LATE => 2,
            n if n >= LATE => 1,
            _ => 0,
        };
        let reduced = self.config.reductions && depth >= LATE_LEAST_DEPTH && late > 0;
        let null = (alpha, alpha + 1);
        if reduced {
            let less = (depth - 1).saturating_sub(late);
            let value = self.child(position, i, less, null, ply, Place::Cut)?;
            if value <= alpha {
                return Some(value);
            }
        }
        let value = self.child(position, i, depth - 1, null, ply, Place::Cut)?;
        if value <= alpha || value >= beta {
            return Some(value);
        }
        self.child(position, i, depth - 1, (alpha, beta), ply, Place::Main)
    }

    /// A child's value, seen by the parent's player, whoever moves next.
    fn child(
        &mut self,
        position: &G::Position,
        i: usize,
        depth: u32,
        (alpha, beta): (i32, i32),
        ply: usize,
        place: Place,
    ) -> Option<i32> {
        let child = self.children[i].position.clone();
        if self.game.to_move(&child) == self.game.to_move(position) {
            self.search(&child, depth, (alpha, beta), ply + 1, place)
        } else {
            let value = self.search(&child, depth, (-beta, -alpha), ply + 1, place)?;
            Some(-value)
        }
    }

    /// A lower bound of a child's value from the table, seen by the parent's player.
    fn known(&self, position: &G::Position, i: usize, depth: u32) -> Option<i32> {
        let child = &self.children[i].position;
        let mover = self.game.to_move(child);
        let seen = self.table.get(&self.game.key(child), mover)?;
        let same = mover == self.game.to_move(position);
        let bounds_below = if same { Kind::AtLeast } else { Kind::AtMost };
        let fits = seen.depth >= depth && (seen.kind == Kind::Exact || seen.kind == bounds_below);
        fits.then_some(if same { seen.value } else { -seen.value })
    }

    fn make_children(&mut self, position: &G::Position, first_move: usize, hint: u16, ply: usize) {
        let mover = self.game.to_move(position);
        let killers = self.killers.get(ply).copied().unwrap_or([NO_MOVE; 2]);
        for (index, i) in (first_move..self.moves.len()).enumerate() {
            let mv = self.moves[i];
            let mut child = position.clone();
            self.game.play(&mut child, mv);
            let mut rank = i64::from(self.evaluate(&child, mover)) << 24;
            if self.config.history {
                rank += i64::from(self.history[mover.index()][mv.0 as usize % HISTORY]) << 4;
            }
            rank += i64::from(self.config.killers && killers.contains(&mv)) << 40;
            rank += i64::from(index == usize::from(hint)) << 60;
            let index = index.min(usize::from(NO_BEST)) as u16;
            self.children.push(Child { position: child, mv, index, rank });
        }
    }

    /// Swaps the highest rank from `place` on to `place`; of equals the one generated first.
    fn bring_forward(&mut self, place: usize) {
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

    fn note_cut(&mut self, mover: Player, mv: Move, ply: usize, depth: u32) {
        if self.config.history {
            let count = &mut self.history[mover.index()][mv.0 as usize % HISTORY];
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
        let value = self.game.evaluate(position).clamp(-EVALUATION, EVALUATION);
        match player {
            Player::Left => value,
            Player::Right => -value,
        }
    }
}

/// A finished game, seen by a player: sooner won is better, later lost too.
fn finished(score: Score, player: Player, ply: usize) -> i32 {
    let score = i32::from(match player {
        Player::Left => score,
        Player::Right => -score,
    });
    score * GAME_OVER - score.signum() * ply.min(2048) as i32
}

/// Does what the table knows answer what the window asks?
fn settles(seen: &Seen, alpha: i32, beta: i32) -> bool {
    match seen.kind {
        Kind::Exact => true,
        Kind::AtLeast => seen.value >= beta,
        Kind::AtMost => seen.value <= alpha,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_packed_comes_out_again() {
        for value in [0, -1, 5, -GAME_OVER, GAME_OVER * 3000] {
            for kind in [Kind::AtMost, Kind::AtLeast, Kind::Exact] {
                let seen = Seen { value, kind, depth: 17, best: 300 };
                let again = Seen::unpack(seen.pack());
                assert!(again.value == value && again.kind == kind);
                assert!(again.depth == 17 && again.best == 300);
                assert!(seen.pack() < 1 << 56);
            }
        }
    }

    #[test]
    fn a_won_game_beats_every_evaluation_and_sooner_is_better() {
        assert!(finished(1, Player::Left, 2000) > EVALUATION);
        assert!(finished(1, Player::Left, 3) > finished(1, Player::Left, 5));
        assert!(finished(1, Player::Right, 3) < finished(1, Player::Right, 5));
    }
}
