import re
from pathlib import Path
from typing import Any

from scenes import tracked
from wayframe.tracking.conformance import conformance

PAGE = Path(__file__).parents[2] / "docs" / "tracking.md"


def by_name() -> Any:
    (code,) = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert len(code.splitlines()) <= 33
    names: dict[str, Any] = {}
    exec(code, names)
    return names["ByName"]


def test_the_tracker_of_the_page_works() -> None:
    assert [finding.problem for finding in conformance(by_name())] == [None] * 6
    lines = "1: inform(dst_city=Rome)", "offer(name=El Mar, id=2); offer(name=Tropic, id=3)"
    for said, active in (("inform(dst_city=Oslo)", 4), ("switch_frame(name=el mar)", 2), ("inform(dst_city=rome)", 1)):
        assert tracked(said, *lines, tracker=by_name()()).startswith(f"{active}: ")
