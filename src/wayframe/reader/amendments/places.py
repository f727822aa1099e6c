"""Places: from where a journey starts and where it goes to, as questions, stories and answers say it."""

from __future__ import annotations

from msgspec.structs import replace

from wayframe.meaning.records import Ask, Constraint, Meaning, Social, Spoken, Text, Wish, wishes_for, wishes_in
from wayframe.reader.doubt import UNSHARED
from wayframe.reader.spans import some
from wayframe.reader.symbols import TurnSpans
from wayframe.schema import Schema


def with_goals_asked(meaning: Meaning, turn: TurnSpans) -> Meaning:
    """Return a meaning that asks where one can go, where a turn does so and says but from where.

    "Where can we go from Oslo?" is no wish that leaves open where to.
    """
    if not any(span.has("asks_where_to", "opens:asks_where_to") for span in turn.spans):
        return meaning
    greetings = tuple(each for each in meaning.moves if isinstance(each.move, Social))
    match meaning.moves[len(greetings) :]:
        case (Spoken(move=Wish(slot=slot) as start) as said,) if slot == turn.schema.source:
            ask = Ask("values", (turn.schema.goal,), wishes=(start,))
            return replace(meaning, moves=(*greetings, replace(said, move=ask), said))
    return meaning


def with_goals_kept(meaning: Meaning, turn: TurnSpans) -> Meaning:
    """Return a meaning that goes to the only place that the rules hear as a goal, where nothing was offered yet.

    The parser passes over "perhaps Vienna?" behind a long story. A place is what a first message is most about.
    """
    goal, wishes = turn.schema.goal, list(wishes_in(meaning.all()))
    is_open = turn.schema.source != "" and not turn.context.offered and not wishes_for(turn.context.wishes, goal)
    if not is_open or not wishes or wishes_for(wishes, goal):
        return meaning
    heard = [move for move in turn.by_rules.meaning.all() if isinstance(move, Wish) and move.slot == goal]
    named = {value for wish in wishes for value in wish.constraint.values}
    if len(heard) != 1 or heard[0].constraint.op != "is" or not named.isdisjoint(heard[0].constraint.values):
        return meaning
    kept = next(each for each in turn.by_rules.meaning.moves if each.move == heard[0])
    return replace(meaning, moves=(*meaning.moves, replace(kept, sure=UNSHARED)))


def with_starts_answered(meaning: Meaning, turn: TurnSpans) -> Meaning:
    """Return a meaning that starts where it names, where it is asked from where: "from Oslo, or else Bergen or Narvik".

    Where a word says that something changes, or the goal is spoken of, another place may be one to go to. So may the
    only one be: "actually Paris".
    """
    schema = turn.schema
    if schema.source not in turn.context.asked or some(turn.spans, *_CHANGING):
        return meaning
    about = {move.slot for move in meaning.all() if isinstance(move, Wish)}
    held = {value for wish in wishes_for(turn.context.wishes, schema.goal) for value in wish.constraint.values}
    named = dict.fromkeys(Text(str(span.data("place"))) for span in turn.spans if span.has("place"))
    if not held or not held.isdisjoint(named) or not about.issuperset((schema.source, schema.goal)):
        return meaning
    told = [each for each in meaning.moves if getattr(each.move, "slot", "") in (schema.source, schema.goal)]
    others = [each for each in meaning.moves if each not in told]
    starts = Wish(schema.source, Constraint("is", tuple(named)))
    return replace(meaning, moves=(replace(told[0], move=starts), *others))


_CHANGING = (
    "place_to",
    "says:in_its_place",
    "cue:change",
    "cue:instead",
    "cue:correct",
    "preferring",
    "opens:goal_word",
)
"""Words of what is another goal, or goes to one."""


def with_homes_left(meaning: Meaning, turn: TurnSpans) -> Meaning:
    """Return a meaning that starts where people are who want to go elsewhere: "three friends in Oslo want to see Rome".

    Of two places to go to that aren't alternatives, it is the first, where people are said to be in it, or from it.
    """
    schema = turn.schema
    goals = [move for move in meaning.all() if isinstance(move, Wish) and _is_of_one_place(move, schema)]
    starts = wishes_for(wishes_in(meaning.all()), schema.source)
    if not schema.source or starts or len(goals) != 2 or not _is_said_in(goals[0], turn):
        return meaning
    home = replace(goals[0], slot=schema.source)
    moves = [replace(each, move=home) if each.move == goals[0] else each for each in meaning.moves]
    return replace(meaning, moves=tuple(moves))


def _is_of_one_place(wish: Wish, schema: Schema) -> bool:
    return wish.slot == schema.place and wish.constraint.op == "is" and len(wish.constraint.values) == 1


def _is_said_in(wish: Wish, turn: TurnSpans) -> bool:
    """Return whether people are said to be in a place, or from it, right before it."""
    (place,) = wish.constraint.values
    for before, link, span in zip(turn.spans, turn.spans[1:], turn.spans[2:], strict=False):
        if link.has("being_in") and Text(str(span.data("place"))) == place:
            return before.has("party")
    return False
