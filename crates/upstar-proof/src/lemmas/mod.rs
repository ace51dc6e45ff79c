//! Lemmas: what a statement of a certificate may use beside the rules of the game.
//!
//! A lemma does one or more of three things, each with a theorem in the head of its file:
//! 1. it maps a position to an *equal* one, so that the statement about one covers both;
//! 2. it *closes* a position without a witness, by a test that takes little time;
//! 3. with a *witness*, which the certificate stores, it proves the claim, or it refutes some of
//!    the opponent's moves, so that they need no further proof.
//!
//! The checkers use the bits of a position and the shape of its board. They share no code with the
//! static bounds of the games, so certificates test these bounds too. A wrong witness proves
//! nothing; it cannot do harm.
//!
//! To add a lemma, write its file with an `impl Lemma` and add it to [`LEMMAS`].

mod board;
mod connection;
mod no_reply;
mod packing;
mod private_runs;
mod race;
mod sum;
mod symmetry;

pub use board::{Board, Family};
use upstar_core::{Planes, Player};

use super::claim::Claim;

/// A position as lemmas see it: the bits of its key, and the player to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct At {
    /// The bits of the key.
    pub planes: Planes,
    /// The player to move.
    pub mover: Player,
}

/// What a lemma proves of a position with a witness.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Proved {
    /// Nothing.
    Nothing,
    /// The claim.
    Claim,
    /// The claim after each of these moves of the opponent, who is to move. Bit n is the move
    /// with the number n.
    After(u128),
}

/// A lemma on the board of one certificate.
pub trait Lemma: Send + Sync {
    /// Its name in certificates.
    fn name(&self) -> &'static str;

    /// A position with the same outcome for both players, and at most as many moves to the end.
    fn equal(&self, at: At) -> At {
        at
    }

    /// Is the claim proved without a witness?
    fn closes(&self, _at: At, _claim: &Claim) -> bool {
        false
    }

    /// Moves of the opponent, who is to move, that need no proof, because another one is at least as good for the
    /// opponent. Bit n is the move with the number n. At least one move remains.
    fn needless(&self, _at: At, _claim: &Claim) -> u128 {
        0
    }

    /// What the witness proves.
    fn proves(&self, _at: At, _claim: &Claim, _witness: &[u8]) -> Proved {
        Proved::Nothing
    }
}

/// Makes a lemma for a board; none if it does not apply to the game.
type Maker = fn(&Board) -> Option<Box<dyn Lemma>>;

/// All lemmas, in the order in which they map positions to equal ones.
const LEMMAS: &[Maker] = &[
    connection::Connection::for_board,
    no_reply::NoReply::for_board,
    packing::Packing::for_board,
    private_runs::PrivateRuns::for_board,
    sum::Sum::for_board,
    symmetry::Symmetry::for_board,
];

/// The lemmas that apply to a board.
pub struct Lemmas {
    /// The board.
    pub board: Board,
    list: Vec<Box<dyn Lemma>>,
}

impl Lemmas {
    /// The lemmas for the board of a position with this text; none if there are no lemmas for the game, or if
    /// its positions do not fit.
    pub fn for_position(game: &str, text: &str) -> Option<Lemmas> {
        let board = Board::read(game, text)?;
        let list: Vec<_> = LEMMAS.iter().filter_map(|make| make(&board)).collect();
        (!list.is_empty()).then_some(Lemmas { board, list })
    }

    /// The lemmas with these names only, in this order; none if one of them does not exist here.
    pub fn named(game: &str, text: &str, names: &[String]) -> Option<Lemmas> {
        let mut all = Lemmas::for_position(game, text)?;
        let mut kept = Vec::new();
        for name in names {
            let at = all.list.iter().position(|lemma| lemma.name() == name)?;
            kept.push(all.list.remove(at));
        }
        Some(Lemmas { list: kept, ..all })
    }

    /// Their names.
    pub fn names(&self) -> Vec<String> {
        self.list.iter().map(|lemma| lemma.name().to_string()).collect()
    }

    /// The number of lemmas.
    pub fn count(&self) -> usize {
        self.list.len()
    }

    /// The equal position that is stated in certificates. `used` is called with the number of each lemma that
    /// changed the position.
    #[inline]
    pub fn normal_form(&self, mut at: At, mut used: impl FnMut(usize)) -> At {
        for (number, lemma) in self.list.iter().enumerate() {
            let equal = lemma.equal(at);
            if equal != at {
                used(number);
                at = equal;
            }
        }
        at
    }

    /// The number of a lemma that proves the claim without a witness.
    #[inline]
    pub fn closing(&self, at: At, claim: &Claim) -> Option<usize> {
        self.list.iter().position(|lemma| lemma.closes(at, claim))
    }

    /// What a lemma proves with a witness.
    pub fn proves(&self, number: usize, at: At, claim: &Claim, witness: &[u8]) -> Proved {
        self.list.get(number).map_or(Proved::Nothing, |lemma| lemma.proves(at, claim, witness))
    }

    /// Moves of the opponent that need no proof.
    pub fn needless(&self, at: At, claim: &Claim) -> u128 {
        self.list.iter().fold(0, |set, lemma| set | lemma.needless(at, claim))
    }

    /// The number of the lemma with this name.
    pub fn number(&self, name: &str) -> Option<usize> {
        self.list.iter().position(|lemma| lemma.name() == name)
    }
}
