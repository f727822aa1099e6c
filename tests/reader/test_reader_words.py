"""The words of a turn: written out, cut, known, recognised."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reading import TODAY, read, source, spans_of
from wayframe.language.lexicon import lexicon
from wayframe.meaning.notation import show
from wayframe.meaning.records import Constraint, Wish
from wayframe.reader import ReaderContext, words
from wayframe.reader.calendar import DayReader
from wayframe.reader.words import (
    Token,
    Vocabulary,
    WordClasses,
    by_neighbours,
    inflected,
    is_common,
    plain_text,
    tokenize,
)
from wayframe.values import Gazetteer

WORDS = lexicon("en")


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("I don’t think it’s there", "I do not think it is there"),
        ("cannot, can't, cant", "can not, can not, can not"),
        ("2 ppl pls", "2 people please"),
        ("w/ wifi w/o parking", "with wifi without parking"),
        ("c u b4 8/17", "c you before 8/17"),
        ("how much 4 us 2", "how much for us 2"),
        ("need 2 go 4 a week", "need to go for a week"),
        ("4 nights, 2 adults", "4 nights, 2 adults"),
        ("a party of 4. our flight", "a party of 4. our flight"),
        ("the other 1", "the other one"),
        ("1 adult", "1 adult"),
        ("Rome\nParis", "Rome;Paris"),
    ],
)
def test_short_forms_are_written_out(text: str, plain: str) -> None:
    assert by_neighbours(plain_text(text, WORDS.expansions).text, WORDS.homophones).text == plain


def test_a_digit_leads_to_a_place() -> None:
    assert by_neighbours("boston 2 tokyo", WORDS.homophones, {9}).text == "boston to tokyo"
    assert by_neighbours("for 2 tokyo", WORDS.homophones, {6}).text == "for 2 tokyo"


def test_every_character_knows_where_it_stood() -> None:
    plain = plain_text("2 ppl n me", WORDS.expansions)
    assert plain.text == "2 people and me"
    at = plain.text.index("people")
    assert (plain.start(at), plain.end(at + len("people"))) == (2, 5)


@given(st.text(max_size=80))
def test_without_short_forms_a_text_keeps_its_length(text: str) -> None:
    plain = plain_text(text, {})
    assert len(plain.text) == len(text)
    assert list(plain.starts) == list(range(len(text)))


@pytest.mark.parametrize("text", ["the $1,369.37 one", "max $2k", "from 1/9 to 2/9", "including a name"])
def test_amounts_and_known_words_stay_as_they_are(text: str) -> None:
    assert by_neighbours(plain_text(text, WORDS.expansions).text, WORDS.homophones).text == text


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("wi-fi, e-mail.", "wi-fi , e-mail ."),
        ("4-star, 5* hotel", "4 - star , 5 * hotel"),
        ("the hotel's gym", "the hotel 's gym"),
        ("$1,500.50!", "$ 1,500.50 !"),
        ("ROME", "rome"),
        ("", ""),
    ],
)
def test_words_and_signs_stand_apart(text: str, tokens: str) -> None:
    assert " ".join(token.text for token in tokenize(text)) == tokens


@pytest.mark.parametrize(
    ("text", "value", "ordinal"),
    [("3", 3, False), ("three", 3, False), ("22nd", 22, True), ("third", 3, True), ("1,500.50", 1500.5, False)],
)
def test_numbers_have_their_value(text: str, value: float, ordinal: bool) -> None:
    (token,) = tokenize(text)
    assert (token.value, token.ordinal) == (value, ordinal)


def test_capitals_are_kept_in_mind() -> None:
    assert [token.capital for token in tokenize("my daughter Paris")] == [False, False, True]


@given(st.text(max_size=80))
def test_tokens_stand_in_the_order_of_the_text(text: str) -> None:
    tokens = tokenize(text)
    assert all(0 <= token.start < token.end <= len(text) for token in tokens)
    assert all(one.start <= other.start for one, other in pairwise(tokens))


ADJECTIVES = lexicon("en").adjectives


def kinds(phrase: str, catalogue: str = "trips") -> set[str]:
    """The kinds of entry of a phrase that is one span."""
    (span,) = spans_of(phrase, catalogue)
    return {entry.kind for entry in span.entries}


@pytest.mark.parametrize(
    ("phrase", "kind"),
    [
        ("no more than", "operator"),
        ("tops", "operator_behind"),
        ("anywhere but", "except"),
        ("per person", "scope"),
        ("wi-fi", "value"),
        ("business class", "value"),
        ("star rating", "noun"),
        ("nights", "unit"),
        ("cheaper", "compare"),
        ("cheapest", "extreme"),
        ("cheap", "adjective"),
        ("the previous one", "reference"),
        ("call off", "cue"),
        ("good morning", "social"),
        ("cancellation policy", "unknown"),
        ("my cat", "story"),
    ],
)
def test_a_phrase_of_the_language_or_of_the_schema(phrase: str, kind: str) -> None:
    assert kind in kinds(phrase)


@pytest.mark.parametrize(
    ("phrase", "kind"), [("Skoda", "value"), ("Skodas", "value"), ("tow bar", "value"), ("car", "item")]
)
def test_a_phrase_of_a_table(phrase: str, kind: str) -> None:
    assert kind in kinds(phrase, "cars")


def test_what_nothing_knows_stands_for_nothing() -> None:
    assert kinds("zorb") == set()


@pytest.mark.parametrize(
    ("comparative", "superlative"),
    [
        ("cheaper", ["cheapest"]),
        ("more popular", ["most popular"]),
        ("less expensive", ["least expensive"]),
        ("better rated", ["best rated"]),
        ("worse", ["worst"]),
        ("sans", []),
    ],
)
def test_superlatives(comparative: str, superlative: list[str]) -> None:
    assert inflected(ADJECTIVES["superlatives"], comparative) == superlative


@pytest.mark.parametrize(
    ("comparative", "positive"),
    [("cheaper", "cheap"), ("heavier", "heavy"), ("bigger", "big"), ("nicer", "nice"), ("more popular", "popular")],
)
def test_the_plain_adjective_is_among_its_spellings(comparative: str, positive: str) -> None:
    assert positive in inflected(ADJECTIVES["positives"], comparative)


CLASSES = WordClasses({"article": ["the", "a"], "amount": ["how much"], "asking": ["how", "what"]})


def test_a_phrase_is_of_the_classes_that_list_it() -> None:
    assert CLASSES.of("the") == {"article"}
    assert CLASSES.of("how much") == {"amount"}
    assert CLASSES.of("zorb") == set()


def test_phrases_of_any_length_begin_at_a_word() -> None:
    words = ["tell", "me", "how", "much"]
    assert CLASSES.starting(words, 2) == {"amount", "asking"}
    assert CLASSES.starting(words, 3) == set()


def tokens(text: str) -> list[Token]:
    return tokenize(text)


def noted(value: object) -> str:
    """A value as the notation of meaning has it."""
    return show([Wish("x", Constraint("is", (value,)))])[len("wish(x, is(") : -2]  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "amounts"),
    [
        ("$500", ["$500"]),
        ("500 dollars", ["$500"]),
        ("500 bucks or 600 quid", ["$500", "£600"]),
        ("€1,200", ["€1200"]),
        ("two thousand euros", ["€2000"]),
        ("500", []),
        ("the 3rd dollar", []),
    ],
)
def test_amounts(text: str, amounts: list[str]) -> None:
    assert [noted(found.entries[0].data) for found in words.amounts(tokens(text))] == amounts


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("August 20", ["2016-08-20"]),
        ("the last ten days of August", ["2016-08-22..2016-08-31"]),
        ("the first five days of September", ["2016-09-01..2016-09-05"]),
        ("the second half of September", ["2016-09-16..2016-09-30"]),
        ("the first half of May", ["2017-05-01..2017-05-15"]),
        ("17.8.", ["2016-08-17"]),
        ("29.2.", []),
        ("17.07.", ["2017-07-17"]),
        ("17.8.2018", ["2018-08-17"]),
        ("31.02.", []),
        ("tomorrow", ["2016-08-02"]),
        ("2016-09-05", ["2016-09-05"]),
    ],
)
def test_days(text: str, days: list[str]) -> None:
    found = words.days(text, tokens(text), ReaderContext(TODAY), DayReader(lexicon("en")))
    assert [noted(each.entries[0].data) for each in found][: len(days) or None] == days


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("from new york to ROME", ["New York", "Rome"]),
        ("NYC", ["New York"]),
        ("Rom", []),
    ],
)
def test_places(text: str, names: list[str]) -> None:
    gazetteer = Gazetteer(["New York", "Rome"], {"NYC": "New York"})
    assert [found.entries[0].data for found in words.places(text, tokens(text), gazetteer)] == names


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("the Red Lion Inn", ["Red Lion Inn"]),
        ("the Lion", ["Red Lion Inn"]),
        ("the red one", []),
        ("the Inn", []),
        ("Blue Boar", ["Blue Boar Inn"]),
    ],
)
def test_options_go_by_a_word_that_no_other_has_and_that_means_nothing_else(text: str, names: list[str]) -> None:
    options = {"Red Lion Inn": 2, "Blue Boar Inn": 3}
    found = words.options(tokens(text), options, frozenset(("red", "blue", "the", "one")))
    assert sorted({str(each.entries[0].data) for each in found}) == names


@pytest.mark.parametrize(
    ("text", "latest", "name"),
    [
        ("is the Pinto Max heavy?", (), "Pinto Max 16 Plus"),  # which was offered last
        ("is the Pinto Max heavy?", (2,), "Pinto Max 16"),  # which is at hand
        ("the pinto", (2,), ""),
        ("the Pinto Max 16 Plus", (2,), ""),  # a whole name
    ],
)
def test_options_whose_names_begin_alike_are_the_one_at_hand(text: str, latest: tuple[int, ...], name: str) -> None:
    context = ReaderContext(TODAY, options={"Pinto Max 16": 2, "Pinto Max 16 Plus": 3}, latest=latest)
    found = words.begun(tokens(text), context, frozenset(("the",)), frozenset())
    assert "".join(str(each.entries[0].data) for each in found) == name


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("the 13 plus", ["Lumen Page 13 Plus"]),
        ("lumen 14", ["Lumen Page 14"]),  # which ends so, as the Plus doesn't
        ("the lumen 14 plus", ["Lumen Page 14 Plus"]),
        ("book the 13", ["Lumen Page 13 Plus"]),
        ("the 13 hour one", []),
        ("lumen 14 hours", []),
        ("at least 13", []),
        ("a plus", []),
        ("page plus", []),
    ],
)
def test_options_go_by_some_words_of_their_names_with_a_number_among_them(text: str, names: list[str]) -> None:
    context = ReaderContext(TODAY, options={"Lumen Page 13 Plus": 2, "Lumen Page 14": 3, "Lumen Page 14 Plus": 4})
    laptops = source("laptops")
    found = words.shortened(tokens(text), context, Vocabulary("en", laptops.schema, laptops.names), ())
    assert [each.entries[0].data for each in found] == names


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("from tornto to vancuver", 'wish(or_city, is("Toronto")); wish(dst_city, is("Vancouver"))'),
        ("from New York to mntrl", 'wish(or_city, is("New York")); wish(dst_city, is("Montreal"))'),
        ("fly me to Gotham", 'wish(dst_city, is("Gotham"))'),
        ("from Ouagadougou to Rome", 'wish(or_city, is("Ouagadougou")); wish(dst_city, is("Rome"))'),
    ],
)
def test_what_stands_for_a_place_is_one(text: str, meaning: str) -> None:
    assert read(text) == meaning


@pytest.mark.parametrize("text", ["fly me to relax", "say this to Bob", "flying to Tom's wedding", "from John Smith"])
def test_what_stands_for_something_else_is_none(text: str) -> None:
    assert "city" not in read(text)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("two kisd", "kids"),
        ("culd", "could"),
        ("nubmer", "number"),
        ("my wief", "wife"),
        ("flght", "flight"),
        ("it sars", "says"),
    ],
)
def test_of_words_as_near_one_of_the_same_letters_is_meant_or_a_common_one(typed: str, meant: str) -> None:
    assert spans_of(typed)[-1].words == meant


def test_a_slip_behind_a_figure_is_of_a_unit() -> None:
    assert [span.words for span in spans_of("the one with 3.5 SARS")][-2:] == ["3.5", "stars"]


def test_a_word_that_people_use_is_no_slip_of_another() -> None:
    assert is_common("boot", "en")
    assert not is_common("brekfast", "en")


def test_no_word_is_known_of_a_language_that_has_no_list() -> None:
    assert not is_common("boot", "no language")


def test_a_short_form_that_is_a_name_as_well_stands_for_itself_where_it_is_written_so() -> None:
    nicknames = lexicon("en").nicknames
    assert plain_text("from mia to MIA, with Mia", nicknames).text == "from Miami to Miami, with Mia"
