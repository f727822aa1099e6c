"""The policy that works out of the box: a polite travel agent in a few steps, each of which may add to the reply."""

from __future__ import annotations

import re

from wayframe.dialogue import Arg
from wayframe.nlu.patterns import BEYOND, REQUESTS, WHY
from wayframe.nlu.questions import looks_around
from wayframe.nlu.sentences import sentences
from wayframe.policy import answers, booking, retelling, searching, summaries
from wayframe.policy.reply import Reply
from wayframe.policy.situation import Decision, Situation

_PARTING = frozenset(("goodbye", "thankyou", "negate", "inform"))
_LATER = re.compile(r"(?:\w+ )?(?:later|soon|another (?:day|time)|tomorrow|next time)", re.IGNORECASE)


class TravelPolicy:
    """Greets, books, answers, compares, explains, searches, suggests; several acts a turn (paper section 6.2)."""

    def decide(self, situation: Situation) -> Decision:
        """See `Policy.decide`."""
        reply = Reply(situation)
        if situation.did("greeting"):
            reply.say("greeting")
        if wrong := booking.corrected(situation):
            booking.act(situation, reply, wrong, booking.CANCEL)
        if _leaves(situation):
            pass  # whoever says goodbye, "maybe later", wants nothing found
        elif answers.ask_which(situation, reply):
            pass
        elif booking.wanted(situation):
            booking.book(situation, reply)
        elif not booking.cancel(situation, reply):
            _help(situation, reply)
            _admit(situation, reply)
        close(situation, reply)
        if not says_something(situation, reply):
            _ask_again(situation, reply)
        return reply.decision()


def _help(situation: Situation, reply: Reply) -> None:
    """Answer, search, explain."""
    if retelling.again(situation, reply) or answers.best_offered(situation, reply):
        return
    if searching.goes_elsewhere(situation):
        searching.find(situation, reply)
        answers.answer_of_new(situation, reply)
        return
    rest = summaries.answer(situation, reply)
    asked_of_all = rest is not situation
    answered = answers.compare(rest, reply) or answers.answer(rest, reply) or asked_of_all
    if asked_of_all and searching.wanted(rest):
        searching.ask(rest, reply, searching.wished_now(rest))
    elif searching.wanted(situation):
        searching.find(situation, reply)
    elif not answered:
        _explain(situation, reply)


def _admit(situation: Situation, reply: Reply) -> None:
    """Say that something else was asked for, too, of which the database knows nothing."""
    text = situation.history[-1].text
    for named in (arg.value for act in situation.heard for arg in act.slots if isinstance(arg.value, str)):
        text = text.replace(named, "")  # the "Harbour View" is no view
    told = situation.heard and says_something(situation, reply)
    if told and BEYOND.search(text) and all(act.name != "canthelp" for act in reply.acts):
        reply.say("canthelp")
        if all(act.name in ("greeting", "request") for act in reply.acts[:-1]):  # a question comes last
            reply.acts.sort(key=lambda act: act.name == "request")


def _leaves(situation: Situation) -> bool:
    """Whether the user only says goodbye, and perhaps that it may be another time."""
    said = [arg.value for act in situation.heard if act.name == "inform" for arg in act.slots]
    later = all(isinstance(value, str) and _LATER.fullmatch(value) for value in said)
    return situation.did("goodbye") and later and {act.name for act in situation.heard} <= _PARTING


def _explain(situation: Situation, reply: Reply) -> None:
    """Tell of what the user turned to; where that are wishes alone, of which nothing was offered, search for them."""
    explained = answers.explain(situation, reply)
    moved = situation.memory.active_frame != situation.before.active_frame
    if not explained and moved and not situation.package and situation.did("switch_frame"):
        searching.find(situation, reply)


def close(situation: Situation, reply: Reply) -> None:
    """Answer thanks and goodbyes."""
    if situation.did("goodbye"):
        reply.say("goodbye")
    elif situation.did("thankyou") and (not reply.acts or booking.done(situation)):
        reply.say("you_are_welcome")


def says_something(situation: Situation, reply: Reply) -> bool:
    """Whether the reply takes the conversation on; a greeting alone doesn't."""
    return any(act.name != "greeting" for act in reply.acts)


def _ask_again(situation: Situation, reply: Reply) -> None:
    """Nothing came of the turn: say so if it was not understood, and ask what is still open."""
    if not situation.heard:
        # Whoever has offers and asks what no act stands for asks what the database doesn't know (paper section 4).
        text = situation.history[-1].text
        asks = any(part.asks or REQUESTS.search(part.words) or WHY.search(part.words) for part in sentences(text, ()))
        opening = not situation.memory.frames[0].info
        if opening and any(looks_around(part) for part in sentences(text, ())):
            summaries.cities_there(situation, reply, searching.wished_now(situation))
        else:
            reply.say("canthelp" if BEYOND.search(text) or (asks and situation.offers) else "reject")
    asked = next((act for act in situation.said if act.name == "request" and act.slots), None)
    if not situation.memory.frames[0].info:
        reply.say("request", [Arg("dst_city")])
    elif asked and not situation.heard:
        reply.say("request", [Arg(a.key) for a in asked.slots])
    elif situation.heard:
        reply.say("request")
