from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wayframe.dialogue import Act
from wayframe.nlg import TemplateNLG
from wayframe.nlg.phrases import OFFERS
from wayframe.notation import parse
from wayframe.ontology import ACTS


def said(*acts: str, variant: int = 0) -> str:
    return " ".join(sentence.text for sentence in TemplateNLG().say([parse(act) for act in acts], variant))


@pytest.mark.parametrize(
    ("acts", "text"),
    [
        (["greeting()", "request(dst_city)"], "Hello! Where would you like to go?"),
        (["request(dst_city, or_city)"], "Where would you like to go? Where will you be leaving from?"),
        (["request(str_date, end_date, n_adults)"], "When would you like to travel? How many adults are travelling?"),
        (["inform(price=$812.50, wifi=True, spa=False)"], "It costs $812.50, has free wifi and doesn't have a spa."),
        (["inform(category=4-star, write=[7{name=El Mar}])"], "The El Mar is a 4-star hotel."),
        (["inform(str_date=August 24, end_date=August 31)"], "It runs from August 24 to August 31."),
        (["inform(park=True, beach=True)"], "It is near a park and the beach."),
        (["inform(count_name=5 hotels, dst_city=Rome)"], "I have 5 hotels in Rome."),
        (["affirm(ref=[7{seat=business}])"], "Yes."),
        (["no_result(ref=[1{dst_city=Rome,budget=$500}])"], "I have nothing to Rome for $500."),
        (["no_result(ref=[1{dst_city=Rome,str_date=May 2,end_date=May 9}])"],
         "I have nothing to Rome leaving May 2 and back by May 9."),
        (["no_result(ref=[1])"], "There's nothing else."),
        (["no_result(ref=[1{dst_city=United Kingdom,str_date=October}])"],
         "I have nothing to the United Kingdom leaving in October."),
        (["no_result(ref=[1{dst_city=Rome}])", "inform(price=$9, write=[7{name=El Mar}])"],
         "I have nothing to Rome. But the El Mar costs $9."),
        (["inform(wifi=True, write=[7{name=A}])", "inform(wifi=False, write=[8{name=B}])",
          "inform(wifi=True, write=[9{name=C}])"], "The A and the C have free wifi. The B doesn't have free wifi."),
        (["inform(name=The Pines, dst_city=Rome)"], "That's the Pines in Rome."),
        (["inform(price=$9)", "inform(name=A)", "inform(price=$9)"], "It costs $9. That's the A."),
        (["suggest(budget)"], "It would work with a higher budget."),
        (["suggest(beach)"], "It would work with another neighbourhood."),
        (["suggest(action=book)"], "Shall I book it?"),
        (["inform(action=book, name=The Pines, dst_city=Rome)"], "Done, it's booked: the Pines in Rome."),
        (
            ["canthelp(ref=[2{gym}])"],
            "I'm afraid I can't help with that. I can tell you prices, dates, flight times, seats, stars, ratings, "
            "what a hotel has and what is near it.",
        ),
        (["hearmore(ref=[2;3])"], "Would you like to hear more about any of these?"),
        (["hearmore(ref=[2])"], "Would you like to hear more about it?"),
    ],
)  # fmt: skip
def test_says_acts(acts: Sequence[str], text: str) -> None:
    assert said(*acts) == text


def test_an_offer_is_one_sentence_with_all_its_values() -> None:
    dates = "str_date=May 2, end_date=May 9"
    offer = f"offer(name=Blue Fox, dst_city=Rome, category=4-star, seat=economy, {dates}, price=$700, id=2)"
    assert said(offer) == "There's the Blue Fox in Rome, a 4-star hotel, May 2 to May 9, economy class, for $700."


def test_further_offers_are_told_apart_from_the_first() -> None:
    first, second = "offer(name=Blue Fox, price=$700, id=2)", "offer(name=Old Mill, price=$900, id=3)"
    assert said(first, second) == "There's the Blue Fox, for $700. There's also the Old Mill, for $900."


def test_variants_are_the_only_thing_that_varies() -> None:
    offer = "offer(name=Blue Fox, price=$700, id=2)"
    assert said(offer, variant=3) == said(offer, variant=3)
    assert len({said(offer, variant=v) for v in range(len(OFFERS))}) == len(OFFERS)


@pytest.mark.parametrize("name", [name for name, act in ACTS.items() if act.wizard])
def test_every_wizard_act_has_words(name: str) -> None:
    args = parse("inform(price=$700)").args if name == "inform" else ()
    (sentence,) = TemplateNLG().say([Act(name, args)], 0)
    assert sentence.text


VALUES = st.from_regex(r"[A-Z][a-z]{2,8}", fullmatch=True)


@given(name=VALUES, city=VALUES, price=st.integers(100, 9999), variant=st.integers(0, 50))
def test_every_value_said_is_a_value_of_the_act(name: str, city: str, price: int, variant: int) -> None:
    act = parse(f"offer(name={name}, dst_city={city}, price=${price}, id=2)")
    (sentence,) = TemplateNLG().say([act], variant)
    assert all(value in sentence.text for value in (name, city, f"${price}"))
    assert sentence.acts == (act,)
