//! The depth-first engine, for any [`ThresholdRule`].
//!
//! **Idea** A visit to a position looks up each of its children once (table, static bounds, end of the game,
//! initial numbers). It stores their numbers in a frame on the stack. The position's own numbers are the
//! rule's sum over the frame. While they stay in the position's window, the engine visits the best child with
//! a window of its own, and stores the numbers that it returns in the frame. The other children's numbers in
//! the frame are not read again. A sibling can change only through a transposition. A visit corrects outdated
//! numbers, and no proof depends on them.
//!
//! **Guarantee** A position is solved only if its game is over, the static bounds decide it, a child is won
//! by the player to move, or all children are won by the opponent. The table may lose any entry at any time.
//! This changes the node count, not the answer.
//!
//! **Termination** While the table has lost no entry, each visit either expands a position for the first time
//! or corrects outdated numbers. In a game without repetition both can happen only finitely often. After an
//! entry was lost, numbers may be lost as fast as they are found. So a child that its frame visits more than
//! [`MAX_VISITS`] times gets larger and larger windows. After [`MAX_DOUBLINGS`] more visits it gets the
//! unlimited window, from which it returns solved. So each frame visits each of its children a bounded number
//! of times. By induction over the length of the game every search terminates, with any table.
//!
//! **Reference** Nagai, *Df-pn algorithm for searching AND/OR trees and its applications*, 2002;
//! Kishimoto, Winands, Müller and Saito, *Game-tree search using proof numbers: the first
//! twenty years*, 2012.

use std::sync::Arc;

use upstar_core::{Bounds, Control, Meter, Move, Player, SearchGame, ThreadTeam, bytes_for_tables};

use crate::{
    Checkpoint, RootProof, SearchTable, Table, WorkDone,
    depth_first::{
        entry::ProofEntry,
        focus::Focus,
        parallel::{DfSharedState, mark_of},
        threshold_rule::{Child, ThresholdRule},
    },
    full_bounds,
    goal_bisection::Goal,
};

/// A frame visits a child this many times before its windows are enlarged because the table loses entries.
const MAX_VISITS: u16 = 32;
/// The same if other threads write numbers too. A search that loses no entry needs far fewer visits.
const MAX_VISITS_WITH_THREADS: u16 = 1 << 14;
/// After this many further visits a child gets the unlimited window.
const MAX_DOUBLINGS: u16 = 28;

/// The result of a visit: the winner, or numbers seen by the position's player to move.
#[derive(Clone, Copy)]
pub(super) enum Visit<N> {
    Won(Player),
    Open(N),
}

/// The limits, the bytes for a table of its own, and the state that several threads share.
pub(super) type Resources<'a, 't, G> = (&'a Control, usize, Option<&'t DfSharedState<G>>);

/// A search for one goal after another, with one table.
pub(super) struct Engine<'a, G: SearchGame, R: ThresholdRule> {
    pub game: &'a G,
    pub rule: R,
    pub meter: Meter<'a>,
    pub table: SearchTable<G::Key, ProofEntry>,
    /// The state shared with the other threads, if there are any.
    pub team: Option<Arc<ThreadTeam>>,
    pub goal: Goal,
    /// The proved bounds of the root, seen by its player to move.
    pub root_proof: RootProof,
    /// Saves the table, if the request asks for checkpoints.
    pub checkpoint: Option<Checkpoint>,
    /// The root's best move; a winning one if the goal is reached.
    pub best: Option<Move>,
    /// The root's numbers, seen by its player to move.
    pub root_numbers: Option<R::Numbers>,
    /// Visits to positions that were expanded before.
    pub revisits: u64,
    pub(super) symmetry: bool,
    pub(super) bounds: bool,
    /// Searches only the best moves at first, if the rule has a share for it.
    pub(super) focus: Option<Focus<G>>,
    pub(super) moves: Vec<Move>,
    pub(super) scratch: Vec<Move>,
    pub(super) children: Vec<Child<G::Key, R::Numbers>>,
    /// A copy of the frame with virtual losses.
    pub(super) virtual_frame: Vec<Child<G::Key, R::Numbers>>,
}

impl<'a, G: SearchGame, R: ThresholdRule> Engine<'a, G, R> {
    pub fn new(
        game: &'a G,
        rule: R,
        goal: Goal,
        (control, max_bytes, threads): Resources<'a, '_, G>,
        symmetry: bool,
        bounds: bool,
    ) -> Engine<'a, G, R> {
        let (meter, table, team) = match threads.and_then(|threads| threads.shared.as_ref()) {
            Some((team, table)) => {
                let meter = Meter::in_team(control, Arc::clone(team));
                (meter, SearchTable::Shared(Arc::clone(table)), Some(Arc::clone(team)))
            }
            None => {
                let table = Table::collecting(bytes_for_tables(game, max_bytes));
                (Meter::new(control), SearchTable::Own(table), None)
            }
        };
        Engine::with(game, rule, goal, (meter, table, team), (symmetry, bounds))
    }

    pub(super) fn with(
        game: &'a G,
        rule: R,
        goal: Goal,
        (meter, table, team): (Meter<'a>, SearchTable<G::Key, ProofEntry>, Option<Arc<ThreadTeam>>),
        (symmetry, bounds): (bool, bool),
    ) -> Engine<'a, G, R> {
        Engine {
            game,
            focus: rule.widening().map(Focus::new),
            rule,
            meter,
            table,
            team,
            goal,
            root_proof: RootProof { bounds: full_bounds(game).seen_by(goal.player), best: None },
            checkpoint: None,
            best: None,
            root_numbers: None,
            revisits: 0,
            symmetry,
            bounds,
            moves: Vec::new(),
            scratch: Vec::new(),
            children: Vec::new(),
            virtual_frame: Vec::new(),
        }
    }

    pub fn bytes(&self) -> usize {
        self.table.bytes()
            + self.children.capacity() * size_of::<Child<G::Key, R::Numbers>>()
            + self.moves.capacity() * size_of::<Move>()
            + self.focus.as_ref().map_or(0, Focus::bytes)
    }

    /// The winner at the root, where the game must not be over; none if stopped.
    pub fn winner(&mut self, root: &G::Position) -> Option<Player> {
        // A search that was stopped did not clear its stacks.
        self.moves.clear();
        self.children.clear();
        match self.visit(root, self.rule.unlimited(), true)? {
            Visit::Won(player) => Some(player),
            Visit::Open(_) => unreachable!("open numbers never leave the unlimited window"),
        }
    }

    /// Saves the table, if the request asks for checkpoints.
    #[cold]
    pub fn save(&mut self) {
        let (nodes, _) = self.meter.total_work();
        let done = WorkDone { nodes, seconds: self.meter.seconds() };
        if let Some(checkpoint) = &mut self.checkpoint {
            let table = &self.table;
            checkpoint.save(self.root_proof, done, table.bytes(), |visit| table.for_each(visit));
        }
    }

    #[inline]
    pub(super) fn key(&self, position: &G::Position) -> G::Key {
        if self.symmetry { self.game.symmetric_key(position) } else { self.game.key(position) }
    }

    /// Searches a position where the game is not over, until it is solved or its numbers leave the window
    /// (seen by its player to move). Returns none if stopped.
    pub(super) fn visit(
        &mut self,
        position: &G::Position,
        window: R::Window,
        is_root: bool,
    ) -> Option<Visit<R::Numbers>> {
        if self.focus.is_some() {
            return self.visit_focused(position, window, is_root);
        }
        let mover = self.game.to_move(position);
        let key = self.key(position);
        let nodes_before = self.meter.nodes;
        let mut work_before = 0;
        // Threshold control: a position that was searched before is searched at least one move deeper.
        let mut goes_deeper = false;
        match self.table.get_with_work(&key, mover) {
            Some((ProofEntry::Won(player), _)) if !is_root => return Some(Visit::Won(player)),
            Some((_, work)) => {
                work_before = work;
                goes_deeper = self.rule.controls_thresholds();
                self.revisits += 1;
            }
            None => {}
        }

        let first = self.children.len();
        let mut winner = self.make_frame(position, mover, is_root);
        if self.meter.must_end() {
            return None;
        }
        if self.checkpoint.as_mut().is_some_and(Checkpoint::is_due) {
            self.save();
        }
        let result = loop {
            if let Some(player) = winner {
                break Visit::Won(player);
            }
            let frame = &self.children[first..];
            if frame.is_empty() {
                break Visit::Won(mover.other());
            }
            let (numbers, best) = self.rule.sum(frame);
            let mut within = window;
            if goes_deeper {
                within = self.rule.widen(numbers, window);
                goes_deeper = false;
            } else if !self.rule.is_inside(numbers, window) {
                break Visit::Open(numbers);
            }
            let (best, limit) = self.choose_child(first, best, within, mover);
            if is_root {
                self.show_root(numbers, self.children[first + best].mv);
            }
            winner = self.visit_child(position, mover, first + best, limit)?;
        };
        self.children.truncate(first);
        let work = work_before + (self.meter.nodes - nodes_before);
        self.table.put(key, mover, self.entry(result), work);
        Some(result)
    }

    /// The table entry for the result of a visit.
    #[inline]
    pub(super) fn entry(&self, result: Visit<R::Numbers>) -> ProofEntry {
        match result {
            Visit::Won(player) => ProofEntry::Won(player),
            Visit::Open(numbers) => ProofEntry::Open(self.rule.pack(numbers)),
        }
    }

    /// Reports the numbers of the root and the move that is searched next.
    pub(super) fn show_root(&mut self, numbers: R::Numbers, best: Move) {
        self.best = Some(best);
        self.meter.report_best_move(self.best);
        self.root_numbers = Some(numbers);
        self.meter.report_root_numbers(&self.rule.named_numbers(numbers));
    }

    /// Visits a child and updates its frame. Returns the winner of the parent, if the visit decides it. The
    /// outer option is none if the search was stopped.
    #[inline]
    pub(super) fn visit_child(
        &mut self,
        position: &G::Position,
        mover: Player,
        place: usize,
        mut limit: R::Window,
    ) -> Option<Option<Player>> {
        let child = self.children[place];
        limit = self.rule.widen(child.numbers, limit);
        let max_visits = if self.team.is_some() { MAX_VISITS_WITH_THREADS } else { MAX_VISITS };
        if child.visits >= max_visits && (self.team.is_some() || self.table.lost() > 0) {
            let doublings = child.visits - max_visits;
            limit = if doublings < MAX_DOUBLINGS {
                self.rule.stretch(child.numbers, limit, u32::from(doublings))
            } else {
                self.rule.unlimited()
            };
        }
        if child.flipped {
            limit = self.rule.flip_window(limit);
        }
        let mut next = position.clone();
        self.game.play(&mut next, child.mv);
        if let Some(team) = &self.team {
            team.mark(mark_of(&child, mover));
        }
        let visit = self.visit(&next, limit, false)?;
        if let Some(team) = &self.team {
            team.unmark(mark_of(&child, mover));
        }
        let numbers = match visit {
            Visit::Won(player) if player == mover => {
                return Some(Some(player));
            }
            Visit::Won(_) => {
                self.children.remove(place);
                return Some(None);
            }
            Visit::Open(numbers) => numbers,
        };
        let numbers = if child.flipped { self.rule.flip(numbers) } else { numbers };
        let child = &mut self.children[place];
        child.numbers = numbers;
        child.visits = child.visits.saturating_add(1);
        Some(None)
    }

    /// Pushes the open children of a position on the stack. Returns the winner if a child proves that the
    /// player to move wins; then the frame is not used.
    fn make_frame(
        &mut self,
        position: &G::Position,
        mover: Player,
        is_root: bool,
    ) -> Option<Player> {
        let first_move = self.moves.len();
        let first = self.children.len();
        if let Some(score) = self.game.expand(position, &mut self.moves) {
            // The child was open in the table: the entry is from another position with the same key, where
            // the game is not over. Equal keys mean equal values, so the score is the value of both.
            return self.goal.winner(Bounds::exactly(score));
        }
        let count = self.moves.len() - first_move;
        let mut winner = None;
        let mut created = 0;
        for index in 0..count {
            let mv = self.moves[first_move + index];
            let mut child = position.clone();
            self.game.play(&mut child, mv);
            created += 1;
            let child_mover = self.game.to_move(&child);
            match self.look_up(&child, child_mover) {
                Visit::Won(player) => {
                    if is_root && (player == mover || self.best.is_none()) {
                        self.best = Some(mv);
                        self.meter.report_best_move(self.best);
                    }
                    if player == mover {
                        winner = Some(mover);
                        break;
                    }
                }
                Visit::Open((key, numbers)) => {
                    let flipped = child_mover != mover;
                    let numbers = if flipped { self.rule.flip(numbers) } else { numbers };
                    let index = index as u16;
                    let child = Child { key, numbers, mv, index, visits: 0, flipped };
                    let is_new = |c: &Child<_, _>| c.key != key || c.flipped != flipped;
                    if self.children[first..].iter().all(is_new) {
                        self.children.push(child);
                    }
                }
            }
        }
        self.moves.truncate(first_move);
        self.meter.expansions += 1;
        let bytes = || {
            self.table.bytes() + self.children.capacity() * size_of::<Child<G::Key, R::Numbers>>()
        };
        self.meter.count(created, self.game, bytes);
        winner
    }
}
