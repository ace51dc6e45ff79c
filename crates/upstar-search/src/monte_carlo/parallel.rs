//! Search with several threads. Each thread draws its random numbers from its own seed. With one thread, the
//! same seed gives the same search.

use std::{
    sync::{
        Mutex,
        atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
    },
    thread,
};

use upstar_core::{Limits, Meter, SearchGame, into_inner, lock, mix};

use super::{
    config::Policy,
    search::{Iteration, TreeSearch},
};

/// The seed of a thread.
pub fn seed_of(seed: u64, thread: usize) -> u64 {
    if thread == 0 { seed } else { mix(seed ^ mix(thread as u64)) }
}

/// The data that the threads share.
struct SharedSearch<'a, 'm, G: SearchGame> {
    search: &'a mut TreeSearch<G>,
    meter: &'a mut Meter<'m>,
    /// The number of iterations between their descent and their backup.
    in_flight: usize,
}

/// Tree parallelization: one tree with one lock, playouts outside the lock, and virtual losses that make
/// threads select different paths (Chaslot, Winands and van den Herik 2008).
pub fn search_tree_parallel<G: SearchGame>(
    game: &G,
    search: &mut TreeSearch<G>,
    meter: &mut Meter,
    seed: u64,
    threads: usize,
) {
    let (config, scale) = (search.config.clone(), search.scale);
    let position = search.position.clone();
    let shared = Mutex::new(SharedSearch { search, meter, in_flight: 0 });
    let work = |seed| {
        let mut iteration = Iteration::<G>::new(&position, seed);
        loop {
            let (created, move_averages) = {
                let mut held = lock(&shared);
                let SharedSearch { search, meter, in_flight } = &mut *held;
                if search.root().is_solved() || search.is_decided() || meter.stopped().is_some() {
                    return;
                }
                if search.is_full {
                    // Compaction moves nodes, so no other iteration may hold a path into the tree.
                    if *in_flight == 0 && !search.reclaim_memory(game, meter) {
                        return;
                    }
                    drop(held);
                    thread::yield_now();
                    continue;
                }
                let created = search.descend(game, &mut iteration);
                search.add_virtual_losses(&iteration.path, 1);
                *in_flight += 1;
                (created, search.move_averages.clone_if(config.policy != Policy::Uniform))
            };
            let playouts = iteration.simulate(game, &config, scale, &move_averages);
            let mut held = lock(&shared);
            let SharedSearch { search, meter, in_flight } = &mut *held;
            search.add_virtual_losses(&iteration.path, -1);
            search.backup(&mut iteration);
            *in_flight -= 1;
            meter.expansions += std::mem::take(&mut search.expansions);
            if game.has_failed() {
                meter.game_failed();
            }
            if *in_flight == 0 && !search.reclaim_memory(game, meter) {
                return;
            }
            meter.report_bounds(search.bounds());
            search.record_trace(meter);
            let tree = &search.tree;
            meter.count_iteration(created, playouts, game, || tree.bytes());
        }
    };
    thread::scope(|scope| {
        for number in 1..threads {
            let work = &work;
            scope.spawn(move || work(seed_of(seed, number)));
        }
        work(seed);
    });
}

/// Root parallelization: one tree for each thread, until one has the answer. Each thread may use an equal
/// part of the remaining limits.
pub fn search_root_parallel<G: SearchGame>(
    game: &G,
    searches: &mut [TreeSearch<G>],
    meter: &mut Meter,
    limits: Limits,
    seed: u64,
) {
    let trees = searches.len() as u64;
    let share = |limit: u64, used: u64| match limit {
        u64::MAX => limit,
        limit => (limit.saturating_sub(used) / trees).max(1),
    };
    let limits = Limits {
        max_nodes: share(limits.max_nodes, meter.nodes),
        max_playouts: share(limits.max_playouts, meter.playouts),
        max_seconds: (limits.max_seconds - meter.seconds()).max(0.0),
        ..limits
    };
    let done = AtomicBool::new(false);
    let counts: [AtomicU64; 4] = Default::default();
    let meters = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for (number, search) in searches.iter_mut().enumerate() {
            let mut own = meter.with_own_limits(limits);
            let (done, counts, meters) = (&done, &counts, &meters);
            scope.spawn(move || {
                let mut iteration = Iteration::<G>::new(&search.position, seed_of(seed, number));
                search.run(game, &mut own, &mut iteration, done);
                if search.root().is_solved() {
                    done.store(true, Relaxed);
                }
                counts[0].fetch_add(own.nodes, Relaxed);
                counts[1].fetch_add(own.playouts, Relaxed);
                counts[2].fetch_add(own.expansions, Relaxed);
                counts[3].fetch_add(own.iterations, Relaxed);
                lock(meters).push((own.stopped(), own.peak_bytes.max(search.tree.bytes())));
            });
        }
    });
    let [nodes, playouts, expansions, iterations] = counts.map(AtomicU64::into_inner);
    meter.nodes += nodes;
    meter.playouts += playouts;
    meter.expansions += expansions;
    meter.iterations += iterations;
    let ended = into_inner(meters);
    meter.record_bytes(ended.iter().map(|(_, bytes)| bytes).sum());
    if !done.into_inner()
        && let Some(why) = ended.iter().find_map(|(stopped, _)| *stopped)
    {
        meter.stop(why);
    }
}
