"""Names of places, misspelt or unknown, that stand where a place has to stand."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from wayframe.reader.spans import Recognised
from wayframe.reader.tokens import Token
from wayframe.reader.vocabulary import Entry, Vocabulary
from wayframe.values import Gazetteer

SHORTEST = 3  # letters


class PlaceNames:
    """Reads words that nothing knows as places where the words around them lead to a place: "from mntrl to Gotham"."""

    def __init__(self, vocabulary: Vocabulary, gazetteer: Gazetteer) -> None:
        self._known = vocabulary.words | frozenset(vocabulary.lexicon.spelling["right"])
        self._classes, self._gazetteer = vocabulary.classes, gazetteer

    def find(self, text: str, tokens: Sequence[Token], found: Collection[Recognised]) -> Iterator[Recognised]:
        """Yield the places among the tokens that nothing was `found` in yet."""
        taken = frozenset[int]().union(*(range(each.first, each.last) for each in found))
        places = [each for each in found if each.entries[0].kind == "place"]
        starts, ends = {each.first for each in places}, {each.last for each in places}
        for at, token in enumerate(tokens):
            if at in taken or not self._is_strange(token) or self._names_somebody(tokens, at):
                continue
            led = self._is_led_to(tokens, at) or (at - 1 in ends and self._links(tokens, at - 1))
            begins_route = at + 2 in starts and self._links(tokens, at + 1)
            name = self._name(text, token, led=led) if led or begins_route else ""
            if name:
                yield Recognised(at, at + 1, (Entry("place", name),))

    def _links(self, tokens: Sequence[Token], at: int) -> bool:
        """Return whether a word leads from one place to another."""
        return self._is_a(tokens[at], "place_to")

    def _is_strange(self, token: Token) -> bool:
        return token.value is None and len(token.text) >= SHORTEST and token.text not in self._known

    def _names_somebody(self, tokens: Sequence[Token], at: int) -> bool:
        """Return whether a name goes on or owns something: "from John Smith", "to Tom's wedding"."""
        following = tokens[at + 1] if at + 1 < len(tokens) else None
        if following is None:
            return False
        return self._is_a(following, "possessive") or (following.capital and self._is_strange(following))

    def _name(self, text: str, token: Token, *, led: bool) -> str:
        """Return the place that a token names: the one that is near, else one that nobody knows; empty for none."""
        near = self._gazetteer.candidates(token.text)
        if len(near) == 1:
            return near[0].name
        return text[token.start : token.end] if led and token.capital else ""

    def _is_led_to(self, tokens: Sequence[Token], at: int) -> bool:
        """Return whether the words before a token lead to a place: "from", "fly to", a sentence's "to"."""
        if at and self._is_a(tokens[at - 1], "place_from"):
            return True
        if not at or not self._is_a(tokens[at - 1], "place_to"):
            return False
        return at == 1 or self._is_a(tokens[at - 2], "travelling", "comma", "clause_end")

    def _is_a(self, token: Token, *classes: str) -> bool:
        return not self._classes.of(token.text).isdisjoint(classes)
