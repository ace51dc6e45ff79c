//! Threads that help the calling thread with one search.

use std::thread;

/// A search recurses once for each move of a game. The stack is only reserved: its pages are used
/// as they are needed.
const STACK_BYTES: usize = 1 << 28;

/// Runs `help` in a thread for each of `inputs`, and `main` in the calling thread. Returns the result of `main` when
/// all threads have ended. If a thread cannot be started, the search is slower and no more.
pub(crate) fn run_with_helpers<I: Send, T>(
    inputs: impl IntoIterator<Item = I>,
    help: impl Fn(I) + Sync,
    main: impl FnOnce() -> T,
) -> T {
    thread::scope(|scope| {
        for input in inputs {
            let builder = thread::Builder::new().stack_size(STACK_BYTES);
            let help = &help;
            let _ = builder.spawn_scoped(scope, move || help(input));
        }
        main()
    })
}
