"""The steps of one skill in their order, and which skills each of them calls."""

from dataclasses import dataclass

from app.core.library import catalogue, library
from app.core.skills import names
from app.core.skills.reading.grammar import parse
from app.core.skills.reading.plain_words import step_words
from app.core.vault import Vault


@dataclass(frozen=True, slots=True)
class Stage:
    """A top-level step with all that belongs to it: `text[start:end]` of the skill.

    `calls` are skills by their ids; `jumps` are stages that a loop or a branch leads to, by their
    place in the sequence.
    """

    path: str
    words: str
    start: int
    end: int
    calls: tuple[int, ...]
    jumps: tuple[int, ...]


def sequence(vault: Vault, skill: int) -> tuple[Stage, ...]:
    """Raises `NotFound`."""
    read = parse(library.text(vault, skill))
    meant = catalogue.called(vault, [skill]).get(skill, {})
    root: dict[int, int] = {}
    tops = [step for step in read.steps if not step.parent]
    for n, top in enumerate(tops):
        root[top.position] = n
    for step in read.steps:
        root.setdefault(step.position, root.get(step.parent, 0))
    calls: list[dict[int, None]] = [{} for _top in tops]
    jumps: list[dict[int, None]] = [{} for _top in tops]
    for step in read.steps:
        n = root[step.position]
        for call in step.calls:
            calls[n].update(dict.fromkeys(meant.get(names.call_key(call.target), ())))
        jumps[n].update({root[j.target]: None for j in step.jumps if j.target in root})
    return tuple(
        Stage(top.path, step_words(read, top), top.start, top.end, tuple(calls[n]), tuple(jumps[n]))
        for n, top in enumerate(tops)
    )
