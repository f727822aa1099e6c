"""The shipped semantic parser, its network, and the features that it sees."""

from importlib.resources import files
from math import prod
from pathlib import Path

import numpy as np
import pytest

import reading
from wayframe import language
from wayframe.dialogue import Act, Arg, wizard_turn
from wayframe.meaning.notation import parse, show
from wayframe.meaning.records import Money
from wayframe.reader.features import (
    MOST_SPANS,
    FeatureRows,
    facets,
    moments,
    related_slots,
    said_before,
    span_features,
    standing,
    turn_features,
)
from wayframe.reader.network import STEPS, SYMBOL, Array, Choice, Names, Network, TurnInput, weights_in, write
from wayframe.reader.parser import FILE, SemanticParser, network_of
from wayframe.reader.symbols import CLOSE, END

OPEN = reading.Scene("trips")
OFFERED = reading.Scene("trips", options=("Clovelly Grand", "Marlowe House"))


@pytest.fixture(scope="module")
def network() -> Network:
    found = network_of("en")
    assert found is not None
    return found


@pytest.fixture(scope="module")
def parser(network: Network) -> SemanticParser:
    return SemanticParser(network, reading.reader("trips").schema)


@pytest.mark.parametrize(
    ("text", "scene", "meaning"),
    [
        ("from Chicago to Rome please", OPEN, 'wish(or_city, is("Chicago")); wish(dst_city, is("Rome"))'),
        ("does the Marlowe have a gym?", OFFERED, 'ask(holds, of=named("Marlowe House"), wishes=[wish(gym, is(yes))])'),
    ],
)
def test_plain_turns_are_parsed(parser: SemanticParser, text: str, scene: reading.Scene, meaning: str) -> None:
    found = parser.parse(reading.reader("trips").pointed(text, scene.context()))
    assert found is not None
    assert show(each.move for each in found.moves) == meaning
    assert 0.5 < found.likely <= 1.0


def test_a_turn_without_words_says_nothing(parser: SemanticParser) -> None:
    assert parser.parse(reading.reader("trips").pointed("", OPEN.context())) is None


def test_a_turn_of_more_spans_than_are_read_is_left_to_the_rules(parser: SemanticParser) -> None:
    turn = reading.reader("trips").pointed("and then to Rome with a gym, " * 60, OPEN.context())
    assert len(turn.spans) > MOST_SPANS
    assert parser.parse(turn) is None


def test_the_same_turn_is_parsed_the_same(parser: SemanticParser) -> None:
    turn = reading.reader("trips").pointed("somewhere warm under 2000 for the two of us", OPEN.context())
    assert parser.symbols(turn) == parser.symbols(turn)


def test_weights_in_a_file_are_those_of_the_network(tmp_path: Path) -> None:
    names, arrays = weights_in(files(language) / "en" / FILE)
    write(tmp_path / FILE, names, arrays)
    names_again, again = weights_in(tmp_path / FILE)
    assert names_again == names
    assert all(np.allclose(again[name], array, atol=1e-5) for name, array in arrays.items())


def test_weights_are_kept_in_few_steps(tmp_path: Path) -> None:
    drawn = np.random.default_rng(1).standard_normal((4, 50)).astype(np.float32)
    write(tmp_path / FILE, Names((), (), (), (), (), ()), {"w": drawn})
    _, arrays = weights_in(tmp_path / FILE)
    assert np.abs(arrays["w"] - drawn).max() <= np.abs(drawn).max() / STEPS


def parses(network: Network, text: str) -> list[list[Choice]]:
    """Return the sequences of symbols that a network finds in a first message over the trips."""
    reader = reading.reader("trips")
    rows, turn = FeatureRows(network.names), reader.pointed(text, OPEN.context())
    return network.parses(rows.turn(turn_features(turn), reader.schema), network.slots(rows.slots(reader.schema)), 64)


def test_every_choice_has_a_probability(network: Network) -> None:
    choices = parses(network, "to Rome")[0]
    assert all(0.0 < choice.likely <= 1.0 for choice in choices)
    assert choices[-1].kind == SYMBOL
    assert network.names.symbols[choices[-1].at] == "end"


def test_the_likeliest_sequence_comes_first(network: Network) -> None:
    found = parses(network, "could we say the week after, or is that too late for the two of us?")
    likely = [prod(choice.likely for choice in choices) for choices in found]
    assert len(found) > 1
    assert likely == sorted(likely, reverse=True)


def test_symbols_that_cannot_be_meant_give_way_to_the_next() -> None:
    class Stumbling(Network):
        """A network whose likeliest sequence is a bracket that nothing opened."""

        def parses(self, turn: TurnInput, slots: Array, most: int) -> list[list[Choice]]:
            closed = [Choice(SYMBOL, self.names.symbols.index(each), 1.0) for each in (CLOSE, END)]
            return [closed, *super().parses(turn, slots, most)]

    stumbling = SemanticParser(Stumbling(*weights_in(files(language) / "en" / FILE)), reading.reader("trips").schema)
    found = stumbling.parse(reading.reader("trips").pointed("from Chicago to Rome please", OPEN.context()))
    assert found is not None
    assert show(found.meaning()) == 'wish(or_city, is("Chicago")); wish(dst_city, is("Rome"))'


def test_features_of_a_span_are_of_no_catalogue() -> None:
    (_, rome) = reading.spans_of("to Rome")
    assert "place" in span_features(rome)
    assert not [feature for feature in span_features(rome) if "Rome" in feature]


def test_a_span_is_related_to_the_slots_that_it_may_speak_of() -> None:
    cut = reading.spans_of("cheaper, with a gym")
    assert {slot for span in cut for _, slot in related_slots(span)} >= {"price", "gym"}


def test_the_moment_counts_what_was_offered_and_booked() -> None:
    scene = reading.Scene("trips", options=("Clovelly Grand",), booked=1, confirming=True)
    assert {"offered", "confirming", "booked1"} <= set(moments(scene.context()))


def test_what_was_understood_and_answered_before_is_told() -> None:
    asked = tuple(parse("ask(facts, slots=[price], of=nth(2))"))
    answer = Act("inform", (Arg("price", "$900"),))
    turn = wizard_turn("It costs $900.", 1, (answer,), 1, (), None)
    context = OPEN.context()._replace(moves=asked, turns=(turn,), facts={"price": (Money(900.0),)})
    assert list(said_before(context)) == [
        ("before ask facts", "price"),
        ("before ask facts nth", ""),
        ("answered inform", "price"),
    ]


def test_a_name_is_told_with_how_its_option_stands() -> None:
    scene = reading.Scene("trips", options=("Clovelly Grand",), booked=1)
    turn = reading.reader("trips").pointed("the Clovelly Grand", scene.context())
    assert [name for at in range(len(turn.spans)) for name in standing(turn, at)] == ["standing booked"]


@pytest.mark.parametrize(
    ("noted", "said"),
    [
        ("wish(price, at_most($2000))", {("rules wish at_most", "price")}),
        ("ask(facts, slots=[price], of=nth(2))", {("rules ask facts", "price"), ("rules ask facts nth", "")}),
        ('book(of=named("Clovelly Grand"))', {("rules book", ""), ("rules book named", "")}),
        ("answer(yes)", {("rules answer yes", "")}),
    ],
)
def test_what_the_rules_read_is_told_without_its_values(noted: str, said: set[tuple[str, str]]) -> None:
    (move,) = parse(noted)
    assert set(facets(move, "rules")) == said


def test_what_the_rules_read_stands_beside_its_values() -> None:
    turn = turn_features(reading.reader("trips").pointed("from Chicago to Rome", OPEN.context()))
    said = {span.words: [facet for facet in span.slots if facet[0].startswith("rules")] for span in turn.spans}
    assert said["chicago"] == [("rules wish is", "or_city")]
    assert said["rome"] == [("rules wish is", "dst_city")]
    assert "rules understood" in turn.moments
