"""Refusals: deeds that the user wants neither done nor asked about, whoever reads an order in the words for them.

"Stop asking me to book", "I never said book" and "don't cancel it" lead from a denial or a reproach to a deed, by words
of wanting and asking alone. "Stop asking" and "I didn't want that" name none: they mean what the agent has just asked
about, or done. The words are a language's data (of the table `orders` of its lexicon).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from wayframe.language.lexicon import Lexicon
from wayframe.meaning.records import (
    ASKED_FIRST,
    NO,
    YES,
    Answer,
    Ask,
    Book,
    Cancel,
    Change,
    Deed,
    Hold,
    It,
    Meaning,
    Move,
    Note,
    OutOfScope,
    Particulars,
    Recall,
    Reject,
    Social,
    Spoken,
    Undo,
)
from wayframe.reader import ReaderContext
from wayframe.reader.spans import Span, clauses
from wayframe.reader.symbols import TurnSpans
from wayframe.reader.words import WordClasses
from wayframe.state.records import Option
from wayframe.state.resolution.denied import just_done

COMPLAINT = Social("complaint")
_MOVES: Mapping[Deed, type[Move]] = {"book": Book, "cancel": Cancel, "change": Change}
_WORDS: Mapping[str, Deed] = {"booking": "book", "cancelling": "cancel", "changing": "change"}
"""The deeds, by the classes of the words for them."""

_REMARKS = (Hold, OutOfScope, Recall, Undo)
_OF_BOOKING = (Note, Particulars)
_REPROACHES = ("reproach", "reproach_why")
_NAMING = ("name", "ordinal", "value", "place")


class _Refusal(NamedTuple):
    """A deed that is refused, where the words for that begin and end, and whether they reproach the agent."""

    deed: Deed
    start: int
    end: int
    reproach: bool


class _Word(NamedTuple):
    """A word, or a sign, the number of its span, and whether it is of a question."""

    text: str
    span: int
    asked: bool


class _Way(NamedTuple):
    """The way from a denial, as far as a word: whether a deed may be named there, and somebody was asked something."""

    at: int
    linked: bool = True
    urged: bool = False


class _Goal(NamedTuple):
    """The end of such a way: the class of the words there ("": they name nothing), and where they end."""

    name: str
    end: int
    urged: bool


class Refusals:
    """Finds the deeds that a turn refuses. Threads may share it."""

    def __init__(self, lexicon: Lexicon) -> None:
        self._phrases = WordClasses(lexicon.orders)

    def meant(self, meaning: Meaning, turn: TurnSpans) -> Meaning:
        """Return a meaning without the deeds that its turn refuses, and with a word on which these are."""
        said = [each for each in self._refusals(turn) if not _is_ordered(each, meaning)]
        if not said:
            return meaning
        moves = [each for each in meaning.moves if not _is_refused(each, said, turn.context)]
        unread = tuple(each for each in meaning.unread if not _stands_in(each.start, each.end, said))
        refused = tuple(dict.fromkeys(each.deed for each in said))
        moves = [*_answer(moves, said, turn.context), *moves]
        return replace(meaning, moves=tuple(moves), unread=unread, refused=refused)

    def _refusals(self, turn: TurnSpans) -> Iterator[_Refusal]:
        """Yield what a turn refuses, each where it says so."""
        said = _words(turn)
        words = [word.text for word in said]
        none = self._none(words)
        for at, word in enumerate(said):
            for length, names in self._phrases.phrases(words, at):
                reproach = not names.isdisjoint(_REPROACHES)
                if not reproach and ("denial" not in names or word.asked or at in none):
                    continue
                for goal in self._goals(words, _Way(at + length), reproach=reproach):
                    last = said[goal.end - 1].span
                    if goal.name and _names_another(turn, last + 1, asked="reproach_why" in names):
                        continue
                    start, end = turn.places[word.span][0], turn.places[last][1]
                    for deed in _deeds(goal, turn.context):
                        yield _Refusal(deed, start, end, reproach or goal.urged)

    def _none(self, words: Sequence[str]) -> set[int]:
        """Return the places of words that only look like a denial: "why not"."""
        found = set[int]()
        for at in range(len(words)):
            for length, names in self._phrases.phrases(words, at):
                if "no_denial" in names:
                    found.update(range(at, at + length))
        return found

    def _goals(self, words: Sequence[str], way: _Way, *, reproach: bool) -> Iterator[_Goal]:
        """Yield all to which a way leads."""
        if way.urged and (reproach or self._ends(words, way.at)):
            yield _Goal("", way.at, urged=True)
        if way.at == len(words):
            return
        for length, names in self._phrases.phrases(words, way.at):
            end = way.at + length
            found = [name for name in (*_WORDS, "this_deed") if name in names]
            if found and (way.linked or found == ["this_deed"]):
                yield _Goal(found[0], end, way.urged)
            for onward in _onward(way, end, names):
                yield from self._goals(words, onward, reproach=reproach)

    def _ends(self, words: Sequence[str], at: int) -> bool:
        """Return whether nothing more is said of a thing: the words end, or a sign or an "and" follows."""
        return at == len(words) or not words[at].isalnum() or "ending" in self._phrases.of(words[at])


def _onward(way: _Way, end: int, names: Collection[str]) -> Iterator[_Way]:
    """Yield the way behind a phrase of some classes, where it goes on there."""
    if "urging" in names:
        yield _Way(end, linked=False, urged=True)
    elif "linking" in names:
        yield _Way(end, linked=True, urged=way.urged)
    elif "leading" in names:
        yield way._replace(at=end)


def _words(turn: TurnSpans) -> list[_Word]:
    asked = {span.start for clause in clauses(turn.spans, ()) if clause.question for span in clause.spans}
    return [_Word(text, at, span.start in asked) for at, span in enumerate(turn.spans) for text in span.words.split()]


def _names_another(turn: TurnSpans, at: int, *, asked: bool) -> bool:
    """Return whether the next two spans name something that wasn't just done: "don't book | the | second".

    Why the named one was booked is `asked` for its reasons.
    """
    naming = next((span for span in turn.spans[at : at + 2] if span.has(*_NAMING)), None)
    if naming is None:
        return False
    options = [done.now.option for done in just_done(turn.context.state)]
    return asked or not any(_is_named(option, naming, turn.context) for option in options)


def _is_named(option: Option, naming: Span, context: ReaderContext) -> bool:
    """Return whether a span is the name of an option, or a value that it has."""
    names = {name for name, frame in context.options.items() if frame == option.frame}
    held = option.item.values.items()
    named = any(entry.kind == "name" and entry.data in names for entry in naming.entries)
    return named or any((slot, value) in held for slot, value, *_ in naming.every("value"))


def _deeds(goal: _Goal, context: ReaderContext) -> Iterator[Deed]:
    """Yield the deeds that a way has led to: the one named there, or what the agent has just asked about, or done."""
    if goal.name in _WORDS:
        yield _WORDS[goal.name]
        return
    if goal.urged:
        yield from (deed for deed in _MOVES if deed == context.state.pending.purpose)
    yield from (each.deed for each in just_done(context.state))


def _is_ordered(refusal: _Refusal, meaning: Meaning) -> bool:
    """Return whether a deed that is refused is ordered by other words of the turn: "quit asking and book it"."""
    orders = [each for each in meaning.moves if each.move == YES or isinstance(each.move, _MOVES[refusal.deed])]
    return any(each.sure > ASKED_FIRST and not _stands_in(each.start, each.end, [refusal]) for each in orders)


def _is_refused(spoken: Spoken, said: Sequence[_Refusal], context: ReaderContext) -> bool:
    """Return whether a move is but a deed that is refused, or was read out of the words that refuse it."""
    move, refused = spoken.move, {each.deed for each in said}
    if move == YES:
        return context.state.pending.purpose in refused
    if isinstance(move, Change) and (move.wishes or move.to):
        return False  # "I don't want to change the hotel, only the days"
    if isinstance(move, tuple(_MOVES[deed] for deed in refused)):
        return True
    if isinstance(move, _OF_BOOKING):
        return "book" in refused  # there is no booking for which it would hold
    return _stands_in(spoken.start, spoken.end, said) and _is_remark(move, context)


def _is_remark(move: Move, context: ReaderContext) -> bool:
    """Return whether a move within a refusal says no more than that."""
    if isinstance(move, Reject | Cancel):
        return move.of in (None, It()) and (not context.booked or bool(just_done(context.state)))
    return isinstance(move, _REMARKS) or (isinstance(move, Ask) and move.question == "reason")


def _stands_in(start: int, end: int, said: Sequence[_Refusal]) -> bool:
    return any(start < each.end and each.start < end for each in said)


def _answer(moves: Sequence[Spoken], said: Sequence[_Refusal], context: ReaderContext) -> Iterator[Spoken]:
    """Yield the complaint that a refusal is, or the no to the agent's question, where the turn says none itself."""
    reproaches = [each for each in said if each.reproach]
    answered = any(isinstance(each.move, Answer) or each.move == COMPLAINT for each in moves)
    if reproaches and not any(each.move == COMPLAINT for each in moves):
        yield Spoken(COMPLAINT, reproaches[0].start, reproaches[0].end)
    elif not answered and (not moves or context.state.pending.purpose in {each.deed for each in said}):
        yield Spoken(NO, said[0].start, said[0].end)
