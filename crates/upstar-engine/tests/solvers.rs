//! Every proof search against minimax: all games, random positions, random rules, every parameter,
//! tables of every size, goals and limits.

mod common;

use common::Maze;
use upstar_core::{Bounds, Control, Game, Limits, Move, Parameters, Player, Rng, Score, Stopped};
use upstar_engine::{AnyPosition, registry};
use upstar_search::{DfPn, DfPp, DfSharedState, FAMILY, Request, Solution};

/// Each algorithm with parameters; every value of every parameter comes up.
const WAYS: &[(&str, &str)] = &[
    ("df-pn", ""),
    ("df-pn", "epsilon=0"),
    ("df-pn", "epsilon=3 symmetry=false"),
    ("df-pn", "sum=plain"),
    ("df-pn", "sum=plain epsilon=0 init=constant bounds=false"),
    ("df-pn", "sum=source"),
    ("df-pn", "widening=0"),
    ("df-pn", "widening=0.25 sum=source init=evaluation symmetry=false"),
    ("df-pn", "widening=0.5 bounds=false"),
    ("df-pn", "sum=source init=evaluation symmetry=false"),
    ("df-pn", "init=constant threshold_control=false"),
    ("df-pn", "init=evaluation epsilon=0 bounds=false"),
    ("df-pn", "sum=plain epsilon=0 threshold_control=false symmetry=false bounds=false"),
    ("df-pp", ""),
    ("df-pp", "epsilon=0 bounds=false"),
    ("df-pp", "epsilon=2 symmetry=false"),
    ("df-pp", "init=constant bounds=false"),
    ("df-pp", "init=constant epsilon=0 symmetry=false bounds=false"),
    ("df-pp", "init=evaluation"),
    ("pns", ""),
    ("pns", "init=constant bounds=false ties=last"),
    ("pns", "init=evaluation free_solved=true"),
    ("pnt", ""),
    ("pnt", "preset=paper"),
    ("pnt", "update=path init=constant"),
    ("pnt", "init=evaluation bounds=false key=owner"),
    ("pn2", ""),
    ("pn2", "init=constant bounds=false"),
    ("pp", ""),
    ("pp", "preset=paper free_solved=true"),
    ("pp", "init=constant ties=max-first-min-last"),
    ("pp", "init=evaluation bounds=false"),
    ("ppt", ""),
    ("ppt", "preset=paper"),
    ("ppt", "update=path bounds=false"),
    ("ppt", "init=constant bounds=false ties=last"),
    ("pp2", ""),
    ("pp2", "init=evaluation bounds=false"),
    ("ppn", ""),
    ("ppn", "playouts=1 theta=0.5 bounds=false"),
    ("ppn", "shape=graph playouts=3 ties=last bounds=false"),
    ("mcpn", ""),
    ("mcpn", "playouts=2 theta=1e-9 bounds=false ties=max-first-min-last"),
    ("mcpn", "shape=graph playouts=5"),
    ("ews", ""),
    ("ews", "playouts=1 rates=mean shape=tree candidates=false bounds=false"),
    ("ews", "rates=none work=mobility bounds=false"),
    ("ews", "rates=mean candidates=false"),
    ("alpha-beta", ""),
    ("alpha-beta", "window=full cutoffs=true killers=false"),
    ("alpha-beta", "deepening=true bounds=false history=false"),
    ("alpha-beta", "table=false evaluation=false deepening=true window=full"),
];

/// Best-first searches cannot go on when memory is full.
fn bytes_for(way: usize, bytes: usize) -> usize {
    let depth_first = ["df-pn", "df-pp", "alpha-beta"].contains(&WAYS[way % WAYS.len()].0);
    if depth_first { bytes } else { 1 << 26 }
}

fn request(way: usize, goal: Option<Score>) -> Request {
    let (algorithm, text) = WAYS[way % WAYS.len()];
    let pairs = text.split_whitespace().map(|pair| {
        let (name, value) = pair.split_once('=').expect("name=value");
        (name.to_string(), value.to_string())
    });
    Request { goal, parameters: Parameters::new(pairs), ..Request::new(algorithm) }
}

fn table_of(max_bytes: usize) -> Control {
    Control::new(Limits { max_bytes, ..Limits::default() })
}

fn seen(value: Score, player: Player) -> Score {
    Bounds::exactly(value).seen_by(player).lo
}

/// Is the solution right, and complete?
fn check(solution: &Solution, value: Score, mover: Player, goal: Option<Score>, what: &str) {
    assert!(solution.solved && solution.stopped.is_none(), "{what}: not solved");
    let bounds = solution.bounds;
    assert!(bounds.lo <= value && value <= bounds.hi, "{what}: {bounds:?} without {value}");
    match goal {
        None => assert!(bounds.is_exact(), "{what}: {bounds:?}"),
        Some(goal) => {
            let reaches = seen(value, mover) >= goal;
            assert_eq!(bounds.seen_by(mover).lo >= goal, reaches, "{what}: {bounds:?}");
        }
    }
}

#[test]
fn random_rules() {
    let mut rng = Rng::new(7);
    for seed in 0..6000u64 {
        let (game, root) = Maze::new(seed);
        let mover = game.to_move(&root);
        let value = game.value(&root);
        if seed % 16 == 0 {
            let truth = upstar_engine::solve_game(
                &game,
                &root,
                &Request::new("minimax"),
                &Control::unlimited(),
            );
            assert_eq!(truth.unwrap().bounds, Bounds::exactly(value));
        }
        for _ in 0..8 {
            let way = rng.below(WAYS.len() as u64) as usize;
            let goal = [None, Some(rng.below(7) as Score - 3)][rng.below(2) as usize];
            let max_bytes = [0, 256, 1 << 10, 1 << 16, 1 << 20][rng.below(5) as usize];
            let max_bytes = bytes_for(way, max_bytes);
            let what = format!("seed {seed}, {:?}, goal {goal:?}, {max_bytes} bytes", WAYS[way]);
            let request = request(way, goal);
            let solution =
                upstar_engine::solve_game(&game, &root, &request, &table_of(max_bytes)).unwrap();
            check(&solution, value, mover, goal, &what);
            if solution.bounds.is_exact()
                && let Some(mv) = solution.best_move
            {
                let mut child = root;
                game.play(&mut child, mv);
                let child_value = seen(game.value(&child), mover);
                assert_eq!(child_value, seen(value, mover), "{what}: the best move");
            }
        }
    }
}

#[test]
fn winning_moves_win() {
    for seed in 0..3000u64 {
        let (game, root) = Maze::new(seed);
        let (mover, goal) = (game.to_move(&root), (seed % 5) as Score - 2);
        let control = table_of([1 << 8, 1 << 16][(seed & 1) as usize]);
        let wins = seen(game.value(&root), mover) >= goal;
        let over = game.expand(&root, &mut Vec::new()).is_some();
        let request = |name| Request { goal: Some(goal), ..Request::new(name) };
        let alone = DfSharedState::new(1, 0);
        let mut pn =
            DfPn::search(game.as_ref(), &root, &request("df-pn"), &control, &alone).unwrap();
        let mut pp =
            DfPp::search(game.as_ref(), &root, &request("df-pp"), &control, &alone).unwrap();
        if goal == -2 || over {
            continue;
        }
        assert_eq!(pn.goal(), (mover, goal));
        for index in [pn.winning_move(&root), pp.winning_move(&root)] {
            assert_eq!(index.is_some(), wins, "seed {seed}");
            let Some(index) = index else { continue };
            let mut child = root;
            game.play(&mut child, Move(index as u32));
            assert!(seen(game.value(&child), mover) >= goal);
        }
    }
}

/// A position after some random moves, whose game is not over.
fn random_play(game: &str, text: &str, rng: &mut Rng, depth: u64) -> Box<dyn AnyPosition> {
    let mover = Player::BOTH[rng.below(2) as usize];
    let mut position = registry::position(game, text, Some(mover)).expect("an example");
    for _ in 0..rng.below(depth + 1) {
        let moves = position.moves();
        if moves.is_empty() {
            break;
        }
        position = position.play(moves[rng.below(moves.len() as u64) as usize]);
    }
    position
}

fn agrees_with_minimax(position: &dyn AnyPosition, way: usize, max_bytes: usize, rng: &mut Rng) {
    let enough = Limits { max_nodes: 3_000_000, ..Limits::default() };
    let truth =
        upstar_engine::solve(position, &Request::new("minimax"), &Control::new(enough)).unwrap();
    if !truth.solved {
        return;
    }
    let scores = position.scores();
    let goal = seen(scores[rng.below(scores.len() as u64) as usize], position.to_move());
    let goal = [None, Some(goal)][rng.below(2) as usize];
    let what = format!(
        "{} {} {:?}, {:?}, goal {goal:?}, {max_bytes} bytes",
        position.game(),
        position.text(),
        position.to_move(),
        WAYS[way % WAYS.len()],
    );
    let solution =
        upstar_engine::solve(position, &request(way, goal), &table_of(max_bytes)).unwrap();
    check(&solution, truth.bounds.lo, position.to_move(), goal, &what);
}

#[test]
fn every_game() {
    let mut rng = Rng::new(3);
    for info in registry::games() {
        for text in info.examples {
            for way in 0..WAYS.len() {
                for max_bytes in [1 << 16, 1 << 20] {
                    // Go and sums number the positions they have met, and may not forget them.
                    let least = if ["go", "sum"].contains(&info.name) { 1 << 26 } else { 0 };
                    let max_bytes = bytes_for(way, max_bytes).max(least);
                    let position = random_play(info.name, text, &mut rng, 6);
                    agrees_with_minimax(position.as_ref(), way, max_bytes, &mut rng);
                }
            }
        }
    }
}

#[test]
fn domineering_with_tables_of_every_size() {
    let mut rng = Rng::new(5);
    for way in 0..WAYS.len() {
        for (board, max_bytes) in [("4x4", 0), ("4x5", 1 << 10), ("5x5", 1 << 16)] {
            let max_bytes = bytes_for(way, max_bytes);
            let position = random_play("domineering", board, &mut rng, 2);
            agrees_with_minimax(position.as_ref(), way, max_bytes, &mut rng);
        }
    }
}

#[test]
fn limits_hold() {
    let position = registry::position("domineering", "9x9", None).unwrap();
    for algorithm in ["df-pn", "df-pp"] {
        let request = Request::new(algorithm);
        let control = Control::new(Limits { max_nodes: 20_000, ..Limits::default() });
        let solution = upstar_engine::solve(position.as_ref(), &request, &control).unwrap();
        assert_eq!((solution.solved, solution.stopped), (false, Some(Stopped::Nodes)));
        assert!((20_000..20_200).contains(&solution.stats.nodes));
        assert!(solution.best_move.is_some() && !solution.root.is_empty());

        let control = Control::new(Limits { max_seconds: 0.1, ..Limits::default() });
        let solution = upstar_engine::solve(position.as_ref(), &request, &control).unwrap();
        assert_eq!((solution.solved, solution.stopped), (false, Some(Stopped::Seconds)));

        let control = Control::unlimited();
        control.stop();
        let solution = upstar_engine::solve(position.as_ref(), &request, &control).unwrap();
        assert_eq!((solution.solved, solution.stopped), (false, Some(Stopped::Asked)));

        let limits = Limits { max_bytes: 1 << 20, max_nodes: 1_000_000, ..Limits::default() };
        let solution =
            upstar_engine::solve(position.as_ref(), &request, &Control::new(limits)).unwrap();
        assert_eq!(solution.stopped, Some(Stopped::Nodes));
        assert!(solution.stats.peak_bytes < (1 << 20) + (1 << 16));
    }
}

#[test]
fn a_negative_margin_is_refused() {
    let position = registry::position("domineering", "3x3", None).unwrap();
    for algorithm in ["df-pn", "df-pp"] {
        let parameters = Parameters::new([("epsilon".to_string(), "-1".to_string())]);
        let request = Request { parameters, ..Request::new(algorithm) };
        assert!(upstar_engine::solve(position.as_ref(), &request, &Control::unlimited()).is_err());
    }
}

/// These algorithms on every start position of at most `cells` cells, both players first.
fn every_start_position(cells: usize, algorithms: &[&str]) {
    let mut texts: Vec<(&str, String)> = Vec::new();
    for rows in 1..=cells {
        for columns in 1..=cells / rows {
            let size = format!("{rows}x{columns}");
            for game in ["domineering", "nogo", "clobber", "hex", "connect-four"] {
                texts.push((game, size.clone()));
            }
            texts.extend([2, 3].map(|k| ("mnk", format!("{size}:{k}"))));
            texts.push(("connect-four", format!("{size}:3")));
        }
    }
    texts.extend((1..=4).map(|n| ("y", n.to_string())));
    texts.extend((1..=6).map(|seed| ("pgame", format!("2x8:{seed}"))));
    for (game, text) in texts {
        for mover in Player::BOTH {
            let position = registry::position(game, &text, Some(mover)).expect("a board");
            let truth = upstar_engine::solve(
                position.as_ref(),
                &Request::new("minimax"),
                &Control::unlimited(),
            )
            .unwrap();
            for &algorithm in algorithms {
                let limits = Limits { max_bytes: 1 << 28, ..Limits::default() };
                let found = upstar_engine::solve(
                    position.as_ref(),
                    &Request::new(algorithm),
                    &Control::new(limits),
                )
                .unwrap();
                assert!(found.solved, "{algorithm} {game} {text} {mover:?}");
                assert_eq!(found.bounds, truth.bounds, "{algorithm} {game} {text} {mover:?}");
            }
        }
    }
}

#[test]
fn every_algorithm_on_every_start_position_to_12_cells() {
    // Monte-Carlo trees have no transpositions: smaller boards are large enough for them.
    let (playing, proving): (Vec<&str>, Vec<&str>) = registry::ALGORITHMS
        .iter()
        .map(|i| i.name)
        .partition(|n| FAMILY.iter().any(|f| f.name == *n));
    every_start_position(12, &proving);
    every_start_position(9, &playing);
}
