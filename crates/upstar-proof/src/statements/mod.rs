//! Certificates of format 2: a set of statements with lemmas.
//!
//! A *statement* says that the claimant reaches the claim from a position. The certificate contains
//! a set of them, with a justification each. A statement needs only the statements about the
//! positions one move later, so they can be checked in any order, by several threads, or a random
//! sample of them. No proof is circular, because every move decreases the number of free cells (or
//! stones), and no lemma increases it.
//!
//! * `block.rs`: the statements as bytes; `file.rs`: the file; `code_set.rs`: a set of positions;
//! * `verify.rs` and `counts.rs`: the verifier; `write.rs`: the writer.

mod block;
mod code_set;
mod counts;
mod file;
mod verify;
mod write;

pub use block::{Justification, Statement, decoded_nimbers};
pub use code_set::CodeMap;
pub use counts::Count;
pub use file::{
    BLOCK_STATEMENTS, FileHeader, MAGIC, StatementFile, StatementHeader, StatementWriter,
    check_texts,
};
pub use verify::{StatementReport, StatementWatch, verify_statements};
pub use write::write_statements;
