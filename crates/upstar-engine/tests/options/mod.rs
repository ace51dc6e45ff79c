//! Every combination of the options of games that know values.

use upstar_cgt::value_game::{Simplify, ValueGameConfig};

/// solved_positions x simplify x cgt_from x atomic_bounds x hot_ordering, and solved positions by values n·↑ + ∗k, with parts of so many cells.
pub fn combinations(part_cells: u32) -> Vec<ValueGameConfig> {
    let mut all = Vec::new();
    for simplify in [Simplify::Never, Simplify::Root, Simplify::Always] {
        for bits in 0..17_u32 {
            let up_star = bits == 16;
            let flag = |i: u32| bits >> i & 1 == 1 || (up_star && i == 0);
            all.push(ValueGameConfig {
                solved: flag(0),
                simplify,
                min_parts: if flag(1) { 2 } else { 0 },
                atomic: flag(2),
                ordering: flag(3),
                up_star,
                part_cells,
                database: None,
            });
        }
    }
    all
}
