"""The conversation on a terminal: sentences, offers as cards, comparisons as tables, frames as a tree, commands."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from pathlib import Path
from uuid import uuid4

from rich.box import ROUNDED, SIMPLE_HEAD
from rich.columns import Columns
from rich.console import Console, RenderableType
from rich.markup import escape
from rich.padding import Padding
from rich.panel import Panel
from rich.table import Table
from rich.text import Text
from rich.tree import Tree

from wayframe.agent import Agent
from wayframe.cli.output import print_whole, printable
from wayframe.conversation import Conversation, Exchange
from wayframe.dialogue import Act, Frame, Value
from wayframe.errors import InputError
from wayframe.memory import Memory, Provenance
from wayframe.notation import show
from wayframe.presentation.board import POINTERS
from wayframe.presentation.bookings import BookingList, bookings
from wayframe.presentation.presenter import PARTY, Presenter
from wayframe.presentation.wishes import passed_over, understood_line

CARD = 33  # columns; three stand side by side on a wide terminal, two on one of 80
COLUMN = 20  # columns of an option that is compared, and of the labels beside it
TITLE = CARD - 6  # what its upper border has room for


def card(act: Act, presenter: Presenter) -> Panel:
    """Return an offer as a card."""
    shown = presenter.card(act)
    head, lines = Text(printable(shown.title), "bold"), [Text(printable(line)) for line in shown.lines]
    if shown.priced:
        lines.append(Text(printable(shown.priced), "bold green"))
    if len(head) > TITLE:  # it is broken rather than cut off
        head, lines = Text(), [head, *lines]
    border = "yellow" if act.name == "suggest" else "cyan"
    return Panel(
        Text("\n").join(lines),
        title=head,
        subtitle=f"frame {act.id}",
        box=ROUNDED,
        border_style=border,
        width=CARD,
        padding=(0, 2),
    )


def comparison(acts: Sequence[Act], presenter: Presenter, width: int = 80) -> list[Table]:
    """Compare several frames side by side, the best of each row marked; in several tables where it is too wide."""
    columns: dict[int, dict[str, str]] = {}
    for act in acts:
        facts = (*chain.from_iterable(ref.annotations for ref in act.refs("write")), *act.slots)
        told = {arg.key: presenter.text(arg.key, arg.value) for arg in facts if isinstance(arg.value, str | bool)}
        for ref in act.refs("write"):
            columns.setdefault(ref.frame, {}).update(told)
    rows = dict[str, list[Text]]()
    for slot in dict.fromkeys(chain.from_iterable(columns.values())):
        values = [told.get(slot) for told in columns.values()]
        stars = presenter.best(slot, values)
        rows[slot] = [_cell(value, marked=index in stars) for index, value in enumerate(values)]
    heads = list[Text]()
    for frame, told in columns.items():
        name, *places = (printable(told.get(slot, "")) for slot in presenter.naming)
        heads.append(Text("\n".join((name, " · ".join((*places, f"frame {frame}"))))))
    room = max(2, (width - COLUMN) // COLUMN)
    return [_side_by_side(presenter, heads, rows, slice(at, at + room)) for at in range(0, len(heads), room)]


def _side_by_side(
    presenter: Presenter, heads: Sequence[Text], rows: Mapping[str, Sequence[Text]], part: slice
) -> Table:
    table = Table(box=SIMPLE_HEAD, pad_edge=False, show_edge=False)
    table.add_column("")
    for head in heads[part]:
        table.add_column(head, justify="right")
    for slot, cells in rows.items():
        if slot not in presenter.naming:
            table.add_row(presenter.label(slot), *cells[part])
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


def booked(held: BookingList) -> Table:
    """Return bookings line by line, with their sum; those that were cancelled are struck out."""
    table = Table.grid(padding=(0, 2))
    for card in held.standing:
        table.add_row(
            Text(printable(card.title), "bold"), printable(", ".join(card.facts)), Text(card.price, "bold green")
        )
    if held.total:
        table.add_row("", "in all", Text(held.total, "bold green"))
    for card in held.cancelled:
        table.add_row(Text(printable(card.title), "strike"), printable(", ".join(card.facts)), "cancelled")
    if not table.rows:
        table.add_row("Nothing is booked.")
    return table


HELP = (
    ("/bookings", "what is booked and what was cancelled, with the sum"),
    ("/frames", "every option so far as a tree, the active one marked"),
    ("/why", "what was understood, which frame it referred to, which search ran"),
    ("/back", "take the last exchange back"),
    ("/save FILE", "save the conversation as Frames JSON (.json, .jsonl; .gz and .xz too)"),
    ("/help", "this list"),
    ("/quit", "leave"),
)


class Terminal:
    """One conversation on a terminal."""

    def __init__(self, agent: Agent, console: Console | None = None) -> None:
        self._agent = agent
        self._console = console or Console(highlight=False)
        self._exchanges: list[Exchange] = []
        self._opened = agent.open()

    @property
    def conversation(self) -> Conversation:
        """The conversation so far."""
        return self._exchanges[-1].after if self._exchanges else self._opened

    def welcome(self) -> None:
        """Say who is there, and what there is to talk about."""
        welcome = self._agent.welcome()
        self._console.print(Text.assemble(("wayframe", "bold cyan"), f" · {welcome.title}"))
        self._console.print(Text(f"{printable(welcome.world)}. /help for what else you can type.\n", "dim"))

    def prompt(self) -> str:
        """Ask for the user's next line."""
        return self._console.input("[bold green]you[/] › ")

    def echo(self, line: str) -> None:
        """Show a line that was not typed here."""
        self._console.print(Text.assemble(("you", "bold green"), " › ", printable(line.rstrip("\r\n"))))

    def tell(self, line: str) -> None:
        """Show a line about the conversation as a whole."""
        self._console.print(Text(printable(line), "dim"))

    def leave(self) -> None:
        """Nothing more is coming."""
        self._console.print()

    def take(self, line: str) -> bool:
        """Work a line of the user's: a slash command, or a turn of the conversation. False: the user leaves."""
        line = line.strip()
        if not line:
            return True
        if not line.startswith("/"):
            self._turn(line)
            return True
        name, _, rest = line.partition(" ")
        if name in ("/quit", "/exit"):
            return False
        commands = {
            "/bookings": self._bookings, "/frames": self._frames, "/why": self._why, "/back": self._back,
            "/help": self._help,
        }  # fmt: skip
        command = commands.get(name)
        if name == "/save":
            self._save(rest.strip())
        elif command:
            command()
        else:
            self._console.print(Text(f"{printable(name)} is no command; /help lists them.", "yellow"))
        self._console.print()
        return True

    def _turn(self, line: str) -> None:
        said = list[str]()
        exchange = self._agent.respond(self.conversation, line, lambda text: self._say(text, said))
        known = self._exchanges[-1].wishes if self._exchanges else ()
        self._exchanges.append(exchange)
        if not said:
            self._console.print()
        if exchange.wishes != known:
            line = understood_line(self._agent.locale, exchange.wishes)
            self._console.print(Padding(Text(f"understood: {printable(line)}", "dim"), (0, 0, 0, 2)))
        passed = ", ".join(f"“{printable(words)}”" for words in passed_over(exchange.user))
        if passed:
            self._console.print(Padding(Text(f"passed over: {passed}", "dim italic"), (0, 0, 0, 2)))
        for piece in _pieces(exchange, self._agent.presenter, self._console.width):
            if isinstance(piece, Table):
                print_whole(self._console, piece, indent=2)
            elif not (said and isinstance(piece, Text)):
                self._console.print(Padding(piece, (0, 0, 0, 2)))
        self._console.print()

    def _say(self, text: str, said: list[str]) -> None:
        """Show a sentence as soon as it comes."""
        if not said:
            self._console.print()
        said.append(text)
        self._console.print(Padding(Text(printable(text)), (0, 0, 0, 2)))

    def _bookings(self) -> None:
        self._console.print(booked(bookings(self._agent.presenter, self._agent.state(self.conversation).bookings)))

    def _frames(self) -> None:
        self._console.print(tree(self.conversation.memory))

    def _why(self) -> None:
        if not self._exchanges:
            self._console.print("Nothing has been said yet.")
            return
        self._console.print(why(self._exchanges[-1], self._agent))

    def _back(self) -> None:
        if not self._exchanges:
            self._console.print("There is nothing to take back.")
            return
        taken = self._exchanges.pop()
        self._console.print(Text(f"Taken back: “{printable(taken.user.text)}”", "dim"))

    def _save(self, name: str) -> None:
        if not name:
            self._console.print("Save where? /save FILE")
            return
        try:
            from wayframe import corpus

            corpus.write(Path(name).expanduser(), [self.conversation.dialogue(uuid4())])
        except InputError as error:
            self._console.print(Text(str(error), "red"))
            return
        self._console.print(f"Saved {len(self.conversation.turns)} turns to {escape(name)}.")

    def _help(self) -> None:
        table = Table.grid(padding=(0, 3))
        for command, what in HELP:
            table.add_row(f"[cyan]{command}[/]", what)
        self._console.print(table)
        self._console.print("\nWhat you might say:")
        for example in self._agent.welcome().examples:
            self._console.print(Text(f"  {printable(example)}", "green"))


def _pieces(exchange: Exchange, presenter: Presenter, width: int) -> Iterable[RenderableType]:
    """Return the reply as it is shown: each sentence, under it what it offers as cards, what it compares as a table."""
    said = list[str]()
    for sentence in exchange.sentences:
        said.append(sentence.text)
        offers = [act for act in sentence.acts if act.is_offer]
        if offers:
            yield Text(printable(" ".join(said)))
            yield Columns([card(act, presenter) for act in offers], padding=(0, 1))
            said = []
        elif _compares(sentence.acts, presenter):
            yield Text(printable(" ".join(said)))
            yield from comparison(sentence.acts, presenter, width)
            said = []
    if said:
        yield Text(printable(" ".join(said)))


def _compares(acts: Sequence[Act], presenter: Presenter) -> bool:
    """Return whether acts tell several facts of several options: what is easier to see in a table."""
    told: dict[int, set[str]] = {}
    for act in acts:
        slots = [slot.key for slot in act.slots]
        for ref in act.refs("write") if act.name == "inform" and "action" not in slots else ():
            told.setdefault(ref.frame, set()).update(slot for slot in slots if slot not in (*presenter.naming, *PARTY))
    return len(told) > 1 and len(set().union(*told.values())) > 1


def why(exchange: Exchange, agent: Agent) -> RenderableType:
    """Explain the last turn: its acts, the frames referred to, the searches, the wording's origin."""
    before, after = exchange.before.memory, exchange.after.memory
    root = Tree(Text("the last turn", "bold"))
    understood = "understood" if exchange.user.acts else "understood nothing"
    heard = root.add(understood)
    for act in exchange.user.acts:
        frames = [r.frame for r in act.refs()] or [exchange.user.active_frame]
        heard.add(
            Text.assemble((printable(show(act)), "cyan"), f" → frame {', '.join(map(str, dict.fromkeys(frames)))}")
        )
    root.add(_moved(before.active_frame, after.active_frame, len(before.frames)))
    made = agent.presenter.searches(agent.source.recorded(exchange.wizard))
    searches = root.add(f"{len(made)} search{'es' if len(made) != 1 else ''}")
    for sought, found in made:
        searches.add(Text.assemble(printable(sought), (f" → {found} found", "green" if found else "red")))
    said = root.add("said")
    for act in exchange.wizard.acts:
        said.add(Text(printable(show(act)), "magenta"))
    for line in exchange.notes:
        root.add(Text(printable(line)))
    return root


def _moved(before: int, after: int, known: int) -> str:
    if after > max(known, 1):
        return f"a new frame: {after} (after {before})"
    return f"the frame stays {after}" if before == after else f"back to frame {after} (from {before})"
