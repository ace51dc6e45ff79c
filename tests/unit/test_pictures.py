"""Pictures for papers: TikZ that LaTeX compiles, PDF and PNG files, b-files."""

import shutil
import subprocess

import pytest

import upstar
from upstar.render import files
from upstar.render.tikz import escape

VALUES = ["0", "-3", "5/8", "-1/2", "*", "*2", "^", "v", "^2", "v3*2", "1/2^*", "+-1", "+_1", "-_2"]
VALUES += ["{3|1}", "2||1|0", "{0,*|0}", "{4|2||-1}", "{1|{0|-2},*}", "+-{2|1}", "{^|v*}", "+_1/2"]


def some_positions():
    for info in upstar.games():
        p = upstar.position(info.name, info.usual)
        for _ in range(2):
            if p.outcome is None:
                p = p.play(p.moves()[len(p.moves()) // 2])
        yield p


def some_pictures():
    for p in some_positions():
        yield p.picture(mark=p.moves()[0] if p.outcome is None else None)
    yield upstar.Value("{7|5||4|1}").thermograph.picture(title="{7|5||4|1} % & ∗")
    start = upstar.position("domineering", "3x3")
    yield upstar.solve(start, "pns", tree_depth=2, bounds=False).tree.picture()


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="there is no pdflatex")
def test_latex_compiles_every_picture_and_every_form_of_values(tmp_path):
    body = [picture.tikz(scale=0.3) for picture in some_pictures()]
    body += [f"${upstar.Value(text).text('latex')}$" for text in VALUES]
    body.append(escape("".join(map(chr, range(32, 127))) + "−←→é漢"))
    text = "\n\n".join(body)
    source = tmp_path / "all.tex"
    source.write_text(
        f"\\documentclass{{article}}\\usepackage{{tikz}}\\begin{{document}}\n{text}\n\\end{{document}}"
    )
    command = ["pdflatex", "-interaction=batchmode", "-halt-on-error", source.name]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, (tmp_path / "all.log").read_text()[-2000:]


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="there is no pdflatex")
def test_latex_writes_pdf_files(tmp_path):
    file = tmp_path / "board.pdf"
    upstar.position("hex", "3x3").pdf(file, mark="b2")
    assert b"pdfTeX" in file.read_bytes()


def test_matplotlib_writes_pdf_and_png_files_without_latex(tmp_path, monkeypatch):
    pytest.importorskip("matplotlib")
    monkeypatch.setattr(files, "which", lambda name: None)
    for number, picture in enumerate(some_pictures()):
        for kind, start in ((".pdf", b"%PDF"), (".png", b"\x89PNG")):
            file = tmp_path / f"{number}{kind}"
            picture.save(file)
            assert file.read_bytes().startswith(start)


def test_wrong_names_and_scales_are_rejected(tmp_path):
    p = upstar.position("hex", "3x3")
    with pytest.raises(upstar.ParameterError, match="must end in"):
        p.save(tmp_path / "board.gif")
    with pytest.raises(upstar.ParameterError, match="scale"):
        p.tikz(scale=0)
    with pytest.raises(upstar.ParameterError, match="TeX allows"):
        p.tikz(scale=1000)


def test_a_b_file_has_integers_or_nimbers():
    assert upstar.bfile([0, 1, -2], offset=0) == "0 0\n1 1\n2 -2\n"
    assert upstar.bfile([upstar.Value("*"), upstar.Value("*2")]) == "1 1\n2 2\n"
    for wrong in ("1/2", "^", "^*2"):
        with pytest.raises(upstar.ParameterError, match="term 1"):
            upstar.bfile([upstar.Value(wrong)])
    with pytest.raises(upstar.ParameterError, match="not both"):
        upstar.bfile([1, upstar.Value("*")])


@pytest.mark.parametrize("game", ["nim", "misere:nim", "octal", "kayles", "nimstring"])
def test_a_move_takes_the_counters_or_the_line_that_it_touches(game):
    """Playing a move removes as many counters as it names, or draws the line that it names."""
    from upstar.render import counters, dots

    texts = {"octal": "0.77:5,7,7", "kayles": "2,3,7", "nimstring": "2x3"}
    start = upstar.position(game, texts.get(game, "1,3,3"))
    _, before = start.board()
    for move, cells in start.cells_of_moves().items():
        assert cells == start.cells(move)
        _, after = start.play(move).board()
        if game == "nimstring":
            (line,) = cells
            assert dots.names(before)[list(dots.lines(before)).index(line)] == move
            assert dots.lines(after)[line]
            assert not dots.lines(before)[line]
        else:
            taken = sum(counters.heap_sizes(before)) - sum(counters.heap_sizes(after))
            row, first = cells[0]
            count = counters.heap_sizes(before)[row] - first if "nim" in game else len(cells)
            assert count == taken
            assert set(cells) <= set(counters.centres(before))
