//! Every combination of the options of games that know values, on all positions of small boards:
//! the winner is that of the rules.

mod options;

use std::{collections::HashMap, sync::Arc};

use options::combinations;
use upstar_cgt::value_game::ValueGame;
use upstar_core::{Control, Game, Limits, Move, Partisan, Player, SearchGame};
use upstar_games::clobber::{self, Clobber};
use upstar_search::{AlphaBeta, DfPn, Mcts, Request, Solver};

/// Winners by key and player to move.
type Known<G> = HashMap<(<G as Game>::Key, Player), Player>;

/// Who wins, each position played out once.
fn winner<G: SearchGame>(game: &G, position: &G::Position, known: &mut Known<G>) -> Player
where
    G::Key: std::hash::Hash + Eq,
{
    let name = (game.owner_key(position), game.to_move(position));
    if let Some(&winner) = known.get(&name) {
        return winner;
    }
    let found = by_moves(game, position, known);
    known.insert(name, found);
    found
}

/// Who wins, by what the moves lead to.
fn by_moves<G: SearchGame>(game: &G, position: &G::Position, known: &mut Known<G>) -> Player
where
    G::Key: std::hash::Hash + Eq,
{
    let mut moves = Vec::new();
    if let Some(score) = game.expand(position, &mut moves) {
        return if score > 0 { Player::Left } else { Player::Right };
    }
    let mover = game.to_move(position);
    let wins = |&mv: &Move| {
        let mut next = position.clone();
        game.play(&mut next, mv);
        winner(game, &next, known) == mover
    };
    if moves.iter().any(wins) { mover } else { mover.other() }
}

fn board(text: &str) -> Arc<Clobber<u64>> {
    let (game, _) = Clobber::new(&clobber::setup(text).unwrap(), Player::Left).unwrap();
    Arc::new(game)
}

/// Plays all positions of a board out with all options, from each as a root.
fn check_all(text: &str, cells: &[u32]) {
    let game = board(text);
    let mut truth = Known::<Clobber<u64>>::new();
    for options in cells.iter().flat_map(|&cells| combinations(cells)) {
        let any = game.all_positions().unwrap().next().unwrap();
        let (valued, _) = ValueGame::new(&game, "clobber", &any, options.clone()).unwrap();
        let mut told = Known::<ValueGame>::new();
        for position in game.all_positions().unwrap() {
            for player in Player::BOTH {
                let position = game.with_mover(&position, player);
                let expected = winner(game.as_ref(), &position, &mut truth);
                let root = ValueGame::root(&game, &position);
                let found = by_moves(&valued, &root, &mut told);
                assert_eq!(found, expected, "{position:?} with {options:?}");
            }
        }
    }
}

/// Lets a solver loose on every `step`-th position of a board with all options.
fn check_solver<S: Solver>(name: &str, text: &str, step: usize) {
    let game = board(text);
    let mut truth = Known::<Clobber<u64>>::new();
    let limits = Limits { max_nodes: 100_000, max_bytes: 1 << 22, ..Limits::default() };
    for (i, options) in combinations(4).into_iter().enumerate() {
        let any = game.all_positions().unwrap().next().unwrap();
        let (valued, _) = ValueGame::new(&game, "clobber", &any, options.clone()).unwrap();
        // Other positions for each of them.
        for position in game.all_positions().unwrap().skip(7 * i).step_by(step) {
            for player in Player::BOTH {
                let position = game.with_mover(&position, player);
                let expected = winner(game.as_ref(), &position, &mut truth);
                let (root, control) = (ValueGame::root(&game, &position), Control::new(limits));
                let found = S::solve(&valued, &root, &Request::new(name), &control).unwrap();
                assert!(found.solution.solved, "{name}: {position:?} with {options:?}");
                assert_eq!(
                    found.solution.bounds.lo,
                    expected.win(),
                    "{name}: {position:?}, {options:?}"
                );
            }
        }
    }
}

#[test]
fn all_options_keep_the_winner_of_every_position_on_3x3() {
    check_all("3x3", &[6]);
}

#[test]
fn all_options_keep_the_winner_of_every_position_on_smaller_boards() {
    for text in ["1x2", "1x3", "1x4", "1x5", "1x6", "1x7", "2x2", "2x3"] {
        check_all(text, &[0, 3, 6]);
    }
}

#[test]
fn solvers_find_the_winner_with_all_options() {
    check_solver::<AlphaBeta>("alpha-beta", "3x3", 397);
    check_solver::<DfPn>("df-pn", "3x3", 397);
    check_solver::<Mcts>("mcts", "3x3", 397);
}

#[test]
fn all_options_keep_every_winner_whatever_the_size_of_parts() {
    check_all("3x3", &[0, 2, 3, 4, 5, 9]);
    check_all("2x4", &[0, 3, 4, 6, 8]);
}
