"""The picture of the house in docs/design.md is true."""

import re
from pathlib import Path

import wayframe

ROOT = Path(__file__).parents[1]


def test_every_module_is_in_the_picture_and_nothing_else() -> None:
    drawn = re.findall(
        r"^      (\w+(?:\.py|/)) ", (ROOT / "docs" / "design.md").read_text(encoding="utf-8"), re.MULTILINE
    )
    house = Path(wayframe.__file__).parent
    built = {f"{path.parent.name}/" for path in house.glob("*/__init__.py")} | {
        path.name for path in house.glob("*.py")
    }
    assert sorted(drawn) == sorted(built - {"__main__.py"})
