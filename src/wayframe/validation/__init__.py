"""What is wrong with dialogues: their shape, their labels, what their searches say.

An error contradicts the format, and nothing that rests on the labels can be trusted with it. An oddity is unusual, and
the release itself has it: a wizard's turn that changes the active frame, a boolean slot that holds text.
"""

from wayframe.validation.dialogues import checked, corpus_problems, problems
from wayframe.validation.files import Checked, check
from wayframe.validation.problem import Problem

__all__ = ["Checked", "Problem", "check", "checked", "corpus_problems", "problems"]
