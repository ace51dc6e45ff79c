"""Randall, Müller, Wei and Hayward: Expected Work Search, 2024.

Only the abstract and a few figures of the text are at hand: the empty 6 x 6 board of Hex, without
and with virtual connections, and the mean effort without winning rates.
"""

from upstar.papers.experiment import Paper

PAPER = Paper(
    authors="Owen Randall, Martin Müller, Ting-Han Wei and Ryan Hayward",
    title="Expected Work Search: Combining Win Rate and Proof Size Estimation",
    venue="International Joint Conference on Artificial Intelligence",
    year=2024,
)
