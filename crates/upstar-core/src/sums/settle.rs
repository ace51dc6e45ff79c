//! What parts are: raw where they stand alone, settled beside others.

use super::book::{Book, RAW, Standing, What, Worth};
use super::bounds::Span;
use crate::base::Player;
use crate::cgt::{Id, ValueError};

/// How many parts may be valued to settle one.
const CREDIT: u32 = 100;
/// Parts with at most so many moves are settled even where they stand alone.
const FEW_MOVES: u32 = 8;

impl Book {
    pub(super) fn what(&self, component: u32) -> What {
        match component & RAW {
            0 => self.components[component as usize],
            _ => What::Part(component & !RAW),
        }
    }

    pub(super) fn standing(&mut self, part: u32) -> &mut Standing {
        let place = part as usize;
        if self.standings.len() <= place {
            self.standings.resize(place + 1, Standing::default());
        }
        &mut self.standings[place]
    }

    /// What a part is where there is nothing else; none if it is worth 0.
    pub(super) fn alone(&mut self, part: u32) -> Option<u32> {
        let is_known = self.standing(part).settled.is_some();
        if !is_known && self.moves_of(part) > FEW_MOVES {
            return Some(RAW | part);
        }
        self.settled(part).map(|component| self.without_others(component))
    }

    /// A component of a longer sum, now the only one.
    pub(super) fn without_others(&self, component: u32) -> u32 {
        match self.what(component) {
            What::Part(part) => RAW | part,
            _ => component,
        }
    }

    /// What a part is beside others; none if it is worth 0. A part whose value costs too much
    /// stays a part, and from then on no part with as many moves is valued.
    pub(super) fn settled(&mut self, part: u32) -> Option<u32> {
        if let Some(settled) = self.standing(part).settled {
            return settled;
        }
        self.credit = CREDIT;
        if self.value(part).is_none() {
            if self.credit == 0 {
                self.most_moves = self.moves_of(part).saturating_sub(1);
            }
            let open = self.open(part);
            self.standing(part).settled = Some(Some(open));
        }
        self.standing(part).settled.flatten()
    }

    /// A part that stays one, and its negative.
    fn open(&mut self, part: u32) -> u32 {
        let component = self.components.len() as u32;
        let other = match self.source.negative(part) {
            None => What::Nobody,
            Some(negative) if negative == part => What::Itself,
            Some(negative) => {
                self.standing(negative).settled = Some(Some(component + 1));
                What::Part(negative)
            }
        };
        self.components.extend([What::Part(part), other]);
        component
    }

    /// The component that a value is, with all values that can be reached from it.
    ///
    /// # Errors
    /// When a limit is reached; nothing is half done then.
    pub(super) fn component_of_value(&mut self, value: Id) -> Result<u32, ValueError> {
        if let Some(known) = self.worths.get(&value) {
            return Ok(known.component);
        }
        let negative = self.values.negate(value)?;
        let mut made = Vec::new();
        for value in if negative == value { vec![value] } else { vec![value, negative] } {
            let mut sums = [Vec::new(), Vec::new()];
            let options = [self.values.left_options(value)?, self.values.right_options(value)?];
            for (sums, options) in sums.iter_mut().zip(options) {
                for option in options {
                    let list = match option {
                        Id::ZERO => vec![],
                        option => vec![self.component_of_value(option)?],
                    };
                    sums.push(self.sum(list));
                }
            }
            made.push((value, sums, Span::of(&mut self.values, value)?));
        }
        let first = self.components.len() as u32;
        let other = if made.len() == 1 { What::Itself } else { What::Value(negative) };
        self.components.extend([What::Value(value), other]);
        for (component, (value, sums, span)) in (first..).zip(made) {
            let options = sums.map(|sums| Some(self.keep_options(sums)));
            self.worths.insert(value, Worth { options, span, component });
        }
        Ok(first)
    }

    fn moves_of(&mut self, part: u32) -> u32 {
        Player::BOTH.map(|player| self.source.moves(part, player)).iter().sum()
    }

    /// The value of a part, which is then settled; none if it has too many moves, or the credit
    /// is spent, or a limit is reached.
    fn value(&mut self, part: u32) -> Option<Id> {
        match self.standing(part).settled {
            Some(None) => return Some(Id::ZERO),
            Some(Some(component)) => {
                return match self.what(component) {
                    What::Value(value) => Some(value),
                    _ => None,
                };
            }
            None => {}
        }
        if self.moves_of(part) > self.most_moves || self.credit == 0 {
            return None;
        }
        self.credit -= 1;
        let mut options = [Vec::new(), Vec::new()];
        for player in Player::BOTH {
            for parts in self.source.options(part, player) {
                let mut sum = Id::ZERO;
                for part in parts {
                    let worth = self.value(part)?;
                    sum = self.values.add(sum, worth).ok()?;
                }
                options[player.index()].push(sum);
            }
        }
        let [left, right] = options;
        let value = self.values.canonical(left, right).ok()?;
        let settled = match value {
            Id::ZERO => None,
            value => Some(self.component_of_value(value).ok()?),
        };
        self.standing(part).settled = Some(settled);
        Some(value)
    }
}
