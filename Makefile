# Everything runs from a fresh clone: `.venv` and the release core are made when needed.
