//! What a search for a nimber knows when it has ended, for the writer of a certificate.

use upstar_core::{KeyedPart, Stopped};

use super::{
    NimberBounds, NimberSolution,
    entry::{Goal, NimberEntry},
    search::NimberSearch,
};

/// The table of a search that has ended. It searches on where the table does not answer.
pub struct NimberKnowledge<'s, 'a> {
    search: &'s mut NimberSearch<'a>,
}

impl NimberKnowledge<'_, '_> {
    /// Shows what a search knows if it has found the nimber, and returns the search's result.
    pub(super) fn used(
        mut search: NimberSearch,
        bounds: NimberBounds,
        then: &mut dyn FnMut(&mut NimberKnowledge),
    ) -> NimberSolution {
        let seconds = search.meter.seconds();
        if bounds.is_exact() {
            // The team, if there is one, has finished. The work of the certificate is counted apart.
            let apart = search.meter.restarted();
            let meter = std::mem::replace(&mut search.meter, apart);
            let team = search.team.take();
            then(&mut NimberKnowledge { search: &mut search });
            (search.meter, search.team) = (meter, team);
        }
        let mut solution = search.solution(bounds);
        solution.stats.seconds = seconds;
        solution
    }

    /// The nimber of a part, if the table has it.
    pub fn remembered(&self, part: &KeyedPart) -> Option<u32> {
        match self.search.lookup(part) {
            NimberEntry::Exact(nimber) => Some(nimber),
            NimberEntry::Excluded(_) => None,
        }
    }

    /// The nimber of a part, by search; none if a limit is reached.
    pub fn find(&mut self, part: &KeyedPart) -> Option<u32> {
        match self.search.settle(part, Goal::Exact, 0) {
            Ok(NimberEntry::Exact(nimber)) => Some(nimber),
            _ => None,
        }
    }

    /// Has the part this nimber? By search; none if a limit is reached.
    pub fn has(&mut self, part: &KeyedPart, nimber: u32) -> Option<bool> {
        match self.search.settle(part, Goal::Is(nimber), 0) {
            Ok(NimberEntry::Exact(found)) => Some(found == nimber),
            Ok(NimberEntry::Excluded(_)) => Some(false),
            Err(_) => None,
        }
    }

    /// Why the search must stop, if it must. `bytes` is the memory that the caller uses.
    pub fn stopped(&mut self, bytes: usize) -> Option<Stopped> {
        let all = self.search.bytes() + bytes;
        self.search.meter.count(1, self.search.game, || all);
        self.search.meter.stopped()
    }
}
