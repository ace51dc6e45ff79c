//! Virtual connections of a player: what is joined to which sides, whatever the opponent does.
//!
//! **Idea** A *point* is a chain of the player's, or an empty cell taken as if it were the player's
//! already, together with the chains that it touches. A *join* of a point with some sides is a set of empty
//! cells, its carrier, in which the player, moving second, can join the point to all of them; a *threat*
//! is one in which the player can do so moving first. What is wanted is a join of a chain
//! with all sides, or threats to win that no single move can meet.
//!
//! **Formula** with p, q points, S, T sets of sides, c, d carriers; carriers of p do not have p itself:
//! * p is joined with the sides that it touches, with an empty carrier.
//! * q an empty cell next to p: a join of q with S and c is a threat of p with S and c + q.
//! * p and q have two empty neighbours in common (a bridge), neither of them in c: the same with these two
//!   added; if q is a chain, not a threat but a join. (And if q is a chain next to the cell p, a join with c.)
//! * c and d disjoint: joins with S and c and with T and d make a join with S + T and c + d, and a join
//!   and a threat make a threat (the AND rule).
//! * Threats with S whose carriers have no cell in common make a join with S, in all of them together (the
//!   OR rule): wherever the opponent begins, one of the threats is untouched.
//! * A join of a chain with all sides wins. A threat of a chain, or a join of an empty cell, with all
//!   sides threatens to win, for a cell in its carrier or the cell itself. Threats to win
//!   that have no cell in common win. A move of the opponent outside of what all have in common loses.
//!
//! **Guarantee** everything found is true. Not everything is found: connections lead from a
//! point by neighbours and bridges to sides (Anshelevich's rules also join cells to cells), a point has
//! at most [`JOINS`] and [`THREATS`] carriers for a set of sides, small ones preferred, and the OR rule takes
//! at most [`TOGETHER`] threats beside the new one.

use upstar_core::{Bits, Player, iter_bits};

use super::{Sides, Terrain};

/// Joins of a point with a set of sides that are kept.
const JOINS: usize = 10;
/// Threats of a point to a set of sides that are kept.
const THREATS: usize = 20;
/// Older threats that the OR rule takes together.
const TOGETHER: usize = 3;

/// What a player's virtual connections prove.
pub(super) struct Web<B> {
    /// The player wins, even if the opponent moves.
    pub is_won: bool,
    /// The opponent loses by a move elsewhere, even if it is the opponent's turn.
    pub must: B,
    /// Cells one of which wins if the player is to move, of the smallest carrier that was found.
    pub winning: Option<B>,
    /// The size of that carrier.
    least: u32,
    /// Is it enough to know that the player, to move, wins?
    moves_first: bool,
    all: Sides,
    chains: B,
    points: Vec<Point<B>>,
    /// Bridges to other points, those of each point in a row.
    bridges: Vec<(usize, B)>,
    /// For each point and set of sides.
    joins: Vec<List<B, JOINS>>,
    threats: Vec<List<B, THREATS>>,
    /// Points that have new joins.
    fresh: B,
}

/// A chain, at its lowest cell, or an empty cell.
#[derive(Clone, Copy)]
struct Point<B> {
    /// Empty cells next to it.
    reach: B,
    /// Points next to it: these cells, and the chains that an empty cell touches.
    next: B,
    sides: Sides,
    /// Where its bridges begin and end.
    bridges: [usize; 2],
}

/// Carriers, none within another.
#[derive(Clone, Copy)]
struct List<B, const MOST: usize> {
    len: usize,
    carriers: [B; MOST],
}

impl<B: Bits, const MOST: usize> List<B, MOST> {
    const NEW: Self = List { len: 0, carriers: [B::EMPTY; MOST] };

    #[inline]
    fn all(&self) -> &[B] {
        &self.carriers[..self.len]
    }

    /// Is one of these carriers within another one?
    #[inline]
    fn has_within(&self, carrier: B) -> bool {
        self.all().iter().any(|&known| (known & !carrier).is_empty())
    }

    /// Adds a carrier and drops those that it is within; false if it is of no use.
    fn add(&mut self, carrier: B) -> bool {
        if self.has_within(carrier) {
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
        if kept < MOST {
            self.carriers[kept] = carrier;
            self.len += 1;
            return true;
        }
        // A smaller one takes the place of a largest one.
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

impl<B: Bits> Web<B> {
    /// The connections of `player`; those that are left to find when `moves_first` and a threat to win is
    /// found are of no interest.
    pub fn new(terrain: &Terrain<B>, player: Player, stones: [B; 2], moves_first: bool) -> Web<B> {
        let own = stones[player.index()];
        let empty = terrain.board & !(stones[0] | stones[1]);
        let cells = terrain.neighbours.len();
        let all = terrain.all[player.index()];
        let lists = cells * usize::from(all);
        let mut web = Web {
            is_won: false,
            must: empty,
            winning: None,
            least: 0,
            moves_first,
            all,
            chains: B::EMPTY,
            points: points(terrain, player, own, empty),
            bridges: Vec::new(),
            joins: vec![List::NEW; lists],
            threats: vec![List::NEW; lists],
            fresh: B::EMPTY,
        };
        terrain.each_chain(player, own, |chain, _, _| web.chains |= B::cell(chain.lowest()));
        web.build_bridges(empty | web.chains);
        for point in iter_bits(empty | web.chains) {
            let sides = web.points[point].sides;
            if sides != 0 {
                web.join(point, sides, B::EMPTY);
            }
        }
        web.spread();
        web
    }

    /// Notes, for each point, others with which it has two empty neighbours in common.
    fn build_bridges(&mut self, points: B) {
        for from in iter_bits(points) {
            let begin = self.bridges.len();
            for to in iter_bits(points & !(self.points[from].next | B::cell(from))) {
                let common = self.points[from].reach & self.points[to].reach;
                let mut rest = common;
                // Of many pairs only those of neighbours in the order of cells, and one more.
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

    /// Carries new joins from point to point until there are none.
    fn spread(&mut self) {
        while !self.fresh.is_empty() {
            for point in iter_bits(std::mem::replace(&mut self.fresh, B::EMPTY)) {
                for sides in 1..=self.all {
                    let list = self.joins[self.place(point, sides)];
                    for &carrier in list.all() {
                        self.extend(point, sides, carrier);
                    }
                }
                if self.is_won || (self.moves_first && self.winning.is_some()) {
                    return;
                }
            }
        }
    }

    /// What a point's join means for the points next to it and those that a bridge leads to.
    fn extend(&mut self, from: usize, sides: Sides, carrier: B) {
        let Point { next, bridges: [begin, end], .. } = self.points[from];
        for to in iter_bits(next) {
            self.lead(from, to, sides, carrier);
        }
        for i in begin..end {
            let (to, pair) = self.bridges[i];
            if (pair & carrier).is_empty() {
                self.lead(from, to, sides, carrier | pair);
            }
        }
    }

    #[inline]
    fn lead(&mut self, from: usize, to: usize, sides: Sides, carrier: B) {
        let carrier = carrier & !B::cell(to);
        if self.chains.has(from) {
            self.join(to, sides, carrier);
        } else {
            self.threaten(to, sides, carrier | B::cell(from));
        }
    }

    #[inline]
    fn place(&self, point: usize, sides: Sides) -> usize {
        point * usize::from(self.all) + usize::from(sides) - 1
    }

    /// The player, to move, wins in this carrier by a move on one of these cells.
    fn threaten_to_win(&mut self, carrier: B, moves: B) {
        if self.winning.is_none() || carrier.count() < self.least {
            self.winning = Some(moves);
            self.least = carrier.count();
        }
        self.must &= carrier;
        self.is_won |= self.must.is_empty();
    }

    /// Notes a join, and what follows from it at this point.
    fn join(&mut self, point: usize, sides: Sides, carrier: B) {
        let sides = sides | self.points[point].sides;
        let place = self.place(point, sides);
        if !self.joins[place].add(carrier) {
            return;
        }
        self.fresh |= B::cell(point);
        if sides == self.all {
            if self.chains.has(point) {
                self.is_won = true;
            } else {
                self.threaten_to_win(carrier | B::cell(point), B::cell(point));
            }
            return;
        }
        for others in self.complements(sides) {
            let place = self.place(point, others);
            let (joins, threats) = (self.joins[place], self.threats[place]);
            for &other in joins.all().iter().filter(|&&other| (other & carrier).is_empty()) {
                self.join(point, sides | others, carrier | other);
            }
            for &other in threats.all().iter().filter(|&&other| (other & carrier).is_empty()) {
                self.threaten(point, sides | others, carrier | other);
            }
        }
    }

    /// Notes a threat, and what follows from it at this point.
    fn threaten(&mut self, point: usize, sides: Sides, carrier: B) {
        let sides = sides | self.points[point].sides;
        let place = self.place(point, sides);
        if self.joins[place].has_within(carrier) || !self.threats[place].add(carrier) {
            return;
        }
        if sides == self.all && self.chains.has(point) {
            self.threaten_to_win(carrier, carrier);
        }
        for others in self.complements(sides) {
            let joins = self.joins[self.place(point, others)];
            for &other in joins.all().iter().filter(|&&other| (other & carrier).is_empty()) {
                self.threaten(point, sides | others, carrier | other);
            }
        }
        let threats = self.threats[place];
        self.unite(point, sides, threats.all(), (carrier, carrier), TOGETHER);
    }

    /// The OR rule for a threat, or several, with what they have in common and what they have together.
    fn unite(
        &mut self,
        point: usize,
        sides: Sides,
        threats: &[B],
        (common, together): (B, B),
        more: usize,
    ) {
        for (i, &other) in threats.iter().enumerate() {
            let left = common & other;
            if left.is_empty() {
                self.join(point, sides, together | other);
            } else if left != common && more > 1 {
                let taken = (left, together | other);
                self.unite(point, sides, &threats[i + 1..], taken, more - 1);
            }
        }
    }

    /// The sets of sides that say something new beside this one, and it beside them.
    #[inline]
    fn complements(&self, sides: Sides) -> impl Iterator<Item = Sides> + use<B> {
        (1..=self.all).filter(move |&others| others & !sides != 0 && sides & !others != 0)
    }
}

/// The chains and the empty cells, as points without bridges.
fn points<B: Bits>(terrain: &Terrain<B>, player: Player, own: B, empty: B) -> Vec<Point<B>> {
    let touches = &terrain.touches[player.index()];
    let blank = Point { reach: B::EMPTY, next: B::EMPTY, sides: 0, bridges: [0; 2] };
    let mut points = vec![blank; terrain.neighbours.len()];
    for cell in iter_bits(empty) {
        let reach = terrain.neighbours[cell] & empty;
        points[cell] = Point { reach, next: reach, sides: touches[cell], ..blank };
    }
    terrain.each_chain(player, own, |chain, around, sides| {
        let around = around & empty;
        let name = chain.lowest();
        points[name] = Point { reach: around, next: around, sides, ..blank };
        for cell in iter_bits(around) {
            let point = &mut points[cell];
            point.reach |= around & !B::cell(cell);
            point.next |= point.reach | B::cell(name);
            point.sides |= sides;
        }
    });
    points
}
