//! The functions that are compiled for a game in addition to its rules, as pointers.

use std::sync::Arc;

use upstar_cgt::{AnyPartisan, database, value_game::ValueGameConfig};
use upstar_core::{Control, ErasedGame, ErasedPosition, Error, Notation};
use upstar_proof::{ProofError, WriteReport};
use upstar_search::{Analysis, AnalysisOptions, Request, Solution};
use upstar_solver::{Native, Solved, SumStep};

use crate::{
    plan::SumFacts,
    position::{Pieces, TableHandle},
    sum::Term,
    typed_position::TypedPosition,
};

/// The functions that are compiled for a game in addition to its rules.
pub(crate) struct Hooks<G: Notation> {
    /// Searches on boards.
    pub native: Option<NativeHooks<G>>,
    /// Searches that share a table.
    pub sharing: Option<SharingHooks<G>>,
    /// Searches for distances.
    pub lengths: Option<LengthHooks<G>>,
    /// Functions that use values.
    pub values: Option<ValueHooks<G>>,
}

/// Functions for positions of equal games, which can share a table.
pub(crate) struct SharingHooks<G: Notation> {
    pub is_same_game: fn(&G, &G) -> bool,
    pub table: fn(&G, usize) -> TableHandle,
    pub solve: fn(&TypedPosition<G>, &TableHandle, &Request, &Control) -> Solved,
}

/// Functions for positions that have values.
pub(crate) struct ValueHooks<G: Notation> {
    pub partisan: fn(&Arc<G>, &G::Position) -> Box<dyn AnyPartisan>,
    pub board: fn(&Arc<G>) -> Box<dyn database::DatabaseGame>,
    pub pieces: fn(&Arc<G>, &G::Position) -> Pieces,
    pub facts: fn(&G, &G::Position) -> SumFacts,
    pub terms: fn(&TypedPosition<G>) -> Vec<Term>,
    pub solve_sum: SolveSum<G>,
    /// Writes the certificate of a position that was solved as a sum, for games that have such certificates.
    pub certify_sum: Option<CertifySum<G>>,
    pub analyze_sum: AnalyzeSum<G>,
    pub with_values: WithValues<G>,
}

pub(crate) type NativeSolve<G> =
    fn(&TypedPosition<G>, Native, &Request, &Control) -> Result<Solved, Error>;
pub(crate) type WithValues<G> = fn(
    &Arc<G>,
    &<G as upstar_core::Game>::Position,
    ValueGameConfig,
) -> Result<(ErasedGame, ErasedPosition), Error>;
pub(crate) type SolveSum<G> = fn(
    &Arc<G>,
    &<G as upstar_core::Game>::Position,
    &SumStep,
    &Request,
    &Control,
) -> Result<Option<Solution>, Error>;

pub(crate) type CertifySum<G> = fn(
    &Arc<G>,
    &<G as upstar_core::Game>::Position,
    &SumStep,
    &Request,
    &Solution,
    &Control,
) -> Option<Result<WriteReport, ProofError>>;

/// Searches on boards.
pub(crate) struct NativeHooks<G: Notation> {
    pub solve: NativeSolve<G>,
    pub analyze: AnalyzeBoard<G>,
}

/// Searches for distances.
pub(crate) struct LengthHooks<G: Notation> {
    pub solve: fn(&TypedPosition<G>, &Request, &Control) -> Result<Solved, Error>,
    pub analyze: AnalyzeBoard<G>,
}

pub(crate) type AnalyzeBoard<G> =
    fn(&TypedPosition<G>, AnalysisOptions, &mut Analysis, &Control) -> Result<(), Error>;
pub(crate) type AnalyzeSum<G> = fn(
    &Arc<G>,
    &<G as upstar_core::Game>::Position,
    &SumStep,
    &mut Analysis,
    &Control,
) -> Result<(), Error>;

/// Function pointers are copied for every type of game; a derive would ask for `G: Copy`.
macro_rules! copy_hooks {
    ($($hooks:ident),*) => {$(
        impl<G: Notation> Clone for $hooks<G> {
            fn clone(&self) -> Self {
                *self
            }
        }

        impl<G: Notation> Copy for $hooks<G> {}
    )*};
}

copy_hooks!(Hooks, NativeHooks, SharingHooks, LengthHooks, ValueHooks);
