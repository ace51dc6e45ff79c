//! Laws of random play, for every registered game: moves are uniform, and plays to the end that a
//! game takes in one go end as plays move by move do. Seeds are fixed, so that nothing here depends
//! on luck; the bounds are such that a right program passes with nearly every seed.

use std::collections::HashMap;

use upstar_core::{Control, Limits, Parameters, Player, Rng};
use upstar_engine::{AnyPosition, registry};

/// Boards beyond the examples: wide words, single rows, words used to the last bit.
const LARGE: &[(&str, &str)] = &[
    ("domineering", "8x8"),
    ("domineering", "8x9"),
    ("nogo", "6x6"),
    ("nogo", "9x9"),
    ("nogo", "1x64"),
    ("clobber", "8x8"),
    ("clobber", "9x8"),
    ("clobber", "1x64"),
    ("y", "6"),
    ("y", "10"),
    ("y", "15"),
    ("y", "./../.x./..../.o..."),
    ("hex", "8"),
    ("hex", "9x14"),
    ("hex", "1x64"),
    ("mnk", "8x8:5"),
    ("mnk", "10x10:5"),
    ("connect-four", "6x7"),
    ("connect-four", "9x10:5"),
    ("pgame", "3x60:18446744073709551615"),
];

/// Exceeded by chance once in about a million times: the Wilson-Hilferty approximation of χ².
fn limit(degrees: usize) -> f64 {
    let d = degrees as f64;
    d * (1.0 - 2.0 / (9.0 * d) + 4.75 * (2.0 / (9.0 * d)).sqrt()).powi(3)
}

/// Are counts as expected? Those of which fewer than five are expected are counted together.
fn fits(counts: &[u64], expected: &[f64], what: &str) {
    let (mut sum, mut cells, mut rare) = (0.0, 0, (0.0, 0.0));
    for (&count, &mean) in counts.iter().zip(expected) {
        assert!(mean > 0.0 || count == 0, "{what}: what cannot happen did");
        if mean < 5.0 {
            rare = (rare.0 + count as f64, rare.1 + mean);
        } else {
            sum += (count as f64 - mean).powi(2) / mean;
            cells += 1;
        }
    }
    if rare.1 > 0.0 {
        sum += (rare.0 - rare.1).powi(2) / rare.1.max(1.0);
        cells += 1;
    }
    let bound = limit(cells.max(2) - 1);
    assert!(sum < bound, "{what}: χ² = {sum:.1} > {bound:.1}: {counts:?} for {expected:?}");
}

/// Some positions of a random play: the start and a few later ones.
/// Games whose playouts follow a policy of their own, which their own tests check; their moves by
/// chance are uniform like all others'.
const OWN_POLICY: &[&str] = &["go", "seki"];

fn some_positions(start: &dyn AnyPosition, rng: &mut Rng) -> Vec<Box<dyn AnyPosition>> {
    let mut found = vec![start.boxed_clone()];
    let mut position = start.boxed_clone();
    while let Ok(mv) = position.random_move(rng) {
        position = position.play(mv);
        if rng.below(4) == 0 {
            found.push(position.boxed_clone());
        }
    }
    found.push(position);
    found
}

fn starts(with_large: bool) -> impl Iterator<Item = Box<dyn AnyPosition>> {
    let examples = registry::games().flat_map(|info| info.examples.iter().map(|t| (info.name, *t)));
    let large = LARGE.iter().copied().filter(move |_| with_large);
    let read = |(game, text): (&str, &str), mover| {
        registry::position(game, text, Some(mover)).expect("a position")
    };
    examples.chain(large).flat_map(move |named| Player::BOTH.map(|mover| read(named, mover)))
}

fn name(position: &dyn AnyPosition) -> String {
    format!("{} {} {:?}", position.game(), position.text(), position.to_move())
}

#[test]
fn random_moves_are_uniform() {
    let mut rng = Rng::new(11);
    for start in starts(true) {
        for position in some_positions(&*start, &mut rng) {
            let moves = position.moves();
            if moves.is_empty() {
                assert_eq!(position.random_move(&mut rng).err(), position.result());
                continue;
            }
            let mut counts = vec![0; moves.len()];
            for _ in 0..40 * moves.len() {
                let mv = position.random_move(&mut rng).expect("the game goes on");
                let place = moves.iter().position(|&m| m == mv).expect("a legal move");
                counts[place] += 1;
            }
            fits(&counts, &vec![40.0; moves.len()], &name(&*position));
        }
    }
}

/// The probability of each score when all moves are equally likely, by going through all plays;
/// none if there are too many positions.
fn exact_ends(
    position: &dyn AnyPosition,
    known: &mut HashMap<String, Vec<f64>>,
) -> Option<Vec<f64>> {
    let scores = position.scores();
    if let Some(score) = position.result() {
        return Some(scores.iter().map(|&s| f64::from(u8::from(s == score))).collect());
    }
    let key = name(position);
    if let Some(ends) = known.get(&key) {
        return Some(ends.clone());
    }
    if known.len() > 3000 {
        return None;
    }
    let moves = position.moves();
    let mut ends = vec![0.0; scores.len()];
    for &mv in &moves {
        let below = exact_ends(&*position.play(mv), known)?;
        ends.iter_mut().zip(below).for_each(|(end, p)| *end += p / moves.len() as f64);
    }
    known.insert(key, ends.clone());
    Some(ends)
}

#[test]
fn plays_end_as_often_as_counting_all_plays_says() {
    let mut rng = Rng::new(12);
    let mut checked = HashMap::new();
    let plain = starts(false).filter(|start| !OWN_POLICY.contains(&start.game()));
    for (seed, start) in plain.enumerate() {
        for position in some_positions(&*start, &mut rng) {
            let Some(exact) = exact_ends(&*position, &mut HashMap::new()) else { continue };
            let counts = upstar_engine::playouts(
                position.as_ref(),
                3000,
                seed as u64,
                &Parameters::default(),
                &Control::unlimited(),
            )
            .unwrap();
            let expected: Vec<f64> = exact.iter().map(|p| p * 3000.0).collect();
            fits(&counts, &expected, &name(&*position));
            if exact.iter().all(|&p| p < 1.0) {
                *checked.entry(position.game().to_string()).or_insert(0) += 1;
            }
        }
    }
    for info in registry::games().filter(|info| !OWN_POLICY.contains(&info.name)) {
        assert!(checked.get(info.name).is_some_and(|&n| n >= 3), "{}: {checked:?}", info.name);
    }
}

#[test]
fn plays_in_one_go_end_as_plays_move_by_move() {
    const PLAYS: u64 = 1000;
    for (game, text) in LARGE {
        for mover in Player::BOTH {
            let start = registry::position(game, text, Some(mover)).expect("a position");
            let in_one_go = upstar_engine::playouts(
                start.as_ref(),
                PLAYS,
                1,
                &Parameters::default(),
                &Control::unlimited(),
            )
            .unwrap();
            assert_eq!(in_one_go.iter().sum::<u64>(), PLAYS);
            let mut rng = Rng::new(2);
            let mut by_move = vec![0; in_one_go.len()];
            for _ in 0..PLAYS {
                let mut position = start.boxed_clone();
                let score = loop {
                    match position.random_move(&mut rng) {
                        Ok(mv) => position = position.play(mv),
                        Err(score) => break score,
                    }
                };
                by_move[start.scores().binary_search(&score).expect("a score")] += 1;
            }
            // Two samples of equal size: each is expected to be the mean of both.
            let pairs = in_one_go.iter().zip(&by_move);
            let means: Vec<f64> = pairs.map(|(&a, &b)| (a + b) as f64 / 2.0).collect();
            let (counts, expected) = ([in_one_go, by_move].concat(), means.repeat(2));
            fits(&counts, &expected, &name(&*start));
        }
    }
}

#[test]
fn equal_seeds_give_equal_plays_and_a_stop_ends_them() {
    let position = registry::position("connect-four", "4x4", None).unwrap();
    let played = |seed| {
        upstar_engine::playouts(
            position.as_ref(),
            500,
            seed,
            &Parameters::default(),
            &Control::unlimited(),
        )
        .unwrap()
    };
    assert_eq!(played(7), played(7));
    assert_ne!(played(7), played(8));
    let control = Control::unlimited();
    control.stop();
    assert_eq!(
        upstar_engine::playouts(position.as_ref(), 500, 7, &Parameters::default(), &control)
            .unwrap()
            .iter()
            .sum::<u64>(),
        0
    );
    let control = Control::new(Limits { max_seconds: 0.02, ..Limits::default() });
    assert!(
        upstar_engine::playouts(position.as_ref(), u64::MAX, 7, &Parameters::default(), &control)
            .unwrap()
            .iter()
            .sum::<u64>()
            > 0
    );
}
