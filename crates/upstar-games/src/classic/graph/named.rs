//! Graphs that have a name, with their places in a drawing.

use std::f64::consts::PI;

use upstar_core::{Grid, near_matches};

use super::{super::board::MAX_CELLS, Place};

/// A named graph.
pub struct Named {
    /// The name with its numbers, as it is printed.
    pub name: String,
    pub names: Vec<String>,
    pub edges: Vec<(usize, usize)>,
    pub places: Vec<Place>,
}

/// A family of graphs.
struct Family {
    name: &'static str,
    /// An example, which shows how many numbers the family has.
    example: &'static str,
    /// The least value of each number.
    least: &'static [usize],
    /// The number of vertices.
    size: fn(&[usize]) -> usize,
    build: fn(&[usize]) -> Plan,
}

/// The names of vertices, the edges and the places.
type Plan = (Vec<String>, Vec<(usize, usize)>, Vec<Place>);

const FAMILIES: &[Family] = &[
    Family { name: "path", example: "path(8)", least: &[1], size: |n| n[0], build: path },
    Family { name: "cycle", example: "cycle(8)", least: &[3], size: |n| n[0], build: cycle },
    Family {
        name: "complete",
        example: "complete(5)",
        least: &[1],
        size: |n| n[0],
        build: complete,
    },
    Family {
        name: "bipartite",
        example: "bipartite(3,3)",
        least: &[1, 1],
        size: |n| n[0].saturating_add(n[1]),
        build: bipartite,
    },
    Family { name: "star", example: "star(6)", least: &[1], size: |n| n[0] + 1, build: star },
    Family { name: "wheel", example: "wheel(6)", least: &[3], size: |n| n[0] + 1, build: wheel },
    Family { name: "tree", example: "tree(2,3)", least: &[1, 0], size: tree_size, build: tree },
    Family { name: "grid", example: "grid(3,4)", least: &[1, 1], size: product, build: grid },
    Family { name: "king", example: "king(3,4)", least: &[1, 1], size: product, build: king },
    Family {
        name: "triangular",
        example: "triangular(3,4)",
        least: &[1, 1],
        size: product,
        build: triangular,
    },
    Family {
        name: "hexagonal",
        example: "hexagonal(2,3)",
        least: &[1, 1],
        size: |n| (n[0] + 1).saturating_mul(n[1] + 1).saturating_mul(2) - 2,
        build: hexagonal,
    },
    Family {
        name: "cylinder",
        example: "cylinder(3,4)",
        least: &[1, 3],
        size: product,
        build: |n| rings(n, false),
    },
    Family {
        name: "torus",
        example: "torus(3,4)",
        least: &[3, 3],
        size: product,
        build: |n| rings(n, true),
    },
    Family {
        name: "cube",
        example: "cube(3)",
        least: &[0],
        size: |n| 1_usize.checked_shl(n[0].min(99) as u32).unwrap_or(usize::MAX),
        build: cube,
    },
    Family { name: "petersen", example: "petersen", least: &[], size: |_| 10, build: petersen },
];

/// The graph of this name, in lower case.
///
/// # Errors
/// What is wrong with the name, and what would be right.
pub fn graph(text: &str) -> Result<Named, String> {
    let (name, numbers) = match text.split_once('(') {
        None => (text, ""),
        Some((name, rest)) => match rest.strip_suffix(')') {
            Some(numbers) => (name, numbers),
            None => return Err(format!("'{text}' needs a ')' at its end")),
        },
    };
    let Some(family) = FAMILIES.iter().find(|family| family.name == name) else {
        let near = near_matches(name, FAMILIES.iter().map(|family| family.name));
        return Err(format!("there is no graph '{text}' (an edge is written a-b){near}"));
    };
    let words = numbers.split(',').map(str::trim).filter(|word| !word.is_empty());
    let numbers: Option<Vec<usize>> = words.map(|word| word.parse().ok()).collect();
    let fits = |n: &Vec<usize>| {
        n.len() == family.least.len() && n.iter().zip(family.least).all(|(n, least)| n >= least)
    };
    let Some(numbers) = numbers.filter(fits) else {
        let least: Vec<String> = family.least.iter().map(usize::to_string).collect();
        let what = match family.least.len() {
            0 => "has no numbers".to_string(),
            1 => format!("needs a number, at least {}", least[0]),
            _ => format!("needs two numbers, at least {}", least.join(" and ")),
        };
        return Err(format!("'{name}' {what}: {}", family.example));
    };
    let size =
        if numbers.iter().all(|&n| n <= 1 << 20) { (family.size)(&numbers) } else { usize::MAX };
    if size > MAX_CELLS {
        return Err(format!("'{text}' has too many vertices; the limit is {MAX_CELLS}"));
    }
    let (names, edges, places) = (family.build)(&numbers);
    let words: Vec<String> = numbers.iter().map(usize::to_string).collect();
    let name = match words.is_empty() {
        true => name.to_string(),
        false => format!("{name}({})", words.join(",")),
    };
    Ok(Named { name, names, edges, places })
}

fn product(n: &[usize]) -> usize {
    n[0].saturating_mul(n[1])
}

/// The names 1, 2, …, or with a vertex 0 in the middle.
fn numbered(from: usize, to: usize) -> Vec<String> {
    (from..=to).map(|n| n.to_string()).collect()
}

/// Points on a circle, clockwise from the top.
pub fn circle(count: usize, radius: f64) -> impl Iterator<Item = Place> {
    (0..count).map(move |i| {
        let turn = 2.0 * PI * i as f64 / count as f64;
        (radius * turn.sin(), -radius * turn.cos())
    })
}

/// The radius at which neighbours on a circle are one unit apart, at least `least`.
fn radius(count: usize, least: f64) -> f64 {
    (0.5 / (PI / count.max(3) as f64).sin()).max(least)
}

fn path(n: &[usize]) -> Plan {
    let places = (0..n[0]).map(|i| (i as f64, 0.0)).collect();
    (numbered(1, n[0]), (1..n[0]).map(|i| (i - 1, i)).collect(), places)
}

fn cycle(n: &[usize]) -> Plan {
    let n = n[0];
    let edges = (0..n).map(|i| (i, (i + 1) % n)).collect();
    (numbered(1, n), edges, circle(n, radius(n, 0.7)).collect())
}

fn complete(n: &[usize]) -> Plan {
    let n = n[0];
    let edges = (0..n).flat_map(|i| (i + 1..n).map(move |j| (i, j))).collect();
    (numbered(1, n), edges, circle(n, radius(n, 1.0)).collect())
}

fn bipartite(n: &[usize]) -> Plan {
    let (a, b) = (n[0], n[1]);
    let edges = (0..a).flat_map(|i| (a..a + b).map(move |j| (i, j))).collect();
    let row = |count: usize, y: f64| (0..count).map(move |i| (i as f64 - count as f64 / 2.0, y));
    (numbered(1, a + b), edges, row(a, 0.0).chain(row(b, 1.5)).collect())
}

fn star(n: &[usize]) -> Plan {
    let edges = (1..=n[0]).map(|leaf| (0, leaf)).collect();
    (numbered(0, n[0]), edges, hub(n[0]))
}

fn wheel(n: &[usize]) -> Plan {
    let n = n[0];
    let spokes = (1..=n).map(|leaf| (0, leaf));
    (numbered(0, n), spokes.chain((1..=n).map(|i| (i, i % n + 1))).collect(), hub(n))
}

/// A vertex in the middle of a circle.
fn hub(count: usize) -> Vec<Place> {
    [(0.0, 0.0)].into_iter().chain(circle(count, radius(count, 1.0))).collect()
}

fn tree_size(n: &[usize]) -> usize {
    let mut layer = 1_usize;
    let mut size = 1_usize;
    for _ in 0..n[1].min(MAX_CELLS + 1) {
        layer = layer.saturating_mul(n[0]);
        size = size.saturating_add(layer);
    }
    size
}

/// A tree in which every inner vertex has the same number of children. The root is 1, and the
/// vertices are numbered layer by layer.
fn tree(n: &[usize]) -> Plan {
    let size = tree_size(n);
    let edges = (1..size).map(|child| ((child - 1) / n[0], child)).collect();
    let leaves = n[0].pow(n[1] as u32) as f64;
    let mut places = Vec::new();
    for depth in 0..=n[1] {
        let count = n[0].pow(depth as u32);
        let gap = leaves / count as f64;
        places.extend((0..count).map(|i| ((i as f64 + 0.5) * gap, depth as f64)));
    }
    (numbered(1, size), edges, places)
}

/// The names and places of the cells of a rectangle, and the edges in some directions: (down,
/// right).
fn rectangle(n: &[usize], ways: &[(usize, isize)], place: fn(f64, f64) -> Place) -> Plan {
    let grid = Grid { rows: n[0], columns: n[1] };
    let mut edges = Vec::new();
    for cell in 0..grid.cells() {
        let (row, column) = grid.place(cell);
        for &(down, right) in ways {
            let (row, column) = (row + down, column.wrapping_add_signed(right));
            if row < grid.rows && column < grid.columns {
                edges.push((cell, grid.cell(row, column)));
            }
        }
    }
    let cells = 0..grid.cells();
    let places = cells.clone().map(|cell| {
        let (row, column) = grid.place(cell);
        place(row as f64, column as f64)
    });
    (cells.map(|cell| grid.name(cell)).collect(), edges, places.collect())
}

fn grid(n: &[usize]) -> Plan {
    rectangle(n, &[(0, 1), (1, 0)], |row, column| (column, row))
}

fn king(n: &[usize]) -> Plan {
    rectangle(n, &[(0, 1), (1, -1), (1, 0), (1, 1)], |row, column| (column, row))
}

/// Every inner vertex has six neighbours, as the cells of a Hex board.
fn triangular(n: &[usize]) -> Plan {
    rectangle(n, &[(0, 1), (1, -1), (1, 0)], |row, column| {
        (column + row / 2.0, row * 3.0_f64.sqrt() / 2.0)
    })
}

/// Rows of hexagons that share sides, as a honeycomb. The vertices are numbered row by row.
fn hexagonal(n: &[usize]) -> Plan {
    let (rows, columns) = (n[0] + 1, 2 * n[1] + 2);
    // A wall of bricks: each row is a path, and every second vertex has an edge to the row below.
    // The two vertices with a single edge are not on a hexagon.
    let is_lower = |row: usize, column: usize| (row + column).is_multiple_of(2);
    let goes_down = |row: usize, column: usize| row + 1 < rows && is_lower(row, column);
    let goes_up = |row: usize, column: usize| row > 0 && !is_lower(row, column);
    let is_end = |column: usize| column == 0 || column + 1 == columns;
    let exists = |row, column| goes_down(row, column) || goes_up(row, column) || !is_end(column);
    let cells: Vec<(usize, usize)> = (0..rows)
        .flat_map(|row| (0..columns).map(move |column| (row, column)))
        .filter(|&(row, column)| exists(row, column))
        .collect();
    let number = |row, column| cells.iter().position(|&cell| cell == (row, column));
    let mut edges = Vec::new();
    for (from, &(row, column)) in cells.iter().enumerate() {
        let down = goes_down(row, column).then(|| number(row + 1, column)).flatten();
        edges.extend([number(row, column + 1), down].into_iter().flatten().map(|to| (from, to)));
    }
    let places = cells.iter().map(|&(row, column)| {
        let lower = if is_lower(row, column) { 0.5 } else { 0.0 };
        (column as f64 * 3.0_f64.sqrt() / 2.0, row as f64 * 1.5 + lower)
    });
    (numbered(1, cells.len()), edges, places.collect())
}

/// A rectangle whose rows are closed to rings; on a torus the columns too. The first row is the
/// outermost ring. The rings between are turned a little, so that no edge crosses a vertex.
fn rings(n: &[usize], is_torus: bool) -> Plan {
    let grid = Grid { rows: n[0], columns: n[1] };
    let mut edges = Vec::new();
    for cell in 0..grid.cells() {
        let (row, column) = grid.place(cell);
        edges.push((cell, grid.cell(row, (column + 1) % grid.columns)));
        if row + 1 < grid.rows || is_torus {
            edges.push((cell, grid.cell((row + 1) % grid.rows, column)));
        }
    }
    let inner = radius(grid.columns, 1.2);
    let places = (0..grid.rows).flat_map(|row| {
        let ring = inner + (grid.rows - 1 - row) as f64;
        // The outermost and the innermost ring are joined along straight lines.
        let is_between = is_torus && row > 0 && row + 1 < grid.rows;
        let (sin, cos) = if is_between { (0.45 / ring).sin_cos() } else { (0.0, 1.0) };
        let around = circle(grid.columns, ring);
        around.map(move |(x, y)| (x * cos - y * sin, x * sin + y * cos))
    });
    let places = places.collect();
    ((0..grid.cells()).map(|cell| grid.name(cell)).collect(), edges, places)
}

/// The corners of a cube of any dimension, named by their coordinates.
fn cube(n: &[usize]) -> Plan {
    const AXES: [Place; 6] =
        [(1.4, 0.0), (0.0, 1.4), (0.6, 0.5), (3.2, 0.6), (0.9, 3.2), (6.4, 1.6)];
    let (dimension, size) = (n[0], 1 << n[0]);
    let names = (0..size).map(|v| match dimension {
        0 => "0".to_string(),
        _ => format!("{v:0dimension$b}"),
    });
    let flips = |v: usize| (0..dimension).map(move |bit| v ^ 1 << bit).filter(move |&w| w > v);
    let edges = (0..size).flat_map(|v| flips(v).map(move |w| (v, w))).collect();
    let place = |v: usize| {
        let axes = AXES.iter().enumerate().filter(|&(bit, _)| v >> bit & 1 == 1);
        axes.fold((0.0, 0.0), |(x, y), (_, (dx, dy))| (x + dx, y + dy))
    };
    (names.collect(), edges, (0..size).map(place).collect())
}

/// A ring 1 to 5, and a star 6 to 10 inside it.
fn petersen(_: &[usize]) -> Plan {
    let ring = (0..5).map(|i| (i, (i + 1) % 5));
    let spokes = (0..5).map(|i| (i, i + 5));
    let inside = (0..5).map(|i| (i + 5, (i + 2) % 5 + 5));
    let places = circle(5, 1.9).chain(circle(5, 1.0)).collect();
    (numbered(1, 10), ring.chain(spokes).chain(inside).collect(), places)
}
