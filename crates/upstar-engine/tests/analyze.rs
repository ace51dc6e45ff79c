//! The value of every move is the value of the position after it, whatever search finds it.

use upstar_core::{Bounds, Control, Limits, Stopped};
use upstar_engine::{AnyPosition, analyze, registry, solve};
use upstar_search::Request;

/// The value of each move, from Left's point of view, by minimax on the position after it.
fn by_minimax(position: &dyn AnyPosition) -> Option<Vec<Bounds>> {
    let limits = Limits { max_nodes: 200_000, ..Limits::default() };
    let value = |after: Box<dyn AnyPosition>| {
        let control = Control::new(limits);
        let solved = solve(after.as_ref(), &Request::new("minimax"), &control).expect("minimax");
        solved.solution.solved.then_some(solved.solution.bounds)
    };
    position.moves().into_iter().map(|mv| value(position.play(mv))).collect()
}

#[test]
fn every_move_has_the_value_of_the_position_after_it() {
    let mut compared = 0;
    for info in registry::games() {
        for text in info.examples {
            let position = registry::position(info.name, text, None).expect("an example");
            let Some(wanted) = by_minimax(position.as_ref()) else { continue };
            for threads in [1, 2] {
                let found = analyze(position.as_ref(), false, threads, &[], &Control::unlimited());
                let found = found.expect("every game can be analysed");
                let bounds: Vec<Bounds> = found.moves.iter().map(|found| found.bounds).collect();
                assert_eq!(bounds, wanted, "{} {text}", info.name);
                assert!(found.is_settled() && found.stopped.is_none());
            }
            compared += 1;
        }
    }
    assert!(compared > 40, "only {compared} examples are small enough");
}

#[test]
fn moves_are_settled_on_the_board_if_sums_do_not_fit_into_the_memory() {
    let position = registry::position("clobber", "3x5", None).expect("a size");
    let all =
        analyze(position.as_ref(), false, 1, &[], &Control::unlimited()).expect("it is analysed");
    let limits = Limits { max_bytes: 400_000, ..Limits::default() };
    let little =
        analyze(position.as_ref(), false, 1, &[], &Control::new(limits)).expect("it is analysed");
    let values = |found: &upstar_search::Analysis| -> Vec<Bounds> {
        found.moves.iter().map(|found| found.bounds).collect()
    };
    assert_eq!(values(&little), values(&all));
    assert!(little.is_settled());
}

#[test]
fn a_stop_leaves_open_moves_and_says_why() {
    let position = registry::position("domineering", "9x9", None).expect("a size");
    let control = Control::unlimited();
    control.stop();
    let found = analyze(position.as_ref(), true, 2, &[], &control).expect("it is analysed");
    assert!(!found.is_settled());
    assert_eq!(found.stopped, Some(Stopped::Asked));
    assert_eq!(control.progress.moves().len(), found.moves.len());
}

#[test]
fn known_moves_are_not_searched_again() {
    for (game, text) in [("connect-four", "4x4"), ("clobber", "3x4"), ("domineering", "4x4")] {
        let position = registry::position(game, text, None).expect("an example");
        for distance in [false, true] {
            let all = analyze(position.as_ref(), distance, 1, &[], &Control::unlimited());
            let all = all.expect("it is analysed");
            let again = analyze(position.as_ref(), distance, 1, &all.moves, &Control::unlimited());
            let again = again.expect("it is analysed");
            assert_eq!((again.moves, again.stats.nodes), (all.moves, 0));
        }
    }
}
