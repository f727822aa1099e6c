"""An agenda-based user of trips: wants something, tells it bit by bit, looks around, compares, turns back, decides.

The agenda is the course of the task: find something, look at other things where the task says so, decide, book. What
the agent asks comes before it. Everything that is left to chance is drawn from one generator.
"""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from wayframe.dialogue import Act, Arg
from wayframe.memory import Memory
from wayframe.simulation.answers import OptionQuestion
from wayframe.simulation.system_turn import (
    Facts,
    SystemTurn,
    changes,
    learn,
    number,
    option,
    system_turn,
    wanted,
    wishes,
)
from wayframe.simulation.wording import asking
from wayframe.simulation.wording.asking import other, pointed, this
from wayframe.simulation.wording.goal_realisation import Manner, Typed, tell
from wayframe.simulation.wording.grammar import TextBit, TextBits, asked_about
from wayframe.simulation.wording.style import TurnPart, UserTurn, spoken, user_style
from wayframe.tasks import Aim, Task
from wayframe.values import DONT_CARE, canonical, matches

PROBE_AGE = 3  # user turns since an option was last spoken of, so that asking about it asks for memory
_PATIENCE = 3  # turns that lead nowhere, in a row
_LONGEST = 30  # user turns


class UserHabits(NamedTuple):
    """The inclinations of a user, as shares; drawn once."""

    told_at_once: float  # of the wishes, in the opening
    one_by_one: bool  # names cities one after the other
    details: int  # questions about the option that is liked
    looks_further: bool  # asks for other possibilities
    probes: int  # questions about options of earlier
    bluntly: bool  # books by naming an option, without turning to it first


class SimulatedUser:
    """One simulated user in one conversation. `reply` gives None once the user has left."""

    def __init__(self, task: Task, rng: Random, noise: float) -> None:
        self.task, self.rng = task, rng
        self.aim: Aim = task.goal.aim
        self.alternative, self.detour = task.goal.alternative, task.goal.detour
        self.style = user_style(rng, noise, plural=self.aim.query.adults > 1 and rng.random() < 0.7)
        self.habits = _habits(rng, task)
        self.known: dict[int, Facts] = {}
        self.touched: dict[int, int] = {}  # frame -> the user turn at which it was last spoken of
        self.latest: tuple[int, ...] = ()
        self.stale: set[int] = set()  # options from before the last wish, and those that were but suggested
        self.searching = False  # whether the last turn asked for a search
        self.pending: dict[str, list[Typed]] = {}
        self.told: dict[str, list[Typed]] = {}
        self.cities: list[str] = []  # still to be looked at, one by one
        self.favourite: int | None = None
        self.details, self.probes = self.habits.details, self.habits.probes
        self.further, self.compared, self.corrections, self.lost = self.habits.looks_further, False, 0, 0
        self.turn = 0
        self.probe: OptionQuestion | None = None
        self.repeated = 0  # questions of the agent that had been answered
        self.booking: int | None = None  # the option that the last turn wants booked
        self.booked: int | None = None
        self.gave_up = self.left = self.returned = False
        self.last: list[TurnPart] = []

    # What is said.

    def open(self) -> UserTurn:
        """Return the first turn."""
        wished = wishes(self.aim)
        if self.habits.one_by_one and len(self.aim.cities) > 1:
            self.cities = list(self.aim.cities[1:])
            wished["dst_city"] = [self.aim.cities[0]]
        first = [slot for slot in wished if self.rng.random() < self.habits.told_at_once] or ["dst_city"]
        self.pending = {slot: values for slot, values in wished.items() if slot not in first}
        if self.rng.random() >= 0.5:
            return self._say(self._tell_first(wished, first))
        greeting = asking.plain("greeting", self.style, self.rng)
        if self.rng.random() < 0.15:
            self.pending = wished
            return self._say([greeting])
        return self._say([greeting, *self._tell_first(wished, first)])

    def _tell_first(self, wished: dict[str, list[Typed]], first: list[str]) -> list[TurnPart]:
        """Return the wishes of the opening."""
        return self._tell({slot: wished[slot] for slot in first}, "open")

    def reply(self, acts: tuple[Act, ...], memory: Memory) -> UserTurn | None:
        """The answer to a turn of the agent, whose acts have the numbers of the dialogue as it was meant."""
        active = memory.active_frame
        now = system_turn(acts, active, self.known)
        learn(self.known, acts, active)
        made = (*now.offered, *now.suggested)
        self.stale |= set(now.suggested)
        if self.searching:
            self.stale -= {*now.offered, *now.told}
        self.latest = made or self.latest
        for frame in (*made, *now.told):
            self.touched[frame] = self.turn
        self.probe = self.booking = None
        if self.left:
            return None
        self.repeated += sum(slot in self.told for slot in now.asked)
        if self.turn >= _LONGEST or self.lost >= _PATIENCE:
            return self._leave()
        return self._say(self._parts(now, active))

    def _say(self, parts: list[TurnPart]) -> UserTurn:
        """Return parts as a turn, sometimes with chatter before them."""
        self.turn += 1

        self.last = parts
        if parts and self.rng.random() < self.style.chatty:
            parts = [asking.plain(self.rng.choice(("aside", "filler", "filler")), self.style, self.rng), *parts]
        return spoken(parts, self.style, self.rng)

    def _tell(self, wished: dict[str, list[Typed]], manner: Manner) -> list[TurnPart]:
        """Return wishes as parts; from now on they count as told."""
        self.told |= wished
        self.searching = True
        if set(wished) - {"dst_city"}:
            self.stale |= set(self.known)
        for slot in wished:
            self.pending.pop(slot, None)
        return tell(wished, manner, self.style, self.rng, kids=self.aim.query.children > 0)

    # What is done next.

    def _parts(self, now: SystemTurn, active: int) -> list[TurnPart]:
        """Return what is said to a turn of the agent."""
        if now.booked is not None:
            self.booked, self.left = now.booked, True
            return self._farewell()
        self.lost = self.lost + 1 if now.lost else 0
        self.searching = False
        if now.lost and self.last and self.lost == 1:
            return self.last
        if now.confirms:
            return self._confirm(now, active)
        if now.asked:
            return self._answer(now)
        return self._go_on(now, active)

    def _answer(self, now: SystemTurn) -> list[TurnPart]:
        """Return what was asked, and perhaps more that is untold; a wish that there isn't is said to be none."""
        wished = {**_UNWISHED, **wishes(self.aim), **self.pending}
        if self.cities:
            wished["dst_city"] = self.told.get("dst_city", wished["dst_city"][:1])
        asked: dict[str, list[Typed]] = {}
        for slot in dict.fromkeys(now.asked):
            asked[slot] = wished.get(slot, [DONT_CARE])
        asked = {slot: values for slot, values in asked.items() if values}
        if self.pending and self.rng.random() < 0.4:
            asked |= self._shares(self.pending)
        return self._tell(asked, "answer" if self.told else "open")

    def _shares(self, wished: dict[str, list[Typed]]) -> dict[str, list[Typed]]:
        """Return some of the wishes."""
        return {slot: values for slot, values in wished.items() if self.rng.random() < 0.6}

    def _confirm(self, now: SystemTurn, active: int) -> list[TurnPart]:
        """Return yes or no to what was asked, and what is right instead."""
        wished = wishes(self.aim)
        said = [arg for arg in now.confirms if isinstance(arg.value, str)]
        wrong = [arg.key for arg in said if arg.key in wished and not _is_wished(arg, wished[arg.key])]
        parts = [asking.answer(not wrong, active, self.style, self.rng)]
        return [*parts, *self._tell({slot: wished[slot] for slot in wrong}, "answer")] if wrong else parts

    def _go_on(self, now: SystemTurn, active: int) -> list[TurnPart]:
        """Return what is said where nothing was asked."""
        if self.returned and self.favourite is not None:
            return self._decide(self.favourite, now, active)
        if self.pending:
            return self._tell(self._some_pending(), "add" if self.told else "open")
        good = self._good()
        if self.cities and any((good, now.offered, now.nothing)):
            return self._tell({"dst_city": [self.cities.pop(0)]}, "change")
        if good:
            return self._choose(good, now, active)
        return self._nothing_found(now)

    def _nothing_found(self, now: SystemTurn) -> list[TurnPart]:
        """Return what is said where no option fits: the agent may have seen that, or misunderstood."""
        if now.nothing:
            return self._nothing_fits()
        if now.suggested and not now.offered:
            return self._nothing_fits()
        return self._correct()

    def _some_pending(self) -> dict[str, list[Typed]]:
        """Return some of the wishes that weren't told yet."""
        return self._shares(self.pending) or dict(self.pending)

    def _good(self) -> list[int]:
        """The options that fit, as far as the user knows."""
        return [f for f, facts in self.known.items() if f not in self.stale and not wanted(self.aim, facts)]

    def _nothing_fits(self) -> list[TurnPart]:
        """Try what the task allows instead, else leave."""
        if self.alternative is None:
            self.gave_up = self.left = True
            return [asking.plain("giving_up", self.style, self.rng), asking.plain("goodbye", self.style, self.rng)]
        changed, self.aim, self.alternative = changes(self.aim, self.alternative), self.alternative, None
        return self._tell(changed, "change")

    def _correct(self) -> list[TurnPart]:
        """Say again what isn't as it should be, where nothing fits and there is no word about it."""
        self.corrections += 1
        self.lost = max(self.lost, self.corrections)
        wished = wishes(self.aim)
        again: dict[str, list[Typed]] = {}
        for frame in self.latest:
            wrong = wanted(self.aim, self.known.get(frame, {}))
            again |= {slot: wished[slot] for slot in wrong if slot in wished}
        return self._tell(again or {"dst_city": wished["dst_city"]}, "change")

    # Deciding.

    def _choose(self, good: list[int], now: SystemTurn, active: int) -> list[TurnPart]:
        """Return what is said once there are options that fit."""
        if self._compares(good) and self.rng.random() < 0.7:
            return [self._comparison(good)]
        if self.further and now.offered:
            self.further, self.searching = False, True
            return [asking.alternatives(self.rng.choice(("", "", "name")), self.style, self.rng)]
        if self.favourite not in good:
            self.favourite = self._best(good)
        if self.details:
            self.details -= 1
            return self._detail(self.favourite, active)
        if self.detour is not None:
            return self._look_elsewhere(self.favourite, active)
        return self._probing(active) or self._decide(self.favourite, now, active)

    def _compares(self, good: list[int]) -> bool:
        """Return whether it is time to compare, as the task says; it is once."""
        if self.compared or self.task.goal.course != "compare" or len(good) < 2:
            return False
        self.compared = True
        return True

    def _best(self, good: list[int]) -> int:
        """Return the option that decides by the task's criterion."""
        criterion = self.task.goal.criterion
        if criterion == "any":
            return self.rng.choice(good)
        scored = {frame: number(self.known[frame].get(criterion)) or 0.0 for frame in good}
        return (min if criterion == "price" else max)(good, key=scored.__getitem__)

    def _comparison(self, good: list[int]) -> TurnPart:
        """Compare the options: the last ones as "them", others by name."""
        criterion = self.task.goal.criterion
        slot = criterion if criterion != "any" else "price"
        frames = [frame for frame in self.latest if frame in good]
        if len(frames) == len(good):
            if self.rng.random() < 0.4:
                end = "min" if slot == "price" else "max"
                return asking.best(slot, end, frames, self.style, self.rng)
            return asking.compare(self.rng.choice((slot, slot, "")), frames, (), self.style, self.rng)
        frames = good[-2:]
        first, second = (self._words(frame) for frame in frames)
        return asking.compare(slot, frames, (*first, TextBit(" and "), *second), self.style, self.rng)

    def _words(self, frame: int, *, plain: bool = False, asked: str = "") -> TextBits:
        """Words for an option."""
        if not plain and self._is_other(frame) and self.rng.random() < 0.1:
            return other(frame)
        return pointed(
            option(frame, self.known[frame]),
            [option(number, facts) for number, facts in self.known.items()],
            self.latest,
            self.rng,
            plain=plain,
            asked=asked.split("+"),
        )

    def _is_other(self, frame: int) -> bool:
        """Return whether an option is the second of two of which the first was just spoken of."""
        if len(self.latest) != 2 or frame != self.latest[1]:
            return False
        return self.touched.get(self.latest[0], -1) == self.turn

    def _detail(self, frame: int, active: int) -> list[TurnPart]:
        """A question about the option that is liked, or more about it."""
        turned = frame != active
        slots = self.rng.choice(asked_about("details"))
        it = self._words(frame, asked=slots) if turned else this(frame, self.rng)
        if self.rng.random() < 0.2:
            return [asking.more(it, frame if turned else None, self.style, self.rng)]
        self.touched[frame] = self.turn + 1
        return [asking.ask(slots, it if turned else (), frame if turned else None, self.style, self.rng)]

    def _look_elsewhere(self, favourite: int, active: int) -> list[TurnPart]:
        """Turn to what was found, then change a wish: what for is only seen later."""
        if active != favourite:
            return [asking.turn_to(self._words(favourite), favourite, self.style, self.rng, back=False)]
        assert self.detour is not None
        changed, self.detour = changes(self.aim, self.detour), None
        self.returned = True
        return self._tell(changed, "change")

    def _probing(self, active: int) -> list[TurnPart]:
        """A question about an option that was talked about long ago."""
        old = [f for f in self.known if self.turn - self.touched.get(f, self.turn) >= PROBE_AGE - 1 and f != active]
        if not (self.probes and old):
            return []
        self.probes -= 1
        frame = self.rng.choice(old)
        slots = self.rng.choice(asked_about("asked_later"))
        self.probe = OptionQuestion(frame, tuple(slots.split("+")))
        return [asking.ask(slots, self._words(frame, asked=slots), frame, self.style, self.rng, again=True)]

    def _decide(self, frame: int, now: SystemTurn, active: int) -> list[TurnPart]:
        """Book: agree to what the agent proposes, or say what to book; in a return, turn back to it first."""
        if now.proposes == frame:
            self.booking = frame
            return [asking.agree_to_book(frame, self.style, self.rng)]
        probe = self._probing(active) if self.returned else []
        if probe:
            return probe
        if now.which or now.proposes is not None:
            return self._book_named(frame, plain=now.which)
        if active == frame:
            self.booking = frame
            return [asking.book((), None, self.style, self.rng)]
        if self._turns_back():
            return [asking.turn_to(self._words(frame), frame, self.style, self.rng, back=True)]
        return self._book_named(frame)

    def _book_named(self, frame: int, *, plain: bool = False) -> list[TurnPart]:
        """Say which option to book; to have to do so again and again counts as not being understood."""
        self.booking = frame
        self.corrections += 1
        self.lost = max(self.lost, self.corrections - 2)
        return [asking.book(self._words(frame, plain=plain), frame, self.style, self.rng)]

    def _turns_back(self) -> bool:
        """Return whether an option is turned to before it is booked, after a look at others."""
        return self.returned and not self.habits.bluntly

    # Leaving.

    def _farewell(self) -> list[TurnPart]:
        """Return thanks, a goodbye, or both."""
        parts = [asking.plain("thankyou", self.style, self.rng)] if self.rng.random() < 0.7 else []
        if not parts or self.rng.random() < 0.4:
            parts.append(asking.plain("goodbye", self.style, self.rng))
        return parts

    def _leave(self) -> UserTurn:
        """Return the last turn of a user who lost patience."""
        self.left = True
        return self._say([asking.plain("goodbye", self.style, self.rng)])


_UNWISHED: dict[str, list[Typed]] = {"n_adults": [1], "n_children": [], "flex": [False]}
"""What is answered where nothing is wished for: nothing where nobody needs to say it."""


def _is_wished(arg: Arg, values: list[Typed]) -> bool:
    """Return whether a value that the agent asks to confirm is one of those that are wished for."""
    meant = canonical(arg.key, str(arg.value))
    return any(matches(arg.key, str(value), meant) for value in values)


def _habits(rng: Random, task: Task) -> UserHabits:
    """Return the habits of a user, drawn for a task."""
    compares = task.goal.course != "direct"
    return UserHabits(
        told_at_once=rng.choice((0.3, 0.6, 0.9, 1.0)),
        one_by_one=compares and rng.random() < 0.4,
        details=rng.choice((0, 0, 1, 1, 2)),
        looks_further=rng.random() < 0.15,
        probes=rng.choice((0, 1, 1, 2)),
        bluntly=rng.random() < 0.4,
    )
