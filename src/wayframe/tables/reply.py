"""A reply over a table while it is being put together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from wayframe.dialogue import Arg, Ref
from wayframe.policy.reply import Reply
from wayframe.policy.situation import Decision, Situation
from wayframe.sources.tables.records import Searches
from wayframe.tables.rows import Facts
from wayframe.tables.schema import Schema
from wayframe.tables.table import Wishes


class TableReply(Reply):
    """Collects what the agent will say; each value is one of a row."""

    def __init__(self, situation: Situation, schema: Schema) -> None:
        super().__init__(situation)
        self._schema = schema
        self._asked: list[tuple[Wishes, int, Sequence[Facts]]] = []

    def decision(self) -> Decision:
        """The finished reply."""
        search, found, result = zip(*self._asked, strict=True) if self._asked else ((), (), ())
        plain = tuple({slot: tuple(values) for slot, values in each.items()} for each in search)
        return Decision(tuple(self.acts), Searches(plain, found, tuple(map(tuple, result))), self.offers)

    def searched(self, asked: Wishes, found: int, shown: Sequence[Facts]) -> None:
        """Put a search on record: what was wanted, how many fit, the first of these."""
        self._asked.append((asked, found, shown))

    def facts(self, frame: int) -> Facts:
        """What is true of what was offered in a frame."""
        found: Facts = self.offers.get(frame) or self._situation.offers[frame]
        return found

    def pointer(self, frame: int) -> Ref:
        """A reference to an option by its name."""
        name = self._schema.name.slot
        return Ref(frame, (Arg(name, self.facts(frame)[name]),))

    def tell(self, frame: int, slots: Iterable[str], *, named: bool = False) -> None:
        """Tell facts of an option, by its name where it is `named` or isn't the active one.

        What the table doesn't know of it is said not to be known.
        """
        known, active = self.facts(frame), self._situation.memory.active_frame
        wanted = list(dict.fromkeys(slots))
        args = [Arg(slot, known[slot]) for slot in wanted if slot in known]
        if args:
            self.say("inform", args if frame == active and not named else [Arg("write", (self.pointer(frame),)), *args])
        elif wanted:
            self.say("canthelp", [Arg("ref", (Ref(frame, (*self.pointer(frame).annotations, Arg(wanted[0]))),))])

    def offer_row(self, facts: Facts, name: str = "offer", also: Iterable[str] = ()) -> None:
        """Offer (or suggest) a row: a new frame, child of the active one; `also` are slots beside those of the card."""
        number = len(self._situation.memory.frames) + len(self.offers) + 1
        slots = dict.fromkeys((self._schema.name.slot, *also, *(column.slot for column in self._schema.shown)))
        args = [Arg(slot, facts[slot]) for slot in slots if slot in facts]
        self.offers[number] = facts
        self.say(name, [*args, Arg("id", number)])

    def which(self, frames: Sequence[int]) -> None:
        """Ask which of several options is meant."""
        name = self._schema.name.slot
        self.say("request", [Arg(name), Arg("ref", tuple(map(self.pointer, frames)))])
