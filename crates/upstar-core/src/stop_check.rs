//! Functions that decide whether to stop.

use std::{cell::RefCell, sync::Arc};

/// Returns true when the work should stop. For work that no [`Meter`](crate::Meter) counts.
pub type StopCheck = Arc<dyn Fn() -> bool + Send + Sync>;

thread_local! {
    static READING: RefCell<Option<StopCheck>> = const { RefCell::new(None) };
}

/// Runs `work`. Until it returns, [`should_stop_reading`] on this thread asks `check`. Files are read at many places
/// that no search controls.
pub fn read_until<T>(check: StopCheck, work: impl FnOnce() -> T) -> T {
    /// Restores the earlier check, even after a panic.
    struct Restore(Option<StopCheck>);
    impl Drop for Restore {
        fn drop(&mut self) {
            READING.set(self.0.take());
        }
    }
    let _restore = Restore(READING.replace(Some(check)));
    work()
}

/// Should the reading of a large file on this thread stop? Asked every few megabytes.
pub fn should_stop_reading() -> bool {
    READING.with_borrow(|check| check.as_ref().is_some_and(|check| check()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_check_holds_until_its_work_returns() {
        assert!(!should_stop_reading());
        read_until(Arc::new(|| true), || {
            assert!(should_stop_reading());
            read_until(Arc::new(|| false), || assert!(!should_stop_reading()));
            assert!(should_stop_reading());
        });
        let panics = || read_until(Arc::new(|| true), || panic!("as planned"));
        assert!(std::panic::catch_unwind(panics).is_err());
        assert!(!should_stop_reading());
    }
}
