"""A study's release: its dialogues with their labels and what is known about them, without who took part."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Literal, NamedTuple, get_args
from uuid import UUID

import msgspec
from msgspec import Raw
from msgspec.structs import replace
from sqlalchemy import func, select

from wayframe.collection.annotation import storage as kept
from wayframe.collection.annotation.labels import labelled_turns
from wayframe.collection.collection import StudyDomain
from wayframe.collection.conditions import conversation_name
from wayframe.collection.export.outcomes import DialogueOutcome
from wayframe.collection.labelling.protocol import DialogueLabeller
from wayframe.collection.matchmaking import AGENT
from wayframe.collection.records import (
    ActionOrigin,
    Answers,
    AnySearch,
    AnyTask,
    ChatMessage,
    Condition,
    DialogueRecord,
)
from wayframe.collection.sessions import UnlabelledTurn, dialogue_of_row, messages, searches, turns
from wayframe.collection.storage import PEOPLE, SURVEYS, TALKS, StudyStorage
from wayframe.collection.study import StudySettings
from wayframe.collection.surveys import FULFILLED, RATING
from wayframe.dialogue import (
    Author,
    DatabaseSearch,
    Dialogue,
    DialogueLabels,
    FramesRecord,
    Package,
    SearchLog,
    Turn,
    encode,
    user_turn,
    wizard_turn,
)
from wayframe.redaction import Redactor, ReplacedText
from wayframe.service import Conversations
from wayframe.validation.database import SearchCheck

# Labels: the adjudicator's, else an annotator's, else the agent's own, else what the program reads


LabelledBy = Literal["adjudicated", "annotated", "agent", "automatic"]
LABELLED_BY: tuple[LabelledBy, ...] = get_args(LabelledBy)
SEEN: tuple[LabelledBy, ...] = ("adjudicated", "annotated")
"""Labels that somebody has looked at."""


class ReleaseLabeller:
    """Labels talks by the best that there is for each."""

    def __init__(
        self, storage: StudyStorage, reader: DialogueLabeller, conversations: Conversations | None = None
    ) -> None:
        """`conversations` are the agent's, if it has talked in this study."""
        self._storage, self._reader, self._conversations = storage, reader, conversations

    def label(self, number: int, said: Sequence[UnlabelledTurn]) -> Iterator[tuple[tuple[Turn, ...], LabelledBy]]:
        """Yield the turns of a talk with labels, and whose labels they are, the best first.

        Of several annotators who are done the one who was done first comes first. The agent's own labels say what it
        meant and what it understood; it has them where each message was answered before the next one.
        """
        with self._storage.reading() as connection:
            done = [each for each in kept.rows(connection, talk=number) if each.done]
        for each in sorted(done, key=lambda each: (each.kind != "adjudicator", each.at, each.annotator)):
            by: LabelledBy = "adjudicated" if each.kind == "adjudicator" else "annotated"
            yield labelled_turns(said, each.work.turns, self._reader.today), by
        if own := self._own(number, said):
            yield own, "agent"
        yield self._reader.read(said).turns, "automatic"

    def _own(self, number: int, said: Sequence[UnlabelledTurn]) -> tuple[Turn, ...]:
        """The agent's labels of a talk; none where it wasn't the wizard, or took turns otherwise than the talk has."""
        if self._conversations is None:
            return ()
        name = conversation_name(self._storage, number)
        if not self._conversations.exists(name):
            return ()
        own = self._conversations.read(name).conversation.turns[: len(said)]
        if [turn.text for turn in own] != [each.text for each in said]:
            return ()
        return tuple(_at(turn, each) for turn, each in zip(own, said, strict=True))


def _at(turn: Turn, said: UnlabelledTurn) -> Turn:
    """A turn of the agent's conversation as it stands in the talk."""
    turn = replace(turn, timestamp=said.timestamp)
    return turn if said.author == "user" else replace(turn, db_json=Raw(encode(said.db)))


def unlabelled(said: Sequence[UnlabelledTurn]) -> tuple[Turn, ...]:
    """The turns of a talk without labels: enough to look for what is to be replaced in them."""
    return tuple(
        user_turn(each.text, each.timestamp, (), 1, (), ())
        if each.author == "user"
        else wizard_turn(each.text, each.timestamp, (), 1, (), each.db)
        for each in said
    )


# Pseudonyms


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


# The release


class CollectedDialogue(NamedTuple):
    """A talk that is over, with all that was said, looked for and answered in it."""

    held: DialogueRecord
    messages: tuple[ChatMessage, ...]
    searches: tuple[AnySearch, ...]
    answers: dict[Author, Answers]

    @property
    def minutes(self) -> float:
        """From its first message to its last, in minutes."""
        times = [message.at for message in self.messages]
        return (times[-1] - times[0]) / 60_000 if times else 0.0

    @property
    def rating(self) -> int | None:
        """The user's rating, 1 to 5."""
        answer = self.answers.get("user", {}).get(RATING)
        return answer if isinstance(answer, int) else None

    @property
    def fulfilled(self) -> bool | None:
        """Return whether the wizard saw the task done."""
        answer = self.answers.get("wizard", {}).get(FULFILLED)
        return answer if isinstance(answer, bool) else None


def count(storage: StudyStorage) -> int:
    """Return how many talks are over."""
    return int(storage.value(select(func.count()).select_from(TALKS).where(_IS_OVER)))


def collected(storage: StudyStorage) -> Iterator[CollectedDialogue]:
    """The talks that are over, in the order of their numbers."""
    with storage.reading() as connection:
        for row in connection.execute(select(TALKS).where(_IS_OVER).order_by(TALKS.c.number)).all():
            number = row.number
            surveys = connection.execute(select(SURVEYS.c.side, SURVEYS.c.answers).where(SURVEYS.c.talk == number))
            answers = {side: _ANSWERS.decode(given) for side, given in surveys}
            said, sought = messages(connection, number), searches(connection, number)
            yield CollectedDialogue(dialogue_of_row(row), said, sought, answers)


def conditions(storage: StudyStorage) -> frozenset[Condition]:
    """The conditions of which there are talks."""
    return frozenset(condition for (condition,) in storage.rows(select(TALKS.c.condition).distinct()))


def elsewhere(storage: StudyStorage) -> dict[str, str]:
    """Return who people are elsewhere, by their id: what others may call them by in a text."""
    known = select(PEOPLE.c.id, PEOPLE.c.external).where(PEOPLE.c.external.is_not(None))
    return {row.id: row.external for row in storage.rows(known)}


_ANSWERS = msgspec.json.Decoder(Answers)
_IS_OVER = TALKS.c.until.is_not(None)


LeftOut = Literal["left", "lost", "expired", "without a reply", "wrong labels"]
"""Why a talk is no dialogue of the release: nobody ended it, nobody replied, its labels contradict the format."""


class ReleasedDialogue(NamedTuple):
    """A dialogue of the release, and what is known of it beside its turns."""

    dialogue: Dialogue
    talk: CollectedDialogue
    said: tuple[UnlabelledTurn, ...]
    labels: LabelledBy
    answers: dict[Author, Answers]
    reached: bool | None

    @property
    def task(self) -> AnyTask:
        """Return what the user was to do."""
        return self.talk.held.task

    @property
    def began(self) -> str:
        """Return when its first message was said, to the second (UTC)."""
        return f"{datetime.fromtimestamp(self.talk.messages[0].at // 1000, UTC):%Y-%m-%dT%H:%M:%SZ}"


class ProposalUses(FramesRecord, frozen=True):
    """Uses of the assistant's proposals by wizards: how many were taken, changed, or left for words of their own."""

    taken: int = 0
    changed: int = 0
    hand: int = 0


class CorpusRelease(NamedTuple):
    """All of it. `outcomes` has the talks that were left out, too.

    `wrong` says which labels contradict the format, and weren't taken for that; `dropped` which searches do.
    """

    released: tuple[ReleasedDialogue, ...]
    outcomes: tuple[DialogueOutcome, ...]
    left_out: Counter[LeftOut]
    wrong: tuple[str, ...]
    replies: ProposalUses
    searches: ProposalUses
    dropped: tuple[str, ...] = ()

    @property
    def dialogues(self) -> tuple[Dialogue, ...]:
        """The dialogues."""
        return tuple(each.dialogue for each in self.released)


class ReleaseBuilder:
    """Makes a release of what a study has collected so far."""

    def __init__(
        self,
        study: StudySettings,
        storage: StudyStorage,
        domain: StudyDomain,
        labeller: ReleaseLabeller,
        replacer: PseudonymReplacer,
        *,
        raw: bool = False,
    ) -> None:
        """`raw`: nothing is replaced."""
        self._study, self._storage, self._domain = study, storage, domain
        self._labeller, self._replacer, self._raw = labeller, replacer, raw
        self._wrong, self._dropped = list[str](), list[str]()

    def release(self, told: Callable[[int], None] = lambda done: None) -> CorpusRelease:
        """Everything; `told` hears how many talks were looked at."""
        released, outcomes = list[ReleasedDialogue](), list[DialogueOutcome]()
        self._wrong, self._dropped = list[str](), list[str]()
        left_out, replies, searches = Counter[LeftOut](), list[ActionOrigin | None](), list[ActionOrigin | None]()
        for number, talk in enumerate(collected(self._storage), 1):
            found = self._released(talk)
            if isinstance(found, ReleasedDialogue):
                released.append(found)
            else:
                left_out[found] += 1
            outcomes.append(outcome(talk, found.reached if isinstance(found, ReleasedDialogue) else None))
            replies += (message.made for message in talk.messages)
            searches += (search.made for search in talk.searches)
            told(number)
        return CorpusRelease(
            tuple(released), tuple(outcomes), left_out, tuple(self._wrong), _uses(replies), _uses(searches),
            tuple(self._dropped),
        )  # fmt: skip

    def _released(self, talk: CollectedDialogue) -> ReleasedDialogue | LeftOut:
        held = talk.held
        if held.how in ("left", "lost", "expired"):
            return held.how
        said = turns(talk.messages, talk.searches)
        if len(said) < 2:
            return "without a reply"
        said = tuple(self._with_sound_searches(held.number, place, each) for place, each in enumerate(said))
        survey = DialogueLabels(talk.rating, talk.fulfilled)
        for labelled, by in self._labeller.label(held.number, said):
            dialogue = Dialogue(self._replacer.name(held), *self._replacer.people(held), survey, labelled)
            problem = self._domain.problem(dialogue)
            if not problem:
                return self._replaced(talk, said, dialogue, by)
            self._wrong.append(f"talk {held.number}: {by} labels: {problem}")
        return "wrong labels"

    def _with_sound_searches(self, number: int, turn: int, said: UnlabelledTurn) -> UnlabelledTurn:
        """Return a turn without the searches that contradict the format: each is noted, the dialogue is kept."""
        if not isinstance(said.db, SearchLog):
            return said
        sound = list[tuple[DatabaseSearch, tuple[Package, ...]]]()
        for search, result in zip(said.db.search, said.db.result, strict=True):
            alone = SearchLog((search,), (result,))
            (checked,) = unlabelled((said._replace(db=alone),))
            errors = [finding for finding in SearchCheck().findings(alone, checked) if not finding.oddity]
            if errors:
                self._dropped.append(f"talk {number}, turn {turn}: a search: {errors[0].field}: {errors[0].what}")
            else:
                sound.append((search, result))
        if len(sound) == len(said.db.search):
            return said
        return said._replace(db=SearchLog(tuple(each for each, _ in sound), tuple(result for _, result in sound)))

    def _replaced(
        self, talk: CollectedDialogue, said: tuple[UnlabelledTurn, ...], dialogue: Dialogue, by: LabelledBy
    ) -> ReleasedDialogue:
        """Return a talk as it is released, without who took part unless it is to be raw."""
        held = talk.held
        success = self._domain.reached(held.task, dialogue, sure=by in SEEN)
        if self._raw:
            return ReleasedDialogue(dialogue, talk, said, by, talk.answers, success)
        replaced = self._replacer.dialogue(held, dialogue)
        answers = {side: self._replacer.answers(held, side, given, self._study) for side, given in talk.answers.items()}
        return ReleasedDialogue(replaced, talk, said, by, answers, success)


def preview(
    study: StudySettings,
    storage: StudyStorage,
    replacer: PseudonymReplacer,
    told: Callable[[int], None] = lambda done: None,
) -> list[ReplacedPlace]:
    """Every place of the texts of a release that would be replaced. Labels don't matter for that, and aren't read."""
    for number, talk in enumerate(collected(storage), 1):
        said = turns(talk.messages, talk.searches)
        if talk.held.how == "ended" and len(said) > 1:
            people = replacer.people(talk.held)
            replacer.dialogue(
                talk.held, Dialogue(replacer.name(talk.held), *people, DialogueLabels(), unlabelled(said))
            )
            for side, answers in talk.answers.items():
                replacer.answers(talk.held, side, answers, study)
        told(number)
    return replacer.places


def outcome(talk: CollectedDialogue, success: bool | None) -> DialogueOutcome:
    """Return what came of a talk; `success`: whether what was agreed on fits the task, where it is known."""
    held = talk.held
    return DialogueOutcome(
        held.number,
        held.condition,
        held.user,
        held.how == "ended",
        talk.rating,
        talk.fulfilled,
        success,
        len(turns(talk.messages, talk.searches)),
        round(talk.minutes, 2),
        len(talk.searches),
    )


def _uses(made: list[ActionOrigin | None]) -> ProposalUses:
    counts = Counter(each.by for each in made if each is not None and each.proposal is not None)
    return ProposalUses(counts["taken"], counts["changed"], counts["hand"])
