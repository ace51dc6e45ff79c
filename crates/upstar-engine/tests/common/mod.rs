//! A synthetic game for tests: random rules on few positions, with everything that real games
//! rarely have together: moves in a row by one player, several outcomes, endings at any depth,
//! many transpositions, equal children, positions that are the same by symmetry, and static
//! bounds that are true but sometimes loose.

use std::{collections::HashMap, sync::Arc};

use upstar_core::{
    Bounds, Game, Move, MoveOrdering, Player, Playouts, Rng, Score, StaticBounds, Symmetry, mix,
};

const SCORES: [Score; 5] = [-2, -1, 0, 1, 2];

/// A position of the synthetic game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Place {
    level: u32,
    state: u32,
    mover: Player,
}

/// Random rules. States s and s ^ 1 are images of each other: what follows from them differs
/// only in the lowest bits.
pub struct Maze {
    seed: u64,
    levels: u32,
    width: u32,
    moves: u64,
    ends: u64,
    values: HashMap<Place, Score>,
}

impl Maze {
    /// The rules for a seed, and the position to begin at.
    pub fn new(seed: u64) -> (Arc<Maze>, Place) {
        let mut rng = Rng::new(seed);
        let mut maze = Maze {
            seed: rng.bits(),
            levels: 2 + rng.below(9) as u32,
            width: 2 + rng.below(14) as u32,
            moves: 1 + rng.below(6),
            ends: 2 + rng.below(20),
            values: HashMap::new(),
        };
        for level in (0..=maze.levels).rev() {
            for state in 0..maze.width {
                for mover in Player::BOTH {
                    let place = Place { level, state, mover };
                    let value = maze.solve(place);
                    maze.values.insert(place, value);
                }
            }
        }
        let mover = Player::BOTH[rng.below(2) as usize];
        (Arc::new(maze), Place { level: 0, state: rng.below(2) as u32, mover })
    }

    /// The value of a place, from Left's point of view.
    pub fn value(&self, place: &Place) -> Score {
        self.values[place]
    }

    fn solve(&self, place: Place) -> Score {
        let mut moves = Vec::new();
        if let Some(score) = self.expand(&place, &mut moves) {
            return score;
        }
        let values = moves.iter().map(|&mv| {
            let mut child = place;
            self.play(&mut child, mv);
            self.values[&child]
        });
        let best = if place.mover == Player::Left { values.max() } else { values.min() };
        best.expect("there are moves")
    }

    /// A random number of a place (the same for its image), for a purpose.
    fn chance(&self, place: &Place, purpose: u64) -> u64 {
        let name = u64::from(place.level) << 32
            | u64::from(place.state >> 1) << 1
            | place.mover.index() as u64;
        mix(mix(self.seed ^ name).wrapping_add(purpose))
    }
}

impl Game for Maze {
    type Position = Place;
    type Key = u64;

    fn scores(&self) -> &[Score] {
        &SCORES
    }

    fn to_move(&self, place: &Place) -> Player {
        place.mover
    }

    fn expand(&self, place: &Place, moves: &mut Vec<Move>) -> Option<Score> {
        let ends = place.level > 0 && self.chance(place, 1).is_multiple_of(self.ends);
        if place.level == self.levels || ends {
            return Some(SCORES[(self.chance(place, 2) % 5) as usize]);
        }
        let count = 1 + self.chance(place, 3) % self.moves;
        moves.extend((0..count as u32).map(Move));
        None
    }

    fn play(&self, place: &mut Place, mv: Move) {
        let number = self.chance(place, 10 + u64::from(mv.0));
        let image = mix(number ^ u64::from(place.state & 1)) & 1;
        let state = (number % u64::from(self.width)) as u32;
        *place = Place {
            level: place.level + 1,
            state: (state ^ image as u32).min(self.width - 1),
            mover: Player::BOTH[(number >> 40 & 1) as usize],
        };
    }

    fn key(&self, place: &Place) -> u64 {
        u64::from(place.level) << 32 | u64::from(place.state)
    }
}

impl Symmetry for Maze {
    fn symmetric_key(&self, place: &Place) -> u64 {
        u64::from(place.level) << 32 | u64::from(place.state >> 1)
    }
}

impl StaticBounds for Maze {
    fn bounds(&self, place: &Place) -> Bounds {
        let Some(&value) = self.values.get(place) else { return Bounds::new(-2, 2) };
        let number = self.chance(place, 5);
        let slack = |n: u64| [4, 4, 4, 1, 0][(n % 5) as usize];
        Bounds::new((value - slack(number)).max(-2), (value + slack(number >> 32)).min(2))
    }
}

impl MoveOrdering for Maze {
    fn evaluate(&self, place: &Place) -> i32 {
        (self.chance(place, 4) % 2001) as i32 - 1000
    }
}

impl Playouts for Maze {}
