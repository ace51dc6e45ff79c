"""Cazenave and Saffidine: Score Bounded Monte-Carlo Tree Search, 2010."""

from upstar.papers.experiment import Paper

PAPER = Paper(
    authors="Tristan Cazenave and Abdallah Saffidine",
    title="Score Bounded Monte-Carlo Tree Search",
    venue="Computers and Games",
    year=2010,
)
