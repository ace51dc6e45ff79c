//! Tests of the steps of the loop on small trees, after the examples of the papers.

use upstar_core::{Move, Parameters, Player, Score, testing::ThreeMoves as Three};

use super::{
    options,
    scale::Scale,
    search::{Iteration, TreeSearch},
    solvers::{Mcts, SbMcts},
};
use crate::{Request, Solver};

fn search(root: Player, parameters: &[(&str, &str)]) -> TreeSearch<Three> {
    let given = parameters.iter().map(|(name, value)| (name.to_string(), value.to_string()));
    let request = Request { parameters: Parameters::new(given), ..Request::new("mcts") };
    let config = options::read(&Mcts::INFO, &request).unwrap();
    TreeSearch::new(&Three, &root, config, Scale::whole(&Three), 1 << 16, 1)
}

/// Gives a node children with these bounds. Returns the index of the first.
fn grow(search: &mut TreeSearch<Three>, parent: usize, bounds: &[(Score, Score)]) -> usize {
    let moves: Vec<Move> = (0..bounds.len() as u32).map(Move).collect();
    assert!(search.tree.add_children(parent, &moves, search.scale.full()));
    let mover = search.tree.nodes[parent].mover.other();
    let children = search.tree.nodes[parent].children();
    search.tree.nodes[parent].tried_count = bounds.len() as u16;
    for (place, &(lo, hi)) in children.clone().zip(bounds) {
        let child = &mut search.tree.nodes[place];
        (child.mover, child.lo, child.hi, child.visits) = (mover, lo, hi, 1);
    }
    children.start
}

fn backup(search: &mut TreeSearch<Three>, path: &[usize], played: &[(Player, Move)], value: f64) {
    let mut iteration = Iteration::<Three>::new(&Player::Left, 1);
    iteration.path = path.iter().map(|&index| index as u32).collect();
    iteration.played = played.to_vec();
    (iteration.count, iteration.sum, iteration.squares) = (1, value, value * value);
    search.backup(&mut iteration);
}

/// Cazenave and Saffidine's Figure 1: c proves a draw at a, and f proves that d gives at most a draw, so d is
/// cut.
#[test]
fn a_child_that_cannot_be_better_is_cut() {
    for (mode, is_cut) in [("bounds+cuts", true), ("bounds", false)] {
        let mut search = search(Player::Left, &[("mode", mode), ("c", "0")]);
        let b = grow(&mut search, 0, &[(-1, 1), (0, 0), (-1, 1)]);
        let (c, d) = (b + 1, b + 2);
        let e = grow(&mut search, d, &[(-1, 1), (-1, 1)]);
        let f = e + 1;
        search.tree.nodes[d].sum = 1.0;
        backup(&mut search, &[0, c], &[], 0.5);
        assert_eq!((search.root().lo, search.root().hi), (0, 1));
        assert_eq!(search.select(0), d, "d has the best mean");
        let leaf = &mut search.tree.nodes[f];
        (leaf.lo, leaf.hi) = (0, 0);
        backup(&mut search, &[0, d, f], &[], 0.5);
        let node = &search.tree.nodes[d];
        assert_eq!((node.lo, node.hi), (-1, 0));
        assert!(node.is_cut(search.root().bounds(), Player::Left));
        assert_eq!(search.select(0), if is_cut { b } else { d });
    }
}

/// At a Min node the pessimistic bound rises with the bound of the last child. The printed procedure would
/// stop there.
#[test]
fn pessimistic_bounds_rise_through_min_nodes() {
    let mut search = search(Player::Left, &[]);
    let min = grow(&mut search, 0, &[(-1, 1), (-1, 1)]);
    let first = grow(&mut search, min, &[(0, 1), (-1, 1)]);
    backup(&mut search, &[0, min, first], &[], 1.0);
    assert_eq!(search.tree.nodes[min].lo, -1);
    search.tree.nodes[first + 1].lo = 0;
    backup(&mut search, &[0, min, first + 1], &[], 1.0);
    assert_eq!(search.tree.nodes[min].lo, 0);
    assert_eq!(search.root().lo, 0);
}

#[test]
fn untried_moves_count_as_one_child_with_full_bounds() {
    let mut search = search(Player::Right, &[]);
    let first = grow(&mut search, 0, &[(0, 0), (1, 1), (1, 1)]);
    search.tree.nodes[0].tried_count = 2;
    backup(&mut search, &[0, first], &[], 0.5);
    assert_eq!((search.root().lo, search.root().hi), (-1, 0));
    search.tree.nodes[0].tried_count = 3;
    backup(&mut search, &[0, first + 2], &[], 1.0);
    assert_eq!((search.root().lo, search.root().hi), (0, 0));
}

#[test]
fn solved_children_are_never_selected() {
    for parameters in [&[][..], &[("rave", "sqrt")], &[("proof_bias", "rank")]] {
        let mut search = search(Player::Left, parameters);
        let first = grow(&mut search, 0, &[(0, 0), (-1, 1), (-1, -1)]);
        search.tree.nodes[first].sum = 1.0;
        for _ in 0..100 {
            let chosen = search.select(0);
            assert_eq!(chosen, first + 1);
            backup(&mut search, &[0, chosen], &[], 0.0);
        }
    }
}

/// Hsu's example: in the playout r, v, y, u, w the moves u at r and w at v count too.
#[test]
fn all_moves_as_first() {
    let mut search = search(Player::Left, &[("rave", "sqrt")]);
    let open = [(-1, 1); 4];
    // Moves 0 to 3 are v, y, u, w.
    let [v, y, u, w] = [0, 1, 2, 3];
    let at_r = grow(&mut search, 0, &open);
    let at_v = grow(&mut search, at_r + v, &open);
    let rest = [(Player::Left, Move(u as u32)), (Player::Right, Move(w as u32))];
    backup(&mut search, &[0, at_r + v, at_v + y], &rest, 1.0);
    let visits = |first: usize| [v, y, u, w].map(|mv| search.tree.amaf[first + mv].visits);
    assert_eq!(visits(at_r), [1.0, 0.0, 1.0, 0.0]);
    assert_eq!(visits(at_v), [0.0, 1.0, 0.0, 1.0]);
}

#[test]
fn proof_numbers_are_minima_or_sums() {
    let mut search = search(Player::Left, &[("proof_bias", "sum")]);
    let first = grow(&mut search, 0, &[(-1, 1), (-1, 1)]);
    let below = grow(&mut search, first, &[(-1, 1), (-1, 1), (-1, 0)]);
    for place in below..below + 3 {
        backup(&mut search, &[0, first, place], &[], 0.5);
    }
    // Left can no longer win at the first child. Right needs one of three.
    assert_eq!(search.tree.nodes[first].proof, [u32::MAX, 1]);
    // Left needs the second child. Right needs both.
    assert_eq!(search.root().proof, [1, 2]);
}

/// The bias of the bounds is the same for both players.
#[test]
fn bounds_bias_selection() {
    for (player, bounds) in [(Player::Left, [(-1, 0), (-1, 1)]), (Player::Right, [(0, 1), (-1, 1)])]
    {
        for (delta, chosen) in [("1", 1), ("-1", 0)] {
            let mut search = search(player, &[("delta", delta), ("c", "0")]);
            let first = grow(&mut search, 0, &bounds);
            for place in [first, first + 1] {
                search.tree.nodes[place].sum = 0.5;
            }
            assert_eq!(search.select(0), first + chosen, "{player:?} {delta}");
        }
    }
}

#[test]
fn recycling_keeps_the_most_visited_nodes() {
    let mut search = search(Player::Left, &[]);
    let first = grow(&mut search, 0, &[(-1, 1); 3]);
    let kept = grow(&mut search, first + 1, &[(0, 1); 4]);
    grow(&mut search, first, &[(-1, 1); 20]);
    let last = grow(&mut search, kept + 2, &[(-1, 0); 5]);
    for (place, visits) in [(first, 5), (first + 1, 90), (kept + 2, 80), (last, 7)] {
        search.tree.nodes[place].visits = visits;
    }
    assert!(search.tree.recycle());
    let root = search.root();
    assert_eq!(search.tree.nodes.len(), 1 + 3 + 4 + 5);
    let kept = search.tree.nodes[root.first as usize + 1].clone();
    assert_eq!((kept.visits, kept.count), (90, 4));
    let last = search.tree.nodes[kept.first as usize + 2].clone();
    assert_eq!((last.visits, last.count, last.lo), (80, 5, 0));
    assert_eq!(search.tree.nodes[last.first as usize].visits, 7);
    assert!(search.tree.nodes[last.children()].iter().all(|node| node.hi == 0));
    assert_eq!(search.tree.nodes[root.first as usize].count, 0);
}

#[test]
fn sb_mcts_solves_without_exploration_by_default() {
    let config = options::read(&SbMcts::INFO, &Request::new("sb-mcts")).unwrap();
    assert_eq!((config.c, config.gamma, config.delta), (0.0, 0.0, 0.0));
}
