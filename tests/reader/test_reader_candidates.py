"""Candidates: what else a phrase or a clause may mean, and which of it a reader takes."""

from __future__ import annotations

import pytest

from reading import examples, reader
from wayframe.meaning.notation import parse, show
from wayframe.meaning.records import Book, Wish
from wayframe.reader.candidates import choices, clause_options, phrase_candidates, phrase_features, word
from wayframe.reader.doubt import UNPROVED
from wayframe.reader.moves import ClauseReading, moves
from wayframe.reader.ranking import Rankings

EMBEDDED = reader("trips")


def clauses(text: str, scene: str = "rome") -> list[ClauseReading]:
    """Return the clauses of a text as the rules read them."""
    return EMBEDDED.clauses(text, examples().scenes[scene].context())


def others(wish: str) -> list[str]:
    """Return what a phrase may mean, noted; what it only mentions is empty."""
    (read,) = parse(wish)
    assert isinstance(read, Wish)
    return [show([each.wish]) if each.wish else "" for each in phrase_candidates(read, EMBEDDED.schema)]


def test_a_place_may_be_the_other_end_of_the_journey_or_a_mere_mention() -> None:
    found = others('wish(dst_city, is("Boston"))')
    assert found[0] == 'wish(dst_city, is("Boston"))'
    assert 'wish(or_city, is("Boston"))' in found
    assert 'wish(dst_city, not("Boston"))' in found
    assert found[-1] == ""


def test_a_day_may_bound_when_one_leaves_or_comes_home() -> None:
    found = others("wish(str_date, is(2016-08-31))")
    assert "wish(end_date, at_most(2016-08-31))" in found
    assert "wish(str_date, at_least(2016-08-31))" in found


def test_a_feature_may_be_wished_for_unwanted_or_indifferent() -> None:
    assert others("wish(wifi, is(yes))") == [
        "wish(wifi, is(yes))", "wish(wifi, is(no))", "wish(wifi, any())", ""
    ]  # fmt: skip


def test_two_values_of_a_slot_stay_as_they_are() -> None:
    assert others('wish(dst_city, is("Rome", "Athens"))') == ['wish(dst_city, is("Rome", "Athens"))', ""]


def test_the_first_candidate_of_a_clause_is_what_the_rules_make_of_it() -> None:
    (read,) = clauses("the second one please")
    option = clause_options(read, {})
    assert option.candidates[0].moves == tuple(moves(read))
    assert "first" in option.candidates[0].names


def test_a_clause_may_do_nothing() -> None:
    (read,) = clauses("does the second one have wifi")
    assert () in [candidate.moves for candidate in clause_options(read, {}).candidates]


def test_without_weights_the_rules_decide() -> None:
    read = clauses("two of us, from Boston to Rome. Is there wifi?")
    assert [choice.moves for choice in choices(read, Rankings({}, {}))] == [tuple(moves(each)) for each in read]


def test_values_stand_in_features_by_their_kind() -> None:
    (read,) = clauses("from Boston under $900")
    assert [word(span) for span in read.spans if word(span).startswith("<")] == ["<place>", "<money>"]
    assert any(feature == "read money at_most" for feature in phrase_features(read.phrases[-1], read))


@pytest.mark.parametrize("text", ["put our names on the second one", "stick me down for the Fairwind"])
def test_a_booking_that_only_the_weights_read_is_asked_about(text: str) -> None:
    context = examples().scenes["rome"].context()
    for spoken in EMBEDDED.judged(text, context)[0].moves:
        assert not isinstance(spoken.move, Book) or spoken.sure <= UNPROVED


def test_what_the_rules_read_is_never_dropped_in_silence() -> None:
    context = examples().scenes["open"].context()
    text = "Um. Hey you! We're on vacation between Sat Sept 17 and sep 23. Washington to Rome. 5 grown-ups!"
    slots = [move.slot for move in EMBEDDED.read(text, context).all() if isinstance(move, Wish)]
    assert {"str_date", "end_date", "or_city", "dst_city", "party"} <= set(slots)
