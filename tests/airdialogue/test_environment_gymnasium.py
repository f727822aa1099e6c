from random import Random
from typing import Any

import pytest

gymnasium = pytest.importorskip("gymnasium")
pytest.importorskip("pettingzoo")

from gymnasium.utils.env_checker import check_env  # noqa: E402
from pettingzoo.test import api_test, seed_test  # noqa: E402

from wayframe.airdialogue.environment import pair, single, spaces  # noqa: E402
from wayframe.airdialogue.environment.game import Player, examples  # noqa: E402
from wayframe.airdialogue.players.agent import ScriptedAgent  # noqa: E402
from wayframe.airdialogue.players.customer import ScriptedCustomer  # noqa: E402
from wayframe.airdialogue.players.wording import parse_noise  # noqa: E402
from wayframe.errors import InputError  # noqa: E402

IDS = ["wayframe/AirDialogueAgent-v1", "wayframe/AirDialogueCustomer-v1"]


@pytest.mark.parametrize("name", IDS)
def test_gymnasium_finds_nothing_wrong(name: str) -> None:
    check_env(gymnasium.make(name, contexts=examples(5)).unwrapped, skip_render_check=False)


# It expects arrays and says so; texts are none.
@pytest.mark.filterwarnings(
    "ignore:.*(NumPy|numpy) array", "ignore:(Observation|Action) space for each", "ignore:We recommend agents"
)
def test_pettingzoo_finds_nothing_wrong(capsys: pytest.CaptureFixture[str]) -> None:
    api_test(pair.PairEnv(contexts=examples(5), render_mode="ansi"), num_cycles=200)
    seed_test(lambda: pair.PairEnv(contexts=examples(5)), num_cycles=50)
    assert "Passed API test" in capsys.readouterr().out


def test_contexts_are_drawn_where_none_are_given() -> None:
    pytest.importorskip("numpy")
    env = gymnasium.make(IDS[0])
    first, _ = env.reset(seed=3)
    second, _ = env.reset()
    again, _ = env.reset(seed=3)
    assert first == again != second


def test_a_player_plays_through_gymnasium_as_it_does_without() -> None:
    (about,) = examples(1, seed=3)
    env = gymnasium.make(IDS[0], contexts=[about], noise=parse_noise("0.2"), render_mode="ansi")
    agent = ScriptedAgent(about.kb, Random(0))
    seen, _ = env.reset(seed=1)
    over, reward, info = False, 0.0, dict[str, Any]()
    while not over:
        seen, reward, over, _, info = env.step(spaces.chosen(agent.reply(seen["heard"])))
    assert reward == pytest.approx(1)
    assert info["status"] == 1
    assert env.render().startswith("customer: ")


def test_a_customer_plays_through_gymnasium() -> None:
    (about,) = examples(1, seed=4)
    env = single.CustomerEnv(contexts=[about], first="agent")
    customer = ScriptedCustomer(about.intent, Random(0))
    seen, _ = env.reset(seed=1)
    assert seen["heard"]
    over, reward = False, 0.0
    while not over:
        seen, reward, over, _, _ = env.step(customer.reply(seen["heard"]).text)
    assert reward == pytest.approx(1)


def test_both_play_through_pettingzoo() -> None:
    (about,) = examples(1, seed=5)
    env = pair.PairEnv(contexts=[about])
    customer, agent = ScriptedCustomer(about.intent, Random(0)), ScriptedAgent(about.kb, Random(1))
    players: dict[str, Player] = {"customer": customer, "agent": agent}
    env.reset(seed=1)
    rewards = []
    for side in env.agent_iter():
        seen, reward, terminated, truncated, _ = env.last()
        if terminated or truncated:
            rewards.append(reward)
            env.step(None)
            continue
        said = players[side].reply(seen["heard"])
        env.step(said.text if side == "customer" else spaces.chosen(said))
    assert rewards == [pytest.approx(1), pytest.approx(1)]


GOES_ON = {"text": "Hm?", "status": spaces.GO_ON, "name": "", "flight": spaces.NO_FLIGHT}
BOOKS = {"text": "Done.", "status": 1, "name": "Ann Lee", "flight": 1000}


@pytest.mark.parametrize("limit", [2, 40])
def test_after_the_end_gymnasium_wants_a_reset(limit: int) -> None:
    env = single.AgentEnv(contexts=examples(1), limit=limit)
    with pytest.raises(gymnasium.error.ResetNeeded, match="no conversation has begun"):
        env.step(GOES_ON)
    env.reset(seed=1)
    assert any(env.step(GOES_ON if limit == 2 else BOOKS)[2:4])
    for action in (GOES_ON, BOOKS):
        with pytest.raises(gymnasium.error.ResetNeeded, match=r"the conversation is over: call reset\(\)"):
            env.step(action)
    env.reset(seed=1)
    assert env.step(BOOKS)[2]


def test_after_the_end_pettingzoo_takes_leave_of_both_and_wants_a_reset() -> None:
    env = pair.PairEnv(contexts=examples(1), first="agent")
    with pytest.raises(gymnasium.error.ResetNeeded, match="no conversation has begun"):
        env.step("Hello")
    env.reset(seed=1)
    with pytest.raises(InputError, match="agent: expected an action"):
        env.step(None)
    env.step(BOOKS)
    with pytest.raises(ValueError, match="the only valid action is None"):
        env.step("Wait!")
    env.step(None)
    env.step(None)
    with pytest.raises(gymnasium.error.ResetNeeded, match="the conversation is over"):
        env.step(None)


@pytest.mark.parametrize("noise", [0.3, 1, "0.3", "typos=0.3,talk=0.1", parse_noise("0.3")])
def test_the_customers_noise_is_an_amount_or_one_for_each_kind(noise: Any) -> None:
    env = gymnasium.make(IDS[0], contexts=examples(1), noise=noise)
    assert env.reset(seed=1)[0]["heard"]


@pytest.mark.parametrize("noise", [3, -0.1, True, None, "loud", parse_noise("0")._replace(typos=7)])
def test_an_amount_that_is_none_is_named(noise: Any) -> None:
    with pytest.raises(InputError, match=r"expected (an amount|amounts) from 0 to 1, found"):
        single.AgentEnv(contexts=examples(1), noise=noise)


def test_what_is_not_in_latin_letters_is_left_out() -> None:
    assert spaces.plain("Zoë → Köln\n") == "Zoë  Köln"
