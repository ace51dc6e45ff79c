"""Write the first inputs of the fuzz targets: small files that the readers accept.

``python fuzz/seeds.py`` writes them to fuzz/seeds/TARGET. They are kept in the repository.
"""

import tempfile
from pathlib import Path

import upstar

HERE = Path(__file__).parent / "seeds"
VALUES = ["0", "-3/4", "{1|*}", "+-1", "+_1", "^2*3", "v*", "{0||1|2}", "{2,1|-1}", "1/2^*"]


def write(target: str, name: str, data: bytes) -> None:
    """Write one input."""
    folder = HERE / target
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_bytes(data)


def lines_and_data(file: Path) -> bytes:
    """Return a database file as the targets write it: its lines, an empty line, its data."""
    page = file.read_bytes()
    length = int.from_bytes(page[12:16], "little")
    return page[24 : 24 + length] + b"\n" + page[4096:]


def main() -> None:
    """Write the inputs of all targets."""
    names = [info.name for info in upstar.games()]
    for number, info in enumerate(upstar.games()):
        for at, text in enumerate(info.examples[:3]):
            write("position", f"{info.name}-{at}", bytes([number, at]) + text.encode())
    write("position", "sum-more", bytes([names.index("sum"), 0]) + b"clobber:xo - 2.nim:1 + {2|-1}")
    for number, text in enumerate(VALUES):
        write("value", str(number), text.encode())
    with tempfile.TemporaryDirectory() as folder:
        at = Path(folder)
        for game, text in (("domineering", "2x3"), ("mnk", "2x3:2"), ("go", "1x2"), ("hex", "2x2")):
            upstar.solve(game, text, proof=at / "p")
            write("certificate", game, (at / "p").read_bytes())
        upstar.solve("domineering", "2x2", proof=at / "p", distance=True)
        write("certificate", "distance", (at / "p").read_bytes())
        searches = [
            ("domineering", "3x3", "alpha-beta"),
            ("nogo", "2x3", "df-pn"),
            ("mnk", "2x3:2", "df-pp"),
            ("hackenbush", "LRRL,GG", "alpha-beta"),
        ]
        for number, (game, text, algorithm) in enumerate(searches):
            saved = at / f"saved-{number}"
            upstar.solve(game, text, algorithm, checkpoint=saved)
            data = (saved / "table.upstar").read_bytes()[:-8]
            write("checkpoint", game, bytes([2 * number]) + data)
        upstar.build_database("domineering", "2x3", at / "database")
        table = lines_and_data(at / "database" / "values.table")
        board = lines_and_data(at / "database" / "2x3.ids")
        write("database", "domineering", table + b"\n--\n" + board)
        for game, size in (("mnk", "2x2:2"), ("domineering", "2x2")):
            upstar.strong(game, size, at / f"{game}.strong")
            write("solved", game, lines_and_data(at / f"{game}.strong"))


if __name__ == "__main__":
    main()
