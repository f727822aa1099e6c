"""Dialogues cut off before each turn but the first: what a model answers to, and what was really said."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

from msgspec import to_builtins

from wayframe import files
from wayframe.airdialogue.files import Bad, refuse
from wayframe.airdialogue.records import Sample
from wayframe.airdialogue.tokenised.loading import LoadedSample, load

_NAMES = ("infer_src_data", "infer_tgt_data", "infer_kb")


def cut(
    data: str | Path,
    kb: str | Path,
    folder: Path,
    prefix: str = "dev",
    *,
    keep_incorrect: bool = False,
    compat: bool = False,
    bad: Bad = refuse,
    told: Callable[[int], object] = lambda lines: None,
) -> int:
    """Write `PREFIX_infer_src_data.json`, `..._tgt_data.json` and `..._kb.json`; how many lines each has.

    A source holds the intent and the dialogue so far, nothing that gives the outcome away. With `compat` it holds all
    of its sample, as the public toolkit's does: the actions, the judgement, the agent's searches. `told`
    hears how many lines there are. Raises like `files.read`.
    """
    count = 0
    with ExitStack() as stack:
        files.folder(folder)
        out = [stack.enter_context(files.writing(folder / f"{prefix}_{name}.json")) for name in _NAMES]
        for loaded in load(data, kb, keep_incorrect, bad, ["dialogue"]):
            for row in _rows(loaded, compat):
                for file, value in zip(out, row, strict=True):
                    file.write(json.dumps(value, separators=(",", ":")).encode() + b"\n")
                count += 1
            told(count)
    return count


def _rows(loaded: LoadedSample, compat: bool) -> Iterator[tuple[object, object, object]]:
    sample: Sample = loaded.pair.sample
    dialogue = sample.dialogue or ()
    known = json.loads(loaded.sample_json) if compat else {"intent": to_builtins(sample.intent)}
    kb = json.loads(loaded.kb_json)
    for target in range(1, len(dialogue)):
        yield known | {"dialogue": dialogue[:target]}, {"response": dialogue[target]}, kb
