"""Liberty races under random play, compared with the published table."""

import pytest

import upstar

# Cazenave and Saffidine, Score Bounded Monte-Carlo Tree Search, 2010, Table 1.
TABLE_1 = """
1.00 0.00 0.00 0.00 0.00 0.00 0.00 0.00 0.00
1.00 0.50 0.30 0.20 0.14 0.11 0.08 0.07 0.05
1.00 0.70 0.50 0.37 0.29 0.23 0.18 0.15 0.13
1.00 0.80 0.63 0.50 0.40 0.33 0.28 0.24 0.20
1.00 0.86 0.71 0.60 0.50 0.42 0.36 0.31 0.27
1.00 0.89 0.77 0.67 0.58 0.50 0.44 0.38 0.34
1.00 0.92 0.82 0.72 0.64 0.56 0.50 0.45 0.40
1.00 0.93 0.85 0.76 0.69 0.62 0.55 0.50 0.45
1.00 0.95 0.87 0.80 0.73 0.66 0.60 0.55 0.50
"""


def test_all_81_entries_of_table_1():
    published = [[float(entry) for entry in line.split()] for line in TABLE_1.split("\n")[1:-1]]
    ours = [[round(entry, 2) for entry in row] for row in upstar.semeai_table(9)]
    assert ours == published


@pytest.mark.parametrize("elsewhere", [0.0, 0.3, 0.9])
def test_the_equations_hold(elsewhere):
    table = upstar.semeai_table(7, elsewhere=elsewhere)

    def p(a, b):
        return table[a - 1][b - 1]

    for a in range(1, 8):
        for b in range(1, 8):
            if b == 1:
                inside = 1.0
            elif a == 1:
                inside = 1 - p(b - 1, 1)
            else:
                inside = (b * (1 - p(b - 1, a)) + a * (1 - p(b, a - 1))) / (a + b)
            right = elsewhere * (1 - p(b, a)) + (1 - elsewhere) * inside
            assert p(a, b) == pytest.approx(right)
            assert upstar.semeai(a, b, elsewhere=elsewhere) == pytest.approx(p(a, b))


def test_playing_elsewhere_makes_a_race_in_atari_less_decided():
    values = [upstar.semeai(3, 1, elsewhere=p) for p in (0.0, 0.2, 0.5, 0.9)]
    assert values == sorted(values, reverse=True)


@pytest.mark.parametrize(("own", "opponent", "elsewhere"), [(0, 3, 0), (3, 401, 0), (3, 3, 1)])
def test_numbers_out_of_range_are_refused(own, opponent, elsewhere):
    with pytest.raises(upstar.ParameterError, match="must be"):
        upstar.semeai(own, opponent, elsewhere=elsewhere)
