"""Combinatorial game theory: values, their arithmetic, values of positions, endgame databases."""
