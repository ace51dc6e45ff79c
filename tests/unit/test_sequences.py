"""Sequences: values against the definition, periods, families, output, limits, bad input."""

import signal
import tomllib
from pathlib import Path

import pytest

import upstar
from upstar.cgt.family import Family
from upstar.cgt.value import mex

GOLDEN = Path(__file__).parents[1] / "golden"


def naive_007(last):
    values = []
    for n in range(last + 1):
        left = n - 3
        options = [values[a] ^ values[left - a] for a in range(left // 2 + 1)] if left >= 0 else []
        values.append(mex(options))
    return values


def test_treblecross_to_a_thousand_terms():
    found = upstar.sequence("octal:0.007", 0, 1000)
    assert list(found) == naive_007(1000)


def test_values_of_heaps_are_those_of_positions():
    for family, game, text in [
        ("kayles", "kayles", "{}"),
        ("octal:0.137", "octal", "0.137:{}"),
        ("nim", "nim", "{}"),
        ("octal:4.56", "octal", "4.56:{}"),
    ]:
        found = upstar.sequence(family, 0, 24)
        for n in range(25):
            value = upstar.value(game, text.format(n))
            nimber = upstar.Value(0 if found[n] == 0 else f"*{found[n]}")
            assert value == nimber, (family, n)


def test_periods_are_proved_and_the_bound_is_told():
    kayles = upstar.sequence("kayles", 0, 100_000)
    assert (kayles.period, kayles.preperiod, kayles.proved) == (12, 71, True)
    assert kayles.checked_to >= 2 * 71 + 12 + 2
    assert kayles.computed < 1000
    assert len(kayles) == 100_001
    assert upstar.sequence("dawsons-chess", 0, 1000).period == 34
    few = upstar.sequence("kayles", 0, 120)
    assert few.proved is False
    grundy = upstar.sequence("grundys-game", 0, 2000)
    assert grundy.proved is False


def test_families_of_positions():
    cram = upstar.sequence("cram:3xN", 1, 5)
    assert [upstar.Value(f"*{n}" if n else 0) for n in cram] == [
        upstar.value("cram", f"3x{n}") for n in range(1, 6)
    ]
    clobber = upstar.sequence("clobber:(xo)^N", 1, 3)
    assert list(clobber) == [upstar.value("clobber", "xo" * n) for n in (1, 2, 3)]
    stalks = upstar.sequence("hackenbush:(L)^{2N+1}", 0, 9)
    assert [int(value.number) for value in stalks] == list(range(1, 20, 2))
    observed = upstar.sequence("kayles:N,N", 1, 30)
    assert (observed.period, observed.preperiod, observed.proved) == (1, 1, False)
    assert list(upstar.sequence("kayles:N", 3, 9)) == list(upstar.sequence("kayles", 3, 9))
    assert list(upstar.sequence("octal:0.77:N", 3, 9)) == list(upstar.sequence("kayles", 3, 9))


def test_nimbers_of_a_family_are_those_of_single_searches():
    tables = tomllib.loads((GOLDEN / "nimbers.toml").read_text())["table"]
    published = next(t["sequence"] for t in tables if t.get("family") == "(xo)^")
    # All rows of a family that has one longer than a bitboard share the nimbers of parts.
    for last in (25, 70):
        found = upstar.sequence("impartial:clobber:(xo)^N", 1, last)
        for n in range(1, 26):
            assert found[n] == upstar.nimber("impartial:clobber", "xo" * n).nimber, n
        count = min(last, len(published))
        assert list(found)[:count] == published[:count]
    for row in ("x(xo)^N", "(xxo)^{N-1}o", "(xo)^{N-1}.xx(xo)^Nox"):
        family = Family("impartial:clobber", row)
        found = upstar.sequence(f"impartial:clobber:{row}", 1, 70)
        for n in (1, 2, 3, 5, 8, 13):
            assert found[n] == upstar.nimber(family.position(n)).nimber, (row, n)
    found = upstar.sequence("node-kayles:1xN", 1, 20)
    assert list(found) == list(upstar.sequence("octal:0.137", 1, 20))


def test_families_of_nimbers_keep_what_was_found():
    family, last = "impartial:clobber:(xo)^N", 2000
    found = upstar.sequence(family, 1, last, max_seconds=0.3)
    assert found.stopped == "seconds"
    # A busy machine finds fewer.
    assert list(found)[:6] == [1, 3, 0, 2, 0, 2][: len(found)]
    seen = []

    def stop(progress):
        seen.append(progress)
        if progress.terms >= 5:
            signal.raise_signal(signal.SIGINT)

    found = upstar.sequence(family, 1, last, progress=stop)
    assert found.stopped == "interrupted"
    assert list(found)[:5] == [1, 3, 0, 2, 0]
    assert (seen[-1].wanted, seen[-1].terms) == (last, len(found))


def test_templates():
    assert Family.read("clobber:(xo)^{2N-1}x").text(2) == "xoxoxox"
    assert Family.read("misc:{3N}xN").text(5) == "15x5"
    assert Family.read("impartial:clobber:(xo)^N") == Family("impartial:clobber", "(xo)^N")
    assert Family.read("impartial:clobber (xo)^N") == Family("impartial:clobber", "(xo)^N")
    assert Family.read("cram 3xN") == Family("cram", "3xN")
    assert Family.read("octal:0.137") is None
    with pytest.raises(upstar.ParameterError, match="negative number for N = 0"):
        Family.read("cram:3x{N-1}").text(0)


def test_output_as_text():
    found = upstar.sequence("kayles", 5, 7)
    assert found.bfile() == "5 4\n6 3\n7 2\n"
    assert found.csv() == "n,value\n5,4\n6,3\n7,2\n"
    document = found.to_json()
    assert document["from"] == 5
    assert document["values"] == [4, 3, 2]
    assert found.svg().startswith("<svg")
    clobber = upstar.sequence("clobber:(xo)^N", 1, 2)
    assert clobber.csv() == 'n,value\n1,*\n2,"{*,^|*,v}"\n'
    for output in (clobber.bfile, clobber.picture):
        with pytest.raises(upstar.ParameterError, match=r"term 2 is \{"):
            output()
    with pytest.raises(IndexError):
        found[8]


def test_limits_keep_what_was_found():
    found = upstar.sequence("octal:0.007", 0, 10**8, max_seconds=0.3)
    assert found.stopped == "seconds"
    assert list(found)[:40] == naive_007(39)
    found = upstar.sequence("octal:0.007", 0, 10**8, max_memory=0.5)
    assert found.stopped == "memory"
    assert len(found) > 1000
    found = upstar.sequence("clobber:(xo)^N", 1, 40, max_seconds=0.2)
    assert found.stopped == "seconds"
    assert len(found) >= 3


def test_progress_is_reported():
    seen = []
    upstar.sequence("octal:0.007", 0, 10**8, max_seconds=0.5, progress=seen.append)
    assert seen
    assert seen[-1].terms > 0
    assert seen[-1].wanted == 10**8 + 1


@pytest.mark.parametrize(
    ("family", "first", "last", "message"),
    [
        ("octal:0.19", 0, 5, "character 10: a digit of the code must be 0 to 7"),
        ("kales", 0, 5, "did you mean 'kayles'"),
        ("cram:3x4", 0, 5, "has no running number N"),
        ("crm:3xN", 1, 5, "did you mean 'cram'"),
        ("hex:NxN", 1, 3, "have no values"),
        ("nim", 0, 5000, "heaps of at most 4096 counters"),
        ("kayles", 5, 4, "must ascend"),
        ("kayles", 0, 10**11, "at most 4,000,000,000"),
        ("kayles", 0, 1.5, "must be whole numbers"),
        (":N", 0, 5, "has no game"),
        ("clobber:(xo)^N", 1, 10**6, "is too long"),
    ],
)
def test_bad_input_names_the_place(family, first, last, message):
    with pytest.raises(upstar.UpstarError, match=message):
        upstar.sequence(family, first, last)
