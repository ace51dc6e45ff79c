//! The board of a game written in Python: the rows that its `draw` returns, and the cells of its
//! moves. They are checked here, so that every renderer can rely on them.

use pyo3::{
    exceptions::{PyTypeError, PyValueError},
    prelude::*,
};
use upstar_core::{Diagram, Layout};

/// The hooks that describe the board, if the game defines them.
pub struct Board {
    draw: Option<Py<PyAny>>,
    move_cells: Option<Py<PyAny>>,
    layout: Layout,
}

impl Board {
    /// The hooks among the methods that `overridden` finds, and the layout of the game's class.
    ///
    /// # Errors
    /// If there is no such layout.
    pub fn new(
        object: &Bound<'_, PyAny>,
        overridden: impl Fn(&str) -> PyResult<Option<Py<PyAny>>>,
    ) -> PyResult<Board> {
        let draw = overridden("draw")?;
        let named = object.getattr("layout")?;
        let layout = match named.extract::<String>().as_deref() {
            _ if draw.is_none() => Layout::Text,
            Ok("square") => Layout::Square,
            Ok("points") => Layout::Points,
            Ok("hexagons") => Layout::Hexagons,
            Ok("triangle") => Layout::Triangle,
            _ => {
                let text = "layout must be 'square', 'points', 'hexagons' or 'triangle', not";
                return Err(PyValueError::new_err(format!("{text} {}", named.repr()?)));
            }
        };
        Ok(Board { draw, move_cells: overridden("move_cells")?, layout })
    }

    /// The diagram of a state; none if the game draws no board, or none for this state.
    ///
    /// # Errors
    /// What the user's code raises, or what is wrong with the rows that it returns.
    pub fn diagram(&self, state: &Bound<'_, PyAny>) -> PyResult<Option<Diagram>> {
        let Some(draw) = &self.draw else { return Ok(None) };
        let drawn = draw.bind(state.py()).call1((state,))?;
        if drawn.is_none() {
            return Ok(None);
        }
        let rows: Vec<String> = drawn.extract().map_err(|_| {
            PyTypeError::new_err(format!(
                "draw must return a list of rows such as ['x.', '.o'], or None; not {drawn:?}"
            ))
        })?;
        let is_triangle = self.layout == Layout::Triangle;
        let width = rows.first().map_or(0, |row| row.chars().count());
        let fits = |(at, row): (usize, &String)| {
            row.chars().count() == if is_triangle { at + 1 } else { width }
        };
        if width == 0 || !rows.iter().enumerate().all(fits) {
            let expected = match is_triangle {
                true => "row N of a triangle must have N cells",
                false => "all rows must have the same number of cells, at least one",
            };
            return Err(PyValueError::new_err(format!("draw returned {rows:?}; {expected}")));
        }
        Ok(Some(Diagram { layout: self.layout, rows }))
    }

    /// The cells of a move on the board of a state.
    ///
    /// # Errors
    /// What the user's code raises, or which cell is not on the board.
    pub fn cells(
        &self,
        state: &Bound<'_, PyAny>,
        mv: &Bound<'_, PyAny>,
    ) -> PyResult<Vec<(usize, usize)>> {
        let (Some(hook), Some(diagram)) = (&self.move_cells, self.diagram(state)?) else {
            return Ok(Vec::new());
        };
        let found = hook.bind(state.py()).call1((state, mv))?;
        let wrong = |cell: String| {
            PyValueError::new_err(format!(
                "move_cells must return pairs of row and column, from 0 at the top left, on the board \
                 of {} rows; not {cell}",
                diagram.rows.len()
            ))
        };
        let cells: Vec<(usize, usize)> =
            found.extract().map_err(|_| wrong(format!("{found:?}")))?;
        let has = |&(row, column): &(usize, usize)| {
            diagram.rows.get(row).is_some_and(|cells| column < cells.chars().count())
        };
        match cells.iter().find(|cell| !has(cell)) {
            Some(cell) => Err(wrong(format!("{cell:?}"))),
            None => Ok(cells),
        }
    }
}
