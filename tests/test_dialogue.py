import json

import msgspec
import pytest
from hypothesis import given
from msgspec import UNSET, Raw

import strategies
from wayframe.dialogue import (
    Act,
    Arg,
    DatabaseSearch,
    Dialogue,
    DialogueLabels,
    Frame,
    Ref,
    SearchLog,
    Value,
    encode,
    legible,
    user_turn,
    wizard_turn,
)
from wayframe.errors import InputError

OFFER = Act("offer", (Arg("ref", (Ref(1, (Arg("dst_city", "Rome"),)),)), Arg("price", "900 USD"), Arg("id", 2)))
FRAME = Frame(1, None, {"dst_city": (Value("Rome"),)})


def test_an_act_knows_its_parts() -> None:
    assert OFFER.id == 2
    assert OFFER.slots == (Arg("price", "900 USD"),)
    assert OFFER.refs() == (Ref(1, (Arg("dst_city", "Rome"),)),)
    assert OFFER.refs("write") == ()
    assert Act("greeting").id is None


def test_absent_null_and_reference_have_no_plain_value() -> None:
    assert [Arg("price").value, Arg("price", None).value, Arg("ref", (Ref(1),)).value] == [None, None, None]
    assert Arg("wifi", False).value is False
    assert Arg("price", "900 USD").refs == ()


@pytest.mark.parametrize(
    "text",
    [
        '{"key":"price"}',
        '{"key":"price","val":null}',
        '{"key":"price","val":5}',
        '{"key":"price","val":5.0}',
        '{"key":"wifi","val":true}',
        '{"key":"wifi","val":"true"}',
        '{"key":"ref","val":[]}',
        '{"key":"ref","val":[{"frame":2,"annotations":[{"key":"price"}],"fromrange":true}]}',
    ],
)
def test_an_argument_keeps_its_json(text: str) -> None:
    assert encode(msgspec.json.decode(text, type=Arg)).decode() == text


@given(strategies.dialogues)
def test_a_dialogue_keeps_its_json(dialogue: Dialogue) -> None:
    text = encode(dialogue)
    assert msgspec.json.decode(text, type=Dialogue) == dialogue
    assert encode(msgspec.json.decode(text, type=Dialogue)) == text


@given(strategies.frames)
def test_a_frame_keeps_its_json(frame: Frame) -> None:
    assert encode(msgspec.json.decode(encode(frame), type=Frame)) == encode(frame)


def test_turns_are_made_from_records() -> None:
    turn = user_turn("Rome, please", 1470000000000, [Act("greeting")], 1, [FRAME], [Act("greeting")])
    assert (turn.author, turn.acts, turn.active_frame, turn.frames) == ("user", (Act("greeting"),), 1, (FRAME,))
    assert turn.db == SearchLog()
    database = SearchLog((DatabaseSearch(timestamp=1470000000.5, ORIGIN_CITY="Bari"),), ((),))
    turn = wizard_turn("Here:", 1470000000001.0, [OFFER], 1, [FRAME], database)
    assert turn.db == database
    assert turn.labels.acts_without_refs is UNSET
    assert json.loads(encode(turn))["db"] == {
        "search": [{"timestamp": 1470000000.5, "ORIGIN_CITY": "Bari"}],
        "result": [[]],
    }


def test_survey_answers_have_the_releases_names() -> None:
    assert encode(DialogueLabels(4.5, True)) == b'{"userSurveyRating":4.5,"wizardSurveyTaskSuccessful":true}'


@pytest.mark.parametrize("raw", [b'[{"frame_id": "one"}]', b'[{"frame_id": 1', b'["\xff"]', b"[" * 99_999])
def test_a_frame_that_is_none_is_named(raw: bytes) -> None:
    turn = user_turn("", 0, [], 1, [], [])
    broken = msgspec.structs.replace(turn, labels=msgspec.structs.replace(turn.labels, frames_json=Raw(raw)))
    with pytest.raises(InputError, match="frames: "):
        _ = broken.frames


def test_what_people_say_is_read_as_it_is() -> None:
    assert legible("¿a dónde? 東京へ 🏝️") == "¿a dónde? 東京へ 🏝️"
