//! The work on the positions of one layer, which several threads share.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use upstar_cgt::database::{Header, Result};
use upstar_core::{ErasedGame, ErasedPosition, Game, Move, Score};

use super::{
    CodeShape, Entry,
    block::BLOCK,
    build::{Failure, Work, too_wide},
    position_file::{Item, PositionFile, PositionWriter},
};

/// Blocks that a thread takes at a time.
pub const CHUNK: usize = 64;

/// Collects the children of a layer's positions, for one thread.
pub struct Collector<'a> {
    /// The build.
    pub work: &'a Work<'a>,
    /// The layer.
    pub layer: &'a PositionFile,
    /// How codes are made.
    pub shape: CodeShape,
    /// The most codes in memory.
    pub capacity: usize,
    /// The number of runs on the disk.
    pub runs: &'a AtomicUsize,
}

impl Collector<'_> {
    /// Takes blocks until there are none left. Returns the codes that are in no run, sorted.
    pub fn collect(&self, next: &AtomicUsize) -> std::result::Result<Vec<u128>, Failure> {
        let game = self.work.plan.game;
        let mut codes = Vec::with_capacity(self.capacity);
        let (mut items, mut moves) = (Vec::with_capacity(BLOCK), Vec::new());
        loop {
            let start = next.fetch_add(CHUNK, Relaxed);
            if start >= self.layer.blocks() {
                break;
            }
            self.work.check_stop()?;
            for block in start..self.layer.blocks().min(start + CHUNK) {
                items.clear();
                self.layer.read_block(block, &mut items);
                for &(code, _) in &items {
                    let position = rebuild(game, self.shape, code);
                    moves.clear();
                    if game.expand(&position, &mut moves).is_some() {
                        continue;
                    }
                    for &mv in &moves {
                        let mut child = position.clone();
                        game.play(&mut child, mv);
                        let Some(code) = self.shape.code_of(game, &child) else {
                            let wider = self.shape.widened(&game.key(&child));
                            return Err(wider.map_or(Failure::Error(too_wide()), Failure::Wider));
                        };
                        codes.push(code);
                        if codes.len() == self.capacity {
                            self.make_room(&mut codes)?;
                        }
                    }
                }
            }
            let bytes = size_of::<u128>() * codes.len() * self.work.plan.threads;
            self.work.control.progress.bytes.store(bytes, Relaxed);
        }
        codes.sort_unstable();
        codes.dedup();
        Ok(codes)
    }

    /// Removes duplicates. If that is not enough, writes the codes to the disk.
    fn make_room(&self, codes: &mut Vec<u128>) -> Result<()> {
        codes.sort_unstable();
        codes.dedup();
        if codes.len() > self.capacity / 4 * 3 {
            let number = self.runs.fetch_add(1, Relaxed);
            let mut writer = PositionWriter::new(&self.work.layers.run(number))?;
            codes.drain(..).try_for_each(|code| writer.push((code, 0)))?;
            writer.finish(Header::default().with("kind", "run"))?;
        }
        Ok(())
    }
}

/// The position of a code that a build has written.
#[inline]
pub fn rebuild(game: &ErasedGame, shape: CodeShape, code: u128) -> ErasedPosition {
    let (key, mover) = shape.key(code);
    game.rebuild(&key, mover).expect("the game rebuilds its own positions")
}

/// Solves positions of a layer.
pub struct LayerSolver<'a> {
    /// The game.
    pub game: &'a ErasedGame,
    /// The layer.
    pub layer: &'a PositionFile,
    /// The next layer; none after the last.
    pub next: Option<&'a PositionFile>,
    /// How codes are made.
    pub shape: CodeShape,
}

impl LayerSolver<'_> {
    /// The entries of a chunk of blocks.
    pub fn chunk(&self, chunk: usize) -> Vec<Item> {
        let mut items = Vec::with_capacity(CHUNK * BLOCK);
        let blocks = chunk * CHUNK..self.layer.blocks().min((chunk + 1) * CHUNK);
        blocks.for_each(|block| self.layer.read_block(block, &mut items));
        // First list the children of all positions, then look them up together.
        let (mut children, mut moves) = (Vec::new(), Vec::new());
        let ends: Vec<std::result::Result<usize, Score>> =
            items.iter().map(|(code, _)| self.expand(*code, &mut moves, &mut children)).collect();
        let numbers = self.next.map_or(Vec::new(), |next| next.find_many(&children));
        let mut start = 0;
        for ((code, number), end) in items.iter_mut().zip(ends) {
            let entry = match end {
                Err(score) => Entry::over(score),
                Ok(end) => {
                    let mover = self.shape.key(*code).1;
                    let children = numbers[start..end].iter().map(|number| {
                        Entry::from_number(number.expect("every child is in the next layer"))
                    });
                    start = end;
                    let best = children.max_by(|a, b| a.compare(*b, mover));
                    best.expect("there are moves").before_move()
                }
            };
            *number = entry.number();
        }
        items
    }

    /// Appends the codes of a position's children. Returns their end in the list, or the score of a game that is over.
    fn expand(
        &self,
        code: u128,
        moves: &mut Vec<Move>,
        children: &mut Vec<u128>,
    ) -> std::result::Result<usize, Score> {
        let position = rebuild(self.game, self.shape, code);
        moves.clear();
        if let Some(score) = self.game.expand(&position, moves) {
            return Err(score);
        }
        for &mv in &*moves {
            let mut child = position.clone();
            self.game.play(&mut child, mv);
            let code = self.shape.code_of(self.game, &child);
            children.push(code.expect("the forward pass had it"));
        }
        Ok(children.len())
    }
}
