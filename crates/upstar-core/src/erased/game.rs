//! A type-erased game for searches.

use std::sync::Arc;

use super::{ErasedKey, ErasedPosition};
use crate::{
    Bounds, Ends, Focused, Game, Move, MoveOrdering, PlayEvaluation, Player, Playouts, Rng, Score,
    SearchGame, SharedInterner, StaticBounds, Status, Symmetry, Wide,
};

/// A type-erased game.
#[derive(Clone)]
pub struct ErasedGame(Arc<dyn DynGame>);

impl ErasedGame {
    /// Erases the type of a game.
    pub fn new<G: SearchGame<Key: Wide>>(game: Arc<G>) -> ErasedGame {
        ErasedGame(Arc::new(Typed(game)))
    }
}

/// The game with its type, behind the trait object.
struct Typed<G>(Arc<G>);

macro_rules! erase {
    ($(
        $capability:ident {
            $(fn $method:ident(&self, position: &P $(, $name:ident: $type:ty)*) $(-> $result:ty)?;)*
        }
    )*) => {
        /// The methods of [`SearchGame`], without its types.
        trait DynGame: Send + Sync {
            $($(
                fn $method(&self, position: &ErasedPosition $(, $name: $type)*) $(-> $result)?;
            )*)*
            fn scores(&self) -> &[Score];
            fn play(&self, position: &mut ErasedPosition, mv: Move);
            fn focus(&self, position: &mut ErasedPosition, moves: &mut Vec<Move>) -> Focused;
            fn play_forced(&self, position: &mut ErasedPosition) -> usize;
            fn make_root(&self, position: &mut ErasedPosition);
            fn key(&self, position: &ErasedPosition) -> ErasedKey;
            fn symmetric_key(&self, position: &ErasedPosition) -> ErasedKey;
            fn owner_key(&self, position: &ErasedPosition) -> ErasedKey;
            fn playout_start(&self, position: &ErasedPosition) -> ErasedPosition;
            fn key_hash(&self, key: &ErasedKey) -> u64;
            fn rebuild(&self, key: &ErasedKey, mover: Player) -> Option<ErasedPosition>;
            fn has_stable_keys(&self) -> bool;
            fn interner(&self) -> Option<&SharedInterner>;
            fn keeps_distances(&self) -> bool;
            fn heap_bytes(&self) -> usize;
            fn has_failed(&self) -> bool;
        }

        impl<G: SearchGame<Key: Wide>> DynGame for Typed<G> {
            $($(
                fn $method(&self, position: &ErasedPosition $(, $name: $type)*) $(-> $result)? {
                    self.0.$method(position.get::<G::Position>() $(, $name)*)
                }
            )*)*

            forward_without_position!();

            fn play(&self, position: &mut ErasedPosition, mv: Move) {
                self.0.play(position.get_mut::<G::Position>(), mv);
            }

            fn focus(&self, position: &mut ErasedPosition, moves: &mut Vec<Move>) -> Focused {
                self.0.focus(position.get_mut::<G::Position>(), moves)
            }

            fn play_forced(&self, position: &mut ErasedPosition) -> usize {
                self.0.play_forced(position.get_mut::<G::Position>())
            }

            fn make_root(&self, position: &mut ErasedPosition) {
                self.0.make_root(position.get_mut::<G::Position>());
            }

            fn key(&self, position: &ErasedPosition) -> ErasedKey {
                erased(self.0.key(position.get::<G::Position>()))
            }

            fn symmetric_key(&self, position: &ErasedPosition) -> ErasedKey {
                erased(self.0.symmetric_key(position.get::<G::Position>()))
            }

            fn owner_key(&self, position: &ErasedPosition) -> ErasedKey {
                erased(self.0.owner_key(position.get::<G::Position>()))
            }

            fn playout_start(&self, position: &ErasedPosition) -> ErasedPosition {
                ErasedPosition::new(self.0.playout_start(position.get::<G::Position>()))
            }

            fn key_hash(&self, key: &ErasedKey) -> u64 {
                self.0.key_hash(&G::Key::narrow(key.planes()))
            }

            fn rebuild(&self, key: &ErasedKey, mover: Player) -> Option<ErasedPosition> {
                self.0.rebuild(&G::Key::narrow(key.planes()), mover).map(ErasedPosition::new)
            }

            fn keeps_distances(&self) -> bool {
                self.0.keeps_distances()
            }
        }

        $(impl $capability for ErasedGame {
            $(
                #[inline]
                fn $method(&self, position: &ErasedPosition $(, $name: $type)*) $(-> $result)? {
                    self.0.$method(position $(, $name)*)
                }
            )*

            erase!(@rest $capability);
        })*
    };

    (@rest Game) => {
        type Position = ErasedPosition;
        type Key = ErasedKey;

        forward_without_position!();

        #[inline]
        fn play(&self, position: &mut ErasedPosition, mv: Move) {
            self.0.play(position, mv);
        }

        #[inline]
        fn key(&self, position: &ErasedPosition) -> ErasedKey {
            self.0.key(position)
        }

        #[inline]
        fn key_hash(&self, key: &ErasedKey) -> u64 {
            self.0.key_hash(key)
        }

        #[inline]
        fn rebuild(&self, key: &ErasedKey, mover: Player) -> Option<ErasedPosition> {
            self.0.rebuild(key, mover)
        }

        fn make_root(&self, position: &mut ErasedPosition) {
            self.0.make_root(position);
        }
    };
    (@rest Symmetry) => {
        #[inline]
        fn symmetric_key(&self, position: &ErasedPosition) -> ErasedKey {
            self.0.symmetric_key(position)
        }

        #[inline]
        fn owner_key(&self, position: &ErasedPosition) -> ErasedKey {
            self.0.owner_key(position)
        }
    };
    (@rest StaticBounds) => {
        #[inline]
        fn focus(&self, position: &mut ErasedPosition, moves: &mut Vec<Move>) -> Focused {
            self.0.focus(position, moves)
        }

        #[inline]
        fn play_forced(&self, position: &mut ErasedPosition) -> usize {
            self.0.play_forced(position)
        }

        fn keeps_distances(&self) -> bool {
            self.0.keeps_distances()
        }
    };
    (@rest MoveOrdering) => {};
    (@rest Playouts) => {
        fn playout_start(&self, position: &ErasedPosition) -> ErasedPosition {
            self.0.playout_start(position)
        }
    };
}

/// Erases the type of a key.
#[inline]
fn erased<K: Wide>(key: K) -> ErasedKey {
    ErasedKey::new(key.widen())
}

erase! {
    Game {
        fn to_move(&self, position: &P) -> Player;
        fn expand(&self, position: &P, moves: &mut Vec<Move>) -> Option<Score>;
        fn status(&self, position: &P, scratch: &mut Vec<Move>) -> Status;
    }
    Symmetry {}
    StaticBounds {
        fn bounds(&self, position: &P) -> Bounds;
        fn quick_bounds(&self, position: &P) -> Bounds;
        fn candidates(&self, position: &P, moves: &mut Vec<Move>) -> Option<Score>;
        fn candidates_or_value(&self, position: &P, moves: &mut Vec<Move>) -> Option<Score>;
        fn max_plies(&self, position: &P) -> u32;
        fn ends(&self, position: &P) -> Ends;
        fn witnesses(&self, position: &P, claimant: Player, show: &mut dyn FnMut(&str, &[u8]) -> bool);
    }
    MoveOrdering {
        fn evaluate(&self, position: &P) -> i32;
        fn play_evaluation(&self, position: &P, kind: PlayEvaluation) -> i32;
        fn win_probability(&self, position: &P) -> f64;
        fn bounds_and_evaluation(&self, position: &P) -> (Bounds, i32);
        fn ends_and_evaluation(&self, position: &P) -> (Ends, i32);
        fn move_priorities(&self, position: &P, moves: &[Move], priorities: &mut Vec<i32>) -> bool;
    }
    Playouts {
        fn random_move(&self, position: &P, rng: &mut Rng, scratch: &mut Vec<Move>) -> Result<Move, Score>;
        fn random_end(&self, position: &P, rng: &mut Rng, scratch: &mut Vec<Move>) -> Score;
        fn playout_moves(&self, position: &P, moves: &mut Vec<Move>) -> Option<Score>;
        fn playout_move(&self, position: &P, rng: &mut Rng, scratch: &mut Vec<Move>) -> Result<Move, Score>;
        fn playout_end(&self, position: &P, rng: &mut Rng, scratch: &mut Vec<Move>) -> Score;
        fn playout_choices(&self, position: &P, rng: &mut Rng, scratch: &mut Vec<Move>) -> (Score, u64);
    }
}
