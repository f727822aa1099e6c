"""On proper predictions both modes count alike, whatever they say."""

from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given, settings
from hypothesis import strategies as st

from drawing import drawn
from small_corpus import dialogue, written
from wayframe import scoring
from wayframe.dialogue import Dialogue
from wayframe.scoring import predictions
from wayframe.tracking import ActBelief, new_frame
from wayframe.tracking.running import situations

TRIP = dialogue()
CHANCES = st.integers(0, 4).map(lambda quarter: quarter / 4)


@st.composite
def beliefs(draw: st.DrawFn) -> list[predictions.TurnPredictions]:
    """Any proper prediction of the trip's user turns, ties and halves among them."""
    found = []
    for _, seen in situations(TRIP):
        candidates, said = new_frame(seen.memory), []
        for act in seen.acts:
            slots = []
            for _ in act.slots:
                weights = draw(st.lists(st.integers(1, 3), min_size=candidates, max_size=candidates))
                slots.append(tuple(weight / sum(weights) for weight in weights))
            whole = tuple(draw(st.lists(CHANCES, min_size=candidates, max_size=candidates)))
            said.append(ActBelief(tuple(slots), whole))
        found.append(predictions.predicted(seen.acts, said, draw(st.integers(1, candidates))))
    return found


@settings(max_examples=drawn(60))
@given(beliefs())
def test_both_modes_count_alike(made: list[predictions.TurnPredictions]) -> None:
    def predict(_: Dialogue) -> list[predictions.TurnPredictions]:
        return made

    with TemporaryDirectory() as folder:
        gold, output = written(Path(folder, "gold.json"), TRIP), Path(folder, "predictions.json")
        predictions.write(output, [TRIP], predict)
        strict, reference = scoring.score(gold, output), scoring.score(gold, output, mode="reference")
        assert [turn.predictions for turn in predictions.read(output)[TRIP.id].turns if turn.predictions] == made
    for ours, theirs in (
        (strict.counts.slots, reference.counts.slots),
        (strict.counts.acts, reference.counts.acts),
        (strict.counts.by_act_slot, reference.counts.by_act_slot),
    ):
        counts = [{name: (t.count, t.correct) for name, t in each.items()} for each in (ours, theirs)]
        assert counts[0] == counts[1]
    assert strict.counts.slots["total"].loglik == reference.counts.slots["total"].loglik
    assert strict.wrong == reference.wrong
    assert strict.shares is not None
    assert reference.shares is not None
    assert strict.shares.as_json() == reference.shares.as_json()
