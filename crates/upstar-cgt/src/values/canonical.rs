//! Canonical forms: the value of a game given by its options.
//!
//! 1. If a number fits between the options, the value is the simplest such number.
//! 2. Otherwise, until nothing changes: remove duplicate and dominated options, and bypass reversible ones.
//!    (A left option with a right option ≤ G is replaced by the left options of that right option. Likewise
//!    for Right.)
//! 3. The result is the canonical form, which is unique. If it is that of a number + n·↑ + nimber, the closed
//!    form is used. Intern it.

use super::{Dyadic, End, Id, Nus, ValueError, Values, cache::Cache, simplest_between};

/// A game that is being simplified. Its options change but its value does not, so cached comparisons of its
/// value stay valid.
struct Draft {
    /// Left and right options.
    options: [Vec<Id>; 2],
    stops: [Dyadic; 2],
    /// Cached comparisons: is it ≤ (true) or ≥ (false) a value?
    known: Cache<bool>,
}

impl Values {
    /// The value of `{left|right}`.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn canonical(&mut self, left: Vec<Id>, right: Vec<Id>) -> Result<Id, ValueError> {
        self.canonical_of(&mut [left, right])
    }

    /// The same. The contents of the lists are unspecified afterwards.
    pub(crate) fn canonical_of(&mut self, options: &mut [Vec<Id>; 2]) -> Result<Id, ValueError> {
        for list in options.iter_mut() {
            list.sort_unstable();
            list.dedup();
        }
        if let Some(number) = self.number_between(&options[0], &options[1])? {
            return self.number(number);
        }
        let [left, right] = options.each_mut().map(std::mem::take);
        let stops = self.stops_of(&left, &right);
        let mut draft = Draft { options: [left, right], stops, known: Cache::default() };
        loop {
            for side in 0..2 {
                self.drop_dominated(&mut draft.options[side], side)?;
            }
            let changed = self.bypass(&mut draft, 0)? | self.bypass(&mut draft, 1)?;
            if !changed {
                break;
            }
        }
        let [mut left, mut right] = draft.options;
        if let Some(nus) = self.recognise(&left, &right) {
            return self.nus(nus);
        }
        left.sort_unstable();
        right.sort_unstable();
        self.intern(&left, &right)
    }

    /// The number that equals the game, if there is one: the simplest x with no G^L ≥ x and no G^R ≤ x. The
    /// stops decide each comparison, unless a stop equals x; then the order is computed.
    fn number_between(&mut self, left: &[Id], right: &[Id]) -> Result<Option<Dyadic>, ValueError> {
        let mut ends = [None; 2];
        for (side, options) in [left, right].into_iter().enumerate() {
            let nearest = options.iter().map(|&o| self.entry(o).stops[1 - side]);
            let Some(at) = (if side == 0 { nearest.max() } else { nearest.min() }) else {
                continue;
            };
            let x = self.number(at)?;
            let mut closed = true;
            for &option in options {
                if closed && self.entry(option).stops[1 - side] == at {
                    let reached = if side == 0 { self.le(x, option)? } else { self.le(option, x)? };
                    closed = !reached;
                }
            }
            ends[side] = Some(End { at, closed });
        }
        simplest_between(ends[0], ends[1])
    }

    /// Removes duplicate and dominated options.
    pub(super) fn drop_dominated(
        &mut self,
        options: &mut Vec<Id>,
        side: usize,
    ) -> Result<(), ValueError> {
        options.sort_unstable();
        options.dedup();
        let mut kept: Vec<Id> = Vec::with_capacity(options.len());
        'options: for &option in options.iter() {
            let mut i = 0;
            while i < kept.len() {
                // Left prefers the greatest option, Right the least. Distinct ids are distinct values.
                let (low, high) = if side == 0 { (option, kept[i]) } else { (kept[i], option) };
                if self.le(low, high)? {
                    continue 'options;
                }
                if self.le(high, low)? {
                    kept.swap_remove(i);
                } else {
                    i += 1;
                }
            }
            kept.push(option);
        }
        *options = kept;
        Ok(())
    }

    /// Bypasses the reversible options of a side. Returns whether any option changed.
    fn bypass(&mut self, draft: &mut Draft, side: usize) -> Result<bool, ValueError> {
        let mut changed = false;
        let mut i = 0;
        while i < draft.options[side].len() {
            match self.reversing(draft, draft.options[side][i], side)? {
                None => i += 1,
                Some(through) => {
                    draft.options[side].swap_remove(i);
                    let range = self.ranges(through)?[side].clone();
                    draft.options[side].extend(range.map(|j| self.pooled(j)));
                    draft.options[side].sort_unstable();
                    draft.options[side].dedup();
                    changed = true;
                    i = 0;
                }
            }
        }
        Ok(changed)
    }

    /// The reply of the opponent that reverses an option, if there is one.
    fn reversing(
        &mut self,
        draft: &mut Draft,
        option: Id,
        side: usize,
    ) -> Result<Option<Id>, ValueError> {
        for i in self.ranges(option)?[1 - side].clone() {
            let answer = self.pooled(i);
            if self.draft_compares(draft, answer, side == 1)? {
                return Ok(Some(answer));
            }
        }
        Ok(None)
    }

    /// Is the draft ≤ x (`below`), or ≥ x? By definition, because the draft has no id.
    fn draft_compares(
        &mut self,
        draft: &mut Draft,
        x: Id,
        below: bool,
    ) -> Result<bool, ValueError> {
        let stops = self.entry(x).stops;
        let (low, high) = if below { (draft.stops, stops) } else { (stops, draft.stops) };
        if low[0] > high[0] || low[1] > high[1] {
            return Ok(false);
        }
        if low[0] < high[1] {
            return Ok(true);
        }
        let question = u64::from(x.0) << 1 | u64::from(below);
        if let Some(&known) = draft.known.get(&question) {
            return Ok(known);
        }
        self.step()?;
        let answer = self.draft_compares_by_options(draft, x, below)?;
        draft.known.insert(question, answer);
        Ok(answer)
    }

    fn draft_compares_by_options(
        &mut self,
        draft: &mut Draft,
        x: Id,
        below: bool,
    ) -> Result<bool, ValueError> {
        // G ≤ x: no G^L ≥ x, no x^R ≤ G. G ≥ x: no G^R ≤ x, no x^L ≥ G.
        let side = usize::from(!below);
        for i in 0..draft.options[side].len() {
            let option = draft.options[side][i];
            if if below { self.le(x, option)? } else { self.le(option, x)? } {
                return Ok(false);
            }
        }
        for i in self.ranges(x)?[1 - side].clone() {
            if self.draft_compares(draft, self.pooled(i), !below)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The closed form with these canonical options, if there is one.
    fn recognise(&self, left: &[Id], right: &[Id]) -> Option<Nus> {
        let closed = |list: &[Id]| list.iter().map(|&o| self.as_nus(o)).collect::<Option<Vec<_>>>();
        Nus::with_options(&closed(left)?, &closed(right)?)
    }
}
