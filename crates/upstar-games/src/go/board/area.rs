//! The area of a board: stones, and the empty regions that they surround.

use super::{BORDER, Board, EMPTY, MASK, PLACES, at};

impl Board {
    /// The area of Left minus the area of Right: stones, and empty regions that touch only one
    /// colour.
    pub fn area(&self) -> i32 {
        let mut area = i32::from(self.stones[0]) - i32::from(self.stones[1]);
        for (i, &point) in self.empty().iter().enumerate() {
            let mut touched = 0;
            let mut is_alone = true;
            for neighbour in self.around(point) {
                match self.colour[at(neighbour)] {
                    EMPTY => is_alone = false,
                    BORDER => {}
                    colour => touched |= colour,
                }
            }
            if !is_alone {
                // Larger regions need a flood fill. All points so far were regions of one point.
                return area + self.area_of_regions(i);
            }
            area += match touched {
                1 => 1,
                2 => -1,
                _ => 0,
            };
        }
        area
    }

    /// The same for the regions of the empty points from index `from` of the list.
    fn area_of_regions(&self, from: usize) -> i32 {
        let mut seen = [0_u64; PLACES / 64];
        let mut waiting = [0; PLACES];
        let mut area = 0;
        for &start in &self.empty()[from..] {
            if seen[at(start) / 64] >> (at(start) % 64) & 1 == 1 {
                continue;
            }
            seen[at(start) / 64] |= 1 << (at(start) % 64);
            waiting[0] = start;
            let (mut done, mut found, mut touched) = (0, 1, 0);
            while done < found {
                for neighbour in self.around(waiting[done & MASK]) {
                    match self.colour[at(neighbour)] {
                        EMPTY => {
                            let (word, bit) = (at(neighbour) / 64, at(neighbour) % 64);
                            if seen[word] >> bit & 1 == 0 {
                                seen[word] |= 1 << bit;
                                waiting[found & MASK] = neighbour;
                                found += 1;
                            }
                        }
                        BORDER => {}
                        colour => touched |= colour,
                    }
                }
                done += 1;
            }
            area += match touched {
                1 => found as i32,
                2 => -(found as i32),
                _ => 0,
            };
        }
        area
    }
}
