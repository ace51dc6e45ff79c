"""Settings of all tests."""

import resource

from hypothesis import settings

# A search that uses too much memory fails its own test and does not harm the machine. Searches
# reserve address space for their whole budget (4 GiB) and a deep stack, so the cap is on that, well
# above both.
_MOST = 10 << 30
_soft, _hard = resource.getrlimit(resource.RLIMIT_AS)
if _hard == resource.RLIM_INFINITY or _hard > _MOST:
    resource.setrlimit(resource.RLIMIT_AS, (_MOST, _hard))

# On a busy machine an example may take long.
settings.register_profile("usual", deadline=None)
settings.load_profile("usual")
# `pytest --hypothesis-profile=deep` tries thousands of games instead of a hundred.
settings.register_profile("deep", max_examples=2000, deadline=None)
