//! A type-erased game under normal play. Its positions are the packed positions of the game.

use std::{ops::ControlFlow, sync::Arc};

use crate::{
    Bounds, Cells, Game, KeyedPart, Move, MoveOrdering, OptionList, Partisan, Planes, Player,
    Playouts, Rng, Score, SharedInterner, StaticBounds, Status, Symmetry, Wide,
};

/// A type-erased game under normal play.
#[derive(Clone)]
pub struct ErasedPartisan(Arc<dyn DynPartisan>);

/// A packed position of a game under normal play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PackedPosition {
    planes: Planes,
    mover: Player,
}

impl ErasedPartisan {
    /// Erases the type of a game and of one of its positions.
    pub fn new<G: Partisan>(
        game: Arc<G>,
        position: &G::Position,
    ) -> (ErasedPartisan, PackedPosition) {
        let packed = pack(game.as_ref(), position);
        (ErasedPartisan(Arc::new(Typed(game))), packed)
    }
}

fn pack<G: Partisan>(game: &G, position: &G::Position) -> PackedPosition {
    PackedPosition { planes: game.pack(position), mover: game.to_move(position) }
}

/// The game with its type, behind the trait object.
struct Typed<G>(Arc<G>);

impl<G: Partisan> Typed<G> {
    #[inline]
    fn unpack(&self, position: &PackedPosition) -> G::Position {
        self.0.unpack(position.planes, position.mover)
    }
}

macro_rules! erase {
    ($($capability:ident {
        $(fn $method:ident(&self, position: &P $(, $name:ident: $type:ty)*) -> $result:ty;)*
        $(#[key] fn $key:ident(&self, position: &Q) -> Planes;)*
    })*) => {
        /// The methods of [`Partisan`], without its types.
        trait DynPartisan: Send + Sync {
            $($(fn $method(&self, position: &PackedPosition $(, $name: $type)*) -> $result;)*)*
            $($(fn $key(&self, position: &PackedPosition) -> Planes;)*)*
            fn scores(&self) -> &[Score];
            fn play(&self, position: &mut PackedPosition, mv: Move);
            fn play_forced(&self, position: &mut PackedPosition) -> usize;
            fn with_mover(&self, position: &PackedPosition, player: Player) -> PackedPosition;
            fn negative(&self, position: &PackedPosition) -> Option<PackedPosition>;
            fn split(&self, position: &PackedPosition, show: &mut dyn FnMut(PackedPosition) -> ControlFlow<()>);
            fn without(&self, position: &PackedPosition, part: &PackedPosition) -> Option<PackedPosition>;
            fn cells(&self) -> Option<Cells>;
            fn read(&self, text: &str) -> Option<Planes>;
            fn is_position(&self, planes: Planes) -> bool;
            fn is_impartial(&self) -> bool;
            fn options(&self, position: &PackedPosition, list: &mut OptionList);
            fn has_stable_keys(&self) -> bool;
            fn interner(&self) -> Option<&SharedInterner>;
            fn heap_bytes(&self) -> usize;
            fn has_failed(&self) -> bool;
        }

        impl<G: Partisan> DynPartisan for Typed<G> {
            $($(fn $method(&self, position: &PackedPosition $(, $name: $type)*) -> $result {
                self.0.$method(&self.unpack(position) $(, $name)*)
            })*)*

            $($(fn $key(&self, position: &PackedPosition) -> Planes {
                self.0.$key(&self.unpack(position)).widen()
            })*)*

            forward_without_position!();

            fn play(&self, position: &mut PackedPosition, mv: Move) {
                let mut next = self.unpack(position);
                self.0.play(&mut next, mv);
                *position = pack(self.0.as_ref(), &next);
            }

            fn play_forced(&self, position: &mut PackedPosition) -> usize {
                let mut next = self.unpack(position);
                let count = self.0.play_forced(&mut next);
                *position = pack(self.0.as_ref(), &next);
                count
            }

            fn with_mover(&self, position: &PackedPosition, player: Player) -> PackedPosition {
                if position.mover == player {
                    return *position;
                }
                pack(self.0.as_ref(), &self.0.with_mover(&self.unpack(position), player))
            }

            fn negative(&self, position: &PackedPosition) -> Option<PackedPosition> {
                let negative = self.0.negative(&self.unpack(position))?;
                Some(pack(self.0.as_ref(), &negative))
            }

            fn split(&self, position: &PackedPosition, show: &mut dyn FnMut(PackedPosition) -> ControlFlow<()>) {
                self.0.split(&self.unpack(position), &mut |part| show(pack(self.0.as_ref(), &part)));
            }

            fn without(&self, position: &PackedPosition, part: &PackedPosition) -> Option<PackedPosition> {
                let left = self.0.without(&self.unpack(position), &self.unpack(part))?;
                Some(pack(self.0.as_ref(), &left))
            }

            fn cells(&self) -> Option<Cells> {
                self.0.cells()
            }

            fn read(&self, text: &str) -> Option<Planes> {
                self.0.read(text)
            }

            fn is_position(&self, planes: Planes) -> bool {
                self.0.is_position(planes)
            }

            fn is_impartial(&self) -> bool {
                self.0.is_impartial()
            }

            fn options(&self, position: &PackedPosition, list: &mut OptionList) {
                self.0.options(&self.unpack(position), list);
            }
        }

        $(impl $capability for ErasedPartisan {
            $(#[inline]
            fn $method(&self, position: &PackedPosition $(, $name: $type)*) -> $result {
                self.0.$method(position $(, $name)*)
            })*

            $(#[inline]
            fn $key(&self, position: &PackedPosition) -> Planes {
                self.0.$key(position)
            })*

            erase!(@rest $capability);
        })*
    };

    (@rest Game) => {
        type Position = PackedPosition;
        type Key = Planes;

        forward_without_position!();

        #[inline]
        fn to_move(&self, position: &PackedPosition) -> Player {
            position.mover
        }

        #[inline]
        fn play(&self, position: &mut PackedPosition, mv: Move) {
            self.0.play(position, mv);
        }
    };
    (@rest Symmetry) => {};
    (@rest StaticBounds) => {
        #[inline]
        fn play_forced(&self, position: &mut PackedPosition) -> usize {
            self.0.play_forced(position)
        }
    };
    (@rest MoveOrdering) => {};
    (@rest Playouts) => {};
    (@rest Partisan) => {
        /// Calls the game, because it may pack positions of the two players in different ways.
        #[inline]
        fn with_mover(&self, position: &PackedPosition, player: Player) -> PackedPosition {
            self.0.with_mover(position, player)
        }

        #[inline]
        fn pack(&self, position: &PackedPosition) -> Planes {
            position.planes
        }

        #[inline]
        fn unpack(&self, planes: Planes, mover: Player) -> PackedPosition {
            PackedPosition { planes, mover }
        }

        fn negative(&self, position: &PackedPosition) -> Option<PackedPosition> {
            self.0.negative(position)
        }

        fn parts(&self, position: &PackedPosition) -> Vec<PackedPosition> {
            let mut parts = Vec::new();
            self.split(position, &mut |part| {
                parts.push(part);
                ControlFlow::Continue(())
            });
            parts
        }

        fn split(&self, position: &PackedPosition, show: &mut dyn FnMut(PackedPosition) -> ControlFlow<()>) {
            self.0.split(position, show);
        }

        fn without(&self, position: &PackedPosition, part: &PackedPosition) -> Option<PackedPosition> {
            self.0.without(position, part)
        }

        fn cells(&self) -> Option<Cells> {
            self.0.cells()
        }

        fn read(&self, text: &str) -> Option<Planes> {
            self.0.read(text)
        }

        fn is_position(&self, planes: Planes) -> bool {
            self.0.is_position(planes)
        }

        fn is_impartial(&self) -> bool {
            self.0.is_impartial()
        }

        /// One call for all options, compiled for the game.
        fn options(&self, position: &PackedPosition, list: &mut OptionList) {
            self.0.options(position, list);
        }
    };
}

erase! {
    Game {
        fn expand(&self, position: &P, moves: &mut Vec<Move>) -> Option<Score>;
        fn status(&self, position: &P, scratch: &mut Vec<Move>) -> Status;
        #[key] fn key(&self, position: &Q) -> Planes;
    }
    Symmetry {
        #[key] fn symmetric_key(&self, position: &Q) -> Planes;
        #[key] fn owner_key(&self, position: &Q) -> Planes;
    }
    StaticBounds {
        fn bounds(&self, position: &P) -> Bounds;
        fn quick_bounds(&self, position: &P) -> Bounds;
        fn candidates(&self, position: &P, moves: &mut Vec<Move>) -> Option<Score>;
        fn candidates_or_value(&self, position: &P, moves: &mut Vec<Move>) -> Option<Score>;
    }
    MoveOrdering {
        fn evaluate(&self, position: &P) -> i32;
        fn win_probability(&self, position: &P) -> f64;
        fn bounds_and_evaluation(&self, position: &P) -> (Bounds, i32);
        fn move_priorities(&self, position: &P, moves: &[Move], priorities: &mut Vec<i32>) -> bool;
    }
    Playouts {
        fn random_move(&self, position: &P, rng: &mut Rng, scratch: &mut Vec<Move>) -> Result<Move, Score>;
        fn random_end(&self, position: &P, rng: &mut Rng, scratch: &mut Vec<Move>) -> Score;
    }
    Partisan {
        fn size(&self, position: &P) -> u32;
        fn image(&self, position: &P) -> Planes;
        fn impartial_key(&self, position: &P) -> Planes;
        fn keyed_part(&self, position: &P) -> KeyedPart;
        #[key] fn part_key(&self, position: &Q) -> Planes;
        #[key] fn placed_key(&self, position: &Q) -> Planes;
    }
}
