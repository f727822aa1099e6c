"""Write docs/conversation.md and docs/conversation.svg: the documented conversation, played by the program itself.

Run: python docs/make.py
"""

from __future__ import annotations

import re
import tempfile
from io import StringIO
from pathlib import Path

from rich.console import Console

from wayframe.agent import Agent
from wayframe.cli.demo import LINES
from wayframe.cli.terminal import Terminal
from wayframe.packages import Catalogue, Plan, generate

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

What to look at: each offer became a frame of its own; "the first one in business class" started from an offer three
turns old; the budget that nothing met led to suggestions, not to a dead end; the hotel that was booked is one from an
earlier turn; and in the last tree no frame has lost a value.
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
    """Play the conversation on the default catalogue and write both files."""
    with tempfile.TemporaryDirectory() as folder:
        generate(Path(folder, "catalogue.sqlite"), Plan())
        with Catalogue(Path(folder, "catalogue.sqlite")) as catalogue:
            page, picture = play(Agent(catalogue))
    (DOCS / "conversation.md").write_text(page, encoding="utf-8")
    (DOCS / "conversation.svg").write_text(picture, encoding="utf-8")


if __name__ == "__main__":
    main()
