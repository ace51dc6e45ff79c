//! The verifier: is what a certificate says true by the rules of the game?
//!
//! **Idea** For each claim a depth-first walk from the root. Where the claimant moves, the
//! certificate names one move; where the opponent moves, all moves are walked; a finished game
//! must keep the claim. A position counts as known only if its own walk was completed before
//! under the same claim and it is still in the cache, so no reasoning is circular.
//!
//! **Guarantee** it trusts the certificate in nothing, and of the program only the rules
//! (`to_move`, `expand`, `play`, `key`, `scores`) and the reader of positions: no search, no
//! evaluation, no bounds, no symmetry. It keeps its own stack, so long games do not overflow
//! it, and its memory is the cache, which the header states and a limit bounds, and one line
//! of play.

use std::fmt;

use upstar_core::{Game, Move, Player};

use super::{
    cache::Cache,
    claim::Claim,
    format::{Decision, Decisions},
    header::Header,
};

/// The longest line of play that is followed; no game here comes near it.
const LONGEST: usize = 1 << 16;

/// How many positions are visited between two looks at the watch.
const LOOK_EVERY: u64 = 1 << 12;

/// Why a certificate was not accepted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum VerifyError {
    /// The file is not a whole certificate of a position of a known game.
    NotACertificate(String),
    /// The certificate does not prove what it says.
    Wrong {
        /// Why not.
        reason: String,
        /// The moves from the root to the node that fails.
        line: Vec<String>,
    },
    /// The walk was stopped before its end, so nothing is known.
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

/// What a verifier may use, and who may stop it.
pub struct Watch<'a> {
    /// Bytes for the cache.
    pub max_bytes: usize,
    /// Told from time to time how many positions were visited; a reason stops the walk.
    pub look: &'a mut dyn FnMut(u64) -> Option<String>,
}

/// Checks all claims of a header about a root; returns how many positions were visited. `move_text` names moves
/// in the error.
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
    let Some(&first) = header.claims.first() else { return refuse("it claims nothing".into()) };
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

/// A node on the line that is being walked.
struct Frame<G: Game> {
    position: G::Position,
    mover: Player,
    /// Its moves begin here in the stack of moves.
    first: usize,
    /// The moves yet to walk, as places in the stack of moves; only one at the claimant's.
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
                // All that was needed is proved: now, and not before, the node is known.
                let key = self.game.key(&frame.position);
                self.cache.put(key, || self.game.key_hash(&key), frame.mover);
                self.moves.truncate(frame.first);
                self.stack.pop();
            }
        }
        Ok(())
    }

    /// Arrives at a node: it is proved at once, or its frame says what is to be walked.
    fn enter(&mut self, position: G::Position) -> Result<(), VerifyError> {
        self.visited += 1;
        if self.visited % LOOK_EVERY == 1
            && let Some(reason) = (self.watch.look)(self.visited)
        {
            return Err(VerifyError::Stopped(reason));
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
            return self.wrong("the rules give neither a move nor a result");
        }
        if self.stack.len() >= LONGEST {
            return self.wrong(format!("the line is longer than {LONGEST} moves"));
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
                    false => self.wrong("said to be proved before, but it is not"),
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
                return self.wrong("a move is chosen for the opponent, who may play any");
            }
        };
        self.stack.push(Frame { position, mover, first, next, end });
        Ok(())
    }

    /// How a score fails the claim.
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
