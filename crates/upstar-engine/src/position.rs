//! A position of any game: what Python and the command line hold.

use std::sync::Arc;

use upstar_cgt::{
    AnyPartisan, database,
    value_game::{ValueGame, ValueGameConfig},
};
use upstar_core::{
    Control, Diagram, ErasedGame, ErasedPartisan, ErasedPosition, Error, Move, Notation,
    PackedPosition, Partisan, Planes, Player, PositionName, Rng, Score, SearchGame, Wide,
};
use upstar_search::{Request, Solution};

use crate::{
    native::Native,
    plan::{SumFacts, SumStep},
    registry,
    solve::{self, Solved},
};

/// A position of some game.
pub trait AnyPosition: Send + Sync {
    /// The game's name.
    fn game(&self) -> &str;
    /// The players' labels, Left's first.
    fn labels(&self) -> [&str; 2];
    /// The position's text, without the player to move.
    fn text(&self) -> String;
    /// The player to move.
    fn to_move(&self) -> Player;
    /// The score from Left's point of view when the game is over.
    fn result(&self) -> Option<Score>;
    /// The scores that a finished game can have, ascending, from Left's point of view.
    fn scores(&self) -> Vec<Score>;
    /// The legal moves; none when the game is over.
    fn moves(&self) -> Vec<Move>;
    /// A legal move's name.
    fn move_text(&self, mv: Move) -> String;
    /// The legal move with a name.
    ///
    /// # Errors
    /// If there is none.
    fn parse_move(&self, text: &str) -> Result<Move, Error>;
    /// The cells that a legal move touches, as (row from the top, column).
    fn move_cells(&self, mv: Move) -> Vec<(usize, usize)>;
    /// The position after a legal move.
    fn play(&self, mv: Move) -> Box<dyn AnyPosition>;
    /// The picture of the position.
    fn diagram(&self) -> Diagram;
    /// The number of the position's state, in games that number their states.
    fn state_id(&self) -> Option<u32>;
    /// A copy.
    fn boxed_clone(&self) -> Box<dyn AnyPosition>;
    /// A random legal move, each as likely as any other.
    ///
    /// # Errors
    /// The score, from Left's point of view, when the game is over.
    fn random_move(&self, rng: &mut Rng) -> Result<Move, Score>;

    /// The game and the position for searches that are not compiled for the game.
    fn erased(&self) -> (ErasedGame, ErasedPosition);
    /// A move's name in an erased position of the game.
    fn erased_move_text(&self, position: &ErasedPosition, mv: Move) -> String;
    /// Has it searches that are compiled for the game?
    fn has_native(&self) -> bool;
    /// Runs a search that is compiled for the game, with all that follows.
    ///
    /// # Errors
    /// If a parameter is out of range or memory cannot be had.
    fn solve_native(
        &self,
        native: Native,
        request: &Request,
        control: &Control,
    ) -> Result<Solved, Error>;

    /// The position as one that has a value, in games under normal play.
    fn partisan(&self) -> Option<Box<dyn AnyPartisan>>;
    /// What databases ask of the game on the position's board, if its positions have values.
    fn database_board(&self) -> Option<Box<dyn database::DatabaseGame>>;
    /// The position and its parts as databases know them, if they have values.
    fn pieces(&self) -> Option<Pieces>;
    /// What a plan asks of the position's parts, if they have values.
    fn sum_facts(&self) -> Option<SumFacts>;
    /// Solves the position as a sum of its parts; none if the step does not apply. It has values.
    ///
    /// # Errors
    /// If there is no database where one should be, or a checkpoint cannot be read.
    fn solve_sum(
        &self,
        step: &SumStep,
        request: &Request,
        control: &Control,
    ) -> Result<Option<Solution>, Error>;
    /// The game that knows the values of its parts, and the position in it, if it has values.
    ///
    /// # Errors
    /// If what was asked for does not suit the game, or a database is damaged.
    fn with_values(
        &self,
        config: ValueGameConfig,
    ) -> Option<Result<(ErasedGame, ErasedPosition), Error>>;
}

/// A position as databases know it, and its parts with their texts.
pub type Pieces = (Planes, Vec<(String, Planes)>);

/// How the position is called in a certificate.
///
/// # Errors
/// If the registry would not read the same position again: a verifier could not either.
pub(crate) fn name(position: &dyn AnyPosition) -> Result<PositionName, String> {
    let (game, text) = (position.game(), position.text());
    let again = registry::position(game, &text, Some(position.to_move()));
    let is_same = again.is_ok_and(|again| {
        position.state_id().is_none()
            && again.text() == text
            && again.to_move() == position.to_move()
            && again.moves() == position.moves()
            && again.result() == position.result()
    });
    if !is_same {
        return Err(format!(
            "there are certificates only for positions that can be read from their text; \
             this one of {game} cannot"
        ));
    }
    let labels = position.labels().map(String::from);
    Ok(PositionName { game: game.into(), position: text, labels })
}

/// Not generic, so that it is compiled here, once.
fn solve_erased_sum(
    game: ErasedPartisan,
    position: &PackedPosition,
    step: &SumStep,
    request: &Request,
    control: &Control,
) -> Result<Option<Solution>, Error> {
    step.solve(&Arc::new(game), position, request, control)
}

/// A game and one of its positions.
pub struct TypedPosition<G: Notation> {
    game: Arc<G>,
    position: G::Position,
    hooks: Hooks<G>,
}

/// What is compiled for a game beside its rules.
struct Hooks<G: Notation> {
    /// Searches on boards.
    native: Option<NativeSolve<G>>,
    /// What there is of values.
    values: Option<ValueHooks<G>>,
}

/// What can be made of a position that has a value.
struct ValueHooks<G: Notation> {
    partisan: fn(&Arc<G>, &G::Position) -> Box<dyn AnyPartisan>,
    board: fn(&Arc<G>) -> Box<dyn database::DatabaseGame>,
    pieces: fn(&Arc<G>, &G::Position) -> Pieces,
    facts: fn(&G, &G::Position) -> SumFacts,
    solve_sum: SolveSum<G>,
    with_values: WithValues<G>,
}

type NativeSolve<G> = fn(&TypedPosition<G>, Native, &Request, &Control) -> Result<Solved, Error>;
type WithValues<G> = fn(
    &Arc<G>,
    &<G as upstar_core::Game>::Position,
    ValueGameConfig,
) -> Result<(ErasedGame, ErasedPosition), Error>;
type SolveSum<G> = fn(
    &Arc<G>,
    &<G as upstar_core::Game>::Position,
    &SumStep,
    &Request,
    &Control,
) -> Result<Option<Solution>, Error>;

impl<G: Notation> Clone for ValueHooks<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Notation> Copy for ValueHooks<G> {}

impl<G: Notation> Clone for Hooks<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Notation> Copy for Hooks<G> {}

impl<G: Notation + SearchGame<Key: Wide>> TypedPosition<G> {
    /// A game and one of its positions, with nothing compiled for it.
    pub fn new(game: Arc<G>, position: G::Position) -> TypedPosition<G> {
        TypedPosition { game, position, hooks: Hooks { native: None, values: None } }
    }

    /// Alpha-beta and df-pn are compiled for the game.
    #[must_use]
    pub fn native(mut self) -> TypedPosition<G> {
        self.hooks.native = Some(|this, native, request, control| {
            let (game, at) = (this.game.as_ref(), &this.position);
            let answer = native.search(game, at, request, control)?;
            Ok(solve::finish(game, at, answer, request, control))
        });
        self
    }

    /// The positions have values.
    #[must_use]
    pub fn valued(mut self) -> TypedPosition<G>
    where
        G: Partisan,
    {
        self.hooks.values = Some(ValueHooks {
            partisan: |game, position| Box::new((Arc::clone(game), position.clone())),
            board: |game| Box::new(Arc::clone(game)),
            pieces: |game, position| {
                let parts = game.parts(position).into_iter();
                let parts = parts.map(|part| (game.print(&part), game.pack(&part)));
                (game.pack(position), parts.collect())
            },
            facts: SumFacts::of,
            solve_sum: |game, position, step, request, control| {
                let (game, position) = ErasedPartisan::new(Arc::clone(game), position);
                solve_erased_sum(game, &position, step, request, control)
            },
            with_values: |game, position, config| {
                let (game, root) = ValueGame::new(game, game.name(), position, config)?;
                Ok((ErasedGame::new(Arc::new(game)), ErasedPosition::new(root)))
            },
        });
        self
    }

    /// The positions have values, and searches on sums are compiled for the game.
    #[must_use]
    pub fn native_sums(self) -> TypedPosition<G>
    where
        G: Partisan,
    {
        let mut this = self.valued();
        if let Some(values) = &mut this.hooks.values {
            values.solve_sum = |game, position, step, request, control| {
                step.solve(game, position, request, control)
            };
        }
        this
    }

    /// The position, its type hidden.
    pub fn boxed(self) -> Box<dyn AnyPosition> {
        Box::new(self)
    }
}

impl<G: Notation + SearchGame<Key: Wide>> AnyPosition for TypedPosition<G> {
    fn game(&self) -> &str {
        self.game.name()
    }

    fn labels(&self) -> [&str; 2] {
        self.game.labels()
    }

    fn text(&self) -> String {
        self.game.print(&self.position)
    }

    fn to_move(&self) -> Player {
        self.game.to_move(&self.position)
    }

    fn result(&self) -> Option<Score> {
        self.game.expand(&self.position, &mut Vec::new())
    }

    fn scores(&self) -> Vec<Score> {
        self.game.scores().to_vec()
    }

    fn moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        self.game.expand(&self.position, &mut moves);
        moves
    }

    fn move_text(&self, mv: Move) -> String {
        self.game.move_text(&self.position, mv)
    }

    fn parse_move(&self, text: &str) -> Result<Move, Error> {
        self.game.parse_move(&self.position, text).map_err(Error::Move)
    }

    fn move_cells(&self, mv: Move) -> Vec<(usize, usize)> {
        self.game.move_cells(&self.position, mv)
    }

    fn play(&self, mv: Move) -> Box<dyn AnyPosition> {
        let mut position = self.position.clone();
        self.game.play(&mut position, mv);
        Box::new(TypedPosition { game: Arc::clone(&self.game), position, hooks: self.hooks })
    }

    fn diagram(&self) -> Diagram {
        self.game.diagram(&self.position)
    }

    fn state_id(&self) -> Option<u32> {
        self.game.state_id(&self.position)
    }

    fn boxed_clone(&self) -> Box<dyn AnyPosition> {
        let (game, position) = (Arc::clone(&self.game), self.position.clone());
        Box::new(TypedPosition { game, position, hooks: self.hooks })
    }

    fn random_move(&self, rng: &mut Rng) -> Result<Move, Score> {
        self.game.random_move(&self.position, rng, &mut Vec::new())
    }

    fn erased(&self) -> (ErasedGame, ErasedPosition) {
        (ErasedGame::new(Arc::clone(&self.game)), ErasedPosition::new(self.position.clone()))
    }

    fn erased_move_text(&self, position: &ErasedPosition, mv: Move) -> String {
        self.game.move_text(position.get::<G::Position>(), mv)
    }

    fn has_native(&self) -> bool {
        self.hooks.native.is_some()
    }

    fn solve_native(
        &self,
        native: Native,
        request: &Request,
        control: &Control,
    ) -> Result<Solved, Error> {
        let solve = self.hooks.native.expect("the caller has asked `has_native`");
        solve(self, native, request, control)
    }

    fn partisan(&self) -> Option<Box<dyn AnyPartisan>> {
        self.hooks.values.map(|values| (values.partisan)(&self.game, &self.position))
    }

    fn database_board(&self) -> Option<Box<dyn database::DatabaseGame>> {
        self.hooks.values.map(|values| (values.board)(&self.game))
    }

    fn pieces(&self) -> Option<Pieces> {
        self.hooks.values.map(|values| (values.pieces)(&self.game, &self.position))
    }

    fn sum_facts(&self) -> Option<SumFacts> {
        self.hooks.values.map(|values| (values.facts)(&self.game, &self.position))
    }

    fn solve_sum(
        &self,
        step: &SumStep,
        request: &Request,
        control: &Control,
    ) -> Result<Option<Solution>, Error> {
        match self.hooks.values {
            Some(values) => (values.solve_sum)(&self.game, &self.position, step, request, control),
            None => Ok(None),
        }
    }

    fn with_values(
        &self,
        config: ValueGameConfig,
    ) -> Option<Result<(ErasedGame, ErasedPosition), Error>> {
        self.hooks.values.map(|values| (values.with_values)(&self.game, &self.position, config))
    }
}
