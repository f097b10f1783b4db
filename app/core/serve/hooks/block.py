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


@dataclass(frozen=True, slots=True)
class Line:
    """A skill to bring forward. `reliability` is how often following it went well, of how many
    times, where that is seldom."""

    id: str
    title: str
    description: str
    reason: str
    constraints: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    reliability: tuple[int, int] | None = None


def block(lines: Sequence[Line], limit: int, room: int) -> str:
    """At most `limit` skills, whole lines only, in `room` characters; empty where there are none.

    What must be kept in mind comes before a further skill, also for a skill that is not among the
    best: an agent may follow it all the same.
    """
    if not lines or not limit:
        return ""
    short = room < AT_START
    skills = [_skill(one, short=short) for one in lines[:limit]]
    mind = [text for one in lines for text in _constraints(one)]
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
    if one.reliability is not None:
        good, all_ = one.reliability
        said += f" (! went well {good} of {all_} times)"
    return " ".join([said, *(f"(! {warning})" for warning in one.warnings)])


def _constraints(one: Line) -> list[str]:
    return [f"- Keep in mind for {one.title}: {cut(said, 160)}" for said in one.constraints]


def cut(text: str, most: int) -> str:
    """In one line of at most `most` characters."""
    line = " ".join(text.split())
    return line if len(line) <= most else f"{line[: most - 1].rstrip()}…"
