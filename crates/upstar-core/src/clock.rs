//! The clock of a search.

use std::{sync::OnceLock, time::Instant};

/// The environment variable that selects the clock. Its one value is `processor`.
const VARIABLE: &str = "UPSTAR_CLOCK";

/// Seconds since a start: of wall-clock time, or of the processor time of this process.
///
/// Processor time does not depend on what else the machine does. It counts all threads of the
/// process, so it suits one search at a time.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    start: Instant,
    /// The processor time at the start; `None` on a clock of wall-clock time.
    processor: Option<f64>,
}

impl Clock {
    /// A clock that starts now. The environment variable `UPSTAR_CLOCK` selects its kind.
    pub fn start() -> Clock {
        static IS_PROCESSOR: OnceLock<bool> = OnceLock::new();
        let is_processor = *IS_PROCESSOR
            .get_or_init(|| std::env::var(VARIABLE).is_ok_and(|word| word == "processor"));
        let processor = if is_processor { processor_seconds() } else { None };
        Clock { start: Instant::now(), processor }
    }

    /// Seconds since the start.
    pub fn seconds(&self) -> f64 {
        match self.processor {
            Some(start) => processor_seconds().map_or(0.0, |now| now - start),
            None => self.start.elapsed().as_secs_f64(),
        }
    }
}

/// The processor time of this process in seconds; `None` where the system does not report it.
#[cfg(unix)]
fn processor_seconds() -> Option<f64> {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: invariant: `time` lives until the call returns, and the call writes nothing else.
    let failed = unsafe { libc::clock_gettime(libc::CLOCK_PROCESS_CPUTIME_ID, &mut time) };
    (failed == 0).then_some(time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9)
}

#[cfg(not(unix))]
fn processor_seconds() -> Option<f64> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn processor_time_grows_with_work() {
        let Some(start) = processor_seconds() else { return };
        let clock = Clock { start: Instant::now(), processor: Some(start) };
        let mut work = 0_u64;
        while clock.seconds() < 0.001 {
            work = std::hint::black_box(work + 1);
        }
        assert!(work > 0);
    }
}
