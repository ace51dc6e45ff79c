//! The loop: select, expand, playout, backup.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use upstar_core::{Bounds, Meter, Move, Player, Rng, SearchGame};

use super::{
    answer::choose,
    config::MonteCarloConfig,
    move_statistics::{AmafTracker, MoveAverages},
    node::Node,
    scale::Scale,
    tree::Tree,
};
use crate::TracePoint;

/// Iterations between two reports of the best move.
const ITERATIONS_BETWEEN_REPORTS: u64 = 1 << 12;

/// A search tree below a position.
pub struct TreeSearch<G: SearchGame> {
    pub(super) config: MonteCarloConfig,
    pub(super) scale: Scale,
    pub(super) position: G::Position,
    pub(super) tree: Tree,
    pub(super) rng: Rng,
    pub(super) moves: Vec<Move>,
    pub(super) numbers: Vec<u32>,
    pub(super) amaf_tracker: AmafTracker,
    pub(super) move_averages: MoveAverages,
    /// The path to a node whose children are getting their first playouts. The next descent starts there.
    pub(super) sibling_path: Vec<u32>,
    /// Did an expansion fail because the memory was full?
    pub(super) is_full: bool,
    /// The number of expanded nodes.
    pub(super) expansions: u64,
    /// The root's numbers over time, if the request asks for a trace.
    pub(super) trace: Option<Vec<TracePoint>>,
    /// The number of nodes at which the root's numbers are next reported.
    pub(super) next_record: u64,
}

/// One iteration of the loop. It keeps its buffers, so that iterations do not allocate.
pub struct Iteration<G: SearchGame> {
    /// The nodes from the root to the leaf.
    pub(super) path: Vec<u32>,
    /// The leaf's position.
    pub(super) position: G::Position,
    /// The leaf's value, if no playout is needed.
    pub(super) known: Option<f64>,
    /// The number of playouts, the sum of their values, and the sum of the squares.
    pub(super) count: u32,
    pub(super) sum: f64,
    pub(super) squares: f64,
    /// The moves of a playout, if any option uses them.
    pub(super) played: Vec<(Player, Move)>,
    pub(super) scratch: Vec<Move>,
    pub(super) weights: Vec<f64>,
    pub(super) rng: Rng,
}

impl<G: SearchGame> Iteration<G> {
    /// An iteration whose random numbers come from a seed.
    pub(super) fn new(position: &G::Position, seed: u64) -> Iteration<G> {
        Iteration {
            path: Vec::new(),
            position: position.clone(),
            known: None,
            count: 0,
            sum: 0.0,
            squares: 0.0,
            played: Vec::new(),
            scratch: Vec::new(),
            weights: Vec::new(),
            rng: Rng::new(seed),
        }
    }

    /// The last node of the path.
    #[inline]
    pub(super) fn leaf(&self) -> usize {
        self.path[self.path.len() - 1] as usize
    }
}

impl<G: SearchGame> TreeSearch<G> {
    /// A tree with a root.
    pub fn new(
        game: &G,
        position: &G::Position,
        config: MonteCarloConfig,
        scale: Scale,
        max_bytes: usize,
        seed: u64,
    ) -> TreeSearch<G> {
        let mut search = TreeSearch {
            tree: Tree::new(max_bytes, config.rave != super::config::Rave::Off),
            config,
            scale,
            position: position.clone(),
            rng: Rng::new(seed ^ 0x5eed),
            moves: Vec::new(),
            numbers: Vec::new(),
            amaf_tracker: AmafTracker::default(),
            move_averages: MoveAverages::default(),
            sibling_path: Vec::new(),
            is_full: false,
            expansions: 0,
            trace: None,
            next_record: 0,
        };
        search.set_root(game);
        search
    }

    /// Starts again at the position. The root is solved only by a finished game or by its children, because
    /// the search must find its best move.
    fn set_root(&mut self, game: &G) {
        let mut root = Node::untried(Move(0), self.scale.full());
        root.mover = game.to_move(&self.position);
        self.moves.clear();
        if let Some(score) = game.expand(&self.position, &mut self.moves) {
            let score = self.scale.fold(score);
            (root.lo, root.hi) = (score, score);
        }
        self.sibling_path.clear();
        self.tree.set_root(root);
    }

    /// The root.
    pub fn root(&self) -> &Node {
        &self.tree.nodes[0]
    }

    /// The proved bounds on the root's score.
    pub fn bounds(&self) -> Bounds {
        self.scale.unfold(self.root().bounds())
    }

    /// Searches until the root is solved, pruning has decided, the meter stops the search, or another thread
    /// is `done`.
    pub fn run(
        &mut self,
        game: &G,
        meter: &mut Meter,
        iteration: &mut Iteration<G>,
        done: &AtomicBool,
    ) {
        let mut reported = self.root().bounds();
        while !self.root().is_solved() && !self.is_decided() && !done.load(Relaxed) {
            let expansions = self.expansions;
            let created = self.descend(game, iteration);
            let playouts = iteration.simulate(game, &self.config, self.scale, &self.move_averages);
            self.backup(iteration);
            meter.expansions += self.expansions - expansions;
            if !self.reclaim_memory(game, meter) {
                return;
            }
            if self.root().bounds() != reported {
                reported = self.root().bounds();
                meter.report_bounds(self.bounds());
            }
            if meter.iterations.is_multiple_of(ITERATIONS_BETWEEN_REPORTS) {
                meter.report_best_move(self.most_visited());
            }
            self.record_trace(meter);
            let tree = &self.tree;
            if meter.count_iteration(created, playouts, game, || tree.bytes()) {
                return;
            }
        }
    }

    /// The root's move with the most visits.
    fn most_visited(&self) -> Option<Move> {
        let tried = self.tree.nodes[self.root().tried()].iter();
        tried.max_by_key(|child| child.visits).map(|child| child.mv)
    }

    /// Reports the root's numbers whenever the nodes have grown by a twentieth since the last report. Stores
    /// them if the request asks for a trace.
    #[inline]
    pub(super) fn record_trace(&mut self, meter: &Meter) {
        if meter.nodes >= self.next_record {
            self.record_trace_now(meter);
        }
    }

    #[cold]
    fn record_trace_now(&mut self, meter: &Meter) {
        self.next_record = meter.nodes + meter.nodes / 20 + 1;
        meter.report_root_numbers(&self.numbers());
        if self.trace.is_none() {
            return;
        }
        let best =
            choose(&self.candidates(), self.root().mover, self.config.final_move, self.scale);
        let point = TracePoint::new(meter, self.tree.bytes(), self.numbers(), best);
        self.trace.get_or_insert_default().push(point);
    }

    /// Keeps the tree within its memory limit. No iteration may be between descent and backup. Returns false
    /// if the search must stop.
    pub(super) fn reclaim_memory(&mut self, game: &G, meter: &mut Meter) -> bool {
        if game.has_failed() {
            meter.game_failed();
            return false;
        }
        if self.is_full || self.tree.needs_compaction() {
            self.sibling_path.clear();
            meter.record_bytes(self.tree.bytes());
            let has_room = if self.is_full { self.tree.recycle() } else { self.compact() };
            self.is_full = false;
            if !has_room {
                meter.out_of_memory();
                return false;
            }
        }
        true
    }

    fn compact(&mut self) -> bool {
        self.tree.compact();
        true
    }

    /// Plays a move at the root and keeps the subtree below it.
    pub fn advance(&mut self, game: &G, mv: Move) {
        let found = self.root().tried().find(|&child| self.tree.nodes[child].mv == mv);
        game.play(&mut self.position, mv);
        game.make_root(&mut self.position);
        self.sibling_path.clear();
        match found {
            Some(child) => {
                self.tree.promote(child);
                // Solved nodes have freed their children, but the search must find the root's best move.
                let root = &self.tree.nodes[0];
                self.moves.clear();
                if root.is_solved() && game.expand(&self.position, &mut self.moves).is_none() {
                    self.set_root(game);
                }
            }
            None => self.set_root(game),
        }
    }

    /// Calls `show` for every tried node with its position, parents first.
    pub fn visit(&self, game: &G, mut show: impl FnMut(&G::Position, &Node)) {
        let mut waiting = vec![(0, self.position.clone())];
        while let Some((index, position)) = waiting.pop() {
            let node = &self.tree.nodes[index];
            show(&position, node);
            for child in node.tried() {
                let mut position = position.clone();
                game.play(&mut position, self.tree.nodes[child].mv);
                waiting.push((child, position));
            }
        }
    }
}
