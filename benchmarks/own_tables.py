"""How well the agent talks about our own tables, which are as people keep them: the probes of `tests/own_tables`.

    python benchmarks/own_tables.py [worked|kept] [--table NAME] [--failures FILE] [--json]

Right is what does and says what was meant; missed what asked back, said too much or didn't understand; wrong what
offered something that was ruled out, spoke of another row, or booked unasked. Failures of the kept half aren't written.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from pathlib import Path

sys.path.append(str(Path(__file__).parent.parent / "tests"))

from table_probes import HALVES, TABLES, Verdict, Word, judge, probes

WORDS: tuple[Word, ...] = ("right", "missed", "wrong", "invalid")


def described(verdict: Verdict) -> str:
    """Return a verdict for those who mend what failed."""
    probe = verdict.probe
    before = f"  after {probe.after}\n" if probe.after else ""
    return f"{verdict.word}: {verdict.table}: {probe.say}\n{before}  {verdict.why}\n  → {verdict.reply}\n\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("half", choices=HALVES, nargs="?", default="worked")
    parser.add_argument("--table", choices=TABLES, action="append")
    parser.add_argument("--failures", type=Path)
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    verdicts = [judge(table, probe) for table in asked.table or TABLES for probe in probes(table, asked.half)]
    if asked.failures and asked.half == "worked":
        failures = [described(each) for each in verdicts if each.word != "right"]
        asked.failures.write_text("".join(failures), encoding="utf-8")
    counts = {
        table: {word: sum(each.table == table and each.word == word for each in verdicts) for word in WORDS}
        for table in dict.fromkeys(each.table for each in verdicts)
    }
    total = Counter(each.word for each in verdicts)
    counts["all"] = {word: total[word] for word in WORDS}
    if asked.json:
        print(json.dumps({"half": asked.half, **counts}))
        return
    for table, words in counts.items():
        print(f"{table:6}", *(f"{words[word]:4} {word}" for word in WORDS if words[word]))


if __name__ == "__main__":
    main()
