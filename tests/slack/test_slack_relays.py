"""What the bot remembers; and that one process at a time may post."""

from pathlib import Path

import pytest

pytest.importorskip("slack_bolt")
pytest.importorskip("itsdangerous")
pytest.importorskip("ruamel.yaml")

from slack_study import lease_passes_on
from studies import Clock, collecting, come, paired
from wayframe.packages import Catalogue
from wayframe.slack.relays import Posted, Relays


def test_one_process_at_a_time_holds_the_lease(tmp_path: Path, catalogue: Catalogue) -> None:
    clock = Clock()
    with collecting(tmp_path, catalogue, clock=clock) as collection:
        lease_passes_on(collection, clock)


def test_what_somebody_was_told(tmp_path: Path, catalogue: Catalogue) -> None:
    with collecting(tmp_path, catalogue) as collection:
        relays, person = Relays(collection.storage, collection.clock), come(collection)
        relays.record(person.id, "1/begin", Posted("a", "?"))
        relays.record(person.id, "1/begin", Posted("a", "1.2"))
        relays.record(person.id, "1/1", Posted("b", "1.3"))
        assert relays.posted(person.id) == {"1/begin": Posted("a", "1.2"), "1/1": Posted("b", "1.3")}
        assert relays.ts(person.id, "1/1") == "1.3"
        assert relays.ts(person.id, "1/2") is None


def test_of_who_was_forgotten_nothing_is_kept(tmp_path: Path, catalogue: Catalogue) -> None:
    with collecting(tmp_path, catalogue) as collection:
        relays, person = Relays(collection.storage, collection.clock), come(collection)
        relays.record(person.id, "1/begin", Posted("a", "1.2"))
        collection.doors.forget(person.id)
        relays.record(person.id, "1/1", Posted("b", "1.3"))
        assert relays.posted(person.id) == {}


def test_a_message_is_known_by_its_key_to_who_wrote_it(tmp_path: Path, catalogue: Catalogue) -> None:
    with collecting(tmp_path, catalogue) as collection:
        relays = Relays(collection.storage, collection.clock)
        user, wizard, number = paired(collection)
        collection.rooms.say(user, number, "Hello", "D1:1.2")
        assert relays.talk(user.id, "D1:1.2") == number
        assert relays.talk(come(collection).id, "D1:1.2") is None
        assert relays.pair(number) == (user.id, wizard.id)
        assert relays.pair(number + 1) == ()
        assert relays.person(user.id) is None  # not from Slack
        known = collection.doors.enter("slack:T1:U1", "either", "en")
        assert relays.person(known.id) == known
        assert relays.everybody() == (known,)
