//! Parsing values and expressions.
//!
//! ```text
//! game    = list bars list …            the longest run of bars splits first: a||b|c = {a|{b|c}}
//! list    = [expr {"," expr}]
//! expr    = ["-"] term {("+" | "-") term}
//! term    = number ups nimber           each may be left out, but not all: 1/2^*, v2*3
//!         | integer "." term            a multiple: 3.^ = ^ + ^ + ^
//!         | "+-" operands | "+_" operand | "-_" operand       switch, tiny, miny
//!         | "{" game "}" | "(" game ")" | "-" term
//! operand = number | "{" game "}" | "(" game ")"
//! operands = operand | "(" list ")"      +-(a,b) = {a,b|-a,-b}
//! ```
//! A minus at the beginning of an expression belongs to the number after it: `-1^` is −1 + ↑. The Unicode
//! signs of [`Notation`](super::Notation) are accepted too.

use upstar_core::PositionError;

use super::{Dyadic, Id, Nus, ValueError, Values};

/// The maximum nesting depth of braces and parentheses.
const MAX_NESTING: u32 = 1100;

impl Values {
    /// Parses a value or an expression.
    ///
    /// # Errors
    /// If the text is not valid, with the place of the error, or if a limit is reached.
    pub fn parse(&mut self, text: &str) -> Result<Id, ValueError> {
        let chars: Vec<char> = text.chars().map(plain).collect();
        let mut parser = Parser { values: self, text, chars, at: 0, nesting: 0 };
        let id = parser.game(None)?;
        match parser.peek() {
            None => Ok(id),
            Some(c) => parser.fail(format!("'{c}' is not expected here")),
        }
    }

    /// The options of a game as the text states them, if it states them: `{0,*|1}`, `0,*|1` or `+-(0,*)`.
    ///
    /// # Errors
    /// If the text is not valid, with the place of the error, or if a limit is reached.
    pub fn parse_options(&mut self, text: &str) -> Result<Option<[Vec<Id>; 2]>, ValueError> {
        self.parse(text)?;
        let chars: Vec<char> = text.chars().map(plain).collect();
        let mut parser = Parser { values: self, text, chars, at: 0, nesting: 0 };
        let options = parser.options()?;
        if options.is_some() && parser.peek().is_none() {
            return Ok(options);
        }
        parser.at = 0;
        if let Some(options) = parser.switch_options()? {
            return Ok(parser.peek().is_none().then_some(options));
        }
        if !parser.take("{") {
            return Ok(None);
        }
        let options = parser.options()?;
        let ends = parser.take("}") && parser.peek().is_none();
        Ok(options.filter(|_| ends))
    }
}

/// Maps signs with the same meaning to one sign.
fn plain(c: char) -> char {
    match c {
        '↑' => '^',
        '↓' => 'v',
        '∗' => '*',
        '−' => '-',
        c => c,
    }
}

struct Parser<'a> {
    values: &'a mut Values,
    text: &'a str,
    chars: Vec<char>,
    at: usize,
    nesting: u32,
}

/// Option lists, the bars between them, and the places of the bars.
struct Sides {
    lists: Vec<Vec<Id>>,
    bars: Vec<(usize, usize)>,
}

impl Parser<'_> {
    fn fail<T>(&self, message: impl Into<String>) -> Result<T, ValueError> {
        Err(PositionError::at(self.text, self.at, message).into())
    }

    fn peek(&mut self) -> Option<char> {
        while self.chars.get(self.at).is_some_and(|c| c.is_whitespace()) {
            self.at += 1;
        }
        self.chars.get(self.at).copied()
    }

    fn next_is(&mut self, word: &str) -> bool {
        self.peek();
        word.chars().enumerate().all(|(i, c)| self.chars.get(self.at + i) == Some(&c))
    }

    fn take(&mut self, word: &str) -> bool {
        let found = self.next_is(word);
        if found {
            self.at += word.chars().count();
        }
        found
    }

    /// Parses lists of options with bars between them, up to a bracket or the end.
    fn sides(&mut self) -> Result<Sides, ValueError> {
        let mut sides = Sides { lists: vec![self.list()?], bars: vec![] };
        while self.peek() == Some('|') {
            let at = self.at;
            while self.chars.get(self.at) == Some(&'|') {
                self.at += 1;
            }
            sides.bars.push((self.at - at, at));
            sides.lists.push(self.list()?);
        }
        Ok(sides)
    }

    /// The options of the game up to a bracket or the end; none if there is no bar.
    fn options(&mut self) -> Result<Option<[Vec<Id>; 2]>, ValueError> {
        let sides = self.sides()?;
        if sides.bars.is_empty() {
            return Ok(None);
        }
        self.split_options(&sides.lists, &sides.bars).map(Some)
    }

    /// Parses the text between brackets, or the whole text. Does not consume the closing bracket.
    fn game(&mut self, bracket: Option<char>) -> Result<Id, ValueError> {
        self.peek();
        let start = self.at;
        let sides = self.sides()?;
        if !sides.bars.is_empty() {
            return self.split(&sides.lists, &sides.bars);
        }
        if bracket == Some('{') {
            return self.fail("a game in braces needs a '|' between Left's and Right's options");
        }
        match sides.lists[0][..] {
            [only] => Ok(only),
            [] => self.fail("a value is expected here, such as 1/2, *2, ^* or {0|*}"),
            _ => {
                self.at = start;
                self.fail("several values need a '|' between Left's and Right's options")
            }
        }
    }

    /// The game that is split at the longest run of bars.
    fn split(&mut self, lists: &[Vec<Id>], bars: &[(usize, usize)]) -> Result<Id, ValueError> {
        let [left, right] = self.split_options(lists, bars)?;
        self.values.canonical(left, right)
    }

    /// Splits at the longest run of bars.
    fn split_options(
        &mut self,
        lists: &[Vec<Id>],
        bars: &[(usize, usize)],
    ) -> Result<[Vec<Id>; 2], ValueError> {
        let (length, place) = bars.iter().copied().max_by_key(|run| run.0).unwrap_or((0, 0));
        let mut longest = bars.iter().enumerate().filter(|(_, run)| run.0 == length);
        let middle = longest.next().map_or(0, |(i, _)| i);
        if let Some((_, &(_, second))) = longest.next() {
            self.at = second.max(place);
            return self.fail("two runs of bars have the same length; use braces, or a longer run");
        }
        let left = self.side(&lists[..=middle], &bars[..middle])?;
        let right = self.side(&lists[middle + 1..], &bars[middle + 1..])?;
        Ok([left, right])
    }

    fn side(&mut self, lists: &[Vec<Id>], bars: &[(usize, usize)]) -> Result<Vec<Id>, ValueError> {
        if bars.is_empty() { Ok(lists[0].clone()) } else { Ok(vec![self.split(lists, bars)?]) }
    }

    fn list(&mut self) -> Result<Vec<Id>, ValueError> {
        let mut list = Vec::new();
        if matches!(self.peek(), None | Some('|' | '}' | ')')) {
            return Ok(list);
        }
        loop {
            list.push(self.expression()?);
            if !self.take(",") {
                return Ok(list);
            }
        }
    }

    fn expression(&mut self) -> Result<Id, ValueError> {
        let next_is_digit = |chars: &[char]| {
            chars.iter().find(|c| !c.is_whitespace()).is_some_and(char::is_ascii_digit)
        };
        let negative = self.next_is("-") && next_is_digit(&self.chars[self.at + 1..]);
        self.at += usize::from(negative);
        let mut sum = self.term(negative)?;
        loop {
            for word in ["+-", "+_", "-_"] {
                if self.next_is(word) {
                    return self.fail(format!(
                        "'{word}' after a value is ambiguous; use parentheses, \
                         as in 1+({word}2)"
                    ));
                }
            }
            if self.take("+") {
                let term = self.term(false)?;
                sum = self.values.add(sum, term)?;
            } else if self.take("-") {
                let term = self.term(false)?;
                sum = self.values.subtract(sum, term)?;
            } else {
                return Ok(sum);
            }
        }
    }

    /// A term. If `negative`, its number is negated.
    fn term(&mut self, negative: bool) -> Result<Id, ValueError> {
        if let Some([left, right]) = self.switch_options()? {
            return self.values.canonical(left, right);
        }
        if self.take("+_") || self.take("⧾") {
            let x = self.operand()?;
            return self.tiny(x);
        }
        if self.take("-_") || self.take("⧿") {
            let x = self.operand()?;
            let tiny = self.tiny(x)?;
            return self.values.negate(tiny);
        }
        if self.next_is("-") {
            self.at += 1;
            self.nested(true)?;
            let term = self.term(false)?;
            self.nesting -= 1;
            return self.values.negate(term);
        }
        if let Some(bracketed) = self.bracketed()? {
            return Ok(bracketed);
        }
        let start = self.at;
        let number = self.number()?;
        if let Some(count) = number.filter(|_| self.chars.get(self.at) == Some(&'.')) {
            return self.multiple(if negative { -count } else { count }, start);
        }
        let ups = self.ups()?;
        let nimber = if self.chars.get(self.at) == Some(&'*') {
            self.at += 1;
            self.count(u64::from(u32::MAX), "a nimber is at most 4294967295")?.unwrap_or(1)
        } else {
            0
        };
        if self.at == start {
            return match self.peek() {
                None => self.fail("a value is expected at the end of the text"),
                Some(c) => self.fail(format!("a value is expected here, not '{c}'")),
            };
        }
        let number = number.unwrap_or(Dyadic::ZERO);
        let number = if negative { -number } else { number };
        self.values.nus(Nus { number, ups, nimber: nimber as u32 })
    }

    /// A multiple. The factor has been read from `start` on, and the dot is next.
    fn multiple(&mut self, factor: Dyadic, start: usize) -> Result<Id, ValueError> {
        if factor.denominator() != 1 {
            self.at = start;
            return self.fail("the factor before '.' is an integer, as in 3.^");
        }
        self.at += 1;
        self.nested(true)?;
        let term = self.term(false)?;
        self.nesting -= 1;
        self.values.multiple(factor.numerator(), term)
    }

    /// The options of a switch with its sign, if there is one here: those of Left, and their negatives.
    fn switch_options(&mut self) -> Result<Option<[Vec<Id>; 2]>, ValueError> {
        if !self.take("+-") && !self.take("±") {
            return Ok(None);
        }
        let options = self.operands()?;
        let negate = |&option: &Id| self.values.negate(option);
        let negatives = options.iter().map(negate).collect::<Result<_, _>>()?;
        Ok(Some([options, negatives]))
    }

    /// The operands of a switch: one, or several in parentheses.
    fn operands(&mut self) -> Result<Vec<Id>, ValueError> {
        let start = self.at;
        if self.take("(") {
            self.nested(true)?;
            let list = self.list()?;
            self.nesting -= 1;
            if list.len() > 1 && self.take(")") {
                return Ok(list);
            }
            self.at = start;
        }
        Ok(vec![self.operand()?])
    }

    /// `+_x = {0||0|-x}`.
    fn tiny(&mut self, x: Id) -> Result<Id, ValueError> {
        let minus = self.values.negate(x)?;
        let threat = self.values.canonical(vec![Id::ZERO], vec![minus])?;
        self.values.canonical(vec![Id::ZERO], vec![threat])
    }

    fn operand(&mut self) -> Result<Id, ValueError> {
        if let Some(bracketed) = self.bracketed()? {
            return Ok(bracketed);
        }
        match self.number()? {
            Some(number) => self.values.number(number),
            None => self.fail("a number, '{' or '(' is expected here"),
        }
    }

    fn nested(&mut self, deeper: bool) -> Result<(), ValueError> {
        self.nesting += u32::from(deeper);
        if self.nesting > MAX_NESTING {
            return self.fail(format!("brackets are nested deeper than {MAX_NESTING}"));
        }
        Ok(())
    }

    fn bracketed(&mut self) -> Result<Option<Id>, ValueError> {
        let (open, close) = match self.peek() {
            Some('{') => ('{', "}"),
            Some('(') => ('(', ")"),
            _ => return Ok(None),
        };
        let start = self.at;
        self.at += 1;
        self.nested(true)?;
        let id = self.game(Some(open))?;
        self.nesting -= 1;
        if self.take(close) {
            return Ok(Some(id));
        }
        if self.peek().is_none() {
            self.at = start;
            return self.fail(format!("this '{open}' is not closed"));
        }
        self.fail(format!("'{close}' is expected here"))
    }

    /// Digits, as a number of at most `most`.
    fn count(&mut self, most: u64, message: &str) -> Result<Option<u64>, ValueError> {
        let start = self.at;
        while self.chars.get(self.at).is_some_and(char::is_ascii_digit) {
            self.at += 1;
        }
        if self.at == start {
            return Ok(None);
        }
        let digits: String = self.chars[start..self.at].iter().collect();
        match digits.parse().ok().filter(|&n: &u64| n <= most) {
            Some(n) => Ok(Some(n)),
            None => {
                self.at = start;
                self.fail(message)
            }
        }
    }

    fn number(&mut self) -> Result<Option<Dyadic>, ValueError> {
        const LARGE: &str = "a number has at most 63 bits";
        self.peek();
        let Some(numerator) = self.count(i64::MAX as u64, LARGE)? else {
            return Ok(None);
        };
        if self.chars.get(self.at) != Some(&'/') {
            return Ok(Some(Dyadic::integer(numerator as i64)));
        }
        self.at += 1;
        let start = self.at;
        let denominator = self.count(1 << 62, "a denominator is a power of two up to 2^62")?;
        match denominator.filter(|d| d.is_power_of_two()) {
            Some(d) => Ok(Some(Dyadic::new(numerator as i64, d.trailing_zeros())?)),
            None => {
                self.at = start;
                self.fail("a denominator is a power of two: 2, 4, 8, …")
            }
        }
    }

    fn ups(&mut self) -> Result<i32, ValueError> {
        let (sign, count) = match self.chars.get(self.at) {
            Some('^') => (1, None),
            Some('v') => (-1, None),
            Some('⇑') => (1, Some(2)),
            Some('⇓') => (-1, Some(2)),
            _ => return Ok(0),
        };
        self.at += 1;
        let count = match count {
            Some(count) => count,
            None => self.count(i32::MAX as u64, "a value has at most 2147483647 ups")?.unwrap_or(1),
        };
        Ok(sign * count as i32)
    }
}
