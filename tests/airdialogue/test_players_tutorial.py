import re
from pathlib import Path
from random import Random
from typing import Any

from wayframe.airdialogue.environment.game import Game, examples, play
from wayframe.airdialogue.players.customer import ScriptedCustomer
from wayframe.airdialogue.players.registry import conformance

PAGE = Path(__file__).parents[2] / "docs" / "airdialogue.md"


def brisk() -> Any:
    blocks = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    (code,) = (block for block in blocks if "class Brisk" in block)
    assert len(code.splitlines()) <= 33
    names: dict[str, Any] = {}
    exec(code, names)
    return names["Brisk"]


def test_the_player_of_the_page_keeps_to_the_rules_and_is_always_right() -> None:
    assert [finding.problem for finding in conformance(brisk(), "agent")] == [None] * 6
    for number, about in enumerate(examples(100, seed=2)):
        game = Game(about)
        play(game, ScriptedCustomer(about.intent, Random(number)), brisk()(about.kb, Random(0)))
        assert game.judged().exact
        assert len(game.turns) == 4
