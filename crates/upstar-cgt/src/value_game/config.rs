//! The parameters of games that look up values.

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
        "end the game at a position if the values of its parts decide the winner";
    "simplify" "none" "none|root|always"
        "remove parts of value 0 and pairs that cancel: at the root and at the start of playouts, \
         or always (in playouts after every fourth move)";
    "cgt_from" "0" "INTEGER" "look up values only in positions with at least this many parts";
    "atomic_bounds" "false" "true|false"
        "use atomic weights if a sum is too large to add up: two ahead wins, one ahead with the move";
    "values" "all" "all|up-star"
        "up-star: know only values of the form n·↑ + ∗k, like the program of Claessen's thesis";
    "hot_ordering" "false" "true|false"
        "evaluate positions by means, temperatures and atomic weights of their parts, to order moves";
    "part_cells" "6" "INTEGER" "the largest part to value, in cells (or in moves, in games without cells)";
    "database" "" "TEXT" "the directory of an endgame database to look up parts in";
}

/// When parts that do not affect the outcome are removed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Simplify {
    /// Never.
    Never,
    /// At the root, and at the start of a playout.
    Root,
    /// Everywhere.
    Always,
}

/// How a game uses the values that it looks up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ValueGameConfig {
    /// Is a position over if its sum decides the winner?
    pub solved: bool,
    /// When parts that do not affect the outcome are removed.
    pub simplify: Simplify,
    /// The minimum number of parts for which values are looked up.
    pub min_parts: u32,
    /// Are atomic weights used if a sum is too large to add up?
    pub atomic: bool,
    /// Are only values n·↑ + ∗k known?
    pub up_star: bool,
    /// Are values used to evaluate positions?
    pub ordering: bool,
    /// The largest part that is valued.
    pub part_cells: u32,
    /// The directory of a database.
    pub database: Option<PathBuf>,
}

impl ValueGameConfig {
    /// Reads parameters; `None` if they do not use values.
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
            up_star: text("values") == "up-star",
            ordering: flag("hot_ordering"),
            part_cells: number("part_cells", 64)?,
            database: Some(text("database")).filter(|path| !path.is_empty()).map(PathBuf::from),
        };
        let uses_values = config.solved || config.ordering || config.simplify != Simplify::Never;
        Ok(uses_values.then_some(config))
    }
}
