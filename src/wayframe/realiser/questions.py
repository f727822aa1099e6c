"""Questions in words: for slots, which option, whether something was meant, whether to go ahead."""

from __future__ import annotations

from collections.abc import Sequence

from wayframe.meaning.records import Text, Wish
from wayframe.planner.plan import Confirm, Meant, OptionView, Propose, Request, Which
from wayframe.realiser.draft import Draft
from wayframe.realiser.slots import facts, filled, forms_of, slot_of, with_stay
from wayframe.realiser.values import plain
from wayframe.realiser.wishes import value_list, wish_words

MOST_NAMED = 6


def request(draft: Draft, part: Request) -> str:
    """Return one question for all the slots that are missing: "Where to, where from and when?"."""
    questions: list[str] = []
    for name in part.slots:
        slot = slot_of(draft.locale, name)
        form = forms_of(draft.locale, slot).ask or draft.locale.wording.kinds[slot.kind].ask
        questions.append(filled(draft.locale, form, slot, ""))
    words = draft.listing(list(dict.fromkeys(questions)))
    return draft.fitting("request_one" if len(questions) == 1 else "request", questions=words)


def which(draft: Draft, part: Which) -> str:
    """Return the question which of several is meant, each named by what tells it from the others."""
    options = part.options[:MOST_NAMED]
    named = draft.listing(told_apart(draft, options), "or")
    draft.focus = tuple(option.frame for option in part.options)
    return draft.say(f"which_{part.purpose}", options=named)


def told_apart(draft: Draft, options: Sequence[OptionView]) -> list[str]:
    """Return options by their names, with the places where those differ, with a fact where both are the same."""
    places = len({option.place for option in options}) > 1
    keys = [(option.name, option.place) for option in options]
    texts = []
    for option in options:
        text = draft.heading(option, place=places)
        if keys.count((option.name, option.place)) > 1:
            details = distinguishing(draft, option, options)
            text = draft.say("option_detail", text=text, details=details) if details else text
        texts.append(text)
    return texts


def distinguishing(draft: Draft, option: OptionView, options: Sequence[OptionView]) -> str:
    """Return the first fact of an option that the others of its name don't share."""
    twins = [other for other in options if other.name == option.name and other.frame != option.frame]
    values = with_stay(draft.locale, option.values)
    for slot, value in values.items():
        if all(with_stay(draft.locale, twin.values).get(slot) != value for twin in twins):
            return facts(draft.locale, {slot: value})[0]
    return ""


def meant(draft: Draft, part: Meant) -> str:
    """Return the question whether something was meant so."""
    words = plain(part.words)
    quoted = words and draft.locale.wording.quote.format(text=words)
    return draft.fitting(
        "meant_words", "meant", "meant_words_only", words=quoted, wishes=meant_wishes(draft, part.wishes)
    )


def meant_wishes(draft: Draft, wishes: Sequence[Wish]) -> str:
    """Return what may be meant: texts of one slot by themselves ("Munich or Madrid"), else the wishes."""
    values = [value for wish in wishes for value in wish.constraint.values]
    slots = {(wish.slot, wish.constraint.op) for wish in wishes}
    if len(slots) == 1 and len(values) > 1 and all(isinstance(value, Text) for value in values):
        return value_list(draft.locale, slot_of(draft.locale, wishes[0].slot), values)
    return wish_words(draft.locale, wishes)


def confirm(draft: Draft, part: Confirm) -> str:
    """Return the question before something lasting, which names the options with all that matters."""
    key = f"confirm_{part.purpose}"
    options = draft.described_all(part.options)
    wishes = wish_words(draft.locale, part.wishes)
    draft.note_told(part.options)
    draft.focus = tuple(option.frame for option in part.options)
    return draft.fitting(key, f"{key}_bare", options=options, wishes=wishes)


def propose(draft: Draft, part: Propose) -> str:
    """Return the offer of a next step."""
    return draft.say(f"propose_{part.step}")
