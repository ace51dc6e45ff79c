//! Certificates of format 3: nimbers of impartial games.
//!
//! A statement gives the nimber of a *part*, a position that does not fall into independent parts. It follows from
//! the statements about parts of positions one and two moves later, so the statements can be checked in any order.
//!
//! * `rules.rs`, `row.rs`, `nogo.rs`: the rules of the games, how positions fall into parts, and one code for
//!   all images of a part;
//! * `header.rs`: the header of the file; `verify.rs`: the verifier; `write.rs`: the writer.

mod header;
mod nogo;
mod row;
mod rules;
mod verify;
mod write;

pub use header::{MAGIC, NimberHeader};
pub use rules::{PartLists, Rules};
pub use verify::{NimberReport, NimberWatch, verify_nimbers};
pub use write::{NimberFinder, write_nimbers};
