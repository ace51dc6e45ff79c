"""A second checker of certificates with lemmas, in plain Python; see ``verify.py``."""
