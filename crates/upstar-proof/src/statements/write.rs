//! The writer of statements.
//!
//! **Idea** A depth-first walk from the root, in which each position is stated once. A lemma closes a
//! position or refutes replies wherever it can; the game proposes witnesses, and the lemma's own
//! checker decides. Where the claimant is to move, a move into a position that is already proved
//! comes first, then a move that the search knows or finds.
//!
//! **Guarantee** Memory is the set of stated positions and 32 bytes for each; the meter's limit of
//! bytes bounds it. The file gets its name only when it is complete.

use std::{fs, io, path::Path, time::Instant};

use upstar_core::{
    AtomicFile, ErasedGame, ErasedKey, ErasedPosition, Game, Move, StaticBounds, Stopped,
};

use super::{
    block::{Justification, Statement},
    code_set::CodeSet,
    file::{BLOCK_STATEMENTS, StatementHeader, StatementWriter},
};
use crate::{
    Claim, MoveFinder, ProofError, WriteReport,
    lemmas::{At, Lemmas, Proved},
};

/// A statement as the writer keeps it.
#[derive(Clone, Copy)]
struct Record {
    code: u128,
    /// 0 the replies, 1 a move, 2 + n the lemma with the number n.
    kind: u8,
    /// The number of the move, or the length of the witness.
    number: u32,
    /// The place of the witness.
    witness: u64,
}

/// A node on the current line.
struct Frame {
    position: ErasedPosition,
    /// The remaining moves, as indices into the stack of moves.
    first: usize,
    next: usize,
    end: usize,
    /// The opponent's moves that need no proof.
    skipped: u128,
    record: Record,
}

/// Why a walk ended early.
enum End {
    NotTrue(usize),
    Stopped(Stopped),
}

struct Walk<'a, 'm> {
    game: &'a ErasedGame,
    lemmas: &'a Lemmas,
    claim: Claim,
    finder: &'a mut dyn MoveFinder<'m, ErasedGame>,
    proved: CodeSet,
    records: Vec<Record>,
    witnesses: Vec<u8>,
    moves: Vec<Move>,
    stack: Vec<Frame>,
    positions: u64,
}

/// Writes a certificate of the header's claims about `position`. The header's lemmas and statements are set by the
/// writer.
///
/// # Errors
/// Why no certificate was written. In that case there is no file.
pub fn write_statements<'m>(
    game: &ErasedGame,
    position: &ErasedPosition,
    header: &StatementHeader,
    finder: &mut dyn MoveFinder<'m, ErasedGame>,
    path: &Path,
) -> Result<WriteReport, ProofError> {
    let start = Instant::now();
    let unsuitable = |text: &str| ProofError::Unsuitable(text.into());
    if header.claims.is_empty() {
        let text = "there is nothing to prove; every game from this position has this result";
        return Err(unsuitable(text));
    }
    let (name, text) = (&header.name.game, &header.name.position);
    let lemmas = Lemmas::for_position(name, text)
        .ok_or_else(|| unsuitable("there are no lemmas for positions of this game and size"))?;
    let mut proofs = Vec::new();
    let mut positions = 0;
    for &claim in &header.claims {
        let mut walk = Walk {
            game,
            lemmas: &lemmas,
            claim,
            finder,
            proved: CodeSet::with_capacity(1 << 10),
            records: Vec::new(),
            witnesses: Vec::new(),
            moves: Vec::new(),
            stack: Vec::new(),
            positions: 0,
        };
        walk.run(position).map_err(|end| match end {
            End::NotTrue(moves) => ProofError::NotTrue(claim, moves),
            End::Stopped(why) => ProofError::Stopped(why),
        })?;
        positions += walk.positions;
        let Walk { mut records, witnesses, .. } = walk;
        records.sort_unstable_by_key(|record| record.code);
        proofs.push((records, witnesses));
    }
    let statements = proofs.iter().map(|(records, _)| records.len() as u64).sum();
    let header = StatementHeader { lemmas: lemmas.names(), statements, ..header.clone() };
    write_file(&header, &proofs, path)
        .map_err(|e| ProofError::File(format!("{}: {e}", path.display())))?;
    let bytes = fs::metadata(path).map_or(0, |data| data.len());
    Ok(WriteReport {
        path: path.to_owned(),
        bytes,
        claims: header.claims,
        decisions: statements,
        positions,
        seconds: start.elapsed().as_secs_f64(),
    })
}

fn write_file(
    header: &StatementHeader,
    proofs: &[(Vec<Record>, Vec<u8>)],
    path: &Path,
) -> io::Result<()> {
    let mut writer = StatementWriter::new(AtomicFile::create(path)?, header)?;
    for (claim, (records, witnesses)) in proofs.iter().enumerate() {
        for records in records.chunks(BLOCK_STATEMENTS) {
            writer.block(claim, records.iter().map(|record| record.statement(witnesses)))?;
        }
    }
    writer.finish()?.commit()
}

impl Record {
    fn statement<'a>(&self, witnesses: &'a [u8]) -> Statement<'a> {
        let justification = match self.kind {
            0 => Justification::Replies,
            1 => Justification::Move(self.number),
            kind => {
                let start = self.witness as usize;
                let witness = &witnesses[start..start + self.number as usize];
                Justification::Lemma(usize::from(kind) - 2, witness)
            }
        };
        Statement { code: self.code, justification }
    }
}

impl Walk<'_, '_> {
    fn run(&mut self, root: &ErasedPosition) -> Result<(), End> {
        self.enter(root)?;
        while let Some(frame) = self.stack.last_mut() {
            if frame.next < frame.end {
                let mv = self.moves[frame.next];
                frame.next += 1;
                if mv.0 >= 128 || frame.skipped >> mv.0 & 1 == 0 {
                    let mut child = frame.position.clone();
                    self.game.play(&mut child, mv);
                    self.enter(&child)?;
                }
            } else {
                let (record, first) = (frame.record, frame.first);
                self.add(record);
                self.moves.truncate(first);
                self.stack.pop();
            }
        }
        Ok(())
    }

    fn add(&mut self, record: Record) {
        self.proved.add(record.code);
        self.records.push(record);
    }

    fn bytes(&self) -> usize {
        self.proved.bytes()
            + self.records.capacity() * size_of::<Record>()
            + self.witnesses.capacity()
    }

    /// The position that is stated instead of this one.
    fn normal_form(&self, position: &ErasedPosition) -> At {
        let planes = self.game.key(position).planes();
        let at = At { planes, mover: self.game.to_move(position) };
        self.lemmas.normal_form(at, |_| {})
    }

    /// Is the claim proved for this position, by the rules, a lemma or a statement?
    fn is_proved(&self, position: &ErasedPosition, at: At) -> bool {
        self.lemmas.board.code(at).is_some_and(|code| self.proved.has(code))
            || self.lemmas.closing(at, &self.claim).is_some()
            || self
                .game
                .expand(position, &mut Vec::new())
                .is_some_and(|score| self.claim.holds(score))
    }

    fn enter(&mut self, position: &ErasedPosition) -> Result<(), End> {
        self.positions += 1;
        let bytes = self.bytes();
        let meter = self.finder.meter();
        if meter.count(1, self.game, || bytes) {
            return Err(End::Stopped(meter.stopped().unwrap_or(Stopped::Asked)));
        }
        let at = self.normal_form(position);
        if self.is_proved(position, at) {
            return Ok(());
        }
        let not_true = End::NotTrue(self.stack.len());
        let Some(code) = self.lemmas.board.code(at) else { return Err(not_true) };
        let Some(position) = self.game.rebuild(&ErasedKey::new(at.planes), at.mover) else {
            return Err(not_true);
        };
        let first = self.moves.len();
        if let Some(score) = self.game.expand(&position, &mut self.moves) {
            return if self.claim.holds(score) { Ok(()) } else { Err(not_true) };
        }
        let end = self.moves.len();
        let is_own = at.mover == self.claim.claimant;
        let mut record = Record { code, kind: u8::from(is_own), number: 0, witness: 0 };
        let mut skipped = self.lemmas.needless(at, &self.claim);
        if let Some((proved, kind, witness)) = self.best_witness(&position, at) {
            record.kind = kind;
            record.number = witness.len() as u32;
            record.witness = self.witnesses.len() as u64;
            self.witnesses.extend(witness);
            match proved {
                Proved::After(set) => skipped |= set,
                _ => {
                    self.moves.truncate(first);
                    self.add(record);
                    return Ok(());
                }
            }
        }
        let (next, end) = if is_own {
            let index = self.choose(&position, first, not_true)?;
            record.number = index as u32;
            (first + index, first + index + 1)
        } else {
            (first, end)
        };
        self.stack.push(Frame { position, first, next, end, skipped, record });
        Ok(())
    }

    /// The proposed witness that proves most. Witnesses that refute different replies are put together, if the
    /// lemma accepts the result.
    fn best_witness(&self, position: &ErasedPosition, at: At) -> Option<(Proved, u8, Vec<u8>)> {
        let needless = self.lemmas.needless(at, &self.claim);
        let mut best: Option<(u32, Proved, usize, Vec<u8>)> = None;
        self.game.witnesses(position, self.claim.claimant, &mut |name, witness| {
            let Some(number) = self.lemmas.number(name) else { return true };
            let mut tried = vec![witness.to_vec()];
            if let Some((_, _, other, first)) = &best
                && *other == number
            {
                tried.push([first.as_slice(), witness].concat());
            }
            for witness in tried {
                let proved = self.lemmas.proves(number, at, &self.claim, &witness);
                let worth = match proved {
                    Proved::Nothing => 0,
                    Proved::After(set) => 1 + (set & !needless).count_ones(),
                    Proved::Claim => u32::MAX,
                };
                if worth > best.as_ref().map_or(1, |best| best.0) {
                    best = Some((worth, proved, number, witness));
                }
            }
            best.as_ref().is_none_or(|best| best.0 < u32::MAX)
        });
        best.map(|(_, proved, number, witness)| (proved, 2 + number as u8, witness))
    }

    /// The index of a move that satisfies the claim.
    fn choose(
        &mut self,
        position: &ErasedPosition,
        first: usize,
        not_true: End,
    ) -> Result<usize, End> {
        for (index, &mv) in self.moves[first..].iter().enumerate() {
            let mut child = position.clone();
            self.game.play(&mut child, mv);
            if self.is_proved(&child, self.normal_form(&child)) {
                return Ok(index);
            }
        }
        let claim = self.claim;
        let known = self.finder.remembered(position, &claim);
        match known.or_else(|| self.finder.search(position, &claim)) {
            Some(index) if index < self.moves.len() - first => Ok(index),
            _ => Err(match self.finder.meter().stopped() {
                Some(why) => End::Stopped(why),
                None => not_true,
            }),
        }
    }
}
