//! Building a database: one file for every board up to a size, and the table of values.
//!
//! Existing board files are kept, so a build that was stopped resumes. Within a board it resumes from the
//! last [`BoardCheckpoint`].
//!
//! **Guarantee** Equal plans produce equal files, byte for byte, with any number of threads and after any
//! number of interruptions. Ids are assigned layer by layer, in the order of positions. Every option of a
//! canonical form is the value of a follower, which is in a lower layer, so the option has its id before. So
//! nothing depends on the order in which the arena created the values.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::atomic::{AtomicU32, Ordering::Relaxed},
    time::{Duration, Instant},
};

use upstar_core::{Control, Grid};

use super::{
    checkpoint::BoardCheckpoint,
    file::{CheckedFile, DatabaseError, Header, Result, Writer, remove_stale_files},
    game::DatabaseGame,
    numbering::Numbering,
    retrograde::{ID, NONE, Retrograde, Step, UNSET},
    value_table::ValueTable,
};
use crate::values::{Id, Values};

/// The file name of the table of values in a directory.
pub const TABLE: &str = "values.table";
/// The parameters of a build.
#[derive(Clone, Debug)]
pub struct BuildPlan {
    /// The game's name.
    pub game: String,
    /// The largest board.
    pub grid: Grid,
    /// The directory of the files.
    pub directory: PathBuf,
    /// The number of threads.
    pub threads: usize,
    /// The time between two checkpoints of a board.
    pub save_every: Duration,
}

/// Returns the game on a board of the given size.
pub type GameOnGrid<'a> = &'a (dyn Fn(Grid) -> Result<Box<dyn DatabaseGame>> + Sync);

/// The boards up to a size that have files, small boards first. Boards higher than wide are transposed, so
/// they have no file.
pub fn boards_up_to(grid: Grid) -> Vec<Grid> {
    let (rows, columns) = (grid.rows.min(grid.columns), grid.rows.max(grid.columns));
    let mut boards: Vec<Grid> = (1..=rows)
        .flat_map(|rows| (rows..=columns).map(move |columns| Grid { rows, columns }))
        .collect();
    boards.sort_by_key(|grid| (grid.cells(), grid.rows));
    boards
}

/// The name of a board's file.
pub fn file_name(grid: Grid) -> String {
    format!("{}x{}.ids", grid.rows, grid.columns)
}

/// Opens the table of values of a directory and reads it into an arena. Returns an empty table if there is no
/// file.
///
/// # Errors
/// If the file is damaged, or belongs to another game.
pub fn open_table(path: &Path, game: &str, values: &mut Values) -> Result<ValueTable> {
    if !path.exists() {
        return Ok(ValueTable::default());
    }
    let file = CheckedFile::open(path)?;
    check_kind(&file, "values", game)?;
    ValueTable::read(values, &file)
}

/// Checks that a file is of this kind and this game.
pub fn check_kind(file: &CheckedFile, kind: &str, game: &str) -> Result<()> {
    for (name, wanted) in [("kind", kind), ("game", game)] {
        let found = file.header.text(name);
        if found != wanted {
            return Err(file.damaged(format!("has {name} '{found}', not '{wanted}'")));
        }
    }
    Ok(())
}

/// Opens a board's file and checks that it belongs to the table.
///
/// # Errors
/// If it is damaged, or belongs to another table.
pub fn open_board(
    path: &Path,
    game: &str,
    numbering: &Numbering,
    value_table: &ValueTable,
) -> Result<CheckedFile> {
    let file = CheckedFile::open(path)?;
    check_kind(&file, "board", game)?;
    let grid = numbering.grid();
    for (name, wanted) in [
        ("rows", grid.rows.to_string()),
        ("columns", grid.columns.to_string()),
        ("index", numbering.rule()),
        ("positions", numbering.count().to_string()),
    ] {
        let found = file.header.text(name);
        if found != wanted {
            return Err(file.damaged(format!("has {name} '{found}', not '{wanted}'")));
        }
    }
    if file.data().len() as u64 != 4 * numbering.count() {
        return Err(file.damaged("is damaged: its length differs from its header"));
    }
    let used = file.header.number("values").unwrap_or(u64::MAX);
    let mark = usize::try_from(used).ok().and_then(|used| value_table.prefix_checksum(used));
    if mark.as_deref() != Some(file.header.text("table")) {
        return Err(file.damaged(format!("does not belong to the {TABLE} in the same directory")));
    }
    Ok(file)
}

/// Builds the boards that are missing, and returns them.
///
/// # Errors
/// If the positions of the game cannot be numbered, a file is damaged or cannot be written, there is not
/// enough memory, or the build is stopped.
pub fn build(plan: &BuildPlan, boards: GameOnGrid, control: &Control) -> Result<Vec<Grid>> {
    let max_bytes = control.limits.max_bytes;
    let directory = &plan.directory;
    fs::create_dir_all(directory)
        .map_err(|error| DatabaseError::System(directory.clone(), error.to_string()))?;
    remove_stale_files(directory);
    numbering_of(plan, boards, plan.grid, max_bytes)?;
    let numberings = boards_up_to(plan.grid)
        .into_iter()
        .map(|grid| numbering_of(plan, boards, grid, max_bytes))
        .collect::<Result<Vec<_>>>()?;
    // The progress report counts positions as nodes, and their total as expansions.
    let total = numberings.iter().map(|(_, numbering)| numbering.count()).sum();
    control.progress.expansions.store(total, Relaxed);
    // An eighth of the memory that the largest table of positions leaves is for sets of options. The data
    // that come with the values (caches, ids, ids of the files) take at most as much memory as the values.
    let most = numberings.iter().map(|(_, numbering)| 4 * numbering.count() as usize).max();
    let mut values = Values::with_limit((max_bytes - most.unwrap_or(0)) / 16 * 7);
    let mut value_table = open_table(&directory.join(TABLE), &plan.game, &mut values)?;
    let mut built = Vec::new();
    for (board, numbering) in &numberings {
        let path = directory.join(file_name(numbering.grid()));
        if path.exists() {
            open_board(&path, &plan.game, numbering, &value_table)?;
            control.progress.nodes.fetch_add(numbering.count(), Relaxed);
            continue;
        }
        build_board(plan, (&**board, *numbering), &mut values, &mut value_table, control)?;
        built.push(numbering.grid());
    }
    Ok(built)
}

fn numbering_of(
    plan: &BuildPlan,
    boards: GameOnGrid,
    grid: Grid,
    max_bytes: usize,
) -> Result<(Box<dyn DatabaseGame>, Numbering)> {
    let board = boards(grid)?;
    let Some(cells) = board.cells() else {
        return Err(DatabaseError::Unsuitable(format!(
            "the positions of {} cannot be numbered; a database needs a board of cells with two or \
             three states",
            plan.game
        )));
    };
    let Some(numbering) = Numbering::new(cells) else {
        let Grid { rows, columns } = grid;
        return Err(DatabaseError::Unsuitable(format!(
            "{rows}x{columns} has more than 2^32 positions; a database holds at most that many"
        )));
    };
    // The table, and the same again for values and sets of options.
    let least = 8 * numbering.count() as usize + (64 << 20);
    if least > max_bytes {
        let Grid { rows, columns } = grid;
        return Err(DatabaseError::OutOfMemory(format!(
            "{rows}x{columns} needs at least {} MB of memory; the limit is {} MB",
            least.div_ceil(1_000_000),
            max_bytes / 1_000_000
        )));
    }
    Ok((board, numbering))
}

fn build_board(
    plan: &BuildPlan,
    (board, numbering): (&dyn DatabaseGame, Numbering),
    values: &mut Values,
    value_table: &mut ValueTable,
    control: &Control,
) -> Result<()> {
    let path = plan.directory.join(file_name(numbering.grid()));
    let spare = (control.limits.max_bytes - 4 * numbering.count() as usize) / 8;
    let (mut checkpoint, known) = BoardCheckpoint::open(&path, &plan.game, numbering, values)?;
    let mut work = Retrograde::new(board, numbering, values, known, spare, control);
    let mut save_at = Instant::now().checked_add(plan.save_every);
    for layer in 0..numbering.layers() {
        loop {
            let step = work.layer(layer, plan.threads, save_at);
            if step == Ok(Step::Done) {
                break;
            }
            let written = work.with_values(|table, values| checkpoint.write(table, values));
            // If both failed, return the error of the work, not that of the checkpoint.
            step?;
            written?;
            save_at = Instant::now().checked_add(plan.save_every);
        }
    }
    work.with_values(|table, values| {
        let ids = numbered(table, &numbering, values, value_table)?;
        let header = Header::default().with("kind", "values").with("game", &plan.game);
        value_table.write(values, &plan.directory.join(TABLE), header)?;
        let mark = value_table.prefix_checksum(value_table.len()).unwrap_or_default();
        let header = board_header(&plan.game, &numbering)
            .with("values", value_table.len())
            .with("table", mark);
        write_ids(&path, table, &ids, header)
    })?;
    checkpoint.remove();
    Ok(())
}

/// The header lines that identify a board.
pub fn board_header(game: &str, numbering: &Numbering) -> Header {
    Header::default()
        .with("kind", "board")
        .with("game", game)
        .with("rows", numbering.grid().rows)
        .with("columns", numbering.grid().columns)
        .with("index", numbering.rule())
        .with("positions", numbering.count())
}

/// For each value of the arena that the table has, its id in the files.
pub fn numbered(
    table: &[AtomicU32],
    numbering: &Numbering,
    values: &mut Values,
    value_table: &mut ValueTable,
) -> Result<Vec<u32>> {
    let mut ids = vec![UNSET; values.len()];
    let mut failure = Ok(());
    for layer in 0..numbering.layers() {
        numbering.scan(layer, 0..numbering.count(), |index| {
            let entry = table[index as usize].load(Relaxed);
            let value = entry & ID;
            if entry != UNSET && value != NONE && ids[value as usize] == UNSET {
                match value_table.number(values, Id::at(value)) {
                    Ok(id) => ids[value as usize] = id,
                    Err(error) => failure = Err(error),
                }
            }
        });
    }
    failure.map(|()| ids)
}

/// Writes a board's entries with the ids of the files.
pub fn write_ids(path: &Path, table: &[AtomicU32], ids: &[u32], header: Header) -> Result<()> {
    let mut writer = Writer::new(path)?;
    for entry in table {
        let entry = entry.load(Relaxed);
        let value = entry & ID;
        let is_value = entry != UNSET && value != NONE;
        writer.word(if is_value { entry & !ID | ids[value as usize] } else { entry })?;
    }
    writer.finish(header)
}
