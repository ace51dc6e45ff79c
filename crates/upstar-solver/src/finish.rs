//! What follows a search: the line is completed and the certificate is written.

use std::ops::Deref;

use upstar_core::{Control, ErasedGame, ErasedPosition, SearchGame};
use upstar_proof::{ProofError, WriteReport};
use upstar_search::{AlphaBetaSearch, Answer, Knowledge, Request, Solution, complete_line};

use crate::{
    certificate::{self, ErasedFinder, Finder},
    erased,
};

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
    let (solution, knowledge) = with_line(game, position, answer, control);
    let proof = certificate::attach(game, position, request, &solution, knowledge, control);
    Solved { solution, proof }
}

/// Like [`finish`], but the certificate is written on `erased`, the same game behind one type. So the writer is
/// not compiled for the game.
pub fn finish_native<'a, G: SearchGame>(
    game: &'a G,
    erased: &ErasedGame,
    position: &G::Position,
    answer: Answer<'a, G>,
    request: &Request,
    control: &'a Control,
) -> Solved {
    let (solution, knowledge) = with_line(game, position, answer, control);
    let proof = certificate::is_due(request, &solution).then(|| {
        let at = ErasedPosition::new(position.clone());
        let mut finder = ErasedFinder(Finder::new(game, knowledge, control));
        erased::certify(erased, &at, request, &solution, &mut finder)
    });
    Solved { solution, proof: proof.flatten() }
}

/// The solution with its line completed, and what the search still knows.
pub(crate) fn with_line<'a, G: SearchGame>(
    game: &'a G,
    position: &G::Position,
    answer: Answer<'a, G>,
    control: &'a Control,
) -> (Solution, Knowledge<'a, G>) {
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
    (solution, knowledge)
}
