"""Questions: of which options they ask, what they ask of them, and how many are to be shown."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise, zip_longest

from msgspec.structs import replace

from wayframe.meaning.records import ALL, Ask, Described, Every, It, Meaning, Reference, Reject, Spoken, Wish
from wayframe.reader.features import related_slots
from wayframe.reader.spans import NOTHING, Span, some
from wayframe.reader.symbols import TurnSpans


def with_number_to_see(meaning: Meaning, turn: TurnSpans) -> Meaning:
    """Return a meaning that tells how many options are to be shown: "let me see like five hotels", "show me all"."""
    spans = [span for span in turn.spans if not span.has("article")]
    asks = False
    for span, behind in zip_longest(spans, spans[1:]):
        number = _number_to_see(span, behind) if asks else 0
        if number:
            return replace(meaning, to_see=number)
        asks = span.has("says:asks_for") or (asks and span.has("filler"))
    return meaning


def _number_to_see(span: Span, behind: Span | None) -> int:
    """Return how many options a number before their noun asks for, or "all"; 0 where it is of something else."""
    is_of_options = behind is not None and behind.has("noun:name", "item")
    if span.has("whole") and (is_of_options or behind is None or behind.has("comma", "clause_end")):
        return ALL
    number = span.data("number")
    return int(number) if is_of_options and isinstance(number, float) else 0


def with_open_apart(meaning: Meaning) -> Meaning:
    """Return a meaning that asks nothing of what it leaves open: "lift or no lift, which are under 500?"."""
    moves = list[Spoken]()
    for each in meaning.moves:
        match each.move:
            case Ask(wishes=wishes) as ask:
                opened = [wish for wish in wishes if wish.constraint.op == "any"]
                moves += [replace(each, move=wish) for wish in opened]
                asked = tuple(wish for wish in wishes if wish not in opened)
                moves.append(replace(each, move=replace(ask, wishes=asked)))
            case _:
                moves.append(each)
    return replace(meaning, moves=tuple(moves))


def with_those_of_list(meaning: Meaning, turn: TurnSpans) -> Meaning:
    """Return a meaning that asks of all that are at hand, not of one, where it says so: "which of these have …?"."""
    if not any(span.has("cue:which") and "they" in span.every("reference") for span in turn.spans):
        return meaning
    moves = list[Spoken]()
    for each in meaning.moves:
        ask = each.move
        if isinstance(ask, Ask) and ask.of in (None, It()) and ask.question in ("facts", "holds"):
            ask = replace(ask, of=Every())
        moves.append(replace(each, move=ask))
    return replace(meaning, moves=tuple(moves))


def with_others_sought(meaning: Meaning, turn: TurnSpans) -> Meaning:
    """Return a meaning that looks for others where the words do: "have you something bigger than the first?".

    So does "something like the first, but with a lift". The one that is named isn't asked whether it is bigger.
    """
    if not any(_seeks_another(turn, at) for at in range(len(turn.spans) - 1)):
        return meaning
    moves = list[Spoken]()
    for each in meaning.moves:
        ask = each.move
        if isinstance(ask, Ask) and ask.question in ("holds", "which") and ask.of is not None:
            moves += [replace(each, move=_than(wish, ask.of)) for wish in ask.wishes]
        else:
            moves.append(each)
    return replace(meaning, moves=tuple(moves))


def _seeks_another(turn: TurnSpans, at: int) -> bool:
    """Return whether words are something that is more than, or like, an option."""
    said, told = turn.spans[at], turn.spans[at + 1]
    if not said.has("indefinite", "opens:indefinite"):
        return False
    likens = said.has("likening") or told.has("likening")
    return told.has("compare") or (likens and some(turn.spans[at + 1 : at + 5], "ordinal", "name"))


def _than(wish: Wish, reference: Reference) -> Wish:
    """Return a wish for more or less than an option, where it names none."""
    if wish.constraint.op not in ("more", "less") or wish.constraint.than not in (None, It()):
        return wish
    return replace(wish, constraint=replace(wish.constraint, than=reference))


def without_comparing_to_itself(meaning: Meaning) -> Meaning:
    """Return a meaning that compares nothing with itself: "what if we left two days earlier than that?".

    Nothing is earlier than itself, so that another one is asked for.
    """
    moves = list[Spoken]()
    for each in meaning.moves:
        ask = each.move
        if isinstance(ask, Ask) and ask.question == "holds" and ask.of == It():
            ask = replace(ask, wishes=tuple(map(_not_than_it, ask.wishes)))
        moves.append(replace(each, move=ask))
    return replace(meaning, moves=tuple(moves))


def _not_than_it(wish: Wish) -> Wish:
    return replace(wish, constraint=replace(wish.constraint, than=None)) if wish.constraint.than == It() else wish


def without_own_money(meaning: Meaning) -> Meaning:
    """Return a meaning in which what is left is asked of what is spoken of: "how much is left of my 1,800?"."""
    asked = [each.move for each in meaning.moves if isinstance(each.move, Ask) and each.move.question == "left"]
    amounts = {value for ask in asked for wish in ask.wishes for value in wish.constraint.values}
    if not amounts:
        return meaning
    moves = list[Spoken]()
    for each in meaning.moves:
        ask = each.move
        if isinstance(ask, Ask) and isinstance(ask.of, Described):
            told = {value for wish in ask.of.wishes for value in wish.constraint.values}
            if told and told <= amounts:
                moves.append(replace(each, move=replace(ask, of=None)))
                continue
        moves.append(each)
    return replace(meaning, moves=tuple(moves))


def with_reasons_of_facts(meaning: Meaning, turn: TurnSpans) -> Meaning:
    """Return a meaning that asks why a fact is so, where the words do: "why is it only two nights?".

    That is no question about why something is recommended.
    """
    facts = list(_facts_behind_why(turn))
    if not facts or some(turn.spans, "recommending", "says:recommending"):
        return meaning
    asked = [each for each in meaning.moves if isinstance(each.move, Ask) and each.move.question == "reason"]
    moves = list[Spoken]()
    for each in meaning.moves:
        match each.move:
            case Ask(question="reason", slots=()) as ask:
                moves.append(replace(each, move=replace(ask, slots=tuple(dict.fromkeys(facts)))))
            case Wish(slot=slot) if asked and slot in facts:
                continue
            case _:
                moves.append(each)
    return replace(meaning, moves=tuple(moves))


def _facts_behind_why(turn: TurnSpans) -> Iterator[str]:
    """Yield the slots that stand behind a question for the reason, up to the end of its clause.

    An adjective tells a fact where it ends the clause, "so cheap?", and an option elsewhere: "the cheap one".
    """
    asked = False
    for span, following in pairwise((*turn.spans, NOTHING)):
        if asked and span.has("clause_end"):
            return
        if asked:
            is_last = following.has("nothing", "clause_end")
            told = (*_TOLD, "adjective") if is_last else _TOLD
            yield from (slot for kind, slot in related_slots(span) if kind.partition(":")[0] in told)
        asked |= span.has("opens:asks_why")


_TOLD = ("value", "noun", "unit")
"""The kinds of what tells a fact: a value, a slot's name or its unit."""


def with_those_asked_for(meaning: Meaning, turn: TurnSpans) -> Meaning:
    """Return a meaning that looks for those of which a question asks: "which hotels in Paris have breakfast?".

    That is no question whether the one shown there has it.
    """
    item = f"noun:{turn.schema.name}"
    if not any(first.has("cue:which", "says:wh") and second.has(item) for first, second in pairwise(turn.spans)):
        return meaning
    moves = list[Spoken]()
    for each in meaning.moves:
        match each.move:
            case Ask(question="holds", of=Described()) as ask:
                moves.append(replace(each, move=replace(ask, question="which")))
            case _:
                moves.append(each)
    return replace(meaning, moves=tuple(moves))


def without_rejecting_what_is_asked_about(meaning: Meaning) -> Meaning:
    """Return a meaning that keeps what it asks about: "none of them covers the week. Which do you recommend?"."""
    asked = [move for move in meaning.all() if isinstance(move, Ask) and move.question in ("reason", "facts", "holds")]
    asked_about = [move.of for move in asked if move.of is not None]
    kept = tuple(each for each in meaning.moves if not (isinstance(each.move, Reject) and each.move.of in asked_about))
    return replace(meaning, moves=kept)
