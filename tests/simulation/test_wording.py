"""Users' wording: text and acts say the same, in many ways."""

import re
from datetime import date
from random import Random

import pytest

from wayframe.notation import show_turn
from wayframe.simulation.wording import asking
from wayframe.simulation.wording.asking import KnownOption, pointed
from wayframe.simulation.wording.goal_realisation import Manner, Typed, tell
from wayframe.simulation.wording.grammar import TextBit, drawn
from wayframe.simulation.wording.style import UserStyle, UserTurn, spoken, user_style

CAREFUL = UserStyle(plural=False, case="right", marks="full", chatty=0.0, indirect=0.0, typos=0.0)
WISHES: dict[str, list[Typed]] = {
    "or_city": ["Montreal"], "dst_city": ["Tokyo", "Paris"], "str_date": [date(2016, 8, 20)],
    "end_date": [date(2016, 8, 30)], "budget": [1700.0], "n_adults": [2], "seat": ["business"], "wifi": [True],
}  # fmt: skip


def test_a_choice_is_drawn_and_a_value_is_marked() -> None:
    found = drawn("[to|to] {dst_city} for {n_adults:just me}", Random(0), {"dst_city": [TextBit("Rome", "dst_city")]})
    assert "".join(bit.text for bit in found) == "to Rome for just me"
    assert [bit for bit in found if bit.slot] == [TextBit("Rome", "dst_city"), TextBit("just me", "n_adults")]


@pytest.mark.parametrize("manner", ["open", "answer", "add", "change"])
def test_every_value_of_an_act_is_in_the_text(manner: Manner) -> None:
    for seed in range(60):
        rng = Random(seed)
        said = spoken(tell(WISHES, manner, CAREFUL, rng), user_style(rng, 0.5, plural=False), rng)
        values = [arg.value for act in said.acts for arg in act.slots if isinstance(arg.value, str)]
        assert all(value == "book" or value in said.text for value in values), said
        assert {arg.key for act in said.acts for arg in act.slots} - {"intent"} == set(WISHES), said


def test_wishes_have_thousands_of_phrasings() -> None:
    rng = Random(0)
    said = {spoken(tell(WISHES, "open", CAREFUL, rng), CAREFUL, rng).text for _ in range(2000)}
    assert len(said) == 2000


def test_an_option_is_told_from_the_others() -> None:
    tokyo, paris = (
        KnownOption(2, "Lotus Retreat", "Tokyo", "economy"),
        KnownOption(3, "Summerlin Manor", "Paris", "economy"),
    )
    for seed in range(50):
        words = pointed(paris, [tokyo, paris], (2, 3), Random(seed))
        assert all(bit.slot.startswith("3.") for bit in words if bit.slot)
        assert {"Paris", "Summerlin Manor"} & {bit.text for bit in words} or any(
            "anaphora" in bit.slot for bit in words
        )


def test_a_question_about_an_option_turns_to_it() -> None:
    rng = Random(1)
    it = (TextBit("the "), TextBit("Lotus Retreat", "2.name"))
    said = spoken([asking.ask("price", it, 2, CAREFUL, rng)], CAREFUL, rng)
    assert show_turn(said.acts) == "switch_frame(ref=[2{name=Lotus Retreat}]); request(price)"


def test_typing_mistakes_are_in_the_values_too() -> None:
    sloppy = CAREFUL._replace(typos=1.0)
    said = [spoken(tell({"dst_city": ["Toronto"]}, "answer", sloppy, Random(n)), sloppy, Random(n)) for n in range(20)]
    written = {arg.value for each in said for act in each.acts for arg in act.slots}
    assert len(written) > 5
    assert all(_found(each) for each in said)


def _found(said: UserTurn) -> bool:
    return all(str(arg.value) in said.text for act in said.acts for arg in act.slots)


def test_one_child_is_a_kid() -> None:
    party: dict[str, list[Typed]] = {"n_adults": [6], "n_children": [1]}
    texts = {spoken(tell(party, "add", CAREFUL, Random(seed)), CAREFUL, Random(seed)).text for seed in range(120)}
    assert not [text for text in texts if re.search(r"\b(?:1|one) (?:kids|children)\b", text, re.IGNORECASE)]
    assert any(re.search(r"\b(?:1|one) (?:kid|child)\b", text) for text in texts)


def test_the_day_of_leaving_comes_first() -> None:
    days: dict[str, list[Typed]] = {"end_date": [date(2016, 9, 7)], "str_date": [date(2016, 8, 31)]}
    texts = [spoken(tell(days, "open", CAREFUL, Random(seed)), CAREFUL, Random(seed)).text for seed in range(120)]
    assert not [text for text in texts if re.search(r"(?i)\b(?:7|7th|seventh)\b.* on (?:\w+ )?aug", text)]
