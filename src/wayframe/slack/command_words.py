"""The words that the bot listens to."""

from __future__ import annotations

from typing import Literal, NamedTuple, cast, get_args

from wayframe.collection.pairing import Role

Word = Literal["available", "end", "leave", "status", "help"]


class BotCommand(NamedTuple):
    """A word for the bot, and with `available` the role that was asked for, if one was."""

    word: Word
    role: Role | None = None


def command(text: str) -> BotCommand | None:
    """Return what a message tells the bot to do; None where it is meant for the partner.

    A command is the whole message: "end" is one, "the end of August" isn't.
    """
    match text.strip(" \t\n/.!").casefold().split():
        case ["available"]:
            return BotCommand("available")
        case ["available", role] if role in get_args(Role):
            return BotCommand("available", cast("Role", role))
        case [word] if word in get_args(Word):
            return BotCommand(cast("Word", word))
    return None
