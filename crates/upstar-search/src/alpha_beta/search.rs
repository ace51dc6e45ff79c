//! The state of a search, and the loop over windows. The head of `mod.rs` says what it guarantees.

use std::sync::Arc;

use upstar_core::{Bounds, Control, Error, Meter, Move, Player, Score, SearchGame, ThreadTeam};

use super::{
    AlphaBetaConfig,
    admission::TableAdmission,
    estimate::TreeSample,
    forecast::NodeForecast,
    order::{Child, ChildPosition},
    path::SearchPath,
};
use crate::{
    BoundsEntry, Checkpoint, RootProof, SearchTable, Table, WorkDone, answers, full_bounds,
    goal_bisection::GoalBisection,
    move_history::{HistoryTable, KillerMoves},
};

/// The depth of a search without a horizon.
pub(super) const UNLIMITED: u32 = u32::MAX;

/// An alpha-beta search with its table.
pub struct AlphaBetaSearch<'a, G: SearchGame> {
    /// The game.
    pub game: &'a G,
    pub(super) config: AlphaBetaConfig,
    /// Counts the work of the search.
    pub meter: Meter<'a>,
    pub(super) table: SearchTable<G::Key, BoundsEntry>,
    /// Saves the table, if the request asks for checkpoints.
    pub(super) checkpoint: Option<Checkpoint>,
    /// The state shared with the other threads, if there are any.
    pub(super) team: Option<Arc<ThreadTeam>>,
    /// The positions from the root to the one that is being searched, if there are other threads.
    pub(super) path: SearchPath<G::Key>,
    pub(super) moves: Vec<Move>,
    pub(super) children: Vec<Child>,
    pub(super) child_positions: Vec<ChildPosition<G::Position, G::Key>>,
    /// The game's priorities for the moves of the position that is being expanded; empty if the game has
    /// none.
    pub(super) priorities: Vec<i32>,
    pub(super) killers: KillerMoves,
    pub(super) history: HistoryTable,
    /// The sampled part of the tree, for estimates of its size.
    pub(super) sample: TreeSample,
    /// The last estimates, for the forecast.
    pub(super) forecast: NodeForecast,
    /// Decides which entries the table stores.
    pub(super) admission: TableAdmission,
    /// The number of the meter's check at which an estimate was last reported.
    pub(super) reported_check: u64,
    /// How often the search met a horizon.
    pub(super) horizons: u64,
    /// The best move at the root of the last search.
    pub(super) best: Option<Move>,
    /// The number of searches from the root.
    pub(crate) iterations: u64,
    /// The depth of the last search from the root.
    pub(super) depth: u32,
}

impl<'a, G: SearchGame> AlphaBetaSearch<'a, G> {
    pub(crate) fn new(
        game: &'a G,
        config: AlphaBetaConfig,
        control: &'a Control,
    ) -> AlphaBetaSearch<'a, G> {
        let table = SearchTable::Own(Table::new(control.limits.max_bytes));
        AlphaBetaSearch::with(game, config, Meter::new(control), table, None)
    }

    /// A search with a table that may be shared with a team's other threads.
    pub(super) fn with(
        game: &'a G,
        config: AlphaBetaConfig,
        meter: Meter<'a>,
        table: SearchTable<G::Key, BoundsEntry>,
        team: Option<Arc<ThreadTeam>>,
    ) -> AlphaBetaSearch<'a, G> {
        AlphaBetaSearch {
            game,
            config,
            meter,
            table,
            checkpoint: None,
            team,
            path: SearchPath::default(),
            moves: Vec::new(),
            children: Vec::new(),
            child_positions: Vec::new(),
            priorities: Vec::new(),
            killers: KillerMoves::default(),
            history: HistoryTable::new(),
            sample: TreeSample::default(),
            forecast: NodeForecast::default(),
            admission: TableAdmission::default(),
            reported_check: 0,
            horizons: 0,
            best: None,
            iterations: 0,
            depth: 0,
        }
    }

    pub(crate) fn bytes(&self) -> usize {
        self.table.bytes()
            + self.bytes_of_children()
            + self.moves.capacity() * size_of::<Move>()
            + self.history.bytes()
    }

    pub(super) fn bytes_of_children(&self) -> usize {
        self.children.capacity() * size_of::<Child>()
            + self.child_positions.capacity() * size_of::<ChildPosition<G::Position, G::Key>>()
    }

    /// Returns bounds on a position's value from Left's point of view, and a move that reaches the lower
    /// bound. The bounds answer the request's goal unless the search was stopped.
    pub(crate) fn value(
        &mut self,
        position: &G::Position,
        goal: Option<Score>,
    ) -> (Bounds, Option<Move>) {
        let mover = self.game.to_move(position);
        let bisection = GoalBisection::new(self.game, mover);
        // A search that was stopped did not clear its stacks.
        self.path.clear();
        self.moves.clear();
        self.children.clear();
        self.child_positions.clear();
        let mut bounds = full_bounds(self.game).seen_by(mover);
        let mut best = None;
        while !answers(bounds, goal) {
            let window = match goal {
                None if !self.config.null_window => bounds,
                _ => {
                    let next = goal.or_else(|| self.next_to_guess(bounds, mover));
                    let (least, below) = bisection.next_goal(bounds, next);
                    Bounds::new(below, least)
                }
            };
            let Some(answer) = self.search_window(position, window.seen_by(mover)) else {
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

    /// The goal next to the game's guess of the score, if it has one. Seen by `mover`, like the bounds.
    fn next_to_guess(&self, bounds: Bounds, mover: Player) -> Option<Score> {
        let guess = self.game.likely_score(bounds.seen_by(mover))?;
        let guess = Bounds::exactly(guess).seen_by(mover).lo;
        // Is the score at least the guess? If that is proved, is it greater?
        Some(if guess > bounds.lo { guess } else { bounds.lo + 1 })
    }

    /// Searches a position until the result lies outside the window or is exact; none if stopped.
    fn search_window(&mut self, position: &G::Position, window: Bounds) -> Option<Bounds> {
        let settled = |r: Bounds| r.lo >= window.hi || r.hi <= window.lo || r.is_exact();
        let mut depth = if self.config.deepening { 1 } else { UNLIMITED };
        loop {
            self.best = None;
            self.iterations += 1;
            self.sample = TreeSample::default();
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

    /// An estimate of the nodes in the tree of one window, for all threads together. None with iterative
    /// deepening, which searches the tree many times.
    pub(super) fn tree_size(&self) -> Option<u64> {
        let nodes = self.sample.nodes().filter(|_| !self.config.deepening)?;
        Some(self.of_all_threads(nodes))
    }

    /// A forecast of the nodes that the search will have created when it ends. It is less than the size of
    /// the tree, because the table will save some of them.
    pub(super) fn estimated_nodes(&self) -> Option<u64> {
        let nodes = self.sample.nodes().filter(|_| !self.config.deepening)?;
        Some(self.of_all_threads(self.forecast.nodes(self.meter.nodes, nodes)))
    }

    fn of_all_threads(&self, nodes: f64) -> u64 {
        let threads = self.team.as_ref().map_or(1, |team| team.threads);
        (nodes * threads as f64).min(1e18) as u64
    }

    /// Loads the table that an earlier run saved.
    pub(super) fn load(
        &mut self,
        mut checkpoint: Checkpoint,
        memory: (&Control, usize),
    ) -> Result<(), Error> {
        let renumbered = |key, ids: &[u32]| self.game.renumbered(key, ids);
        checkpoint.load(renumbered, memory, |key, word| self.table.restore(key, word))?;
        self.checkpoint = Some(checkpoint);
        Ok(())
    }

    /// Saves the table, if the request asks for checkpoints.
    #[cold]
    pub(super) fn save(&mut self) {
        let (nodes, _) = self.meter.total_work();
        let done = WorkDone { nodes, seconds: self.meter.seconds() };
        if let Some(checkpoint) = &mut self.checkpoint {
            // The table holds everything that is needed to resume, so nothing is stored about the root.
            let proof = RootProof { bounds: full_bounds(self.game), best: None };
            checkpoint.save(proof, done, self.table.bytes(), |visit| self.table.for_each(visit));
        }
    }

    /// Is it proved without search that `player` gets at least `goal`, seen by that player?
    pub(crate) fn is_proved(&self, position: &G::Position, player: Player, goal: Score) -> bool {
        let settles = |bounds: Bounds| bounds.seen_by(player).lo >= goal;
        (self.config.bounds && settles(self.game.bounds(position)))
            || self
                .look_up(&self.key(position), self.game.to_move(position))
                .is_some_and(|(entry, _)| settles(entry.bounds))
    }

    #[inline]
    pub(super) fn key(&self, position: &G::Position) -> G::Key {
        if self.config.symmetry {
            self.game.symmetric_key(position)
        } else if self.config.owner_keys {
            self.game.owner_key(position)
        } else {
            self.game.key(position)
        }
    }

    /// The table entry of a position, and the approximate number of nodes of its search.
    #[inline]
    pub(super) fn look_up(&self, key: &G::Key, mover: Player) -> Option<(BoundsEntry, u64)> {
        if self.config.table { self.table.get_with_work(key, mover) } else { None }
    }
}
