"""The reference of the command line, written from the commands themselves.

The line ``<!-- commands -->`` on a page is replaced by a section for each command.
"""

import re
from collections.abc import Iterator
from typing import Any

from sphinx.application import Sphinx

from upstar.cli import app as upstar_app

PLACE = "<!-- commands -->"


def sections() -> str:
    """Markdown: a section for each command, with usage, help, arguments and options."""
    return "\n".join(_commands("upstar", upstar_app))


def _commands(path: str, command: Any) -> Iterator[str]:
    if hasattr(command, "commands"):
        for name in command.list_commands(None):
            yield from _commands(f"{path} {name}", command.get_command(None, name))
    else:
        yield from _section(path, command)


def _section(path: str, command: Any) -> Iterator[str]:
    shown = [p for p in command.params if not getattr(p, "hidden", False)]
    arguments = [p for p in shown if p.param_type_name == "argument"]
    options = [p for p in shown if p.param_type_name == "option"]
    usage = [_metavar(p) if p.required else f"[{_metavar(p)}]" for p in arguments]
    yield f"## `{path}`\n"
    yield f"```text\n{' '.join([path, *usage, '[OPTIONS]'])}\n```\n"
    yield f"{_escaped(_help(command))}\n"
    if arguments:
        yield "| argument | what it is |\n|---|---|"
        for argument in arguments:
            yield _row(f"`{_metavar(argument)}`", _escaped(argument.summary))
        yield ""
    if options:
        yield "| option | default | what it does |\n|---|---|---|"
        for option in options:
            yield _row(_names(option), _default(option), _escaped(option.help or ""))
        yield ""


def _help(command: Any) -> str:
    # Paragraphs, without the line breaks of the docstring.
    text = (command.help or "").split("\f")[0]
    return "\n\n".join(" ".join(paragraph.split()) for paragraph in text.split("\n\n"))


def _metavar(parameter: Any) -> str:
    return str(parameter.metavar or parameter.name.strip("_").upper()).strip("[]")


def _names(option: Any) -> str:
    names = ", ".join(f"`{name}`" for name in [*option.opts, *option.secondary_opts])
    flag = isinstance(option.default, bool)
    repeated = ", may be repeated" if option.multiple else ""
    return names if flag else f"{names} `{_metavar(option)}`{repeated}"


def _default(option: Any) -> str:
    if option.required:
        return "required"
    if option.default is None or option.default is False or option.default in ([], ()):
        return ""
    return "on" if option.default is True else f"`{option.default}`"


def _row(*cells: str) -> str:
    first, *others = (" ".join(cell.split()).replace("|", "\\|") for cell in cells)
    return "| " + " | ".join([first, *others]) + " |"


def _escaped(text: str) -> str:
    return re.sub(r"([*<$])", r"\\\1", text)


def on_page(app: Sphinx, docname: str, source: list[str]) -> None:
    """Put the sections at their place."""
    if PLACE in source[0]:
        source[0] = source[0].replace(PLACE, sections())


def setup(app: Sphinx) -> dict[str, bool]:
    """Connect the function to Sphinx."""
    app.connect("source-read", on_page)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
