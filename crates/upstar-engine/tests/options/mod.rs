//! Every combination of the options of informed games.

use upstar_cgt::informed::{Options, Simplify};

/// solved_positions x simplify x cgt_from x atomic_bounds x hot_ordering, with parts of so many cells.
pub fn combinations(cells: u32) -> Vec<Options> {
    let mut all = Vec::new();
    for simplify in [Simplify::Never, Simplify::Root, Simplify::Always] {
        for bits in 0..16_u32 {
            let flag = |i: u32| bits >> i & 1 == 1;
            all.push(Options {
                solved: flag(0),
                simplify,
                from: if flag(1) { 2 } else { 0 },
                atomic: flag(2),
                ordering: flag(3),
                cells,
                database: None,
            });
        }
    }
    all
}
