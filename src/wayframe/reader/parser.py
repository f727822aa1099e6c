"""Semantic parser: the meaning of a whole turn by a trained network, and how likely each move of it is.

The rules find values, names and slots in a turn; the network, which has learned from labelled turns how people say what
they want with them, writes the moves, pointing at what the rules found (`symbols`). So it says nothing that isn't typed
and in the schema, and its probability tells well how far to trust it (`docs/understanding.md`).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from math import prod

from wayframe import language
from wayframe.errors import InputError
from wayframe.reader.features import MOST_SPANS, FeatureRows, turn_features
from wayframe.reader.network import SLOT, SPAN, Choice, Network, network_in
from wayframe.reader.parse_amendments import AMENDMENTS
from wayframe.reader.symbols import END, ParsedMove, ParsedTurn, Pointer, SlotSymbol, Symbol, TurnSpans, moves_of
from wayframe.schema import Schema

FILE = "parser.npz"
MOST_SYMBOLS = 64


class SemanticParser:
    """Parses turns over a schema. Threads may share it."""

    def __init__(self, network: Network, schema: Schema) -> None:
        self._network, self._schema = network, schema
        self._rows = FeatureRows(network.names)
        self._slots = network.slots(self._rows.slots(schema))

    def parse(self, turn: TurnSpans) -> ParsedTurn | None:
        """Return the likeliest of what a turn can mean; None where there is nothing, no word, or more than is read."""
        if not 0 < len(turn.spans) <= MOST_SPANS or not any(map(str.isalnum, turn.text)):
            return None
        found = (self._meant(choices, turn) for choices in self._choices(turn))
        return next((parsed for parsed in found if parsed), None)

    def _meant(self, choices: Sequence[Choice], turn: TurnSpans) -> ParsedTurn | None:
        """Return what symbols say of a turn; None where they say nothing that can be meant."""
        symbols = [self._symbol(choice) for choice in choices]
        if symbols[-1] != END:
            return None
        try:
            said = moves_of(symbols, turn)
        except InputError:
            return None
        moves = [ParsedMove(each.move, _likely(choices[each.start : each.end]), each.spans) for each in said]
        parsed = ParsedTurn(moves, _likely(choices))
        for mended in AMENDMENTS:
            parsed = mended(parsed, turn)
        return parsed if parsed.moves or not moves else None

    def symbols(self, turn: TurnSpans) -> tuple[Sequence[Symbol], float]:
        """Return the symbols of a turn and their probability together."""
        choices = self._choices(turn)[0]
        return [self._symbol(choice) for choice in choices], _likely(choices)

    def _choices(self, turn: TurnSpans) -> Sequence[Sequence[Choice]]:
        known = self._rows.turn(turn_features(turn), self._schema)
        return self._network.parses(known, self._slots, MOST_SYMBOLS)

    def _symbol(self, choice: Choice) -> Symbol:
        if choice.kind == SPAN:
            return Pointer(choice.at)
        if choice.kind == SLOT:
            return SlotSymbol(self._schema.slots[choice.at].name)
        return self._network.names.symbols[choice.at]


def _likely(choices: Sequence[Choice]) -> float:
    return prod(choice.likely for choice in choices)


@cache
def network_of(code: str) -> Network | None:
    """Return the network of a language; None where its pack has none, so that rules and weights alone read."""
    file = files(language) / code / FILE
    return network_in(file) if file.is_file() else None
