"""Tasks of a study, a series that the study's seed decides."""

from __future__ import annotations
