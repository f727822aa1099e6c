"""What a simulated user takes from the agent's turn."""

from wayframe.notation import parse
from wayframe.simulation.system_turn import system_turn


def test_a_count_tells_of_no_option() -> None:
    acts = [parse("offer(name=Fairwind, id=2)"), parse("inform(count=26)")]
    assert system_turn(acts, 1, {}).offered == (2,)
    assert system_turn(acts, 1, {}).told == ()


def test_a_question_which_is_meant_asks_for_no_slot() -> None:
    asks = system_turn([parse("request(name, action=book)")], 1, {})
    assert asks.which
    assert asks.asked == ()
