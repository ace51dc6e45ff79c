//! Points, and the short connections between them.
//!
//! **Idea** The neighbours of a point and the *links* to other points are the steps in which connections are
//! extended. A link is a full connection of two points that have no connection with an empty carrier:
//! * a *bridge*: two empty neighbours in common;
//! * one empty neighbour c in common, and an empty neighbour m of one point with a bridge to the other one that does
//!   not contain c. If the opponent plays c, the player plays m, and otherwise c. The carrier has four cells.

use upstar_core::{Bits, Player, iter_bits};

use super::graph::{BoardGraph, Sides};

/// A chain, represented by its lowest cell, or an empty cell.
#[derive(Clone, Copy)]
pub(super) struct Point<B> {
    /// The empty cells next to the point.
    pub reach: B,
    /// The points next to it: these cells, and the chains that an empty cell touches.
    pub next: B,
    pub sides: Sides,
    /// The range of its links in the list of all.
    pub links: [usize; 2],
}

/// The points of a player and their links.
pub(super) struct Points<B> {
    /// The chains, each represented by its lowest cell.
    pub chains: B,
    pub points: Vec<Point<B>>,
    /// The other point and the carrier. The links of each point are consecutive.
    pub links: Vec<(usize, B)>,
}

/// A link from the first point to the second.
type Link<B> = (usize, usize, B);

impl<B: Bits> Points<B> {
    pub fn new(graph: &BoardGraph<B>, player: Player, own: B, empty: B) -> Points<B> {
        let touched_sides = &graph.touched_sides[player.index()];
        let blank = Point { reach: B::EMPTY, next: B::EMPTY, sides: 0, links: [0; 2] };
        let mut points = vec![blank; graph.cells()];
        for cell in iter_bits(empty) {
            let reach = graph.neighbours[cell] & empty;
            points[cell] = Point { reach, next: reach, sides: touched_sides[cell], ..blank };
        }
        let mut chains = B::EMPTY;
        graph.each_chain(player, own, |chain, around, sides| {
            let around = around & empty;
            let point = chain.lowest();
            chains |= B::cell(point);
            points[point] = Point { reach: around, next: around, sides, ..blank };
            for cell in iter_bits(around) {
                let beside = &mut points[cell];
                beside.reach |= around & !B::cell(cell);
                beside.next |= beside.reach | B::cell(point);
                beside.sides |= sides;
            }
        });
        let mut found = Points { chains, points, links: Vec::new() };
        let links = found.find_links(empty);
        found.sort_links(&links);
        found
    }

    /// The links from each point to points with a higher number.
    fn find_links(&self, empty: B) -> Vec<Link<B>> {
        let mut links = Vec::with_capacity(2 * self.points.len());
        for a in iter_bits(empty | self.chains) {
            let Point { reach, next, .. } = self.points[a];
            let near = iter_bits(reach).fold(B::EMPTY, |near, c| near | self.points[c].next);
            for b in iter_bits(near & !(next | B::first(a + 1))) {
                let common = reach & self.points[b].reach;
                if common.is_empty() {
                    continue;
                }
                if common.without_lowest().is_empty() {
                    self.find_wide_links(a, b, common, &mut links);
                    continue;
                }
                // Takes pairs of consecutive cells. With three cells, it also takes the first and the last.
                let mut rest = common;
                while !rest.without_lowest().is_empty() {
                    let first = B::cell(rest.lowest());
                    rest = rest.without_lowest();
                    links.push((a, b, first | B::cell(rest.lowest())));
                }
                if common.count() == 3 {
                    links.push((a, b, B::cell(common.lowest()) | rest));
                }
            }
        }
        links
    }

    /// The links of four cells between two points that have the cell `common` in common.
    fn find_wide_links(&self, a: usize, b: usize, common: B, links: &mut Vec<Link<B>>) {
        let outside = !(common | B::cell(a) | B::cell(b));
        let [of_a, of_b] = [a, b].map(|point| self.points[point].reach);
        for (from, to) in [(of_a, of_b), (of_b, of_a)] {
            for middle in iter_bits(from & outside) {
                let mut rest = self.points[middle].reach & to & outside;
                // At most two bridges.
                for _ in 0..2 {
                    if rest.is_empty() || rest.without_lowest().is_empty() {
                        break;
                    }
                    let first = B::cell(rest.lowest());
                    rest = rest.without_lowest();
                    let carrier = common | B::cell(middle) | first | B::cell(rest.lowest());
                    links.push((a, b, carrier));
                }
            }
        }
    }

    /// Stores the links in both directions, those of each point together.
    fn sort_links(&mut self, links: &[Link<B>]) {
        let mut places = vec![0; self.points.len()];
        for &(a, b, _) in links {
            places[a] += 1;
            places[b] += 1;
        }
        let mut end = 0;
        for (point, place) in self.points.iter_mut().zip(&mut places) {
            let begin = end;
            end += *place;
            point.links = [begin, end];
            *place = begin;
        }
        self.links = vec![(0, B::EMPTY); end];
        for &(a, b, carrier) in links {
            for (from, to) in [(a, b), (b, a)] {
                self.links[places[from]] = (to, carrier);
                places[from] += 1;
            }
        }
    }
}
