//! Games with heaps of counters: a move replaces a heap by up to two smaller ones. The games are
//! impartial. They differ only in the options of a heap.
//!
//! A position is a multiset of heaps. Its state has 256 bits: for each heap, largest first, as many
//! ones as it has counters, then a zero. So 128 counters always fit, in any number of heaps. Moves
//! in equal heaps are listed once. A move is the number `(heap · 129 + a) · 65 + b`, where a ≥ b are
//! the heaps that remain. It has 21 bits; moves in sums have room for 22.

use upstar_core::{Bits, Diagram, GameInfo, Layout, Move, Player, PositionError};

use super::{ClassicRules, State};

/// The maximum number of counters in all heaps together.
pub const MAX_COUNTERS: usize = 128;

/// The options of a heap: pairs of heaps, the larger first. Either heap may be empty.
pub type Options = Vec<[u8; 2]>;

/// A game of heaps.
pub struct Heaps {
    pub info: &'static GameInfo,
    /// The text before the heaps.
    pub prefix: String,
    /// The options of a heap of each size.
    pub options: Vec<Options>,
}

/// Heaps, largest first. Elements after the last heap are zero.
#[derive(Clone, Copy)]
struct SortedHeaps([u8; MAX_COUNTERS + 2]);

impl SortedHeaps {
    const NONE: SortedHeaps = SortedHeaps([0; MAX_COUNTERS + 2]);

    fn of(state: State) -> SortedHeaps {
        let mut heaps = SortedHeaps::NONE;
        let [mut low, mut high] = state;
        for heap in &mut heaps.0 {
            // No heap has more than 128 counters.
            let size = low.trailing_ones();
            if size == 0 {
                break;
            }
            *heap = size as u8;
            [low, high] = match size + 1 {
                drop @ ..128 => [low >> drop | high << (128 - drop), high >> drop],
                drop => [high >> (drop - 128), 0],
            };
        }
        heaps
    }

    fn state(self) -> State {
        let mut state: State = [0, 0];
        let mut at = 0;
        for heap in self.sizes() {
            for bit in at..at + usize::from(heap) {
                state[bit / 128] |= 1 << (bit % 128);
            }
            at += usize::from(heap) + 1;
        }
        state
    }

    fn sizes(self) -> impl Iterator<Item = u8> {
        self.0.into_iter().take_while(|&heap| heap > 0)
    }

    fn remove(&mut self, heap: u8) {
        if let Some(place) = self.0.iter().position(|&size| size == heap) {
            self.0.copy_within(place + 1.., place);
        }
    }

    fn insert(&mut self, heap: u8) {
        if let Some(place) = self.0.iter().position(|&size| size < heap) {
            self.0.copy_within(place..MAX_COUNTERS + 1, place + 1);
            self.0[place] = heap;
        }
    }
}

/// Reads heaps such as `3,4,5`; `shift` is where they begin in the whole text.
///
/// # Errors
/// If the heaps are not numbers, or if there are too many counters.
pub fn read_heaps(text: &str, heaps: &str, shift: usize) -> Result<State, PositionError> {
    let mut sorted = SortedHeaps::NONE;
    let (mut at, mut total) = (shift, 0);
    for word in heaps.split(',') {
        let digits = !word.is_empty() && word.bytes().all(|b| b.is_ascii_digit());
        let Some(size) = digits.then(|| word.parse::<usize>().ok()).flatten() else {
            return Err(PositionError::at(text, at, "expected the sizes of heaps, such as 3,4,5"));
        };
        total += size.min(MAX_COUNTERS + 1);
        if total > MAX_COUNTERS {
            let message =
                format!("there are too many counters; the limit is {MAX_COUNTERS} in all heaps");
            return Err(PositionError::at(text, at, message));
        }
        sorted.insert(size as u8);
        at += word.len() + 1;
    }
    Ok(sorted.state())
}

/// The numbers of values of a and b in a move.
const LARGER: u32 = MAX_COUNTERS as u32 + 1;
const SMALLER: u32 = MAX_COUNTERS as u32 / 2 + 1;

fn pack([heap, a, b]: [u8; 3]) -> Move {
    Move((u32::from(heap) * LARGER + u32::from(a)) * SMALLER + u32::from(b))
}

fn unpack(mv: Move) -> [u8; 3] {
    let both = mv.0 / SMALLER;
    [(both / LARGER) as u8, (both % LARGER) as u8, (mv.0 % SMALLER) as u8]
}

impl Heaps {
    /// The game in which a heap of each size up to the largest possible has these `options`.
    pub fn new(info: &'static GameInfo, prefix: &str, options: impl Fn(u8) -> Options) -> Heaps {
        let options = (0..=MAX_COUNTERS as u8).map(options).collect();
        Heaps { info, prefix: prefix.into(), options }
    }

    fn options(&self, heap: u8) -> &[[u8; 2]] {
        &self.options[usize::from(heap)]
    }
}

impl ClassicRules for Heaps {
    fn info(&self) -> &'static GameInfo {
        self.info
    }

    fn moves(&self, state: State, _player: Player, moves: &mut Vec<Move>) {
        let mut last = 0;
        for heap in SortedHeaps::of(state).sizes() {
            if heap != last {
                let all = self.options(heap).iter();
                moves.extend(all.map(|&[a, b]| pack([heap, a, b])));
            }
            last = heap;
        }
    }

    fn play(&self, state: State, _player: Player, mv: Move) -> State {
        let [heap, a, b] = unpack(mv);
        let mut heaps = SortedHeaps::of(state);
        heaps.remove(heap);
        heaps.insert(a);
        heaps.insert(b);
        heaps.state()
    }

    fn print(&self, state: State) -> String {
        let mut sizes: Vec<String> =
            SortedHeaps::of(state).sizes().map(|h| h.to_string()).collect();
        if sizes.is_empty() {
            sizes.push("0".into());
        }
        sizes.reverse();
        format!("{}{}", self.prefix, sizes.join(","))
    }

    fn move_text(&self, _state: State, mv: Move) -> String {
        match unpack(mv) {
            [heap, a, 0] => format!("{heap}:{a}"),
            [heap, a, b] => format!("{heap}:{a},{b}"),
        }
    }

    /// A row of counters for each heap.
    fn diagram(&self, state: State) -> Diagram {
        let mut sizes: Vec<u8> = SortedHeaps::of(state).sizes().collect();
        sizes.reverse();
        let mut rows: Vec<String> =
            sizes.iter().map(|&h| format!("{h:>3} {}", "o".repeat(usize::from(h)))).collect();
        if rows.is_empty() {
            rows.push("no counters".into());
        }
        Diagram { layout: Layout::Text, rows }
    }

    /// The heaps that have a move.
    fn parts(&self, state: State) -> Vec<State> {
        let alone = |heap: u8| [u128::first(usize::from(heap)), 0];
        let live = SortedHeaps::of(state).sizes().filter(|&heap| !self.options(heap).is_empty());
        live.map(alone).collect()
    }

    fn is_impartial(&self) -> bool {
        true
    }

    /// Both players have the same moves.
    fn negative(&self, state: State) -> Option<State> {
        Some(state)
    }
}
