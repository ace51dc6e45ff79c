"""Drawings of positions: plain text and SVG."""
