"""Our own tables as people keep them, and what has to come of sentences that people say over them.

A table lies in `own_tables/`, its plain facts, row by row, in `own_tables/facts`; the first column of these tells the
rows apart and stands in the table, too. A probe says a sentence, perhaps after another one, and expects one or more of:

- `offers`: conditions that all offered rows fulfil; one at least is offered where there is one;
- `best`: the offered or told row has the least or most of a field ("min price of type == road");
- `about`, `compares`: the rows that the reply tells of, these and no others; `books`: the row that is booked;
- `answers`: yes or no, as the fact is ("2: electric", "last: sex == f");
- `says`: regular expressions that the reply holds; `{2.price}`, `{count type == road}`, `{minus 2.price 1.price}`,
  `{times 6 2.price}` stand for figures.

A row is the second of the last list (`2`), its `last`, the one with the least of a field (`min price`), or one of the
whole table (`world: name == Rocky`). Nothing may be booked where nothing should be.
"""

from __future__ import annotations

import csv
import re
import tomllib
from collections.abc import Sequence
from datetime import date
from functools import cache
from pathlib import Path
from typing import Literal, NamedTuple

import msgspec
from msgspec import Struct

from assisting import TODAY
from wayframe.agent import Agent
from wayframe.catalogues import agent_over, open_source
from wayframe.conversation import Exchange

HERE = Path(__file__).parent / "own_tables"
HALVES = ("worked", "kept")
TABLES = ("bikes", "dogs", "flats", "games", "hikes", "wines")

Fact = str | float
Row = dict[str, Fact]
Word = Literal["right", "missed", "wrong", "invalid"]


class Probe(Struct, frozen=True, forbid_unknown_fields=True):
    """A sentence, the one before it, and what has to come of it."""

    say: str
    after: str = ""
    offers: tuple[str, ...] = ()
    best: str = ""
    about: str = ""
    compares: tuple[str, ...] = ()
    books: str = ""
    answers: str = ""
    says: tuple[str, ...] = ()


class Verdict(NamedTuple):
    """A probe as it was judged: a missed one asked, said too much or didn't understand."""

    table: str
    probe: Probe
    word: Word
    why: str
    reply: str


def probes(table: str, half: str) -> list[Probe]:
    """Return a half of the probes of a table."""
    text = (HERE / "probes" / half / f"{table}.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text)["probe"], list[Probe])


@cache
def facts(table: str) -> dict[str, Row]:
    """Return the rows of a table by what tells them apart."""
    with (HERE / "facts" / f"{table}.csv").open(newline="", encoding="utf-8") as file:
        rows = list(csv.reader(file))
    return {row[0]: dict(zip(rows[0], [row[0], *map(_fact, row[1:])], strict=True)) for row in rows[1:]}


def _fact(cell: str) -> Fact:
    return float(cell) if re.fullmatch(r"-?\d+(\.\d+)?", cell) else cell


def address(table: str) -> Path:
    """Return the file that a table is opened by: its settings where it has some."""
    files = {path.suffix: path for path in HERE.glob(f"{table}.*")}
    return files.get(".toml") or next(iter(files.values()))


@cache
def agent(table: str) -> Agent:
    """Return the agent over a table."""
    return agent_over(open_source(str(address(table)), today=TODAY))


def holds(row: Row, condition: str) -> bool:
    """Return whether a row fulfils conditions joined by "&"."""
    return all(_holds(row, part.strip()) for part in condition.split(" & "))


def _holds(row: Row, condition: str) -> bool:
    if condition == "all":
        return True
    found = re.fullmatch(r"(\w+) (<=|>=|==|!=|<|>|in|has|lacks) (.+)", condition)
    if found is None:
        return (row[condition.removeprefix("not ")] == "yes") != condition.startswith("not ")
    have, op, words = row[found[1]], found[2], found[3].casefold()
    text = str(have).casefold()
    if op == "in":
        return (f"{have:g}" if isinstance(have, float) else text) in words.split(", ")
    if op in ("has", "lacks"):
        return (words in text) == (op == "has")
    if isinstance(have, float):
        return _compared(op, (have > float(words)) - (have < float(words)))
    return have != "" and _compared(op, (text > words) - (text < words))


def _compared(op: str, order: int) -> bool:
    """Return whether an operator holds of two facts: -1 where the first is less, 1 where it is more."""
    return order in {"<": (-1,), "<=": (-1, 0), ">": (1,), ">=": (0, 1), "==": (0,), "!=": (-1, 1)}[op]


def best(rows: Sequence[Row], words: str) -> list[Row]:
    """Return the rows that have the least or most of a field."""
    end, field = words.split()
    known = [row for row in rows if row[field] != ""]
    edge = (min if end == "min" else max)((row[field] for row in known), key=_sortable)
    return [row for row in known if row[field] == edge]


def _sortable(fact: Fact) -> tuple[float, str]:
    return (fact, "") if isinstance(fact, float) else (0.0, fact)


class Judged(NamedTuple):
    """A conversation over a table: the list that was offered before the last reply, and that reply."""

    table: str
    listed: list[Row]
    exchange: Exchange

    def row(self, frame: int) -> Row:
        words = [str(word) for word in self.exchange.after.offers[frame].values()]
        world = facts(self.table)
        return next(world[word] for word in words if word in world)

    def offered(self) -> list[Row]:
        acts = self.exchange.wizard.acts
        return [self.row(act.id) for act in acts if act.id is not None and act.name == "offer"]

    def told(self) -> list[Row]:
        """Return the rows that the reply offers or tells of; the one at hand where it names none."""
        acts = self.exchange.wizard.acts
        frames = [act.id for act in acts if act.id is not None]
        frames += [ref.frame for act in acts for ref in act.refs("write")]
        known = [frame for frame in dict.fromkeys(frames) if frame in self.exchange.after.offers]
        active, lost = self.exchange.user.active_frame, any(act.name in ("canthelp", "sorry") for act in acts)
        if not known and active in self.exchange.after.offers and acts and not lost:
            known = [active]
        return [self.row(frame) for frame in known]

    def booked(self) -> list[Row]:
        acts = self.exchange.wizard.acts
        frames = [ref.frame for act in acts if _books(act) for ref in act.refs("write")]
        return [self.row(frame) for frame in dict.fromkeys(frames)]

    def target(self, selector: str) -> Row:
        if selector.startswith("world: "):
            (found,) = (row for row in facts(self.table).values() if holds(row, selector[7:]))
            return found
        if selector == "last":
            return self.listed[-1]
        if selector.isdigit():
            return self.listed[int(selector) - 1]
        return best(self.listed, selector)[0]

    def figures(self, pattern: str) -> str:
        """Return a pattern with the figures that it speaks of."""
        return re.sub(r"\{([^{}]+)\}", lambda found: self._figure(found[1]), pattern)

    def _figure(self, words: str) -> str:
        verb, _, rest = words.partition(" ")
        if verb == "count":
            rows = [row for row in facts(self.table).values() if holds(row, rest)]
            stock = next((each for each in ("bottles", "stock") if rows and each in rows[0]), "")
            counts = {len(rows), sum(not stock or row[stock] != 0 for row in rows)}
            return "|".join(rf"\b({number}|{_NUMBERS.get(number, number)})\b" for number in counts)
        if verb == "minus":
            first, second = (self._field(each) for each in rest.split())
            assert isinstance(first, float)
            assert isinstance(second, float)
            return _written(round(abs(first - second), 2))
        if verb == "times":
            number, value = rest.split()
            fact = self._field(value)
            assert isinstance(fact, float)
            return _written(round(int(number) * fact, 2))
        return _written(self._field(words))

    def _field(self, words: str) -> Fact:
        selector, _, field = words.rpartition(".")
        return self.target(selector)[field]


def _books(act: object) -> bool:
    return getattr(act, "name", "") == "inform" and any(
        each.key == "action" and each.value == "book"
        for each in act.slots  # type: ignore[attr-defined]
    )


_NUMBERS = {
    1: "one", 2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight", 9: "nine", 10: "ten",
    11: "eleven", 12: "twelve",
}  # fmt: skip


def _written(fact: Fact) -> str:
    """Return a pattern of how a reply may write a fact."""
    if isinstance(fact, float):
        plain = f"{fact:,.2f}".rstrip("0").rstrip(".")
        spelled = f"|{_NUMBERS[int(fact)]}" if fact.is_integer() and 0 < fact <= 12 else ""
        none = "|free|no|nothing" if fact == 0 else ""
        return rf"(?<![\d.])({re.escape(plain)}0?|{fact:g}{spelled}{none})(?!\d)"
    if re.fullmatch(r"\d{4}-\d\d-\d\d", fact):
        day = date.fromisoformat(fact)
        return rf"{day:%B} {day.day}\b"
    return re.escape(fact.split("/")[0])


def judge(table: str, probe: Probe) -> Verdict:
    """Hold the conversation of a probe and judge its last reply."""
    talker = agent(table)
    conversation, listed = talker.open(), list[Row]()
    try:
        if probe.after:
            exchange = talker.respond(conversation, probe.after)
            listed, conversation = Judged(table, [], exchange).offered(), exchange.after
            if len(listed) < 3:
                return Verdict(table, probe, "invalid", "the list is too short", exchange.wizard.text)
        exchange = talker.respond(conversation, probe.say)
        word, why = _judged(probe, Judged(table, listed, exchange))
        if word == "missed" and probe.books and exchange.wizard.text.rstrip().endswith("?"):
            agreed = talker.respond(exchange.after, "Yes, please.")
            word, why = _judged(probe, Judged(table, listed, agreed))
    except (ValueError, AssertionError) as error:
        return Verdict(table, probe, "invalid", repr(error), "")
    return Verdict(table, probe, word, why, exchange.wizard.text)


def _judged(probe: Probe, talk: Judged) -> tuple[Word, str]:
    found = list(_faults(probe, talk))
    return max(found, key=lambda fault: fault[0] == "wrong", default=("right", ""))


def _faults(probe: Probe, talk: Judged) -> list[tuple[Word, str]]:
    """Return what is not as a probe expects it."""
    faults = list[tuple[Word, str]]()
    reply, offered, told, booked = talk.exchange.wizard.text, talk.offered(), talk.told(), talk.booked()
    if booked and (not probe.books or any(row != talk.target(probe.books) for row in booked)):
        faults.append(("wrong", f"books {_name(booked[0])}"))
    if probe.books and not booked:
        faults.append(("missed", "books nothing"))
    if probe.offers:
        conditions = [re.sub(r"\{([^{}]+)\}", lambda each: str(talk._field(each[1])), each) for each in probe.offers]
        conditions = [re.sub(r"(\.0)$", "", each) for each in conditions]
        for row in offered:
            faults += [("wrong", f"offers {_name(row)}, against {each}") for each in conditions if not holds(row, each)]
        exists = any(all(holds(row, each) for each in conditions) for row in facts(talk.table).values())
        if exists and not offered:
            faults.append(("missed", "offers nothing"))
    if probe.best:
        end, _, among = probe.best.partition(" of ")
        rows = [row for row in facts(talk.table).values() if not among or holds(row, among)]
        first = (offered or told)[:1]
        if not first:
            faults.append(("missed", "offers nothing"))
        elif first[0] not in best(rows, end):
            faults.append(("wrong", f"{_name(first[0])} is not {probe.best}"))
    if probe.about:
        wanted = talk.target(probe.about)
        if probe.about[:3] in ("min", "max") and told:
            ties = best(talk.listed, probe.about)
            wanted = told[0] if all(row in ties for row in told) and len(told) == 1 else wanted
        if told != [wanted]:
            word: Word = "wrong" if told and wanted not in told else "missed"
            faults.append((word, f"tells of {[_name(row) for row in told]}, not of {_name(wanted)}"))
    if probe.compares:
        pair = [talk.target(each) for each in probe.compares]
        if not told or len(told) == 1:
            faults.append(("missed", "compares nothing"))
        elif any(row not in told for row in pair) or any(row not in pair for row in told):
            faults.append(("wrong", f"compares {[_name(row) for row in told]}"))
    if probe.answers:
        where, _, condition = probe.answers.rpartition(": ")
        said = re.search(r"\byes\b", reply, re.I), re.search(r"\bno\b|n't\b|n’t\b|\bnot\b|\bwithout\b", reply, re.I)
        if not (said[0] or said[1]):
            faults.append(("missed", "neither yes nor no"))
        elif bool(said[0]) != holds(talk.target(where), condition):
            faults.append(("wrong", "it is the other way round"))
    for pattern in map(talk.figures, probe.says):
        if not re.search(pattern, reply, re.I):
            faults.append(("missed", f"doesn't say {pattern}"))
    return faults


def _name(row: Row) -> str:
    return " ".join(str(value) for value in list(row.values())[:2])
