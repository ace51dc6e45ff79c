//! Opening books: solved positions near the root of a game.
//!
//! **Idea** List all positions up to N plies from the root. Solve those at N plies, one of each class of symmetric
//! positions, with one transposition table where the game allows it. Back their values up to the root.
//!
//! **Guarantee** An entry is what a search or the rules prove. The file is replaced as a whole, so that it is always a
//! valid book. A build that was stopped resumes from the entries that it has saved, and a deeper book keeps those of
//! an earlier one.

use std::{
    collections::HashMap,
    path::PathBuf,
    sync::Mutex,
    sync::atomic::Ordering::Relaxed,
    time::{Duration, Instant},
};

use upstar_cgt::database::{DatabaseError, Header, Result};
use upstar_core::{
    Bounds, Control, ErasedKey, Error, Game, Key, Player, Symmetry, into_inner, lock,
};
use upstar_search::{
    Request,
    strong::{CodeShape, Entry, PositionWriter, check_game, too_wide},
};

use crate::{
    AnyPosition, Batch, SolvedPositions,
    batch::solve_each,
    solved_positions::{BOOK, identity},
};

/// What to build.
pub struct BookPlan<'a> {
    /// The file. If it exists, its entries are kept.
    pub path: PathBuf,
    /// Positions after so many plies are solved.
    pub depth: usize,
    /// The algorithm, and whether distances are asked for; the limits of each position and of all; the workers.
    pub batch: Batch<'a>,
    /// The time between two saves.
    pub save_every: Duration,
}

/// What a build has done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BookReport {
    /// The positions in the file.
    pub positions: u64,
    /// The positions at the last ply that this build had to solve, and those that it did solve.
    pub wanted: u64,
    /// See `wanted`.
    pub solved: u64,
}

/// The bytes that a listed position takes, roughly.
const POSITION_BYTES: usize = 512;

/// A position by its exact key and its player to move.
type Name = (ErasedKey, Player);

/// The positions of one ply, and for each the places of its children in the next ply.
#[derive(Default)]
struct Ply {
    positions: Vec<Box<dyn AnyPosition>>,
    children: Vec<Vec<usize>>,
}

/// Builds a book, or extends one.
///
/// # Errors
/// If the game does not suit, the file is damaged or of another board, or there is not enough memory.
pub fn build_book(
    root: &dyn AnyPosition,
    plan: &BookPlan<'_>,
    control: &Control,
) -> Result<BookReport> {
    let (game, at) = root.erased();
    check_game(&game, &at)?;
    let mut entries: Entries = HashMap::new();
    let mut header = identity(root);
    if plan.path.exists() {
        let old = SolvedPositions::open(&plan.path, &[BOOK])?;
        // The board must be the same. The old root stays in the header.
        old.probe(root)?;
        let shape = old.shape();
        entries
            .extend(old.items().map(|(code, n)| (Hashed(shape.key(code)), Entry::from_number(n))));
        header = identity(old.root());
    }
    let plies = list(root, plan.depth, control)?;
    let store = Mutex::new((entries, Instant::now()));
    let wanted = solve_leaves(&plies, plan, &store, &header, control)?;
    let mut entries = into_inner(store).0;
    let solved = wanted.iter().filter(|leaf| is_answered(&entries, **leaf, plan)).count();
    back_up(&plies, &mut entries);
    let positions = save(&plan.path, &entries, &header)?;
    Ok(BookReport { positions, wanted: wanted.len() as u64, solved: solved as u64 })
}

/// The entries so far, by key and player to move.
type Entries = HashMap<Hashed, Entry>;

/// A name that can be hashed.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Hashed(Name);

impl std::hash::Hash for Hashed {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        state.write_u64(self.0.0.hash64() ^ self.0.1.index() as u64);
    }
}

fn name(position: &dyn AnyPosition) -> Hashed {
    Hashed((position.key(), position.to_move()))
}

/// Lists the positions of each ply without duplicates.
fn list(root: &dyn AnyPosition, depth: usize, control: &Control) -> Result<Vec<Ply>> {
    let mut plies = vec![Ply { positions: vec![root.boxed_clone()], children: Vec::new() }];
    let most = control.limits.max_bytes / POSITION_BYTES;
    let mut count = 1;
    for ply in 0..depth {
        let mut next = Ply::default();
        let mut places: HashMap<Hashed, usize> = HashMap::new();
        let mut all_children = Vec::with_capacity(plies[ply].positions.len());
        for position in &plies[ply].positions {
            let mut children = Vec::new();
            for mv in position.moves() {
                let child = position.play(mv);
                let place = *places.entry(name(&*child)).or_insert(next.positions.len());
                if place == next.positions.len() {
                    next.positions.push(child);
                    count += 1;
                }
                children.push(place);
            }
            all_children.push(children);
            if count > most {
                return Err(DatabaseError::OutOfMemory(format!(
                    "there are more than {most} positions up to ply {}; allow more memory or choose a smaller depth",
                    ply + 1
                )));
            }
            if control.is_stopped() {
                return Err(DatabaseError::Stopped);
            }
        }
        plies[ply].children = all_children;
        if next.positions.is_empty() {
            break;
        }
        plies.push(next);
    }
    let last = plies.last_mut().expect("the root is a ply");
    last.children = last.positions.iter().map(|_| Vec::new()).collect();
    Ok(plies)
}

/// Is an entry all that the plan asks for?
fn is_answered(entries: &Entries, leaf: &dyn AnyPosition, plan: &BookPlan<'_>) -> bool {
    entries.get(&name(leaf)).is_some_and(|entry| {
        let needs_distance = plan.batch.request.distance && entry.bounds.lo != 0;
        entry.bounds.is_exact() && (entry.distance.is_some() || !needs_distance)
    })
}

/// Solves the positions without children that have no answer yet. Returns them.
fn solve_leaves<'a>(
    plies: &'a [Ply],
    plan: &BookPlan<'_>,
    store: &Mutex<(Entries, Instant)>,
    header: &Header,
    control: &Control,
) -> Result<Vec<&'a dyn AnyPosition>> {
    let leaves: Vec<&dyn AnyPosition> = plies
        .iter()
        .flat_map(|ply| ply.positions.iter().zip(&ply.children))
        .filter(|(_, children)| children.is_empty())
        .map(|(position, _)| &**position)
        .collect();
    let mut wanted = Vec::new();
    {
        let (entries, _) = &mut *lock(store);
        for &leaf in &leaves {
            match leaf.result() {
                Some(score) => drop(entries.insert(name(leaf), Entry::over(score))),
                None if !is_answered(entries, leaf, plan) => wanted.push(leaf),
                None => {}
            }
        }
    }
    let classes = classes(&wanted, plan.batch.request);
    let asked: Vec<&dyn AnyPosition> = classes.iter().map(|class| class[0]).collect();
    // The progress report counts solved classes as nodes, and all of them as expansions.
    control.progress.expansions.store(asked.len() as u64, Relaxed);
    control.progress.nodes.store(0, Relaxed);
    let failure: Mutex<Option<DatabaseError>> = Mutex::new(None);
    let results = solve_each(&asked, &plan.batch, control, &|index, result| {
        control.progress.nodes.fetch_add(1, Relaxed);
        let Ok(solved) = result else { return };
        let entry = Entry { bounds: solved.solution.bounds, distance: solved.solution.distance };
        let (entries, saved) = &mut *lock(store);
        for member in &classes[index] {
            let known = entries.get(&name(*member)).copied();
            entries.insert(name(*member), known.map_or(entry, |known| known.and(entry)));
        }
        if saved.elapsed() >= plan.save_every {
            *saved = Instant::now();
            if let Err(error) = save(&plan.path, entries, header) {
                *lock(&failure) = Some(error);
                control.stop();
            }
        }
    });
    if let Some(error) = into_inner(failure) {
        return Err(error);
    }
    let wrong = results.into_iter().find_map(std::result::Result::err);
    wrong.map_or(Ok(wanted), |error: Error| Err(DatabaseError::Unsuitable(error.to_string())))
}

/// The positions in classes of the same value: those with equal symmetric keys, if these keep what is asked for.
fn classes<'a>(
    positions: &[&'a dyn AnyPosition],
    request: &Request,
) -> Vec<Vec<&'a dyn AnyPosition>> {
    let mut classes: Vec<Vec<&dyn AnyPosition>> = Vec::new();
    let mut places: HashMap<Hashed, usize> = HashMap::new();
    for &position in positions {
        let (game, at) = position.erased();
        let is_kept = !request.distance || upstar_core::StaticBounds::keeps_distances(&game);
        let key = if is_kept { game.symmetric_key(&at) } else { game.key(&at) };
        let place = *places.entry(Hashed((key, position.to_move()))).or_insert(classes.len());
        if place == classes.len() {
            classes.push(Vec::new());
        }
        classes[place].push(position);
    }
    classes
}

/// Computes the entries of the positions with children, the last ply first.
fn back_up(plies: &[Ply], entries: &mut Entries) {
    for (ply, next) in plies.iter().zip(&plies[1..]).rev() {
        for (position, children) in ply.positions.iter().zip(&ply.children) {
            let known: Option<Vec<Entry>> = children
                .iter()
                .map(|&child| entries.get(&name(&*next.positions[child])).copied())
                .collect();
            let Some(best) = known.filter(|known| !known.is_empty()) else { continue };
            let best = best_of(&best, position.to_move());
            let old = entries.get(&name(&**position)).copied();
            entries.insert(name(&**position), old.map_or(best, |old| old.and(best)));
        }
    }
}

/// The entry of a position whose children have these entries.
fn best_of(children: &[Entry], mover: Player) -> Entry {
    let seen = |entry: &Entry| entry.bounds.seen_by(mover);
    let lo = children.iter().map(|child| seen(child).lo).max().expect("there are children");
    let hi = children.iter().map(|child| seen(child).hi).max().expect("there are children");
    let bounds = Bounds::new(lo, hi).seen_by(mover);
    // The distance is known if it is known of every child that can be the best one.
    let rivals = || children.iter().filter(|child| seen(child).hi >= lo);
    let is_known =
        lo == hi && rivals().all(|child| child.bounds == bounds && child.distance.is_some());
    let best = rivals().max_by(|a, b| a.compare(**b, mover)).filter(|_| is_known);
    Entry { bounds, distance: best.and_then(|best| best.before_move().distance) }
}

/// Writes what is proved, and the root. Returns the number of positions.
fn save(path: &std::path::Path, entries: &Entries, header: &Header) -> Result<u64> {
    let mut shape = CodeShape::default();
    for Hashed((key, _)) in entries.keys() {
        shape = shape.widened(key).ok_or_else(too_wide)?;
    }
    let root = crate::registry::position(
        header.text("game"),
        header.text("root"),
        Some(Player::BOTH[usize::from(header.text("to_move") == "right")]),
    );
    let root = root.map_err(|error| DatabaseError::Unsuitable(error.to_string()))?;
    shape = shape.widened(&root.key()).ok_or_else(too_wide)?;
    let nothing = Entry { bounds: Bounds::new(-1, 1), distance: None };
    let mut items: Vec<(u128, u32)> = entries
        .iter()
        .filter(|(_, entry)| **entry != nothing)
        .filter_map(|(Hashed((key, mover)), entry)| {
            Some((shape.code(key, *mover)?, entry.number()))
        })
        .collect();
    if entries.get(&name(&*root)).is_none_or(|entry| *entry == nothing) {
        items.extend(shape.code(&root.key(), root.to_move()).map(|code| (code, nothing.number())));
    }
    items.sort_unstable();
    let mut writer = PositionWriter::new(path)?;
    items.into_iter().try_for_each(|item| writer.push(item))?;
    writer.finish(header.clone().with("kind", BOOK).with("shape", shape))
}
