"""Aggregates: questions about all that fits taken together, a mean, or what groups of it are like."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from wayframe.meaning.records import (
    Ask,
    Constraint,
    Described,
    Every,
    Extreme,
    It,
    Listed,
    Meaning,
    Named,
    Nth,
    OutOfScope,
    Return,
    Shown,
    Spoken,
    Text,
    Wish,
)
from wayframe.reader.doubt import PLAIN
from wayframe.reader.features import related_slots
from wayframe.reader.spans import Span, SpanLine
from wayframe.reader.symbols import TurnSpans
from wayframe.schema import Schema
from wayframe.state.wishes import EXTREMES

PARTICULAR = (Named, Nth, Described, Listed)
"""References to options that are asked for what they have themselves: "the average rating of the second one"."""

ASKING = (Ask, Return, OutOfScope)
"""The moves in whose place a question about all of it comes."""


def with_averages(meaning: Meaning, turn: TurnSpans) -> Meaning:
    """Return a meaning that asks for a mean where a question says so: "what does a flat cost on average?".

    It is that of the slot of numbers that is named, else of the price; one for each value of a category that is named.
    """
    if not any(span.has("averaging") for span in turn.spans) or not _asks(meaning, turn):
        return meaning
    named = _nouns(turn.spans, turn.schema)
    wished = [wish.slot for wish in _wishes(meaning, turn)]
    measured = [name for name in named if turn.schema.by_name[name].has_mean and name not in wished]
    groups = [name for name in named if _is_group(name, turn.schema) and name not in wished]
    plain = [wish for wish in _wishes(meaning, turn) if wish.constraint.op not in (*EXTREMES, "more", "less")]
    said = {wish.slot for wish in plain}
    plain += [wish for wish in _groups_named(turn) if wish.slot not in said]
    wishes = tuple(_alternatives(plain))
    groups += [wish.slot for wish in wishes if len(wish.constraint.values) > 1 and _is_group(wish.slot, turn.schema)]
    asked = (move.of for move in meaning.all() if isinstance(move, Ask))
    of = next((reference for reference in asked if isinstance(reference, Every)), None)
    return _asking(meaning, Ask("average", (*measured[:1], *groups[:1]), of, wishes))


def with_questions_joined(meaning: Meaning, turn: TurnSpans) -> Meaning:
    """Return a meaning that asks at once for the best of what is as asked: "which has breakfast and is rated best?".

    Asked of all that fits, it is a search: "which of all of them do guests like best?", "which of all those have wifi".
    """
    questions = [move for move in meaning.all() if isinstance(move, Ask) and _asks_which(move)]
    wishes = tuple(wish for ask in questions for wish in ask.wishes)
    extremes = [wish for wish in wishes if wish.constraint.op in EXTREMES]
    of_all = any(span.has("opens:out_of_all") for span in turn.spans)
    in_one_breath = len(questions) > 1 and not any(span.has("clause_end") for span in turn.spans[:-1])
    if of_all and not extremes:
        return _wishing(meaning, questions)
    if len(extremes) != 1 or not (of_all or in_one_breath):
        return meaning
    joint = Ask("extreme" if of_all else "which", of=None if of_all else questions[0].of, wishes=wishes)
    moves = list[Spoken]()
    for each in meaning.moves:
        if each.move == questions[0]:
            moves.append(replace(each, move=joint))
        elif each.move not in questions:
            moves.append(_of_that(each, extremes[0]))
    return replace(meaning, moves=tuple(moves))


def _asks_which(ask: Ask) -> bool:
    """Return whether a question is which of several options are as it says."""
    return ask.question == "which" and ask.wishes != () and isinstance(ask.of, Every | Shown | None)


def _wishing(meaning: Meaning, questions: Sequence[Ask]) -> Meaning:
    """Return a meaning that wishes for what some questions ask about."""
    moves = list[Spoken]()
    for each in meaning.moves:
        if isinstance(each.move, Ask) and each.move in questions:
            moves += [replace(each, move=wish) for wish in each.move.wishes]
        else:
            moves.append(each)
    return replace(meaning, moves=tuple(moves))


def _of_that(spoken: Spoken, best: Wish) -> Spoken:
    """Return a question about the best of the list as one about what was just told."""
    match spoken.move:
        case Ask(of=Extreme(slot=slot, direction=direction)) if (slot, direction) == (best.slot, best.constraint.op):
            return replace(spoken, move=replace(spoken.move, of=It()))
        case _:
            return spoken


def _groups_named(turn: TurnSpans) -> Iterator[Wish]:
    """Yield wishes for the groups that a turn names, whatever else was made of them: "the average in Hillside"."""
    for span in turn.spans:
        for slot, value in span.every("value"):
            if isinstance(value, Text) and _is_group(slot, turn.schema):
                yield Wish(slot, Constraint("is", (value,)))
                break


def _alternatives(wishes: Sequence[Wish]) -> list[Wish]:
    """Return wishes with the values of one slot that are named one by one as alternatives: "is A cheaper than B?"."""
    found = dict[str, Wish]()
    for wish in wishes:
        known = found.get(wish.slot)
        if known and known.constraint.op == wish.constraint.op == "is":
            values = (*known.constraint.values, *wish.constraint.values)
            wish = replace(wish, constraint=replace(wish.constraint, values=values))
        found[wish.slot] = wish
    return list(found.values())


def with_groups(meaning: Meaning, turn: TurnSpans) -> Meaning:
    """Return a meaning that asks which value of a category has the least or most: "which district is the cheapest?"."""
    group, extremes = _group_asked(turn), set(_extremes_said(turn))
    if not group or len(extremes) != 1 or not _asks(meaning, turn):
        return meaning
    others = (wish for wish in _wishes(meaning, turn) if wish.slot != group and wish.constraint.op not in EXTREMES)
    return _asking(meaning, Ask("extreme", (group,), wishes=(*extremes, *others)))


def with_extreme_days(meaning: Meaning, turn: TurnSpans) -> Meaning:
    """Return a meaning that asks when a journey costs least where a question says so: "on which days is it cheapest?".

    What is wished for beside it stays wished for, but not of the cheapest: that is what is asked.
    """
    start, extremes = turn.schema.start, set(_extremes_said(turn))
    price = turn.schema.price.name if turn.schema.price else ""
    asks_days = any(span.has("asks_days", "opens:asks_days", "says:asks_days") for span in turn.spans)
    if not start or not asks_days or {wish.slot for wish in extremes} != {price} or not _asks(meaning, turn):
        return meaning
    read = meaning if any(isinstance(move, Wish) for move in meaning.all()) else turn.by_rules.meaning
    wished = [
        replace(each, move=_of_all(each.move))
        for each in read.moves
        if isinstance(each.move, Wish) and each.move.constraint.op not in EXTREMES
    ]
    (asked,) = _asking(meaning, Ask("extreme", (start,), wishes=tuple(extremes))).moves
    return replace(meaning, moves=(*wished, asked))


def _of_all(wish: Wish) -> Wish:
    """Return a wish that is said of the least or the most as one for all that fits."""
    return replace(wish, of=None) if isinstance(wish.of, Extreme) else wish


def _asks(meaning: Meaning, turn: TurnSpans) -> bool:
    """Return whether a turn is one question that isn't about particular options."""
    asked = [move for move in meaning.all() if isinstance(move, ASKING)]
    about = [move.of for move in asked if isinstance(move, Ask)]
    begins = bool(turn.spans) and turn.spans[0].has("wh", "opens:wh", "cue:which", "averaging", "opens:inverted")
    others = [move for move in meaning.all() if not isinstance(move, (*ASKING, Wish))]
    return (turn.is_question or begins) and not others and not any(isinstance(of, PARTICULAR) for of in about)


def _asking(meaning: Meaning, ask: Ask) -> Meaning:
    """Return a meaning that is but a question, which stands where all of it stood."""
    start = min((spoken.start for spoken in meaning.moves), default=0)
    end = max((spoken.end for spoken in meaning.moves), default=0)
    return replace(meaning, moves=(Spoken(ask, start, end, PLAIN),))


def _wishes(meaning: Meaning, turn: TurnSpans) -> list[Wish]:
    """Return what is wished for beside the question, by the rules where the reading says only what is unknown."""
    unknown = all(isinstance(move, OutOfScope) for move in meaning.all())
    read = turn.by_rules.meaning if unknown else meaning
    return [move for move in read.all() if isinstance(move, Wish)]


def _nouns(spans: Sequence[Span], schema: Schema) -> list[str]:
    """Return the slots that are called by a noun, in the order in which they are."""
    related = [relation for span in spans for relation in related_slots(span)]
    return list(dict.fromkeys(slot for how, slot in related if how == "noun" and schema.slot(slot)))


def _is_group(name: str, schema: Schema) -> bool:
    """Return whether items are told apart into groups by a slot; the cheapest city to go to is where a trip goes."""
    return schema.by_name[name].is_group and not schema.source


def _group_asked(turn: TurnSpans) -> str:
    """Return the slot for whose value a turn asks, "which district …", "the cheapest district"; empty if for none."""
    line = SpanLine(turn.spans)
    for at in range(len(line)):
        groups = [name for name in _nouns([line[at]], turn.schema) if _is_group(name, turn.schema)]
        if groups and line[at - 1].has("cue:which", "wh", "opens:wh", "extreme"):
            return groups[0]
    return ""


def _extremes_said(turn: TurnSpans) -> Iterator[Wish]:
    """Yield the least or most that a turn says of groups or of all their items, but not of one: "the cheapest one"."""
    line = SpanLine(turn.spans)
    for at in range(len(line)):
        following = line[at + 1]
        if following.has("pro_form") or following.words.casefold() == turn.schema.item:
            continue
        for slot, direction in line[at].every("extreme"):
            yield Wish(slot, Constraint(direction))
        for direction in line[at].every("degree"):
            for slot in _nouns([following], turn.schema):
                yield Wish(slot, Constraint(direction))
