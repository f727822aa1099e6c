"""What the learned tracker looks at, as rows of numbers: one a turn, one a frame, one a slot or act and frame.

The names stand in the order of the numbers. `VERSION` rises when they change meaning, as they do when the rules or the
matching of values change much: a model is only as good as what it is shown.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from wayframe.ontology import ACTS, SLOTS
from wayframe.tracking.learned.scene import HELD, NONE, OTHER, PASSING, SAME, UNSET, Place, Scene, spoken
from wayframe.values import canonical, matches

VERSION = 1
Row = list[float]

_USER = tuple(name for name, act in ACTS.items() if act.user)
_WIZARD = ("offer", "suggest", "inform", "request", "no_result", "confirm", "negate", "affirm", "canthelp", "sorry")
_KEYS = (
    "dst_city", "or_city", "str_date", "end_date", "budget", "n_adults", "n_children", "seat", "duration", "category",
    "name", "price", "max_duration", "min_duration", "flex", "intent", "gst_rating", "ref_anaphora",
)  # fmt: skip
_WORDS = (
    "if", "what", "how", "can", "could", "would", "but", "and", "or", "that", "we", "us", "dates", "about", "great",
    "actually", "instead", "both", "which", "them", "those", "it", "one", "any", "other", "book", "also", "best",
    "back", "either", "leave", "from", "same", "yes", "no", "not", "option", "hotel", "ok", "too", "only", "still",
)  # fmt: skip
_ACT = {name: number for number, name in enumerate(ACTS)}
_SLOT = {name: number for number, name in enumerate(SLOTS)}
_ROUGH = ("dst_city", "name")  # slots whose values are looked for in the text

TURN = (
    *(f"user_{name}" for name in _USER), *(f"wizard_{name}" for name in _WIZARD), *(f"word_{word}" for word in _WORDS),
    *(f"fit_{key}" for key in _KEYS), *(f"constraint_{key}" for key in _KEYS[:8]),
    "same", "other", "unset", "valueless", "constraint_other", "answers", "informed", "best_elsewhere", "all_elsewhere",
    "first_slot", "likeness", "told", "said", "several", "wordy", "open_before", "negated", "budget_change",
    "no_result_slot", "suggested_slot", "agrees", "disagrees", "repeated_slot",
    "frames", "turns", "offered", "mentioned", "length", "questions", "acts", "by_wizard", "newer_by_wizard",
    "active_by_wizard", "active_slots", "active_no_result", "active_mentioned", "active_made", "active_visits",
    "active_visited", "active_requests", "wizard_slots", "wizard_first_slots", "rules",
)  # fmt: skip


def turn_row(scene: Scene) -> Row:
    """A turn beside the frame that is active: whether it makes a new one."""
    user = Counter(act.name for act in scene.acts)
    wizard = Counter(act.name for act in scene.last)
    return [
        *(user[name] for name in _USER), *(wizard[name] for name in _WIZARD),
        *(word in scene.words for word in _WORDS),
        *_fits_by_key(scene), *_agreement(scene), *_contradictions(scene), *_replies(scene), *_surroundings(scene),
    ]  # fmt: skip


def _fits_by_key(scene: Scene) -> Row:
    fits, constraints = dict.fromkeys(_KEYS, NONE), dict.fromkeys(_KEYS[:8], NONE)
    for place, act, slot in scene.slots:
        if act == "inform" and slot.key in fits:
            fits[slot.key] = scene.fits[place][scene.active - 1]
            if slot.key in constraints:
                constraints[slot.key] = scene.constraints[place][scene.active - 1]
    return [*fits.values(), *constraints.values()]


def _agreement(scene: Scene) -> Row:
    """How what the user informs of fits the active frame, and whether another frame fits better."""
    active = scene.active - 1
    informed = [(place, slot) for place, act, slot in scene.slots if act == "inform"]
    wanted = [place for place, slot in informed if slot.key not in PASSING]
    fits = [scene.fits[place][active] for place in wanted]
    valued = [place for place in wanted if scene.fits[place][active] > HELD]
    elsewhere = [sum(scene.fits[place][number] == SAME for place in valued)
                 for number in range(scene.count) if number != active]  # fmt: skip
    return [
        fits.count(SAME), fits.count(OTHER), fits.count(UNSET), len(fits) - len(valued),
        sum(scene.constraints[place][active] == OTHER for place in wanted),
        sum(slot.key in scene.options.requested for _, slot in informed), len(informed), max(elsewhere, default=0),
        elsewhere.count(len(valued)) if valued else 0,
        _SLOT.get(informed[0][1].key, -1) if informed else -1,
    ]  # fmt: skip


def _contradictions(scene: Scene) -> Row:
    """What it is in the active frame that the user contradicts, and by what."""
    active = scene.active - 1
    info = scene.frames[active].info
    known = scene.provenance[active] if active < len(scene.provenance) else None
    informed = [(place, slot) for place, act, slot in scene.slots if act == "inform"]
    against = [(place, slot) for place, slot in informed if scene.fits[place][active] == OTHER]
    slots = [slot for _, slot in against if slot.key not in PASSING]
    budget = next((slot.value for slot in slots if slot.key == "budget"), None)
    before, after = (_number(value) for value in (info["budget"][-1].val, canonical("budget", budget))) if budget else (
        None, None)  # fmt: skip
    return [
        min((scene.likeness(place, slot, active) for place, slot in against), default=1.0),
        sum(known is not None and slot.key in known.told for slot in slots),
        sum(known is not None and slot.key in known.said for slot in slots),
        sum(len(info[slot.key]) > 1 for slot in slots),
        sum(isinstance(slot.value, str) and slot.value[:1].islower() and not any(map(str.isdigit, slot.value))
            for slot in slots),
        sum(any(value.val == "-1" for value in info[slot.key]) for slot in slots),
        sum(any(value.negated for value in info.get(slot.key, ())) for _, slot in informed),
        after - before if before is not None and after is not None else 0.0,
    ]  # fmt: skip


def _replies(scene: Scene) -> Row:
    """How what the user informs of goes on from what the wizard said, and from what the user said before."""
    informed = [slot for _, act, slot in scene.slots if act == "inform"]
    keys = {slot.key for slot in informed}
    failed = {slot.key for slot in spoken(tuple(act for act in scene.last if act.name == "no_result"))}
    suggested = {slot.key for slot in spoken(tuple(act for act in scene.last if act.name == "suggest"))}
    facts = [slot for slot in spoken(scene.last) if slot.value is not None]
    agrees = disagrees = 0
    for slot in informed:
        told = [fact.value for fact in facts if fact.key == slot.key] if slot.value is not None else []
        if told:
            agreed = any(matches(slot.key, slot.value, value) for value in told)
            agrees, disagrees = agrees + agreed, disagrees + (not agreed)
    repeated = sum(slot.key in keys for slot in spoken(scene.previous))
    return [len(keys & failed), len(keys & suggested), agrees, disagrees, repeated]


def _surroundings(scene: Scene) -> Row:
    active, options = scene.active - 1, scene.options
    frame, by_wizard = scene.frames[active], scene.wizards
    return [
        scene.count, len(scene.seen.history), len(options.offered), len(options.mentioned), len(scene.text),
        scene.text.count("?"), len(scene.acts), len(by_wizard), sum(number > scene.active for number in by_wizard),
        scene.active in by_wizard, len(frame.info), "NO_RESULT" in frame.info, scene.active in options.mentioned,
        scene.made[active], scene.visits[active], scene.visited[active], len(frame.requests),
        sum(len(act.slots) for act in scene.last), len(scene.last[0].slots) if scene.last else 0,
        0 if scene.rule_active == scene.active else 1 if scene.rule_active > scene.count else 2,
    ]  # fmt: skip


FRAME = (
    "new", "active", "rule", "newer_frames", "number", "by_wizard", "offered", "root", "roots", "leaf", "latest",
    "latest_all", "mentioned", "derived", "ancestor", "sibling", "child", "parent", "depth", "children", "last",
    "made", "visited", "told", "asked", "visits", "no_result", "slots", "priced", "over_budget", "same_city",
    "different", "inform_same", "inform_other", "inform_unset", "switch_same", "switch_other", "switch_unset",
    "else_same", "else_other", "inform_behind", "switch_behind", "switch_ahead", "inform_best", "switch_best",
    "newer_alike", "root_of_best", "likeness", "unlikeness", "meant", "meant_by_text", "pointing", "text_dst_city",
    "text_name", "texts_dst_city", "order", "by_ref", "by_inform", "by_write", "best_rating", "most_stars",
)  # fmt: skip


def frame_rows(scene: Scene) -> list[Row]:
    """A row for every frame and one for a new one: which of them the turn goes to."""
    groups = [_counted(scene, number) for number in range(scene.count)]
    standing, texts = _standing(scene, groups), _texts(scene)
    roles, ranks = _roles(scene), (_rank(scene, "gst_rating"), _rank(scene, "category"))
    cities = sum(text[0] for text in texts)
    rows = [
        [
            *_position(scene, number), *_contents(scene, number), *groups[number], *standing[number],
            *_likeness(scene, number), *_meant(scene, number), *texts[number], cities, *roles[number],
            *(rank[number] for rank in ranks),
        ]
        for number in range(scene.count)
    ]  # fmt: skip
    new: Row = [0.0] * len(FRAME)
    new[0], new[2] = 1.0, float(scene.rule_active > scene.count)
    return [*rows, new]


def _position(scene: Scene, at: int) -> Row:
    number, options, ancestors, parents = at + 1, scene.options, scene.ancestors, scene.parents
    active = scene.active - 1
    return [
        0.0, number == scene.active, number == scene.rule_active, scene.count - number, number,
        number in scene.wizards, number in options.offered, _place(number, scene.roots), len(scene.roots),
        number in scene.leaves, _place(number, scene.latest), len(scene.latest), number in options.mentioned,
        scene.active in ancestors[at], number in ancestors[active], parents[at] == parents[active],
        parents[at] == scene.active, parents[active] == number, len(ancestors[at]), parents.count(number),
        number == scene.count, scene.made[at], scene.visited[at], scene.told[at], scene.asked[at], scene.visits[at],
    ]  # fmt: skip


def _contents(scene: Scene, at: int) -> Row:
    info, active = scene.frames[at].info, scene.frames[scene.active - 1].info
    price, budget = (_number(info[slot][0].val) if info.get(slot) else None for slot in ("price", "budget"))
    over = price - budget if price is not None and budget is not None else -1e5
    different = sum(info.get(key) != active.get(key) for key in _KEYS[:8])
    same_city = info.get("dst_city") == active.get("dst_city")
    return ["NO_RESULT" in info, len(info), "price" in info, over, same_city, different]


def _counted(scene: Scene, at: int) -> Row:
    """How many slots fit the frame, contradict it or are new to it: of informs, of switches, of all else."""
    counts = [[0, 0, 0] for _ in range(3)]
    for place, act, slot in scene.slots:
        kind = scene.fits[place][at]
        if slot.key not in ("intent", "ref_anaphora", "action") and kind in (SAME, OTHER, UNSET):
            counts[{"inform": 0, "switch_frame": 1}.get(act, 2)][(SAME, OTHER, UNSET).index(kind)] += 1
    return [*counts[0], *counts[1], *counts[2][:2]]


def _standing(scene: Scene, groups: Sequence[Row]) -> list[Row]:
    """How many slots fit a frame, beside the other frames; columns 0 and 3 of `groups` count them."""
    informs, switches = [row[0] for row in groups], [row[3] for row in groups]
    others = [fits for at, fits in enumerate(switches) if at != scene.active - 1]
    best = max(others, default=0)
    roots = scene.options.roots([at + 1 for at, fits in enumerate(switches) if fits == best and at != scene.active - 1])
    return [
        [
            informs[at] - max(informs), switches[at] - max(switches), switches[at] - best,
            informs.count(max(informs)), switches.count(max(switches)), switches[at + 1 :].count(switches[at]),
            at + 1 in roots,
        ]
        for at in range(scene.count)
    ]  # fmt: skip


def _likeness(scene: Scene, at: int) -> Row:
    alike = [(scene.likeness(place, slot, at), scene.fits[place][at]) for place, _, slot in scene.slots]
    return [max((score for score, _ in alike), default=0.0),
            max((score for score, kind in alike if kind == OTHER), default=0.0)]  # fmt: skip


def _meant(scene: Scene, at: int) -> Row:
    *pointed, text = scene.meant
    return [pointed.count(at + 1), text == at + 1, len(pointed)]


def _texts(scene: Scene) -> list[Row]:
    """Whether the text has the frame's city, the frame's hotel."""
    return [
        [float(any(isinstance(value.val, str) and len(value.val) > 1 and value.val.lower() in scene.text
                   for value in frame.info.get(slot, ()))) for slot in _ROUGH]
        for frame in scene.frames
    ]  # fmt: skip


def _roles(scene: Scene) -> list[Row]:
    """How the wizard spoke about every frame just now: as the how-manieth, under `ref`, in an inform, under `write`."""
    roles: list[Row] = [[0.0] * 4 for _ in scene.frames]
    order = 0
    for act in scene.last:
        for arg in act.args:
            made = [arg.val] if arg.key == "id" and isinstance(arg.val, int) else []
            for number in (*made, *(ref.frame for ref in arg.refs)):
                order += 1
                if 0 < number <= scene.count:
                    role = roles[number - 1]
                    role[0] = order
                    role[1] += arg.key == "ref"
                    role[2] += act.name == "inform"
                    role[3] += arg.key == "write"
    return roles


def _rank(scene: Scene, slot: str) -> Row:
    """How many of the alternatives have more of the slot; -1 for frames that are none of them or don't say."""
    pool = set(scene.latest)
    amounts = [_number(frame.info[slot][0].val) if frame.info.get(slot) and frame.frame_id in pool else None
               for frame in scene.frames]  # fmt: skip
    known = sorted({amount for amount in amounts if amount is not None}, reverse=True)
    return [-1.0 if amount is None else known.index(amount) for amount in amounts]


_SWITCH_TURN = (
    "frames", "informed", "mentioned", "offered", "rules", "wizard_offer", "wizard_suggest", "word_book", "word_other",
    "word_back", "word_one", "word_best",
)  # fmt: skip
_OF_TURN = tuple(TURN.index(name) for name in _SWITCH_TURN)
SWITCH_ROW = (*FRAME, *(f"turn_{name}" for name in _SWITCH_TURN))


def switch_rows(turn: Row, frames: Sequence[Row]) -> list[Row]:
    """A row for every frame that exists: which of them the user switches to."""
    common = [turn[place] for place in _OF_TURN]
    return [[*row, *common] for row in frames[:-1]]


SLOT_ROW = (
    "act", "slot", "valueless", "true", "false", "place", "in_act", "frames", "acts", "holders", "offered", "mentioned",
    "requested", "switches", "wizard_offers", "wizard_suggests", "wizard_requests", "wizard_no_result",
    "rule_is_goal", "rule_stays", "stays", "creates", "as_rules", "sureness", "active_fit", "goal_fit", "same_slot",
    "same_slot_in_turn", "copies", "copy", "same_acts", "act_number",
    "belief", "goal", "rule", "fit", "constraint", "fits_beside", "newest_holder", "offered_holder", "offered_holders",
    "last_root", "rules_beside", "copy_of_latest", "copy_of_offered", "copy_of_all", "alike",
    *(f"frame_{name}" for name in FRAME),
)  # fmt: skip


def slot_rows(scene: Scene, place: Place, beliefs: Sequence[float], frames: Sequence[Row]) -> list[Row]:
    """A row for every candidate: which of them a slot is about, given what is believed about the active frame."""
    number, at = place
    act, slot, goal = scene.acts[number], scene.acts[number].slots[at], likeliest(beliefs)
    fits, rule = scene.fits[place], scene.rule_slots[number][at]
    holders = [each + 1 for each, kind in enumerate(fits) if kind == SAME]
    offered = [each for each in holders if each in scene.options.offered]
    copies = [each for each, other in enumerate(act.slots) if (other.key, other.value) == (slot.key, slot.value)]
    copy = copies.index(at)
    head = _slot_head(scene, place, goal, beliefs, len(holders), (len(copies), copy))
    beside = [sum(scene.fits[number, each][frame] == SAME for each in range(len(act.slots)) if each != at)
              for frame in range(scene.count)] + [0]  # fmt: skip
    lists = [set(each) for each in (scene.latest, scene.options.offered)]
    orders = [sorted(each) if len(copies) in (len(each), len(each) - 1) and len(copies) > 1 else [] for each in lists]
    last_root = scene.roots[-1] if scene.roots else 0
    rows = list[Row]()
    for each in range(scene.count + 1):
        frame, known = each + 1, each < scene.count
        rows.append([
            *head, beliefs[each], frame == goal, frame == rule, fits[each] if known else NONE,
            scene.constraints[place][each] if known else NONE, beside[each], frame in holders[-1:], frame in offered,
            len(offered), frame == last_root, scene.rule_slots[number].count(frame),
            *(_place(frame, order) == copy + 1 for order in orders), len(copies) > 1 and frame == copy + 1,
            scene.likeness(place, slot, each) if known else 0.0, *frames[each],
        ])  # fmt: skip
    return rows


def _slot_head(
    scene: Scene, place: Place, goal: int, beliefs: Sequence[float], holders: int, copies: tuple[int, int]
) -> Row:
    """What is the same for all candidates of a slot."""
    number, at = place
    act, slot, rule = scene.acts[number], scene.acts[number].slots[at], scene.rule_slots[number][at]
    fits, wizard = scene.fits[place], {each.name for each in scene.last}
    same = [each for each, other in enumerate(scene.acts) if other.name == act.name]
    return [
        _ACT.get(act.name, -1), _SLOT.get(slot.key, -1), slot.value is None, slot.value is True, slot.value is False,
        at, len(act.slots), scene.count, len(scene.acts), holders, len(scene.options.offered),
        len(scene.options.mentioned), slot.key in scene.options.requested, scene.switches, "offer" in wizard,
        "suggest" in wizard, "request" in wizard, "no_result" in wizard, rule == scene.rule_active,
        rule == scene.active, goal == scene.active, goal > scene.count, goal == scene.rule_active, beliefs[goal - 1],
        fits[scene.active - 1], fits[goal - 1] if goal <= scene.count else NONE,
        sum(other.key == slot.key for other in act.slots), sum(other.key == slot.key for _, _, other in scene.slots),
        *copies, len(same), same.index(number),
    ]  # fmt: skip


_TELLING = (
    "ref_anaphora", "dst_city", "name", "price", "category", "duration", "intent", "seat", "budget", "str_date",
    "n_adults", "action",
)  # fmt: skip
_POINTING = ("both", "either", "best", "which", "any", "those", "them", "that", "it", "one")

ACT_ROW = (
    "act", "slots", "frames_of_slots", "rule_none", "rule_frames", "frames", "acts", "switches", "sureness", "stays",
    "creates", "as_rules", "least_sure", "slots_on_goal", *(f"has_{slot}" for slot in _TELLING), "valueless", "wanted",
    "offered", "mentioned", "wizard_offers", "wizard_suggests", "wizard_requests", "roots", "leaves", "act_number",
    "same_acts", *(f"fits_{kind}" for kind in range(1, 6)), "first_slot", "last_slot", "rules_elsewhere",
    *(f"word_{word}" for word in _POINTING),
    "belief", "goal", "rule", "slots_here", "most_slot_belief", "slot_belief", "slots_fit",
    *(f"frame_{name}" for name in FRAME),
)  # fmt: skip


def act_rows(
    scene: Scene, number: int, beliefs: Sequence[float], slots: Sequence[Sequence[float]], frames: Sequence[Row]
) -> list[Row]:
    """A row for every candidate: whether an act is about it as a whole, given what is believed about all its slots."""
    goal, whole = likeliest(beliefs), scene.rule_whole[number]
    about = [likeliest(each) for each in slots]
    head = _act_head(scene, number, goal, beliefs, slots)
    rows = list[Row]()
    for each in range(scene.count + 1):
        frame = each + 1
        here = [slot[each] for slot in slots]
        fits = sum(scene.fits[number, at][each] == SAME for at in range(len(slots))) if each < scene.count else 0
        rows.append([
            *head, beliefs[each], frame == goal, frame in whole, about.count(frame), max(here, default=-1.0), sum(here),
            fits, *frames[each],
        ])  # fmt: skip
    return rows


def _act_head(scene: Scene, number: int, goal: int, beliefs: Sequence[float], slots: Sequence[Sequence[float]]) -> Row:
    """What is the same for all candidates of an act."""
    act, rule = scene.acts[number], scene.rule_slots[number]
    keys, wizard = [slot.key for slot in act.slots], {each.name for each in scene.last}
    about = [likeliest(each) for each in slots]
    fits = [scene.fits[number, at][scene.active - 1] for at in range(len(keys))]
    return [
        _ACT.get(act.name, -1), len(keys), len(set(about)), not scene.rule_whole[number], len(scene.rule_whole[number]),
        scene.count, len(scene.acts), scene.switches, beliefs[goal - 1], goal == scene.active, goal > scene.count,
        goal == scene.rule_active, min((each[goal - 1] for each in slots), default=1.0), about.count(goal),
        *(slot in keys for slot in _TELLING), sum(slot.value is None for slot in act.slots),
        sum(key not in PASSING for key in keys), len(scene.options.offered), len(scene.options.mentioned),
        "offer" in wizard, "suggest" in wizard, "request" in wizard, len(scene.roots), len(scene.leaves), number,
        sum(other.name == act.name for other in scene.acts), *(fits.count(kind) for kind in range(1, 6)),
        _SLOT.get(keys[0], -1) if keys else -1, _SLOT.get(keys[-1], -1) if keys else -1,
        sum(frame != scene.rule_active for frame in rule), *(word in scene.words for word in _POINTING),
    ]  # fmt: skip


def likeliest(beliefs: Sequence[float]) -> int:
    """The candidate that is believed most, by its number from 1; the first of equals."""
    return max(range(len(beliefs)), key=lambda at: beliefs[at]) + 1


def _place(number: int, listed: Sequence[int]) -> int:
    return listed.index(number) + 1 if number in listed else 0


def _number(value: object) -> float | None:
    try:
        return float(value) if isinstance(value, str | int | float) else None
    except ValueError:
        return None
