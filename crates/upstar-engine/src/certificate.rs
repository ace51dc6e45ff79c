//! Writes and verifies certificates of claims about positions.

use std::{
    fs::File,
    io::{Read, Seek},
    path::Path,
    sync::atomic::Ordering::Relaxed,
    thread::available_parallelism,
    time::Instant,
};

use upstar_core::{
    Bounds, Control, DistanceGame, DistancePosition, Game, Player, PositionName, distance_of,
    outcome_of,
};
use upstar_proof::{
    Certificate, Claim, Count, Header, NIMBERS_MAGIC, NimberHeader, NimberWatch, ProofError,
    STATEMENTS_MAGIC, StatementFile, StatementWatch, VerifyError, Watch, WriteReport, bounds_from,
    distance_text, outcome_text, verify_claims, verify_nimbers, verify_statements,
};
use upstar_solver::erased;

use crate::{
    position::{self, AnyPosition},
    registry,
};

/// Writes a certificate of claims about a position. Every claim must be true.
///
/// # Errors
/// If no certificate could be written; the error says why.
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
        counts_plies: false,
        claims: claims.to_vec(),
        slots,
        solver: "none".into(),
    };
    let (game, at) = position.erased();
    erased::write_certificate(&game, &at, &header, path, control)
}

/// The report on a certificate that is correct.
#[derive(Clone, PartialEq, Debug)]
pub struct VerifyReport {
    /// The game, the position and the players' labels.
    pub name: PositionName,
    /// The player to move.
    pub to_move: Player,
    /// The proved claims.
    pub claims: Vec<Claim>,
    /// The bounds on the value that follow from the claims, for the player to move.
    pub bounds: Bounds,
    /// The same in words: `win`, `loss`, `draw`, `at least draw`, `+5`, `win within 13 plies`, …
    pub outcome: String,
    /// The plies to the end, if the certificate proves them.
    pub distance: Option<u32>,
    /// The solver that found the answer. The verifier does not check this note.
    pub solver: String,
    /// The nimber, if the certificate proves one.
    pub nimber: Option<u32>,
    /// The format of the file, from 1 to 3.
    pub format: u8,
    /// What carries the proof, in words with counts. Empty for format 1.
    pub counts: Vec<Count>,
    /// The number of decisions or statements in the certificate.
    pub decisions: u64,
    /// The number of positions visited.
    pub positions: u64,
    /// The size of the certificate in bytes.
    pub bytes: u64,
    /// The time in seconds.
    pub seconds: f64,
}

/// Checks the certificate in a file.
///
/// # Errors
/// If the file is not a certificate, or the certificate is wrong.
pub fn verify(path: &Path, control: &Control) -> Result<VerifyReport, VerifyError> {
    let threads = available_parallelism().map_or(1, |threads| threads.get());
    verify_by(path, threads, control)
}

/// Checks the certificate in a file with several threads, if it has statements.
///
/// # Errors
/// If the file is not a certificate, or the certificate is wrong.
pub fn verify_by(
    path: &Path,
    threads: usize,
    control: &Control,
) -> Result<VerifyReport, VerifyError> {
    verify_source(opened(path)?, threads, control)
}

/// Checks a certificate of a registered game. This relies on three parts of the program only: the code that reads
/// positions, the rules of the game, and the verifier, which uses only the rules.
///
/// # Errors
/// If the file is not a certificate, or the certificate is wrong.
pub fn verify_from(
    source: impl Read + Seek + Send,
    control: &Control,
) -> Result<VerifyReport, VerifyError> {
    verify_source(source, 1, control)
}

fn verify_source(
    mut source: impl Read + Seek + Send,
    threads: usize,
    control: &Control,
) -> Result<VerifyReport, VerifyError> {
    let mut magic = [0; STATEMENTS_MAGIC.len()];
    if source.read_exact(&mut magic).is_ok() {
        if magic == *STATEMENTS_MAGIC.as_bytes() {
            return check_statements(source, threads, control);
        }
        if magic == *NIMBERS_MAGIC.as_bytes() {
            return check_nimbers(source, threads, control);
        }
    }
    source.rewind().map_err(|e| VerifyError::NotACertificate(format!("it cannot be read: {e}")))?;
    let certificate = Certificate::open(source).map_err(VerifyError::NotACertificate)?;
    let header = &certificate.header;
    let name = &header.name;
    let position = registry::position(&name.game, &name.position, Some(header.to_move))
        .map_err(|e| VerifyError::NotACertificate(e.to_string()))?;
    verify_at(certificate, position.as_ref(), control)
}

/// Checks the certificate in a file for a position of a game that is not registered. `name` is the name that the
/// certificate must have.
///
/// # Errors
/// If the file is not a certificate of this position, or the certificate is wrong.
pub fn verify_position(
    path: &Path,
    position: &dyn AnyPosition,
    name: (&str, &str),
    control: &Control,
) -> Result<VerifyReport, VerifyError> {
    let certificate = Certificate::open(opened(path)?).map_err(VerifyError::NotACertificate)?;
    let found = &certificate.header.name;
    if name != (found.game.as_str(), found.position.as_str()) {
        let text = format!("it is about {} {}", found.game, found.position);
        return Err(VerifyError::NotACertificate(text));
    }
    verify_at(certificate, position, control)
}

fn opened(path: &Path) -> Result<File, VerifyError> {
    File::open(path).map_err(|e| VerifyError::NotACertificate(format!("{}: {e}", path.display())))
}

/// Checks a certificate of format 2.
fn check_statements(
    source: impl Read + Seek + Send,
    threads: usize,
    control: &Control,
) -> Result<VerifyReport, VerifyError> {
    let start = Instant::now();
    let mut file: StatementFile<_> =
        StatementFile::open(source).map_err(VerifyError::NotACertificate)?;
    let header = file.header.clone();
    let name = &header.name;
    let position = registry::position(&name.game, &name.position, Some(header.to_move))
        .map_err(|e| VerifyError::NotACertificate(e.to_string()))?;
    if name.labels != position.labels() {
        let names = position.labels().join(" and ");
        return Err(VerifyError::NotACertificate(format!("the players are called {names}")));
    }
    let (game, root) = position.erased();
    let watch = StatementWatch {
        max_bytes: control.limits.max_bytes,
        threads,
        look: &|visited| look(control, visited),
        position_text: &|at| position.with_erased(at).text(),
        move_text: &|at, mv| position.erased_move_text(at, mv),
    };
    let report = verify_statements(&game, &root, &mut file, &watch)?;
    let scores = position.scores();
    let bounds = bounds_from(&scores, &header.claims, header.to_move);
    Ok(VerifyReport {
        name: header.name,
        to_move: header.to_move,
        claims: header.claims,
        bounds,
        outcome: outcome_text(&scores, bounds),
        distance: None,
        nimber: None,
        solver: header.solver,
        format: 2,
        counts: report.counts,
        decisions: report.statements,
        positions: report.positions,
        bytes: file.bytes,
        seconds: start.elapsed().as_secs_f64(),
    })
}

/// Checks a certificate of format 3.
fn check_nimbers(
    source: impl Read + Seek + Send,
    threads: usize,
    control: &Control,
) -> Result<VerifyReport, VerifyError> {
    let start = Instant::now();
    let mut file = StatementFile::open(source).map_err(VerifyError::NotACertificate)?;
    let look = |visited| look(control, visited);
    let watch = NimberWatch { max_bytes: control.limits.max_bytes, threads, look: &look };
    let report = verify_nimbers(&mut file, &watch)?;
    let NimberHeader { game, position, nimber, solver, .. } = file.header;
    // Both players have the same moves, so it does not matter who is to move.
    let (to_move, score) = (Player::Left, if nimber == 0 { -1 } else { 1 });
    let bounds = Bounds::exactly(score);
    Ok(VerifyReport {
        name: PositionName { game, position, labels: ["left".into(), "right".into()] },
        to_move,
        claims: Vec::new(),
        bounds,
        outcome: outcome_text(&[-1, 1], bounds),
        distance: None,
        nimber: Some(nimber),
        solver,
        format: 3,
        counts: report.counts,
        decisions: report.statements,
        positions: report.positions,
        bytes: file.bytes,
        seconds: start.elapsed().as_secs_f64(),
    })
}

/// Reports the number of visited positions, and says why the check must stop.
fn look(control: &Control, visited: u64) -> Option<String> {
    control.progress.nodes.store(visited, Relaxed);
    let reason = match () {
        () if control.is_stopped() => "interrupted",
        () if control.seconds() >= control.limits.max_seconds => "the limit of seconds was reached",
        () if visited >= control.limits.max_nodes => "the limit of nodes was reached",
        () => return None,
    };
    Some(reason.into())
}

/// Checks a certificate by the rules of a position's game.
fn verify_at(
    mut certificate: Certificate<impl Read + Seek>,
    position: &dyn AnyPosition,
    control: &Control,
) -> Result<VerifyReport, VerifyError> {
    let start = Instant::now();
    let bytes = certificate.bytes;
    let (header, mut decisions) = certificate.parts();
    if header.name.labels != position.labels() {
        let names = position.labels().join(" and ");
        return Err(VerifyError::NotACertificate(format!("the players are called {names}")));
    }
    let mut look = |visited| look(control, visited);
    let mut watch = Watch { max_bytes: control.limits.max_bytes, look: &mut look };
    let (game, root) = position.erased();
    let (positions, bounds, outcome, distance) = if header.counts_plies {
        let (game, root) = DistanceGame::from_rules(game, &root)
            .map_err(|e| VerifyError::NotACertificate(e.to_string()))?;
        let move_text = |at: &DistancePosition<_>, mv| position.erased_move_text(&at.position, mv);
        let positions =
            verify_claims(&game, &root, header, &mut decisions, &mut watch, &move_text)?;
        let bounds = bounds_from(game.scores(), &header.claims, header.to_move);
        let distance = bounds.is_exact().then(|| distance_of(bounds.lo)).flatten();
        (positions, outcome_of(bounds), distance_text(bounds), distance)
    } else {
        let move_text = |at: &_, mv| position.erased_move_text(at, mv);
        let positions =
            verify_claims(&game, &root, header, &mut decisions, &mut watch, &move_text)?;
        let scores = position.scores();
        let bounds = bounds_from(&scores, &header.claims, header.to_move);
        (positions, bounds, outcome_text(&scores, bounds), None)
    };
    let decisions = decisions.count();
    Ok(VerifyReport {
        name: header.name.clone(),
        to_move: header.to_move,
        claims: header.claims.clone(),
        bounds,
        outcome,
        distance,
        nimber: None,
        solver: header.solver.clone(),
        format: 1,
        counts: Vec::new(),
        decisions,
        positions,
        bytes,
        seconds: start.elapsed().as_secs_f64(),
    })
}
