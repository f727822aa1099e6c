"""How much work something is, counted, since how long it takes depends on the machine and what else it does."""

import sys
from collections.abc import Callable
from types import FrameType


def calls(work: Callable[[], object]) -> int:
    """How many functions are called, built-in ones included, while a piece of work is done."""
    count = 0

    def tell(frame: FrameType, event: str, argument: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(tell)
    try:
        work()
    finally:
        sys.setprofile(before)
    return count
