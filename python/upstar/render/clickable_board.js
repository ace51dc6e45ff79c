// A board that turns clicks into moves. The workbench and the widgets for notebooks share it.

const SVG = "http://www.w3.org/2000/svg";

// The cells that the user has chosen so far, and the moves that contain them. A move is a pair of
// its name and the numbers of its cells.
export class Selection {
  constructor(moves = []) {
    this.chosen = [];
    this.setMoves(moves);
  }

  // Replace the legal moves. The selection stays if some move still contains it.
  setMoves(moves) {
    this.moves = moves;
    // The cells of moves with three or more cells (a queen's move and its arrow) have an order.
    this.ordered = moves.some(([, cells]) => cells.length > 2);
    if (!this.matching(this.chosen).length) this.chosen = [];
  }

  // The cells that can be chosen next.
  targets() {
    const next = new Set();
    for (const [, cells] of this.matching(this.chosen)) {
      if (this.ordered) {
        if (cells.length > this.chosen.length) next.add(cells[this.chosen.length]);
      } else cells.filter((c) => !this.chosen.includes(c)).forEach((c) => next.add(c));
    }
    return [...next];
  }

  matching(chosen) {
    return this.moves.filter(([, cells]) =>
      this.ordered
        ? chosen.every((spot, i) => cells[i] === spot)
        : chosen.every((spot) => cells.includes(spot)),
    );
  }

  whole(chosen) {
    return this.matching(chosen).find(([, cells]) => cells.length === chosen.length);
  }

  // Choose a cell. Return the name of the move if this completes one, else null.
  press(spot) {
    // A second click on the last cell plays a move that is the beginning of a longer one.
    if (this.chosen.length && this.chosen.at(-1) === spot) {
      const move = this.whole(this.chosen);
      this.chosen = [];
      return move ? move[0] : null;
    }
    let chosen = [...this.chosen, spot];
    if (!this.matching(chosen).length) chosen = [spot];
    const matching = this.matching(chosen);
    const move = this.whole(chosen);
    const complete = move && matching.length === 1;
    this.chosen = matching.length && !complete ? chosen : [];
    return complete ? move[0] : null;
  }
}

// The cell nearest to cell `from` in a direction; `from` if there is none. Distance to the side
// counts double.
export function nearest(spots, from, dx, dy) {
  if (!spots[from]) return spots.length ? 0 : -1;
  const [x, y] = spots[from];
  let [best, found] = [Infinity, from];
  spots.forEach(([u, v], spot) => {
    const along = (u - x) * dx + (v - y) * dy;
    const aside = Math.abs((u - x) * dy) + Math.abs((v - y) * dx);
    if (along > 1 && along + 2 * aside < best) [best, found] = [along + 2 * aside, spot];
  });
  return found;
}

// Append a new element.
export function part(parent, name, className = "", text = "") {
  const made = document.createElement(name);
  Object.assign(made, { className, textContent: text });
  parent.append(made);
  return made;
}

// Append a new button.
export function button(parent, className, text, onClick) {
  const made = part(parent, "button", className, text);
  made.type = "button";
  made.addEventListener("click", onClick);
  return made;
}

function draw(parent, name, attributes, text) {
  const shape = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) shape.setAttribute(key, value);
  if (text !== undefined) shape.textContent = text;
  parent.append(shape);
  return shape;
}

const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

// The picture of a position with its cells as an overlay. Selecting cells needs no request to
// Python. `show` takes the properties that `upstar.render.clickable` describes.
export class ClickableBoard {
  constructor(element, { onMove, onEdit }) {
    Object.assign(this, { element, onMove, onEdit, cursor: -1, selection: new Selection() });
    this.shown = { svg: "", spots: [], names: [], notes: [] };
    element.classList.add("upstar-board");
    element.tabIndex = 0;
    element.setAttribute("role", "application");
    element.addEventListener("keydown", (event) => this.key(event));
    element.addEventListener("blur", () => this.moveCursor(-1));
    element.replaceChildren();
    this.picture = part(element, "div", "upstar-picture");
    this.picture.setAttribute("aria-hidden", "true");
    this.overlay = draw(element, "svg", { class: "upstar-overlay" });
    this.marks = draw(this.overlay, "g", {});
    this.cells = draw(this.overlay, "g", {});
  }

  show(properties) {
    const before = this.shown;
    this.shown = { last: [], tints: [], notes: [], editing: false, scale: 1.5, ...properties };
    const { svg, width, height, spots, names, moves, label, scale } = this.shown;
    if (svg !== before.svg) {
      this.picture.innerHTML = svg;
      this.selection.chosen = []; // A new position clears the selection.
    }
    this.selection.setMoves(moves);
    this.element.style.maxWidth = `${width * scale}px`;
    this.element.setAttribute("aria-label", label ?? "board");
    this.overlay.setAttribute("viewBox", `0 0 ${width} ${height}`);
    if (String(spots) !== String(before.spots) || String(names) !== String(before.names)) {
      this.cells.replaceChildren();
      spots.forEach(([cx, cy], spot) => {
        const cell = draw(this.cells, "circle", {
          cx, cy, r: 20, fill: "transparent", "data-cell": names[spot],
        });
        draw(cell, "title", {}, names[spot]);
        cell.addEventListener("click", () => this.press(spot));
      });
    }
    this.paint();
  }

  // Repaint what lies over the picture.
  paint() {
    const { spots, shape, tints, last, notes, editing } = this.shown;
    const { chosen } = this.selection;
    const targets = editing ? [] : this.selection.targets();
    const noted = new Set(notes.map(([spot]) => spot)); // A note replaces the dot of its cell.
    const circle = (spot, r, attributes) =>
      draw(this.marks, "circle", { cx: spots[spot][0], cy: spots[spot][1], r, ...attributes });
    this.marks.replaceChildren();
    for (const [spot, colour] of tints) {
      const [x, y] = spots[spot];
      const style = { fill: colour, "fill-opacity": 0.42, stroke: colour };
      if (shape === "square") {
        draw(this.marks, "rect", { x: x - 20, y: y - 20, width: 40, height: 40, ...style });
      } else circle(spot, 19, style);
    }
    for (const spot of last) circle(spot, 17, { class: "upstar-last" });
    for (const spot of targets) {
      if (!noted.has(spot)) circle(spot, chosen.length ? 9 : 5, { class: "upstar-target" });
    }
    for (const spot of chosen) circle(spot, 17, { class: "upstar-chosen" });
    for (const [spot, text] of notes) {
      const [x, y] = spots[spot];
      draw(this.marks, "text", { x, y, class: "upstar-note" }, text);
    }
    if (spots[this.cursor]) circle(this.cursor, 18.5, { class: "upstar-cursor" });
    [...this.cells.children].forEach((cell, spot) =>
      cell.classList.toggle("upstar-live", editing || targets.includes(spot)),
    );
  }

  press(spot) {
    if (this.shown.editing) return this.onEdit?.(this.shown.names[spot]);
    const move = this.selection.press(spot);
    this.paint();
    if (move !== null) this.onMove?.(move);
  }

  key(event) {
    if (event.key in STEPS) {
      this.moveCursor(nearest(this.shown.spots, this.cursor, ...STEPS[event.key]));
    } else if (event.key === "Enter" || event.key === " ") {
      if (this.shown.spots[this.cursor]) this.press(this.cursor);
    } else if (event.key === "Escape") {
      this.selection.chosen = [];
      this.paint();
    } else return;
    event.preventDefault();
    event.stopPropagation(); // The page, or the notebook, has its own keys.
  }

  moveCursor(spot) {
    this.cursor = spot;
    this.paint();
  }
}

// The legal moves as buttons: for moves without cells, for the keyboard and for screen readers. `more`
// is a text in place of the moves that are left out.
export function showMoves(element, moves, more, onMove) {
  element.classList.add("upstar-moves");
  element.setAttribute("role", "group");
  element.setAttribute("aria-label", "legal moves");
  element.replaceChildren();
  for (const move of moves) {
    button(element, "", move, () => onMove(move)).dataset.move = move;
  }
  if (more) part(element, "i", "", more);
}
