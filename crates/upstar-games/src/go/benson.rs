//! Unconditional life: points that a player cannot lose, by Benson's theorem.
//!
//! **Idea** A *region* is a maximal connected set of points without stones of the player. It is
//! *vital* to a string if all its empty points are liberties of the string. Consider strings with
//! two vital regions each, where the other strings around these regions have two as well. They
//! cannot be captured, even if their owner always passes.
//!
//! **Formula** Start with all strings and regions. Remove strings with fewer than two vital
//! regions. Remove regions that touch a removed string. Repeat until nothing changes.
//!
//! **Guarantee** The remaining strings stay on the board until the end even if their owner always
//! passes. Regions of a single point among them stay the owner's area. Larger regions are not
//! counted, because they may contain opposing stones when both players pass.
//!
//! **Reference** D. Benson, *Life in the Game of Go*, Information Sciences 10, 1976.

use upstar_core::{Bits, Squares};

/// The points that the owner of the stones `own` cannot lose.
pub fn unconditionally_alive(squares: &Squares<u64>, own: u64, other: u64) -> u64 {
    let empty = squares.board & !(own | other);
    if (squares.neighbours(own) & empty).count_ones() < 2 {
        return 0;
    }
    let (mut strings, mut regions) = ([0; 64], [0; 64]);
    let string_count = groups(squares, own, &mut strings);
    let region_count = groups(squares, squares.board & !own, &mut regions);
    let strings = &strings[..string_count];
    let regions = &regions[..region_count];
    let mut alive: u64 = u64::first(string_count);
    let mut enclosed: u64 = u64::first(region_count);
    loop {
        let before = (alive, enclosed);
        for (i, &string) in strings.iter().enumerate() {
            let liberties = squares.neighbours(string) & empty;
            let is_vital = |(r, region): (usize, &u64)| {
                enclosed >> r & 1 == 1
                    && *region & liberties != 0
                    && *region & empty & !liberties == 0
            };
            if alive >> i & 1 == 1
                && regions.iter().enumerate().filter(|&r| is_vital(r)).count() < 2
            {
                alive &= !(1 << i);
            }
        }
        for (r, &region) in regions.iter().enumerate() {
            let walls = squares.neighbours(region);
            let is_dead = |(i, string): (usize, &u64)| alive >> i & 1 == 0 && walls & string != 0;
            if strings.iter().enumerate().any(is_dead) {
                enclosed &= !(1 << r);
            }
        }
        if alive == 0 {
            return 0;
        }
        if before == (alive, enclosed) {
            break;
        }
    }
    let stones = strings.iter().enumerate().filter(|&(i, _)| alive >> i & 1 == 1);
    let eyes = regions
        .iter()
        .enumerate()
        .filter(|&(r, region)| enclosed >> r & 1 == 1 && region.count_ones() == 1);
    stones.chain(eyes).fold(0, |set, (_, part)| set | part)
}

/// Writes the connected components of a set into `found` and returns their number.
fn groups(squares: &Squares<u64>, mut set: u64, found: &mut [u64; 64]) -> usize {
    let mut count = 0;
    while set != 0 {
        let group = squares.fill(1 << set.trailing_zeros(), set);
        found[count] = group;
        count += 1;
        set &= !group;
    }
    count
}

#[cfg(test)]
mod tests {
    use upstar_core::{GridSetup, STONES, stones};

    use super::*;

    fn safe(text: &str) -> [u32; 2] {
        let setup = GridSetup::parse(text, STONES, None).unwrap();
        let squares = Squares::new(setup.grid);
        let [left, right] = stones::<u64>(&setup.cells);
        [unconditionally_alive(&squares, left, right), unconditionally_alive(&squares, right, left)]
            .map(u64::count_ones)
    }

    #[test]
    fn two_eyes_live_and_one_does_not() {
        assert_eq!(safe("x.x./xxx./...."), [0, 0]);
        assert_eq!(safe(".x.x/xxxx/oooo/...."), [8, 0]);
        assert_eq!(safe(".xxx/xxxx/oooo/...."), [0, 0]);
        // The eyes are false: the strings around them are separate.
        assert_eq!(safe(".xo./xoo./o.../...."), [0, 0]);
        // A stone is inside a large eye. The string lives, but the eye is not counted.
        assert_eq!(safe(".x.o/xxx./oooo/...."), [0, 0]);
        assert_eq!(safe(".x.ox/xxxxx/ooooo/....."), [8, 0]);
    }

    #[test]
    fn an_opponents_stone_in_a_vital_region_does_not_matter() {
        assert_eq!(safe(".x.o/xxxx/oooo/...."), [6, 0]);
    }
}
