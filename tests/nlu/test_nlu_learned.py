from __future__ import annotations

import zlib
from itertools import product
from pathlib import Path

import pytest

from hearing import LEXICON, TWO_OFFERS, WISH, after
from wayframe import files
from wayframe.dialogue import LONGEST, Dialogue, DialogueLabels, user_turn
from wayframe.errors import InputError
from wayframe.nlu import TrainingSet, learned, models, nlu, storage
from wayframe.nlu.learned import LearnedTagger
from wayframe.nlu.learned.crf import StatementTable
from wayframe.nlu.learned.features import scaled, seen
from wayframe.nlu.learned.training import trained
from wayframe.nlu.rules import RuleNLU
from wayframe.notation import parse_turn, show_turn
from working import calls

NOBODY = after()
TAUGHT = (
    ("fly me to {to} from {home}", "inform(dst_city={to}, or_city={home})"),
    ("we are starting in {home} and want {to}", "inform(or_city={home}, dst_city={to})"),
    ("hullo there", "greeting()"),
    ("what would it cost?", "request(price)"),
)
CITIES = ("Zanzibar", "Ouagadougou", "Thimphu", "Vaduz")


def dialogues() -> list[Dialogue]:
    """Dialogues about cities that the lexicon doesn't know."""
    labels = DialogueLabels(5, True)
    found = list[Dialogue]()
    for to, home in product(CITIES, repeat=2):
        for text, acts in TAUGHT:
            said = parse_turn(acts.format(to=to, home=home))
            turn = user_turn(text.format(to=to, home=home), 0, said, 1, [], said)
            found.append(Dialogue(f"{len(found)}", "anna", "bert", labels, (turn,)))
    return found


@pytest.fixture(scope="module")
def tagger() -> LearnedTagger:
    return trained(TrainingSet(dialogues(), LEXICON, "user"), lambda done: None)


@pytest.mark.parametrize(
    ("text", "acts"),
    [
        ("fly me to Thimphu from Vaduz", "inform(dst_city=Thimphu, or_city=Vaduz)"),
        ("FLY ME TO VADUZ FROM ZANZIBAR", "inform(dst_city=VADUZ, or_city=ZANZIBAR)"),
        ("we are starting in Vaduz and want Zanzibar", "inform(or_city=Vaduz, dst_city=Zanzibar)"),
        ("hullo there", "greeting()"),
        ("what would it cost?", "request(price=null)"),
    ],
)
def test_what_was_taught_is_understood(tagger: LearnedTagger, text: str, acts: str) -> None:
    assert show_turn(tagger.tag(text, NOBODY).acts) == acts


def test_acts_reach_from_the_first_to_the_last_value(tagger: LearnedTagger) -> None:
    read = tagger.tag("fly me to Thimphu from Vaduz", NOBODY).tagged
    assert read.slots == ("O", "O", "O", "B-dst_city", "O", "B-or_city")
    assert read.acts == ((), (), (), ("inform",), ("inform",), ("inform",))


def test_a_side_that_was_not_taught_is_read_by_the_rules(tagger: LearnedTagger) -> None:
    text, turns = "I can offer you Rome.", after("inform(dst_city=Rome)")
    assert tagger.tag(text, turns) == models.tagger("rules").tag(text, turns)


def test_a_model_is_the_same_from_its_file_and_the_same_each_time(tagger: LearnedTagger, tmp_path: Path) -> None:
    one, two = tmp_path / "one.json", tmp_path / "two.json.xz"
    tagger.save(one)
    kept = models.load(one)
    kept.save(two)
    assert storage.read(one) == storage.read(two)
    text = "we are starting in Vaduz and want Thimphu"
    assert kept.tag(text, NOBODY) == tagger.tag(text, NOBODY)
    again = tmp_path / "again.json"
    trained(TrainingSet(dialogues(), LEXICON, "user"), lambda done: None).save(again)
    assert again.read_bytes() == one.read_bytes()


def test_weights_that_are_none_are_refused(tagger: LearnedTagger, tmp_path: Path) -> None:
    path = tmp_path / "model.json"
    packed, none = zlib.compress(b"no weights"), zlib.compress(b"")
    bomb = zlib.compress(bytes(files.SMALL + 1))
    for slots, weights in ((b"not packed", {}), (packed, {}), (packed[:-1], {}), (bomb, {}), (none, {"w": [(0, 1)]})):
        half = {"slots": slots, "acts": none, "statements": (), "weights": weights}
        body = {"halves": {"user": half}, "cities": (), "hotels": ()}
        storage.write(path, learned.KIND, learned.VERSION, tagger.training, body)
        with pytest.raises(InputError, match=r"model\.json: damaged: holds weights that can't be read"):
            models.load(path)


def test_a_statement_holds_where_its_weights_sum_up_to_enough() -> None:
    table = StatementTable({"rome": ((0, 100), (2, -100)), "no": ((0, -300), (1, 40))}, statements=3)
    assert [table.holding(row) for row in ([], ["rome"], ["rome", "no", "never seen"])] == [[0, 1, 2], [0, 1], [1]]
    assert StatementTable({}, statements=0).holding(["rome"]) == []


def test_training_needs_turns() -> None:
    with pytest.raises(InputError, match="training needs turns, found none"):
        trained(TrainingSet([], LEXICON, "both"), lambda done: None)


def test_progress_is_told_up_to_the_end() -> None:
    heard = list[int]()
    trained(TrainingSet(dialogues(), LEXICON, "user"), heard.append)
    assert heard == sorted(heard)
    assert heard[-1] == 100


@pytest.mark.parametrize("text", ["", " ", "?", "🏖️✈️", "\x00", "\ud83d", "İstanbul ﬁ ß", "-" * 5000])
def test_nothing_raises(tagger: LearnedTagger, text: str) -> None:
    assert isinstance(tagger.tag(text, after(WISH, TWO_OFFERS)).acts, tuple)


@pytest.mark.parametrize("piece", ["from Paris to Tokyo ", "the first ", "1 ", "Ab "])
def test_the_work_grows_no_faster_than_the_text(tagger: LearnedTagger, piece: str) -> None:
    text = (piece * LONGEST)[:LONGEST]
    tagger.tag(text[:100], NOBODY)  # the first time, patterns are compiled
    half = calls(lambda: tagger.tag(text[: LONGEST // 2], NOBODY))
    assert calls(lambda: tagger.tag(text, NOBODY)) < 2.2 * half


def test_the_agent_reads_with_the_users_own_model_else_with_what_is_shipped(
    tagger: LearnedTagger, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("WAYFRAME_HOME", str(tmp_path))
    reader, about = models.usual()
    assert about == "rules"
    assert reader.understand("to Rome for 900", NOBODY) == nlu("rules").understand("to Rome for 900", NOBODY)
    tagger.save(learned.own_model())
    reader, about = models.usual()
    assert about == "the model trained on 64 dialogues"
    assert show_turn(reader.understand("hullo there", NOBODY)) == "greeting()"


def test_what_is_shipped_reads_wizards() -> None:
    context = after("inform(dst_city=Rome)")
    acts = models.tagger("shipped").tag("Where would you like to go?", context).acts
    assert show_turn(acts) == "request(dst_city=null)"
    assert learned.SHIPPED.stat().st_size < 1_000_000


def test_what_rules_and_values_find_weighs_more_than_words() -> None:
    turn = seen("fly me to Rome", NOBODY, RuleNLU())
    city, verb = scaled(turn.rows[3]), scaled(turn.rows[0])
    assert city["rB-dst_city"] > city["kB-city"] > city["wrome"] == verb["wfly"]


def test_what_points_is_seen_with_what_is_on_offer() -> None:
    there = seen("how much is it?", after(WISH, TWO_OFFERS), RuleNLU()).rows[3]
    nothing = seen("how much is it?", NOBODY, RuleNLU()).rows[3]
    assert "PIo2f3 it" in there
    assert "PIo0f0 it" in nothing
