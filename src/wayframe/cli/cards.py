"""Frames and packages as a terminal shows them: cards, comparison tables, the tree of the memory."""

from __future__ import annotations

from collections.abc import Sequence

from rich.box import ROUNDED, SIMPLE_HEAD
from rich.panel import Panel
from rich.table import Table
from rich.text import Text
from rich.tree import Tree

from wayframe.board import POINTERS
from wayframe.cli.safely import printable
from wayframe.dialogue import Act, Frame, Value
from wayframe.domain import TRAVEL, Domain, OfferCard
from wayframe.memory import Memory, Provenance

CARD = 33  # columns; three stand side by side on a wide terminal, two on one of 80


def card(act: Act, domain: Domain = TRAVEL) -> Panel:
    """An offer as a card."""
    if plain := domain.card(act):
        return _panel(act, plain.title, _plain(plain))
    said = {a.key: domain.surface(a.key, a.value) for a in act.slots if isinstance(a.value, str | bool)}
    body = Text()
    if "category" in said:
        body.append(f"{said['category']}")
    if "gst_rating" in said:
        body.append(f" · guests {said['gst_rating']}")
    if "str_date" in said and "end_date" in said:
        body.append(f"\n{said['str_date']} → {said['end_date']}")
    if "seat" in said:
        body.append(f"\n{said['seat']} class")
    if "or_city" in said:
        body.append(f" from {said['or_city']}")
    if "price" in said:
        body.append(f"\n{said['price']}", "bold green")
    if party := [str(said[slot]) for slot in ("n_adults", "n_children") if slot in said]:
        body.append(f" for {' and '.join(party)}")
    return _panel(act, f"{said.get('name', 'Trip')} · {said.get('dst_city', '')}".rstrip(" ·"), body)


def _plain(shown: OfferCard) -> Text:
    body = Text("\n".join(map(printable, shown.lines)))
    if shown.price:
        body.append(f"{chr(10) if shown.lines else ''}{printable(shown.price)}", "bold green")
    return body


def _panel(act: Act, title: str, body: Text) -> Panel:
    border = "yellow" if act.name == "suggest" else "cyan"
    head = Text(printable(title), "bold")
    return Panel(
        body, title=head, subtitle=f"frame {act.id}", box=ROUNDED, border_style=border, width=CARD, padding=(0, 2)
    )


def comparison(acts: Sequence[Act], domain: Domain = TRAVEL) -> Table:
    """Compare several frames side by side, the best of each row marked."""
    table = Table(box=SIMPLE_HEAD, pad_edge=False, show_edge=False)
    table.add_column("")
    columns: dict[int, dict[str, str | bool]] = {}
    for act in acts:
        for ref in act.refs("write"):
            told = columns.setdefault(ref.frame, {a.key: a.value for a in ref.annotations if isinstance(a.value, str)})
            told.update({a.key: domain.surface(a.key, a.value) for a in act.slots if isinstance(a.value, str | bool)})
    for frame, told in columns.items():
        name, *places = (printable(str(told.get(slot, ""))) for slot in domain.naming)
        table.add_column(Text("\n".join((name, " · ".join((*places, f"frame {frame}"))))), justify="right")
    slots = dict.fromkeys(slot for told in columns.values() for slot in told if slot not in domain.naming)
    for slot in slots:
        values = [told.get(slot) for told in columns.values()]
        stars = domain.best(slot, values)
        cells = [_cell(value, marked=index in stars) for index, value in enumerate(values)]
        table.add_row(domain.label(slot), *cells)
    return table


def _cell(value: str | bool | None, *, marked: bool) -> Text:
    shown = "–" if value is None else ("yes" if value else "no") if isinstance(value, bool) else printable(value)
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
