// A board to play on, for notebooks. Python holds the game; this script shows `_view` and sends
// what the user does.
import { ClickableBoard, button, part, showMoves } from "clickable_board";

function render({ model, el }) {
  const send = (action) => model.send({ action });
  const play = (move) => model.send({ action: "play", move });

  el.classList.add("upstar-widget");
  const verdict = part(el, "div", "upstar-verdict");
  verdict.setAttribute("aria-live", "polite");
  const board = new ClickableBoard(part(el, "div"), { onMove: play });
  const others = part(el, "div");
  const bar = part(el, "div", "upstar-bar");
  const undo = button(bar, "upstar-button", "Undo", () => send("undo"));
  const redo = button(bar, "upstar-button", "Redo", () => send("redo"));
  const reply = button(bar, "upstar-button", "", () => send("reply"));
  const error = part(el, "div", "upstar-error");
  error.setAttribute("role", "alert");

  const paint = () => {
    const view = model.get("_view");
    board.show(view.board);
    showMoves(others, view.others, view.more, play);
    verdict.textContent = view.verdict;
    error.textContent = view.error;
    undo.disabled = !view.can_undo;
    redo.disabled = !view.can_redo;
    reply.hidden = !view.engine;
    reply.disabled = !view.can_reply;
    reply.textContent = `Let ${view.engine} move`;
  };
  paint();
  model.on("change:_view", paint);
  return () => model.off("change:_view", paint);
}

export default { render };
