"""The skills for a session as a block of text, within what a client has room for."""

from collections.abc import Sequence
from dataclasses import dataclass

HEADING = "## Relevant Skills"
ADVICE = "Follow one with walk_skill_structured before you act."
AT_START = 1_000
"""Characters of the block at the start of a session."""
AT_PROMPT = 300
_DESCRIPTION = 100
"""Characters of a description; fewer for a prompt."""
_LEAST = 24
"""Characters of a constraint that still say something."""


@dataclass(frozen=True, slots=True)
class Line:
    """A skill to bring forward."""

    id: str
    title: str
    description: str
    reason: str
    constraints: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()


def block(lines: Sequence[Line], limit: int, room: int) -> str:
    """At most `limit` skills, whole lines only, in `room` characters; empty where there are none.

    What must be kept in mind comes before a further skill, also for a skill that is not among the
    best: an agent may follow it all the same.
    """
    if not lines or not limit:
        return ""
    short = room < AT_START
    skills = [_skill(one, short=short) for one in lines[:limit]]
    mind = _constraints([one for one in lines if one.constraints], room // 2)
    last = [] if short else [ADVICE]
    left, fits = room - len(HEADING), set[str]()
    for text in dict.fromkeys((*skills[:1], *mind, *skills[1:], *last)):
        if len(text) + 1 <= left:
            fits.add(text)
            left -= len(text) + 1
    chosen = [text for text in dict.fromkeys((*skills, *mind, *last)) if text in fits]
    return "\n".join([HEADING, *chosen]) if fits - {ADVICE} else ""


def _skill(one: Line, *, short: bool) -> str:
    about = cut(one.description, _DESCRIPTION // 2 if short else _DESCRIPTION)
    said = f"- {one.title} ({one.id})" + (f": {about}" if about else "") + f" [{one.reason}]"
    return " ".join([said, *(f"(! {warning})" for warning in one.warnings)])


def _constraints(lines: Sequence[Line], room: int) -> list[str]:
    """One line for each skill, the shorter the more there are, so that none is dropped."""
    starts = [f"- Keep in mind for {cut(one.title, 40)}: " for one in lines]
    each = room // len(lines) if lines else 0
    return [
        start + cut("; ".join(one.constraints), max(_LEAST, each - len(start) - 1))
        for start, one in zip(starts, lines, strict=True)
    ]


def cut(text: str, most: int) -> str:
    """In one line of at most `most` characters."""
    line = " ".join(text.split())
    return line if len(line) <= most else f"{line[: most - 1].rstrip()}…"
