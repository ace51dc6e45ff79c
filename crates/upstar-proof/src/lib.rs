//! Certificates: compact proofs of answers. They can be verified without trusting any search.
//!
//! A certificate contains [`Claim`]s about a position ("this player gets at least this score"). For
//! each claim it has the decisions of a depth-first walk: one move where the claimant is to move,
//! all moves where the opponent is to move, and "known" for a position that was proved before.
//! Writer and verifier make the same walk, so only decisions are stored. Both keep proved positions
//! in a bounded cache of the same size.
//!
//! * `claim.rs`: claims; `header.rs` and `format.rs`: the file; `cache.rs`: the positions proved so
//!   far;
//! * `verify.rs`: the verifier, which uses only the rules of a game ([`Game`]);
//! * `write.rs`: the writer, which gets winning moves from a [`MoveFinder`].
//!
//! That is format 1. Format 2 is a set of statements with [lemmas]; see `statements/` and `lemmas/`. Format 3
//! proves nimbers; see `nimbers/`.
//!
//! This crate contains no search.
//!
//! [lemmas]: Lemma

mod cache;
mod claim;
mod format;
mod header;
mod lemmas;
mod nimbers;
mod statements;
mod verify;
mod write;

pub use claim::{Claim, bounds_from, claims_for, distance_text, outcome_text};
pub use format::{Certificate, Decision, Decisions, Encoder};
pub use header::{Header, MAGIC, MAX_SLOTS};
pub use lemmas::{At, Board, Family, Lemma, Lemmas, Proved};
pub use nimbers::{
    MAGIC as NIMBERS_MAGIC, NimberFinder, NimberHeader, NimberReport, NimberWatch, PartLists,
    Rules as NimberRules, verify_nimbers, write_nimbers,
};
pub use statements::{
    Count, FileHeader, Justification, MAGIC as STATEMENTS_MAGIC, Statement, StatementFile,
    StatementHeader, StatementReport, StatementWatch, StatementWriter, decoded_nimbers,
    verify_statements, write_statements,
};
use upstar_core::Game;
pub use verify::{VerifyError, Watch, verify_claims};
pub use write::{MoveFinder, ProofError, WriteReport, write};

/// The minimum and the maximum number of cache slots of certificates that `solve` writes.
const SLOTS: (u64, u64) = (1 << 16, 1 << 22);

/// The number of slots that a proof is likely to need, within a quarter of the memory.
pub fn slots_for<G: Game>(nodes: u64, max_bytes: usize) -> u64 {
    let wanted = nodes.saturating_mul(16).clamp(SLOTS.0, SLOTS.1).next_power_of_two();
    let fitting = (max_bytes / 4 / cache::Cache::<G::Key>::SLOT_BYTES).max(1);
    wanted.min(1 << fitting.ilog2())
}
