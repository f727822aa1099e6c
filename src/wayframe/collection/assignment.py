"""Assignment of dialogues to the conditions of a study, by chance under the study's seed.

Chance decides when somebody makes themselves available as a user, before anybody knows whom they could be paired with:
with the agent's share of the weights they talk to the agent at once, otherwise they wait for a person, and whether that
person has the agent's proposals is decided by the number of the dialogue. So neither participants nor wizards choose,
nor does who happens to be there. Those who would be either side count as users here: else the agent would be met only
by those who insist on being the user.
"""

from __future__ import annotations

from random import Random

from wayframe.collection.records import Condition
from wayframe.collection.study import StudySettings


def meets_agent(study: StudySettings, person: str, nth: int) -> bool:
    """Return whether somebody's `nth` dialogue is with the agent. Same arguments, same answer."""
    return Random(f"{study.seed} {person} {nth}").random() < _share(study, "agent")


def human_condition(study: StudySettings, number: int) -> Condition:
    """Return whether the person who is the wizard of dialogue `number` has the agent's proposals."""
    assisted, human = study.conditions.get("assisted", 0), study.conditions.get("human", 0)
    if not assisted + human:
        return "human"
    return "assisted" if Random(f"{study.seed} {number}").random() * (assisted + human) < assisted else "human"


def _share(study: StudySettings, condition: Condition) -> float:
    return study.conditions.get(condition, 0) / sum(study.conditions.values())
