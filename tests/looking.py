"""How the tests look at a frame: its parent, its slots and its questions, each on one line."""

from wayframe.dialogue import Frame, Value
from wayframe.memory import Memory


def slots(memory: Memory, number: int) -> str:
    """The slots of a frame by name, "dst_city=Rome price=900.0|$MIN seat=!economy"; `!` denies."""
    return " ".join(f"{slot}={'|'.join(map(_value, values))}" for slot, values in sorted(info(memory, number).items()))


def info(memory: Memory, number: int) -> dict[str, tuple[Value, ...]]:
    return frame(memory, number).info


def frame(memory: Memory, number: int) -> Frame:
    return memory.frames[number - 1]


def parents(memory: Memory) -> list[int | None]:
    return [frame.frame_parent_id for frame in memory.frames]


def asked(memory: Memory, number: int) -> str:
    """The open questions of a frame: "price? wifi=True? compare price,seat"; the wizard's begin with "w:"."""
    it = frame(memory, number)
    requests = [(r.author, f"{r.key}?") for r in it.requests]
    questions = [(q.author, f"{q.key}={q.value}?") for q in it.binary_questions]
    comparisons = [(c.author, f"compare {','.join(c.keys)}") for c in it.compare_requests]
    both = requests + questions + comparisons
    return " ".join(f"w:{text}" if author == "wizard" else text for author, text in both)


def _value(value: Value) -> str:
    return ("!" if value.negated else "") + (",".join(value.val) if isinstance(value.val, tuple) else str(value.val))
