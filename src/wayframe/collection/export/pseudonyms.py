"""Pseudonyms: people's names and addresses are replaced before anything is released, each place shown."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable, Mapping
from uuid import UUID

from msgspec.structs import replace

from wayframe.collection.pairing import AGENT
from wayframe.collection.records import Answers, DialogueRecord
from wayframe.collection.study import StudySettings
from wayframe.dialogue import Author, Dialogue, FramesRecord
from wayframe.redaction import Redactor, ReplacedText

WIZARD = "wayframe"
"""What the agent is called where it is the wizard."""

_AROUND = 30  # characters of a place's surroundings, on each side


class ReplacedPlace(FramesRecord, frozen=True):
    """Something in a text of talk `talk` that says who somebody is or how to reach them.

    `where` is "turn 3" (from 0, of the dialogue as it is released) or "user's comment"; `becomes` is what stands there
    instead, `around` the text about it.
    """

    talk: int
    dialogue: str
    where: str
    kind: str
    found: str
    becomes: str
    around: str


class PseudonymReplacer:
    """Makes talks fit to be released: ids become pseudonyms, what says how to reach somebody a mark.

    `places` lists what was replaced in texts, in order; `redactor` counts it, together with what followed in labels.
    """

    def __init__(self, key: str, region: str, elsewhere: Mapping[str, str], names: Iterable[str] = ()) -> None:
        """`elsewhere`: what people are called there, by their id; `names` that were found by reading.

        Raises `InputError` for a region that is none.
        """
        self.redactor = Redactor(key.encode(), region, self._found, names)
        self.places = list[ReplacedPlace]()
        self._key, self._elsewhere = key.encode(), elsewhere
        self._talk, self._dialogue, self._where = 0, "", ""

    def name(self, talk: DialogueRecord) -> str:
        """The id of a dialogue: it can't be told from it which talk it was."""
        keyed = hmac.new(self._key, f"talk {talk.number}".encode(), hashlib.sha256)
        return str(UUID(bytes=keyed.digest()[:16], version=4))

    def people(self, talk: DialogueRecord) -> tuple[str, str]:
        """Return what the user and the wizard are called before they become pseudonyms, as it may stand in a text."""
        user, wizard = (self._elsewhere.get(who, who).rpartition(":")[2] for who in (talk.user, talk.wizard))
        return user, WIZARD if talk.wizard.startswith(AGENT) else wizard

    def pseudonyms(self, talk: DialogueRecord) -> tuple[str, str]:
        """Return what the user and the wizard are called in the release."""
        user, wizard = self.people(talk)
        return self.redactor.pseudonym(user), wizard if wizard == WIZARD else self.redactor.pseudonym(wizard)

    def dialogue(self, talk: DialogueRecord, dialogue: Dialogue) -> Dialogue:
        """The dialogue of a talk as it may be released."""
        self._talk, self._dialogue, self._where = talk.number, dialogue.id, ""
        replaced = self.redactor.redact(dialogue)
        user, wizard = self.pseudonyms(talk)
        return replace(replaced, user_id=user, wizard_id=wizard)

    def answers(self, talk: DialogueRecord, side: Author, answers: Answers, study: StudySettings) -> Answers:
        """One side's answers as they may be released; what isn't text can't tell anything."""
        known = {question.name for question in study.questions if question.side == side and question.kind != "text"}
        found = Answers()
        for name, answer in answers.items():
            if isinstance(answer, str) and name not in known:
                self._talk, self._dialogue, self._where = talk.number, self.name(talk), f"{side}'s {name}"
                answer = self.redactor.redacted(answer, self.people(talk))
            found[name] = answer
        return found

    def _found(self, each: ReplacedText) -> None:
        where = self._where if each.turn is None else f"turn {each.turn}"
        start, end = each.found.start, each.found.end
        around = " ".join(each.text[max(0, start - _AROUND) : end + _AROUND].split())
        found = each.text[start:end]
        self.places.append(ReplacedPlace(self._talk, self._dialogue, where, each.found.kind, found, each.mark, around))
