"""What the bot remembers; and that one process at a time may post."""

from pathlib import Path

import pytest

pytest.importorskip("slack_bolt")
pytest.importorskip("itsdangerous")
pytest.importorskip("ruamel.yaml")

from slack_study import lease_passes_on
from studies import Clock, collecting, come, paired
from wayframe.packages import Catalogue
from wayframe.slack.delivery_log import DeliveryLog, PostedVersion


def test_one_process_at_a_time_holds_the_lease(tmp_path: Path, catalogue: Catalogue) -> None:
    clock = Clock()
    with collecting(tmp_path, catalogue, clock=clock) as collection:
        lease_passes_on(collection, clock)


def test_what_somebody_was_told(tmp_path: Path, catalogue: Catalogue) -> None:
    with collecting(tmp_path, catalogue) as collection:
        delivery_log, person = DeliveryLog(collection.storage, collection.clock), come(collection)
        delivery_log.record(person.id, "1/begin", PostedVersion("a", "?"))
        delivery_log.record(person.id, "1/begin", PostedVersion("a", "1.2"))
        delivery_log.record(person.id, "1/1", PostedVersion("b", "1.3"))
        assert delivery_log.posted(person.id) == {
            "1/begin": PostedVersion("a", "1.2"),
            "1/1": PostedVersion("b", "1.3"),
        }
        assert delivery_log.ts(person.id, "1/1") == "1.3"
        assert delivery_log.ts(person.id, "1/2") is None


def test_of_who_was_forgotten_nothing_is_kept(tmp_path: Path, catalogue: Catalogue) -> None:
    with collecting(tmp_path, catalogue) as collection:
        delivery_log, person = DeliveryLog(collection.storage, collection.clock), come(collection)
        delivery_log.record(person.id, "1/begin", PostedVersion("a", "1.2"))
        collection.access.erase(person.id)
        delivery_log.record(person.id, "1/1", PostedVersion("b", "1.3"))
        assert delivery_log.posted(person.id) == {}


def test_a_message_is_known_by_its_key_to_who_wrote_it(tmp_path: Path, catalogue: Catalogue) -> None:
    with collecting(tmp_path, catalogue) as collection:
        delivery_log = DeliveryLog(collection.storage, collection.clock)
        user, wizard, number = paired(collection)
        collection.sessions.say(user, number, "Hello", "D1:1.2")
        assert delivery_log.talk(user.id, "D1:1.2") == number
        assert delivery_log.talk(come(collection).id, "D1:1.2") is None
        assert delivery_log.pair(number) == (user.id, wizard.id)
        assert delivery_log.pair(number + 1) == ()
        assert delivery_log.person(user.id) is None  # not from Slack
        known = collection.access.enter("slack:T1:U1", "either", "en")
        assert delivery_log.person(known.id) == known
        assert delivery_log.everybody() == (known,)
