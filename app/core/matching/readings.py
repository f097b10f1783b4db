"""What the name in a call can be: that of a skill, or of an engram and of a skill in it."""

from collections.abc import Iterator

_MOST_SLASHES = 5
"""Of a name that are looked at: an engram may have some of its own."""


def readings(call_key: str) -> Iterator[tuple[str, str]]:
    """The keys of an engram, empty for none, and of a skill that a call can mean, likeliest first.

    The whole is a name before any part of it is an engram.
    """
    yield "", call_key.replace("/", "-")
    at = call_key.find("/")
    for _slash in range(_MOST_SLASHES):
        if at < 0:
            return
        yield call_key[:at].replace("/", "-"), call_key[at + 1 :].replace("/", "-")
        at = call_key.find("/", at + 1)
