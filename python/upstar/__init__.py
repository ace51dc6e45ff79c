"""Solve, play and dissect two-player perfect-information games."""
