"""Small changes to pages on their way into the site."""

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx


def end_blocks(app: Sphinx, docname: str, source: list[str]) -> None:
    """Drop the empty line at the end of a block, which doctest needs and readers do not."""
    source[0] = source[0].replace("\n\n```\n", "\n```\n")


def list_decisions(app: Sphinx, docname: str, source: list[str]) -> None:
    """List the pages of decisions below their index, which has a table of its own."""
    if docname == "decisions/README":
        source[0] += "\n```{toctree}\n:hidden:\n:glob:\n\n[0-9]*\n```\n"


def link_classes_only(app: Sphinx, doctree: nodes.document) -> None:
    """Keep a type such as `bytes` or `number` from linking to any attribute of that name."""
    for node in doctree.findall(addnodes.pending_xref):
        if node.get("refdomain") == "py" and node["reftarget"].islower():
            node.attributes.pop("refspecific", None)


def setup(app: Sphinx) -> dict[str, bool]:
    """Connect the functions to Sphinx."""
    app.connect("source-read", end_blocks)
    app.connect("source-read", list_decisions)
    app.connect("doctree-read", link_classes_only)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
