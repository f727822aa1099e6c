"""The planner: an ordered list of small strategies over resolved moves, state, schema and source; never text.

Courtesies, answers, steps back and what was not understood are answered here, all else in the modules beside.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Literal, NamedTuple

from wayframe.meaning.records import (
    PERHAPS,
    Answer,
    Ask,
    Book,
    Cancel,
    Change,
    Compare,
    Correct,
    Every,
    Hold,
    It,
    Money,
    More,
    Move,
    NewTrip,
    Note,
    OutOfScope,
    Particulars,
    Party,
    Recall,
    Reject,
    Return,
    Social,
    Undo,
    Wish,
    wishes_besides,
    wishes_for,
    wishes_in,
)
from wayframe.planner.acknowledging import acknowledge, limit_for_fewer, tell_what_is_so
from wayframe.planner.answering import answer, compare, recall, recommended, turn_to
from wayframe.planner.booking import book, books_before_another_trip, cancel, change, note, speaks_of_another_trip
from wayframe.planner.changes import look_up_again
from wayframe.planner.picked import offer_picked
from wayframe.planner.plan import (
    FINDINGS,
    MOST_NAMED,
    QUESTIONS,
    Answered,
    Averages,
    Confirm,
    Courtesy,
    Figure,
    Holds,
    Meant,
    Noted,
    NotKept,
    NotKnown,
    NotUnderstood,
    Offer,
    OneStart,
    PlannerTurn,
    Propose,
    ReplyPart,
    ReplyPlan,
    Request,
    Suggest,
    Tell,
    ValuesOf,
    Which,
    without_less_pressing,
)
from wayframe.planner.searching import ask_missing, is_so, is_unknown, look_around, offer_left, search
from wayframe.sources.constraints import UNCONSTRAINING
from wayframe.sources.places import key
from wayframe.sources.protocol import Source
from wayframe.state.records import Booking, DialogueState, Option, Step, moves_of, steps_of
from wayframe.state.resolution import reference_of
from wayframe.state.resolution.denied import just_done
from wayframe.state.update import WISHING, Heard
from wayframe.state.wishes import revised

_COURTESIES = {"thanks": "welcome"}


# Courtesies


GREETING = Social("greeting")


COMPLAINT = Social("complaint")


def greet(turn: PlannerTurn) -> None:
    """Return the greetings and apologies, which come before all else that is said."""
    for step in turn.steps:
        if _comes_first(turn, step) and isinstance(step.move, Social):
            social(turn, step, step.move)


def _comes_first(turn: PlannerTurn, step: Step) -> bool:
    """Return whether a step is answered before the search: a greeting, a complaint, a question, a deed before it."""
    match step.move:
        case Social():
            return step.move in (GREETING, COMPLAINT)
        case Book():
            return books_before_another_trip(turn, step)
        case Cancel():
            return turn.heard.searched  # "cancel it, and find me something else"
        case Ask(question="holds" | "which"):
            return _asks_of_those_shown(turn, step, step.move)
        case Recall(about="bookings"):
            return _is_before_the_search(turn, step)
        case Ask(question="count", wishes=wishes):
            return any(is_unknown(turn, wish) for wish in wishes) and _is_before_the_search(turn, step)
    return False


def _asks_of_those_shown(turn: PlannerTurn, step: Step, ask: Ask) -> bool:
    """Return whether a question beside a search is of what was shown before: "are those all at 45? What starts later?".

    It isn't where it asks what that costs other people; it is where the turn wishes for nothing but others to travel,
    or for just what it asks.
    """
    if not _looks_for_something(turn):
        return False
    of_them = [each for each in turn.steps if isinstance(each.move, Wish) and each.move.of is not None]
    asked_of = turn.before.known(step.frames)
    if asked_of != step.frames or not asked_of or of_them:
        return False
    price = turn.schema.price.name if turn.schema.price else ""
    for_others = bool(wishes_for(turn.heard.wished, turn.schema.party))
    if for_others and wishes_for(ask.wishes, price):
        return False
    only_for_others = for_others and all(wish.slot == turn.schema.party for wish in turn.heard.wished)
    return _is_before_the_search(turn, step) or only_for_others or _asks_just_that(turn, ask)


def _looks_for_something(turn: PlannerTurn) -> bool:
    """Return whether a turn has something looked for: it wishes, or asks for more."""
    return turn.heard.searched or bool(steps_of(turn.steps, More))


def _is_before_the_search(turn: PlannerTurn, step: Step) -> bool:
    """Return whether a step was said before all that a turn wishes, or asks for more."""
    sought = [at for at, each in enumerate(turn.steps) if isinstance(each.move, (*WISHING, More))]
    return _looks_for_something(turn) and all(turn.steps.index(step) < at for at in sought)


def _asks_just_that(turn: PlannerTurn, ask: Ask) -> bool:
    """Return whether a question is but for what a turn wishes for: "from the 27th on. Only the first, then?"."""
    wished = {(wish.slot, wish.constraint) for wish in turn.heard.wished}
    return ask.wishes != () and {(wish.slot, wish.constraint) for wish in ask.wishes} <= wished


OF_OPTIONS = ("facts", "holds", "which")
"""The questions that are about options rather than about all that fits."""


def still_so(turn: PlannerTurn) -> None:
    """Tell to a correction beside a question that it is so already of all that was offered last."""
    asked = any(isinstance(step.move, Ask) and step.move.question in OF_OPTIONS for step in turn.steps if step.frames)
    listed = turn.before.known(turn.before.lists[-1]) if turn.before.lists else ()
    if turn.heard.searched or not asked or not listed:
        return
    for correction in moves_of(turn.steps, Correct):
        for wish in correction.wishes:
            known = wish.slot != turn.schema.party and wish.constraint.op not in UNCONSTRAINING
            if known and all(is_so(turn, turn.state.options[frame].item, wish) for frame in listed):
                turn.say(Holds(wish, turn.views(listed, [wish.slot]), chosen="all"))


def act_first(turn: PlannerTurn) -> None:
    """Book what the turn books before it goes on to another trip, and cancel what it cancels before it looks on."""
    for step in turn.steps:
        if isinstance(step.move, Book | Cancel) and _comes_first(turn, step):
            MOVES[type(step.move)](turn, step, step.move)


def answer_first(turn: PlannerTurn) -> None:
    """Answer the questions that come before what is searched."""
    for step in turn.steps:
        if isinstance(step.move, Ask | Recall) and _comes_first(turn, step):
            MOVES[type(step.move)](turn, step, step.move)


def carried(turn: PlannerTurn) -> None:
    """Say what else holds for another one that is asked for: "one more for my colleague, under 500" is by Orla still.

    A journey's other one is told with its places, its days and who travels.
    """
    wished = [wish for wish in moves_of(turn.steps, Wish) if wish.of == NewTrip()]
    if not wished or turn.schema.windows:
        return
    others = wishes_besides(turn.wishes(), *(wish.slot for wish in turn.heard.wished))
    kept = tuple(wish for wish in others if wish.constraint.op not in UNCONSTRAINING)
    if kept:
        turn.say(Noted("kept", kept))


def social(turn: PlannerTurn, step: Step, move: Social) -> None:
    """Answer a courtesy; to thanks, small talk or a call for help beside anything else that is the answer."""
    alone = all(isinstance(each.move, Answer | Social | OutOfScope) for each in turn.steps)
    if move.kind in ("small_talk", "thanks", "help") and not alone:
        return
    leaves = move.kind == "goodbye" and bool(turn.schema.windows)
    journeys = turn.views([booking.option.frame for booking in turn.state.standing]) if leaves else ()
    unpressed = move == COMPLAINT and turn.state.unpressed and not turn.heard.takes_back
    turn.say(Courtesy("unpressed" if unpressed else _COURTESIES.get(move.kind, move.kind), journeys))  # type: ignore[arg-type]
    if [each.move for each in turn.steps] == [GREETING] and not turn.state.options:
        turn.say(Propose("begin"))


# Answers


def reply(turn: PlannerTurn, step: Step, move: Answer) -> None:
    """Take a yes, a no or a perhaps as the answer to what was asked; one to what was just done is an objection."""
    if move.word == "perhaps" and len(turn.steps) == 1 and _has_just_done(turn):
        _object(turn)
    elif move.word == "perhaps":
        if Noted("perhaps") not in turn.parts:  # beside another part it goes without saying
            turn.say(Noted("perhaps"))
    elif move.word == "neither":
        if not any(isinstance(part, FINDINGS) for part in turn.parts):
            turn.say(Propose("more"))
        turn.say_before_findings(Noted("rejected"))
    elif len(turn.steps) == 1:
        _alone(turn, move)


def _alone(turn: PlannerTurn, move: Answer) -> None:
    """Answer a yes or a no that is all that was said."""
    reply_to = _no if move.word == "no" else _yes
    reply_to(turn)


def _no(turn: PlannerTurn) -> None:
    """Answer a no: it leaves a booking as it is, or is an objection to what was just done."""
    if turn.before.pending.purpose in ("cancel", "change"):
        turn.say(Noted("kept"))
    elif turn.before.pending.slots == (turn.schema.source,) and turn.wish(turn.schema.place):
        look_around(turn)  # "where from?" - "I won't say"
    elif _has_just_done(turn):
        _object(turn)
    elif turn.before.pending.open and turn.before.standing:
        turn.say(Courtesy("goodbye"))  # "anything else?" - "no, that's all"
    else:
        meant = turn.before.known(turn.before.pending.options) or turn.before.known(turn.before.focus)
        if turn.state.unpressed and len(meant) == 1 and turn.is_booked(meant[0]):
            turn.say(Confirm("cancel", turn.bookings(meant)))  # "no!! don't book that", some time after it was
            return
        if turn.state.unpressed or turn.before.pending.purpose == "book":
            turn.say(Noted("not_booked", options=turn.views(meant) if turn.state.standing else ()))
        if not any(isinstance(move, Book) for move in turn.before.moves):
            _offer_those_left(turn)  # who wanted to book it and waits is offered nothing else


def _offer_those_left(turn: PlannerTurn) -> None:
    """Offer what else fits where the one that was looked at is declined; else ask what is wanted."""
    declined = turn.before.known(turn.before.focus)
    gone = (*declined, *turn.state.known(turn.state.rejected))
    if len(declined) != 1 or turn.is_booked(declined[0]) or not offer_left(turn, gone):
        turn.say(Propose("open"))


def _yes(turn: PlannerTurn) -> None:
    """Answer a yes, or an either, that nothing was asked for which it would stand for.

    After a perhaps it books; where what is spoken of is booked already, that is told.
    """
    before = turn.before
    focus = before.known(before.focus)
    booked = any(map(turn.is_booked, focus))
    if booked and turn.steps[0].move == Answer("yes") and not before.pending.slots:
        recall(turn, turn.steps[0], Recall("bookings"))
    elif focus and Answer("perhaps") in before.moves and turn.steps[0].move == Answer("yes"):
        book(turn, Step(Book(), focus), Book())
    elif before.pending.slots:
        turn.say(Request(before.pending.slots))
    elif before.pending.purpose == "book" and turn.steps[0].move == Answer("either"):
        best = recommended(turn, before.known(before.pending.options))
        _ask_to_book(turn, [best])
        turn.focus([best])
    elif focus and not booked and not turn.state.standing and not _has_just_done(turn):
        _ask_to_book(turn, focus)
    else:
        turn.say(Propose("open"))


def _ask_to_book(turn: PlannerTurn, frames: Sequence[int]) -> None:
    """Ask whether to book what somebody likes: "sounds good"; of several, which."""
    if len(frames) == 1:
        turn.say(Confirm("book", turn.bookings(frames)))
    else:
        turn.say(Which(turn.views(frames[:MOST_NAMED]), "book"))


def _has_just_done(turn: PlannerTurn) -> bool:
    """Return whether something was booked, cancelled or changed in the turn before."""
    return bool(just_done(turn.before))


def _object(turn: PlannerTurn) -> None:
    """Ask whether to take back what was just done; where nothing was, say that it stays."""
    if _has_just_done(turn):
        _ask_about_bookings(turn, turn.before.moments[-1].bookings)
    else:
        turn.say(Noted("kept"))


def hold(turn: PlannerTurn, step: Step, move: Hold) -> None:
    """Say that nothing is held for anybody, or that it is booked; who wants to wait isn't asked to book."""
    frames = turn.state.known(step.frames)
    booked = frames != () and all(map(turn.is_booked, frames))
    turn.say(Noted("booked" if booked else "not_held", options=turn.views(frames)))
    turn.focus(frames)


def reject(turn: PlannerTurn, step: Step, move: Reject) -> None:
    """Take note that options are ruled out, and name those that are left of their list."""
    if len(steps_of(turn.steps, Answer, Reject, Social, OutOfScope)) < len(turn.steps):
        return
    booked = [frame for frame in turn.state.known(step.frames) if turn.is_booked(frame)]
    if booked and move.of in (None, It()):
        _object(turn)
        return
    if booked:
        turn.say(Confirm("cancel", turn.bookings(booked)))
        turn.focus(booked)
        return
    here = len(turn.parts)
    if offer_left(turn, turn.state.known(turn.state.rejected)):
        turn.parts.insert(here, Noted("rejected", options=turn.views(step.frames)))
    else:
        turn.say(Noted("rejected"))
        turn.say(Propose("more"))


# Steps back


def undo(turn: PlannerTurn, step: Step, move: Undo) -> None:
    """Say what holds again, show what was spoken of then, and ask about what was booked or cancelled since.

    Where that is all that was done, nothing else is told.
    """
    before = turn.heard.undone
    if before is None:
        turn.say(Noted("nothing_to_undo"))
        return
    if _has_just_done(turn):
        _object(turn)
        return
    turn.say(Noted("undone", turn.wishes()))
    if before.focus:
        turn.say(Offer(turn.views(before.focus), len(before.focus), again="same"))
    _ask_about_bookings(turn, before.bookings)


def _ask_about_bookings(turn: PlannerTurn, before: Sequence[Booking]) -> None:
    """Ask whether the first booking that was made, changed or cancelled since then is to be as it was."""
    then = {booking.number: booking for booking in before}
    others = [booking for booking in turn.state.bookings if then.get(booking.number) != booking]
    if not others:
        return
    booking = others[0]
    old, new = then.get(booking.number), turn.bookings([booking.option.frame])
    if old is None or old.status == "cancelled":
        turn.say(Confirm("cancel", new))
    elif booking.status == "cancelled":
        turn.say(Confirm("book", new))
    else:
        turn.say(Confirm("change", turn.bookings([old.option.frame]), changed=new))


# What is not understood


def doubt(turn: PlannerTurn) -> None:
    """Ask whether wishes that look like a slip were meant."""
    if turn.heard.doubted:
        windows = turn.schema.windows
        against = tuple(wish for wish in turn.wishes() if wish.slot in windows)
        turn.say(Meant(_in_the_end(turn, turn.heard.doubted), against=against))


def other_money(turn: PlannerTurn) -> None:
    """Say that an amount in another currency is taken as one in the catalogue's, since nothing here exchanges it."""
    for wish in wishes_in(turn.state.moves):
        slot = turn.schema.slot(wish.slot)
        own = slot.unit if slot is not None and slot.kind == "money" else ""
        said = {value.currency for value in wish.constraint.values if isinstance(value, Money)}
        if own and said - {own, ""}:
            turn.say(Noted("currency", (wish,)))
            return


def _in_the_end(turn: PlannerTurn, wishes: Sequence[Wish]) -> tuple[Wish, ...]:
    """Return the wishes of a turn without those that later ones of the same turn replace."""
    party = turn.schema.party
    kept = revised((), wishes_besides(wishes, party), turn.schema)
    return tuple(wish for wish in wishes if wish.slot == party or wish in kept)


def start_apart(turn: PlannerTurn) -> None:
    """Say that a journey has one start, where a part of those who travel sets off from elsewhere."""
    start = turn.wish(turn.schema.source) if turn.heard.apart else None
    if start:
        turn.say(OneStart((start, *turn.heard.apart)))


def beyond(turn: PlannerTurn, step: Step, move: OutOfScope) -> None:
    """Give the schema's own answer, or admit what the catalogue has nothing on.

    What it does know of what is asked is told before: "the price without breakfast" names a price, and breakfast.
    """
    text = turn.schema.answer_to(move.words)
    if text:
        turn.say(Answered(text))
        return
    focus = turn.state.known(turn.before.focus)
    asked = {slot for ask in moves_of(turn.steps, Ask) for slot in ask.slots}
    near = [slot for slot in _slots_named(turn, move.words) if slot not in asked]
    is_near = len(focus) == 1 and bool(near) and not turn.offered
    if is_near:
        turn.say(Tell(turn.views(focus, near)))
        turn.focus(focus)
    turn.say(NotKnown(move.words, is_near=is_near))


def _slots_named(turn: PlannerTurn, words: str) -> list[str]:
    """Return the slots to be told whose noun stands in words."""
    said = f" {key(words)} "
    return [name for name in turn.told_slots() if f" {key(turn.schema.by_name[name].label)} " in said]


def not_kept(turn: PlannerTurn, step: Step, move: Particulars) -> None:
    """Say what of a booking can't be kept."""
    turn.say(NotKept(move.kinds))


def unread(turn: PlannerTurn) -> None:
    """Say which words that may matter were not understood, beside what was."""
    if turn.heard.unread:
        turn.say(NotUnderstood(turn.heard.unread, turn.heard.wished))


def ask_again(turn: PlannerTurn) -> None:
    """Ask once more for what has to be known first, where a turn but asked something else, and was answered."""
    asked = tuple(slot for slot in turn.before.pending.slots if turn.wish(slot) is None)
    if not asked or turn.state.options or not turn.parts:
        return
    if all(isinstance(part, ANSWERS) for part in turn.parts):
        turn.say(Request(asked))


ANSWERS = (Answered, NotKnown, Figure, ValuesOf, Averages)
"""The parts that answer what was asked where nothing was offered yet."""


ASKED_FIRST = ("book", "cancel", "change")
"""What is asked about before it is done."""


def propose_turned_to(turn: PlannerTurn) -> None:
    """Propose to book the one option that a turn turns to, behind what it asks of it: "the second. Has it a pool?"."""
    turned_to = {step.frames for step in steps_of(turn.steps, Return)}
    asked = steps_of(turn.steps, Ask)
    if len(turned_to) != 1 or not asked or len(turn.steps) > len(asked) + 1 or any(map(_asks, turn.parts)):
        return
    frames = turn.state.known(next(iter(turned_to)))
    lacks = any(isinstance(part, Holds) and part.no for part in turn.parts)
    if len(frames) == 1 and turn.state.focus == frames and not turn.is_booked(frames[0]) and not lacks:
        turn.propose_booking(frames[0])


def _asks(part: ReplyPart) -> bool:
    return isinstance(part, QUESTIONS)


OF_SOME = ("facts", "holds", "which", "sum", "difference", "share", "left")
"""The questions that are about options, whatever else fits."""


def take_up(turn: PlannerTurn) -> None:
    """Ask again in a few words what was asked before a question about it came in between: "Book it anyway?".

    To whom it depends on the answer it is said, too, that it isn't done yet: "if it isn't near the airport, then yes".
    Nobody is pressed: what the agent proposed by itself is but asked again behind a no to that question.
    """
    pending = turn.before.pending
    options = turn.before.known(pending.options)
    if not pending.on_yes or pending.purpose not in ASKED_FIRST or not options or not _only_asks_of(turn, options):
        return
    if turn.state.unpressed:
        return
    price = turn.schema.price.name if turn.schema.price else ""
    answers = [part for part in turn.parts if isinstance(part, Holds) and part.wish.slot != price]
    lacking = [part for part in answers if part.no and not part.denied]
    asked_for = pending.purpose != "book" or any(isinstance(move, Book) for move in turn.before.moves)
    names_others, depends = any(part.instead or part.against for part in lacking), PERHAPS in turn.state.moves
    if depends and any(part.no and _is_of_feature(turn, part) for part in answers):
        return  # what it depends on isn't so
    if not depends and (names_others or not (asked_for or lacking)):
        return
    changes = [move for move in pending.on_yes if isinstance(move, Change)]
    changed = turn.denoter.bookings(changes[0].of) if changes else ()
    again: Literal["still", "anyway", "yet"] = "yet" if depends else "anyway" if lacking else "still"
    turn.say(Confirm(pending.purpose, turn.views(options), turn.views(changed), again))  # type: ignore[arg-type]
    turn.focus(options)


def _is_of_feature(turn: PlannerTurn, part: Holds) -> bool:
    """Return whether an answer is whether something has a feature, so that a no is bad news."""
    return turn.schema.by_name[part.wish.slot].kind == "yes_no"


def _only_asks_of(turn: PlannerTurn, options: Sequence[int]) -> bool:
    """Return whether a turn does nothing but ask of some options, and its answer asks nothing else."""
    if any(isinstance(part, (*QUESTIONS, Offer, Suggest)) for part in turn.parts):
        return False
    if not steps_of(turn.steps, Ask, OutOfScope):
        return False
    terms = {turn.state.options[frame].terms for frame in options}
    for step in turn.steps:
        asked = {turn.state.options[frame].terms for frame in turn.state.known(step.frames)}
        is_beside = isinstance(step.move, Social | OutOfScope) or step.move == PERHAPS
        asks_of_some = isinstance(step.move, Ask) and step.move.question in OF_SOME
        if not (is_beside or asks_of_some) or not asked <= terms:
            return False
    return True


def propose_change_for_others(turn: PlannerTurn) -> None:
    """Ask whether a booking becomes what was priced for others: "six of us, please. What would each pay?"."""
    for_others = wishes_for(turn.heard.wished, turn.schema.party)
    if not (for_others and steps_of(turn.steps, Ask)) or len(turn.offered) != 1 or any(map(_asks, turn.parts)):
        return
    (frame,) = turn.offered
    key = turn.state.options[frame].item.key
    booked = [each.option.frame for each in turn.state.standing if each.option.item.key == key]
    if len(booked) == 1 and not turn.is_booked(frame) and not speaks_of_another_trip(turn):
        turn.say(Confirm("change", turn.bookings([frame]), turn.views(booked), "yet"))
        turn.focus([frame])


def not_understood(turn: PlannerTurn) -> None:
    """Say that nothing was understood, where nothing else is said, and ask again what is still open.

    Where nothing was offered yet, what has to be known first is asked for, and no example given. Who speaks of what is
    booked hears that it still is.
    """
    if turn.parts:
        return
    booked = [frame for frame in turn.before.known(turn.before.focus) if turn.is_booked(frame)]
    if turn.before.pending.slots:
        turn.say(NotUnderstood("", turn.heard.wished, "wish" if turn.state.options else ""))
        turn.say(Request(turn.before.pending.slots))
    elif booked:
        turn.say(NotUnderstood("", turn.heard.wished))
        turn.say(Noted("still_booked", options=turn.views(booked)))
        turn.say(Propose("open"))
    elif turn.state.options:
        turn.say(NotUnderstood("", turn.heard.wished, _example(turn)))
    else:
        turn.say(NotUnderstood("", turn.heard.wished))
        if not ask_missing(turn):
            turn.say(Propose("open"))


def _example(turn: PlannerTurn) -> Literal["wish", "reference", "days"]:
    """Return which examples of what may be said fit the moment: of days, where some were just wished for."""
    if wishes_for(wishes_in(turn.before.moves), *turn.schema.windows):
        return "days"
    return "reference" if len(turn.at_hand()) > 1 else "wish"


def ask_how_many(turn: PlannerTurn) -> None:
    """Ask once how many travel, beside a first offer to users who speak for several and gave no number."""
    party = turn.schema.party
    if not turn.state.for_several or turn.party_known() or party in turn.state.asked:
        return
    offers = any(isinstance(part, Offer | Suggest) for part in turn.parts)
    asks = any(isinstance(part, QUESTIONS) for part in turn.parts)
    if offers and not asks:
        turn.say(Request((party,), beside=True))


Strategy = Callable[[PlannerTurn], None]
MoveStrategy = Callable[[PlannerTurn, Step, Any], None]

MOVES: Mapping[type[Move], MoveStrategy] = {
    Social: social,
    Answer: reply,
    Undo: undo,
    Reject: reject,
    Hold: hold,
    Recall: recall,
    Return: turn_to,
    Compare: compare,
    Ask: answer,
    Cancel: cancel,
    Book: book,
    Change: change,
    OutOfScope: beyond,
    Note: note,
    Particulars: not_kept,
}
"""The strategy for each kind of move; wishes are answered by the turn's search."""


def _asked_first(steps: Sequence[Step]) -> list[Step]:
    """Return steps with each booking behind the questions whether something is so of what it books.

    "I'll take the Lumen. Does it come in blue?" is answered before it is booked; where it isn't so, it is asked about.
    """
    later = [step for step in steps if isinstance(step.move, Book) and any(_asks_whether(each, step) for each in steps)]
    last = max((at for at, step in enumerate(steps) if any(_asks_whether(step, book) for book in later)), default=-1)
    first = [step for step in steps[: last + 1] if step not in later]
    return [*first, *(step for step in steps[: last + 1] if step in later), *steps[last + 1 :]]


def _asks_whether(step: Step, book: Step) -> bool:
    """Return whether a step asks whether something is so of what another books."""
    return isinstance(step.move, Ask) and step.move.question == "holds" and step.frames == book.frames


def answer_moves(turn: PlannerTurn) -> None:
    """Answer each move that wasn't answered first, in the order in which they were said."""
    for step in _asked_first(turn.steps):
        strategy = MOVES.get(type(step.move))
        if strategy and not _comes_first(turn, step):
            strategy(turn, step, step.move)


STRATEGIES: tuple[Strategy, ...] = (
    greet,
    act_first,
    carried,
    doubt,
    other_money,
    start_apart,
    look_up_again,
    still_so,
    answer_first,
    offer_picked,
    search,
    answer_moves,
    tell_what_is_so,
    limit_for_fewer,
    take_up,
    propose_turned_to,
    propose_change_for_others,
    unread,
    acknowledge,
    ask_again,
    ask_how_many,
    not_understood,
)
"""The strategies of a turn, in the order of what they add to the reply."""


PRONOUNS = (None, It(), Every())
"""The references that name nothing: it, they, all of them."""


class Planned(NamedTuple):
    """The agent's turn before it is put in words: the plan, the items behind new frames, the searches' records.

    `spoken_of` are the options that "it" or "they" stand for, where the user spoke of them as that, too, and no others
    were offered.
    """

    plan: ReplyPlan
    options: Mapping[int, Option]
    party: Party
    records: tuple[Any, ...]
    spoken_of: tuple[int, ...]


def _asks_for_names(heard: Heard, source: Source) -> bool:
    return any(source.schema.name in ask.slots for ask in moves_of(heard.steps, Ask))


def plan(
    heard: Heard,
    before: DialogueState,
    source: Source,
    *,
    seed: int,
    timestamp: float,
    strategies: Iterable[Strategy] = STRATEGIES,
) -> Planned:
    """Return the agent's reply to a user's turn: every move answered, searches first, in the order they were said."""
    turn = PlannerTurn(heard, before, source, seed, timestamp)
    for strategy in strategies:
        strategy(turn)
    references = [reference_of(step.move) for step in heard.steps]
    by_pronoun = all(reference in PRONOUNS for reference in references) and not _asks_for_names(heard, source)
    spoken_of = before.focus if by_pronoun and not turn.offered else ()
    return Planned(without_less_pressing(turn.parts), turn.state.options, turn.party(), tuple(turn.records), spoken_of)
