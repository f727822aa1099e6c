from pathlib import Path
from typing import Any

import pytest

from hearing import LEXICON
from small_corpus import Said, dialogue, written
from wayframe.errors import InputError
from wayframe.evaluation import divided
from wayframe.evaluation.nlu import TaggerPlan, evaluate
from wayframe.nlu import TaggerReading, TurnContext, models
from wayframe.scoring import READING_MEASURES
from wayframe.tagging import tagged

USERS = ("U21RP4FCY", "U22K1SX9N", "U231PNNA3")  # folds 2, 4 and 5


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return written(tmp_path / "three.json", *(dialogue(f"trip-{user}", user) for user in USERS))


def test_every_fold_and_how_the_annotation_was_matched(path: Path) -> None:
    found: Any = evaluate(divided(path), TaggerPlan("rules", LEXICON))
    assert (found["model"], list(found["folds"])) == ("rules", ["2", "4", "5"])
    assert set(found["mean"]) == set(found["std"]) == set(READING_MEASURES)
    assert all(0 <= found["folds"]["2"][measure] <= 1 for measure in READING_MEASURES)
    assert found["folds"]["2"] == found["folds"]["4"]
    assert set(found["std"].values()) == {0.0}
    assert found["protocol"]["author"] == "user"
    assert found["protocol"]["folds"]["2"] == {"train": [], "test": [USERS[0]]}
    assert found["annotation"]["matched"] == {"exact": 12}
    assert found["annotation"]["unmatched"] == {"no value": 3}


@pytest.mark.long
def test_the_figures_are_the_same_for_any_number_of_jobs(path: Path) -> None:
    assert evaluate(divided(path, jobs=3), TaggerPlan("rules", LEXICON)) == evaluate(
        divided(path), TaggerPlan("rules", LEXICON)
    )


def test_wizards_are_read_too(path: Path) -> None:
    found: list[Any] = [
        evaluate(divided(path, folds=(2,)), TaggerPlan("rules", LEXICON, author)) for author in ("both", "wizard")
    ]
    counts = [each["folds"]["2"]["counts"]["acts_turn_f1"]["labelled"] for each in found]
    assert counts == [9, 3]


def test_users_stand_in_for_folds(path: Path) -> None:
    found: Any = evaluate(divided(path, train_on=USERS[:1]), TaggerPlan("rules", LEXICON))
    assert list(found["folds"]) == ["U22K1SX9N+U231PNNA3"]


def test_nobody_to_learn_from_and_turns_that_are_not_there(path: Path, tmp_path: Path) -> None:
    pytest.importorskip("torch", reason="the paper's baseline needs torch")
    with pytest.raises(InputError, match="model baseline: fold U21RP4FCY: expected two dialogues or more to train on"):
        evaluate(divided(path, train_on=USERS[1:2], test_on=USERS[:1]), TaggerPlan("baseline", LEXICON))
    silent = written(tmp_path / "silent.json", dialogue("short", said=[Said("Hi", "greeting()")]))
    with pytest.raises(InputError, match=r"silent\.json: expected turns of the wizard, found none"):
        evaluate(divided(silent), TaggerPlan("rules", LEXICON, "wizard"))


class Deaf:
    """Reads another text."""

    def tag(self, text: str, context: TurnContext) -> TaggerReading:
        return TaggerReading(tagged("what?", ()), ())


def test_a_reading_of_other_words_is_named(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(models, "tagger", lambda name: Deaf())
    with pytest.raises(InputError, match=r"dialogue 'trip-U21RP4FCY': 'Hi! We .*: expected the words of the text"):
        evaluate(divided(path), TaggerPlan("deaf", LEXICON))
