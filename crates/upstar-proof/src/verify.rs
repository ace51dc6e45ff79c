//! The verifier: checks the claims of a certificate by the rules of the game.
//!
//! **Idea** For each claim there is a depth-first walk from the root. Where the claimant is to
//! move, the certificate names one move. Where the opponent is to move, the walk visits all moves.
//! A finished game must satisfy the claim. In a game whose scores count plies, a game that is not
//! over may satisfy it too: a player who lasts long enough need not play on. A position counts as known only if its own walk was
//! completed before under the same claim and it is still in the cache. So the proof is never
//! circular.
//!
//! **Guarantee** The verifier does not trust the certificate. Of the program it trusts only the
//! rules (`to_move`, `expand`, `play`, `key`, `scores`, `remaining_scores`) and the parser of positions. It uses no
//! search, no evaluation, no bounds and no symmetry. It has its own stack, so long games do not
//! overflow the thread's stack. Its memory is the cache, whose size the header states, what the game remembers
//! of positions (in Go and local fights), and one line of play. A limit bounds the first two.

use std::fmt;

use upstar_core::{Game, Move, Player};

use super::{
    cache::Cache,
    claim::Claim,
    format::{Decision, Decisions},
    header::Header,
};

/// The maximum length of a line of play. No game of the package comes near it.
const MAX_LINE_LENGTH: usize = 1 << 16;

/// The number of positions between two calls of [`Watch::look`].
const LOOK_INTERVAL: u64 = 1 << 12;

/// Why a certificate was not accepted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum VerifyError {
    /// The file is not a complete certificate of a position of a known game.
    NotACertificate(String),
    /// The certificate does not prove its claims.
    Wrong {
        /// Why the proof fails.
        reason: String,
        /// The moves from the root to the node that fails.
        line: Vec<String>,
    },
    /// The walk was stopped before its end, so there is no verdict.
    Stopped(String),
}

impl fmt::Display for VerifyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            VerifyError::NotACertificate(reason) => write!(f, "not a certificate: {reason}"),
            VerifyError::Wrong { reason, line } if line.is_empty() => {
                write!(f, "wrong: at the root: {reason}")
            }
            VerifyError::Wrong { reason, line } => {
                write!(f, "wrong: after {}: {reason}", line.join(" "))
            }
            VerifyError::Stopped(reason) => write!(f, "stopped before the end: {reason}"),
        }
    }
}

impl std::error::Error for VerifyError {}

/// The memory limit of a verifier, and the function that may stop it.
pub struct Watch<'a> {
    /// Bytes for the cache and for what the game remembers.
    pub max_bytes: usize,
    /// Called at intervals with the number of visited positions. If it returns a reason, the walk
    /// stops.
    pub look: &'a mut dyn FnMut(u64) -> Option<String>,
}

/// Verifies all claims of a header about a root. Returns the number of visited positions.
/// `move_text` returns the names of moves for error messages.
///
/// # Errors
/// Why the decisions do not prove the claims.
pub fn verify_claims<G: Game>(
    game: &G,
    root: &G::Position,
    header: &Header,
    decisions: &mut Decisions,
    watch: &mut Watch,
    move_text: &dyn Fn(&G::Position, Move) -> String,
) -> Result<u64, VerifyError> {
    let refuse = |reason| Err(VerifyError::NotACertificate(reason));
    if header.to_move != game.to_move(root) {
        return refuse("the other player is to move in this position".into());
    }
    if let Some(claim) = header.claims.iter().find(|claim| !claim.is_about(game.scores())) {
        return refuse(format!("{} is not a score of {}", claim.least, header.name.game));
    }
    let slots = header.slots as usize;
    let bytes = slots.saturating_mul(Cache::<G::Key>::SLOT_BYTES);
    if bytes > watch.max_bytes {
        return Err(VerifyError::Stopped(format!(
            "its cache of {slots} slots needs {} MB, but only {} MB are allowed",
            bytes.div_ceil(1 << 20),
            watch.max_bytes >> 20
        )));
    }
    let Some(cache) = Cache::new(slots, game.has_stable_keys()) else {
        return Err(VerifyError::Stopped(format!("no memory for a cache of {slots} slots")));
    };
    let Some(&first) = header.claims.first() else { return refuse("it has no claims".into()) };
    let (moves, stack) = (Vec::new(), Vec::new());
    let labels = &header.name.labels;
    let mut walk = Walk {
        game,
        claim: first,
        decisions,
        watch,
        labels,
        move_text,
        cache,
        moves,
        stack,
        visited: 0,
    };
    for &claim in &header.claims {
        walk.claim = claim;
        walk.cache.clear();
        walk.run(root)?;
    }
    let visited = walk.visited;
    decisions.finish().map_err(VerifyError::NotACertificate)?;
    Ok(visited)
}

/// A node on the current line.
struct Frame<G: Game> {
    position: G::Position,
    mover: Player,
    /// The index of its first move in the stack of moves.
    first: usize,
    /// The remaining moves, as indices into the stack of moves. A node of the claimant has only
    /// one.
    next: usize,
    end: usize,
}

struct Walk<'a, 'd, 'w, G: Game> {
    game: &'a G,
    claim: Claim,
    decisions: &'a mut Decisions<'d>,
    watch: &'a mut Watch<'w>,
    labels: &'a [String; 2],
    move_text: &'a dyn Fn(&G::Position, Move) -> String,
    cache: Cache<G::Key>,
    moves: Vec<Move>,
    stack: Vec<Frame<G>>,
    visited: u64,
}

impl<G: Game> Walk<'_, '_, '_, G> {
    fn run(&mut self, root: &G::Position) -> Result<(), VerifyError> {
        self.enter(root.clone())?;
        while let Some(frame) = self.stack.last_mut() {
            if frame.next < frame.end {
                let mut child = frame.position.clone();
                self.game.play(&mut child, self.moves[frame.next]);
                frame.next += 1;
                self.enter(child)?;
            } else {
                // All required moves are proved. Only now the node becomes known.
                let key = self.game.key(&frame.position);
                self.cache.put(key, || self.game.key_hash(&key), frame.mover);
                self.moves.truncate(frame.first);
                self.stack.pop();
            }
        }
        Ok(())
    }

    /// Enters a node. It is proved at once, or a frame with its remaining moves is added.
    fn enter(&mut self, position: G::Position) -> Result<(), VerifyError> {
        self.visited += 1;
        if self.visited % LOOK_INTERVAL == 1 {
            if let Some(reason) = (self.watch.look)(self.visited) {
                return Err(VerifyError::Stopped(reason));
            }
            let bytes = self.cache.bytes() + self.game.heap_bytes();
            if bytes > self.watch.max_bytes {
                return Err(VerifyError::Stopped(format!(
                    "cache and game remember {} MB of positions, but only {} MB are allowed",
                    bytes.div_ceil(1 << 20),
                    self.watch.max_bytes >> 20
                )));
            }
        }
        let first = self.moves.len();
        if let Some(score) = self.game.expand(&position, &mut self.moves) {
            self.moves.truncate(first);
            return match self.claim.holds(score) {
                true => Ok(()),
                false => self.wrong(format!("the game is over and {}", self.shortfall(score))),
            };
        }
        let count = self.moves.len() - first;
        if count == 0 {
            return self.wrong("the rules return neither a move nor a result");
        }
        if let Some(holds) = self.claim.is_decided_by(self.game.remaining_scores(&position)) {
            self.moves.truncate(first);
            return match holds {
                true => Ok(()),
                false => {
                    self.wrong("the game is not over, and it is too late to satisfy the claim")
                }
            };
        }
        if self.stack.len() >= MAX_LINE_LENGTH {
            return self.wrong(format!("the line is longer than {MAX_LINE_LENGTH} moves"));
        }
        let mover = self.game.to_move(&position);
        let decision = self.decisions.next_decision().map_err(VerifyError::NotACertificate)?;
        let (next, end) = match decision {
            None => return self.wrong("the certificate ends before the proof does"),
            Some(Decision::Known) => {
                self.moves.truncate(first);
                let key = self.game.key(&position);
                return match self.cache.has(&key, || self.game.key_hash(&key), mover) {
                    true => Ok(()),
                    false => self.wrong("marked as known, but it was not proved before"),
                };
            }
            Some(Decision::Choice(index)) if mover == self.claim.claimant => {
                if index >= count as u64 {
                    return self.wrong(format!("move number {index} of {count} does not exist"));
                }
                let place = first + index as usize;
                (place, place + 1)
            }
            Some(Decision::Choice(0)) => (first, first + count),
            Some(Decision::Choice(_)) => {
                return self.wrong("a move is chosen for the opponent, who may play any move");
            }
        };
        self.stack.push(Frame { position, mover, first, next, end });
        Ok(())
    }

    /// The text for a score that does not satisfy the claim.
    fn shortfall(&self, score: i16) -> String {
        let Claim { claimant, least } = self.claim;
        let got = if claimant == Player::Left { score } else { -score };
        format!("{} gets {got:+}, not at least {least:+}", self.labels[claimant.index()])
    }

    /// The error for the node that was just entered.
    #[cold]
    fn wrong<T>(&self, reason: impl Into<String>) -> Result<T, VerifyError> {
        let played = |frame: &Frame<G>| {
            let mv = self.moves[frame.next - 1];
            (self.move_text)(&frame.position, mv)
        };
        let line = self.stack.iter().map(played).collect();
        Err(VerifyError::Wrong { reason: reason.into(), line })
    }
}
