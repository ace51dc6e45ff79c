//! A board that is under way, on disk: its entries so far, and a table of values of its own.
//!
//! The table is written before the entries and only ever grows: values keep their ids from one time
//! to the next. A build that is killed between the two files leaves older entries beside a newer
//! table, and they still go together, because a board's file names the part of the table that it
//! uses.

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
    values::Catalogue,
};
use crate::values::Values;

/// The two files of a board that is not complete.
pub struct Saved {
    game: String,
    numbering: Numbering,
    entries: PathBuf,
    table: PathBuf,
    catalogue: Catalogue,
}

impl Saved {
    /// The files beside a board's own, and what they have: nothing if there are none, or they are
    /// damaged, because the board can be worked out anew.
    ///
    /// # Errors
    /// If a file cannot be read, or what is in it does not fit into the arena.
    pub fn open(
        path: &Path,
        game: &str,
        numbering: Numbering,
        values: &mut Values,
    ) -> Result<(Saved, Option<Vec<AtomicU32>>)> {
        let mut saved = Saved {
            game: game.into(),
            numbering,
            entries: path.with_extension("part"),
            table: path.with_extension("part-values"),
            catalogue: Catalogue::default(),
        };
        if !saved.entries.exists() || !saved.table.exists() {
            return Ok((saved, None));
        }
        match saved.read(values) {
            Ok((catalogue, entries)) => {
                saved.catalogue = catalogue;
                Ok((saved, Some(entries)))
            }
            Err(DatabaseError::Damaged(..)) => Ok((saved, None)),
            Err(error) => Err(error),
        }
    }

    fn read(&self, values: &mut Values) -> Result<(Catalogue, Vec<AtomicU32>)> {
        let catalogue = open_table(&self.table, &self.game, values)?;
        let file = open_board(&self.entries, &self.game, &self.numbering, &catalogue)?;
        let entry = |index: u64| {
            let word = file.word(index);
            let id = word & ID;
            if word == UNSET || id == NONE {
                return word;
            }
            word & !ID | catalogue.ids[id as usize].index() as u32
        };
        let entries = (0..self.numbering.count()).map(|index| entry(index).into()).collect();
        Ok((catalogue, entries))
    }

    /// Saves what is known by now.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&mut self, table: &[AtomicU32], values: &mut Values) -> Result<()> {
        let ids = numbered(table, &self.numbering, values, &mut self.catalogue)?;
        let header = Header::default().with("kind", "values").with("game", &self.game);
        self.catalogue.write(values, &self.table, header)?;
        let used = self.catalogue.len();
        let mark = self.catalogue.mark(used).unwrap_or_default();
        let header = board_header(&self.game, &self.numbering);
        write_ids(&self.entries, table, &ids, header.with("values", used).with("table", mark))
    }

    /// Takes the files away, once the board is complete.
    pub fn remove(self) {
        for path in [&self.entries, &self.table] {
            let _ = fs::remove_file(path);
        }
    }
}
