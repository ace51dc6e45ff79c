"""Write the pages in docs/results from python/upstar/records.toml."""

import sys
from pathlib import Path

import upstar

FOLDER = Path(__file__).parents[1] / "docs" / "results"
MACHINE = "one core of a shared virtual machine with two cores (AMD EPYC)"


def page(record: upstar.Record) -> str:
    """Return the page of a result."""
    new = "as far as we know: " if record.is_new else "not new: "
    rows = [("new", new + record.source), ("again", f"`{record.command}`")]
    rows.append(("engine", record.engine))
    if record.seconds is not None:
        effort = [f"{record.seconds:,.1f} s of processor time for the search and the certificate"]
        if record.nodes is not None:
            effort.append(f"{record.nodes:,} nodes")
        if record.megabytes is not None:
            effort.append(f"{record.megabytes:,.0f} MB")
        rows += [("effort", ", ".join(effort)), ("machine", MACHINE)]
    if record.certificate == "by recipe":
        where = "too large for the repository; the command writes it"
    else:
        where = f"`{record.certificate}` in this folder"
    if record.certificate_bytes is not None:
        where += f"; {record.certificate_bytes:,} bytes"
    rows.append(("certificate", where))
    if record.certificate_sha256 is not None:
        rows.append(("SHA-256", f"`{record.certificate_sha256}`"))
    if record.verify_seconds is not None:
        seconds = f"{record.verify_seconds:,.1f} s of processor time"
        rows.append(("verified", f"`upstar verify` accepts it after {seconds}"))
    rows.append(("second check", record.second_check))
    table = "".join(f"| {key} | {value} |\n" for key, value in rows)
    return f"# {record.statement}\n\n| | |\n|---|---|\n{table}"


def index(records: tuple[upstar.Record, ...]) -> str:
    """Return the list of all results."""
    lines = [
        "# Certified results",
        "",
        "This page lists results with their certificates. It is for people who want to check an",
        "answer without trusting the program that found it. `upstar records` prints the list. A",
        "result is called new if we found it in no paper, table or program that we know.",
    ]
    for title, is_new in (("New as far as we know", True), ("Known results", False)):
        lines += ["", f"## {title}", "", "| result | certificate | bytes |", "|---|---|---|"]
        for record in records:
            if record.is_new == is_new:
                place = "by recipe" if record.certificate == "by recipe" else "in this folder"
                size = record.certificate_bytes
                size_text = "" if size is None else f"{size:,}"
                link = f"[{record.statement}]({record.id}.md)"
                lines.append(f"| {link} | {place} | {size_text} |")
    lines += [
        "",
        "Not solved: [Clobber 6x6](clobber-6x6.md), and what it would take.",
        "",
        "Check the files in this folder with `upstar verify FILE --explain` and",
        "`python -m upstar.reference FILE`.",
        "",
        "```{toctree}",
        ":hidden:",
        "",
        *(record.id for record in records),
        "clobber-6x6",
        "```",
    ]
    return "\n".join(lines) + "\n"


def pages() -> dict[Path, str]:
    """Return all pages by their paths."""
    records = upstar.known_records()
    texts = {FOLDER / f"{record.id}.md": page(record) for record in records}
    return texts | {FOLDER / "index.md": index(records)}


def main() -> int:
    """Write the pages; with --check, only compare them."""
    changed = [
        path for path, text in pages().items() if not path.exists() or path.read_text() != text
    ]
    if "--check" not in sys.argv[1:]:
        for path in changed:
            path.write_text(pages()[path])
        return 0
    for path in changed:
        print(f"{path} is not up to date; run make docs")
    return 1 if changed else 0


if __name__ == "__main__":
    sys.exit(main())
