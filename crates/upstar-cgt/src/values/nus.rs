//! Values of the form number + n·↑ + nimber, in closed form.

use super::{Dyadic, ValueError};

/// `number + ups·↑ + ∗nimber`. The form is unique, so equality of forms is equality of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Nus {
    /// The number.
    pub number: Dyadic,
    /// The number of ups; negative for downs.
    pub ups: i32,
    /// The nimber.
    pub nimber: u32,
}

/// The maximum number of options of a nimber that are listed. Larger nimbers exist only in closed form.
pub const MAX_NIMBER_OPTIONS: u32 = 1 << 16;

impl Nus {
    /// A number.
    pub const fn number(number: Dyadic) -> Nus {
        Nus { number, ups: 0, nimber: 0 }
    }

    /// `n·↑ + ∗k`.
    pub const fn infinitesimal(ups: i32, nimber: u32) -> Nus {
        Nus { number: Dyadic::ZERO, ups, nimber }
    }

    /// Is it a number?
    pub fn is_number(self) -> bool {
        self.ups == 0 && self.nimber == 0
    }

    /// The same number with another infinitesimal.
    fn at(self, ups: i32, nimber: u32) -> Nus {
        Nus { ups, nimber, ..self }
    }

    /// The negative.
    pub fn negated(self) -> Nus {
        Nus { number: -self.number, ups: -self.ups, nimber: self.nimber }
    }

    /// The sum.
    ///
    /// # Errors
    /// If it overflows.
    pub fn plus(self, other: Nus) -> Result<Nus, ValueError> {
        Ok(Nus {
            number: self.number.plus(other.number)?,
            ups: checked(i64::from(self.ups) + i64::from(other.ups))?,
            nimber: self.nimber ^ other.nimber,
        })
    }

    /// `n` times it.
    ///
    /// # Errors
    /// If it overflows.
    pub fn times(self, n: i64) -> Result<Nus, ValueError> {
        let ups = i64::from(self.ups).checked_mul(n).ok_or_else(ValueError::overflow)?;
        Ok(Nus {
            number: self.number.times(n)?,
            ups: checked(ups)?,
            nimber: if n & 1 == 0 { 0 } else { self.nimber },
        })
    }

    /// Is it at most `other`? Numbers are compared first. For infinitesimals, n·↑+∗k > 0 if n ≥ 2, and if n =
    /// 1 unless k = 1: ↑∗ is confused with 0.
    pub fn le(self, other: Nus) -> bool {
        if self.number != other.number {
            return self.number < other.number;
        }
        let nimber = self.nimber ^ other.nimber;
        match i64::from(other.ups) - i64::from(self.ups) {
            0 => nimber == 0,
            1 => nimber != 1,
            ups => ups > 1,
        }
    }

    /// The canonical left and right options.
    ///
    /// # Errors
    /// If they overflow or there are too many.
    pub fn options(self) -> Result<(Vec<Nus>, Vec<Nus>), ValueError> {
        if self.is_number() {
            return number_options(self.number);
        }
        if self.ups < 0 {
            let (left, right) = self.negated().options()?;
            let negated = |list: Vec<Nus>| list.into_iter().map(Nus::negated).collect();
            return Ok((negated(right), negated(left)));
        }
        if self.ups == 0 {
            if self.nimber > MAX_NIMBER_OPTIONS {
                return Err(ValueError::TooLarge(format!(
                    "*{} has more than {MAX_NIMBER_OPTIONS} options",
                    self.nimber
                )));
            }
            let heaps: Vec<Nus> = (0..self.nimber).map(|k| self.at(0, k)).collect();
            return Ok((heaps.clone(), heaps));
        }
        let zero = self.at(0, 0);
        if (self.ups, self.nimber) == (1, 1) {
            return Ok((vec![zero, self.at(0, 1)], vec![zero])); // ↑∗ = {0,∗|0}
        }
        Ok((vec![zero], vec![self.at(self.ups - 1, self.nimber ^ 1)]))
    }

    /// The value with these canonical options, if it is of this form and not a number: the inverse of
    /// [`options`](Nus::options). Neither list may contain duplicates.
    pub fn with_options(left: &[Nus], right: &[Nus]) -> Option<Nus> {
        let x = left.first()?.number;
        if left.iter().chain(right).any(|option| option.number != x) {
            return None;
        }
        let zero = Nus::number(x);
        let candidate = if left == [zero] && right.len() == 1 {
            let option = right[0];
            match (option.ups, option.nimber) {
                (0, 0) => zero.at(0, 1),
                (ups, nimber) if ups >= 0 => zero.at(ups.checked_add(1)?, nimber ^ 1),
                _ => return None,
            }
        } else if right == [zero] && left.len() == 1 {
            let mirrored: [&[Nus]; 2] = [&[left[0].negated()], &[zero.negated()]];
            return Nus::with_options(mirrored[1], mirrored[0]).map(Nus::negated);
        } else if right == [zero] && left.len() == 2 {
            zero.at(1, 1)
        } else if left == [zero] && right.len() == 2 {
            zero.at(-1, 1)
        } else if left.len() == right.len() {
            zero.at(0, u32::try_from(left.len()).ok()?)
        } else {
            return None;
        };
        let same = |mut expected: Vec<Nus>, given: &[Nus]| {
            expected.retain(|option| given.contains(option));
            expected.len() == given.len()
        };
        let (l, r) = candidate.options().ok()?;
        let complete = l.len() == left.len() && r.len() == right.len();
        (complete && same(l, left) && same(r, right)).then_some(candidate)
    }

    /// The height of the canonical form.
    pub fn birthday(self) -> u64 {
        let ups = u64::from(self.ups.unsigned_abs());
        let nimber = u64::from(self.nimber);
        let infinitesimal = match (ups, nimber) {
            (0, k) => k,
            (n, 0 | 1) => n + 1,
            // Each move from n·↑+∗k removes an up and flips the last bit of the nimber.
            (n, k) => n + (k ^ (n & 1)),
        };
        self.number.birthday() + infinitesimal
    }
}

fn checked(ups: i64) -> Result<i32, ValueError> {
    // i32::MIN is excluded, so that every value can be negated.
    i32::try_from(ups).ok().filter(|&n| n != i32::MIN).ok_or_else(ValueError::overflow)
}

/// `n = {n−1|}`, `−n = {|1−n}`, `m/2^e = {(m−1)/2^e|(m+1)/2^e}`.
fn number_options(x: Dyadic) -> Result<(Vec<Nus>, Vec<Nus>), ValueError> {
    let near = |step: i128| -> Result<Vec<Nus>, ValueError> {
        let neighbour = Dyadic::of_wide(i128::from(x.numerator()) + step, x.exponent())?;
        Ok(vec![Nus::number(neighbour)])
    };
    Ok(match (x.is_integer(), x.cmp(&Dyadic::ZERO)) {
        (_, std::cmp::Ordering::Equal) => (vec![], vec![]),
        (true, std::cmp::Ordering::Greater) => (near(-1)?, vec![]),
        (true, std::cmp::Ordering::Less) => (vec![], near(1)?),
        (false, _) => (near(-1)?, near(1)?),
    })
}
