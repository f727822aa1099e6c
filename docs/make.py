"""Write docs/conversation.md and docs/conversation.svg: the documented conversation, played by the program itself; and
what the program says in docs/own-catalogue.md.

Run: python docs/make.py
"""

from __future__ import annotations

import re
import tempfile
from datetime import date
from io import StringIO
from pathlib import Path

from rich.console import Console

from wayframe.agent import Agent
from wayframe.catalogues import agent_over
from wayframe.cli.demo import LINES
from wayframe.cli.tables import draw
from wayframe.cli.terminal import Terminal
from wayframe.packages import Catalogue, Plan, generate
from wayframe.sources.tables.opening import loaded

DOCS = Path(__file__).parent
WIDTH = 104
# The picture shows the heart of the conversation: the comparison, going back, the decision.
PICTURE = slice(1, 7)
PAGE = """# A conversation that needs memory
The paper's task 3, from one origin and a window of dates to four cities, and then everything that a system that
overwrites its constraints can't do. Played by `wayframe chat --demo`; this page is what it printed (`make docs`).

```text
{text}
```

What to look at: each offer became a frame of its own; "the first one in business class" started from that very offer,
and where it can't be had, the reply says what would have to give way; the budget was held against all four cities, not
only against the one that was looked at; the hotel that was booked is one from many turns before; and in the last tree
no frame has lost a value.
"""


def play(agent: Agent) -> tuple[str, str]:
    """The page and the picture."""
    page, picture = _console(), _console()
    terminal, shown = Terminal(agent, page), Terminal(agent, picture)
    terminal.welcome()
    for number, line in enumerate(LINES):
        terminal.echo(line)
        terminal.take(line)
        inside = number in range(*PICTURE.indices(len(LINES)))
        picture.quiet = not inside
        if inside:
            shown.echo(line)
        shown.take(line)
    text = "\n".join(line.rstrip() for line in page.export_text().splitlines()).strip()
    return PAGE.format(text=text), _svg(picture)


def replayed(page: str, root: Path) -> str:
    """A page with what commands print in its blocks: catalogues shown, and conversations held over them again."""
    page = re.sub(r"(\]\(\.\./(\S+\.toml)\):\n\n```toml\n).*?```", lambda found: _file(found, root), page, flags=re.S)
    return _BLOCK.sub(lambda found: f"{found['head']}{_printed(found, root)}```", page)


_BLOCK = re.compile(
    r"(?P<head>```console\n\$ wayframe (?P<command>catalogue show|chat --catalogue) (?P<table>examples/\S+)\n)"
    r"(?P<body>.*?)```",
    re.DOTALL,
)


def _file(found: re.Match[str], root: Path) -> str:
    return f"{found[1]}{(root / found[2]).read_text(encoding='utf-8')}```"


def _printed(found: re.Match[str], root: Path) -> str:
    (table, report), console = loaded(str(root / found["table"]), today=date(2026, 9, 1)), _console()
    if found["command"] == "catalogue show":
        draw(report, console)
    else:
        terminal = Terminal(agent_over(table), console)
        terminal.welcome()
        for line in re.findall(r"^you › (.*)$", found["body"], re.MULTILINE):
            terminal.echo(line)
            terminal.take(line)
    lines = (line.rstrip() for line in console.export_text().splitlines())
    return "\n".join(lines).strip() + "\n"


def _console() -> Console:
    return Console(
        record=True, width=WIDTH, file=StringIO(), highlight=False, force_terminal=True, color_system="truecolor"
    )


def _svg(console: Console) -> str:
    """The picture without the web font that a browser would fetch for it."""
    svg = re.sub(
        r"@font-face \{.*?\}", "", console.export_svg(title="wayframe chat", unique_id="wayframe"), flags=re.DOTALL
    )
    return "\n".join(line.rstrip() for line in svg.replace("Fira Code, ", "").splitlines() if line.strip()) + "\n"


def main() -> None:
    """Play the conversation on the default catalogue, and those over tables, and write all files."""
    with tempfile.TemporaryDirectory() as folder:
        generate(Path(folder, "catalogue.sqlite"), Plan())
        with Catalogue(Path(folder, "catalogue.sqlite")) as catalogue:
            page, picture = play(agent_over(catalogue))
    (DOCS / "conversation.md").write_text(page, encoding="utf-8")
    (DOCS / "conversation.svg").write_text(picture, encoding="utf-8")
    own = DOCS / "own-catalogue.md"
    own.write_text(replayed(own.read_text(encoding="utf-8"), DOCS.parent), encoding="utf-8")


if __name__ == "__main__":
    main()
