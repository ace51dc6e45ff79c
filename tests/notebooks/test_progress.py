"""Progress bars: they appear in notebooks only, after a while, and disappear."""

import pytest

import upstar
from upstar import progress
from upstar.campaign import Job, RunProgress, Store, executor, run_jobs
from upstar.progress import BUILD, JOBS, MATCH, NotebookBar, reporting, search_work, values_work
from upstar.solve import Progress


@pytest.fixture
def shown(monkeypatch):
    """Pretend to be in a notebook; return the list of what is displayed."""
    IPython = pytest.importorskip("IPython")
    contents = []

    class Handle:
        def display(self, content, *, raw):
            assert raw
            contents.append(content["text/html"])

        update = display

    monkeypatch.setattr(IPython.display, "DisplayHandle", Handle)
    monkeypatch.setattr(progress, "in_notebook", lambda: True)
    monkeypatch.setattr(progress, "_FIRST_AFTER", 0.0)
    monkeypatch.setattr(progress, "_EVERY", 0.0)
    return contents


def report(**changes):
    values = {
        "nodes": 25,
        "expansions": 5,
        "bytes": 1_000_000,
        "depth": 3,
        "seconds": 1.0,
        "bounds": (-1, 1),
        "best_move": "<b>",
        "estimate": 100,
        "root": {},
    }
    return Progress(**{**values, **changes})


def test_a_solve_shows_a_bar_and_removes_it(shown):
    upstar.solve("domineering", "9x9", max_seconds=0.5)
    assert any("<progress value=" in html for html in shown[:-1])
    assert shown[-1] == ""


def test_an_analysis_a_match_and_jobs_show_bars(shown):
    upstar.analyze(upstar.position("domineering", "8x8"), max_seconds=0.5)
    assert "nodes/s" in shown[0]
    shown.clear()
    upstar.match("clobber", "2x3", a="random", b="random", games=4)
    assert [html for html in shown if "4 of 4 games" in html]
    assert 'value="0.2500"' in shown[0]
    shown.clear()
    pool = executor(workers=1)
    run_jobs([Job(game="domineering", position="3x3")], Store(":memory:"), pool)
    pool.close()
    assert "1 of 1 jobs" in shown[-2]
    assert shown[-1] == ""


def test_none_and_a_function_replace_the_bar(shown):
    upstar.solve("domineering", "9x9", max_seconds=0.3, progress=None)
    seen = []
    upstar.solve("domineering", "9x9", max_seconds=0.3, progress=seen.append)
    assert shown == []
    assert seen


def test_the_bar_is_removed_after_an_error(shown):
    def fail():
        with reporting("auto", search_work()) as bar:
            bar(report())
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        fail()
    assert len(shown) == 2
    assert shown[-1] == ""


def test_work_that_ends_at_once_shows_nothing(shown, monkeypatch):
    monkeypatch.setattr(progress, "_FIRST_AFTER", 1000.0)
    upstar.solve("domineering", "4x4")
    bar = NotebookBar(search_work())
    bar(report())
    bar.clear()
    assert shown == []


def test_text_of_a_bar_is_escaped(shown):
    NotebookBar(search_work())(report())
    assert "&lt;b&gt;" in shown[0]


def test_the_share_is_that_of_the_limit_or_estimate_that_ends_first():
    def share(**limits):
        return search_work(**limits).share(report())

    assert share() == 0.25
    assert share(max_nodes=50) == 0.5
    assert share(max_nodes=1000, max_seconds=1.25) == 0.8
    assert search_work().share(report(estimate=None)) is None
    assert search_work().share(report(estimate=20)) is None
    assert values_work().share(None) is None


def test_jobs_and_builds_have_shares():
    assert JOBS.share(RunProgress(total=10, known=4, done=2, seconds=1.0)) == 0.6
    state = RunProgress(total=10, known=4, done=2, failed=1, seconds=1.0)
    assert JOBS.describe(state) == "7 of 10 jobs, about 1 s left, 1 failed"
    build = upstar.cgt.database.BuildProgress(seconds=2.0, positions=50, total=200, bytes=10**6)
    assert BUILD.share(build) == 0.25
    assert BUILD.describe(build) == "2 s  50 of 200 positions  25%  1 MB"
    result = upstar.match("clobber", "2x3", a="random", b="random", games=2)
    assert MATCH.share(result, 8) == 0.25


def test_outside_a_notebook_there_is_no_bar():
    assert not progress.in_notebook()
    with reporting("auto", search_work()) as bar:
        assert bar is None


@pytest.mark.parametrize("wrong", [True, "on", 3])
def test_another_progress_is_rejected(wrong):
    with pytest.raises(upstar.ParameterError, match="progress must be a function, 'auto' or None"):
        upstar.solve("domineering", "2x2", progress=wrong)


def in_a_kernel(source):
    """Run a cell in a kernel and return its outputs."""
    nbformat = pytest.importorskip("nbformat")
    nbclient = pytest.importorskip("nbclient")
    pytest.importorskip("ipykernel")
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source)])
    nbclient.NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
    return notebook.cells[0].outputs


def test_a_kernel_is_a_notebook_but_its_threads_and_workers_are_not():
    [output] = in_a_kernel(
        "import os, threading\n"
        "from upstar.progress import in_notebook\n"
        "found = [in_notebook()]\n"
        "thread = threading.Thread(target=lambda: found.append(in_notebook()))\n"
        "thread.start(); thread.join()\n"
        "os.environ['UPSTAR_PROGRESS'] = 'off'\n"
        "print([*found, in_notebook()])"
    )
    assert output.text == "[True, False, False]\n"


def test_a_bar_in_a_kernel_leaves_an_empty_output():
    shown, printed = in_a_kernel(
        "import upstar\nr = upstar.solve('domineering', '9x9', max_seconds=2)\nprint(r.outcome)"
    )
    assert shown.data["text/html"] == ""
    assert printed.text == "unknown\n"
