"""A Hugging Face data set of AirDialogue, with the two configurations that its public card describes."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import msgspec

from wayframe.airdialogue.files import SamplePair
from wayframe.airdialogue.records import KnowledgeBase, Sample
from wayframe.conversion.parquet import table_of, tables
from wayframe.conversion.source import making
from wayframe.conversion.yaml import Value, block

_DATA = table_of(
    Sample, ("action", "intent", "timestamps", "dialogue", "expected_action", "correct_sample", "search_info")
)
_KB = table_of(KnowledgeBase, ("kb", "reservation"))
CONFIGURATIONS = {"air_dialogue_data": _DATA, "air_dialogue_kb": _KB}
"""By the names of the public card; a row of one belongs to the same row of the other."""

_CARD = """---
{header}---
# AirDialogue: a local conversion

Converted by `wayframe air convert`: {samples:,} samples of AirDialogue (Wei et al. 2018, "AirDialogue: An Environment
for Goal-Oriented Dialogue Research"), row for row those of the two files.

```python
from datasets import load_dataset

data = load_dataset("path/to/this/folder", "air_dialogue_data", split="{split}")
kb = load_dataset("path/to/this/folder", "air_dialogue_kb", split="{split}")
```

Row n of one belongs to row n of the other. What a line of the files doesn't have is null here; a wish that is null is
none. `search_info` is what the public card calls `search_action`.

## Licence

The published dialogues are under CC BY-NC 4.0: name their authors, no commercial use. Contexts and dialogues that you
made yourself are yours to license.
"""


def write(pairs: Iterable[SamplePair], output: Path, split: str) -> tuple[int, int]:
    """Write a folder that `datasets.load_dataset` opens; how many samples and turns it holds.

    Raises `InputError` for numbers beyond 64 bits.
    """
    samples = turns = line = 0
    with making(output) as folder:
        with tables(folder, CONFIGURATIONS, lambda: f"at or before line {line} of the data") as (data, kb):
            for pair in pairs:
                line = pair.line
                data.add(split, [msgspec.to_builtins(pair.sample)])
                kb.add(split, [msgspec.to_builtins(pair.kb)])
                samples += 1
                turns += len(pair.sample.turns)
        card = _CARD.format(header=block(_header(split)), samples=samples, split=split)
        (folder / "README.md").write_text(card, encoding="utf-8")
    return samples, turns


def _header(split: str) -> dict[str, Value]:
    return {
        "pretty_name": "AirDialogue (local conversion)",
        "license": "cc-by-nc-4.0",
        "language": ["en"],
        "configs": [
            {"config_name": name, "data_files": [{"split": split, "path": f"{name}/{split}.parquet"}]}
            for name in CONFIGURATIONS
        ],
    }
