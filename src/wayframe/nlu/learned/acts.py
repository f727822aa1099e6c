"""Assign each value of a turn to an act, and rebuild acts from that; list the values as a model sees them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from wayframe.dialogue import Act, Arg
from wayframe.nlu.learned.crf import Row
from wayframe.nlu.learned.features import TurnFeatures
from wayframe.tagging import TaggedSpan, TagMatching, TextWord, reaches

_NEAR = 8  # words between two values that are looked at
_ENDS = frozenset(".?!")
BEGINS, GOES_ON = "B-", "I-"


class Statement(NamedTuple):
    """Content of an act without a value in the text: the act alone, a slot that it asks for, yes, no, a fixed name."""

    act: str
    slot: str | None = None
    val: str | bool | None = None


def carriers(
    matching: TagMatching, acts: Sequence[Act], values: Sequence[TaggedSpan]
) -> tuple[list[TaggedSpan], list[str]]:
    """Values of a labelled turn, and for each the act that carries it: whether it is this act's first value.

    `values` are those that were found in the turn, the annotated ones where there is none. What no act reaches over is
    left out.
    """
    kept, tags, begun = list[TaggedSpan](), list[str](), set[int]()
    for span in values or matching.tagged.spans:
        act = _carrier(matching, span)
        if act is not None:
            kept.append(span)
            tags.append((GOES_ON if act in begun else BEGINS) + acts[act].name)
            begun.add(act)
    return kept, tags


def _carrier(matching: TagMatching, span: TaggedSpan) -> int | None:
    """The number of the act of which the span shares most words with a value, else of one that reaches over it."""
    shared = [(min(span.end, each.end) - max(span.start, each.start), -each.said.act) for each in matching.found]
    most, act = max(shared, default=(0, 0))
    if most > 0:
        return -act
    whole = sorted(reaches(matching.found).items())
    return next((number for number, (start, end) in whole if start <= span.start and span.end <= end), None)


def statements(matching: TagMatching, acts: Sequence[Act]) -> list[Statement]:
    """List the statements of a labelled turn that have no value in the text, each once."""
    said = [
        Statement(acts[each.said.act].name, each.said.slot, _plain(each.said.value))
        for each in matching.missed
        if each.why != "not in the text"
    ]
    said += [Statement(act.name) for act in acts if not act.slots]
    return list(dict.fromkeys(said))


def assembled(
    text: str, words: Sequence[TextWord], values: Sequence[TaggedSpan], tags: Sequence[str], more: Sequence[Statement]
) -> tuple[Act, ...]:
    """Acts from values with the tags of their acts, and from what is said without values.

    The wish to book is an `inform` of its own, as annotators have it.
    """
    made = list[tuple[str, list[Arg]]]()
    for (start, end, slot), tag in zip(values, tags, strict=True):
        name = tag[len(BEGINS) :]
        held = _latest(made, name)
        if tag.startswith(BEGINS) or held is None:
            made.append((name, held := []))
        held.append(Arg(slot, text[words[start].start : words[end - 1].end]))
    for statement in more:
        held = None if statement.slot == "intent" else _open(made, statement.act)
        if held is None:
            made.append((statement.act, held := []))
        if statement.slot is not None:
            held.append(Arg(statement.slot, statement.val))
    return tuple(Act(name, tuple(args)) for name, args in made)


def act_reaches(values: Sequence[TaggedSpan], tags: Sequence[str]) -> list[tuple[str, int, int]]:
    """The acts that these tags make, each with the words from its first to before the end of its last value."""
    made = list[tuple[str, int, int]]()
    for (start, end, _), tag in zip(values, tags, strict=True):
        name = tag[len(BEGINS) :]
        before = [at for at, (other, _, _) in enumerate(made) if other == name]
        if tag.startswith(BEGINS) or not before:
            made.append((name, start, end))
        else:
            made[before[-1]] = (name, made[before[-1]][1], end)
    return made


def rows(seen: TurnFeatures, values: Sequence[TaggedSpan]) -> list[Row]:
    """The features of a turn's values, one row each."""
    said = [row[0][1:] for row in seen.rows]
    whole = [f"T{each}" for each in seen.turn if each[:1] in _TOLD]
    whole += [f"B{each}" for each in seen.turn if each[:1] == "w"]
    told = [each for each in whole if each[0] == "T"]
    slots = ["|", *(span.slot for span in values), "|"]
    starts, ends = [*(span.start for span in values), len(said)], [0, *(span.end for span in values)]
    found, before = list[Row](), Counter[str]()
    for number, (start, end, slot) in enumerate(values):
        last, following = slots[number], slots[number + 2]
        gap, beyond = said[ends[number] : start], said[end : starts[number + 1]]
        apart = not _ENDS.isdisjoint(gap)
        row = [
            f"s{slot}",
            f"ps{last} {slot}",
            f"ns{following} {slot}",
            f"pns{last} {slot} {following}",
            f"i{min(number, 4)}",
            f"n{min(len(values), 6)}",
            f"x{before[slot]} {slot}",
            f"G{apart}",
            f"Gl{apart}{len(gap) // 3}",
        ]
        row += seen.rows[start]
        row += [f"S{slot} {each}" for each in seen.rows[start] if each[0] in "krav"]
        row += [f"E{each}" for each in seen.rows[end - 1] if each[0] == "+"]
        row += [f"g{word}" for word in gap[-_NEAR:]] + [f"G{word}" for word in beyond[:_NEAR]]
        row += [f"gs{word} {slot}" for word in gap[-4:]]
        row += whole + [f"{each} {slot}" for each in told]
        found.append(row)
        before[slot] += 1
    return found


_TOLD = frozenset("lR?of")


def _plain(value: str | bool | int | float | None) -> str | bool | None:
    return value if value is None or isinstance(value, bool) else str(value)


def _latest(made: Sequence[tuple[str, list[Arg]]], name: str) -> list[Arg] | None:
    return next((args for other, args in reversed(made) if other == name), None)


def _open(made: Sequence[tuple[str, list[Arg]]], name: str) -> list[Arg] | None:
    """The first act of this name that isn't about the intent."""
    return next((args for other, args in made if other == name and all(arg.key != "intent" for arg in args)), None)
