//! Why a value could not be had.

use std::fmt;

use upstar_core::PositionError;

/// Why a value could not be had. No operation panics on what a user gives it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ValueError {
    /// Text that is not a value, with the place.
    Text(PositionError),
    /// Something is larger than is kept: a number, a nimber, a depth, a printed form.
    TooLarge(String),
    /// What was asked has no meaning for these values.
    Undefined(String),
    /// The arena's memory limit was reached.
    OutOfMemory(usize),
    /// The deadline was reached.
    OutOfTime,
    /// The callback of [`Values::poll_with`](super::Values::poll_with) asked to stop.
    Stopped,
}

impl ValueError {
    /// Was something allowed only so far: bytes, seconds, or until somebody says stop?
    pub fn is_limit(&self) -> bool {
        matches!(self, ValueError::OutOfMemory(_) | ValueError::OutOfTime | ValueError::Stopped)
    }

    /// A number or a multiple beyond what the closed forms keep.
    pub(super) fn overflow() -> ValueError {
        ValueError::TooLarge(
            "a number beyond 63 bits (numerator, or power of two below it) or a multiple of up \
             beyond 31 bits"
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
