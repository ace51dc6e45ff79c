//! Certificates of solutions: written with what a search still knows, verified without any.

use std::{
    fs::File,
    io::{Read, Seek},
    path::Path,
    sync::atomic::Ordering::Relaxed,
    time::Instant,
};

use upstar_core::{Bounds, Control, Meter, Player, PositionName, SearchGame};
use upstar_proof::{
    Certificate, Claim, Header, MoveFinder, ProofError, VerifyError, Watch, WriteReport,
    bounds_from, claims_for, outcome_text, slots_for, verify_claims, write,
};
use upstar_search::{AlphaBetaSearch, Knowledge, Request, Solution, WinningMoves};

use crate::{
    position::{self, AnyPosition},
    registry,
};

/// Finds moves for the writer: those that a search has proved, then by a search of its own.
struct Finder<'a, 's, G: SearchGame> {
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
    fn new(game: &'a G, knowledge: Knowledge<'a, G>, control: &'a Control) -> Finder<'a, 'a, G> {
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
pub(crate) fn attach<'a, G: SearchGame>(
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
    let header = Header { name, to_move, claims, slots, solver };
    Some(write(game, position, &header, &mut finder, path))
}

/// Writes a certificate of claims about a position, each of which must be true.
///
/// # Errors
/// Why none was written.
pub fn write_proof(
    position: &dyn AnyPosition,
    claims: &[Claim],
    slots: u64,
    path: &Path,
    control: &Control,
) -> Result<WriteReport, ProofError> {
    let header = Header {
        name: position::name(position).map_err(ProofError::Unsuitable)?,
        to_move: position.to_move(),
        claims: claims.to_vec(),
        slots,
        solver: "none".into(),
    };
    let (game, at) = position.erased();
    write(&game, &at, &header, &mut Finder::new(&game, Knowledge::Nothing, control), path)
}

/// A certificate that was found right.
#[derive(Clone, PartialEq, Debug)]
pub struct VerifyReport {
    /// The game, the position and the players' labels.
    pub name: PositionName,
    /// The player to move.
    pub to_move: Player,
    /// What is proved.
    pub claims: Vec<Claim>,
    /// What the claims say of the value, seen by the player to move.
    pub bounds: Bounds,
    /// The same in words: `win`, `loss`, `draw`, `at least draw`, `+5`, …
    pub outcome: String,
    /// Who found the answer; a note, of which nothing was checked.
    pub solver: String,
    /// The certificate's decisions.
    pub decisions: u64,
    /// Positions visited.
    pub positions: u64,
    /// The certificate's size.
    pub bytes: u64,
    /// Seconds.
    pub seconds: f64,
}

/// Checks the certificate in a file.
///
/// # Errors
/// Why it is not a certificate, or what is wrong with it.
pub fn verify(path: &Path, control: &Control) -> Result<VerifyReport, VerifyError> {
    let file = File::open(path)
        .map_err(|e| VerifyError::NotACertificate(format!("{}: {e}", path.display())))?;
    verify_from(file, control)
}

/// Checks a certificate. Of the program this trusts the reader of positions, the rules of the game, and the
/// verifier, which sees nothing but the rules.
///
/// # Errors
/// Why it is not a certificate, or what is wrong with it.
pub fn verify_from(
    source: impl Read + Seek,
    control: &Control,
) -> Result<VerifyReport, VerifyError> {
    let start = Instant::now();
    let mut certificate = Certificate::open(source).map_err(VerifyError::NotACertificate)?;
    let bytes = certificate.bytes;
    let (header, mut decisions) = certificate.parts();
    let PositionName { game, position: text, labels } = &header.name;
    let position = registry::position(game, text, Some(header.to_move))
        .map_err(|e| VerifyError::NotACertificate(e.to_string()))?;
    if *labels != position.labels() {
        let names = position.labels().join(" and ");
        return Err(VerifyError::NotACertificate(format!("the players are called {names}")));
    }
    let mut look = |visited| {
        control.progress.nodes.store(visited, Relaxed);
        if control.is_stopped() {
            Some("interrupted".to_string())
        } else if control.seconds() >= control.limits.max_seconds {
            Some("the limit of seconds was reached".to_string())
        } else if visited >= control.limits.max_nodes {
            Some("the limit of nodes was reached".to_string())
        } else {
            None
        }
    };
    let mut watch = Watch { max_bytes: control.limits.max_bytes, look: &mut look };
    let (game, root) = position.erased();
    let move_text = |at: &_, mv| position.erased_move_text(at, mv);
    let positions = verify_claims(&game, &root, header, &mut decisions, &mut watch, &move_text)?;
    let decisions = decisions.count();
    let scores = position.scores();
    let bounds = bounds_from(&scores, &header.claims, header.to_move);
    Ok(VerifyReport {
        name: header.name.clone(),
        to_move: header.to_move,
        claims: header.claims.clone(),
        bounds,
        outcome: outcome_text(&scores, bounds),
        solver: header.solver.clone(),
        decisions,
        positions,
        bytes,
        seconds: start.elapsed().as_secs_f64(),
    })
}
