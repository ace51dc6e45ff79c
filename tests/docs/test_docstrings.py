"""Every public name is documented: what it does, takes, returns and raises, with an example.

The examples themselves are run by ``tests/unit/test_package.py``, module by module.
"""

import pkgutil

import pytest

import upstar
from docs.docstrings import INTERNAL, MODULES, Entry, entries, main, problems

PROBLEMS = problems()
ENTRIES = entries()


@pytest.mark.parametrize("name", [entry.name for entry in ENTRIES])
def test_docstring_is_complete(name):
    assert not PROBLEMS.get(name), "; ".join(PROBLEMS[name])


def test_every_exported_name_is_checked():
    checked = {id(entry.target) for entry in ENTRIES}
    constants = {"__version__", "star", "up", "zero"}
    missed = [name for name in upstar.__all__ if id(getattr(upstar, name)) not in checked]
    assert set(missed) == constants


def test_every_module_is_public_or_internal():
    known = pkgutil.walk_packages(upstar.__path__, "upstar.", onerror=lambda _: None)
    packages = tuple(name for name in INTERNAL if name.endswith("."))
    unclassified = [
        module.name
        for module in known
        if module.name not in (*MODULES, *INTERNAL) and not module.name.startswith(packages)
    ]
    assert not unclassified, "list it in MODULES or INTERNAL of tests/docs/docstrings.py"


def _vague(number, *, unit):
    """What is made of a number"""
    if number < 0:
        raise ValueError(unit)
    return number


def _clear(number, *, unit):
    """Return the number.

    Parameters
    ----------
    number : int
        A number.
    unit : str
        Its unit.

    Returns
    -------
    int
        The same number.

    Raises
    ------
    ValueError
        If it is negative.

    Examples
    --------
    >>> 1
    1
    """
    if number < 0:
        raise ValueError(unit)
    return number


def test_the_check_finds_what_is_missing():
    found = " ".join(Entry("vague", _vague).problems())
    for word in ("summary", "Parameters", "Returns", "ValueError", "example"):
        assert word in found
    assert Entry("clear", _clear).problems() == []


def test_the_table_has_a_row_for_each_name(capsys):
    main()
    rows = capsys.readouterr().out.splitlines()
    assert len(rows) == 2 + len(ENTRIES)
    assert all(row.count(" | ") == 5 for row in rows[:1] + rows[2:])
