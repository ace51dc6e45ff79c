"""A differential hunt for wrong answers: everything is compared with everything.

A round draws a position and solves everything below it by plain minimax, with the rules of the game
written a second time in Python. Then it asks the package the same questions in many ways: each
algorithm with random options, certificates, values, databases, sums, symmetric positions. Any
difference is reduced to the smallest case that still differs, and printed as one command.

``upstar selftest`` runs it. In Python, ``upstar.selftest.hunt.hunt`` does.
"""
