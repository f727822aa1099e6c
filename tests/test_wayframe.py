"""The public surface: what stands in `wayframe` itself."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import wayframe

NAMES = [
    *("Act", "Agent", "Catalogue", "Conversation", "Dialogue", "Frame", "InputError", "Memory", "Turn"),
    *("agent_over", "default_catalogue", "read", "stream", "write"),
]


def test_the_surface_is_these_names() -> None:
    assert wayframe.__all__ == NAMES
    assert set(NAMES) <= set(dir(wayframe))


@pytest.mark.parametrize("name", NAMES)
def test_every_name_is_there(name: str) -> None:
    assert getattr(wayframe, name).__name__ == name


def test_type_checkers_see_the_same_names_from_the_same_modules() -> None:
    tree = ast.parse(Path(wayframe.__file__).read_text(encoding="utf-8"))
    imported = [
        (alias.asname, node.module)
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("wayframe.")
        for alias in node.names
    ]
    assert sorted(imported) == [(name, f"wayframe.{module}") for name, module in wayframe._MODULE_OF.items()]


def test_another_name_is_none() -> None:
    with pytest.raises(AttributeError, match="nonsense"):
        _ = wayframe.nonsense  # type: ignore[attr-defined]


def test_nothing_is_loaded_until_it_is_used() -> None:
    code = "import sys, wayframe; print([name for name in sys.modules if name.startswith(('wayframe.', 'msgspec'))])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
