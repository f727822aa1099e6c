"""Evaluate taggers on users that they weren't trained on, clean and with noise (paper section 8.1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from importlib.metadata import version
from pathlib import Path
from random import Random
from typing import NamedTuple

from msgspec import UNSET
from msgspec.structs import replace

from wayframe import files, validation
from wayframe.dialogue import Dialogue
from wayframe.errors import InputError, shown
from wayframe.evaluation.figures import Figures, over_folds, rounded
from wayframe.evaluation.running import LLM, on_sides, tagger_origin, tagger_users
from wayframe.evaluation.sides import DividedCorpus, EvaluationSide
from wayframe.folds import dealt
from wayframe.llm import Client
from wayframe.llm.act_reader import VERSION, LLMActReader
from wayframe.llm.few_shot import protocol
from wayframe.nlu import (
    ByActs,
    Speakers,
    Tagger,
    TaggerReading,
    TrainedTagger,
    TrainingSet,
    TurnContext,
    contexts,
    models,
)
from wayframe.nlu.noise import QUIET, TextNoise, noisy
from wayframe.scoring import READING_MEASURES, ReadingAgreement
from wayframe.tagging import TagMatching, labelled, match
from wayframe.trainingdata import ModelOrigin
from wayframe.values import Lexicon


class TurnReading(NamedTuple):
    """A turn: its text as the tagger saw it, what the labels say, what the tagger says."""

    text: str
    labels: TaggerReading
    said: TaggerReading
    context: TurnContext


AnnotationMatch = Counter[tuple[str, str]]
"""Counts of annotated values: the ways of those matched with words, the reasons and the slots of those unmatched."""


def _annotated(matching: TagMatching) -> Iterator[tuple[str, str]]:
    """Yield the entries of `AnnotationMatch` under which the values of a turn count."""
    for value in matching.found:
        yield "matched", value.how if value.tags else "shared"
    for missed in matching.missed:
        yield "unmatched", missed.why
        if missed.why == "not in the text":
            yield "not_in_the_text", missed.said.slot


def readings(
    dialogue: Dialogue, tagger: Tagger, lexicon: Lexicon, author: Speakers, annotation: AnnotationMatch | None = None
) -> Iterator[TurnReading]:
    """The turns of `author` as a tagger reads them, each after the labelled turns and frames before it.

    Raises `InputError` where the tagger's words aren't those of the turn, naming dialogue and text.
    """
    for turn, context in contexts(dialogue, lexicon, author):
        acts = labelled(turn)
        matching = match(turn.text, acts)
        if annotation is not None:
            annotation.update(_annotated(matching))
        yield _read(dialogue, turn.text, TaggerReading(matching.tagged, acts), tagger, context)


def _read(dialogue: Dialogue, text: str, labels: TaggerReading, tagger: Tagger, context: TurnContext) -> TurnReading:
    said = tagger.tag(text, context)
    if said.tagged.words != labels.tagged.words:
        raise InputError(f"dialogue {shown(dialogue.id)}: {shown(text)}: expected the words of the text, found others")
    return TurnReading(text, labels, said, context)


def judged(reads: Iterator[TurnReading]) -> ReadingAgreement:
    """Count the agreement of these turns with their labels."""
    found = ReadingAgreement()
    for _, labels, said, _ in reads:
        found.add(labels.tagged, labels.acts, said.tagged, said.acts)
    return found


SHARE = 0.8
"""Of the dialogues to train on; the rest is for validation (paper section 8.1)."""


class TaggerPlan(NamedTuple):
    """Settings of an evaluation: a tagger by name, on whose turns, with which names of cities and hotels.

    `noise` is what users' turns get in a second reading beside the clean one; `llm` asks a language model, which works
    in one process.
    """

    model: str
    lexicon: Lexicon
    author: Speakers = "user"
    seed: int = 0
    noise: TextNoise = QUIET
    llm: Client | None = None  # of the model called `LLM`


class TaggerOutcome(NamedTuple):
    """Result of one side, clean and with noise, and the match of its annotation with the clean text."""

    side: EvaluationSide
    dialogues: int
    agreement: ReadingAgreement
    annotation: AnnotationMatch
    noisy: ReadingAgreement


def check(on: DividedCorpus, plan: TaggerPlan) -> None:
    """Raise `InputError` where there is no such tagger, no library for it, or no turn to be read."""
    if plan.model != LLM:
        check_model(plan.model)
    if not any(plan.author in (turn.author, "both") for dialogue in on.dialogues for turn in dialogue.turns):
        whose = "" if plan.author == "both" else f" of the {plan.author}"
        raise InputError(f"{on.path}: expected turns{whose}, found none")


def check_model(name: str) -> None:
    """Raise `InputError` where there is no such tagger, or no library for it."""
    if name in models.TRAINED:
        models.trainer(name)
    else:
        models.tagger(name)


def made(plan: TaggerPlan, side: EvaluationSide, dialogues: Sequence[Dialogue]) -> Tagger:
    """The tagger of a plan, trained on the training side if it has to be.

    Raises `InputError` where there are fewer than two dialogues to train on.
    """
    if plan.llm:
        return ByActs(LLMActReader(plan.llm, side.training(dialogues), plan.lexicon, plan.author, plan.seed))
    if plan.model not in models.TRAINED:
        return models.tagger(plan.model)
    return trained(plan, side.training(dialogues), f"fold {side.name}")


def trained(
    plan: TaggerPlan, dialogues: Sequence[Dialogue], where: str, told: Callable[[int], None] = lambda done: None
) -> TrainedTagger:
    """The tagger of a plan, trained on four fifths of these dialogues; the others say when to stop.

    Raises `InputError` where there are fewer than two dialogues, or none of the kind; `where` stands in its message.
    """
    make, by_id = models.trainer(plan.model), {dialogue.id: dialogue for dialogue in dialogues}
    if len(by_id) < 2:
        raise InputError(f"model {plan.model}: {where}: expected two dialogues or more to train on, found {len(by_id)}")
    train, validation = dealt(by_id, plan.seed, SHARE)
    learned, unseen = ([by_id[name] for name in names] for names in (train, validation))
    return make(TrainingSet(learned, plan.lexicon, plan.author, plan.seed, unseen), told)


def _outcome(plan: TaggerPlan, dialogues: Sequence[Dialogue], side: EvaluationSide) -> TaggerOutcome:
    tagger, tested = made(plan, side, dialogues), side.testing(dialogues)
    agreement, annotation, perturbed = ReadingAgreement(), AnnotationMatch(), ReadingAgreement()
    for dialogue in tested:
        agreement.merge(judged(readings(dialogue, tagger, plan.lexicon, plan.author, annotation)))
        if plan.noise != QUIET:
            copy = noisy(dialogue, Random(f"{plan.seed} {dialogue.id}"), plan.noise)
            perturbed.merge(judged(readings(copy, tagger, plan.lexicon, plan.author)))
    return TaggerOutcome(side, len(tested), agreement, annotation, perturbed)


def predicted(
    path: str | Path, dialogues: Iterable[Dialogue], tagger: Tagger, lexicon: Lexicon, author: Speakers
) -> Iterator[Dialogue]:
    """Dialogues with the acts that a tagger reads in the turns of `author`, each after the labelled turns before it.

    The acts have no references, so that all they say is about the active frame; frames stay those of the labels.
    Raises `InputError` where a dialogue read from `path` is damaged, naming dialogue, turn and field.
    """
    for dialogue in validation.checked(path, dialogues):
        turns = list(dialogue.turns)
        for turn, context in contexts(dialogue, lexicon, author):
            acts = tagger.tag(turn.text, context).acts
            labels = replace(turn.labels, acts=acts, acts_without_refs=acts if turn.author == "user" else UNSET)
            turns[len(context.history)] = replace(turn, labels=labels)
        yield replace(dialogue, turns=tuple(turns))


def evaluate(on: DividedCorpus, plan: TaggerPlan, told: Callable[[int], None] = lambda done: None) -> dict[str, object]:
    """Evaluate a tagger; all figures from 0 to 1, as JSON. `told` hears how many sides are done.

    Raises `InputError` where corpus or model isn't what it should be, and where a model was trained on dialogues to be
    tested.
    """
    check(on, plan)
    origin = tagger_origin(plan.model)
    on.check_unseen(origin)
    outcomes = on_sides(partial(_outcome, plan), on, told)
    found: dict[str, object] = {
        "model": plan.model,
        "protocol": _protocol(on, plan, origin),
        "folds": {each.side.name: _side_figures(each) for each in outcomes},
        **over_folds(READING_MEASURES, [each.agreement.f1 for each in outcomes]),
        "labels": _by_label([each.agreement for each in outcomes]),
        "annotation": _annotation([each.annotation for each in outcomes]),
    }
    if plan.noise != QUIET:
        found["noise"] = {"rates": plan.noise._asdict(), **_noise(outcomes)}
    return found


def _protocol(on: DividedCorpus, plan: TaggerPlan, origin: ModelOrigin | None) -> dict[str, object]:
    trained = plan.model in models.TRAINED
    return {
        "file": Path(on.path).name,
        "sha256": files.digest(on.path),
        "author": plan.author,
        **({"model": origin.as_json()} if origin else {}),
        **({"llm": protocol(plan.llm, VERSION, plan.seed)} if plan.llm else {}),
        "folds": {
            side.name: {"train": tagger_users(plan.model, origin, side), "test": sorted(side.test)} for side in on.sides
        },
        "validation": round(1 - SHARE, 2) if trained else None,
        "tags": "annotated values matched with the text; acts from their first to their last value",
        "f1": "micro-averaged over the fold, O not counted",
        "context": "labelled turns and frames before every turn",
        "mean": "of the folds, each counting the same",
        "std": "population",
        "seed": plan.seed,
        "version": version("wayframe"),
    }


def _side_figures(outcome: TaggerOutcome) -> dict[str, object]:
    agreement = outcome.agreement
    figures: Figures = {measure: rounded(agreement.f1(measure)) for measure in READING_MEASURES}
    counts = {measure: agreement.hits(measure)._asdict() for measure in READING_MEASURES}
    return {**figures, "dialogues": outcome.dialogues, "counts": counts}


def _by_label(folds: Sequence[ReadingAgreement]) -> dict[str, Figures]:
    """The figures of every act and slot by itself, all folds together."""
    every = ReadingAgreement.sum(folds)
    return {
        measure: {name: rounded(hits.f1) for name, hits in every.by_label(measure).items()}
        for measure in READING_MEASURES
    }


def _annotation(folds: Sequence[AnnotationMatch]) -> dict[str, dict[str, int]]:
    found: dict[str, dict[str, int]] = {"matched": {}, "unmatched": {}, "not_in_the_text": {}}
    for (part, name), count in sorted(sum(folds, AnnotationMatch()).items()):
        found[part][name] = count
    return found


def _noise(outcomes: Sequence[TaggerOutcome]) -> dict[str, object]:
    """The figures on noisy copies, and how much less they are than the clean ones, mean over folds."""
    clean, noisy = (
        over_folds(READING_MEASURES, [agreement.f1 for agreement in each])
        for each in ([outcome.agreement for outcome in outcomes], [outcome.noisy for outcome in outcomes])
    )
    before, after = clean["mean"], noisy["mean"]
    lost = {name: rounded((before[name] or 0) - (after[name] or 0)) for name in READING_MEASURES}
    return {**noisy, "lost": lost}
