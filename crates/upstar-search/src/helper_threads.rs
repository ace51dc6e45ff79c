//! Threads that help the calling thread with one search.

use std::thread;

/// The stack of a helper thread. A search recurses once for each move of a game, so it is large. It is only
/// reserved; the operating system allocates pages when they are used.
const STACK_BYTES: usize = 1 << 28;

/// Runs `help` in a new thread for each of `inputs`, and `main` in the calling thread. Returns the result of
/// `main` after all threads have ended. If a thread cannot be started, the search continues without it.
pub fn run_with_helpers<I: Send, T>(
    inputs: impl IntoIterator<Item = I>,
    help: impl Fn(I) + Sync,
    main: impl FnOnce() -> T,
) -> T {
    let help = &help;
    let tasks = inputs.into_iter().map(|input| Box::new(move || help(input)) as Task);
    let (mut main, mut result) = (Some(main), None);
    run_tasks(tasks.collect(), &mut || result = main.take().map(|main| main()));
    result.expect("main has run")
}

/// What a thread does.
type Task<'a> = Box<dyn FnOnce() + Send + 'a>;

/// Runs each task in a thread, and `main` in the calling one. Not generic: starting threads is much code.
fn run_tasks(tasks: Vec<Task<'_>>, main: &mut dyn FnMut()) {
    thread::scope(|scope| {
        for task in tasks {
            let builder = thread::Builder::new().stack_size(STACK_BYTES);
            let _ = builder.spawn_scoped(scope, task);
        }
        main();
    });
}
