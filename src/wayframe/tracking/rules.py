"""The rule tracker: the rules of the paper's section 8.2, and rules of ours where it leaves things open.

The paper: an inform whose value differs from the one that is set makes a frame; `switch_frame` goes to the frame with
the value that is named, else to the newest; any other act refers to the frame with its value, else to the active one.

Ours: what the wizard has just offered or spoken about comes before what is older; "the first one" and "the cheapest"
are looked up among the alternatives; an answer to the wizard's question is no change of mind; `affirm` speaks about the
frame at hand, `negate` about what was offered; `request_compare` is about all options it names, or all at hand.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping

from wayframe.dialogue import Act, Arg, Ref, acts_named
from wayframe.tracking import anaphora
from wayframe.tracking.options import FrameOptions
from wayframe.tracking.tracker import Observation, Tracking, new_frame

# Slots in which an inform changes no constraint: it speaks about an offer ("the 4 star one") or about the conversation.
NO_CONSTRAINT = frozenset(
    ("intent", "action", "ref_anaphora", "impl_anaphora", "budget_ok", "price", "duration", "name", "category")
)
_NO_VARIATION = NO_CONSTRAINT | {"budget"}
# Slots in which an answer to a question replaces what was said, while elsewhere a new value is another option.
_ANSWERED = frozenset(("n_adults", "n_children", "str_date", "end_date"))
# Slots that say how one travels, not where to: "back to economy" is the trip at hand in economy class.
_HOW = frozenset(("seat", "str_date", "end_date", "n_adults", "n_children", "or_city", "flex"))
_ABOUT_FRAMES = ("switch_frame", "affirm", "negate")
# Slots of an offer: an inform that names their value speaks about that offer.
_OFFERED = frozenset(("name", "price", "duration"))


class RuleTracker:
    """Frames by rules."""

    def track(self, seen: Observation) -> Tracking:
        """Find the frame that the turn goes to, whether it changes that into a new one, and what each act is about."""
        if not seen.memory.frames:
            return Tracking(tuple(map(_about_first, seen.acts)), seen.memory.active_frame)
        options = FrameOptions(seen.memory, seen.history)
        informs, switches = acts_named(seen.acts, "inform"), acts_named(seen.acts, "switch_frame")
        goal = _switched(switches[0], options) if switches else options.current
        changed = _changes(informs, goal, options, only_seats=bool(switches))
        varied = any(_model(act, options) for act in informs)
        active = new_frame(seen.memory) if changed or varied else goal
        return Tracking(tuple(_referred(act, goal, options) for act in seen.acts), active)


def _about_first(act: Act) -> Act:
    """The act on the first turn, when there is no frame but the first."""
    return _about(act, 1) if act.name in _ABOUT_FRAMES else act


def _changes(informs: Iterable[Act], goal: int, options: FrameOptions, *, only_seats: bool) -> bool:
    """Tell whether an inform contradicts the frame; of a turn that also switches, only another seat does."""
    ignored = NO_CONSTRAINT | (options.requested & _ANSWERED)
    slots = [slot for act in informs for slot in act.slots if slot.key not in ignored]
    if only_seats:
        slots = [slot for slot in slots if slot.key == "seat"]
    return options.contradicted(goal, slots)


def _switched(act: Act, options: FrameOptions) -> int:
    """The frame of a `switch_frame`: most values matching, then meant by its words, offered, spoken about, newest."""
    named = [slot for slot in act.slots if slot.key != "ref_anaphora"]  # "the first one" is another one each time
    here = options.matching(options.current, named)
    scores = {number: options.matching(number, named) for number in options.others()}
    highest = max(scores.values(), default=-1)
    if here > highest:
        return options.current
    best = [number for number, score in scores.items() if score == highest]
    pointed = _pointed_among(act, best, named, options)
    if options.current in pointed and here == len(named):
        return options.current  # "the second one" may be the one at hand
    meant = _common(pointed, best)
    return (meant or _likely(best, named, options))[-1]


def _pointed_among(act: Act, best: list[int], named: list[Arg], options: FrameOptions) -> list[int | None]:
    """The frames that the words of an act pick out, among those that have the values it names."""
    among = None
    if named:
        among = list(best)
        if options.matching(options.current, named) == len(named):
            among.append(options.current)
    return [anaphora.meant(words, options, among) for words in _pointing(act)]


def _likely(best: list[int], named: list[Arg], options: FrameOptions) -> list[int]:
    """Of frames that match as well those just offered, else those spoken about, else those where something was found.

    A switch that names nothing but how one travels goes to the frame that shares most of the rest.
    """
    offered = options.roots(_common(best, options.offered))
    mentioned = _common(best, options.mentioned)
    if offered or mentioned:
        return offered or mentioned
    possible = [number for number in best if "NO_RESULT" not in options.frame(number).info] or best
    keys = {slot.key for slot in named}
    if keys and keys <= _HOW:
        return options.nearest(possible, keys)
    return possible


def _common(numbers: Iterable[int | None], among: Container[int]) -> list[int]:
    return [number for number in numbers if number is not None and number in among]


def _pointing(act: Act) -> list[str]:
    return [slot.value for slot in act.slots if slot.key == "ref_anaphora" and isinstance(slot.value, str)]


def _referred(act: Act, goal: int, options: FrameOptions) -> Act:
    """The act with the frames that it is about; what stays plain is about the active frame."""
    refer = _REFERRING.get(act.name)
    return refer(act, goal, options) if refer else act


def _at_goal(act: Act, goal: int, options: FrameOptions) -> Act:
    return _about(act, goal)


def _asked(act: Act, goal: int, options: FrameOptions) -> Act:
    """A question is about the offer that its words point at."""
    return _wrapped(act, dict.fromkeys(_places(act, "ref_anaphora"), _last_offered(options, goal)))


def _denied(act: Act, goal: int, options: FrameOptions) -> Act:
    """A `negate` is about the offer with its values, or the last one; without an offer about the frame at hand."""
    actions = [slot for slot in act.slots if slot.key == "action"]
    done = [number for number in options.numbers() if options.matching(number, actions)]
    if options.current in done:
        return _about(act, options.current)
    if done:
        return _about(act, done[-1])
    offers = options.roots(options.offered)
    newest_first = sorted(offers, reverse=True)
    best = max(newest_first, key=lambda number: options.matching(number, act.slots), default=options.current)
    return _about(act, best)


def _informed(act: Act, goal: int, options: FrameOptions) -> Act:
    """An inform is about the offer that it names; a slot without a value ("those dates") is the one at hand."""
    named = [slot for slot in act.slots if slot.key in _OFFERED]
    holders = [number for number in (*options.others(), goal) if options.matching(number, named)]
    if holders:
        return _about(act, holders[-1])
    model = _model(act, options)
    if model:
        number, varied = model
        kept = [place for place, slot in enumerate(act.slots) if slot not in varied]
        return _wrapped(act, dict.fromkeys(kept, number))
    if _places(act, "ref_anaphora"):
        return _about(act, _last_offered(options, goal))
    valueless = [place for place, slot in enumerate(act.slots) if slot.value is None]
    return _wrapped(act, dict.fromkeys(valueless, options.current))


def _places(act: Act, key: str) -> list[int]:
    """The places of a slot among those of an act."""
    return [place for place, slot in enumerate(act.slots) if slot.key == key]


def _last_offered(options: FrameOptions, otherwise: int) -> int:
    """The last of the options that were just offered; `otherwise` where none was."""
    offers = options.roots(options.offered)
    return offers[-1] if offers else otherwise


def _model(act: Act, options: FrameOptions) -> tuple[int, list[Arg]] | None:
    """The option that an inform varies, and in what: "the first one in business class". None where it varies none."""
    slots = [slot for slot in act.slots if slot.key not in _NO_VARIATION]
    for words in _pointing(act):
        number = anaphora.meant(words, options)
        if not number:
            continue
        varied = [slot for slot in slots if options.contradicts(number, slot)]
        if varied:
            return number, varied
    return None


def _compared(act: Act, goal: int, options: FrameOptions) -> Act:
    """A comparison is about a frame for every value that it names, or about all options at hand."""
    frames = _named(act, options)
    args = list(_wrapped(Act(act.name, act.slots), frames).args)
    named = set(frames.values())
    if not named:
        args += _bare(_pair(act, options) or _at_hand(options))
    elif len(named) == 1:
        args += _bare(sorted({_last_offered(options, options.current)} - named))
    return Act(act.name, tuple(args))


def _pair(act: Act, options: FrameOptions) -> list[int]:
    """The two options spoken of last, where the words mean two: "both", "those two"; else none."""
    if not any(anaphora.PAIR.search(words) for words in _pointing(act)):
        return []
    pair = options.recent()[:2]
    return sorted(pair) if len(pair) == 2 else []


def _named(act: Act, options: FrameOptions) -> dict[int, int]:
    """For the place of every slot whose value a frame has, the frame: slots of one option stand together."""
    frames, keys, candidates = _pointed(act, options), set[str](), list[int]()
    members = list[int]()
    for place, slot in enumerate(act.slots):
        holders = options.holders([slot])
        if place in frames or not holders:
            continue
        common = [number for number in candidates if number in holders]
        if slot.key in keys or not common:
            keys, common, members = set(), holders, []
        keys.add(slot.key)
        members.append(place)
        candidates = common
        frames |= dict.fromkeys(members, candidates[-1])
    return frames


def _pointed(act: Act, options: FrameOptions) -> dict[int, int]:
    """For the place of words that point at an option, and of the values in them, the frame: "the cheapest Rome one"."""
    frames = dict[int, int]()
    said = [str(slot.value).casefold() for slot in act.slots]
    for place in _places(act, "ref_anaphora"):
        words = said[place]
        if anaphora.PAIR.search(words):
            continue
        within = [at for at, value in enumerate(said) if at != place and value in words]
        among = options.holders([act.slots[at] for at in within]) if within else None
        number = anaphora.meant(words, options, among)
        if number:
            frames |= dict.fromkeys([*within, place], number)
    return frames


def _at_hand(options: FrameOptions) -> list[int]:
    """The options that "which one" asks about: just offered, else spoken about, else all that were offered."""
    offered = options.leaves(options.offered)
    if len(offered) > 1:
        return offered
    mentioned = sorted(options.mentioned | set(offered))
    return mentioned if len(mentioned) > 1 else options.roots(options.by_wizard)


def _about(act: Act, number: int) -> Act:
    """The act with all it says inside a reference."""
    return Act(act.name, (Arg("ref", (Ref(number, act.slots),)),))


def _bare(numbers: list[int]) -> list[Arg]:
    return [Arg("ref", tuple(map(Ref, numbers)))] if numbers else []


def _wrapped(act: Act, frames: Mapping[int, int]) -> Act:
    """The act with the slots at the places in `frames` inside references; neighbours share one argument."""
    if not frames:
        return act
    args = list[Arg]()
    for place, slot in enumerate(act.slots):
        if place not in frames:
            args.append(slot)
            continue
        refs = args.pop().refs if args and args[-1].key == "ref" else ()
        args.append(Arg("ref", _with_slot(refs, frames[place], slot)))
    return Act(act.name, tuple(args))


def _with_slot(refs: tuple[Ref, ...], frame: int, slot: Arg) -> tuple[Ref, ...]:
    """The references with one more slot, in the last of them if that is to the same frame."""
    if refs and refs[-1].frame == frame:
        return (*refs[:-1], Ref(frame, (*refs[-1].annotations, slot)))
    return (*refs, Ref(frame, (slot,)))


_REFERRING: dict[str, Callable[[Act, int, FrameOptions], Act]] = {
    "switch_frame": _at_goal,
    "affirm": _at_goal,
    "negate": _denied,
    "request_compare": _compared,
    "inform": _informed,
    "request": _asked,
    "confirm": _asked,
}
