//! Nimbers of positions of any impartial game, and of sums of them.

use std::{collections::BTreeMap, sync::Arc};

use upstar_core::{Control, Error, KeyedPart, Player, Stopped};
use upstar_proof::{NimberFinder, NimberHeader, ProofError, WriteReport, write_nimbers};
use upstar_search::{
    NIMBER, NimberBounds, NimberKnowledge, NimberSolution, Request, SharedNimbers, Stats,
    solve_nimber,
};

use crate::{
    impartial::PREFIX,
    position::{self, AnyPosition},
    registry,
    sum::{Component, Term},
};

/// A nimber, and the report on its certificate if one was asked for and the nimber is known.
pub struct CertifiedNimber {
    /// The result of the search.
    pub solution: NimberSolution,
    /// The certificate, or why there is none.
    pub proof: Option<Result<WriteReport, ProofError>>,
}

/// Finds the nimber of a position. If the request asks for a certificate, it is written.
///
/// # Errors
/// If the position has no nimber, because its game is not impartial or is not under normal play; or if a
/// checkpoint cannot be read.
pub fn nimber(
    position: &dyn AnyPosition,
    request: &Request,
    control: &Control,
) -> Result<CertifiedNimber, Error> {
    let game = position.game();
    let terms = position.terms();
    let terms = terms.ok_or_else(|| registry::no_values(game, "nimbers are values: "))?;
    if let Some(term) = terms.iter().find(|term| !term.component.is_impartial()) {
        return Err(not_impartial(game, term));
    }
    if let [Term { component, state, .. }] = terms.as_slice()
        && let Some((game, at)) = component.erased(*state)
    {
        let mut request = Request { sources: registry::SOURCES, ..request.clone() };
        request.algorithm = NIMBER.name.into();
        if request.checkpoint.is_some() {
            request.name = position::name(position).ok();
        }
        let mut proof = None;
        let header = NimberHeader {
            game: position.game().into(),
            position: position.text(),
            nimber: 0,
            statements: 0,
            solver: NIMBER.name.into(),
        };
        let mut then = |knowledge: &mut NimberKnowledge| {
            proof = request
                .proof
                .as_deref()
                .map(|path| write_nimbers(&game, &at, &header, &mut Finder(knowledge), path));
        };
        let solution = solve_nimber(&game, &at, &request, control, &mut then)?;
        return Ok(CertifiedNimber { solution, proof });
    }
    let solution = sum_of_terms(&terms, request, control)?;
    let proof = request.proof.as_ref().map(|_| {
        let text = "sums have no certificates of nimbers; certify each of their parts";
        Err(ProofError::Unsuitable(text.into()))
    });
    Ok(CertifiedNimber { solution, proof })
}

/// What the search knows, for the writer of certificates.
struct Finder<'f, 's, 'a>(&'f mut NimberKnowledge<'s, 'a>);

impl NimberFinder for Finder<'_, '_, '_> {
    fn remembered(&mut self, part: &KeyedPart) -> Option<u32> {
        self.0.remembered(part)
    }

    fn find(&mut self, part: &KeyedPart) -> Option<u32> {
        self.0.find(part)
    }

    fn has(&mut self, part: &KeyedPart, nimber: u32) -> Option<bool> {
        self.0.has(part, nimber)
    }

    fn stopped(&mut self, bytes: usize) -> Option<Stopped> {
        self.0.stopped(bytes)
    }
}

/// A table of nimbers for positions of the game of this one. None if it has only positions on one board, or is a sum.
pub fn shared_nimbers(position: &dyn AnyPosition, max_bytes: usize) -> Option<SharedNimbers> {
    let terms = position.terms()?;
    let [Term { component, state, .. }] = terms.as_slice() else { return None };
    component.read(&position.text()).filter(|_| component.is_impartial())?;
    component.erased(*state).map(|(game, _)| SharedNimbers::new(game, max_bytes))
}

/// The nimber of a sum: the exclusive or of the nimbers of its terms.
fn sum_of_terms(
    terms: &[Term],
    request: &Request,
    control: &Control,
) -> Result<NimberSolution, Error> {
    let mut sum = NimberSolution {
        bounds: NimberBounds::exactly(0),
        stopped: None,
        stats: Stats::default(),
        earlier: None,
        save_error: None,
        estimated_nodes: None,
    };
    for (number, Term { component, state, .. }) in (1..).zip(terms) {
        let Some((game, at)) = component.erased(*state) else {
            let nimber = literal_nimber(component, *state, &mut BTreeMap::new());
            sum.bounds = sum.bounds.plus(nimber);
            continue;
        };
        let mut request = Request { sources: registry::SOURCES, ..request.clone() };
        request.algorithm = NIMBER.name.into();
        // Each term has a checkpoint of its own.
        if let (Some(directory), Some(part)) =
            (&request.checkpoint, component.position(*state, Player::Left))
        {
            request.checkpoint = Some(directory.join(format!("term-{number}")));
            request.name = position::name(part.as_ref()).ok();
        }
        let found = solve_nimber(&game, &at, &request, control, &mut |_| ())?;
        control.add_earlier_nodes(found.stats.nodes);
        sum.stats.add(&found.stats);
        sum.stats.seconds = control.seconds();
        sum.save_error = sum.save_error.or(found.save_error);
        let added = |(nodes, seconds), (more, longer)| (nodes + more, seconds + longer);
        sum.earlier = match (sum.earlier, found.earlier) {
            (Some(sum), Some(term)) => Some(added(sum, term)),
            (sum, term) => sum.or(term),
        };
        if !found.bounds.is_exact() {
            sum.stopped = found.stopped;
            sum.bounds = NimberBounds { lo: 0, hi: None };
            return Ok(sum);
        }
        sum.bounds = sum.bounds.plus(found.bounds.lo);
    }
    Ok(sum)
}

/// The nimber of a value whose options are the same for both players.
fn literal_nimber(
    component: &Arc<dyn Component>,
    state: upstar_core::Planes,
    known: &mut BTreeMap<upstar_core::Planes, u32>,
) -> u32 {
    if let Some(&nimber) = known.get(&state) {
        return nimber;
    }
    let mut moves = Vec::new();
    component.moves(state, Player::Left, &mut |mv| moves.push(mv));
    let options: Vec<u32> = moves
        .into_iter()
        .map(|mv| literal_nimber(component, component.play(state, Player::Left, mv), known))
        .collect();
    let nimber = (0..).find(|nimber| !options.contains(nimber)).unwrap_or(0);
    known.insert(state, nimber);
    nimber
}

/// The error for a position of a game that is not impartial.
fn not_impartial(game: &str, term: &Term) -> Error {
    let part = term.component.position(term.state, Player::Left);
    let Some(part) = part else {
        let text = term.component.text(term.state);
        return Error::Unsuitable(format!("the value {text} of the sum is not a nimber"));
    };
    let (name, text) = (part.game(), part.text());
    let place = if name == game { "" } else { " in the sum" };
    Error::Unsuitable(format!(
        "'{name}'{place} is not impartial, so its positions have no nimbers; \
         ask for '{PREFIX}{name}' '{text}', in which either player may make any move"
    ))
}
