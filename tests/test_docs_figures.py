"""The figures of the pages are what the commands beside them print (docs/check_figures.py)."""

import runpy
from pathlib import Path
from typing import Any

import pytest

DOCS = Path(__file__).parents[1] / "docs"
check: Any = runpy.run_path(str(DOCS / "check_figures.py"))
PASSAGES = [each for page in sorted(DOCS.glob("*.md")) for each in check["passages"](page) if not each.on_demand()]


@pytest.fixture(scope="module")
def folder(frames_path: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the corpus; a command that several tables need runs once in it."""
    made: Path = check["prepared"](tmp_path_factory.mktemp("docs"), frames_path)
    return made


@pytest.mark.timeout(1200)
@pytest.mark.parametrize("passage", PASSAGES, ids=lambda passage: passage.place)
def test_figures_are_what_the_commands_print(passage: Any, folder: Path) -> None:
    stale = passage.stale(folder)
    assert not stale, "\n".join([f"{passage.place} is stale (`make figures`):", *stale])


def passages(tmp_path: Path, text: str) -> list[Any]:
    (tmp_path / "page.md").write_text(text, encoding="utf-8")
    return list(check["passages"](tmp_path / "page.md"))


BLOCK = """# Page
<!-- figures -->
```console
$ printf 'all  3\\nmean 1.5\\n'
all  3
mean 1.5
$ echo done
done
```
"""
TABLE = """<!-- figures: echo 'rules  93.1 ± 2.0  94' -->
<!-- figures, on demand: echo 'learned 95 ± 1' -->
| tracker | slots |
| --- | --- |
| `rules`: as they are | 93.1 ± 2.0, 94 |
| `learned` | 95 ± 1 |
| *published* | 12 |
"""


def test_a_block_that_is_as_printed_is_not_stale(tmp_path: Path) -> None:
    (block,) = passages(tmp_path, BLOCK)
    assert (block.place, block.on_demand(), block.stale(tmp_path)) == ("page.md:2", False, [])


@pytest.mark.parametrize(
    ("was", "now", "expected"),
    [("all  3", "all  4", "-all  4"), ("done\n```", "```", "+done"), ("echo done", "false", "-done")],
)
def test_another_figure_is_stale(tmp_path: Path, was: str, now: str, expected: str) -> None:
    (block,) = passages(tmp_path, "\n".join(BLOCK.rsplit(was, 1)[0:1]) + now + BLOCK.rsplit(was, 1)[1])
    assert expected in block.stale(tmp_path)


def test_rows_are_looked_up_by_their_names_long_commands_run_on_demand(tmp_path: Path) -> None:
    (table,) = passages(tmp_path, TABLE)
    assert table.stale(tmp_path) == table.stale(tmp_path, everything=True) == []
    (table,) = passages(tmp_path, TABLE.replace("| 95 ± 1 |", "| 96 ± 1 |").replace("2.0, 94", "2.1, 94"))
    assert table.stale(tmp_path) == ["rules: the page says 93.1 2.1 94, printed was 93.1 2.0 94"]
    assert table.stale(tmp_path, everything=True)[1] == "learned: the page says 96 1, printed was 95 1"


def test_a_row_that_no_command_prints_is_named(tmp_path: Path) -> None:
    (table,) = passages(tmp_path, TABLE.replace("| `learned` |", "| `lost` |"))
    assert table.stale(tmp_path, everything=True) == ["lost: the page says 95 1, printed was nothing"]


def test_a_mark_before_anything_else_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"page\.md:1: expected a table"):
        passages(tmp_path, "<!-- figures -->\nSome text.\n")
