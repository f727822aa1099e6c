"""The lexicon of a language: its words and phrases by what they do in a turn, from `language/<code>/lexicon.toml`."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources

import msgspec
from msgspec import Struct

Phrases = tuple[str, ...]


class PartyWords(Struct, frozen=True, forbid_unknown_fields=True):
    """Words for the people who travel."""

    speaker: Phrases
    first_person: Phrases
    alone: Phrases
    adult: Phrases
    adults: Phrases
    grown_up: Phrases
    grown_ups: Phrases
    pair: Phrases
    child: Phrases
    children: Phrases
    two_children: Phrases
    person: Phrases
    headed: Phrases
    group: Phrases
    added: Phrases
    adding: Phrases
    bringing: Phrases
    introduced: Phrases
    couples: Phrases
    left: Phrases
    away: Phrases
    all_grown: Phrases
    two: Phrases
    years: Phrases
    years_old: Phrases
    months: Phrases
    months_old: Phrases


class Homophone(Struct, frozen=True, forbid_unknown_fields=True):
    """The word that another one or a digit stands for, and its neighbours then: words right behind or before it.

    `places` says that it stands for the word before a place, too; before those of `surely_before` it always does.
    """

    word: str
    places: bool = False
    before: Phrases = ()
    surely_before: Phrases = ()
    behind: Phrases = ()
    never_before: Phrases = ()
    never_behind: Phrases = ()


class Lexicon(Struct, frozen=True, forbid_unknown_fields=True):
    """All words of a language that the reader knows; each table of the file is a field."""

    expansions: dict[str, str]
    homophones: dict[str, Homophone]
    nicknames: dict[str, str]
    classes: dict[str, Phrases]
    fillers: dict[str, Phrases]
    before: dict[str, Phrases]
    after: dict[str, Phrases]
    few: dict[str, Phrases]
    occasions: dict[str, Phrases]
    feasts: dict[str, Phrases]
    periods: dict[str, Phrases]
    currencies: dict[str, Phrases]
    scopes: dict[str, Phrases]
    negation: dict[str, Phrases]
    indifference: dict[str, Phrases]
    prepositions: dict[str, Phrases]
    conjunctions: dict[str, Phrases]
    degrees: dict[str, Phrases]
    adjectives: dict[str, tuple[Phrases, ...]]
    references: dict[str, Phrases]
    demonyms: dict[str, str]
    nouns: dict[str, Phrases]
    cues: dict[str, Phrases]
    story: Phrases
    spelling: dict[str, Phrases]
    social: dict[str, Phrases]
    orders: dict[str, Phrases]
    unknown: dict[str, Phrases]
    foreign: dict[str, Phrases]
    party: PartyWords


@cache
def lexicon(code: str) -> Lexicon:
    """Return the lexicon of a language."""
    text = resources.files("wayframe.language").joinpath(code, "lexicon.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), Lexicon)
