"""A dialogue on its way through the loop."""

from datetime import date
from uuid import UUID

import pytest

from wayframe.dialogue import Dialogue, DialogueLabels, user_turn, wizard_turn
from wayframe.memory import Memory
from wayframe.notation import parse, parse_turn
from wayframe.tracking import RuleTracker
from wayframe.tracking.running import DialogueRun, labelled_acts

TODAY = date(2016, 8, 1)


def after(text: str, acts: str) -> Memory:
    """The memory after a user's first turn, on the loop's own frames, and one of the wizard's."""
    heard = tuple(parse_turn(acts))
    user = user_turn(text, 0, heard, 1, (), heard)
    wizard = wizard_turn("Where from?", 1, (parse("request(or_city)"),), 1, (), {"search": [], "result": []})
    dialogue = Dialogue(str(UUID(int=1)), "u", "w", DialogueLabels(None, False), (user, wizard))
    run = DialogueRun(TODAY)
    run.hear(dialogue.turns[0], labelled_acts(dialogue.turns[0]), RuleTracker())
    run.answer(dialogue.turns[1])
    return run.memory


@pytest.mark.parametrize(
    ("text", "acts", "words"),
    [
        ("Rome, at least $500", "inform(dst_city=Rome, budget=$500)", {"budget": "at least $500"}),
        ("It's me and 4 friends", "inform(n_adults=4)", {"n_adults": "me and 4 friends"}),
        ("Rome, for $500", "inform(dst_city=Rome, budget=$500)", {}),
    ],
)
def test_what_limits_a_value_is_remembered_on_the_loop_s_own_frames(
    text: str, acts: str, words: dict[str, str]
) -> None:
    assert after(text, acts).provenance[0].words == words
