"""Goal realisation over any schema: wishes, questions and references to options in words, with their meaning."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from random import Random
from typing import Any, NamedTuple

from wayframe.language import load
from wayframe.meaning.records import Money, Move, Number, Value, Wish
from wayframe.realiser.phrases import Locale, adjective_superlative, is_plural, listing, value_words, with_article
from wayframe.schema import Schema, Slot
from wayframe.simulation import wording
from wayframe.simulation.wording.grammar import TextBit, TextBits, drawn, manners
from wayframe.simulation.wording.style import TurnPart, UserStyle, pronouns
from wayframe.tasks.tables import comparative

_ADJECTIVE = 0.6  # share of category wishes that stand before the noun: "an Orla laptop"
_ASKS = ("do ", "have ", "is ", "can ", "could ", "what", "which", "how", "where", "does ", "has ", "tell ")


class Utterance(NamedTuple):
    """A part of a user's turn: its words and its moves."""

    part: TurnPart
    moves: tuple[Move, ...] = ()


@cache
def _book() -> Mapping[str, Any]:
    """Return the patterns."""
    path = files(wording) / "phrases" / "tables.toml"
    return tomllib.loads(path.read_text(encoding="utf-8"))


class GoalRealiser:
    """Puts the goals of one user in words, in the user's style."""

    def __init__(self, schema: Schema, style: UserStyle, rng: Random) -> None:
        self.schema, self.style, self.rng = schema, style, rng
        self._locale = Locale(load("en").wording, schema)  # days are said with their year

    # Wishes

    def opening(self, wishes: Sequence[Wish]) -> Utterance:
        """Return the first wishes: a noun for what is looked for with the wishes around it, or wishes alone."""
        noun, rest = self._noun(wishes)
        item, rest = self._best_of(noun, rest)
        heads = "heads_of_the_best" if item.startswith("the ") else "heads"
        head = self._drawn(_book()[heads], item=item)
        if noun == self.schema.item and rest == list(wishes) and self.rng.random() < 0.2:
            head = self._drawn(_book()["several"], items=self.schema.items)
        bits = list(head)
        for wish in rest:
            clause = self._clause(wish, "joined")
            gap = "" if clause[0].text.startswith(",") else self.rng.choice((" ", " ", ", "))
            bits += [TextBit(gap), *clause]
        return _utterance(bits, wishes)

    def _noun(self, wishes: Sequence[Wish]) -> tuple[str, list[Wish]]:
        """Return the noun of what is looked for, with a category before it, and the wishes that it doesn't say."""
        rest = list(wishes)
        for wish in wishes:
            slot = self.schema.by_name[wish.slot]
            single = wish.constraint.op == "is" and len(wish.constraint.values) == 1
            if slot.kind == "category" and single and self.rng.random() < _ADJECTIVE:
                rest.remove(wish)
                return f"{self._value(slot, wish.constraint.values[0])} {self.schema.item}", rest
        return self.schema.item, rest

    def _best_of(self, noun: str, wishes: list[Wish]) -> tuple[str, list[Wish]]:
        """Return a noun with its article, or as a superlative where an extreme is wished for that is an adjective."""
        for wish in wishes:
            slot = self.schema.by_name[wish.slot]
            if wish.constraint.op in ("least", "most") and self._adjectival(slot):
                return f"the {self._superlative(slot)} {noun}", [each for each in wishes if each is not wish]
        return with_article(self._locale.wording, noun), wishes

    def more(self, wishes: Sequence[Wish]) -> Utterance:
        """Return further wishes."""
        bits = list[TextBit]()
        for number, wish in enumerate(wishes):
            joint = self.rng.choice((", ", " and ", ". ")) if number else ""
            bits += [TextBit(joint), *self._clause(wish, "whole")]
        return _utterance(bits, wishes)

    def change(self, wish: Wish) -> Utterance:
        """Return a wish that takes the place of another; of a list it says so, for it may hold several values."""
        lead = self._drawn(_book()["change"]["lead"])
        form = "joined" if lead and lead[0].text.strip().startswith(("what", "and what")) else "whole"
        is_list = self.schema.by_name[wish.slot].kind == "list"
        behind = self._drawn(_book()["change"]["behind_list"]) if is_list else []
        return _utterance([*lead, *self._clause(wish, form), *behind], [wish])

    def _clause(self, wish: Wish, form: str) -> TextBits:
        """Return a wish in words."""
        slot = self.schema.by_name[wish.slot]
        kind, operator = self._kind(slot), wish.constraint.op
        if operator in ("least", "most"):
            kind = "best" if self._adjectival(slot) else "best_noun"
            nouns = {"item": self.schema.item, "items": self.schema.items}
            return self._drawn(_book()["wishes"][kind]["is"][form], best=self._superlative(slot), **nouns)
        values = [self._value(slot, value) for value in wish.constraint.values]
        patterns = _book()["wishes"][kind][operator][form]
        return self._drawn(patterns, value=listing(self._locale.wording, values, "or"), **self._labels(slot))

    def _superlative(self, slot: Slot) -> str:
        """Return the superlative in the slot's better direction."""
        return adjective_superlative(self._locale.wording, comparative(slot))

    def _adjectival(self, slot: Slot) -> bool:
        """Return whether a slot's superlative is an adjective: the lightest, not the most memory."""
        return re.search(self._locale.wording.adjectival, comparative(slot)) is not None

    def _kind(self, slot: Slot) -> str:
        """Return the kind of a slot by which it is spoken of: numbers are counted, measured, or neither.

        Of money that isn't the price it is said what for.
        """
        if slot.kind == "money" and self.schema.price and slot.name != self.schema.price.name:
            return "bare_number"
        if slot.kind != "number":
            return slot.kind
        if slot.unit == slot.label or self._counts(slot):
            return "counted"
        return "number" if slot.unit else "bare_number"

    def _counts(self, slot: Slot) -> bool:
        """Return whether a slot's label is a plural that its numbers count: "61 seats"."""
        return slot.kind == "number" and not slot.unit and is_plural(self._locale.wording, slot.label)

    def _labels(self, slot: Slot) -> dict[str, str]:
        """Return a slot's noun in the forms that patterns have places for."""
        short = " " not in slot.label
        return {
            "label": slot.label,
            "a_label": with_article(self._locale.wording, slot.label) if short or slot.measured else slot.label,
            "of_label": f"{self.rng.choice(('', 'of '))}{slot.label}",
        }

    def _value(self, slot: Slot, value: Value) -> str:
        """Return a value as people write it: with its unit, without it, in dollars or with a sign."""
        words = value_words(self._locale, slot, value)
        if self._counts(slot):
            return f"{words} {slot.label}"
        if isinstance(value, Money):
            return self.rng.choice((words, words, words.replace(",", ""), f"{value.value:g}"))
        if isinstance(value, Number) and slot.unit and " " in words:
            return self.rng.choice((words, words, words.replace(" ", "")))
        return words

    # Questions

    def question(self, slot: Slot, it: str, moves: Sequence[Move], *, again: bool = False) -> Utterance:
        """Return a question for a slot of an option that goes by `it`; `again` says that it was long ago."""
        bits = self._drawn(_book()["questions"][self._kind(slot)], it=it, **self._labels(slot))
        if again:
            bits = self._drawn(_book()["talk"]["remember"], asks="".join(bit.text for bit in bits))
        return Utterance(TurnPart(bits, (), asks=True), tuple(moves))

    def askable(self, slot: Slot) -> bool:
        """Return whether there are words to ask for a slot."""
        return self._kind(slot) in _book()["questions"]

    def comparison(self, them: str, moves: Sequence[Move]) -> Utterance:
        """Return a demand to compare two options."""
        return Utterance(TurnPart(self._drawn(_book()["talk"]["compare"], them=them), ()), tuple(moves))

    # Options

    def name(self, name: str) -> str:
        """Return an option's name in a sentence."""
        return f"the {name.removeprefix('The ')}"

    def nth(self, place: int) -> str:
        """Return an option by its place in the latest list."""
        return f"the {_ORDINALS[place]} one"

    def described(self, slot: Slot, value: Value) -> str:
        """Return an option by a value that no other has."""
        return f"the {self._value(slot, value)} one"

    def it(self) -> str:
        """Return the option at hand."""
        return self.rng.choice(_book()["talk"]["it"])  # type: ignore[no-any-return]

    # Deciding and manners

    def said(self, manner: str, *moves: Move, it: str = "") -> Utterance:
        """Return a manner of `manners.toml`, about an option where its patterns speak of one."""
        return Utterance(TurnPart(self._drawn(manners(manner), it=it), ()), moves)

    def giving_up(self) -> Utterance:
        """Return the words of somebody who leaves with nothing."""
        return Utterance(TurnPart(self._drawn(_book()["talk"]["giving_up"]), ()))

    def _drawn(self, patterns: Sequence[str], **values: str) -> TextBits:
        """Return one of the phrasings with values in their places."""
        places = {name: (TextBit(text),) for name, text in values.items()}
        return drawn(self.rng.choice(patterns), self.rng, {**pronouns(self.style), **places})


_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")
LISTED = len(_ORDINALS)
"""Options that have a place in a list by which they go."""


def _utterance(bits: Sequence[TextBit], wishes: Sequence[Wish]) -> Utterance:
    """Return words with the wishes that they say."""
    text = "".join(bit.text for bit in bits).lower()
    return Utterance(TurnPart(tuple(bits), (), asks=text.startswith(_ASKS)), tuple(wishes))
