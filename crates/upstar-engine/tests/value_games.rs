//! Games that know what their parts are worth: nobody wins who did not win before.

mod options;

use std::sync::Arc;

use upstar_cgt::value_game::{Simplify, ValueGame, ValueGameConfig};
use upstar_core::{
    Bounds, Control, Game, Limits, Move, Parameters, Partisan, Player, Playouts, Rng, StaticBounds,
    Status, Symmetry,
};
use upstar_engine::registry;
use upstar_games::{
    clobber, clobber::Clobber, domineering, domineering::Domineering, nogo, nogo::NoGo,
};
use upstar_search::Request;

/// Who wins, by the rules alone.
fn winner<G: Game>(game: &G, position: &G::Position) -> Player {
    let mut moves = Vec::new();
    if let Some(score) = game.expand(position, &mut moves) {
        return if score > 0 { Player::Left } else { Player::Right };
    }
    let mover = game.to_move(position);
    let wins = |&mv: &Move| {
        let mut next = position.clone();
        game.play(&mut next, mv);
        winner(game, &next) == mover
    };
    if moves.iter().any(wins) { mover } else { mover.other() }
}

/// Every combination of the options, with parts of no, few and many cells.
fn combinations() -> Vec<ValueGameConfig> {
    [0, 3, 6].into_iter().flat_map(options::combinations).collect()
}

/// On a board, all positions (every `step`-th) with all options: the same winner, the same moves
/// or some that matter, the same winner after each of them, and whatever is said of it is true.
fn check<G: Partisan>(game: &Arc<G>, step: usize, options: &[ValueGameConfig]) {
    for options in options {
        let mut start = None;
        for position in game.all_positions().unwrap().step_by(step) {
            for player in Player::BOTH {
                let position = game.with_mover(&position, player);
                // One game, and its tables, for all positions of the board.
                let (valued, root) = match start.take() {
                    Some((valued, _)) => (valued, ValueGame::root(game, &position)),
                    None => ValueGame::new(game, "a game", &position, options.clone()).unwrap(),
                };
                check_position(game, &position, &valued, &root);
                start = Some((valued, root));
            }
        }
    }
}

fn check_position<G: Partisan>(
    game: &Arc<G>,
    position: &G::Position,
    valued: &ValueGame,
    root: &<ValueGame as Game>::Position,
) {
    let truth = winner(game.as_ref(), position);
    assert_eq!(winner(valued, root), truth);
    let exact = Bounds::exactly(truth.win());
    assert_eq!(valued.bounds(root).meet(exact), exact);
    let (mut all, mut listed) = (Vec::new(), Vec::new());
    let over = game.expand(position, &mut all);
    assert_eq!(valued.expand(root, &mut listed), over, "a move is wanted at the root");
    assert!(listed.iter().all(|mv| all.contains(mv)));
    for mv in listed {
        let (mut next, mut told) = (position.clone(), *root);
        game.play(&mut next, mv);
        valued.play(&mut told, mv);
        let truth = winner(game.as_ref(), &next);
        assert_eq!(winner(valued, &told), truth);
        let exact = Bounds::exactly(truth.win());
        assert_eq!(valued.bounds(&told).meet(exact), exact);
        if let Status::Over(score) = valued.status(&told, &mut Vec::new()) {
            assert_eq!(score, truth.win());
        }
    }
}

#[test]
fn all_positions_of_small_clobber_boards_keep_their_winner_with_all_options() {
    for (text, step) in [("2x3", 1), ("1x7", 7), ("3x3", 211)] {
        let setup = clobber::setup(text).unwrap();
        let (game, _) = Clobber::<u64>::new(&setup, Player::Left).unwrap();
        check(&Arc::new(game), step, &combinations());
    }
}

#[test]
fn positions_of_other_games_keep_their_winner_too() {
    let setup = domineering::setup("3x4").unwrap();
    let (game, _) = Domineering::<u64>::new(&setup, Player::Left).unwrap();
    check(&Arc::new(game), 37, &combinations());
    let setup = nogo::setup("2x4").unwrap();
    let (game, _) = NoGo::<u64>::new(&setup, Player::Left).unwrap();
    check(&Arc::new(game), 101, &combinations());
}

#[test]
fn equal_sums_have_one_name_and_equal_names_one_winner() {
    let setup = clobber::setup("1x7").unwrap();
    let (game, position) = Clobber::<u64>::new(&setup, Player::Left).unwrap();
    let game = Arc::new(game);
    let options = ValueGameConfig {
        solved: true,
        simplify: Simplify::Always,
        min_parts: 0,
        atomic: false,
        up_star: false,
        ordering: false,
        part_cells: 3,
        database: None,
    };
    let (valued, _) = ValueGame::new(&game, "clobber", &position, options).unwrap();
    let mut named = std::collections::HashMap::new();
    let mut count = 0;
    for position in game.all_positions().unwrap() {
        count += 1;
        let start = ValueGame::root(&game, &position);
        let truth = Player::BOTH.map(|player| winner(&*game, &game.with_mover(&position, player)));
        let known = named.entry(valued.symmetric_key(&start)).or_insert(truth);
        assert_eq!(*known, truth);
    }
    assert!(named.len() < count / 8, "{} names for {count} positions", named.len());
}

fn solve(game: &str, text: &str, algorithm: &str, set: &[(&str, &str)]) -> (bool, i16) {
    let position = registry::position(game, text, None).unwrap();
    let set = set.iter().map(|&(name, value)| (name.into(), value.into()));
    let request = Request { parameters: Parameters::new(set), ..Request::new(algorithm) };
    let limits = Limits { max_nodes: 200_000, ..Limits::default() };
    let solution =
        upstar_engine::solve(position.as_ref(), &request, &Control::new(limits)).unwrap();
    (solution.solved, solution.bounds.lo)
}

#[test]
fn every_algorithm_finds_the_same_winner_with_values() {
    let positions = [
        ("clobber", "xo.xxo.oox"),
        ("clobber", "2x4"),
        ("domineering", "4x3"),
        ("nogo", "2x3"),
        ("hackenbush", "LRRL"),
        ("konane", "xo.o."),
        ("snort", "1x4"),
    ];
    for (game, text) in positions {
        let expected = solve(game, text, "minimax", &[]);
        assert!(expected.0);
        for info in registry::ALGORITHMS {
            let set = [("solved_positions", "true"), ("hot_ordering", "true")];
            let found = solve(game, text, info.name, &set);
            assert!(!found.0 || found == expected, "{} on {game} {text}", info.name);
            assert!(found.0 || info.name == "mila", "{} on {game} {text}", info.name);
            if !["hackenbush"].contains(&game) {
                let set = [("simplify", "always"), ("part_cells", "4")];
                assert_eq!(solve(game, text, info.name, &set), expected, "{}", info.name);
            }
        }
    }
}

#[test]
fn games_without_values_refuse_and_say_why() {
    let refused = |game: &str, text: &str, name: &str, value: &str| {
        let position = registry::position(game, text, None).unwrap();
        let parameters = Parameters::new([(name.to_string(), value.to_string())]);
        let request = Request { parameters, ..Request::new("mcts") };
        upstar_engine::solve(position.as_ref(), &request, &Control::unlimited())
            .unwrap_err()
            .to_string()
    };
    let text = refused("hex", "3x3", "solved_positions", "true");
    assert!(text.contains("solved_positions needs values") && text.contains("clobber"), "{text}");
    let text = refused("clobber", "2x2", "simplify", "sometimes");
    assert!(text.contains("none|root|always"), "{text}");
    let text = refused("nim", "1,2", "simplify", "always");
    assert!(text.contains("keep their numbers"), "{text}");
}

/// A sum that is known ends a playout at once, so playouts agree with the values.
#[test]
fn playouts_from_a_known_sum_all_end_alike() {
    let text = "xo.xxo.oox/........../xxo.xxo.xo";
    let setup = clobber::setup(text).unwrap();
    let (game, position) = Clobber::<u64>::new(&setup, Player::Left).unwrap();
    let game = Arc::new(game);
    let truth = winner(game.as_ref(), &position).win();
    let options = &combinations()[1];
    let options = ValueGameConfig { solved: true, part_cells: 8, ..options.clone() };
    let (valued, root) = ValueGame::new(&game, "clobber", &position, options).unwrap();
    let mut rng = Rng::new(1);
    for _ in 0..100 {
        assert_eq!(valued.random_end(&root, &mut rng, &mut Vec::new()), truth);
    }
}
