//! Values of parts from a database that an earlier run has built.

use std::path::PathBuf;

use upstar_core::{Cells, Error, Planes};

use crate::{
    database::{Database, Locator},
    values::{Id, Values},
};

/// Where a database is, and of which game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stock {
    /// The directory.
    pub directory: PathBuf,
    /// The game's name.
    pub game: String,
}

/// A database that is open.
pub struct Stored {
    database: Database,
    locator: Locator,
}

impl Stored {
    /// Opens a database of positions on boards like these. Its values are put among the given ones.
    ///
    /// # Errors
    /// If there is none, it is damaged, or the game has no boards.
    pub fn open(stock: &Stock, cells: Option<Cells>, values: &mut Values) -> Result<Stored, Error> {
        let Stock { directory, game } = stock;
        let Some(cells) = cells else {
            let text = format!("there are no databases of {game}: it has no board of cells");
            return Err(Error::Unsuitable(text));
        };
        let database = Database::open(directory, game, cells, values);
        let database = database.map_err(|error| Error::Unsuitable(error.to_string()))?;
        Ok(Stored { database, locator: Locator::new(cells) })
    }

    /// The value of a part, if it is there.
    pub fn value(&self, part: Planes, values: &mut Values) -> Option<Id> {
        let found = self.database.look_up(&self.locator, part)?;
        let value = self.database.ids()[found.number as usize];
        if found.negated { values.negate(value).ok() } else { Some(value) }
    }
}
