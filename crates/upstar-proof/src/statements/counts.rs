//! What carries a proof, counted.

use crate::lemmas::Lemmas;

/// How often something carried the proof.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Count {
    /// In words.
    pub what: String,
    /// How often.
    pub times: u64,
}

/// The counts of one thread.
#[derive(Clone, Default)]
pub struct Counts {
    pub moves: u64,
    pub replies: u64,
    /// For each lemma: statements with a witness, moves that need no proof, positions that it closes,
    /// positions that it maps to an equal one.
    pub lemmas: Vec<[u64; 4]>,
    pub over: u64,
    pub needless: u64,
    pub stated: u64,
    pub positions: u64,
}

impl Counts {
    /// Nothing counted.
    pub fn new(lemmas: &Lemmas) -> Counts {
        Counts { lemmas: vec![[0; 4]; lemmas.count()], ..Counts::default() }
    }

    /// Adds the counts of another thread.
    pub fn add(&mut self, other: &Counts) {
        self.moves += other.moves;
        self.replies += other.replies;
        self.over += other.over;
        self.needless += other.needless;
        self.stated += other.stated;
        self.positions += other.positions;
        for (own, other) in self.lemmas.iter_mut().zip(&other.lemmas) {
            own.iter_mut().zip(other).for_each(|(own, other)| *own += other);
        }
    }

    /// The counts in words, those that are not 0.
    pub fn words(&self, lemmas: &Lemmas) -> Vec<Count> {
        let count = |what: &str, times| Count { what: what.into(), times };
        let mut counts = vec![
            count("statements by a move of the claimant", self.moves),
            count("statements by all replies of the opponent", self.replies),
        ];
        for (name, times) in lemmas.names().into_iter().zip(&self.lemmas) {
            let named = |what: &str, times| Count { what: format!("{name}: {what}"), times };
            let all = [
                "statements with a witness",
                "replies that it refutes",
                "positions that it closes",
            ];
            counts.extend(all.into_iter().zip(times).map(|(what, &times)| named(what, times)));
            counts.push(named("positions that it maps to an equal one", times[3]));
        }
        counts.push(count("replies that another reply dominates", self.needless));
        counts.push(count("positions after a move: stated", self.stated));
        counts.push(count("positions after a move: over", self.over));
        counts.retain(|count| count.times > 0);
        counts
    }
}
