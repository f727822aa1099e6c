"""The blocks of README.md and docs/*.md, and their commands as a reader would type them.

A comment before a block says what a reader knows from the text: `<!-- not run: REASON -->` that a test can't run it,
`<!-- file: NAME -->` that it is the content of a file.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
PAGES = (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")))

_NOTE = re.compile(r" *<!-- (?P<key>not run|file): (?P<value>.+) -->")
_FENCE = re.compile(r" *```(?P<language>\w*)")
_OPERATORS = frozenset("();<>|&")


class Block(NamedTuple):
    """A fenced block of a page."""

    place: str
    language: str
    text: str
    not_run: str | None
    """The reason why it isn't run, if the page gives one."""
    file: str | None
    """The file that it is the content of."""


class Command(NamedTuple):
    """A command of a block, continued lines joined; `answers` are what is typed into it."""

    text: str
    answers: tuple[str, ...]

    def words(self) -> list[str]:
        """Return the words that a shell would make of it, operators as words of their own."""
        lexer = shlex.shlex(self.text, posix=True, punctuation_chars=True)
        lexer.whitespace_split = True
        return list(lexer)

    def programs(self) -> list[list[str]] | None:
        """Return the programs that it runs one after the other, with their arguments; None where it takes a shell."""
        programs: list[list[str]] = [[]]
        for word in self.words():
            if word == "&&":
                programs.append([])
            elif set(word) <= _OPERATORS or (not programs[-1] and "=" in word):
                return None
            else:
                programs[-1].append(word)
        return programs


def blocks(page: Path) -> list[Block]:
    """Return the fenced blocks of a page, in their order."""
    found, notes, opened = [], dict[str, str](), None
    lines = list[str]()
    for number, line in enumerate(page.read_text("utf-8").splitlines(), 1):
        fence = _FENCE.match(line)
        if opened is not None:
            if fence is None:
                lines.append(line)
                continue
            place, language = opened
            text = dedent("\n".join(lines)) + "\n"
            found.append(Block(place, language, text, notes.get("not run"), notes.get("file")))
            notes, opened, lines = {}, None, []
        elif fence is not None:
            opened = (f"{page.relative_to(ROOT)}:{number}", fence["language"])
        elif note := _NOTE.fullmatch(line):
            notes[note["key"]] = note["value"]
        elif line.strip():
            notes = {}
    assert opened is None, f"{page}: a block doesn't end"
    return found


def commands(block: Block) -> list[Command]:
    """Return the commands of a console block: what stands behind `$ `, and what is said in a conversation."""
    found = list[tuple[str, list[str]]]()
    continued = False
    for line in block.text.splitlines():
        if line.startswith("$ "):
            found.append((line[2:], []))
        elif continued:
            text, answers = found[-1]
            found[-1] = (f"{text}\n{line}", answers)
        elif line.startswith("you › "):
            found[-1][1].append(line.removeprefix("you › "))
        continued = line.endswith("\\") and (line.startswith("$ ") or continued)
    return [Command(text, tuple(answers)) for text, answers in found]


def mentioned(page: Path) -> Iterator[str]:
    """Yield the `wayframe` commands that stand within the text of a page, and those of its blocks."""
    prose = re.sub(r"^ *```.*?^ *```", "", page.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)
    for code in re.findall(r"`(wayframe [^`]+)`", prose.replace("\n", " ")):
        yield code.replace("\\|", "|")
    for block in blocks(page):
        if block.language == "console":
            yield from (command.text for command in commands(block) if command.text.startswith("wayframe "))
