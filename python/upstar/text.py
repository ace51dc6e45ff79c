"""Text for the core and for output: valid Unicode, durations, large numbers."""


def valid_unicode(text: str, what: str = "the text") -> str:
    """Return text that the core accepts.

    A command line may contain bytes that are not Unicode; they are escaped.
    """
    if not isinstance(text, str):
        raise TypeError(f"{what} must be a str, not {type(text).__name__} {text!r}")
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def duration(seconds: float) -> str:
    """Return a time in a suitable unit.

    >>> [duration(s) for s in (2.4, 90, 7200, 200_000, 1e9, 1e13)]
    ['2 s', '90 s', '2 h', '2 days', '32 years', 'more than 100,000 years']
    """
    for unit, size in (("years", 3.156e7), ("days", 86_400), ("h", 3600), ("min", 60)):
        if seconds >= 2 * size:
            too_long = seconds >= 3.156e12
            return "more than 100,000 years" if too_long else f"{seconds / size:.0f} {unit}"
    return f"{seconds:.0f} s"


def short_count(number: float) -> str:
    """Return a large number in few characters.

    >>> [short_count(n) for n in (7, 12_345, 6_700_000, 2.5e9)]
    ['7', '12.3k', '6.7M', '2.5G']
    """
    if number >= 1e13:
        return f"{number:.0e}"
    for unit, size in (("G", 1e9), ("M", 1e6), ("k", 1e4)):
        if number >= size:
            return f"{number / (1e3 if unit == 'k' else size):.1f}{unit}"
    return f"{number:.0f}"
