//! The file format of certificates: header, decisions, footer.
//!
//! ```text
//! header     lines of text, see `header.rs`
//! decisions  variable-length numbers (7 bits per byte, lowest first, high bit: more follow):
//!              2·i + 1   the claimant plays move number i of `expand`; at a node where the
//!                        opponent moves, i is 0: all moves follow, in the order of `expand`
//!              2·n       this and the next n nodes of the walk are known
//! footer     32 bytes:
//!              8  the number of decisions (each known node counts), lowest byte first
//!              8  the FNV-1a checksum (64 bits) of all bytes before it, lowest byte first
//!             16  `end upstar-proof`
//! ```
//! FNV-1a: h = 0xcbf29ce484222325; for each byte b: h = (h xor b) · 0x100000001b3. Each step is a
//! bijection of h, so every change of a single byte is detected. The checksum detects accidental
//! damage. The verifier detects false proofs by the rules of the game.

use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};

use upstar_core::Fnv1a;

use super::header::{Header, MAGIC};

const END: [u8; 16] = *b"end upstar-proof";
const FOOTER: u64 = 32;

/// One decision of a walk.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Decision {
    /// The position was proved before.
    Known,
    /// The claimant's move number; 0 if the opponent is to move.
    Choice(u64),
}

/// Writes a certificate, decision by decision.
pub struct Encoder<W: Write> {
    sink: W,
    checksum: Fnv1a,
    /// The number of known nodes that are not yet written.
    run: u64,
    /// The number of decisions so far.
    pub decisions: u64,
    /// The number of bytes so far.
    pub bytes: u64,
}

impl<W: Write> Encoder<W> {
    /// Begins a certificate with its header.
    ///
    /// # Errors
    /// If a text of the header contains a line break, or the sink fails.
    pub fn new(sink: W, header: &Header) -> io::Result<Encoder<W>> {
        let mut text = Vec::new();
        header.write(&mut text)?;
        let mut encoder = Encoder { sink, checksum: Fnv1a::EMPTY, run: 0, decisions: 0, bytes: 0 };
        encoder.put(&text)?;
        Ok(encoder)
    }

    #[inline]
    fn put(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.checksum.add(bytes);
        self.bytes += bytes.len() as u64;
        self.sink.write_all(bytes)
    }

    #[inline]
    fn number(&mut self, mut number: u64) -> io::Result<()> {
        let mut bytes = [0; 10];
        let mut count = 0;
        while number >= 0x80 {
            bytes[count] = number as u8 | 0x80;
            number >>= 7;
            count += 1;
        }
        bytes[count] = number as u8;
        self.put(&bytes[..=count])
    }

    fn end_run(&mut self) -> io::Result<()> {
        match std::mem::take(&mut self.run) {
            0 => Ok(()),
            run => self.number((run - 1) << 1),
        }
    }

    /// Adds a decision.
    ///
    /// # Errors
    /// If the sink fails.
    #[inline]
    pub fn add(&mut self, decision: Decision) -> io::Result<()> {
        self.decisions += 1;
        match decision {
            Decision::Known => {
                self.run += 1;
                Ok(())
            }
            Decision::Choice(index) => {
                self.end_run()?;
                self.number(index << 1 | 1)
            }
        }
    }

    /// Ends the certificate with its footer, flushes the sink and returns it.
    ///
    /// # Errors
    /// If the sink fails.
    pub fn finish(mut self) -> io::Result<W> {
        self.end_run()?;
        self.put(&self.decisions.to_le_bytes())?;
        self.put(&self.checksum.value().to_le_bytes())?;
        self.put(&END)?;
        self.sink.flush()?;
        Ok(self.sink)
    }
}

/// A certificate whose checksum is correct. Its claims are not yet verified.
pub struct Certificate<R> {
    /// The position and the claims.
    pub header: Header,
    /// The size in bytes.
    pub bytes: u64,
    source: BufReader<R>,
    /// The state of reading the decisions: bytes left, known nodes not yet returned, decisions
    /// returned.
    place: [u64; 3],
    /// The number of decisions in the footer.
    announced: u64,
}

impl<R: Read + Seek> Certificate<R> {
    /// Reads the header and the footer, and verifies the checksum of all bytes.
    ///
    /// # Errors
    /// Why it is not a complete certificate.
    pub fn open(source: R) -> Result<Certificate<R>, String> {
        let unreadable = |e: io::Error| format!("it cannot be read: {e}");
        let mut source = BufReader::with_capacity(1 << 16, source);
        let mut start = [0; MAGIC.len()];
        if source.read_exact(&mut start).is_err() || start != *MAGIC.as_bytes() {
            return Err("it does not start with 'upstar-proof 1'".into());
        }
        let bytes = source.seek(SeekFrom::End(0)).map_err(unreadable)?;
        let Some(before) = bytes.checked_sub(FOOTER) else {
            return Err("it is truncated".into());
        };
        source.seek(SeekFrom::Start(before)).map_err(unreadable)?;
        let mut footer = [0; FOOTER as usize];
        source.read_exact(&mut footer).map_err(unreadable)?;
        if footer[16..] != END {
            return Err(
                "its end mark is missing; it is truncated, or it has additional bytes at the end"
                    .into(),
            );
        }
        let word = |at: usize| u64::from_le_bytes(std::array::from_fn(|i| footer[at + i]));
        source.rewind().map_err(unreadable)?;
        let mut checksum = Fnv1a::EMPTY;
        let mut summed = (&mut source).take(before + 8);
        loop {
            let chunk = summed.fill_buf().map_err(unreadable)?;
            if chunk.is_empty() {
                break;
            }
            checksum.add(chunk);
            let count = chunk.len();
            summed.consume(count);
        }
        if checksum.value() != word(8) {
            return Err("its checksum is wrong; some of its bytes have changed".into());
        }
        source.rewind().map_err(unreadable)?;
        let header = Header::read(&mut source)?;
        let at = source.stream_position().map_err(unreadable)?;
        let Some(body) = before.checked_sub(at) else {
            return Err("its header overlaps its footer".into());
        };
        Ok(Certificate { header, bytes, source, place: [body, 0, 0], announced: word(0) })
    }

    /// The header and the decisions.
    pub fn parts(&mut self) -> (&Header, Decisions<'_>) {
        let Certificate { header, source, place: [left, run, read], announced, .. } = self;
        (header, Decisions { source, left: *left, run: *run, read: *read, announced: *announced })
    }

    /// The next decision; none at the end.
    ///
    /// # Errors
    /// Why the bytes are no decision.
    pub fn next_decision(&mut self) -> Result<Option<Decision>, String> {
        let (_, mut decisions) = self.parts();
        let next = decisions.next_decision();
        self.place = [decisions.left, decisions.run, decisions.read];
        next
    }
}

/// The decisions of a certificate, one after the other.
pub struct Decisions<'a> {
    source: &'a mut dyn BufRead,
    /// The number of bytes that are not yet read.
    left: u64,
    /// The number of known nodes that are not yet returned.
    run: u64,
    read: u64,
    announced: u64,
}

impl Decisions<'_> {
    /// The next decision; none at the end.
    ///
    /// # Errors
    /// Why the bytes are no decision.
    #[inline]
    pub fn next_decision(&mut self) -> Result<Option<Decision>, String> {
        if self.run == 0 {
            if self.left == 0 {
                return Ok(None);
            }
            let number = self.number()?;
            if number & 1 == 1 {
                self.read += 1;
                return Ok(Some(Decision::Choice(number >> 1)));
            }
            self.run = (number >> 1) + 1;
        }
        self.run -= 1;
        self.read += 1;
        Ok(Some(Decision::Known))
    }

    fn number(&mut self) -> Result<u64, String> {
        let mut number = 0;
        for shift in (0..63).step_by(7) {
            if self.left == 0 {
                return Err("its last decision is truncated".into());
            }
            let byte = match self.source.fill_buf() {
                Ok(buffer) if !buffer.is_empty() => buffer[0],
                Ok(_) => return Err("it became shorter while it was read".into()),
                Err(e) => return Err(format!("it cannot be read: {e}")),
            };
            self.source.consume(1);
            self.left -= 1;
            number |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Ok(number);
            }
        }
        Err("a decision is too large".into())
    }

    /// The number of decisions that were read.
    pub fn count(&self) -> u64 {
        self.read
    }

    /// Checks that no bytes remain, and that the number of decisions is the one in the footer.
    ///
    /// # Errors
    /// Which of the two fails.
    pub fn finish(&self) -> Result<(), String> {
        if self.left > 0 || self.run > 0 {
            return Err("it has more decisions than its claims need".into());
        }
        if self.read != self.announced {
            let (read, announced) = (self.read, self.announced);
            return Err(format!("it has {read} decisions, but its footer states {announced}"));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use upstar_core::{Player, PositionName, Rng};

    use super::{super::Claim, *};

    fn header() -> Header {
        let labels = ["l".into(), "r".into()];
        Header {
            name: PositionName { game: "g".into(), position: "p".into(), labels },
            to_move: Player::Left,
            counts_plies: false,
            claims: vec![Claim { claimant: Player::Left, least: 1 }],
            slots: 1,
            solver: "none".into(),
        }
    }

    fn written(decisions: &[Decision]) -> Vec<u8> {
        let mut encoder = Encoder::new(Vec::new(), &header()).unwrap();
        decisions.iter().for_each(|&d| encoder.add(d).unwrap());
        encoder.finish().unwrap()
    }

    #[test]
    fn decisions_read_back() {
        let mut rng = Rng::new(3);
        for length in [0, 1, 2, 500] {
            let decisions: Vec<Decision> = (0..length)
                .map(|_| match rng.below(3) {
                    0 => {
                        let bits = rng.below(40);
                        Decision::Choice(rng.below(1 << bits))
                    }
                    _ => Decision::Known,
                })
                .collect();
            let mut certificate = Certificate::open(Cursor::new(written(&decisions))).unwrap();
            let (read_header, mut read) = certificate.parts();
            assert_eq!(*read_header, header());
            for decision in decisions {
                assert_eq!(read.next_decision(), Ok(Some(decision)));
            }
            assert_eq!(read.next_decision(), Ok(None));
            assert_eq!(read.finish(), Ok(()));
        }
    }

    #[test]
    fn every_change_truncation_and_addition_is_detected() {
        let good = written(&[Decision::Choice(300), Decision::Known, Decision::Choice(0)]);
        assert!(Certificate::open(Cursor::new(&good)).is_ok());
        for at in 0..good.len() {
            assert!(Certificate::open(Cursor::new(&good[..at])).is_err(), "cut at {at}");
            for value in 0..=255 {
                let mut bad = good.clone();
                bad[at] = value;
                let opened = Certificate::open(Cursor::new(&bad));
                assert_eq!(opened.is_ok(), bad == good, "byte {at} = {value}");
            }
        }
        let mut longer = good;
        longer.push(b'\n');
        assert!(Certificate::open(Cursor::new(&longer)).is_err());
    }
}
