"""The workbench: a web page and a JSON API on one port, served by `upstar serve`.

It needs the extra ``upstar[web]``. Long computations run in their own processes (`jobs`,
`worker`), so the page stays responsive and a stopped search frees its memory. Games written in
Python are not available: a visitor must not choose which code the server runs.
"""
