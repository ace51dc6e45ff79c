//! Why a value could not be computed.

use std::fmt;

use upstar_core::PositionError;

/// Why a value could not be computed. No operation panics on user input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ValueError {
    /// The text is not a value; with the place of the error.
    Text(PositionError),
    /// A number, a nimber, a depth or a printed form is too large.
    TooLarge(String),
    /// The operation is not defined for these values.
    Undefined(String),
    /// The arena's memory limit was reached.
    OutOfMemory(usize),
    /// The deadline was reached.
    OutOfTime,
    /// The callback of [`Values::poll_with`](super::Values::poll_with) asked to stop.
    Stopped,
}

impl ValueError {
    /// Was a limit reached (bytes or seconds), or was the computation stopped?
    pub fn is_limit(&self) -> bool {
        matches!(self, ValueError::OutOfMemory(_) | ValueError::OutOfTime | ValueError::Stopped)
    }

    /// A number or a multiple that is too large for closed forms.
    pub(super) fn overflow() -> ValueError {
        ValueError::TooLarge(
            "a number has more than 63 bits (numerator or denominator), or a multiple of up has \
             more than 31 bits"
                .into(),
        )
    }
}

impl fmt::Display for ValueError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ValueError::Text(e) => write!(f, "bad value {e}"),
            ValueError::TooLarge(what) => write!(f, "too large: {what}"),
            ValueError::Undefined(what) => write!(f, "not defined: {what}"),
            ValueError::OutOfMemory(bytes) => {
                write!(f, "the values need more than the limit of {bytes} bytes")
            }
            ValueError::OutOfTime => f.write_str("the limit of seconds was reached"),
            ValueError::Stopped => f.write_str("stopped"),
        }
    }
}

impl std::error::Error for ValueError {}

impl From<PositionError> for ValueError {
    fn from(e: PositionError) -> ValueError {
        ValueError::Text(e)
    }
}
