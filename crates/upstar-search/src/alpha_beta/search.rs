//! The search itself; see the contract in `mod.rs`.

use std::sync::Arc;

use upstar_core::{Bounds, Control, Error, Meter, Move, Player, Score, SearchGame, ThreadTeam};

use super::{
    Config,
    estimate::Sample,
    forecast::Forecast,
    order::{Child, HISTORY, Reached},
    worth::Worth,
};
use crate::{
    Checkpoint, Effort, Proved, Record, SearchTable, Table, answers, full_bounds,
    questions::Questions,
};

const UNLIMITED: u32 = u32::MAX;

/// A search whose table lives as long as it does.
pub struct Search<'a, G: SearchGame> {
    /// The game.
    pub game: &'a G,
    pub(super) config: Config,
    /// Counts its work.
    pub meter: Meter<'a>,
    pub(super) table: SearchTable<G::Key, Record>,
    /// Where the table is saved, if anywhere.
    pub(super) saver: Option<Checkpoint>,
    /// The other threads, if there are any.
    pub(super) team: Option<Arc<ThreadTeam>>,
    pub(super) moves: Vec<Move>,
    pub(super) children: Vec<Child>,
    pub(super) reached: Vec<Reached<G::Position, G::Key>>,
    /// What speaks for each move of the position that is being expanded.
    pub(super) weights: Vec<i32>,
    pub(super) killers: Vec<[Move; 2]>,
    /// How often a move cut, by player and move.
    pub(super) history: Vec<[u32; HISTORY]>,
    /// What it has seen of its tree.
    pub(super) sample: Sample,
    /// What it has guessed of its size.
    forecast: Forecast,
    /// What records are worth.
    pub(super) worth: Worth,
    /// The meter's looks when the size of the tree was last told.
    told: u64,
    /// How often a horizon was met.
    pub(super) horizons: u64,
    /// The best move at the root of the last search.
    pub(super) best: Option<Move>,
    /// Searches from the root.
    pub(super) rounds: u64,
    /// The depth of the last search from the root.
    pub(super) depth: u32,
}

impl<'a, G: SearchGame> Search<'a, G> {
    pub(crate) fn new(game: &'a G, config: Config, control: &'a Control) -> Search<'a, G> {
        let table = SearchTable::Own(Table::new(control.limits.max_bytes));
        Search::with(game, config, Meter::new(control), table, None)
    }

    /// A search with a table that may be shared with a team's other threads.
    pub(super) fn with(
        game: &'a G,
        config: Config,
        meter: Meter<'a>,
        table: SearchTable<G::Key, Record>,
        team: Option<Arc<ThreadTeam>>,
    ) -> Search<'a, G> {
        Search {
            game,
            config,
            meter,
            table,
            saver: None,
            team,
            moves: Vec::new(),
            children: Vec::new(),
            reached: Vec::new(),
            weights: Vec::new(),
            killers: Vec::new(),
            history: vec![[0; HISTORY]; 2],
            sample: Sample::default(),
            forecast: Forecast::default(),
            worth: Worth::default(),
            told: 0,
            horizons: 0,
            best: None,
            rounds: 0,
            depth: 0,
        }
    }

    pub(crate) fn bytes(&self) -> usize {
        self.table.bytes()
            + self.bytes_of_children()
            + self.moves.capacity() * size_of::<Move>()
            + self.history.len() * size_of::<[u32; HISTORY]>()
    }

    fn bytes_of_children(&self) -> usize {
        self.children.capacity() * size_of::<Child>()
            + self.reached.capacity() * size_of::<Reached<G::Position, G::Key>>()
    }

    /// The bounds of a position's value from Left's point of view, which answer the question
    /// unless the search was stopped, and a move that reaches the lower one.
    pub(crate) fn value(
        &mut self,
        position: &G::Position,
        goal: Option<Score>,
    ) -> (Bounds, Option<Move>) {
        let mover = self.game.to_move(position);
        let questions = Questions::new(self.game, mover);
        // A search that was interrupted has left something behind.
        self.moves.clear();
        self.children.clear();
        self.reached.clear();
        let mut bounds = full_bounds(self.game).seen_by(mover);
        let mut best = None;
        while !answers(bounds, goal) {
            let window = match goal {
                None if !self.config.null_window => bounds,
                _ => {
                    let (least, below) = questions.next(bounds, goal);
                    Bounds::new(below, least)
                }
            };
            let Some(answer) = self.question(position, window.seen_by(mover)) else {
                return (bounds.seen_by(mover), best.or(self.best));
            };
            let answer = answer.seen_by(mover).meet(bounds);
            if answer.lo > bounds.lo || best.is_none() {
                best = self.best;
            }
            bounds = answer;
            self.meter.report_bounds(bounds.seen_by(mover));
        }
        (bounds.seen_by(mover), best)
    }

    /// Searches a position until the window's question is answered; none if stopped.
    fn question(&mut self, position: &G::Position, window: Bounds) -> Option<Bounds> {
        let settled = |r: Bounds| r.lo >= window.hi || r.hi <= window.lo || r.is_exact();
        let mut depth = if self.config.deepening { 1 } else { UNLIMITED };
        loop {
            self.best = None;
            self.rounds += 1;
            self.sample = Sample::default();
            self.depth = if depth == UNLIMITED { 0 } else { depth };
            self.meter.report_depth(self.depth);
            let unknown = full_bounds(self.game);
            let result = self.search(position, None, unknown, window, depth, 0)?;
            if settled(result) {
                return Some(result);
            }
            depth += 1;
        }
    }

    /// Bounds on a position's value from Left's point of view: at or above the window, at or
    /// below it, or exact, unless a horizon was met; none if stopped. `known` is what the game
    /// proves at a glance. With the key, if somebody has it, the table's record is on its way.
    fn search(
        &mut self,
        position: &G::Position,
        key: Option<G::Key>,
        known: Bounds,
        window: Bounds,
        depth: u32,
        ply: usize,
    ) -> Option<Bounds> {
        let mover = self.game.to_move(position);
        let Bounds { lo: mut alpha, hi: beta } = window.seen_by(mover);
        let settles = |b: Bounds| b.lo >= beta || b.hi <= alpha || b.is_exact();

        // 1. The end of the game, or a move that is the only one worth a look: it is played at once,
        //    and the position takes no place in the table. What the table knows is on its way meanwhile.
        let key = key.unwrap_or_else(|| {
            let key = self.key(position);
            if self.config.table {
                self.table.prefetch(&key, mover);
            }
            key
        });
        let first_move = self.moves.len();
        if let Some(score) = self.list_moves(position, ply) {
            return Some(Bounds::exactly(score));
        }
        if self.moves.len() == first_move + 1 && ply > 0 && depth == UNLIMITED {
            return self.follow(position, known, window, ply);
        }

        // 2. What the table knows. At the root that would hide which move is best.
        let mut known = known.seen_by(mover);
        let mut hint = u16::MAX;
        if let Some((record, work)) = self.look_up(&key, mover) {
            hint = record.best;
            self.worth.note_found(work);
            if ply > 0 {
                known = known.meet(record.bounds.seen_by(mover));
                let searched = depth != UNLIMITED && u32::from(record.depth) >= depth;
                if settles(known) || searched {
                    self.sample.skip(ply);
                    self.horizons += u64::from(!settles(known));
                    self.moves.truncate(first_move);
                    return Some(known.seen_by(mover));
                }
            }
        }
        // At the root a move is wanted that reaches the value, not only the value.
        if ply > 0 {
            alpha = alpha.max(known.lo);
        }

        if depth == 0 {
            self.horizons += 1;
            self.moves.truncate(first_move);
            return Some(known.seen_by(mover));
        }

        // 3. The children, ranked.
        let nodes_before = self.meter.nodes;
        let horizons_before = self.horizons;
        let (first_child, first_reached) = (self.children.len(), self.reached.len());
        self.make_children(position, first_move, hint, ply);
        self.moves.truncate(first_move);
        self.meter.expansions += 1;
        let count = (self.children.len() - first_child) as u64;
        let of_children = self.bytes_of_children();
        let bytes = || self.table.bytes() + of_children;
        if self.meter.count(count, self.game, bytes) {
            return None;
        }
        self.sample.expand(ply, count);
        if self.meter.nodes >= self.forecast.due {
            self.forecast.note(self.meter.nodes, self.sample.nodes());
        }
        if self.told != self.meter.checks() {
            self.told = self.meter.checks();
            self.meter.report_estimate(self.forecast());
        }
        if self.saver.as_mut().is_some_and(Checkpoint::is_due) {
            self.save();
        }

        // 4. What is known of the children may be enough.
        let mut lo = Score::MIN;
        let mut hi = Score::MIN;
        let mut best = (u16::MAX, None);
        let find_cut = |search: &Self| {
            search.reached[first_reached..].iter().position(|child| child.known.lo >= beta)
        };
        // Where the game weighs moves, the children are not there yet.
        let are_reached = self.weights.is_empty();
        let mut cut = find_cut(self);
        if are_reached && cut.is_none() && self.config.filter && depth == UNLIMITED {
            self.force_children(mover, first_reached, (alpha, beta));
            cut = find_cut(self);
        }
        if are_reached && cut.is_none() && self.config.table {
            self.look_children_up(mover, first_reached, alpha, ply);
            cut = find_cut(self);
        }
        let glanced = self.meter.nodes;
        if let Some(place) = cut {
            lo = self.reached[first_reached + place].known.lo;
            let child = &self.children[first_child + place];
            best = (child.index, Some(child.mv));
        }

        // 5. Search them, best first, until one reaches β.
        let mut rest = first_child;
        if ply == 0 {
            // The guess until one is searched.
            self.best = best.1.or_else(|| Some(self.children[self.next_child(rest)].mv));
            self.meter.report_best_move(self.best);
        }
        while lo < beta && rest < self.children.len() {
            let next = self.next_child(rest);
            self.children.swap(rest, next);
            let place = self.reach(position, rest);
            let child_best = (self.children[rest].index, Some(self.children[rest].mv));
            let child = &self.reached[place];
            let mut result = child.known;
            if !(result.hi <= alpha || result.is_exact()) {
                let (child_position, child_key) = (child.position.clone(), child.key);
                let (child_ply, may_wait) =
                    (ply + 1 + usize::from(child.ahead), rest > first_child);
                let Some(mark) = self.enter(rest, (&child_position, child_key), may_wait) else {
                    continue;
                };
                let child_known = result.seen_by(mover);
                let child_window = Bounds { lo: alpha, hi: beta }.seen_by(mover);
                let below = depth.saturating_sub(u32::from(depth != UNLIMITED));
                let found = self.search(
                    &child_position,
                    child_key,
                    child_known,
                    child_window,
                    below,
                    child_ply,
                );
                self.leave(mark);
                let Some(found) = found else {
                    // Who goes on later finds the way to where this search was.
                    if self.config.table && self.team.is_none() {
                        let bounds = known.seen_by(mover);
                        let record = Record { bounds, best: child_best.0, depth: 0 };
                        self.table.put(key, mover, record, self.meter.nodes - nodes_before);
                    }
                    return None;
                };
                result = found.seen_by(mover);
            }
            if result.lo > lo || (result.lo == lo && result.hi > hi) {
                best = child_best;
                if ply == 0 {
                    self.best = best.1;
                    self.meter.report_best_move(self.best);
                }
            }
            lo = lo.max(result.lo);
            hi = hi.max(result.hi);
            alpha = alpha.max(lo);
            rest += 1;
        }
        let was_cut = lo >= beta;
        let nodes = self.meter.nodes - nodes_before;
        self.sample.finish(ply, count, (rest - first_child) as u64, nodes);
        self.children.truncate(first_child);
        self.reached.truncate(first_reached);

        // 6. Remember.
        let reached = Bounds { lo, hi: if was_cut { known.hi } else { hi.min(known.hi) } };
        let proved = reached.meet(known).seen_by(mover);
        // At the root the best move must reach the lower bound, not only somebody know it.
        let result = if ply == 0 { reached.seen_by(mover) } else { proved };
        if was_cut && let Some(mv) = best.1 {
            self.note_cut(mover, mv, ply);
        }
        let is_cheap = self.meter.nodes == glanced && depth == UNLIMITED && ply > 0;
        if self.config.table && self.worth.pays(is_cheap) {
            let met_horizon = self.horizons != horizons_before;
            let depth = if met_horizon { depth.min(255) as u8 } else { 0 };
            let record = Record { bounds: proved, best: best.0, depth };
            self.table.set_patience(self.worth.patience());
            self.table.put(key, mover, record, if is_cheap { Worth::CHEAP } else { nodes });
        }
        Some(result)
    }

    /// Searches a position that has one move, the last of the list of moves, by playing it.
    fn follow(
        &mut self,
        position: &G::Position,
        known: Bounds,
        window: Bounds,
        ply: usize,
    ) -> Option<Bounds> {
        let mut next = position.clone();
        if let Some(mv) = self.moves.pop() {
            self.game.play(&mut next, mv);
        }
        self.meter.expansions += 1;
        if self.meter.count(1, self.game, || self.table.bytes()) {
            return None;
        }
        let known = if self.config.bounds { known.meet(self.quick_bounds(&next)) } else { known };
        if known.lo >= window.hi || known.hi <= window.lo || known.is_exact() {
            return Some(known);
        }
        self.search(&next, None, known, window, UNLIMITED, ply + 1)
    }

    /// The nodes of one question's tree, about, by all threads, judged by what was seen of it. None if it
    /// cannot be told: deepening searches again and again.
    pub(super) fn size_of_tree(&self) -> Option<u64> {
        let nodes = self.sample.nodes().filter(|_| !self.config.deepening)?;
        Some(self.by_all(nodes))
    }

    /// The nodes that the search will have made in the end, about: less than the size of the tree, as
    /// what the table will save is taken into account.
    pub(super) fn forecast(&self) -> Option<u64> {
        let nodes = self.sample.nodes().filter(|_| !self.config.deepening)?;
        Some(self.by_all(self.forecast.nodes(self.meter.nodes, nodes)))
    }

    fn by_all(&self, nodes: f64) -> u64 {
        let threads = self.team.as_ref().map_or(1, |team| team.threads);
        (nodes * threads as f64).min(1e18) as u64
    }

    /// Takes up what an earlier run has saved.
    pub(super) fn load(
        &mut self,
        mut saver: Checkpoint,
        means: (&Control, usize),
    ) -> Result<(), Error> {
        saver.load(means, |key, word| self.table.restore(key, word))?;
        self.saver = Some(saver);
        Ok(())
    }

    /// Saves the table, if there is a place for it.
    #[cold]
    pub(super) fn save(&mut self) {
        let (nodes, _) = self.meter.total_work();
        let now = Effort { nodes, seconds: self.meter.seconds() };
        if let Some(saver) = &mut self.saver {
            // The table knows all that matters of the root.
            let proved = Proved { bounds: full_bounds(self.game), best: None };
            saver.save(proved, now, self.table.bytes(), |visit| self.table.walk(visit));
        }
    }

    /// Is it known without search that `player` gets at least `goal`, seen by that player?
    pub(crate) fn is_settled(&self, position: &G::Position, player: Player, goal: Score) -> bool {
        let settles = |bounds: Bounds| bounds.seen_by(player).lo >= goal;
        (self.config.bounds && settles(self.game.bounds(position)))
            || self
                .look_up(&self.key(position), self.game.to_move(position))
                .is_some_and(|(record, _)| settles(record.bounds))
    }

    #[inline]
    pub(super) fn key(&self, position: &G::Position) -> G::Key {
        if self.config.symmetry {
            self.game.symmetric_key(position)
        } else {
            self.game.key(position)
        }
    }

    /// What the table knows of a position, and about how many nodes that took.
    #[inline]
    pub(super) fn look_up(&self, key: &G::Key, mover: Player) -> Option<(Record, u64)> {
        if self.config.table { self.table.get_with_work(key, mover) } else { None }
    }
}
