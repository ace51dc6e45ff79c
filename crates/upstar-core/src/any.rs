//! The type-erased face of positions: what Python and the command line hold.

use std::path::Path;
use std::sync::Arc;

use crate::base::{Error, Player, Rng, Score};
use crate::game::{Board, Game, Move, Notation};
use crate::proof::{
    self, Claim, Decisions, Header, Name, ProofError, VerifyError, Watch, WriteReport,
};
use crate::registry;
use crate::search::{Control, CustomRules, Request, Solution};

/// A position of some game. The generic code behind it is compiled for each game.
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
    fn board(&self) -> Board;
    /// The number of the position's state, in games that number their states.
    fn state_id(&self) -> Option<u32>;
    /// Plays out so many times, by the game's own policy: how often each score came up, from
    /// Left's point of view, in the order of [`scores`](AnyPosition::scores).
    fn playouts(&self, count: u64, seed: u64) -> Vec<u64>;
    /// A copy.
    fn boxed_clone(&self) -> Box<dyn AnyPosition>;
    /// Solves the position.
    ///
    /// # Errors
    /// If the algorithm or a parameter does not exist or does not suit the game. Reaching a
    /// limit is not an error.
    fn solve(&self, request: &Request, control: &Control) -> Result<Solution, Error>;

    /// Solves the position by best-first search with the caller's own four functions.
    ///
    /// # Errors
    /// If a parameter does not exist or cannot have its value.
    fn solve_custom(
        &self,
        request: &Request,
        control: &Control,
        rules: &dyn CustomRules,
    ) -> Result<Solution, Error>;
    /// Writes a certificate of claims about the position, each of which must be true.
    ///
    /// # Errors
    /// Why none was written.
    fn write_proof(
        &self,
        claims: &[Claim],
        slots: u64,
        path: &Path,
        control: &Control,
    ) -> Result<WriteReport, ProofError>;
    /// Checks that decisions prove a header's claims about the position; returns how many
    /// positions were visited.
    ///
    /// # Errors
    /// Why they do not.
    fn verify_proof(
        &self,
        header: &Header,
        decisions: &mut Decisions,
        watch: &mut Watch,
    ) -> Result<u64, VerifyError>;
}

/// A game and one of its positions.
pub struct Erased<G: Game> {
    game: Arc<G>,
    position: G::Position,
}

impl<G: Notation> Erased<G> {
    /// Hides the type of a game and its position.
    pub fn boxed(game: Arc<G>, position: G::Position) -> Box<dyn AnyPosition> {
        Box::new(Erased { game, position })
    }

    /// How the position is called in a certificate.
    ///
    /// # Errors
    /// If the registry would not read the same position again: a verifier could not either.
    fn name(&self) -> Result<Name, ProofError> {
        let (game, text) = (self.game.name(), self.text());
        let again = registry::position(game, &text, Some(self.to_move()));
        let is_same = again.is_ok_and(|again| {
            self.state_id().is_none()
                && again.text() == text
                && again.to_move() == self.to_move()
                && again.moves() == self.moves()
                && again.result() == self.result()
        });
        if !is_same {
            return Err(ProofError::Unsuitable(format!(
                "there are certificates only for positions that can be read from their text; \
                 this one of {game} cannot"
            )));
        }
        let labels = self.game.labels().map(String::from);
        Ok(Name { game: game.into(), position: text, labels })
    }

    /// The request, with what only the registry knows: the best algorithm for the game, and the
    /// position's name where a certificate is wanted.
    fn completed(&self, request: &Request) -> Result<Request, Error> {
        let mut request = request.clone();
        request.best = registry::best_for(self.game.name());
        if request.proof.is_some() {
            request.name = Some(self.name().map_err(|e| Error::Unsuitable(e.to_string()))?);
        }
        Ok(request)
    }
}

impl<G: Notation> AnyPosition for Erased<G> {
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
        Erased::boxed(Arc::clone(&self.game), position)
    }

    fn board(&self) -> Board {
        self.game.board(&self.position)
    }

    fn state_id(&self) -> Option<u32> {
        self.game.state_id(&self.position)
    }

    fn playouts(&self, count: u64, seed: u64) -> Vec<u64> {
        let scores = self.game.scores();
        let mut counts = vec![0; scores.len()];
        let mut rng = Rng::new(seed);
        let mut scratch = Vec::new();
        for _ in 0..count {
            let score = self.game.playout_end(&self.position, &mut rng, &mut scratch);
            if let Ok(place) = scores.binary_search(&score) {
                counts[place] += 1;
            }
        }
        counts
    }

    fn boxed_clone(&self) -> Box<dyn AnyPosition> {
        Erased::boxed(Arc::clone(&self.game), self.position.clone())
    }

    fn solve(&self, request: &Request, control: &Control) -> Result<Solution, Error> {
        let request = &self.completed(request)?;
        registry::solve(self.game.as_ref(), &self.position, request, control)
    }

    fn write_proof(
        &self,
        claims: &[Claim],
        slots: u64,
        path: &Path,
        control: &Control,
    ) -> Result<WriteReport, ProofError> {
        let header = Header {
            name: self.name()?,
            to_move: self.to_move(),
            claims: claims.to_vec(),
            slots,
            solver: "none".into(),
        };
        proof::write(self.game.as_ref(), &self.position, &header, None, path, control)
    }

    fn verify_proof(
        &self,
        header: &Header,
        decisions: &mut Decisions,
        watch: &mut Watch,
    ) -> Result<u64, VerifyError> {
        proof::verify_claims(self.game.as_ref(), &self.position, header, decisions, watch)
    }

    fn solve_custom(
        &self,
        request: &Request,
        control: &Control,
        rules: &dyn CustomRules,
    ) -> Result<Solution, Error> {
        let request = &self.completed(request)?;
        registry::solve_custom(self.game.as_ref(), &self.position, request, control, rules)
    }
}
