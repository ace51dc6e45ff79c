//! Values as parts of a sum: a move replaces the value by one of its options in canonical form.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex},
};

use upstar_cgt::{Id, ValueError, Values};
use upstar_core::{
    ErasedPartisan, KeyedPart, Move, OptionList, PackedPosition, Planes, Player, lock,
};

use super::component::{Component, Term};
use crate::position::AnyPosition;

/// The maximum number of positions of a value. All are listed when the sum is read.
const MAX_POSITIONS: usize = 20_000;
/// The maximum length of a line of play. Values are computed by recursion, and their depth is limited.
const LONGEST_PLAY: u64 = 1000;

/// The positions of a value in canonical form, each with its options. A state is the number of a position; they are
/// numbered in the order of a depth-first traversal, so that equal texts give equal numbers.
struct Literal {
    nodes: Vec<Node>,
    values: Mutex<Values>,
    /// Was the value read from the text that it prints? Then the numbers are the same in every process.
    is_reproducible: bool,
}

struct Node {
    value: Id,
    /// Left's and Right's options, by their numbers.
    options: [Vec<u32>; 2],
}

/// The value that a text describes, as a part of a sum.
///
/// # Errors
/// If the text is not a value, or the value is too large.
pub fn literal(text: &str) -> Result<Term, ValueError> {
    let mut values = Values::default();
    let mut root = values.parse(text)?;
    // Other texts of the value can lead to another order of options. So the printed text is read.
    let printed = values.text(root).ok();
    if let Some(printed) = &printed {
        values = Values::default();
        root = values.parse(printed)?;
    }
    if values.birthday(root)? > LONGEST_PLAY {
        let text = format!("a value in a sum may last at most {LONGEST_PLAY} moves");
        return Err(ValueError::TooLarge(text));
    }
    let mut nodes: Vec<Node> = Vec::new();
    let mut numbers = HashMap::from([(root, 0)]);
    let mut waiting = vec![root];
    nodes.push(Node { value: root, options: Default::default() });
    while let Some(value) = waiting.pop() {
        let both = [values.left_options(value)?, values.right_options(value)?];
        let options = both.map(|options| {
            let number = |option: Id| {
                *numbers.entry(option).or_insert_with(|| {
                    nodes.push(Node { value: option, options: Default::default() });
                    waiting.push(option);
                    nodes.len() as u32 - 1
                })
            };
            options.into_iter().map(number).collect()
        });
        nodes[numbers[&value] as usize].options = options;
        if nodes.len() > MAX_POSITIONS {
            let text = format!("a value in a sum may have at most {MAX_POSITIONS} positions");
            return Err(ValueError::TooLarge(text));
        }
    }
    let component =
        Arc::new(Literal { nodes, values: Mutex::new(values), is_reproducible: printed.is_some() });
    Ok(Term { component, state: [0, 0], is_negated: false })
}

impl Literal {
    fn options(&self, state: Planes, player: Player) -> &[u32] {
        &self.nodes[state[0] as usize].options[player.index()]
    }

    fn value_text(&self, number: u32) -> String {
        let value = self.nodes[number as usize].value;
        lock(&self.values).text(value).unwrap_or_else(|error| error.to_string())
    }
}

impl Component for Literal {
    fn moves(&self, state: Planes, player: Player, show: &mut dyn FnMut(Move)) {
        (0..self.mobility(state, player)).map(Move).for_each(show);
    }

    fn mobility(&self, state: Planes, player: Player) -> u32 {
        self.options(state, player).len() as u32
    }

    fn play(&self, state: Planes, player: Player, mv: Move) -> Planes {
        [self.options(state, player)[mv.0 as usize].into(), 0]
    }

    fn move_text(&self, state: Planes, player: Player, mv: Move) -> String {
        self.value_text(self.options(state, player)[mv.0 as usize])
    }

    fn key(&self, state: Planes) -> Planes {
        state
    }

    fn part_key(&self, state: Planes) -> Planes {
        state
    }

    fn negative(&self, _state: Planes) -> Option<Planes> {
        None
    }

    fn split(&self, state: Planes, show: &mut dyn FnMut(Planes)) {
        if Player::BOTH.into_iter().any(|player| self.mobility(state, player) > 0) {
            show(state);
        }
    }

    fn size(&self, state: Planes) -> u32 {
        Player::BOTH.into_iter().map(|player| self.mobility(state, player)).sum()
    }

    fn rebuild(&self, key: Planes) -> Option<Planes> {
        Some(key)
    }

    /// A value in canonical form is impartial if it is a nimber. Its positions are then nimbers too.
    fn is_impartial(&self) -> bool {
        self.nodes.iter().all(|node| node.options[0] == node.options[1])
    }

    fn impartial_key(&self, state: Planes) -> Planes {
        state
    }

    fn options(&self, state: Planes, list: &mut OptionList) {
        for player in Player::BOTH {
            for &option in self.options(state, player) {
                let option = [option.into(), 0];
                list.push_part(KeyedPart::new(option, option, self.size(option)));
                list.end_option();
            }
        }
    }

    fn erased(&self, _state: Planes) -> Option<(ErasedPartisan, PackedPosition)> {
        None
    }

    fn evaluate(&self, _state: Planes, _player: Player) -> i32 {
        0
    }

    fn text(&self, state: Planes) -> String {
        self.value_text(state[0] as u32)
    }

    fn position(&self, _state: Planes, _player: Player) -> Option<Box<dyn AnyPosition>> {
        None
    }

    fn origin(&self) -> Option<&dyn AnyPosition> {
        None
    }

    fn read(&self, _text: &str) -> Option<Planes> {
        None
    }

    fn has_stable_keys(&self) -> bool {
        self.is_reproducible
    }

    fn heap_bytes(&self) -> usize {
        let options =
            |node: &Node| node.options.iter().map(|list| 4 * list.capacity()).sum::<usize>();
        self.nodes.iter().map(|node| size_of::<Node>() + options(node)).sum()
    }

    fn has_failed(&self) -> bool {
        false
    }
}
