//! Thermographs: the stops of a game when every move is taxed by t, for t ≥ −1.
//!
//! The left scaffold is max R_t(G^L) − t, the right scaffold is min L_t(G^R) + t. The walls follow the
//! scaffolds up to the least t where these meet, which is the temperature. From there on the walls are a mast
//! at the mean. The thermograph of an integer is a mast from t = −1. Left walls have slopes 0 and −1, right
//! walls 0 and +1, so all breakpoints are dyadic.

use std::sync::Arc;

use super::{Dyadic, Id, Nus, ValueError, Values};

/// One wall: breakpoints (t, value) with t increasing from −1. It is constant after the last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wall(pub Vec<(Dyadic, Dyadic)>);

/// The walls of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thermograph {
    /// The left wall: the left stop at each tax.
    pub left: Wall,
    /// The right wall: the right stop at each tax.
    pub right: Wall,
}

const START: Dyadic = Dyadic::integer(-1);

impl Thermograph {
    /// The temperature, where the mast begins: −1 for integers, −1/2^k for other numbers.
    pub fn temperature(&self) -> Dyadic {
        self.left.end().0.max(self.right.end().0)
    }

    /// The mean, which is the position of the mast.
    pub fn mean(&self) -> Dyadic {
        self.left.end().1
    }

    /// The bytes of memory in use.
    pub(super) fn bytes(&self) -> usize {
        size_of::<Thermograph>()
            + (self.left.0.capacity() + self.right.0.capacity()) * size_of::<(Dyadic, Dyadic)>()
    }

    fn mast(at: Dyadic) -> Thermograph {
        let wall = Wall(vec![(START, at)]);
        Thermograph { left: wall.clone(), right: wall }
    }
}

impl Wall {
    fn end(&self) -> (Dyadic, Dyadic) {
        self.0.last().copied().unwrap_or((START, Dyadic::ZERO))
    }

    /// The value at t ≥ −1.
    ///
    /// # Errors
    /// If it overflows.
    pub fn at(&self, t: Dyadic) -> Result<Dyadic, ValueError> {
        let after = self.0.partition_point(|point| point.0 <= t);
        let (t0, v0) = self.0[after.saturating_sub(1)];
        let Some(&(_, v1)) = self.0.get(after) else {
            return Ok(v0);
        };
        match v1.cmp(&v0) {
            std::cmp::Ordering::Equal => Ok(v0),
            std::cmp::Ordering::Greater => v0.plus(t.minus(t0)?),
            std::cmp::Ordering::Less => v0.minus(t.minus(t0)?),
        }
    }

    /// The pointwise maximum (`sign` 1) or minimum (−1) of two walls with slopes of the same sign. Between
    /// breakpoints their slopes differ by at most one, so crossings are dyadic.
    fn envelope(&self, other: &Wall, sign: i64) -> Result<Wall, ValueError> {
        let mut points = Vec::new();
        let mut before: Option<(Dyadic, Dyadic)> = None;
        for t in breaks(self, other) {
            let (a, b) = (self.at(t)?, other.at(t)?);
            let gap = a.minus(b)?.times(sign)?;
            if let Some((t0, gap0)) = before
                && (gap0 < Dyadic::ZERO && gap > Dyadic::ZERO
                    || gap0 > Dyadic::ZERO && gap < Dyadic::ZERO)
            {
                let crossing = t0.plus(gap0.max(-gap0))?;
                points.push((crossing, self.at(crossing)?));
            }
            points.push((t, if gap >= Dyadic::ZERO { a } else { b }));
            before = Some((t, gap));
        }
        Ok(Wall(points).simplified())
    }

    /// Removes breakpoints inside of a straight line or of the mast.
    fn simplified(self) -> Wall {
        let mut points: Vec<(Dyadic, Dyadic)> = Vec::with_capacity(self.0.len());
        for point in self.0 {
            if points.last().is_some_and(|last| last.0 == point.0) {
                continue;
            }
            if let [.., (_, a), (_, b)] = points[..]
                && a.cmp(&b) == b.cmp(&point.1)
            {
                points.pop(); // A wall has one slope besides 0, so equal signs mean a straight line.
            }
            points.push(point);
        }
        while let [.., (_, a), (_, b)] = points[..]
            && a == b
        {
            points.pop();
        }
        Wall(points)
    }
}

/// All t where either wall has a breakpoint.
fn breaks(a: &Wall, b: &Wall) -> Vec<Dyadic> {
    let mut times: Vec<Dyadic> = a.0.iter().chain(&b.0).map(|point| point.0).collect();
    times.sort_unstable();
    times.dedup();
    times
}

/// The walls from the envelopes of the options' facing walls.
fn meet(left: &Wall, right: &Wall) -> Result<Thermograph, ValueError> {
    let mut walls = [Vec::new(), Vec::new()];
    let mut before: Option<[Dyadic; 3]> = None;
    let mut times = breaks(left, right);
    // Beyond the last breakpoint the gap between the scaffolds shrinks by two per unit of t, so they meet
    // there.
    let last = times.last().copied().unwrap_or(START);
    let (l, r) = (left.at(last)?.minus(last)?, right.at(last)?.plus(last)?);
    if l > r {
        times.push(last.plus(l.minus(r)?.half()?)?);
    }
    for t in times {
        let (l, r) = (left.at(t)?.minus(t)?, right.at(t)?.plus(t)?);
        if l > r {
            walls[0].push((t, l));
            walls[1].push((t, r));
            before = Some([t, l, r]);
            continue;
        }
        let (t, mean) = match before {
            Some([t0, l0, r0]) if l < r => {
                // They cross between t0 and t. The gap shrinks by one or two per unit of t.
                let gap = l0.minus(r0)?;
                let closed = gap.minus(l.minus(r)?)?;
                let single = closed == t.minus(t0)?;
                let step = if single { gap } else { gap.half()? };
                (t0.plus(step)?, if l == l0 { l0 } else { l0.minus(step)? })
            }
            _ => (t, l),
        };
        walls[0].push((t, mean));
        walls[1].push((t, mean));
        break;
    }
    let [left, right] = walls.map(|points| Wall(points).simplified());
    Ok(Thermograph { left, right })
}

/// A value with the same thermograph and few positions. More than three ups, and nimbers beyond ∗2, change
/// nothing, because their moves lead to walls that other moves lead to as well.
fn representative(nus: Nus) -> Nus {
    Nus { number: nus.number, ups: nus.ups.clamp(-3, 3), nimber: nus.nimber.min(2) }
}

impl Values {
    /// The thermograph.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn thermograph(&mut self, a: Id) -> Result<Arc<Thermograph>, ValueError> {
        if let Some(number) = self.as_number(a)
            && number.is_integer()
        {
            return Ok(Arc::new(Thermograph::mast(number)));
        }
        if let Some(known) = self.thermographs.get(&a) {
            return Ok(known.clone());
        }
        self.step()?;
        let simple = match self.as_nus(a).map(representative) {
            Some(nus) => self.nus(nus)?,
            None => a,
        };
        let mut facing: [Option<Wall>; 2] = [None, None];
        for (side, range) in self.ranges(simple)?.into_iter().enumerate() {
            for i in range {
                let option = self.thermograph(self.pooled(i))?;
                let wall = if side == 0 { &option.right } else { &option.left };
                facing[side] = Some(match facing[side].take() {
                    None => wall.clone(),
                    Some(best) => best.envelope(wall, if side == 0 { 1 } else { -1 })?,
                });
            }
        }
        let [left, right] = facing;
        // Values that are not integers have options on both sides.
        let zero = || Wall(vec![(START, Dyadic::ZERO)]);
        let thermograph = Arc::new(meet(&left.unwrap_or_else(zero), &right.unwrap_or_else(zero))?);
        self.thermographs.insert(a, thermograph.clone());
        Ok(thermograph)
    }

    /// The temperature, a measure of the urgency of a move. It is −1 for integers and −1/2^k for m/2^k.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn temperature(&mut self, a: Id) -> Result<Dyadic, ValueError> {
        Ok(self.thermograph(a)?.temperature())
    }

    /// The mean value: the limit of the value of n copies divided by n.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn mean(&mut self, a: Id) -> Result<Dyadic, ValueError> {
        Ok(self.thermograph(a)?.mean())
    }
}
