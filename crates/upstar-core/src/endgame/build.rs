//! Building a database: every board up to a size, each a file, beside the table of values.
//!
//! Boards that are there already are kept, so a build that was stopped goes on where it was; within
//! a board it goes on from what was saved last, at most half a minute before.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::time::{Duration, Instant};

use super::board::Board;
use super::file::{DatabaseError, Header, Result, Whole, Writer};
use super::numbering::Numbering;
use super::retrograde::{ID, NONE, Retrograde, UNSET};
use super::values::Catalogue;
use crate::base::Grid;
use crate::cgt::{Id, Values};
use crate::search::Control;

/// The table of values of a directory.
pub const TABLE: &str = "values.table";
/// How often what is known of a board is saved.
const SAVE_EVERY: Duration = Duration::from_secs(30);

/// What is to be built.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The game's name.
    pub game: String,
    /// The largest board.
    pub grid: Grid,
    /// Where the files go.
    pub directory: PathBuf,
    /// Threads that work.
    pub threads: usize,
}

/// Gives the game on a board of a size.
pub type Boards<'a> = &'a (dyn Fn(Grid) -> Result<Box<dyn Board>> + Sync);

/// The boards up to a size that have files, small ones first: at least as wide as high, because
/// others are turned.
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

/// Opens a directory's table of values, and reads it into an arena; an empty one if there is none.
///
/// # Errors
/// If it is damaged, or of another game.
pub fn open_table(path: &Path, game: &str, values: &mut Values) -> Result<Catalogue> {
    if !path.exists() {
        return Ok(Catalogue::default());
    }
    let file = Whole::open(path)?;
    check_kind(&file, "values", game)?;
    Catalogue::read(values, &file)
}

/// Is a file of this kind and this game?
pub fn check_kind(file: &Whole, kind: &str, game: &str) -> Result<()> {
    for (name, wanted) in [("kind", kind), ("game", game)] {
        let found = file.header.text(name);
        if found != wanted {
            return Err(file.damaged(format!("has {name} '{found}', not '{wanted}'")));
        }
    }
    Ok(())
}

/// Opens a board's file and checks that it goes with the table.
///
/// # Errors
/// If it is damaged, or belongs to another table.
pub fn open_board(
    path: &Path,
    game: &str,
    numbering: &Numbering,
    catalogue: &Catalogue,
) -> Result<Whole> {
    let file = Whole::open(path)?;
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
        return Err(file.damaged("is damaged: it has another length than it says"));
    }
    let used = file.header.number("values").unwrap_or(u64::MAX);
    let mark = usize::try_from(used).ok().and_then(|used| catalogue.mark(used));
    if mark.as_deref() != Some(file.header.text("table")) {
        return Err(file.damaged(format!("does not go with the {TABLE} beside it")));
    }
    Ok(file)
}

/// Builds what is not there yet; returns the boards that were built.
///
/// # Errors
/// If the game has no numbered board, a file is damaged or cannot be written, memory does not
/// suffice, or somebody says stop.
pub fn build(plan: &Plan, boards: Boards, control: &Control) -> Result<Vec<Grid>> {
    let max_bytes = control.limits.max_bytes;
    let directory = &plan.directory;
    fs::create_dir_all(directory)
        .map_err(|error| DatabaseError::System(directory.clone(), error.to_string()))?;
    sweep(directory);
    numbering_of(plan, boards, plan.grid, max_bytes)?;
    let numberings = boards_up_to(plan.grid)
        .into_iter()
        .map(|grid| numbering_of(plan, boards, grid, max_bytes))
        .collect::<Result<Vec<_>>>()?;
    // Progress tells positions as nodes, of so many in all.
    let total = numberings.iter().map(|(_, numbering)| numbering.count()).sum();
    control.progress.expansions.store(total, Relaxed);
    let mut values = Values::with_limit(max_bytes / 2);
    let mut catalogue = open_table(&directory.join(TABLE), &plan.game, &mut values)?;
    let mut built = Vec::new();
    for (board, numbering) in &numberings {
        let path = directory.join(file_name(numbering.grid()));
        if path.exists() {
            open_board(&path, &plan.game, numbering, &catalogue)?;
            control.progress.nodes.fetch_add(numbering.count(), Relaxed);
            continue;
        }
        build_board(plan, (&**board, *numbering), &mut values, &mut catalogue, control)?;
        built.push(numbering.grid());
    }
    Ok(built)
}

/// Takes away what builds that were killed have left half written: files that have the number of a
/// process that is no more.
fn sweep(directory: &Path) {
    let processes = Path::new("/proc");
    let Ok(entries) = fs::read_dir(directory) else { return };
    for path in entries.flatten().map(|entry| entry.path()) {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let process = name.strip_suffix(".tmp").and_then(|name| name.rsplit_once('.'));
        let is_over =
            |number: &str| number.parse::<u32>().is_ok() && !processes.join(number).exists();
        if processes.join("self").exists() && process.is_some_and(|(_, number)| is_over(number)) {
            let _ = fs::remove_file(&path);
        }
    }
}

fn numbering_of(
    plan: &Plan,
    boards: Boards,
    grid: Grid,
    max_bytes: usize,
) -> Result<(Box<dyn Board>, Numbering)> {
    let board = boards(grid)?;
    let Some(cells) = board.cells() else {
        return Err(DatabaseError::Unsuitable(format!(
            "{} has no board whose positions can be numbered: a database needs cells with two or \
             three states",
            plan.game
        )));
    };
    let Some(numbering) = Numbering::new(cells) else {
        let Grid { rows, columns } = grid;
        return Err(DatabaseError::Unsuitable(format!(
            "{rows}x{columns} has more than 2^32 positions, which is the most that is numbered"
        )));
    };
    // The table, and as much again for values and sets of options.
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
    plan: &Plan,
    (board, numbering): (&dyn Board, Numbering),
    values: &mut Values,
    catalogue: &mut Catalogue,
    control: &Control,
) -> Result<()> {
    let path = plan.directory.join(file_name(numbering.grid()));
    let saved = Saved::beside(&path);
    let spare = control.limits.max_bytes / 2 - 4 * numbering.count() as usize;
    let known = saved.read(&plan.game, &numbering, values)?;
    let mut work = Retrograde::new(board, numbering, values, spare, control);
    if let Some(known) = known {
        work.table = known;
    }
    let mut last_saved = Instant::now();
    for layer in 0..numbering.layers() {
        let done = work.layer(layer, plan.threads);
        let due = last_saved.elapsed() > SAVE_EVERY && layer + 1 < numbering.layers();
        if due || (done == Err(DatabaseError::Stopped) && numbering.count() > 1 << 20) {
            work.with_values(|table, values| {
                saved.write(&plan.game, &numbering, table, values, catalogue.clone())
            })?;
            last_saved = Instant::now();
        }
        done?;
    }
    work.with_values(|table, values| {
        let ids = numbered(table, values, catalogue)?;
        let header = Header::default().with("kind", "values").with("game", &plan.game);
        catalogue.write(values, &plan.directory.join(TABLE), header)?;
        let mark = catalogue.mark(catalogue.len()).unwrap_or_default();
        let header = board_header(&plan.game, &numbering)
            .with("values", catalogue.len())
            .with("table", mark);
        write_ids(&path, table, &ids, header)
    })?;
    saved.remove();
    Ok(())
}

fn board_header(game: &str, numbering: &Numbering) -> Header {
    Header::default()
        .with("kind", "board")
        .with("game", game)
        .with("rows", numbering.grid().rows)
        .with("columns", numbering.grid().columns)
        .with("index", numbering.rule())
        .with("positions", numbering.count())
}

/// For each value of the arena that the table has, its id, given in the order of positions: it does
/// not depend on which thread was first.
fn numbered(
    table: &[AtomicU32],
    values: &mut Values,
    catalogue: &mut Catalogue,
) -> Result<Vec<u32>> {
    let mut ids = vec![UNSET; values.len()];
    for entry in table {
        let entry = entry.load(Relaxed);
        let value = entry & ID;
        if entry != UNSET && value != NONE && ids[value as usize] == UNSET {
            ids[value as usize] = catalogue.number(values, Id::at(value))?;
        }
    }
    Ok(ids)
}

fn write_ids(path: &Path, table: &[AtomicU32], ids: &[u32], header: Header) -> Result<()> {
    let mut writer = Writer::new(path)?;
    for entry in table {
        let entry = entry.load(Relaxed);
        let value = entry & ID;
        let is_value = entry != UNSET && value != NONE;
        writer.word(if is_value { entry & !ID | ids[value as usize] } else { entry })?;
    }
    writer.finish(header)
}

/// What is known of a board that is not complete: its entries, and a table of values of its own.
struct Saved {
    entries: PathBuf,
    table: PathBuf,
}

impl Saved {
    fn beside(path: &Path) -> Saved {
        Saved { entries: path.with_extension("part"), table: path.with_extension("part-values") }
    }

    fn write(
        &self,
        game: &str,
        numbering: &Numbering,
        table: &[AtomicU32],
        values: &mut Values,
        mut catalogue: Catalogue,
    ) -> Result<()> {
        let ids = numbered(table, values, &mut catalogue)?;
        let header = Header::default().with("kind", "values").with("game", game);
        catalogue.write(values, &self.table, header)?;
        let mark = catalogue.mark(catalogue.len()).unwrap_or_default();
        let header =
            board_header(game, numbering).with("values", catalogue.len()).with("table", mark);
        write_ids(&self.entries, table, &ids, header)
    }

    /// What was saved; nothing if that cannot be used.
    fn read(
        &self,
        game: &str,
        numbering: &Numbering,
        values: &mut Values,
    ) -> Result<Option<Vec<AtomicU32>>> {
        if !self.entries.exists() || !self.table.exists() {
            return Ok(None);
        }
        let catalogue = match open_table(&self.table, game, values) {
            Ok(catalogue) => catalogue,
            Err(DatabaseError::Damaged(..)) => return Ok(None),
            Err(error) => return Err(error),
        };
        let file = match open_board(&self.entries, game, numbering, &catalogue) {
            Ok(file) => file,
            Err(DatabaseError::Damaged(..)) => return Ok(None),
            Err(error) => return Err(error),
        };
        let entry = |index: u64| {
            let word = file.word(index);
            let id = word & ID;
            if word == UNSET || id == NONE {
                return word;
            }
            word & !ID | catalogue.ids[id as usize].index() as u32
        };
        Ok(Some((0..numbering.count()).map(|i| entry(i).into()).collect()))
    }

    fn remove(&self) {
        for path in [&self.entries, &self.table] {
            let _ = fs::remove_file(path);
        }
    }
}
