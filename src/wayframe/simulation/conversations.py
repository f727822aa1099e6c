"""One conversation between a simulated user and an agent, over trips or a table, and what came of it.

Over trips it is kept as it was meant, too: what the user said and meant, with the frames that follow from that. What
the agent understood may differ, and so may its frames; the references in its acts are carried over by who made which
frame when (`wayframe.tracking.running`). The result is a dialogue with labels that are right by construction.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from random import Random
from typing import NamedTuple
from uuid import UUID

from wayframe.agent import Agent
from wayframe.conversation import Conversation, Exchange
from wayframe.dialogue import (
    Act,
    Arg,
    Dialogue,
    DialogueLabels,
    Number,
    Package,
    Turn,
    acts_named,
    made_frames,
    user_turn,
)
from wayframe.memory import Memory
from wayframe.packages import Catalogue, facts
from wayframe.packages.facts import values_of
from wayframe.schema import trips
from wayframe.simulation.agents import DialogueAgent, OracleActsReader, OracleReader
from wayframe.simulation.answers import judged
from wayframe.simulation.measuring import Verdict, unmeant
from wayframe.simulation.system_turn import slots_of
from wayframe.simulation.table_user import TableTurn, TableUser
from wayframe.simulation.trips_user import SimulatedUser
from wayframe.simulation.wording.style import UserTurn
from wayframe.sources.protocol import Source
from wayframe.tasks import Aim, Task, cheapest, fits, possible
from wayframe.tasks.tables import TableTask, fitting, reaches
from wayframe.tracking import Lasting, Observation, Tracking, new_frame
from wayframe.tracking.running import DialogueRun
from wayframe.values import matches


class ConversationOutcome(NamedTuple):
    """A conversation and how it went."""

    template: str
    course: str
    meant: Dialogue  # labelled by what the user meant
    understood: Dialogue  # labelled by what the agent made of it
    success: bool
    bookable: bool  # whether there is anything to book, if only by the alternative
    probes: tuple[Verdict, ...]  # on answers about options of earlier
    exchanges: tuple[Exchange, ...]
    answers: tuple[Verdict, ...] = ()  # on answers about the option at hand
    repeated: int = 0  # questions of the agent that had been answered
    unmeant: int = 0  # bookings and cancellations that the user did not mean


def labelled(conversation: Conversation, seed: str, name: str, success: bool) -> Dialogue:
    """Return a conversation as a dialogue with its outcome."""
    saved = conversation.dialogue(_id(seed), name)
    return Dialogue(saved.id, saved.user_id, saved.wizard_id, DialogueLabels(_rating(success), success), saved.turns)


def _id(seed: str) -> UUID:
    return UUID(int=Random(f"{seed} id").getrandbits(128), version=4)


def _rating(success: bool) -> int:
    return 5 if success else 1


def converse(
    task: TableTask, agent: DialogueAgent, source: Source, seed: str, noise: float, name: str = "simulated"
) -> ConversationOutcome:
    """Let a user with a task over a table talk to an agent. Same arguments, same conversation."""
    user = TableUser(task, source.schema, Random(seed), noise)
    conversation, exchanges = agent.open(), list[Exchange]()
    verdicts: dict[bool, list[Verdict]] = {True: [], False: []}
    wrong = 0
    said: TableTurn | None = user.open()
    while said is not None:
        if isinstance(agent, Agent) and isinstance(agent.reader, OracleReader):
            agent.reader.meant = said.meaning
        exchange = agent.respond(conversation, said.text)
        conversation = exchange.after
        exchanges.append(exchange)
        acts = exchange.wizard.acts
        items = {frame: source.item(row) for frame, row in conversation.offers.items()}
        if user.question is not None:
            truth = items[user.question.frame].values
            verdicts[user.question.old].append(judged(user.question, acts, truth, source.schema))
        wrong += unmeant(acts, user.same_as(user.booking))
        said = user.reply(acts, conversation.memory.active_frame, items)
    success = _succeeds(task, user, source)
    dialogue = labelled(conversation, seed, name, success)
    return ConversationOutcome(
        template=task.course,
        course=task.course,
        meant=dialogue,
        understood=dialogue,
        success=success,
        bookable=bool(fitting(source, task.goal)),
        probes=tuple(verdicts[True]),
        exchanges=tuple(exchanges),
        answers=tuple(verdicts[False]),
        unmeant=wrong,
    )


def _succeeds(task: TableTask, user: TableUser, source: Source) -> bool:
    """Return whether the user booked the option that it chose and that an oracle would accept, or rightly gave up."""
    if user.booked is None:
        return user.gave_up and not fitting(source, task.goal)
    booked = user.options.get(user.booked)
    return booked is not None and user.booked == user.favourite and reaches(source, task, booked)


def talk(
    task: Task, agent: DialogueAgent, catalogue: Catalogue, seed: str, noise: float, name: str = "simulated"
) -> ConversationOutcome:
    """Let a user with a task over trips talk to an agent. Same arguments, same conversation."""
    user, gold = SimulatedUser(task, Random(seed), noise), GoldDialogue(catalogue.today)
    conversation, exchanges = agent.open(), list[Exchange]()
    shown: dict[int, Package] = {}  # the package behind each option, by its number as it was meant
    verdicts = list[Verdict]()
    wrong = 0
    said: UserTurn | None = user.open()
    while said is not None:
        if isinstance(agent, Agent) and isinstance(agent.reader, OracleActsReader):
            agent.reader.acts = said.acts
        exchange = agent.respond(conversation, said.text)
        conversation = exchange.after
        exchanges.append(exchange)
        gold.hear(said, exchange.user.timestamp)
        acts = gold.answer(exchange.wizard)
        for offered in made_frames(exchange.wizard.acts):
            frame = gold.frame(offered)
            if frame is not None:
                shown[frame] = conversation.offers[offered]
        wrong += unmeant(acts, _frames_of(user.booking, shown))
        if user.probe:
            verdicts.append(judged(user.probe, acts, values_of(shown[user.probe.frame]), trips()))
        said = user.reply(acts, gold.memory)
    success = reached(task, user, shown, catalogue)
    other = task.goal.alternative
    return ConversationOutcome(
        template=task.template,
        course=task.goal.course,
        meant=gold.dialogue(_id(seed), name, "wayframe", _rating(success), success),
        understood=labelled(conversation, seed, name, success),
        success=success,
        bookable=task.solvable or (other is not None and possible(catalogue, other)),
        probes=tuple(verdicts),
        exchanges=tuple(exchanges),
        repeated=user.repeated,
        unmeant=wrong,
    )


def _frames_of(option: int | None, shown: dict[int, Package]) -> list[int]:
    """Return all frames of an option's package; none where there is no option."""
    return [frame for frame, package in shown.items() if option in shown and package == shown[option]]


def reached(task: Task, user: SimulatedUser, shown: dict[int, Package], catalogue: Catalogue) -> bool:
    """Return whether the user booked what an oracle would accept, or rightly gave up."""
    if user.booked is None:
        return user.gave_up and booked_rightly(task, None, (), catalogue)
    if user.booked not in _frames_of(user.favourite, shown):
        return False
    return booked_rightly(task, shown[user.booked], list(shown.values()), catalogue)


def booked_rightly(task: Task, booked: Package | None, seen: Sequence[Package], catalogue: Catalogue) -> bool:
    """Return whether a package, of those that were `seen`, is a right end of a task; none is where nothing fits."""
    aim, criterion = _reachable(task), task.goal.criterion
    if booked is None:
        return not possible(catalogue, aim)
    is_best = _BEST.get(criterion, _is_most)
    return fits(catalogue, aim, booked) and is_best(booked, aim, criterion, seen, catalogue)


def _reachable(task: Task) -> Aim:
    """Return the aim of a task; its alternative, where there is one, if the aim can't be reached."""
    if task.solvable:
        return task.goal.aim
    return task.goal.alternative or task.goal.aim


def _is_any(booked: Package, aim: Aim, criterion: str, seen: Sequence[Package], catalogue: Catalogue) -> bool:
    return True


def _is_cheapest(booked: Package, aim: Aim, criterion: str, seen: Sequence[Package], catalogue: Catalogue) -> bool:
    """Return whether nothing in the catalogue costs less."""
    least = cheapest(catalogue, aim)
    return least is not None and booked.price <= least + 0.005


def _is_most(booked: Package, aim: Aim, criterion: str, seen: Sequence[Package], catalogue: Catalogue) -> bool:
    """Return whether nothing that was shown is better, and there is nothing in a city that was not."""
    cities = {package.hotel.dst_city for package in seen}
    for query in aim.queries:
        if query.dst_city not in cities and catalogue.search(query, 1):
            return False
    rivals = [package for package in seen if fits(catalogue, aim, package)]
    return all(_measure(criterion, rival) <= _measure(criterion, booked) for rival in rivals)


_BEST = {"any": _is_any, "price": _is_cheapest}


def _measure(slot: str, package: Package) -> float:
    """Return a package's number of a slot."""
    return float(str(facts(package).get(slot, "0")))


class GoldTracker:
    """A tracker that knows what was meant: the acts come with their references."""

    def __init__(self, acts: Sequence[Act] = ()) -> None:
        self.acts = tuple(acts)

    def track(self, seen: Observation) -> Tracking:
        """The references as they were meant. A value other than the one of the frame makes a new frame (table 2)."""
        active = max(1, seen.memory.active_frame)
        for act in acts_named(self.acts, "switch_frame"):
            if act.refs():
                active = act.refs()[0].frame
        told = slots_of(self.acts, "inform")
        if seen.memory.frames and any(_changes(arg, seen.memory, active) for arg in told):
            active = new_frame(seen.memory)
        return Tracking(self.acts, active)


def _changes(arg: Arg, memory: Memory, frame: int) -> bool:
    """Return whether a value is another one than those that the frame holds for its slot; an intent never is."""
    if arg.key == "intent":
        return False
    held = memory.frames[frame - 1].info.get(arg.key, ())
    values = [value.val for value in held if not value.negated]
    if not values or arg.value is None:
        return False
    single = [value for value in values if not isinstance(value, tuple)]
    return not any(matches(arg.key, arg.value, value) for value in single if value is not None)


class GoldDialogue:
    """A conversation with the labels that were meant."""

    def __init__(self, today: date) -> None:
        self._run = DialogueRun(today)

    @property
    def memory(self) -> Memory:
        """The frames as they were meant."""
        return self._run.memory

    @property
    def turns(self) -> tuple[Turn, ...]:
        """The turns so far."""
        return self._run.history

    def meant(self, said: UserTurn) -> Tracking:
        """The references and the active frame of a user's turn."""
        return Lasting(GoldTracker(said.acts)).track(
            Observation(said.text, without_refs(said.acts), self.memory, self.turns)
        )

    def hear(self, said: UserTurn, timestamp: Number) -> None:
        """The user's turn."""
        bare = without_refs(said.acts)
        turn = user_turn(said.text, timestamp, (), 1, (), bare)
        self._run.hear(turn, bare, Lasting(GoldTracker(said.acts)))

    def answer(self, turn: Turn) -> tuple[Act, ...]:
        """The agent's turn; its acts with the numbers that its frames have here."""
        self._run.answer(turn)
        return self.turns[-1].acts

    def frame(self, own: int) -> int | None:
        """The number here of one of the agent's frames."""
        return self._run.own.get(own)

    def dialogue(self, id: UUID, user_id: str, wizard_id: str, rating: int, success: bool) -> Dialogue:
        """The conversation as a dialogue of a corpus."""
        return Dialogue(str(id), user_id, wizard_id, DialogueLabels(rating, success), self.turns)


def without_refs(acts: Sequence[Act]) -> tuple[Act, ...]:
    """The acts with what their references hold in place of the references."""
    bare = list[Act]()
    for act in acts:
        args = list[Arg]()
        for arg in act.args:
            args += _inside(arg)
        bare.append(Act(act.name, tuple(Arg(arg.key, arg.value) for arg in args)))
    return tuple(bare)


def _inside(arg: Arg) -> list[Arg]:
    """Return what the references of an argument hold; the argument itself where it has none."""
    found = list[Arg]()
    for ref in arg.refs:
        found += ref.annotations
    return found if arg.refs else [arg]
