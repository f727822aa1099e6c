"""AirDialogue's files in the formats that others read: the project's own dialogues, a Hugging Face data set.

In the project's own format customers become users, agents wizards. Acts are only those that can be told from the words
together with what the files know: a value of the customer's wishes or of a flight that is said as such, a greeting,
thanks, a yes. A flight that an agent names by its number is an offer and opens a frame. Frames follow from the acts.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import groupby
from pathlib import Path
from typing import Literal, NamedTuple

from wayframe import corpus
from wayframe.airdialogue.files import SamplePair
from wayframe.airdialogue.players.reading import AIRPORTS
from wayframe.airdialogue.records import CUSTOMER_SAYS, MONTHS, AirFlight, Intent, KnowledgeBase
from wayframe.dialogue import Act, Arg, Author, Dialogue, DialogueLabels, SearchLog, Turn, user_turn, wizard_turn
from wayframe.extras import needing
from wayframe.memory import Memory, update

Format = Literal["dialogues", "huggingface"]


class ConversionReport(NamedTuple):
    """Result of a conversion. `left_out` are turns that the format has no place for."""

    samples: int
    turns: int
    left_out: int


def convert(pairs: Iterable[SamplePair], to: Format, output: Path, split: str = "train") -> ConversionReport:
    """Write samples and their knowledge bases in another format; `split` names the split of a data set.

    Raises `InputError` where the output can't be written or a library is missing, and what `pairs` raises.
    """
    if to == "dialogues":
        return ConversionReport(*_write_dialogues(pairs, output))
    with needing("--to huggingface needs", "convert"):
        from wayframe.airdialogue import huggingface
    return ConversionReport(*huggingface.write(pairs, output, split), 0)


_NOBODY = "unknown"


class _SideTurn(NamedTuple):
    """Turn of one side."""

    author: Author
    text: str
    timestamp: int


class _ConversionCounts:
    """Counts of what was written, and of what the format has no place for."""

    samples = turns = left_out = 0


def _write_dialogues(pairs: Iterable[SamplePair], output: Path) -> tuple[int, int, int]:
    """Write the dialogues of samples; how many, how many turns, and how many turns were left out.

    A turn that goes on where its own side stopped is joined to it. Dialogues begin with the user: what an agent says
    before is left out, and so is a turn without words.
    """
    counts = _ConversionCounts()
    corpus.write(output, _dialogues(pairs, counts))
    return counts.samples, counts.turns, counts.left_out


def _dialogues(pairs: Iterable[SamplePair], counts: _ConversionCounts) -> Iterator[Dialogue]:
    for pair in pairs:
        spoken = list(_spoken(pair))
        turns = tuple(_turns(pair, spoken[spoken[0].author == "wizard" :] if spoken else []))
        counts.left_out += len(pair.sample.turns) - len(turns)
        if turns:
            counts.samples += 1
            counts.turns += len(turns)
            labels = DialogueLabels(wizard_survey_task_successful=pair.sample.correct_sample)
            yield Dialogue(f"airdialogue-{pair.line}", _NOBODY, _NOBODY, labels, turns)


def _spoken(pair: SamplePair) -> Iterator[_SideTurn]:
    """Split a dialogue into turns; times in milliseconds, a second per turn where the file has none."""
    said = pair.sample.turns
    seconds = pair.sample.timestamps or range(len(said))
    turns = (
        _SideTurn(
            "user" if turn.startswith(CUSTOMER_SAYS) else "wizard", turn.partition(": ")[2].strip(), 1000 * second
        )
        for turn, second in zip(said, seconds, strict=False)
    )
    for author, group in groupby((turn for turn in turns if turn.text), lambda turn: turn.author):
        together = list(group)
        yield _SideTurn(author, " ".join(turn.text for turn in together), together[0].timestamp)


def _turns(pair: SamplePair, spoken: Iterable[_SideTurn]) -> Iterator[Turn]:
    memory = Memory()
    offered = dict[int, int]()
    status = pair.sample.action.status if pair.sample.action else ""
    for author, text, timestamp in spoken:
        said = SpokenTurn(text, pair.sample.intent, pair.kb, status, offered)
        if author == "user":
            acts = customer_acts(said)
            memory = update(memory, author, acts, memory.active_frame, text)
            yield user_turn(text, timestamp, acts, memory.active_frame, memory.frames, acts)
        else:
            acts = agent_acts(said, len(memory.frames))
            memory = update(memory, author, acts, memory.active_frame, text)
            yield wizard_turn(text, timestamp, acts, memory.active_frame, memory.frames, SearchLog())


_PLAIN = {
    "greeting": r"^\W*(?:hi|hello|hey|good (?:morning|afternoon|evening|day))\b",
    "thankyou": r"\b(?:thank(?:s| you)|thx)\b",
    "goodbye": r"\b(?:good ?bye|bye|have a (?:nice|good|great|safe|pleasant))\b",
}
_OF_CUSTOMERS = {
    "affirm": r"^\W*(?:yes|yeah|yep|sure|ok(?:ay)?|fine|please (?:do|proceed|go)|go ahead)\b",
    "negate": r"^\W*(?:no|nope|not)\b",
}
_OF_AGENTS = {
    "you_are_welcome": r"\b(?:you(?:'| a)re (?:most )?welcome|my pleasure)\b",
    "sorry": r"\b(?:sorry|apologi[sz]e)\b",
    "no_result": r"\bno (?:\w+ ){0,3}(?:flights?|tickets?|reservations?|bookings?)\b",
}
_ASKED = {
    r"\b(?:airports?|routes?|codes?|source|where)\b": ("or_city", "dst_city"),
    r"\b(?:dates?|when)\b": ("str_date", "end_date"),
    r"\bclass\b": ("seat",),
    r"\b(?:price|budget|fare)\b": ("budget",),
}
_GOALS = {
    "book": r"\b(?:book(?:ed|ing)?|reserve)\b",
    "change": r"\b(?:chang(?:e|ed|ing)|reschedule|modify)\b",
    "cancel": r"\bcancel(?:l?ed|l?ing|lation)?\b",
}
_DONE = {
    "book": r"\b(?:booked|reserved|confirmed)\b",
    "change": r"\b(?:changed|rescheduled|modified)\b",
    "cancel": r"\bcancell?ed\b",
}
_SEAT = re.compile(r"\b(economy|business)\W+class\b|\bclass\W+(?:is\W+)?(economy|business)\b", re.IGNORECASE)
_NUMBER = re.compile(r"(?<!\d)1\d{3}(?!\d)")


class SpokenTurn(NamedTuple):
    """A turn's text, what its two sides know, how it ends, and the frames of the flights offered so far, by number."""

    text: str
    intent: Intent
    kb: KnowledgeBase
    status: str
    offered: dict[int, int]


def customer_acts(said: SpokenTurn) -> tuple[Act, ...]:
    """Return a customer's acts: wishes as far as they are said, greetings, thanks, yes and no."""
    intent = said.intent
    slots = [*_journey(said.text, intent), *_seat(said.text)]
    if _has(said.text, rf"(?<![\d/]){intent.max_price}(?![\d/])"):
        slots.append(Arg("budget", str(intent.max_price)))
    if _has(said.text, _GOALS[intent.goal]):
        slots.append(Arg("intent", intent.goal))
    informed = [Act("inform", tuple(slots))] if slots else []
    return (*_plain(said.text, _PLAIN | _OF_CUSTOMERS), *informed)


def agent_acts(said: SpokenTurn, frames: int) -> tuple[Act, ...]:
    """Return an agent's acts; a flight that is named for the first time is an offer with a frame after the `frames`."""
    acts = list(_plain(said.text, _PLAIN | _OF_AGENTS))
    for found in _NUMBER.finditer(said.text):
        flight = said.kb.flight(int(found[0]))
        if flight is not None and flight.flight_number not in said.offered:
            frames += 1
            said.offered[flight.flight_number] = frames
            acts.append(Act("offer", (*_offer(flight), Arg("id", frames))))
    if "?" in said.text:
        return (*acts, *_requests(said.text))
    if said.status in _DONE and _has(said.text, _DONE[said.status]):
        acts.append(Act("inform", (Arg("action", said.status),)))
    return tuple(acts)


def _requests(text: str) -> list[Act]:
    """Return the request for all slots that a question has a cue of; none where it has no cue."""
    asked = dict[str, Arg]()
    for cue, slots in _ASKED.items():
        if _has(text, cue):
            asked |= {slot: Arg(slot) for slot in slots}
    return [Act("request", tuple(asked.values()))] if asked else []


def _offer(flight: AirFlight) -> Iterator[Arg]:
    """Yield all fields of an offered flight, said or not."""
    yield Arg("or_city", flight.departure_airport)
    yield Arg("dst_city", flight.return_airport)
    yield Arg("str_date", f"{flight.departure_month} {flight.departure_day}")
    yield Arg("end_date", f"{flight.return_month} {flight.return_day}")
    yield Arg("seat", flight.flight_class)
    yield Arg("price", str(flight.price))


def _journey(text: str, intent: Intent) -> Iterator[Arg]:
    for slot, code in (("or_city", intent.departure_airport), ("dst_city", intent.return_airport)):
        city = AIRPORTS.get(code, code)
        if found := re.search(rf"\b(?:{re.escape(code)}|{re.escape(city)})\b", text, re.IGNORECASE):
            yield Arg(slot, found[0])
    for slot, month, day in (
        ("str_date", intent.departure_month, intent.departure_day),
        ("end_date", intent.return_month, intent.return_day),
    ):
        if day_said := _date(month, day).search(text):
            yield Arg(slot, day_said[0])


@lru_cache(maxsize=400)
def _date(month: str, day: str) -> re.Pattern[str]:
    """A day as people write it: 06/12, June 12, 12th of June."""
    number = MONTHS.index(month) + 1
    name, ordinal = rf"{month[:3]}[a-z]*\.?", rf"0?{day}(?:st|nd|rd|th)?"
    return re.compile(
        rf"(?<![\d/])0?{number}[/-]0?{day}(?![\d/])|\b{name}\W{{0,2}}{ordinal}(?!\d)|(?<!\d){ordinal}\s(?:of\s)?{name}",
        re.IGNORECASE,
    )


def _seat(text: str) -> Iterator[Arg]:
    if found := _SEAT.search(text):
        yield Arg("seat", (found[1] or found[2]).lower())


def _plain(text: str, cues: dict[str, str]) -> Iterable[Act]:
    return (Act(name) for name, cue in cues.items() if _has(text, cue))


def _has(text: str, cue: str) -> bool:
    return re.search(cue, text, re.IGNORECASE) is not None
