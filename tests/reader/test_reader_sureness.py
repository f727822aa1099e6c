"""The probability that the reading of a whole turn is right."""

import pytest

from parses import CHICAGO, ROME, heard, parsed
from reading import Scene, reader
from wayframe.meaning.notation import meaning, show
from wayframe.meaning.records import Meaning
from wayframe.reader.doubt import UNSHARED
from wayframe.reader.sureness import NEITHER, SURE, UNSURE, in_doubt, sureness, sureness_features, sureness_weights

STORY = (
    "when my late husband and I were in Oslo, which must be forty years ago, we paid 20 crowns for a coffee, and Rome "
    "wasn't any cheaper, mind you"
)


def sure(noted: str, by_rules: str, likely: float) -> float:
    """Return how sure a reading is that the parser made, with this probability, beside that of the rules."""
    turn, read = heard(by_rules), parsed(noted, likely)
    found = sureness_features(meaning(noted), turn, read)
    return sureness(meaning(noted), turn, found, sureness_weights("en"))


def test_a_reading_is_surer_the_likelier_it_is_and_where_both_have_it() -> None:
    assert sure(ROME, ROME, 0.9) > sure(ROME, ROME, 0.1)
    assert sure(ROME, ROME, 0.5) > sure(ROME, CHICAGO, 0.5)


@pytest.mark.parametrize("noted", ["", 'out_of_scope("a visa")'])
def test_nothing_and_what_is_beyond_the_catalogue_are_never_sure(noted: str) -> None:
    assert sure(noted, noted, 0.99) <= NEITHER < SURE


@pytest.mark.parametrize(("understood", "expected"), [(True, 1.0), (False, NEITHER)])
def test_without_weights_or_a_parser_the_rules_say_whether_they_understood(understood: bool, expected: float) -> None:
    turn = heard(ROME, understood=understood)
    by_rules = sureness_features(meaning(ROME), turn, None)
    assert sureness(meaning(ROME), turn, by_rules, sureness_weights("en")) == expected
    assert sureness(meaning(ROME), turn, by_rules, sureness_weights("no language")) == expected


def test_only_wishes_are_in_doubt() -> None:
    doubtful: Meaning = in_doubt(meaning(f"{ROME}; ask(facts, slots=[price])"))
    assert [each.sure for each in doubtful.moves] == [UNSHARED, 1.0]


def test_a_plain_turn_is_sure_and_the_wishes_of_a_story_are_in_doubt() -> None:
    context = Scene("trips").context()
    plain, story = (reader("trips").taken(text, context) for text in ("from Chicago to Rome in August", STORY))
    assert plain.sure >= SURE
    assert story.sure < UNSURE
    assert all(each.sure < 1 for each in story.meaning.moves), show(story.meaning.all())
