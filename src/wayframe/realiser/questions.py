"""Questions in words: for slots, which option, whether something was meant, whether to go ahead."""

from __future__ import annotations

from collections.abc import Sequence

from wayframe.meaning.records import Text, Wish
from wayframe.planner.plan import Confirm, Meant, OptionView, Propose, Request, Which
from wayframe.realiser.draft import Draft, distinguishing, frames_of
from wayframe.realiser.slots import filled, forms_of, slot_of
from wayframe.realiser.wishes import value_list, wish_words

MOST_NAMED = 6


def request(draft: Draft, part: Request) -> str:
    """Return one question for all the slots that are missing: "Where to, where from and when?"."""
    questions = list(dict.fromkeys(slot_question(draft, name) for name in part.slots))
    if len(questions) == 1:
        return draft.say("request_one", question=questions[0])
    return draft.say("request", questions=draft.listing(questions))


def slot_question(draft: Draft, name: str) -> str:
    """Return the question for a slot as a piece of a sentence."""
    slot = slot_of(draft.locale, name)
    form = forms_of(draft.locale, slot).ask or draft.wording.kinds[slot.kind].ask
    return filled(draft.locale, form, slot, "")


def which(draft: Draft, part: Which) -> str:
    """Return the question which of several is meant, each named by what tells it from the others."""
    options = part.options[:MOST_NAMED]
    places = {option.place for option in options}
    named = [told_apart(draft, option, options, place=len(places) > 1) for option in options]
    draft.focus = frames_of(part.options)
    return draft.say(f"which_{part.purpose}", options=draft.listing(named, "or"))


def told_apart(draft: Draft, option: OptionView, options: Sequence[OptionView], *, place: bool) -> str:
    """Return an option by its name, its place where those differ, and a fact where both are another's, too."""
    twins = [other for other in options if (other.name, other.place) == (option.name, option.place)]
    details = distinguishing(draft.locale, option, [other for other in twins if other != option])
    return draft.say("option", name=draft.heading(option, place=place), details=details)


def meant(draft: Draft, part: Meant) -> str:
    """Return the question whether something was meant so."""
    wishes, against = meant_wishes(draft, part.wishes), wish_words(draft.locale, part.against)
    return draft.say("meant", words=draft.quoted(part.words), wishes=wishes, against=against if wishes else "")


def meant_wishes(draft: Draft, wishes: Sequence[Wish]) -> str:
    """Return what may be meant: texts of one slot by themselves ("Munich or Madrid"), else the wishes."""
    values = [value for wish in wishes for value in wish.constraint.values]
    slots = {(wish.slot, wish.constraint.op) for wish in wishes}
    if len(slots) == 1 < len(values) and {type(value) for value in values} == {Text}:
        return value_list(draft.locale, slot_of(draft.locale, wishes[0].slot), values)
    return wish_words(draft.locale, wishes)


def confirm(draft: Draft, part: Confirm) -> str:
    """Return the question before something lasting, which names the options with all that matters."""
    before = draft.listing([draft.described(option) for option in part.changed])
    options = draft.listing([draft.described(option) for option in part.options])
    draft.note_told(part.options)
    return draft.say(f"confirm_{part.purpose}", options=options, before=before)


def propose(draft: Draft, part: Propose) -> str:
    """Return the offer of a next step."""
    return draft.say(f"propose_{part.step}")
