//! How many nodes a running search will have made in the end.
//!
//! **Idea** The [size of the tree](super::estimate), as it is guessed on the way, is far too high at first and
//! falls as the table fills: what it saves later cannot be seen earlier. But it falls steadily, and in the end it
//! is right. So the guesses are noted whenever the nodes have doubled, and the fall is followed to where
//! guess and nodes meet.
//!
//! **Formula** A line ln E = a + b ln n is laid through the last guesses E after n nodes (least squares), with
//! −2 ≤ b ≤ 0. It meets E = n at N = exp(a / (1 − b)), which is told, but no more than the last guess and no fewer than
//! the nodes made so far.
//!
//! **Guarantee** none. Measured on twelve boards of six games, from 1/256 of their nodes on: wrong by a factor of 2.8
//! in the geometric mean, where the guesses themselves are wrong by 37.

/// So many guesses are looked at, each after twice the nodes of the one before.
const LOOKS: usize = 5;
/// Fewer tell no direction.
const FEWEST: usize = 3;
/// The first guess that is noted.
const FIRST: u64 = 1 << 10;
/// A line falls at most so steeply.
const STEEPEST: f64 = -2.0;

/// The guesses so far.
#[derive(Clone, Debug)]
pub(super) struct Forecast {
    /// Logarithms of nodes and guesses, the oldest first.
    points: Vec<(f64, f64)>,
    /// The nodes after which the next guess is noted.
    pub due: u64,
}

impl Default for Forecast {
    fn default() -> Forecast {
        Forecast { points: Vec::with_capacity(LOOKS), due: FIRST }
    }
}

impl Forecast {
    /// Notes a guess, if there is one, after so many nodes.
    #[cold]
    pub fn note(&mut self, nodes: u64, guess: Option<f64>) {
        self.due = nodes * 2;
        let Some(guess) = guess else { return };
        if self.points.len() == LOOKS {
            self.points.remove(0);
        }
        self.points.push(((nodes as f64).ln(), guess.max(1.0).ln()));
    }

    /// The nodes in the end, after so many and with this guess now.
    pub fn nodes(&self, nodes: u64, guess: f64) -> f64 {
        let nodes = nodes as f64;
        if self.points.len() < FEWEST {
            return guess.max(nodes);
        }
        let count = self.points.len() as f64;
        let mean = |of: fn(&(f64, f64)) -> f64| self.points.iter().map(of).sum::<f64>() / count;
        let (x, y) = (mean(|p| p.0), mean(|p| p.1));
        let both: f64 = self.points.iter().map(|p| (p.0 - x) * (p.1 - y)).sum();
        let square: f64 = self.points.iter().map(|p| (p.0 - x).powi(2)).sum();
        let slope = (both / square).clamp(STEEPEST, 0.0);
        let meeting = ((y - slope * x) / (1.0 - slope)).exp();
        meeting.min(guess).max(nodes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Guesses after each doubling, and the forecast after the last.
    fn forecast(guesses: impl Fn(f64) -> f64, last: u32) -> f64 {
        let mut forecast = Forecast::default();
        for power in 10..=last {
            let nodes = 1 << power;
            assert!(nodes >= forecast.due);
            forecast.note(nodes, Some(guesses(nodes as f64)));
        }
        let nodes = 1_u64 << last;
        forecast.nodes(nodes, guesses(nodes as f64))
    }

    #[test]
    fn a_steady_fall_is_followed_to_its_end() {
        // Right after a million nodes, and too high by the missing factor before.
        let found = forecast(|nodes| 1e6 * (1e6 / nodes), 15);
        assert!((found / 1e6 - 1.0).abs() < 1e-6, "{found}");
    }

    #[test]
    fn guesses_that_stay_are_believed_and_rising_ones_too() {
        assert!((forecast(|_| 1e9, 15) / 1e9 - 1.0).abs() < 1e-6);
        let rising = forecast(|nodes| 1e5 * nodes, 15);
        assert!(rising <= 1e5 * f64::from(1 << 15) && rising > 1e8, "{rising}");
    }

    #[test]
    fn it_is_never_less_than_what_was_done() {
        assert!((forecast(|_| 10.0, 15) - f64::from(1 << 15)).abs() < 1e-6);
        assert!((Forecast::default().nodes(100, 7.0) - 100.0).abs() < 1e-6);
    }
}
