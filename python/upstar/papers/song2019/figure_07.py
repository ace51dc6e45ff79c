"""Figure 7: time to solve trees with 2 branches."""

from upstar.papers.song2019 import TWO
from upstar.papers.song2019.effort import seconds_figure

EXPERIMENT = seconds_figure(7, TWO)
