//! Positions that share a table get the results that plain minimax finds.

use upstar_core::{Control, Limits, Player};
use upstar_engine::{AnyPosition, Batch, registry, solve, solve_many};
use upstar_search::Request;

/// A position and all its successors down to a depth, for both players to move.
fn positions(game: &str, text: &str, depth: usize) -> Vec<Box<dyn AnyPosition>> {
    let start = |player| registry::position(game, text, Some(player)).unwrap();
    let mut found: Vec<_> = Player::BOTH.map(start).into();
    let mut level = 0..found.len();
    for _ in 0..depth {
        let next: Vec<_> = found[level.clone()]
            .iter()
            .flat_map(|p| p.moves().into_iter().map(|mv| p.play(mv)))
            .collect();
        level = found.len()..found.len() + next.len();
        found.extend(next);
    }
    // Read again from their texts, some have a game object of their own.
    let again = found
        .iter()
        .step_by(3)
        .map(|p| registry::position(game, &p.text(), Some(p.to_move())).unwrap());
    let again: Vec<_> = again.collect();
    found.extend(again);
    found
}

const BOARDS: [(&str, &str, usize); 16] = [
    ("domineering", "1x6", 3),
    ("domineering", "6x1", 3),
    ("domineering", "3x4", 2),
    ("nogo", "1x7", 2),
    ("nogo", "5x1", 2),
    ("nogo", "3x3", 2),
    ("clobber", "2x4", 2),
    ("y", "3", 2),
    ("hex", "3x3", 2),
    ("hex", "1x4", 2),
    ("mnk", "3x3:3", 2),
    ("mnk", "1x5:2", 2),
    ("connect-four", "3x4:3", 3),
    ("connect-four", "1x5:3", 3),
    ("connect-four", "4x1:3", 3),
    ("snort", "2x3", 2),
];

#[test]
fn shared_tables_prove_what_minimax_proves() {
    // All boards in one call: positions of different games and sizes must not meet in a table.
    let all: Vec<_> =
        BOARDS.iter().flat_map(|&(game, text, depth)| positions(game, text, depth)).collect();
    let roots: Vec<&dyn AnyPosition> = all.iter().map(AsRef::as_ref).collect();
    let expected: Vec<_> = roots
        .iter()
        .map(|&p| solve(p, &Request::new("minimax"), &Control::unlimited()).unwrap().bounds)
        .collect();
    // A table that is always full proves the same.
    for (algorithm, workers, max_bytes) in [
        ("auto", 1, 1 << 30),
        ("auto", 3, 1 << 30),
        ("alpha-beta", 3, 1 << 12),
        ("df-pn", 2, 1 << 24),
    ] {
        let request = Request::new(algorithm);
        let limits = Limits { max_bytes, ..Limits::default() };
        let batch = Batch::new(&request, limits, workers);
        let results = solve_many(&roots, &batch, &Control::unlimited());
        assert_eq!(results.len(), roots.len());
        for ((root, result), &bounds) in roots.iter().zip(results).zip(&expected) {
            let solved = result.unwrap();
            let at = format!("{algorithm} {} {} {:?}", root.game(), root.text(), root.to_move());
            assert!(solved.solved && solved.bounds == bounds, "{at}");
            // The line ends with the score.
            let mut end = root.boxed_clone();
            for &mv in &solved.line {
                end = end.play(mv);
            }
            assert_eq!(end.result(), Some(bounds.lo), "{at}");
        }
    }
}

#[test]
fn a_shared_table_saves_work() {
    let all = positions("connect-four", "4x4", 3);
    let roots: Vec<&dyn AnyPosition> = all.iter().map(AsRef::as_ref).collect();
    let request = Request::new("auto");
    let batch = Batch::new(&request, Limits::default(), 1);
    let together: u64 = solve_many(&roots, &batch, &Control::unlimited())
        .into_iter()
        .map(|result| result.unwrap().stats.nodes)
        .sum();
    let alone: u64 =
        roots.iter().map(|&p| solve(p, &request, &Control::unlimited()).unwrap().stats.nodes).sum();
    assert!(together * 4 < alone, "{together} {alone}");
}

#[test]
fn limits_hold_for_each_position() {
    let all = positions("connect-four", "5x5", 1);
    let roots: Vec<&dyn AnyPosition> = all.iter().map(AsRef::as_ref).collect();
    let request = Request::new("auto");
    let limits = Limits { max_nodes: 20, ..Limits::default() };
    let results = solve_many(&roots, &Batch::new(&request, limits, 2), &Control::unlimited());
    for result in results {
        let solved = result.unwrap();
        assert!(solved.stats.nodes <= 21 || solved.solved);
    }
    let control = Control::unlimited();
    control.stop();
    let batch = Batch::new(&request, Limits::default(), 2);
    assert!(solve_many(&roots, &batch, &control).into_iter().any(|r| !r.unwrap().solved));
}
