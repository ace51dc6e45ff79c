//! What a move in a heap leaves, and how the games are written.

use upstar_core::{PositionError, near_matches};

/// The maximum number of digits of a code, and the largest number in a subtraction set.
const MAX_TAKEN: usize = 4096;
/// The maximum number of heaps that a move leaves.
pub const MAX_LEFT: usize = 3;

/// Games with names of their own, and their codes.
const NAMED: [(&str, &str); 4] = [
    ("kayles", "octal:0.77"),
    ("dawsons-kayles", "octal:0.07"),
    ("dawsons-chess", "octal:0.137"),
    ("treblecross", "octal:0.007"),
];
/// Every heading of a text.
const HEADINGS: [&str; 9] = [
    "nim",
    "octal",
    "hexadecimal",
    "subtraction",
    "grundys-game",
    "kayles",
    "dawsons-kayles",
    "dawsons-chess",
    "treblecross",
];

/// The rules of a game of heaps: a move replaces a heap by up to three smaller ones.
///
/// Digit d_k of the code d_0.d_1d_2… is a sum of 1, 2, 4 and 8. A player who takes k counters may leave no heap if it
/// includes 1, one heap if it includes 2, two if it includes 4, three if it includes 8. A subtraction game has the
/// digit 3 for every number in its set. In Grundy's game a heap is split into two unequal ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeapRules {
    /// The numbers that may be taken when 0, 1, 2 or 3 non-empty heaps are left, ascending.
    pub taken: [Vec<usize>; MAX_LEFT + 1],
    /// Must two heaps that are left be different?
    pub is_unequal: bool,
    /// The largest heap for which these are the rules, if there is one: in Nim a player takes any number.
    pub largest: Option<usize>,
}

impl HeapRules {
    /// Reads `octal:0.137`, `hexadecimal:0.3f`, `subtraction:{1,2,5}`, `nim`, `grundys-game`, `kayles`,
    /// `dawsons-kayles`, `dawsons-chess` or `treblecross`.
    ///
    /// # Errors
    /// If the text is none of them.
    pub fn read(text: &str) -> Result<HeapRules, PositionError> {
        let (heading, rest) = match text.split_once(':') {
            Some((heading, rest)) => (heading, Some(rest)),
            None => (text, None),
        };
        let at = heading.len() + 1;
        if let Some((_, code)) = NAMED.iter().find(|(name, _)| *name == heading && rest.is_none()) {
            return HeapRules::read(code);
        }
        match (heading, rest) {
            ("octal", Some(code)) => read_code(text, at, code, 8, "octal:0.137"),
            ("hexadecimal", Some(code)) => read_code(text, at, code, 16, "hexadecimal:0.3f"),
            ("subtraction", Some(set)) => read_set(text, at, set),
            ("nim", None) => {
                let rules = HeapRules::of_set((1..=MAX_TAKEN).collect());
                Ok(HeapRules { largest: Some(MAX_TAKEN), ..rules })
            }
            ("grundys-game", None) => {
                let taken = [vec![], vec![], vec![0], vec![]];
                Ok(HeapRules { taken, is_unequal: true, largest: None })
            }
            ("octal" | "hexadecimal" | "subtraction", None) => {
                let examples = "octal:0.137, hexadecimal:0.3f or subtraction:{1,2,5}";
                Err(PositionError::new(text, format!("expected a game of heaps, {examples}")))
            }
            (name, Some(_)) if HEADINGS.contains(&name) => {
                Err(PositionError::at(text, at - 1, format!("expected '{name}' alone")))
            }
            (name, _) => {
                let near = near_matches(name, HEADINGS.into_iter());
                let message = format!("there is no game of heaps '{name}'{near}");
                Err(PositionError::new(text, message))
            }
        }
    }

    /// The rules of the code with these digits, d_0 first.
    pub fn of_digits(digits: &[u8]) -> HeapRules {
        let takes = |heaps: usize| {
            let allowed = digits.iter().enumerate().filter(|(_, digit)| *digit >> heaps & 1 == 1);
            allowed.map(|(taken, _)| taken).collect()
        };
        HeapRules { taken: std::array::from_fn(takes), is_unequal: false, largest: None }
    }

    /// The rules of the subtraction game with this set, ascending.
    pub fn of_set(set: Vec<usize>) -> HeapRules {
        let taken = [set.clone(), set, vec![], vec![]];
        HeapRules { taken, is_unequal: false, largest: None }
    }

    /// The largest number of counters that a move takes.
    pub fn longest(&self) -> usize {
        self.taken.iter().flatten().copied().max().unwrap_or(0)
    }

    /// The maximum number of heaps that a move leaves.
    pub fn most_left(&self) -> usize {
        self.taken.iter().rposition(|taken| !taken.is_empty()).unwrap_or(0)
    }

    /// Calls `show` with the heaps that each move leaves of a heap, largest first.
    pub fn options(&self, heap: usize, show: &mut dyn FnMut(&[usize])) {
        for (count, taken) in self.taken.iter().enumerate() {
            for &taken in taken.iter().take_while(|&&taken| taken <= heap) {
                let left = heap - taken;
                match count {
                    0 if left == 0 => show(&[]),
                    1 if left > 0 => show(&[left]),
                    2 => (1..=left / 2)
                        .filter(|&b| !self.is_unequal || 2 * b != left)
                        .for_each(|b| show(&[left - b, b])),
                    3 => {
                        for c in 1..=left / 3 {
                            (c..=(left - c) / 2).for_each(|b| show(&[left - c - b, b, c]));
                        }
                    }
                    _ => {}
                }
            }
        }
    }
}

/// Reads a code such as `0.137`, whose digits are below `base`.
fn read_code(
    text: &str,
    shift: usize,
    code: &str,
    base: u8,
    example: &str,
) -> Result<HeapRules, PositionError> {
    let bad = |at: usize, message: String| Err(PositionError::at(text, at, message));
    let Some((first, digits)) = code.split_once('.') else {
        return bad(shift, format!("a code must begin with '0.', such as {example}"));
    };
    let (firsts, last) = if base == 8 { ("04", '7') } else { ("048cC", 'f') };
    if first.len() != 1 || !firsts.contains(first) {
        let allowed = if base == 8 { "0 or 4" } else { "0, 4, 8 or c" };
        return bad(shift, format!("the digit before the point must be {allowed}"));
    }
    if digits.is_empty() || digits.len() > MAX_TAKEN {
        return bad(shift + 2, format!("the point must be followed by 1 to {MAX_TAKEN} digits"));
    }
    let mut found = Vec::new();
    for (at, digit) in code.chars().enumerate().filter(|&(_, digit)| digit != '.') {
        match digit.to_digit(u32::from(base)) {
            Some(digit) => found.push(digit as u8),
            None => return bad(shift + at, format!("a digit of the code must be 0 to {last}")),
        }
    }
    Ok(HeapRules::of_digits(&found))
}

/// Reads a subtraction set such as `{1,2,5}`; braces may be missing.
fn read_set(text: &str, shift: usize, set: &str) -> Result<HeapRules, PositionError> {
    let inner = set.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')).unwrap_or(set);
    let mut at = shift + usize::from(inner.len() < set.len());
    let mut numbers = Vec::new();
    for word in inner.split(',') {
        let is_number = !word.trim().is_empty() && word.trim().bytes().all(|b| b.is_ascii_digit());
        match is_number.then(|| word.trim().parse::<usize>().ok()).flatten() {
            Some(number) if (1..=MAX_TAKEN).contains(&number) => numbers.push(number),
            _ => {
                let message = format!(
                    "expected numbers from 1 to {MAX_TAKEN} with commas, such as subtraction:{{1,2,5}}"
                );
                return Err(PositionError::at(text, at, message));
            }
        }
        at += word.chars().count() + 1;
    }
    numbers.sort_unstable();
    numbers.dedup();
    Ok(HeapRules::of_set(numbers))
}
