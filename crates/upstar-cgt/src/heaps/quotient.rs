//! Misère quotients of games of heaps.
//!
//! **Definition** Sums G and H of heaps up to a size are indistinguishable if G + X and H + X have the same outcome
//! under misère play for every sum X of such heaps. The classes are a commutative monoid Q, the misère quotient, with
//! the set P of the classes of P-positions.
//!
//! **Method** Heaps are added one by one.
//! 1. If some element x of the quotient so far can stand for the new heap, so that the transition algebra stays free of
//!    contradictions, the quotient stays the same. No outcome is computed.
//! 2. Otherwise the quotient is learned again. P-positions are a language over the heaps, and the quotient is its minimal
//!    automaton. Angluin's method finds it: sums are told apart by a list of contexts X; a table of outcomes is closed
//!    under adding a heap; the resulting automaton is checked for commutativity and by its transition algebra; a
//!    contradiction gives a new context.
//!
//! **Guarantee** The transition algebra proves that the quotient predicts all outcomes. Any two elements are told apart
//! by a context with computed outcomes, so it is not too large. If Φ has a period as in Guy and Smith's theorem, the
//! same holds for heaps of all sizes.
//!
//! **Reference** Plambeck, *Taming the wild in impartial combinatorial games*, 2005; Plambeck and Siegel, *Misère
//! quotients for impartial games*, 2008; Angluin, *Learning regular sets from queries and counterexamples*, 1987.

use std::{collections::HashMap, sync::atomic::Ordering::Relaxed};

use upstar_core::{Control, Stopped};

use super::{
    HeapRules, Period,
    grundy::stop,
    period,
    sums::{HeapSums, SumOfHeaps},
    transition_algebra::{ElementSet, Failure, Monoid, TransitionAlgebra, insert},
};

/// The clock is read after this many outcomes.
const OUTCOMES_PER_CHECK: usize = 1 << 10;

/// The misère quotient of the sums of heaps up to a size.
#[derive(Clone, Debug, Default)]
pub struct MisereQuotient {
    /// The element of each heap, from the empty one on: the pretending function. Element 0 is the identity. Fewer heaps
    /// than wanted if a limit was reached.
    pub elements: Vec<u32>,
    /// The product of any two elements.
    pub products: Vec<Vec<u32>>,
    /// Is an element in P?
    pub is_p: Vec<bool>,
    /// The order of the quotient of all heaps up to each size.
    pub orders: Vec<usize>,
    /// The number of pairs of the transition algebra.
    pub transitions: usize,
    /// The period of the pretending function. If it is proved, the quotient is that of heaps of all sizes.
    pub period: Option<Period>,
    /// Why the work ended early.
    pub stopped: Option<Stopped>,
}

impl MisereQuotient {
    /// The number of elements.
    pub fn order(&self) -> usize {
        self.is_p.len()
    }

    /// Is it the quotient of a sum of Nim heaps? Those consist of 1, a with a² = 1, and a group of nimbers, and P of a
    /// and the identity of the group.
    pub fn is_tame(&self) -> bool {
        let order = self.order() as u32;
        let times = |x: u32, y: u32| self.products[x as usize][y as usize];
        if order <= 2 {
            return true;
        }
        // The least idempotent, which makes every element one of the smallest ideal.
        let square = |x: u32| times(x, x);
        let power = |x: u32| (0..self.order()).fold(x, |y, _| square(y));
        let zero = (0..order).map(power).fold(0, times);
        let kernel: Vec<u32> = (0..order).map(|x| times(zero, x)).collect();
        let is_nimber = |&x: &u32| kernel.contains(&x);
        let others: Vec<u32> = (0..order).filter(|x| !is_nimber(x)).collect();
        let [0, star] = others[..] else { return false };
        let in_p: Vec<u32> = (0..order).filter(|&x| self.is_p[x as usize]).collect();
        let wanted = if star < zero { [star, zero] } else { [zero, star] };
        kernel.iter().all(|&x| square(x) == zero)
            && square(star) == 0
            && times(star, zero) != zero
            && in_p == wanted
    }
}

/// Computes the misère quotient of the sums of heaps 0 to `last`, if it has at most `max_order` elements.
pub fn misere_quotient(
    rules: &HeapRules,
    last: usize,
    max_order: usize,
    control: &Control,
) -> MisereQuotient {
    let mut work = Work::new(max_order, control);
    let mut found = MisereQuotient { orders: vec![1], ..Default::default() };
    for heap in 1..=last {
        work.sums.push(rules);
        let same = work.sums.heap(heap);
        if same == Some(heap as u16)
            && let Err(stopped) = work.add_heap(heap as u16)
        {
            found.stopped = Some(stopped);
            break;
        }
        found.orders.push(work.monoid.order());
        control.progress.depth.store(heap as u64, Relaxed);
    }
    let element = |heap| work.sums.heap(heap).map_or(0, |same| work.element_of(same));
    found.elements = (0..found.orders.len()).map(element).collect();
    found.is_p = work.monoid.is_p.clone();
    found.products = work.products();
    found.transitions = work.algebra.len();
    found.period = period(&found.elements, Some(rules));
    found
}

struct Work<'a> {
    sums: HeapSums,
    /// Is a sum a P-position?
    outcomes: HashMap<SumOfHeaps, bool>,
    contexts: Vec<SumOfHeaps>,
    /// The heap of each generator. Heaps with the same options are one generator.
    generators: Vec<u16>,
    monoid: Monoid,
    /// The quotient without the last generator, which gives the outcomes of sums without it.
    proved: Monoid,
    algebra: TransitionAlgebra,
    bytes: usize,
    max_order: usize,
    control: &'a Control,
}

impl<'a> Work<'a> {
    fn new(max_order: usize, control: &'a Control) -> Work<'a> {
        Work {
            sums: HeapSums::new(),
            outcomes: HashMap::new(),
            contexts: vec![SumOfHeaps::default()],
            generators: Vec::new(),
            monoid: Monoid { by_generator: Vec::new(), is_p: vec![false] },
            proved: Monoid::default(),
            algebra: TransitionAlgebra::new(1),
            bytes: 0,
            max_order,
            control,
        }
    }

    fn generator(&self, heap: u16) -> usize {
        self.generators.binary_search(&heap).expect("heaps are added in order")
    }

    fn element_of(&self, heap: u16) -> u32 {
        self.monoid.by_generator[self.generator(heap)][0]
    }

    /// The generators of a sum.
    fn word(&self, sum: &[u16]) -> Vec<usize> {
        sum.iter().map(|&heap| self.generator(heap)).collect()
    }

    /// The functions that multiply by each option of a heap.
    fn option_functions(&self, heap: u16) -> Vec<Vec<u32>> {
        let times = |option: &SumOfHeaps| {
            let word = self.word(option);
            (0..self.monoid.order() as u32).map(|x| self.monoid.apply(x, &word)).collect()
        };
        let mut functions: Vec<Vec<u32>> = self.sums.heap_options(heap).iter().map(times).collect();
        functions.sort_unstable();
        functions.dedup();
        functions
    }

    /// The product of any two elements.
    fn products(&self) -> Vec<Vec<u32>> {
        let order = self.monoid.order();
        let mut products: Vec<Option<Vec<u32>>> = vec![None; order];
        products[0] = Some((0..order as u32).collect());
        let mut waiting = vec![0];
        while let Some(x) = waiting.pop() {
            let times = products[x].clone().unwrap_or_default();
            for by in &self.monoid.by_generator {
                let next = by[x] as usize;
                if products[next].is_none() {
                    products[next] = Some(times.iter().map(|&y| by[y as usize]).collect());
                    waiting.push(next);
                }
            }
        }
        products.into_iter().flatten().collect()
    }

    /// Adds a heap whose options no smaller heap has.
    fn add_heap(&mut self, heap: u16) -> Result<(), Stopped> {
        if let Some(times) = self.pretended(heap)? {
            self.generators.push(heap);
            self.monoid.by_generator.push(times);
            return Ok(());
        }
        self.generators.push(heap);
        self.proved = self.monoid.clone();
        let algebra = self.algebra.clone();
        let learned = self.learn();
        if learned.is_err() {
            self.generators.pop();
            (self.monoid, self.algebra) = (self.proved.clone(), algebra);
        }
        learned
    }

    /// The function that multiplies by the element that can stand for a heap, if there is one.
    fn pretended(&mut self, heap: u16) -> Result<Option<Vec<u32>>, Stopped> {
        let options = self.option_functions(heap);
        let mut set: ElementSet = vec![0; self.monoid.order().div_ceil(64)].into();
        options.iter().for_each(|option| insert(&mut set, option[0]));
        let products = self.products();
        if let Some(times) = products.iter().find(|times| self.algebra.contains(times[0], &set)) {
            return Ok(Some(times.clone()));
        }
        for times in products {
            let added = self.algebra.add_generator(
                &self.monoid,
                times.clone(),
                options.clone(),
                self.control,
            );
            match added {
                Ok(()) => return Ok(Some(times)),
                Err(Failure::Stopped(stopped)) => return Err(stopped),
                Err(Failure::Contradiction(_)) => {}
            }
        }
        Ok(None)
    }

    /// Is a sum a P-position under misère play?
    fn is_p(&mut self, sum: &[u16]) -> Result<bool, Stopped> {
        if sum.last() != self.generators.last() {
            return Ok(self.proved.is_p[self.proved.apply(0, &self.word(sum)) as usize]);
        }
        if let Some(&known) = self.outcomes.get(sum) {
            return Ok(known);
        }
        let mut options: Vec<SumOfHeaps> = Vec::new();
        let known = self.sums.any_option(sum, &mut |option| {
            let is_p = match option.last() == self.generators.last() {
                true => self.outcomes.get(&option) == Some(&true),
                false => {
                    let element = self.proved.apply(0, &self.word(&option));
                    self.proved.is_p[element as usize]
                }
            };
            options.push(option);
            is_p
        });
        let mut has_p = known;
        for option in &options {
            if has_p {
                break;
            }
            has_p = self.is_p(option)?;
        }
        let is_p = !options.is_empty() && !has_p;
        self.bytes += 2 * sum.len() + 48;
        self.outcomes.insert(sum.into(), is_p);
        if self.outcomes.len().is_multiple_of(OUTCOMES_PER_CHECK) {
            self.control.progress.nodes.store(self.outcomes.len() as u64, Relaxed);
            self.control.progress.bytes.store(self.bytes, Relaxed);
            if let Some(stopped) = stop(self.control, self.bytes) {
                return Err(stopped);
            }
        }
        Ok(is_p)
    }

    /// The outcomes of a sum in all contexts.
    fn row(&mut self, sum: &[u16]) -> Result<Vec<bool>, Stopped> {
        let mut row = Vec::with_capacity(self.contexts.len());
        for i in 0..self.contexts.len() {
            let whole = self.sums.add(sum, &self.contexts[i]);
            row.push(self.is_p(&whole)?);
        }
        Ok(row)
    }

    /// Learns the quotient of all generators.
    fn learn(&mut self) -> Result<(), Stopped> {
        loop {
            let sums = self.close_table()?;
            let missing = match self.missing_context(&sums)? {
                Some(context) => Some(context),
                None => self.prove(&sums)?,
            };
            match missing {
                None => return Ok(()),
                Some(context) => self.contexts.push(context),
            }
        }
    }

    /// Makes the table of outcomes, closed under adding a generator. Returns a sum for each element.
    fn close_table(&mut self) -> Result<Vec<SumOfHeaps>, Stopped> {
        let mut sums = vec![SumOfHeaps::default()];
        let first = self.row(&[])?;
        let mut is_p = vec![first[0]];
        let mut states = HashMap::from([(first, 0)]);
        let mut by_generator: Vec<Vec<u32>> = vec![Vec::new(); self.generators.len()];
        let mut at = 0;
        while at < sums.len() {
            for (generator, by) in by_generator.iter_mut().enumerate() {
                let sum = self.sums.add(&sums[at], &[self.generators[generator]]);
                let row = self.row(&sum)?;
                let new = sums.len() as u32;
                let state = *states.entry(row.clone()).or_insert(new);
                if state == new {
                    if sums.len() >= self.max_order {
                        return Err(Stopped::Nodes);
                    }
                    is_p.push(row[0]);
                    sums.push(sum);
                }
                by.push(state);
            }
            at += 1;
        }
        self.monoid = Monoid { by_generator, is_p };
        Ok(sums)
    }

    /// A context that is missing because two generators do not commute.
    fn missing_context(&mut self, sums: &[SumOfHeaps]) -> Result<Option<SumOfHeaps>, Stopped> {
        for state in 0..sums.len() {
            for g in 0..self.generators.len() {
                for h in 0..g {
                    let by = &self.monoid.by_generator;
                    let (via_g, via_h) = (by[g][state] as usize, by[h][state] as usize);
                    let ends = [by[h][via_g] as usize, by[g][via_h] as usize];
                    if ends[0] == ends[1] {
                        continue;
                    }
                    let rows = [self.row(&sums[ends[0]])?, self.row(&sums[ends[1]])?];
                    let differs = (0..rows[0].len()).find(|&i| rows[0][i] != rows[1][i]);
                    let context = self.contexts[differs.expect("elements differ")].clone();
                    // The context tells one of two sums from the sum that stands for it.
                    let heaps = [self.generators[g], self.generators[h]];
                    let after_g = self.sums.add(&context, &heaps[1..]);
                    let after_h = self.sums.add(&context, &heaps[..1]);
                    let true_sum = self.sums.add(&self.sums.add(&sums[state], &heaps), &context);
                    let pretended = self.sums.add(&sums[via_g], &after_g);
                    let is_wrong = self.is_p(&true_sum)? != self.is_p(&pretended)?;
                    return Ok(Some(if is_wrong { after_g } else { after_h }));
                }
            }
        }
        Ok(None)
    }

    /// Proves the quotient by its transition algebra, or finds a missing context.
    fn prove(&mut self, sums: &[SumOfHeaps]) -> Result<Option<SumOfHeaps>, Stopped> {
        self.algebra = TransitionAlgebra::new(self.monoid.order());
        for generator in 0..self.generators.len() {
            let options = self.option_functions(self.generators[generator]);
            let times = self.monoid.by_generator[generator].clone();
            match self.algebra.add_generator(&self.monoid, times, options, self.control) {
                Ok(()) => {}
                Err(Failure::Stopped(stopped)) => return Err(stopped),
                Err(Failure::Contradiction(word)) => {
                    let heaps = word.iter().map(|&generator| self.generators[generator]);
                    let sum = heaps.collect::<Vec<_>>();
                    return self.context_against(&sum, sums).map(Some);
                }
            }
        }
        Ok(None)
    }

    /// The missing context: the predicted outcome of this sum, or of an option of it, is wrong.
    fn context_against(&mut self, sum: &[u16], sums: &[SumOfHeaps]) -> Result<SumOfHeaps, Stopped> {
        let mut wrong: Vec<SumOfHeaps> = vec![sum.into()];
        for place in 0..sum.len() {
            let rest = [&sum[..place], &sum[place + 1..]].concat();
            for option in self.sums.heap_options(sum[place]) {
                // Not reduced: the automaton reads every heap.
                wrong.push([&rest, &option[..]].concat().into());
            }
        }
        for sum in wrong {
            let word = self.word(&sum);
            let normal = self.sums.sum(sum.to_vec());
            let is_p = self.is_p(&normal)?;
            if self.monoid.is_p[self.monoid.apply(0, &word) as usize] == is_p {
                continue;
            }
            // The first step after which the sum that stands for the read part behaves otherwise.
            for read in 1..=sum.len() {
                let state = self.monoid.apply(0, &word[..read]) as usize;
                let whole = self.sums.add(&sums[state], &sum[read..]);
                if self.is_p(&whole)? != is_p {
                    return Ok(self.sums.sum(sum[read..].to_vec()));
                }
            }
        }
        unreachable!("a contradiction has a wrong prediction")
    }
}
