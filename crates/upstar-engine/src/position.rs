//! A position of any game. Python and the command line use this type.

use std::any::Any;

use upstar_cgt::{AnyPartisan, database, value_game::ValueGameConfig};
use upstar_core::{
    Control, Diagram, ErasedGame, ErasedKey, ErasedPosition, Error, Move, Planes, Player,
    PositionName, Rng, Score,
};
use upstar_proof::{ProofError, WriteReport};
use upstar_search::{Analysis, AnalysisOptions, Request, Solution};
use upstar_solver::{Native, Solved, SumStep};

use crate::{plan::SumFacts, registry, sum::Term};

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
    /// The exact key of the position, without the player to move.
    fn key(&self) -> ErasedKey;
    /// Is `other` a position of the same game on the same board, so that equal keys mean equal positions? False in
    /// games that cannot rebuild positions from keys.
    fn has_keys_of(&self, other: &dyn AnyPosition) -> bool;
    /// An erased position of the same game.
    fn with_erased(&self, position: &ErasedPosition) -> Box<dyn AnyPosition>;
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
    /// The certificate that a request asks for, of a position that was solved as a sum. None if none is asked for, or
    /// the game has no such certificates.
    fn certify_sum(
        &self,
        step: &SumStep,
        request: &Request,
        solution: &Solution,
        control: &Control,
    ) -> Option<Result<WriteReport, ProofError>>;
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
pub struct TableHandle(pub(crate) Box<dyn Any + Send + Sync>);

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
