"""One conversation between a simulated user and an agent, and what came of it."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Literal, NamedTuple
from uuid import UUID

from wayframe.agent import Exchange
from wayframe.dialogue import Act, Dialogue, DialogueLabels, Package
from wayframe.packages import Catalogue, facts
from wayframe.simulation.faithfulness import same
from wayframe.simulation.ledger import Ledger
from wayframe.simulation.partners import Partner
from wayframe.simulation.user import Probe, User
from wayframe.simulation.wording.parts import Said
from wayframe.tasks import Aim, Task, cheapest, fits, possible

Verdict = Literal["right", "wrong", "not_understood"]


class Outcome(NamedTuple):
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


def talk(
    task: Task, partner: Partner, catalogue: Catalogue, seed: str, noise: float, name: str = "simulated"
) -> Outcome:
    """Let a user of this name with this task talk to a partner. Same arguments, same conversation."""
    rng = Random(seed)
    user, ledger = User(task, rng, noise), Ledger(catalogue.today)
    conversation = partner.open()
    shown: dict[int, Package] = {}  # the package behind each option, by its number as it was meant
    verdicts: list[Verdict] = []
    exchanges: list[Exchange] = []
    said: Said | None = user.open()
    while said is not None:
        exchange = partner.respond(conversation, said)
        conversation = exchange.after
        ledger.hear(said, exchange.user.timestamp)
        acts = ledger.answer(exchange.wizard)
        exchanges.append(exchange)
        for act in exchange.wizard.acts:
            if act.id is not None and (frame := ledger.frame(act.id)) is not None:
                shown[frame] = exchange.after.offers[act.id]
        if user.probe:
            verdicts.append(verdict(user.probe, acts, shown))
        said = user.reply(acts, ledger.memory)
    success = reached(task, user, shown, catalogue)
    other = task.goal.alternative
    bookable = task.solvable or (other is not None and possible(catalogue, other))
    id, rating = UUID(int=Random(f"{seed} id").getrandbits(128), version=4), 5 if success else 1
    meant = ledger.dialogue(id, name, "wayframe", rating, success)
    understood = conversation.dialogue(id, name)
    labels = DialogueLabels(rating, success)
    understood = Dialogue(understood.id, understood.user_id, understood.wizard_id, labels, understood.turns)
    return Outcome(
        task, meant, understood, success, bookable, tuple(verdicts), len(meant.turns), user.repeated, tuple(exchanges)
    )


def verdict(probe: Probe, acts: Sequence[Act], shown: dict[int, Package]) -> Verdict:
    """Whether a turn answers the question about an option as its row in the catalogue has it."""
    truth = facts(shown[probe.frame])
    asked = [slot for slot in probe.slots if slot in truth]
    found: list[bool] = []
    for act in acts:
        told = {arg.key: arg.value for arg in act.slots if arg.value is not None}
        if act.name in ("inform", "offer", "suggest") and any(slot in told for slot in asked):
            names = [a.value for ref in act.refs("write") for a in ref.annotations if a.key == "name"]
            named = told.get("name", next(iter(names), truth["name"]))
            true = all(same(slot, told.get(slot), truth[slot]) for slot in asked)
            found.append(true and named == truth["name"])
    return "right" if any(found) or not asked else "wrong" if found else "not_understood"


def reached(task: Task, user: User, shown: dict[int, Package], catalogue: Catalogue) -> bool:
    """Whether the user booked what an oracle would accept, or rightly gave up."""
    goal = task.goal
    aim = goal.aim if task.solvable or goal.alternative is None else goal.alternative
    if user.booked is None:
        return user.gave_up and not possible(catalogue, aim)
    booked, chosen = shown.get(user.booked), shown.get(user.favourite or 0)
    if booked is None or booked != chosen or not fits(catalogue, aim, booked):
        return False
    return _best(booked, aim, task, list(shown.values()), catalogue)


def _best(booked: Package, aim: Aim, task: Task, seen: Sequence[Package], catalogue: Catalogue) -> bool:
    """Whether nothing that counts is better: of all there is by price, of what was shown by stars and rating."""
    match task.goal.criterion:
        case "price":
            least = cheapest(catalogue, aim)
            return least is not None and booked.price <= least + 0.005
        case "any":
            return True
    cities = {package.hotel.dst_city for package in seen}
    missed = [query for query in aim.queries if query.dst_city not in cities and catalogue.search(query, 1)]
    rivals = [package for package in seen if fits(catalogue, aim, package)]
    slot = task.goal.criterion
    own = _measure(slot, booked)
    return not missed and all(_measure(slot, rival) <= own for rival in rivals)


def _measure(slot: str, package: Package) -> float:
    return float(str(facts(package).get(slot, "0")))
