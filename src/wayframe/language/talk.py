"""The record of `talk.toml`: words that claim nothing by themselves, so that a language model may use them freely."""

from __future__ import annotations

import re
from functools import cached_property

from msgspec import Struct


class Talk(Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """A language's neutral words: see `language/en/talk.toml`, which explains each entry.

    - `function`, `counts`, `weighing` and `verbs`: words of grammar. `weighing` add something to what is said; by
      `verbs` a clause says that something is so; `talkers` begin what is said of the two who talk; `pointing` stand for
      options and for what there is.
    - `talk`: words of those who talk; `beside` tell nothing without these; `asked` are of questions only.
    - `itself`: patterns of what an assistant says truly of itself, which is a program.
    - `calendar`: words for days and seasons besides the months.
    - `courtesies`, `unknown`, `wanted`: patterns of phrases, of clauses that say that something isn't known, and of
      what begins clauses that repeat a wish.
    - `parting`: words between clauses, of which `dependent` go on with what isn't known; `contractions`: endings and
      the words that they stand for; `phrases`: those of several words, and one that says the same; `said_of`: words by
      which values of a kind are said.
    """

    function: frozenset[str]
    counts: frozenset[str]
    weighing: frozenset[str]
    talkers: frozenset[str]
    pointing: frozenset[str]
    verbs: frozenset[str]
    talk: frozenset[str]
    beside: frozenset[str]
    asked: frozenset[str]
    calendar: frozenset[str]
    courtesies: tuple[str, ...]
    itself: tuple[str, ...]
    unknown: tuple[str, ...]
    wanted: tuple[str, ...]
    parting: tuple[str, ...]
    dependent: frozenset[str]
    contractions: dict[str, str]
    phrases: dict[str, str]
    said_of: dict[str, frozenset[str]]

    @cached_property
    def courtesy(self) -> re.Pattern[str]:
        """The pattern of phrases that are courtesies, or that an assistant says of itself."""
        return _any_of((*self.courtesies, *self.itself))

    @cached_property
    def of_the_unknown(self) -> re.Pattern[str]:
        """The pattern of clauses that say that something isn't known or isn't there."""
        return _any_of(self.unknown)

    @cached_property
    def of_wishes(self) -> re.Pattern[str]:
        """The pattern of what begins clauses that repeat a wish."""
        return _any_of(self.wanted)

    @cached_property
    def of_several_words(self) -> re.Pattern[str]:
        """The pattern of phrases that a word stands for."""
        return re.compile(rf"\b(?:{'|'.join(map(re.escape, self.phrases))})\b")

    @cached_property
    def part(self) -> re.Pattern[str]:
        """The pattern of what parts the clauses of a text."""
        return re.compile(rf"[,;:()—–.!?]|\b(?:{'|'.join(map(re.escape, self.parting))})\b")


def _any_of(patterns: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{pattern})" for pattern in patterns), re.I)
