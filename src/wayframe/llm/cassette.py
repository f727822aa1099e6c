"""A cassette: answers of a model kept in a file, so that tests and evaluations replay them and ask nobody.

A line of JSON for each exchange: the question, the form that was asked for, the answer, who gave it, when, and what it
took. An answer is found by the model and by the question, which holds all that changes from turn to turn; who changes
the instructions records anew.
"""

from __future__ import annotations

import threading
from datetime import date
from pathlib import Path

import msgspec

from wayframe.errors import InputError
from wayframe.files import reading
from wayframe.llm.usage import Usage


class Exchange(msgspec.Struct, frozen=True):
    """A question and its answer: `form` names the shape of it, `by` the model, `on` the day.

    `read` and `written` are the tokens that it took, `seconds` how long it was waited for.
    """

    question: str
    form: str
    answer: str
    by: str = ""
    on: str = ""
    read: int = 0
    written: int = 0
    seconds: float = 0.0


class Cassette:
    """The exchanges of a file; new ones are added at its end, unless it is compressed. Threads may share it."""

    def __init__(self, path: Path) -> None:
        """Raises `InputError` naming the line that is no exchange; a file that isn't there yet is empty."""
        self._path, self._lock = path, threading.Lock()
        self._exchanges = {(each.by, each.form, each.question): each for each in exchanges(path)}

    def find(self, question: str, form: str, by: str) -> Exchange | None:
        """Return the exchange in which a model answered a question; None where it was never asked."""
        return self._exchanges.get((by, form, question))

    def keep(self, question: str, form: str, answer: str, by: str, used: Usage) -> None:
        """Add an exchange to the file, with what it took."""
        today, seconds = date.today().isoformat(), round(used.seconds, 3)
        exchange = Exchange(question, form, answer, by, today, used.read, used.written, seconds)
        with self._lock:
            self._exchanges[by, form, question] = exchange
            if self._path.suffix not in (".gz", ".xz"):
                with self._path.open("ab") as file:
                    file.write(msgspec.json.encode(exchange) + b"\n")


def exchanges(path: Path) -> list[Exchange]:
    """Return the exchanges of a file. Raises `InputError` naming the line that is none."""
    if not path.exists():
        return []
    found = list[Exchange]()
    with reading(path) as file:
        for number, line in enumerate(file, 1):
            try:
                found.append(msgspec.json.decode(line, type=Exchange))
            except (msgspec.DecodeError, UnicodeDecodeError) as error:
                raise InputError(f"{path}:{number}: expected an exchange with a model ({error})") from error
    return found
