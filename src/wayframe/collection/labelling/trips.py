"""Dialogues over trips labelled.

Users' acts are read by
the model that the user of this program trained, or by rules; wizards' by `wizard_nlu`; what a user's act is about
by the tracker; frames are the memory's. A turn more costs a turn: nothing that was read is read again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from functools import cache
from itertools import chain

from wayframe.collection.annotation.labels import TextMark
from wayframe.collection.labelling.protocol import DialogueLabeller, LabelledDialogue
from wayframe.collection.labelling.wizard_nlu import wizard_acts
from wayframe.collection.sessions import UnlabelledTurn
from wayframe.dialogue import Act, Arg, Package, Ref, legible, made_frames, user_turn, wizard_turn
from wayframe.memory import update
from wayframe.nlu import NLU, TurnContext, nlu
from wayframe.ontology import ACTS, SLOT_OF, SLOTS, Kind
from wayframe.packages import Catalogue
from wayframe.packages.source import lexicon
from wayframe.tracking import Observation, Tracker, usual
from wayframe.validation.labels import argument_findings
from wayframe.values import find, matches

_WHOLE = ("affirm", "negate", "no_result", "canthelp")
"""Acts that say all they say inside a reference (no exception in the release)."""
_NO_PACKAGE = frozenset(("action", "seat", "n_adults", "n_children", "budget", "flex", "budget_ok", "seat_ok"))
"""Slots of which a suggestion may speak without putting a package forward (by far most in the release)."""


_OFTEN = (
    "dst_city", "or_city", "str_date", "end_date", "price", "budget", "n_adults", "n_children", "name", "category",
    "duration", "seat", SLOT_OF["rating"], "ref_anaphora", "flex", "max_duration", "intent", "action", "count",
)  # fmt: skip
"""Slots by how often the release has them, as far as it matters."""

_KINDS: dict[Kind, tuple[Kind, ...]] = {
    "days": ("days", "count", "date"),
    "count": ("count", "days", "stars", "rating", "date"),
    "stars": ("stars", "rating", "count"),
    "rating": ("rating", "stars"),
}
"""What a value of a kind may be as well: "7" is a number of anything."""

_POINTING = ("that", "this", "it", "one", "ones", "those", "these", "first", "second", "last", "other", "both")


class TripsLabeller(DialogueLabeller):
    """Labels dialogues over trips."""

    def __init__(
        self,
        catalogue: Catalogue,
        *,
        user: NLU | None = None,
        wizard: NLU | None = None,
        tracker: Tracker | None = None,
        today: date | None = None,
    ) -> None:
        """Take the best models that there are where none is given. Raises `InputError` for some that can't be used."""
        super().__init__(today or catalogue.today)
        self.lexicon = lexicon(catalogue)
        self._user = user or _reader_of_users()
        self._wizard, self._trained = (wizard, True) if wizard else _reader_of_wizards()
        self._tracker = tracker or usual()

    def ranked_slots(self, text: str, mark: TextMark, recent: Sequence[str]) -> tuple[str, ...]:
        """See `DialogueLabeller.ranked_slots`: slots that the words may be values of, those used lately, the rest."""
        words = text[mark.start : mark.end].casefold()
        lately = [slot for slot in recent if slot in SLOTS]
        by_use = sorted(SLOTS, key=lambda slot: _OFTEN.index(slot) if slot in _OFTEN else len(_OFTEN))
        named = [slot for slot in SLOTS if slot.replace("_", " ") in words]
        likely = list(named)
        for kind in self._kinds(text, mark):
            likely += [slot for slot in by_use if SLOTS[slot].kind == kind]
        if not set(_POINTING).isdisjoint(words.split()):
            likely.append("ref_anaphora")

        def turn(slot: str) -> tuple[bool, int]:
            """Return the place of a likely slot: those named, then those used lately."""
            return slot not in named, lately.index(slot) if slot in lately else len(lately)

        first = sorted(dict.fromkeys(likely), key=turn)
        return tuple(dict.fromkeys((*first, *lately, *by_use)))

    def _kinds(self, text: str, mark: TextMark) -> list[Kind]:
        """Return the kinds of values that the marked words may be."""
        found = list[Kind]()
        for each in find(text, today=self.today, lexicon=self.lexicon):
            if each.start < mark.end and mark.start < each.end:
                found += _KINDS.get(each.kind, (each.kind,))
        return list(dict.fromkeys(found))

    def user_said(self, read: LabelledDialogue, said: UnlabelledTurn) -> LabelledDialogue:
        """See `DialogueLabeller.user_said`."""
        text = legible(said.text)
        found = self._user.understand(text, self._context(read))
        acts = _sound(found, user=True)
        tracked = self._tracker.track(Observation(text, acts, read.memory, read.turns))
        memory = update(read.memory, "user", tracked.acts, tracked.active_frame, text)
        turn = user_turn(said.text, said.timestamp, tracked.acts, memory.active_frame, memory.frames, acts)
        return read._replace(turns=(*read.turns, turn), memory=memory)

    def wizard_said(self, read: LabelledDialogue, said: UnlabelledTurn) -> LabelledDialogue:
        """See `DialogueLabeller.wizard_said`."""
        new = tuple(chain.from_iterable(reversed(said.db.result)))
        found = tuple(dict.fromkeys((*new, *read.found)))
        told = wizard_acts(legible(said.text), self._context(read), found, self._wizard, trained=self._trained)
        referring = _Referring(read)
        for each in told:
            for act in _sound([each.act]):
                referring.add(act, each.package)
        acts = tuple(referring.acts)
        memory = update(read.memory, "wizard", acts, read.memory.active_frame)
        turn = wizard_turn(said.text, said.timestamp, acts, memory.active_frame, memory.frames, said.db)
        return LabelledDialogue((*read.turns, turn), memory, {**read.offers, **referring.offers}, found)

    def _context(self, read: LabelledDialogue) -> TurnContext:
        return TurnContext(read.memory, read.turns, self.today, self.lexicon)


@cache
def _shipped() -> NLU:
    """Return what is shipped, read once: a process may have many readers."""
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


class _Referring:
    """Gives a wizard's acts what they are about; `offers` are the packages behind the frames that they make."""

    def __init__(self, read: LabelledDialogue) -> None:
        self.acts, self.offers = list[Act](), dict[int, Package]()
        self._read, self._number = read, len(read.memory.frames)
        self._active = read.memory.active_frame

    def add(self, act: Act, package: Package | None) -> None:
        """Add an act, which may tell of a package."""
        frame = self._frame(act, package) if package else None
        if frame:
            self.acts.append(_informing(act, frame, self._active))
        elif act.name == "offer" or (act.name == "suggest" and _values_of_packages(act)):
            self._offer(act, package)
        elif act.name in _WHOLE:
            self.acts.append(Act(act.name, (Arg("ref", (Ref(self._active, act.slots),)),)))
        elif act.name == "hearmore":
            self._ask_for_more(act)
        else:
            self.acts.append(act)

    def _frame(self, act: Act, package: Package) -> int | None:
        for number, each in self._known().items():
            if each == package:
                return number
        frame = _unnamed(self._read, act)
        if frame:
            self.offers[frame] = package
        return frame

    def _offer(self, act: Act, package: Package | None) -> None:
        self._number += 1
        if package:
            self.offers[self._number] = package
        self.acts.append(_offering(act, self._number, package, self._known()))

    def _ask_for_more(self, act: Act) -> None:
        made = [each.id for each in self.acts if each.id is not None] or _latest_offers(self._read)
        refs = (Arg("ref", tuple(map(Ref, made))),) if made else ()
        self.acts.append(Act("hearmore", (*act.args, *refs)) if made else act)

    def _known(self) -> dict[int, Package]:
        return {**self._read.offers, **self.offers}


def _unnamed(read: LabelledDialogue, act: Act) -> int | None:
    """The option at hand, if it was put forward without its hotel, which is told now, and nothing contradicts it."""
    active = read.memory.active_frame
    if active in read.offers or read.memory.provenance[active - 1].creator == "user":
        return None
    info = read.memory.frames[active - 1].info
    if "name" in info:
        return None
    for arg in act.slots:
        held = [each.val for each in info.get(arg.key, ()) if not isinstance(each.val, tuple)]
        if arg.key in info and not any(matches(arg.key, arg.value, val) for val in held):
            return None
    return active


def _values_of_packages(act: Act) -> list[Arg]:
    return [arg for arg in act.slots if arg.value is not None and arg.key not in _NO_PACKAGE]


def _informing(act: Act, frame: int, active: int) -> Act:
    """Return what is told of an option that was offered before: written to its frame, named by its hotel."""
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


def _latest_offers(read: LabelledDialogue) -> list[int]:
    for turn in reversed(read.turns):
        if turn.author == "wizard" and (made := made_frames(turn.acts)):
            return made
    return []
