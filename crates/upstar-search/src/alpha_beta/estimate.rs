//! How large the tree of a running search will be.
//!
//! **Idea** The search samples its own tree: the plies are strata (Chen), and what subtrees of a
//! ply have cost so far stands for those to come. Near the root, where hardly any subtree is
//! finished, the cost follows from the ply below.
//!
//! **Formula** With b(d) children on average at ply d and s(d) the part of them that finished
//! positions have searched, the cost of a position that is looked at is c(d), the mean over those
//! finished at ply d if they are [`ENOUGH`]; else c(d) = b(d) + b(d) s c(d + 1), with s pooled over
//! the plies at which the same player moves. The tree has about c(0) nodes.
//!
//! **Guarantee** none: it is a guess. What comes first is dearer than what comes later, since
//! the table fills, so early guesses are mostly too high.
//!
//! **Reference** Knuth, *Estimating the efficiency of backtrack programs*, 1975; Chen, *Heuristic
//! sampling: a method for predicting the performance of tree searching programs*, 1992.

/// So many finished positions of a ply tell what another one will cost.
const ENOUGH: u64 = 4;

/// So many nodes below a position make it costly.
const COSTLY: u64 = 200;

/// What is known of a ply.
#[derive(Clone, Copy, Debug, Default)]
struct Stratum {
    /// Positions whose children were made, and these children.
    expanded: u64,
    children: u64,
    /// Of those that are finished: how many, their children, those that were looked at.
    finished: u64,
    offered: u64,
    searched: u64,
    /// Positions looked at to the end, with or without children made, and the nodes below them.
    looked_at: u64,
    nodes: u64,
}

/// What a search has seen of its tree.
#[derive(Clone, Debug, Default)]
pub(super) struct Sample {
    plies: Vec<Stratum>,
}

impl Sample {
    #[inline]
    fn at(&mut self, ply: usize) -> &mut Stratum {
        if self.plies.len() <= ply {
            self.plies.resize(ply + 1, Stratum::default());
        }
        &mut self.plies[ply]
    }

    /// A position's children were made.
    #[inline]
    pub fn expand(&mut self, ply: usize, children: u64) {
        let stratum = self.at(ply);
        stratum.expanded += 1;
        stratum.children += children;
    }

    /// A position is finished: so many of its children were looked at, with so many nodes.
    #[inline]
    pub fn finish(&mut self, ply: usize, children: u64, searched: u64, nodes: u64) {
        let stratum = self.at(ply);
        stratum.finished += 1;
        stratum.offered += children;
        stratum.searched += searched;
        stratum.looked_at += 1;
        stratum.nodes += nodes;
    }

    /// The table knew a position.
    #[inline]
    pub fn skip(&mut self, ply: usize) {
        self.at(ply).looked_at += 1;
    }

    /// Do positions of this ply cost so much that a look at all their children pays?
    #[inline]
    pub fn is_costly(&self, ply: usize) -> bool {
        self.plies.get(ply).is_some_and(|stratum| stratum.nodes > COSTLY * stratum.looked_at)
    }

    /// The nodes of the whole tree, about; none before anything can be said.
    pub fn nodes(&self) -> Option<f64> {
        let mut cost = 0.0;
        let mut is_known = false;
        for (ply, stratum) in self.plies.iter().enumerate().rev() {
            if stratum.looked_at >= ENOUGH && stratum.finished > 0 {
                cost = stratum.nodes as f64 / stratum.looked_at as f64;
                is_known = true;
            } else if is_known && stratum.expanded > 0 {
                let children = stratum.children as f64 / stratum.expanded as f64;
                cost = children + (children * self.part(ply % 2)).max(1.0) * cost;
            }
        }
        is_known.then_some(cost)
    }

    /// The part of their children that finished positions look at, on plies of one parity; those
    /// near the root count most.
    fn part(&self, parity: usize) -> f64 {
        let plies = self.plies.iter().skip(parity).step_by(2);
        let first = plies.filter(|stratum| stratum.finished >= ENOUGH).take(2);
        let (searched, offered) =
            first.fold((1, 1), |sum, s| (sum.0 + s.searched, sum.1 + s.offered));
        searched as f64 / offered as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A uniform tree without cuts, of which part is seen: the rest follows.
    #[test]
    fn a_uniform_tree_is_extrapolated_to_its_size() {
        fn walk(sample: &mut Sample, ply: usize, depth: usize, left: &mut u64) -> Option<u64> {
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
        let mut sample = Sample::default();
        assert_eq!(sample.nodes(), None);
        let size = (1..=8).map(|ply| 3_u64.pow(ply)).sum::<u64>() as f64;
        assert_eq!(walk(&mut sample, 0, 8, &mut 200), None);
        let guess = sample.nodes().unwrap();
        assert!((guess / size - 1.0).abs() < 0.01, "{guess} of {size}");
    }
}
