//! Blocks: some thousand statements as bytes.
//!
//! ```text
//! for each statement   the code minus the previous code (the first minus 0), a number
//! for each statement   a byte: 0 the replies, 1 a move, 2 + n the lemma with the number n
//! for each move        its number in the order of `expand`
//! for each lemma       the number of bytes of its witness, then the witness
//! ```
//! A block of nimbers has the codes, then a byte for each: its nimber. Numbers have 7 bits per byte, lowest first; the high bit means that more follow. Codes ascend, so
//! the differences are small. Bytes of one kind are together, because that compresses better.

/// Why a statement holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Justification<'a> {
    /// The opponent moves, and every move leads to a position that is proved.
    Replies,
    /// The claimant plays the move with this number, to a position that is proved.
    Move(u32),
    /// The lemma with this number, with a witness. If it only proves the claim after some of the
    /// opponent's moves, the others lead to positions that are proved.
    Lemma(usize, &'a [u8]),
}

/// A statement: a position and why the claim holds there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Statement<'a> {
    /// The code of the position.
    pub code: u128,
    /// Why the claim holds.
    pub justification: Justification<'a>,
}

fn put(bytes: &mut Vec<u8>, mut number: u128) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// The bytes of statements in ascending order of codes.
pub fn encoded<'a>(statements: impl Iterator<Item = Statement<'a>> + Clone) -> Vec<u8> {
    let (mut codes, mut kinds) = (Vec::new(), Vec::new());
    let (mut moves, mut witnesses) = (Vec::new(), Vec::new());
    let mut last = 0;
    for Statement { code, justification } in statements {
        put(&mut codes, code - last);
        last = code;
        kinds.push(match justification {
            Justification::Replies => 0,
            Justification::Move(number) => {
                put(&mut moves, number.into());
                1
            }
            Justification::Lemma(number, witness) => {
                put(&mut witnesses, witness.len() as u128);
                witnesses.extend_from_slice(witness);
                2 + number as u8
            }
        });
    }
    [codes, kinds, moves, witnesses].concat()
}

/// Reads numbers and bytes from the front of a slice.
struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn number(&mut self) -> Result<u128, String> {
        let mut number = 0u128;
        for shift in (0..128).step_by(7) {
            let byte = self.bytes(1)?[0];
            let part = u128::from(byte & 0x7f);
            if (part << shift) >> shift != part {
                break;
            }
            number |= part << shift;
            if byte < 0x80 {
                return Ok(number);
            }
        }
        Err("a number in a block is too large".into())
    }

    fn bytes(&mut self, count: usize) -> Result<&'a [u8], String> {
        let (first, rest) =
            self.0.split_at_checked(count).ok_or("a block is shorter than its statements")?;
        self.0 = rest;
        Ok(first)
    }
}

/// The bytes of statements about nimbers in ascending order of codes.
pub fn encoded_nimbers(statements: &[(u128, u8)]) -> Vec<u8> {
    let (mut bytes, mut last) = (Vec::new(), 0);
    for &(code, _) in statements {
        put(&mut bytes, code - last);
        last = code;
    }
    bytes.extend(statements.iter().map(|&(_, nimber)| nimber));
    bytes
}

/// The statements about nimbers of a block.
pub fn decoded_nimbers(bytes: &[u8], count: usize) -> Result<Vec<(u128, u8)>, String> {
    let (codes, nimbers) = read_codes(bytes, count)?;
    if nimbers.len() != count {
        return Err("a block has not one nimber for each part".into());
    }
    Ok(codes.into_iter().zip(nimbers.iter().copied()).collect())
}

/// The codes of a block with so many statements.
pub fn codes(bytes: &[u8], count: usize) -> Result<Vec<u128>, String> {
    Ok(read_codes(bytes, count)?.0)
}

fn read_codes(bytes: &[u8], count: usize) -> Result<(Vec<u128>, &[u8]), String> {
    let mut reader = Reader(bytes);
    let mut last = 0u128;
    let mut next = || {
        let code = last.checked_add(reader.number()?).ok_or("a code in a block is too large")?;
        last = code;
        Ok(code)
    };
    let codes: Result<Vec<u128>, String> = (0..count).map(|_| next()).collect();
    Ok((codes?, reader.0))
}

/// The statements of a block.
pub fn decoded(bytes: &[u8], count: usize) -> Result<Vec<Statement<'_>>, String> {
    let (codes, rest) = read_codes(bytes, count)?;
    let mut reader = Reader(rest);
    let kinds = reader.bytes(count)?;
    let mut moves = Vec::new();
    for _ in kinds.iter().filter(|&&kind| kind == 1) {
        moves.push(u32::try_from(reader.number()?).map_err(|_| "a move in a block is too large")?);
    }
    let mut moves = moves.into_iter();
    let mut statements = Vec::with_capacity(count);
    for (code, &kind) in codes.into_iter().zip(kinds) {
        let justification = match kind {
            0 => Justification::Replies,
            1 => Justification::Move(moves.next().ok_or("a move is missing in a block")?),
            lemma => {
                let length = reader.number()?;
                let length = usize::try_from(length).map_err(|_| "a witness is too long")?;
                Justification::Lemma(usize::from(lemma) - 2, reader.bytes(length)?)
            }
        };
        statements.push(Statement { code, justification });
    }
    if !reader.0.is_empty() {
        return Err("a block is longer than its statements".into());
    }
    Ok(statements)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statements_read_back() {
        let justifications = [
            Justification::Replies,
            Justification::Move(300),
            Justification::Lemma(2, &[1, 2, 3]),
            Justification::Move(0),
            Justification::Lemma(0, &[]),
        ];
        let statements: Vec<Statement> = (0..100)
            .map(|n| Statement {
                code: (1u128 << n) + n,
                justification: justifications[n as usize % 5],
            })
            .collect();
        let bytes = encoded(statements.iter().copied());
        assert_eq!(decoded(&bytes, 100).unwrap(), statements);
        assert_eq!(codes(&bytes, 100).unwrap()[99], (1 << 99) + 99);
        for end in 0..bytes.len() {
            assert!(decoded(&bytes[..end], 100).is_err());
        }
        assert!(decoded(&bytes, 99).is_err() && decoded(&bytes, 101).is_err());
    }
}
