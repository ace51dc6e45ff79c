"""The syntax of commands and answers, as draft 2 of the protocol defines it."""

from dataclasses import dataclass


class GtpError(Exception):
    """A command fails. The text is sent back as the answer.

    Examples
    --------
    >>> str(GtpError("illegal move"))
    'illegal move'
    """


@dataclass(frozen=True, slots=True)
class Command:
    """A command of the protocol.

    Attributes
    ----------
    id : str
        The number that the answer repeats; often empty.
    name : str
        The name of the command.
    arguments : tuple of str
        Its arguments.

    Examples
    --------
    >>> read_command("12 play black C3").name
    'play'
    """

    id: str
    name: str
    arguments: tuple[str, ...]


def read_command(line: str) -> Command | None:
    """Parse a line into a command.

    Control characters are dropped, a tab counts as a space, and a ``#`` begins a comment.

    Parameters
    ----------
    line : str
        The line.

    Returns
    -------
    Command or None
        The command; None if the line is empty or only a comment.

    Examples
    --------
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
    """Return the text of an answer: status, number, text and an empty line.

    Parameters
    ----------
    id : str
        The number of the command; may be empty.
    text : str
        The answer.
    failed : bool
        Whether the command failed.

    Returns
    -------
    str
        The lines to send.

    Examples
    --------
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
