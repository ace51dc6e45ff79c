//! The checkpoint of a board that is not complete: its entries so far, and its own table of values.
//!
//! The table is written before the entries, and entries of the table are never removed: values keep their ids
//! from one checkpoint to the next. A build that is killed between the two writes leaves older entries with a
//! newer table. They are still valid, because a board's file names the part of the table that it uses.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::atomic::AtomicU32,
};

use super::{
    build::{board_header, numbered, open_board, open_table, write_ids},
    file::{DatabaseError, Header, Result},
    numbering::Numbering,
    retrograde::{ID, NONE, UNSET},
    value_table::ValueTable,
};
use crate::values::Values;

/// The two files of a board that is not complete.
pub struct BoardCheckpoint {
    game: String,
    numbering: Numbering,
    entries: PathBuf,
    table: PathBuf,
    value_table: ValueTable,
}

impl BoardCheckpoint {
    /// Opens the checkpoint of a board and returns its entries. Returns no entries if there are no files or
    /// they are damaged: then the board is computed from the start.
    ///
    /// # Errors
    /// If a file cannot be read, or its values do not fit into the arena.
    pub fn open(
        path: &Path,
        game: &str,
        numbering: Numbering,
        values: &mut Values,
    ) -> Result<(BoardCheckpoint, Option<Vec<AtomicU32>>)> {
        let mut checkpoint = BoardCheckpoint {
            game: game.into(),
            numbering,
            entries: path.with_extension("part"),
            table: path.with_extension("part-values"),
            value_table: ValueTable::default(),
        };
        if !checkpoint.entries.exists() || !checkpoint.table.exists() {
            return Ok((checkpoint, None));
        }
        match checkpoint.read(values) {
            Ok((value_table, entries)) => {
                checkpoint.value_table = value_table;
                Ok((checkpoint, Some(entries)))
            }
            Err(DatabaseError::Damaged(..)) => Ok((checkpoint, None)),
            Err(error) => Err(error),
        }
    }

    fn read(&self, values: &mut Values) -> Result<(ValueTable, Vec<AtomicU32>)> {
        let value_table = open_table(&self.table, &self.game, values)?;
        let file = open_board(&self.entries, &self.game, &self.numbering, &value_table)?;
        let entry = |index: u64| {
            let word = file.word(index);
            let id = word & ID;
            if word == UNSET || id == NONE {
                return Some(word);
            }
            value_table.ids.get(id as usize).map(|value| word & !ID | value.index() as u32)
        };
        let entries = (0..self.numbering.count()).map(|index| entry(index).map(AtomicU32::from));
        let entries = entries.collect::<Option<Vec<_>>>();
        let entries = entries.ok_or_else(|| file.damaged("is damaged: it has an unknown value"))?;
        Ok((value_table, entries))
    }

    /// Writes the entries so far.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&mut self, table: &[AtomicU32], values: &mut Values) -> Result<()> {
        let ids = numbered(table, &self.numbering, values, &mut self.value_table)?;
        let header = Header::default().with("kind", "values").with("game", &self.game);
        self.value_table.write(values, &self.table, header)?;
        let used = self.value_table.len();
        let mark = self.value_table.prefix_checksum(used).unwrap_or_default();
        let header = board_header(&self.game, &self.numbering);
        write_ids(&self.entries, table, &ids, header.with("values", used).with("table", mark))
    }

    /// Removes the files after the board is complete.
    pub fn remove(self) {
        for path in [&self.entries, &self.table] {
            let _ = fs::remove_file(path);
        }
    }
}
