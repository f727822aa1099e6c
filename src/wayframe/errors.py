"""What goes wrong through no fault of the program."""


class InputError(ValueError):
    """The user's input is not what it should be.

    The message is one line that names the file, the line or the field, says what was expected and what was found.
    Faces print it and leave with exit code 2; nobody prints a traceback for it.
    """


def reason(error: OSError) -> str:
    """Return what the system says about a file, as it may stand in a message."""
    return (error.strerror or str(error)).lower()


def shown(value: object, limit: int = 60) -> str:
    """`value` as it may stand inside a one-line message: quoted, control characters escaped, cut at `limit`."""
    text = repr(value)
    return text if len(text) <= limit else f"{text[: limit - 1]}…"


def described(error: Exception) -> str:
    """Return an error of somebody else's code in a line, with its kind."""
    return " ".join(f"{type(error).__name__}: {error}".split())
