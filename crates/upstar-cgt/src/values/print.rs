//! Printing values: short text that `parse` accepts, Unicode, LaTeX, and full braces.

use std::{cmp::Ordering, collections::HashMap};

use super::{Dyadic, Id, Nus, ValueError, Values};

/// The notation of a printed value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notation {
    /// `1/2^*`, `+-1`, `+_2`, `{2|1||0}`.
    Ascii,
    /// `1/2↑∗`, `±1`, `⧾2`, `{2|1||0}`.
    Unicode,
    /// For LaTeX's math mode, always with braces.
    Latex,
}

/// The maximum length of a text in bytes. The text of a canonical form can be far larger than its graph.
const MAX_TEXT: usize = 1 << 20;
/// The maximum depth of a game that is printed with full braces.
const MAX_BRACES: u64 = 1000;

/// A game without its outer braces, and the number of bars between its sides.
type Body = (String, usize);

struct Printer<'a> {
    values: &'a mut Values,
    notation: Notation,
    texts: HashMap<Id, String>,
}

impl Values {
    /// The short text in ASCII. [`parse`](Values::parse) returns the same value for it.
    ///
    /// # Errors
    /// If the text is too long or another limit is reached.
    pub fn text(&mut self, a: Id) -> Result<String, ValueError> {
        self.print(a, Notation::Ascii)
    }

    /// The short text in a notation.
    ///
    /// # Errors
    /// If the text is too long or another limit is reached.
    pub fn print(&mut self, a: Id, notation: Notation) -> Result<String, ValueError> {
        Printer { values: self, notation, texts: HashMap::new() }.text(a)
    }

    /// The canonical form with full braces, recursively, without abbreviations: `*` is `{{|}|{|}}`.
    ///
    /// # Errors
    /// If the text is too long or another limit is reached.
    pub fn braces(&mut self, a: Id) -> Result<String, ValueError> {
        if self.birthday(a)? > MAX_BRACES {
            return Err(too_long());
        }
        self.braces_with(a, &mut HashMap::new())
    }

    fn braces_with(
        &mut self,
        a: Id,
        known: &mut HashMap<Id, String>,
    ) -> Result<String, ValueError> {
        if let Some(text) = known.get(&a) {
            return Ok(text.clone());
        }
        self.step()?;
        let mut sides = [String::new(), String::new()];
        for (side, range) in sides.iter_mut().zip(self.ranges(a)?) {
            let mut texts = Vec::new();
            for i in range {
                texts.push(self.braces_with(self.pooled(i), known)?);
            }
            texts.sort_by(|a, b| a.len().cmp(&b.len()).then_with(|| a.cmp(b)));
            *side = checked(texts.join(","))?;
        }
        let text = format!("{{{}|{}}}", sides[0], sides[1]);
        known.insert(a, text.clone());
        Ok(text)
    }
}

fn too_long() -> ValueError {
    ValueError::TooLarge(format!("its text has more than {MAX_TEXT} characters"))
}

fn checked(text: String) -> Result<String, ValueError> {
    if text.len() > MAX_TEXT { Err(too_long()) } else { Ok(text) }
}

impl Printer<'_> {
    fn text(&mut self, a: Id) -> Result<String, ValueError> {
        if let Some(nus) = self.values.as_nus(a) {
            return Ok(nus_text(nus, self.notation));
        }
        if let Some(text) = self.texts.get(&a) {
            return Ok(text.clone());
        }
        self.values.step()?;
        let text = match self.abbreviation(a)? {
            Some(text) => text,
            None => {
                let (body, _) = self.body(a)?;
                match self.notation {
                    Notation::Latex => format!(r"\left\{{{body}\right\}}"),
                    _ => format!("{{{body}}}"),
                }
            }
        };
        let text = checked(text)?;
        self.texts.insert(a, text.clone());
        Ok(text)
    }

    /// Abbreviations for switches, tinies and minies.
    fn abbreviation(&mut self, a: Id) -> Result<Option<String>, ValueError> {
        let left = self.values.left_options(a)?;
        let right = self.values.right_options(a)?;
        let ([x], [y]) = (&left[..], &right[..]) else {
            return Ok(None);
        };
        if self.values.negate(*x)? == *y {
            let operand = match self.values.as_nus(*x) {
                Some(nus) if !nus.is_number() => format!("({})", nus_text(nus, self.notation)),
                Some(nus) => nus_text(nus, self.notation),
                None => {
                    let text = self.text(*x)?;
                    if text.starts_with('{') { text } else { format!("({text})") }
                }
            };
            let sign = match self.notation {
                Notation::Ascii => "+-",
                Notation::Unicode => "±",
                Notation::Latex => r"\pm ",
            };
            return Ok(Some(format!("{sign}{operand}")));
        }
        for (side, [zero, threat]) in [[*x, *y], [*y, *x]].into_iter().enumerate() {
            if zero != Id::ZERO {
                continue;
            }
            if let Some(amount) = self.threat(threat, side)? {
                let sign = match (self.notation, side) {
                    (Notation::Ascii, 0) => "+_",
                    (Notation::Ascii, _) => "-_",
                    (Notation::Unicode, 0) => "⧾",
                    (Notation::Unicode, _) => "⧿",
                    (Notation::Latex, 0) => "{+}_",
                    (Notation::Latex, _) => "{-}_",
                };
                let number = number_text(amount, self.notation);
                return Ok(Some(match self.notation {
                    Notation::Latex => format!("{sign}{{{number}}}"),
                    _ => format!("{sign}{number}"),
                }));
            }
        }
        Ok(None)
    }

    /// The number x if `a` is {0|−x} (side 0) or {x|0} (side 1).
    fn threat(&mut self, a: Id, side: usize) -> Result<Option<Dyadic>, ValueError> {
        if self.values.as_nus(a).is_some() {
            return Ok(None);
        }
        let mut sides = [self.values.left_options(a)?, self.values.right_options(a)?];
        if side == 1 {
            sides.reverse();
        }
        Ok(match (&sides[0][..], &sides[1][..]) {
            ([Id::ZERO], [x]) => self.values.as_number(*x).map(|x| if side == 0 { -x } else { x }),
            _ => None,
        })
    }

    fn body(&mut self, a: Id) -> Result<Body, ValueError> {
        let left = self.values.left_options(a)?;
        let right = self.values.right_options(a)?;
        let (left, left_bars) = self.side(&left)?;
        let (right, right_bars) = self.side(&right)?;
        let bars = left_bars.max(right_bars) + 1;
        let between = match self.notation {
            Notation::Latex => r"\mid ".into(),
            _ => "|".repeat(bars),
        };
        Ok((checked(format!("{left}{between}{right}"))?, bars))
    }

    /// A side: its options, or a single option without its braces, if it has any.
    fn side(&mut self, options: &[Id]) -> Result<Body, ValueError> {
        if let [only] = options
            && self.notation != Notation::Latex
            && self.values.as_nus(*only).is_none()
            && self.abbreviation(*only)?.is_none()
        {
            return self.body(*only);
        }
        let mut parts = Vec::new();
        for &option in options {
            parts.push((self.values.as_nus(option), self.text(option)?));
        }
        parts.sort_by(in_order);
        let texts: Vec<String> = parts.into_iter().map(|part| part.1).collect();
        Ok((texts.join(","), 0))
    }
}

/// Closed forms first, by number, ups and nimber, then the others, short ones first. This order does not
/// depend on the history of the arena.
fn in_order(a: &(Option<Nus>, String), b: &(Option<Nus>, String)) -> Ordering {
    match (a.0, b.0) {
        (Some(x), Some(y)) => {
            let rank = |nus: Nus| (nus.number, nus.ups.unsigned_abs(), -nus.ups, nus.nimber);
            rank(x).cmp(&rank(y))
        }
        (Some(_), None) => Ordering::Less,
        (None, Some(_)) => Ordering::Greater,
        (None, None) => a.1.len().cmp(&b.1.len()).then_with(|| a.1.cmp(&b.1)),
    }
}

fn number_text(x: Dyadic, notation: Notation) -> String {
    if notation != Notation::Latex || x.is_integer() {
        return x.to_string();
    }
    let sign = if x < Dyadic::ZERO { "-" } else { "" };
    format!(r"{sign}\frac{{{}}}{{{}}}", x.numerator().unsigned_abs(), x.denominator())
}

fn nus_text(nus: Nus, notation: Notation) -> String {
    let mut text = String::new();
    if nus.number != Dyadic::ZERO || nus.is_number() {
        text.push_str(&number_text(nus.number, notation));
    }
    let count = nus.ups.unsigned_abs();
    let up = nus.ups > 0;
    let ups = match (notation, count) {
        (_, 0) => String::new(),
        (Notation::Ascii, _) => counted(if up { "^" } else { "v" }, count),
        (Notation::Unicode, 2) => if up { "⇑" } else { "⇓" }.into(),
        (Notation::Unicode, _) => counted(if up { "↑" } else { "↓" }, count),
        (Notation::Latex, 1) => if up { r"{\uparrow}" } else { r"{\downarrow}" }.into(),
        (Notation::Latex, 2) => if up { r"{\Uparrow}" } else { r"{\Downarrow}" }.into(),
        (Notation::Latex, n) => {
            let plus = if text.is_empty() { "" } else { "+" };
            format!(r"{plus}{n}{{\cdot}}{{\{}arrow}}", if up { "up" } else { "down" })
        }
    };
    text.push_str(&ups);
    if nus.nimber > 0 {
        let star = match notation {
            Notation::Ascii => "*",
            Notation::Unicode => "∗",
            Notation::Latex => r"{\ast}",
        };
        text.push_str(&counted(star, nus.nimber));
    }
    text
}

/// A sign, followed by its count unless that is one.
fn counted(sign: &str, count: u32) -> String {
    if count == 1 { sign.into() } else { format!("{sign}{count}") }
}
