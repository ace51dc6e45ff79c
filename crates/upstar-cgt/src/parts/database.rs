//! Values of parts from an endgame database.

use upstar_core::{Cells, Error, Planes};

use crate::{
    database::{Database, DatabaseRef, FoundValue, Locator},
    values::{Id, Values},
};

/// An open database, for parts of positions on one board. Its values are in an arena.
pub struct PartDatabase {
    database: Database,
    locator: Locator,
}

impl PartDatabase {
    /// Opens a database for positions on boards like these. Its values are added to the arena.
    ///
    /// # Errors
    /// If there is no database, it is damaged, or the game has no board of cells.
    pub fn open(
        reference: &DatabaseRef,
        cells: Option<Cells>,
        values: &mut Values,
    ) -> Result<PartDatabase, Error> {
        let DatabaseRef { directory, game } = reference;
        let Some(cells) = cells else {
            let text = format!("{game} can have no database: it has no board of cells");
            return Err(Error::Unsuitable(text));
        };
        // Values that are read do not count towards a limit on the work for values.
        let poll = values.poll_with(None);
        let database = Database::open(directory, game, cells, values);
        values.poll_with(poll);
        let database = database.map_err(|error| Error::Unsuitable(error.to_string()))?;
        Ok(PartDatabase { database, locator: Locator::new(cells) })
    }

    /// Looks up a part.
    #[inline]
    pub fn find(&self, part: Planes) -> Option<FoundValue> {
        self.database.look_up(&self.locator, part)
    }

    /// The value that was found, in the arena; none if a limit is reached.
    pub fn value(&self, found: FoundValue, values: &mut Values) -> Option<Id> {
        self.database.value(found, values).ok()
    }

    /// The number of values.
    pub fn value_count(&self) -> usize {
        self.database.value_count()
    }

    /// The cells of the largest board.
    #[inline]
    pub fn max_cells(&self) -> usize {
        self.database.max_cells()
    }
}
