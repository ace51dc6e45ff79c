"""Scripts and style sheets of the widgets."""

import re
from pathlib import Path

from upstar.render import clickable

_FOLDER = Path(__file__).parent
CSS = clickable.CSS + (_FOLDER / "widgets.css").read_text(encoding="utf-8")
"""The style sheet of all widgets."""


def widget_script(name: str) -> str:
    """Return the script of a widget, with the shared board in it.

    A widget is one ES module without imports, because it has no address that others are relative
    to. So the shared module replaces the line that imports it.
    """
    shared = clickable.SCRIPT.read_text(encoding="utf-8")
    own = (_FOLDER / name).read_text(encoding="utf-8")
    inlined, count = re.subn(
        r'^import [^;]* from "clickable_board";$',
        lambda _: re.sub(r"^export (?=class|function)", "", shared, flags=re.MULTILINE),
        own,
        flags=re.MULTILINE,
    )
    assert count == 1, f"{name} must import clickable_board once"
    return inlined
