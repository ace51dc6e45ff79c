//! Static bounds on the plies to the end.
//!
//! **Idea** Let e be the number of empty cells.
//! 1. A player who cannot make a line at once needs two more stones. The player to move wins after an odd
//!    number of plies, the other player after an even number.
//! 2. If the follow-up strategy (`follow_up.rs`) wins on a deciding cell, the deciding cells and those above
//!    them are empty until then. If it wins by a line of cells that it gets, the cells above the last cell of
//!    the line are empty.
//! 3. *Key cells*: a set of empty cells, at most one in a column and none of them open, that contains a cell of
//!    every line that the attacker can still make. Let j be the number of cells above a key cell. The defender
//!    does not place a stone below a key cell unless there is no other move. If the attacker does, the defender
//!    takes the key cell. So the attacker gets a key cell only when the defender is to move and the remaining
//!    cells are those from below the key cells upwards, in a set U of columns. These are Σ (j + 2) cells. Their
//!    number must have the parity that the number of empty cells has when the defender is to move. So the
//!    attacker wins after e − max Σ (j + 2) + 2 plies or later, or not at all if no U has the parity.
//!
//! **Guarantee** Every bound is proved. The tests compare them with minimax.
//!
//! **Reference** Allis, *A knowledge-based approach of connect-four*, 1988, on zugzwang.

use upstar_core::{Bits, Ends, Player, StaticBounds, iter_bits};

use super::{ConnectFour, Position, follow_up::FollowUp};
use crate::winning_lines::Threats;

/// Key cells are looked for if at most this many cells are empty. With more there are hardly ever any.
const KEY_CELLS_EMPTY: u32 = 14;
/// At most this many key cells are looked for beside the cells that complete a line.
const MAX_ADDED_KEYS: u32 = 2;

impl<B: Bits> ConnectFour<B> {
    /// The worst and the best end for Left that static rules leave possible.
    #[inline]
    pub(super) fn static_ends(&self, position: &Position<B>, threats: &Threats<B>) -> Ends {
        let &Position { stones, mover, winner, .. } = position;
        if let Some(ends) = self.lines.near_end(winner, mover, threats) {
            return ends;
        }
        let follower = mover.other();
        let empty = self.max_plies(position);
        let bounds = self.lines.bounds(stones, winner, mover, threats);
        if bounds.is_exact() || !self.lines.finds_threats() {
            return Ends::of(bounds, || empty);
        }
        let strategy = self.follow_up(stones, self.threat_cells(position), mover);
        let bounds = strategy.as_ref().map_or(bounds, |s| bounds.meet(s.bounds(mover)));
        let mut ends = Ends::of(bounds, || empty);
        if let Some(strategy) = strategy.filter(|strategy| strategy.wins) {
            ends.hasten(follower, self.latest_win(position, &strategy, empty));
        }
        for (player, soonest) in [(mover, 3), (follower, 4)] {
            ends.hasten(player, empty - (empty + soonest) % 2);
            ends.delay(player, soonest);
            if ends.may_win(player) && empty <= KEY_CELLS_EMPTY {
                self.use_key_cells(position, player, threats.open, &mut ends);
            }
        }
        ends
    }

    /// The plies after which a follow-up strategy that wins has won at the latest.
    #[inline]
    fn latest_win(&self, position: &Position<B>, strategy: &FollowUp<B>, empty: u32) -> u32 {
        let Position { stones, mover, .. } = *position;
        if !strategy.deciding.is_empty() {
            let filled = self.board & !(stones[0] | stones[1]) & !strategy.above_deciding;
            return filled.count() + 1;
        }
        // The highest rows without which there is a line of the follower.
        let mut cells = stones[mover.other().index()] | strategy.gets;
        let mut rows = self.top_row;
        let mut above = 0;
        loop {
            cells &= !(rows & strategy.gets);
            if rows.is_empty() || !self.lines.any(cells) {
                return empty - above;
            }
            above += 1;
            rows = (rows << self.row) & self.board;
        }
    }

    /// Applies key cells of an attacker, if there are any.
    #[inline]
    fn use_key_cells(&self, position: &Position<B>, attacker: Player, open: B, ends: &mut Ends) {
        let Position { stones, completing_cells, mover, .. } = *position;
        let empty = self.board & !(stones[0] | stones[1]);
        let free = stones[attacker.index()] | empty;
        let left = empty.count();
        let parity = if mover == attacker { left - 1 } else { left } % 2;
        let useless = if parity == 0 { !self.follow_up_rows } else { self.follow_up_rows };
        let mut keys = completing_cells[attacker.index()] & empty;
        if !(keys & (open | self.upwards(keys >> self.row))).is_empty() {
            return;
        }
        let mut added = 0;
        while let line = self.lines.first_within(free & !keys)
            && !line.is_empty()
        {
            let columns = self.upwards(keys) | self.downwards(keys);
            let cells = line & empty & !open & !columns;
            if cells.is_empty() || added == MAX_ADDED_KEYS {
                return;
            }
            added += 1;
            // Best a cell that parity never gives to the attacker, and a high one, with which it wins late.
            let better = cells & useless;
            let cells = if better.is_empty() { cells } else { better };
            keys |= cells & !cells.without_lowest();
        }
        let (mut count, mut total, mut least_odd) = (0, 0, u32::MAX);
        for cell in iter_bits(keys) {
            let cells = (cell / self.grid.columns) as u32 + 2;
            count += 1;
            total += cells;
            if cells % 2 == 1 {
                least_odd = least_odd.min(cells);
            }
        }
        if total % 2 != parity {
            if count == 1 || least_odd == u32::MAX {
                return ends.exclude_win(attacker);
            }
            total -= least_odd;
        }
        ends.delay(attacker, left + 2 - total);
    }
}
