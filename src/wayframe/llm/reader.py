"""A model as a reader: it fills the records of meaning; options, slots and values are checked and resolved here.

Each move names the words of the turn that it comes from, so that a move without words is none. A value that these
words don't say by our own reading ("half a grand", "Oktoberfest") is taken, but as a doubtful one, so that the agent
says what it took; so is a wish that our own reading has for another slot, or the other way round ("under 900" as at
least). A booking, a cancellation, a change, or a yes to one, is doubtful unless our own reading of the turn does just
that, too (`deeds`): then the agent asks first, whatever a model says.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Literal, NamedTuple, cast

import msgspec

from wayframe.conversation import note
from wayframe.llm import prompt
from wayframe.llm.client import Client, Shape
from wayframe.llm.deeds import TurnInDialogue, as_demanded
from wayframe.llm.endpoint import LLMError
from wayframe.llm.typed import SaidValue, TypedValues, are_contradicted, place_of
from wayframe.meaning.records import (
    PERHAPS,
    Answer,
    AnswerWord,
    Ask,
    Book,
    Booked,
    Cancel,
    Change,
    Compare,
    Constraint,
    Correct,
    Described,
    Drop,
    Every,
    Flag,
    Meaning,
    More,
    Move,
    NewTrip,
    Numbered,
    Operator,
    OutOfScope,
    Question,
    Recall,
    RecallSubject,
    Reference,
    Reject,
    Return,
    Scope,
    Social,
    SocialKind,
    Spoken,
    Text,
    Together,
    Undo,
    Unread,
    Wish,
    numbered,
    wishes_in,
)
from wayframe.reader import ReaderContext
from wayframe.reader.doubt import UNPROVED
from wayframe.reader.reader import EmbeddedReader
from wayframe.reader.readings import TERMS
from wayframe.state.denotation import Denoter

FORM = "meaning"
"""The name of the form of an answer."""

SURE = "understood by rules, which are sure of it"
"""What is noted of a turn that the model isn't asked about."""

MoveName = Literal[
    "wish", "drop", "ask", "compare", "return", "more", "book", "cancel", "change", "reject", "recall", "answer",
    "undo", "correct", "social", "out_of_scope",
]  # fmt: skip


class _Condition(msgspec.Struct):
    slot: str
    op: Operator | Literal["below", "above"]
    values: tuple[SaidValue, ...] = ()
    per: Scope = ""
    than: tuple[int, ...] = ()


class _Move(msgspec.Struct):
    move: MoveName
    words: str = ""
    conditions: tuple[_Condition, ...] = ()
    options: tuple[int, ...] = ()
    slots: tuple[str, ...] = ()
    question: Question = "facts"
    about: RecallSubject = "wishes"
    answer: AnswerWord = "yes"
    kind: SocialKind | Literal["send_or_print"] = "small_talk"


class _Turn(msgspec.Struct):
    """An answer; each of its moves is decoded by itself, so that a crooked one costs only itself."""

    moves: tuple[msgspec.Raw, ...]
    unread: tuple[str, ...] = ()

    def decoded(self) -> Iterator[_Move]:
        """Yield the moves that are of their form."""
        for each in self.moves:
            with suppress(msgspec.DecodeError):
                yield _MOVE.decode(each)


_MOVE = msgspec.json.Decoder(_Move)


class LLMReader:
    """Asks a model, of all turns or of those that the embedded reader is unsure of.

    Where a model doesn't answer, or with nothing that holds, the embedded reader reads.
    """

    def __init__(self, client: Client, embedded: EmbeddedReader) -> None:
        """`embedded` also gives the words of a slot their type."""
        self._client, self._embedded = client, embedded
        self._schema = embedded.schema
        self._instructions = prompt.instructions(self._schema)
        self._shape = Shape(FORM, prompt.json_schema(self._schema), _Turn)

    def read(self, text: str, context: ReaderContext) -> Meaning:
        """See `Reader.read`; what read, and what it took, is noted (`note`)."""
        if self._client.endpoint.role == "unsure":
            sure = self._embedded.sure(text, context)
            if sure:
                note(SURE)
                return sure
        return self._asked(text, context)

    def _asked(self, text: str, context: ReaderContext) -> Meaning:
        model = self._client.endpoint.model
        try:
            question = prompt.question(text, context, self._schema, prompt.LONGEST - len(self._instructions))
            found, used = self._client.ask(self._instructions, question, self._shape)
        except LLMError as error:
            return self._instead(text, context, f"{model} gave {error} ({error.used})")
        meaning = checked(found, text, context, self._embedded)
        if found.moves and not meaning.moves:
            return self._instead(text, context, f"{model} gave no move that holds ({used})")
        if not meaning.moves and self._embedded.sure(text, context):
            return self._instead(text, context, f"{model} found nothing in it ({used})")
        note(f"understood by {model} ({used})")
        return meaning

    def _instead(self, text: str, context: ReaderContext, why: str) -> Meaning:
        note(f"understood by rules: {why}")
        return self._embedded.read(text, context)


class _Typed(NamedTuple):
    """A wish, and whether the words of the turn prove its values."""

    wish: Wish
    proved: bool


def checked(found: _Turn, text: str, context: ReaderContext, embedded: EmbeddedReader) -> Meaning:
    """Return what holds of a model's answer: slots that there are, options that were shown, words that were said."""
    own = embedded.read(text, context)
    said = [_Checked(move, text, context, embedded, own) for move in found.decoded()]
    spoken = _compared_as_named([each for move in said for each in move.spoken()])
    if not any(isinstance(each.move, Answer) for each in spoken):
        spoken += [each for each in own.moves if each.move == PERHAPS]  # a hesitation that either hears holds back
    spoken = _with_terms(spoken, [each for each in own.moves if isinstance(each.move, TERMS)])
    left = [place for words in found.unread if (place := place_of(words, text))]
    unread = tuple(Unread(start, end, 1.0) for start, end in left)
    meaning = Meaning(tuple(spoken), unread, for_several=own.for_several, to_see=own.to_see, refused=own.refused)
    return as_demanded(meaning, own, TurnInDialogue(text, context.state, embedded.schema))


def _compared_as_named(spoken: Sequence[Spoken]) -> list[Spoken]:
    """Return moves with a comparison that names no options as one of those that the turn speaks of before it."""
    found = list[Spoken]()
    for each in spoken:
        named = tuple(before.move.to for before in found if isinstance(before.move, Return))
        if isinstance(each.move, Compare) and each.move.of == Every() and len(named) > 1:
            found = [before for before in found if not isinstance(before.move, Return)]
            each = msgspec.structs.replace(each, move=msgspec.structs.replace(each.move, of=Together(named)))
        found.append(each)
    return found


def _with_terms(spoken: Sequence[Spoken], terms: Sequence[Spoken]) -> list[Spoken]:
    """Return moves with the terms of a booking that our own reading found, which a model's form has no move for."""
    noted = [each for each in spoken if isinstance(each.move, OutOfScope) and _is_among(terms, each)]
    return [*(each for each in spoken if each not in noted), *terms]


def _is_among(terms: Iterable[Spoken], spoken: Spoken) -> bool:
    return any(term.overlaps(spoken.start, spoken.end) for term in terms)


class _Checked:
    """A move of a model beside the turn that it comes from, and our `own` reading of it."""

    def __init__(self, said: _Move, text: str, context: ReaderContext, embedded: EmbeddedReader, own: Meaning) -> None:
        self.said, self.context, self.own = said, context, own
        self.embedded, self.schema = embedded, embedded.schema
        self.place = place_of(said.words, text)
        self.words = text[slice(*self.place)] if self.place else ""
        self.conditions = [typed for each in said.conditions if (typed := self._condition(each))]
        self.wishes = tuple(typed.wish for typed in self.conditions)
        self.slots = tuple(slot for slot in said.slots if self.schema.slot(slot))

    def spoken(self) -> Iterator[Spoken]:
        """Yield the moves that hold."""
        if self.place is None or not self._is_known():
            return
        start, end = self.place
        for move in _BUILDERS[self.said.move](self):
            yield Spoken(move, start, end, 1.0 if self._is_certain(move) else UNPROVED)

    def _is_certain(self, move: Move) -> bool:
        """Return whether the turn proves the values of a move."""
        if isinstance(move, Ask):
            return True
        proved = {typed.wish: typed.proved for typed in self.conditions}
        return all(proved.get(msgspec.structs.replace(wish, of=None), True) for wish in wishes_in([move]))

    def _is_known(self) -> bool:
        """Return whether all options that it names were shown, and all slots and conditions of a question are there."""
        named = set(self.said.options) <= {*self.context.shown, prompt.NEW}
        if self.said.move in ("wish", "correct"):
            return named
        lacking = len(self.said.conditions) - len(self.wishes) + len(self.said.slots) - len(self.slots)
        return named and not lacking

    def of(self) -> Reference | None:
        """Return the options that it names; None where it is about what is at hand."""
        if prompt.NEW in self.said.options:
            return NewTrip()
        return numbered(self.said.options)

    def described(self) -> Reference | None:
        """Return those of the options that fulfil its conditions; of several the one at hand, where that does."""
        wishes = tuple(wish for wish in self.wishes if wish not in self.people())
        if not wishes or self.said.options:
            return Described(wishes, self.of()) if wishes else self.of()
        denoter, found = Denoter(self.context.state, self.schema), Described(wishes)
        at_hand = [frame for frame in denoter.state.known(self.context.focus) if denoter.fulfils(frame, wishes)]
        return numbered(at_hand) if len(at_hand) == 1 < len(denoter.denote(found)) else found

    def people(self) -> tuple[Wish, ...]:
        """Return its conditions on who travels, which no option has or lacks: it is then for these people."""
        return tuple(wish for wish in self.wishes if self.schema.by_name[wish.slot].kind == "party")

    def compared(self) -> Reference | None:
        """Return the options to compare: one by each condition where no two fulfil them all ("the spa, the gym")."""
        together = self.described()
        if len(self.wishes) < 2 or len(Denoter(self.context.state, self.schema).denote(together)) > 1:
            return together
        return Together(tuple(Described((wish,), self.of()) for wish in self.wishes))

    def _condition(self, said: _Condition) -> _Typed | None:
        slot = self.schema.slot(said.slot)
        if slot is None or not set(said.than) <= set(self.context.shown):
            return None
        typed = TypedValues(slot, self.words, self.context, self.embedded)
        values = tuple(value for each in said.values if (value := typed.value(each)))
        op = _OPERATORS.get(said.op, cast("Operator", said.op))
        if len(values) < len(said.values) or len(values) not in _NUMBERS_OF_VALUES.get(op, _SOME):
            return None
        scope = said.per or typed.scope(said.values)
        constraint = Constraint(op, values, scope, numbered(said.than), strict=said.op in _OPERATORS)
        wish = Wish(slot.name, constraint)
        contradicted = typed.contradicts(constraint) or are_contradicted(wish, wishes_in(self.own.all()))
        return _Typed(wish, all(map(typed.proves, values)) and not contradicted)


_OPERATORS: Mapping[str, Operator] = {prompt.BELOW: "at_most", prompt.ABOVE: "at_least"}
_SOME = range(1, 99)
_NUMBERS_OF_VALUES: Mapping[str, tuple[int, ...]] = {
    "any": (0,),
    "least": (0,),
    "most": (0,),
    "more": (0, 1),
    "less": (0, 1),
    "between": (2,),
}


def _wish(said: _Checked) -> Iterator[Move]:
    of = said.of()
    yield from (msgspec.structs.replace(wish, of=of) for wish in said.wishes)


def _return(said: _Checked) -> Iterator[Move]:
    if of := said.described():
        yield Return(of)


def _change(said: _Checked) -> Iterator[Move]:
    """Change a booking: as conditions say, or to the option that they name."""
    named = [wish for wish in said.wishes if wish.slot == said.schema.name]
    frames = [
        said.context.options.get(each.value)
        for wish in named
        for each in wish.constraint.values
        if isinstance(each, Text)
    ]
    to = next((frame for frame in frames if frame), None)
    if to is not None:
        yield Change(tuple(wish for wish in said.wishes if wish not in named), said.of(), Numbered(to))
    elif said.wishes:
        yield Change(said.wishes, said.of())


def _drop(said: _Checked) -> Iterator[Move]:
    yield from map(Drop, said.slots or ("",))


def _ask(said: _Checked) -> Iterator[Move]:
    """Ask; the extreme of options that were shown is which of them, one feature is whether they have it.

    What options would cost other people is asked of them as they are for these. A slot beside a condition of its own,
    as models name it for an extreme, asks for nothing more.
    """
    question, slots = said.said.question, said.slots
    if question == "extreme" and said.said.options:
        question = "which"
    if question != "facts":
        wished = {wish.slot for wish in said.wishes}
        yield Ask(question, tuple(slot for slot in slots if slot not in wished), said.of(), said.wishes)
    elif len(slots) == 1 and said.schema.by_name[slots[0]].kind == "yes_no":
        yield Ask("holds", of=said.described(), wishes=(Wish(slots[0], Constraint("is", (Flag(True),))),))
    else:
        yield from (msgspec.structs.replace(wish, of=said.of()) for wish in said.people())
        yield Ask("facts", slots, said.described())


def _recall(said: _Checked) -> Iterator[Move]:
    yield Recall(said.said.about, said.slots[0] if said.slots else "")


_BUILDERS: Mapping[MoveName, Callable[[_Checked], Iterable[Move]]] = {
    "wish": _wish,
    "correct": lambda said: [Correct(said.wishes)] if said.wishes else [],
    "change": _change,
    "drop": _drop,
    "ask": _ask,
    "compare": lambda said: [Compare(said.compared() or Every(), said.slots)],
    "return": _return,
    "book": lambda said: [Book(said.described())],
    "cancel": lambda said: [Cancel(said.described() or Booked())],
    "reject": lambda said: [Reject(said.described())],
    "more": lambda said: [More()],
    "undo": lambda said: [Undo()],
    "recall": _recall,
    "answer": lambda said: [Answer(said.said.answer)],
    "social": lambda said: [Social("sharing" if said.said.kind == "send_or_print" else said.said.kind)],
    "out_of_scope": lambda said: [OutOfScope(said.words)],
}
