//! An algorithm in Rust: plain negamax without a table.
//!
//! **Idea** The value of a position for the player to move is the best that its moves reach; what is good
//! for one player is bad for the other.
//!
//! **Formula** v(p) = max over moves of −v(p after the move), or v(p after the move) where the same player
//! moves again.
//!
//! **Guarantee** exact, unless a limit was reached: then nothing is proved.

use upstar_core::{AlgorithmInfo, Bounds, Control, Error, Meter, Move, SearchGame};
use upstar_engine::{registry, solve};
use upstar_search::{Answer, Request, Solution, Solver, answers, full_bounds};

/// Plain negamax.
pub struct Negamax;

impl Solver for Negamax {
    const INFO: AlgorithmInfo = AlgorithmInfo {
        name: "negamax",
        summary: "plain negamax without a table",
        reference: "Knuth and Moore 1975",
        parameters: &[],
        keeps_tree: false,
        saves_table: false,
    };

    fn solve<'a, G: SearchGame>(
        game: &'a G,
        position: &G::Position,
        request: &Request,
        control: &'a Control,
    ) -> Result<Answer<'a, G>, Error> {
        let mut meter = Meter::new(control);
        meter.nodes = 1;
        let found = value(game, position, &mut meter);
        let bounds = found.map_or_else(|| full_bounds(game), |(value, _)| Bounds::exactly(value));
        let mover = game.to_move(position);
        let mut solution = Solution::new(bounds.seen_by(mover), &meter);
        solution.solved = answers(bounds, request.goal);
        solution.best_move = found.and_then(|(_, best)| best);
        Ok(solution.into())
    }
}

/// The value for the player to move, and a move that reaches it; none if a limit was reached.
fn value<G: SearchGame>(
    game: &G,
    position: &G::Position,
    meter: &mut Meter,
) -> Option<(i16, Option<Move>)> {
    let mover = game.to_move(position);
    let mut moves = Vec::new();
    if let Some(score) = game.expand(position, &mut moves) {
        return Some((Bounds::exactly(score).seen_by(mover).lo, None));
    }
    meter.expansions += 1;
    let mut best = None;
    for mv in moves {
        if meter.count(1, game, || 0) {
            return None;
        }
        let mut child = position.clone();
        game.play(&mut child, mv);
        let (value, _) = value(game, &child, meter)?;
        let value = if game.to_move(&child) == mover { value } else { -value };
        if best.is_none_or(|(most, _)| value > most) {
            best = Some((value, Some(mv)));
        }
    }
    best
}

/// Compares with the minimax of the package on the examples of every game that are small enough.
pub fn main() {
    let mut compared = 0;
    for info in registry::games() {
        for text in info.examples {
            let position = registry::position(info.name, text, None).expect("an example");
            let limits = upstar_core::Limits { max_nodes: 20_000, ..Default::default() };
            let control = Control::new(limits);
            let (game, at) = position.erased();
            let found = Negamax::solve(&game, &at, &Request::new("negamax"), &control);
            let found = found.expect("it has no parameters").solution;
            if found.solved {
                let truth =
                    solve(position.as_ref(), &Request::new("minimax"), &Control::unlimited());
                let truth = truth.expect("it has no parameters").solution;
                assert_eq!(found.bounds, truth.bounds, "{} {text}", info.name);
                compared += 1;
            }
        }
    }
    assert!(compared > 20, "only {compared} examples were small enough");
    println!("negamax agrees with minimax on {compared} positions");
}
