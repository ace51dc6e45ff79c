//! A game and one of its positions, with the searches that are compiled for the game.

use std::{any::Any, sync::Arc};

use upstar_cgt::{
    AnyPartisan, database,
    value_game::{ValueGame, ValueGameConfig},
};
use upstar_core::{
    Control, Diagram, ErasedGame, ErasedKey, ErasedPartisan, ErasedPosition, Error, Game, Move,
    Notation, Partisan, Player, Rng, Score, SearchGame, Wide, bytes_for_tables,
};
use upstar_proof::{ProofError, WriteReport};
use upstar_search::{
    AlphaBeta, Analysis, AnalysisOptions, BoundsEntry, Request, SharedTable, Solution,
};
use upstar_solver::{
    Native, Solved, SumStep,
    analysis::{analyze_board, analyze_distances},
    distance::solve_distance,
    erased, finish_native,
};

use crate::{
    hooks::{Hooks, LengthHooks, NativeHooks, NativeSolve, SharingHooks, ValueHooks},
    plan::SumFacts,
    position::{AnyPosition, Pieces, TableHandle},
    sum::{self, Sum, Term},
};

/// The table of alpha-beta for a game.
type GameTable<G> = Arc<SharedTable<<G as Game>::Key, BoundsEntry>>;

/// A game and one of its positions.
pub struct TypedPosition<G: Notation> {
    game: Arc<G>,
    position: G::Position,
    hooks: Hooks<G>,
}

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
    pub fn native(self) -> TypedPosition<G> {
        self.with_native(|this, native, request, control| {
            let (game, at) = (this.game.as_ref(), &this.position);
            let answer = native.search(game, at, request, control)?;
            Ok(finish_native(game, &this.erased_game(), at, answer, request, control))
        })
    }

    /// Alpha-beta is compiled for the game. Df-pn runs on the game behind one type.
    #[must_use]
    pub fn native_alpha_beta(self) -> TypedPosition<G> {
        self.with_native(|this, native, request, control| {
            let (game, erased, at) = (this.game.as_ref(), this.erased_game(), &this.position);
            let answer = native.search_with_erased_df_pn(game, &erased, at, request, control)?;
            Ok(finish_native(game, &erased, at, answer, request, control))
        })
    }

    fn with_native(mut self, solve: NativeSolve<G>) -> TypedPosition<G> {
        self.hooks.native = Some(NativeHooks {
            solve,
            analyze: |this, options, found, control| {
                analyze_board(this.game.as_ref(), &this.position, options, found, control)
            },
        });
        self
    }

    /// The game behind the type that all games share.
    fn erased_game(&self) -> ErasedGame {
        ErasedGame::new(Arc::clone(&self.game))
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
                finish_native(game, &this.erased_game(), at, answer, request, control)
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
            certify_sum: None,
            analyze_sum: |game, position, step, found, control| {
                let (game, position) = ErasedPartisan::new(Arc::clone(game), position);
                erased::analyze_sum(game, &position, step, found, control)
            },
            with_values: |game, position, config| {
                let (erased, position) = ErasedPartisan::new(Arc::clone(game), position);
                erased::with_values(erased, game.name(), &position, config)
            },
        });
        self
    }

    /// The positions have values, and searches with values are compiled for the game.
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
            values.certify_sum = Some(|game, position, step, request, solution, control| {
                step.certify(game, position, request, solution, control)
            });
            values.analyze_sum =
                |game, position, step, found, control| step.analyze(game, position, found, control);
            values.with_values = |game, position, config| {
                let (game, root) = ValueGame::new(game, game.name(), position, config)?;
                Ok((ErasedGame::new(Arc::new(game)), ErasedPosition::new(root)))
            };
        }
        this
    }

    /// The game.
    pub fn game_of(&self) -> &Arc<G> {
        &self.game
    }

    /// The position.
    pub fn position_of(&self) -> &G::Position {
        &self.position
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
    /// The position is a sum: its parts have values.
    #[must_use]
    pub fn sum(self) -> TypedPosition<Sum> {
        let mut this = self.valued();
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
        (self.erased_game(), ErasedPosition::new(self.position.clone()))
    }

    fn key(&self) -> ErasedKey {
        ErasedKey::new(self.game.key(&self.position).widen())
    }

    fn has_keys_of(&self, other: &dyn AnyPosition) -> bool {
        let Some(other) = other.as_any().downcast_ref::<TypedPosition<G>>() else { return false };
        if Arc::ptr_eq(&self.game, &other.game) {
            return true;
        }
        // The text has the whole position with its board. So the boards are the same if this game prints the other
        // game's key as the other game does.
        let (key, mover) = (other.game.key(&other.position), other.game.to_move(&other.position));
        self.game.name() == other.game.name()
            && self
                .game
                .rebuild(&key, mover)
                .is_some_and(|here| self.game.print(&here) == other.game.print(&other.position))
    }

    fn with_erased(&self, position: &ErasedPosition) -> Box<dyn AnyPosition> {
        self.with_position(position.get::<G::Position>().clone()).boxed()
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

    fn can_share_table(&self, other: &dyn AnyPosition) -> bool {
        let other = other.as_any().downcast_ref::<TypedPosition<G>>();
        self.hooks.sharing.zip(other).is_some_and(|(sharing, other)| {
            Arc::ptr_eq(&self.game, &other.game) || (sharing.is_same_game)(&self.game, &other.game)
        })
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

    fn certify_sum(
        &self,
        step: &SumStep,
        request: &Request,
        solution: &Solution,
        control: &Control,
    ) -> Option<Result<WriteReport, ProofError>> {
        let certify = self.hooks.values?.certify_sum?;
        certify(&self.game, &self.position, step, request, solution, control)
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
