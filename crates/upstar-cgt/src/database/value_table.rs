//! The table of values: the values that the ids in a database's files stand for.
//!
//! Each value comes after its options. It is stored by its options or in closed form:
//! ```text
//! closed   0, numerator low, numerator high, exponent, ups, nimber
//! options  1 + number of left options, number of right options, left ids, right ids
//! ```
//! All are words of four bytes.

use std::{collections::HashMap, path::Path};

use upstar_core::should_stop_reading;

use super::file::{CheckedFile, Checksum, DatabaseError, Header, Result, Writer, little_endian};
use crate::values::{Dyadic, Id, Nus, ValueError, Values};

/// The values that a database's files use: ids of the files, and values of an arena.
#[derive(Clone, Default)]
pub struct ValueTable {
    /// The value of each id of the files.
    pub ids: Vec<Id>,
    numbers: HashMap<Id, u32>,
    /// For each value, the checksum of all words up to its end.
    sums: Vec<Checksum>,
}

/// Converts a limit of an arena to an error of a database.
pub fn database_error(error: ValueError) -> DatabaseError {
    match error {
        ValueError::Stopped => DatabaseError::Stopped,
        ValueError::OutOfMemory(_) => DatabaseError::OutOfMemory(error.to_string()),
        _ => DatabaseError::Unsuitable(error.to_string()),
    }
}

impl ValueTable {
    /// The id of a value. If it has none, it gets one, after its options.
    ///
    /// # Errors
    /// If a limit of the arena is reached.
    pub fn number(&mut self, values: &mut Values, id: Id) -> Result<u32> {
        if let Some(&known) = self.numbers.get(&id) {
            return Ok(known);
        }
        if values.as_nus(id).is_none() {
            let mut options = values.left_options(id).map_err(database_error)?;
            options.extend(values.right_options(id).map_err(database_error)?);
            for option in options {
                self.number(values, option)?;
            }
        }
        let number = self.ids.len() as u32;
        self.ids.push(id);
        self.numbers.insert(id, number);
        Ok(number)
    }

    /// The number of values with ids.
    pub fn len(&self) -> usize {
        self.ids.len()
    }

    /// The checksum of the first `count` values. A file that uses only these values has the checksum in its
    /// header, so that it is rejected with the table of another database.
    pub fn prefix_checksum(&self, count: usize) -> Option<String> {
        let sum = self.sums.get(count.checked_sub(1)?)?;
        Some(format!("{:016x}", sum.value()))
    }

    /// Writes the table.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&mut self, values: &mut Values, path: &Path, header: Header) -> Result<()> {
        let mut writer = Writer::new(path)?;
        self.sums.clear();
        for &id in &self.ids {
            for word in self.words(values, id)? {
                writer.word(word)?;
            }
            self.sums.push(writer.checksum());
        }
        writer.finish(header.with("values", self.ids.len()))
    }

    fn words(&self, values: &mut Values, id: Id) -> Result<Vec<u32>> {
        if let Some(Nus { number, ups, nimber }) = values.as_nus(id) {
            let numerator = number.numerator() as u64;
            let halves = [numerator as u32, (numerator >> 32) as u32];
            return Ok(vec![0, halves[0], halves[1], number.exponent(), ups as u32, nimber]);
        }
        let left = values.left_options(id).map_err(database_error)?;
        let right = values.right_options(id).map_err(database_error)?;
        let mut words = vec![1 + left.len() as u32, right.len() as u32];
        for list in [left, right] {
            // The order of options differs between arenas.
            let mut numbers: Vec<u32> = list.iter().map(|option| self.numbers[option]).collect();
            numbers.sort_unstable();
            words.extend(numbers);
        }
        Ok(words)
    }

    /// Reads a table into an arena.
    ///
    /// # Errors
    /// If the file is not valid, or a limit of the arena is reached.
    pub fn read(values: &mut Values, file: &CheckedFile) -> Result<ValueTable> {
        let mut value_table = ValueTable::default();
        let mut sum = Checksum::EMPTY;
        let mut words = file.data().chunks_exact(4).map(little_endian);
        let ends = || file.damaged("is damaged: it ends inside a value");
        while let Some(first) = words.next() {
            if value_table.ids.len().is_multiple_of(1 << 12) && should_stop_reading() {
                return Err(DatabaseError::Stopped);
            }
            sum.word(first);
            let mut next = || {
                let word = words.next().ok_or_else(ends)?;
                sum.word(word);
                Ok(word)
            };
            let id = if first == 0 {
                let numerator = u64::from(next()?) | u64::from(next()?) << 32;
                let number = Dyadic::new(numerator as i64, next()?).map_err(database_error)?;
                let (ups, nimber) = (next()? as i32, next()?);
                values.nus(Nus { number, ups, nimber }).map_err(database_error)?
            } else {
                let counts = [first - 1, next()?];
                let mut lists = [Vec::new(), Vec::new()];
                for (list, count) in lists.iter_mut().zip(counts) {
                    for _ in 0..count {
                        let option = value_table.ids.get(next()? as usize).copied();
                        list.push(option.ok_or_else(|| {
                            file.damaged("is damaged: an option comes after its value")
                        })?);
                    }
                }
                // The file holds canonical forms, and the checksum guarantees that they are unchanged.
                lists.iter_mut().for_each(|list| list.sort_unstable());
                values.intern(&lists[0], &lists[1]).map_err(database_error)?
            };
            let number = value_table.ids.len() as u32;
            value_table.ids.push(id);
            value_table.numbers.insert(id, number);
            value_table.sums.push(sum);
        }
        if file.header.number("values") != Some(value_table.ids.len() as u64) {
            return Err(file.damaged("is damaged: its number of values differs from its header"));
        }
        Ok(value_table)
    }
}
