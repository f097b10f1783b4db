"""Skills that agents read and then did otherwise, at the same step again and again."""

import re
from collections.abc import Container, Sequence
from dataclasses import replace

from app.core.learning import candidates, promoting
from app.core.learning.candidates import Call, Found
from app.core.library import catalogue, library
from app.core.patterns.drafting import said_of
from app.core.patterns.drift import Change, Kind, changed, drift
from app.core.patterns.pattern import Occurrence
from app.core.skills import names
from app.core.skills.editing.render import delete_step, insert_step, with_step
from app.core.skills.reading.grammar import parse
from app.core.transcripts.model import Event, Session, SkillRead
from app.core.vault import Vault
from app.core.walk.plan import source_id
from app.core.words import _, ngettext

_HALF_SURE = 2
"""Sessions in which something was done otherwise that are half as sure as can be."""


def propose(vault: Vault, agent: str, sessions: Sequence[Session]) -> frozenset[int]:
    """Propose for each skill that was learned what the agent does otherwise at its steps.

    Returns the skills for which there was something.
    """
    proposed = set()
    for skill, tools in promoting.sequences(vault, agent).items():
        row = catalogue.row(vault, skill)
        state = library.current(vault, skill)
        steps = steps_of(state[1], tools) if state is not None else ()
        if row is None or state is None or not steps:
            continue  # its steps are others by now
        known = {names.key(row.title), names.key(source_id(skill))}
        named = [_named(one, known, row.title) for one in sessions if _reads(one, known)]
        if changes := drift(row.title, tools, named):
            found = _found(agent, row.title, tools, changes, steps, state[1], sessions)
            with vault.write(None) as write:
                candidates.put(write, found, skill, state[0].version)
            proposed.add(skill)
    return frozenset(proposed)


def steps_of(text: str, tools: Sequence[str]) -> tuple[int, ...]:
    """Which step of a skill each tool is, counted from 0, and the place behind the last of them;
    nothing where that cannot be told.

    A person may have put steps between: then those count that say what is called.
    """
    steps = parse(text).steps
    if len(steps) == len(tools):
        return tuple(range(len(tools) + 1))
    found: list[int] = []
    for tool in tools:
        named = _SAID.findall(said_of(tool))
        later = range(found[-1] + 1 if found else 0, len(steps))
        step = next((n for n in later if named and all(one in steps[n].text for one in named)), -1)
        if step < 0:
            return ()
        found.append(step)
    return (*found, found[-1] + 1)


_SAID = re.compile(r"`[^`]+`")
"""What a drafted step calls, as it stands in it."""


def _reads(session: Session, known: Container[str]) -> bool:
    return any(_is_read(event, known) for event in session.events)


def _is_read(event: Event, known: Container[str]) -> bool:
    return isinstance(event, SkillRead) and names.key(event.name) in known


def _named(session: Session, known: Container[str], title: str) -> Session:
    """The session with a skill by its title, whichever of its names was said there."""
    events = (
        replace(event, name=title) if isinstance(event, SkillRead) and _is_read(event, known)
        else event
        for event in session.events
    )  # fmt: skip
    return replace(session, events=tuple(events))


def _found(
    agent: str,
    title: str,
    tools: Sequence[str],
    changes: Sequence[Change],
    steps: Sequence[int],
    text: str,
    sessions: Sequence[Session],
) -> Found:
    """`steps` are the places of the tools in the text."""
    there = [replace(change, step=steps[change.step]) for change in changes]
    keys = dict.fromkeys(key for change in changes for key in change.sessions)
    said = "; ".join(map(_words, there))
    count = ngettext("{count} session", "{count} sessions", len(keys)).format(count=len(keys))
    return Found(
        agent,
        tuple(Call(tool) for tool in changed(tools, changes)),
        title,
        _("After reading it, agents did otherwise in {sessions}: {what}.").format(
            sessions=count, what=said
        ),
        edited(text, there),
        round(len(keys) / (len(keys) + _HALF_SURE), 2),
        tuple(_place(one) for one in sessions if one.key in keys and not one.helper),
    )


def edited(text: str, changes: Sequence[Change]) -> str:
    """The text with these changes at its steps: whatever else was written in it stays.

    From the last to the first, so that the steps before keep their places.
    """
    for _at, change in sorted(enumerate(changes), key=lambda one: (one[1].step, one[0]))[::-1]:
        if change.kind is Kind.ADDED:
            text = insert_step(text, change.step, said_of(change.tool))
        elif change.kind is Kind.REPLACED:
            text = with_step(text, change.step + 1, said_of(change.tool))
        else:
            text = delete_step(text, change.step + 1)
    return text


def _words(change: Change) -> str:
    step = change.step + 1
    if change.kind is Kind.LEFT_OUT:
        return _("step {step} is left out").format(step=step)
    if change.kind is Kind.REPLACED:
        return _("step {step} is {tool}").format(step=step, tool=change.tool)
    return _("{tool} comes before step {step}").format(step=step, tool=change.tool)


def _place(session: Session) -> Occurrence:
    rows = [event.row for event in session.events]
    times = [event.at for event in session.events if event.at is not None]
    return Occurrence(
        session.key, min(rows, default=0), max(rows, default=0),
        min(times, default=None), max(times, default=None),
    )  # fmt: skip
