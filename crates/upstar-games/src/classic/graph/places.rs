//! Where the vertices of a graph without a name are drawn.
//!
//! Idea: the distance of two vertices in the drawing should be their distance in the graph.
//! Classical scaling finds a start: the two largest eigenvectors of the centred matrix of squared
//! distances, by power iteration. Another start is a circle. Then stress majorization moves each
//! vertex to the weighted mean of the places that the others want for it (Gansner, Koren and North,
//! *Graph drawing by stress majorization*, 2004). The drawing in which vertices are farther apart
//! counts, and vertices that are still too close are pushed apart. All of it is deterministic.
//! Components are drawn side by side.

use upstar_core::{Bits, iter_bits};

use super::{super::board::groups, Place, named::circle};

/// Rounds of power iteration, and of stress majorization.
const ROUNDS: usize = 80;
/// The least distance of two vertices.
const LEAST: f64 = 0.8;

/// The places of all vertices.
pub fn compute(adjacent: &[u128]) -> Vec<Place> {
    let mut places = vec![(0.0, 0.0); adjacent.len()];
    let next = |set| iter_bits(set).fold(0, |found, v: usize| found | adjacent[v]);
    let mut right = 0.0;
    for component in groups(u128::first(adjacent.len()), next) {
        let vertices: Vec<usize> = iter_bits(component).collect();
        let found = component_places(&distances(adjacent, &vertices));
        let least = |axis: fn(&Place) -> f64| found.iter().map(axis).fold(f64::MAX, f64::min);
        let (left, top) = (least(|p| p.0), least(|p| p.1));
        let width = found.iter().map(|p| p.0 - left).fold(0.0, f64::max);
        for (&vertex, (x, y)) in vertices.iter().zip(found) {
            places[vertex] = (x - left + right, y - top);
        }
        right += width + 1.0;
    }
    places
}

/// The distances of the vertices of a component.
fn distances(adjacent: &[u128], vertices: &[usize]) -> Vec<Vec<f64>> {
    let from = |&start: &usize| {
        let mut steps = vec![0.0; adjacent.len()];
        let (mut seen, mut layer, mut depth) = (u128::cell(start), u128::cell(start), 0.0);
        while layer != 0 {
            iter_bits(layer).for_each(|v| steps[v] = depth);
            layer = iter_bits(layer).fold(0, |found, v| found | adjacent[v]) & !seen;
            seen |= layer;
            depth += 1.0;
        }
        vertices.iter().map(|&v| steps[v]).collect()
    };
    vertices.iter().map(from).collect()
}

fn component_places(distance: &[Vec<f64>]) -> Vec<Place> {
    let scaled = majorized(distance, scaling(distance));
    let round = majorized(distance, circle(distance.len(), distance.len() as f64 / 6.0).collect());
    separated(if nearest(&round) > nearest(&scaled) + 0.2 { round } else { scaled })
}

/// Pushes vertices apart that are closer than `LEAST`.
fn separated(mut places: Vec<Place>) -> Vec<Place> {
    for _ in 0..ROUNDS {
        for i in 0..places.len() {
            for j in 0..i {
                let (dx, dy) = (places[i].0 - places[j].0, places[i].1 - places[j].1);
                let length = dx.hypot(dy).max(1e-6);
                let push = (LEAST - length).max(0.0) / 2.0 / length;
                places[i] = (places[i].0 + push * dx, places[i].1 + push * dy);
                places[j] = (places[j].0 - push * dx, places[j].1 - push * dy);
            }
        }
    }
    places
}

/// The least distance of two vertices in the drawing, at most `LEAST`.
fn nearest(places: &[Place]) -> f64 {
    let pairs =
        places.iter().enumerate().flat_map(|(i, a)| places[..i].iter().map(move |b| (a, b)));
    pairs.map(|(a, b)| (a.0 - b.0).hypot(a.1 - b.1)).fold(LEAST, f64::min)
}

fn majorized(distance: &[Vec<f64>], mut places: Vec<Place>) -> Vec<Place> {
    let count = distance.len();
    for _ in 0..ROUNDS {
        for i in 0..count {
            let (mut x, mut y, mut sum) = (0.0, 0.0, 0.0);
            for j in (0..count).filter(|&j| j != i) {
                let wanted = distance[i][j];
                let weight = 1.0 / (wanted * wanted);
                let (dx, dy) = (places[i].0 - places[j].0, places[i].1 - places[j].1);
                let length = (dx * dx + dy * dy).sqrt().max(1e-6);
                x += weight * (places[j].0 + wanted * dx / length);
                y += weight * (places[j].1 + wanted * dy / length);
                sum += weight;
            }
            if sum > 0.0 {
                places[i] = (x / sum, y / sum);
            }
        }
    }
    places
}

/// Classical scaling. A small part that depends on the number of a vertex separates vertices with
/// equal distances to all others.
fn scaling(distance: &[Vec<f64>]) -> Vec<Place> {
    let count = distance.len();
    let square = |i: usize, j: usize| distance[i][j] * distance[i][j];
    let mean = |i: usize| (0..count).map(|j| square(i, j)).sum::<f64>() / count as f64;
    let means: Vec<f64> = (0..count).map(mean).collect();
    let all = means.iter().sum::<f64>() / count as f64;
    let centred = |i: usize, j: usize| (means[i] + means[j] - square(i, j) - all) / 2.0;
    let matrix: Vec<Vec<f64>> =
        (0..count).map(|i| (0..count).map(|j| centred(i, j)).collect()).collect();
    let mut axes: Vec<Vec<f64>> = Vec::new();
    for axis in 0..2 {
        let seed =
            |i: usize| (((i * i + 3 * i + 1) * (axis + 5)) % 17) as f64 - 8.0 + 0.1 * i as f64;
        let mut vector: Vec<f64> = (0..count).map(seed).collect();
        for _ in 0..ROUNDS {
            for other in &axes {
                let scale = dot(&vector, other) / dot(other, other).max(1e-9);
                vector.iter_mut().zip(other).for_each(|(v, o)| *v -= scale * o);
            }
            let next: Vec<f64> = matrix.iter().map(|row| dot(row, &vector)).collect();
            let length = dot(&next, &next).sqrt();
            if length < 1e-9 {
                break;
            }
            let spread = length.sqrt().min(count as f64);
            vector = next.into_iter().map(|v| v / length * spread).collect();
        }
        axes.push(vector);
    }
    let jitter = |i: usize| 0.01 * ((i * 7 + 3) % 11) as f64;
    (0..count).map(|i| (axes[0][i] + jitter(i), axes[1][i] - jitter(i + 1))).collect()
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}
