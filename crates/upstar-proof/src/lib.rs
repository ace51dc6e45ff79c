//! Certificates: compact proofs of answers that can be checked without trusting any search.
//!
//! A certificate holds [`Claim`]s about a position ("this player gets at least this score") and
//! for each the decisions of a depth-first walk: one move where the claimant moves, all moves
//! where the opponent moves, "known" where a position was proved before. Writer and verifier
//! walk in lockstep, so only decisions are stored; both remember proved positions in the same
//! bounded cache.
//!
//! * `claim.rs` what is claimed; `header.rs`, `format.rs` the file; `cache.rs` the positions proved so far;
//! * `verify.rs` the verifier, which sees the rules of a game ([`Game`]) and nothing else;
//! * `write.rs` the writer, which asks a [`MoveFinder`] for winning moves.
//!
//! This crate knows no search.

mod cache;
mod claim;
mod format;
mod header;
mod verify;
mod write;

pub use claim::{Claim, bounds_from, claims_for, outcome_text};
pub use format::{Certificate, Decision, Decisions, Encoder};
pub use header::{Header, MAGIC, MAX_SLOTS};
use upstar_core::Game;
pub use verify::{VerifyError, Watch, verify_claims};
pub use write::{MoveFinder, ProofError, WriteReport, write};

/// The least and the most slots that the cache of a solve's certificate has; more for harder
/// positions.
const SLOTS: (u64, u64) = (1 << 16, 1 << 22);

/// As many slots as the positions of a proof are likely to need, within a quarter of the memory.
pub fn slots_for<G: Game>(nodes: u64, max_bytes: usize) -> u64 {
    let wanted = nodes.saturating_mul(16).clamp(SLOTS.0, SLOTS.1).next_power_of_two();
    let fitting = (max_bytes / 4 / cache::Cache::<G::Key>::SLOT_BYTES).max(1);
    wanted.min(1 << fitting.ilog2())
}
