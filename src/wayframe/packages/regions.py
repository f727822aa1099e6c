"""Countries by the names that people give them, and the parts of the world that they lie in (`regions.toml`)."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any

_DATA: dict[str, Any] = tomllib.loads(files("wayframe.packages").joinpath("regions.toml").read_text("utf-8"))

COUNTRIES: dict[str, str] = _DATA["countries"]
ELSEWHERE: list[str] = _DATA["elsewhere"]
REGIONS: dict[str, list[str]] = _DATA["regions"]
