//! Certificates of solutions, written with what a search still knows.

use upstar_core::{Control, ErasedGame, ErasedPosition, Game, Meter, SearchGame};
use upstar_proof::{
    Claim, Header, Lemmas, MoveFinder, ProofError, StatementHeader, WriteReport, claims_for,
    slots_for, write, write_statements,
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

/// The same finder for the writer that sees the game behind one type.
pub(crate) struct ErasedFinder<'a, 's, G: SearchGame>(pub Finder<'a, 's, G>);

impl<'s, G: SearchGame> MoveFinder<'s, ErasedGame> for ErasedFinder<'_, 's, G> {
    fn remembered(&mut self, position: &ErasedPosition, claim: &Claim) -> Option<usize> {
        self.0.remembered(position.get::<G::Position>(), claim)
    }

    fn search(&mut self, position: &ErasedPosition, claim: &Claim) -> Option<usize> {
        MoveFinder::search(&mut self.0, position.get::<G::Position>(), claim)
    }

    fn meter(&mut self) -> &mut Meter<'s> {
        self.0.meter()
    }
}

/// Is a certificate asked for, and is the question answered?
pub(crate) fn is_due(request: &Request, solution: &Solution) -> bool {
    request.proof.is_some() && solution.solved
}

/// The certificate that a request asks for, as a walk, written with what the search still knows; none if none is
/// asked for or the question is open.
pub fn attach<'a, G: SearchGame>(
    game: &'a G,
    position: &G::Position,
    request: &Request,
    solution: &Solution,
    knowledge: Knowledge<'a, G>,
    control: &'a Control,
) -> Option<Result<WriteReport, ProofError>> {
    if !is_due(request, solution) {
        return None;
    }
    certify(game, position, request, solution, &mut Finder::new(game, knowledge, control))
}

/// The certificate that a request asks for, with the finder's moves: statements with lemmas, if the request allows
/// them and the game has any, and otherwise a walk.
pub(crate) fn certify_erased(
    game: &ErasedGame,
    position: &ErasedPosition,
    request: &Request,
    solution: &Solution,
    finder: &mut dyn MoveFinder<'_, ErasedGame>,
) -> Option<Result<WriteReport, ProofError>> {
    let path = request.proof.as_deref().filter(|_| is_due(request, solution))?;
    let name = request.name.as_ref().filter(|_| request.lemmas && !request.distance);
    let lemmas = name.and_then(|name| Lemmas::for_position(&name.game, &name.position));
    let (Some(name), Some(_)) = (name, lemmas) else {
        return certify(game, position, request, solution, finder);
    };
    let to_move = game.to_move(position);
    let header = StatementHeader {
        name: name.clone(),
        to_move,
        claims: claims_for(game.scores(), solution.bounds, request.goal, to_move),
        lemmas: Vec::new(),
        statements: 0,
        solver: solution.answered_by.as_ref().unwrap_or(&request.algorithm).clone(),
    };
    Some(write_statements(game, position, &header, finder, path))
}

/// The certificate that a request asks for, as a walk, with the finder's moves; none if none is asked for or the
/// question is open.
pub(crate) fn certify<G: Game>(
    game: &G,
    position: &G::Position,
    request: &Request,
    solution: &Solution,
    finder: &mut dyn MoveFinder<'_, G>,
) -> Option<Result<WriteReport, ProofError>> {
    let path = request.proof.as_deref().filter(|_| is_due(request, solution))?;
    let Some(name) = request.name.clone() else {
        let text = "a certificate needs the position's text";
        return Some(Err(ProofError::Unsuitable(text.into())));
    };
    let to_move = game.to_move(position);
    let claims = claims_for(game.scores(), solution.bounds, request.goal, to_move);
    let slots = slots_for::<G>(solution.stats.nodes, finder.meter().max_bytes());
    let solver = solution.answered_by.as_ref().unwrap_or(&request.algorithm).clone();
    let counts_plies = request.distance;
    let header = Header { name, to_move, counts_plies, claims, slots, solver };
    Some(write(game, position, &header, finder, path))
}
