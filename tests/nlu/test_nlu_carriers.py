from __future__ import annotations

from wayframe.nlu.learned.acts import carriers
from wayframe.notation import parse_turn
from wayframe.tagging import TaggedSpan, match

TEXT = "from Rome to Bari for two adults, what about Pisa?"
#       0    1    2  3    4   5   6     7 8    9     10  11
ACTS = parse_turn("inform(or_city=Rome, dst_city=Bari, n_adults=two) request(dst_city=Pisa)")


def carried(*values: TaggedSpan) -> dict[int, str]:
    """The act of each value, by the value's first word."""
    kept, tags = carriers(match(TEXT, ACTS), ACTS, values)
    return {span.start: tag for span, tag in zip(kept, tags, strict=True)}


def test_annotated_values_have_their_acts() -> None:
    assert carried() == {1: "B-inform", 3: "I-inform", 5: "I-inform", 10: "B-request"}


def test_the_first_value_that_is_found_begins_the_act() -> None:
    assert carried(TaggedSpan(3, 4, "dst_city"), TaggedSpan(10, 11, "dst_city")) == {3: "B-inform", 10: "B-request"}


def test_a_value_found_with_other_ends_or_another_slot_has_the_act_still() -> None:
    assert carried(TaggedSpan(5, 7, "n_adults")) == {5: "B-inform"}
    assert carried(TaggedSpan(10, 11, "or_city")) == {10: "B-request"}


def test_what_is_found_beside_has_the_act_that_reaches_over_it_or_is_left_out() -> None:
    assert carried(TaggedSpan(4, 5, "count")) == {4: "B-inform"}
    assert carried(TaggedSpan(8, 9, "count")) == {}
