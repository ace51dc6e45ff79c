"""The form of commands and answers, as the protocol's draft 2 has it."""

from dataclasses import dataclass


class GtpError(Exception):
    """A command that fails; the text is what the protocol sends back."""


@dataclass(frozen=True, slots=True)
class Command:
    """A line that asks for something."""

    id: str
    """The number that the answer repeats; often there is none."""
    name: str
    arguments: tuple[str, ...]


def read_command(line: str) -> Command | None:
    """What a line asks for; None if it is empty or only a comment.

    Control characters are dropped, tabs are spaces, and a ``#`` begins a comment.

    >>> read_command("12 play  black\\tC3 # a comment")
    Command(id='12', name='play', arguments=('black', 'C3'))
    >>> read_command("  # nothing") is None
    True
    """
    plain = "".join(c if c >= " " and c != "\x7f" else " " * (c == "\t") for c in line)
    words = plain.partition("#")[0].split()
    if not words:
        return None
    number = ""
    if words[0].isascii() and words[0].isdigit():
        number = words.pop(0)
    if not words:
        return Command(number, "", ())
    return Command(number, words[0], tuple(words[1:]))


def answer_text(id: str, text: str, *, failed: bool = False) -> str:
    """An answer: a mark, the number, the text, an empty line.

    >>> answer_text("12", "illegal move", failed=True)
    '?12 illegal move\\n\\n'
    """
    # An empty line would end the answer.
    lines = [line for line in text.split("\n") if line.strip()]
    body = "\n".join(lines)
    if text.startswith("\n") and body:
        body = "\n" + body
    mark = "?" if failed else "="
    return f"{mark}{id}{' ' if body and not body.startswith(chr(10)) else ''}{body}\n\n"
