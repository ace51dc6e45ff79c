//! An estimate of the size of the search tree while the search runs.
//!
//! **Idea** The search samples its own tree. The plies are strata (Chen): the mean cost of the finished
//! subtrees of a ply is the estimate for the other subtrees of that ply. Near the root few subtrees are
//! finished. There the cost follows from the ply below.
//!
//! **Formula** Let b(d) be the mean number of children at ply d, and s the fraction of children that finished
//! positions have searched. s is pooled over the plies at which the same player moves. The cost c(d) of a
//! position is the mean over the positions visited at ply d, if there are at least [`MIN_SAMPLE`]. Otherwise
//! c(d) = b(d) + b(d) s c(d + 1). The tree has about c(0) nodes.
//!
//! **Guarantee** None: this is an estimate. The table fills during the search, so early subtrees cost more
//! than later ones. Early estimates are therefore mostly too high.
//!
//! **Reference** Knuth, *Estimating the efficiency of backtrack programs*, 1975; Chen, *Heuristic
//! sampling: a method for predicting the performance of tree searching programs*, 1992.

/// The mean cost of a ply is used when at least this many of its positions were visited.
const MIN_SAMPLE: u64 = 4;

/// A position is costly if it has more than this many nodes below it.
const COSTLY_NODES: u64 = 200;

/// The counts of one ply.
#[derive(Clone, Copy, Debug, Default)]
struct Stratum {
    /// Expanded positions, and their children.
    expanded: u64,
    children: u64,
    /// Finished positions, their children, and how many of these children were searched.
    finished: u64,
    offered: u64,
    searched: u64,
    /// Visited positions, expanded or not, and the nodes below them.
    visited: u64,
    nodes: u64,
}

/// The counts of the searched part of a tree.
#[derive(Clone, Debug, Default)]
pub(crate) struct TreeSample {
    plies: Vec<Stratum>,
}

impl TreeSample {
    #[inline]
    fn at(&mut self, ply: usize) -> &mut Stratum {
        if self.plies.len() <= ply {
            self.plies.resize(ply + 1, Stratum::default());
        }
        &mut self.plies[ply]
    }

    /// Counts an expanded position.
    #[inline]
    pub fn expand(&mut self, ply: usize, children: u64) {
        let stratum = self.at(ply);
        stratum.expanded += 1;
        stratum.children += children;
    }

    /// Counts a finished position: its children, how many of them were searched, and the nodes below it.
    #[inline]
    pub fn finish(&mut self, ply: usize, children: u64, searched: u64, nodes: u64) {
        let stratum = self.at(ply);
        stratum.finished += 1;
        stratum.offered += children;
        stratum.searched += searched;
        stratum.visited += 1;
        stratum.nodes += nodes;
    }

    /// Counts a position that a table entry has decided.
    #[inline]
    pub fn skip(&mut self, ply: usize) {
        self.at(ply).visited += 1;
    }

    /// Are the positions of this ply so costly that looking up all their children saves time?
    #[inline]
    pub fn is_costly(&self, ply: usize) -> bool {
        self.plies.get(ply).is_some_and(|stratum| stratum.nodes > COSTLY_NODES * stratum.visited)
    }

    /// An estimate of the nodes of the whole tree; none if no ply has a large enough sample.
    pub fn nodes(&self) -> Option<f64> {
        let mut cost = 0.0;
        let mut is_known = false;
        for (ply, stratum) in self.plies.iter().enumerate().rev() {
            if stratum.visited >= MIN_SAMPLE && stratum.finished > 0 {
                cost = stratum.nodes as f64 / stratum.visited as f64;
                is_known = true;
            } else if is_known && stratum.expanded > 0 {
                let children = stratum.children as f64 / stratum.expanded as f64;
                cost = children + (children * self.searched_part(ply % 2)).max(1.0) * cost;
            }
        }
        is_known.then_some(cost)
    }

    /// The fraction of the children that finished positions have searched, on the first plies of one parity.
    fn searched_part(&self, parity: usize) -> f64 {
        let plies = self.plies.iter().skip(parity).step_by(2);
        let first = plies.filter(|stratum| stratum.finished >= MIN_SAMPLE).take(2);
        let (searched, offered) =
            first.fold((1, 1), |sum, s| (sum.0 + s.searched, sum.1 + s.offered));
        searched as f64 / offered as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A uniform tree without cuts, searched in part.
    #[test]
    fn a_uniform_tree_is_extrapolated_to_its_size() {
        fn walk(sample: &mut TreeSample, ply: usize, depth: usize, left: &mut u64) -> Option<u64> {
            let mut nodes = 3;
            sample.expand(ply, 3);
            for _ in 0..3 {
                if ply + 1 == depth {
                    sample.skip(ply + 1);
                } else {
                    nodes += walk(sample, ply + 1, depth, left)?;
                }
            }
            *left = left.checked_sub(1)?;
            sample.finish(ply, 3, 3, nodes);
            Some(nodes)
        }
        let mut sample = TreeSample::default();
        assert_eq!(sample.nodes(), None);
        let size = (1..=8).map(|ply| 3_u64.pow(ply)).sum::<u64>() as f64;
        assert_eq!(walk(&mut sample, 0, 8, &mut 200), None);
        let guess = sample.nodes().unwrap();
        assert!((guess / size - 1.0).abs() < 0.01, "{guess} of {size}");
    }
}
