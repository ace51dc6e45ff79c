"""The workbench: a page and a JSON API on one port, made by `upstar serve`.

Needs the extra ``upstar[web]``. What is long runs in a process of its own (`jobs`, `worker`), so
that the page stays quick and a search that is stopped is gone. Games written in Python are not
offered: a visitor must not choose what code the server runs.
"""
