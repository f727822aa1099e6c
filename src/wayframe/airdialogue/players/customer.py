"""The scripted customer: knows what it wants, answers what it is asked, and objects to what it doesn't want."""

from __future__ import annotations

from random import Random

from wayframe.airdialogue.environment.game import PlayerReply
from wayframe.airdialogue.players.belief import DAYS, ESSENTIAL, PLACES
from wayframe.airdialogue.players.reading import AIRPORTS, FlightSentence, SpokenValue, read_apart_from
from wayframe.airdialogue.players.wording import (
    QUIET,
    CustomerNoise,
    choose,
    day_words,
    noise_amounts,
    say,
    slips,
    small_talk,
    wish,
)
from wayframe.airdialogue.records import CLASSES, MAX_PRICES, MONTHS, WINDOWS, Intent, Month
from wayframe.airdialogue.truth import same_name

Value = str | int | tuple[Month, int]

_VOLUNTEERS = {"name": 0.2, "places": 0.5, "days": 0.3}
"""How often a customer tells something with its first request."""

_ONLY_TALK = 0.25
_CHANGES_NOW = 0.5
"""How often somebody whose mind will change does so in a turn; before it agrees to anything, it does for sure."""

_DAY_FIRST = 0.2
_TOPICS = {
    "name": ("name",), "origin": ("origin",), "destination": ("destination",), "route": PLACES, "dates": DAYS,
}  # fmt: skip
"""What is told to a question about a topic."""


class ScriptedCustomer:
    """A customer with our wording; `noise` makes it harder to understand."""

    side = "customer"

    def __init__(self, intent: Intent, random: Random, noise: CustomerNoise | float | str = QUIET) -> None:
        self._goal = intent.goal
        self._name = intent.name
        self._random = random
        self._noise = noise = noise_amounts(noise)
        self._wants = wants(intent)
        self._later: tuple[str, Value] | None = None
        self._told = set[str]()
        if _happens(noise.mind, random):
            self._start_otherwise()

    def reply(self, heard: str) -> PlayerReply:
        """Answer, object or agree; ask for what it came for if nobody asked."""
        noise, random = self._noise, self._random
        talk = _happens(noise.talk, random)
        if talk and random.random() < _ONLY_TALK:
            return PlayerReply(small_talk(random))
        text = self._answer(read_apart_from(self._name, heard), self._name in heard)
        if talk:
            text = f"{small_talk(random)} {text}" if random.random() < 0.5 else f"{text} {small_talk(random)}"
        if _happens(noise.typos, random):
            text = slips(text, random)
        return PlayerReply(text)

    def _answer(self, heard: FlightSentence, named: bool) -> str:
        if "goal" not in self._told or "goal" in heard.asks:
            request = self._request()
            return f"{request} {self._asked(heard)}" if heard.asks - {"goal"} else request
        told_first = self._told_first_wish()
        if self._later and heard.flight and not told_first:
            self._settle()  # before it judges an offer; nobody has heard of what it wanted first
        if self._goal_mistaken(heard):
            return f"{say(self._random, 'customer', 'object')}{self._request()}"
        wrong = self._wrong(heard)
        if told_first and (wrong or self._random.random() < _CHANGES_NOW):
            return self._change_mind(wrong)
        if wrong:
            return f"{say(self._random, 'customer', 'object')}{self._tell(wrong)}"
        journey = heard.flight, heard.places, heard.days
        if all(journey):
            return self._agree("accept")
        if heard.question and (named or any(journey)):
            return self._agree("yes")
        return self._asked(heard)

    def _told_first_wish(self) -> bool:
        """Tell whether the agent has heard a wish that the customer will change."""
        return self._later is not None and self._later[0] in self._told

    def _request(self) -> str:
        """State the goal, and some of the wishes."""
        random, first = self._random, "goal" not in self._told
        self._told.add("goal")
        hello = f"{say(random, 'customer', 'hello')} " if first and random.random() < 0.4 else ""
        chosen = {topic for topic, often in _VOLUNTEERS.items() if first and random.random() < often}
        trip = ""
        if self._goal != "cancel" and "places" in chosen:
            trip = f" from {self._place('origin')} to {self._place('destination')}"
            self._told.update(PLACES)
            if "days" in chosen:
                self._told.update(DAYS)
                trip += f", leaving on {self._day('out')} and returning on {self._day('back')}"
        name = f" {self._tell(['name'])}" if "name" in chosen else ""
        return f"{hello}{say(random, 'goal', self._goal, trip=trip)}{name}"

    def _asked(self, heard: FlightSentence) -> str:
        """Answer the questions; without a known one, tell a wish that wasn't told yet."""
        named = {slot for topic in heard.asks for slot in _TOPICS.get(topic, ())}
        keys = [slot for slot in ESSENTIAL if slot in named]
        if "wishes" in heard.asks:
            keys += [key for key in self._wants if key not in ESSENTIAL]
        if not keys and heard.question:
            keys = [key for key in ESSENTIAL if key not in self._told]
        if not keys:
            return say(self._random, "customer", "thanks")
        if self._noise.missing and len(keys) > 1:
            kept = [key for key in keys if self._random.random() >= self._noise.missing]
            keys = kept or [choose(tuple(keys), self._random)]
        return self._tell(keys)

    def _wrong(self, heard: FlightSentence) -> list[str]:
        """Correct the agent's mistakes, and repeat what it has lost."""
        wrong = {"name"} if self._misnamed(heard) else set()
        wrong |= {place.slot for place in heard.places if place.slot and self._wants[place.slot] not in place.codes}
        for day in heard.days:
            if day.slot and self._wants[day.slot] not in ((day.month, day.day), day.turned):
                wrong.add(day.slot)
        mistaken = [slot for slot in ESSENTIAL if slot in wrong]
        if not heard.places or not heard.days:
            return mistaken
        if heard.flight:
            return mistaken or self._missed(heard)
        return mistaken + self._lost(heard)

    def _missed(self, heard: FlightSentence) -> list[str]:
        """One of the wishes that an offered flight doesn't fulfil, if any."""
        told = [key for key in self._wants if key in heard.wishes]
        missed = tuple(key for key in told if not _good(key, self._wants[key], heard.wishes[key]))
        return [choose(missed, self._random)] if missed else []

    def _lost(self, heard: FlightSentence) -> list[str]:
        """The wishes that the agent repeats wrongly, or leaves out though it was told."""
        told = [key for key in self._wants if key not in ESSENTIAL and (key in heard.wishes or key in self._told)]
        repeated = {key: wish.value for key, wish in heard.wishes.items()}
        return [key for key in told if repeated.get(key) != self._wants[key]]

    def _goal_mistaken(self, heard: FlightSentence) -> bool:
        """Tell whether the agent is about to do something else, such as to sell when the customer wants to cancel."""
        goal = heard.goal.value if heard.goal else None
        if self._goal == "cancel":
            return heard.flight is not None
        if self._goal == "change":
            return goal == "cancel" or (goal == "book" and bool(heard.flight) and not heard.places)
        return goal in ("cancel", "change") and heard.question

    def _misnamed(self, heard: FlightSentence) -> bool:
        """Tell whether the agent calls the customer by a wrong name, apart from its own: "Hello, this is Sam"."""
        if not heard.question or not heard.name or "goal" in heard.asks:
            return False
        return not same_name(heard.name, self._name)

    def _agree(self, words: str) -> str:
        return self._change_mind([]) if self._told_first_wish() else say(self._random, "customer", words)

    def _start_otherwise(self) -> None:
        """Want something else in one point, for now."""
        key = choose(tuple(key for key in self._wants if key not in ("name", "airline_preference")), self._random)
        self._later = key, self._wants[key]
        self._wants[key] = _otherwise(key, self._wants, self._random)

    def _change_mind(self, also: list[str]) -> str:
        keys = dict.fromkeys([self._settle(), *also])
        return f"{say(self._random, 'customer', 'changed')}{self._tell(list(keys))}"

    def _settle(self) -> str:
        """Want from now on what it really wants; which point that was."""
        assert self._later is not None
        key, value = self._later
        self._wants[key], self._later = value, None
        return key

    def _tell(self, keys: list[str]) -> str:
        """These points, in sentences."""
        said = list[str]()
        for group in (("name",), PLACES, DAYS):
            together = tuple(slot for slot in group if slot in keys)
            if together:
                words = {slot: self._words(slot) for slot in together}
                said.append(say(self._random, "tell", " ".join(together), **words))
        for key in keys:
            if key not in ESSENTIAL:
                said.append(wish(key, self._wants[key], self._random))
        self._told.update(keys)
        return " ".join(said)

    def _words(self, slot: str) -> str:
        if slot == "name":
            return self._name
        return self._place(slot) if slot in PLACES else self._day(slot)

    def _place(self, slot: str) -> str:
        code = str(self._wants[slot])
        by_city = slot not in self._told and _happens(self._noise.cities, self._random)
        return AIRPORTS.get(code, code) if by_city else code

    def _day(self, slot: str) -> str:
        value = self._wants[slot]
        assert isinstance(value, tuple)
        month, day = value
        if _happens(self._noise.dates, self._random):
            number = MONTHS.index(month) + 1
            return f"{day:02}/{number:02}" if self._random.random() < _DAY_FIRST else f"{number:02}/{day:02}"
        return day_words(month, day, self._random)


def _happens(often: float, random: Random) -> bool:
    """Tell by chance whether something happens; nothing is drawn for what never does."""
    return often > 0 and random.random() < often


def wants(intent: Intent) -> dict[str, Value]:
    """An intent as a customer speaks of it; wishes that are none are left out."""
    wishes: dict[str, Value | None] = {
        "name": intent.name,
        "origin": intent.departure_airport,
        "destination": intent.return_airport,
        "out": (intent.departure_month, int(intent.departure_day)),
        "back": (intent.return_month, int(intent.return_day)),
        "max_price": intent.max_price,
        "max_connections": intent.max_connections if intent.max_connections in (0, 1) else None,
        "class": intent.flight_class,
        "departure_time": intent.departure_time,
        "return_time": intent.return_time,
        "airline_preference": intent.airline_preference,
    }
    return {slot: value for slot, value in wishes.items() if value is not None}


def _good(key: str, wanted: Value, offered: SpokenValue) -> bool:
    """Tell whether an offer is as wished in one point."""
    if key in ("max_price", "max_connections"):
        return bool(offered.value <= wanted)
    return bool(offered.value == wanted)


def _otherwise(key: str, wanted: dict[str, Value], random: Random) -> Value:
    """Another value that one might want."""
    value = wanted[key]
    if isinstance(value, tuple):
        month, day = value
        return month, day - 1 if day > 27 or (day > 1 and random.random() < 0.5) else day + 1
    taken = {wanted["origin"], wanted["destination"]}
    others: dict[str, tuple[Value, ...]] = {
        "origin": tuple(AIRPORTS),
        "destination": tuple(AIRPORTS),
        "max_price": MAX_PRICES,
        "max_connections": (0, 1),
        "class": CLASSES,
        "departure_time": WINDOWS,
        "return_time": WINDOWS,
    }
    return random.choice([other for other in others[key] if other != value and other not in taken])
