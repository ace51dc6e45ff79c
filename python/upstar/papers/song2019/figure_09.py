"""Figure 9: wrong choices in trees with 2 branches."""

from upstar.papers.song2019 import TWO
from upstar.papers.song2019.errors import errors_figure

EXPERIMENT = errors_figure(9, TWO)
