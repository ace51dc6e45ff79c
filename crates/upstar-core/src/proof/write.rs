//! The writer: the walk of the verifier, done by somebody who knows the moves.
//!
//! **Idea** The same walk with the same cache (see `verify.rs`), so the file needs only what
//! the verifier cannot find out: one move where the claimant moves. A move into a position that
//! is known costs nothing more and is taken first; then what the solver still knows (a hint);
//! then what a warm alpha-beta search finds.
//!
//! **Guarantee** hints are believed while writing; if that goes wrong, the walk starts anew
//! without them. The file appears under its name only when it is whole: until then it is
//! `NAME.part`, removed when the writing ends early.

use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Instant;

use super::cache::Cache;
use super::claim::Claim;
use super::format::{Decision, Encoder};
use super::header::{Header, MAX_SLOTS};
use super::part::PartFile;
use crate::base::Player;
use crate::game::{Game, Move};
use crate::search::{Control, Search, Stopped};

/// What a solver knows of winning moves: for a position where the claimant moves, the number of
/// a move, in the order of `expand`, that keeps the claim.
pub type Hint<'h, P> = &'h mut (dyn FnMut(&P, &Claim) -> Option<usize> + 'h);

/// A certificate that was written.
#[derive(Clone, PartialEq, Debug)]
pub struct WriteReport {
    /// Where it is.
    pub path: PathBuf,
    /// Its size.
    pub bytes: u64,
    /// What it proves.
    pub claims: Vec<Claim>,
    /// Its decisions.
    pub decisions: u64,
    /// The positions on the walk.
    pub positions: u64,
    /// Seconds for writing it.
    pub seconds: f64,
}

/// Why no certificate was written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ProofError {
    /// There is nothing to prove, or there are no certificates for such a game.
    Unsuitable(String),
    /// A claim is not true; the number of moves to the position that shows it.
    NotTrue(Claim, usize),
    /// A limit was reached, or somebody asked to stop.
    Stopped(Stopped),
    /// The memory for the cache could not be had.
    OutOfMemory(String),
    /// The file could not be written.
    File(String),
}

impl fmt::Display for ProofError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ProofError::Unsuitable(text) | ProofError::OutOfMemory(text) => f.write_str(text),
            ProofError::NotTrue(claim, moves) => {
                let Claim { claimant, least } = claim;
                write!(f, "{claimant:?} does not get {least:+}, as is seen after {moves} moves")
            }
            ProofError::Stopped(Stopped::Asked) => {
                f.write_str("interrupted while the certificate was written")
            }
            ProofError::Stopped(why) => {
                write!(f, "the limit of {} was reached while it was written", why.name())
            }
            ProofError::File(text) => f.write_str(text),
        }
    }
}

impl std::error::Error for ProofError {}

/// Writes a certificate of the header's claims about `position`, with a search of its own where
/// `hint` knows nothing.
///
/// # Errors
/// Why none was written; then there is no file.
pub fn write<G: Game>(
    game: &G,
    position: &G::Position,
    header: &Header,
    hint: Option<Hint<G::Position>>,
    path: &Path,
    control: &Control,
) -> Result<WriteReport, ProofError> {
    if game.may_repeat() {
        let text = "there are no certificates for games in which a position can come back";
        return Err(ProofError::Unsuitable(text.into()));
    }
    write_with(&mut Search::fresh(game, control), position, header, hint, path)
}

/// Writes a certificate with a search whose table may be warm.
///
/// # Errors
/// Why none was written; then there is no file.
pub(crate) fn write_with<G: Game>(
    search: &mut Search<G>,
    position: &G::Position,
    header: &Header,
    hint: Option<Hint<G::Position>>,
    path: &Path,
) -> Result<WriteReport, ProofError> {
    let start = Instant::now();
    if header.claims.is_empty() {
        let text = "there is nothing to prove: every play ends like this";
        return Err(ProofError::Unsuitable(text.into()));
    }
    let slots = header.slots;
    if !slots.is_power_of_two() || slots > MAX_SLOTS {
        return Err(ProofError::OutOfMemory(format!("{slots} slots are not possible")));
    }
    let Some(cache) = Cache::new(slots as usize, search.game.has_lasting_keys()) else {
        return Err(ProofError::OutOfMemory(format!("no memory for {slots} slots")));
    };
    let file_error = |e: io::Error| ProofError::File(format!("{}: {e}", path.display()));
    search.meter = search.meter.after();
    let game = search.game;
    let (moves, stack) = (Vec::new(), Vec::new());
    let mut walk = Walk { game, search, hint, cache, moves, stack, positions: 0, hints: 0 };
    loop {
        let file = PartFile::create(path).map_err(file_error)?;
        let mut encoder = Encoder::new(file, header).map_err(file_error)?;
        let walked = walk.claims(position, &header.claims, &mut encoder);
        match walked {
            Ok(()) => {}
            Err(End::NotTrue(..)) if walk.hints > 0 => {
                walk.hint = None;
                continue;
            }
            Err(End::NotTrue(claim, moves)) => return Err(ProofError::NotTrue(claim, moves)),
            Err(End::Stopped(why)) => return Err(ProofError::Stopped(why)),
            Err(End::File(e)) => return Err(file_error(e)),
        }
        let decisions = encoder.decisions;
        let file = encoder.finish().map_err(file_error)?;
        file.finish().map_err(file_error)?;
        let bytes = fs::metadata(path).map_err(file_error)?.len();
        return Ok(WriteReport {
            path: path.to_owned(),
            bytes,
            claims: header.claims.clone(),
            decisions,
            positions: walk.positions,
            seconds: start.elapsed().as_secs_f64(),
        });
    }
}

/// Why a walk ended early.
enum End {
    NotTrue(Claim, usize),
    Stopped(Stopped),
    File(io::Error),
}

impl From<io::Error> for End {
    fn from(e: io::Error) -> End {
        End::File(e)
    }
}

/// A node on the line that is being walked; see the verifier's.
struct Frame<G: Game> {
    position: G::Position,
    mover: Player,
    first: usize,
    next: usize,
    end: usize,
}

struct Walk<'a, 's, 'h, G: Game> {
    game: &'a G,
    hint: Option<Hint<'h, G::Position>>,
    search: &'a mut Search<'s, G>,
    cache: Cache<G::Key>,
    moves: Vec<Move>,
    stack: Vec<Frame<G>>,
    positions: u64,
    /// Hints believed.
    hints: u64,
}

type Sink = Encoder<PartFile>;

impl<G: Game> Walk<'_, '_, '_, G> {
    fn claims(&mut self, root: &G::Position, claims: &[Claim], sink: &mut Sink) -> Result<(), End> {
        (self.positions, self.hints) = (0, 0);
        for claim in claims {
            self.cache.clear();
            self.moves.clear();
            self.stack.clear();
            self.claim(root, claim, sink)?;
        }
        Ok(())
    }

    fn claim(&mut self, root: &G::Position, claim: &Claim, sink: &mut Sink) -> Result<(), End> {
        self.enter(root.clone(), claim, sink)?;
        while let Some(frame) = self.stack.last_mut() {
            if frame.next < frame.end {
                let mut child = frame.position.clone();
                self.game.play(&mut child, self.moves[frame.next]);
                frame.next += 1;
                self.enter(child, claim, sink)?;
            } else {
                self.cache.put(self.game.key(&frame.position), frame.mover);
                self.moves.truncate(frame.first);
                self.stack.pop();
            }
        }
        Ok(())
    }

    fn enter(&mut self, position: G::Position, claim: &Claim, sink: &mut Sink) -> Result<(), End> {
        self.positions += 1;
        let bytes = || 0;
        if self.search.meter.count(1, self.game, bytes) {
            return Err(End::Stopped(self.search.meter.stopped().unwrap_or(Stopped::Asked)));
        }
        let first = self.moves.len();
        if let Some(score) = self.game.expand(&position, &mut self.moves) {
            self.moves.truncate(first);
            let is_kept = claim.holds(score);
            return if is_kept { Ok(()) } else { Err(End::NotTrue(*claim, self.stack.len())) };
        }
        let mover = self.game.to_move(&position);
        if self.cache.has(&self.game.key(&position), mover) {
            self.moves.truncate(first);
            return Ok(sink.add(Decision::Known)?);
        }
        let (next, end) = if mover == claim.claimant {
            let index = self.choose(&position, first, claim)?;
            sink.add(Decision::Choice(index as u64))?;
            (first + index, first + index + 1)
        } else {
            sink.add(Decision::Choice(0))?;
            (first, self.moves.len())
        };
        self.stack.push(Frame { position, mover, first, next, end });
        Ok(())
    }

    /// The number of a move that keeps the claim.
    fn choose(
        &mut self,
        position: &G::Position,
        first: usize,
        claim: &Claim,
    ) -> Result<usize, End> {
        let count = self.moves.len() - first;
        for (index, &mv) in self.moves[first..].iter().enumerate() {
            let mut child = position.clone();
            self.game.play(&mut child, mv);
            if self.cache.has(&self.game.key(&child), self.game.to_move(&child)) {
                return Ok(index);
            }
        }
        let hinted = self.hint.as_mut().and_then(|hint| hint(position, claim));
        if let Some(index) = hinted.filter(|&index| index < count) {
            self.hints += 1;
            return Ok(index);
        }
        match self.search.reaching_move(position, claim.least) {
            Some(index) => Ok(index),
            None => Err(match self.search.meter.stopped() {
                Some(why) => End::Stopped(why),
                None => End::NotTrue(*claim, self.stack.len()),
            }),
        }
    }
}
