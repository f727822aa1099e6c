"""Taggers by name: rules, what is shipped, what is trained on a corpus, what a file holds."""

from __future__ import annotations

from pathlib import Path

from wayframe.errors import InputError, shown
from wayframe.nlu import storage
from wayframe.nlu.understanding import NLU, AsNLU, ByActs, Tagger, TrainedTagger, Trainer
from wayframe.trainingdata import ModelOrigin

READY = ("rules", "shipped")
"""Taggers that need no training."""

TRAINED = ("baseline", "trained")
"""Taggers that are made from dialogues."""


def trainer(name: str) -> Trainer:
    """Return the trainer called `name`. Raises `InputError` where it is unknown, or a library is missing."""
    if name == "baseline":
        from wayframe.nlu import paper

        return paper.train
    if name == "trained":
        from wayframe.nlu.learned.training import trained

        return trained
    raise InputError(f"model: expected one of {', '.join(TRAINED)}, found {shown(name)}")


def tagger(name: str) -> Tagger:
    """The tagger called `name`, or in the model file of this name; `trained` is the one that the user has trained.

    Raises `InputError` where there is neither, and where the file can't be used.
    """
    if name == "rules":
        from wayframe.nlu.rules import RuleNLU

        return ByActs(RuleNLU())
    if path := model_path(name):
        return load(path)
    if name in TRAINED:
        raise InputError(f"model {name}: has to be trained first, into a file")
    raise InputError(f"model: expected one of {', '.join((*READY, *TRAINED))} or a model file, found {shown(name)}")


def model_path(name: str) -> Path | None:
    """Return the model file that the tagger called `name` is in; None where it is in none."""
    if name == "shipped":
        from wayframe.nlu import learned

        return learned.SHIPPED
    if name == "trained":
        from wayframe.nlu import learned

        return learned.own_model() if learned.own_model().exists() else None
    return Path(name) if name not in (*READY, *TRAINED) and is_file(name) else None


def model_origin(name: str) -> ModelOrigin | None:
    """Return the file, checksum and training data of the tagger called `name`; None where it is in no model file.

    Raises `InputError` where the file can't be used.
    """
    path = model_path(name)
    return ModelOrigin.of(path, storage.read(path).training.training) if path else None


def usual() -> tuple[NLU, str]:
    """The best there is for what users write, and what it is: the user's own model, else what is shipped.

    Raises `InputError` where the user's own model can't be used.
    """
    from wayframe.nlu import learned

    path = learned.own_model() if learned.own_model().exists() else learned.SHIPPED
    training = storage.read(path).training
    by_rules = training.author == "wizard"
    return AsNLU(load(path)), "rules" if by_rules else f"the model trained on {training.dialogues:,} dialogues"


def is_file(name: str) -> bool:
    """Tell whether a name means a file, existing or not."""
    return name.endswith((".json", ".json.gz", ".json.xz")) or Path(name).is_file()


def load(path: str | Path) -> TrainedTagger:
    """The tagger in a model file. Raises `InputError` where it is none, or none of this version."""
    file = storage.read(path)
    if file.kind == "baseline":
        from wayframe.nlu import paper

        return paper.load(path, file)
    if file.kind == "learned":
        from wayframe.nlu import learned

        return learned.LearnedTagger.of(path, file)
    raise InputError(f"{path}: expected a model of one of the kinds baseline, learned, found {shown(file.kind)}")
