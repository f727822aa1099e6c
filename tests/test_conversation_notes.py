from __future__ import annotations

import threading

from wayframe.conversation import note, notes_taken


def test_who_takes_notes_has_them_in_order() -> None:
    note("before")
    with notes_taken() as lines:
        note("one")
        note("two")
    note("after")
    assert lines == ["one", "two"]


def test_threads_do_not_mix() -> None:
    def other() -> None:
        with notes_taken() as theirs:
            note("theirs")
        found.extend(theirs)

    found = list[str]()
    with notes_taken() as ours:
        thread = threading.Thread(target=other)
        thread.start()
        thread.join()
        note("ours")
    assert (ours, found) == (["ours"], ["theirs"])
