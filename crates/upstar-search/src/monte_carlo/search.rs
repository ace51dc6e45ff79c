//! The loop: select, expand, play out, back up.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use upstar_core::{Bounds, Meter, Move, Player, Rng, SearchGame};

use super::{
    answer::choose,
    config::Config,
    moves::{Firsts, Habits},
    node::Node,
    scale::Scale,
    solve::point,
    tree::Tree,
};
use crate::TracePoint;

/// Whoever watches is told the best move after so many iterations.
const TELL_EVERY: u64 = 1 << 12;

/// A tree that grows below a position.
pub struct Search<G: SearchGame> {
    pub(super) config: Config,
    pub(super) scale: Scale,
    pub(super) position: G::Position,
    pub(super) tree: Tree,
    pub(super) rng: Rng,
    pub(super) moves: Vec<Move>,
    pub(super) numbers: Vec<u32>,
    pub(super) firsts: Firsts,
    pub(super) habits: Habits,
    /// Where the next descent begins, while a leaf's children get their first playouts.
    pub(super) pinned: Vec<u32>,
    /// Was there no room for a leaf's children?
    pub(super) is_full: bool,
    /// Nodes that got children.
    pub(super) expansions: u64,
    /// The root's numbers over time, where they are noted.
    pub(super) trace: Option<Vec<TracePoint>>,
    /// How many nodes there are when the root's numbers are told next.
    pub(super) next_note: u64,
}

/// One way through the loop, with what it needs: nothing is allocated anew for each.
pub struct Job<G: SearchGame> {
    /// The nodes from the root to the leaf.
    pub(super) path: Vec<u32>,
    /// The leaf's position.
    pub(super) position: G::Position,
    /// The leaf's value, if no playout is needed.
    pub(super) known: Option<f64>,
    /// The playouts, their values' sum and that of their squares.
    pub(super) count: u32,
    pub(super) sum: f64,
    pub(super) squares: f64,
    /// The moves of a playout, where they are noted.
    pub(super) played: Vec<(Player, Move)>,
    pub(super) scratch: Vec<Move>,
    pub(super) weights: Vec<f64>,
    pub(super) rng: Rng,
}

impl<G: SearchGame> Job<G> {
    /// A job that draws from a seed.
    pub(super) fn new(position: &G::Position, seed: u64) -> Job<G> {
        Job {
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

impl<G: SearchGame> Search<G> {
    /// A tree with a root.
    pub fn new(
        game: &G,
        position: &G::Position,
        config: Config,
        scale: Scale,
        max_bytes: usize,
        seed: u64,
    ) -> Search<G> {
        let mut search = Search {
            tree: Tree::new(max_bytes, config.rave != super::config::Rave::Off),
            config,
            scale,
            position: position.clone(),
            rng: Rng::new(seed ^ 0x5eed),
            moves: Vec::new(),
            numbers: Vec::new(),
            firsts: Firsts::default(),
            habits: Habits::default(),
            pinned: Vec::new(),
            is_full: false,
            expansions: 0,
            trace: None,
            next_note: 0,
        };
        search.plant(game);
        search
    }

    /// Begins again at the position. A root is solved only by a finished game or by its children:
    /// its move is wanted.
    fn plant(&mut self, game: &G) {
        let mut root = Node::unborn(Move(0), self.scale.full());
        root.mover = game.to_move(&self.position);
        self.moves.clear();
        if let Some(score) = game.expand(&self.position, &mut self.moves) {
            let score = self.scale.fold(score);
            (root.lo, root.hi) = (score, score);
        }
        self.pinned.clear();
        self.tree.plant(root);
    }

    /// The root.
    pub fn root(&self) -> &Node {
        &self.tree.nodes[0]
    }

    /// What is proved of the root's score.
    pub fn bounds(&self) -> Bounds {
        self.scale.unfold(self.root().bounds())
    }

    /// Searches until the root is solved, pruning has decided, the meter says stop, or somebody
    /// else is `done`.
    pub fn run(&mut self, game: &G, meter: &mut Meter, job: &mut Job<G>, done: &AtomicBool) {
        let mut told = self.root().bounds();
        while !self.root().is_solved() && !self.is_decided() && !done.load(Relaxed) {
            let expansions = self.expansions;
            let created = self.descend(game, job);
            let playouts = job.simulate(game, &self.config, self.scale, &self.habits);
            self.back_up(job);
            meter.expansions += self.expansions - expansions;
            if !self.tidy(game, meter) {
                return;
            }
            if self.root().bounds() != told {
                told = self.root().bounds();
                meter.report_bounds(self.bounds());
            }
            if meter.iterations.is_multiple_of(TELL_EVERY) {
                meter.report_best_move(self.most_visited());
            }
            self.note(meter);
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

    /// Tells the root's numbers, and notes them where a trace is kept, whenever there are a
    /// twentieth more nodes than the last time.
    #[inline]
    pub(super) fn note(&mut self, meter: &Meter) {
        if meter.nodes >= self.next_note {
            self.note_now(meter);
        }
    }

    #[cold]
    fn note_now(&mut self, meter: &Meter) {
        self.next_note = meter.nodes + meter.nodes / 20 + 1;
        meter.report_root_numbers(&self.numbers());
        if self.trace.is_none() {
            return;
        }
        let best = choose(&self.candidates(), self.root().mover, self.config.last, self.scale);
        let mut point = point(meter, self.numbers(), best);
        point.bytes = self.tree.bytes();
        self.trace.get_or_insert_default().push(point);
    }

    /// Keeps the tree within its memory, when nobody is under way in it; false if the search
    /// must end.
    pub(super) fn tidy(&mut self, game: &G, meter: &mut Meter) -> bool {
        if game.has_failed() {
            meter.game_failed();
            return false;
        }
        if self.is_full || self.tree.is_littered() {
            self.pinned.clear();
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

    /// Plays a move at the root and keeps what is known below it.
    pub fn advance(&mut self, game: &G, mv: Move) {
        let found = self.root().tried().find(|&child| self.tree.nodes[child].mv == mv);
        game.play(&mut self.position, mv);
        game.make_root(&mut self.position);
        self.pinned.clear();
        match found {
            Some(child) => {
                self.tree.promote(child);
                // Solved nodes have given up their children, and a root's move is wanted.
                let root = &self.tree.nodes[0];
                self.moves.clear();
                if root.is_solved() && game.expand(&self.position, &mut self.moves).is_none() {
                    self.plant(game);
                }
            }
            None => self.plant(game),
        }
    }

    /// Shows every node that was tried with its position, parents first.
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
