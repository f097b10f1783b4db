"""What the name in a call can be: that of a skill, or of an engram and of a skill in it."""

from collections.abc import Iterator


def readings(call_key: str) -> Iterator[tuple[str, str]]:
    """The keys of an engram, empty for none, and of a skill that a call can mean, likeliest first.

    The whole is a name before any part of it is an engram.
    """
    yield "", call_key.replace("/", "-")
    for at, character in enumerate(call_key):
        if character == "/":
            yield call_key[:at].replace("/", "-"), call_key[at + 1 :].replace("/", "-")
