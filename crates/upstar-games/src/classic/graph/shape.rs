//! Keys of parts of a graph.
//!
//! The key of a part of at most 20 vertices is the part itself, with its vertices in an order that
//! does not depend on their numbers: the number of vertices, their contents and all pairs of
//! neighbours. So parts with equal keys are isomorphic, and have equal values. The order follows
//! from the colours of vertices by refinement: the colour of a vertex is that of its contents and
//! of its neighbours' colours. Among equal colours the least key of some traversals counts. Two
//! isomorphic parts may still get different keys, which costs time but is not wrong.
//!
//! The key of a larger path is the contents of its vertices, from the end at which they come first.
//! Any other larger part keeps its place on the board.
//!
//! ```text
//! first plane   | 127: set if small | 126-122: vertices | contents, 2 bits each | pairs … |
//! second plane  | … pairs                                                                 |
//!
//! first plane   | 127: 0 | 126-120: vertices | the vertices of a path in the first set  |
//! second plane  | 127: 1 | 126-120: 0        | the vertices of a path in the second set |
//! ```

use upstar_core::{Bits, iter_bits, mix};

use super::State;

const MOST: usize = 20;
const ROUNDS: usize = 4;

/// The key of `region` with the two sets in it.
pub fn key(adjacent: &[u128], all: u128, region: u128, sets: State) -> State {
    if region.count() as usize > MOST {
        let placed = sets.map(|set| set & region | all & !region);
        return path(adjacent, region).map_or(placed, |order| path_key(&order, sets));
    }
    let vertices: Vec<usize> = iter_bits(region).collect();
    let contents = |v: usize| u64::from(sets[0].has(v)) + 2 * u64::from(sets[1].has(v));
    let mut colours: Vec<u64> = vec![0; adjacent.len()];
    vertices.iter().for_each(|&v| colours[v] = contents(v));
    for _ in 0..ROUNDS {
        let refined = |&v: &usize| {
            let beside = iter_bits(adjacent[v] & region).map(|w| mix(colours[w] ^ 1));
            mix(colours[v].wrapping_add(beside.fold(0, u64::wrapping_add)))
        };
        let refined: Vec<u64> = vertices.iter().map(refined).collect();
        vertices.iter().zip(refined).for_each(|(&v, colour)| colours[v] = colour);
    }
    let least = vertices.iter().map(|&v| colours[v]).min();
    let starts = vertices.iter().filter(|&&v| Some(colours[v]) == least);
    let keys =
        starts.map(|&start| written(adjacent, &order(adjacent, region, start, &colours), contents));
    keys.min().unwrap_or_default()
}

/// The vertices of a path from one end to the other, if the region is a path.
fn path(adjacent: &[u128], region: u128) -> Option<Vec<usize>> {
    let end = iter_bits(region).find(|&v| (adjacent[v] & region).count() == 1)?;
    let mut order = vec![end];
    let mut rest = region & !u128::cell(end);
    while rest != 0 {
        let next = adjacent[*order.last()?] & rest;
        if next.count() != 1 {
            return None;
        }
        order.push(next.lowest());
        rest &= !next;
    }
    // An edge between two vertices that are not next to each other in the order is a chord.
    let edges: u32 = order.iter().map(|&v| (adjacent[v] & region).count()).sum();
    (edges as usize == 2 * (order.len() - 1)).then_some(order)
}

fn path_key(order: &[usize], sets: State) -> State {
    let length = order.len() as u128;
    let written = |order: &mut dyn Iterator<Item = &usize>| {
        let mut key = [length << 120, 1 << 127];
        for (place, &v) in order.enumerate() {
            for (set, plane) in sets.iter().zip(&mut key) {
                *plane |= u128::from(set.has(v)) << place;
            }
        }
        key
    };
    written(&mut order.iter()).min(written(&mut order.iter().rev()))
}

/// The vertices in breadth-first order, the neighbours of a vertex by colour. Other components
/// follow by colour.
fn order(adjacent: &[u128], region: u128, start: usize, colours: &[u64]) -> Vec<usize> {
    let mut found = vec![start];
    let mut rest = region & !u128::cell(start);
    let mut next = 0;
    while next < found.len() || rest != 0 {
        let beside = match found.get(next) {
            Some(&v) => adjacent[v] & rest,
            None => u128::cell(iter_bits(rest).min_by_key(|&v| colours[v]).unwrap_or(0)),
        };
        next = (next + 1).min(found.len());
        let mut beside: Vec<usize> = iter_bits(beside).collect();
        beside.sort_by_key(|&v| colours[v]);
        beside.iter().for_each(|&v| rest &= !u128::cell(v));
        found.extend(beside);
    }
    found
}

fn written(adjacent: &[u128], order: &[usize], contents: impl Fn(usize) -> u64) -> State {
    let mut key = [1 << 127 | (order.len() as u128) << 122, 0];
    let mut at = 0;
    let mut push = |bit: bool| {
        // The first plane holds 120 bits below its head.
        key[at / 120] |= u128::from(bit) << (at % 120);
        at += 1;
    };
    for (place, &v) in order.iter().enumerate() {
        push(contents(v) & 1 == 1);
        push(contents(v) & 2 == 2);
        order[..place].iter().for_each(|&w| push(adjacent[v].has(w)));
    }
    key
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The neighbours in a graph with these edges.
    fn graph(count: usize, edges: impl Iterator<Item = (usize, usize)>) -> Vec<u128> {
        let mut adjacent = vec![0; count];
        for (a, b) in edges {
            adjacent[a] |= u128::cell(b);
            adjacent[b] |= u128::cell(a);
        }
        adjacent
    }

    #[test]
    fn a_path_has_one_key_wherever_it_is() {
        let line = graph(100, (1..100).map(|i| (i - 1, i)));
        let all = u128::first(100);
        for length in [3, 7, 20, 21, 30] {
            let region = |from: usize| u128::first(length) << from;
            let at = |from: usize| key(&line, all, region(from), [1 << from, 2 << from]);
            let turned = [1 << (length - 1), 1 << (length - 2)];
            assert_eq!(at(0), at(31), "{length}");
            assert_eq!(at(0), key(&line, all, region(0), turned), "{length}");
            assert_ne!(at(0), key(&line, all, region(0), [2, 1]), "{length}");
            assert_ne!(at(0), key(&line, all, region(0) << 1 | 1, [1, 2]), "{length}");
        }
    }

    #[test]
    fn a_larger_region_that_is_not_a_path_keeps_its_place() {
        let ring =
            graph(60, (0..30).map(|i| (i, (i + 1) % 30)).chain((30..59).map(|i| (i, i + 1))));
        let star = graph(60, (1..30).map(|i| (0, i)).chain((31..60).map(|i| (30, i))));
        let chord = graph(60, (1..30).map(|i| (i - 1, i)).chain([(0, 20)]));
        let (all, half) = (u128::first(60), u128::first(30));
        for adjacent in [&ring, &star, &chord] {
            assert_eq!(path(adjacent, half), None);
            assert_eq!(key(adjacent, all, half, [1, 2]), [1 | all & !half, 2 | all & !half]);
        }
        // Two paths side by side are not one path.
        assert_eq!(path(&ring, u128::first(25) & !(1 << 10)), None);
        assert!(path(&ring, u128::first(25)).is_some());
    }
}
