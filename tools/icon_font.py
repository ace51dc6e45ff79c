"""Write the icons of the workbench: the part of the Material Icons font that its pages use.

The whole font has 129 KB, this part about 6 KB. Run it after a page uses a new icon:

    pip install fonttools brotli && python tools/icon_font.py

It writes python/upstar/web/icons.woff2 and the list of names beside it, icons.txt. The font is by
Google, under the Apache licence 2.0; NiceGUI includes it.
"""

import re
import string
from pathlib import Path

import nicegui
from fontTools import subset

ROOT = Path(__file__).parent.parent / "python" / "upstar" / "web"
STATIC = Path(nicegui.__file__).parent / "static"
USED = re.compile(r"(?:icon=|icon\(|icon_button\(\s*)[\"']([a-z_0-9]+)[\"']")


def names() -> list[str]:
    """Return the names of the icons: of the pages and of Quasar's elements."""
    own = {name for file in ROOT.rglob("*.py") for name in USED.findall(file.read_text("utf-8"))}
    script = (STATIC / "quasar.umd.prod.js").read_text(encoding="utf-8")
    quasar = re.search(r'name:"material-icons".*?\}\}\}', script, re.DOTALL)
    assert quasar is not None
    return sorted({*own, *re.findall(r'"([a-z_]+)"', quasar[0])})


def ligatures(font) -> dict[str, str]:
    """Return the glyph of each icon: the font replaces the letters of its name by it."""
    letter = {glyph: chr(code) for code, glyph in font.getBestCmap().items()}
    tables = [t for lookup in font["GSUB"].table.LookupList.Lookup for t in lookup.SubTable]
    tables = [getattr(table, "ExtSubTable", table) for table in tables]
    return {
        "".join(letter.get(glyph, "?") for glyph in (first, *ligature.Component)): ligature.LigGlyph
        for table in tables
        for first, found in getattr(table, "ligatures", {}).items()
        for ligature in found
    }


def main() -> None:
    """Write the font and the list."""
    style = (STATIC / "fonts.css").read_text(encoding="utf-8")
    file = re.search(r'"Material Icons";.*?url\((.*?)\)', style, re.DOTALL)
    assert file is not None
    font = subset.load_font(STATIC / file[1], subset.Options())
    glyphs = ligatures(font)
    known = [name for name in names() if name in glyphs]
    letters = font.getBestCmap()
    signs = [letters[ord(c)] for c in string.ascii_lowercase + string.digits + "_"]
    options = subset.Options(flavor="woff2", layout_closure=False, layout_features=["*"])
    cutter = subset.Subsetter(options)
    cutter.populate(glyphs=[*(glyphs[name] for name in known), *signs])
    cutter.subset(font)
    subset.save_font(font, ROOT / "icons.woff2", options)
    (ROOT / "icons.txt").write_text("\n".join(known) + "\n", encoding="utf-8")
    print(f"{len(known)} icons, {(ROOT / 'icons.woff2').stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
