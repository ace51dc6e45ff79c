"""Pages without a connection to the server: text, tables and links. They load nothing else."""

from html import escape

_CSS = """
:root { color-scheme: light dark; --line: color-mix(in srgb, currentColor 25%, transparent); }
body { font: 16px/1.5 system-ui, sans-serif; margin: 0; overflow-wrap: break-word;
  background: #fff; color: #1f2328; }
main { max-width: 60rem; margin: 0 auto; padding: 1rem 1.2rem 3rem; }
header { background: #0b4f78; color: #fff; }
header nav { display: flex; flex-wrap: wrap; gap: .2rem 1.4rem; align-items: center;
  max-width: 60rem; margin: 0 auto; padding: .5rem 1.2rem; }
header b { letter-spacing: .02em; } header a { color: #fff; text-decoration: none; }
header a:hover, header a:focus-visible { text-decoration: underline; }
h1 { font-size: 1.4rem; }
h2 { font-size: 1.05rem; margin: 2rem 0 .3rem; } h2 b { font-size: .8rem; }
p { margin: .3rem 0; } main a { color: #005a96; }
table { border-collapse: collapse; } caption { text-align: left; font-weight: 600; }
td, th { padding: .3rem 1.2rem .3rem 0; vertical-align: top; text-align: left; font-size: .9rem; }
th { font-weight: 600; } .rows { width: 100%; } .rows tr { border-top: 1px solid var(--line); }
.rows thead tr { border-top: 0; } .rows tbody tr:hover { background: #0072b214; }
td sub { line-height: 0; }
.scroll { overflow-x: auto; } svg { max-width: 100%; height: auto; }
.big { font-size: 1.15rem; font-weight: 600; }
.faint { opacity: .75; font-size: .9rem; }
form { display: flex; flex-wrap: wrap; gap: .6rem 1rem; align-items: end; margin: .6rem 0; }
label { display: grid; gap: .15rem; font-size: .9rem; }
input, select, textarea, button { font: inherit; padding: .35rem .5rem; max-width: 100%; }
input, select, textarea { border: 1px solid #8a8f94; border-radius: 4px; background: transparent;
  color: inherit; } option { color: #1f2328; background: #fff; }
button { cursor: pointer; border: 0; border-radius: 4px; background: #0072b2; color: #fff;
  padding: .4rem .9rem; }
button:hover { background: #005a8d; }
@media (max-width: 40rem) {
  .stack thead { display: none; } .stack tr { display: block; padding: .5rem 0; }
  .stack td { display: inline-block; padding: 0 .8rem 0 0; }
}
@media (prefers-color-scheme: dark) {
  body { background: #14181b; color: #e8eaed; } main a { color: #7cc4f5; }
}
""".strip()


def plain_page(title: str, body: str, *, links: dict[str, str] | None = None) -> str:
    """Return a page. `body` is HTML; `links` has names and addresses for the top of the page."""
    top = "".join(
        f'<a href="{escape(to)}">{escape(name)}</a>' for name, to in (links or {}).items()
    )
    navigation = (
        f'<header><nav aria-label="upstar"><b>upstar</b>{top}</nav></header>' if top else ""
    )
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{_CSS}</style></head><body>{navigation}"
        f"<main><h1>{escape(title)}</h1>{body}</main></body></html>"
    )


def table(head: list[str], rows: list[list[str]], *, caption: str = "") -> str:
    """Return a table; the cells of `rows` are HTML, the others are text."""
    names = "".join(f'<th scope="col">{escape(name)}</th>' for name in head)
    lines = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in rows)
    about = f"<caption>{escape(caption)}</caption>" if caption else ""
    return (
        '<div class="scroll" tabindex="0" role="region" '
        f'aria-label="{escape(caption or "table")}">'
        f'<table class="rows">{about}<thead><tr>{names}</tr></thead>'
        f"<tbody>{lines}</tbody></table></div>"
    )
