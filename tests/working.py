"""How much work something is, counted, since how long it takes depends on the machine and what else it does."""

import cProfile
from collections.abc import Callable


def calls(work: Callable[[], object]) -> int:
    """How many functions are called, built-in ones included, while a piece of work is done."""
    profile = cProfile.Profile()
    profile.enable()
    try:
        work()
    finally:
        profile.disable()
    return sum(entry.callcount for entry in profile.getstats())
