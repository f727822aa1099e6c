"""Predict whether a turn makes a frame, from the active frame and the one that the turn goes to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from wayframe.dialogue import Act, Arg, Frame, acts_named, wanted
from wayframe.ontology import ACTS, SLOT_OF
from wayframe.tracking.learned.scene import (
    HELD,
    KEYS,
    NONE,
    OTHER,
    SAME,
    SLOT,
    UNSET,
    Beliefs,
    Place,
    Row,
    TurnScene,
    amount,
    likeliest,
    spoken,
)
from wayframe.tracking.rules import NO_CONSTRAINT
from wayframe.values import DONT_CARE, canonical, matches

_USER = tuple(name for name, act in ACTS.items() if act.user)
_WIZARD = ("offer", "suggest", "inform", "request", "no_result", "confirm", "negate", "affirm", "canthelp", "sorry")
_WORDS = (
    "if", "what", "how", "can", "could", "would", "but", "and", "or", "that", "we", "us", "dates", "about", "great",
    "actually", "instead", "both", "which", "them", "those", "it", "one", "any", "other", "book", "also", "best",
    "back", "either", "leave", "from", "same", "yes", "no", "not", "option", "hotel", "ok", "too", "only", "still",
)  # fmt: skip
TURN = (
    *(f"user_{name}" for name in _USER), *(f"wizard_{name}" for name in _WIZARD), *(f"word_{word}" for word in _WORDS),
    *(f"fit_{key}" for key in KEYS), *(f"constraint_{key}" for key in KEYS[:8]),
    "same", "other", "unset", "valueless", "constraint_other", "answers", "informed", "best_elsewhere", "all_elsewhere",
    "first_slot", "likeness", "told", "said", "several", "wordy", "open_before", "negated", "budget_change",
    "no_result_slot", "suggested_slot", "agrees", "disagrees", "repeated_slot",
    "frames", "turns", "offered", "mentioned", "length", "questions", "acts", "by_wizard", "newer_by_wizard",
    "active_by_wizard", "active_slots", "active_no_result", "active_mentioned", "active_made", "active_visits",
    "active_visited", "active_requests", "wizard_slots", "wizard_first_slots", "rules",
)  # fmt: skip


def turn_row(scene: TurnScene) -> Row:
    """A turn beside the frame that is active: whether it makes a new one."""
    user = Counter(act.name for act in scene.acts)
    wizard = Counter(act.name for act in scene.last)
    return [
        *(user[name] for name in _USER),
        *(wizard[name] for name in _WIZARD),
        *(word in scene.words for word in _WORDS),
        *_by_key(scene, KEYS, scene.fits, scene.active - 1),
        *_by_key(scene, KEYS[:8], scene.constraints, scene.active - 1),
        *_agreement(scene),
        *_contradictions(scene),
        *_replies(scene),
        *_surroundings(scene),
    ]


def _by_key(scene: TurnScene, keys: Sequence[str], fits: Mapping[Place, Sequence[int]], at: int) -> list[int]:
    """Return the fit of the last inform on each slot with a frame."""
    found = {slot.key: fits[place][at] for place, slot in scene.informed}
    return [found.get(key, NONE) for key in keys]


def _agreement(scene: TurnScene) -> Row:
    """Compare the user's informs with the active frame, and look for a frame that fits better."""
    active = scene.active - 1
    informed = scene.informed
    fits, against, valued, elsewhere = Counter[int](), 0, 0, [0] * scene.count
    for place, slot in informed:
        if slot.key in NO_CONSTRAINT:
            continue
        kind = scene.fits[place][active]
        fits[kind] += 1
        against += scene.constraints[place][active] == OTHER
        if kind > HELD:
            valued += 1
            elsewhere = [count + (other == SAME) for count, other in zip(elsewhere, scene.fits[place], strict=True)]
    del elsewhere[active]
    return [
        fits[SAME],
        fits[OTHER],
        fits[UNSET],
        fits.total() - valued,
        against,
        sum(slot.key in scene.options.requested for _, slot in informed),
        len(informed),
        max(elsewhere, default=0),
        elsewhere.count(valued) if valued else 0,
        SLOT.get(informed[0][1].key, -1) if informed else -1,
    ]


def _contradictions(scene: TurnScene) -> Row:
    """Count the contradictions of the user's informs to the active frame, by kind."""
    active = scene.active - 1
    frame, provenance = scene.frames[active], scene.provenance[active]
    likeness, against, counts = 1.0, list[Arg](), Counter[str]()
    for place, slot in scene.informed:
        held = frame.info.get(slot.key, ())
        counts["negated"] += len(wanted(held)) < len(held)
        if scene.fits[place][active] != OTHER:
            continue
        likeness = min(likeness, scene.likeness(place, slot, active))
        if slot.key in NO_CONSTRAINT:
            continue
        against.append(slot)
        counts["told"] += slot.key in provenance.told
        counts["said"] += slot.key in provenance.said
        counts["several"] += len(held) > 1
        counts["wordy"] += _is_wordy(slot)
        counts["open"] += "-1" in [value.val for value in held]
    kinds = ("told", "said", "several", "wordy", "open", "negated")
    return [likeness, *(counts[kind] for kind in kinds), _budget_change(frame, against)]


def _is_wordy(slot: Arg) -> bool:
    """Tell whether a value is in small letters without figures."""
    if not isinstance(slot.value, str) or not slot.value[:1].islower():
        return False
    return not any(map(str.isdigit, slot.value))


def _budget_change(frame: Frame, slots: list[Arg]) -> float:
    """Return the difference between the budget that the user informs of and the frame's; 0 if one isn't known."""
    budget = next((slot.value for slot in slots if slot.key == "budget"), None)
    if not budget:
        return 0.0
    before = amount(frame.info["budget"][-1].val)
    after = amount(canonical("budget", budget))
    if before is None or after is None:
        return 0.0
    return after - before


def _replies(scene: TurnScene) -> Row:
    """Relate the user's informs to what the wizard and the user said before."""
    informed = [slot for _, slot in scene.informed]
    keys = {slot.key for slot in informed}
    failed = _keys(scene.last, "no_result")
    suggested = _keys(scene.last, "suggest")
    facts = [slot for slot in spoken(scene.last) if slot.value is not None]
    agreements = list[bool]()
    for slot in informed:
        told = [fact.value for fact in facts if fact.key == slot.key]
        if told and slot.value is not None:
            agreements.append(any(matches(slot.key, slot.value, value) for value in told))
    repeated = sum(slot.key in keys for slot in spoken(scene.previous))
    return [len(keys & failed), len(keys & suggested), agreements.count(True), agreements.count(False), repeated]


def _keys(acts: Iterable[Act], name: str) -> set[str]:
    """The slots of the acts with this name."""
    return {slot.key for slot in spoken(acts_named(acts, name))}


def _surroundings(scene: TurnScene) -> Row:
    active, options = scene.active - 1, scene.options
    frame, by_wizard = scene.frames[active], scene.wizards
    return [
        scene.count,
        len(scene.seen.history),
        len(options.offered),
        len(options.mentioned),
        len(scene.text),
        scene.text.count("?"),
        len(scene.acts),
        len(by_wizard),
        sum(number > scene.active for number in by_wizard),
        scene.active in by_wizard,
        len(frame.info),
        "NO_RESULT" in frame.info,
        scene.active in options.mentioned,
        scene.made[active],
        scene.visits[active],
        scene.visited[active],
        len(frame.requests),
        sum(len(act.slots) for act in scene.last),
        len(scene.last[0].slots) if scene.last else 0,
        _rules_goal(scene),
    ]


def _rules_goal(scene: TurnScene) -> int:
    """Return the rules' answer: 0 the active frame, 1 a new one, 2 another one."""
    if scene.rule_active == scene.active:
        return 0
    return 1 if scene.rule_active > scene.count else 2


_FORMS = ("valueless", "boolean", "compared", "extreme", "any", "measured", "worded")
_FORMED = (
    "category", "budget", "str_date", "end_date", "max_duration", "min_duration", "dst_city", "or_city", "n_adults",
    SLOT_OF["rating"],
)  # fmt: skip
_LIMITS = (("max_duration", "duration"), ("min_duration", "duration"), ("budget", "price"))

CREATE_ROW = (
    *TURN, "goal_is_active", "goal_sureness", "goal_same", "goal_other", "goal_unset", "goal_told", "goal_by_wizard",
    "goal_offered", *(f"goal_fit_{key}" for key in KEYS), *(f"form_{form}" for form in _FORMS),
    *(f"form_of_{key}" for key in _FORMED), "variant_other", "variant_same", *(f"limit_{key}" for key, _ in _LIMITS),
    "goal_own_other", "last_made", "made", "user_turns", "share_made",
)  # fmt: skip


def create_row(scene: TurnScene, turn: Row, heading: Beliefs) -> Row:
    """A turn, knowing which frame it goes to: whether it makes a new one there."""
    goal = likeliest(heading)
    informed = scene.informed
    valued = [(place, slot) for place, slot in informed if slot.value is not None]
    return [
        *turn,
        goal == scene.active,
        heading[goal - 1],
        *_beside_goal(scene, goal - 1, informed),
        *_forms(valued),
        *_beside_variants(scene, goal, valued),
        *(_limit(scene.frames[goal - 1], valued, key, measure) for key, measure in _LIMITS),
        sum(scene.fits[place][goal - 1] == OTHER and slot.key in scene.own[goal - 1] for place, slot in valued),
        *_habits(scene, {slot.key for _, slot in valued}),
    ]


def _beside_goal(scene: TurnScene, at: int, informed: list[tuple[Place, Arg]]) -> Row:
    """Compare the user's informs with the frame that the turn goes to."""
    wanted = [scene.fits[place][at] for place, slot in informed if slot.key not in NO_CONSTRAINT]
    told = scene.provenance[at].told
    return [
        *(wanted.count(kind) for kind in (SAME, OTHER, UNSET)),
        sum(slot.key in told for place, slot in informed if scene.fits[place][at] == OTHER),
        at + 1 in scene.wizards,
        at + 1 in scene.options.offered,
        *_by_key(scene, KEYS, scene.fits, at),
    ]


def _forms(valued: list[tuple[Place, Arg]]) -> Row:
    """In which form values are given: by comparison, as an extreme, as a measure, in words."""
    counts, by_key = [0] * len(_FORMS), dict.fromkeys(_FORMED, 0)
    for _, slot in valued:
        form = _form(slot)
        counts[form] += 1
        if slot.key in by_key:
            by_key[slot.key] = form
    return [*counts, *by_key.values()]


def _form(slot: Arg) -> int:
    if isinstance(slot.value, bool):
        return 1
    text = str(canonical(slot.key, slot.value))
    if text.startswith("$"):
        return 3 if text.startswith("$M") else 2
    if text == DONT_CARE:
        return 4
    return 5 if any(map(str.isdigit, text)) else 6


def _beside_variants(scene: TurnScene, goal: int, valued: list[tuple[Place, Arg]]) -> Row:
    """Count the open slots for which a variant of the frame has another value, or the same."""
    open_slots = [scene.fits[place] for place, _ in valued if scene.fits[place][goal - 1] == UNSET]
    kinds = [{fits[child - 1] for child in scene.children[goal - 1]} for fits in open_slots]
    return [sum(OTHER in each for each in kinds), sum(SAME in each for each in kinds)]


def _limit(frame: Frame, valued: list[tuple[Place, Arg]], key: str, measure: str) -> int:
    """Compare a limit with the measure that it limits: 0 unknown, 1 the same, 2 below, 3 above."""
    limit = next((amount(canonical(key, slot.value)) for _, slot in valued if slot.key == key), None)
    held = next(map(amount, wanted(frame.info.get(measure, ()))), None)
    if limit is None or held is None:
        return 0
    if limit == held:
        return 1
    return 2 if limit < held else 3


def _habits(scene: TurnScene, keys: set[str]) -> Row:
    """Tell whether the user's last word on the slots made a frame (-2: none yet); count the frames the user made."""
    known, made, turns, last = 1, 0, 0, -2
    for turn in scene.seen.history:
        if turn.author == "wizard":
            known = max(known, *(act.id or 0 for act in turn.acts), 0)
            continue
        new = turn.active_frame > known
        turns += 1
        made += new
        known = max(known, turn.active_frame)
        if keys & _keys(turn.acts, "inform"):
            last = int(new)
    return [last, made, turns, made / max(turns, 1)]
