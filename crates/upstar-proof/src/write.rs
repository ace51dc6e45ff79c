//! The writer: the walk of the verifier, done by somebody who knows the moves.
//!
//! **Idea** The same walk with the same cache (see `verify.rs`), so the file needs only what
//! the verifier cannot find out: one move where the claimant moves. A move into a position that
//! is known costs nothing more and is taken first; then what the solver still knows;
//! then what a search finds.
//!
//! **Guarantee** what the solver knows is believed while writing; if that goes wrong, the walk starts again
//! without them. The file appears under its name only when it is whole: until then it is
//! `NAME.part`, removed when the writing ends early.

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

/// Finds winning moves for the writer: what a search still knows, and a search for the rest.
pub trait MoveFinder<'m, G: Game> {
    /// For a position where the claimant moves, the number of a move, in the order of `expand`, that a solver
    /// remembers to keep the claim. It is believed until the walk shows that it was wrong.
    fn remembered(&mut self, position: &G::Position, claim: &Claim) -> Option<usize>;

    /// The number of a move that keeps the claim, found by search; none if there is none, or the meter ended it.
    fn search(&mut self, position: &G::Position, claim: &Claim) -> Option<usize>;

    /// What counts the work of the walk and of the searches together.
    fn meter(&mut self) -> &mut Meter<'m>;
}

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

/// Writes a certificate of the header's claims about `position`.
///
/// # Errors
/// Why none was written; then there is no file.
pub fn write<'m, G: Game>(
    game: &G,
    position: &G::Position,
    header: &Header,
    finder: &mut dyn MoveFinder<'m, G>,
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
    let Some(cache) = Cache::new(slots as usize, game.has_stable_keys()) else {
        return Err(ProofError::OutOfMemory(format!("no memory for {slots} slots")));
    };
    let file_error = |e: io::Error| ProofError::File(format!("{}: {e}", path.display()));
    let (moves, stack) = (Vec::new(), Vec::new());
    let mut walk =
        Walk { game, finder, believes: true, cache, moves, stack, positions: 0, believed: 0 };
    loop {
        let file = AtomicFile::create(path).map_err(file_error)?;
        let mut encoder = Encoder::new(file, header).map_err(file_error)?;
        let walked = walk.claims(position, &header.claims, &mut encoder);
        match walked {
            Ok(()) => {}
            Err(End::NotTrue(..)) if walk.believed > 0 => {
                walk.believes = false;
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

/// A node on the line that is being walked; see the verifier's.
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
    /// Is what the finder remembers believed?
    believes: bool,
    cache: Cache<G::Key>,
    moves: Vec<Move>,
    stack: Vec<Frame<G>>,
    positions: u64,
    /// Remembered moves that were believed.
    believed: u64,
}

type Sink = Encoder<AtomicFile>;

impl<G: Game> Walk<'_, '_, G> {
    fn claims(&mut self, root: &G::Position, claims: &[Claim], sink: &mut Sink) -> Result<(), End> {
        (self.positions, self.believed) = (0, 0);
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
            let key = self.game.key(&child);
            if self.cache.has(&key, || self.game.key_hash(&key), self.game.to_move(&child)) {
                return Ok(index);
            }
        }
        let remembered = if self.believes { self.finder.remembered(position, claim) } else { None };
        if let Some(index) = remembered.filter(|&index| index < count) {
            self.believed += 1;
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
