"""Find the faults of dialogues: their shape, their labels, their searches.

An error contradicts the format, and nothing that rests on the labels can be trusted with it. An oddity is unusual, and
the release itself has it: a wizard's turn that changes the active frame, a boolean slot that holds text.
"""

from wayframe.validation.dialogues import CheckedDialogue, check, checked, problems
from wayframe.validation.problem import DialogueProblem

__all__ = ["CheckedDialogue", "DialogueProblem", "check", "checked", "problems"]
