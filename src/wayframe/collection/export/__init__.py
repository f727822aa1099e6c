"""A study's corpus: dialogues in the Frames format, without who took part, with a report and a data card."""

from __future__ import annotations
