//! Grundy values of all heaps up to a size.

use std::sync::atomic::Ordering::Relaxed;

use upstar_core::{Control, Stopped};

use super::{HeapRules, Period, period, sparse_space::SparseSpace, triples::Triples};

/// A period is looked for when this many values are known, and each time their number has doubled.
const FIRST_PERIOD: usize = 256;
/// The clock is read after about this many steps.
const STEPS_PER_CHECK: usize = 1 << 20;

/// The Grundy values of heaps 0, 1, 2, ….
#[derive(Clone, Debug, Default)]
pub struct GrundyValues {
    /// The values; fewer than wanted if a limit was reached.
    pub values: Vec<u16>,
    /// The number of values that were computed. The others follow from a proved period.
    pub computed: usize,
    /// The period, if there is one.
    pub period: Option<Period>,
    /// The number of heaps with rare values in the last sparse space; 0 if there is none.
    pub rare_heaps: usize,
    /// Why the work ended early.
    pub stopped: Option<Stopped>,
    /// The size of the first heap whose value does not fit 16 bits, where the work ended.
    pub too_large: Option<usize>,
    /// The bytes of values and tables at the end.
    pub bytes: usize,
}

enum Method<'a> {
    SparseSpace(Box<SparseSpace<'a>>),
    Triples(Triples<'a>),
}

/// Computes the Grundy values of heaps 0 to `last`.
///
/// A proved period ends the computation: the other values follow from it.
pub fn grundy_values(rules: &HeapRules, last: usize, control: &Control) -> GrundyValues {
    let mut found = GrundyValues::default();
    let mut method = match rules.taken[3].is_empty() {
        true => Method::SparseSpace(Box::new(SparseSpace::new(rules))),
        false => Method::Triples(Triples::new(rules)),
    };
    let (mut steps, mut next_period) = (0, FIRST_PERIOD);
    let bytes = |method: &Method<'_>, values: &Vec<u16>| {
        // The search for a period needs four bytes for each value.
        2 * values.capacity()
            + 4 * values.len()
            + match method {
                Method::SparseSpace(sparse) => sparse.bytes(),
                Method::Triples(triples) => triples.bytes(),
            }
    };
    while found.values.len() <= last {
        let heap = found.values.len();
        if heap == next_period {
            next_period *= 2;
            found.period = period(&found.values, Some(rules)).filter(|period| period.is_proved);
            if found.period.is_some() {
                break;
            }
        }
        let (value, work) = match &mut method {
            Method::SparseSpace(sparse) => sparse.next(&found.values),
            Method::Triples(triples) => triples.next(&found.values),
        };
        let Ok(value) = u16::try_from(value) else {
            found.too_large = Some(heap);
            break;
        };
        found.values.push(value);
        if let Method::SparseSpace(sparse) = &mut method {
            sparse.note(heap, value);
        }
        steps += work + 8;
        if steps >= STEPS_PER_CHECK {
            steps = 0;
            control.progress.nodes.store(found.values.len() as u64, Relaxed);
            control.progress.bytes.store(bytes(&method, &found.values), Relaxed);
            found.stopped = stop(control, bytes(&method, &found.values));
            if found.stopped.is_some() {
                break;
            }
        }
    }
    found.computed = found.values.len();
    if found.period.is_none() {
        found.period = period(&found.values, Some(rules));
    }
    if let Some(period) = found.period.filter(|period| period.is_proved) {
        extend(&mut found, period, last, control);
    }
    if let Method::SparseSpace(sparse) = &method {
        found.rare_heaps = sparse.rare_heaps();
    }
    found.bytes = bytes(&method, &found.values);
    found
}

/// Appends the values that follow from a proved period.
fn extend(found: &mut GrundyValues, period: Period, last: usize, control: &Control) {
    while found.values.len() <= last {
        let count = found.values.len();
        if count.is_multiple_of(STEPS_PER_CHECK) {
            let bytes = 2 * found.values.capacity();
            control.progress.nodes.store(count as u64, Relaxed);
            found.stopped = stop(control, bytes);
            if found.stopped.is_some() {
                return;
            }
        }
        found.values.push(found.values[count - period.length]);
    }
}

/// Why the work must end now.
pub(super) fn stop(control: &Control, bytes: usize) -> Option<Stopped> {
    if control.is_stopped() {
        Some(Stopped::Asked)
    } else if control.seconds() >= control.limits.max_seconds {
        Some(Stopped::Seconds)
    } else {
        (bytes > control.limits.max_bytes).then_some(Stopped::Memory)
    }
}
