"""Song, Iida and van den Herik, *Probability based proof number search*, 2019: P-games.

``python -m upstar.papers.song2019 --preset full`` runs Figures 7 to 12.
"""

from upstar.papers.song2019.experiment import (
    PRESETS,
    SEARCHES,
    Report,
    Row,
    Search,
    Series,
    run,
)

__all__ = ["PRESETS", "SEARCHES", "Report", "Row", "Search", "Series", "run"]
