//! The type-erased face of positions: what Python and the command line hold.

use std::path::Path;
use std::sync::Arc;

use crate::base::{Error, Planes, Player, Rng, Score};
use crate::cgt::AnyPartisan;
use crate::endgame;
use crate::game::{Board, Game, Move, Notation, Partisan};
use crate::informed::{self, Informed, Options};
use crate::proof::{
    self, Claim, Decisions, Header, Name, ProofError, VerifyError, Watch, WriteReport,
};
use crate::registry;
use crate::search::{
    self, Control, CustomRules, MonteCarloPlayer, Parameters, Request, Solution, Stopped, When,
};
use crate::sums::Stock;

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
    /// A copy.
    fn boxed_clone(&self) -> Box<dyn AnyPosition>;
    /// The position as one that has a value, in games under normal play.
    fn partisan(&self) -> Option<Box<dyn AnyPartisan>>;
    /// What databases ask of the game on the position's board, if its positions have values.
    fn endgame(&self) -> Option<Box<dyn endgame::Board>>;
    /// The position and its parts as databases know them, if they have values.
    fn pieces(&self) -> Option<Pieces>;
    /// Solves the position.
    ///
    /// # Errors
    /// If the algorithm or a parameter does not exist or does not suit the game. Reaching a
    /// limit is not an error.
    fn solve(&self, request: &Request, control: &Control) -> Result<Solution, Error>;

    /// A player that keeps its tree from move to move, from this position on; none if the
    /// algorithm keeps none.
    ///
    /// # Errors
    /// If the algorithm or a parameter does not exist or does not suit the game.
    fn player(
        &self,
        request: &Request,
        max_bytes: usize,
    ) -> Result<Option<Box<dyn AnyPlayer>>, Error>;

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
    /// A legal move by chance, each as likely as any other; the score when the game is over.
    ///
    /// # Errors
    /// The score, from Left's point of view, when the game is over.
    fn random_move(&self, rng: &mut Rng) -> Result<Move, Score>;
    /// Plays at random to the end so many times; for each of [`scores`](AnyPosition::scores), how
    /// often a play ended with it. Fewer when `control` says stop.
    ///
    /// # Errors
    /// If a parameter, one of [`informed::PARAMETERS`], does not suit the game.
    fn playouts(
        &self,
        count: u64,
        seed: u64,
        parameters: &Parameters,
        control: &Control,
    ) -> Result<Vec<u64>, Error>;
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

/// A player of some game.
pub trait AnyPlayer: Send {
    /// Thinks about the position within the limits of `control`; what was known before counts.
    fn think(&mut self, control: &Control) -> Solution;
    /// Somebody has played a legal move.
    fn play(&mut self, mv: Move);
}

impl<G: Game> AnyPlayer for MonteCarloPlayer<G> {
    fn think(&mut self, control: &Control) -> Solution {
        MonteCarloPlayer::think(self, control)
    }

    fn play(&mut self, mv: Move) {
        MonteCarloPlayer::play(self, mv);
    }
}

/// A game and one of its positions.
pub struct Erased<G: Game> {
    game: Arc<G>,
    position: G::Position,
    /// What can be made of a position that has a value.
    values: Option<Valued<G>>,
}

/// Makes things of a position that has a value.
struct Valued<G: Game> {
    /// Its face.
    face: fn(&Arc<G>, &G::Position) -> Box<dyn AnyPartisan>,
    /// The answer, found on sums; see [`search::solve_sum`].
    solve_sum: SolveSum<G>,
    /// When that is best.
    when: When,
    /// A game that knows what its parts are worth.
    inform: fn(&Arc<G>, &G::Position, Options) -> Begun,
    /// What databases ask of it.
    board: fn(&Arc<G>) -> Box<dyn endgame::Board>,
    /// The position, its parts with their texts, as databases know them.
    pieces: fn(&Arc<G>, &G::Position) -> Pieces,
}

/// A position as databases know it, and its parts with their texts.
pub type Pieces = (Planes, Vec<(String, Planes)>);

/// An informed game and where it begins.
type Start = (Informed, informed::Position);
type Begun = Result<Start, Error>;
type Solved = Result<Option<Solution>, Error>;
type SolveSum<G> = fn(&Arc<G>, &<G as Game>::Position, When, &Request, &Control) -> Solved;

impl<G: Game> Clone for Valued<G> {
    fn clone(&self) -> Valued<G> {
        *self
    }
}

impl<G: Game> Copy for Valued<G> {}

impl<G: Notation> Erased<G> {
    /// Hides the type of a game and its position.
    pub fn boxed(game: Arc<G>, position: G::Position) -> Box<dyn AnyPosition> {
        Box::new(Erased { game, position, values: None })
    }

    /// The same for a game whose positions have values. `auto` searches those on sums that fall apart at
    /// once.
    pub fn partisan(game: Arc<G>, position: G::Position) -> Box<dyn AnyPosition>
    where
        G: Partisan,
    {
        Erased::valued(game, position, When::Apart)
    }

    /// The same for one that `auto` always searches on sums.
    pub fn summed(game: Arc<G>, position: G::Position) -> Box<dyn AnyPosition>
    where
        G: Partisan,
    {
        Erased::valued(game, position, When::Always)
    }

    fn valued(game: Arc<G>, position: G::Position, when: When) -> Box<dyn AnyPosition>
    where
        G: Partisan,
    {
        let values: Valued<G> = Valued {
            face: |game, position| Box::new((Arc::clone(game), position.clone())),
            solve_sum: search::solve_sum,
            when,
            inform: |game, position, options| Informed::new(game, game.name(), position, options),
            board: |game| Box::new(Arc::clone(game)),
            pieces: |game, position| {
                let parts = game.parts(position).into_iter();
                let parts = parts.map(|part| (game.print(&part), game.pack(&part)));
                (game.pack(position), parts.collect())
            },
        };
        Box::new(Erased { game, position, values: Some(values) })
    }

    /// The request without what is asked of values, and the informed game if they are to be used.
    fn informed(&self, mut request: Request) -> Result<(Request, Option<Start>), Error> {
        let (asked, own) = request.parameters.split(informed::PARAMETERS);
        request.parameters = own;
        if asked.is_empty() {
            return Ok((request, None));
        }
        let info = registry::algorithm(&request.algorithm)?;
        asked.check_among(informed::PARAMETERS, info.name)?;
        let Some(values) = self.values else {
            let names: Vec<&str> = informed::PARAMETERS.iter().map(|p| p.name).collect();
            let wanted = names.into_iter().find(|name| asked.given(name).is_some());
            let wanted = format!("{} needs values: ", wanted.unwrap_or_default());
            return Err(registry::no_values(self.game.name(), &wanted));
        };
        let Some(options) = Options::read(&asked)? else {
            // Nothing but a database: for searches on sums.
            let directory = asked.given("database").filter(|path| !path.is_empty());
            let game = self.game.name();
            request.stock =
                directory.map(|path| Stock { directory: path.into(), game: game.into() });
            return Ok((request, None));
        };
        let has_order = info.parameters.iter().any(|p| p.name == "order");
        if options.ordering && has_order && request.parameters.given("order").is_none() {
            request.parameters = request.parameters.with("order", "evaluation");
        }
        let start = (values.inform)(&self.game, &self.position, options)?;
        Ok((request, Some(start)))
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
            request.plain = registry::is_certified_plainly(self.game.name());
            request.name = Some(self.name().map_err(|e| Error::Unsuitable(e.to_string()))?);
        } else if request.checkpoint.is_some() {
            request.name = self.name().ok();
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
        Box::new(Erased { game: Arc::clone(&self.game), position, values: self.values })
    }

    fn board(&self) -> Board {
        self.game.board(&self.position)
    }

    fn state_id(&self) -> Option<u32> {
        self.game.state_id(&self.position)
    }

    fn boxed_clone(&self) -> Box<dyn AnyPosition> {
        let (game, position) = (Arc::clone(&self.game), self.position.clone());
        Box::new(Erased { game, position, values: self.values })
    }

    fn partisan(&self) -> Option<Box<dyn AnyPartisan>> {
        self.values.map(|values| (values.face)(&self.game, &self.position))
    }

    fn endgame(&self) -> Option<Box<dyn endgame::Board>> {
        self.values.map(|values| (values.board)(&self.game))
    }

    fn pieces(&self) -> Option<Pieces> {
        self.values.map(|values| (values.pieces)(&self.game, &self.position))
    }

    fn solve(&self, request: &Request, control: &Control) -> Result<Solution, Error> {
        let (request, informed) = self.informed(self.completed(request)?)?;
        let plain = (self.game.as_ref(), &self.position);
        if let Some((game, start)) = &informed {
            return registry::solve_informed(plain, (game, start), &request, control);
        }
        let values = self.values.filter(|_| registry::may_take_sums(&request));
        let on_sums = match values {
            Some(values) => {
                (values.solve_sum)(&self.game, plain.1, values.when, &request, control)?
            }
            None => None,
        };
        let Some(on_sums) = on_sums else {
            let mut solution = registry::solve(plain.0, plain.1, &request, control)?;
            if request.stock.is_some() {
                let more = if solution.note.is_empty() { "" } else { "; " };
                solution.note += more;
                solution.note += "the database is for searches on sums, which this is not";
            }
            return Ok(solution);
        };
        if on_sums.stopped != Some(Stopped::Memory) {
            return Ok(search::complete_line(plain.0, plain.1, on_sums, control));
        }
        // The checkpoint of the sums stays what it is.
        let checkpoint = request.checkpoint.as_ref().map(|folder| folder.join("boards"));
        let request = Request { checkpoint, ..request };
        let mut solution = registry::solve(plain.0, plain.1, &request, control)?;
        solution.stats.add(&on_sums.stats);
        solution.note += "; sums of parts did not fit into the memory";
        Ok(solution)
    }

    fn random_move(&self, rng: &mut Rng) -> Result<Move, Score> {
        self.game.random_move(&self.position, rng, &mut Vec::new())
    }

    fn playouts(
        &self,
        count: u64,
        seed: u64,
        parameters: &Parameters,
        control: &Control,
    ) -> Result<Vec<u64>, Error> {
        parameters.check_among(informed::PARAMETERS, "random play")?;
        let request = Request { parameters: parameters.clone(), ..Request::new("mcts") };
        Ok(match self.informed(request)?.1 {
            None => search::playouts(self.game.as_ref(), &self.position, count, seed, control),
            Some((game, start)) => search::playouts(&game, &start, count, seed, control),
        })
    }

    fn player(
        &self,
        request: &Request,
        max_bytes: usize,
    ) -> Result<Option<Box<dyn AnyPlayer>>, Error> {
        registry::algorithm(&request.algorithm)?;
        let (request, informed) = self.informed(request.clone())?;
        if let Some((game, start)) = informed {
            let player = MonteCarloPlayer::new(Arc::new(game), &start, &request, max_bytes)?;
            return Ok(player.map(|player| Box::new(player) as Box<dyn AnyPlayer>));
        }
        let game = Arc::clone(&self.game);
        let player = MonteCarloPlayer::new(game, &self.position, &request, max_bytes)?;
        Ok(player.map(|player| Box::new(player) as Box<dyn AnyPlayer>))
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
