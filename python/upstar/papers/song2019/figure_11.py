"""Figure 11: iterations to solve trees with 8 branches."""

from upstar.papers.song2019 import EIGHT
from upstar.papers.song2019.effort import iterations_figure

EXPERIMENT = iterations_figure(11, EIGHT)
