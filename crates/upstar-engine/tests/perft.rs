//! Counts of move sequences against `perft.txt`, which an independent implementation made.

use upstar_core::Player;
use upstar_engine::{AnyPosition, registry};

/// The number of move sequences of exactly `depth` moves.
fn perft(position: &dyn AnyPosition, depth: u32) -> u64 {
    let moves = position.moves();
    match depth {
        1 => moves.len() as u64,
        _ => moves.into_iter().map(|mv| perft(&*position.play(mv), depth - 1)).sum(),
    }
}

/// The lines of the file, split at spaces.
fn cases() -> impl Iterator<Item = Vec<&'static str>> {
    include_str!("perft.txt")
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(|line| line.split(' ').collect())
}

#[test]
fn moves_are_those_of_the_rules() {
    for case in cases() {
        let [game, text, to_move, counts @ ..] = &case[..] else { panic!("{case:?}") };
        let mover = if *to_move == "left" { Player::Left } else { Player::Right };
        // Sums have spaces in their text.
        let position = registry::position(game, &text.replace('_', " "), Some(mover)).unwrap();
        for (depth, count) in (1..).zip(counts) {
            assert_eq!(perft(&*position, depth).to_string(), *count, "{case:?} depth {depth}");
        }
    }
}

#[test]
fn every_game_is_counted_for_both_players() {
    for info in registry::games() {
        let of_game: Vec<_> = cases().filter(|case| case[0] == info.name).collect();
        assert!(of_game.len() >= 3, "{} needs more positions", info.name);
        assert!(of_game.iter().any(|case| case[2] == "right"), "{}: right to move", info.name);
    }
}
