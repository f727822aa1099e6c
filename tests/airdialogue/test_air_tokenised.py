import json
from pathlib import Path
from typing import Any

import pytest

from air_samples import action, base, flight, intent, sample, written
from wayframe.airdialogue import files
from wayframe.airdialogue.records import Sample
from wayframe.airdialogue.tokenised import (
    Job,
    PreparedFiles,
    action_tokens,
    cut,
    cut_talk,
    intent_tokens,
    kb_tokens,
    prepare,
    talk,
)
from wayframe.errors import InputError

INTENT = (
    "<a1_OSL> <a2_LIS> <m1_June> <m2_July> <d1_29> <d2_1> <t1_all> <t2_all> Ida Moss "
    "<cl_all> <pr_500> <cn_1> <al_all> <gl_book>"
)
KB = (
    "<res_has_res> <a1_OSL> <a2_LIS> <m1_June> <m2_July> <d1_29> <d2_1> <tn1_9> <tn2_21> <cl_economy> <pr_200> "
    "<cn_1> <al_Delta> <fl_1000>"
)
TALK = "<t1> Hello there . <t2> Where to ? <t1> Oslo to Lisbon , please . <t2> It is booked . <eod> <t1>"


def test_a_knowledge_base_is_a_reservation_and_thirteen_tags_a_flight() -> None:
    assert " ".join(kb_tokens(base(flight(), reservation=1000))) == KB
    assert kb_tokens(base(flight()))[0] == "<res_no_res>"
    assert len(kb_tokens(base())) == 1 + 13 * 30


def test_what_is_not_wished_is_all() -> None:
    assert " ".join(intent_tokens(intent())) == INTENT
    wishes = intent_tokens(
        intent(
            max_connections=None, departure_time="evening", airline_preference="normal-cost", **{"class": "business"}
        )
    )
    assert wishes[6:8] == ["<t1_evening>", "<t2_all>"]
    assert wishes[10:14] == ["<cl_business>", "<pr_500>", "<cn_2>", "<al_normal-cost>"]


@pytest.mark.parametrize("name", ["Ida", "Ida Maria van den Moss", "Ida  Moss"])
def test_an_intents_name_is_two_words(name: str) -> None:
    with pytest.raises(InputError, match=r"intent\.name: expected a first and a last name"):
        intent_tokens(intent(name=name))


@pytest.mark.parametrize(
    ("act", "tokens"),
    [
        (action("book", 1002), "Ida Moss <fl_1002> <st_book>"),
        (action("book", 1002, 1003), "Ida Moss <fl_1002>_<fl_1003> <st_book>"),
        (action("no_flight"), "Ida Moss <fl_empty> <st_no_flight>"),
        (action("cancel", name="Ida"), "Ida  <fl_empty> <st_cancel>"),
        (action("cancel", name=" ida moss "), "ida moss <fl_empty> <st_cancel>"),
    ],
)
def test_actions_are_four_tokens(act: Any, tokens: str) -> None:
    assert " ".join(action_tokens(act)) == tokens


def test_an_actions_name_has_at_most_two_words() -> None:
    with pytest.raises(InputError, match=r"action\.name: expected at most two words"):
        action_tokens(action("book", name="Ida Maria Moss"))


def test_a_talk_ends_with_who_would_be_next() -> None:
    found = talk(sample().dialogue or ())
    assert " ".join(found.tokens) == TALK
    assert found.customer == ((0, 4), (8, 15))
    assert found.agent == ((4, 8), (15, 21))
    assert all(found.tokens[start] == "<t1>" and found.tokens[end] == "<t2>" for start, end in found.customer)


def test_an_agent_may_begin_and_a_turn_may_be_empty() -> None:
    found = talk(["agent: ", 'customer: He said "no".'])
    assert " ".join(found.tokens) == '<t2>  <t1> He said " no " . <eod> <t2>'
    assert found.customer == ((2, 10),)


def test_nobody_speaks_twice_in_a_row() -> None:
    with pytest.raises(InputError, match=r"dialogue\[1\]: the same speaker"):
        talk(["agent: Hi.", "agent: Hello?"])


def test_a_talk_to_go_on_with() -> None:
    assert " ".join(cut_talk(["customer: Hi."])) == "<t1> Hi . <t2>"
    assert cut_talk([], "<t2>") == ["<t2>"]


def prepared(tmp_path: Path, *samples: Sample, jobs: tuple[Job, ...] = ("train",), **options: Any) -> PreparedFiles:
    pairs = [(each, base(flight(), reservation=1000)) for each in samples]
    return prepare(*written(tmp_path, *pairs), tmp_path / "out", "t", jobs, **options)


def shown(tmp_path: Path, name: str) -> list[str]:
    return (tmp_path / "out" / name).read_text(encoding="utf-8").splitlines()


ONE = sample(expected_action=action("book", 1000))
ACTION = "Ida Moss <fl_1000> <st_book>"


@pytest.mark.parametrize(("job", "name"), [("train", "t"), ("eval", "t.eval")])
def test_supervised_lines_have_four_fields(tmp_path: Path, job: Job, name: str) -> None:
    assert prepared(tmp_path, ONE, jobs=(job,)).lines == {f"{name}.data": 1, f"{name}.kb": 1}
    assert shown(tmp_path, f"{name}.data") == [f"{INTENT}|{ACTION}|{TALK}|0 8 4 15"]
    assert shown(tmp_path, f"{name}.kb") == [KB]


def test_each_turn_is_to_be_answered_the_customers_first(tmp_path: Path) -> None:
    prepared(tmp_path, ONE, jobs=("infer",))
    assert shown(tmp_path, "t.infer.src.data") == [
        f"{INTENT}|<t1>",
        f"{INTENT}|<t1> Hello there . <t2> Where to ? <t1>",
        f"{INTENT}|<t1> Hello there . <t2>",
        f"{INTENT}|<t1> Hello there . <t2> Where to ? <t1> Oslo to Lisbon , please . <t2>",
    ]
    assert shown(tmp_path, "t.infer.tar.data") == [
        f"{ACTION}|Hello there . <t2>",
        f"{ACTION}|Oslo to Lisbon , please . <t2>",
        f"{ACTION}|Where to ? <t1>",
        f"{ACTION}|It is booked . <eod> <t1>",
    ]
    assert shown(tmp_path, "t.infer.kb") == [KB] * 4


def test_self_play_has_intents_and_what_is_expected(tmp_path: Path) -> None:
    context = sample(dialogue=None, timestamps=None, correct_sample=None, expected_action=action("no_flight"))
    prepared(tmp_path, context, jobs=("selfplay", "selfplay-eval"))
    expected = [f"{INTENT}|Ida Moss <fl_empty> <st_no_flight>"]
    assert shown(tmp_path, "t.selfplay.data") == shown(tmp_path, "t.selfplay.eval.data") == expected
    assert not (tmp_path / "out" / "vocab.txt").exists()


def test_what_comes_next_may_be_asked_of_contexts_too(tmp_path: Path) -> None:
    cut_off = sample(dialogue=("customer: Hi.",), action=None, expected_action=None, correct_sample=None)
    silent = sample(dialogue=None, action=None, expected_action=None, correct_sample=None)
    prepared(tmp_path, cut_off, silent, jobs=("next",), first="agent")
    assert shown(tmp_path, "t.infer.src.data") == [f"{INTENT}|<t1> Hi . <t2>", f"{INTENT}|<t2>"]


def test_the_vocabulary_is_in_the_order_of_first_sight(tmp_path: Path) -> None:
    two = sample(dialogue=("customer: Grüße there",), expected_action=None, correct_sample=None)
    found = prepared(tmp_path, ONE, two, cutoff=2)
    vocabulary = shown(tmp_path, "vocab.txt")
    assert vocabulary[:6] == ["<unk>", "<t1>", "<t2>", "<eod>", "<res_has_res>", "<a1_OSL>"]
    assert vocabulary[-3:] == ["there", ".", "to"]
    assert found.vocabulary == len(vocabulary)
    counts = shown(tmp_path, "t.full.vocab")[0]
    assert counts.startswith("{'<res_has_res>': 2, '<a1_OSL>': 4")
    assert "'Gre': 1" in counts


def test_wrong_samples_are_left_out_unless_kept(tmp_path: Path) -> None:
    wrong = sample(correct_sample=False, expected_action=None)
    assert prepared(tmp_path, ONE, wrong).samples == 1
    assert prepared(tmp_path, ONE, wrong, keep_incorrect=True).samples == 2


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"intent": intent(name="Ida")}, "line 2: intent.name: expected a first and a last name"),
        ({"action": action("book", 1000, name="a b c d e")}, "line 2: action.name: expected at most two words"),
        ({"dialogue": ()}, "line 2: dialogue: has no turn"),
        ({"dialogue": ("customer: a", "customer: b")}, r"line 2: dialogue\[1\]: the same speaker"),
        ({"action": None}, "line 2: action is missing"),
    ],
)
def test_bad_lines_are_named_or_passed_over(tmp_path: Path, changes: dict[str, Any], message: str) -> None:
    bad = sample(**({"expected_action": None} | changes))
    with pytest.raises(InputError, match=message):
        prepared(tmp_path, ONE, bad)
    assert list((tmp_path / "out").iterdir()) == []
    skipped = files.SkippedLines()
    assert prepared(tmp_path, ONE, bad, bad=skipped).samples == 1
    assert skipped.count == 1


def test_two_jobs_cannot_have_one_file(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="one of them at a time"):
        prepared(tmp_path, ONE, jobs=("infer", "next"))


def test_cut_dialogues_give_nothing_away(tmp_path: Path) -> None:
    data, kb = written(tmp_path, (ONE, base()))
    assert cut(data, kb, tmp_path / "out", "dev") == 3
    sources = [json.loads(line) for line in shown(tmp_path, "dev_infer_src_data.json")]
    assert [source.keys() for source in sources] == [{"intent", "dialogue"}] * 3
    assert [len(source["dialogue"]) for source in sources] == [1, 2, 3]
    assert shown(tmp_path, "dev_infer_tgt_data.json")[0] == '{"response":"agent: Where to?"}'
    assert shown(tmp_path, "dev_infer_kb.json") == [kb.read_text(encoding="utf-8").strip()] * 3


def test_cut_dialogues_as_the_public_toolkit_has_them(tmp_path: Path) -> None:
    data, kb = written(tmp_path, (ONE, base()))
    cut(data, kb, tmp_path / "out", compat=True)
    first = json.loads(shown(tmp_path, "dev_infer_src_data.json")[0])
    assert first == json.loads(data.read_text(encoding="utf-8")) | {"dialogue": ["customer: Hello there."]}


def test_the_real_sample_is_tokenised_whole(tmp_path: Path, airdialogue_files: tuple[Path, Path]) -> None:
    jobs: tuple[Job, ...] = ("train", "infer", "selfplay")
    found = prepare(*airdialogue_files, tmp_path / "out", "t", jobs, keep_incorrect=True)
    assert found.lines["t.data"] == found.lines["t.selfplay.data"] == found.samples
    for line in shown(tmp_path, "t.data"):
        wish, act, said, boundaries = line.split("|")
        assert (len(wish.split(" ")), len(act.split(" "))) == (15, 4)
        places, tokens = boundaries.split(" "), said.split(" ")
        starts, ends = places[: len(places) // 2], places[len(places) // 2 :]
        assert {tokens[int(place)] for place in starts} == {"<t1>"}
        assert {tokens[int(place)] for place in ends} == {"<t2>"}
