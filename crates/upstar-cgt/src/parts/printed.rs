//! The procedure that finds values for about as many positions as Claessen's thesis prints.
//!
//! **Idea** As with [`Method::Claessen`](super::Method), a part has a value only if all its options have values
//! n·↑ + ∗k, and these simplify to such a value. Reversible options are bypassed by a sound test. But
//! dominated options are not removed in one case: two options that both carry a nimber are not compared
//! if one of them comes from a move after which the stones of the part form several groups. The option
//! sets of the thesis seem to have lost those comparisons.
//!
//! **Guarantee** A value that is found is the true one, because every simplification is sound. That the thesis's
//! program worked like this is a guess: the rule was chosen after the fact, because it gives the shares of the
//! thesis's Table 4.1, except for 2x8 (26.56 % instead of 26.5 %); 4x4 was not counted.
//!
//! **Reference** Claessen, *Combinatorial Game Theory in Clobber*, 2011, section 3.3 and Table 4.1.

use std::ops::ControlFlow;

use upstar_core::{Key, Move, Partisan, Player};

use super::{recursion::LONGEST_PLAY, table::PartTable};
use crate::values::{Nus, ValueError};

/// An option of a part.
#[derive(Clone, Copy, PartialEq)]
struct Choice {
    value: Nus,
    /// Do the stones form several groups after the move?
    is_scattered: bool,
}

/// Left's and Right's options.
type Choices = [Vec<Choice>; 2];

/// The values that the procedure found so far, for one game.
pub(super) struct PrintedValues<K> {
    known: PartTable<K, Option<Nus>>,
    depth: usize,
}

impl<K> Default for PrintedValues<K> {
    fn default() -> PrintedValues<K> {
        PrintedValues { known: PartTable::default(), depth: 0 }
    }
}

impl<K: Key> PrintedValues<K> {
    /// The value of a part; `None` if the procedure has none. `count` is called for each new part.
    ///
    /// # Errors
    /// If a value overflows, or `count` returns an error.
    pub fn part<G: Partisan<Key = K>>(
        &mut self,
        game: &G,
        part: &G::Position,
        count: &mut dyn FnMut() -> Result<(), ValueError>,
    ) -> Result<Option<Nus>, ValueError> {
        let key = game.part_key(part);
        if let Some(&known) = self.known.find_data(&key) {
            return Ok(known);
        }
        count()?;
        if self.depth >= LONGEST_PLAY {
            let text = format!("a line of play is longer than {LONGEST_PLAY} moves");
            return Err(ValueError::TooLarge(text));
        }
        self.depth += 1;
        let mut choices = Choices::default();
        let mut have_values = true;
        for player in Player::BOTH {
            let start = game.with_mover(part, player);
            let mut moves: Vec<Move> = Vec::new();
            game.expand(&start, &mut moves);
            for &mv in &moves {
                let mut next = start.clone();
                game.play(&mut next, mv);
                match self.option(game, &next, count)? {
                    Some(choice) => choices[player.index()].push(choice),
                    None => have_values = false,
                }
            }
        }
        let value = if have_values { simplest(choices)? } else { None };
        self.depth -= 1;
        self.known.insert(key, value);
        Ok(value)
    }

    /// The option that a move leads to; `None` if it has no value.
    fn option<G: Partisan<Key = K>>(
        &mut self,
        game: &G,
        next: &G::Position,
        count: &mut dyn FnMut() -> Result<(), ValueError>,
    ) -> Result<Option<Choice>, ValueError> {
        let mut parts = Vec::new();
        game.split(next, &mut |part| {
            parts.push(part);
            ControlFlow::Continue(())
        });
        let mut value = Nus::infinitesimal(0, 0);
        for part in &parts {
            let Some(found) = self.part(game, part, count)? else { return Ok(None) };
            value = value.plus(found)?;
        }
        // Stones outside of the only part are a group of their own.
        let is_scattered =
            parts.len() > 1 || game.size(next) != parts.first().map_or(0, |p| game.size(p));
        Ok(Some(Choice { value, is_scattered }))
    }
}

/// The value with these options, if the procedure finds it.
fn simplest(mut choices: Choices) -> Result<Option<Nus>, ValueError> {
    while bypass_one(&mut choices)? {}
    let form = [0, 1].map(|side| undominated(&choices[side], side));
    let [left, right] = &form;
    let is_impartial = left.len() == right.len()
        && left.iter().all(|option| option.ups == 0 && right.contains(option));
    if is_impartial {
        // The least nimber that is not an option.
        let mut nimber = 0;
        while left.contains(&Nus::infinitesimal(0, nimber)) {
            nimber += 1;
        }
        return Ok(Some(Nus::infinitesimal(0, nimber)));
    }
    Ok(Nus::with_options(left, right))
}

/// Bypasses one reversible option, if there is one.
fn bypass_one(choices: &mut Choices) -> Result<bool, ValueError> {
    for side in 0..2 {
        for place in 0..choices[side].len() {
            let option = choices[side][place];
            for reply in side_options(option.value, 1 - side)? {
                if !is_as_good(choices, reply, 1 - side)? {
                    continue;
                }
                choices[side].remove(place);
                for value in side_options(reply, side)? {
                    if !choices[side].iter().any(|other| other.value == value) {
                        choices[side].push(Choice { value, is_scattered: false });
                    }
                }
                return Ok(true);
            }
        }
    }
    Ok(false)
}

/// The canonical options of a player.
fn side_options(value: Nus, side: usize) -> Result<Vec<Nus>, ValueError> {
    let (left, right) = value.options()?;
    Ok(if side == 0 { left } else { right })
}

/// Is `value` at least as good for the player of `side` as the position with these options?
///
/// It is if the other player gains nothing by moving in it, or the player by moving in the position.
fn is_as_good(choices: &Choices, value: Nus, side: usize) -> Result<bool, ValueError> {
    let at_least = |a: Nus, b: Nus| if side == 0 { b.le(a) } else { a.le(b) };
    if choices[side].iter().any(|option| at_least(option.value, value)) {
        return Ok(false);
    }
    for reply in side_options(value, 1 - side)? {
        if is_as_good_as_value(choices, reply, side)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Is the position with these options at least as good for the player of `side` as `value`?
fn is_as_good_as_value(choices: &Choices, value: Nus, side: usize) -> Result<bool, ValueError> {
    let at_least = |a: Nus, b: Nus| if side == 0 { b.le(a) } else { a.le(b) };
    if choices[1 - side].iter().any(|option| at_least(value, option.value)) {
        return Ok(false);
    }
    for better in side_options(value, side)? {
        if is_as_good(choices, better, side)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// A player's different options without those that are dominated, as far as options are compared.
fn undominated(options: &[Choice], side: usize) -> Vec<Nus> {
    let is_less = |a: Nus, b: Nus| a != b && if side == 0 { a.le(b) } else { b.le(a) };
    let are_compared = |a: &Choice, b: &Choice| {
        a.value.nimber == 0 || b.value.nimber == 0 || !(a.is_scattered || b.is_scattered)
    };
    let mut kept: Vec<Nus> = Vec::new();
    for own in options {
        // One of several equal options is enough.
        let is_dominated = |own: &Choice| {
            options.iter().any(|other| is_less(own.value, other.value) && are_compared(own, other))
        };
        let is_one_dominated = options.iter().filter(|o| o.value == own.value).all(is_dominated);
        if !is_one_dominated && !kept.contains(&own.value) {
            kept.push(own.value);
        }
    }
    kept
}
