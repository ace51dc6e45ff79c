//! The parts of a game's positions that are numbered.

use std::sync::Arc;

use upstar_core::{HashIndex, Key, Move, Partisan, Player, Status};

/// A part that has a number.
struct Numbered<G: Partisan> {
    key: G::Key,
    /// One of those with this key.
    position: G::Position,
    /// What it is beside others: the outer none is not known yet, the inner none nothing.
    settled: Option<Option<u32>>,
    /// The largest limit with which its value was looked for.
    limit: u32,
}

/// Parts of positions of `G`. Those with equal [`part_key`](Partisan::part_key)s have one number.
pub struct Parts<G: Partisan> {
    pub(super) game: Arc<G>,
    parts: Vec<Numbered<G>>,
    index: HashIndex,
    /// Numbers by the positions' own keys, which cost less, each in the one place that its hash says.
    recent: Vec<(G::Key, u32)>,
    moves: Vec<Move>,
}

/// How many places there are for recent numbers.
const RECENT: usize = 1 << 15;

impl<G: Partisan> Parts<G> {
    /// No part is known yet.
    pub fn new(game: Arc<G>) -> Parts<G> {
        let (parts, recent, moves) = (Vec::new(), Vec::new(), Vec::new());
        Parts { game, parts, index: HashIndex::new(), recent, moves }
    }

    /// The number of a part, if it has one.
    fn known(&self, key: &G::Key) -> Option<u32> {
        self.index.find(key.hash64(), |number| self.parts[number as usize].key == *key)
    }

    /// The number of a part.
    pub fn number(&mut self, position: G::Position) -> u32 {
        let own = self.game.key(&position);
        let place = own.hash64() as usize % RECENT;
        match self.recent.get(place) {
            Some(&(key, number)) if key == own => return number,
            Some(_) => {}
            // Every place is right for the first part that there is.
            None => self.recent = vec![(own, self.enter(position.clone())); RECENT],
        }
        let number = self.enter(position);
        self.recent[place] = (own, number);
        number
    }

    fn enter(&mut self, position: G::Position) -> u32 {
        let key = self.game.part_key(&position);
        self.known(&key).unwrap_or_else(|| {
            let parts = &mut self.parts;
            let number = u32::try_from(parts.len()).expect("fewer parts than fit into memory");
            parts.push(Numbered { key, position, settled: None, limit: 0 });
            self.index.insert(key.hash64(), number, |number| parts[number as usize].key.hash64());
            number
        })
    }

    /// The key of the parts with this number.
    pub fn key(&self, part: u32) -> G::Key {
        self.parts[part as usize].key
    }

    /// One of the parts with this number.
    pub fn position(&self, part: u32) -> &G::Position {
        &self.parts[part as usize].position
    }

    /// What a part is beside others, if that is known.
    pub fn settled(&self, part: u32) -> Option<Option<u32>> {
        self.parts[part as usize].settled
    }

    /// Is it the first time that a part's value is looked for with so high a limit?
    pub fn try_with(&mut self, part: u32, limit: u32) -> bool {
        std::mem::replace(&mut self.parts[part as usize].limit, limit) < limit
    }

    /// Keeps what a part is beside others.
    pub fn settle(&mut self, part: u32, settled: Option<u32>) {
        self.parts[part as usize].settled = Some(settled);
    }

    /// The parts that each move of `player` in a part leads to.
    pub fn options(&mut self, part: u32, player: Player) -> Vec<Vec<u32>> {
        let game = Arc::clone(&self.game);
        let start = game.with_mover(self.position(part), player);
        let mut moves = std::mem::take(&mut self.moves);
        game.expand(&start, &mut moves);
        let after = |mv: Move| {
            let mut next = start.clone();
            game.play(&mut next, mv);
            game.parts(&next).into_iter().map(|part| self.number(part)).collect()
        };
        let options = moves.drain(..).map(after).collect();
        self.moves = moves;
        options
    }

    /// The part after a player's move in it, by the move's place in the list of moves.
    pub fn play(&mut self, part: u32, player: Player, option: u32) -> G::Position {
        let mut next = self.game.with_mover(self.position(part), player);
        self.game.expand(&next, &mut self.moves);
        let mv = self.moves[option as usize];
        self.moves.clear();
        self.game.play(&mut next, mv);
        next
    }

    /// How many moves a player has in a part.
    pub fn moves(&mut self, position: &G::Position, player: Player) -> u32 {
        let start = self.game.with_mover(position, player);
        match self.game.status(&start, &mut self.moves) {
            Status::Over(_) => 0,
            Status::Moves(count) => count,
        }
    }

    /// How many moves the players have in a part together.
    pub fn all_moves(&mut self, position: &G::Position) -> u32 {
        Player::BOTH.map(|player| self.moves(position, player)).iter().sum()
    }

    /// A part that is worth the negative, if the game has one.
    pub fn negative(&mut self, part: u32) -> Option<u32> {
        let negative = self.game.negative(self.position(part))?;
        Some(self.number(negative))
    }

    /// Bytes in use.
    pub fn bytes(&self) -> usize {
        self.parts.capacity() * size_of::<Numbered<G>>()
            + self.index.bytes()
            + self.recent.len() * size_of::<(G::Key, u32)>()
    }
}
