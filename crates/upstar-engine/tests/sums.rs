//! Searches on sums within their limits, as users meet them.

use upstar_core::{Control, Limits, Player, Rng};
use upstar_engine::{Solved, registry};
use upstar_search::Request;

fn auto(text: &str, limits: Limits) -> (Solved, Control) {
    let control = Control::new(limits);
    let position = registry::position("clobber", text, None).expect("a board");
    (
        upstar_engine::solve(position.as_ref(), &Request::new("auto"), &control)
            .expect("auto has no parameters"),
        control,
    )
}

#[test]
fn the_best_move_that_is_told_is_one_of_the_board() {
    let boards = [
        "xoxo.oxo/ox....xx/xxo.oxox",
        "oxoxoxoxoxoxoxoxox",
        "xoxox......../oxoxo......../xoxox......../........oxoxo/........xoxox",
        "5x5",
    ];
    for text in boards {
        let position = registry::position("clobber", text, None).expect("a board");
        for max_nodes in [100, 10_000, 30_000] {
            let (solution, control) = auto(text, Limits { max_nodes, ..Limits::default() });
            for mv in [solution.best_move, control.progress.best_move()].into_iter().flatten() {
                assert!(position.moves().contains(&mv), "{text}: {mv:?}");
            }
            assert!(solution.best_move.is_some(), "{text}: there is always a guess");
        }
    }
}

#[test]
fn nodes_are_counted_together_when_sums_do_not_fit() {
    let max_nodes = 400_000;
    let limits = Limits { max_nodes, max_bytes: 4 << 20, ..Limits::default() };
    let (solution, control) = auto("5x5", limits);
    assert!(solution.note.contains("sums of parts did not fit"), "{}", solution.note);
    let told = control.progress.nodes.load(std::sync::atomic::Ordering::Relaxed);
    for nodes in [solution.stats.nodes, told] {
        assert!(nodes >= max_nodes && nodes < max_nodes + 1000, "{nodes}");
    }
}

/// Boards of games with parts, which plays by chance take apart.
const BOARDS: [(&str, &str); 14] = [
    ("domineering", "5x5"),
    ("domineering", "....#..../....#..../....#..../....#...."),
    ("nogo", "3x4"),
    ("nogo", "..#..#../..#.x#.."),
    ("hackenbush", "LaRbLc,aGc,bGL,cRL,LGR"),
    ("toads-and-frogs", "TT..FF/T.T.FF/TT.F"),
    ("col", "3x5"),
    ("snort", "3x5"),
    ("cram", "4x4"),
    ("nim", "3,5,7"),
    ("octal", "0.137:9,7"),
    ("kayles", "8,5"),
    ("amazons", "x..#o.x/...#..."),
    ("konane", "4x5"),
];

#[test]
fn positions_of_every_game_with_parts_keep_their_outcomes() {
    let mut on_sums = 0;
    for (game, text) in BOARDS {
        for seed in 0..4 {
            let mut rng = Rng::new(seed);
            let mover = Player::BOTH[seed as usize % 2];
            let mut position = registry::position(game, text, Some(mover)).expect("a position");
            loop {
                let solve = |algorithm| {
                    let control = Control::unlimited();
                    upstar_engine::solve(position.as_ref(), &Request::new(algorithm), &control)
                        .expect("no parameters")
                };
                let (found, truth) = (solve("auto"), solve("alpha-beta"));
                let name = || format!("{game} {}, {:?}", position.text(), position.to_move());
                assert!(found.solved, "{}", name());
                assert_eq!(found.bounds, truth.bounds, "{}", name());
                on_sums += usize::from(found.note.contains("sums of parts"));
                let Ok(mv) = position.random_move(&mut rng) else { break };
                let best = position.play(found.best_move.expect("there are moves"));
                let after = upstar_engine::solve(
                    best.as_ref(),
                    &Request::new("alpha-beta"),
                    &Control::unlimited(),
                );
                assert_eq!(after.expect("no parameters").bounds, truth.bounds, "{}", name());
                position = position.play(mv);
            }
        }
    }
    assert!(on_sums > 150, "{on_sums}");
}

#[test]
fn what_has_a_value_at_a_glance_needs_no_search() {
    for (game, text, moves) in [
        ("nim", "20,24,30,50", "50:18"),
        ("kayles", "100", "100:97,1"),
        ("hackenbush", "LRRL,LLR,RLRL,LRL,RRLL", "1"),
        ("domineering", "....#..../....#..../....#..../....#....", ""),
    ] {
        let position = registry::position(game, text, None).expect("a position");
        let solution =
            upstar_engine::solve(position.as_ref(), &Request::new("auto"), &Control::unlimited())
                .unwrap();
        assert!(solution.solved && solution.note.contains("all of which have values"), "{game}");
        assert!(solution.stats.expansions <= 1, "{game}: {:?}", solution.stats);
        let best = solution.best_move.map(|mv| position.move_text(mv)).expect("there are moves");
        assert!(moves.is_empty() || moves == best, "{game}: {best}");
    }
}
