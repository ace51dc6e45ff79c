//! Dyadic rationals, the numbers of short games, with checked arithmetic.

use std::{cmp::Ordering, fmt};

use super::ValueError;

/// `numerator / 2^exponent` in lowest terms: the numerator is odd unless the exponent is 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Dyadic {
    numerator: i64,
    exponent: u8,
}

/// The maximum exponent. With it, every comparison fits into 128 bits.
const MAX_EXPONENT: u32 = 62;

impl Dyadic {
    /// Zero.
    pub const ZERO: Dyadic = Dyadic { numerator: 0, exponent: 0 };

    /// An integer.
    pub const fn integer(n: i64) -> Dyadic {
        Dyadic { numerator: n, exponent: 0 }
    }

    /// `numerator / 2^exponent`, reduced to lowest terms.
    ///
    /// # Errors
    /// If it overflows.
    pub fn new(numerator: i64, exponent: u32) -> Result<Dyadic, ValueError> {
        Dyadic::of_wide(i128::from(numerator), exponent)
    }

    /// The same with a numerator that may be too large before it is reduced.
    pub(super) fn of_wide(numerator: i128, exponent: u32) -> Result<Dyadic, ValueError> {
        let twos = if numerator == 0 { exponent } else { numerator.trailing_zeros().min(exponent) };
        let exponent = exponent - twos;
        // i64::MIN is excluded, so that every number can be negated.
        let numerator = i64::try_from(numerator >> twos.min(127))
            .ok()
            .filter(|&n| n != i64::MIN && exponent <= MAX_EXPONENT)
            .ok_or_else(ValueError::overflow)?;
        Ok(Dyadic { numerator, exponent: exponent as u8 })
    }

    /// The numerator in lowest terms.
    pub fn numerator(self) -> i64 {
        self.numerator
    }

    /// The exponent of two in the denominator.
    pub fn exponent(self) -> u32 {
        u32::from(self.exponent)
    }

    /// The denominator, a power of two.
    pub fn denominator(self) -> i64 {
        1 << self.exponent
    }

    /// Is it an integer?
    pub fn is_integer(self) -> bool {
        self.exponent == 0
    }

    /// The largest integer that is not greater.
    pub fn floor(self) -> i64 {
        self.numerator >> self.exponent
    }

    /// The numerator over the denominator 2^`exponent`, which must be at least as large as its own.
    fn over(self, exponent: u8) -> i128 {
        i128::from(self.numerator) << (exponent - self.exponent)
    }

    /// The sum.
    ///
    /// # Errors
    /// If it overflows.
    pub fn plus(self, other: Dyadic) -> Result<Dyadic, ValueError> {
        let exponent = self.exponent.max(other.exponent);
        Dyadic::of_wide(self.over(exponent) + other.over(exponent), exponent.into())
    }

    /// The difference.
    ///
    /// # Errors
    /// If it overflows.
    pub fn minus(self, other: Dyadic) -> Result<Dyadic, ValueError> {
        self.plus(-other)
    }

    /// Half of it.
    ///
    /// # Errors
    /// If it overflows.
    pub fn half(self) -> Result<Dyadic, ValueError> {
        Dyadic::of_wide(self.numerator.into(), self.exponent() + 1)
    }

    /// `n` times it.
    ///
    /// # Errors
    /// If it overflows.
    pub fn times(self, n: i64) -> Result<Dyadic, ValueError> {
        Dyadic::of_wide(i128::from(self.numerator) * i128::from(n), self.exponent())
    }

    /// The birthday: the height of the canonical form.
    pub fn birthday(self) -> u64 {
        let whole = self.numerator.unsigned_abs() >> self.exponent;
        if self.is_integer() { whole } else { whole + 1 + u64::from(self.exponent) }
    }
}

impl std::ops::Neg for Dyadic {
    type Output = Dyadic;

    fn neg(self) -> Dyadic {
        Dyadic { numerator: -self.numerator, exponent: self.exponent }
    }
}

impl Ord for Dyadic {
    fn cmp(&self, other: &Dyadic) -> Ordering {
        let exponent = self.exponent.max(other.exponent);
        self.over(exponent).cmp(&other.over(exponent))
    }
}

impl PartialOrd for Dyadic {
    fn partial_cmp(&self, other: &Dyadic) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Dyadic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.exponent {
            0 => write!(f, "{}", self.numerator),
            _ => write!(f, "{}/{}", self.numerator, self.denominator()),
        }
    }
}

/// One end of an interval of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct End {
    /// The number at the end.
    pub at: Dyadic,
    /// Does it belong to the interval?
    pub closed: bool,
}

impl End {
    /// Is `x` below this upper end?
    fn above(self, x: Dyadic) -> bool {
        x < self.at || self.closed && x == self.at
    }

    fn mirrored(self) -> End {
        End { at: -self.at, ..self }
    }
}

/// The simplest number (with the earliest birthday) between two ends. A missing end means infinity. `None` if
/// there is no such number.
///
/// # Errors
/// If that number overflows.
pub fn simplest_between(
    lower: Option<End>,
    upper: Option<End>,
) -> Result<Option<Dyadic>, ValueError> {
    let above = |x: Dyadic| upper.is_none_or(|end| end.above(x));
    let below = |x: Dyadic| lower.is_none_or(|end| end.mirrored().above(-x));
    if above(Dyadic::ZERO) && below(Dyadic::ZERO) {
        return Ok(Some(Dyadic::ZERO));
    }
    let Some(end) = lower.filter(|_| !below(Dyadic::ZERO)) else {
        // The whole interval is negative: mirror it.
        let mirrored = upper.map(End::mirrored);
        let found = simplest_between(mirrored, lower.map(End::mirrored))?;
        return Ok(found.map(std::ops::Neg::neg));
    };
    if upper.is_some_and(|up| up.at < end.at || up.at == end.at && !(up.closed && end.closed)) {
        return Ok(None);
    }
    // Try the least multiple of 1, 1/2, 1/4, … above the lower end. The first one inside the interval is the
    // simplest.
    for exponent in 0..=MAX_EXPONENT + 1 {
        let scaled = i128::from(end.at.numerator) << exponent;
        let mut multiple = scaled >> end.at.exponent;
        let exact = multiple << end.at.exponent == scaled;
        if !(exact && end.closed) {
            multiple += 1;
        }
        let x = Dyadic::of_wide(multiple, exponent)?;
        if above(x) {
            return Ok(Some(x));
        }
    }
    Err(ValueError::overflow())
}
