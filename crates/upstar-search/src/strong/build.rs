//! The two passes of a build; see the head of this folder.

use std::{
    path::PathBuf,
    sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering::Relaxed},
    },
};

use upstar_cgt::database::{DatabaseError, Header, Result};
use upstar_core::{Control, ErasedGame, ErasedPosition, Game, Player, StopCheck, into_inner, lock};

use super::{
    CodeShape, Entry,
    layer_workers::{CHUNK, Collector, LayerSolver},
    layers::{Kind, Layers},
    merge::Merge,
    position_file::{Item, PositionFile, PositionWriter},
};
use crate::run_with_helpers;

/// The fewest codes of a buffer, whatever the memory limit is.
const LEAST_BUFFER: usize = 1 << 10;

/// What to build.
pub struct StrongBuild<'a> {
    /// The game.
    pub game: &'a ErasedGame,
    /// The position from which all others are reached.
    pub root: &'a ErasedPosition,
    /// The lines that identify the solution: `game`, `root`, `to_move`, `sources`.
    pub identity: Header,
    /// The file.
    pub path: PathBuf,
    /// The number of threads.
    pub threads: usize,
}

/// Why a layer was not completed.
pub enum Failure {
    /// A key needs more bits than the codes have.
    Wider(CodeShape),
    /// Any other error.
    Error(DatabaseError),
}

impl From<DatabaseError> for Failure {
    fn from(error: DatabaseError) -> Failure {
        Failure::Error(error)
    }
}

/// Builds the file. Returns the number of positions.
///
/// # Errors
/// If the game does not suit, a file cannot be written, or the build is stopped.
pub fn build(plan: &StrongBuild<'_>, control: &Control) -> Result<u64> {
    check_game(plan.game, plan.root)?;
    let layers = Layers::open(&plan.path, plan.identity.clone())?;
    let mut shape = CodeShape::default().widened(&plan.game.key(plan.root)).ok_or_else(too_wide)?;
    loop {
        let work = Work { plan, layers: &layers, control, stop: control.stop_check() };
        match work.all(&mut shape) {
            Ok(count) => {
                layers.remove_all();
                return Ok(count);
            }
            // The first layers are small, so that starting again costs little.
            Err(Failure::Wider(wider)) => {
                layers.clear();
                control.progress.nodes.store(0, Relaxed);
                shape = wider;
            }
            Err(Failure::Error(error)) => return Err(error),
        }
    }
}

/// Can the positions of a game be stored in files of solved positions?
///
/// # Errors
/// If they cannot.
pub fn check_game(game: &ErasedGame, root: &ErasedPosition) -> Result<()> {
    let unsuitable = |why: &str| Err(DatabaseError::Unsuitable(why.into()));
    if game.scores().iter().any(|score| !(-1..=1).contains(score)) {
        return unsuitable(
            "files of solved positions are for games that are won, drawn or lost; this game has other scores",
        );
    }
    let rebuilt = game.rebuild(&game.key(root), game.to_move(root));
    if !game.has_stable_keys() || rebuilt.is_none() {
        return unsuitable(
            "positions of this game cannot be rebuilt from their keys, so that no file can store them",
        );
    }
    Ok(())
}

/// The error that codes have too few bits for a board.
pub fn too_wide() -> DatabaseError {
    let text = "a position of this board does not fit 126 bits; choose a smaller board";
    DatabaseError::Unsuitable(text.into())
}

/// A running build.
pub struct Work<'a> {
    /// What to build.
    pub plan: &'a StrongBuild<'a>,
    /// Its files.
    pub layers: &'a Layers,
    /// Limits and progress.
    pub control: &'a Control,
    stop: StopCheck,
}

impl Work<'_> {
    fn all(&self, shape: &mut CodeShape) -> std::result::Result<u64, Failure> {
        let last = self.forward(shape)?;
        let counts = self.backward(last, *shape)?;
        Ok(self.merge(&counts, *shape)?)
    }

    /// Must the build stop?
    pub fn check_stop(&self) -> Result<()> {
        if (self.stop)() { Err(DatabaseError::Stopped) } else { Ok(()) }
    }

    /// Lists the positions of all layers. Returns the number of the last one.
    fn forward(&self, shape: &mut CodeShape) -> std::result::Result<usize, Failure> {
        *shape = self.layers.shape().unwrap_or(*shape);
        // A solved layer has the codes too.
        let known = |ply| {
            let solved = self.layers.layer(ply, Kind::Solved, *shape);
            solved.or_else(|| self.layers.layer(ply, Kind::Reached, *shape))
        };
        if known(0).is_none() {
            let code = shape.code_of(self.plan.game, self.plan.root).expect("the shape suits");
            let mut writer = PositionWriter::new(&self.layers.target(0, Kind::Reached))?;
            writer.push((code, 0))?;
            writer.finish(self.layers.header(Kind::Reached, *shape))?;
        }
        let missing = |ply| {
            let path = self.layers.target(ply, Kind::Reached);
            DatabaseError::Damaged(path, "is missing; run the same command again".into())
        };
        let progress = &self.control.progress;
        for ply in 0.. {
            let layer = known(ply).ok_or_else(|| missing(ply))?;
            // The layer after the last one is empty.
            if layer.is_empty() {
                return Ok(ply - 1);
            }
            progress.depth.store(ply as u64, Relaxed);
            progress.nodes.fetch_add(layer.len(), Relaxed);
            if known(ply + 1).is_none() {
                self.next_layer(&layer, ply + 1, *shape)?;
            }
        }
        unreachable!("every game ends")
    }

    /// Lists the positions after one more ply.
    fn next_layer(
        &self,
        layer: &PositionFile,
        ply: usize,
        shape: CodeShape,
    ) -> std::result::Result<(), Failure> {
        let threads = self.plan.threads.max(1);
        let most = self.control.limits.max_bytes / 2 / size_of::<u128>() / threads;
        let expected = 16 * layer.len() as usize / threads;
        let capacity = expected.min(most).max(LEAST_BUFFER);
        let (next, runs) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let rest = Mutex::new(Vec::new());
        let failure = Mutex::new(None);
        let run = |_| {
            let collector = Collector { work: self, layer, shape, capacity, runs: &runs };
            match collector.collect(&next) {
                Ok(codes) => lock(&rest).push(codes),
                Err(error) => {
                    *lock(&failure) = Some(error);
                    next.store(usize::MAX / 2, Relaxed);
                }
            }
        };
        run_with_helpers(1..threads, run, || run(0));
        if let Some(error) = into_inner(failure) {
            return Err(error);
        }
        let files = (0..runs.into_inner())
            .map(|number| PositionFile::open(&self.layers.run(number), &["run"]))
            .collect::<Result<Vec<_>>>()?;
        let mut sources: Vec<Box<dyn Iterator<Item = Item> + '_>> = Vec::new();
        for codes in into_inner(rest) {
            sources.push(Box::new(codes.into_iter().map(|code| (code, 0))));
        }
        for file in &files {
            sources.push(Box::new(file.iter()));
        }
        let mut writer = PositionWriter::new(&self.layers.target(ply, Kind::Reached))?;
        for (at, item) in Merge::new(sources, |number, _| number).enumerate() {
            if at % (1 << 16) == 0 {
                self.check_stop()?;
            }
            writer.push(item)?;
        }
        writer.finish(self.layers.header(Kind::Reached, shape))?;
        self.layers.remove_runs();
        Ok(())
    }

    /// Solves all layers, the last one first. Returns the number of positions of each.
    fn backward(&self, last: usize, shape: CodeShape) -> Result<Vec<u64>> {
        let mut counts = vec![0; last + 1];
        let mut next: Option<PositionFile> = None;
        for ply in (0..=last).rev() {
            self.control.progress.depth.store(ply as u64, Relaxed);
            let solved = match self.layers.layer(ply, Kind::Solved, shape) {
                Some(solved) => {
                    self.control.progress.expansions.fetch_add(solved.len(), Relaxed);
                    solved
                }
                None => {
                    let layer = self.layers.layer(ply, Kind::Reached, shape);
                    let layer = layer.ok_or(DatabaseError::Damaged(
                        self.layers.target(ply, Kind::Reached),
                        "is missing; run the same command again".into(),
                    ))?;
                    self.solve_layer(&layer, next.as_ref(), ply, shape)?;
                    let path = self.layers.target(ply, Kind::Solved);
                    PositionFile::open(&path, &["solved"])?
                }
            };
            self.layers.remove(ply, Kind::Reached);
            counts[ply] = solved.len();
            next = Some(solved);
        }
        Ok(counts)
    }

    /// Solves the positions of a layer from those of the next one.
    fn solve_layer(
        &self,
        layer: &PositionFile,
        next: Option<&PositionFile>,
        ply: usize,
        shape: CodeShape,
    ) -> Result<()> {
        let threads = self.plan.threads.max(1);
        let mut writer = PositionWriter::new(&self.layers.target(ply, Kind::Solved))?;
        let chunks = layer.blocks().div_ceil(CHUNK);
        let wave = 8 * threads;
        for start in (0..chunks).step_by(wave) {
            self.check_stop()?;
            let range = start..chunks.min(start + wave);
            let solved: Vec<Mutex<Vec<Item>>> = range.clone().map(|_| Mutex::default()).collect();
            let taken = AtomicUsize::new(0);
            let run = |_| {
                let solver = LayerSolver { game: self.plan.game, layer, next, shape };
                loop {
                    let at = taken.fetch_add(1, Relaxed);
                    let Some(target) = solved.get(at) else { break };
                    *lock(target) = solver.chunk(range.start + at);
                }
            };
            run_with_helpers(1..threads.min(range.len()), run, || run(0));
            for items in solved.into_iter().map(into_inner) {
                self.control.progress.expansions.fetch_add(items.len() as u64, Relaxed);
                items.into_iter().try_for_each(|item| writer.push(item))?;
            }
            self.control.progress.bytes.store(writer.heap_bytes(), Relaxed);
        }
        writer.finish(self.layers.header(Kind::Solved, shape))?;
        Ok(())
    }

    /// Merges the solved layers into the file.
    fn merge(&self, counts: &[u64], shape: CodeShape) -> Result<u64> {
        let solved = (0..counts.len())
            .map(|ply| PositionFile::open(&self.layers.target(ply, Kind::Solved), &["solved"]))
            .collect::<Result<Vec<_>>>()?;
        let sources =
            solved.iter().map(|file| Box::new(file.iter()) as Box<dyn Iterator<Item = Item>>);
        let merged = Merge::new(sources.collect(), |number, other| {
            debug_assert_eq!(number, other, "a position has one value");
            number
        });
        let mut writer = PositionWriter::new(&self.plan.path)?;
        let mut outcomes = [0_u64; 3];
        let mut longest = 0;
        for (at, (code, number)) in merged.enumerate() {
            if at % (1 << 16) == 0 {
                self.check_stop()?;
            }
            writer.push((code, number))?;
            let entry = Entry::from_number(number);
            let score = entry.bounds.seen_by(Player::BOTH[(code & 1) as usize]).lo;
            outcomes[(score + 1) as usize] += 1;
            longest = longest.max(entry.distance.unwrap_or(0));
        }
        let list =
            |numbers: &[u64]| numbers.iter().map(u64::to_string).collect::<Vec<_>>().join(",");
        let header = self.plan.identity.clone().with("kind", "strong").with("shape", shape);
        let header = header.with("layers", list(counts)).with("outcomes", list(&outcomes));
        writer.finish(header.with("longest", longest))
    }
}
