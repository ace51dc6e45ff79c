//! The best-first engine: the published node counts, sound numbers, full memory, traces.

use std::{any::Any, sync::Arc};

use upstar_core::{Bounds, Control, Limits, Parameters, RootNumber, Stopped};
use upstar_engine::{AnyPosition, Solved, registry};
use upstar_search::{CustomInfo, CustomSelectionRule, Leaf, Request, SharedInfo};

fn request(algorithm: &str, parameters: &[(&str, &str)]) -> Request {
    let given = parameters.iter().map(|(name, value)| (name.to_string(), value.to_string()));
    Request { parameters: Parameters::new(given), ..Request::new(algorithm) }
}

fn solve(algorithm: &str, game: &str, text: &str, parameters: &[(&str, &str)]) -> Solved {
    let position = registry::position(game, text, None).unwrap();
    upstar_engine::solve(position.as_ref(), &request(algorithm, parameters), &Control::unlimited())
        .unwrap()
}

/// The counts of Saffidine and Cazenave, *Developments on Product Propagation*, Tables 4 and 6:
/// created nodes without the root; their 5x6 has five columns and six rows.
#[test]
fn published_counts() {
    let paper = [("preset", "paper")];
    assert_eq!(solve("ppt", "domineering", "6x5", &paper).stats.nodes - 1, 27_766);
    assert_eq!(solve("pp", "domineering", "6x5", &paper).stats.nodes - 1, 101_244);
    let near = |solution: Solved, published: f64, within: f64| {
        let ratio = (solution.stats.nodes - 1) as f64 / published;
        assert!((ratio - 1.0).abs() <= within, "{} of {published}", solution.stats.nodes);
    };
    near(solve("ppt", "domineering", "6x6", &paper), 528_032.0, 0.01);
    near(solve("ppt", "nogo", "1x18", &paper), 98_991.0, 0.01);
    near(solve("pp", "nogo", "1x18", &paper), 864_951.0, 0.01);
    near(solve("pp2", "domineering", "6x5", &paper), 3_634.0, 0.01);
    near(solve("pn2", "domineering", "6x5", &paper), 17_236.0, 0.10);
}

/// A naive product in double precision, on a board whose symmetric moves are merged into one
/// node but counted as often as they occur, rounds to 1 after two expansions and would announce
/// a win for the first player, who loses.
#[test]
fn a_naive_product_proves_a_falsehood_and_ours_does_not() {
    // A leaf's probability that the root's player wins, by mobility.
    let leaf = |position: &dyn AnyPosition, is_max: bool| {
        let lose = 0.5f64.powi(position.moves().len() as i32);
        if is_max { 1.0 - lose } else { lose }
    };
    let root = registry::position("domineering", "5x6", None).unwrap();
    let children: Vec<_> = root.moves().into_iter().map(|mv| root.play(mv)).collect();
    let image = |text: &str| -> String {
        let turned: String = text.chars().rev().collect();
        let mirrored =
            |t: &str| t.split('/').map(|r| r.chars().rev().collect()).collect::<Vec<String>>();
        let mirror = mirrored(text).join("/");
        let flipped = mirrored(&turned).join("/");
        [text.to_string(), turned, mirror, flipped].into_iter().min().unwrap()
    };
    let mut values: Vec<f64> = children.iter().map(|c| leaf(c.as_ref(), false)).collect();
    for _ in 0..2 {
        let best = (0..values.len()).max_by(|&a, &b| values[a].total_cmp(&values[b])).unwrap();
        let node = &children[best];
        let grandchildren = node.moves().into_iter().map(|mv| node.play(mv));
        let value = grandchildren.map(|g| leaf(g.as_ref(), true)).product();
        for (i, child) in children.iter().enumerate() {
            if image(&child.text()) == image(&node.text()) {
                values[i] = value;
            }
        }
    }
    let naive = 1.0 - values.iter().map(|p| 1.0 - p).product::<f64>();
    assert_eq!(naive, 1.0, "the naive product is not rounded");

    for algorithm in ["pp", "ppt", "pp2", "df-pp"] {
        let solution = solve(algorithm, "domineering", "5x6", &[]);
        assert_eq!(solution.bounds, Bounds::exactly(-1), "{algorithm}");
    }
    let stopped = upstar_engine::solve(
        root.as_ref(),
        &request("pp", &[("preset", "paper")]),
        &Control::new(Limits { max_nodes: 1000, ..Limits::default() }),
    )
    .unwrap();
    assert!(!stopped.solved);
}

#[test]
fn full_memory_ends_the_search_and_limits_hold() {
    let position = registry::position("domineering", "8x8", None).unwrap();
    for algorithm in ["pns", "pnt", "pn2", "pp", "ppt", "pp2", "ppn", "mcpn", "ews"] {
        let limits = Limits { max_bytes: 4 << 20, ..Limits::default() };
        let solution = upstar_engine::solve(
            position.as_ref(),
            &request(algorithm, &[]),
            &Control::new(limits),
        )
        .unwrap();
        assert_eq!((solution.solved, solution.stopped), (false, Some(Stopped::Memory)));
        assert!(solution.stats.peak_bytes <= 4 << 20, "{algorithm}");

        let limits = Limits { max_nodes: 10_000, ..Limits::default() };
        let solution = upstar_engine::solve(
            position.as_ref(),
            &request(algorithm, &[]),
            &Control::new(limits),
        )
        .unwrap();
        assert_eq!((solution.solved, solution.stopped), (false, Some(Stopped::Nodes)));
        assert!(solution.best_move.is_some() && !solution.root.is_empty());
    }
}

#[test]
fn freeing_solved_subtrees_saves_memory_and_changes_nothing_else() {
    let kept = solve("pp", "nogo", "1x16", &[]);
    let freed = solve("pp", "nogo", "1x16", &[("free_solved", "true")]);
    assert_eq!((kept.bounds, kept.stats.nodes), (freed.bounds, freed.stats.nodes));
    assert!(freed.stats.peak_bytes < kept.stats.peak_bytes * 2 / 3);
}

#[test]
fn two_level_searches_report_both_levels() {
    let solution = solve("pp2", "domineering", "6x5", &[("preset", "paper")]);
    let second = solution.details.iter().find(|(name, _)| *name == "second_level_nodes");
    let Some((_, RootNumber::Integer(second))) = second else { panic!("no second level") };
    assert!(*second > solution.stats.nodes);
}

#[test]
fn traces_and_trees_tell_what_happened() {
    let position = registry::position("connect-four", "4x4", None).unwrap();
    for algorithm in ["pns", "pnt", "pp", "ppt", "ppn", "mcpn", "ews"] {
        let request =
            Request { trace: true, tree_depth: Some(2), goal: Some(1), ..Request::new(algorithm) };
        let solution =
            upstar_engine::solve(position.as_ref(), &request, &Control::unlimited()).unwrap();
        assert!(solution.trace.windows(2).all(|w| w[0].nodes < w[1].nodes));
        assert!(solution.trace.len() > 20 && solution.trace.len() < 1000);
        // At the end the goal turns out to be out of reach, so no move is the best.
        let (last, before) = solution.trace.split_last().expect("a trace");
        assert!(before.iter().all(|point| point.best_move.is_some()));
        assert_eq!(last.best_move, solution.best_move);
        let tree = &solution.tree;
        assert_eq!(tree[0].children, 4);
        assert!(tree[0].winner.is_some() && tree[0].parent.is_none());
        for (i, node) in tree.iter().enumerate().skip(1) {
            assert!(node.parent.is_some_and(|p| p < i) && node.mv.is_some());
        }
        let counted: usize = tree.iter().map(|node| node.children).sum();
        assert_eq!(counted, tree.len() - 1);
    }
}

#[test]
fn playouts_are_counted_and_follow_the_seed() {
    for algorithm in ["ppn", "mcpn", "ews"] {
        let position = registry::position("y", "4", None).unwrap();
        let solve = |seed| {
            let request =
                Request { seed, ..request(algorithm, &[("playouts", "7"), ("bounds", "false")]) };
            upstar_engine::solve(position.as_ref(), &request, &Control::unlimited()).unwrap()
        };
        let [first, again, other] = [1, 1, 2].map(solve);
        assert_eq!(first.stats.nodes, again.stats.nodes);
        assert_eq!((&first.root, &first.line), (&again.root, &again.line));
        assert_ne!(first.stats.nodes, other.stats.nodes, "{algorithm}");
        // Every node that was open when it was made had its seven.
        let played = first.stats.playouts.expect("it has playouts");
        assert!(played % 7 == 0 && played <= 7 * first.stats.nodes && played > 0);
    }
    assert_eq!(solve("pp", "y", "3", &[]).stats.playouts, None);
}

#[test]
fn playouts_and_theta_out_of_range_are_refused() {
    let position = registry::position("y", "3", None).unwrap();
    for algorithm in ["ppn", "mcpn"] {
        for wrong in [("playouts", "0"), ("theta", "0"), ("theta", "0.6"), ("theta", "-1")] {
            let request = request(algorithm, &[wrong]);
            let error = upstar_engine::solve(position.as_ref(), &request, &Control::unlimited())
                .unwrap_err();
            assert!(error.to_string().contains(&format!("{}={}", wrong.0, wrong.1)), "{error}");
        }
    }
    for wrong in ["0", "1000001"] {
        let request = request("ews", &[("playouts", wrong)]);
        let error =
            upstar_engine::solve(position.as_ref(), &request, &Control::unlimited()).unwrap_err();
        assert!(error.to_string().contains(&format!("playouts={wrong}")), "{error}");
    }
}

/// Numbers that say nothing, chosen and brought up to date without sense.
struct Liar;

#[derive(Debug)]
struct Lie(f64);

impl CustomInfo for Lie {
    fn equals(&self, other: &dyn CustomInfo) -> bool {
        other.as_any().downcast_ref::<Lie>().is_some_and(|lie| lie.0 == self.0)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

impl CustomSelectionRule for Liar {
    fn info_term(&self, _max_wins: bool) -> SharedInfo {
        Arc::new(Lie(0.5))
    }

    fn init_leaf(&self, leaf: Leaf) -> SharedInfo {
        Arc::new(Lie(f64::from(leaf.mobility)))
    }

    fn select_child(&self, is_max: bool, children: &[SharedInfo]) -> usize {
        if is_max { 0 } else { children.len() - 1 }
    }

    fn update(&self, _is_max: bool, _children: &[SharedInfo]) -> SharedInfo {
        Arc::new(Lie(1.0))
    }

    fn number(&self, _info: &SharedInfo) -> f64 {
        0.0
    }
}

#[test]
fn no_rule_can_make_a_false_proof_or_an_endless_search() {
    for shape in ["tree", "graph", "two-levels"] {
        for update in ["all", "path"] {
            for text in ["3x3", "2x3", "4x4", "2x4"] {
                let position = registry::position("domineering", text, None).unwrap();
                let truth = upstar_engine::solve(
                    position.as_ref(),
                    &Request::new("minimax"),
                    &Control::unlimited(),
                );
                let request = request("best-first", &[("shape", shape), ("update", update)]);
                let found = upstar_engine::solve_custom(
                    position.as_ref(),
                    &request,
                    &Control::unlimited(),
                    &Liar,
                );
                assert_eq!(found.unwrap().bounds, truth.unwrap().bounds, "{shape} {text}");
            }
        }
    }
}
