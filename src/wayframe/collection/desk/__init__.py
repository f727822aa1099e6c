"""The wizard's desk: searches of a catalogue, whatever it holds, and what is shown for them."""

from __future__ import annotations
