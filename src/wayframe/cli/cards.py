"""Frames and packages as a terminal shows them: cards, comparison tables, the tree of the memory."""

from __future__ import annotations

from collections.abc import Sequence

from rich.box import ROUNDED, SIMPLE_HEAD
from rich.panel import Panel
from rich.table import Table
from rich.text import Text
from rich.tree import Tree

from wayframe.cli.safely import printable
from wayframe.dialogue import Act, Frame, Value
from wayframe.memory import Memory, Provenance
from wayframe.presentation.board import POINTERS
from wayframe.presentation.presenter import Presenter

CARD = 33  # columns; three stand side by side on a wide terminal, two on one of 80


def card(act: Act, presenter: Presenter) -> Panel:
    """Return an offer as a card."""
    shown = presenter.card(act)
    body = Text("\n".join(map(printable, shown.lines)))
    if shown.price:
        body.append(f"{chr(10) if shown.lines else ''}{printable(shown.price)}", "bold green")
    border = "yellow" if act.name == "suggest" else "cyan"
    head = Text(printable(shown.title), "bold")
    return Panel(
        body, title=head, subtitle=f"frame {act.id}", box=ROUNDED, border_style=border, width=CARD, padding=(0, 2)
    )


def comparison(acts: Sequence[Act], presenter: Presenter) -> Table:
    """Compare several frames side by side, the best of each row marked."""
    table = Table(box=SIMPLE_HEAD, pad_edge=False, show_edge=False)
    table.add_column("")
    columns: dict[int, dict[str, str]] = {}
    for act in acts:
        facts = (*(arg for ref in act.refs("write") for arg in ref.annotations), *act.slots)
        told = {arg.key: presenter.text(arg.key, arg.value) for arg in facts if isinstance(arg.value, str | bool)}
        for ref in act.refs("write"):
            columns.setdefault(ref.frame, {}).update(told)
    for frame, told in columns.items():
        name, *places = (printable(told.get(slot, "")) for slot in presenter.naming)
        table.add_column(Text("\n".join((name, " · ".join((*places, f"frame {frame}"))))), justify="right")
    slots = dict.fromkeys(slot for told in columns.values() for slot in told)
    for slot in slots:
        if slot in presenter.naming:
            continue
        values = [told.get(slot) for told in columns.values()]
        stars = presenter.best(slot, values)
        cells = [_cell(value, marked=index in stars) for index, value in enumerate(values)]
        table.add_row(presenter.label(slot), *cells)
    return table


def _cell(value: str | None, *, marked: bool) -> Text:
    shown = "–" if value is None else printable(value)
    return Text(f"★ {shown}" if marked else shown, "bold green" if marked else "")


def tree(memory: Memory) -> Tree:
    """The frames as a tree of who derives from whom, the active one marked; what is as in the parent is only named."""
    root = Tree(Text("memory", "bold"))
    branches: dict[int | None, Tree] = {None: root}
    for frame in memory.frames:
        parent = memory.frames[frame.frame_parent_id - 1] if frame.frame_parent_id else None
        known = memory.provenance[frame.frame_id - 1] if memory.provenance else None
        label = _frame(frame, parent, known, active=frame.frame_id == memory.active_frame)
        branches[frame.frame_id] = branches[frame.frame_parent_id].add(label)
    if not memory.frames:
        root.add("nothing yet")
    return root


def _frame(frame: Frame, parent: Frame | None, known: Provenance | None, *, active: bool) -> Text:
    text = Text.assemble((f"{'▶ ' if active else ''}{frame.frame_id}", "bold yellow" if active else "bold"), " ")
    inherited = []
    for slot, values in frame.info.items():
        if slot in POINTERS:
            continue
        said = " | ".join(dict.fromkeys(_value(value) for value in values))
        if slot.isupper():
            text.append(f"{slot.lower().replace('_', ' ')}  ", "red")
        elif parent and parent.info.get(slot) == values:
            inherited.append(slot)
        else:
            text.append(f"{slot}={said}  ")
            words = known.wish_words(slot) if known else ""
            text.append(f"({printable(words)})  " if words else "", "dim")
    for request in frame.requests:
        text.append(f"{request.key}?  ", "cyan")
    if parent and inherited:
        text.append(f"({', '.join(inherited)} as in {parent.frame_id})", "dim")
    return text


def _value(value: Value) -> str:
    shown = "|".join(value.val) if isinstance(value.val, tuple) else str(value.val)
    return printable(f"not {shown}" if value.negated else shown)
