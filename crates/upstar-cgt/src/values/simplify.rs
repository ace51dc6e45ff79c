//! Simplification of a game, step by step: which options are dominated, and which are reversible.
//!
//! The steps are those of the theorem on canonical forms. A dominated option is removed. An option is reversible
//! if the opponent has a reply that is at least as good for the opponent as the game itself; it is replaced by the
//! player's options after that reply. When no step is left, the game is in canonical form.

use super::{Id, ValueError, Values};

/// A step of the simplification.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SimplificationStep {
    /// The player whose option it is: 0 is Left, 1 is Right.
    pub side: usize,
    /// The option that is removed or replaced.
    pub option: Id,
    /// Why.
    pub reason: Reason,
}

/// Why an option is removed or replaced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// Another option of the same player is at least as good.
    DominatedBy(Id),
    /// The opponent's reply reverses the option.
    ReversedBy {
        /// The position after the reply.
        reply: Id,
        /// The options that replace the option: the player's options after the reply.
        replaced_by: Vec<Id>,
    },
}

impl Values {
    /// The value of `{left|right}`, and the steps that lead to its canonical form. The first equal option of a list
    /// is kept.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn simplify(
        &mut self,
        left: &[Id],
        right: &[Id],
    ) -> Result<(Id, Vec<SimplificationStep>), ValueError> {
        let value = self.canonical(left.to_vec(), right.to_vec())?;
        let mut options = [left.to_vec(), right.to_vec()];
        let mut steps = Vec::new();
        while let Some((index, step)) = self.next_step(value, &options)? {
            let list = &mut options[step.side];
            list.remove(index);
            if let Reason::ReversedBy { replaced_by, .. } = &step.reason {
                let new = replaced_by.iter().copied().filter(|option| !list.contains(option));
                let new: Vec<Id> = new.collect();
                list.extend(new);
            }
            steps.push(step);
        }
        Ok((value, steps))
    }

    /// The next step, with the index of its option: dominated options first.
    fn next_step(
        &mut self,
        value: Id,
        options: &[Vec<Id>; 2],
    ) -> Result<Option<(usize, SimplificationStep)>, ValueError> {
        for (side, list) in options.iter().enumerate() {
            for (index, &option) in list.iter().enumerate() {
                if let Some(better) = self.dominating(list, index, side)? {
                    let reason = Reason::DominatedBy(better);
                    return Ok(Some((index, SimplificationStep { side, option, reason })));
                }
            }
        }
        for (side, list) in options.iter().enumerate() {
            for (index, &option) in list.iter().enumerate() {
                if let Some(reply) = self.reversing_reply(value, option, side)? {
                    let replaced_by = self.options_of(reply, side)?;
                    let reason = Reason::ReversedBy { reply, replaced_by };
                    return Ok(Some((index, SimplificationStep { side, option, reason })));
                }
            }
        }
        Ok(None)
    }

    /// Another option of the list that is at least as good as the one at `index`; if it is equal, it is an earlier one.
    fn dominating(
        &mut self,
        list: &[Id],
        index: usize,
        side: usize,
    ) -> Result<Option<Id>, ValueError> {
        for (other, &candidate) in list.iter().enumerate() {
            let is_equal = candidate == list[index];
            if other == index || is_equal && other > index {
                continue;
            }
            if is_equal || self.is_as_good(candidate, list[index], side)? {
                return Ok(Some(candidate));
            }
        }
        Ok(None)
    }

    /// The opponent's reply that reverses an option of a game of this value, if there is one.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn reversing_reply(
        &mut self,
        value: Id,
        option: Id,
        side: usize,
    ) -> Result<Option<Id>, ValueError> {
        for reply in self.options_of(option, 1 - side)? {
            if self.is_as_good(reply, value, 1 - side)? {
                return Ok(Some(reply));
            }
        }
        Ok(None)
    }

    /// Is `a` at least as good as `b` for the player?
    pub(crate) fn is_as_good(&mut self, a: Id, b: Id, side: usize) -> Result<bool, ValueError> {
        if side == 0 { self.le(b, a) } else { self.le(a, b) }
    }

    fn options_of(&mut self, value: Id, side: usize) -> Result<Vec<Id>, ValueError> {
        if side == 0 { self.left_options(value) } else { self.right_options(value) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The steps of a game as text: the player, the option, and the reason.
    fn steps(text: &str) -> (String, Vec<String>) {
        let mut values = Values::default();
        let [left, right] = values.parse_options(text).unwrap().unwrap();
        let (value, steps) = values.simplify(&left, &right).unwrap();
        assert_eq!(value, values.parse(text).unwrap());
        let mut show = |id| values.text(id).unwrap();
        let lines = steps.iter().map(|step| {
            let option = show(step.option);
            let reason = match &step.reason {
                Reason::DominatedBy(better) => format!("< {}", show(*better)),
                Reason::ReversedBy { reply, replaced_by } => {
                    let by: Vec<_> = replaced_by.iter().map(|&id| show(id)).collect();
                    format!("-> {} [{}]", show(*reply), by.join(" "))
                }
            };
            format!("{}{option} {reason}", ["L", "R"][step.side])
        });
        let lines = lines.collect();
        (values.text(value).unwrap(), lines)
    }

    #[test]
    fn steps_lead_to_the_canonical_form() {
        assert_eq!(steps("{0|*}"), ("^".into(), vec![]));
        assert_eq!(steps("1,2|0,-1"), ("{2|-1}".into(), vec!["L1 < 2".into(), "R0 < -1".into()]));
        // Left's move from {^|0} to ^ is reversed by Right's reply to *, and replaced by the move to 0.
        assert_eq!(steps("{^|0}").0, "*");
        assert_eq!(steps("{^|0}").1, ["L^ -> * [0]"]);
        assert_eq!(steps("{0,0|1,1}").1, ["L0 < 0", "R1 < 1"]);
        assert_eq!(steps("{-1|1}"), ("0".into(), vec!["L-1 -> 0 []".into(), "R1 -> 0 []".into()]));
    }

    #[test]
    fn after_the_steps_the_options_are_the_canonical_ones() {
        let mut values = Values::default();
        let texts = ["0", "*", "^", "v", "1", "-1", "+-1", "{1|*}", "1/2", "*2", "^*", "{2|0}"];
        let ids: Vec<Id> = texts.iter().map(|text| values.parse(text).unwrap()).collect();
        for &a in &ids {
            for &b in &ids {
                for &c in &ids {
                    let (value, steps) = values.simplify(&[a, b], &[c, a]).unwrap();
                    let mut options = [vec![a, b], vec![c, a]];
                    for step in steps {
                        let list = &mut options[step.side];
                        let index = list.iter().rposition(|&x| x == step.option).unwrap();
                        list.remove(index);
                        if let Reason::ReversedBy { replaced_by, .. } = step.reason {
                            list.extend(replaced_by);
                        }
                    }
                    for (side, list) in options.iter_mut().enumerate() {
                        list.sort_unstable();
                        list.dedup();
                        let mut canonical = values.options_of(value, side).unwrap();
                        canonical.sort_unstable();
                        assert_eq!(*list, canonical, "{} side {side}", values.text(value).unwrap());
                    }
                }
            }
        }
    }
}
