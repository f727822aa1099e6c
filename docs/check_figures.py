"""Run the commands that stand beside the figures of the pages, and compare what they print: `make figures`.

`<!-- figures -->` before a console block: what its commands print has to be what stands there.
`<!-- figures: COMMAND -->` before a table: the figures of each row whose name stands in backticks have to be those of a
line that COMMAND prints and that begins with the name. "figures, on demand" marks what takes minutes.

FRAMES and frames.json are the corpus that WAYFRAME_FRAMES names; without it nothing can be checked.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from difflib import unified_diff
from functools import cache
from pathlib import Path
from typing import NamedTuple

DOCS = Path(__file__).parent
_MARK = re.compile(r"<!-- figures(?P<long>, on demand)?(?:: (?P<command>.+))? -->")
_NUMBER = re.compile(r"[-+]?\d[\d,]*(?:\.\d+)?")
_CORPUS = "frames.json"


class Step(NamedTuple):
    """A command, and the lines that it prints according to a page."""

    command: str
    lines: tuple[str, ...]


class Row(NamedTuple):
    """A row of a table: what the line that prints it begins with, and its figures."""

    name: str
    figures: tuple[str, ...]


class Passage(NamedTuple):
    """A block or a table of a page with the commands that print it; `long` ones only run on demand."""

    place: str
    steps: tuple[Step, ...] = ()
    rows: tuple[Row, ...] = ()
    commands: tuple[str, ...] = ()
    long: tuple[str, ...] = ()

    def on_demand(self) -> bool:
        """Return whether nothing of it is checked but on demand."""
        return bool(self.long) and not self.commands

    def stale(self, folder: Path, everything: bool = False) -> list[str]:
        """Run the commands in a folder and return what differs, a line each; nothing where all is as it says.

        Without `everything`, rows that no short command prints aren't looked at if there are long ones.
        """
        if not self.rows:
            return [difference for step in self.steps for difference in _differences(step, folder)]
        commands = (*self.commands, *(self.long if everything else ()))
        output = "\n".join(printed(command, folder) for command in commands)
        return list(self._stale_rows(output, everything or not self.long))

    def _stale_rows(self, output: str, all_of_them: bool) -> Iterator[str]:
        lines = [line.strip() for line in output.splitlines()]
        for row in self.rows:
            said = [_figures(line.removeprefix(row.name)) for line in lines if line.startswith(f"{row.name} ")]
            if row.figures not in said and (said or all_of_them):
                others = " or ".join(" ".join(figures) for figures in said) or "nothing"
                yield f"{row.name}: the page says {' '.join(row.figures)}, printed was {others}"


def _differences(step: Step, folder: Path) -> Iterator[str]:
    lines = [line.rstrip() for line in printed(step.command, folder).splitlines()]
    return unified_diff(step.lines, lines, "the page", step.command, lineterm="", n=0)


def passages(page: Path) -> Iterator[Passage]:
    """Yield what is marked on a page. Raises `ValueError` where a mark stands before neither a block nor a table."""
    lines = [*page.read_text(encoding="utf-8").splitlines(), ""]
    number = 0
    while number < len(lines):
        place, marks = f"{page.name}:{number + 1}", list[re.Match[str]]()
        while mark := _MARK.fullmatch(lines[number]):
            marks.append(mark)
            number += 1
        if not marks:
            number += 1
            continue
        short, long = (
            tuple(mark["command"] or "" for mark in marks if bool(mark["long"]) is kind) for kind in (False, True)
        )
        if all((*short, *long)) and lines[number].startswith("|"):
            yield Passage(place, (), tuple(_rows(lines[number:])), short, long)
        elif len(marks) == 1 and not any((*short, *long)) and lines[number] == "```console":
            block = lines[number + 1 : lines.index("```", number + 1)]
            yield Passage(place, tuple(_steps(block)), (), short, long)
        else:
            raise ValueError(f"{place}: expected a table after commands, or a console block after one mark without any")


def _steps(block: Sequence[str]) -> Iterator[Step]:
    starts = [number for number, line in enumerate(block) if line.startswith("$ ")]
    for start, end in zip(starts, [*starts[1:], len(block)], strict=True):
        yield Step(block[start].removeprefix("$ "), tuple(block[start + 1 : end]))


def _rows(lines: Sequence[str]) -> Iterator[Row]:
    for line in lines[2:]:
        if not line.startswith("|"):
            return
        name, *cells = line.strip("|").split("|")
        if named := re.search(r"`([^`]+)`", name):
            yield Row(named[1], _figures(" ".join(cells)))


def _figures(text: str) -> tuple[str, ...]:
    return tuple(_NUMBER.findall(text))


@cache
def printed(command: str, folder: Path) -> str:
    """Return what a command prints in a folder, the corpus by its name; what it complains of, if it fails."""
    environment = {
        **os.environ,
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "SECRET": "a secret of at least so many letters",
    }
    done = subprocess.run(
        ["bash", "-c", re.sub(r"\bFRAMES\b", _CORPUS, command)],
        cwd=folder, env=environment, capture_output=True, text=True, encoding="utf-8", check=False,
    )  # fmt: skip
    return done.stdout if done.returncode == 0 else f"{done.stdout}exit code {done.returncode}: {done.stderr}"


def prepared(folder: Path, corpus: str | Path) -> Path:
    """Return a folder in which the commands of a page find the corpus."""
    folder.joinpath(_CORPUS).symlink_to(Path(corpus).absolute())
    return folder


def main() -> int:
    """Check the pages; the exit code is 1 where one is stale."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("pages", nargs="*", type=Path, help="by default all of docs")
    parser.add_argument("--all", action="store_true", help="also what takes minutes")
    asked = parser.parse_args()
    corpus, stale = os.environ.get("WAYFRAME_FRAMES"), 0
    if not corpus:
        print("WAYFRAME_FRAMES is not set: it names the Frames release, which can't be shipped", file=sys.stderr)
        return 2
    for page in asked.pages or sorted(DOCS.glob("*.md")):
        with tempfile.TemporaryDirectory() as folder:
            prepared(Path(folder), corpus)
            for passage in passages(page):
                if passage.on_demand() and not asked.all:
                    print(f"{passage.place}: not checked (--all)")
                    continue
                differences = passage.stale(Path(folder), asked.all)
                stale += bool(differences)
                print(
                    f"{passage.place}: {'stale' if differences else 'as it says'}", *differences, sep="\n  ", flush=True
                )
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
