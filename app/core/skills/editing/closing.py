"""A call that stays the call it is when words follow it. Public name: `closed`."""

from app.core.skills.reading.calls import MARKER, explicit_calls


def closed(written: str) -> str:
    """A call as it is written, its name in quotes where a word behind it would be part of it.

    Only a bare name of several words can go on: `@skill: smoke tests`, but not `smoke-tests`.
    """
    longer = f"{written} x"
    marker = MARKER.match(longer)
    if marker is None:
        return written
    calls = explicit_calls(longer, longer, marker, len(longer), False)
    if not calls or calls[0].target_end < len(longer):
        return written
    return f'{marker[0]}"{written[marker.end() :]}"'
