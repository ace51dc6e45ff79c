//! When to stop.

use std::sync::Arc;

/// Says whether it is time to stop, to those who do not count nodes.
pub type Alarm = Arc<dyn Fn() -> bool + Send + Sync>;
