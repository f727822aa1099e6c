"""Annotation: what people make of a dialogue in the paper's scheme (section 5), by one annotator after the other.

`records` is what is kept, `edits` what can be done to it, `labels` what it says in the corpus' terms; frames are always
the memory's, computed from acts and active frames as the release's were.
"""

from __future__ import annotations
