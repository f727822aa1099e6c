"""A corpus without who took part and how to reach them.

The ids of users and wizards become pseudonyms; e-mail addresses, web addresses, card and telephone numbers and handles
become marks such as `EMAIL-kbdaeocinm`. A key decides the pseudonyms: with the same key the same person or address has
the same one everywhere, and without the key nobody can tell by trying whose it is. What is replaced in a text is
replaced in its acts and in the frames, and nothing else is. Names and street addresses in free text aren't found,
unless they are given.
"""

from __future__ import annotations

from wayframe.redaction.finding import KINDS, ContactMatch, Kind, find
from wayframe.redaction.redactor import Redactor, ReplacedText

__all__ = ["KINDS", "ContactMatch", "Kind", "Redactor", "ReplacedText", "find"]
