//! Certificates: compact proofs of answers that can be checked without trusting any search.
//!
//! A certificate holds [`Claim`]s about a position ("this player gets at least this score") and
//! for each the decisions of a depth-first walk: one move where the claimant moves, all moves
//! where the opponent moves, "known" where a position was proved before. Writer and verifier
//! walk in lockstep, so only decisions are stored; both remember proved positions in the same
//! bounded cache.
//!
//! * `claim.rs` what is claimed; `header.rs`, `format.rs` the file; `cache.rs` the memory;
//! * `verify.rs` the verifier, which knows the rules of the games and no search;
//! * `write.rs` the writer, which knows both; `part.rs` its file while it is not whole.

mod cache;
mod claim;
mod format;
mod header;
mod part;
mod verify;
mod write;

use std::fs::File;
use std::io::{Read, Seek};
use std::path::Path;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Instant;

use crate::base::{Bounds, Player};
use crate::game::Game;
use crate::registry;
use crate::search::{Control, Request, Search, Solution};

pub use claim::{Claim, bounds_from, claims_for, outcome_text};
pub use format::{Certificate, Checksum, Decision, Decisions, Encoder};
pub use header::{Header, MAGIC, MAX_SLOTS, Name};
pub use part::{PartFile, check_target};
pub use verify::{VerifyError, Watch, verify_claims};
pub(crate) use write::write_with;
pub use write::{Hint, ProofError, WriteReport, write};

/// The least and the most slots that the cache of a solve's certificate has; more for harder
/// positions.
const SLOTS: (u64, u64) = (1 << 16, 1 << 22);

/// As many slots as the positions of a proof are likely to need, within a quarter of the memory.
fn slots_for<G: Game>(nodes: u64, max_bytes: usize) -> u64 {
    let wanted = nodes.saturating_mul(16).clamp(SLOTS.0, SLOTS.1).next_power_of_two();
    let fitting = (max_bytes / 4 / cache::Cache::<G::Key>::SLOT_BYTES).max(1);
    wanted.min(1 << fitting.ilog2())
}

/// A certificate that was found right.
#[derive(Clone, PartialEq, Debug)]
pub struct VerifyReport {
    /// The game, the position and the players' labels.
    pub name: Name,
    /// The player to move.
    pub to_move: Player,
    /// What is proved.
    pub claims: Vec<Claim>,
    /// What the claims say of the value, seen by the player to move.
    pub bounds: Bounds,
    /// The same in words: `win`, `loss`, `draw`, `at least draw`, `+5`, …
    pub outcome: String,
    /// Who found the answer; a note, of which nothing was checked.
    pub solver: String,
    /// The certificate's decisions.
    pub decisions: u64,
    /// Positions visited.
    pub positions: u64,
    /// The certificate's size.
    pub bytes: u64,
    /// Seconds.
    pub seconds: f64,
}

/// Checks the certificate in a file.
///
/// # Errors
/// Why it is not a certificate, or what is wrong with it.
pub fn verify(path: &Path, control: &Control) -> Result<VerifyReport, VerifyError> {
    let file = File::open(path)
        .map_err(|e| VerifyError::NotACertificate(format!("{}: {e}", path.display())))?;
    verify_from(file, control)
}

/// Checks a certificate.
///
/// # Errors
/// Why it is not a certificate, or what is wrong with it.
pub fn verify_from(
    source: impl Read + Seek,
    control: &Control,
) -> Result<VerifyReport, VerifyError> {
    let start = Instant::now();
    let mut certificate = Certificate::open(source).map_err(VerifyError::NotACertificate)?;
    let bytes = certificate.bytes;
    let (header, mut decisions) = certificate.parts();
    let Name { game, position, .. } = &header.name;
    let position = registry::position(game, position, Some(header.to_move))
        .map_err(|e| VerifyError::NotACertificate(e.to_string()))?;
    let mut look = |visited| {
        control.progress.nodes.store(visited, Relaxed);
        if control.is_stopped() {
            Some("interrupted".to_string())
        } else if control.seconds() >= control.limits.max_seconds {
            Some("the limit of seconds was reached".to_string())
        } else if visited >= control.limits.max_nodes {
            Some("the limit of nodes was reached".to_string())
        } else {
            None
        }
    };
    let mut watch = Watch { max_bytes: control.limits.max_bytes, look: &mut look };
    let positions = position.verify_proof(header, &mut decisions, &mut watch)?;
    let decisions = decisions.count();
    let scores = position.scores();
    let bounds = bounds_from(&scores, &header.claims, header.to_move);
    Ok(VerifyReport {
        name: header.name.clone(),
        to_move: header.to_move,
        claims: header.claims.clone(),
        bounds,
        outcome: outcome_text(&scores, bounds),
        solver: header.solver.clone(),
        decisions,
        positions,
        bytes,
        seconds: start.elapsed().as_secs_f64(),
    })
}

/// Writes the certificate that the request asks for into the solution, with a new search; does
/// nothing if none is asked for, the question is open, or it is there already. Solvers that
/// still know winning moves call this, with a hint, before they return.
pub fn write_for<G: Game>(
    game: &G,
    position: &G::Position,
    request: &Request,
    solver: &str,
    hint: Option<Hint<G::Position>>,
    control: &Control,
    solution: &mut Solution,
) {
    if request.proof.is_none() || !solution.solved || solution.proof.is_some() {
        return;
    }
    if game.may_repeat() {
        let text = "there are no certificates for games in which a position can come back";
        solution.proof = Some(Err(ProofError::Unsuitable(text.into())));
        return;
    }
    let mut search = Search::fresh(game, control);
    attach(&mut search, position, request, solver, hint, solution);
}

/// As [`write_for`], with a search whose table may be warm.
pub(crate) fn attach<G: Game>(
    search: &mut Search<G>,
    position: &G::Position,
    request: &Request,
    solver: &str,
    hint: Option<Hint<G::Position>>,
    solution: &mut Solution,
) {
    let Some(path) = request.proof.as_deref() else { return };
    if !solution.solved || solution.proof.is_some() {
        return;
    }
    let Some(name) = request.name.clone() else {
        let text = "a certificate needs the position's text";
        solution.proof = Some(Err(ProofError::Unsuitable(text.into())));
        return;
    };
    let to_move = search.game.to_move(position);
    let claims = claims_for(search.game.scores(), solution.bounds, request.goal, to_move);
    let slots = slots_for::<G>(solution.stats.nodes, search.meter.after().max_bytes());
    let header = Header { name, to_move, claims, slots, solver: solver.into() };
    solution.proof = Some(write_with(search, position, &header, hint, path));
}
