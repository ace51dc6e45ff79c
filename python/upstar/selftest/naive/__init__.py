"""The rules of games as they are defined: slow, simple, without knowledge of the core."""
