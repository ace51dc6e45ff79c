//! What parts are worth: looked up, or worked out once and kept.
//!
//! Look-ups of what is known take a shared lock and may run in many threads. What is new is
//! worked out at one desk, within a fixed effort: a part that would take more is unknown from then
//! on, which is no error.

use std::{
    collections::HashMap,
    path::Path,
    sync::{
        Arc, Mutex, MutexGuard, OnceLock, PoisonError, RwLock,
        atomic::{AtomicU32, AtomicUsize, Ordering::Relaxed},
    },
};

use upstar_core::{Cells, Key, Partisan, Player};

use super::{
    door::Door,
    tally::{SumMap, Tally, Verdict, Worth, outcome},
};
use crate::{
    database::{self, Database, Locator},
    parts::{Method, PartTable, PartValues, SharedRecentParts},
    values::{Dyadic, Id, Outcome, ValueError, Values},
};

/// Locks that look-ups are spread over.
const SHELVES: usize = 16;
/// The effort that a value may take, in thousands of steps of the arena: about a second.
const PATIENCE: u32 = 1024;
/// The most positions that the canonical forms of a sum may have together, multiplied.
const LARGEST: u64 = 1 << 13;
/// Bytes for values and what is known of parts.
const MOST_BYTES: usize = 1 << 30;

/// How a part stands, for whoever guesses: in quarters of a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Guess {
    /// The mean, and the mean of the atomic weight.
    pub mean: i32,
    /// The temperature.
    pub heat: i32,
}

/// How much is done for what is not known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effort {
    /// It is worked out.
    Any,
    /// It is worked out when it comes up for the second time: in plays by chance most of what is
    /// new never comes again.
    Little,
}

/// The parts that were looked up last, by where they lie: a power of two.
const RECENT: usize = 1 << 14;

/// The values of the parts of one game's positions.
pub struct Book<G: Partisan> {
    /// Parts as they lie on the board but for where, so that most need not be turned to be found.
    recent: SharedRecentParts<G::Key, Worth, RECENT>,
    shelves: [RwLock<PartTable<G::Key, Worth>>; SHELVES],
    sums: RwLock<SumMap<Verdict>>,
    guesses: RwLock<HashMap<Id, Guess>>,
    door: Door,
    desk: Mutex<Desk<G>>,
    stored: Option<Stored>,
    /// Do atomic weights decide where sums are too large?
    atomic: bool,
    bytes: AtomicUsize,
}

/// What a database says.
struct Stored {
    database: Database,
    /// For parts of positions on this board.
    locator: Locator,
    /// For each of its values that came up, its worth and its negative's.
    worths: Vec<OnceLock<[Worth; 2]>>,
}

struct Desk<G: Partisan> {
    values: Values,
    parts: PartValues<G>,
    /// How many positions canonical forms have.
    nodes: HashMap<Id, u64>,
    /// Thousands of steps left for what is being worked out.
    patience: Arc<AtomicU32>,
}

impl<G: Partisan> Book<G> {
    /// An empty book.
    pub fn new(atomic: bool) -> Book<G> {
        let mut values = Values::with_limit(MOST_BYTES);
        let patience = Arc::new(AtomicU32::new(PATIENCE));
        let left = Arc::clone(&patience);
        // The arena asks every 4096 steps.
        let spend = move |_| left.fetch_update(Relaxed, Relaxed, |n| n.checked_sub(4)).is_err();
        values.poll_with(Some(Box::new(spend)));
        Book {
            recent: SharedRecentParts::default(),
            shelves: std::array::from_fn(|_| RwLock::default()),
            sums: RwLock::default(),
            guesses: RwLock::default(),
            door: Door::default(),
            desk: Mutex::new(Desk {
                values,
                parts: PartValues::new(Method::Exact),
                nodes: HashMap::new(),
                patience,
            }),
            stored: None,
            atomic,
            bytes: AtomicUsize::new(0),
        }
    }

    /// Opens a database of positions on boards like these.
    ///
    /// # Errors
    /// If there is none, or it is damaged.
    pub fn open(&mut self, directory: &Path, game: &str, cells: Cells) -> database::Result<()> {
        let mut desk = self.desk();
        // However many values there are, reading them is no reason to give up.
        let poll = desk.values.poll_with(None);
        let database = Database::open(directory, game, cells, &mut desk.values);
        desk.values.poll_with(poll);
        self.bytes.fetch_max(desk.values.bytes(), Relaxed);
        drop(desk);
        let database = database?;
        let worths = database.ids().iter().map(|_| OnceLock::new()).collect();
        self.stored = Some(Stored { database, locator: Locator::new(cells), worths });
        Ok(())
    }

    /// The cells of the largest board that a database has.
    #[inline]
    pub fn largest(&self) -> u32 {
        self.stored.as_ref().map_or(0, |stored| stored.database.largest() as u32)
    }

    /// Bytes in use.
    pub fn bytes(&self) -> usize {
        self.bytes.load(Relaxed)
    }

    /// What a part is worth, which is worked out if it has at most so many cells.
    #[inline]
    pub fn worth(&self, game: &G, part: &G::Position, cells: u32, effort: Effort) -> Worth {
        let key = game.placed_key(part);
        if let Some(worth) = self.recent.get(&key) {
            return worth;
        }
        let worth = match self.stored(game, part) {
            Some(worth) => worth,
            None if game.size(part) > cells => Worth::Unknown,
            None => match self.known(game, part, effort) {
                Some(worth) => worth,
                None => return Worth::Unknown,
            },
        };
        self.recent.insert(key, worth);
        worth
    }

    /// What the database says of a part.
    fn stored(&self, game: &G, part: &G::Position) -> Option<Worth> {
        let Stored { database, locator, worths } = self.stored.as_ref()?;
        let found = database.look_up(locator, game.pack(part))?;
        let both = worths[found.number as usize].get_or_init(|| {
            let values = &mut self.desk().values;
            let id = database.ids()[found.number as usize];
            [Ok(id), values.negate(id)]
                .map(|id| id.and_then(|id| worth_of(values, id)).unwrap_or(Worth::Unknown))
        });
        Some(both[usize::from(found.negated)])
    }

    /// What is known of a part, or is found now.
    fn known(&self, game: &G, part: &G::Position, effort: Effort) -> Option<Worth> {
        let key = game.part_key(part);
        let shelf = &self.shelves[(key.hash64() >> 32) as usize % SHELVES];
        if let Some(&worth) = read(shelf).find_data(&key) {
            return Some(worth);
        }
        if effort == Effort::Little && !self.door.has_seen(key.hash64()) {
            return None;
        }
        let worth = self.work_out(game, part);
        let mut shelf = shelf.write().unwrap_or_else(PoisonError::into_inner);
        // Another thread may have been quicker.
        if shelf.find(&key).is_none() && self.bytes() < 2 * MOST_BYTES {
            shelf.insert(key, worth);
            self.bytes.fetch_add(2 * size_of::<(G::Key, Worth)>(), Relaxed);
        }
        Some(worth)
    }

    fn work_out(&self, game: &G, part: &G::Position) -> Worth {
        let mut desk = self.desk();
        let Desk { values, parts, .. } = &mut *desk;
        let worth = parts.part(game, values, part).and_then(|id| match id {
            Some(id) => worth_of(values, id),
            None => Ok(Worth::Unknown),
        });
        self.bytes.fetch_max(values.bytes(), Relaxed);
        worth.unwrap_or(Worth::Unknown)
    }

    /// What a sum says of the winner.
    pub fn verdict(&self, tally: &Tally, effort: Effort) -> Verdict {
        if tally.others().is_empty() {
            return Verdict::of(outcome(tally.closed));
        }
        if let Some(&verdict) = read(&self.sums).get(tally) {
            return verdict;
        }
        if effort == Effort::Little && !self.door.has_seen(tally.hash64()) {
            return Verdict::OPEN;
        }
        let mut desk = self.desk();
        let verdict = judge(&mut desk, tally, self.atomic).unwrap_or(Verdict::OPEN);
        drop(desk);
        let mut sums = self.sums.write().unwrap_or_else(PoisonError::into_inner);
        if self.bytes() < 2 * MOST_BYTES {
            sums.insert(*tally, verdict);
            self.bytes.fetch_add(2 * size_of::<(Tally, Verdict)>(), Relaxed);
        }
        verdict
    }

    /// How a part stands.
    pub fn guess(&self, worth: Worth) -> Guess {
        const MOST: i64 = 1 << 24;
        let quarters = |x: Dyadic| {
            let whole = (i128::from(x.numerator()) * 4) >> x.exponent();
            whole.clamp(-i128::from(MOST), MOST.into()) as i32
        };
        match worth {
            Worth::Unknown => Guess::default(),
            Worth::Closed(nus) => Guess { mean: quarters(nus.number) + 4 * nus.ups, heat: 0 },
            Worth::Other { id, .. } => {
                if let Some(&guess) = read(&self.guesses).get(&id) {
                    return guess;
                }
                let values = &mut self.desk().values;
                let mean = values.mean(id).map_or(0, quarters);
                let heat = values.temperature(id).map_or(0, quarters).max(0);
                let weight = values.atomic_weight(id).ok().flatten();
                let ups = weight.and_then(|w| values.mean(w).ok()).map_or(0, quarters);
                let guess = Guess { mean: mean + ups, heat };
                self.guesses.write().unwrap_or_else(PoisonError::into_inner).insert(id, guess);
                guess
            }
        }
    }

    /// The desk, with fresh patience.
    fn desk(&self) -> MutexGuard<'_, Desk<G>> {
        let desk = self.desk.lock().unwrap_or_else(PoisonError::into_inner);
        desk.patience.store(PATIENCE, Relaxed);
        desk
    }
}

fn read<T>(lock: &RwLock<T>) -> std::sync::RwLockReadGuard<'_, T> {
    lock.read().unwrap_or_else(PoisonError::into_inner)
}

fn worth_of(values: &mut Values, id: Id) -> Result<Worth, ValueError> {
    Ok(match values.as_nus(id) {
        Some(nus) => Worth::Closed(nus),
        None => Worth::Other { id, negative: values.negate(id)? },
    })
}

/// Who wins a sum: by stops, by atomic weights, or by adding it up.
fn judge<G: Partisan>(
    desk: &mut Desk<G>,
    tally: &Tally,
    atomic: bool,
) -> Result<Verdict, ValueError> {
    // 1. The sum stops at most at the sum of the left stops, at least at that of the right ones.
    let values = &mut desk.values;
    let [mut most, mut least] = [tally.closed.number; 2];
    for &id in tally.others() {
        most = most.plus(values.left_stop(id))?;
        least = least.plus(values.right_stop(id))?;
    }
    if least > Dyadic::ZERO {
        return Ok(Verdict::of(Outcome::Left));
    }
    if most < Dyadic::ZERO {
        return Ok(Verdict::of(Outcome::Right));
    }
    // 2. Two atomic weights ahead win; one, with the move. Quicker than the sum, too.
    let is_small = desk.is_small(tally)?;
    let mut verdict = Verdict::OPEN;
    if is_small || atomic {
        verdict = two_ahead(&mut desk.values, tally)?;
    }
    if verdict.is_complete() || !is_small {
        return Ok(verdict);
    }
    // 3. The sum itself, in two halves: A + B ≥ 0 if A ≥ −B, which is found without adding them.
    let values = &mut desk.values;
    let [mut one, mut other] = [values.nus(tally.closed)?, Id::ZERO];
    for (i, &id) in tally.others().iter().enumerate() {
        if i % 2 == 0 {
            other = values.add(other, id)?;
        } else {
            one = values.add(one, id)?;
        }
    }
    let opposite = values.negate(other)?;
    Ok(Verdict::of(match (values.le(opposite, one)?, values.le(one, opposite)?) {
        (true, true) => Outcome::Previous,
        (true, false) => Outcome::Left,
        (false, true) => Outcome::Right,
        (false, false) => Outcome::Next,
    }))
}

impl<G: Partisan> Desk<G> {
    /// Can the sum be added up? Its canonical form has at most as many positions as those of its
    /// terms multiplied.
    fn is_small(&mut self, tally: &Tally) -> Result<bool, ValueError> {
        let mut size = 1_u64;
        for &id in tally.others() {
            let nodes = match self.nodes.get(&id) {
                Some(&nodes) => nodes,
                None => {
                    let nodes = self.values.nodes(id)?;
                    self.nodes.insert(id, nodes);
                    nodes
                }
            };
            size = size.saturating_mul(nodes);
        }
        Ok(size <= LARGEST)
    }
}

fn two_ahead(values: &mut Values, tally: &Tally) -> Result<Verdict, ValueError> {
    let closed = values.nus(tally.closed)?;
    let mut sum = Id::ZERO;
    for &id in [closed].iter().chain(tally.others()) {
        let Some(weight) = values.atomic_weight(id)? else { return Ok(Verdict::OPEN) };
        sum = values.add(sum, weight)?;
    }
    for (ahead, with_move, player) in [(2, 1, Player::Left), (-2, -1, Player::Right)] {
        let at_least = |values: &mut Values, n| {
            let n = values.number(Dyadic::integer(n))?;
            if player == Player::Left { values.le(n, sum) } else { values.le(sum, n) }
        };
        if at_least(values, ahead)? {
            let outcome = match player {
                Player::Left => Outcome::Left,
                Player::Right => Outcome::Right,
            };
            return Ok(Verdict::of(outcome));
        }
        if at_least(values, with_move)? {
            return Ok(Verdict::moving(player));
        }
    }
    Ok(Verdict::OPEN)
}
