//! A function that decides whether to stop.

use std::sync::Arc;

/// Returns true when the work should stop. For work that no [`Meter`](crate::Meter) counts.
pub type StopCheck = Arc<dyn Fn() -> bool + Send + Sync>;
