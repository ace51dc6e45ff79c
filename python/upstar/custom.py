"""The module in which the compiled core looks for `Game` and `PartisanGame`.

They live in `upstar.game`. This module exists only as long as the core imports it by this name.
"""

from upstar.game import Game, PartisanGame

__all__ = ["Game", "PartisanGame"]
