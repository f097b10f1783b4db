"""The beginning of a text in one line. Public name: `gist`."""

_KEPT = 0.6
"""The share of the room that is filled at least; a longer word is cut, as in Chinese."""


def gist(text: str, longest: int) -> str:
    """At most `longest` characters of it in one line; what is cut ends between words, with "…"."""
    line = " ".join(text.split())
    if len(line) <= longest:
        return line
    end = line.rfind(" ", 0, longest)
    return line[: end if end >= longest * _KEPT else longest - 1].rstrip(" ,;:–—-") + "…"
