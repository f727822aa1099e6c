"""Questions: of which options they ask, what they ask of them, and how many are to be shown."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise, zip_longest

from msgspec.structs import replace

from wayframe.meaning.records import ALL, Ask, Described, Every, Meaning, OutOfScope, Recall, Reject, Spoken, Wish
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


def with_reasons_of_facts(meaning: Meaning, turn: TurnSpans) -> Meaning:
    """Return a meaning that asks why a fact is so, where the words do: "why is it only two nights?".

    That is no question about why something is recommended.
    """
    facts = list(_facts_behind_why(turn)) or _facts_asked_beside(meaning, turn)
    if not facts or some(turn.spans, "recommending", "says:recommending"):
        return meaning
    asked = [each for each in meaning.moves if isinstance(each.move, Ask) and each.move.question == "reason"]
    read = [each for move in meaning.moves for each in _asked_why(move, turn)]
    moves = list[Spoken]()
    for each in read:
        match each.move:
            case Ask(question="reason", slots=()) as ask:
                moves.append(replace(each, move=replace(ask, slots=tuple(dict.fromkeys(facts)))))
            case Wish(slot=slot) if asked and slot in facts:
                continue
            case _:
                moves.append(each)
    return replace(meaning, moves=tuple(moves))


def _asked_why(spoken: Spoken, turn: TurnSpans) -> list[Spoken]:
    """Return a move, or the rules' question for the reason in the place of one that ends in how little there is."""
    places = zip(turn.spans, turn.places, strict=True)
    words = [span for span, (start, end) in places if spoken.overlaps(start, end)]
    if not isinstance(spoken.move, OutOfScope) or not some(
        words[-1:], "much_of_it", "little_of_it", "bad_of_it", "degree"
    ):
        return [spoken]
    by_rules = turn.by_rules.meaning.moves
    return [each for each in by_rules if isinstance(each.move, Ask) and each.move.question == "reason"] or [spoken]


def _facts_behind_why(turn: TurnSpans) -> Iterator[str]:
    """Yield the slots that stand behind a question for the reason, up to the end of its clause.

    An adjective tells a fact where it ends the clause, "so cheap?", or before "than", and an option elsewhere: "the
    cheap one".
    """
    asked = False
    for span, following in pairwise((*turn.spans, NOTHING)):
        if asked and span.has("clause_end"):
            return
        if asked:
            tells = following.has("nothing", "clause_end", "opens:liked_less")
            told = (*_TOLD, "adjective", "compare") if tells else _TOLD
            yield from (slot for kind, slot in related_slots(span) if kind.partition(":")[0] in told)
        asked |= span.has("opens:asks_why")


def _facts_asked_beside(meaning: Meaning, turn: TurnSpans) -> list[str]:
    """Return the slots that a turn asks for, where it asks why there is so little: "is 4.66 good? Why so low?"."""
    whys = [at for at, span in enumerate(turn.spans) if span.has("cue:reason")]
    if not whys or not some(turn.spans[whys[-1] :], "much_of_it", "little_of_it", "bad_of_it"):
        return []
    return [slot for move in meaning.all() if isinstance(move, Ask) and move.question == "facts" for slot in move.slots]


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


def with_recalls_kept(meaning: Meaning, turn: TurnSpans) -> Meaning:
    """Return the recall that the rules read where nothing but something unknown was: "remind me what we pay"."""
    by_rules = turn.by_rules.meaning
    recalls = bool(by_rules.moves) and all(isinstance(move, Recall) for move in by_rules.all())
    is_unknown = bool(meaning.moves) and all(isinstance(move, OutOfScope) for move in meaning.all())
    return replace(meaning, moves=by_rules.moves) if recalls and is_unknown else meaning


def with_both_of_what_is_asked(meaning: Meaning, turn: TurnSpans) -> Meaning:
    """Return a meaning that asks of all options which have two things: "which one has wifi and parking both?"."""
    said = [at for at, span in enumerate(turn.spans) if span.has("whole")]
    named = [at for at, span in enumerate(turn.spans) if span.has("value")]
    if len(said) != 1 or len(named) < 2 or said[0] < named[-1]:
        return meaning
    moves = list[Spoken]()
    for each in meaning.moves:
        match each.move:
            case Ask(question="which", of=Every(count=2)) as ask:
                moves.append(replace(each, move=replace(ask, of=Every())))
            case _:
                moves.append(each)
    return replace(meaning, moves=tuple(moves))


def without_rejecting_what_is_asked_about(meaning: Meaning) -> Meaning:
    """Return a meaning that keeps what it asks about: "none of them covers the week. Which do you recommend?"."""
    asked = [move for move in meaning.all() if isinstance(move, Ask) and move.question in ("reason", "facts", "holds")]
    asked_about = [move.of for move in asked if move.of is not None]
    kept = tuple(each for each in meaning.moves if not (isinstance(each.move, Reject) and each.move.of in asked_about))
    return replace(meaning, moves=kept)
