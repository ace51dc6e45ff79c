//! Sums have the outcomes of the positions that they were made of.

use std::sync::Arc;

use upstar_cgt::{
    parts::ValueLimit,
    sum_game::{SumConfig, SumGame},
};
use upstar_core::{
    Control, Game, Move, Partisan, Player, SearchGame, StaticBounds, Status, StopCheck,
};
use upstar_games::{
    clobber::{self, Clobber},
    domineering::{self, Domineering},
    nogo::{self, NoGo},
};
use upstar_search::{Minimax, Request, Solver};

fn silent() -> StopCheck {
    Arc::new(|| false)
}

fn outcome<G: SearchGame>(game: &G, position: &G::Position) -> i16 {
    let request = Request::new("minimax");
    let control = Control::unlimited();
    let solved = Minimax::solve(game, position, &request, &control);
    solved.expect("minimax has no parameters").solution.bounds.lo
}

/// All positions of a board, for both players, with small values, with none, and with bounds.
fn sums_keep_outcomes<G: Partisan>(game: G) {
    let game = Arc::new(game);
    for limit in [0, 4, 100].map(ValueLimit::fixed).into_iter().chain([ValueLimit::growing(8)]) {
        let mut positions = game.all_positions().expect("the board can be listed");
        let like = positions.next().expect("a board has positions");
        let sum = SumGame::new(&game, &like, limit, SumConfig::single_thread(1 << 28), &silent())
            .expect("no database");
        for position in game.all_positions().expect("the board can be listed") {
            for player in Player::BOTH {
                let position = game.with_mover(&position, player);
                let wanted = outcome(game.as_ref(), &position);
                let root = sum.sum_of(&position);
                assert_eq!(outcome(&sum, &root), wanted);
                let bounds = sum.bounds(&root);
                assert!(bounds.lo <= wanted && wanted <= bounds.hi);
                let mut moves = Vec::new();
                let status = match sum.expand(&root, &mut moves) {
                    Some(score) => Status::Over(score),
                    None => Status::Moves(moves.len() as u32),
                };
                assert_eq!(sum.status(&root, &mut Vec::new()), status);
            }
        }
    }
}

#[test]
fn sums_of_clobber_keep_outcomes() {
    for size in ["2x3", "1x6", "3x3"] {
        let setup = clobber::setup(size).expect("a size");
        sums_keep_outcomes(Clobber::<u64>::new(&setup, Player::Left).expect("a board").0);
    }
}

#[test]
fn sums_of_domineering_and_nogo_keep_outcomes() {
    let setup = domineering::setup("3x3").expect("a size");
    sums_keep_outcomes(Domineering::<u64>::new(&setup, Player::Left).expect("a board").0);
    let setup = nogo::setup("2x3").expect("a size");
    sums_keep_outcomes(NoGo::<u64>::new(&setup, Player::Left).expect("a board").0);
}

#[test]
fn negatives_cancel_and_equal_parts_are_one_position() {
    let setup = clobber::setup("xo.ox/...../xxo.o/...../oox.x").expect("a board");
    let (game, position) = Clobber::<u64>::new(&setup, Player::Left).expect("a board");
    let game = Arc::new(game);
    let sum = SumGame::new(
        &game,
        &position,
        ValueLimit::fixed(0),
        SumConfig::single_thread(1 << 28),
        &silent(),
    )
    .expect("no database");
    let mut moves: Vec<Move> = Vec::new();
    assert_eq!(sum.expand(sum.root(), &mut moves), Some(-1), "all parts cancel");
}

#[test]
fn moves_are_told_as_those_of_the_board() {
    for text in ["xoxo.oxo/ox....xx/xxo.oxox", "xoxoxox", "4x4", "xo.xox.oxoxo"] {
        let setup = clobber::setup(text).expect("a board");
        let (game, start) = Clobber::<u64>::new(&setup, Player::Left).expect("a board");
        let game = Arc::new(game);
        for limit in [0, 4, 100] {
            let limit = ValueLimit::fixed(limit);
            let sum =
                SumGame::new(&game, &start, limit, SumConfig::single_thread(1 << 28), &silent())
                    .expect("no database");
            let mut moves = Vec::new();
            sum.expand(sum.root(), &mut moves);
            let mut boards = Vec::new();
            game.expand(&start, &mut boards);
            for mv in moves {
                let mut after = sum.root().clone();
                sum.play(&mut after, mv);
                // A canonical value may have moves that the board has not: they are told as none.
                let Some(shown) = sum.board_move(mv) else { continue };
                assert!(boards.contains(&shown));
                let mut next = start;
                game.play(&mut next, shown);
                assert_eq!(outcome(&sum, &after), outcome(&sum, &sum.sum_of(&next)));
            }
        }
    }
}

#[test]
fn no_values_are_worked_out_after_the_alarm() {
    let setup = clobber::setup("xoxxoxoo.xoxoxoxxo").expect("a board");
    let (game, start) = Clobber::<u64>::new(&setup, Player::Left).expect("a board");
    let game = Arc::new(game);
    let [rung, silent] = [true, false].map(|is_time| {
        let alarm: StopCheck = Arc::new(move || is_time);
        let sum = SumGame::new(
            &game,
            &start,
            ValueLimit::fixed(100),
            SumConfig::single_thread(1 << 28),
            &alarm,
        )
        .expect("no database");
        (sum.heap_bytes(), outcome(&sum, sum.root()))
    });
    assert!(rung.0 < silent.0, "{rung:?} {silent:?}");
    assert_eq!(rung.1, silent.1, "what has no value is searched");
}
