"""How many examples a property draws where it says so itself."""

from hypothesis import settings

QUICK_SHARE = 4


def drawn(count: int) -> int:
    """Return how many of the examples of a slow property are drawn: a fourth in the profile of `make test`."""
    quick = settings.default is settings.get_profile("quick")
    return max(count // QUICK_SHARE, 1) if quick else count
