"""Drawings of boards, graphs, thermographs and results."""
