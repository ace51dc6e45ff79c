//! The sum of positions as a game.
//!
//! A position lists its parts in a fixed order. Parts stay in the list when nobody can move in them, so that the number
//! of a part never changes. A move is `part << 22 | move of the part`.
//!
//! Keys are ids of an interner, because a list of parts has no bound on its length. The interner compares whole
//! contents, so equal ids mean equal sums.

use std::sync::{Arc, Mutex};

use upstar_core::{
    Bounds, Diagram, Game, InternKey, Interner, Layout, Move, MoveOrdering, Notation, Partisan,
    Planes, Player, Playouts, PositionError, Score, SharedInterner, StaticBounds, Status, Symmetry,
    lock,
};

use super::{
    component::{Component, Term},
    text::INFO,
};

const SCORES: [Score; 2] = [-1, 1];
/// The bits of a move that belong to the part's game. The bit above the number of the part is free: searches on sums
/// use it.
const MOVE_BITS: u32 = 22;
/// The maximum number of parts.
pub const MAX_PARTS: usize = 1 << (31 - MOVE_BITS);

/// Sums of certain games.
pub struct Sum {
    components: Vec<Arc<dyn Component>>,
    interner: SharedInterner,
    /// Every list of parts that was [packed](Partisan::pack).
    packed: Mutex<Vec<Parts>>,
}

/// A part: a state of a component, or its negative.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Part {
    /// The planes of the state as words, which need less alignment.
    state: [u64; 4],
    component: u16,
    is_negated: bool,
}

/// The parts of a position. Searches on sums mostly handle one part at a time.
#[derive(Clone, Debug)]
enum Parts {
    One(Part),
    Many(Arc<[Part]>),
}

/// A sum with a player to move.
#[derive(Clone, Debug)]
pub struct SumOfPositions {
    parts: Parts,
    mover: Player,
}

impl Part {
    fn new(planes: Planes, component: u16, is_negated: bool) -> Part {
        let [a, b] = planes;
        let state = [a as u64, (a >> 64) as u64, b as u64, (b >> 64) as u64];
        Part { state, component, is_negated }
    }

    fn planes(&self) -> Planes {
        let [a, b, c, d] = self.state.map(u128::from);
        [a | b << 64, c | d << 64]
    }

    /// The player of the component's game who makes this player's moves.
    fn role(&self, player: Player) -> Player {
        if self.is_negated { player.other() } else { player }
    }
}

impl Parts {
    fn list(&self) -> &[Part] {
        match self {
            Parts::One(part) => std::slice::from_ref(part),
            Parts::Many(parts) => parts,
        }
    }

    fn from_vec(mut parts: Vec<Part>) -> Parts {
        match parts.len() {
            1 => Parts::One(parts.remove(0)),
            _ => Parts::Many(parts.into()),
        }
    }
}

impl Sum {
    /// The sum of some parts.
    pub fn new(terms: Vec<Term>, mover: Player) -> (Sum, SumOfPositions) {
        let mut components: Vec<Arc<dyn Component>> = Vec::new();
        let mut parts = Vec::new();
        for Term { component, state, is_negated } in terms {
            let known = components.iter().position(|known| is_same(known, &component));
            let number = known.unwrap_or_else(|| {
                components.push(component);
                components.len() - 1
            });
            parts.push(Part::new(state, number as u16, is_negated));
        }
        let (interner, packed) = (Interner::shared(), Mutex::default());
        let game = Sum { components, interner, packed };
        (game, SumOfPositions { parts: Parts::from_vec(parts), mover })
    }

    /// The parts of a position.
    pub fn terms(&self, position: &SumOfPositions) -> Vec<Term> {
        let term = |part: &Part| Term {
            component: Arc::clone(self.component(part)),
            state: part.planes(),
            is_negated: part.is_negated,
        };
        position.parts.list().iter().map(term).collect()
    }

    fn component(&self, part: &Part) -> &Arc<dyn Component> {
        &self.components[usize::from(part.component)]
    }

    /// The number of moves of a player.
    fn mobility(&self, position: &SumOfPositions, player: Player) -> u32 {
        let moves = |part: &Part| self.component(part).mobility(part.planes(), part.role(player));
        position.parts.list().iter().map(moves).sum()
    }

    /// The part and the component's move that a move of the sum stands for.
    fn part_move(position: &SumOfPositions, mv: Move) -> (usize, Part, Move) {
        let place = (mv.0 >> MOVE_BITS) as usize;
        (place, position.parts.list()[place], Move(mv.0 & ((1 << MOVE_BITS) - 1)))
    }

    /// Does the sum consist of pairs of a part and its negative, and of parts without moves?
    fn cancels(&self, position: &SumOfPositions) -> bool {
        let mut open: Vec<Part> = Vec::new();
        let mut mobility = [0; 2];
        for part in position.parts.list() {
            let own = Player::BOTH
                .map(|player| self.component(part).mobility(part.planes(), part.role(player)));
            if own != [0, 0] {
                open.push(*part);
                mobility = [mobility[0] + own[0], mobility[1] + own[1]];
            }
        }
        // Most sums end here: the moves of both players are equally many in G − G.
        if mobility[0] != mobility[1] || !open.len().is_multiple_of(2) {
            return false;
        }
        let name = |part: &Part| words(part, self.component(part).part_key(part.planes()));
        let mut names: Vec<_> = open.iter().map(|part| name(&self.without_sign(part))).collect();
        while let (Some(part), Some(_)) = (open.pop(), names.pop()) {
            let opposite = Part { is_negated: !part.is_negated, ..part };
            let opposite = name(&self.without_sign(&opposite));
            let Some(place) = names.iter().position(|name| *name == opposite) else { return false };
            names.swap_remove(place);
            open.swap_remove(place);
        }
        true
    }

    /// The negative of a part without a sign, if the component has it.
    fn without_sign(&self, part: &Part) -> Part {
        let negative = |part: &Part| self.component(part).negative(part.planes());
        match part.is_negated.then(|| negative(part)).flatten() {
            Some(state) => Part::new(state, part.component, false),
            None => *part,
        }
    }
}

/// The words of a part whose state is replaced by a key.
fn words(part: &Part, key: Planes) -> [u32; 9] {
    let Part { state, component, is_negated } = Part::new(key, part.component, part.is_negated);
    let kind = u32::from(component) << 1 | u32::from(is_negated);
    std::array::from_fn(|i| match i {
        0 => kind,
        _ => (state[(i - 1) / 2] >> (32 * ((i - 1) % 2))) as u32,
    })
}

/// Do both components have the same states with the same meaning?
fn is_same(a: &Arc<dyn Component>, b: &Arc<dyn Component>) -> bool {
    let origins = a.origin().zip(b.origin());
    Arc::ptr_eq(a, b) || origins.is_some_and(|(a, b)| a.has_keys_of(b))
}

impl Game for Sum {
    type Position = SumOfPositions;
    type Key = u32;

    fn scores(&self) -> &[Score] {
        &SCORES
    }

    fn to_move(&self, position: &SumOfPositions) -> Player {
        position.mover
    }

    fn expand(&self, position: &SumOfPositions, moves: &mut Vec<Move>) -> Option<Score> {
        let before = moves.len();
        for (place, part) in position.parts.list().iter().enumerate() {
            let role = part.role(position.mover);
            self.component(part).moves(part.planes(), role, &mut |mv| {
                assert!(mv.0 >> MOVE_BITS == 0, "moves of games fit into {MOVE_BITS} bits");
                moves.push(Move((place as u32) << MOVE_BITS | mv.0));
            });
        }
        (moves.len() == before).then(|| position.mover.other().win())
    }

    fn status(&self, position: &SumOfPositions, _scratch: &mut Vec<Move>) -> Status {
        match self.mobility(position, position.mover) {
            0 => Status::Over(position.mover.other().win()),
            count => Status::Moves(count),
        }
    }

    fn play(&self, position: &mut SumOfPositions, mv: Move) {
        let (place, part, mv) = Sum::part_move(position, mv);
        let next = self.component(&part).play(part.planes(), part.role(position.mover), mv);
        let next = Part::new(next, part.component, part.is_negated);
        position.mover = position.mover.other();
        match &mut position.parts {
            Parts::One(part) => *part = next,
            Parts::Many(parts) => Arc::make_mut(parts)[place] = next,
        }
    }

    fn key(&self, position: &SumOfPositions) -> u32 {
        let key = |part: &Part| words(part, self.component(part).key(part.planes()));
        let keys: Vec<_> = position.parts.list().iter().map(key).collect();
        lock(&self.interner).intern(InternKey::Words(keys.as_flattened()))
    }

    /// The hash of the content, because ids depend on the order in which sums occur.
    fn key_hash(&self, key: &u32) -> u64 {
        lock(&self.interner).content_hash(*key)
    }

    /// Ids depend on the order in which sums occur.
    fn has_stable_keys(&self) -> bool {
        false
    }

    fn interner(&self) -> Option<&SharedInterner> {
        let is_stable = self.components.iter().all(|component| component.has_stable_keys());
        is_stable.then_some(&self.interner)
    }

    fn heap_bytes(&self) -> usize {
        let packed = lock(&self.packed).capacity() * size_of::<Parts>();
        let components = self.components.iter().map(|component| component.heap_bytes());
        lock(&self.interner).bytes() + packed + components.sum::<usize>()
    }

    fn has_failed(&self) -> bool {
        self.components.iter().any(|component| component.has_failed())
    }
}

impl Symmetry for Sum {
    /// One key for all orders of the parts, and for all images of each part.
    fn symmetric_key(&self, position: &SumOfPositions) -> u32 {
        let key = |part: &Part| {
            let part = self.without_sign(part);
            words(&part, self.component(&part).part_key(part.planes()))
        };
        let mut keys: Vec<_> = position.parts.list().iter().map(key).collect();
        keys.sort_unstable();
        lock(&self.interner).intern(InternKey::Words(keys.as_flattened()))
    }
}

impl StaticBounds for Sum {
    /// Whoever moves in G − G loses: the opponent repeats each move in the other part.
    fn bounds(&self, position: &SumOfPositions) -> Bounds {
        match self.cancels(position) {
            true => Bounds::exactly(position.mover.other().win()),
            false => Bounds::new(SCORES[0], SCORES[1]),
        }
    }
}

impl MoveOrdering for Sum {
    /// The sum of the components' evaluations.
    fn evaluate(&self, position: &SumOfPositions) -> i32 {
        let evaluation = |part: &Part| {
            let role = part.role(position.mover);
            let own = self.component(part).evaluate(part.planes(), role);
            if part.is_negated { -own } else { own }
        };
        position.parts.list().iter().map(evaluation).sum()
    }
}

impl Playouts for Sum {}

impl Partisan for Sum {
    fn with_mover(&self, position: &SumOfPositions, player: Player) -> SumOfPositions {
        SumOfPositions { mover: player, ..position.clone() }
    }

    /// The number of the list of parts, which is stored.
    fn pack(&self, position: &SumOfPositions) -> Planes {
        let mut packed = lock(&self.packed);
        packed.push(position.parts.clone());
        [packed.len() as u128 - 1, 0]
    }

    fn unpack(&self, [number, _]: Planes, mover: Player) -> SumOfPositions {
        SumOfPositions { parts: lock(&self.packed)[number as usize].clone(), mover }
    }

    fn part_key(&self, part: &SumOfPositions) -> u32 {
        self.symmetric_key(part)
    }

    fn negative(&self, position: &SumOfPositions) -> Option<SumOfPositions> {
        let negative = |part: &Part| Part { is_negated: !part.is_negated, ..*part };
        let parts = position.parts.list().iter().map(negative).collect();
        Some(SumOfPositions { parts: Parts::from_vec(parts), mover: position.mover.other() })
    }

    fn is_impartial(&self) -> bool {
        self.components.iter().all(|component| component.is_impartial())
    }

    fn parts(&self, position: &SumOfPositions) -> Vec<SumOfPositions> {
        let mut parts = Vec::new();
        for part in position.parts.list() {
            self.component(part).split(part.planes(), &mut |state| {
                let part = Parts::One(Part::new(state, part.component, part.is_negated));
                parts.push(SumOfPositions { parts: part, mover: position.mover });
            });
        }
        parts
    }
}

impl Notation for Sum {
    fn name(&self) -> &str {
        INFO.name
    }

    fn labels(&self) -> [&str; 2] {
        INFO.labels
    }

    fn print(&self, position: &SumOfPositions) -> String {
        let mut text = String::new();
        for part in position.parts.list() {
            let sign = match (text.is_empty(), part.is_negated) {
                (true, false) => "",
                (true, true) => "- ",
                (false, false) => " + ",
                (false, true) => " - ",
            };
            text += sign;
            text += &self.component(part).text(part.planes());
        }
        if text.is_empty() { "0".into() } else { text }
    }

    fn move_text(&self, position: &SumOfPositions, mv: Move) -> String {
        let (place, part, mv) = Sum::part_move(position, mv);
        let role = part.role(position.mover);
        let name = self.component(&part).move_text(part.planes(), role, mv);
        format!("{}:{name}", place + 1)
    }

    /// Errors are about the part that the text names.
    fn parse_move(&self, position: &SumOfPositions, text: &str) -> Result<Move, PositionError> {
        let fail = |message: String| Err(PositionError::new(text, message));
        let mut moves = Vec::new();
        if self.expand(position, &mut moves).is_some() {
            return fail("the game is over; there are no legal moves".into());
        }
        let named = |&mv: &Move| (mv, self.move_text(position, mv));
        let named: Vec<_> = moves.iter().map(named).collect();
        let wanted = self.normalise_move(text);
        if let Some((mv, _)) = named.iter().find(|(_, name)| *name == wanted) {
            return Ok(*mv);
        }
        let legal = |names: &mut dyn Iterator<Item = &String>| {
            let mut shown: Vec<&str> = names.map(String::as_str).take(9).collect();
            if shown.len() > 8 {
                shown[8] = "…";
            }
            shown.join(", ")
        };
        let number = wanted.split_once(':').and_then(|(number, _)| number.trim().parse().ok());
        let Some(number) = number else {
            let legal = legal(&mut named.iter().map(|(_, name)| name));
            return fail(format!("a move is the number of a part and its move; legal are {legal}"));
        };
        let parts = position.parts.list();
        let Some(part) = usize::checked_sub(number, 1).and_then(|place| parts.get(place)) else {
            return fail(format!("there is no part {number}; the parts are 1 to {}", parts.len()));
        };
        let has_number = |(mv, _): &&(Move, String)| (mv.0 >> MOVE_BITS) as usize + 1 == number;
        let legal = legal(&mut named.iter().filter(has_number).map(|(_, name)| name));
        let shown = self.component(part).text(part.planes());
        fail(match legal.is_empty() {
            true => {
                let label = INFO.labels[position.mover.index()];
                format!("{label} has no move in part {number}, {shown}")
            }
            false => format!("not a legal move in part {number}, {shown}; legal are {legal}"),
        })
    }

    fn diagram(&self, position: &SumOfPositions) -> Diagram {
        Diagram { layout: Layout::Text, rows: vec![self.print(position)] }
    }

    fn move_cells(&self, _position: &SumOfPositions, _mv: Move) -> Vec<(usize, usize)> {
        Vec::new()
    }
}
