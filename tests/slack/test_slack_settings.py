"""What the bot has to know, and the app that docs/slack.md sets up."""

import pytest

pytest.importorskip("slack_bolt")
pytest.importorskip("itsdangerous")
pytest.importorskip("ruamel.yaml")

from slack_server import manifest
from wayframe.collection.study import SlackSettings
from wayframe.errors import InputError
from wayframe.slack import PATH, BotSettings, settings
from wayframe.slack.bot import COMMAND

ENVIRON = {"SLACK_BOT_TOKEN": " xoxb-1\n", "SLACK_APP_TOKEN": "xapp-1", "SLACK_SIGNING_SECRET": "s"}


def test_each_mode_has_its_secret() -> None:
    api = "https://slack.com/api/"
    assert settings(SlackSettings(), ENVIRON, "https://x.org/") == BotSettings(
        "xoxb-1", api, "https://x.org", app_token="xapp-1"
    )
    http = BotSettings("xoxb-1", "http://localhost/", "https://x.org", secret="s")
    assert settings(SlackSettings("http", api="http://localhost/"), ENVIRON, "https://x.org") == http


@pytest.mark.parametrize(
    ("slack", "environ", "complaint"),
    [
        (SlackSettings(), {}, "SLACK_BOT_TOKEN: is not set"),
        (SlackSettings(), {**ENVIRON, "SLACK_BOT_TOKEN": "xapp-1"}, "SLACK_BOT_TOKEN: expected what begins with xoxb-"),
        (SlackSettings(), {**ENVIRON, "SLACK_APP_TOKEN": ""}, "SLACK_APP_TOKEN: is not set"),
        (SlackSettings(), {**ENVIRON, "SLACK_APP_TOKEN": "xoxb-1"}, "SLACK_APP_TOKEN: expected what begins with xapp-"),
        (SlackSettings("http"), {"SLACK_BOT_TOKEN": "xoxb-1"}, "SLACK_SIGNING_SECRET: is not set"),
    ],
)
def test_what_is_missing_is_named_and_no_secret_shown(
    slack: SlackSettings, environ: dict[str, str], complaint: str
) -> None:
    with pytest.raises(InputError, match=complaint) as found:
        settings(slack, environ, "https://x.org")
    assert not any(secret.strip() in str(found.value) for secret in environ.values() if len(secret) > 5)


def test_the_manifest_asks_for_what_the_bot_uses_and_nothing_else() -> None:
    """That it is enough, the other tests show: their workspace keeps to it."""
    app = manifest()
    assert app["oauth_config"]["scopes"] == {"bot": ["chat:write", "commands", "im:history", "im:write", "users:read"]}
    assert app["settings"]["event_subscriptions"] == {"bot_events": ["message.im"]}
    assert [each["command"] for each in app["features"]["slash_commands"]] == [COMMAND]
    assert app["settings"]["socket_mode_enabled"]
    assert app["features"]["app_home"]["messages_tab_enabled"]
    assert not app["features"]["app_home"]["messages_tab_read_only_enabled"]


def test_over_http_everything_goes_to_the_path_that_is_served() -> None:
    changes = manifest(2)
    places = (
        changes["features"]["slash_commands"][0]["url"],
        changes["settings"]["event_subscriptions"]["request_url"],
        changes["settings"]["interactivity"]["request_url"],
    )
    assert all(place.endswith(f"example.org{PATH}") for place in places)
    app = manifest()
    assert (
        changes["settings"]["event_subscriptions"]["bot_events"] == app["settings"]["event_subscriptions"]["bot_events"]
    )
    assert not changes["settings"]["socket_mode_enabled"]
