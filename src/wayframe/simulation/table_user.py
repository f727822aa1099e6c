"""An agenda-based user of any table: tells wishes bit by bit, asks, compares, changes a wish, goes back, books.

Everything that is left to chance is drawn from one generator. Options go by the frames of the agent.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import NamedTuple

from wayframe.dialogue import Act
from wayframe.meaning.records import (
    Answer,
    Ask,
    Book,
    Compare,
    Constraint,
    Flag,
    Meaning,
    Move,
    Numbered,
    Return,
    Social,
    Spoken,
    Text,
    Together,
    Value,
    Wish,
)
from wayframe.schema import Schema, Slot
from wayframe.simulation.answers import OptionQuestion
from wayframe.simulation.system_turn import SystemTurn, system_turn
from wayframe.simulation.wording.style import spoken, user_style
from wayframe.simulation.wording.tables import LISTED, GoalRealiser, Utterance
from wayframe.sources.constraints import holds, order
from wayframe.sources.protocol import Item
from wayframe.tasks.tables import TableTask, replaced

OLD = 3
"""User turns since an option was last spoken of, so that a question about it asks for memory."""

_PATIENCE = 3  # turns that lead nowhere, in a row
_LONGEST = 25  # user turns
_EXTREME_FIRST = 0.6  # share of those who want the most of something that say so at once


class TableTurn(NamedTuple):
    """A user's turn: its text and what it means."""

    text: str
    meaning: Meaning


class TableHabits(NamedTuple):
    """The inclinations of a user, drawn once."""

    told_at_once: float  # share of the wishes in the opening
    questions: int  # about the option that is liked
    old_questions: int  # about options of earlier
    blunt: bool  # books by naming an option, without turning to it first


class TableUser:
    """One simulated user in one conversation. `reply` gives None once the user has left."""

    def __init__(self, task: TableTask, schema: Schema, rng: Random, noise: float) -> None:
        self.task, self.schema, self.rng = task, schema, rng
        self.style = user_style(rng, noise, plural=False)
        self.words = GoalRealiser(schema, self.style, rng)
        self.habits = TableHabits(
            told_at_once=rng.choice((0.4, 0.7, 1.0)),
            questions=rng.choice((0, 1, 1, 2)),
            old_questions=rng.choice((0, 1, 1, 2)),
            blunt=rng.random() < 0.4,
        )
        self.wishes, self.alternative, self.variation = task.wishes, task.alternative, task.variation
        self.pending: list[Wish] = []
        self.options: dict[int, Item] = {}
        self.same: dict[int, int] = {}  # frame -> the frame as which its item was first offered
        self.touched: dict[int, int] = {}  # frame -> the user turn in which it was last spoken of
        self.stale: set[int] = set()  # options from before the last wish, and those that were but suggested
        self.latest: tuple[int, ...] = ()
        self.favourite: int | None = None
        self.questions, self.old_questions = self.habits.questions, self.habits.old_questions
        self.compared = self.returning = self.searching = self.left = self.gave_up = False
        self.turn = self.lost = self.corrections = 0
        self.last: list[Utterance] = []
        # What the turn was for, which the agent's next turn is judged by.
        self.question: OptionQuestion | None = None
        self.booking: int | None = None
        self.booked: int | None = None

    # Saying

    def open(self) -> TableTurn:
        """Return the first turn."""
        told = [wish for wish in self.task.wishes if self.rng.random() < self.habits.told_at_once]
        told = told or list(self.task.wishes[:1])
        self.pending = [wish for wish in self.task.wishes if wish not in told]
        if self.task.best is not None:
            (told if self.rng.random() < _EXTREME_FIRST else self.pending).append(self.task.best)
        self.searching = True
        greeting = [self.words.said("greeting", Social("greeting"))] if self.rng.random() < 0.4 else []
        return self._say([*greeting, self.words.opening(told)])

    def _say(self, parts: list[Utterance]) -> TableTurn:
        """Return parts as a turn, sometimes with a filler before them."""
        self.turn += 1
        self.last = parts
        chatty = self.rng.random() < self.style.chatty
        shown = [self.words.said("filler"), *parts] if chatty else parts
        text = spoken([each.part for each in shown], self.style, self.rng).text
        moves = tuple(Spoken(move) for each in parts for move in each.moves)
        return TableTurn(text, Meaning(moves))

    # Hearing

    def reply(self, acts: Sequence[Act], active: int, offers: Mapping[int, Item]) -> TableTurn | None:
        """Return the answer to a turn of the agent; `offers` are the items behind its frames."""
        self._know(offers)
        now, active = self._same(system_turn(acts, active, {})), self.same.get(active, active)
        self._learn(now, offers)
        self.question = self.booking = None
        if self.left:
            return None
        if self.turn >= _LONGEST or self.lost >= _PATIENCE:
            self.left = True
            return self._say([self.words.said("goodbye", Social("goodbye"))])
        parts = self._next(now, active)
        self.searching = any(isinstance(move, Wish) for each in parts for move in each.moves)
        return self._say(parts)

    def _know(self, offers: Mapping[int, Item]) -> None:
        """Take an item that is offered again for the option that it was before."""
        first = dict[str, int]()
        for frame, item in offers.items():
            self.same[frame] = first.setdefault(item.key, frame)

    def _same(self, now: SystemTurn) -> SystemTurn:
        """Return a turn of the agent with each option by the frame as which it was first offered."""
        same = self.same
        return now._replace(
            offered=tuple(same.get(frame, frame) for frame in now.offered),
            suggested=tuple(same.get(frame, frame) for frame in now.suggested),
            told=tuple(same.get(frame, frame) for frame in now.told),
            proposes=same.get(now.proposes, now.proposes) if now.proposes else None,
            booked=same.get(now.booked, now.booked) if now.booked else None,
        )

    def _learn(self, now: SystemTurn, offers: Mapping[int, Item]) -> None:
        """Take note of what was offered and told."""
        made = (*now.offered, *now.suggested)
        self.stale = (self.stale - set(now.offered)) | set(now.suggested)
        if self.searching:
            self.stale -= set(now.told)
        self.latest = made or self.latest
        for frame in (*made, *now.told):
            if frame in offers:
                self.options[frame] = offers[frame]
                self.touched[frame] = self.turn

    def same_as(self, option: int | None) -> list[int]:
        """Return all frames of an option's item; none where there is no option."""
        return [frame for frame, first in self.same.items() if first == option]

    # Deciding what is next

    def _next(self, now: SystemTurn, active: int) -> list[Utterance]:
        """Return what is said to a turn of the agent."""
        if now.booked is not None:
            self.booked, self.left = now.booked, True
            return self._farewell()
        self._count_lost(now)
        if self.lost == 1 and self.last:
            return self.last
        if now.confirms:
            return [self.words.said("yes", Answer("yes"))]
        if self.pending:
            return self._tell_pending()
        good = self._good()
        if good:
            return self._choose(good, now, active)
        return self._nothing_fits() if now.nothing else self._correct()

    def _count_lost(self, now: SystemTurn) -> None:
        """Count the turns in a row in which the agent only said that it didn't understand."""
        spoken_of = (*now.told, *now.offered, *now.suggested)
        self.lost = self.lost + 1 if now.lost and not spoken_of else 0

    def _tell_pending(self) -> list[Utterance]:
        """Return one or two of the wishes that weren't told yet."""
        count = self.rng.choice((1, 1, 2))
        told, self.pending = self.pending[:count], self.pending[count:]
        self.stale |= set(self.options)
        return [self.words.more(told)]

    def _good(self) -> list[int]:
        """Return the options that fit and that the last wish was told before, the latest last."""
        return [frame for frame in self.options if frame not in self.stale and self._fits(frame)]

    def _fits(self, frame: int) -> bool:
        """Return whether an option isn't known to fail a wish."""
        return not self._missed(frame)

    def _missed(self, frame: int) -> list[Wish]:
        """Return the wishes that an option is known to fail."""
        values, slots = self.options[frame].values, self.schema.by_name
        held = {wish: holds(slots[wish.slot], wish.constraint, values.get(wish.slot)) for wish in self.wishes}
        return [wish for wish, fulfilled in held.items() if fulfilled is False]

    def _nothing_fits(self) -> list[Utterance]:
        """Try what the task allows instead, else leave."""
        if self.alternative is None:
            self.gave_up = self.left = True
            return [self.words.giving_up(), self.words.said("goodbye", Social("goodbye"))]
        return self._change(self.alternative)

    def _change(self, wish: Wish) -> list[Utterance]:
        """Return a wish that takes the place of another from now on."""
        if wish is self.alternative:
            self.alternative = None
        self.wishes = replaced(self.wishes, wish)
        self.stale |= set(self.options)
        return [self.words.change(wish)]

    def _correct(self) -> list[Utterance]:
        """Say again what isn't as it should be."""
        self.corrections += 1
        self.lost = max(self.lost, self.corrections)
        frames = [frame for frame in self.latest if frame in self.options]
        missed = [wish for frame in frames for wish in self._missed(frame)]
        return [self.words.more(list(dict.fromkeys(missed)) or list(self.wishes))]

    def _choose(self, good: list[int], now: SystemTurn, active: int) -> list[Utterance]:
        """Return what is said once there are options that fit: compare, ask, vary, decide."""
        if self._compares(good):
            return [self._comparison(good)]
        favourite = self._favourite(good)
        if self.questions:
            self.questions -= 1
            return self._ask(favourite, active, old=False)
        if self.variation is not None:
            return self._vary(self.variation)
        return self._ask_old(active) or self._decide(favourite, now, active)

    def _compares(self, good: Sequence[int]) -> bool:
        """Return whether it is time to compare, as the task says; it is once."""
        if self.compared or self.task.course != "compare" or len(good) < 2:
            return False
        self.compared = True
        return True

    def _favourite(self, good: Sequence[int]) -> int:
        """Return the option that is liked best; who will come back to it keeps to it."""
        if self.favourite is None or (self.favourite not in good and not self.returning):
            self.favourite = self._best(good)
        return self.favourite

    def _vary(self, variation: Wish) -> list[Utterance]:
        """Change one's mind, or look at something else before one comes back."""
        self.variation = None
        if self.task.course == "change":
            self.favourite = None
            return self._change(variation)
        self.returning = True
        return [self.words.change(variation)]

    def _best(self, good: Sequence[int]) -> int:
        """Return the option that is liked best."""
        best = self.task.best
        if best is None:
            return self.rng.choice(good)
        measured = dict[int, float]()
        for frame in good:
            number = order(self.options[frame].values.get(best.slot))
            if number is not None:
                measured[frame] = number
        choose = min if best.constraint.op == "least" else max
        return choose(measured or good, key=lambda frame: measured.get(frame, 0.0))

    def _comparison(self, good: Sequence[int]) -> Utterance:
        """Return a demand to compare the two options found last."""
        first, second = good[-2:]
        together = Compare(Together((Numbered(first), Numbered(second))))
        if (first, second) == self.latest[:2] and self.rng.random() < 0.5:
            return self.words.comparison("the first two", [together])
        return self.words.comparison(f"{self._name(first)} and {self._name(second)}", [together])

    # Questions

    def _ask(self, frame: int, active: int, *, old: bool) -> list[Utterance]:
        """Return a question about an option."""
        known = self.options[frame].values
        slots = [slot for slot in self.schema.slots if slot.name in known and self._askable(slot)]
        if not slots:
            return self._book(frame)
        slot = self.rng.choice(slots)
        self.question = OptionQuestion(frame, (slot.name,), old)
        it = self.words.it() if frame == active else self._reference(frame)
        return [self.words.question(slot, it, [_question(slot, frame)], again=old)]

    def _askable(self, slot: Slot) -> bool:
        """Return whether a slot can be asked for."""
        return slot.name != self.schema.name and self.words.askable(slot)

    def _ask_old(self, active: int) -> list[Utterance]:
        """Return a question about an option of long ago; none where there is no such."""
        old = [frame for frame, turn in self.touched.items() if self.turn - turn >= OLD - 1]
        old = [frame for frame in old if frame != active]
        if not old or not self.old_questions:
            return []
        self.old_questions -= 1
        return self._ask(self.rng.choice(old), active, old=True)

    # References

    def _reference(self, frame: int) -> str:
        """Return words that tell an option from the others: its place in the latest list, a value, its name."""
        listed = self.latest[:LISTED] if len(self.latest) > 1 else ()
        if frame in listed and self.rng.random() < 0.35:
            return self.words.nth(listed.index(frame))
        described = self._description(frame) if self.rng.random() < 0.2 else ""
        return described or self._name(frame)

    def _description(self, frame: int) -> str:
        """Return an option by a category or a place that no other option has; empty where there is none."""
        own = self.options[frame].values
        shown = [slot for slot in self.schema.of_kind("place", "category") if slot.shown and slot.name in own]
        for slot in shown:
            values = [item.values.get(slot.name) for item in self.options.values()]
            if values.count(own[slot.name]) == 1:
                return self.words.described(slot, own[slot.name])
        return ""

    def _name(self, frame: int) -> str:
        """Return an option's name as it is said."""
        return self.words.name(_text(self.options[frame].values.get(self.schema.name)))

    # Booking and leaving

    def _decide(self, frame: int, now: SystemTurn, active: int) -> list[Utterance]:
        """Book: agree to what the agent proposes, or say which; who comes back turns to it first."""
        if now.proposes == frame:
            self.booking = frame
            return [self.words.said("book_yes", Answer("yes"))]
        turns_back = self.returning and not self.habits.blunt
        if turns_back and active != frame and not now.which:
            return [self.words.said("back", Return(Numbered(frame)), it=self._reference(frame))]
        self.corrections += 1
        self.lost = max(self.lost, self.corrections - 2)
        return self._book(frame, at_hand=active == frame and not now.which)

    def _book(self, frame: int, *, at_hand: bool = False) -> list[Utterance]:
        """Return a demand to book an option, at hand or by its name."""
        self.booking = frame
        if at_hand:
            return [self.words.said("book_it", Book(Numbered(frame)))]
        return [self.words.said("book_that", Book(Numbered(frame)), it=self._name(frame))]

    def _farewell(self) -> list[Utterance]:
        """Return thanks or a goodbye."""
        if self.rng.random() < 0.6:
            return [self.words.said("thankyou", Social("thanks"))]
        return [self.words.said("goodbye", Social("goodbye"))]


def _question(slot: Slot, frame: int) -> Move:
    """Return the question for a slot of an option."""
    if slot.kind == "yes_no":
        return Ask("holds", of=Numbered(frame), wishes=(Wish(slot.name, Constraint("is", (Flag(True),))),))
    return Ask("facts", (slot.name,), Numbered(frame))


def _text(value: Value | None) -> str:
    """Return a text; empty for another kind of value."""
    return value.value if isinstance(value, Text) else ""
