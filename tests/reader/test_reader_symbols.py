"""Meanings as symbols that point at a turn's spans, both ways."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import reading
from aligned import UnalignedError, symbols_of
from wayframe.errors import InputError
from wayframe.meaning.notation import parse, show
from wayframe.reader.symbols import CLOSE, END, Pointer, SlotSymbol, Symbol, TurnSpans, moves_of

TURNS = {
    "from Chicago to Rome, nothing over 2500": (
        'wish(or_city, is("Chicago")); wish(dst_city, is("Rome")); wish(price, at_most(¤2500))'
    ),
    "me, my wife and two kids, 3 and 8": "wish(party, is(party(adults=2, children=2, ages=[3, 8])))",
    "anywhere but Paris, with a gym": 'wish(dst_city, not("Paris")); wish(gym, is(yes))',
    "back by the 29th of August": "wish(end_date, at_most(2016-08-29))",
    "is the second one near a park?": "ask(holds, of=nth(2), wishes=[wish(park, is(yes))])",
    "like the second but cheaper": "wish(price, less(than=nth(2)))",
    "the cheapest of those in Rome": 'return(extreme(price, least, of=described([wish(dst_city, is("Rome"))])))',
    "can I bring my dog?": 'out_of_scope("bring my dog")',
    "forget the budget": "drop(slot=price)",
}


def pointed(text: str) -> TurnSpans:
    return reading.reader("trips").pointed(text, reading.Scene("trips").context())


@pytest.mark.parametrize(("text", "meaning"), TURNS.items())
def test_a_meaning_is_the_same_behind_its_symbols(text: str, meaning: str) -> None:
    turn = pointed(text)
    moves = [each.move for each in moves_of(symbols_of(parse(meaning), turn), turn)]
    assert show(moves) == show(parse(meaning))


def test_a_move_knows_the_spans_that_it_points_at() -> None:
    turn = pointed("to Rome, with a gym")
    symbols = symbols_of(parse('wish(dst_city, is("Rome")); wish(gym, is(yes))'), turn)
    first, second = moves_of(symbols, turn)
    assert [turn.spans[at].words for at in first.spans] == ["rome", "rome"]
    assert second.spans == ()


def test_an_option_that_is_called_by_a_part_of_its_name_is_that_option() -> None:
    context = reading.Scene("trips", options=("Clovelly Grand", "Marlowe House")).context()
    turn = reading.reader("trips").pointed("how big is the clovely", context)
    (said,) = moves_of(symbols_of(parse('ask(facts, of=named("Clovelly Grand"))'), turn), turn)
    assert show([said.move]) == 'ask(facts, of=named("Clovelly Grand"))'


def test_what_no_words_say_is_not_aligned() -> None:
    with pytest.raises(UnalignedError):
        symbols_of(parse('wish(dst_city, is("Rome"))'), pointed("somewhere warm"))


def test_a_sequence_that_ends_too_early_is_refused() -> None:
    turn = pointed("to Rome")
    symbols = symbols_of(parse('wish(dst_city, is("Rome"))'), turn)
    for length in range(1, len(symbols) - 1):
        with pytest.raises(InputError):
            moves_of([*symbols[:length], END], turn)


WORDS = (
    "wish",
    "ask",
    "book",
    "return",
    "it",
    "nth",
    "named",
    "party",
    "op:is",
    "op:between",
    "=facts",
    "=person",
    "yes",
)
SYMBOLS: st.SearchStrategy[Symbol] = st.one_of(
    st.sampled_from((*WORDS, ".of", ".than", ".adults", "N2", CLOSE)),
    st.builds(Pointer, st.integers(0, 1)),
    st.builds(SlotSymbol, st.sampled_from(("dst_city", "price", "gym", "party", "nowhere"))),
)


@given(st.lists(SYMBOLS, max_size=12))
def test_whatever_is_written_is_a_meaning_or_refused(symbols: list[Symbol]) -> None:
    turn = pointed("to Rome")
    try:
        moves = [each.move for each in moves_of([*symbols, END], turn)]
    except InputError:
        return
    assert parse(show(moves)) == tuple(moves)


def test_a_change_to_nothing_is_no_meaning() -> None:
    turn = pointed("the second one")
    with pytest.raises(InputError):
        moves_of(["change", ".of", "nth", "N2", CLOSE, CLOSE, END], turn)
