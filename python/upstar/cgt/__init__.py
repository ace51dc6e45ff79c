"""Combinatorial game theory: values, their arithmetic, values of positions, databases of values."""
