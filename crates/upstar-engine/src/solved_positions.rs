//! Files of solved positions: strong solutions have every reachable position, books have some.

use std::path::{Path, PathBuf};

use upstar_cgt::database::{DatabaseError, Header, Result};
use upstar_core::{Control, ErasedGame, ErasedPosition, Game, Move, Player};
use upstar_search::strong::{self, CodeShape, Entry, Item, PositionFile, StrongBuild};

use crate::{AnyPosition, registry};

/// The kind of a strong solution, in the header.
pub const STRONG: &str = "strong";
/// The kind of a book, in the header.
pub const BOOK: &str = "book";

/// Builds the strong solution of a position. Returns the number of positions. A complete file of the same position is
/// kept.
///
/// # Errors
/// If the game does not suit, the file is of something else or cannot be written, or the build is stopped.
pub fn build_strong(
    root: &dyn AnyPosition,
    path: PathBuf,
    threads: usize,
    control: &Control,
) -> Result<u64> {
    if path.exists() {
        let found = SolvedPositions::open(&path, &[STRONG])?;
        return found.check_root(root).map(|()| found.len());
    }
    let (game, position) = root.erased();
    let identity = identity(root);
    strong::build(&StrongBuild { game: &game, root: &position, identity, path, threads }, control)
}

/// The lines of a header that identify a root, and the program.
pub(crate) fn identity(root: &dyn AnyPosition) -> Header {
    Header::default()
        .with("game", root.game())
        .with("root", root.text())
        .with("to_move", ["left", "right"][root.to_move().index()])
        .with("version", env!("CARGO_PKG_VERSION"))
        .with("sources", registry::SOURCES)
}

/// An open file of solved positions.
pub struct SolvedPositions {
    file: PositionFile,
    shape: CodeShape,
    root: Box<dyn AnyPosition>,
    game: ErasedGame,
}

impl SolvedPositions {
    /// Opens a file of one of these kinds and verifies its checksums.
    ///
    /// # Errors
    /// If the file is damaged, of another kind, or of a game that does not exist.
    pub fn open(path: &Path, kinds: &[&str]) -> Result<SolvedPositions> {
        let file = PositionFile::open(path, kinds)?;
        let header = file.header();
        let mover = Player::BOTH[usize::from(header.text("to_move") == "right")];
        let root = registry::position(header.text("game"), header.text("root"), Some(mover))
            .map_err(|error| file.file().damaged(error.to_string()))?;
        let Some(shape) = CodeShape::parse(header.text("shape")) else {
            return Err(file.file().damaged("is damaged: its header is incomplete"));
        };
        let (game, _) = root.erased();
        let positions = SolvedPositions { file, shape, root, game };
        // The root is in every file, unless this program has other keys than the one that wrote it.
        if positions.find(&*positions.root).is_none() {
            let text = "was written by another version of upstar, whose positions have other keys";
            return Err(positions.file.file().damaged(text));
        }
        Ok(positions)
    }

    /// The header.
    pub fn header(&self) -> &Header {
        self.file.header()
    }

    /// The position from which all others are reached.
    pub fn root(&self) -> &dyn AnyPosition {
        &*self.root
    }

    /// The number of positions.
    pub fn len(&self) -> u64 {
        self.file.len()
    }

    /// Are there no positions?
    pub fn is_empty(&self) -> bool {
        self.file.is_empty()
    }

    /// The size of the file in bytes.
    pub fn bytes(&self) -> u64 {
        std::fs::metadata(&self.file.file().path).map_or(0, |found| found.len())
    }

    /// Checks that the file is of this root.
    ///
    /// # Errors
    /// If it is not.
    pub(crate) fn check_root(&self, root: &dyn AnyPosition) -> Result<()> {
        let name = |root: &dyn AnyPosition| {
            format!(
                "{} {}, {} to move",
                root.game(),
                root.text(),
                root.labels()[root.to_move().index()]
            )
        };
        let (found, wanted) = (name(self.root()), name(root));
        if found == wanted {
            return Ok(());
        }
        Err(self
            .file
            .file()
            .damaged(format!("is of {found}, not of {wanted}; choose another file")))
    }

    /// What the file says of a position; `None` if it does not have it.
    ///
    /// # Errors
    /// If the position is of another game or on another board.
    pub fn probe(&self, position: &dyn AnyPosition) -> Result<Option<Entry>> {
        self.check_board(position)?;
        Ok(self.find(position))
    }

    /// The moves of a position with what the file says of the positions after them. Distances include the move.
    ///
    /// # Errors
    /// If the position is of another game or on another board.
    pub fn probe_moves(&self, position: &dyn AnyPosition) -> Result<Vec<(Move, Option<Entry>)>> {
        self.check_board(position)?;
        let (game, at) = position.erased();
        let mut moves = Vec::new();
        game.expand(&at, &mut moves);
        let after = |mv| {
            let mut child: ErasedPosition = at.clone();
            game.play(&mut child, mv);
            self.find_erased(&game, &child).map(Entry::before_move)
        };
        Ok(moves.into_iter().map(|mv| (mv, after(mv))).collect())
    }

    /// The code of a position in this file; `None` if its key needs more bits than the codes have.
    ///
    /// # Errors
    /// If the position is of another game or on another board.
    pub fn code(&self, position: &dyn AnyPosition) -> Result<Option<u128>> {
        self.check_board(position)?;
        Ok(self.shape.code(&position.key(), position.to_move()))
    }

    /// Looks up codes of eight little-endian bytes. Returns a byte for each score, from Left's point of view, and two
    /// bytes for each distance. The score is 2 if the file has no exact entry; the distance is 65,535 if there is none.
    pub fn probe_codes(&self, codes: &[u8]) -> (Vec<u8>, Vec<u8>) {
        let read =
            |code: &[u8]| code.iter().rev().fold(0, |code, &byte| code << 8 | u128::from(byte));
        let codes: Vec<u128> = codes.chunks_exact(8).map(read).collect();
        let (mut scores, mut distances) = (Vec::new(), Vec::new());
        for number in self.file.find_many(&codes) {
            let exact = number.map(Entry::from_number).filter(|entry| entry.bounds.is_exact());
            scores.push(exact.map_or(2, |entry| entry.bounds.lo) as i8 as u8);
            let plies = exact.and_then(|entry| entry.distance).unwrap_or(u32::MAX);
            distances.extend((plies.min(u16::MAX.into()) as u16).to_le_bytes());
        }
        (scores, distances)
    }

    /// Is the position on the board of this file?
    pub fn has_board_of(&self, position: &dyn AnyPosition) -> bool {
        self.root.has_keys_of(position)
    }

    fn check_board(&self, position: &dyn AnyPosition) -> Result<()> {
        if self.has_board_of(position) {
            return Ok(());
        }
        let (root, path) = (self.root(), self.file.file().path.display());
        Err(DatabaseError::Unsuitable(format!(
            "{path} is for {} on the board of {}; it does not suit {} {}",
            root.game(),
            root.text(),
            position.game(),
            position.text()
        )))
    }

    /// Looks up a position on the board of this file.
    #[inline]
    fn find(&self, position: &dyn AnyPosition) -> Option<Entry> {
        let code = self.shape.code(&position.key(), position.to_move())?;
        self.file.find(code).map(Entry::from_number)
    }

    /// Looks up a position of a game on the board of this file.
    #[inline]
    pub fn find_erased(&self, game: &ErasedGame, position: &ErasedPosition) -> Option<Entry> {
        let code = self.shape.code_of(game, position)?;
        self.file.find(code).map(Entry::from_number)
    }

    /// How the codes of this file are made.
    pub(crate) fn shape(&self) -> CodeShape {
        self.shape
    }

    /// All codes with the numbers of their entries, in order.
    pub(crate) fn items(&self) -> impl Iterator<Item = Item> + '_ {
        self.file.iter()
    }

    /// All positions with their entries, in the order of their codes.
    pub fn iter(&self) -> impl Iterator<Item = (ErasedPosition, Entry)> + '_ {
        self.file.iter().filter_map(|(code, number)| {
            let (key, mover) = self.shape.key(code);
            Some((self.game.rebuild(&key, mover)?, Entry::from_number(number)))
        })
    }
}
