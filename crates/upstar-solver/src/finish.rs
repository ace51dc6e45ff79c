//! What follows a search: the line is completed and the certificate is written.

use std::ops::Deref;

use upstar_core::{Control, SearchGame};
use upstar_proof::{ProofError, WriteReport};
use upstar_search::{AlphaBetaSearch, Answer, Knowledge, Request, Solution, complete_line};

use crate::certificate;

/// A solution, and the certificate that the request asked for.
#[derive(Clone, PartialEq, Debug)]
pub struct Solved {
    /// What the search found.
    pub solution: Solution,
    /// The certificate, or why there is none, if the request asked for one and the answer was found.
    pub proof: Option<Result<WriteReport, ProofError>>,
}

impl Deref for Solved {
    type Target = Solution;

    fn deref(&self) -> &Solution {
        &self.solution
    }
}

impl From<Solution> for Solved {
    fn from(solution: Solution) -> Solved {
        Solved { solution, proof: None }
    }
}

/// Completes the line, and writes the certificate that the request asks for.
pub fn finish<'a, G: SearchGame>(
    game: &'a G,
    position: &G::Position,
    answer: Answer<'a, G>,
    request: &Request,
    control: &'a Control,
) -> Solved {
    let Answer { mut solution, mut knowledge } = answer;
    match &mut knowledge {
        Knowledge::Search(search) => complete_line(search, position, &mut solution, control),
        _ => complete_line(
            &mut AlphaBetaSearch::with_defaults(game, control),
            position,
            &mut solution,
            control,
        ),
    }
    let proof = certificate::attach(game, position, request, &solution, knowledge, control);
    Solved { solution, proof }
}
