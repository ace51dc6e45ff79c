"""Figure 8: iterations to solve trees with 2 branches."""

from upstar.papers.song2019 import TWO
from upstar.papers.song2019.effort import iterations_figure

EXPERIMENT = iterations_figure(8, TWO)
