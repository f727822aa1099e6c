"""The live lines: every message once, in order, on every line; nobody hears what isn't theirs."""

import json
from html import unescape
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("fastapi")
pytest.importorskip("httpx2")
pytest.importorskip("itsdangerous")

from starlette.websockets import WebSocketDisconnect

from pages import Visits, visiting
from studies import Clock, collecting, come, paired
from wayframe.collection.matchmaking import MatchmakingQueue
from wayframe.collection.records import StudyParticipant
from wayframe.collection.study import AgentSettings
from wayframe.collection.tasks import TaskPool
from wayframe.packages import Catalogue
from wayframe.web.collect.authentication import ParticipantRates


class Line:
    """One end of a line."""

    def __init__(self, visits: Visits, person: StudyParticipant, at: str) -> None:
        self._session = visits.as_(person).websocket_connect(at)
        self.kept = list[Any]()

    def __enter__(self) -> "Line":
        self.socket = self._session.__enter__()
        return self

    def __exit__(self, *exception: Any) -> None:
        self._session.__exit__(*exception)

    def send(self, **what: Any) -> None:
        self.socket.send_text(json.dumps(what))

    def until(self, name: str) -> Any:
        """What it hears under this name, next; messages that come before are kept."""
        while name not in (heard := json.loads(self.socket.receive_text())):
            self.kept += heard.get("messages", [])
        return heard

    def messages(self, count: int) -> list[tuple[int, str, str]]:
        """The next messages."""
        while len(self.kept) < count:
            self.kept += self.until("messages")["messages"]
        found, self.kept = self.kept[:count], self.kept[count:]
        return [(each["number"], each["author"], each["text"]) for each in found]

    def closed(self) -> int:
        """With which code it is closed, in the end."""
        with pytest.raises(WebSocketDisconnect) as closed:
            self.until("nothing")
        return int(closed.value.code)

    def quiet(self) -> None:
        """No message more has come until now."""
        assert not self.kept
        self.send(there=True)
        while (heard := json.loads(self.socket.receive_text())) != {"there": True}:
            assert not {"messages", "changed"} & heard.keys()


def test_both_hear_everything_once_and_in_order(tmp_path: Path, catalogue: Catalogue) -> None:
    with visiting(tmp_path, catalogue) as visits:
        user, wizard, number = paired(visits.study)
        at = f"/talk/{number}/live"
        with Line(visits, user, at) as one, Line(visits, wizard, at) as other, Line(visits, user, at) as tab:
            for nth in range(5):
                one.send(say=f"user {nth}", key=f"u{nth}")
                assert one.until("accepted") == {"accepted": f"u{nth}", "number": 2 * nth + 1}
                other.send(say=f"wizard {nth}", key=f"w{nth}")
                other.until("accepted")
            said = [(n + 1, ("user", "wizard")[n % 2], f"{('user', 'wizard')[n % 2]} {n // 2}") for n in range(10)]
            for line in (one, other, tab):
                assert line.messages(10) == said
                line.quiet()
        with Line(visits, wizard, f"{at}?after=7") as again:
            assert again.messages(3) == said[7:]
            again.quiet()


def test_what_is_sent_again_is_there_once(tmp_path: Path, catalogue: Catalogue) -> None:
    with visiting(tmp_path, catalogue) as visits:
        user, _, number = paired(visits.study)
        with Line(visits, user, f"/talk/{number}/live") as line:
            for _ in range(3):
                line.send(say="Hello", key="the-same")
                assert line.until("accepted")["number"] == 1
        assert len(visits.study.sessions.since(user, number, 0)) == 1


def test_what_is_said_elsewhere_is_heard_here(tmp_path: Path, catalogue: Catalogue) -> None:
    with visiting(tmp_path, catalogue) as visits:
        user, wizard, number = paired(visits.study)
        with Line(visits, wizard, f"/talk/{number}/live") as line:
            assert line.until("partner") == {"partner": "here"}
            visits.study.sessions.say(user, number, "From Slack", key="slack-1")
            assert line.messages(1) == [(1, "user", "From Slack")]
            visits.study.sessions.amend(user, number, "slack-1", "From Slack, mended")
            assert line.until("changed")["changed"]["text"] == "From Slack, mended"
            line.quiet()


def test_the_other_side_types(tmp_path: Path, catalogue: Catalogue) -> None:
    with visiting(tmp_path, catalogue) as visits:
        user, wizard, number = paired(visits.study)
        at = f"/talk/{number}/live"
        with Line(visits, user, at) as one, Line(visits, wizard, at) as other:
            for line in (one, other):
                assert line.until("partner") == {"partner": "here"}
            one.send(typing=True)
            assert other.until("partner") == {"partner": "typing"}
            one.quiet()


def test_the_end_is_heard_and_nothing_said_after_it(tmp_path: Path, catalogue: Catalogue) -> None:
    with visiting(tmp_path, catalogue) as visits:
        user, wizard, number = paired(visits.study)
        with Line(visits, wizard, f"/talk/{number}/live") as line:
            visits.study.sessions.say(user, number, "Bye")
            visits.study.sessions.end(user, number)
            assert line.until("ended") == {"ended": "ended"}
            line.send(say="Wait!", key="w")
            assert line.until("refused") == {"refused": "This conversation has ended.", "key": "w"}


@pytest.mark.parametrize(
    ("sent", "reason"),
    [
        ({"say": "x" * 2001, "key": "k"}, "text: expected 1 to 2,000 characters, found 2,001"),
        ({"say": "  ", "key": "k"}, "text: expected 1 to 2,000 characters, found 0"),
        ({"say": "x", "key": "no good"}, "key: expected 1 to 64 letters, digits, _ . : or -"),
        ({"say": 3}, "That can’t be read."),
    ],
)
def test_what_cannot_be_said_is_refused_with_the_reason(
    sent: dict[str, Any], reason: str, tmp_path: Path, catalogue: Catalogue
) -> None:
    with visiting(tmp_path, catalogue) as visits:
        user, _, number = paired(visits.study)
        with Line(visits, user, f"/talk/{number}/live") as line:
            line.send(**sent)
            assert line.until("refused")["refused"] == reason
            line.send(say="Fine", key="next")
            assert line.until("accepted")["number"] == 1


def test_who_says_too_much_at_once_is_asked_to_wait(tmp_path: Path, catalogue: Catalogue) -> None:
    with visiting(tmp_path, catalogue, ParticipantRates(messages=3)) as visits:
        user, _, number = paired(visits.study)
        with Line(visits, user, f"/talk/{number}/live") as line:
            for nth in range(3):
                line.send(say="a", key=f"k{nth}")
                line.until("accepted")
            line.send(say="a", key="k3")
            assert line.until("refused") == {"refused": "Too fast: say less at a time.", "key": "k3", "again": 2}
        assert len(visits.study.sessions.since(user, number, 0)) == 3


def test_a_line_that_is_flooded_is_closed(tmp_path: Path, catalogue: Catalogue) -> None:
    with visiting(tmp_path, catalogue, ParticipantRates(messages=2)) as visits:
        user, _, number = paired(visits.study)
        with Line(visits, user, f"/talk/{number}/live") as line:
            for _ in range(50):
                line.send(there=True)
            assert line.closed() == 4403


def test_nobody_listens_to_what_is_not_theirs(tmp_path: Path, catalogue: Catalogue) -> None:
    with visiting(tmp_path, catalogue) as visits:
        _, _, number = paired(visits.study)
        other, _, elsewhere = paired(visits.study)
        assert elsewhere != number
        for person, at in ((other, number), (come(visits.study), number), (other, 99)):
            with Line(visits, person, f"/talk/{at}/live") as line:
                assert line.closed() == 4403


def test_a_line_of_another_sites_page_is_not_opened(tmp_path: Path, catalogue: Catalogue) -> None:
    with visiting(tmp_path, catalogue) as visits:
        user, _, number = paired(visits.study)
        for at in ("/live", f"/talk/{number}/live", "/admin/live"):
            with (
                pytest.raises(WebSocketDisconnect),
                visits.as_(user).websocket_connect(at, headers={"origin": "https://evil.example"}) as socket,
            ):
                socket.receive_text()


def test_whoever_is_sent_away_is_off_the_line(tmp_path: Path, catalogue: Catalogue) -> None:
    with visiting(tmp_path, catalogue) as visits:
        user, _, number = paired(visits.study)
        with Line(visits, user, f"/talk/{number}/live") as line:
            line.until("partner")
            visits.study.access.expel(user.id)
            assert line.closed() == 4403


def test_the_waiting_room_tells_the_place_and_when_it_begins(tmp_path: Path, catalogue: Catalogue) -> None:
    with visiting(tmp_path, catalogue) as visits:
        first, second, wizard = come(visits.study, "user"), come(visits.study, "user"), come(visits.study, "wizard")
        visits.study.matchmaking.available(first, "user")
        visits.study.matchmaking.available(second, "user")
        with Line(visits, second, "/live") as line:
            assert line.until("standing")["standing"]["place"] == 2
            visits.study.matchmaking.leave(first)
            assert line.until("standing")["standing"]["place"] == 1
            visits.study.matchmaking.available(wizard, "wizard")
            assert line.until("standing")["standing"]["state"] == "talking"


def test_the_administrators_page_is_told_that_something_happened(tmp_path: Path, catalogue: Catalogue) -> None:
    with visiting(tmp_path, catalogue) as visits:
        with visits.as_administrator().websocket_connect("/admin/live") as socket:
            assert json.loads(socket.receive_text()) == {"changed": True}  # since the page was made
            visits.study.matchmaking.available(come(visits.study, "user"), "user")
            assert json.loads(socket.receive_text()) == {"changed": True}
        with pytest.raises(WebSocketDisconnect), visits.stranger().websocket_connect("/admin/live") as socket:
            socket.receive_text()


def test_the_agent_answers_those_who_talk_to_it(tmp_path: Path, catalogue: Catalogue) -> None:
    with visiting(tmp_path, catalogue, conditions={"agent": 1.0}) as visits:
        user = come(visits.study, "user")
        number = visits.study.matchmaking.available(user, "user").talk
        with Line(visits, user, f"/talk/{number}/live") as line:
            line.send(say="From Montreal to Tokyo, please", key="wish")
            said = line.messages(2)
        assert [author for _, author, _ in said] == ["user", "wizard"]
        assert said[1][2]
        assert b"agent/" not in visits.as_(user).get(f"/talk/{number}").content


def test_the_agent_is_seen_to_type_where_the_study_says_so(tmp_path: Path, catalogue: Catalogue) -> None:
    with visiting(tmp_path, catalogue, conditions={"agent": 1.0}, agent=AgentSettings(words=100)) as visits:
        user = come(visits.study, "user")
        number = visits.study.matchmaking.available(user, "user").talk
        with Line(visits, user, f"/talk/{number}/live") as line:
            line.send(say="From Montreal to Tokyo, please", key="wish")
            while line.until("partner") != {"partner": "typing"}:
                pass
            assert isinstance(visits.study.clock, Clock)
            visits.study.clock.pass_(60)
            assert [author for _, author, _ in line.messages(2)] == ["user", "wizard"]


def test_what_was_left_without_an_answer_is_answered_after_a_start(tmp_path: Path, catalogue: Catalogue) -> None:
    with collecting(tmp_path, catalogue, conditions={"agent": 1.0}) as study:
        user = come(study, "user")
        number = study.matchmaking.available(user, "user").talk
        assert number
        study.sessions.say(user, number, "From Montreal to Tokyo, please")
    with (
        visiting(tmp_path, catalogue, conditions={"agent": 1.0}) as visits,
        Line(visits, user, f"/talk/{number}/live") as line,
    ):
        assert [author for _, author, _ in line.messages(2)] == ["user", "wizard"]


def test_an_assisted_wizards_words_are_kept_with_how_they_came_about(tmp_path: Path, catalogue: Catalogue) -> None:
    with visiting(tmp_path, catalogue, conditions={"assisted": 1.0}) as visits:
        user, wizard, number = paired(visits.study)
        visits.study.sessions.say(user, number, "From Montreal to Tokyo, please")
        page = visits.as_(wizard).get(f"/talk/{number}/proposal").text
        proposed = unescape(page.partition("<blockquote>")[2].partition("</blockquote>")[0])
        with Line(visits, wizard, f"/talk/{number}/live") as line:
            for nth, (text, used) in enumerate(((proposed, True), (f"{proposed} Fine?", True), ("No idea", False))):
                line.send(say=text, key=f"k{nth}", after=1, used=used)
                line.until("accepted")
        made = [message.made for message in visits.study.sessions.since(wizard, number, 1)]
        assert [each and each.by for each in made] == ["taken", "changed", "hand"]
        assert not any(message.made for message in visits.study.sessions.since(user, number, 0))


def test_what_fails_beside_the_lines_does_not_end_them(
    tmp_path: Path, catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(self: object) -> None:
        raise RuntimeError

    monkeypatch.setattr(TaskPool, "fill", fail)
    monkeypatch.setattr(MatchmakingQueue, "sweep", fail)
    with visiting(tmp_path, catalogue) as visits:
        user, _, number = paired(visits.study)
        with Line(visits, user, f"/talk/{number}/live") as line:
            line.until("partner")
            visits.study.sessions.say(user, number, "Still heard")
            assert line.messages(1) == [(1, "user", "Still heard")]
