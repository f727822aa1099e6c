"""A talk to annotate, somebody who edits its labels, and any edits whatever, sensible or not."""

from hypothesis import strategies as st

from wayframe.collection.annotation.edits import LabelSheet
from wayframe.collection.annotation.labels import ActPosition, Labellings, TextMark, TurnLabels, bare
from wayframe.collection.sessions import UnlabelledTurn
from wayframe.errors import InputError
from wayframe.notation import show
from wayframe.ontology import ACTS, SLOTS

TALK = (
    UnlabelledTurn("user", "From Rome to Bari, please", 1000, (1,)),
    UnlabelledTurn("wizard", "The Ritz for $900 or the Adlon, it has wifi", 2000, (2,)),
    UnlabelledTurn("user", "The Adlon. What is its price?", 3000, (3,)),
    UnlabelledTurn("wizard", "It is $800", 4000, (4,)),
)
EMPTY: Labellings = tuple(TurnLabels((), 1) for _ in TALK)


class Annotator:
    """Somebody who edits the talk, change by change."""

    def __init__(self, labels: Labellings = EMPTY) -> None:
        self.labels = labels

    @property
    def sheet(self) -> LabelSheet:
        return LabelSheet(TALK, self.labels)

    def acts(self, turn: int) -> list[str]:
        return [show(bare(act)) for act in self.labels[turn].acts]

    def marks(self, turn: int, act: int, *marks: tuple[str, str]) -> None:
        """Mark words as slots."""
        for words, key in marks:
            start = TALK[turn].text.index(words)
            self.labels = self.sheet.mark(turn, ActPosition(act), TextMark(start, start + len(words)), key)

    def offers(self) -> None:
        """Annotate the wizard's two offers."""
        self.labels = self.sheet.add_act(1, "offer")
        self.marks(1, 0, ("Ritz", "name"), ("$900", "price"))
        self.labels = self.sheet.add_act(1, "offer")
        self.marks(1, 1, ("Adlon", "name"), ("wifi", "wifi"))

    def switches(self) -> None:
        """Annotate that the user goes to the second one."""
        self.labels = self.sheet.add_act(2, "switch_frame")
        self.marks(2, 0, ("Adlon", "name"))
        self.labels = self.sheet.activate(2, 3)


PLACE = st.builds(
    ActPosition,
    st.integers(0, 2),
    st.none() | st.integers(0, 3),
    st.none() | st.integers(0, 1),
    st.none() | st.integers(0, 1),
)
TURN, FRAME, KEY = st.integers(0, 4), st.integers(0, 5), st.sampled_from(sorted(SLOTS))
NAME = st.sampled_from(["offer", "suggest", "inform", "switch_frame", "request", *sorted(ACTS)])
MARK = st.builds(lambda start, length: TextMark(start, start + length), st.integers(0, 25), st.integers(0, 12))
REFERENCE = st.sampled_from(["ref", "read", "write"])
VALUE = st.sampled_from([None, True, False, "-1", "Rome", " "])
EDITS = st.one_of(
    st.tuples(st.just("add_act"), TURN, NAME),
    st.tuples(st.just("add_act"), TURN, NAME, st.integers(0, 2)),
    st.tuples(st.just("remove"), TURN, PLACE),
    st.tuples(st.just("rename_act"), TURN, PLACE, NAME),
    st.tuples(st.just("mark"), TURN, PLACE, MARK, KEY),
    st.tuples(st.just("add"), TURN, PLACE, KEY, VALUE),
    st.tuples(st.just("set_value"), TURN, PLACE, VALUE),
    st.tuples(st.just("set_mark"), TURN, PLACE, MARK),
    st.tuples(st.just("rename_slot"), TURN, PLACE, KEY),
    st.tuples(st.just("refer"), TURN, PLACE, REFERENCE, FRAME, st.booleans()),
    st.tuples(st.just("point"), TURN, PLACE, FRAME),
    st.tuples(st.just("about"), TURN, PLACE, st.none() | FRAME, REFERENCE),
    st.tuples(st.just("makes"), TURN, PLACE, st.booleans()),
    st.tuples(st.just("activate"), TURN, FRAME),
    st.tuples(st.just("go"), TURN, FRAME),
    st.tuples(st.just("confirm"), TURN, st.booleans()),
)

Edit = tuple[object, ...]


def edited(labels: Labellings, edit: Edit) -> Labellings | None:
    """The labels after an edit; None where it is refused."""
    name, *given = edit
    try:
        changed: Labellings = getattr(LabelSheet(TALK, labels), str(name))(*given)
    except InputError:
        return None
    return changed
