"""Booking: options booked, bookings cancelled and changed, asked about first where it isn't plain which is meant."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from wayframe.meaning.records import (
    Answer,
    Ask,
    Book,
    Cancel,
    Change,
    Constraint,
    Days,
    Described,
    Drop,
    Every,
    Extreme,
    Hold,
    It,
    Named,
    NewTrip,
    Note,
    Nth,
    Number,
    Particulars,
    Reference,
    Together,
    Value,
    Wish,
    wishes_besides,
    wishes_for,
)
from wayframe.planner.answering import tell_choice
from wayframe.planner.denials import blamed, told
from wayframe.planner.exactness import not_just
from wayframe.planner.plan import (
    MOST_BLAMED,
    MOST_NAMED,
    Confirm,
    Done,
    Empty,
    Holds,
    Noted,
    Nothing,
    NotKept,
    NotQuite,
    Offer,
    OptionView,
    PlannerTurn,
    Propose,
    Recalled,
    ReplyPart,
    Several,
    Tell,
    Which,
)
from wayframe.planner.pricing import is_for_party, item_for_party, offered_as
from wayframe.planner.searching import SUGGESTIONS, is_so, offer, suggest
from wayframe.sources.constraints import fits, just, order, single_day
from wayframe.sources.protocol import Condition, Item, Query
from wayframe.state.denotation import Denoter
from wayframe.state.records import Option, Step, moves_of, said_together, steps_of
from wayframe.state.resolution import description, named_in
from wayframe.state.resolution.options import says_nothing_new
from wayframe.state.resolution.wishes import is_by_amount
from wayframe.state.update import WISHING
from wayframe.state.wishes import revised
from wayframe.values.dates import read_dates

CONSIDERED = 40
"""Items that are considered at most in the place of a booking."""


def _found_by_name(turn: PlannerTurn, frames: Sequence[int]) -> tuple[int, ...]:
    """Return the only option that the turn itself found, by the name of those meant: "the Anselm, May 10 to 18"."""
    names = {turn.view(frame).name for frame in frames}
    if len(turn.offered) != 1 or names != {turn.view(turn.offered[0]).name}:
        return ()
    return tuple(turn.offered)


def _found_by_turn(turn: PlannerTurn, step: Step, move: Book, frames: Sequence[int]) -> tuple[int, ...]:
    """Return what a booking means of the options that its turn found, which nobody has seen yet; else nothing.

    "Rome instead, and book the cheapest" means one there, where those that were shown before (`frames`) aren't as the
    turn wishes; "book the second one, then find the same from Oslo" one of these. "I like the Anselm, book it for us"
    means that one, where it wasn't shown before. "The Anselm, but a day longer" means what was found of that name.
    """
    if not turn.offered:
        return ()
    if _is_varied(turn, step):
        only_near = any(isinstance(part, Nothing | NotQuite) for part in turn.parts)
        return () if only_near else _found_by_name(turn, frames)
    if frames:
        is_behind = bool(steps_of(turn.steps[: turn.steps.index(step)], *WISHING))
        is_meant = is_behind and isinstance(move.of, Extreme | Nth) and _not_as_asked(turn, move, frames)
    else:
        is_meant = isinstance(move.of, Named | Described)
    found = turn.state.known(turn.denoter.denote(move.of)) if is_meant else ()
    return found if set(found) <= set(turn.offered) else ()


def _is_varied(turn: PlannerTurn, step: Step) -> bool:
    """Return whether a turn wishes for just what it books on other days, by how many more or fewer."""
    wishes = [each.move for each in steps_of(turn.steps, Wish) if step.frames and each.frames == step.frames]
    return any(is_by_amount(wish, turn.schema) for wish in wishes if isinstance(wish, Wish))


# Booked


def book(turn: PlannerTurn, step: Step, move: Book) -> None:
    """Book what is meant, or ask which."""
    if turn.ask_which_several(move.of, "book"):
        return
    called = _called(turn, move.of)
    if len(called) > 1:
        turn.say(Which(turn.views(called, turn.shown_slots()), "book"))
        return
    tied = turn.state.known(Denoter(turn.before, turn.schema).tied(move.of))
    if tied:
        turn.say(Which(turn.views(tied, turn.shown_slots()), "book"))
        turn.focus(tied)
        return
    frames = (*turn.state.known(step.frames), *called)
    unseen = _found_by_turn(turn, step, move, frames)
    frames = unseen or frames
    if not frames:
        turn.say(Empty("option", turn.at_hand()))
        return
    if len(frames) > 1 and not turn.denoter.means_all(move.of):
        fresh = _found_by_name(turn, frames)
        if not fresh:
            _say_all_are_so(turn, move, frames)
            turn.say(Which(turn.views(frames, turn.shown_slots()), "book"))
            return
        frames = fresh
    before = [frame for frame in frames if turn.is_booked(frame)]
    earlier = {booking.option.frame for booking in turn.before.standing}
    if known := [frame for frame in before if frame in earlier]:  # not by "take it, please book it" itself
        if _wants_more(turn) and turn.heard.held_back:
            turn.say(Confirm("book", turn.bookings(known, turn.state.terms.number)))  # "can I book two?"
        elif _wants_more(turn):
            _note_with(turn, known)  # "book it, I need two of them"
        else:
            turn.say(Noted("booked", options=turn.views(known)))
    wanted = [frame for frame in frames if frame not in before and not too_few(turn, frame)]
    priced = [_priced(turn, frame) for frame in wanted]
    found = [frame for frame in priced if frame]
    tell_choice(turn, move.of, found)
    is_new = bool(unseen or called or _missing(turn, move.of)) or priced != wanted or bool(_opens_later(turn, found))
    is_new = is_new or _is_varied(turn, step)
    _book(turn, found, asked_first=is_new or any(doubt(turn, move, wanted) for doubt in DOUBTS))
    turn.focus(found or before)


def _say_all_are_so(turn: PlannerTurn, move: Book, frames: Sequence[int]) -> None:
    """Say of several options that may be meant that all are as they were described: "the one without a pool"."""
    for wish in wishes_besides(description(move.of), turn.schema.name, turn.schema.place):
        turn.say(Holds(wish, turn.views(frames, [wish.slot]), chosen="some"))


def _opens_later(turn: PlannerTurn, frames: Sequence[int]) -> list[int]:
    """Return the options that can't be had yet on the day that was noted for their booking, after saying when they can.

    Nothing is said again of what was agreed to.
    """
    today = turn.state.memory.today
    if turn.heard.confirmed or today is None:
        return []
    notes = [note for note in turn.state.terms.notes if note.particular == "day"]
    said = [dates for note in notes if (dates := read_dates(note.words, today))]
    if not said:
        return []
    last_day = order(Days(said[-1].last, said[-1].last))
    late = [frame for frame in frames if any(_is_behind(turn, frame, slot, last_day) for slot in turn.schema.openings)]
    if late:
        turn.say(Tell(turn.views(late, turn.schema.openings)))
    return late


def _is_behind(turn: PlannerTurn, frame: int, slot: str, day: float | None) -> bool:
    """Return whether an option's day is known, and behind another one."""
    opening = order(turn.value(frame, slot))
    return opening is not None and day is not None and opening > day


def _wants_more(turn: PlannerTurn) -> bool:
    """Return whether so many of what is booked are wanted, by the turn, or by the one that it agrees to."""
    counted = any(each.count for each in (*moves_of(turn.steps, Note), *_agreed_notes(turn)))
    return counted and not turn.schema.party


def _agreed_notes(turn: PlannerTurn) -> Sequence[Note]:
    """Return the terms of the turn before, where a yes agrees to them."""
    return [move for move in turn.before.moves if isinstance(move, Note)] if turn.heard.confirmed else []


def note(turn: PlannerTurn, step: Step, move: Note) -> None:
    """Take the terms of a booking that no slot holds: with one that stands, or for the next; what is held has none."""
    if steps_of(turn.steps, Hold):
        return
    booked = () if _looks_on(turn) else _booking_spoken_of(turn)
    if booked and not steps_of(turn.steps, Book, Cancel, Change):
        if not _is_last_note(turn, step):
            return
        _note_with(turn, booked)
    said = steps_of(turn.steps, Particulars) or any(_notes_terms(part) for part in turn.parts)
    done = any(isinstance(part, Done) for part in turn.parts)  # which says it already
    asked = any(isinstance(part, Confirm) and part.purpose == "book" for part in turn.parts)
    said = said or asked or (done and any(isinstance(each, Note | Particulars) for each in turn.before.moves))
    proposed = turn.state.known(turn.before.pending.options) if _asked_to_book(turn) else ()
    if not said and not done and proposed:
        turn.say(Confirm("book", turn.bookings(proposed)))  # which tells what is noted
    elif move.words and not said:
        words = [] if done else said_together(each for each in moves_of(turn.steps, Note) if each.words)
        turn.say(Noted("terms", words=", ".join(words)))
    are_things = not (turn.schema.party or turn.schema.guests)
    if move.count and are_things and not booked and not steps_of(turn.steps, Book):
        _count_out(turn, move.count)


def _asked_to_book(turn: PlannerTurn) -> bool:
    """Return whether the agent has asked whether to book something, and a turn but says more about that."""
    asked = any(isinstance(move, Book) for move in turn.before.pending.on_yes)
    return asked and not turn.heard.confirmed and len(steps_of(turn.steps, Note)) == len(turn.steps)


def _looks_on(turn: PlannerTurn) -> bool:
    """Return whether a turn looks for something else than what was booked: it wishes, and not but for more guests."""
    return any(wish.of is None and wish.slot != turn.schema.guests for wish in moves_of(turn.steps, Wish))


def _booking_spoken_of(turn: PlannerTurn) -> Sequence[int]:
    """Return the bookings that were just made; else the one that is spoken of, if it is one."""
    focus = turn.before.focus
    standing = [booking.option.frame for booking in turn.before.standing]
    return turn.before.just_booked or (focus if len(focus) == 1 and focus[0] in standing else ())


def _notes_terms(part: ReplyPart) -> bool:
    return isinstance(part, NotKept) or (isinstance(part, Noted) and part.kind == "terms")


def _is_last_note(turn: PlannerTurn, step: Step) -> bool:
    return steps_of(turn.steps, Note)[-1] is step


def _note_with(turn: PlannerTurn, booked: Sequence[int]) -> None:
    """Note terms with bookings that were just made."""
    wanted = [frame for frame in booked if not too_few(turn, frame)]
    before = turn.bookings(wanted)
    for frame in wanted:
        turn.state = turn.state.booked(turn.state.options[frame])
    after = turn.bookings(wanted)
    fewer = any(new.count < old.count for new, old in zip(after, before, strict=True))
    if wanted and after == before:
        turn.say(Recalled("bookings", bookings=after))
    elif wanted:
        turn.say(Done("book", after, before if fewer else ()))


def _count_out(turn: PlannerTurn, count: int) -> None:
    """Say what so many of the option that is spoken of cost; of several options ask which."""
    named = [step.frames for step in turn.steps if step.frames]
    frames = turn.state.known(named[-1] if named else turn.before.focus)
    if len(frames) > 1:
        turn.say(Which(turn.views(frames, turn.shown_slots()), "book"))
        turn.focus(frames)
    elif frames and any(isinstance(part, Several) and part.option.frame == frames[0] for part in turn.parts):
        return  # "six of it! What does that make in total?"
    elif frames and not too_few(turn, frames[0]) and count > 1:
        view = turn.bookings(frames)[0]
        price = turn.schema.price.name if turn.schema.price else ""
        several = Several(view, count, view.values.get(price))
        place = next((at for at, part in enumerate(turn.parts) if isinstance(part, Propose)), len(turn.parts))
        turn.parts.insert(place, several)


def too_few(turn: PlannerTurn, frame: int) -> bool:
    """Say that there are fewer of an option than are wanted, where that is so."""
    left, count = turn.value(frame, turn.schema.stock), turn.state.terms.number
    if not isinstance(left, Number) or left.value >= count:
        return False
    part = Several(turn.view(frame), count, left=int(left.value))
    if part not in turn.parts:
        turn.say(part)
    return True


def _missing(turn: PlannerTurn, reference: Reference | None) -> list[Reference]:
    """Return what is named in a booking and denotes no option."""
    parts = reference.parts if isinstance(reference, Together) else (reference,)
    return [part for part in parts if part is not None and not turn.denoter.denote(part)]


def _called(turn: PlannerTurn, reference: Reference | None) -> list[int]:
    """Return items that are booked by their names without having been offered, as new options.

    They are looked for among what was wished for, else in the whole catalogue.
    """
    found = list[int]()
    for missing in _missing(turn, reference):
        name = turn.schema.name
        named = description(missing) or [Wish(name, Constraint("is", (each,))) for each in named_in(missing, name)]
        if not wishes_for(named, name):
            continue
        for wishes in (revised(turn.wishes(), named, turn.schema), named):
            items = turn.search(turn.query(wishes), MOST_NAMED).items
            if items:
                found += [turn.add_option(item) for item in items]
                break
    if found:
        turn.list_offered()
    return found


def _not_sure(turn: PlannerTurn, move: Book, frames: Sequence[int]) -> bool:
    """Return whether the turn may mean something else, or names nothing behind a mere perhaps."""
    perhaps = Answer("perhaps") in turn.before.moves and move.of != It()
    return turn.is_unsure(frames) or (perhaps and not _is_by_name(turn, move.of))


def _is_by_name(turn: PlannerTurn, reference: Reference | None) -> bool:
    """Return whether a reference names what it means."""
    return isinstance(reference, Named) or bool(wishes_for(description(reference), turn.schema.name))


def _lost(turn: PlannerTurn, move: Book, frames: Sequence[int]) -> bool:
    """Return whether "it" may be what the user spoke of in a turn that was not understood."""
    return move.of in (None, It()) and not turn.before.moves


def _may_be_a_question(turn: PlannerTurn, move: Book, frames: Sequence[int]) -> bool:
    """Return whether an answer to which shall be booked may only ask which is the cheapest."""
    return isinstance(move.of, Extreme) and turn.before.pending.purpose == "book"


def _elsewhere(turn: PlannerTurn, move: Book, frames: Sequence[int]) -> bool:
    """Return whether options go from or to other places than was wished for: they were but near to it.

    Whoever names one that was shown has read where it is.
    """
    if turn.heard.confirmed:
        return False
    known = _is_by_name(turn, move.of) and all(frame in turn.before.options for frame in frames)
    return not known and any(_is_elsewhere(turn, turn.state.options[frame]) for frame in frames)


def _is_elsewhere(turn: PlannerTurn, option: Option) -> bool:
    places = [slot.name for slot in turn.schema.of_kind("place")]
    return not all(is_so(turn, option.item, wish) for wish in wishes_for(option.wishes, *places))


def _has_changed(turn: PlannerTurn, move: Book, frames: Sequence[int]) -> bool:
    """Return whether an option is other by now than the user knew it."""
    return not turn.renewed.isdisjoint(frames)


def _may_be_for_several(turn: PlannerTurn, move: Book, frames: Sequence[int]) -> bool:
    """Return whether others may come along, of whom nobody said how many."""
    return not turn.heard.confirmed and turn.state.for_several and not turn.party_known()


def _not_as_asked(turn: PlannerTurn, move: Book, frames: Sequence[int]) -> bool:
    """Return whether options aren't, or may not be, what the user asked or wished for while booking them."""
    answers = [part for part in turn.parts if isinstance(part, Holds)]
    lacking = {view.frame for answer in answers for view in (*answer.no, *answer.unknown)}
    if not lacking.isdisjoint(frames):
        return True
    items = [turn.state.options[frame].item for frame in frames]
    wishes = (*_wished_of_it(turn), *description(move.of))
    return not all(is_so(turn, item, wish) for item in items for wish in wishes)


def _another_has_it(turn: PlannerTurn, move: Book, frames: Sequence[int]) -> bool:
    """Return whether "it" may be another option of which is so what was just asked and isn't so of this one."""
    if move.of not in (None, It()) or turn.heard.confirmed or len(frames) != 1:
        return False
    asked = [each for each in turn.before.moves if isinstance(each, Ask) and each.question == "holds"]
    wishes = [wish for each in asked for wish in each.wishes if not wish.constraint.is_relative]
    others = [turn.state.options[frame].item for frame in turn.denoter.at_hand() if frame not in frames]
    lacking = [wish for wish in wishes if not is_so(turn, turn.state.options[frames[0]].item, wish)]
    named = [wish for wish in lacking if wish.slot not in turn.schema.windows and wish.constraint.values]
    return any(is_so(turn, item, wish) for item in others for wish in named)


def _wished_of_it(turn: PlannerTurn) -> Sequence[Wish]:
    """Return the wishes of a turn that may be about what it books: none where they are for another trip."""
    return () if speaks_of_another_trip(turn) else turn.heard.wished


def speaks_of_another_trip(turn: PlannerTurn) -> bool:
    """Return whether a turn wishes for another trip, or begins one: also by another place to go to, or to start from.

    Once it has booked, a place is of the next trip; a start that is said of what it books isn't.
    """
    booked = tuple[int, ...]()
    for step in turn.steps:
        match step.move:
            case Book():
                booked = (*booked, *turn.state.known(step.frames))
            case Wish(of=NewTrip()):
                return True
            case Drop(keeping=kept) if kept:
                return True
            case Wish(slot=turn.schema.goal, constraint=Constraint(op="is")) if booked:
                return True
            case Wish(slot=turn.schema.source, of=None, constraint=Constraint(op="is")) as wish if booked:
                if not any(is_so(turn, turn.state.options[frame].item, wish) for frame in booked):
                    return True
    return False


def _for_several_parties(turn: PlannerTurn, move: Book, frames: Sequence[int]) -> bool:
    """Return whether several options are booked for people who are named: each may be for others."""
    return len(frames) > 1 and bool(wishes_for(turn.heard.wished, turn.schema.party)) and not turn.heard.confirmed


def _for_number_said_before(turn: PlannerTurn, move: Book, frames: Sequence[int]) -> bool:
    """Return whether several of a thing, or several guests, are booked and the turn doesn't say how many."""
    said = any(note.count and note.particular != "guests" for note in moves_of(turn.steps, Note))
    return turn.state.terms.number > 1 and not said and not turn.heard.confirmed


def _all_of_a_kind(turn: PlannerTurn, move: Book, frames: Sequence[int]) -> bool:
    """Return whether several options are booked by what they have ("the Paris ones"), and not by name or number."""
    described = isinstance(move.of, Every) and isinstance(move.of.of, Described) and not move.of.count
    return described and len(frames) > 1 and not turn.heard.confirmed


DOUBTS = (
    _not_sure, _lost, _another_has_it, _may_be_a_question, _elsewhere, _not_as_asked, _has_changed,
    _for_several_parties, _for_number_said_before, _all_of_a_kind, _may_be_for_several,
)  # fmt: skip
"""What makes a booking one to ask about first."""


def _book(turn: PlannerTurn, frames: Sequence[int], *, asked_first: bool) -> None:
    """Book options, or ask whether to."""
    if not frames:
        return
    turn.parts = [part for part in turn.parts if not _offers_but(part, frames)]
    if asked_first:
        turn.say(Confirm("book", tuple(_not_told_again(turn, view) for view in turn.bookings(frames))))
        return
    for frame in frames:
        turn.state = turn.state.booked(turn.state.options[frame])
    turn.say(Done("book", turn.bookings(frames)))
    overlapping = [option.frame for option in _overlapping(turn, frames)]
    there = [frame for frame in _booked_there(turn, frames) if frame not in overlapping]
    if overlapping:
        turn.say(Noted("overlap", options=turn.views(overlapping)))
    elif there:  # what is booked now may have been meant to take its place
        turn.say(Noted("still_booked", options=turn.views(there[-MOST_LEFT:])))


def _booked_there(turn: PlannerTurn, frames: Sequence[int]) -> list[int]:
    """Return the journeys booked in earlier turns, and still, that go to a place of those booked now."""
    if not turn.schema.windows:
        return []
    places = {turn.value(frame, turn.schema.place) for frame in frames} - {None}
    there = [frame for frame in _left_of_before(turn) if turn.value(frame, turn.schema.place) in places]
    return [frame for frame in there if frame not in frames]


def _not_told_again(turn: PlannerTurn, view: OptionView) -> OptionView:
    """Return an option that is asked about without the day from which it can be had, where the turn has told that."""
    told = [each for part in turn.parts if isinstance(part, Tell) for each in part.options if each.frame == view.frame]
    again = {slot for each in told for slot in each.values if slot in turn.schema.openings}
    return replace(view, values={slot: value for slot, value in view.values.items() if slot not in again})


def _overlapping(turn: PlannerTurn, frames: Sequence[int]) -> list[Option]:
    """Return the options booked in earlier turns, and still, that are for some of the days of those booked now."""
    stays = [_measured(turn.state.options[frame].item.values, turn.schema.windows) for frame in frames]
    earlier = [turn.state.options[frame] for frame in _left_of_before(turn)]
    return [option for option in earlier if any(_overlap(turn, option, stay) for stay in stays)]


def _overlap(turn: PlannerTurn, option: Option, stay: Mapping[str, float]) -> bool:
    """Return whether an option is for days of a stay; one may begin on the day on which the other ends."""
    own = _measured(option.item.values, turn.schema.windows)
    if len(own) < 2 or len(stay) < 2:
        return False
    return max(min(own.values()), min(stay.values())) < min(max(own.values()), max(stay.values()))


def _offers_but(part: ReplyPart, frames: Sequence[int]) -> bool:
    """Return whether a part of a reply offers nothing but options that are booked or asked about anyway."""
    return isinstance(part, Offer) and {view.frame for view in part.options} <= set(frames)


def _priced(turn: PlannerTurn, frame: int) -> int:
    """Return an option as it is for those who travel and on the days that the turn wished for; 0 if there is no such.

    For other people it is the same item found again, on other days the only one of its name.
    """
    option = turn.state.options[frame]
    if _is_agreed_beside_a_change(turn, frame) or _goes_on_to_another_trip(turn):
        return frame  # "yes. And the other one is for two": who travels there doesn't travel here
    moved = wishes_for(_wished_of_it(turn), *turn.schema.windows)
    if not all(is_so(turn, option.item, wish) for wish in moved):
        name = turn.schema.name
        named = [each for each in turn.offered if turn.value(each, name) == turn.value(frame, name)]
        if len(named) == 1:
            return named[0]
    return frame if is_for_party(turn, frame) else _for_party(turn, frame)


def _is_agreed_beside_a_change(turn: PlannerTurn, frame: int) -> bool:
    """Return whether a turn agrees to book an option as it was asked, and changes what is booked already."""
    return turn.heard.confirmed and frame in turn.before.pending.options and bool(steps_of(turn.steps, Change))


def _goes_on_to_another_trip(turn: PlannerTurn) -> bool:
    """Return whether a turn books and then begins another trip: "book it. The second trip is for my sister"."""
    begun = [at for at, step in enumerate(turn.steps) if isinstance(step.move, Drop) and step.move.keeping]
    if begun and steps_of(turn.steps[: begun[-1]], Book):
        return True
    return any(books_before_another_trip(turn, step) for step in turn.steps)


def books_before_another_trip(turn: PlannerTurn, step: Step) -> bool:
    """Return whether a step books, and the turn then goes on to another trip: "book it. Now to Oslo, in May"."""
    if not isinstance(step.move, Book) or not speaks_of_another_trip(turn):
        return False
    return not steps_of(turn.steps[: turn.steps.index(step)], *WISHING)


def _for_party(turn: PlannerTurn, frame: int) -> int:
    """Return an option as it is for those who travel now: as it was offered to them, else as a new option."""
    key = turn.state.options[frame].item.key
    same = [each for each in turn.offered if turn.state.options[each].item.key == key]
    if same:
        return same[0]
    item = item_for_party(turn, frame)
    if item is None:
        return 0
    known = offered_as(turn, item)
    if known is None:
        known = turn.add_option(item)
    return known


# Cancelled


def cancel(turn: PlannerTurn, step: Step, move: Cancel) -> None:
    """Cancel the bookings that are meant, or ask which."""
    frames = _meant(turn, move.of, "cancel")
    if not frames:
        return
    if turn.is_unsure(frames):
        turn.say(Confirm("cancel", turn.bookings(frames)))
        return
    booked = tuple(replace(view, noted=()) for view in turn.bookings(frames))  # before their number is gone
    for frame in frames:
        turn.state = turn.state.cancelled(turn.state.options[frame])
    turn.parts = [part for part in turn.parts if not _notes_what_stood(part, frames)]
    turn.say(Done("cancel", booked))
    left = [frame for frame in _left_of_before(turn) if frame not in frames]
    if 0 < len(left) <= MOST_LEFT:
        turn.say(Noted("still_booked", options=turn.views(left)))
    if not turn.offered:
        turn.focus(frames)


MOST_LEFT = 2
"""Bookings that are named at most as those that stand, where others were cancelled."""


def _notes_what_stood(part: ReplyPart, cancelled: Sequence[int]) -> bool:
    """Return whether a part notes what else was booked before the turn cancelled some of it: that is told behind."""
    if not isinstance(part, Noted):
        return False
    is_of_them = not {view.frame for view in part.options}.isdisjoint(cancelled)
    return part.kind == "still_booked" or (part.kind == "overlap" and is_of_them)


def _left_of_before(turn: PlannerTurn) -> list[int]:
    """Return what was booked before a turn and still is: what the turn itself books it has just told."""
    earlier = [booking.option.frame for booking in turn.before.standing]
    return [frame for frame in earlier if turn.is_booked(frame)]


def _meant(turn: PlannerTurn, reference: Reference | None, purpose: str) -> Sequence[int]:
    """Return the bookings that a reference means; where none or several are, say so and return none."""
    frames = turn.denoter.bookings(reference)
    if not frames:
        standing = [booking.option.frame for booking in turn.state.standing]
        turn.say(Empty("booking", turn.views(standing)))
        return ()
    if len(frames) > 1 and not turn.denoter.means_all(reference):
        turn.say(Which(turn.bookings(frames), purpose))  # type: ignore[arg-type]
        turn.focus(frames)
        return ()
    return frames


# Changed


class Substitute(NamedTuple):
    """An item in the place of a booking, and whether it is all that was wished for."""

    item: Item
    exact: bool


def change(turn: PlannerTurn, step: Step, move: Change) -> None:
    """Ask whether a booking shall become what is wished for, or what is nearest to that; after a yes it does."""
    frames = _meant(turn, move.of, "change")
    if len(frames) != 1:
        return
    old = turn.state.options[frames[0]]
    if move.to is not None:
        _change_to(turn, old, turn.state.known(step.frames))
        return
    if turn.heard.doubted:
        return
    fits = all(says_nothing_new(frames[0], wish, turn.denoter) for wish in move.wishes)
    if fits and any(_is_of_booking(turn, note) for note in moves_of(turn.steps, Note)):
        _note_with(turn, frames)
        return
    if move.wishes and fits:
        if all(wish.slot == turn.schema.party for wish in move.wishes):
            turn.say(Noted("unchanged"))  # "what if he turns eleven before we go?"
        _say_features(turn, old, move.wishes)
        turn.say(Recalled("bookings", bookings=turn.bookings(frames)))
        turn.focus(frames)
        return
    if not move.wishes:
        turn.say(Propose("change"))
        turn.focus(frames)
        return
    wishes = _without_limit(turn, move.wishes)
    found = _substitute(turn, old, wishes)
    wished = wishes_for(turn.heard.wished, *(wish.slot for wish in wishes))
    if found is None:
        _say_none_instead(turn, old, wished)
        if _is_of_stay_alone(turn, wished):
            _suggest_other_days(turn, old, wished, shifted=any(wish.constraint.is_relative for wish in move.wishes))
        turn.say(Noted("kept", options=turn.views(frames)))
        return
    if found.item.key == old.item.key and found.item.values == old.item.values:
        turn.say(Noted("same_price", options=turn.bookings(frames)))
        turn.focus(frames)
        return
    name = turn.schema.name
    if not found.exact:
        _say_none_instead(turn, old, wished)
    elif not_quite := not_just(turn, wished, [found.item]):
        turn.say(NotQuite(not_quite))
    if found.item.values.get(name) != old.item.values.get(name):
        _say_features(turn, old, wished)
    frame = turn.add_option(found.item)
    turn.list_offered()
    _say_if_too_dear(turn, frame)
    beside = (turn.schema.name, turn.schema.place, turn.schema.party, *turn.schema.lengths)
    _ask_to_change(turn, old, frame, [wish.slot for wish in wishes_besides(move.wishes, *beside)])


def _without_limit(turn: PlannerTurn, wishes: Sequence[Wish]) -> Sequence[Wish]:
    """Return what a booking is changed for without a limit to what it then costs, which chooses no other stay.

    "Make it five of us; if it's above 1,500, leave it."
    """
    price = turn.schema.price
    if price is None:
        return wishes
    others = [wish for wish in wishes if wish.slot != price.name or wish.constraint.op != "at_most"]
    return others or wishes


def _say_none_instead(turn: PlannerTurn, old: Option, wished: Sequence[Wish]) -> None:
    """Say that nothing of a booking's name, and where that is, is as wished; of other days it is on none of them."""
    there = _as_it_was(turn, old, {wish.slot for wish in wished})
    because = told(turn, blamed(turn, _query_instead(turn, old, [*there, *_on_the_very_days(wished)])))
    turn.say(Nothing(because if len(because) <= MOST_BLAMED else tuple(wished)))


def _on_the_very_days(wishes: Sequence[Wish]) -> list[Wish]:
    """Return wishes with those for a day as ones for just that day."""
    return [replace(wish, constraint=just(wish.constraint)) if single_day(wish.constraint) else wish for wish in wishes]


def _say_if_too_dear(turn: PlannerTurn, frame: int) -> None:
    """Say that what a booking is to become costs more than the budget that was wished for."""
    price = turn.schema.price
    for wish in wishes_for(turn.wishes(), price.name) if price else ():
        option = turn.state.options[frame]
        is_within = fits(turn.schema, Condition(wish.slot, wish.constraint), option.item.values, option.party)
        of_its_own = wish.constraint.than is None  # "cheaper than that one" was no budget
        if wish.constraint.op == "at_most" and of_its_own and is_within is False:
            turn.say(Noted("too_dear", wishes=(wish,)))


def _is_of_booking(turn: PlannerTurn, note: Note) -> bool:
    """Return whether terms are what a booking can take: words, or how many of it, where a party says no such thing."""
    return note.words != "" or (note.count > 0 and not turn.schema.party)


def _suggest_other_days(turn: PlannerTurn, old: Option, wished: Sequence[Wish], *, shifted: bool) -> None:
    """Offer what there is on the days that are wished for, or nearer to them than a booking; else its own other days.

    Where it was to be shifted, later or earlier, these are no days the other way.
    """
    same = _as_it_was(turn, old, {wish.slot for wish in wished})
    there = wishes_besides(same, turn.schema.name)
    query = _query_instead(turn, old, [*there, *wished])
    exact = _query_instead(turn, old, [*there, *_on_the_very_days(wished)])
    if all(single_day(wish.constraint) for wish in wished) and (elsewhere := turn.search(exact, SUGGESTIONS)).items:
        offer(turn, elsewhere, exact)
        return
    if suggest(turn, query, SUGGESTIONS, keep=_nearer(turn, old, wished)):
        return
    targets = _targets(turn, old, wished)

    def other_days(item: Item) -> bool:
        is_other_stay = _is_same_stay(turn, item, old.item) and not item.shares(old.item, turn.schema.windows)
        return is_other_stay and (not shifted or _is_that_way(item, old.item, targets))

    suggest(turn, _query_instead(turn, old, [*same, *wished]), SUGGESTIONS, keep=other_days)


def _is_same_stay(turn: PlannerTurn, item: Item, booked: Item) -> bool:
    """Return whether an item is a booking, on whatever days: of its name, places and categories."""
    slots = turn.schema.of_kind("place", "category", "name")
    return all(item.values.get(slot.name) == booked.values.get(slot.name) for slot in slots)


def _is_that_way(item: Item, booked: Item, targets: Mapping[str, float]) -> bool:
    """Return whether an item's days are on the side of a booking's on which the targets are, later or earlier."""
    days, former = _measured(item.values, targets), _measured(booked.values, targets)
    for slot, day in former.items():
        moved, wanted = days.get(slot, day) - day, targets[slot] - day
        if moved * wanted <= 0:
            return False
    return True


def _nearer(turn: PlannerTurn, old: Option, wished: Sequence[Wish]) -> Callable[[Item], bool]:
    """Return what tells whether an item is where a booking is, and nearer than it to the days that are wished for."""
    targets = _targets(turn, old, wished)
    booked, places = _distance(old.item, targets), [slot.name for slot in turn.schema.of_kind("place")]

    def nearer(item: Item) -> bool:
        there = all(item.values.get(place) == old.item.values.get(place) for place in places)
        return there and _distance(item, targets) < booked

    return nearer


def _say_features(turn: PlannerTurn, booked: Option, wishes: Sequence[Wish]) -> None:
    """Say whether a booking has the features that it is to be changed for, before another is proposed instead."""
    for wish in wishes:
        slot = turn.schema.slot(wish.slot)
        if slot is None or slot.kind != "yes_no" or slot.bearing != "value":
            continue
        view = turn.item_view(booked.item, [wish.slot], booked.frame, booked.party)
        plain = replace(wish, of=None)
        turn.say(Holds(plain, (view,)) if is_so(turn, booked.item, wish) else Holds(plain, no=(view,)))


def _change_to(turn: PlannerTurn, old: Option, frames: Sequence[int]) -> None:
    """Change a booking to an option, once that was confirmed."""
    names = {turn.value(frame, turn.schema.name) for frame in frames}
    if len(frames) > 1 and len(names) == 1:  # of several stays there, the one nearest to the days that are booked
        days = _measured(old.item.values, turn.schema.windows)
        frames = sorted(frames, key=lambda frame: _distance(turn.state.options[frame].item, days))[:1]
    if len(frames) != 1:
        turn.say(Empty("option", turn.at_hand()))
        return
    if turn.is_booked(frames[0]) and frames[0] != old.frame:  # of two bookings only the other one is wanted
        turn.say(Confirm("cancel", turn.bookings([old.frame])))
        turn.focus([old.frame])
        return
    if not (turn.heard.confirmed or turn.heard.takes_back):
        _ask_to_change(turn, old, frames[0])
        return
    turn.state = turn.state.changed(turn.state.options[frames[0]], [old])
    turn.say(Done("change", turn.bookings(frames), _as_booked(turn, old)))
    turn.focus(frames)


def _ask_to_change(turn: PlannerTurn, old: Option, frame: int, wished: Iterable[str] = ()) -> None:
    """Ask whether a booking becomes an option, which is told with what was `wished` of it, too."""
    slots = list(dict.fromkeys((*turn.booking_slots(), *wished)))
    (booked,) = turn.bookings([frame])
    new = replace(booked, values={**turn.view(frame, slots).values, **booked.values})
    turn.say(Confirm("change", (new,), changed=_as_booked(turn, old, slots)))
    turn.focus([frame])


def _as_booked(turn: PlannerTurn, old: Option, slots: Sequence[str] = ()) -> tuple[OptionView, ...]:
    return (turn.item_view(old.item, slots or turn.booking_slots(), old.frame, old.party),)


def _substitute(turn: PlannerTurn, old: Option, wishes: Sequence[Wish]) -> Substitute | None:
    """Return the item nearest to a booking that is as wished; of other days, else the nearest that there are."""
    wished = _wished_instead(turn, wishes)
    targets = _targets(turn, old, wished)
    items = _items_instead(turn, old, wished)
    if not items:
        return None
    lengths = wishes_for(wished, *turn.schema.lengths)

    def apart(item: Item) -> float:
        return _distance(item, targets) + sum(_apart_in_length(item, wish) for wish in lengths)

    best = min(items, key=lambda item: (apart(item), _otherwise_long(item, old.item, targets)))
    exact = all(is_so(turn, best, wish) for wish in wished)
    nearer = not targets or apart(best) < apart(old.item)
    return Substitute(best, exact) if exact or nearer else None


def _wished_instead(turn: PlannerTurn, wishes: Sequence[Wish]) -> tuple[Wish, ...]:
    """Return what a booking is to be changed for, as it holds by now; what the booking fails may hold no more."""
    slots = [wish.slot for wish in wishes]
    held = wishes_for(turn.wishes(), *slots)
    said = wishes_for(wishes_besides(turn.heard.wished, *(wish.slot for wish in held)), *slots)
    return (*held, *said)


def _items_instead(turn: PlannerTurn, old: Option, wished: Sequence[Wish]) -> Sequence[Item]:
    """Return what the first of the searches for another item finds that finds anything."""
    party = turn.party()
    excluded = frozenset((old.item.key,)) if party == old.party else frozenset()
    for attempt in _attempts(turn, old, wished):
        query = turn.query(attempt)._replace(party=party, excluded=excluded)
        items = turn.search(query, CONSIDERED).items
        if items:
            return items
    return ()


def _query_instead(turn: PlannerTurn, old: Option, wishes: Sequence[Wish]) -> Query:
    """Return the query for what may stand in the place of a booking: another item, for those who travel now."""
    return turn.query(wishes)._replace(party=turn.party(), excluded=frozenset((old.item.key,)))


def _attempts(turn: PlannerTurn, old: Option, wished: Sequence[Wish]) -> list[Sequence[Wish]]:
    """Return the wishes to search for in the place of a booking: first for the very item, with all that holds.

    Other days and other people go to the same item, whatever else was wished for, other people first on the same days;
    else another item will do. One that is named is meant wherever it is.
    """
    slots = {wish.slot for wish in wished}
    same = _as_it_was(turn, old, slots)
    similar = wishes_besides(same, turn.schema.name)
    others = (*wishes_besides(turn.wishes(), *slots, *(wish.slot for wish in same)), *wished)
    attempts: list[Sequence[Wish]] = [[*same, *others], [*same, *wished]]
    if slots <= {turn.schema.party}:
        return [[*same, *_on_same_days(turn, old)], *attempts, same]
    if _is_of_stay_alone(turn, wished):
        return [*attempts, same]
    attempts += [[*similar, *others], [*similar, *wished]]
    if turn.schema.name in slots:
        attempts.append([*wishes_for(same, turn.schema.source), *wished])
    return attempts


def _is_of_stay_alone(turn: PlannerTurn, wishes: Iterable[Wish]) -> bool:
    """Return whether wishes are but for when, for how long and for whom."""
    return {wish.slot for wish in wishes}.issubset((*turn.schema.windows, *turn.schema.lengths, turn.schema.party))


def _as_it_was(turn: PlannerTurn, old: Option, changed_slots: Container[str]) -> list[Wish]:
    """Return the wishes for the name, the places and the categories of a booking, but for what shall change."""
    found = list[Wish]()
    for slot in turn.schema.of_kind("place", "category", "name"):
        value = old.item.values.get(slot.name)
        if value is not None and slot.name not in changed_slots and slot.wishable:
            found.append(Wish(slot.name, Constraint("is", (value,))))
    return found


def _on_same_days(turn: PlannerTurn, old: Option) -> list[Wish]:
    """Return the wishes for the days of a booking, as they are."""
    days = ((name, old.item.values.get(name)) for name in turn.schema.windows)
    return [Wish(name, Constraint("between", (day, day))) for name, day in days if day is not None]


def _targets(turn: PlannerTurn, old: Option, wished: Sequence[Wish]) -> dict[str, float]:
    """Return the days that a stay is to have, as numbers: both ends move where one does."""
    known = _measured(old.item.values, turn.schema.windows)
    values = {wish.slot: next(iter(wish.constraint.values), None) for wish in wishes_for(wished, *known)}
    said = _measured(values, known)
    shift = next((day - known[slot] for slot, day in said.items()), 0.0)
    return {slot: said.get(slot, day + shift) for slot, day in known.items()}


def _measured(values: Mapping[str, Value | None], slots: Iterable[str]) -> dict[str, float]:
    """Return the numbers that values have, of those slots that have one."""
    numbers = {slot: order(values.get(slot)) for slot in slots}
    return {slot: number for slot, number in numbers.items() if number is not None}


def _otherwise_long(item: Item, booked: Item, slots: Iterable[str]) -> float:
    """Return by how many days an item's stay is longer or shorter than the one that is booked."""
    lengths = [list(_measured(each.values, slots).values()) for each in (item, booked)]
    return abs((max(lengths[0]) - min(lengths[0])) - (max(lengths[1]) - min(lengths[1]))) if all(lengths) else 0.0


def _apart_in_length(item: Item, wish: Wish) -> float:
    """Return by how much a stay is longer or shorter than is wished for, where that is a single length."""
    length, wished = order(item.values.get(wish.slot)), order(next(iter(wish.constraint.values), None))
    if length is None or wished is None or wish.constraint.op != "is":
        return 0.0
    return abs(length - wished)


def _distance(item: Item, targets: Mapping[str, float]) -> float:
    """Return by how many days an item's stay is another than it is to be."""
    days = _measured(item.values, targets)
    return sum(abs(days.get(slot, 0.0) - target) for slot, target in targets.items())
