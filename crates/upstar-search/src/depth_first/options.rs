//! The parameters that both rules share.

use upstar_core::{Error, Parameter, ParameterError};

use crate::{AlgorithmInfo, Request};

pub(super) const EPSILON: Parameter = Parameter {
    name: "epsilon",
    default: "0.25",
    values: "NUMBER",
    help: "leave a child when its number exceeds 1 + epsilon times the second best; at least 0",
};
pub(super) const SYMMETRY: Parameter = Parameter {
    name: "symmetry",
    default: "true",
    values: "true|false",
    help: "use one table entry for all symmetric positions",
};
pub(super) const BOUNDS: Parameter = Parameter {
    name: "bounds",
    default: "true",
    values: "true|false",
    help: "use the game's static bounds",
};
pub(super) const WIDENING: Parameter = Parameter {
    name: "widening",
    default: "1",
    values: "NUMBER",
    help: "search only 1 + this share of the moves that may still win, the best first; 1 searches all at once",
};
pub(super) const INIT: Parameter = Parameter {
    name: "init",
    default: "mobility",
    values: "mobility|constant|evaluation",
    help: "initial numbers of a position: by its legal moves, all equal, or by the game's evaluation",
};

/// How a new position gets its initial numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Init {
    Mobility,
    Constant,
    Evaluation,
}

impl Init {
    pub fn new(request: &Request, info: &AlgorithmInfo) -> Init {
        match request.parameters.text(info, "init") {
            "mobility" => Init::Mobility,
            "constant" => Init::Constant,
            _ => Init::Evaluation,
        }
    }
}

/// Returns the value of `epsilon`, or an error if it is out of range.
pub(super) fn epsilon(request: &Request, info: &AlgorithmInfo) -> Result<f64, Error> {
    let epsilon = request.parameters.number(info, "epsilon");
    if (0.0..=1e6).contains(&epsilon) {
        return Ok(epsilon);
    }
    let message =
        format!("{}: epsilon={epsilon} is not possible; it must be at least 0", info.name);
    Err(Error::Parameter(ParameterError(message)))
}

/// Returns the value of `widening`, or an error if it is out of range.
pub(super) fn widening(request: &Request, info: &AlgorithmInfo) -> Result<f64, Error> {
    let widening = request.parameters.number(info, "widening");
    if (0.0..=1.0).contains(&widening) {
        return Ok(widening);
    }
    let message =
        format!("{}: widening={widening} is not possible; it must be from 0 to 1", info.name);
    Err(Error::Parameter(ParameterError(message)))
}
