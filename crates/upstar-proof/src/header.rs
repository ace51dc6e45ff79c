//! The header of a certificate: lines `key: value` that say what is proved, ended by an empty
//! line. People can read it with any pager.
//!
//! ```text
//! upstar-proof 1
//! game: domineering
//! position: .../.../...
//! left: vertical
//! right: horizontal
//! to_move: left
//! claim: left at least 1
//! slots: 1048576
//! solver: alpha-beta
//!
//! ```
//! The keys come in this order; `claim` stands once or twice. A claim's score is seen by its
//! claimant. `slots` is the size of the cache (a power of two), `solver` a note.

use std::io::{self, BufRead, Read, Write};

use upstar_core::{Player, PositionName, Score};

use super::claim::Claim;

/// The first line of every certificate.
pub const MAGIC: &str = "upstar-proof 1\n";

/// The most slots that a verifier accepts.
pub const MAX_SLOTS: u64 = 1 << 28;

/// The longest line that a verifier accepts.
const LONGEST_LINE: u64 = 1 << 16;

/// What a certificate says that it proves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Header {
    /// The game and the position.
    pub name: PositionName,
    /// The player to move.
    pub to_move: Player,
    /// One or two claims, proved one after the other.
    pub claims: Vec<Claim>,
    /// The slots of the cache.
    pub slots: u64,
    /// Who found the answer; a note.
    pub solver: String,
}

fn side(player: Player) -> &'static str {
    ["left", "right"][player.index()]
}

fn read_side(text: &str) -> Result<Player, String> {
    let found = Player::BOTH.into_iter().find(|&p| side(p) == text);
    found.ok_or_else(|| format!("the header has '{text}' for a player, not left or right"))
}

impl Header {
    /// Writes the magic line and the header.
    ///
    /// # Errors
    /// If a text holds a line break, or the sink fails.
    pub fn write(&self, sink: &mut impl Write) -> io::Result<()> {
        let PositionName { game, position, labels } = &self.name;
        let texts = [game, position, &labels[0], &labels[1], &self.solver];
        if texts.iter().any(|text| text.contains(['\n', '\r']) || text.trim() != text.as_str()) {
            let message = "a text with line breaks or outer blanks has no place in a header";
            return Err(io::Error::new(io::ErrorKind::InvalidInput, message));
        }
        let mut text = format!("{MAGIC}game: {game}\nposition: {position}\n");
        text += &format!("left: {}\nright: {}\n", labels[0], labels[1]);
        text += &format!("to_move: {}\n", side(self.to_move));
        for claim in &self.claims {
            text += &format!("claim: {} at least {}\n", side(claim.claimant), claim.least);
        }
        text += &format!("slots: {}\nsolver: {}\n\n", self.slots, self.solver);
        sink.write_all(text.as_bytes())
    }

    /// Reads the magic line and the header, up to and with the empty line.
    ///
    /// # Errors
    /// Why it is not a header.
    pub fn read(source: &mut impl BufRead) -> Result<Header, String> {
        let mut lines = Lines { source, line: String::new() };
        lines.next()?;
        if lines.line != MAGIC.trim_end() {
            return Err("it does not begin with 'upstar-proof 1'".into());
        }
        let game = lines.value("game")?;
        let position = lines.value("position")?;
        let labels = [lines.value("left")?, lines.value("right")?];
        let to_move = read_side(&lines.value("to_move")?)?;
        let mut claims = vec![read_claim(&lines.value("claim")?)?];
        lines.next()?;
        if lines.line.starts_with("claim: ") {
            claims.push(read_claim(&lines.read("claim")?)?);
            lines.next()?;
        }
        if claims.len() == 2 && claims[0].claimant == claims[1].claimant {
            return Err("the header has two claims of one player".into());
        }
        let slots = lines.read("slots")?;
        let slots: u64 = slots.parse().map_err(|_| format!("slots: '{slots}' is no number"))?;
        if !slots.is_power_of_two() || slots > MAX_SLOTS {
            return Err(format!(
                "slots: {slots} is not possible; a power of two up to {MAX_SLOTS} is"
            ));
        }
        let solver = lines.value("solver")?;
        lines.next()?;
        if !lines.line.is_empty() {
            return Err(format!("the header has an unknown line '{}'", lines.line));
        }
        Ok(Header { name: PositionName { game, position, labels }, to_move, claims, slots, solver })
    }
}

fn read_claim(text: &str) -> Result<Claim, String> {
    let (player, least) = text
        .split_once(" at least ")
        .ok_or_else(|| format!("'{text}' is not a claim such as 'left at least 1'"))?;
    let score = least.parse::<Score>().ok().filter(|&s| s != Score::MIN);
    let least = score.ok_or_else(|| format!("'{least}' in a claim is no score"))?;
    Ok(Claim { claimant: read_side(player)?, least })
}

/// Lines of bounded length.
struct Lines<'a, R> {
    source: &'a mut R,
    line: String,
}

impl<R: BufRead> Lines<'_, R> {
    fn next(&mut self) -> Result<(), String> {
        self.line.clear();
        let read = self.source.by_ref().take(LONGEST_LINE).read_line(&mut self.line);
        read.map_err(|e| format!("its header cannot be read: {e}"))?;
        if self.line.pop() != Some('\n') {
            return Err("its header is cut short".into());
        }
        Ok(())
    }

    /// The next line's value, which must have this key.
    fn value(&mut self, key: &str) -> Result<String, String> {
        self.next()?;
        self.read(key)
    }

    /// This line's value, which must have this key.
    fn read(&self, key: &str) -> Result<String, String> {
        let value = self.line.strip_prefix(key).and_then(|rest| rest.strip_prefix(": "));
        value
            .map(String::from)
            .ok_or_else(|| format!("the header has '{}' where '{key}: …' belongs", self.line))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header() -> Header {
        Header {
            name: PositionName {
                game: "g".into(),
                position: "a/b".into(),
                labels: ["l".into(), "r".into()],
            },
            to_move: Player::Right,
            claims: vec![
                Claim { claimant: Player::Right, least: 0 },
                Claim { claimant: Player::Left, least: -3 },
            ],
            slots: 16,
            solver: "by hand".into(),
        }
    }

    fn text(header: &Header) -> String {
        let mut bytes = Vec::new();
        header.write(&mut bytes).unwrap();
        String::from_utf8(bytes).unwrap()
    }

    #[test]
    fn what_is_written_reads_back() {
        let header = header();
        assert_eq!(Header::read(&mut text(&header).as_bytes()), Ok(header));
    }

    #[test]
    fn bad_headers_are_refused_with_the_reason() {
        let good = text(&header());
        for (from, to, reason) in [
            ("proof 1", "proof 2", "does not begin"),
            ("game", "gale", "'game: …' belongs"),
            ("slots: 16", "slots: 17", "not possible"),
            ("slots: 16", "slots: 1099511627776", "not possible"),
            ("slots: 16", "slots: 0", "not possible"),
            ("to_move: right", "to_move: black", "left or right"),
            ("left at least -3", "left at least -32768", "no score"),
            ("left at least -3", "right at least 1", "two claims of one player"),
            ("claim: right at least 0\n", "", "slots"),
            ("solver: by hand\n\n", "solver: by hand\nmore\n", "unknown line"),
            ("solver: by hand\n\n", "solver: by hand\n", "cut short"),
        ] {
            let bad = good.replacen(from, to, 1);
            match Header::read(&mut bad.as_bytes()) {
                Err(e) => assert!(e.contains(reason), "{from} -> {to}: {e}"),
                // One claim of two is a header too, of another certificate.
                Ok(h) => assert!(from.starts_with("claim") && h.claims.len() == 1),
            }
        }
        let broken = Header { solver: "a\nclaim: left at least 1".into(), ..header() };
        assert!(broken.write(&mut Vec::new()).is_err());
    }
}
