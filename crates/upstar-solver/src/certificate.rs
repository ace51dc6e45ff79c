//! Certificates of solutions, written with what a search still knows.

use upstar_core::{Control, Meter, SearchGame};
use upstar_proof::{
    Claim, Header, MoveFinder, ProofError, WriteReport, claims_for, slots_for, write,
};
use upstar_search::{AlphaBetaSearch, Knowledge, Request, Solution, WinningMoves};

/// Finds moves for the writer: those that a search has proved, then by a search of its own.
pub(crate) struct Finder<'a, 's, G: SearchGame> {
    moves: Option<Box<dyn WinningMoves<G> + 'a>>,
    search: Box<AlphaBetaSearch<'s, G>>,
}

impl<'s, G: SearchGame> MoveFinder<'s, G> for Finder<'_, 's, G> {
    fn remembered(&mut self, position: &G::Position, claim: &Claim) -> Option<usize> {
        self.moves.as_mut()?.winning_move(position, claim.claimant, claim.least)
    }

    fn search(&mut self, position: &G::Position, claim: &Claim) -> Option<usize> {
        self.search.reaching_move(position, claim.least)
    }

    fn meter(&mut self) -> &mut Meter<'s> {
        &mut self.search.meter
    }
}

impl<'a, G: SearchGame> Finder<'a, 'a, G> {
    pub(crate) fn new(
        game: &'a G,
        knowledge: Knowledge<'a, G>,
        control: &'a Control,
    ) -> Finder<'a, 'a, G> {
        let fresh = || Box::new(AlphaBetaSearch::with_defaults(game, control));
        let (moves, mut search) = match knowledge {
            // Without its table the search would be slower than a new one.
            Knowledge::Search(search) if search.has_table() => (None, search),
            Knowledge::Search(_) | Knowledge::Nothing => (None, fresh()),
            Knowledge::Moves(moves) => (Some(moves), fresh()),
        };
        search.meter = search.meter.restarted();
        Finder { moves, search }
    }
}

/// The certificate that a request asks for, written with what the search still knows; none if none is asked
/// for or the question is open.
pub fn attach<'a, G: SearchGame>(
    game: &'a G,
    position: &G::Position,
    request: &Request,
    solution: &Solution,
    knowledge: Knowledge<'a, G>,
    control: &'a Control,
) -> Option<Result<WriteReport, ProofError>> {
    let path = request.proof.as_deref().filter(|_| solution.solved)?;
    let Some(name) = request.name.clone() else {
        let text = "a certificate needs the position's text";
        return Some(Err(ProofError::Unsuitable(text.into())));
    };
    let to_move = game.to_move(position);
    let claims = claims_for(game.scores(), solution.bounds, request.goal, to_move);
    let mut finder = Finder::new(game, knowledge, control);
    let slots = slots_for::<G>(solution.stats.nodes, finder.search.meter.max_bytes());
    let solver = solution.answered_by.as_ref().unwrap_or(&request.algorithm).clone();
    let counts_plies = request.distance;
    let header = Header { name, to_move, counts_plies, claims, slots, solver };
    Some(write(game, position, &header, &mut finder, path))
}
