//! Monte-Carlo tree search: bounds that hold at every moment, answers that are right, trees that
//! are the same for the same seed, memory that is recycled.

mod common;

use common::Maze;
use upstar_core::{Bounds, Control, Game, Limits, Parameters, Player, RootNumber, Score, Stopped};
use upstar_engine::{Solved, registry};
use upstar_search::{Candidate, FAMILY, MonteCarloPlayer, Request, Solution};

fn request(algorithm: &str, parameters: &str, seed: u64) -> Request {
    let pairs = parameters.split_whitespace().map(|pair| {
        let (name, value) = pair.split_once('=').expect("name=value");
        (name.to_string(), value.to_string())
    });
    Request { parameters: Parameters::new(pairs), seed, ..Request::new(algorithm) }
}

fn solve(game: &str, text: &str, request: &Request, limits: Limits) -> Solved {
    let position = registry::position(game, text, None).unwrap();
    upstar_engine::solve(position.as_ref(), request, &Control::new(limits)).unwrap()
}

fn playouts(max_playouts: u64) -> Control {
    Control::new(Limits { max_playouts, max_bytes: 1 << 24, ..Limits::default() })
}

/// Ways to search, each of which must be right.
const WAYS: &[(&str, &str)] = &[
    ("mcts", ""),
    ("mcts", "formula=ucb1-tuned first_play=0.6"),
    ("mcts", "rave=sqrt rave_k=50 c=0"),
    ("mcts", "rave=count rave_k=5 c=0 rave_all=true"),
    ("mcts", "rave=count c=0.3"),
    ("mcts", "rave=fixed rave_alpha=0.3"),
    ("mcts", "policy=softmax"),
    ("mcts", "policy=annealed rave=fixed"),
    ("mcts", "backup=minimax c=0"),
    ("mcts", "backup=mix mix_visits=10"),
    ("mcts", "implicit=0.3"),
    ("mcts", "widening=1"),
    ("mcts", "pruning=hard pruning_least=4 pruning_period=8"),
    ("mcts", "pruning=soft pruning_least=4 pruning_period=8"),
    ("mcts", "expand=all-ends"),
    ("mcts", "expand_after=5"),
    ("mcts", "expand=probability expand_after=3"),
    ("mcts", "proof_bias=rank"),
    ("mcts", "proof_bias=max c_pn=0.5"),
    ("mcts", "proof_bias=sum"),
    ("mcts", "clip_to_bounds=true order=evaluation playouts=3"),
    ("mcts", "simulate_below=4 order=listed"),
    ("mcts", "mode=win_loss"),
    ("mcts-solver", ""),
    ("uct-solver", ""),
    ("uct-solver", "preset=paper"),
    ("pure-mcts-solver", ""),
    ("sb-mcts", ""),
    ("sb-mcts", "mode=bounds"),
    ("sb-mcts", "mode=win_loss"),
    ("sb-mcts", "delta=-0.1 c=0.05"),
    ("sb-mcts", "gamma=0.5 delta=10000 bounds=false"),
    ("mcts-e", ""),
    ("mcts-e", "backup=minimax implicit=0"),
];

#[test]
fn every_way_proves_random_rules_right() {
    for seed in 0..4000_u64 {
        let (game, root) = Maze::new(seed);
        let value = game.value(&root);
        for way in 0..3 {
            let (name, parameters) = WAYS[(seed as usize * 3 + way) % WAYS.len()];
            let mover = game.to_move(&root);
            let goal = (seed % 3 == 2).then_some((seed % 7) as Score - 3);
            let what = format!("seed {seed}, {name} {parameters}, goal {goal:?}");
            let request = Request { goal, ..request(name, parameters, seed) };
            let control = Control::new(Limits { max_bytes: 1 << 24, ..Limits::default() });
            let found = upstar_engine::solve_game(&game, &root, &request, &control).unwrap();
            assert!(found.solved && found.stopped.is_none(), "{what}");
            let Bounds { lo, hi } = found.bounds;
            assert!(lo <= value && value <= hi, "{what}: {lo} {value} {hi}");
            for candidate in &found.candidates {
                let mut child = root;
                game.play(&mut child, candidate.mv);
                let Bounds { lo, hi } = candidate.bounds;
                let value = game.value(&child);
                assert!(lo <= value && value <= hi, "{what}: {candidate:?} is worth {value}");
            }
            if let Some(mv) = found.best_move.filter(|_| found.bounds.is_exact()) {
                let mut child = root;
                game.play(&mut child, mv);
                assert_eq!(game.value(&child), value, "{what}: the best move of {mover:?}");
            }
        }
    }
}

/// After every single playout, each node's bounds hold its true value, statistics are sums, and
/// nothing below a solved node is visited.
#[test]
fn bounds_hold_at_every_moment() {
    let ways: Vec<_> = WAYS
        .iter()
        .filter(|(_, set)| !set.contains("win_loss") && !set.contains("playouts"))
        .filter(|(name, _)| ["mcts", "sb-mcts", "mcts-e"].contains(name))
        .collect();
    for seed in 0..600_u64 {
        let (game, root) = Maze::new(seed);
        let (name, parameters) = ways[seed as usize % ways.len()];
        let request = request(name, parameters, seed);
        let mut player = MonteCarloPlayer::new(game, &root, &request, 1 << 22).unwrap().unwrap();
        for _ in 0..60 {
            player.think(&playouts(1));
            player.visit(|place, node| {
                let value = player.game().value(place);
                let what = format!("seed {seed}, {name} {parameters}: {place:?} {node:?}");
                assert!(node.lo <= value && value <= node.hi, "{what} {value}");
                assert!((0.0..=f64::from(node.visits) + 1e-9).contains(&node.sum), "{what}");
            });
        }
    }
}

/// The root's playouts are its children's: their numbers, and their wins, draws and losses.
#[test]
fn visits_and_values_are_sums() {
    for (name, parameters) in [("mcts", ""), ("mcts", "rave=sqrt"), ("mcts", "expand=all-ends")] {
        let limits = Limits { max_playouts: 3_000, ..Limits::default() };
        let found = solve("connect-four", "6x7", &request(name, parameters, 1), limits);
        let number = |wanted: &str| match found.root.iter().find(|(name, _)| *name == wanted) {
            Some((_, RootNumber::Integer(n))) => *n as f64,
            Some((_, RootNumber::Real(x))) => *x,
            None => panic!("no {wanted}"),
        };
        let visits: u64 = found.candidates.iter().map(|c| c.visits).sum();
        assert_eq!((visits, number("visits")), (3_000, 3_000.0));
        let values = found.candidates.iter().map(|c| c.value.unwrap() * c.visits as f64);
        assert!((values.sum::<f64>() / 3_000.0 - number("value")).abs() < 1e-9);
    }
}

#[test]
fn equal_seeds_grow_equal_trees() {
    for (name, parameters) in WAYS {
        let run = |seed| {
            let request = request(name, parameters, seed);
            let limits = Limits { max_nodes: 400, max_bytes: 1 << 24, ..Limits::default() };
            let Solution { candidates, stats, root, .. } =
                solve("connect-four", "4x5", &request, limits).solution;
            (candidates, stats.nodes, stats.iterations, root)
        };
        assert_eq!(run(3), run(3), "{name} {parameters}");
    }
}

#[test]
fn small_boards_are_proved_by_all() {
    for info in FAMILY {
        for (game, text, seeds) in [("mnk", "3x3:3", 3), ("connect-four", "4x4", 1)] {
            for seed in 0..seeds {
                let found = solve(game, text, &request(info.name, "", seed), Limits::default());
                let what = format!("{} {game} {text}, seed {seed}", info.name);
                assert_eq!(found.bounds, Bounds::exactly(0), "{what}");
            }
        }
    }
}

#[test]
fn memory_is_recycled() {
    for (name, parameters) in
        [("mcts", ""), ("sb-mcts", ""), ("mcts", "rave=sqrt"), ("mcts", "expand=all-ends")]
    {
        let request = request(name, parameters, 1);
        let limits = Limits { max_bytes: 1 << 18, max_playouts: 12_000, ..Limits::default() };
        let found = solve("connect-four", "6x7", &request, limits);
        assert_eq!(found.stopped, Some(Stopped::Playouts), "{name}");
        assert!(found.stats.peak_bytes <= 1 << 18, "{:?}", found.stats);
        let has_recycled = found.details.iter().any(|(name, _)| *name == "recycled_nodes");
        assert!(has_recycled || name != "mcts", "{name} {parameters}");
        let small = Limits { max_bytes: 1 << 15, ..Limits::default() };
        let solved = solve("connect-four", "3x3", &request, small);
        assert_eq!(solved.bounds, Bounds::exactly(0));
        let none = Limits { max_bytes: 0, ..Limits::default() };
        assert_eq!(solve("connect-four", "3x4", &request, none).stopped, Some(Stopped::Memory));
    }
}

#[test]
fn players_keep_their_trees() {
    let (game, root) = (0..)
        .map(Maze::new)
        .find(|(game, root)| {
            let mut moves = Vec::new();
            game.expand(root, &mut moves).is_none() && moves.len() > 3
        })
        .unwrap();
    let request = request("mcts", "bounds=false", 5);
    let mut player = MonteCarloPlayer::new(game, &root, &request, 1 << 22).unwrap().unwrap();
    while player.result().is_none() {
        let found = player.think(&playouts(30));
        let mut before = 0;
        player.visit(|_, _| before += 1);
        let mv = found.best_move.expect("a move");
        let visits = found.candidates[0].visits;
        player.play(mv);
        let mut after = Vec::new();
        player.visit(|place, node| after.push((*place, node.clone())));
        assert!(after.len() < before || before == 1);
        assert!(after[0].1.visits as u64 == visits || after.len() == 1);
        for (place, node) in after {
            let value = player.game().value(&place);
            assert!(node.lo <= value && value <= node.hi);
        }
    }
}

#[test]
fn threads_find_the_same_answers() {
    for seed in 0..300_u64 {
        let (game, root) = Maze::new(seed);
        let value = game.value(&root);
        let parallel = ["parallel=tree", "parallel=root"][seed as usize % 2];
        let name = ["mcts", "sb-mcts", "mcts-solver"][seed as usize % 3];
        let request = Request { threads: 3, ..request(name, parallel, seed) };
        let control = Control::new(Limits { max_bytes: 1 << 22, ..Limits::default() });
        let found = upstar_engine::solve_game(&game, &root, &request, &control).unwrap();
        assert_eq!(found.bounds, Bounds::exactly(value), "seed {seed} {name} {parallel}");
    }
    for parallel in ["parallel=tree", "parallel=root"] {
        let request = Request { threads: 2, ..request("mcts", parallel, 1) };
        let limits = Limits { max_playouts: 20_000, max_bytes: 1 << 20, ..Limits::default() };
        let found = solve("connect-four", "6x7", &request, limits);
        assert_eq!(found.stopped, Some(Stopped::Playouts));
        let visits: u64 = found.candidates.iter().map(|c| c.visits).sum();
        assert!((19_990..=20_010).contains(&visits), "{visits}");
    }
}

/// A bias by bounds is the same for all moves while nothing is proved of any, tried or not.
#[test]
fn a_bias_changes_nothing_before_there_are_proofs() {
    let position = registry::position("connect-four", "6x7", Some(Player::Left)).unwrap();
    for rave in ["none", "sqrt"] {
        let [plain, biased] = ["", " delta=16 gamma=4"].map(|bias| {
            let text = format!("rave={rave} c=0.3 bounds=false{bias}");
            upstar_engine::solve(position.as_ref(), &request("mcts", &text, 7), &playouts(300))
                .unwrap()
                .solution
                .candidates
        });
        let visits = |list: &[Candidate]| list.iter().map(|c| c.visits).collect::<Vec<_>>();
        assert_eq!(visits(&plain), visits(&biased), "rave={rave}");
    }
}

/// One playout for each move: by its own playout a move is worth 0 or 1, by all moves as first
/// it has the mean of all in which its player made it.
#[test]
fn flat_search_chooses_by_all_moves_as_first() {
    let position = registry::position("hex", "4", Some(Player::Left)).unwrap();
    let values = |text: &str| -> Vec<f64> {
        let flat = request("mcts", &format!("depth=1 final=value bounds=false {text}"), 3);
        let found = upstar_engine::solve(position.as_ref(), &flat, &playouts(16)).unwrap();
        let list = found.candidates.iter();
        let best = list.clone().filter_map(|c| c.value).fold(0.0, f64::max);
        let chosen = list.clone().find(|c| Some(c.mv) == found.best_move).unwrap();
        assert_eq!(chosen.value, Some(best));
        list.filter_map(|c| c.value).collect()
    };
    let is_certain = |value: &f64| *value == 0.0 || *value == 1.0;
    assert!(values("").iter().all(is_certain));
    let mixed = values("rave=fixed rave_alpha=0");
    assert_eq!(mixed.len(), 16);
    assert!(mixed.iter().filter(|value| !is_certain(value)).count() > 8, "{mixed:?}");
}

#[test]
fn flat_search_shares_playouts_and_needs_a_limit() {
    let position = registry::position("connect-four", "6x7", Some(Player::Left)).unwrap();
    let flat = request("mcts", "depth=1 final=value bounds=false", 1);
    assert!(upstar_engine::solve(position.as_ref(), &flat, &Control::unlimited()).is_err());
    let found = upstar_engine::solve(position.as_ref(), &flat, &playouts(700)).unwrap();
    assert!(found.candidates.iter().all(|c| c.visits == 100), "{:?}", found.candidates);
    let deep = request("mcts", "depth=2 backup=minimax final=value bounds=false", 1);
    let found = upstar_engine::solve(position.as_ref(), &deep, &playouts(4900)).unwrap();
    assert_eq!(found.stats.nodes, 1 + 7 + 49);
    assert!(found.candidates.iter().all(|c| c.visits == 700), "{:?}", found.candidates);
}
