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
let boards = 0;

// Say a sentence to a screen reader.
export function announce(sentence) {
  let region = document.querySelector(".upstar-announcer");
  if (!region) {
    region = part(document.body, "div", "upstar-announcer");
    region.setAttribute("role", "status");
  }
  region.textContent = sentence;
}

// The picture of a position with its cells as an overlay. Selecting cells needs no request to
// Python. `show` takes the properties that `upstar.render.clickable` describes. To a screen reader
// the board is a grid, whose cells are labelled with their names and contents.
export class ClickableBoard {
  constructor(element, { onMove, onEdit }) {
    Object.assign(this, { element, onMove, onEdit, selection: new Selection() });
    Object.assign(this, { cursor: -1, hovered: -1, id: `upstar-board-${++boards}` });
    this.shown = { svg: "", spots: [], names: [], notes: [], contents: [] };
    element.classList.add("upstar-board");
    element.tabIndex = 0;
    element.addEventListener("keydown", (event) => this.key(event));
    element.addEventListener("blur", () => this.moveCursor(-1));
    // The arrow keys belong to the page unless the board was reached with the keyboard.
    element.addEventListener("mousedown", (event) => event.preventDefault());
    element.addEventListener("pointerleave", () => this.hover(-1));
    element.replaceChildren();
    this.picture = part(element, "div", "upstar-picture");
    this.picture.setAttribute("aria-hidden", "true");
    this.overlay = draw(element, "svg", { class: "upstar-overlay", role: "rowgroup" });
    this.marks = draw(this.overlay, "g", { "aria-hidden": "true" });
    this.rows = draw(this.overlay, "g", { role: "presentation" });
    this.cells = [];
    // The size of texts on a large board, for style sheets: 1 is the size in the picture.
    new ResizeObserver(() => {
      const scale = this.element.clientWidth / (this.frame?.[2] || 1);
      this.element.style.setProperty("--upstar-text", Math.min(1, 1.3 / (scale || 1)));
    }).observe(element);
  }

  show(properties) {
    const before = this.shown;
    const none = { last: [], won: [], tints: [], notes: [], contents: [], alike: [] };
    this.shown = { ...none, editing: false, scale: 1.5, ...properties };
    const { svg, spots, names, moves, label, scale } = this.shown;
    if (svg !== before.svg) {
      this.picture.innerHTML = svg;
      this.selection.chosen = []; // A new position clears the selection.
      this.frame = this.crop();
    }
    const [, , width, height] = this.frame;
    this.selection.setMoves(moves);
    this.element.style.maxWidth = `${width * scale}px`;
    this.element.style.setProperty("--upstar-ratio", width / height);
    // A board without cells is a picture; its moves are buttons.
    this.element.setAttribute("role", spots.length ? "grid" : "img");
    this.element.setAttribute("aria-label", label ?? "board");
    this.overlay.setAttribute("viewBox", this.frame.join(" "));
    this.overlay.setAttribute("role", spots.length ? "rowgroup" : "presentation");
    if (String(spots) !== String(before.spots) || String(names) !== String(before.names)) {
      this.makeCells();
    }
    this.alike = new Map(this.shown.alike);
    this.paint();
  }

  // Move the coordinates of a large board closer to it, because their text does not grow with the
  // board. Return the part of the picture that is shown: left, top, width, height.
  crop() {
    const { width, height, spots, names, shape, scale } = this.shown;
    const near = Math.max(0.45, height / 500);
    if (scale < 2 || shape !== "square" || near >= 1 || /:/.test(names[0] ?? ":")) {
      return [0, 0, width, height];
    }
    const [xs, ys] = [0, 1].map((axis) => spots.map((spot) => spot[axis]));
    const [left, right, top, bottom] = [
      Math.min(...xs) - 20, Math.max(...xs) + 20, Math.min(...ys) - 20, Math.max(...ys) + 20,
    ];
    for (const text of this.picture.querySelectorAll("text")) {
      if (Number(text.getAttribute("x")) < left) text.setAttribute("x", left - 13 * near);
      else if (Number(text.getAttribute("y")) > bottom) text.setAttribute("y", bottom + 14 * near);
    }
    const frame = [left - 26 * near, top - 3, right - left + 26 * near + 3, bottom - top + 26 * near + 3];
    this.picture.firstElementChild?.setAttribute("viewBox", frame.join(" "));
    return frame;
  }

  // Make the cells, in rows of the same height.
  makeCells() {
    const { spots, names, shape } = this.shown;
    this.rows.replaceChildren();
    const rows = new Map();
    this.cells = spots.map(([x, y], spot) => {
      if (!rows.has(y)) rows.set(y, draw(this.rows, "g", { role: "row" }));
      const form =
        shape === "square"
          ? ["rect", { x: x - 20, y: y - 20, width: 40, height: 40 }]
          : ["circle", { cx: x, cy: y, r: 20 }];
      const cell = draw(rows.get(y), form[0], {
        ...form[1],
        fill: "transparent",
        role: "gridcell",
        id: `${this.id}-${spot}`,
        "data-cell": names[spot],
      });
      cell.addEventListener("click", () => this.press(spot));
      cell.addEventListener("pointerenter", () => this.hover(spot));
      return cell;
    });
  }

  // Repaint what lies over the picture.
  paint() {
    const { spots, names, shape, tints, last, won, notes, editing, contents } = this.shown;
    const { chosen } = this.selection;
    const targets = editing ? [] : this.selection.targets();
    const isTarget = new Set(targets);
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
    for (const spot of won) circle(spot, 17, { class: "upstar-won" });
    // A domino has one frame, other cells have a ring each.
    const [first, second] = last;
    if (last.length === 2 && shape === "square" && /domino|wall/.test(contents[first]) && contents[first] === contents[second]) {
      const [[x, y], [u, v]] = [spots[first], spots[second]];
      const size = { width: Math.abs(u - x) + 34, height: Math.abs(v - y) + 34, rx: 8 };
      const corner = { x: Math.min(x, u) - 17, y: Math.min(y, v) - 17 };
      draw(this.marks, "rect", { ...corner, ...size, class: "upstar-last" });
    } else for (const spot of last) circle(spot, 17, { class: "upstar-last" });
    // Legal moves appear under the pointer or the keyboard's cursor, and after a first cell.
    const here = this.landing(this.hovered >= 0 ? this.hovered : this.cursor);
    if (isTarget.has(here)) circle(here, 13, { class: "upstar-target" });
    const dots = chosen.length ? targets : isTarget.has(here) ? this.beside(here) : [];
    for (const spot of dots) {
      if (!noted.has(spot) && spot !== here) circle(spot, 6, { class: "upstar-target" });
    }
    for (const spot of chosen) circle(spot, 17, { class: "upstar-chosen" });
    for (const [spot, text] of notes) {
      const [x, y] = spots[spot];
      draw(this.marks, "text", { x, y, class: "upstar-note" }, text);
    }
    if (spots[this.cursor]) circle(this.cursor, 18.5, { class: "upstar-cursor" });
    this.cells.forEach((cell, spot) => {
      const live = editing || isTarget.has(this.landing(spot));
      cell.classList.toggle("upstar-live", live);
      const words = [names[spot], contents[spot]];
      if (won.includes(spot)) words.push("winning line");
      if (last.includes(spot)) words.push("last move");
      if (live) words.push("can be chosen");
      cell.setAttribute("aria-label", words.filter(Boolean).join(", "));
      cell.setAttribute("aria-selected", String(chosen.includes(spot)));
    });
  }

  // The cell that a click on a cell chooses: a piece may fall to another one.
  landing(spot) {
    return this.alike?.get(spot) ?? spot;
  }

  // The cells that a move can have besides a first one.
  beside(spot) {
    const next = new Selection(this.shown.moves);
    next.chosen = [spot];
    return next.targets();
  }

  press(spot) {
    if (this.shown.editing) return this.onEdit?.(this.shown.names[spot]);
    const move = this.selection.press(this.landing(spot));
    this.paint();
    if (move !== null) return this.onMove?.(move);
    const names = (spots) => spots.map((s) => this.shown.names[s]).join(", ");
    const { chosen } = this.selection;
    if (chosen.length) {
      announce(`${names(chosen)} chosen; next ${names(this.selection.targets().slice(0, 12))}`);
    } else announce(`no move at ${this.shown.names[spot]}`);
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
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

  hover(spot) {
    this.hovered = spot;
    this.paint();
  }

  moveCursor(spot) {
    this.cursor = spot;
    if (this.cells[spot]) this.element.setAttribute("aria-activedescendant", this.cells[spot].id);
    else this.element.removeAttribute("aria-activedescendant");
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
