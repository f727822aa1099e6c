"""Readings of a turn for tests: what the rules read and what the parser does, each noted, and which is taken."""

from typing import Any

from msgspec.structs import replace

import reading
from wayframe.meaning.notation import meaning, parse
from wayframe.meaning.records import Meaning
from wayframe.reader.readings import (
    chosen,
    parsed_meaning,
)
from wayframe.reader.symbols import ParsedMove, ParsedTurn, RuleReading, TurnSpans

OFFERED = reading.Scene("trips", options=("Clovelly Grand",))
CHICAGO, ROME = 'wish(or_city, is("Chicago"))', 'wish(dst_city, is("Rome"))'
BRIEF, LENGTHY = "Right, that one then", "My sister looked it up again last night, so right, that one then"


def parsed(noted: str, likely: float) -> ParsedTurn:
    return ParsedTurn([ParsedMove(move, likely, ()) for move in parse(noted)], likely)


def taken(
    noted: str, likely: float, by_rules: str, text: str = BRIEF, *, understood: bool = False, sure: float = 0.8
) -> Meaning:
    return chosen(heard(by_rules, text, understood=understood, sure=sure), parsed(noted, likely))


def takes(noted: str, likely: float, by_rules: str, text: str = BRIEF, **circumstances: Any) -> bool:
    return tuple(taken(noted, likely, by_rules, text, **circumstances).all()) == tuple(parse(noted))


def heard(by_rules: str, text: str = BRIEF, *, understood: bool = False, sure: float = 1.0) -> TurnSpans:
    turn = reading.reader("trips").pointed(text, reading.Scene("trips").context())
    read = meaning(by_rules)
    read = replace(read, moves=tuple(replace(each, sure=sure) for each in read.moves))
    return replace(turn, by_rules=RuleReading(read, [], understood))


def combined(noted: str, by_rules: str, *, likely: float = 0.9) -> Meaning:
    return parsed_meaning(parsed(noted, likely), heard(by_rules))
