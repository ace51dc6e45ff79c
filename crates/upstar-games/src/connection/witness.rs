//! Virtual connections with their derivation, as witnesses for certificates.
//!
//! **Idea** The AND and OR rules are applied in rounds to connections between points (chains and empty cells)
//! and sides. Each connection stores how it was derived: a term of the lemma `connection` of
//! `upstar-proof`, which defines the terms. Few connections are stored for each pair, the smallest first.
//!
//! **Guarantee** None is needed: the lemma checks the witness.

use upstar_core::{Bits, Player, iter_bits};

use super::{BoardGraph, ConnectionBoard, ConnectionGame};
use crate::stones::StonePosition;

/// The most full and semi-connections that are stored for a pair, and the most rounds.
const MAX_FULL: usize = 3;
const MAX_SEMI: usize = 8;
const MAX_ROUNDS: usize = 8;

/// How a connection was derived. Terms are numbers in a list.
#[derive(Clone)]
enum Term {
    Touch,
    /// Through a point: from the first end, to the second.
    Via(usize, u32, u32),
    Or(Vec<u32>),
    /// A term between the ends in the other order.
    Turned(u32),
}

#[derive(Clone, Copy)]
struct Found<B> {
    carrier: B,
    term: u32,
}

#[derive(Clone)]
struct Pair<B> {
    full: Vec<Found<B>>,
    semi: Vec<Found<B>>,
    is_new: bool,
}

/// The connections of one player.
struct Connections<B> {
    /// The cell that names each point, and whether it is a chain.
    points: Vec<(usize, bool)>,
    /// The cells of each point.
    cells: Vec<B>,
    sides: usize,
    /// For each point and each end: a point, or after them a side.
    pairs: Vec<Pair<B>>,
    terms: Vec<Term>,
}

impl<B: Bits> Connections<B> {
    fn new(graph: &BoardGraph<B>, stones: [B; 2], player: Player) -> Connections<B> {
        let own = stones[player.index()];
        let sides = graph.all_sides[player.index()].count_ones() as usize;
        let (mut points, mut cells, mut around, mut touched) = (vec![], vec![], vec![], vec![]);
        graph.each_chain(player, own, |chain, beside, sides| {
            points.push((chain.lowest(), true));
            cells.push(chain);
            around.push(beside);
            touched.push(sides);
        });
        for cell in iter_bits(graph.empty(stones)) {
            points.push((cell, false));
            cells.push(B::cell(cell));
            around.push(graph.neighbours[cell]);
            touched.push(graph.touched_sides[player.index()][cell]);
        }
        let count = points.len();
        let blank = Pair { full: Vec::new(), semi: Vec::new(), is_new: false };
        let pairs = vec![blank; count * (count + sides)];
        let mut found = Connections { points, cells, sides, pairs, terms: vec![Term::Touch] };
        let touch = Found { carrier: B::EMPTY, term: 0 };
        for x in 0..count {
            for y in 0..count + sides {
                let touches = match y.checked_sub(count) {
                    Some(side) => touched[x] >> side & 1 == 1,
                    None => x != y && !(around[x] & found.cells[y]).is_empty(),
                };
                if touches {
                    let pair = found.pair(x, y);
                    pair.full.push(touch);
                    pair.is_new = true;
                }
            }
        }
        for _ in 0..MAX_ROUNDS {
            if !found.round() {
                break;
            }
        }
        found
    }

    fn pair(&mut self, x: usize, y: usize) -> &mut Pair<B> {
        let ends = self.points.len() + self.sides;
        &mut self.pairs[x * ends + y]
    }

    fn at(&self, x: usize, y: usize) -> &Pair<B> {
        &self.pairs[x * (self.points.len() + self.sides) + y]
    }

    /// Stores a connection unless a smaller one is known.
    fn add(&mut self, (x, y): (usize, usize), carrier: B, is_full: bool, term: &Term) -> bool {
        let most = if is_full { MAX_FULL } else { MAX_SEMI };
        let within = |other: &Found<B>| (other.carrier & !carrier).is_empty();
        let pair = self.pair(x, y);
        if pair.full.iter().any(within) || (!is_full && pair.semi.iter().any(within)) {
            return false;
        }
        let list = if is_full { &pair.full } else { &pair.semi };
        let size = carrier.count();
        if list.len() >= most && list.iter().all(|other| other.carrier.count() <= size) {
            return false;
        }
        self.terms.push(term.clone());
        let term = self.terms.len() as u32 - 1;
        self.put((x, y), Found { carrier, term }, is_full);
        if y < self.points.len() {
            self.terms.push(Term::Turned(term));
            self.put((y, x), Found { carrier, term: term + 1 }, is_full);
        }
        true
    }

    fn put(&mut self, (x, y): (usize, usize), found: Found<B>, is_full: bool) {
        let most = if is_full { MAX_FULL } else { MAX_SEMI };
        let pair = self.pair(x, y);
        pair.is_new = true;
        let list = if is_full { &mut pair.full } else { &mut pair.semi };
        list.retain(|other| !(found.carrier & !other.carrier).is_empty());
        list.push(found);
        list.sort_by_key(|other| other.carrier.count());
        list.truncate(most);
    }

    /// Applies both rules once. Returns whether anything was found.
    fn round(&mut self) -> bool {
        let count = self.points.len();
        let new: Vec<bool> = self.pairs.iter().map(|pair| pair.is_new).collect();
        self.pairs.iter_mut().for_each(|pair| pair.is_new = false);
        let ends = count + self.sides;
        let mut is_changed = false;
        for z in 0..count {
            for x in (0..count).filter(|&x| x != z) {
                if self.at(x, z).full.is_empty() {
                    continue;
                }
                for y in (x + 1..ends).filter(|&y| y != z) {
                    if new[x * ends + z] || new[z * ends + y] {
                        is_changed |= self.and_rule(x, z, y);
                    }
                }
            }
        }
        for x in 0..count {
            for y in x + 1..ends {
                if self.at(x, y).is_new {
                    is_changed |= self.or_rule(x, y);
                }
            }
        }
        is_changed
    }

    fn and_rule(&mut self, x: usize, z: usize, y: usize) -> bool {
        let end = self.cells.get(y).copied().unwrap_or(B::EMPTY);
        let ends = self.cells[x] | self.cells[z] | end;
        let is_chain = self.points[z].1;
        let (firsts, seconds) = (self.at(x, z).full.clone(), self.at(z, y).full.clone());
        let mut is_changed = false;
        for first in &firsts {
            for second in &seconds {
                let carrier = first.carrier | second.carrier;
                if (first.carrier & second.carrier).is_empty() && (carrier & ends).is_empty() {
                    let carrier = if is_chain { carrier } else { carrier | self.cells[z] };
                    let term = Term::Via(self.points[z].0, first.term, second.term);
                    is_changed |= self.add((x, y), carrier, is_chain, &term);
                }
            }
        }
        is_changed
    }

    fn or_rule(&mut self, x: usize, y: usize) -> bool {
        let semi = self.at(x, y).semi.clone();
        let mut is_changed = false;
        for start in 0..semi.len() {
            // From each connection on, those that make the intersection smaller.
            let (mut common, mut union) = (semi[start].carrier, semi[start].carrier);
            let mut terms = vec![semi[start].term];
            for other in semi.iter().skip(start + 1) {
                if (common & other.carrier) != common && !common.is_empty() {
                    common &= other.carrier;
                    union |= other.carrier;
                    terms.push(other.term);
                }
            }
            if common.is_empty() {
                is_changed |= self.add((x, y), union, true, &Term::Or(terms));
            }
        }
        is_changed
    }

    /// Appends the bytes of a term.
    fn write(&self, term: u32, is_turned: bool, bytes: &mut Vec<u8>) {
        match &self.terms[term as usize] {
            Term::Touch => bytes.push(0),
            &Term::Via(cell, first, second) => {
                bytes.extend([1, cell as u8]);
                let both = if is_turned { [second, first] } else { [first, second] };
                both.into_iter().for_each(|term| self.write(term, is_turned, bytes));
            }
            Term::Or(terms) => {
                bytes.extend([2, terms.len() as u8]);
                terms.iter().for_each(|&term| self.write(term, is_turned, bytes));
            }
            &Term::Turned(term) => self.write(term, !is_turned, bytes),
        }
    }

    /// A full connection with each side, with disjoint carriers.
    fn with_sides(&self, z: usize, side: usize, used: B, chosen: &mut Vec<u32>) -> Option<B> {
        if side == self.sides {
            return Some(used);
        }
        for found in &self.at(z, self.points.len() + side).full {
            if (found.carrier & (used | self.cells[z])).is_empty() {
                chosen.push(found.term);
                if let Some(carrier) = self.with_sides(z, side + 1, used | found.carrier, chosen) {
                    return Some(carrier);
                }
                chosen.pop();
            }
        }
        None
    }

    /// The wins as a witness: one that needs no move, or those that leave the fewest cells to the opponent.
    fn witness(&self) -> Option<Vec<u8>> {
        let mut wins: Vec<(B, Vec<u8>)> = Vec::new();
        for z in 0..self.points.len() {
            let mut chosen = Vec::new();
            let Some(carrier) = self.with_sides(z, 0, B::EMPTY, &mut chosen) else { continue };
            let (cell, is_chain) = self.points[z];
            let mut bytes = vec![cell as u8];
            chosen.iter().for_each(|&term| self.write(term, false, &mut bytes));
            if is_chain {
                return Some([vec![1], bytes].concat());
            }
            wins.push((carrier | self.cells[z], bytes));
        }
        wins.sort_by_key(|(carrier, _)| carrier.count());
        let mut common: Option<B> = None;
        let mut kept: Vec<Vec<u8>> = Vec::new();
        for (carrier, bytes) in wins {
            let smaller = common.map_or(carrier, |common| common & carrier);
            if common != Some(smaller) && kept.len() < 255 {
                common = Some(smaller);
                kept.push(bytes);
            }
        }
        (!kept.is_empty()).then(|| [vec![kept.len() as u8], kept.concat()].concat())
    }
}

impl<B: Bits, S: ConnectionBoard<B>> ConnectionGame<B, S> {
    /// The witness of the wins of a player by virtual connections, if there are any.
    pub(super) fn connection_witness(
        &self,
        position: &StonePosition<B>,
        player: Player,
    ) -> Option<Vec<u8>> {
        Connections::new(&self.rules.graph, position.stones, player).witness()
    }
}
