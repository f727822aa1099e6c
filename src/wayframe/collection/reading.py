"""A talk as a labelled dialogue, without anybody having labelled it.

What annotators start from, what the wizard's desk shows as memory, what the assistant knows. Users' acts are read by
the model that the user of this program trained, or by rules; wizards' by `hearing`; what a user's act is about by the
tracker; frames are the memory's. A turn more costs a turn: nothing that was read is read again.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Hashable, Mapping, Sequence
from datetime import date
from functools import cache
from typing import NamedTuple

from wayframe.agent import lexicon
from wayframe.collection.hearing import Heard, heard
from wayframe.collection.turns import Said
from wayframe.dialogue import Act, Arg, Dialogue, DialogueLabels, Package, Ref, Turn, user_turn, wizard_turn
from wayframe.memory import Memory, update
from wayframe.nlu import NLU, Context, nlu
from wayframe.nlu.legible import legible
from wayframe.ontology import ACTS
from wayframe.packages import Catalogue
from wayframe.tracking import Observation, Tracker, usual
from wayframe.validation.turns import argument_findings
from wayframe.values import matches

_REMEMBERED = 256  # talks whose reading is kept
_WHOLE = ("affirm", "negate", "no_result", "canthelp")
"""Acts that say all they say inside a reference (no exception in the release)."""
_NO_PACKAGE = frozenset(("action", "seat", "n_adults", "n_children", "budget", "flex", "budget_ok", "seat_ok"))
"""Slots of which a suggestion may speak without putting a package forward (by far most in the release)."""


class Read(NamedTuple):
    """A talk as far as it was read. `offers` has the package behind a frame, `found` all that searches found, the
    latest first.
    """

    turns: tuple[Turn, ...]
    memory: Memory
    offers: Mapping[int, Package]
    found: tuple[Package, ...] = ()

    def dialogue(self, id: str, user_id: str, wizard_id: str, labels: DialogueLabels | None = None) -> Dialogue:
        """It in the Frames format."""
        return Dialogue(id, user_id, wizard_id, labels or DialogueLabels(), self.turns)


class Reader:
    """Reads talks. Safe for several threads, of which one reads at a time."""

    def __init__(
        self,
        catalogue: Catalogue,
        *,
        user: NLU | None = None,
        wizard: NLU | None = None,
        tracker: Tracker | None = None,
        today: date | None = None,
    ) -> None:
        """What isn't given is the best that there is. Raises `InputError` where the user's models can't be used."""
        self.today = today or catalogue.today
        self.lexicon = lexicon(catalogue)
        self._user = user or _reader_of_users()
        self._wizard, self._trained = (wizard, True) if wizard else _reader_of_wizards()
        self._tracker = tracker or usual()
        self._known = OrderedDict[Hashable, tuple[tuple[Said, ...], list[Read]]]()
        self._lock = threading.Lock()

    def start(self) -> Read:
        """A talk in which nothing was said yet."""
        return Read((), Memory(today=self.today), {})

    def read(self, said: Sequence[Said], name: Hashable = None) -> Read:
        """A talk read from its turns, the user's first, then both in turn.

        Under a `name` it is remembered, so that only what is new or was changed is read.
        """
        with self._lock:
            before, reads = self._known.get(name, ((), [self.start()]))
            same = _alike(before, said)
            if same == len(said):
                return reads[same]
            reads = reads[: same + 1]
            for each in said[same:]:
                reads.append(self.hear(reads[-1], each))
            if name is not None:
                self._known[name] = (tuple(said), reads)
                self._known.move_to_end(name)
                while len(self._known) > _REMEMBERED:
                    self._known.popitem(last=False)
            return reads[-1]

    def hear(self, read: Read, said: Said) -> Read:
        """The talk with one turn more."""
        return self._user_said(read, said) if said.author == "user" else self._wizard_said(read, said)

    def _user_said(self, read: Read, said: Said) -> Read:
        text = legible(said.text)
        found = self._user.understand(text, self._context(read))
        acts = _sound(found, user=True)
        tracked = self._tracker.track(Observation(text, acts, read.memory, read.turns))
        memory = update(read.memory, "user", tracked.acts, tracked.active_frame, text)
        turn = user_turn(said.text, said.timestamp, tracked.acts, memory.active_frame, memory.frames, acts)
        return read._replace(turns=(*read.turns, turn), memory=memory)

    def _wizard_said(self, read: Read, said: Said) -> Read:
        new = tuple(package for result in reversed(said.db.result) for package in result)
        found = tuple(dict.fromkeys((*new, *read.found)))
        told = heard(legible(said.text), self._context(read), found, self._wizard, trained=self._trained)
        sound = [Heard(*pair) for each in told for pair in ((act, each.package) for act in _sound([each.act]))]
        acts, offers = _referred(sound, read)
        memory = update(read.memory, "wizard", acts, read.memory.active_frame)
        turn = wizard_turn(said.text, said.timestamp, acts, memory.active_frame, memory.frames, said.db)
        return Read((*read.turns, turn), memory, {**read.offers, **offers}, found)

    def _context(self, read: Read) -> Context:
        return Context(read.memory, read.turns, self.today, self.lexicon)


def _alike(one: Sequence[Said], two: Sequence[Said]) -> int:
    """How many turns two talks have in common from their beginning."""
    return next((n for n, (a, b) in enumerate(zip(one, two, strict=False)) if a != b), min(len(one), len(two)))


@cache
def _shipped() -> NLU:
    """What is shipped, read once: a process may have many readers."""
    return nlu("shipped")


def _reader_of_users() -> NLU:
    """The best there is for what users write. Raises `InputError` where their model can't be used."""
    from wayframe.nlu import learned, models

    return models.usual()[0] if learned.own_model().exists() else _shipped()


def _reader_of_wizards() -> tuple[NLU, bool]:
    """The best there is for what wizards write, and whether it learned that from wizards."""
    from wayframe.nlu import learned, storage

    own = learned.own_model()
    if own.exists() and storage.read(own).training.author != "user":
        return nlu(str(own)), True
    return _shipped(), False


def _sound(acts: Sequence[Act], *, user: bool = False) -> tuple[Act, ...]:
    """The acts that this side may say, with the arguments that the ontology knows."""
    return tuple(
        Act(act.name, tuple(arg for arg in act.slots if not any(argument_findings(arg))))
        for act in acts
        if act.name in ACTS and (ACTS[act.name].user if user else ACTS[act.name].wizard)
    )


def _referred(told: Sequence[Heard], read: Read) -> tuple[tuple[Act, ...], dict[int, Package]]:
    """A wizard's acts with what they are about, and the packages behind the frames that they make."""
    acts, offers = list[Act](), dict[int, Package]()
    number = len(read.memory.frames)
    for act, package in told:
        frame = next((n for n, each in {**read.offers, **offers}.items() if each == package), None)
        if package and frame is None and (frame := _unnamed(read, act)):
            offers[frame] = package
        if package and frame:
            acts.append(_informing(act, frame, read.memory.active_frame))
        elif act.name == "offer" or (act.name == "suggest" and _puts_forward(act)):
            number += 1
            if package:
                offers[number] = package
            acts.append(_offering(act, number, package, {**read.offers, **offers}))
        elif act.name in _WHOLE:
            acts.append(Act(act.name, (Arg("ref", (Ref(read.memory.active_frame, act.slots),)),)))
        elif act.name == "hearmore":
            made = [each.id for each in acts if each.id is not None] or _latest_offers(read)
            acts.append(Act("hearmore", (*act.args, Arg("ref", tuple(map(Ref, made))))) if made else act)
        else:
            acts.append(act)
    return tuple(acts), offers


def _unnamed(read: Read, act: Act) -> int | None:
    """The option at hand, if it was put forward without its hotel, which is told now, and nothing contradicts it."""
    active = read.memory.active_frame
    if active in read.offers or read.memory.provenance[active - 1].creator == "user":
        return None
    info = read.memory.frames[active - 1].info
    agrees = all(any(matches(arg.key, arg.value, v.val) for v in info.get(arg.key, ()) if not isinstance(v.val, tuple))
                 for arg in act.slots if arg.key in info)  # fmt: skip
    return active if agrees and "name" not in info else None


def _puts_forward(act: Act) -> bool:
    return any(arg.value is not None and arg.key not in _NO_PACKAGE for arg in act.slots)


def _informing(act: Act, frame: int, active: int) -> Act:
    """What is told of an option that was offered before: written to its frame, named by its hotel."""
    if frame == active:
        return Act("inform", act.args)
    named = tuple(arg for arg in act.slots if arg.key == "name")
    rest = tuple(arg for arg in act.slots if arg.key != "name")
    return Act("inform", (Arg("write", (Ref(frame, named),)), *rest))


def _offering(act: Act, number: int, package: Package | None, offers: Mapping[int, Package]) -> Act:
    """An offer with the number of its frame; another package of a hotel that was offered derives from that one."""
    same = [n for n, each in offers.items() if package and n != number and each.hotel.name == package.hotel.name]
    ref = (Arg("ref", (Ref(same[-1]),)),) if same else ()
    return Act(act.name, (*ref, *act.slots, Arg("id", number)))


def _latest_offers(read: Read) -> list[int]:
    for turn in reversed(read.turns):
        if turn.author == "wizard" and (made := [act.id for act in turn.acts if act.id is not None]):
            return made
    return []
