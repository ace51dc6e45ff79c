//! Alpha-beta with proved bounds.
//!
//! **Idea** Depth-first minimax in which every position returns an interval that holds its
//! value. A window (α, β) says what the caller cares for: a value ≤ α is as good as any other
//! ≤ α, one ≥ β as any other ≥ β. With `window=null` the exact value is found by yes/no
//! questions (β the next score above α) that share one table.
//!
//! **Formula** at a position, seen by the player to move:
//! lo = max lo(child), hi = max hi(child); stop as soon as lo ≥ β. With iterative deepening a
//! position at the horizon returns what is known of it without search.
//!
//! **Guarantee** every interval is proved: the table compares whole keys, evaluation, killers
//! and history only order moves, and the horizon adds nothing to an interval. The answer does
//! not depend on the size of the table.
//!
//! **Reference** Knuth and Moore, *An analysis of alpha-beta pruning*, 1975; Schaeffer, *The
//! history heuristic and alpha-beta search enhancements in practice*, 1989; Plaat et al.,
//! *Best-first fixed-depth minimax algorithms*, 1996 (null windows, enhanced transposition
//! cut-offs).

use crate::base::{Bounds, Error, Player, Score};
use crate::game::{Game, Move};
use crate::proof;
use crate::search::line::walk_line;
use crate::search::questions::Questions;
use crate::search::{
    AlgorithmInfo, Control, Meter, Parameter, Record, Request, RootNumber, Solution, Solver, Table,
    answers, full_bounds,
};

/// Alpha-beta.
pub struct AlphaBeta;

const fn switch(name: &'static str, default: &'static str, help: &'static str) -> Parameter {
    Parameter { name, default, values: "true|false", help }
}

impl Solver for AlphaBeta {
    const INFO: AlgorithmInfo = AlgorithmInfo {
        name: "alpha-beta",
        summary: "depth-first minimax with proved bounds, an exact table and move ordering",
        reference: "Knuth and Moore 1975; Schaeffer 1989; Plaat et al. 1996",
        parameters: &[
            switch("table", "true", "remember proved bounds by exact key"),
            switch("symmetry", "true", "one table entry for all symmetric positions"),
            switch("killers", "true", "try moves first that cut at the same depth"),
            switch("history", "true", "try moves first that often cut elsewhere"),
            switch("evaluation", "true", "order moves by the game's evaluation"),
            switch("bounds", "true", "use what the game can prove at a glance"),
            switch("cutoffs", "false", "look all children up before searching the first"),
            switch("deepening", "false", "search to growing depths, for short wins first"),
            Parameter {
                name: "window",
                default: "null",
                values: "null|full",
                help: "yes/no questions, or one search with an open window",
            },
        ],
        handles_repetition: false,
    };

    fn solve<G: Game>(
        game: &G,
        position: &G::Position,
        request: &Request,
        control: &Control,
    ) -> Result<Solution, Error> {
        let config = Config::new(request);
        let mut search = Search::new(game, config, control);
        search.meter.nodes = 1;
        let (bounds, best) = search.value(position, request.goal);
        search.meter.note_bytes(search.bytes() + game.memory());

        let mut solution = Solution::new(bounds, &search.meter);
        solution.solved = answers(bounds.seen_by(game.to_move(position)), request.goal);
        solution.best_move = best;
        solution.stats.iterations = search.rounds;
        solution.stats.seconds = control.seconds();
        solution.details = vec![
            ("table_entries", RootNumber::Integer(search.table.len() as u64)),
            (
                "bytes_per_entry",
                RootNumber::Integer(Table::<G::Key, Record>::bytes_per_entry() as u64),
            ),
            ("depth", RootNumber::Integer(u64::from(search.depth))),
        ];
        if solution.solved {
            walk_line(&mut search, position, &mut solution);
        }
        // Without its table the search would be slower than a new one.
        if config.table {
            let name = AlphaBeta::INFO.name;
            proof::attach(&mut search, position, request, name, None, &mut solution);
        }
        Ok(solution)
    }
}

/// What is switched on.
#[derive(Clone, Copy)]
pub(crate) struct Config {
    table: bool,
    symmetry: bool,
    killers: bool,
    history: bool,
    evaluation: bool,
    bounds: bool,
    cutoffs: bool,
    deepening: bool,
    null_window: bool,
}

impl Config {
    pub(super) fn new(request: &Request) -> Config {
        let flag = |name| request.parameters.flag(&AlphaBeta::INFO, name);
        let text = |name| request.parameters.text(&AlphaBeta::INFO, name);
        Config {
            table: flag("table"),
            symmetry: flag("symmetry"),
            killers: flag("killers"),
            history: flag("history"),
            evaluation: flag("evaluation"),
            bounds: flag("bounds"),
            cutoffs: flag("cutoffs"),
            deepening: flag("deepening"),
            null_window: text("window") == "null",
        }
    }
}

/// A child that waits for its turn.
struct Child<P> {
    position: P,
    /// Larger comes first; of equals the one generated first.
    rank: i64,
    index: u16,
    /// What the table says, seen by the parent's mover.
    known: Bounds,
}

const NO_MOVE: Move = Move(u32::MAX);
const HISTORY: usize = 1 << 12;
const UNLIMITED: u32 = u32::MAX;

/// A search whose table lives as long as it does.
pub(crate) struct Search<'a, G: Game> {
    pub(crate) game: &'a G,
    config: Config,
    pub(crate) meter: Meter<'a>,
    table: Table<G::Key, Record>,
    moves: Vec<Move>,
    children: Vec<Child<G::Position>>,
    killers: Vec<[Move; 2]>,
    /// How often a move cut, by player and move.
    history: Vec<[u32; HISTORY]>,
    /// How often a horizon was met.
    horizons: u64,
    /// The best move at the root of the last search.
    best: Option<Move>,
    /// Searches from the root.
    rounds: u64,
    /// The depth of the last search from the root.
    depth: u32,
}

impl<'a, G: Game> Search<'a, G> {
    pub(super) fn new(game: &'a G, config: Config, control: &'a Control) -> Search<'a, G> {
        Search {
            game,
            config,
            meter: Meter::new(control),
            table: Table::new(control.limits.max_bytes),
            moves: Vec::new(),
            children: Vec::new(),
            killers: Vec::new(),
            history: vec![[0; HISTORY]; 2],
            horizons: 0,
            best: None,
            rounds: 0,
            depth: 0,
        }
    }

    pub(crate) fn bytes(&self) -> usize {
        self.table.bytes()
            + self.children.capacity() * size_of::<Child<G::Position>>()
            + self.moves.capacity() * size_of::<Move>()
            + self.history.len() * size_of::<[u32; HISTORY]>()
    }

    /// The bounds of a position's value from Left's point of view, which answer the question
    /// unless the search was stopped, and a move that reaches the lower one.
    pub(super) fn value(
        &mut self,
        position: &G::Position,
        goal: Option<Score>,
    ) -> (Bounds, Option<Move>) {
        let mover = self.game.to_move(position);
        let questions = Questions::new(self.game, mover);
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
            self.meter.tell_bounds(bounds.seen_by(mover));
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
            self.depth = if depth == UNLIMITED { 0 } else { depth };
            self.meter.tell_depth(self.depth);
            let result = self.search(position, window, depth, 0)?;
            if settled(result) {
                return Some(result);
            }
            depth += 1;
        }
    }

    /// Bounds on a position's value from Left's point of view: at or above the window, at or
    /// below it, or exact, unless a horizon was met; none if stopped.
    fn search(
        &mut self,
        position: &G::Position,
        window: Bounds,
        depth: u32,
        ply: usize,
    ) -> Option<Bounds> {
        let mover = self.game.to_move(position);
        let Bounds { lo: mut alpha, hi: beta } = window.seen_by(mover);
        let settles = |b: Bounds| b.lo >= beta || b.hi <= alpha || b.is_exact();

        // 1. What is known without search: static bounds, then the table. At the root they
        //    would hide which move is best.
        let mut known = full_bounds(self.game).seen_by(mover);
        if self.config.bounds && ply > 0 {
            known = self.game.bounds(position).seen_by(mover);
            if settles(known) {
                return Some(known.seen_by(mover));
            }
        }
        let key = self.key(position);
        let mut hint = u16::MAX;
        if let Some(record) = self.look_up(&key, mover) {
            hint = record.best;
            if ply > 0 {
                known = known.meet(record.bounds.seen_by(mover));
                let searched = depth != UNLIMITED && u32::from(record.depth) >= depth;
                if settles(known) || searched {
                    self.horizons += u64::from(!settles(known));
                    return Some(known.seen_by(mover));
                }
            }
        }
        // At the root a move is wanted that reaches the value, not only the value.
        if ply > 0 {
            alpha = alpha.max(known.lo);
        }

        // 2. The end of the game, or the horizon.
        let first_move = self.moves.len();
        if let Some(score) = self.game.expand(position, &mut self.moves) {
            return Some(Bounds::exactly(score));
        }
        if depth == 0 {
            self.horizons += 1;
            self.moves.truncate(first_move);
            return Some(known.seen_by(mover));
        }

        // 3. The children, ranked.
        let nodes_before = self.meter.nodes;
        let horizons_before = self.horizons;
        let first_child = self.children.len();
        self.make_children(position, first_move, hint, ply);
        self.moves.truncate(first_move);
        self.meter.expansions += 1;
        let count = (self.children.len() - first_child) as u64;
        let bytes =
            || self.table.bytes() + self.children.capacity() * size_of::<Child<G::Position>>();
        if self.meter.count(count, self.game, bytes) {
            return None;
        }

        // 4. What the table says of the children may be enough.
        let mut lo = Score::MIN;
        let mut hi = Score::MIN;
        let mut best = u16::MAX;
        if self.config.cutoffs {
            let all = &self.children[first_child..];
            if let Some(child) = all.iter().find(|c| c.known.lo >= beta) {
                lo = child.known.lo;
                best = child.index;
            }
        }

        // 5. Search them, best first, until one reaches β.
        let mut rest = first_child;
        if ply == 0 {
            // The guess until one is searched.
            let known = self.children.iter().position(|c| c.index == best);
            let guess = known.unwrap_or_else(|| self.next_child(rest));
            self.best = self.nth_move(position, self.children[guess].index);
        }
        while lo < beta && rest < self.children.len() {
            let next = self.next_child(rest);
            self.children.swap(rest, next);
            let child = &self.children[rest];
            let index = child.index;
            let mut result = child.known;
            if !(result.hi <= alpha || result.is_exact()) {
                let child_position = child.position.clone();
                let child_window = Bounds { lo: alpha, hi: beta }.seen_by(mover);
                let below = depth.saturating_sub(u32::from(depth != UNLIMITED));
                result = self.search(&child_position, child_window, below, ply + 1)?.seen_by(mover);
            }
            if result.lo > lo || (result.lo == lo && result.hi > hi) {
                best = index;
                if ply == 0 {
                    self.best = self.nth_move(position, best);
                }
            }
            lo = lo.max(result.lo);
            hi = hi.max(result.hi);
            alpha = alpha.max(lo);
            rest += 1;
        }
        let was_cut = lo >= beta;
        self.children.truncate(first_child);

        // 6. Remember.
        let reached = Bounds { lo, hi: if was_cut { known.hi } else { hi.min(known.hi) } };
        let proved = reached.meet(known).seen_by(mover);
        // At the root the best move must reach the lower bound, not only somebody know it.
        let result = if ply == 0 { reached.seen_by(mover) } else { proved };
        if was_cut {
            self.note_cut(position, best, ply);
        }
        if self.config.table {
            let met_horizon = self.horizons != horizons_before;
            let depth = if met_horizon { depth.min(255) as u8 } else { 0 };
            let record = Record { bounds: proved, best, depth };
            self.table.put(key, mover, record, self.meter.nodes - nodes_before);
        }
        Some(result)
    }

    /// Is it known without search that `player` gets at least `goal`, seen by that player?
    pub(super) fn is_settled(&self, position: &G::Position, player: Player, goal: Score) -> bool {
        let settles = |bounds: Bounds| bounds.seen_by(player).lo >= goal;
        (self.config.bounds && settles(self.game.bounds(position)))
            || self
                .look_up(&self.key(position), self.game.to_move(position))
                .is_some_and(|record| settles(record.bounds))
    }

    #[inline]
    fn key(&self, position: &G::Position) -> G::Key {
        if self.config.symmetry {
            self.game.symmetric_key(position)
        } else {
            self.game.key(position)
        }
    }

    #[inline]
    fn look_up(&self, key: &G::Key, mover: Player) -> Option<Record> {
        if self.config.table { self.table.get(key, mover) } else { None }
    }

    /// Plays each move from `first_move` on and ranks the results.
    #[inline]
    fn make_children(&mut self, position: &G::Position, first_move: usize, hint: u16, ply: usize) {
        let mover = self.game.to_move(position);
        let killers = self.killers.get(ply).copied().unwrap_or([NO_MOVE; 2]);
        let unknown = full_bounds(self.game);
        for (index, i) in (first_move..self.moves.len()).enumerate() {
            let mv = self.moves[i];
            let mut child = position.clone();
            self.game.play(&mut child, mv);
            let mut rank = 0;
            if self.config.evaluation {
                let value = i64::from(self.game.evaluate(&child));
                rank += match mover {
                    Player::Left => value << 24,
                    Player::Right => -value << 24,
                };
            }
            if self.config.history {
                rank += i64::from(self.history[mover.index()][mv.0 as usize % HISTORY]);
            }
            rank += i64::from(killers.contains(&mv)) << 23;
            rank += i64::from(index == usize::from(hint)) << 60;
            let mut known = unknown;
            if self.config.cutoffs && self.config.table {
                let key = self.key(&child);
                if let Some(record) = self.table.get(&key, self.game.to_move(&child)) {
                    known = record.bounds;
                }
            }
            let known = known.seen_by(mover);
            self.children.push(Child { position: child, rank, index: index as u16, known });
        }
    }

    /// The highest rank from `rest` on; the one generated first among equals.
    #[inline]
    fn next_child(&self, rest: usize) -> usize {
        let mut best = rest;
        for i in rest + 1..self.children.len() {
            let (a, b) = (&self.children[i], &self.children[best]);
            if a.rank > b.rank || (a.rank == b.rank && a.index < b.index) {
                best = i;
            }
        }
        best
    }

    fn nth_move(&mut self, position: &G::Position, index: u16) -> Option<Move> {
        let first = self.moves.len();
        self.game.expand(position, &mut self.moves);
        let mv = self.moves.get(first + usize::from(index)).copied();
        self.moves.truncate(first);
        mv
    }

    /// A move made the rest superfluous: try it early elsewhere too.
    #[inline]
    fn note_cut(&mut self, position: &G::Position, index: u16, ply: usize) {
        if !(self.config.killers || self.config.history) {
            return;
        }
        let Some(mv) = self.nth_move(position, index) else { return };
        if self.config.history {
            let mover = self.game.to_move(position);
            let count = &mut self.history[mover.index()][mv.0 as usize % HISTORY];
            *count = (*count + 1).min((1 << 23) - 1);
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
}
