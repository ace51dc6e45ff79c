//! `auto` where it has no favourite: two searches in turns.

use upstar_core::{Control, Limits, Player};
use upstar_engine::{Solved, registry};
use upstar_search::Request;

fn solve(algorithm: &str, text: &str, limits: Limits) -> Solved {
    let position = registry::position("mnk", text, Some(Player::Left)).unwrap();
    upstar_engine::solve(position.as_ref(), &Request::new(algorithm), &Control::new(limits))
        .unwrap()
}

#[test]
fn whoever_answers_is_right_and_says_so() {
    let cases = [
        ("3x3:3", "alpha-beta", ""),
        ("4x4:4", "alpha-beta", "df-pn also searched"),
        ("5x6:4", "df-pn", "df-pn answered after"),
    ];
    for (text, judge, note) in cases {
        let truth = solve(judge, text, Limits::default());
        let found = solve("auto", text, Limits::default());
        assert!(found.solved && found.stopped.is_none());
        assert_eq!(found.bounds, truth.bounds, "{text}");
        assert!(found.note.contains(note), "{text}: {}", found.note);
        // The move reaches the value.
        let position = registry::position("mnk", text, Some(Player::Left)).unwrap();
        let after = position.play(found.best_move.unwrap());
        let value =
            upstar_engine::solve(after.as_ref(), &Request::new("df-pn"), &Control::unlimited())
                .unwrap();
        assert_eq!(value.bounds, truth.bounds, "{text}");
    }
}

#[test]
fn limits_hold_for_both_together() {
    for max_nodes in [1_000, 20_000, 40_000, 100_000] {
        let limits = Limits { max_nodes, ..Limits::default() };
        let found = solve("auto", "6x6:4", limits);
        assert!(!found.solved);
        assert_eq!(found.stopped.map(|s| s.name()), Some("nodes"));
        // Each finishes the expansion that it is at.
        let nodes = found.stats.nodes;
        assert!((max_nodes..max_nodes + 100).contains(&nodes), "{nodes} of {max_nodes}");
    }
    // Whoever is at work when the time is over.
    for milliseconds in (20..200).step_by(20) {
        let max_seconds = f64::from(milliseconds) / 1000.0;
        let found = solve("auto", "6x7:5", Limits { max_seconds, ..Limits::default() });
        assert_eq!(found.stopped.map(|s| s.name()), Some("seconds"));
    }
    let limits = Limits { max_bytes: 1 << 20, ..Limits::default() };
    let found = solve("auto", "5x6:4", limits);
    assert!(found.solved && found.stats.peak_bytes < 2 << 20, "{}", found.stats.peak_bytes);
}
