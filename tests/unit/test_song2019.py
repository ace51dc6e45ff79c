"""The P-game experiment of Song, Iida and van den Herik on small trees."""

import json

from upstar.papers.song2019 import PRESETS, run
from upstar.papers.song2019.experiment import PUBLISHED


def test_a_quick_run_has_the_papers_shape():
    report = run("quick")
    here = {row.search for row in report.rows}
    assert here >= {"ppn", "mcpn", "pns"}
    published = {name for tie in PUBLISHED["order"]["iterations"] for name in tie}
    assert published <= here | set(report.missing)
    for series in PRESETS["quick"]:
        rows = {row.search: row for row in report.rows if row.series == series.name}
        assert rows["ppn"].iterations < rows["pns"].iterations
        assert rows["ppn"].playouts > 0
        assert rows["pns"].playouts is None
        for row in rows.values():
            assert row.trees == series.trees
            assert all(0 <= rate <= 1 for rate in row.errors.values())
            # Once a tree is solved, the choice is right.
            assert list(row.errors.values())[-1] == 0
    assert json.loads(json.dumps(report.to_json()))["rows"]
    assert "ppn" in str(report)


def test_equal_seeds_give_equal_figures():
    def figures(seed):
        return [(row.search, row.iterations, row.errors) for row in run("quick", seed=seed).rows]

    assert figures(3) == figures(3)
    assert figures(3) != figures(4)
