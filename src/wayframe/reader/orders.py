"""Orders: whether the words around a deed order it, or hold it back, and whether they mean but some of a set.

Who says "my boss said book the cheapest", "once she agrees we'll book it" or "maybe I should cancel it" has ordered
nothing yet, whoever reads the deed in it; "book one of them" books one, and doesn't say which. The words are a
language's data (the table `orders` of its lexicon).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, takewhile
from typing import NamedTuple

from msgspec.structs import replace

from wayframe.language.lexicon import Lexicon
from wayframe.meaning.records import (
    ASKED_FIRST,
    YES,
    Book,
    Booked,
    Cancel,
    Change,
    Constraint,
    Correct,
    Described,
    Every,
    Extreme,
    It,
    Meaning,
    Move,
    Note,
    Nth,
    Other,
    Reference,
    Return,
    Spoken,
    Together,
    Wish,
)
from wayframe.reader import ReaderContext
from wayframe.reader.amendments.consents import consents
from wayframe.reader.clauses import is_question
from wayframe.reader.doubt import UNPROVED
from wayframe.reader.preferences import owner_said
from wayframe.reader.spans import Clause, Span, clauses
from wayframe.reader.symbols import TurnSpans
from wayframe.reader.words import WordClasses

_DEEDS = ("cue:book", "cue:buy", "cue:cancel", "cue:change")
_CONSENTS = ("cue:answer_yes",)
_NAMING = ("name", "place", "ordinal", "value", "superlative", "date", "money", "number", "adjective", "compare")
_PRONOUNS: tuple[Reference | None, ...] = (None, It(), Every())


class _SaidClause(NamedTuple):
    """A clause of a turn: its words, where it begins and ends in the text, and whether it is an `indirect` question."""

    clause: Clause
    words: Sequence[str]
    start: int
    end: int
    indirect: bool

    def before(self, *names: str) -> Sequence[str]:
        """Return the words before the first span that goes by one of these names; all where none does."""
        spans = takewhile(lambda span: not span.has(*names), self.clause.spans)
        return [word for span in spans for word in _words(span)]


class Orders:
    """Tells the orders of turns from what only sounds like one. Threads may share it."""

    def __init__(self, lexicon: Lexicon) -> None:
        self._phrases = WordClasses(lexicon.orders)

    def meant(self, meaning: Meaning, turn: TurnSpans) -> Meaning:
        """Return a meaning with its deeds as the words of the turn order them."""
        sentences = list(_sentences(turn))
        moves = [self._as_ordered(each, sentences, turn) for each in meaning.moves]
        if turn.context.booked and any(isinstance(each.move, Note) and each.move.count > 1 for each in moves):
            moves = [self._of_more(each, sentences) for each in moves]
        return replace(meaning, moves=(*self._kept(moves, sentences, turn.context), *moves))

    def _as_ordered(self, spoken: Spoken, sentences: Sequence[Sequence[_SaidClause]], turn: TurnSpans) -> Spoken:
        """Return a move with the set that it means, held back where its clause or its sentence does so."""
        move = spoken.move
        if not isinstance(move, Book | Cancel | Change | Return) and move != YES:
            return spoken
        for said, sentence in _clauses_of(spoken, sentences):
            move = self._of_some(move, said, sentence, turn.context)
            if self._holds_back(move, said, sentence):
                spoken = replace(spoken, sure=ASKED_FIRST)
        unsure = any(each.move == YES and each.sure <= UNPROVED for each in turn.by_rules.meaning.moves)
        if move == YES and unsure and not consents(turn):
            spoken = replace(spoken, sure=min(spoken.sure, UNPROVED))
        return replace(spoken, move=move)

    def _kept(
        self, moves: Sequence[Spoken], sentences: Sequence[Sequence[_SaidClause]], context: ReaderContext
    ) -> Iterator[Spoken]:
        """Yield that the last wish is taken back where a booking is of what is to stay: "keep the dates. Book it"."""
        books = any(isinstance(each.move, Book) and each.move.of in _PRONOUNS for each in moves)
        if not books or not any(isinstance(move, Wish | Change) for move in context.moves):
            return
        for said in chain.from_iterable(sentences):
            if self._says(said.words, "keeping") and not said.clause.has(*_DEEDS):
                yield Spoken(Correct(()), said.start, said.end)
                return

    def _of_more(self, spoken: Spoken, sentences: Sequence[Sequence[_SaidClause]]) -> Spoken:
        """Return a booking of more of what is booked, held back where it is only asked for: "can I book two?"."""
        said = [said for said, _ in _clauses_of(spoken, sentences) if isinstance(spoken.move, Book)]
        asked = any(each.clause.question and self._says(each.words, "asking_leave") for each in said)
        return replace(spoken, sure=ASKED_FIRST) if asked else spoken

    # Deeds held back

    def _holds_back(self, move: Move, said: _SaidClause, sentence: Sequence[_SaidClause]) -> bool:
        """Return whether a clause, or the sentence around it, holds a move back."""
        if isinstance(move, Return):
            return is_question(said.clause, any_asks=False) or self._says(said.words, "asking_about", "wavering")
        if self._is_reported(said, sentence) or self._depends(said, sentence):
            return True
        if move == YES:
            asks = is_question(said.clause, any_asks=False) and not self._says(said.words, "requesting")
            return asks or self._goes_on_remarking(said, sentence)
        if isinstance(move, Book | Cancel | Change) and move.of in _PRONOUNS and owner_said(said.clause.spans):
            return True  # "book hers", where nobody has said what she wants
        if self._is_of_others(said) or self._says(_all_words(sentence), "mocking"):
            return True
        if isinstance(move, Cancel) and self._says(said.words, "keeping_only"):
            return True  # of those that aren't named nobody has said a word
        return self._is_thought_over(said) or self._is_asked(said)

    def _goes_on_remarking(self, said: _SaidClause, sentence: Sequence[_SaidClause]) -> bool:
        """Return whether a yes but acknowledges or mocks: "yes, I saw that"."""
        behind = sentence[sentence.index(said) :]
        return any(self._says(each.words, "acknowledging", "mocking") for each in behind)

    def _is_thought_over(self, said: _SaidClause) -> bool:
        """Return whether a clause wavers or puts a deed off: "maybe I'll book it", "book it later"."""
        if self._says(said.words, "put_off") or said.clause.has("says:deliberating"):
            return True
        return self._says(said.words, "wavering") and not self._says(said.words, "formal")

    def _is_asked(self, said: _SaidClause) -> bool:
        """Return whether a clause asks about a deed, which is no request: "book it?", "would you book it?"."""
        if said.indirect:
            return True
        if not said.clause.question or self._says(said.words, "requesting"):
            return False
        return self._says(said.words, "advising", "permitted") or not said.before(*_DEEDS)

    def _is_reported(self, said: _SaidClause, sentence: Sequence[_SaidClause]) -> bool:
        """Return whether somebody else only said so: "my boss said we should book it", not "I told you to book it"."""
        earlier = _all_words(sentence[: sentence.index(said)])
        before = self._without([*earlier, *said.before(*_DEEDS, *_CONSENTS)], "reported")
        for length in range(1, min(len(before), LONGEST_REPORT) + 1):
            if self._is(" ".join(before[-length:]), "reporting"):
                speaker = self._without(before[:-length], "emphasis")
                return not (speaker and self._is(speaker[-1], "speaker"))
        return False

    def _is_of_others(self, said: _SaidClause) -> bool:
        """Return whether somebody else does a deed: "she'll book it", "my wife wants to book it"."""
        before = said.before(*_DEEDS)
        subject = self._without(before, "auxiliary")
        if not subject:
            return False
        owned = len(subject) < len(before) and self._is(" ".join(subject[-2:-1]), "owner")
        return owned or self._is(subject[-1], "others")

    def _depends(self, said: _SaidClause, sentence: Sequence[_SaidClause]) -> bool:
        """Return whether a sentence puts a deed under a condition, or goes on with a reservation."""
        behind = sentence[sentence.index(said) + 1 :]
        return any(map(self._is_condition, sentence)) or any(self._opens(each.words, "reservation") for each in behind)

    def _is_condition(self, said: _SaidClause) -> bool:
        return said.clause.supposing or said.clause.has("says:proviso") or self._says(said.words, "condition")

    # Some of a set

    def _of_some(self, move: Move, said: _SaidClause, sentence: Sequence[_SaidClause], context: ReaderContext) -> Move:
        """Return a deed on a set as one on some of it, which is asked for: "one of them", "A or B", "all but A"."""
        if not isinstance(move, Book | Cancel):
            return move
        whole = Described((), Booked() if isinstance(move, Cancel) else Every())
        if self._says(_all_words(sentence), "sparing"):
            return move if isinstance(move.of, Described) else replace(move, of=whole)
        several = max(len(context.focus), 1 if context.focus else len(context.latest))
        chooses, open_to_choice = said.clause.has("conjunction:or"), self._leaves_open(move, said, sentence)
        if isinstance(move, Book) and not chooses and (open_to_choice or said.clause.has("conjunction:and")):
            move = replace(move, of=_each_value(move.of))
        of, count = move.of, self._count_of_part(said.words)
        if isinstance(of, Together) and (chooses or open_to_choice):
            return replace(move, of=Described((), of))
        if count is None:
            return move
        if isinstance(move, Cancel):
            named = _is_set(of) and not (isinstance(of, Every) or of == Other())
            return replace(move, of=Described((), of) if named else whole)
        if count > 1 and of in _PRONOUNS and several == count:
            return move
        if count > 1 and of in _PRONOUNS and several == 1:
            return replace(move, of=It())  # two pieces of it
        if of in _PRONOUNS:
            return replace(move, of=whole)
        return replace(move, of=Described((), of)) if _is_set(of) else move

    def _leaves_open(self, move: Move, said: _SaidClause, sentence: Sequence[_SaidClause]) -> bool:
        """Return whether a booking names nothing, nor all of what was named before: "A and B are nice. Book it"."""
        names = said.clause.has(*_NAMING) or self._says(_all_words(sentence), "all_of_them")
        return isinstance(move, Book) and not names

    def _count_of_part(self, words: Sequence[str]) -> int | None:
        """Return how many of a set are meant, 0 where nobody says; None where all of it is."""
        for at in range(len(words)):
            names = self._phrases.starting(words, at)
            if "part" in names and not (at and self._is(words[at - 1], "definite")):
                return next((int(name.removeprefix("part_of_")) for name in names if name.startswith("part_of_")), 0)
        return None

    # Words

    def _says(self, words: Sequence[str], *names: str) -> bool:
        """Return whether words hold a phrase of one of some classes."""
        return any(not self._phrases.starting(words, at).isdisjoint(names) for at in range(len(words)))

    def _opens(self, words: Sequence[str], name: str) -> bool:
        return bool(words) and name in self._phrases.starting(words, 0)

    def _is(self, phrase: str, name: str) -> bool:
        return name in self._phrases.of(phrase)

    def _without(self, words: Sequence[str], name: str) -> Sequence[str]:
        """Return words without those of a class at their end."""
        end = len(words)
        while end and self._is(words[end - 1], name):
            end -= 1
        return words[:end]


LONGEST_REPORT = 3
"""Words of a phrase that reports: "keeps telling me"."""


def _sentences(turn: TurnSpans) -> Iterator[Sequence[_SaidClause]]:
    """Yield the clauses of each sentence of a turn."""
    places = {span.start: place for span, place in zip(turn.spans, turn.places, strict=True)}
    whether = {span.last for span in turn.spans if span.has("asked_whether")}
    sentence = list[_SaidClause]()
    for clause in clauses(turn.spans, ()):
        first, last = clause.spans[0], clause.spans[-1]
        if sentence and first.first > sentence[-1].clause.spans[-1].last:
            yield sentence
            sentence = []
        words = [word for span in clause.spans for word in _words(span)]
        start, end = places[first.start][0], places[last.start][1]
        sentence.append(_SaidClause(clause, words, start, end, first.first in whether))
    yield sentence


def _words(span: Span) -> Sequence[str]:
    """Return the words of a span without signs."""
    return [word for word in span.words.split() if any(map(str.isalnum, word))]


def _all_words(clauses_said: Sequence[_SaidClause]) -> list[str]:
    """Return the words of clauses one behind the other, since a phrase may be cut in two: "why don't | you book it"."""
    return [word for said in clauses_said for word in said.words]


def _clauses_of(
    spoken: Spoken, sentences: Sequence[Sequence[_SaidClause]]
) -> Sequence[tuple[_SaidClause, Sequence[_SaidClause]]]:
    """Return the clauses that a move came from, each with its sentence: those with words for it, where any has."""
    found = [
        (said, sentence)
        for sentence in sentences
        for said in sentence
        if said.start < spoken.end and spoken.start < said.end
    ]
    cues = _CONSENTS if spoken.move == YES else _DEEDS
    return [(said, sentence) for said, sentence in found if said.clause.has(*cues)] or found


def _each_value(reference: Reference | None) -> Reference | None:
    """Return what is described by one of several values as the options with each: "order the Pinto and the Orla"."""
    match reference:
        case Described(wishes=(Wish(slot, Constraint("is", values)),), of=None) if len(values) > 1:
            return Together(tuple(Described((Wish(slot, Constraint("is", (value,))),)) for value in values))
    return reference


def _is_set(reference: Reference | None) -> bool:
    """Return whether a reference means several options."""
    if isinstance(reference, Every | Together | Other):
        return True
    return isinstance(reference, Nth | Extreme) and reference.count > 1
