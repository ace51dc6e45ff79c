//! The verifier of nimbers.
//!
//! **Idea** Each statement gives the nimber of a part. The first pass reads them into a map. The second pass checks
//! that the nimber *n* of a part follows from the others by the rule of the least excluded number:
//! 1. no option has the nimber *n*: its parts are stated, with another sum; or one of its own options has
//!    the nimber *n*, so that the option itself has not;
//! 2. for each *m* < *n* there is an option whose parts are stated with the sum *m*.
//!
//! **Guarantee** It trusts the rules in this folder only. Every move decreases the number of free cells (or of stones),
//! so by induction every statement is true.

use std::{
    io::{Read, Seek},
    sync::{
        Mutex,
        atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
    },
};

use upstar_core::lock;

use super::{
    header::NimberHeader,
    rules::{Code, PartLists, Rules, cancel_pairs},
};
use crate::{
    VerifyError,
    statements::{CodeMap, Count, StatementFile, decoded_nimbers},
};

/// The limits of a verifier, and what it calls.
pub struct NimberWatch<'a> {
    /// The most bytes for the map of parts.
    pub max_bytes: usize,
    /// The number of threads.
    pub threads: usize,
    /// Called at intervals with the number of positions visited. If it returns a reason, the check stops.
    pub look: &'a (dyn Fn(u64) -> Option<String> + Sync),
}

/// What a correct certificate consists of.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NimberReport {
    /// The number of statements.
    pub statements: u64,
    /// The number of positions that were visited.
    pub positions: u64,
    /// What carries the proof.
    pub counts: Vec<Count>,
}

/// Verifies a certificate of a nimber.
///
/// # Errors
/// Why the statements do not prove the claim.
pub fn verify_nimbers<R: Read + Seek + Send>(
    file: &mut StatementFile<R, NimberHeader>,
    watch: &NimberWatch,
) -> Result<NimberReport, VerifyError> {
    let refuse = |reason: String| Err(VerifyError::NotACertificate(reason));
    let NimberHeader { game, position, nimber, statements, .. } = file.header.clone();
    let Some((rules, parts)) = Rules::read(&game, &position) else {
        return refuse(format!("nimbers of this position of {game} have no certificates"));
    };
    let bytes = CodeMap::<u8>::bytes_for(statements);
    if bytes > watch.max_bytes as u64 {
        let (need, most) = (bytes.div_ceil(1 << 20), watch.max_bytes >> 20);
        return Err(VerifyError::Stopped(format!(
            "its {statements} statements need {need} MB, but only {most} MB are allowed"
        )));
    }
    let mut stated = CodeMap::with_capacity(statements as usize);
    file.restart();
    let mut count = 0;
    while let Some(block) = file.next_block().map_err(VerifyError::NotACertificate)? {
        count += block.count as u64;
        if count > statements || block.claim != 0 {
            return refuse("it has other statements than its header states".into());
        }
        let bytes = block.unpacked().map_err(VerifyError::NotACertificate)?;
        for (code, nimber) in
            decoded_nimbers(&bytes, block.count).map_err(VerifyError::NotACertificate)?
        {
            if !rules.is_code(code) {
                return refuse(format!("{code:x} is not a part of a position on this board"));
            }
            if !stated.insert(code, nimber) {
                return refuse("it states the nimber of a part twice".into());
            }
        }
        if let Some(reason) = (watch.look)(0) {
            return Err(VerifyError::Stopped(reason));
        }
    }
    if count != statements {
        return refuse(format!("it has {count} statements, but its header states {statements}"));
    }
    let check = Check { rules: &rules, stated: &stated };
    let wrong = |reason: String| Err(VerifyError::Wrong { reason, line: Vec::new() });
    match check.sum(&parts) {
        Some(sum) if u32::from(sum) == nimber => {}
        Some(sum) => return wrong(format!("its statements prove the nimber {sum}, not {nimber}")),
        None => return wrong("there is no statement about a part of the position".into()),
    }
    check.all(file, watch)
}

struct Check<'a> {
    rules: &'a Rules,
    stated: &'a CodeMap<u8>,
}

/// The counts of one thread.
#[derive(Default)]
struct Counts {
    statements: u64,
    stated: u64,
    replies: u64,
    positions: u64,
}

/// Memory that is used again for each statement.
#[derive(Default)]
struct Room {
    options: PartLists,
    replies: PartLists,
    rest: Vec<Code>,
}

impl Check<'_> {
    /// The nimber of a sum of parts, if all of them are stated.
    fn sum(&self, parts: &[Code]) -> Option<u8> {
        parts.iter().try_fold(0, |sum, &part| Some(sum ^ self.stated.get(part)?))
    }

    fn all<R: Read + Seek + Send>(
        &self,
        file: &mut StatementFile<R, NimberHeader>,
        watch: &NimberWatch,
    ) -> Result<NimberReport, VerifyError> {
        file.restart();
        let source = Mutex::new(file);
        let (visited, is_over) = (AtomicU64::new(0), AtomicBool::new(false));
        let work = || -> Result<Counts, VerifyError> {
            let (mut counts, mut room) = (Counts::default(), Room::default());
            loop {
                let block = lock(&source).next_block().map_err(VerifyError::NotACertificate)?;
                let Some(block) = block else { return Ok(counts) };
                let bytes = block.unpacked().map_err(VerifyError::NotACertificate)?;
                for (code, nimber) in
                    decoded_nimbers(&bytes, block.count).map_err(VerifyError::NotACertificate)?
                {
                    if is_over.load(Relaxed) {
                        return Ok(counts);
                    }
                    let before = counts.positions;
                    let checked = self.statement(code, nimber, &mut room, &mut counts);
                    let new = counts.positions - before;
                    let reason = (watch.look)(visited.fetch_add(new, Relaxed) + new);
                    let stopped = reason.map_or(Ok(()), |reason| Err(VerifyError::Stopped(reason)));
                    checked.and(stopped).inspect_err(|_| is_over.store(true, Relaxed))?;
                }
            }
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
        let mut total = Counts::default();
        for result in results {
            let counts = result?;
            total.statements += counts.statements;
            total.stated += counts.stated;
            total.replies += counts.replies;
            total.positions += counts.positions;
        }
        let count = |what: &str, times| Count { what: what.into(), times };
        Ok(NimberReport {
            statements: total.statements,
            positions: total.positions,
            counts: vec![
                count("nimbers of parts by their options", total.statements),
                count("options whose parts are stated", total.stated),
                count("options excluded by a reply with the nimber of the part", total.replies),
            ],
        })
    }

    /// Checks one statement; see the head of this file.
    fn statement(
        &self,
        code: Code,
        nimber: u8,
        room: &mut Room,
        counts: &mut Counts,
    ) -> Result<(), VerifyError> {
        let Room { options, replies, rest } = room;
        let wrong = |reason: String| {
            let reason =
                format!("statement about the part {code:x} with the nimber {nimber}: {reason}");
            Err(VerifyError::Wrong { reason, line: Vec::new() })
        };
        counts.statements += 1;
        let mut seen = [false; 256];
        self.rules.options(code, options);
        for (number, option) in options.iter().enumerate() {
            counts.positions += 1;
            if let Some(sum) = self.sum(option) {
                if sum == nimber {
                    return wrong(format!("option {number} has this nimber too"));
                }
                seen[usize::from(sum)] = true;
                counts.stated += 1;
            } else if self.has_reply(option, nimber, (replies, rest), &mut counts.positions) {
                counts.replies += 1;
            } else {
                return wrong(format!("option {number} is not proved to have another one"));
            }
        }
        match seen[..usize::from(nimber)].iter().position(|seen| !seen) {
            Some(missing) => wrong(format!("no option is stated to have the nimber {missing}")),
            None => Ok(()),
        }
    }

    /// Has a sum of parts an option with this nimber?
    fn has_reply(
        &self,
        parts: &[Code],
        nimber: u8,
        (replies, rest): (&mut PartLists, &mut Vec<Code>),
        positions: &mut u64,
    ) -> bool {
        (0..parts.len()).any(|at| {
            self.rules.options(parts[at], replies);
            replies.iter().any(|reply| {
                *positions += 1;
                rest.clear();
                rest.extend_from_slice(reply);
                rest.extend(parts[..at].iter().chain(&parts[at + 1..]));
                cancel_pairs(rest, 0);
                self.sum(rest) == Some(nimber)
            })
        })
    }
}
