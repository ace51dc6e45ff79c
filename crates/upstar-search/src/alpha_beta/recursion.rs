//! The recursive search of one position. The head of `mod.rs` says what it guarantees.

use upstar_core::{Bounds, Player, Score, SearchGame};

use super::{
    admission::TableAdmission,
    search::{AlphaBetaSearch, UNLIMITED},
};
use crate::{BoundsEntry, Checkpoint};

/// A position that is being searched.
struct Frame {
    /// The index of its first child.
    first_child: usize,
    /// The index of the first position of its children.
    first_position: usize,
    /// The number of its children.
    count: u64,
    /// The counts of nodes and of horizons when the search entered the position.
    nodes_before: u64,
    horizons_before: u64,
}

impl<G: SearchGame> AlphaBetaSearch<'_, G> {
    /// Returns bounds on a position's value from Left's point of view; none if stopped. The bounds are at or
    /// above the window, at or below it, or exact, unless the search met a horizon. `known` are the static
    /// bounds. A caller that passes the key has prefetched the table entry.
    pub(super) fn search(
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

        // 1. The game is over, or there is a single candidate. A single candidate is played at once, and the
        //    position gets no table entry. The table entry is prefetched before the moves are listed.
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
            return self.play_single_move(position, known, window, ply);
        }

        // 2. The table entry. At the root its bounds are not used, because they do not say which move is
        //    best.
        let mut known = known.seen_by(mover);
        let mut hint = u16::MAX;
        if let Some((entry, work)) = self.look_up(&key, mover) {
            hint = entry.best;
            self.admission.record_hit(work);
            if ply > 0 {
                known = known.meet(entry.bounds.seen_by(mover));
                let searched = depth != UNLIMITED && u32::from(entry.depth) >= depth;
                if settles(known) || searched {
                    self.sample.skip(ply);
                    self.horizons += u64::from(!settles(known));
                    self.moves.truncate(first_move);
                    return Some(known.seen_by(mover));
                }
            }
        }
        // At the root, α stays below the known bounds: the search must find a move that reaches the value.
        if ply > 0 {
            alpha = alpha.max(known.lo);
        }
        if depth == 0 {
            self.horizons += 1;
            self.moves.truncate(first_move);
            return Some(known.seen_by(mover));
        }

        // 3. Rank the children.
        let frame = self.expand_node(position, first_move, hint, ply)?;

        // 4. Look for a child whose known bounds reach β.
        let mut lo = Score::MIN;
        let mut hi = Score::MIN;
        let mut best = (u16::MAX, None);
        let cut = self.find_static_cut(&frame, mover, (alpha, beta), depth, ply);
        let nodes_before_children = self.meter.nodes;
        if let Some(place) = cut {
            lo = self.child_positions[frame.first_position + place].known.lo;
            let child = &self.children[frame.first_child + place];
            best = (child.index, Some(child.mv));
        }

        // 5. Search the children, best first, until one reaches β.
        let mut rest = frame.first_child;
        self.enter_path(key, mover, Bounds { lo: alpha, hi: beta });
        if ply == 0 {
            // The best guess before a child is searched.
            self.best = best.1.or_else(|| Some(self.children[self.next_child(rest)].mv));
            self.meter.report_best_move(self.best);
        }
        while lo < beta && rest < self.children.len() {
            let next = self.next_child(rest);
            self.children.swap(rest, next);
            let place = self.play_child(position, rest);
            let child_best = (self.children[rest].index, Some(self.children[rest].mv));
            let child = &self.child_positions[place];
            let mut result = child.known;
            if !(result.hi <= alpha || result.is_exact()) {
                let (child_position, child_key) = (child.position.clone(), child.key);
                let child_ply = ply + 1 + usize::from(child.forced_moves);
                let may_wait = rest > frame.first_child;
                let Some(mark) = self.mark_child(rest, (&child_position, child_key), may_wait)
                else {
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
                self.unmark_child(mark);
                let Some(found) = found else {
                    if let Some(settled) = self.settled_elsewhere() {
                        self.sample.finish(
                            ply,
                            frame.count,
                            frame.count,
                            self.meter.nodes - frame.nodes_before,
                        );
                        self.children.truncate(frame.first_child);
                        self.child_positions.truncate(frame.first_position);
                        return Some(settled.meet(known.seen_by(mover)));
                    }
                    // A search that resumes later finds the interrupted path in the table.
                    if self.config.table && self.team.is_none() {
                        let bounds = known.seen_by(mover);
                        let entry = BoundsEntry { bounds, best: child_best.0, depth: 0 };
                        self.table.put(key, mover, entry, self.meter.nodes - frame.nodes_before);
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
        self.leave_path();
        let was_cut = lo >= beta;
        let nodes = self.meter.nodes - frame.nodes_before;
        self.sample.finish(ply, frame.count, (rest - frame.first_child) as u64, nodes);
        self.children.truncate(frame.first_child);
        self.child_positions.truncate(frame.first_position);

        // 6. Store the result.
        let reached = Bounds { lo, hi: if was_cut { known.hi } else { hi.min(known.hi) } };
        let proved = reached.meet(known).seen_by(mover);
        // At the root, the best move must reach the lower bound, so the known bounds are not used.
        let result = if ply == 0 { reached.seen_by(mover) } else { proved };
        if was_cut && let Some(mv) = best.1 {
            self.record_cut(mover, mv, ply);
        }
        let is_cheap = self.meter.nodes == nodes_before_children && depth == UNLIMITED && ply > 0;
        if self.config.table && self.admission.admits(is_cheap) {
            let met_horizon = self.horizons != frame.horizons_before;
            let depth = if met_horizon { depth.min(255) as u8 } else { 0 };
            let entry = BoundsEntry { bounds: proved, best: best.0, depth };
            self.table.set_puts_per_slot_to_grow(self.admission.puts_per_slot_to_grow());
            let work = if is_cheap { TableAdmission::CHEAP_WORK } else { nodes };
            self.table.put(key, mover, entry, work);
        }
        Some(result)
    }

    /// Ranks the children of a position whose moves are listed from `first_move` on, and counts them. Returns
    /// none if stopped.
    #[inline]
    fn expand_node(
        &mut self,
        position: &G::Position,
        first_move: usize,
        hint: u16,
        ply: usize,
    ) -> Option<Frame> {
        let (nodes_before, horizons_before) = (self.meter.nodes, self.horizons);
        let (first_child, first_position) = (self.children.len(), self.child_positions.len());
        self.rank_children(position, first_move, hint, ply);
        self.moves.truncate(first_move);
        self.meter.expansions += 1;
        let count = (self.children.len() - first_child) as u64;
        let bytes_of_children = self.bytes_of_children();
        let bytes = || self.table.bytes() + bytes_of_children;
        if self.meter.count(count, self.game, bytes) {
            return None;
        }
        self.sample.expand(ply, count);
        if self.team.is_some() && self.is_path_settled() {
            return None;
        }
        if self.meter.nodes >= self.forecast.due {
            self.forecast.add(self.meter.nodes, self.sample.nodes());
        }
        if self.reported_check != self.meter.checks() {
            self.reported_check = self.meter.checks();
            self.meter.report_estimate(self.estimated_nodes());
        }
        if self.checkpoint.as_mut().is_some_and(Checkpoint::is_due) {
            self.save();
        }
        Some(Frame { first_child, first_position, count, nodes_before, horizons_before })
    }

    /// The index of a child whose known bounds reach β. Tries the static bounds first, then those after
    /// forced replies, then the table.
    #[inline]
    fn find_static_cut(
        &mut self,
        frame: &Frame,
        mover: Player,
        (alpha, beta): (Score, Score),
        depth: u32,
        ply: usize,
    ) -> Option<usize> {
        let first_position = frame.first_position;
        let find = |search: &Self| {
            let mut positions = search.child_positions[first_position..].iter();
            positions.position(|child| child.known.lo >= beta)
        };
        // In games with move priorities, the children are not played yet.
        let are_played = self.priorities.is_empty();
        let mut cut = find(self);
        if are_played && cut.is_none() && self.config.filter && depth == UNLIMITED {
            self.play_forced_replies(mover, first_position, (alpha, beta));
            cut = find(self);
        }
        if are_played && cut.is_none() && self.config.table {
            self.look_up_children(mover, first_position, alpha, ply);
            cut = find(self);
        }
        cut
    }

    /// Searches a position with a single move, the last of the list of moves, by playing it.
    fn play_single_move(
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
}
