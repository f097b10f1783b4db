"""How the name of a cluster is written. Public name: `ways_to_write`."""

from collections.abc import Sequence

_SHORT = 14
"""Letters that are left of a name where there is no room for more."""
_COUNT = 2
"""Letters for which the count behind the last line takes the room."""


def ways_to_write(name: str) -> Sequence[tuple[str, ...]]:
    """The lines of a name in capitals, the best way first: in one line, a long one in two, and at
    last cut short."""
    whole = name.upper()
    if len(whole) <= _SHORT:
        return [(whole,)]
    cut = f"{whole[: _SHORT - 1].rstrip(' ,')}…"
    return [(whole,), *_in_two(whole), (cut,)]


def _in_two(name: str) -> Sequence[tuple[str, str]]:
    """Where two lines are shortest; a single word stays whole."""
    gaps = [n for n, letter in enumerate(name) if letter == " "]
    if not gaps:
        return []
    gap = min(gaps, key=lambda at: max(at, len(name) - at + _COUNT))
    return [(name[:gap], name[gap + 1 :])]
