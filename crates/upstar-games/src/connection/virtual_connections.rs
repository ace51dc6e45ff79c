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
//! * If p and q have two empty neighbours in common (a bridge) that are not in c, the same holds
//!   with these two cells added to the carrier. If q is a chain, the result is a full connection.
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
//! **Guarantee** Every connection found is correct. The search is incomplete:
//! * connections lead from a point to sides, through neighbours and bridges (Anshelevich's rules
//!   also connect cells to cells);
//! * a point keeps at most [`MAX_FULL`] and [`MAX_SEMI`] carriers for a set of sides, preferably small
//!   ones;
//! * the OR rule combines at most [`MAX_OR_RULE`] semi-connections with a new one.

use upstar_core::{Bits, Player, iter_bits};

use super::graph::{BoardGraph, Sides};

/// The maximum number of full connections stored for a point and a set of sides.
const MAX_FULL: usize = 10;
/// The maximum number of semi-connections stored for a point and a set of sides.
const MAX_SEMI: usize = 20;
/// The maximum number of older semi-connections that the OR rule combines with a new one.
const MAX_OR_RULE: usize = 3;

/// A player's virtual connections, and the results that they prove.
pub(super) struct VirtualConnections<B> {
    /// The player wins, even if the opponent is to move.
    pub is_won: bool,
    /// The must-play region: every move of the opponent elsewhere loses.
    pub must_play: B,
    /// The moves of the smallest winning semi-connection; one of them wins if the player is to move.
    pub winning_moves: Option<B>,
    /// The size of its carrier.
    least_carrier: u32,
    /// Is the player to move, so that one winning semi-connection is enough?
    moves_first: bool,
    all_sides: Sides,
    chains: B,
    points: Vec<Point<B>>,
    /// Bridges to other points. Those of each point are consecutive.
    bridges: Vec<(usize, B)>,
    /// The full connections of each point with each set of sides.
    full: Vec<CarrierList<B, MAX_FULL>>,
    semi: Vec<CarrierList<B, MAX_SEMI>>,
    /// Points that have new full connections.
    changed: B,
}

/// A chain, represented by its lowest cell, or an empty cell.
#[derive(Clone, Copy)]
struct Point<B> {
    /// The empty cells next to the point.
    reach: B,
    /// The points next to it: these cells, and the chains that an empty cell touches.
    next: B,
    sides: Sides,
    /// The range of its bridges in the list of all.
    bridges: [usize; 2],
}

/// A list of carriers. None is a subset of another.
#[derive(Clone, Copy)]
struct CarrierList<B, const CAPACITY: usize> {
    len: usize,
    carriers: [B; CAPACITY],
}

impl<B: Bits, const CAPACITY: usize> CarrierList<B, CAPACITY> {
    const EMPTY: Self = CarrierList { len: 0, carriers: [B::EMPTY; CAPACITY] };

    #[inline]
    fn all(&self) -> &[B] {
        &self.carriers[..self.len]
    }

    /// Is one of these carriers a subset of `carrier`?
    #[inline]
    fn has_subset_of(&self, carrier: B) -> bool {
        self.all().iter().any(|&known| (known & !carrier).is_empty())
    }

    /// Adds a carrier and removes its supersets; false if it is not kept.
    fn add(&mut self, carrier: B) -> bool {
        if self.has_subset_of(carrier) {
            return false;
        }
        let mut kept = 0;
        for i in 0..self.len {
            if !(carrier & !self.carriers[i]).is_empty() {
                self.carriers[kept] = self.carriers[i];
                kept += 1;
            }
        }
        self.len = kept;
        if kept < CAPACITY {
            self.carriers[kept] = carrier;
            self.len += 1;
            return true;
        }
        // A smaller carrier replaces a largest one.
        let Some(largest) = self.carriers.iter_mut().max_by_key(|known| known.count()) else {
            return false;
        };
        let is_smaller = carrier.count() < largest.count();
        if is_smaller {
            *largest = carrier;
        }
        is_smaller
    }
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
        let own = stones[player.index()];
        let empty = graph.empty(stones);
        let cells = graph.cells();
        let all_sides = graph.all_sides[player.index()];
        let lists = cells * usize::from(all_sides);
        let mut connections = VirtualConnections {
            is_won: false,
            must_play: empty,
            winning_moves: None,
            least_carrier: 0,
            moves_first,
            all_sides,
            chains: B::EMPTY,
            points: points(graph, player, own, empty),
            bridges: Vec::new(),
            full: vec![CarrierList::EMPTY; lists],
            semi: vec![CarrierList::EMPTY; lists],
            changed: B::EMPTY,
        };
        graph.each_chain(player, own, |chain, _, _| connections.chains |= B::cell(chain.lowest()));
        connections.find_bridges(empty | connections.chains);
        for point in iter_bits(empty | connections.chains) {
            let sides = connections.points[point].sides;
            if sides != 0 {
                connections.add_full(point, sides, B::EMPTY);
            }
        }
        connections.propagate();
        connections
    }

    /// The opponent's answers to a move on an empty cell that the known connections leave, out of the `empty` cells.
    /// After the move, each semi-connection of the cell with all sides is a threat.
    pub fn answers(&self, cell: usize, empty: B) -> B {
        let threats = self.semi[self.index(cell, self.all_sides)];
        threats.all().iter().fold(empty & !B::cell(cell), |left, &carrier| left & carrier)
    }

    /// Finds for each point the other points with which it has two empty neighbours in common.
    fn find_bridges(&mut self, points: B) {
        for from in iter_bits(points) {
            let begin = self.bridges.len();
            for to in iter_bits(points & !(self.points[from].next | B::cell(from))) {
                let common = self.points[from].reach & self.points[to].reach;
                let mut rest = common;
                // Takes pairs of consecutive cells. With three cells, it also takes the first and
                // the last.
                while !rest.without_lowest().is_empty() {
                    let first = B::cell(rest.lowest());
                    rest = rest.without_lowest();
                    self.bridges.push((to, first | B::cell(rest.lowest())));
                }
                if common.count() == 3 {
                    self.bridges.push((to, B::cell(common.lowest()) | rest));
                }
            }
            self.points[from].bridges = [begin, self.bridges.len()];
        }
    }

    /// Extends new full connections from point to point until there are no new ones.
    fn propagate(&mut self) {
        while !self.changed.is_empty() {
            for point in iter_bits(std::mem::replace(&mut self.changed, B::EMPTY)) {
                for sides in 1..=self.all_sides {
                    let list = self.full[self.index(point, sides)];
                    for &carrier in list.all() {
                        self.extend(point, sides, carrier);
                    }
                }
                if self.is_won || (self.moves_first && self.winning_moves.is_some()) {
                    return;
                }
            }
        }
    }

    /// Extends a full connection to the points next to `from` and to those that a bridge reaches.
    fn extend(&mut self, from: usize, sides: Sides, carrier: B) {
        let Point { next, bridges: [begin, end], .. } = self.points[from];
        for to in iter_bits(next) {
            self.connect(from, to, sides, carrier);
        }
        for i in begin..end {
            let (to, pair) = self.bridges[i];
            if (pair & carrier).is_empty() {
                self.connect(from, to, sides, carrier | pair);
            }
        }
    }

    #[inline]
    fn connect(&mut self, from: usize, to: usize, sides: Sides, carrier: B) {
        let carrier = carrier & !B::cell(to);
        if self.chains.has(from) {
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
        if self.winning_moves.is_none() || carrier.count() < self.least_carrier {
            self.winning_moves = Some(moves);
            self.least_carrier = carrier.count();
        }
        self.must_play &= carrier;
        self.is_won |= self.must_play.is_empty();
    }

    /// Adds a full connection and applies the rules that use it at this point.
    fn add_full(&mut self, point: usize, sides: Sides, carrier: B) {
        let sides = sides | self.points[point].sides;
        let place = self.index(point, sides);
        if !self.full[place].add(carrier) {
            return;
        }
        self.changed |= B::cell(point);
        if sides == self.all_sides {
            if self.chains.has(point) {
                self.is_won = true;
            } else {
                self.add_winning_semi(carrier | B::cell(point), B::cell(point));
            }
            return;
        }
        for others in self.complements(sides) {
            let place = self.index(point, others);
            let (full, semi) = (self.full[place], self.semi[place]);
            for &other in full.all().iter().filter(|&&other| (other & carrier).is_empty()) {
                self.add_full(point, sides | others, carrier | other);
            }
            for &other in semi.all().iter().filter(|&&other| (other & carrier).is_empty()) {
                self.add_semi(point, sides | others, carrier | other);
            }
        }
    }

    /// Adds a semi-connection and applies the rules that use it at this point.
    fn add_semi(&mut self, point: usize, sides: Sides, carrier: B) {
        let sides = sides | self.points[point].sides;
        let place = self.index(point, sides);
        if self.full[place].has_subset_of(carrier) || !self.semi[place].add(carrier) {
            return;
        }
        if sides == self.all_sides && self.chains.has(point) {
            self.add_winning_semi(carrier, carrier);
        }
        for others in self.complements(sides) {
            let full = self.full[self.index(point, others)];
            for &other in full.all().iter().filter(|&&other| (other & carrier).is_empty()) {
                self.add_semi(point, sides | others, carrier | other);
            }
        }
        let semi = self.semi[place];
        let others = semi.all();
        // The cells that all semi-connections from a place in the list on have in common.
        let mut common_from = [B::EMPTY; MAX_SEMI];
        let mut common = carrier;
        for (i, &other) in others.iter().enumerate().rev() {
            common &= other;
            common_from[i] = common;
        }
        let others = (others, &common_from[..others.len()]);
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

/// The chains and the empty cells as points, still without bridges.
fn points<B: Bits>(graph: &BoardGraph<B>, player: Player, own: B, empty: B) -> Vec<Point<B>> {
    let touched_sides = &graph.touched_sides[player.index()];
    let blank = Point { reach: B::EMPTY, next: B::EMPTY, sides: 0, bridges: [0; 2] };
    let mut points = vec![blank; graph.cells()];
    for cell in iter_bits(empty) {
        let reach = graph.neighbours[cell] & empty;
        points[cell] = Point { reach, next: reach, sides: touched_sides[cell], ..blank };
    }
    graph.each_chain(player, own, |chain, around, sides| {
        let around = around & empty;
        let point = chain.lowest();
        points[point] = Point { reach: around, next: around, sides, ..blank };
        for cell in iter_bits(around) {
            let beside = &mut points[cell];
            beside.reach |= around & !B::cell(cell);
            beside.next |= beside.reach | B::cell(point);
            beside.sides |= sides;
        }
    });
    points
}
