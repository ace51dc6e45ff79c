//! The header of a certificate: lines `key: value` that state the position and the claims, followed
//! by an empty line. It is readable text.
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
//! The keys are in this order. There are one or two `claim` lines. A claim's score is from the
//! point of view of its claimant. `slots` is the size of the cache, a power of two. `solver` is a
//! comment.
//!
//! A certificate of a distance has the line `counts: plies` after `to_move`. It is a walk through the
//! [`DistanceGame`](upstar_core::DistanceGame). Its claims are `left wins within 41 plies`, `right lasts 41
//! plies` (right does not lose sooner) and `left at least 0`.

use std::io::{self, BufRead, Read, Write};

use upstar_core::{Player, PositionName, Score, WIN_SCORE};

use super::claim::Claim;

/// The first line of every certificate.
pub const MAGIC: &str = "upstar-proof 1\n";

/// The line of a certificate whose claims count plies.
const COUNTS_PLIES: &str = "counts: plies\n";

/// The maximum number of slots that a verifier accepts.
pub const MAX_SLOTS: u64 = 1 << 28;

/// The maximum length of a line that a verifier accepts.
const MAX_LINE_BYTES: u64 = 1 << 16;

/// The position and the claims of a certificate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Header {
    /// The game and the position.
    pub name: PositionName,
    /// The player to move.
    pub to_move: Player,
    /// Are the scores of the claims those of a [`DistanceGame`](upstar_core::DistanceGame)?
    pub counts_plies: bool,
    /// One or two claims, in the order of their proofs.
    pub claims: Vec<Claim>,
    /// The number of slots of the cache.
    pub slots: u64,
    /// A comment: the solver that found the answer.
    pub solver: String,
}

pub(crate) fn side(player: Player) -> &'static str {
    ["left", "right"][player.index()]
}

pub(crate) fn read_side(text: &str) -> Result<Player, String> {
    let found = Player::BOTH.into_iter().find(|&p| side(p) == text);
    found.ok_or_else(|| format!("the header names the player '{text}'; expected left or right"))
}

impl Header {
    /// Writes the magic line and the header.
    ///
    /// # Errors
    /// If a text contains a line break, or the sink fails.
    pub fn write(&self, sink: &mut impl Write) -> io::Result<()> {
        let PositionName { game, position, labels } = &self.name;
        let texts = [game, position, &labels[0], &labels[1], &self.solver];
        if texts.iter().any(|text| text.contains(['\n', '\r']) || text.trim() != text.as_str()) {
            let message = "a text in a header must not have line breaks or surrounding spaces";
            return Err(io::Error::new(io::ErrorKind::InvalidInput, message));
        }
        let mut text = format!("{MAGIC}game: {game}\nposition: {position}\n");
        text += &format!("left: {}\nright: {}\n", labels[0], labels[1]);
        text += &format!("to_move: {}\n", side(self.to_move));
        if self.counts_plies {
            text += COUNTS_PLIES;
        }
        text += &claim_lines(&self.claims, self.counts_plies);
        text += &format!("slots: {}\nsolver: {}\n\n", self.slots, self.solver);
        sink.write_all(text.as_bytes())
    }

    /// Reads the magic line and the header, including the empty line.
    ///
    /// # Errors
    /// Why it is not a header.
    pub fn read(source: &mut impl BufRead) -> Result<Header, String> {
        let mut lines = Lines::new(source);
        lines.next()?;
        if lines.line != MAGIC.trim_end() {
            return Err("it does not start with 'upstar-proof 1'".into());
        }
        let game = lines.value("game")?;
        let position = lines.value("position")?;
        let labels = [lines.value("left")?, lines.value("right")?];
        let to_move = read_side(&lines.value("to_move")?)?;
        lines.next()?;
        let counts_plies = lines.line == COUNTS_PLIES.trim_end();
        if counts_plies {
            lines.next()?;
        }
        let claims = read_claims(&mut lines, counts_plies)?;
        let slots = lines.read("slots")?;
        let slots: u64 = slots.parse().map_err(|_| format!("slots: '{slots}' is not a number"))?;
        if !slots.is_power_of_two() || slots > MAX_SLOTS {
            return Err(format!(
                "slots: {slots} is not accepted; expected a power of two up to {MAX_SLOTS}"
            ));
        }
        let solver = lines.value("solver")?;
        lines.next()?;
        if !lines.line.is_empty() {
            return Err(format!("the header has an unknown line '{}'", lines.line));
        }
        let name = PositionName { game, position, labels };
        Ok(Header { name, to_move, counts_plies, claims, slots, solver })
    }
}

/// The lines of claims.
pub(crate) fn claim_lines(claims: &[Claim], counts_plies: bool) -> String {
    claims.iter().map(|claim| format!("claim: {}\n", claim_text(claim, counts_plies))).collect()
}

/// Reads the lines of one or two claims, and the line after them.
pub(crate) fn read_claims(
    lines: &mut Lines<impl BufRead>,
    counts_plies: bool,
) -> Result<Vec<Claim>, String> {
    let mut claims = vec![read_claim(&lines.read("claim")?, counts_plies)?];
    lines.next()?;
    if lines.line.starts_with("claim: ") {
        claims.push(read_claim(&lines.read("claim")?, counts_plies)?);
        lines.next()?;
    }
    if claims.len() == 2 && claims[0].claimant == claims[1].claimant {
        return Err("the header has two claims of the same player".into());
    }
    Ok(claims)
}

/// A claim in words.
fn claim_text(claim: &Claim, counts_plies: bool) -> String {
    let Claim { claimant, least } = *claim;
    let (side, plies) = (side(claimant), WIN_SCORE.abs_diff(least.abs()));
    match least.signum() {
        1 if counts_plies => format!("{side} wins within {plies} plies"),
        -1 if counts_plies => format!("{side} lasts {plies} plies"),
        _ => format!("{side} at least {least}"),
    }
}

fn read_claim(text: &str, counts_plies: bool) -> Result<Claim, String> {
    if counts_plies {
        return read_claim_of_plies(text);
    }
    let (player, least) = text
        .split_once(" at least ")
        .ok_or_else(|| format!("'{text}' is not a claim such as 'left at least 1'"))?;
    let score = least.parse::<Score>().ok().filter(|&s| s != Score::MIN);
    let least = score.ok_or_else(|| format!("'{least}' in a claim is not a score"))?;
    Ok(Claim { claimant: read_side(player)?, least })
}

/// A claim of a certificate that counts plies.
fn read_claim_of_plies(text: &str) -> Result<Claim, String> {
    let wrong = || {
        format!(
            "'{text}' is not a claim such as 'left wins within 7 plies' or 'left lasts 8 plies'"
        )
    };
    let (player, rest) = text.split_once(' ').ok_or_else(wrong)?;
    let claimant = read_side(player)?;
    if rest == "at least 0" {
        return Ok(Claim { claimant, least: 0 });
    }
    let (sign, rest) = match (rest.strip_prefix("wins within "), rest.strip_prefix("lasts ")) {
        (Some(rest), _) => (1, rest),
        (_, Some(rest)) => (-1, rest),
        _ => return Err(wrong()),
    };
    let plies = rest.strip_suffix(" plies").and_then(|plies| plies.parse::<Score>().ok());
    let plies = plies.filter(|plies| (0..WIN_SCORE).contains(plies)).ok_or_else(wrong)?;
    Ok(Claim { claimant, least: sign * (WIN_SCORE - plies) })
}

/// Lines of bounded length.
pub(crate) struct Lines<'a, R> {
    source: &'a mut R,
    line: String,
}

impl<'a, R: BufRead> Lines<'a, R> {
    pub(crate) fn new(source: &'a mut R) -> Lines<'a, R> {
        Lines { source, line: String::new() }
    }

    /// The current line.
    pub(crate) fn line(&self) -> &str {
        &self.line
    }

    /// Reads the next line.
    pub(crate) fn next(&mut self) -> Result<(), String> {
        self.line.clear();
        let read = self.source.by_ref().take(MAX_LINE_BYTES).read_line(&mut self.line);
        read.map_err(|e| format!("its header cannot be read: {e}"))?;
        if self.line.pop() != Some('\n') {
            return Err("its header is truncated".into());
        }
        Ok(())
    }

    /// The value of the next line, which must have this key.
    pub(crate) fn value(&mut self, key: &str) -> Result<String, String> {
        self.next()?;
        self.read(key)
    }

    /// The value of the current line, which must have this key.
    pub(crate) fn read(&self, key: &str) -> Result<String, String> {
        let value = self.line.strip_prefix(key).and_then(|rest| rest.strip_prefix(": "));
        value
            .map(String::from)
            .ok_or_else(|| format!("the header has the line '{}'; expected '{key}: …'", self.line))
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
            counts_plies: false,
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
    fn claims_of_plies_are_words_and_read_back() {
        let least = WIN_SCORE - 41;
        let exact = [(Player::Left, least), (Player::Right, -least)];
        let claims = exact.map(|(claimant, least)| Claim { claimant, least }).to_vec();
        let header = Header { counts_plies: true, claims, ..header() };
        let written = text(&header);
        let words =
            "counts: plies\nclaim: left wins within 41 plies\nclaim: right lasts 41 plies\n";
        assert!(written.contains(words), "{written}");
        assert_eq!(Header::read(&mut written.as_bytes()), Ok(header.clone()));
        for (from, to) in [
            ("counts: plies\n", ""),
            ("41 plies", "41 pies"),
            ("wins within 41", "at least 1"),
            ("left wins", "black wins"),
            ("41", "-1"),
            ("41", "32000"),
            ("41", "99999"),
        ] {
            let bad = written.replacen(from, to, 1);
            assert!(Header::read(&mut bad.as_bytes()).is_err(), "{bad}");
        }
        let claims = Player::BOTH.map(|claimant| Claim { claimant, least: 0 }).to_vec();
        let draw = Header { claims, ..header };
        assert_eq!(Header::read(&mut text(&draw).as_bytes()), Ok(draw));
    }

    #[test]
    fn bad_headers_are_rejected_with_the_reason() {
        let good = text(&header());
        for (from, to, reason) in [
            ("proof 1", "proof 2", "does not start"),
            ("game", "gale", "expected 'game: …'"),
            ("slots: 16", "slots: 17", "not accepted"),
            ("slots: 16", "slots: 1099511627776", "not accepted"),
            ("slots: 16", "slots: 0", "not accepted"),
            ("to_move: right", "to_move: black", "left or right"),
            ("left at least -3", "left at least -32768", "not a score"),
            ("left at least -3", "right at least 1", "two claims of the same player"),
            ("claim: right at least 0\n", "", "slots"),
            ("solver: by hand\n\n", "solver: by hand\nmore\n", "unknown line"),
            ("solver: by hand\n\n", "solver: by hand\n", "truncated"),
        ] {
            let bad = good.replacen(from, to, 1);
            match Header::read(&mut bad.as_bytes()) {
                Err(e) => assert!(e.contains(reason), "{from} -> {to}: {e}"),
                // A header with one of the two claims is also valid, but for another certificate.
                Ok(h) => assert!(from.starts_with("claim") && h.claims.len() == 1),
            }
        }
        let broken = Header { solver: "a\nclaim: left at least 1".into(), ..header() };
        assert!(broken.write(&mut Vec::new()).is_err());
    }
}
