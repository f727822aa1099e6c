"""Generated records: everything that the Frames format can hold, odd values included."""

from hypothesis import strategies as st
from msgspec import UNSET, Raw

from wayframe.dialogue import (
    Act,
    Arg,
    BinaryQuestion,
    CompareRequest,
    Dialogue,
    DialogueLabels,
    Frame,
    Labels,
    Ref,
    SlotRequest,
    Turn,
    Value,
    encode,
)
from wayframe.ontology import SLOTS

# No lone surrogates: JSON in UTF-8 can't hold them.
ODD = [
    "True",
    "False",
    "null",
    "7",
    "-1",
    "#5",
    "#",
    " x ",
    "\n",
    '"',
    "\\",
    "\\n",
    "[6]",
    "a,b",
    "x)",
    "}",
    "~",
    "é\u2028",
]
texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=20) | st.sampled_from(ODD)
numbers = st.integers(-(2**63), 2**63 - 1) | st.floats(allow_nan=False, allow_infinity=False)
plain = st.one_of(texts, st.booleans(), st.none(), numbers)
keys = st.sampled_from([*SLOTS, "id"]) | texts

annotations = st.lists(st.builds(Arg, keys, st.just(UNSET) | plain), max_size=3).map(tuple)
refs = st.builds(Ref, st.integers(0, 40), annotations, st.booleans())
args = st.builds(Arg, keys, st.just(UNSET) | plain | st.lists(refs, max_size=3).map(tuple))
acts = st.builds(Act, texts, st.lists(args, max_size=4).map(tuple))
turn_acts = st.lists(acts, max_size=3).map(tuple)

authors = st.sampled_from(["user", "wizard"])
values = st.builds(Value, plain | st.lists(texts, max_size=2).map(tuple), st.booleans())
frames = st.builds(
    Frame,
    st.integers(1, 40),
    st.none() | st.integers(1, 40),
    st.dictionaries(keys, st.lists(values, max_size=2).map(tuple), max_size=3),
    st.lists(st.builds(SlotRequest, authors, keys), max_size=2).map(tuple),
    st.lists(st.builds(BinaryQuestion, authors, keys, plain), max_size=2).map(tuple),
    st.lists(st.builds(CompareRequest, authors, st.lists(keys, max_size=2).map(tuple)), max_size=2).map(tuple),
)
labels = st.builds(
    Labels,
    turn_acts,
    st.integers(1, 40),
    st.lists(frames, max_size=2).map(lambda each: Raw(encode(each))),
    st.just(UNSET) | turn_acts,
)
turns = st.builds(Turn, authors, texts, numbers, labels)
dialogues = st.builds(
    Dialogue,
    texts,
    texts,
    texts,
    st.builds(DialogueLabels, st.none() | numbers, st.none() | st.booleans()),
    st.lists(turns, max_size=3).map(tuple),
)
