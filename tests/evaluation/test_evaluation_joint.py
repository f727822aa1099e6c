import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from hearing import LEXICON
from small_corpus import Said, dialogue, written
from wayframe.cli.track import app
from wayframe.dialogue import Act
from wayframe.errors import InputError
from wayframe.evaluation import divided
from wayframe.evaluation.joint import JOINT_MEASURES, joint
from wayframe.evaluation.nlu import TaggerPlan
from wayframe.nlu import TaggerReading, TurnContext, models
from wayframe.notation import parse_turn
from wayframe.packages import Catalogue
from wayframe.tagging import tagged

USERS = ("U21RP4FCY", "U22K1SX9N")  # folds 2 and 4
TALK = (
    Said("inform(or_city=Oslo); inform(dst_city=Bern)", "inform(or_city=Oslo); inform(dst_city=Bern)"),
    Said("Hotel Aare for 900", "offer(name=Aare, price=$900, id=2)"),
    Said("switch_frame(name=Aare)", "switch_frame(ref=[2{name=Aare}])", 2),
    Said("Good", "inform(breakfast=True)", 2),
    Said("inform(dst_city=Rome)", "inform(dst_city=Rome)", 3),
)


class Noted:
    """Reads text in the paper's notation: the acts that it was made of, references left out."""

    def tag(self, text: str, context: TurnContext) -> TaggerReading:
        acts = tuple(Act(act.name, act.slots) for act in parse_turn(text))
        return TaggerReading(tagged(text, acts), acts)


class Silent:
    """Never understands a thing."""

    def tag(self, text: str, context: TurnContext) -> TaggerReading:
        return TaggerReading(tagged(text, ()), ())


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return written(tmp_path / "two.json", *(dialogue(f"trip-{user}", user, TALK) for user in USERS))


def evaluated(path: Path, reader: Noted | Silent, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setattr(models, "tagger", lambda name: reader)
    return joint(divided(path), "rules", TaggerPlan("mine", LEXICON))


def test_whoever_reads_what_the_labels_say_is_as_good_as_they_are(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = evaluated(path, Noted(), monkeypatch)
    assert set(found["mean"]) == set(JOINT_MEASURES)
    assert set(found["mean"].values()) == {1.0}
    assert found["free_running"] == found["labelled_acts"]["free_running"]
    assert found["mean"] == found["labelled_acts"]["mean"] == found["free_running"]["mean"]


def test_whoever_understands_nothing_stays_where_it_is(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = evaluated(path, Silent(), monkeypatch)
    assert (found["mean"]["active_frame"], found["mean"]["turn"]) == (0.3333, 0.0)
    assert 0 < found["mean"]["slot_value_f1"] < 1
    assert found["labelled_acts"]["mean"]["turn"] == 1


def test_figures_are_the_same_for_any_number_of_jobs(path: Path) -> None:
    plan = TaggerPlan("rules", LEXICON)
    assert joint(divided(path, jobs=2), "rules", plan) == joint(divided(path), "rules", plan)


def test_an_nlu_that_is_not_there(path: Path) -> None:
    with pytest.raises(InputError, match="model: expected one of rules"):
        joint(divided(path), "rules", TaggerPlan("oracle", LEXICON))


def test_the_command_prints_it_beside_the_trackers_own(
    path: Path, catalogue_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("wayframe.cli.options.opened", lambda: Catalogue(catalogue_path))
    options = ["evaluate", str(path), "--no-baselines", "--nlu", "rules", "--jobs", "1"]
    done = CliRunner().invoke(app, [*options, "--json"])
    found = json.loads(done.stdout)
    assert (found["joint"]["nlu"], found["joint"]["tracker"], found["tracker"]) == ("rules", "rules", "rules")
    assert "its own frames, labelled acts" in CliRunner().invoke(app, options).stdout
