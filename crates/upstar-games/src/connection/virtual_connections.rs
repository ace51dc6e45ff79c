//! Virtual connections of a player: the sides that a point can be connected to whatever the
//! opponent plays.
//!
//! **Idea** A *point* is a chain of the player, or an empty cell that is treated as the player's,
//! together with the chains that it touches. A *full connection* of a point with some sides is a
//! set of empty cells, its *carrier*. In the carrier the player can connect the point to all these
//! sides even if the opponent moves first. In a *semi-connection* the player has to move first. The
//! player wins with a full connection of a chain with all sides, or with winning semi-connections
//! that no single move of the opponent can stop.
//!
//! **Formula** Let p and q be points, S and T sets of sides, and c and d carriers. A carrier of p
//! does not contain p.
//! * p has a full connection with the sides that it touches. The carrier is empty.
//! * If q is an empty cell next to p, a full connection of q with S and c is a semi-connection of p
//!   with S and c + q.
//! * If p and q have a link (see `links.rs`) whose carrier has no cell in common with c, the same holds
//!   with the carrier of the link added. If q is a chain, the result is a full connection.
//!   (If q is a chain next to the cell p, it is a full connection with c.)
//! * If c and d are disjoint, full connections with S and c and with T and d make a full connection
//!   with S + T and c + d. A full connection and a semi-connection make a semi-connection (the AND
//!   rule).
//! * Semi-connections with S whose carriers have no common cell make a full connection with S. Its
//!   carrier is their union (the OR rule). Wherever the opponent plays first, one of them is
//!   untouched.
//! * A full connection of a chain with all sides wins. There are two kinds of *winning
//!   semi-connections*: a semi-connection of a chain with all sides, and a full connection of an
//!   empty cell with all sides, whose carrier then includes the cell. Winning semi-connections
//!   without a common cell win. A move of the opponent outside their intersection, the *must-play*
//!   region, loses.
//!
//! The rules are applied to one connection after the other, those with the smallest carriers first.
//!
//! **Guarantee** Every connection found is correct. The search is incomplete:
//! * connections lead from a point to sides, through neighbours and links (Anshelevich's rules
//!   also connect cells to cells);
//! * a point keeps at most [`MAX_FULL`] and [`MAX_SEMI`] carriers for a set of sides, preferably small
//!   ones;
//! * the OR rule combines at most [`MAX_OR_RULE`] semi-connections with a new one.

use upstar_core::{Bits, Player, ProofSet, iter_bits};

use super::{
    carriers::CarrierList,
    graph::{BoardGraph, Sides},
    links::{Point, Points},
};

/// The maximum number of full connections stored for a point and a set of sides.
const MAX_FULL: usize = 10;
/// The maximum number of semi-connections stored for a point and a set of sides.
const MAX_SEMI: usize = 20;
/// The maximum number of older semi-connections that the OR rule combines with a new one.
const MAX_OR_RULE: usize = 3;
/// The end of a list of connections that wait.
const END: u32 = u32::MAX;

/// A player's virtual connections, and the results that they prove.
pub(super) struct VirtualConnections<B> {
    /// The player wins, even if the opponent is to move.
    pub is_won: bool,
    /// The must-play region: every move of the opponent elsewhere loses.
    pub must_play: B,
    /// The moves of the smallest winning semi-connection, one of which wins if the player is to move, and its carrier.
    pub winning_moves: Option<(B, B)>,
    /// The carriers of the winning semi-connections. None is a subset of another.
    pub threats: Vec<B>,
    /// The smallest carrier of a full connection of a chain with all sides.
    pub full_win: Option<B>,
    /// Is the player to move, so that one winning semi-connection is enough?
    moves_first: bool,
    all_sides: Sides,
    points: Points<B>,
    /// The full connections of each point with each set of sides.
    full: Vec<CarrierList<B, MAX_FULL>>,
    semi: Vec<CarrierList<B, MAX_SEMI>>,
    /// New connections, in a list for each size of the carrier.
    waiting: Vec<Waiting<B>>,
    first_waiting: Vec<u32>,
    /// No carrier of a waiting connection is smaller.
    least_size: usize,
}

/// A new connection, to which the rules have not been applied.
struct Waiting<B> {
    carrier: B,
    point: u8,
    sides: Sides,
    is_full: bool,
    next: u32,
}

impl<B: Bits> VirtualConnections<B> {
    /// The connections of `player`. If the player `moves_first`, the computation stops at the first
    /// winning semi-connection.
    pub fn new(
        graph: &BoardGraph<B>,
        player: Player,
        stones: [B; 2],
        moves_first: bool,
    ) -> VirtualConnections<B> {
        let empty = graph.empty(stones);
        let cells = graph.cells();
        let all_sides = graph.all_sides[player.index()];
        let lists = cells * usize::from(all_sides);
        let mut connections = VirtualConnections {
            is_won: false,
            must_play: empty,
            winning_moves: None,
            threats: Vec::new(),
            full_win: None,
            moves_first,
            all_sides,
            points: Points::new(graph, player, stones[player.index()], empty),
            full: vec![CarrierList::EMPTY; lists],
            semi: vec![CarrierList::EMPTY; lists],
            waiting: Vec::with_capacity(8 * cells),
            first_waiting: vec![END; cells + 1],
            least_size: 0,
        };
        for point in iter_bits(empty | connections.points.chains) {
            let sides = connections.points.points[point].sides;
            if sides != 0 {
                connections.add_full(point, sides, B::EMPTY);
            }
        }
        connections.apply_rules();
        connections
    }

    /// The opponent's answers to a move on an empty cell that the known connections leave, out of the `empty` cells.
    /// After the move, each semi-connection of the cell with all sides is a threat.
    pub fn answers(&self, cell: usize, empty: B) -> B {
        let threats = self.semi[self.index(cell, self.all_sides)];
        threats.all().iter().fold(empty & !B::cell(cell), |left, &carrier| left & carrier)
    }

    /// The cells that a player who [has won](VirtualConnections::is_won) needs.
    pub fn proof(&self) -> B {
        self.full_win.unwrap_or_else(|| {
            let sets: Vec<_> = self.threats.iter().map(|set| ProofSet(set.widen()[0])).collect();
            B::narrow([ProofSet::covering(&sets, ProofSet::EMPTY).0, 0])
        })
    }

    /// Applies the rules until there are no new connections.
    fn apply_rules(&mut self) {
        while let Some(Waiting { carrier, point, sides, is_full, .. }) = self.next_waiting() {
            let point = usize::from(point);
            let place = self.index(point, sides);
            if is_full {
                if self.full[place].apply(carrier) {
                    self.extend(point, sides, carrier);
                    self.join_full(point, sides, carrier);
                }
            } else if !self.full[place].has_subset_of(carrier) && self.semi[place].apply(carrier) {
                self.join_semi(point, sides, carrier);
            }
            if self.is_won || (self.moves_first && self.winning_moves.is_some()) {
                return;
            }
        }
    }

    fn wait(&mut self, point: usize, sides: Sides, is_full: bool, carrier: B) {
        let size = carrier.count() as usize;
        let next = self.first_waiting[size];
        self.first_waiting[size] = self.waiting.len() as u32;
        self.waiting.push(Waiting { carrier, point: point as u8, sides, is_full, next });
        self.least_size = self.least_size.min(size);
    }

    /// The connection with the smallest carrier among those that wait.
    fn next_waiting(&mut self) -> Option<Waiting<B>> {
        while *self.first_waiting.get(self.least_size)? == END {
            self.least_size += 1;
        }
        let first = &mut self.first_waiting[self.least_size];
        let Waiting { carrier, point, sides, is_full, next } = self.waiting[*first as usize];
        *first = next;
        Some(Waiting { carrier, point, sides, is_full, next })
    }

    /// Extends a full connection to the points next to `from` and to those that a link reaches.
    fn extend(&mut self, from: usize, sides: Sides, carrier: B) {
        let Point { next, links: [begin, end], .. } = self.points.points[from];
        for to in iter_bits(next) {
            self.connect(from, to, sides, carrier);
        }
        for i in begin..end {
            let (to, link) = self.points.links[i];
            if (link & carrier).is_empty() {
                self.connect(from, to, sides, carrier | link);
            }
        }
    }

    #[inline]
    fn connect(&mut self, from: usize, to: usize, sides: Sides, carrier: B) {
        let carrier = carrier & !B::cell(to);
        if self.points.chains.has(from) {
            self.add_full(to, sides, carrier);
        } else {
            self.add_semi(to, sides, carrier | B::cell(from));
        }
    }

    #[inline]
    fn index(&self, point: usize, sides: Sides) -> usize {
        point * usize::from(self.all_sides) + usize::from(sides) - 1
    }

    /// Adds a winning semi-connection. A player to move wins in this carrier with one of these
    /// moves.
    fn add_winning_semi(&mut self, carrier: B, moves: B) {
        if self.winning_moves.is_none_or(|(_, least)| carrier.count() < least.count()) {
            self.winning_moves = Some((moves, carrier));
        }
        if !self.threats.iter().any(|&known| (known & !carrier).is_empty()) {
            self.threats.retain(|&known| !(carrier & !known).is_empty());
            self.threats.push(carrier);
        }
        self.must_play &= carrier;
        self.is_won |= self.must_play.is_empty();
    }

    fn add_full(&mut self, point: usize, sides: Sides, carrier: B) {
        let sides = sides | self.points.points[point].sides;
        let place = self.index(point, sides);
        if !self.full[place].add(carrier) {
            return;
        }
        self.wait(point, sides, true, carrier);
        if sides != self.all_sides {
            return;
        }
        if !self.points.chains.has(point) {
            self.add_winning_semi(carrier | B::cell(point), B::cell(point));
            return;
        }
        self.is_won = true;
        if self.full_win.is_none_or(|least| carrier.count() < least.count()) {
            self.full_win = Some(carrier);
        }
    }

    #[inline]
    fn add_semi(&mut self, point: usize, sides: Sides, carrier: B) {
        let sides = sides | self.points.points[point].sides;
        let place = self.index(point, sides);
        if self.full[place].has_subset_of(carrier) || !self.semi[place].add(carrier) {
            return;
        }
        self.wait(point, sides, false, carrier);
        if sides == self.all_sides && self.points.chains.has(point) {
            self.add_winning_semi(carrier, carrier);
        }
    }

    /// Applies the AND rule to a full connection.
    fn join_full(&mut self, point: usize, sides: Sides, carrier: B) {
        for others in self.complements(sides) {
            let place = self.index(point, others);
            let (full, semi) = (self.full[place], self.semi[place]);
            for other in full.applied().filter(|&other| (other & carrier).is_empty()) {
                self.add_full(point, sides | others, carrier | other);
            }
            for other in semi.applied().filter(|&other| (other & carrier).is_empty()) {
                self.add_semi(point, sides | others, carrier | other);
            }
        }
    }

    /// Applies both rules to a semi-connection.
    fn join_semi(&mut self, point: usize, sides: Sides, carrier: B) {
        for others in self.complements(sides) {
            let full = self.full[self.index(point, others)];
            for other in full.applied().filter(|&other| (other & carrier).is_empty()) {
                self.add_semi(point, sides | others, carrier | other);
            }
        }
        let mut others = [B::EMPTY; MAX_SEMI];
        let mut count = 0;
        let semi = &self.semi[self.index(point, sides)];
        for other in semi.applied().filter(|&other| other != carrier) {
            others[count] = other;
            count += 1;
        }
        let others = &others[..count];
        // The cells that all semi-connections from a place in the list on have in common.
        let mut common_from = [B::EMPTY; MAX_SEMI];
        let mut common = carrier;
        for (i, &other) in others.iter().enumerate().rev() {
            common &= other;
            common_from[i] = common;
        }
        let others = (others, &common_from[..count]);
        self.apply_or_rule(point, sides, others, (carrier, carrier), MAX_OR_RULE);
    }

    /// Applies the OR rule to semi-connections with a given intersection and union, and to `more`
    /// others. With the others comes, for each place in their list, the intersection from there on.
    /// If it has a cell in common with the given intersection, no choice of them has an empty one.
    fn apply_or_rule(
        &mut self,
        point: usize,
        sides: Sides,
        (others, common_from): (&[B], &[B]),
        (common, union): (B, B),
        more: usize,
    ) {
        for (i, &other) in others.iter().enumerate() {
            if !(common & common_from[i]).is_empty() {
                return;
            }
            let common_left = common & other;
            if common_left.is_empty() {
                self.add_full(point, sides, union | other);
            } else if common_left != common && more > 1 {
                let combined = (common_left, union | other);
                let rest = (&others[i + 1..], &common_from[i + 1..]);
                self.apply_or_rule(point, sides, rest, combined, more - 1);
            }
        }
    }

    /// The sets of sides that neither contain this one nor are contained in it.
    #[inline]
    fn complements(&self, sides: Sides) -> impl Iterator<Item = Sides> + use<B> {
        (1..=self.all_sides).filter(move |&others| others & !sides != 0 && sides & !others != 0)
    }
}
