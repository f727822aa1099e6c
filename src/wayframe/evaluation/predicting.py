"""Write a tracker's beliefs about a corpus as a file of predictions."""

from __future__ import annotations

from pathlib import Path

from wayframe import corpus
from wayframe.dialogue import Dialogue
from wayframe.evaluation.running import answering, explaining
from wayframe.evaluation.sides import EvaluationSide
from wayframe.evaluation.trained import check_unseen, tracker_origin
from wayframe.scoring import of_fold, predictions
from wayframe.tracking import believed
from wayframe.tracking.running import situations


def predict(path: str | Path, output: str | Path, name: str, fold: int | None = None, seed: int = 0) -> int:
    """Write what a tracker says of a corpus, gold frames before every turn; how many dialogues it wrote.

    `fold` is a standard one, with a minus all users outside it; None is the whole file. What has to be trained is
    trained on all other users. Raises `InputError` where file, fold or tracker isn't what it should be, and where a
    model was trained on dialogues to be predicted: their scores would pass for held out.
    """
    dialogues = corpus.read(path)
    tested = of_fold(path, dialogues, fold)
    test = frozenset(dialogue.user_id for dialogue in tested)
    train = frozenset(dialogue.user_id for dialogue in dialogues) - test
    check_unseen(tracker_origin(name), path, tested, [EvaluationSide(str(fold), train, test)])
    answer = answering(name, EvaluationSide(str(fold), train, test), dialogues, seed)

    def predicted(dialogue: Dialogue) -> list[predictions.TurnPredictions]:
        found = list[predictions.TurnPredictions]()
        for turn, seen in situations(dialogue):
            tracking = answer(seen, turn)
            beliefs = believed(tracking, len(seen.memory.frames))
            found.append(predictions.predicted(seen.acts, beliefs, tracking.active_frame))
        return found

    with explaining(path, tested):
        predictions.write(output, tested, predicted)
    return len(tested)
