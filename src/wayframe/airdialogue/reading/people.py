"""The customer's name: introduced, signed with, or what the agent calls the customer."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from wayframe.airdialogue.reading.turns import AirTurn, meant

_WORD = r"[^\W\d_]+(?:['’-][^\W\d_]+)*"
_TWO = rf"\b({_WORD}\.? {_WORD})"
_CAPITALS = re.compile(r"\b([A-Z][a-z'’-]+ [A-Z][a-z'’-]+)\b")
_INTRODUCED = re.compile(
    r"(?i:\b(?:name(?:\s+(?:is|as|of|called|to be|will be|should be|in)|'s|\s*[:=-])?|named|myself(?:\s+is)?|call me"
    rf"|i am|i'm|im|iam|this is|it is|it's|its|on behalf of|under|for|by|as))\s*[:,-]?\s*{_TWO}"
)
_GREETED = re.compile(
    rf"(?i:^\s*(?:(?:hi|hello|hey|yes|sure|ok|okay|yeah|of course|certainly)\b)?[\s,.!]*){_TWO}\s*[.,!]*$"
)
_SIGNED = re.compile(rf"{_TWO}\s*,?\s*(?i:here\b|is my (?:good |full )?name|speaking\b|this side)")
_BY_NAME, _INTRODUCTION = 10, 6  # what a name weighs after "my name is", and after "I am"
_ORDINARY = """
    a an and the to in on at of for from with by is am are was be i you he she it we they me my your his her our us do
    does did can could may might will would shall should must not no yes ok okay sure please thank thanks hello hi hey
    good morning evening afternoon fine happy glad ready going looking planning searching trying travelling traveling
    flying willing interested comfortable sorry here there that this these those what when where which who how why if
    any some one two single direct connecting connection flight flights ticket tickets airport airports airline airlines
    city date dates travel trip journey booking book change cancel reservation price fare cost class economy business
    normal low return departure destination source new just so very also as but or than then now next back proceed
    requesting wondering expecting hoping unable able afraid done okey alright welcome great nice wait take go have has
    had need want wish prefer like getting leaving starting coming moving calling help your our their its agent customer
    january february march april june july august september october november december jan feb mar apr jun jul aug sept
    sep oct nov dec monday tuesday wednesday thursday friday saturday sunday
"""
_NO_NAME = frozenset(_ORDINARY.split())


def name(dialogue: Sequence[AirTurn], places: frozenset[str]) -> str:
    """The customer's first and last name with capitals; empty where nobody says it.

    Words of `places` and ordinary ones are no names, unless somebody is introduced by them ("my name is Will Paris").
    """
    votes = Counter[str]()
    for turn in meant(dialogue):
        for weight, found in _said(turn):
            if _may_be(found.lower().split(), weight, places):
                votes[_written(found)] += weight
    return max(votes, key=lambda each: votes[each], default="")


def _may_be(words: Sequence[str], weight: int, places: frozenset[str]) -> bool:
    ordinary = sum(word in _NO_NAME for word in words)
    if min(map(len, words)) < 2 or " ".join(words) in places or ordinary > (weight >= _BY_NAME):
        return False
    return weight >= _INTRODUCTION or places.isdisjoint(words)


def _said(turn: AirTurn) -> list[tuple[int, str]]:
    """Pairs of words that may be the name, and how much speaks for each."""
    asked = "name" in turn.asked
    signed = _SIGNED.findall(turn.text)
    found = [(8, each) for each in signed if each[0].isupper() or turn.text.startswith(each)]
    for introduced in _INTRODUCED.finditer(turn.text):
        each = introduced.group(1)
        if not asked and "name" not in introduced.group().lower():
            found += [(_INTRODUCTION, each)] if each[0].isupper() else []
        else:
            found.append((_BY_NAME if each.istitle() else _INTRODUCTION, each))
    weight = 1
    if asked:
        weight = 3
        found += [(7, each) for each in _GREETED.findall(turn.text)]
    return found + [(weight, each) for each in _CAPITALS.findall(turn.text)]


def _written(found: str) -> str:
    return " ".join(word[0].upper() + word[1:].lower() for word in found.split())
