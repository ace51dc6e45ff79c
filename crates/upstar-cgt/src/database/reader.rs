//! Reading a database: lookups of positions and parts, and counts.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

use upstar_core::{Cells, Grid, Planes, Turning};

use super::{
    build::{TABLE, check_kind, file_name, open_board},
    file::{CheckedFile, DatabaseError, Result},
    numbering::{Locator, Numbering},
    retrograde::{ID, RESTRICTED, WHOLE},
    value_table::ValueTable,
};
use crate::values::{Id, ValueError, Values};

/// The location of a database, and its game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DatabaseRef {
    /// The directory.
    pub directory: PathBuf,
    /// The game's name.
    pub game: String,
}

/// An open database of one game.
pub struct Database {
    /// For each id, the value in the arena that was passed to `open`.
    ids: Vec<Id>,
    boards: BTreeMap<(usize, usize), CheckedFile>,
    turning: Turning,
    /// The cells of the largest board.
    max_cells: usize,
}

impl Database {
    /// Opens the files of a game. The cells of its boards are like `cells`, of any size.
    ///
    /// # Errors
    /// If there is no database, or a file is damaged.
    pub fn open(
        directory: &Path,
        game: &str,
        cells: Cells,
        values: &mut Values,
    ) -> Result<Database> {
        let value_table = table_of(directory, game, values)?;
        let mut boards = BTreeMap::new();
        for grid in grids_in(directory)? {
            let numbering = Numbering::new(Cells { grid, ..cells }).ok_or_else(|| {
                let path = directory.join(file_name(grid));
                DatabaseError::Damaged(path, "is for a board with too many positions".into())
            })?;
            let path = directory.join(file_name(grid));
            boards.insert(
                (grid.rows, grid.columns),
                open_board(&path, game, &numbering, &value_table)?,
            );
        }
        let max_cells = boards.keys().map(|(rows, columns)| rows * columns).max().unwrap_or(0);
        Ok(Database { ids: value_table.ids, boards, turning: cells.turning, max_cells })
    }

    /// Looks up a part of a position on the locator's board. Returns `None` if no board of the database
    /// contains it. If only the shape of a part matters, any board that contains it is used.
    #[inline]
    pub fn look_up(&self, locator: &Locator, planes: Planes) -> Option<FoundValue> {
        let place = locator.place(planes, self.max_cells)?;
        let file = self.boards.get(&(place.grid.rows, place.grid.columns))?;
        // A number that is no value is NONE, or damage that the checksum does not show.
        let number = file.word(place.index) & ID;
        if number as usize >= self.ids.len() {
            return None;
        }
        let is_negated = place.turned && self.turning == Turning::Negates;
        Some(FoundValue { number, is_negated })
    }

    /// The value that was looked up, in the arena that was passed to `open`.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn value(
        &self,
        found: FoundValue,
        values: &mut Values,
    ) -> std::result::Result<Id, ValueError> {
        let value = self.ids[found.number as usize];
        if found.is_negated { values.negate(value) } else { Ok(value) }
    }

    /// The number of values.
    pub fn value_count(&self) -> usize {
        self.ids.len()
    }

    /// The cells of the largest board.
    #[inline]
    pub fn max_cells(&self) -> usize {
        self.max_cells
    }
}

/// A value that was found, by its number in the database.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FoundValue {
    /// The number of the value in the database.
    pub number: u32,
    /// Is it the negative of that value?
    pub is_negated: bool,
}

/// Opens the table of values of a directory.
fn table_of(directory: &Path, game: &str, values: &mut Values) -> Result<ValueTable> {
    let path = directory.join(TABLE);
    if !path.exists() {
        let text = format!("there is no database here ({TABLE} is missing)");
        return Err(DatabaseError::System(directory.into(), text));
    }
    let file = CheckedFile::open(&path)?;
    check_kind(&file, "values", game)?;
    ValueTable::read(values, &file)
}

/// The boards for which a directory has files.
fn grids_in(directory: &Path) -> Result<Vec<Grid>> {
    let system = |error: std::io::Error| DatabaseError::System(directory.into(), error.to_string());
    let mut grids = Vec::new();
    for entry in std::fs::read_dir(directory).map_err(system)? {
        let name = entry.map_err(system)?.file_name();
        let size = name.to_str().and_then(|name| name.strip_suffix(".ids"));
        let sides = size.and_then(|size| size.split_once('x'));
        if let Some((Ok(rows), Ok(columns))) = sides.map(|(r, c)| (r.parse(), c.parse())) {
            grids.push(Grid { rows, columns });
        }
    }
    grids.sort_by_key(|grid| (grid.cells(), grid.rows));
    Ok(grids)
}

/// The game of the database in a directory, or in the directory of a file.
///
/// # Errors
/// If there is no database, or it is damaged.
pub fn game_of(directory: &Path) -> Result<String> {
    let path = directory.join(TABLE);
    if !path.exists() {
        let text = format!("there is no database here ({TABLE} is missing)");
        return Err(DatabaseError::System(directory.into(), text));
    }
    Ok(CheckedFile::open(&path)?.header.text("game").to_string())
}

/// Counts of positions by their values.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PositionCounts {
    /// The number of positions.
    pub positions: u64,
    /// The number of positions of value n·↑ + ∗k.
    pub ups_and_nimbers: u64,
    /// The number of positions to which the restricted method of Claessen's thesis gives a value.
    pub restricted: u64,
    /// The number of different values.
    pub values: u64,
}

/// The counts of a board's file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardStat {
    /// The board.
    pub grid: Grid,
    /// Its file.
    pub path: PathBuf,
    /// The length of the file in bytes.
    pub bytes: u64,
    /// The counts of all positions.
    pub all: PositionCounts,
    /// The counts of positions that are a single part, reach all four borders, and have nothing outside of
    /// it.
    pub whole: PositionCounts,
}

/// Counts the positions of all boards of a directory, or of one board's file.
///
/// # Errors
/// If a file is damaged.
pub fn stat(
    path: &Path,
    game: &str,
    cells_of: &dyn Fn(Grid) -> Result<Cells>,
    values: &mut Values,
) -> Result<Vec<BoardStat>> {
    let directory = if path.is_dir() { path } else { path.parent().unwrap_or(path) };
    let value_table = table_of(directory, game, values)?;
    let closed: Vec<bool> =
        value_table.ids.iter().map(|&id| values.is_ups_and_nimber(id)).collect();
    let mut found = Vec::new();
    for grid in grids_in(directory)? {
        let file = directory.join(file_name(grid));
        if path.is_file() && path.file_name() != file.file_name() {
            continue;
        }
        let Some(numbering) = Numbering::new(cells_of(grid)?) else { continue };
        let whole = open_board(&file, game, &numbering, &value_table)?;
        found.push(count(grid, &whole, &numbering, &closed));
    }
    if found.is_empty() {
        let why = "is not a board file of this database, such as 3x4.ids";
        return Err(DatabaseError::Unsuitable(format!("{} {why}", path.display())));
    }
    Ok(found)
}

fn count(grid: Grid, file: &CheckedFile, numbering: &Numbering, closed: &[bool]) -> BoardStat {
    let mut shares = [PositionCounts::default(), PositionCounts::default()];
    let mut seen = [vec![false; closed.len()], vec![false; closed.len()]];
    for index in 0..numbering.count() {
        let entry = file.word(index);
        let id = entry & ID;
        if id as usize >= closed.len() {
            continue; // NONE, or damage that the checksum does not show
        }
        for kind in 0..if entry & WHOLE == 0 { 1 } else { 2 } {
            shares[kind].positions += 1;
            shares[kind].ups_and_nimbers += u64::from(closed[id as usize]);
            shares[kind].restricted += u64::from(entry & RESTRICTED != 0);
            seen[kind][id as usize] = true;
        }
    }
    let [mut all, mut whole] = shares;
    [all.values, whole.values] = seen.map(|seen| seen.iter().filter(|&&s| s).count() as u64);
    let bytes = file.data().len() as u64 + super::file::PAGE as u64;
    BoardStat { grid, path: file.path.clone(), bytes, all, whole }
}
