// A tree whose nodes open on a click, for notebooks. Python sends children and boards on request.
import { ClickableBoard, button, part } from "clickable_board";

function render({ model, el }) {
  const rows = new Map(); // By the number of the node.

  el.classList.add("upstar-widget", "upstar-tree-widget");
  const tree = part(el, "ul", "upstar-tree");
  tree.setAttribute("role", "tree");
  const side = part(el, "div", "upstar-side");
  const board = new ClickableBoard(part(side, "div"), {});
  const facts = part(side, "pre", "upstar-facts");
  const error = part(side, "div", "upstar-error");
  error.setAttribute("role", "alert");

  const add = (list, { id, label, line, has_children, is_claimed }) => {
    const item = part(list, "li");
    item.setAttribute("role", "treeitem");
    const head = part(item, "div", "upstar-head");
    const arrow = button(head, "upstar-arrow", has_children ? "▸" : "·", () => toggle(id));
    arrow.disabled = !has_children;
    arrow.setAttribute("aria-label", `open ${label}`);
    const name = button(head, "upstar-name", label, () => select(id));
    name.classList.toggle("upstar-claimed", is_claimed);
    name.dataset.line = line;
    const below = part(item, "ul");
    below.setAttribute("role", "group");
    if (has_children) item.setAttribute("aria-expanded", "false");
    rows.set(id, { item, arrow, below, is_loaded: false });
  };

  const toggle = (id) => {
    const row = rows.get(id);
    const opens = row.item.getAttribute("aria-expanded") !== "true";
    row.item.setAttribute("aria-expanded", String(opens));
    row.arrow.textContent = opens ? "▾" : "▸";
    row.below.hidden = !opens;
    if (opens && !row.is_loaded) {
      row.below.textContent = "loading…";
      model.send({ open: id });
    }
  };

  const select = (id) => {
    for (const row of rows.values()) row.item.removeAttribute("aria-selected");
    rows.get(id).item.setAttribute("aria-selected", "true");
    model.send({ select: id });
  };

  const receive = (message) => {
    error.textContent = message.error ?? "";
    const row = rows.get(message.of);
    if (message.error && row && !row.is_loaded) row.below.textContent = "";
    if (message.children && row && !row.is_loaded) {
      row.is_loaded = true;
      row.below.replaceChildren();
      for (const child of message.children) add(row.below, child);
      if (message.more) part(row.below, "li", "", `and ${message.more} more`);
    }
    if (message.board && row?.item.getAttribute("aria-selected") === "true") {
      board.show({ ...message.board, scale: 1 });
      facts.textContent = message.facts;
    }
  };

  model.on("msg:custom", receive);
  for (const root of model.get("roots")) add(tree, root);
  const first = model.get("roots")[0];
  toggle(first.id);
  select(first.id);
  return () => model.off("msg:custom", receive);
}

export default { render };
