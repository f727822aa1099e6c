"""One conversation between a simulated user and an agent, and what came of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import NamedTuple
from uuid import UUID

from wayframe.agent import Agent
from wayframe.conversation import Conversation, Exchange
from wayframe.dialogue import Act, Dialogue, DialogueLabels, Package
from wayframe.packages import Catalogue, facts
from wayframe.simulation.gold import GoldDialogue
from wayframe.simulation.oracle import OracleActsReader
from wayframe.simulation.provenance import same
from wayframe.simulation.user import MemoryProbe, SimulatedUser
from wayframe.simulation.verdicts import Verdict, unmeant
from wayframe.simulation.wording.parts import UserTurn
from wayframe.tasks import Aim, Task, cheapest, fits, possible


class TripOutcome(NamedTuple):
    """A conversation and how it went."""

    task: Task
    meant: Dialogue  # labelled by what the user meant
    understood: Dialogue  # labelled by what the agent made of it
    success: bool
    bookable: bool  # whether there is anything to book, if only by the alternative
    probes: tuple[Verdict, ...]
    turns: int  # of both sides
    repeated: int  # questions of the agent that had been answered
    exchanges: tuple[Exchange, ...]
    unmeant: int = 0  # bookings and cancellations that the user did not mean


def talk(
    task: Task, agent: Agent, catalogue: Catalogue, seed: str, noise: float, name: str = "simulated"
) -> TripOutcome:
    """Let a user of this name with this task talk to an agent. Same arguments, same conversation."""
    rng = Random(seed)
    user, gold = SimulatedUser(task, rng, noise), GoldDialogue(catalogue.today)
    conversation = agent.open()
    shown: dict[int, Package] = {}  # the package behind each option, by its number as it was meant
    verdicts: list[Verdict] = []
    exchanges: list[Exchange] = []
    wrong = 0
    said: UserTurn | None = user.open()
    while said is not None:
        exchange = _exchange(agent, conversation, said)
        conversation = exchange.after
        gold.hear(said, exchange.user.timestamp)
        acts = gold.answer(exchange.wizard)
        exchanges.append(exchange)
        for act in exchange.wizard.acts:
            if act.id is not None and (frame := gold.frame(act.id)) is not None:
                shown[frame] = exchange.after.offers[act.id]
        wrong += unmeant(acts, _frames_of(user.booking, shown))
        if user.probe:
            verdicts.append(verdict(user.probe, acts, shown))
        said = user.reply(acts, gold.memory)
    success = reached(task, user, shown, catalogue)
    other = task.goal.alternative
    bookable = task.solvable or (other is not None and possible(catalogue, other))
    id, rating = UUID(int=Random(f"{seed} id").getrandbits(128), version=4), 5 if success else 1
    meant = gold.dialogue(id, name, "wayframe", rating, success)
    understood = conversation.dialogue(id, name)
    labels = DialogueLabels(rating, success)
    understood = Dialogue(understood.id, understood.user_id, understood.wizard_id, labels, understood.turns)
    return TripOutcome(
        task,
        meant,
        understood,
        success,
        bookable,
        tuple(verdicts),
        len(meant.turns),
        user.repeated,
        tuple(exchanges),
        wrong,
    )


def _exchange(agent: Agent, conversation: Conversation, said: UserTurn) -> Exchange:
    """Return the agent's answer; one with the oracle NLU is told the acts."""
    if isinstance(agent.reader, OracleActsReader):
        agent.reader.acts = said.acts
    return agent.respond(conversation, said.text)


def _frames_of(option: int | None, shown: dict[int, Package]) -> list[int]:
    """Return all frames of an option's package; none where there is no option."""
    return [frame for frame, package in shown.items() if option in shown and package == shown[option]]


def verdict(probe: MemoryProbe, acts: Sequence[Act], shown: dict[int, Package]) -> Verdict:
    """Return whether a turn answers the question about an option as its row in the catalogue has it."""
    truth = facts(shown[probe.frame])
    asked = [slot for slot in probe.slots if slot in truth]
    found = [_is_true(act, asked, truth) for act in acts if _tells(act, asked)]
    if not asked or True in found:
        return "right"
    return "wrong" if found else "not_understood"


def _tells(act: Act, asked: Sequence[str]) -> bool:
    """Return whether an act tells a value of what was asked."""
    told = [arg.key for arg in act.slots if arg.value is not None]
    return act.name in _TELLING and not set(told).isdisjoint(asked)


def _is_true(act: Act, asked: Sequence[str], truth: Mapping[str, str | bool]) -> bool:
    """Return whether an act tells the truth of all that was asked, and of that hotel."""
    told = {arg.key: arg.value for arg in act.slots}
    if told.get("name", _named(act, truth["name"])) != truth["name"]:
        return False
    return all(same(slot, told.get(slot), truth[slot]) for slot in asked)


_TELLING = ("inform", "offer", "suggest")


def _named(act: Act, usual: str | bool) -> object:
    """Return the hotel that an act's references name; the usual one where they name none."""
    for ref in act.refs("write"):
        for arg in ref.annotations:
            if arg.key == "name":
                return arg.value
    return usual


def reached(task: Task, user: SimulatedUser, shown: dict[int, Package], catalogue: Catalogue) -> bool:
    """Return whether the user booked what an oracle would accept, or rightly gave up."""
    goal = task.goal
    aim = goal.aim if task.solvable or goal.alternative is None else goal.alternative
    if user.booked is None:
        return user.gave_up and not possible(catalogue, aim)
    booked, chosen = shown.get(user.booked), shown.get(user.favourite or 0)
    if booked is None or booked != chosen:
        return False
    return fits(catalogue, aim, booked) and _best(booked, aim, task, list(shown.values()), catalogue)


def _best(booked: Package, aim: Aim, task: Task, seen: Sequence[Package], catalogue: Catalogue) -> bool:
    """Return whether nothing that counts is better: of all there is by price, else of what was shown."""
    criterion = task.goal.criterion
    if criterion == "any":
        return True
    if criterion == "price":
        least = cheapest(catalogue, aim)
        return least is not None and booked.price <= least + 0.005
    cities = {package.hotel.dst_city for package in seen}
    unseen = [query for query in aim.queries if query.dst_city not in cities]
    if any(catalogue.search(query, 1) for query in unseen):
        return False
    rivals = [package for package in seen if fits(catalogue, aim, package)]
    return all(_measure(criterion, rival) <= _measure(criterion, booked) for rival in rivals)


def _measure(slot: str, package: Package) -> float:
    """Return a package's number of a slot."""
    return float(str(facts(package).get(slot, "0")))
