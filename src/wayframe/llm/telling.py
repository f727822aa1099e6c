"""The acts of sentences in a model's own words, as they follow from what the sentences say (`grounding`)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from wayframe.dialogue import Act, Arg, Ref
from wayframe.llm.grounding import Claim, GroundedSentence
from wayframe.schema import Schema, Slot


def acts_of(sentence: GroundedSentence, offers: Mapping[int, Act], schema: Schema) -> tuple[Act, ...]:
    """Return the acts of a sentence; `offers` are those of the options that it may be the first to name."""
    acts = [offers[frame] for frame in sentence.named if frame in offers]
    acts += _informs((*sentence.claims, *sentence.wrong), acts, schema)
    for each in sentence.sums:
        acts.append(Act("inform", (Arg(each.slot, each.said), Arg("read", tuple(map(Ref, each.frames))))))
    if sentence.finds_nothing:
        acts.append(Act("no_result"))
    acts += _questions(sentence, schema)
    return tuple(acts)


def _informs(claims: Iterable[Claim], offered: Iterable[Act], schema: Schema) -> Iterator[Act]:
    """Yield an act for each option of which something is said that its offer doesn't say already."""
    by_frame: dict[int, list[Arg]] = {}
    known = {act.id: {(arg.key, arg.value) for arg in act.slots} for act in offered}
    for claim in claims:
        if (claim.slot, claim.said) not in known.get(claim.frame, ()):
            by_frame.setdefault(claim.frame, []).append(Arg(claim.slot, claim.said))
    for frame, args in by_frame.items():
        slots = tuple(dict.fromkeys(args))
        if not frame:
            yield Act("inform", slots)
            continue
        names = tuple(arg for arg in slots if arg.key == schema.name)
        yield Act("inform", (*slots, Arg("write", (Ref(frame, names),))))


def _questions(sentence: GroundedSentence, schema: Schema) -> Iterator[Act]:
    """Yield whether to do something lasting, to which option, and which slots a sentence asks for."""
    action = Arg("action", "cancel" if sentence.cancels else "book")
    if len(sentence.proposes) == 1:
        yield Act("suggest", (action, Arg("write", (Ref(sentence.proposes[0]),))))
    elif sentence.proposes:
        yield Act("request", (Arg("name"), action))
    elif sentence.asks:
        yield Act("request", tuple(Arg(_frame_slot(schema.by_name[slot])) for slot in sentence.asks))


def _frame_slot(slot: Slot) -> str:
    """Return the frame slot by which a slot is asked for: travellers by the number of adults."""
    return "n_adults" if slot.kind == "party" else slot.wish.get("at_most", slot.name)


def as_told(act: Act, schema: Schema) -> Act:
    """Return the offer of an option that memory has already as something told of it."""
    if act.id is None:
        return act
    names = tuple(arg for arg in act.slots if arg.key == schema.name)
    return Act("inform", (*act.slots, Arg("write", (Ref(act.id, names),))))
