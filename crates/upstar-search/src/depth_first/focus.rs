//! Focused df-pn: at each position, a search of the best moves only, until all of them lose.
//!
//! **Idea** Where a game's static analysis is expensive and orders moves well, most children of a position need
//! not be examined at all. The frame of a position with n moves that may still win contains its first 1 + ⌈w n⌉
//! moves (w is the parameter `widening`). A move that is proved to lose leaves the frame, and n decreases by one.
//! The next move is examined when the frame has fewer moves than that. A position is lost only if all of its moves
//! are.
//!
//! The game's [`focus`](upstar_core::StaticBounds::focus) returns the moves, the best first. It may replace the
//! position by an equivalent one, whose key the table stores. In Hex, dead cells are filled in, so more positions
//! have the same key. Results of `focus` are cached, because a position is examined as a child before it is
//! searched.
//!
//! **Proof sets** The game may return [proof sets](ProofSet). If a move is refuted, a proof set of the opponent's win
//! after it refutes all moves outside the set: they leave the frame, too. A position that is won by a move m has the
//! proof set of the position after m, and m. A lost position has the union of proof sets that have no common move:
//! those of its moves, and those that the game knows. The cache stores the proof sets of solved positions. Where it has
//! lost one, the set of all moves takes its place, which refutes nothing else.
//!
//! **Guarantee** That of the engine. The law of `focus` replaces the law that all moves are searched.
//!
//! **Reference** Henderson, *Playing and solving the game of Hex*, 2010; Arneson, Hayward and Henderson, *Solving
//! Hex: beyond humans*, 2010; Henderson, Arneson and Hayward, *Solving 8x8 Hex*, 2009 (proof sets).

use upstar_core::{Bounds, Focused, Key, Move, Player, ProofSet, SearchGame};

use crate::{
    Checkpoint,
    depth_first::{
        engine::{Engine, Visit},
        entry::ProofEntry,
        threshold_rule::{Child, Leaf, ThresholdRule},
    },
    full_bounds,
};

/// The number of slots of a new cache.
const FIRST_SLOTS: usize = 1 << 8;
/// The maximum number of slots.
const MAX_SLOTS: usize = 1 << 18;

/// The result of `focus` for a position.
pub(super) struct Examined<G: SearchGame> {
    key: G::Key,
    mover: Player,
    focused: Focused,
    /// The equivalent position.
    position: G::Position,
    moves: Vec<Move>,
}

/// The share of moves that a frame contains, and a cache of results of `focus`.
pub(super) struct Focus<G: SearchGame> {
    widening: f64,
    slots: Vec<Option<Examined<G>>>,
    /// How often a result replaced another one since the cache grew.
    replaced: usize,
    heap_bytes: usize,
    /// A proof set of the winner that was found last, in the position where it was found.
    proof: ProofSet,
}

impl<G: SearchGame> Focus<G> {
    pub fn new(widening: f64) -> Focus<G> {
        Focus { widening, slots: Vec::new(), replaced: 0, heap_bytes: 0, proof: ProofSet::ALL }
    }

    /// The size of the cache.
    pub fn bytes(&self) -> usize {
        self.slots.len() * size_of::<Option<Examined<G>>>() + self.heap_bytes
    }

    /// The number of moves in a frame, out of those that may still win.
    #[inline]
    fn width(&self, moves: usize) -> usize {
        (1 + (self.widening * moves as f64).ceil() as usize).min(moves)
    }

    #[inline]
    fn slot(&self, key: &G::Key, mover: Player) -> usize {
        let hash = key.hash64() ^ (mover.index() as u64);
        hash as usize & (self.slots.len() - 1)
    }

    /// The result for a position, from the cache if it is there.
    fn examine(&mut self, game: &G, bounds: bool, position: &G::Position) -> &Examined<G> {
        if self.slots.is_empty()
            || (self.replaced > self.slots.len() / 4 && self.slots.len() < MAX_SLOTS)
        {
            self.grow();
        }
        let (key, mover) = (game.key(position), game.to_move(position));
        let place = self.slot(&key, mover);
        let known = self.slots[place].as_ref();
        if !known.is_some_and(|known| known.key == key && known.mover == mover) {
            let mut moves = Vec::new();
            if let Some(old) = self.slots[place].take() {
                self.replaced += 1;
                self.heap_bytes -= old.heap_bytes();
                moves = old.moves;
                moves.clear();
            }
            let mut position = position.clone();
            let focused = match bounds {
                true => game.focus(&mut position, &mut moves),
                false => {
                    let score = game.expand(&position, &mut moves);
                    let bounds = score.map_or(full_bounds(game), Bounds::exactly);
                    Focused::without_sets(bounds, moves.len() as u32)
                }
            };
            let examined = Examined { key, mover, focused, position, moves };
            self.heap_bytes += examined.heap_bytes();
            self.slots[place] = Some(examined);
        }
        self.slots[place].as_ref().expect("it was just stored")
    }

    /// Stores a proof set of the winner of a position that was examined, if it is still in the cache.
    fn solve(&mut self, key: &G::Key, mover: Player, bounds: Bounds, proof: ProofSet) {
        let place = self.slot(key, mover);
        if let Some(known) = &mut self.slots[place]
            && known.key == *key
            && known.mover == mover
        {
            self.heap_bytes -= known.heap_bytes();
            known.focused = Focused { proof, ..Focused::without_sets(bounds, 0) };
            known.moves = Vec::new();
        }
    }

    /// Enlarges the cache by a factor of four.
    fn grow(&mut self) {
        let larger = (4 * self.slots.len()).clamp(FIRST_SLOTS, MAX_SLOTS);
        let old = std::mem::take(&mut self.slots);
        self.slots.resize_with(larger, || None);
        for known in old.into_iter().flatten() {
            let place = self.slot(&known.key, known.mover);
            self.slots[place] = Some(known);
        }
        self.replaced = 0;
    }
}

impl<G: SearchGame> Examined<G> {
    fn heap_bytes(&self) -> usize {
        self.moves.capacity() * size_of::<Move>()
            + self.focused.threats.capacity() * size_of::<ProofSet>()
    }
}

/// The moves of a position that is being visited.
struct OpenMoves<P> {
    position: P,
    mover: Player,
    /// Where they begin on the stack of moves.
    begin: usize,
    /// The next one to examine.
    next: usize,
    end: usize,
    is_root: bool,
    /// Are all of them examined at once? This is so at a root whose value the game knows.
    at_once: bool,
    /// The moves that no proof set of the opponent refutes.
    not_refuted: ProofSet,
    /// The result of the game's analysis. To its threats, the proof sets against single moves are added.
    focused: Focused,
}

impl<P> OpenMoves<P> {
    /// Adds a proof set of the opponent's win.
    fn refute(&mut self, set: ProofSet) {
        self.not_refuted = self.not_refuted.and(set);
        self.focused.threats.push(set);
    }

    /// A proof set of the opponent, who wins after every move.
    fn proof_of_loss(&self) -> ProofSet {
        let Focused { threats, omitted, answers, .. } = &self.focused;
        ProofSet::covering(threats, *omitted).or(*answers)
    }
}

impl<G: SearchGame, R: ThresholdRule> Engine<'_, G, R> {
    /// The same as [`visit`](Engine::visit), with focus.
    pub(super) fn visit_focused(
        &mut self,
        position: &G::Position,
        window: R::Window,
        is_root: bool,
    ) -> Option<Visit<R::Numbers>> {
        let mut open = match self.open_moves(position, is_root) {
            Ok(open) => open,
            Err(winner) => return Some(Visit::Won(winner)),
        };
        let mover = open.mover;
        let key = self.key(&open.position);
        let nodes_before = self.meter.nodes;
        let mut work_before = 0;
        let mut goes_deeper = false;
        match self.table.get_with_work(&key, mover) {
            Some((ProofEntry::Won(player), _)) if !is_root => {
                self.moves.truncate(open.begin);
                self.focus_mut().proof = ProofSet::ALL;
                return Some(Visit::Won(player));
            }
            Some((_, work)) => {
                work_before = work;
                goes_deeper = self.rule.controls_thresholds();
                self.revisits += 1;
            }
            None => {}
        }
        let first = self.children.len();
        self.meter.expansions += 1;
        let mut winner = None;
        let result = loop {
            winner = winner.or_else(|| self.fill_frame(&mut open, first));
            if self.meter.must_end() {
                return None;
            }
            if self.checkpoint.as_mut().is_some_and(Checkpoint::is_due) {
                self.save();
            }
            if let Some(player) = winner {
                break Visit::Won(player);
            }
            let frame = &self.children[first..];
            if frame.is_empty() {
                self.focus_mut().proof = open.proof_of_loss();
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
            let mv = self.children[first + best].mv;
            if is_root {
                self.show_root(numbers, mv);
            }
            let open_before = self.children.len();
            winner = self.visit_child(&open.position, mover, first + best, limit)?;
            if winner.is_some() {
                self.add_to_proof(mv);
            } else if self.children.len() < open_before {
                self.refute(&mut open, first);
            }
        };
        self.children.truncate(first);
        self.moves.truncate(open.begin);
        if let Visit::Won(player) = result {
            self.store_proof(position, &open, player);
        }
        let work = work_before + (self.meter.nodes - nodes_before);
        self.table.put(key, mover, self.entry(result), work);
        Some(result)
    }

    #[inline]
    fn focus_mut(&mut self) -> &mut Focus<G> {
        self.focus.as_mut().expect("the search is focused")
    }

    /// The player to move wins by this move.
    fn add_to_proof(&mut self, mv: Move) {
        let focus = self.focus_mut();
        focus.proof = focus.proof.or(ProofSet::of(mv));
    }

    /// Removes the children that the proof set of the last win refutes.
    fn refute(&mut self, open: &mut OpenMoves<G::Position>, first: usize) {
        open.refute(self.focus_mut().proof);
        let mut kept = first;
        for i in first..self.children.len() {
            if open.not_refuted.has(self.children[i].mv) {
                self.children[kept] = self.children[i];
                kept += 1;
            }
        }
        self.children.truncate(kept);
    }

    /// Stores the value and the proof set of a position and of the equivalent one that was searched. In a game with more
    /// than two scores a win is not the value, and there are no proof sets.
    fn store_proof(
        &mut self,
        position: &G::Position,
        open: &OpenMoves<G::Position>,
        winner: Player,
    ) {
        let keys = [&open.position, position].map(|position| self.game.key(position));
        let captured = open.focused.captured[winner.index()];
        let &[least, greatest] = self.game.scores() else {
            self.focus_mut().proof = ProofSet::ALL;
            return;
        };
        let value = Bounds::exactly(if winner == Player::Left { greatest } else { least });
        let focus = self.focus_mut();
        focus.solve(&keys[0], open.mover, value, focus.proof);
        focus.proof = focus.proof.or(captured);
        focus.solve(&keys[1], open.mover, value, focus.proof);
    }

    /// Pushes the moves of a position on the stack. An error is the winner, if the game knows it.
    fn open_moves(
        &mut self,
        position: &G::Position,
        is_root: bool,
    ) -> Result<OpenMoves<G::Position>, Player> {
        let focus = self.focus.as_mut().expect("the search is focused");
        let examined = focus.examine(self.game, self.bounds, position);
        let begin = self.moves.len();
        let mover = examined.mover;
        let mut reduced = examined.position.clone();
        let mut focused = examined.focused.clone();
        let winner = self.goal.winner(focused.bounds);
        match winner {
            None => self.moves.extend_from_slice(&examined.moves),
            // The value does not say which move wins.
            Some(player) if is_root && player == mover => {
                reduced = position.clone();
                self.game.candidates(position, &mut self.moves);
                focused = Focused::without_sets(focused.bounds, 0);
            }
            Some(player) => {
                focus.proof = focused.proof;
                return Err(player);
            }
        }
        let end = self.moves.len();
        Ok(OpenMoves {
            position: reduced,
            mover,
            begin,
            next: begin,
            end,
            is_root,
            at_once: winner.is_some(),
            not_refuted: ProofSet::ALL,
            focused,
        })
    }

    /// Examines moves until the frame that begins at `first` has enough open children. Returns the winner if a
    /// child proves that the player to move wins.
    fn fill_frame(&mut self, open: &mut OpenMoves<G::Position>, first: usize) -> Option<Player> {
        let mover = open.mover;
        let mut winner = None;
        let mut created = 0;
        while open.next < open.end && winner.is_none() {
            let in_frame = self.children.len() - first;
            let rest = &self.moves[open.next..open.end];
            let rest = rest.iter().filter(|&&mv| open.not_refuted.has(mv)).count();
            let focus = self.focus.as_ref().expect("the search is focused");
            if !open.at_once && in_frame >= focus.width(in_frame + rest) {
                break;
            }
            let index = open.next;
            open.next += 1;
            let mv = self.moves[index];
            if !open.not_refuted.has(mv) {
                continue;
            }
            let mut child = open.position.clone();
            self.game.play(&mut child, mv);
            created += 1;
            let child_mover = self.game.to_move(&child);
            match self.look_up(&child, child_mover) {
                Visit::Won(player) => {
                    if open.is_root && (player == mover || self.best.is_none()) {
                        self.best = Some(mv);
                        self.meter.report_best_move(self.best);
                    }
                    if player == mover {
                        winner = Some(mover);
                        self.add_to_proof(mv);
                    } else {
                        self.refute(open, first);
                    }
                }
                Visit::Open((key, numbers)) => {
                    let flipped = child_mover != mover;
                    let numbers = if flipped { self.rule.flip(numbers) } else { numbers };
                    let index = (index - open.begin) as u16;
                    // Children with equal keys are not merged: their proof sets may differ.
                    self.children.push(Child { key, numbers, mv, index, visits: 0, flipped });
                }
            }
        }
        if created > 0 {
            let bytes = self.bytes();
            self.meter.count(created, self.game, || bytes);
        }
        winner
    }

    /// The same as [`look_up`](Engine::look_up), with focus. The key is that of the equivalent position.
    pub(super) fn look_up_focused(
        &mut self,
        position: &G::Position,
        mover: Player,
    ) -> Visit<(G::Key, R::Numbers)> {
        let focus = self.focus.as_mut().expect("the search is focused");
        let examined = focus.examine(self.game, self.bounds, position);
        if let Some(player) = self.goal.winner(examined.focused.bounds) {
            focus.proof = examined.focused.proof;
            return Visit::Won(player);
        }
        let key = match self.symmetry {
            true => self.game.symmetric_key(&examined.position),
            false => self.game.key(&examined.position),
        };
        match self.table.get(&key, mover) {
            Some(ProofEntry::Won(player)) => {
                focus.proof = ProofSet::ALL;
                return Visit::Won(player);
            }
            Some(ProofEntry::Open(bits)) => return Visit::Open((key, self.rule.unpack(bits))),
            None => {}
        }
        let evaluation = match self.rule.needs_evaluation() {
            true if mover == Player::Right => self.game.evaluate(position).saturating_neg(),
            true => self.game.evaluate(position),
            false => 0,
        };
        let moves = examined.focused.effort;
        let hash = key.hash64() ^ mover.index() as u64;
        Visit::Open((key, self.rule.leaf(Leaf { moves, evaluation, hash })))
    }
}
