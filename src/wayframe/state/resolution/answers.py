"""Answers: what the agent asked, as the moves that an answer stands for."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import chain

from msgspec.structs import replace

from wayframe.meaning.records import (
    ASKED_FIRST,
    NO,
    PERHAPS,
    YES,
    Answer,
    Ask,
    Book,
    Booked,
    Cancel,
    Change,
    Compare,
    Correct,
    Described,
    Drop,
    Every,
    It,
    Meaning,
    Move,
    Note,
    Numbered,
    OutOfScope,
    Particulars,
    Recall,
    Reference,
    Reject,
    Return,
    Social,
    Spoken,
    Together,
    Wish,
    numbered,
)
from wayframe.schema import Schema
from wayframe.state.denotation import Denoter, Frames
from wayframe.state.records import DialogueState
from wayframe.state.resolution import reference_of
from wayframe.state.resolution.changes import booked_there, may_change, place_named
from wayframe.state.resolution.denied import taken_back
from wayframe.state.resolution.options import classes_of_stay, has_already, has_told
from wayframe.state.resolution.people import guests_wished_for
from wayframe.state.wishes import is_of_stay


def answered(meaning: Meaning, state: DialogueState, schema: Schema) -> Meaning:
    """Return a meaning in which a yes, or an option named when asked which, has become what it stands for."""
    meaning = taken_back(meaning, state, schema)
    return _named(_affirmed(_repeated(meaning, state, schema), state, schema), state, schema)


def _taken(meaning: Meaning, meant: Callable[[Move], Move]) -> Meaning:
    """Return a meaning with each move as what it is taken for, in doubt as far as it was."""
    moves = [replace(spoken, move=meant(spoken.move)) for spoken in meaning.moves]
    return replace(meaning, moves=tuple(moves))


def _repeated(meaning: Meaning, state: DialogueState, schema: Schema) -> Meaning:
    """Return a meaning in which a demand for just what the agent asked whether to do has become a yes to it.

    A demand to book is one where it begins the turn; behind a question it is a booking like any other. One to cancel
    "it" is one to cancel what was asked about.
    """
    first_move = next(iter(meaning.all()), None)
    if state.pending.purpose == "cancel" and first_move in (Cancel(), Cancel(It())):
        return _taken(meaning, lambda move: YES if move == first_move else move)
    said = [move for move in meaning.all() if not isinstance(move, Social)]
    if _only_demand(said, state.pending.options, state, schema):
        return replace(meaning, moves=(replace(meaning.moves[0], move=YES),))
    if _only_demand([move for move in said if move != NO], state.pending.to_be_changed, state, schema):
        return replace(meaning, moves=(replace(meaning.moves[0], move=NO),))
    denoter, pending = Denoter(state, schema), state.pending
    if Book not in map(type, pending.on_yes) or not isinstance(first_move, Book):
        return meaning
    if any(_goes_elsewhere(move, state, schema) for move in meaning.all()):
        return meaning  # "book it. Then I need something in Oslo" is more than a yes

    def meant(move: Move) -> Move:
        repeats = isinstance(move, Book) and denoter.denote(move.of) == pending.options
        return YES if repeats else move

    return _taken(meaning, meant)


def _only_demand(said: Sequence[Move], options: Frames, state: DialogueState, schema: Schema) -> bool:
    """Return whether moves only demand what one option has, of a change that the agent proposed.

    What the change would bring is a yes to it; what the booking has already, as in "leave it economy", a no.
    """
    denoter = Denoter(state, schema)
    if state.pending.purpose != "change" or len(options) != 1 or not said:
        return False
    wishes = list[Wish]()
    for move in said:
        match move:
            case Wish():
                wishes.append(move)
            case Change(wishes=changed, to=None):
                wishes += changed
            case _:
                return False
    (frame,) = options
    return all(wish.constraint.op != "not" and has_already(frame, wish, denoter) for wish in wishes)


def _affirmed(meaning: Meaning, state: DialogueState, schema: Schema) -> Meaning:
    """Return a meaning with what was asked in the place of a yes to it, alone or before questions and courtesies.

    Who agrees to a change or a cancellation may go on remarking; a booking with a wish beside it isn't just that.
    Another thing that is to be done beside it is done as well; a booking besides the one that was asked about is
    asked about with it.
    """
    asked, purpose = state.pending.on_yes, state.pending.purpose
    meaning = _yes_first(meaning, state, schema)
    if meaning.all()[:1] != (YES,):
        return meaning
    yes, *others = meaning.moves
    both = [spoken for spoken in others if _names_both(spoken.move, state, schema)]
    if both:
        return _as_bookings(meaning, both[0], Every(2))
    if not asked:
        return meaning
    goes_elsewhere = any(_goes_elsewhere(spoken.move, state, schema) for spoken in others)
    if purpose in ("cancel", "change") and not goes_elsewhere:
        others = [spoken for spoken in others if not isinstance(spoken.move, Wish)]
    if _says_so_again(meaning, state, schema) or _says_yes_again(meaning, state, schema):
        yes = replace(yes, sure=1.0)
    asked = _agreed_to(asked, others, state, schema)
    others = [spoken for spoken in others if not _says_it_again(spoken.move, asked, state, schema)]
    others = [spoken for spoken in others if not _is_so_anyway(spoken.move, state, schema)]
    besides = [spoken for spoken in others if isinstance(spoken.move, Book)]
    if besides and purpose == "book":
        named = [spoken.move.of for spoken in besides if isinstance(spoken.move, Book) and spoken.move.of]
        asked_about = map(Numbered, state.pending.options)
        return _as_bookings(meaning, besides[0], Together((*asked_about, *named)))
    others = _as_change_elsewhere(others, state, schema)
    varied = any(_varies_asked(spoken.move, state, schema) for spoken in others)
    if varied and not goes_elsewhere and all(_may_vary(spoken.move, state, schema) for spoken in others):
        of_asked = [replace(spoken, move=_of_asked(spoken.move, asked[0], schema)) for spoken in others]
        return replace(meaning, moves=(*of_asked, *(replace(yes, move=move, sure=ASKED_FIRST) for move in asked)))
    goes_on = all(isinstance(move, Wish) for move in asked)  # whoever agrees to these may go on wishing
    goes_on = goes_on or goes_elsewhere
    if not goes_on and not all(_may_follow_a_yes(spoken.move, state, schema) for spoken in others):
        return replace(meaning, moves=tuple(others))
    meant = [replace(yes, move=move) for move in asked]
    return replace(meaning, moves=(*meant, *others))


def _as_change_elsewhere(others: Sequence[Spoken], state: DialogueState, schema: Schema) -> list[Spoken]:
    """Return moves beside a yes, wishes for what is booked in another place as a change: "yes. And Rome is for two"."""
    denoter, said = Denoter(state, schema), [spoken.move for spoken in others]
    place, wished = place_named([move for move in said if isinstance(move, Wish)], schema)
    if place is None or not wished or not _goes_elsewhere(place, state, schema):
        return list(others)
    booked = booked_there(place, denoter)
    if not booked or not all(may_change(wish, booked, denoter) for wish in wished):
        return list(others)
    wishes = [spoken for spoken in others if isinstance(spoken.move, Wish)]
    change = replace(wishes[0], move=Change(tuple(wished), Numbered(booked)))
    return [change if spoken is wishes[0] else spoken for spoken in others if spoken not in wishes[1:]]


def _may_follow_a_yes(move: Move, state: DialogueState, schema: Schema) -> bool:
    """Return whether a move may follow a yes that agrees: a change of a booking that wasn't asked about may, too.

    So may a turn to what isn't booked, where one agrees to cancel something.
    """
    denoter = Denoter(state, schema)
    if isinstance(move, Change):
        return set(state.pending.options).isdisjoint(denoter.bookings(move.of))
    if isinstance(move, Return) and state.pending.purpose == "cancel":
        return set(denoter.denote(Booked())).isdisjoint(denoter.denote(move.to))
    return is_beside_a_yes(move)


def _starts_anew(move: Move) -> bool:
    """Return whether a move begins another trip, for which some wishes are kept."""
    return isinstance(move, Drop) and move.keeping != ()


def _goes_elsewhere(move: Move, state: DialogueState, schema: Schema) -> bool:
    """Return whether a move begins another trip, or is for a place that nothing which was asked about has."""
    if not isinstance(move, Wish) or move.slot != schema.goal or move.constraint.op != "is":
        return _starts_anew(move)
    denoter, asked = Denoter(state, schema), state.known(state.pending.options)
    return not any(denoter.fulfils(frame, (move,)) for frame in asked)


def _varies_asked(move: Move, state: DialogueState, schema: Schema) -> bool:
    """Return whether a move beside a yes to one booking wants it otherwise: "yes, for three", "yes, a day later".

    So does a feature that it is to have: "yes, and it should have a pool".
    """
    if state.pending.purpose != "book" or len(state.pending.options) != 1 or not isinstance(move, Wish):
        return False
    slot = schema.slot(move.slot)
    if move.of is not None or slot is None:
        return False
    other_terms = (schema.party, schema.guests, *classes_of_stay(schema))
    return move.slot in other_terms or slot.kind == "yes_no" or is_of_stay(schema, move.slot)


def _may_vary(move: Move, state: DialogueState, schema: Schema) -> bool:
    """Return whether a move may stand beside a yes that wants what was asked about otherwise."""
    return _varies_asked(move, state, schema) or is_beside_a_yes(move)


def _of_asked(move: Move, asked: Move, schema: Schema) -> Move:
    """Return a wish beside a yes as one of the option that was asked about: whether it has a feature is asked."""
    if not isinstance(move, Wish) or move.of is not None:
        return move
    of, slot = reference_of(asked), schema.slot(move.slot)
    if slot is not None and slot.kind == "yes_no":
        return Ask("holds", (), of, (move,))
    if move.slot == schema.guests:
        return next((Note(count=count) for count in guests_wished_for((move,), schema)), move)
    return replace(move, of=of)


def _says_so_again(meaning: Meaning, state: DialogueState, schema: Schema) -> bool:
    """Return whether wishes beside a yes say what all that was asked about has: "lock it in for both of us"."""
    wishes = [move for move in meaning.all() if isinstance(move, Wish)]
    denoter, options = Denoter(state, schema), state.known(state.pending.options)
    pairs = [(frame, wish) for frame in options for wish in wishes]
    return bool(pairs) and all(has_already(frame, wish, denoter) for frame, wish in pairs)


def _says_yes_again(meaning: Meaning, state: DialogueState, schema: Schema) -> bool:
    """Return whether a turn agrees, under no condition, to the booking that the turn before had demanded already.

    Nobody need be asked a third time.
    """
    options, denoter = state.pending.options, Denoter(state, schema)
    demanded = any(isinstance(move, Book) and denoter.denote(move.of) == options for move in state.moves)
    if state.pending.purpose != "book" or not demanded or meaning.moves[0].sure <= UNLIKELY:
        return False
    said_besides = [move for move in meaning.all() if move != YES]
    others = [move for move in said_besides if isinstance(move, Book) and denoter.denote(move.of) != options]
    return not others and all(isinstance(move, _SAID_WITH_A_YES) for move in said_besides)


_SAID_WITH_A_YES = (Book, Note, Particulars, Social)

UNLIKELY = 0.1
"""The probability up to which a yes is under a condition, or only told of."""


def _yes_first(meaning: Meaning, state: DialogueState, schema: Schema) -> Meaning:
    """Return a meaning with a yes before the others that are ruled out, and before what is wished of it.

    "Not the Barrel. Yes, book the Ladle", "my brother comes along, so yes, book it".
    """
    denoter, asked = Denoter(state, schema), set(state.pending.options)

    def may_stand_before(move: Move) -> bool:
        if isinstance(move, Reject):
            return asked.isdisjoint(denoter.denote(move.of))
        return isinstance(move, Drop) or _varies_asked(move, state, schema)

    others = [spoken for spoken in meaning.moves if may_stand_before(spoken.move)]
    if meaning.all()[len(others) : len(others) + 1] != (YES,):
        return meaning
    return replace(meaning, moves=(*(spoken for spoken in meaning.moves if spoken not in others), *others))


def _names_both(move: Move, state: DialogueState, schema: Schema) -> bool:
    """Return whether a move turns to two options of which not both were asked about."""
    if not isinstance(move, Return) or move.to != Every(2):
        return False
    both = Denoter(state, schema).denote(move.to)
    return len(both) == 2 and set(both) != set(state.pending.options) and state.pending.purpose in ("", "book", "tell")


def _as_bookings(meaning: Meaning, said: Spoken, options: Reference) -> Meaning:
    """Return a meaning in which a yes and a move beside it are one booking, which is asked about first."""
    moves = [
        replace(said, move=Book(options), sure=ASKED_FIRST) if spoken is said else spoken for spoken in meaning.moves
    ]
    return replace(meaning, moves=tuple(spoken for spoken in moves if spoken.move != YES))


def _says_it_again(move: Move, agreed: Sequence[Move], state: DialogueState, schema: Schema) -> bool:
    """Return whether a move beside a yes but says what the agent has just asked about: "yes, the 14", "yes, cancel it".

    The option may be named, or be pointed at.
    """
    denoter = Denoter(state, schema)
    if isinstance(move, Book | Cancel):
        if state.pending.purpose in _ASKED_FOR[type(move)]:
            asked_about = set(denoter.denote(move.of)) == set(state.pending.options)
            if asked_about or move.of in _ALL_ASKED:
                return True
        return _is_one_of(move, agreed, denoter) or _is_part_of_change(move, agreed, denoter)
    return isinstance(move, Return) and (move.to in _ALL_ASKED or _names_asked(move, state, schema) != ())


_ASKED_FOR: Mapping[type[Move], tuple[str, ...]] = {Book: ("book",), Cancel: ("cancel", "change")}
"""The purposes of the questions that a deed beside a yes may say again."""


def _is_one_of(move: Move, asked: Sequence[Move], denoter: Denoter) -> bool:
    """Return whether a deed is one of several that were agreed to, named by its options."""
    frames = denoter.denote(reference_of(move))
    alike = [each for each in asked if type(each) is type(move)]
    return bool(frames) and len(asked) > 1 and any(denoter.denote(reference_of(each)) == frames for each in alike)


def _is_part_of_change(move: Book | Cancel, agreed: Sequence[Move], denoter: Denoter) -> bool:
    """Return whether a deed is half of a change into another option: it books that one, or gives up the booking."""
    changes = [each for each in agreed if isinstance(each, Change) and each.to is not None]
    if isinstance(move, Book):
        return any(denoter.denote(move.of) == denoter.denote(each.to) for each in changes)
    return any(denoter.bookings(move.of) == denoter.bookings(each.of) for each in changes)


def _is_so_anyway(move: Move, state: DialogueState, schema: Schema) -> bool:
    """Return whether a move wishes for what all that was asked about is anyway: "yes, book it, for 8"."""
    if not isinstance(move, Wish | Correct) or not isinstance(state.pending.on_yes[0], Book):
        return False
    options, wishes = state.known(state.pending.options), (move,) if isinstance(move, Wish) else move.wishes
    denoter = Denoter(state, schema)
    return bool(options) and all(has_already(frame, wish, denoter) for frame in options for wish in wishes)


def _names_asked(move: Return, state: DialogueState, schema: Schema) -> Frames:
    """Return the options that a turn to options names, where the agent has just asked about all of these."""
    named = Denoter(state, schema).denote(move.to)
    return named if set(named) <= set(state.pending.options) else ()


def _agreed_to(
    asked: Sequence[Move], others: Sequence[Spoken], state: DialogueState, schema: Schema
) -> tuple[Move, ...]:
    """Return what is agreed to of what was asked: what is done to options that are named, if any: "yes, the 14"."""
    turns = [spoken.move for spoken in others if isinstance(spoken.move, Return) and spoken.move.to not in _ALL_ASKED]
    named = set(chain.from_iterable(_names_asked(move, state, schema) for move in turns))
    if not named:
        return tuple(asked)
    denoter, agreed = Denoter(state, schema), list[Move]()
    for move in asked:
        meant = numbered(frame for frame in denoter.denote(reference_of(move)) if frame in named)
        if isinstance(move, Book | Cancel):
            agreed += [replace(move, of=meant)] if meant else []
        elif meant:
            agreed.append(move)
    return tuple(agreed)


_ALL_ASKED = (None, It(), Every(), Every(2))


_BESIDE_A_YES = (Ask, Book, Cancel, Compare, Note, OutOfScope, Particulars, Recall, Reject, Social)


def is_beside_a_yes(move: Move) -> bool:
    """Return whether a move may follow a yes that agrees: another one, a question, terms, something else to be done.

    What doesn't matter any more, or is ruled out, makes what was asked about no other.
    """
    if isinstance(move, Drop):
        return move.slot != ""
    return move == YES or isinstance(move, _BESIDE_A_YES)


_HESITATION = {PERHAPS, NO, Answer("neither")}


def _named(meaning: Meaning, state: DialogueState, schema: Schema) -> Meaning:
    """Return a meaning with the option that was asked for, where it names one: booked, cancelled or changed.

    Where a deed was proposed, who names an option wants to hear of it: "go back to the second".
    """
    options, deed = state.pending.options, _DEEDS.get(state.pending.purpose)
    if len(options) < 2 or deed is None or state.pending.on_yes or not _HESITATION.isdisjoint(meaning.all()):
        return meaning
    denoter = Denoter(state._replace(focus=options, lists=(*state.lists, options)), schema)
    picked = _picked(meaning, options, denoter)
    if picked:
        courtesies = tuple(spoken for spoken in meaning.moves if isinstance(spoken.move, Social))
        first = replace(meaning.moves[0], move=deed(numbered(picked), state.moves))
        if any(isinstance(move, Wish) and move.constraint.op != "is" for move in meaning.all()):
            first = replace(first, sure=ASKED_FIRST)  # "something under $2,000" may be a new search
        return replace(meaning, moves=(first, *courtesies))

    def named(move: Move) -> Reference | None:
        """Return the reference of a move to some of the options that were asked about; None where it has none."""
        reference = _answer(move, state.pending.purpose, schema)
        frames = denoter.denote(reference) if reference else ()
        return reference if frames and set(frames).issubset(options) else None

    def meant(move: Move) -> Move:
        reference = named(move)
        return deed(reference, state.moves) if reference else move

    said = [move for move in meaning.all() if not isinstance(move, Social)]
    is_plain = len(said) == 1 and isinstance(said[0], Book) and named(said[0]) is not None
    taken = _taken(meaning, meant)
    if len(options) > 2 and any(isinstance(move, Book) and move.of == Every() for move in taken.all()):
        return replace(taken, moves=tuple(replace(spoken, sure=ASKED_FIRST) for spoken in taken.moves))  # "all"
    return _as_sure(taken) if is_plain else taken


def _as_sure(meaning: Meaning) -> Meaning:
    """Return a meaning without doubt: it answers just what the agent asked; a deed that is held back stays so."""
    return replace(
        meaning,
        moves=tuple(
            replace(spoken, sure=1.0 if spoken.sure > ASKED_FIRST else ASKED_FIRST) for spoken in meaning.moves
        ),
    )


def _picked(meaning: Meaning, options: Sequence[int], denoter: Denoter) -> Frames:
    """Return the only one of some options that has all that a turn says, where it says only wishes."""
    said = [move for move in meaning.all() if not isinstance(move, Social)]
    wishes = tuple(replace(move, of=None) for move in said if isinstance(move, Wish))
    if not wishes or len(wishes) < len(said) or any(wish.constraint.is_relative for wish in wishes):
        return ()
    picked = tuple(frame for frame in options if all(has_told(frame, wish, denoter) for wish in wishes))
    return picked if len(picked) == 1 else ()


def _answer(move: Move, purpose: str, schema: Schema) -> Reference | None:
    """Return the reference by which a move names an option for a purpose; a place or a name by itself does.

    Who was asked which to book and wants to cancel one doesn't answer.
    """
    if isinstance(move, Return):
        return move.to
    if isinstance(move, Book) and purpose == "book":
        return move.of
    if isinstance(move, Cancel) and purpose == "cancel":
        return move.of
    if isinstance(move, Wish) and move.slot in (schema.place, schema.name):
        return Described((move,))
    return None


def _change(reference: Reference | None, moves: tuple[Move, ...]) -> Move:
    """Return the change that was asked for, of the booking that is named now."""
    asked = [move.wishes for move in moves if isinstance(move, Change)]
    return Change(tuple(chain.from_iterable(asked)), reference)


_DEEDS: Mapping[str, Callable[[Reference | None, tuple[Move, ...]], Move]] = {
    "book": lambda reference, moves: Book(reference),
    "cancel": lambda reference, moves: Cancel(reference),
    "change": _change,
}
