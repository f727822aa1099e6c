from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from small_corpus import TRIP, Said, dialogue
from wayframe.errors import InputError
from wayframe.trainingdata import ModelOrigin, TrainingData

OTHER = (Said("To Oslo", "inform(dst_city=Oslo)"),)
LEARNED = TrainingData.of([dialogue("a", "U1"), dialogue("b", "U2", OTHER)])


@pytest.mark.parametrize(
    ("name", "user", "said", "expected"),
    [
        ("a", "U1", TRIP, True),
        ("a", "U1", TRIP[:3], True),  # cut short
        ("somebody", "else", TRIP, True),  # redacted, or exported anew
        ("a", "U9", TRIP[:3], False),  # ids that two corpora happen to share
        ("c", "U1", TRIP[:3], False),  # another dialogue of the same user
        ("c", "U9", (Said("", "greeting()"),), False),
    ],
)
def test_a_dialogue_is_recognised_by_its_ids_or_its_texts(
    name: str, user: str, said: tuple[Said, ...], expected: bool
) -> None:
    assert LEARNED.recogniser()(dialogue(name, user, said)) is expected


def test_dialogues_without_texts_are_not_all_the_same() -> None:
    silent = (Said("", "greeting()"),)
    assert not TrainingData.of([dialogue("a", "U1", silent)]).recogniser()(dialogue("b", "U2", silent))


@settings(deadline=None)
@given(st.lists(st.tuples(st.text(), st.text(), st.lists(st.text(), max_size=3)), max_size=5))
def test_whatever_was_learned_is_recognised_also_from_a_file(rows: list[tuple[str, str, list[str]]]) -> None:
    dialogues = [dialogue(name, user, [Said(text, "") for text in texts]) for name, user, texts in rows]
    data = TrainingData.of(dialogues)
    again = msgspec.json.decode(msgspec.json.encode(data), type=TrainingData)
    assert again == data
    assert all(map(again.recogniser(), dialogues))
    assert again.users == sorted({user for _, user, _ in rows})


def test_what_was_seen_is_refused_with_its_users(tmp_path: Path) -> None:
    path = tmp_path / "model.json"
    path.write_text("weights")
    origin = ModelOrigin.of(path, TrainingData.of([dialogue(f"d{n}", f"U{n}") for n in range(7)]))
    origin.check_unseen("new.json", [dialogue("b", "U2", OTHER)])
    tested = [dialogue(f"d{n}", f"U{n}", OTHER) for n in range(9)]
    with pytest.raises(InputError) as refused:
        origin.check_unseen("some.json", tested)
    assert str(refused.value) == (
        "model.json: was trained on 7 of the 9 dialogues of some.json to be tested "
        "(users U0, U1, U2, U3, U4 and 2 more): test it on dialogues that it hasn't seen"
    )


def test_a_result_names_the_model(tmp_path: Path) -> None:
    path = tmp_path / "model.json"
    path.write_text("weights")
    named = ModelOrigin.of(path, LEARNED).as_json()
    assert named["trained_on"] == {"dialogues": 2, "users": ["U1", "U2"]}
    assert (named["file"], len(str(named["sha256"]))) == ("model.json", 64)
