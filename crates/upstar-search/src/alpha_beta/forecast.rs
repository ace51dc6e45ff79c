//! A forecast of the nodes that a running search will have created when it ends.
//!
//! **Idea** The [estimated size of the tree](super::estimate) is far too high at first, because it does not
//! include what the table will save. It falls steadily as the table fills, and it is right when the search
//! ends. So the search stores an estimate whenever its nodes have doubled. It extrapolates these estimates to
//! the point at which estimate and nodes are equal.
//!
//! **Formula** The line ln E = a + b ln n is fitted by least squares to the last estimates E after n nodes,
//! with −2 ≤ b ≤ 0. It meets E = n at N = exp(a / (1 − b)). The forecast is N, but at most the last estimate
//! and at least the nodes created so far.
//!
//! **Guarantee** None. We measured it on twelve boards of six games, from 1/256 of their nodes on. The
//! geometric mean of its error was a factor of 2.8. The error of the estimates themselves was a factor of 37.

/// The line is fitted to at most this many estimates, each after twice the nodes of the one before.
const MAX_POINTS: usize = 5;
/// With fewer estimates no line is fitted.
const MIN_POINTS: usize = 3;
/// The nodes at the first stored estimate.
const FIRST_NODES: u64 = 1 << 10;
/// The smallest slope of the line.
const MIN_SLOPE: f64 = -2.0;

/// The last estimates.
#[derive(Clone, Debug)]
pub(crate) struct NodeForecast {
    /// Logarithms of nodes and estimates, the oldest first.
    points: Vec<(f64, f64)>,
    /// The nodes at which the next estimate is stored.
    pub due: u64,
}

impl Default for NodeForecast {
    fn default() -> NodeForecast {
        NodeForecast { points: Vec::with_capacity(MAX_POINTS), due: FIRST_NODES }
    }
}

impl NodeForecast {
    /// Stores the estimate that the search has after `nodes` nodes, if it has one.
    #[cold]
    pub fn add(&mut self, nodes: u64, estimate: Option<f64>) {
        self.due = nodes * 2;
        let Some(estimate) = estimate else { return };
        if self.points.len() == MAX_POINTS {
            self.points.remove(0);
        }
        self.points.push(((nodes as f64).ln(), estimate.max(1.0).ln()));
    }

    /// The forecast after `nodes` nodes, with the current estimate.
    pub fn nodes(&self, nodes: u64, estimate: f64) -> f64 {
        let nodes = nodes as f64;
        if self.points.len() < MIN_POINTS {
            return estimate.max(nodes);
        }
        let count = self.points.len() as f64;
        let mean = |of: fn(&(f64, f64)) -> f64| self.points.iter().map(of).sum::<f64>() / count;
        let (x, y) = (mean(|p| p.0), mean(|p| p.1));
        let both: f64 = self.points.iter().map(|p| (p.0 - x) * (p.1 - y)).sum();
        let square: f64 = self.points.iter().map(|p| (p.0 - x).powi(2)).sum();
        let slope = (both / square).clamp(MIN_SLOPE, 0.0);
        let meeting = ((y - slope * x) / (1.0 - slope)).exp();
        meeting.min(estimate).max(nodes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Estimates after each doubling, and the forecast after the last.
    fn forecast(estimates: impl Fn(f64) -> f64, last: u32) -> f64 {
        let mut forecast = NodeForecast::default();
        for power in 10..=last {
            let nodes = 1 << power;
            assert!(nodes >= forecast.due);
            forecast.add(nodes, Some(estimates(nodes as f64)));
        }
        let nodes = 1_u64 << last;
        forecast.nodes(nodes, estimates(nodes as f64))
    }

    #[test]
    fn steadily_falling_estimates_are_extrapolated() {
        // The estimate is right after a million nodes, and too high before by the factor that is missing.
        let found = forecast(|nodes| 1e6 * (1e6 / nodes), 15);
        assert!((found / 1e6 - 1.0).abs() < 1e-6, "{found}");
    }

    #[test]
    fn constant_and_rising_estimates_are_not_extrapolated() {
        assert!((forecast(|_| 1e9, 15) / 1e9 - 1.0).abs() < 1e-6);
        let rising = forecast(|nodes| 1e5 * nodes, 15);
        assert!(rising <= 1e5 * f64::from(1 << 15) && rising > 1e8, "{rising}");
    }

    #[test]
    fn a_forecast_is_at_least_the_nodes_so_far() {
        assert!((forecast(|_| 10.0, 15) - f64::from(1 << 15)).abs() < 1e-6);
        assert!((NodeForecast::default().nodes(100, 7.0) - 100.0).abs() < 1e-6);
    }
}
