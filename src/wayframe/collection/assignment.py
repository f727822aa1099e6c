"""Which arm of a study a dialogue belongs to, by chance under the study's seed.

Chance decides when somebody makes themselves available as a user, before anybody knows whom they could be paired with:
with the agent's share of the weights they talk to the agent at once, otherwise they wait for a person, and whether that
person has the agent's proposals is decided by the number of the dialogue. So neither participants nor wizards choose,
nor does who happens to be there. Those who would be either side count as users here: else the agent would be met only
by those who insist on being the user.
"""

from __future__ import annotations

from random import Random

from wayframe.collection.records import Arm
from wayframe.collection.study import Study


def meets_agent(study: Study, person: str, nth: int) -> bool:
    """Whether somebody's `nth` dialogue is with the agent. Same arguments, same answer."""
    return Random(f"{study.seed} {person} {nth}").random() < _share(study, "agent")


def human_arm(study: Study, number: int) -> Arm:
    """Whether the person who is the wizard of dialogue `number` has the agent's proposals."""
    assisted, human = study.arms.get("assisted", 0), study.arms.get("human", 0)
    if not assisted + human:
        return "human"
    return "assisted" if Random(f"{study.seed} {number}").random() * (assisted + human) < assisted else "human"


def _share(study: Study, arm: Arm) -> float:
    return study.arms.get(arm, 0) / sum(study.arms.values())
