"""``python -m upstar`` is ``upstar``."""

from upstar.cli import main

main()
