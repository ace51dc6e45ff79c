//! The parameters of games that know values.

use std::path::PathBuf;

use upstar_core::{Error, Parameter, ParameterError, Parameters};

macro_rules! parameters {
    ($($name:literal $default:literal $values:literal $help:literal;)*) => {
        /// The parameters that every algorithm takes on games whose positions have values.
        pub const PARAMETERS: &[Parameter] = &[$(Parameter {
            name: $name, default: $default, values: $values, help: $help,
        }),*];
    };
}

parameters! {
    "solved_positions" "false" "true|false"
        "a position whose parts' values add up to a known one is over: its outcome is known";
    "simplify" "none" "none|root|always"
        "leave out parts worth 0 and pairs that cancel: at the root and where playouts begin, \
         or everywhere (in playouts after every fourth move)";
    "cgt_from" "0" "INTEGER" "look at values only in positions of at least so many parts";
    "atomic_bounds" "false" "true|false"
        "where a sum is too large to add up, two atomic weights ahead win (one, with the move)";
    "hot_ordering" "false" "true|false"
        "guess by the parts' means, temperatures and atomic weights; tries the best moves first";
    "part_cells" "6" "INTEGER" "the largest part (cells, or moves where there are none) to value";
    "database" "" "TEXT" "a directory of endgame databases to look parts up in";
}

/// When parts that do not matter are left out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Simplify {
    /// Never.
    Never,
    /// At the root, and where a playout begins.
    Root,
    /// Everywhere.
    Always,
}

/// What a game that knows values uses them for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ValueGameConfig {
    /// Is a position over once its value is known?
    pub solved: bool,
    /// When parts that do not matter are left out.
    pub simplify: Simplify,
    /// The least number of parts at which values are looked at.
    pub min_parts: u32,
    /// Do atomic weights decide where sums are too large?
    pub atomic: bool,
    /// Do values evaluate positions?
    pub ordering: bool,
    /// The largest part that is valued.
    pub part_cells: u32,
    /// The directory of a database.
    pub database: Option<PathBuf>,
}

impl ValueGameConfig {
    /// Reads parameters; `None` if they ask for no values.
    ///
    /// # Errors
    /// If a number is out of range.
    pub fn read(parameters: &Parameters) -> Result<Option<ValueGameConfig>, Error> {
        let text = |name: &str| {
            let default = PARAMETERS.iter().find(|p| p.name == name).map_or("", |p| p.default);
            parameters.given(name).unwrap_or(default)
        };
        let flag = |name: &str| text(name) == "true";
        let number = |name: &str, most: u32| match text(name).parse() {
            Ok(number) if number <= most => Ok(number),
            _ => Err(Error::Parameter(ParameterError(format!(
                "{name} must be from 0 to {most}, not {}",
                text(name)
            )))),
        };
        let config = ValueGameConfig {
            solved: flag("solved_positions"),
            simplify: match text("simplify") {
                "root" => Simplify::Root,
                "always" => Simplify::Always,
                _ => Simplify::Never,
            },
            min_parts: number("cgt_from", 1000)?,
            atomic: flag("atomic_bounds"),
            ordering: flag("hot_ordering"),
            part_cells: number("part_cells", 64)?,
            database: Some(text("database")).filter(|path| !path.is_empty()).map(PathBuf::from),
        };
        let uses_values = config.solved || config.ordering || config.simplify != Simplify::Never;
        Ok(uses_values.then_some(config))
    }
}
