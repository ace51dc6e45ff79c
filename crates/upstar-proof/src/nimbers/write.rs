//! The writer of nimbers.
//!
//! **Idea** The parts that must be stated wait in a queue, the largest first. For each of them, every option that is
//! not stated gets a reply with the nimber of the part, or its own parts are stated. What adds the smallest
//! parts is chosen. Parts that wait count as stated, so large parts share the small ones.
//!
//! **Guarantee** What the search says is not checked here. The verifier rejects a file that is wrong.

use std::{collections::BinaryHeap, fs, path::Path, time::Instant};

use upstar_core::{
    AtomicFile, ErasedPartisan, KeyedPart, OptionList, PackedPosition, Partisan, Player, Stopped,
};

use super::{
    header::NimberHeader,
    rules::{Code, PartLists, Rules},
};
use crate::{
    ProofError, WriteReport,
    statements::{BLOCK_STATEMENTS, CodeMap, FileHeader, StatementWriter},
};

/// Finds nimbers for the writer.
pub trait NimberFinder {
    /// The nimber of a part, if the search remembers it.
    fn remembered(&mut self, part: &KeyedPart) -> Option<u32>;

    /// The nimber of a part, by search; none if the search was stopped.
    fn find(&mut self, part: &KeyedPart) -> Option<u32>;

    /// Has the part this nimber? By search; none if the search was stopped.
    fn has(&mut self, part: &KeyedPart, nimber: u32) -> Option<bool>;

    /// Why the search was stopped. Counts the bytes of the writer against its limits.
    fn stopped(&mut self, bytes: usize) -> Option<Stopped>;
}

/// A part that must be stated, ordered by its size.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Waiting {
    size: u32,
    code: Code,
    state: [u128; 2],
    nimber: u8,
}

/// Why a walk ended early.
enum End {
    Stopped,
    /// The codes of the checker and the parts of the game do not match, or a nimber is too large.
    Unsuitable(&'static str),
}

struct Walk<'a> {
    game: &'a ErasedPartisan,
    rules: &'a Rules,
    finder: &'a mut dyn NimberFinder,
    stated: CodeMap<u8>,
    records: Vec<(Code, u8)>,
    waiting: BinaryHeap<Waiting>,
    positions: u64,
    room: PartLists,
}

/// Writes a certificate of the nimber of a position. The header's nimber and statements are set by the writer.
///
/// # Errors
/// Why no certificate was written. In that case there is no file.
pub fn write_nimbers(
    game: &ErasedPartisan,
    position: &PackedPosition,
    header: &NimberHeader,
    finder: &mut dyn NimberFinder,
    path: &Path,
) -> Result<WriteReport, ProofError> {
    let start = Instant::now();
    let unsuitable = |text: &str| ProofError::Unsuitable(text.into());
    let (rules, _) = Rules::read(&header.game, &header.position).ok_or_else(|| {
        unsuitable("only nimbers of cram, impartial:clobber and impartial:nogo on boards of at most 63 cells have certificates")
    })?;
    let mut walk = Walk {
        game,
        rules: &rules,
        finder,
        stated: CodeMap::with_capacity(1 << 10),
        records: Vec::new(),
        waiting: BinaryHeap::new(),
        positions: 0,
        room: PartLists::default(),
    };
    let nimber = walk.run(position).map_err(|end| match end {
        End::Stopped => ProofError::Stopped(walk.finder.stopped(0).unwrap_or(Stopped::Asked)),
        End::Unsuitable(text) => unsuitable(text),
    })?;
    let Walk { mut records, positions, .. } = walk;
    records.sort_unstable();
    let statements = records.len() as u64;
    let header = NimberHeader { nimber, statements, ..header.clone() };
    let failed = |e: std::io::Error| ProofError::File(format!("{}: {e}", path.display()));
    write_file(&header, &records, path).map_err(failed)?;
    Ok(WriteReport {
        path: path.to_owned(),
        bytes: fs::metadata(path).map_or(0, |data| data.len()),
        claims: Vec::new(),
        decisions: statements,
        positions,
        seconds: start.elapsed().as_secs_f64(),
    })
}

fn write_file(
    header: &impl FileHeader,
    records: &[(Code, u8)],
    path: &Path,
) -> std::io::Result<()> {
    let mut writer = StatementWriter::new(AtomicFile::create(path)?, header)?;
    for block in records.chunks(BLOCK_STATEMENTS) {
        writer.nimbers(block)?;
    }
    writer.finish()?.commit()
}

impl Walk<'_> {
    fn run(&mut self, position: &PackedPosition) -> Result<u32, End> {
        let mut nimber = 0;
        for part in self.game.parts(position) {
            let part = self.game.keyed_part(&part);
            nimber ^= u32::from(self.state(&part)?);
        }
        while let Some(waiting) = self.waiting.pop() {
            self.justify(&waiting)?;
        }
        Ok(nimber)
    }

    /// The code of a part.
    fn code(&mut self, part: &KeyedPart) -> Result<Code, End> {
        let mismatch = End::Unsuitable("the checker splits a part of this game");
        self.room.clear();
        self.rules.push_packed(part.state(), &mut self.room);
        self.room.end();
        match self.room.iter().next() {
            Some(&[code]) => Ok(code),
            _ => Err(mismatch),
        }
    }

    /// The nimber of a part that is stated or waits, if it is.
    fn stated(&mut self, part: &KeyedPart) -> Result<Option<u8>, End> {
        let code = self.code(part)?;
        Ok(self.stated.get(code))
    }

    /// States the nimber of a part.
    fn state(&mut self, part: &KeyedPart) -> Result<u8, End> {
        let code = self.code(part)?;
        if let Some(nimber) = self.stated.get(code) {
            return Ok(nimber);
        }
        let nimber = self.finder.find(part).ok_or(End::Stopped)?;
        let nimber = u8::try_from(nimber).map_err(|_| End::Unsuitable("a nimber exceeds 255"))?;
        self.stated.insert(code, nimber);
        self.records.push((code, nimber));
        self.waiting.push(Waiting { size: part.size, code, state: part.state(), nimber });
        Ok(nimber)
    }

    /// The sum of parts that are stated, if all are.
    fn stated_sum(&mut self, parts: &[KeyedPart]) -> Result<Option<u8>, End> {
        let mut sum = 0;
        for part in parts {
            match self.stated(part)? {
                Some(nimber) => sum ^= nimber,
                None => return Ok(None),
            }
        }
        Ok(Some(sum))
    }

    /// The sum of parts that the search remembers, if it remembers all.
    fn remembered_sum(&mut self, parts: &[KeyedPart]) -> Option<u32> {
        parts.iter().try_fold(0, |sum, part| Some(sum ^ self.finder.remembered(part)?))
    }

    /// What it costs to state parts: the size of the largest one that is not stated, then the number of these.
    fn cost(&mut self, parts: &[KeyedPart]) -> Result<(u32, usize), End> {
        let mut cost = (0, 0);
        for part in parts {
            if self.stated(part)?.is_none() {
                cost = (cost.0.max(part.size), cost.1 + 1);
            }
        }
        Ok(cost)
    }

    fn options(&self, state: [u128; 2]) -> Vec<Vec<KeyedPart>> {
        let mut list = OptionList::default();
        self.game.options(&self.game.unpack(state, Player::Left), &mut list);
        (0..list.len())
            .map(|number| {
                let range = list.range(number);
                cancelled(list.parts()[range].to_vec())
            })
            .collect()
    }

    /// Makes sure that the nimber of a part follows from what is stated.
    fn justify(&mut self, waiting: &Waiting) -> Result<(), End> {
        self.positions += 1;
        let bytes = self.stated.bytes() + self.records.capacity() * 32 + self.waiting.len() * 64;
        if self.finder.stopped(bytes).is_some() {
            return Err(End::Stopped);
        }
        let nimber = waiting.nimber;
        let mut open = Vec::new();
        let mut seen = [false; 256];
        for option in self.options(waiting.state) {
            match self.stated_sum(&option)? {
                Some(sum) => seen[usize::from(sum)] = true,
                None => open.push(option),
            }
        }
        // 1. An option for each smaller nimber.
        for least in 0..nimber {
            if !seen[usize::from(least)] {
                self.add_option(least, &mut open)?;
            }
        }
        // 2. The other options have another nimber.
        for option in open {
            if self.stated_sum(&option)?.is_none() {
                self.exclude(&option, nimber)?;
            }
        }
        Ok(())
    }

    /// States the parts of an option with this nimber.
    fn add_option(&mut self, nimber: u8, open: &mut Vec<Vec<KeyedPart>>) -> Result<(), End> {
        let mut best: Option<((u32, usize), usize)> = None;
        for (at, option) in open.iter().enumerate() {
            if self.remembered_sum(option) == Some(nimber.into()) {
                let cost = self.cost(option)?;
                if best.is_none_or(|best| cost < best.0) {
                    best = Some((cost, at));
                }
            }
        }
        let at = match best {
            Some((_, at)) => at,
            None => self.search_option(nimber, open)?,
        };
        for part in open.swap_remove(at) {
            self.state(&part)?;
        }
        Ok(())
    }

    /// Searches for an option with this nimber, the smallest ones first.
    fn search_option(&mut self, nimber: u8, open: &[Vec<KeyedPart>]) -> Result<usize, End> {
        let mut order: Vec<usize> = (0..open.len()).collect();
        order.sort_by_key(|&at| open[at].iter().map(|part| part.size).max());
        for at in order {
            if self.option_has(&open[at], nimber)? {
                return Ok(at);
            }
        }
        Err(End::Unsuitable("the search found a nimber that is not the least excluded one"))
    }

    /// Has an option this nimber? By search.
    fn option_has(&mut self, option: &[KeyedPart], nimber: u8) -> Result<bool, End> {
        let mut parts = option.to_vec();
        parts.sort_by_key(|part| part.size);
        let Some((last, others)) = parts.split_last() else { return Ok(nimber == 0) };
        let mut wanted = u32::from(nimber);
        for part in others {
            wanted ^= self.finder.find(part).ok_or(End::Stopped)?;
        }
        self.finder.has(last, wanted).ok_or(End::Stopped)
    }

    /// Makes sure that the statements prove that an option has not this nimber.
    fn exclude(&mut self, option: &[KeyedPart], nimber: u8) -> Result<(), End> {
        let mut replies = Vec::new();
        for at in 0..option.len() {
            for reply in self.options(option[at].state()) {
                let others = option[..at].iter().chain(&option[at + 1..]);
                let reply = cancelled(reply.into_iter().chain(others.copied()).collect());
                if self.stated_sum(&reply)? == Some(nimber) {
                    return Ok(());
                }
                replies.push(reply);
            }
        }
        if self.remember(option, nimber, &replies)? {
            return Ok(());
        }
        // The search makes a reply known, or the nimber of the option.
        if self.option_has(option, nimber)? {
            return Err(End::Unsuitable("two options of a sum have contradictory nimbers"));
        }
        if !self.remember(option, nimber, &replies)? {
            for part in option {
                self.state(part)?;
            }
        }
        Ok(())
    }

    /// States what the search remembers, if that proves that an option has not this nimber.
    fn remember(
        &mut self,
        option: &[KeyedPart],
        nimber: u8,
        replies: &[Vec<KeyedPart>],
    ) -> Result<bool, End> {
        let mut best = None;
        for reply in replies {
            if self.remembered_sum(reply) == Some(nimber.into()) {
                let cost = self.cost(reply)?;
                if best.is_none_or(|(other, _)| cost < other) {
                    best = Some((cost, reply.as_slice()));
                }
            }
        }
        if self.remembered_sum(option).is_some() {
            let cost = self.cost(option)?;
            if best.is_none_or(|(other, _)| cost < other) {
                best = Some((cost, option));
            }
        }
        let Some((_, parts)) = best else { return Ok(false) };
        for part in parts {
            self.state(part)?;
        }
        Ok(true)
    }
}

/// The parts without pairs of equal ones.
fn cancelled(mut parts: Vec<KeyedPart>) -> Vec<KeyedPart> {
    let mut at = 0;
    while at < parts.len() {
        match (at + 1..parts.len()).find(|&other| parts[other].key == parts[at].key) {
            Some(other) => {
                parts.swap_remove(other);
                parts.swap_remove(at);
            }
            None => at += 1,
        }
    }
    parts
}
