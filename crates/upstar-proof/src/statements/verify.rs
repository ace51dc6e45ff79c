//! The verifier of statements.
//!
//! **Idea** The first pass reads the positions of all statements into a set. The second pass checks
//! each statement by the rules and its lemma: every position that it needs must be over with a
//! score that satisfies the claim, or be closed by a lemma, or be in the set. Blocks are
//! independent, so several threads check them.
//!
//! **Guarantee** Of the program it trusts the rules (`rebuild`, `expand`, `play`, `key`), the parser of
//! positions and the checkers of the lemmas. Every move decreases [`Board::rest`](crate::Board::rest), which is
//! checked too. So by induction every statement is true.

use std::{
    io::{Read, Seek},
    sync::{
        Mutex,
        atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
    },
};

use upstar_core::{ErasedGame, ErasedKey, ErasedPosition, Game, Move, Player, lock};

use super::{
    block::{Justification, Statement, codes, decoded},
    code_set::CodeSet,
    counts::{Count, Counts},
    file::{Block, StatementFile},
};
use crate::{
    Claim, VerifyError,
    lemmas::{At, Lemmas, Proved},
};

/// The number of positions between two calls of the function that may stop the check.
const LOOK_INTERVAL: u64 = 1 << 12;

/// The limits of a verifier, and what it calls.
pub struct StatementWatch<'a> {
    /// The most bytes for the set of positions.
    pub max_bytes: usize,
    /// The number of threads.
    pub threads: usize,
    /// Called at intervals with the number of positions visited. If it returns a reason, the check stops.
    pub look: &'a (dyn Fn(u64) -> Option<String> + Sync),
    /// The text of a position.
    pub position_text: &'a (dyn Fn(&ErasedPosition) -> String + Sync),
    /// The name of a move.
    pub move_text: &'a (dyn Fn(&ErasedPosition, Move) -> String + Sync),
}

/// What a correct certificate consists of.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StatementReport {
    /// The number of statements.
    pub statements: u64,
    /// The number of positions that were visited.
    pub positions: u64,
    /// What carries the proof.
    pub counts: Vec<Count>,
}

struct Check<'a> {
    game: &'a ErasedGame,
    lemmas: &'a Lemmas,
    claim: Claim,
    proved: &'a CodeSet,
}

/// Verifies the statements of a certificate about a root.
///
/// # Errors
/// Why the statements do not prove the claims.
pub fn verify_statements<R: Read + Seek + Send>(
    game: &ErasedGame,
    root: &ErasedPosition,
    file: &mut StatementFile<R>,
    watch: &StatementWatch,
) -> Result<StatementReport, VerifyError> {
    let refuse = |reason: String| Err(VerifyError::NotACertificate(reason));
    let header = file.header.clone();
    if header.to_move != game.to_move(root) {
        return refuse("the other player is to move in this position".into());
    }
    if let Some(claim) = header.claims.iter().find(|claim| !claim.is_about(game.scores())) {
        return refuse(format!("{} is not a score of {}", claim.least, header.name.game));
    }
    let (name, position) = (&header.name.game, &header.name.position);
    let Some(lemmas) = Lemmas::named(name, position, &header.lemmas) else {
        let lemmas = header.lemmas.join(" ");
        return refuse(format!("there are no lemmas '{lemmas}' for this position of {name}"));
    };
    let bytes = CodeSet::bytes_for(header.statements);
    if bytes > watch.max_bytes as u64 {
        return Err(VerifyError::Stopped(format!(
            "its {} statements need {} MB, but only {} MB are allowed",
            header.statements,
            bytes.div_ceil(1 << 20),
            watch.max_bytes >> 20
        )));
    }
    let mut total = Counts::new(&lemmas);
    let mut statements = 0;
    for (number, &claim) in header.claims.iter().enumerate() {
        let proved = read_codes(file, number, watch)?;
        let check = Check { game, lemmas: &lemmas, claim, proved: &proved };
        check.root(root, &mut total)?;
        statements += check.all(file, number, watch, &mut total)?;
    }
    if statements != header.statements {
        return refuse(format!(
            "it has {statements} statements about its claims, but its header states {}",
            header.statements
        ));
    }
    Ok(StatementReport { statements, positions: total.positions, counts: total.words(&lemmas) })
}

/// The positions of the statements about a claim.
fn read_codes<R: Read + Seek>(
    file: &mut StatementFile<R>,
    claim: usize,
    watch: &StatementWatch,
) -> Result<CodeSet, VerifyError> {
    let mut set = CodeSet::with_capacity(file.header.statements as usize);
    let mut count = 0;
    file.restart();
    while let Some(block) = file.next_block().map_err(VerifyError::NotACertificate)? {
        count += block.count as u64;
        if count > file.header.statements {
            let text = "it has more statements than its header states";
            return Err(VerifyError::NotACertificate(text.into()));
        }
        if block.claim != claim {
            continue;
        }
        if let Some(reason) = (watch.look)(0) {
            return Err(VerifyError::Stopped(reason));
        }
        let bytes = block.unpacked().map_err(VerifyError::NotACertificate)?;
        for code in codes(&bytes, block.count).map_err(VerifyError::NotACertificate)? {
            set.add(code);
        }
    }
    Ok(set)
}

impl Check<'_> {
    /// Checks all statements about the claim. Returns how many there are.
    fn all<R: Read + Seek + Send>(
        &self,
        file: &mut StatementFile<R>,
        number: usize,
        watch: &StatementWatch,
        total: &mut Counts,
    ) -> Result<u64, VerifyError> {
        file.restart();
        let source = Mutex::new(file);
        let (visited, is_over) = (AtomicU64::new(total.positions), AtomicBool::new(false));
        let next = || loop {
            match lock(&source).next_block() {
                Ok(Some(block)) if block.claim != number => {}
                other => return other,
            }
        };
        let work = || -> Result<(u64, Counts), VerifyError> {
            let mut counts = Counts::new(self.lemmas);
            let (mut statements, mut moves) = (0, Vec::new());
            while let Some(block) = next().map_err(VerifyError::NotACertificate)? {
                let done = self.block(&block, (&visited, &is_over, watch), &mut moves, &mut counts);
                if done.is_err() {
                    is_over.store(true, Relaxed);
                }
                done?;
                statements += block.count as u64;
                if is_over.load(Relaxed) {
                    break;
                }
            }
            Ok((statements, counts))
        };
        let results: Vec<_> = std::thread::scope(|scope| {
            let threads: Vec<_> = (1..watch.threads.max(1)).map(|_| scope.spawn(work)).collect();
            let own = work();
            let others = threads.into_iter().map(|thread| match thread.join() {
                Ok(result) => result,
                Err(panic) => std::panic::resume_unwind(panic),
            });
            std::iter::once(own).chain(others.collect::<Vec<_>>()).collect()
        });
        let mut statements = 0;
        for result in results {
            let (count, counts) = result?;
            statements += count;
            total.add(&counts);
        }
        Ok(statements)
    }

    fn block(
        &self,
        block: &Block,
        (visited, is_over, watch): (&AtomicU64, &AtomicBool, &StatementWatch),
        moves: &mut Vec<Move>,
        counts: &mut Counts,
    ) -> Result<(), VerifyError> {
        let bytes = block.unpacked().map_err(VerifyError::NotACertificate)?;
        let mut counted = counts.positions;
        for statement in decoded(&bytes, block.count).map_err(VerifyError::NotACertificate)? {
            if counts.positions - counted >= LOOK_INTERVAL {
                let all = visited.fetch_add(counts.positions - counted, Relaxed);
                counted = counts.positions;
                if is_over.load(Relaxed) {
                    return Ok(());
                }
                if let Some(reason) = (watch.look)(all) {
                    return Err(VerifyError::Stopped(reason));
                }
            }
            self.statement(&statement, moves, counts)
                .map_err(|wrong| self.error(&statement, wrong, watch))?;
        }
        visited.fetch_add(counts.positions - counted, Relaxed);
        Ok(())
    }

    /// Is the claim about the root proved?
    fn root(&self, root: &ErasedPosition, counts: &mut Counts) -> Result<(), VerifyError> {
        let wrong =
            |reason: &str| Err(VerifyError::Wrong { reason: reason.into(), line: Vec::new() });
        let at = At { planes: self.game.key(root).planes(), mover: self.game.to_move(root) };
        if let Some(score) = self.game.expand(root, &mut Vec::new()) {
            return match self.claim.holds(score) {
                true => Ok(()),
                false => wrong("the game is over and the claim is false"),
            };
        }
        match self.is_proved(at, counts) {
            true => Ok(()),
            false => wrong("there is no statement about it"),
        }
    }

    /// Is the claim proved for a position that is not over?
    #[inline]
    fn is_proved(&self, at: At, counts: &mut Counts) -> bool {
        let used = &mut counts.lemmas;
        let equal = self.lemmas.normal_form(at, |number| used[number][3] += 1);
        if self.lemmas.board.code(equal).is_some_and(|code| self.proved.has(code)) {
            counts.stated += 1;
            return true;
        }
        if let Some(number) = self.lemmas.closing(equal, &self.claim) {
            counts.lemmas[number][2] += 1;
            return true;
        }
        equal != at && self.is_over_and_won(equal)
    }

    /// Is this position over, with a score that satisfies the claim?
    #[cold]
    fn is_over_and_won(&self, at: At) -> bool {
        let position = self.game.rebuild(&ErasedKey::new(at.planes), at.mover);
        position
            .and_then(|position| self.game.expand(&position, &mut Vec::new()))
            .is_some_and(|score| self.claim.holds(score))
    }

    /// Checks one statement. Returns the wrong move with the reason.
    fn statement(
        &self,
        statement: &Statement,
        moves: &mut Vec<Move>,
        counts: &mut Counts,
    ) -> Result<(), (Option<Move>, String)> {
        let wrong = |reason: &str| Err((None, reason.to_string()));
        counts.positions += 1;
        let at = self.lemmas.board.at(statement.code);
        let rebuilt = self.game.rebuild(&ErasedKey::new(at.planes), at.mover);
        let Some(position) = rebuilt.filter(|p| self.game.key(p).planes() == at.planes) else {
            return wrong("it is not a position of this board");
        };
        moves.clear();
        if let Some(score) = self.game.expand(&position, moves) {
            return match self.claim.holds(score) {
                true => Ok(()),
                false => wrong("the game is over and the claim is false"),
            };
        }
        let is_own = at.mover == self.claim.claimant;
        let mut skipped = 0;
        match statement.justification {
            Justification::Move(number) => {
                counts.moves += 1;
                if !is_own {
                    return wrong("a move is chosen for the opponent, who may play any move");
                }
                let Some(&mv) = moves.get(number as usize) else {
                    return wrong("it names a move that does not exist");
                };
                return self.after(&position, at, mv, counts);
            }
            Justification::Replies if is_own => return wrong("the claimant's move is missing"),
            Justification::Replies => counts.replies += 1,
            Justification::Lemma(number, witness) => {
                let proved = self.lemmas.proves(number, at, &self.claim, witness);
                if proved != Proved::Nothing {
                    counts.lemmas[number][0] += 1;
                }
                match proved {
                    Proved::Claim => return Ok(()),
                    Proved::After(set) if !is_own => {
                        skipped = set;
                        counts.lemmas[number][1] += u64::from(set.count_ones());
                    }
                    _ => return wrong("the witness of its lemma proves nothing"),
                }
            }
        }
        let needless = self.lemmas.needless(at, &self.claim);
        counts.needless += u64::from((needless & !skipped).count_ones());
        skipped |= needless;
        for &mv in moves.iter() {
            if mv.0 >= 128 || skipped >> mv.0 & 1 == 0 {
                self.after(&position, at, mv, counts)?;
            }
        }
        Ok(())
    }

    /// Is the claim proved after a move?
    #[inline]
    fn after(
        &self,
        position: &ErasedPosition,
        at: At,
        mv: Move,
        counts: &mut Counts,
    ) -> Result<(), (Option<Move>, String)> {
        counts.positions += 1;
        let mut next = position.clone();
        self.game.play(&mut next, mv);
        let after = At { planes: self.game.key(&next).planes(), mover: self.game.to_move(&next) };
        if self.lemmas.board.rest(after) >= self.lemmas.board.rest(at) {
            return Err((Some(mv), "it does not come closer to the end of the game".into()));
        }
        if self.is_proved(after, counts) {
            return Ok(());
        }
        match self.game.expand(&next, &mut Vec::new()) {
            Some(score) if self.claim.holds(score) => {
                counts.over += 1;
                Ok(())
            }
            Some(_) => Err((Some(mv), "the game is over and the claim is false".into())),
            None => Err((Some(mv), "it leads to a position without a statement".into())),
        }
    }

    fn error(
        &self,
        statement: &Statement,
        (mv, reason): (Option<Move>, String),
        watch: &StatementWatch,
    ) -> VerifyError {
        let at = self.lemmas.board.at(statement.code);
        let place = match self.game.rebuild(&ErasedKey::new(at.planes), at.mover) {
            None => format!("statement {:x}", statement.code),
            Some(position) => {
                let text = (watch.position_text)(&position);
                let mover = if at.mover == Player::Left { "left" } else { "right" };
                let mv = mv.map(|mv| format!(", move {}", (watch.move_text)(&position, mv)));
                format!("statement about {text}, {mover} to move{}", mv.unwrap_or_default())
            }
        };
        VerifyError::Wrong { reason: format!("{place}: {reason}"), line: Vec::new() }
    }
}
