//! Searches on sums within their limits, as users meet them.

use upstar_core::registry;
use upstar_core::search::{Control, Limits, Request, Solution};

fn auto(text: &str, limits: Limits) -> (Solution, Control) {
    let control = Control::new(limits);
    let position = registry::position("clobber", text, None).expect("a board");
    (position.solve(&Request::new("auto"), &control).expect("auto has no parameters"), control)
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
