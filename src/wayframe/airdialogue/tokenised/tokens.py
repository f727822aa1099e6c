"""Records as tokens: `<a1_OSL>` and the like, names as they are, dialogues with a token where each turn begins."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from wayframe.airdialogue.records import AGENT_SAYS, CUSTOMER_SAYS, Action, AirFlight, Intent, KnowledgeBase
from wayframe.airdialogue.scoring.words import words
from wayframe.errors import InputError, shown

CUSTOMER, AGENT, END = "<t1>", "<t2>", "<eod>"
"""A customer's turn begins, an agent's turn begins, the dialogue ends."""

UNKNOWN = "<unk>"
_QUOTES = ("''", "``")


class DialogueTokens(NamedTuple):
    """A dialogue as tokens, and where its turns are: from the turn's token to that of the next turn."""

    tokens: tuple[str, ...]
    customer: tuple[tuple[int, int], ...]
    agent: tuple[tuple[int, int], ...]


def kb_tokens(kb: KnowledgeBase) -> list[str]:
    """Return a tag for the reservation, then thirteen tags for each flight."""
    return ["<res_has_res>" if kb.reservation else "<res_no_res>", *(tag for each in kb.kb for tag in _flight(each))]


def _flight(flight: AirFlight) -> list[str]:
    return [
        f"<a1_{flight.departure_airport}>",
        f"<a2_{flight.return_airport}>",
        f"<m1_{flight.departure_month}>",
        f"<m2_{flight.return_month}>",
        f"<d1_{flight.departure_day}>",
        f"<d2_{flight.return_day}>",
        f"<tn1_{flight.departure_time_num}>",
        f"<tn2_{flight.return_time_num}>",
        f"<cl_{flight.flight_class}>",
        f"<pr_{flight.price}>",
        f"<cn_{flight.num_connections}>",
        f"<al_{flight.airline}>",
        f"<fl_{flight.flight_number}>",
    ]


def intent_tokens(intent: Intent) -> list[str]:
    """Fifteen tokens; what isn't wished is `all`, or 2 connections.

    Raises `InputError` where the name isn't two words with a blank between them.
    """
    name = intent.name.strip().split(" ")
    if len(name) != 2:
        raise InputError(f"intent.name: expected a first and a last name, found {shown(intent.name)}")
    return [
        f"<a1_{intent.departure_airport}>",
        f"<a2_{intent.return_airport}>",
        f"<m1_{intent.departure_month}>",
        f"<m2_{intent.return_month}>",
        f"<d1_{intent.departure_day}>",
        f"<d2_{intent.return_day}>",
        f"<t1_{intent.departure_time or 'all'}>",
        f"<t2_{intent.return_time or 'all'}>",
        *name,
        f"<cl_{intent.flight_class or 'all'}>",
        f"<pr_{intent.max_price}>",
        f"<cn_{2 if intent.max_connections is None else intent.max_connections}>",
        f"<al_{intent.airline_preference or 'all'}>",
        f"<gl_{intent.goal}>",
    ]


def action_tokens(action: Action, field: str = "action") -> list[str]:
    """Four tokens; the second name may be empty, and several flights are one token.

    Raises `InputError` where the name has more than two words.
    """
    first, *others = action.name.strip().split(" ")
    if len(others) > 1:
        raise InputError(f"{field}.name: expected at most two words, found {shown(action.name)}")
    flights = "_".join(f"<fl_{number}>" for number in action.flight) or "<fl_empty>"
    return [first, others[0] if others else "", flights, f"<st_{action.status}>"]


def talk(dialogue: Sequence[str]) -> DialogueTokens:
    """A dialogue as tokens: after the last turn comes its end, and the token of who would be next.

    Raises `InputError` where a speaker goes on after itself, or there is no turn.
    """
    if not dialogue:
        raise InputError("dialogue: has no turn")
    found = list[str]()
    starts: dict[str, list[int]] = {CUSTOMER: [], AGENT: []}
    speaker = ""
    for number, turn in enumerate(dialogue):
        token, said = _said(turn)
        if token == speaker:
            raise InputError(f"dialogue[{number}]: the same speaker as before")
        speaker = token
        starts[token].append(len(found))
        found += [token, *said]
    after = AGENT if speaker == CUSTOMER else CUSTOMER
    found += [END, after]
    ends = sorted([*starts[CUSTOMER], *starts[AGENT], len(found) - 1])
    following = dict(pairwise(ends))
    customer, agent = (tuple((start, following[start]) for start in starts[token]) for token in (CUSTOMER, AGENT))
    return DialogueTokens(tuple(found), customer, agent)


def cut_talk(dialogue: Sequence[str], first: str = CUSTOMER) -> list[str]:
    """A dialogue that somebody is to go on with: up to the token of who is next, `first` if nobody has spoken."""
    return [token for token in talk(dialogue).tokens if token != END] if dialogue else [first]


def _said(turn: str) -> tuple[str, list[str]]:
    """The token of the speaker, and the words; a turn is the agent's unless it says that it is the customer's.

    A turn without words is one empty word, so that the blanks stay where models expect them.
    """
    token, start = (CUSTOMER, CUSTOMER_SAYS) if turn.startswith(CUSTOMER_SAYS) else (AGENT, AGENT_SAYS)
    said = ['"' if word in _QUOTES else word for word in words(turn[len(start) :].strip())]
    return token, said or [""]
