"""Figure 10: time to solve trees with 8 branches."""

from upstar.papers.song2019 import EIGHT
from upstar.papers.song2019.effort import seconds_figure

EXPERIMENT = seconds_figure(10, EIGHT)
