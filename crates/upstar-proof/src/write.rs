//! The writer: makes the walk of the verifier with the help of a solver.
//!
//! **Idea** The writer makes the same walk with the same cache (see `verify.rs`). So the file needs
//! only one move for each node where the claimant is to move. A move into a known position needs no
//! further proof and is preferred. Next come moves that the solver still knows, then moves that a
//! search finds.
//!
//! **Guarantee** The writer first trusts the moves that the solver still knows. If one of them
//! fails, the walk starts again without them. The file gets its name only when it is complete.
//! Until then it is `NAME.part`, which is removed if the writing ends early.

use std::{
    fmt, fs, io,
    path::{Path, PathBuf},
    time::Instant,
};

use upstar_core::{AtomicFile, Game, Meter, Move, Player, Stopped};

use super::{
    cache::Cache,
    claim::Claim,
    format::{Decision, Encoder},
    header::{Header, MAX_SLOTS},
};

/// Finds moves for the writer: moves that a solver still knows, and moves by a new search.
pub trait MoveFinder<'m, G: Game> {
    /// For a position where the claimant is to move, the index in `expand` of a move that, as a
    /// solver remembers, satisfies the claim. It is trusted until the walk shows that it fails.
    fn remembered(&mut self, position: &G::Position, claim: &Claim) -> Option<usize>;

    /// The index of a move that satisfies the claim, found by search; `None` if there is none, or
    /// if the meter ended the search.
    fn search(&mut self, position: &G::Position, claim: &Claim) -> Option<usize>;

    /// The meter that counts the work of the walk and of the searches together.
    fn meter(&mut self) -> &mut Meter<'m>;
}

/// A certificate that was written.
#[derive(Clone, PartialEq, Debug)]
pub struct WriteReport {
    /// The path of the file.
    pub path: PathBuf,
    /// The size in bytes.
    pub bytes: u64,
    /// The proved claims.
    pub claims: Vec<Claim>,
    /// The number of decisions.
    pub decisions: u64,
    /// The number of positions on the walk.
    pub positions: u64,
    /// The time for writing, in seconds.
    pub seconds: f64,
}

/// Why no certificate was written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ProofError {
    /// There is nothing to prove, or the game has no certificates.
    Unsuitable(String),
    /// A claim is false, and the number of moves to the position that refutes it.
    NotTrue(Claim, usize),
    /// A limit was reached, or the caller stopped the search.
    Stopped(Stopped),
    /// There is not enough memory for the cache.
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
                write!(
                    f,
                    "{claimant:?} does not get {least:+}; a position after {moves} moves refutes it"
                )
            }
            ProofError::Stopped(Stopped::Asked) => {
                f.write_str("interrupted while the certificate was written")
            }
            ProofError::Stopped(why) => {
                write!(
                    f,
                    "the limit of {} was reached while the certificate was written",
                    why.name()
                )
            }
            ProofError::File(text) => f.write_str(text),
        }
    }
}

impl std::error::Error for ProofError {}

/// Writes a certificate of the header's claims about `position`.
///
/// # Errors
/// Why no certificate was written. In that case there is no file.
pub fn write<'m, G: Game>(
    game: &G,
    position: &G::Position,
    header: &Header,
    finder: &mut dyn MoveFinder<'m, G>,
    path: &Path,
) -> Result<WriteReport, ProofError> {
    let start = Instant::now();
    if header.claims.is_empty() {
        let text = "there is nothing to prove; every game from this position has this result";
        return Err(ProofError::Unsuitable(text.into()));
    }
    let slots = header.slots;
    if !slots.is_power_of_two() || slots > MAX_SLOTS {
        return Err(ProofError::OutOfMemory(format!("a cache of {slots} slots is too large")));
    }
    let Some(cache) = Cache::new(slots as usize, game.has_stable_keys()) else {
        return Err(ProofError::OutOfMemory(format!(
            "there is no memory for a cache of {slots} slots"
        )));
    };
    let file_error = |e: io::Error| ProofError::File(format!("{}: {e}", path.display()));
    let (moves, stack) = (Vec::new(), Vec::new());
    let mut walk = Walk {
        game,
        finder,
        trusts_remembered: true,
        cache,
        moves,
        stack,
        positions: 0,
        remembered_used: 0,
    };
    loop {
        let file = AtomicFile::create(path).map_err(file_error)?;
        let mut encoder = Encoder::new(file, header).map_err(file_error)?;
        let walked = walk.claims(position, &header.claims, &mut encoder);
        match walked {
            Ok(()) => {}
            Err(End::NotTrue(..)) if walk.remembered_used > 0 => {
                walk.trusts_remembered = false;
                continue;
            }
            Err(End::NotTrue(claim, moves)) => return Err(ProofError::NotTrue(claim, moves)),
            Err(End::Stopped(why)) => return Err(ProofError::Stopped(why)),
            Err(End::File(e)) => return Err(file_error(e)),
        }
        let decisions = encoder.decisions;
        let file = encoder.finish().map_err(file_error)?;
        file.commit().map_err(file_error)?;
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

/// A node on the current line; see the verifier.
struct Frame<G: Game> {
    position: G::Position,
    mover: Player,
    first: usize,
    next: usize,
    end: usize,
}

struct Walk<'a, 'm, G: Game> {
    game: &'a G,
    finder: &'a mut dyn MoveFinder<'m, G>,
    /// Are remembered moves trusted?
    trusts_remembered: bool,
    cache: Cache<G::Key>,
    moves: Vec<Move>,
    stack: Vec<Frame<G>>,
    positions: u64,
    /// The number of remembered moves that were used.
    remembered_used: u64,
}

type Sink = Encoder<AtomicFile>;

impl<G: Game> Walk<'_, '_, G> {
    fn claims(&mut self, root: &G::Position, claims: &[Claim], sink: &mut Sink) -> Result<(), End> {
        (self.positions, self.remembered_used) = (0, 0);
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
                let key = self.game.key(&frame.position);
                self.cache.put(key, || self.game.key_hash(&key), frame.mover);
                self.moves.truncate(frame.first);
                self.stack.pop();
            }
        }
        Ok(())
    }

    fn enter(&mut self, position: G::Position, claim: &Claim, sink: &mut Sink) -> Result<(), End> {
        self.positions += 1;
        let meter = self.finder.meter();
        if meter.count(1, self.game, || 0) {
            return Err(End::Stopped(meter.stopped().unwrap_or(Stopped::Asked)));
        }
        let first = self.moves.len();
        if let Some(score) = self.game.expand(&position, &mut self.moves) {
            self.moves.truncate(first);
            let is_kept = claim.holds(score);
            return if is_kept { Ok(()) } else { Err(End::NotTrue(*claim, self.stack.len())) };
        }
        if let Some(holds) = claim.is_decided_by(self.game.remaining_scores(&position)) {
            self.moves.truncate(first);
            return if holds { Ok(()) } else { Err(End::NotTrue(*claim, self.stack.len())) };
        }
        let mover = self.game.to_move(&position);
        let key = self.game.key(&position);
        if self.cache.has(&key, || self.game.key_hash(&key), mover) {
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

    /// The index of a move that satisfies the claim.
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
            let key = self.game.key(&child);
            if self.cache.has(&key, || self.game.key_hash(&key), self.game.to_move(&child)) {
                return Ok(index);
            }
        }
        let remembered =
            if self.trusts_remembered { self.finder.remembered(position, claim) } else { None };
        if let Some(index) = remembered.filter(|&index| index < count) {
            self.remembered_used += 1;
            return Ok(index);
        }
        match self.finder.search(position, claim) {
            Some(index) => Ok(index),
            None => Err(match self.finder.meter().stopped() {
                Some(why) => End::Stopped(why),
                None => End::NotTrue(*claim, self.stack.len()),
            }),
        }
    }
}
