//! Parts of a game's positions, by number.

use std::sync::Arc;

use upstar_core::{Move, Partisan, Player, Status};

use crate::parts::{PartTable, RecentParts};

/// The data of a part.
struct SumPart<P> {
    /// One of the positions with the part's key.
    position: P,
    /// Its component in a sum with other parts. The outer option is none if it is not known, the inner one if
    /// its value is 0.
    component: Option<Option<u32>>,
    /// The largest limit with which its value was tried.
    tried_limit: u32,
}

/// The slots for the parts that occurred last.
const RECENT: usize = 1 << 15;

/// Parts of positions of `G`. Parts with equal [`part_key`](Partisan::part_key)s have one number.
pub struct SumParts<G: Partisan> {
    pub(super) game: Arc<G>,
    table: PartTable<G::Key, SumPart<G::Position>>,
    /// Numbers by the positions' own keys, which cost less.
    recent: RecentParts<G::Key, u32, RECENT>,
    moves: Vec<Move>,
}

impl<G: Partisan> SumParts<G> {
    /// A table without parts.
    pub fn new(game: Arc<G>) -> SumParts<G> {
        let (table, recent) = (PartTable::default(), RecentParts::EMPTY);
        SumParts { game, table, recent, moves: Vec::new() }
    }

    /// The number of a part.
    pub fn number(&mut self, position: G::Position) -> u32 {
        let own = self.game.key(&position);
        if let Some(number) = self.recent.get(&own) {
            return number;
        }
        let key = self.game.part_key(&position);
        let number = self.table.find(&key).unwrap_or_else(|| {
            self.table.insert(key, SumPart { position, component: None, tried_limit: 0 })
        });
        self.recent.insert(own, number);
        number
    }

    /// The key of the parts with this number.
    pub fn key(&self, part: u32) -> G::Key {
        self.table.key(part)
    }

    /// One of the parts with this number.
    pub fn position(&self, part: u32) -> &G::Position {
        &self.table.get(part).position
    }

    /// The component of a part in a sum with others, if it is known; the inner option is none if its value is
    /// 0.
    pub fn component(&self, part: u32) -> Option<Option<u32>> {
        self.table.get(part).component
    }

    /// Stores the component of a part in a sum with others.
    pub fn set_component(&mut self, part: u32, component: Option<u32>) {
        self.table.get_mut(part).component = Some(component);
    }

    /// Is this the first attempt to value a part with a limit this high?
    pub fn try_limit(&mut self, part: u32, limit: u32) -> bool {
        std::mem::replace(&mut self.table.get_mut(part).tried_limit, limit) < limit
    }

    /// The part after a player's move, given by the move's index in the list of moves.
    pub fn play(&mut self, part: u32, player: Player, option: u32) -> G::Position {
        let mut next = self.game.with_mover(self.position(part), player);
        self.game.expand(&next, &mut self.moves);
        let mv = self.moves[option as usize];
        self.moves.clear();
        self.game.play(&mut next, mv);
        next
    }

    /// The number of moves of a player in a part.
    pub fn moves(&mut self, position: &G::Position, player: Player) -> u32 {
        let start = self.game.with_mover(position, player);
        match self.game.status(&start, &mut self.moves) {
            Status::Over(_) => 0,
            Status::Moves(count) => count,
        }
    }

    /// The number of moves of both players in a part.
    pub fn all_moves(&mut self, position: &G::Position) -> u32 {
        Player::BOTH.map(|player| self.moves(position, player)).iter().sum()
    }

    /// The negative of a part, if the game has one.
    pub fn negative(&mut self, part: u32) -> Option<u32> {
        let negative = self.game.negative(self.position(part))?;
        Some(self.number(negative))
    }

    /// The bytes of memory in use.
    pub fn bytes(&self) -> usize {
        self.table.bytes() + self.recent.bytes()
    }
}
