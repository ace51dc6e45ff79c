//! A position of any game. Python and the command line use this type.

use std::{any::Any, sync::Arc};

use upstar_cgt::{
    AnyPartisan, database,
    value_game::{ValueGame, ValueGameConfig},
};
use upstar_core::{
    Control, Diagram, ErasedGame, ErasedPartisan, ErasedPosition, Error, Game, Move, Notation,
    Partisan, Planes, Player, PositionName, Rng, Score, SearchGame, Wide, bytes_for_tables,
};
use upstar_search::{
    AlphaBeta, Analysis, AnalysisOptions, BoundsEntry, Request, SharedTable, Solution,
};
use upstar_solver::{
    Native, Solved, SumStep,
    analysis::{analyze_board, analyze_distances},
    distance::solve_distance,
    erased, finish,
};

use crate::{
    plan::SumFacts,
    registry,
    sum::{self, Sum, Term},
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
    /// The diagram of the position.
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
    /// Are there searches that are compiled for the game?
    fn has_native(&self) -> bool;
    /// Runs a search that is compiled for the game, then completes the line and the certificate.
    ///
    /// # Errors
    /// If a parameter is out of range or memory cannot be allocated.
    fn solve_native(
        &self,
        native: Native,
        request: &Request,
        control: &Control,
    ) -> Result<Solved, Error>;

    /// An empty transposition table for this position and others of the same game, if there can be one.
    fn shared_table(&self, max_bytes: usize) -> Option<TableHandle>;
    /// Are both positions of the same game on the same board? False if the game cannot be compared.
    fn is_same_game(&self, other: &dyn AnyPosition) -> bool;
    /// Are both positions of the same game on the same board, so that they can share a table?
    fn can_share_table(&self, other: &dyn AnyPosition) -> bool;
    /// Solves the position by alpha-beta with a table of the same game.
    fn solve_with_table(&self, table: &TableHandle, request: &Request, control: &Control)
    -> Solved;
    /// The position as a type that can be cast.
    fn as_any(&self) -> &dyn Any;

    /// Solves the position and finds the plies to the end.
    ///
    /// # Errors
    /// If the game has other scores than win, draw and loss.
    fn solve_distance(&self, request: &Request, control: &Control) -> Result<Solved, Error>;
    /// Settles the open moves of an analysis on the board, with distances if they are asked for.
    ///
    /// # Errors
    /// If distances are asked for and the game has other scores than win, draw and loss.
    fn analyze_board(
        &self,
        distance: bool,
        options: AnalysisOptions,
        analysis: &mut Analysis,
        control: &Control,
    ) -> Result<(), Error>;

    /// The position with access to its value, in games under normal play.
    fn partisan(&self) -> Option<Box<dyn AnyPartisan>>;
    /// The interface of the game on this board to databases, if its positions have values.
    fn database_board(&self) -> Option<Box<dyn database::DatabaseGame>>;
    /// The position and its parts in the form that databases use, if they have values.
    fn pieces(&self) -> Option<Pieces>;
    /// The parts of the position in a sum, if it has a value. A sum has several.
    fn terms(&self) -> Option<Vec<Term>>;
    /// The data about the position's parts that a plan uses, if they have values.
    fn sum_facts(&self) -> Option<SumFacts>;
    /// Solves the position, which has a value, as a sum of its parts. None if the step does not apply.
    ///
    /// # Errors
    /// If the directory has no database, or a checkpoint cannot be read.
    fn solve_sum(
        &self,
        step: &SumStep,
        request: &Request,
        control: &Control,
    ) -> Result<Option<Solution>, Error>;
    /// Settles the open moves of an analysis as sums of parts, if the position has a value and the step applies.
    ///
    /// # Errors
    /// If the directory has no database.
    fn analyze_sum(
        &self,
        step: &SumStep,
        analysis: &mut Analysis,
        control: &Control,
    ) -> Result<(), Error>;
    /// The game that looks up the values of its parts, and the position in it, if it has values.
    ///
    /// # Errors
    /// If the configuration does not suit the game, or a database is damaged.
    fn with_values(
        &self,
        config: ValueGameConfig,
    ) -> Option<Result<(ErasedGame, ErasedPosition), Error>>;
}

/// A transposition table of alpha-beta for the positions of one game; its type is hidden.
pub struct TableHandle(Box<dyn Any + Send + Sync>);

/// The table of alpha-beta for a game.
type GameTable<G> = Arc<SharedTable<<G as Game>::Key, BoundsEntry>>;

/// A position in the form that databases use, and its parts with their texts.
pub type Pieces = (Planes, Vec<(String, Planes)>);

/// The name of a position in a certificate.
///
/// # Errors
/// If reading the position's text does not give the same position. A verifier could not read it either.
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

/// A game and one of its positions.
pub struct TypedPosition<G: Notation> {
    game: Arc<G>,
    position: G::Position,
    hooks: Hooks<G>,
}

/// The functions that are compiled for a game in addition to its rules.
struct Hooks<G: Notation> {
    /// Searches on boards.
    native: Option<NativeHooks<G>>,
    /// Searches that share a table.
    sharing: Option<SharingHooks<G>>,
    /// Searches for distances.
    lengths: Option<LengthHooks<G>>,
    /// Functions that use values.
    values: Option<ValueHooks<G>>,
}

/// Functions for positions of equal games, which can share a table.
struct SharingHooks<G: Notation> {
    is_same_game: fn(&G, &G) -> bool,
    table: fn(&G, usize) -> TableHandle,
    solve: fn(&TypedPosition<G>, &TableHandle, &Request, &Control) -> Solved,
}

/// Functions for positions that have values.
struct ValueHooks<G: Notation> {
    partisan: fn(&Arc<G>, &G::Position) -> Box<dyn AnyPartisan>,
    board: fn(&Arc<G>) -> Box<dyn database::DatabaseGame>,
    pieces: fn(&Arc<G>, &G::Position) -> Pieces,
    facts: fn(&G, &G::Position) -> SumFacts,
    terms: fn(&TypedPosition<G>) -> Vec<Term>,
    solve_sum: SolveSum<G>,
    analyze_sum: AnalyzeSum<G>,
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

/// Searches on boards.
struct NativeHooks<G: Notation> {
    solve: NativeSolve<G>,
    analyze: AnalyzeBoard<G>,
}

/// Searches for distances.
struct LengthHooks<G: Notation> {
    solve: fn(&TypedPosition<G>, &Request, &Control) -> Result<Solved, Error>,
    analyze: AnalyzeBoard<G>,
}

type AnalyzeBoard<G> =
    fn(&TypedPosition<G>, AnalysisOptions, &mut Analysis, &Control) -> Result<(), Error>;
type AnalyzeSum<G> = fn(
    &Arc<G>,
    &<G as upstar_core::Game>::Position,
    &SumStep,
    &mut Analysis,
    &Control,
) -> Result<(), Error>;

impl<G: Notation> Clone for NativeHooks<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Notation> Copy for NativeHooks<G> {}

impl<G: Notation> Clone for LengthHooks<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Notation> Copy for LengthHooks<G> {}

impl<G: Notation> Clone for ValueHooks<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Notation> Copy for ValueHooks<G> {}

impl<G: Notation> Clone for SharingHooks<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Notation> Copy for SharingHooks<G> {}

impl<G: Notation> Clone for Hooks<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Notation> Copy for Hooks<G> {}

impl<G: Notation + SearchGame<Key: Wide>> TypedPosition<G> {
    /// A game and one of its positions, with nothing compiled for it.
    pub fn new(game: Arc<G>, position: G::Position) -> TypedPosition<G> {
        TypedPosition {
            game,
            position,
            hooks: Hooks { native: None, sharing: None, lengths: None, values: None },
        }
    }

    /// Alpha-beta and df-pn are compiled for the game.
    #[must_use]
    pub fn native(mut self) -> TypedPosition<G> {
        self.hooks.native = Some(NativeHooks {
            solve: |this, native, request, control| {
                let (game, at) = (this.game.as_ref(), &this.position);
                let answer = native.search(game, at, request, control)?;
                Ok(finish(game, at, answer, request, control))
            },
            analyze: |this, options, found, control| {
                analyze_board(this.game.as_ref(), &this.position, options, found, control)
            },
        });
        self
    }

    /// Positions of equal games have equal keys, so that alpha-beta can share a table among them.
    #[must_use]
    pub fn shared(mut self) -> TypedPosition<G>
    where
        G: PartialEq,
    {
        self.hooks.sharing = Some(SharingHooks {
            is_same_game: |a, b| a == b,
            table: |game, max_bytes| {
                let table: GameTable<G> =
                    Arc::new(SharedTable::new(bytes_for_tables(game, max_bytes)));
                TableHandle(Box::new(table))
            },
            solve: |this, table, request, control| {
                let table = table.0.downcast_ref().expect("the table is one of this game");
                let (game, at) = (this.game.as_ref(), &this.position);
                let answer = AlphaBeta::solve_with_table(game, at, request, control, table);
                finish(game, at, answer, request, control)
            },
        });
        self
    }

    /// Searches for distances are compiled for the game.
    #[must_use]
    pub fn native_lengths(mut self) -> TypedPosition<G>
    where
        G: Clone,
    {
        self.hooks.lengths = Some(LengthHooks {
            solve: |this, request, control| {
                solve_distance(this.game.as_ref(), &this.position, request, control)
            },
            analyze: |this, options, found, control| {
                analyze_distances(this.game.as_ref(), &this.position, options, found, control)
            },
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
            terms: |this| {
                vec![sum::term(
                    this.with_position(this.position.clone()),
                    &this.game,
                    &this.position,
                )]
            },
            solve_sum: |game, position, step, request, control| {
                let (game, position) = ErasedPartisan::new(Arc::clone(game), position);
                erased::solve_sum(game, &position, step, request, control)
            },
            analyze_sum: |game, position, step, found, control| {
                let (game, position) = ErasedPartisan::new(Arc::clone(game), position);
                erased::analyze_sum(game, &position, step, found, control)
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
            values.analyze_sum =
                |game, position, step, found, control| step.analyze(game, position, found, control);
        }
        this
    }

    /// The game.
    pub fn game_of(&self) -> &Arc<G> {
        &self.game
    }

    /// Another position of the same game.
    #[must_use]
    pub fn with_position(&self, position: G::Position) -> TypedPosition<G> {
        TypedPosition { game: Arc::clone(&self.game), position, hooks: self.hooks }
    }

    /// The position with its type hidden.
    pub fn boxed(self) -> Box<dyn AnyPosition> {
        Box::new(self)
    }
}

impl TypedPosition<Sum> {
    /// The position is a sum: its parts have values, and searches on sums are compiled for it.
    #[must_use]
    pub fn sum(self) -> TypedPosition<Sum> {
        let mut this = self.native_sums();
        if let Some(values) = &mut this.hooks.values {
            values.terms = |this| this.game.terms(&this.position);
        }
        this
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
        self.with_position(position).boxed()
    }

    fn diagram(&self) -> Diagram {
        self.game.diagram(&self.position)
    }

    fn state_id(&self) -> Option<u32> {
        self.game.state_id(&self.position)
    }

    fn boxed_clone(&self) -> Box<dyn AnyPosition> {
        self.with_position(self.position.clone()).boxed()
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
        let native_hooks = self.hooks.native.expect("the caller has asked `has_native`");
        (native_hooks.solve)(self, native, request, control)
    }

    fn shared_table(&self, max_bytes: usize) -> Option<TableHandle> {
        self.hooks.sharing.map(|sharing| (sharing.table)(&self.game, max_bytes))
    }

    fn is_same_game(&self, other: &dyn AnyPosition) -> bool {
        let other = other.as_any().downcast_ref::<TypedPosition<G>>();
        other.is_some_and(|TypedPosition { game, .. }| {
            let sharing = self.hooks.sharing;
            Arc::ptr_eq(&self.game, game)
                || sharing.is_some_and(|sharing| (sharing.is_same_game)(&self.game, game))
        })
    }

    fn can_share_table(&self, other: &dyn AnyPosition) -> bool {
        self.hooks.sharing.is_some() && self.is_same_game(other)
    }

    fn solve_with_table(
        &self,
        table: &TableHandle,
        request: &Request,
        control: &Control,
    ) -> Solved {
        let sharing = self.hooks.sharing.expect("the caller has asked `shared_table`");
        (sharing.solve)(self, table, request, control)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn solve_distance(&self, request: &Request, control: &Control) -> Result<Solved, Error> {
        if let Some(lengths) = self.hooks.lengths {
            return (lengths.solve)(self, request, control);
        }
        let (game, at) = self.erased();
        erased::solve_distance(&game, &at, request, control)
    }

    fn analyze_board(
        &self,
        distance: bool,
        options: AnalysisOptions,
        analysis: &mut Analysis,
        control: &Control,
    ) -> Result<(), Error> {
        let compiled = match distance {
            true => self.hooks.lengths.map(|hooks| hooks.analyze),
            false => self.hooks.native.map(|hooks| hooks.analyze),
        };
        if let Some(analyze) = compiled {
            return analyze(self, options, analysis, control);
        }
        let (game, at) = self.erased();
        erased::analyze_board(&game, &at, distance, options, analysis, control)
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

    fn terms(&self) -> Option<Vec<Term>> {
        self.hooks.values.map(|values| (values.terms)(self))
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

    fn analyze_sum(
        &self,
        step: &SumStep,
        analysis: &mut Analysis,
        control: &Control,
    ) -> Result<(), Error> {
        match self.hooks.values {
            Some(values) => {
                (values.analyze_sum)(&self.game, &self.position, step, analysis, control)
            }
            None => Ok(()),
        }
    }

    fn with_values(
        &self,
        config: ValueGameConfig,
    ) -> Option<Result<(ErasedGame, ErasedPosition), Error>> {
        self.hooks.values.map(|values| (values.with_values)(&self.game, &self.position, config))
    }
}
