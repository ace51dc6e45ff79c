//! Values of positions: known ones, and the same without decomposition.

use upstar_core::base::Player;
use upstar_core::cgt::{Id, ValueError, Values};
use upstar_core::game::Partisan;
use upstar_core::games::{clobber, domineering};
use upstar_core::registry;

type Result<T = ()> = std::result::Result<T, ValueError>;

fn value(values: &mut Values, game: &str, text: &str) -> Result<String> {
    let found = registry::partisan(game, text).unwrap().value(values)?;
    values.text(found.value)
}

#[test]
fn known_positions() -> Result {
    let mut values = Values::default();
    for (game, text, expected) in [
        ("domineering", "1x1", "0"),
        ("domineering", "2x1", "1"),
        ("domineering", "1x4", "-2"),
        ("domineering", "2x2", "+-1"),
        ("domineering", "../.#", "*"),
        ("domineering", ".#/../.#", "*"),
        ("domineering", "..#/#..", "{0|-1}"),
        ("domineering", "3x3", "+-1"),
        ("domineering", "2x3", "{2|-1/2}"),
        ("clobber", "xo", "*"),
        ("clobber", "xxo", "^"),
        ("clobber", "xo.xxo.oox", "*"),
        ("clobber", "..", "0"),
    ] {
        assert_eq!(value(&mut values, game, text)?, expected, "{game} {text}");
    }
    Ok(())
}

/// The definition alone: no parts, no symmetry, nothing remembered.
fn plain<G: Partisan>(values: &mut Values, game: &G, position: &G::Position) -> Result<Id> {
    let mut options = [Vec::new(), Vec::new()];
    for player in Player::BOTH {
        let start = game.with_mover(position, player);
        let mut moves = Vec::new();
        game.expand(&start, &mut moves);
        for mv in moves {
            let mut next = start.clone();
            game.play(&mut next, mv);
            options[player.index()].push(plain(values, game, &next)?);
        }
    }
    let [left, right] = options;
    values.canonical(left, right)
}

#[test]
fn parts_and_symmetry_change_no_value() -> Result {
    let mut values = Values::default();
    for text in ["2x3", "3x3", ".#../..#./#...", "1x7", "4x3"] {
        let setup = domineering::setup(text).unwrap();
        let (game, position) = domineering::Domineering::<u64>::new(&setup, Player::Left).unwrap();
        let found = values.of_position(&game, &position)?;
        assert_eq!(plain(&mut values, &game, &position)?, found, "{text}");
    }
    for text in ["2x3", "1x8", "xo./.xo/ox.", "xx.o/oxox", "3x3"] {
        let setup = clobber::setup(text).unwrap();
        let (game, position) = clobber::Clobber::<u64>::new(&setup, Player::Left).unwrap();
        let found = values.of_position(&game, &position)?;
        assert_eq!(plain(&mut values, &game, &position)?, found, "{text}");
        let weight = values.atomic_weight(found)?;
        assert!(weight.is_some(), "Clobber is all small");
    }
    Ok(())
}

#[test]
fn games_without_values_say_so() {
    let refused = registry::partisan("hex", "3x3").err().unwrap().to_string();
    assert!(refused.contains("domineering, clobber"), "{refused}");
    assert!(registry::partisan("clober", "xo").is_err());
    assert!(registry::partisan("clobber", "x?").is_err());
}
