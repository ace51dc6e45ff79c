//! The Python face of upstar's core.
