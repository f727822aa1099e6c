"""Answers to the user's questions, from the packages behind the frames."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import date

from wayframe.dialogue import Act, Arg, Ref
from wayframe.nlu.patterns import UNDO
from wayframe.nlu.reference import pointing
from wayframe.ontology import AMENITIES, VICINITY
from wayframe.packages import facts
from wayframe.policy import booking
from wayframe.policy.booking import NAMING
from wayframe.policy.reply import OFFERED, Reply
from wayframe.policy.situation import Offered, Situation
from wayframe.policy.suggesting import other_origin, party_of
from wayframe.policy.wishes import PARTY
from wayframe.values import Dates, Money, Quantity, canonical, matches, read

DETAILS = ("category", "gst_rating", "seat", "str_date", "end_date", "price")
DIFFER = ("price", "category", "gst_rating", "str_date", "end_date", "duration", "seat", "or_city")
COMPARED = ("price", "category", "gst_rating")
LISTS = ("amenities", "vicinity")
RATED = ("category", "gst_rating")
_WITH_IT = re.compile(r"\b(?:it|this(?: one)?|that(?: one)?)\b", re.IGNORECASE)
_COUNTED = re.compile(r"\b(?:both|(?:the|these|those) (?:two|three|2|3))\b(?! \w+est\b)", re.IGNORECASE)
_BEST_FEW = re.compile(r"\b(two|three|2|3) \w+est\b", re.IGNORECASE)  # "the two cheapest"
# What asks for whom a price is; and what asks about all options that there were.
FOR_WHOM = re.compile(
    r"\b(?:per (?:person|head|adult|child|couple)|a head|total|altogether"
    r"|(?:include\w*|do|does|would) (?:the |my |our )?(?:kids?|child\w*)|full price"
    r"|(?:for|of) (?:every(?:one|body)|(?:all|both|the \w+|all \w+) of us))\b", re.IGNORECASE,
)  # fmt: skip
SO_FAR = re.compile(
    r"\b(?:so far|of all (?:the |these |those )?(?:hotels|options|trips|offers|packages))\b", re.IGNORECASE
)
# Slots by which the user asks for what the packages call otherwise.
MEANS = {"budget": ("price",), "max_duration": ("duration",), "min_duration": ("duration",),
         "amenities": AMENITIES, "vicinity": VICINITY}  # fmt: skip


def answer(situation: Situation, reply: Reply) -> bool:
    """Answer what was asked about frames (`request`, `confirm`); whether anything was."""
    before = len(reply.acts)
    for act in situation.heard:
        if act.name in ("request", "confirm"):
            for frame in (frames := targets(situation, act)):
                _answer(situation, reply, act, frame, among=len(frames) > 1)
    merge_informs(reply, before)
    return len(reply.acts) > before


def answer_of_new(situation: Situation, reply: Reply) -> None:
    """Tell of new offers what was asked with the wish for them, where an offer doesn't say it anyway."""
    asked = [arg.key for act in situation.heard if act.name == "request" for arg in act.slots]
    for frame, package in reply.offers.items():
        known = facts(package)
        slots = [slot for key in dict.fromkeys(asked) for slot in _meant(key, known) if slot not in OFFERED]
        if slots:
            reply.inform(frame, slots)


def targets(situation: Situation, act: Act) -> list[int]:
    """The offered frames that a question is about: those it names, else those at hand."""
    named = [r.frame for r in act.refs() if r.frame in situation.offers]
    return list(dict.fromkeys(named)) or _any_of_these(situation) or situation.at_hand


def _any_of_these(situation: Situation) -> list[int]:
    """The options that were just offered where "it" may be any of several; empty where it is clear which."""
    refs = [ref for act in situation.heard if act.name == "switch_frame" for ref in act.refs()]
    words = [arg for ref in refs for arg in ref.annotations]
    vague = refs and all(arg.key == "ref_anaphora" and not pointing(str(arg.value)) for arg in words)
    made = [act.id for act in situation.said if act.id is not None and act.id in situation.offers]
    return made if vague and len(made) > 1 and refs[0].frame in made else []


def _answer(situation: Situation, reply: Reply, act: Act, frame: int, *, among: bool) -> None:
    known = facts(situation.offers[frame])
    asked = [*act.slots, *(a for r in act.refs() for a in r.annotations if r.frame == frame and a.key in VICINITY)]
    opened = [a.key for a in asked if a.value is None or a.value is True]
    full = [key for key in opened if any(known.get(slot) is True for slot in MEANS.get(key, ()))]
    lists = full or [
        key for key in opened if key in LISTS
    ]  # of a list with nothing in it only if nothing is to be said
    open_slots = [slot for key in opened if key not in LISTS or key in lists for slot in _meant(key, known)]
    if open_slots:
        slots = [*(NAMING if among else ()), *open_slots]
        reply.inform(frame, slots, apart=among, whom=_whom(situation, frame))
    for arg in asked:
        if arg.value is not None and arg.value is not True and arg.key != "ref_anaphora":
            _confirm(situation, reply, frame, arg)
        elif arg.key not in known and arg.key not in MEANS and arg.value is None:
            reply.say("canthelp", [Arg("ref", (Ref(frame, (Arg(arg.key),)),))])


def _confirm(situation: Situation, reply: Reply, frame: int, arg: Arg) -> None:
    """Yes or no to a value, and what it is instead."""
    if arg.key in PARTY:
        _confirm_party(situation, reply, frame, arg)
        return
    known = facts(situation.offers[frame])
    slots = [s for s in MEANS.get(arg.key, (arg.key,)) if s in known]
    if not slots:
        return
    holds = any(matches(slot, arg.value, canonical(slot, known[slot])) for slot in slots)
    reply.say("affirm" if holds else "negate", [Arg("ref", (Ref(frame, (arg,)),))])
    if not holds:
        reply.inform(frame, slots)


def _confirm_party(situation: Situation, reply: Reply, frame: int, arg: Arg) -> None:
    """Whether the price is for so many: adults, or all who go."""
    adults, children = party = party_of(situation, frame)
    typed = read(arg.key, arg.value, today=situation.today) if isinstance(arg.value, str) else None
    number = typed.low if isinstance(typed, Quantity) else None
    holds = number in ((adults, adults + children) if arg.key == "n_adults" else (children,))
    reply.say("affirm" if holds else "negate", [Arg("ref", (Ref(frame, (arg,)),))])
    reply.inform(frame, ["price"], whom=party)


def _meant(slot: str, known: Mapping[str, str | bool]) -> list[str]:
    """The package's slots that answer a question; of a list (amenities), those that are there."""
    if slot in ("amenities", "vicinity"):
        there = [s for s in MEANS[slot] if known.get(s) is True]
        return there or [MEANS[slot][0]]
    return [s for s in MEANS.get(slot, (slot,)) if s in known]


def merge_informs(reply: Reply, start: int) -> None:
    """Facts about the same frame go into one act."""
    merged: dict[tuple[Ref, ...], Act] = {}
    rest: list[Act] = []
    for act in reply.acts[start:]:
        if act.name != "inform":
            rest.append(act)
            continue
        key = act.refs("write")
        args = (*merged[key].args, *act.slots) if key in merged else act.args
        merged[key] = Act("inform", tuple(dict.fromkeys(args)))
    reply.acts[start:] = [*rest, *merged.values()]


def compare(situation: Situation, reply: Reply) -> bool:
    """Compare packages over the slots asked for: all of them, or the best where the user asks which; whether asked."""
    asked = [act for act in situation.heard if act.name == "request_compare"]
    if not asked:
        return False
    frames = compared(situation, asked)
    slots = list(dict.fromkeys(a.key for act in asked for a in act.slots if a.key != "ref_anaphora"))
    best = [a for act in asked for a in act.slots if canonical(a.key, a.value) in ("$MIN", "$MAX")]
    frames = (_in_the_city(situation, asked) if best else []) or frames
    if best and frames and slots == [best[0].key]:
        _tell_best(situation, reply, frames, best[0])
        return True
    wanted = [a for act in asked for a in act.slots if a.key in RATED and isinstance(a.value, str) and a not in best]
    if wanted and frames:
        _tell_fitting(situation, reply, frames, wanted[-1])
        return True
    told = [slot for slot in slots if slot not in NAMING] or (COMPARED if slots else _differing(situation, frames))
    for frame in frames:
        known = facts(situation.offers[frame])
        meant = [s for slot in told for s in _meant(slot, known)]
        reply.inform(frame, meant, apart=len(frames) > 1, whom=_whom(situation, frame))
    return bool(frames)


def _whom(situation: Situation, frame: int) -> tuple[int, int] | None:
    """For how many adults and children a price is, where the user asks for whom it is."""
    return party_of(situation, frame) if FOR_WHOM.search(situation.history[-1].text) else None


def _tell_fitting(situation: Situation, reply: Reply, frames: Sequence[int], arg: Arg) -> None:
    """Which options are as asked for, "any with 5 stars?"; where none is, the best there is."""
    known = {frame: facts(situation.offers[frame])[arg.key] for frame in frames}
    fitting = [frame for frame in frames if matches(arg.key, arg.value, canonical(arg.key, known[frame]))]
    for frame in fitting:
        reply.inform(frame, [arg.key], apart=True)
    if not fitting:
        reply.say("negate", [Arg("ref", (Ref(frames[0], (arg,)),))])
        _tell_best(situation, reply, frames, Arg(arg.key, "best"))


def best_offered(situation: Situation, reply: Reply) -> bool:
    """Propose the best of several that were just offered to who asks for that alone: "the best rated"; whether so."""
    informed = [arg for act in situation.heard if act.name == "inform" for arg in act.slots]
    superlative = all(arg.key in RATED and canonical(arg.key, arg.value) == "$MAX" for arg in informed)
    made = [act.id for act in situation.said if act.id in situation.offers and act.id is not None]
    if not informed or not superlative or len(made) < 2 or len(situation.heard) > 1:
        return False
    known = {frame: facts(situation.offers[frame]) for frame in made}
    slots = (informed[-1].key, *RATED)
    best = max(made, key=lambda frame: tuple(float(str(known[frame][slot])) for slot in slots))
    reply.inform(best, [*NAMING, *OFFERED])
    reply.say("suggest", [Arg("action", "book")])
    return True


def _differing(situation: Situation, frames: Sequence[int]) -> Sequence[str]:
    """What to tell of options that are to be compared: of two all in which they differ, of more the main facts."""
    known = [facts(situation.offers[frame]) for frame in frames]
    if len(known) != 2:
        return COMPARED
    return [slot for slot in (*DIFFER, *AMENITIES, *VICINITY) if known[0].get(slot) != known[1].get(slot)] or COMPARED


def compared(situation: Situation, asked: Iterable[Act]) -> list[int]:
    """The frames to compare: see `_compared`."""
    return unlike(situation, _compared(situation, asked))


def unlike(situation: Situation, frames: Iterable[int]) -> list[int]:
    """The frames in order, of those with the same behind them the first."""
    found, known = list[int](), list[Offered]()
    for frame in frames:
        if situation.offers[frame] not in known:
            known.append(situation.offers[frame])
            found.append(frame)
    return found


def _compared(situation: Situation, asked: Iterable[Act]) -> list[int]:
    """Those the acts name, else what was offered last, else everything that was offered."""
    text, refs = situation.history[-1].text, [ref for act in asked for ref in act.refs()]
    frames = list(dict.fromkeys(ref.frame for ref in refs if ref.frame in situation.offers))
    latest = situation.latest_offers
    if SO_FAR.search(text):
        return list(situation.offers)
    if len(frames) > len(before := _compared_before(situation)) > 1 and not any(ref.annotations for ref in refs):
        return before
    if not any(ref.annotations for ref in refs) and (counted := _COUNTED.search(text)):
        count = 3 if counted[0].endswith(("three", "3")) else 2
        if len(frames) > count:
            return latest if len(latest) == count else frames[-count:]
    if len(frames) > 1:
        return frames
    if frames and _WITH_IT.search(text) and (other := [f for f in situation.at_hand if f not in frames]):
        return [*other, *frames]
    return latest if len(latest) > 1 else list(situation.offers)


def _in_the_city(situation: Situation, asked: Iterable[Act]) -> list[int]:
    """All options in the one city that a comparison names, "the cheapest in Rome"; none where it names no city."""
    refs = [ref for act in asked for ref in act.refs() if ref.annotations]
    named = [arg for ref in refs for arg in ref.annotations]
    if len(named) != 1 or named[0].key != "dst_city":
        return []
    offers = situation.offers.items()
    found = [frame for frame, package in offers if matches("dst_city", named[0].value, package.hotel.dst_city)]
    return unlike(situation, found)


def _compared_before(situation: Situation) -> list[int]:
    """The options that the user compared just before, if the agent told of them side by side or of the best."""
    earlier = next((turn for turn in reversed(situation.history[:-1]) if turn.author == "user"), None)
    asked = [act for act in earlier.acts if act.name == "request_compare"] if earlier else []
    return list(dict.fromkeys(ref.frame for act in asked for ref in act.refs() if ref.frame in situation.offers))


def _tell_best(situation: Situation, reply: Reply, frames: Sequence[int], arg: Arg) -> None:
    slot = "price" if arg.key == "budget" else arg.key
    scored = {f: _score(slot, facts(situation.offers[f]).get(slot), situation.today) for f in frames}
    guests = {f: float(str(facts(situation.offers[f])["gst_rating"])) for f in frames}  # decide between equals
    ranked = {frame: (score, guests[frame]) for frame, score in scored.items() if score is not None}
    few = _BEST_FEW.search(situation.history[-1].text)
    count = 1 if few is None else 3 if few[1].casefold() in ("three", "3") else 2
    told = [slot, *(["gst_rating"] if slot == "category" else [])]
    for frame in sorted(ranked, key=ranked.__getitem__, reverse=canonical(arg.key, arg.value) != "$MIN")[:count]:
        reply.inform(frame, told, apart=len(frames) > 1)


def _score(slot: str, value: str | bool | None, today: date) -> float | None:
    """A number that orders the values of a slot; None where they have no order."""
    typed = read(slot, value, today=today) if isinstance(value, str) else None
    if isinstance(typed, Money):
        return typed.amount
    if isinstance(typed, Dates):
        return typed.first.toordinal()
    return typed.low if isinstance(typed, Quantity) else None


def explain(situation: Situation, reply: Reply) -> bool:
    """Tell about what the user turned to or wants to know more of, and propose to book it; whether there was any.

    Who agrees has been told; who says what already holds for the offer at hand hears how it is.
    """
    if meant := many_meant(situation):
        reply.say("request", [Arg("name"), Arg("ref", tuple(Ref(frame) for frame in meant))])
        return True
    moved = situation.memory.active_frame != situation.before.active_frame
    turned = moved or situation.did("switch_frame")
    if not (turned or situation.did("moreinfo", "affirm") or (situation.package and situation.did("inform"))):
        return False
    if (situation.package and booking.done(situation) and situation.did("affirm")) or (
        _undone(situation) and not moved and not situation.package
    ):
        return False
    if situation.package and not turned and situation.did("affirm"):
        reply.say("suggest", [Arg("action", "book")])
        return True
    if situation.package:
        known = facts(situation.package)
        frame = situation.memory.active_frame
        details = [
            *other_origin(situation, frame),
            *DETAILS,
            *(slot for slot in (*AMENITIES, *VICINITY) if known[slot] is True),
        ]
        reply.inform(frame, ["name", "dst_city", *dict.fromkeys(details)])
        if not booking.done(situation):
            reply.say("suggest", [Arg("action", "book")])
        return True
    below = _below(situation)
    for frame in below:
        reply.inform(frame, COMPARED)
    if below:
        reply.say("hearmore", [Arg("ref", tuple(Ref(frame) for frame in below))])
    return bool(below)


def ask_which(situation: Situation, reply: Reply) -> bool:
    """Name the options that there are where the user points beyond them, "the third one" of two; whether it was so."""
    points = [act for act in situation.heard if act.name in ("switch_frame", "request_compare") and not act.refs()]
    latest = situation.latest_offers
    frames = latest if len(latest) > 1 else unlike(situation, situation.offers)
    vain = bool(frames) and any(arg.key == "ref_anaphora" for act in points for arg in act.slots)
    if vain:
        for frame in frames:
            reply.inform(frame, COMPARED, apart=True)
        reply.say("request", [Arg("name"), Arg("ref", tuple(Ref(frame) for frame in frames))])
    return vain


def _below(situation: Situation) -> list[int]:
    """What was offered for the wishes of the active frame; of several offers that of the last turn."""
    below = [f.frame_id for f in situation.memory.frames
             if f.frame_parent_id == situation.memory.active_frame and f.frame_id in situation.offers]  # fmt: skip
    below = [frame for frame in situation.latest_offers if frame in below] or below
    if situation.did("moreinfo"):
        below = below or situation.latest_offers
    return below


def _undone(situation: Situation) -> bool:
    """Whether the user takes back what he said last."""
    words = [a.value for act in situation.heard for r in act.refs() for a in r.annotations if a.key == "ref_anaphora"]
    return any(UNDO.search(word) for word in words if isinstance(word, str))


def many_meant(situation: Situation) -> list[int]:
    """The offers of which the user agreed to several at once, naming none; empty where it is clear which."""
    named = [
        arg for act in situation.heard for arg in (*act.slots, *(a for ref in act.refs() for a in ref.annotations))
    ]
    made = [act.id for act in situation.said if act.id is not None and situation.did("switch_frame")]
    more = [ref.frame for act in situation.said if act.name == "hearmore" for ref in act.refs()]
    told = [] if situation.package else [ref.frame for act in situation.said for ref in act.refs("write")]
    meant = made or (more or list(dict.fromkeys(told)) if situation.did("affirm") else [])
    return meant if len(meant) > 1 and not named and not situation.did("moreinfo") else []
