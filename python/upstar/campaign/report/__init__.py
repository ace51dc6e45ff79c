"""Reports: documents made from records, rendered as terminal text, Markdown or HTML.

>>> from upstar.campaign.report import Document, Paragraph, to_markdown
>>> print(to_markdown(Document("A title", [Paragraph("A sentence.")])), end="")
# A title
<BLANKLINE>
A sentence.
"""

from upstar.campaign.report.document import Document, Heading, Paragraph, Plot, Series, Table
from upstar.campaign.report.render import to_html, to_markdown, to_terminal

__all__ = [
    "Document",
    "Heading",
    "Paragraph",
    "Plot",
    "Series",
    "Table",
    "to_html",
    "to_markdown",
    "to_terminal",
]
