"""What participants and administrators see, and what they don't."""

import re
from contextlib import ExitStack
from pathlib import Path

import pytest

pytest.importorskip("fastapi")
pytest.importorskip("httpx2")
pytest.importorskip("itsdangerous")

from collected import talked
from pages import visiting
from postgres import running
from studies import Clock, come, paired
from wayframe.collection import erasure
from wayframe.collection.export.release import collected
from wayframe.collection.records import ActionOrigin
from wayframe.collection.study import DeskSettings, StudyTexts, SuggestionSettings, SurveyQuestion
from wayframe.packages import Catalogue
from wayframe.web.collect.authentication import ADMINISTRATOR, PERSON, ParticipantRates

HOSTILE = "<img src=x onerror=alert(1)>\"'></textarea><script>alert(2)</script>"
FORM = {"or_city": "Montreal", "dst_city": "Tokyo", "adults": "2"}
HTMX = {"hx-request": "true"}


def test_in_by_the_link_once_one_has_agreed(tmp_path: Path, catalogue: Catalogue) -> None:
    with visiting(tmp_path, catalogue) as visits:
        invitation = visits.study.access.invite("user")
        at = f"/join/{visits.study.access.token(invitation)}"
        browser = visits.stranger()
        assert browser.get("/").status_code == 403
        assert "recorded" in browser.get(at).text
        assert browser.post(at, data={"language": "en"}).status_code == 422
        assert not visits.study.access.people()
        joined = browser.post(at, data={"language": "en", "agreed": "yes"})
        assert joined.headers["location"] == "/"
        assert re.search(rf"{PERSON}=\S+; HttpOnly; .*SameSite=lax", joined.headers["set-cookie"])
        assert "I am available as user" in browser.get("/").text
        assert "available as wizard" not in browser.get("/").text
        assert browser.get(at).headers["location"] == "/"  # who came by it goes on where they are
        assert browser.post(at, data={"language": "en", "agreed": "yes"}).headers["location"] == "/"
        assert len(visits.study.access.people()) == 1
        assert visits.stranger().get(at).status_code == 403  # it was for one
        assert visits.as_(come(visits.study)).get(at).status_code == 403


def test_the_language_is_the_visitors_and_can_be_chosen(tmp_path: Path, catalogue: Catalogue) -> None:
    texts = {"en": StudyTexts("I agree.", "u", "w"), "fr": StudyTexts("J'accepte.", "u", "w")}
    with visiting(tmp_path, catalogue, languages=("en", "fr"), texts=texts) as visits:
        at = f"/join/{visits.study.access.token(visits.study.access.invite('either', 5))}"
        assert "J&#39;accepte." in visits.stranger().get(at, headers={"accept-language": "fr-CA,en;q=0.5"}).text
        assert "I agree." in visits.stranger().get(at, headers={"accept-language": "de"}).text
        assert "J&#39;accepte." in visits.stranger().get(f"{at}?language=fr").text
        assert visits.stranger().post(at, data={"language": "de", "agreed": "yes"}).status_code == 422


@pytest.mark.parametrize("spoilt", ["revoked", "expired", "forged", "of another study"])
def test_a_link_that_is_no_good_says_so_and_nothing_else(spoilt: str, tmp_path: Path, catalogue: Catalogue) -> None:
    with visiting(tmp_path, catalogue) as visits:
        access, clock = visits.study.access, visits.study.clock
        invitation = access.invite("user", hours=1)
        token = access.token(invitation)
        if spoilt == "revoked":
            access.revoke(invitation.id)
        elif spoilt == "expired":
            assert isinstance(clock, Clock)
            clock.pass_(3601)
        elif spoilt == "forged":
            body, _, signature = token.partition(".")
            token = f"{body}.{signature[1:]}{signature[0]}"
        else:
            with visiting(tmp_path / "other", catalogue) as others:
                token = others.study.access.token(others.study.access.invite("user"))
        for answer in (
            visits.stranger().get(f"/join/{token}"),
            visits.stranger().post(f"/join/{token}", data={"language": "en", "agreed": "yes"}),
        ):
            assert answer.status_code == 403
            assert "set-cookie" not in answer.headers
            assert invitation.id not in answer.text
        assert not access.people()


def test_from_the_queue_into_the_conversation_to_the_survey_and_back(tmp_path: Path, catalogue: Catalogue) -> None:
    own = SurveyQuestion("natural", "user", "How natural was it?", "choice", ("very", "little"))
    with visiting(tmp_path, catalogue, questions=(own,)) as visits:
        user, wizard = visits.as_(come(visits.study)), visits.as_(come(visits.study))
        user.post("/available", data={"role": "user"})
        assert '<strong id="place">1</strong>' in user.get("/").text
        user.post("/leave")
        assert "Ready for a conversation?" in user.get("/").text
        user.post("/available", data={"role": "user"})
        wizard.post("/available", data={"role": "wizard"})
        at = user.get("/").headers["location"]
        assert at == wizard.get("/").headers["location"]
        assert user.post(f"{at}/survey", data={"rating": "5"}).status_code == 403  # not yet
        assert user.post(f"{at}/end").headers["location"] == at
        assert "How well did the wizard help you?" in user.get(at).text
        assert user.post("/available", data={"role": "user"}).status_code == 403  # the survey first
        assert user.post(f"{at}/survey", data={"rating": "6", "natural": "very"}).status_code == 422
        assert user.post(f"{at}/survey", data={"rating": "4"}).status_code == 422
        answered = user.post(f"{at}/survey", data={"rating": "4", "natural": "little", "comment": " ok "})
        assert "Another conversation?" in user.get(answered.headers["location"]).text
        again = {"rating": "4", "natural": "little", "comment": " ok "}
        assert user.post(f"{at}/survey", data=again).status_code == 303, "sent twice"
        second_tab = user.post(f"{at}/survey", data=again | {"rating": "1"})
        assert second_tab.status_code == 422
        assert "You have answered these questions already. Your first answers are kept." in second_tab.text
        (talk,) = collected(visits.study.storage)
        assert talk.rating == 4
        assert wizard.post(f"{at}/survey", data={"fulfilled": "maybe"}).status_code == 422
        assert wizard.post(f"{at}/survey", data={"fulfilled": "no"}).status_code == 303


def test_whoever_was_left_is_told_kindly_and_waits_again(tmp_path: Path, catalogue: Catalogue) -> None:
    with visiting(tmp_path, catalogue) as visits:
        user, wizard, number = paired(visits.study)
        visits.as_(wizard).post("/leave")
        assert visits.as_(user).get(f"/talk/{number}").headers["location"] == "/"
        page = visits.as_(user).get("/").text
        assert "You are in the queue" in page
        assert "the other one had to leave" in page


def test_the_user_sees_the_task_and_nothing_of_the_desk(tmp_path: Path, catalogue: Catalogue) -> None:
    with visiting(tmp_path, catalogue) as visits:
        user, wizard, number = paired(visits.study)
        visits.study.sessions.say(user, number, "Hello")
        browser, at = visits.as_(user), f"/talk/{number}"
        assert "Your task" in browser.get(at).text
        assert 'id="search"' not in browser.get(at).text
        assert "package" not in browser.post(f"{at}/search", data=FORM, headers=HTMX).text
        assert browser.post(f"{at}/search", data=FORM).status_code == 403
        for part in ("board", "proposal"):
            assert browser.get(f"{at}/{part}").status_code == 403
        assert not visits.study.sessions.searches(wizard, number)


def test_the_wizard_sees_the_task_only_when_it_is_over(tmp_path: Path, catalogue: Catalogue) -> None:
    with visiting(tmp_path, catalogue) as visits:
        user, wizard, number = paired(visits.study)
        task = visits.study.sessions.read(user, number).task
        assert task
        browser, start = visits.as_(wizard), task.text[:20]
        assert start not in browser.get(f"/talk/{number}").text
        visits.study.sessions.end(user, number)
        assert start in browser.get(f"/talk/{number}").text


def test_nobody_enters_a_conversation_of_others(tmp_path: Path, catalogue: Catalogue) -> None:
    with visiting(tmp_path, catalogue) as visits:
        user, _, number = paired(visits.study)
        secret = "Nobody else may read this"
        visits.study.sessions.say(user, number, secret)
        other, _, _ = paired(visits.study)
        cookie = visits.study.access.session(user)
        strangers = (
            visits.as_(other), visits.as_(come(visits.study)), visits.stranger(), visits.as_administrator(),
            visits.stranger(**{PERSON: cookie[:-2] + "AA"}), visits.stranger(**{PERSON: user.id}),
            visits.stranger(**{PERSON: visits.study.access.login_token(user)}),
            visits.stranger(**{ADMINISTRATOR: cookie}),
        )  # fmt: skip
        for browser in strangers:
            for method, part in (
                ("GET", ""), ("GET", "/board"), ("POST", "/search"), ("POST", "/end"), ("POST", "/survey"),
            ):  # fmt: skip
                answer = browser.request(method, f"/talk/{number}{part}", data={"rating": "1"})
                assert answer.status_code == 403
                assert secret not in answer.text
        assert not visits.study.sessions.read(user, number).over


@pytest.mark.parametrize("number", ["0", "-1", "99999999999999999999", "1e3", "x", "1%2f..%2f2"])
def test_forged_numbers_lead_nowhere(number: str, tmp_path: Path, catalogue: Catalogue) -> None:
    with visiting(tmp_path, catalogue) as visits:
        user, _, _ = paired(visits.study)
        assert visits.as_(user).get(f"/talk/{number}").status_code in (403, 404, 422)


def test_only_the_administrator_administrates(tmp_path: Path, catalogue: Catalogue) -> None:
    with visiting(tmp_path, catalogue) as visits:
        user, _, number = paired(visits.study)
        for browser in (visits.stranger(), visits.as_(user), visits.stranger(**{ADMINISTRATOR: "x.y"})):
            assert browser.get("/admin").status_code == 403
            assert browser.get("/admin/state").status_code == 403
            assert browser.get(f"/admin/people/{user.id}").status_code == 403
            assert browser.get(f"/admin/talk/{number}").status_code == 403
            for action, form in (
                ("invite", {"kind": "user"}), ("revoke", {"invitation": "x"}), ("expel", {"person": user.id}),
                ("forget", {"person": user.id, "typed": user.id}), ("renew", {}),
            ):  # fmt: skip
                assert browser.post(f"/admin/{action}", data=form).status_code == 403
        assert len(visits.study.access.people()) == 2


def test_counts_are_for_the_administrator_and_who_has_the_secret(tmp_path: Path, catalogue: Catalogue) -> None:
    secret = "a-secret-of-the-study"
    with visiting(tmp_path, catalogue, metrics=secret) as visits:
        user = visits.as_(come(visits.study))
        for wrong in ("", "Bearer ", "Bearer a", f"Basic {secret}", "Bearer \xe9"):
            answer = user.get("/metrics", headers={"authorization": wrong.encode("latin-1")})
            assert answer.status_code == 403
            assert "wayframe_requests" not in answer.text
        shown = {"authorization": f"Bearer {secret}"}
        for counts in (visits.as_administrator().get("/metrics"), visits.stranger().get("/metrics", headers=shown)):
            assert 'wayframe_requests_total{method="GET",route="/metrics",status="403"} 5.0' in counts.text
    with visiting(tmp_path / "without", catalogue) as visits:
        assert visits.stranger().get("/metrics", headers={"authorization": "Bearer "}).status_code == 403


def test_the_administrators_link_becomes_a_cookie(tmp_path: Path, catalogue: Catalogue) -> None:
    with visiting(tmp_path, catalogue) as visits:
        old, browser = visits.study.access.admin_token(), visits.stranger()
        entered = browser.get(f"/admin/{old}")
        assert entered.headers["location"] == "/admin"
        assert "HttpOnly" in entered.headers["set-cookie"]
        assert browser.get("/admin").status_code == 200
        other = visits.as_administrator()
        assert other.post("/admin/renew").status_code == 303
        assert visits.as_administrator().get("/admin").status_code == 200
        assert browser.get("/admin").status_code == 403
        assert visits.stranger().get(f"/admin/{old}").status_code == 403


def test_invitations_are_made_withdrawn_and_logged(tmp_path: Path, catalogue: Catalogue) -> None:
    with visiting(tmp_path, catalogue) as visits:
        browser = visits.as_administrator()
        form = {"kind": "wizard", "cap": "3", "hours": "48", "note": "second <b>year</b>"}
        assert browser.post("/admin/invite", data=form).status_code == 303
        page = browser.get("/admin").text
        link = re.search(r'value="(http://testserver/join/[^"]+)"', page)
        assert link
        assert "second &lt;b&gt;year" in page
        assert "0 of 3" in page
        assert visits.stranger().get(link[1]).status_code == 200
        (invitation,) = visits.study.access.invitations()
        browser.post("/admin/revoke", data={"invitation": invitation.id})
        assert visits.stranger().get(link[1]).status_code == 403
        assert [entry.action for entry in visits.study.access.audit()] == ["revoke", "invite"]
        assert browser.post("/admin/invite", data={"kind": "king"}).status_code == 422
        assert browser.post("/admin/invite", data={"kind": "user", "hours": "soon"}).status_code == 422


@pytest.mark.parametrize("database", ["sqlite", "postgresql"])
def test_what_no_database_can_keep_is_the_forms_fault_not_the_databases(
    database: str, tmp_path: Path, catalogue: Catalogue
) -> None:
    with ExitStack() as stack:
        url = stack.enter_context(running()) if database == "postgresql" else None
        browser = stack.enter_context(visiting(tmp_path, catalogue, url=url)).as_administrator()
        for path, form in (
            ("invite", {"kind": "user", "note": "Ishmael\0"}), ("invite", {"kind": "user\0"}),
            ("invite", {"kind": "user", "hours": "1\0"}), ("revoke", {"invitation": "x\0"}),
            ("expel", {"person": "x\0"}), ("forget", {"person": "x\0", "typed": "x\0"}),
        ):  # fmt: skip
            assert browser.post(f"/admin/{path}", data=form).status_code == 422
        assert browser.get("/admin/people/x%00").status_code == 422
        assert "Ishmael" not in browser.get("/admin").text


def test_deleting_somebodys_data_is_confirmed_first(tmp_path: Path, catalogue: Catalogue) -> None:
    with visiting(tmp_path, catalogue) as visits:
        user, wizard, number = paired(visits.study)
        visits.study.sessions.say(user, number, "Call me Ishmael")
        browser = visits.as_administrator()
        assert f"Delete what belongs to {user.id}" in browser.get(f"/admin/people/{user.id}").text
        assert browser.post("/admin/forget", data={"person": user.id, "typed": ""}).status_code == 422
        assert visits.study.sessions.since(user, number, 0)
        erasure.begin(visits.study.storage, tmp_path / "exports", visits.study.clock())
        erasure.begin(visits.study.storage, tmp_path.parent / "<given away>", visits.study.clock())
        deleted = browser.post("/admin/forget", data={"person": user.id, "typed": user.id})
        assert deleted.status_code == 200
        assert re.findall("<li><code>(.*)</code>", deleted.text) == [f"{tmp_path.parent}/&lt;given away&gt;"]
        assert visits.as_(user).get("/").status_code == 403
        assert visits.as_(wizard).get(f"/talk/{number}").status_code == 403
        assert user.id not in browser.get("/admin").text


def test_the_administrator_reads_a_dialogue_which_is_logged(tmp_path: Path, catalogue: Catalogue) -> None:
    with visiting(tmp_path, catalogue) as visits:
        user, wizard, number = paired(visits.study)
        visits.study.sessions.say(user, number, "Hello <b>there</b>")
        visits.study.sessions.say(wizard, number, "Taken", made=ActionOrigin("taken", "Taken"))
        browser = visits.as_administrator()
        page = browser.get(f"/admin/talk/{number}").text
        assert "Hello &lt;b&gt;there" in page
        assert "proposal taken" in page
        assert next((each.action, each.detail) for each in visits.study.access.audit()) == (
            "read",
            f"dialogue {number}",
        )
        assert browser.get("/admin/talk/99").status_code == 422


def test_a_search_without_results_shows_suggestions_as_the_study_says(tmp_path: Path, catalogue: Catalogue) -> None:
    for share in (0.0, 1.0):
        with visiting(tmp_path / str(share), catalogue, suggestions=SuggestionSettings(share)) as visits:
            _, wizard, number = paired(visits.study)
            browser, at = visits.as_(wizard), f"/talk/{number}/search"
            found = browser.post(at, data=FORM, headers=HTMX).text
            assert found.count('<li class="package">') == 10
            nothing = browser.post(at, data={**FORM, "price_max": "1"}, headers=HTMX).text
            assert "Nothing found" in nothing
            assert ("budget $1.00 → $" in nothing) is bool(share)
            assert "is it Tokyo?" in browser.post(at, data={"dst_city": "Tokio"}, headers=HTMX).text
            wrong = browser.post(at, data={"start": "soon"}, headers=HTMX).text
            assert "Leaves from: expected a day, found &#39;soon&#39;" in wrong
            assert len(visits.study.sessions.searches(wizard, number)) == 3


def test_the_memory_board_only_where_the_study_allows_it(tmp_path: Path, catalogue: Catalogue) -> None:
    with visiting(tmp_path, catalogue) as visits:
        user, wizard, number = paired(visits.study)
        visits.study.sessions.say(user, number, "I want to go from Montreal to Tokyo")
        assert "Tokyo" in visits.as_(wizard).get(f"/talk/{number}/board").text
    with visiting(tmp_path / "without", catalogue, desk=DeskSettings(board=False)) as visits:
        _, wizard, number = paired(visits.study)
        assert 'id="board"' not in visits.as_(wizard).get(f"/talk/{number}").text
        assert visits.as_(wizard).get(f"/talk/{number}/board").status_code == 403


def test_an_assisted_wizard_has_a_proposal(tmp_path: Path, catalogue: Catalogue) -> None:
    with visiting(tmp_path, catalogue, conditions={"assisted": 1.0}) as visits:
        user, wizard, number = paired(visits.study)
        browser, at = visits.as_(wizard), f"/talk/{number}"
        assert "blockquote" not in browser.get(f"{at}/proposal").text
        visits.study.sessions.say(user, number, "From Montreal to Tokyo, two adults, on August 23")
        proposal = browser.get(f"{at}/proposal").text
        query = re.search(r'data-search="([^"]+)"', proposal)
        assert query
        assert "Tokyo" in query[1]
        assert 'name="after" value="1"' in proposal
        browser.post(f"{at}/search", data={**FORM, "after": "1", "used": "yes"}, headers=HTMX)
        (searched,) = visits.study.sessions.searches(wizard, number)
        assert searched.made
        assert searched.made.by == "changed"  # another day
        assert visits.as_(user).get(f"{at}/proposal").status_code == 403


def test_what_people_write_is_text_wherever_it_is_shown(tmp_path: Path, catalogue: Catalogue) -> None:
    texts = {"en": StudyTexts(HOSTILE, HOSTILE, HOSTILE, HOSTILE)}
    with visiting(tmp_path, catalogue, texts=texts, name=HOSTILE) as visits:
        user, wizard, number = paired(visits.study)
        visits.study.sessions.say(user, number, HOSTILE)
        visits.study.access.invite("user", note=HOSTILE)
        at, own = f"/talk/{number}", visits.as_(wizard)
        search = own.post(f"{at}/search", data={"dst_city": HOSTILE[:90]}, headers=HTMX).text
        shown = [
            visits.as_(user).get(at).text, own.get(at).text, search, own.get(f"{at}/board").text,
            visits.as_administrator().get("/admin").text, visits.as_(come(visits.study)).get("/").text,
            visits.stranger().get("/").text,
        ]  # fmt: skip
        for page in shown:
            assert "<img" not in page
            assert "<script>" not in page


def test_what_comes_from_other_sites_is_refused(tmp_path: Path, catalogue: Catalogue) -> None:
    with visiting(tmp_path, catalogue) as visits:
        user, _, number = paired(visits.study)
        invitation = visits.study.access.token(visits.study.access.invite("user"))
        for browser, at in (
            (visits.as_(user), f"/talk/{number}/end"), (visits.as_(user), "/leave"), (visits.as_(user), "/available"),
            (visits.as_administrator(), "/admin/invite"), (visits.stranger(), f"/join/{invitation}"),
        ):  # fmt: skip
            for headers in ({"origin": "https://evil.example"}, {"sec-fetch-site": "cross-site"}):
                assert browser.post(at, data={"role": "user", "kind": "user"}, headers=headers).status_code == 403
        assert not visits.study.sessions.read(user, number).over


def test_pages_run_no_scripts_but_their_own_and_are_kept_nowhere(tmp_path: Path, catalogue: Catalogue) -> None:
    with visiting(tmp_path, catalogue) as visits:
        user, wizard, number = paired(visits.study)
        pages = [visits.as_(each).get(f"/talk/{number}") for each in (user, wizard)]
        for page in (*pages, visits.as_administrator().get("/admin"), visits.stranger().get("/")):
            assert "script-src 'self'" in page.headers["content-security-policy"]
            assert page.headers["cache-control"] == "no-store"
            assert not re.search(r"<script(?! src| type=\"module\" src)|<style|\son\w+=|\sstyle=", page.text)
            for name in re.findall(r'(?:src|href)="(/static/[^"]+)"', page.text):
                assert visits.stranger().get(name).status_code == 200
        assert visits.stranger().get("/static/..%2fapp.py").status_code == 404


def test_sizes_and_rates_are_limited(tmp_path: Path, catalogue: Catalogue) -> None:
    with visiting(tmp_path, catalogue, ParticipantRates(actions=3, visits=2)) as visits:
        user, _, _ = paired(visits.study)
        browser = visits.as_(user)
        assert browser.post("/leave", content=b"x" * (5 << 20)).status_code == 413
        assert [browser.post("/leave").status_code for _ in range(4)] == [303, 303, 303, 429]
        token = visits.study.access.token(visits.study.access.invite("user"))
        assert [visits.stranger().get(f"/join/{token}").status_code for _ in range(3)] == [200, 200, 429]


def test_annotators_change_so_much_at_once_and_are_told_kindly(tmp_path: Path, catalogue: Catalogue) -> None:
    with visiting(tmp_path, catalogue, ParticipantRates(messages=3)) as visits:
        _, _, number = talked(visits.study)
        browser, at = visits.as_(come(visits.study, "annotator")), f"/annotate/{number}"
        assert browser.post("/annotate/take").headers["location"] == at
        for version in ("1", "2"):
            form = {"what": "confirm", "turn": "0", "version": version}
            assert browser.post(f"{at}/edit", data=form, headers=HTMX).status_code == 200
        refused = browser.post(f"{at}/edit", data={"what": "undo", "version": "3"}, headers=HTMX)
        assert (refused.status_code, refused.headers["retry-after"]) == (429, "2")
        assert "wait a little" in refused.text
        assert browser.post(f"{at}/finish", data={"version": "3"}).status_code == 429
        assert browser.post("/annotate/take").status_code == 429
        assert browser.get(at).status_code == 200
        other = visits.as_(come(visits.study, "annotator"))
        assert other.post("/annotate/take").status_code == 303


def test_a_link_to_another_device_opens_the_page_as_the_same_person(tmp_path: Path, catalogue: Catalogue) -> None:
    with visiting(tmp_path, catalogue) as visits:
        user, _, number = paired(visits.study)
        device = visits.stranger()
        assert device.get(f"/enter/{visits.study.access.login_token(user)}").headers["location"] == "/"
        assert device.get("/").headers["location"] == f"/talk/{number}"
        assert visits.stranger().get(f"/enter/{visits.study.access.session(user)}").status_code == 403


def test_annotators_come_in_by_their_own_links_to_their_own_page(tmp_path: Path, catalogue: Catalogue) -> None:
    with visiting(tmp_path, catalogue) as visits:
        user, _, number = talked(visits.study)
        invited = visits.study.access.token(visits.study.access.invite("annotator"))
        assert "You are invited to label" in visits.stranger().get(f"/join/{invited}").text
        annotator = visits.as_(come(visits.study, "annotator"))
        assert annotator.get("/").headers["location"] == "/annotate"
        assert "1 waiting" in annotator.get("/annotate").text
        assert annotator.post("/annotate/take").headers["location"] == f"/annotate/{number}"
        assert annotator.get(f"/annotate/{number}").status_code == 200
        assert annotator.get(f"/talk/{number}").status_code == 403
        assert annotator.post("/available", data={"role": "user"}).status_code == 403
        assert "0 of 1" in visits.as_administrator().get("/admin").text
        for other in (visits.as_(user), visits.as_administrator(), visits.stranger()):
            assert other.get(f"/annotate/{number}").status_code == 403
            assert other.get("/annotate").status_code == 403
