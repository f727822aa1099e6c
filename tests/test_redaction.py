import json
import re
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import msgspec
import pytest
import typer
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from typer.testing import CliRunner

import strategies
from small_corpus import TRIP, Said, dialogue, written
from wayframe import corpus, notation
from wayframe.cli.corpus import redact as command
from wayframe.dialogue import Act, Arg, Dialogue, encode
from wayframe.errors import InputError
from wayframe.redaction import KINDS, Redactor, ReplacedText, find
from wayframe.values import canonical

KEY = b"our key"


def kinds(text: str, region: str = "US") -> list[tuple[str, str]]:
    return [(found.kind, text[found.start : found.end]) for found in find(text, region)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Write to Jo.Doe+trips@mail.example.com, please", [("email", "Jo.Doe+trips@mail.example.com")]),
        ("see https://example.com/a?b=c.", [("url", "https://example.com/a?b=c")]),
        ("see (www.example.org)!", [("url", "www.example.org")]),
        ("it is on example.com/rooms, or example.co.uk.", [("url", "example.com/rooms"), ("url", "example.co.uk")]),
        ("<http://example.com|our page>", [("url", "http://example.com")]),
        ("<mailto:jo@example.com|jo@example.com>", [("email", "jo@example.com"), ("email", "jo@example.com")]),
        ("4111 1111 1111 1111", [("card", "4111 1111 1111 1111")]),
        ("5500-0000-0000-0004!", [("card", "5500-0000-0000-0004")]),
        ("call (514) 398-4455 or +49 30 901820", [("phone", "(514) 398-4455"), ("phone", "+49 30 901820")]),
        ("ask @jo_doe or <@U22ABC123|Jo Doe> there", [("handle", "@jo_doe"), ("person", "U22ABC123|Jo Doe")]),
    ],
)  # fmt: skip
def test_what_is_found(text: str, expected: list[tuple[str, str]]) -> None:
    assert kinds(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "from $1,200.00 to $14,563.20, August 17 - August 24, 2016-08-17",
        "4111 1111 1111 1112 fails its check digit, 1234567 has no area code",
        "4.5 stars,8.9/10.Thanks for that.Great",
        "be there @ 5pm, or @9",
        "1471478400000 1472688000000",
    ],
)
def test_what_is_left_alone(text: str) -> None:
    assert kinds(text) == []


def test_the_region_decides_how_numbers_are_written_at_home() -> None:
    assert kinds("030 901820", "DE") == [("phone", "030 901820")]
    assert kinds("030 901820", "US") == []
    with pytest.raises(InputError, match="region 'XX': expected the two letters"):
        Redactor(KEY, "XX")


def redacted(each: Dialogue, key: bytes = KEY) -> tuple[Dialogue, Redactor]:
    redactor = Redactor(key)
    return redactor.redact(each), redactor


MAIL, PHONE, CARD = "jo@example.com", "(514) 398-4455", "4111 1111 1111 1111"
SAID = (
    Said(f"I am {MAIL}, at {PHONE} in Rome", f'inform(name="{MAIL}", dst_city=Rome, count="514")'),
    Said(f"Is {MAIL.upper()} right?", f"confirm(name={MAIL.upper()})"),
    Said(f"Yes. Pay with {CARD}, for 514 nights.", 'inform(price="4111111111111111", ref=[1{count=514}])'),
    Said("Done, U21RP4FCY!", "inform(dst_city=Rome)"),
)


def test_each_place_in_a_text_is_told_with_what_becomes_of_it() -> None:
    told = list[ReplacedText]()
    redactor = Redactor(KEY, told=told.append)
    after = redactor.redact(dialogue(said=SAID))
    assert [(each.turn, each.text[each.found.start : each.found.end]) for each in told] == [
        (0, MAIL), (0, PHONE), (1, MAIL.upper()), (2, CARD), (3, "U21RP4FCY")
    ]  # fmt: skip
    assert after.turns[0].text == f"I am {told[0].mark}, at {told[1].mark} in Rome"
    assert told[2].mark == told[0].mark
    assert told[4].mark == after.user_id == redactor.pseudonym("U21RP4FCY")


def test_names_are_replaced_where_they_are_given() -> None:
    said = (
        Said("Jo Doe here. Is JO DOE's room booked?", 'inform(name="Jo Doe")'),
        Said("Joan doesn't know.", "sorry()"),
    )
    after = Redactor(KEY, names=["Jo Doe"]).redact(dialogue(said=said))
    mark = Redactor(KEY).pseudonym("jo doe")
    assert [turn.text for turn in after.turns] == [f"{mark} here. Is {mark}'s room booked?", "Joan doesn't know."]
    assert after.turns[0].acts[0].slots[0].value == mark
    assert Redactor(KEY, names=["Jo Doe"]).redacted("ask jo doe") == f"ask {mark}"


def test_a_comment_is_redacted_like_a_message() -> None:
    told = list[ReplacedText]()
    redactor = Redactor(KEY, told=told.append)
    found = redactor.redacted(f"{MAIL} was U21RP4FCY's", ["U21RP4FCY"])
    assert found == f"{told[0].mark} was {redactor.pseudonym('U21RP4FCY')}'s"
    assert [each.turn for each in told] == [None, None]
    assert redactor.texts == {"email": 1, "person": 1}


def test_the_same_is_replaced_by_the_same_everywhere() -> None:
    after, redactor = redacted(dialogue(said=SAID))
    whole = encode(after).decode()
    for secret in (MAIL, MAIL.upper(), PHONE, "398", CARD, "4111", "U21RP4FCY", "U0000WIZ"):
        assert secret not in whole
    (mail,) = set(re.findall(r"EMAIL-[a-p]{10}", whole))
    (phone,) = set(re.findall(r"PHONE-[a-p]{10}", whole))
    (card,) = set(re.findall(r"CARD-[a-p]{10}", whole))
    assert after.turns[0].text == f"I am {mail}, at {phone} in Rome"
    assert notation.show_turn(after.turns[0].acts) == f"inform(name={mail}, dst_city=Rome, count={phone})"
    assert after.turns[1].text == f"Is {mail} right?"
    assert after.turns[2].text == f"Yes. Pay with {card}, for 514 nights."
    assert notation.show_turn(after.turns[2].acts) == f"inform(price={card}, ref=[1{{count={phone}}}])"
    assert after.turns[3].text == f"Done, {after.user_id}!"
    assert [value.val for value in after.turns[0].frames[0].info["name"]] == [mail]
    assert redactor.texts == {"email": 2, "phone": 1, "card": 1, "person": 1}
    assert redactor.distinct == {"person": 2, "email": 1, "phone": 1, "card": 1}


def test_people_have_one_pseudonym_in_every_role_and_file() -> None:
    one = replace(dialogue(), user_id="U1A", wizard_id="U2B")
    two = replace(dialogue("trip-2"), user_id="U2B", wizard_id="U1A")
    redactor = Redactor(KEY)
    first, second = redactor.redact(one), Redactor(KEY).redact(two)
    assert (first.user_id, first.wizard_id) == (second.wizard_id, second.user_id)
    assert first.user_id != first.wizard_id
    assert redacted(one, b"another key")[0].user_id != first.user_id


def test_an_id_that_is_a_word_stays_a_word_in_texts() -> None:
    after, _ = redacted(replace(dialogue(said=[Said("2 of us to Rome", "inform(dst_city=Rome)")]), user_id="2"))
    assert after.turns[0].text == "2 of us to Rome"
    assert after.user_id != "2"


def test_what_wizards_typed_into_the_search_is_redacted() -> None:
    each = json.loads(encode(dialogue()))
    each["turns"][1]["db"]["search"][0]["DESTINATION_CITY"] = MAIL
    after, _ = redacted(msgspec.json.decode(json.dumps(each), type=Dialogue))
    assert str(after.turns[1].db.search[0].DESTINATION_CITY).startswith("EMAIL-")
    assert after.turns[1].db.search[0].ORIGIN_CITY == "Bari"


def test_what_a_turn_means_is_left_out_where_its_text_is_redacted() -> None:
    each = dialogue(
        said=(Said(f"I am {MAIL}", "inform()"), Said("Hi", "greeting()"), Said("Rome", "inform(dst_city=Rome)"))
    )
    said = [b'{"type":"Meaning","moves":[{"type":"Spoken","move":{"type":"OutOfScope","words":"%s"}}]}' % words
            for words in (MAIL.encode(), b"Rome")]  # fmt: skip
    turns = list(each.turns)
    for number, meaning in zip((0, 2), said, strict=True):
        labels = replace(turns[number].labels, meaning_json=msgspec.Raw(meaning))
        turns[number] = replace(turns[number], labels=labels)
    after, _ = redacted(replace(each, turns=tuple(turns)))
    assert MAIL.encode() not in encode(after)
    assert after.turns[0].labels.meaning_json is msgspec.UNSET
    assert after.turns[2].labels.meaning_json == msgspec.Raw(said[1])


def test_frames_without_bottom_are_one_line() -> None:
    each = dialogue()
    deep = replace(each.turns[0].labels, frames_json=msgspec.Raw(b"[" * 900 + b"]" * 900))
    with pytest.raises(InputError, match="dialogue 'trip-1': frames or db are nested too deeply"):
        redacted(replace(each, turns=(replace(each.turns[0], labels=deep),)))


def labels(each: Dialogue) -> list[tuple[str, dict[str, list[object]]]]:
    """The acts of each turn, and what its last frame holds."""
    return [
        (
            notation.show_turn(turn.acts),
            {slot: [value.val for value in values] for slot, values in turn.frames[-1].info.items()},
        )
        for turn in each.turns
    ]


def test_a_telephone_number_changes_no_value_that_is_only_found_inside_it() -> None:
    """The digits of "4 adults" and "14" stand in the number, as does "98": none of them is its label."""
    said = (
        Said("4 adults to Rome, and 98 is fine", 'inform(n_adults=4, dst_city=Rome, count="98")'),
        Said("Which dates, and your number?", "request(str_date)"),
        Said(f"It is {PHONE}, and there are four of us", "inform(n_adults=4)"),
        Said("A fifth one?", "request(n_adults)"),
        Said("Then 398 hotels, please", 'inform(count="398")'),
    )
    before = dialogue(said=said)
    after, _ = redacted(before)
    assert labels(after) == labels(before)
    assert [turn.labels for turn in after.turns] == [turn.labels for turn in before.turns]


def test_a_piece_of_a_number_that_is_labelled_goes_with_it_through_the_frames() -> None:
    said = (
        Said(f"Jo, {PHONE}, to Rome for $514", 'inform(name=Jo, count="398-4455", dst_city=Rome, budget=$514)'),
        Said("To Rome?", "confirm(dst_city=Rome)"),
        Said("No, Bari", "negate(); inform(dst_city=Bari)", 2),
        Said("398-4455 trips to Bari", 'inform(count="398-4455")', 2),
        Said("Or 398-4455 trips to Rome", 'inform(count="398-4455", dst_city=Rome)', 3),
    )
    after, redactor = redacted(dialogue(said=said))
    phone = after.turns[0].text.split()[1].rstrip(",")
    assert phone.startswith("PHONE-")
    assert [held.get("count") for _, held in labels(after)] == [[phone], [phone], [phone], [phone], ["398-4455"]]
    assert labels(after)[0][1]["budget"] == ["514.0"]
    assert labels(after)[3][0] == "inform(count=398-4455)"
    assert redactor.annotations["phone"] == 2 + (1 + 1 + 2 + 2 + 2), "the act, with and without references, and frames"


def test_words_across_the_edge_of_what_is_replaced_lose_what_is_inside() -> None:
    said = (Said(f"at {PHONE} in Rome", 'inform(name="398-4455 in Rome")'),)
    after, _ = redacted(dialogue(said=said))
    assert after.turns[0].acts[0].slots[0].value == after.turns[0].text.removeprefix("at ")


class Piece(NamedTuple):
    """Words of a generated turn and the values that are labelled in them."""

    words: str
    labelled: tuple[tuple[str, str], ...]
    secret: bool


_PLAIN = {
    "n_adults": ("4", "2", "51", "four"), "n_children": ("4", "1"), "count": ("398", "514", "44"),
    "price": ("$514", "$1,200"), "str_date": ("August 14", "the 4th"), "dst_city": ("Rome", "Example"),
}  # fmt: skip
_SECRETS = {
    PHONE: ("398-4455", "398", PHONE),
    "+49 30 901820": ("901820", "30 901820"),
    MAIL: (MAIL, "example.com"),
    CARD: (CARD, "1111 1111"),
}
_SLOTS = st.sampled_from(tuple(_PLAIN))
_PLAIN_PIECES = st.one_of(
    _SLOTS.flatmap(
        lambda slot: st.sampled_from(_PLAIN[slot]).map(lambda val: Piece(f"so {val} then", ((slot, val),), False))
    ),
    # a value that somebody typed, as the words say it otherwise
    _SLOTS.flatmap(
        lambda slot: st.sampled_from(("4", "44", "1")).map(lambda val: Piece("as it was", ((slot, val),), False))
    ),
)
_SECRET_PIECES = st.sampled_from(tuple(_SECRETS)).flatmap(
    lambda secret: st.lists(
        st.tuples(st.sampled_from(("name", "count")), st.sampled_from(_SECRETS[secret])), max_size=1
    ).map(lambda labelled: Piece(f"write to {secret} now", tuple(labelled), True))
)
_DIALOGUES = st.lists(st.lists(_PLAIN_PIECES | _SECRET_PIECES, min_size=1, max_size=3), min_size=1, max_size=4)


@given(_DIALOGUES)
def test_only_values_of_what_is_replaced_change(turns: list[list[Piece]]) -> None:
    said = list[Said]()
    for pieces in turns:
        acts = [Act("inform", (Arg(*each),)) for piece in pieces for each in piece.labelled]
        said += [Said("; ".join(piece.words for piece in pieces), notation.show_turn(acts)), Said("Yes", "affirm()")]
    before = dialogue(said=said)
    after, _ = redacted(before)
    secret = set[tuple[str, str]]()
    for number, pieces in enumerate(turns):
        old, new = before.turns[2 * number], after.turns[2 * number]
        labelled = [piece for piece in pieces for _ in piece.labelled]
        stays = " ".join(piece.words for piece in pieces if not piece.secret)
        for piece, was, now in zip(labelled, old.acts, new.acts, strict=True):
            slot, value = was.slots[0].key, str(was.slots[0].value)
            if piece.secret:
                secret |= {(slot, value), (slot, str(canonical(slot, value)))}
            if not piece.secret:
                assert now == was
            elif value not in stays:
                assert re.fullmatch(r"(PHONE|EMAIL|CARD)-[a-p]{10}", str(now.slots[0].value))
        for frame, redacted_frame in zip(old.frames, new.frames, strict=True):
            for slot, values in frame.info.items():
                for was_held, is_held in zip(values, redacted_frame.info[slot], strict=True):
                    assert is_held == was_held or (slot, was_held.val) in secret


@given(strategies.dialogues)
def test_any_dialogue_is_redacted_once_and_for_all(each: Dialogue) -> None:
    once, _ = redacted(each)
    assert len(once.turns) == len(each.turns)
    assert [turn.active_frame for turn in once.turns] == [turn.active_frame for turn in each.turns]
    assert all(not find(turn.text) for turn in once.turns)


@given(st.text(st.sampled_from("0123456789 -+().@:/wcom_"), max_size=60))
def test_what_is_found_lies_apart_and_in_order(text: str) -> None:
    found = find(text)
    assert all(0 <= each.start < each.end <= len(text) for each in found)
    assert all(before.end <= after.start for before, after in pairwise(found))


def test_long_texts_take_no_long_time() -> None:
    for text in ("a" * 50_000, "1 " * 20_000, "a." * 20_000, "@" * 20_000, "www." * 10_000):
        find(text)


def run(*arguments: object) -> str:
    app = typer.Typer()
    app.command()(command)
    result = CliRunner().invoke(app, [str(argument) for argument in arguments])
    assert result.exit_code == 0, result.output
    return result.stdout


def test_the_command(tmp_path: Path) -> None:
    file = written(tmp_path / "own.jsonl", dialogue(said=SAID), dialogue("other", said=TRIP))
    found = json.loads(run(file, "-o", tmp_path / "out.jsonl", "--secret", "s", "--json"))
    assert (found["dialogues"], found["repeatable"]) == (2, True)
    assert list(found["replaced"]) == list(KINDS)
    assert found["replaced"]["person"] == {"texts": 1, "annotations": 0, "ids": 4, "distinct": 2}
    first = (tmp_path / "out.jsonl").read_bytes()
    assert [each.id for each in corpus.read(tmp_path / "out.jsonl")] == ["trip-1", "other"]
    run(file, "-o", tmp_path / "out.jsonl", "--secret", "s")
    assert (tmp_path / "out.jsonl").read_bytes() == first
    assert "email       1 different: 2 in texts" in run(file, "-o", tmp_path / "out.jsonl")
    assert (tmp_path / "out.jsonl").read_bytes() != first
    assert "Example: wayframe corpus redact" in run("--help")


def test_the_release_holds_nothing_of_the_kind(frames_part_path: Path) -> None:
    redactor = Redactor(KEY)
    for number, each in enumerate(corpus.stream(frames_part_path)):
        assert not any(find(turn.text) for turn in each.turns)
        if number % 4 == 0:
            assert [turn.labels for turn in redactor.redact(each).turns] == [turn.labels for turn in each.turns]
