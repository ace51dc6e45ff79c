"""Figure 12: wrong choices in trees with 8 branches."""

from upstar.papers.song2019 import EIGHT
from upstar.papers.song2019.errors import errors_figure

EXPERIMENT = errors_figure(12, EIGHT)
