"""Skills that agents follow and do otherwise, at the same step again and again."""

import re
from collections.abc import Container, Mapping, Sequence
from dataclasses import replace

from app.core.learning import candidates
from app.core.learning.candidates import Call, Found
from app.core.learning.carrying import inputs_of
from app.core.learning.written import with_call
from app.core.library import catalogue, library
from app.core.patterns.background import FEWEST_SESSIONS, background
from app.core.patterns.doing import Use, anyway, given
from app.core.patterns.drafting import in_words, listed, said_of
from app.core.patterns.drift import Change, Kind, changed, drift
from app.core.patterns.field import Field
from app.core.patterns.pattern import Occurrence
from app.core.patterns.streams import streams
from app.core.progress import SILENT, Progress
from app.core.skills import names
from app.core.skills.editing.render import delete_step, insert_step, with_step
from app.core.skills.reading.grammar import parse
from app.core.transcripts.model import Call as Work
from app.core.transcripts.model import Session
from app.core.vault import Vault
from app.core.walk.plan import source_id
from app.core.words import _, ngettext

_HALF_SURE = 2
"""Sessions in which something was done otherwise that are half as sure as can be."""


def propose(
    vault: Vault,
    agent: str,
    learned: Mapping[int, Sequence[str]],
    sessions: Sequence[Session],
    progress: Progress = SILENT,
) -> dict[int, tuple[str, ...]]:
    """Propose for each skill that was `learned` what the agent does otherwise at its steps.

    Returns what the skills come to with that, if there is something. Raises `Cancelled`.
    """
    proposed = {}
    if not learned:
        return {}
    field = Field(streams(sessions), progress)
    usual = background(field, FEWEST_SESSIONS)
    for skill, tools in learned.items():
        row = catalogue.row(vault, skill)
        state = library.current(vault, skill)
        steps = steps_of(state[1], tools) if state is not None else ()
        if row is None or state is None or not steps:
            continue  # its steps are others by now
        known = {names.key(row.title), names.key(source_id(skill))}
        read = [use for one in sessions for use in given(known, one)]
        uses = read
        if not (changes := drift(tools, read)):
            uses = _with_others(read, anyway(tools, field, usual), sessions)
            changes = drift(tools, uses)
        if changes:
            keys = {use.session for use in read}
            found = _found(agent, row.title, tools, changes, steps, state[1], uses, keys)
            candidates.keep(vault, found, skill, state[0].version)
            proposed[skill] = found.tools
    return proposed


def _with_others(
    read: Sequence[Use], others: Sequence[Use], sessions: Sequence[Session]
) -> list[Use]:
    """With those that did as the skill says and were not given it, in the order of the sessions."""
    order = {session.key: number for number, session in enumerate(sessions)}
    known = {use.session for use in read}
    more = (use for use in others if use.session not in known)
    return sorted([*read, *more], key=lambda use: order[use.session])


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
        said = said_of(tool)
        named = _SAID.findall(said) or [said.rpartition(" ")[0]]
        later = range(found[-1] + 1 if found else 0, len(steps))
        step = next((n for n in later if all(one in steps[n].text for one in named)), -1)
        if step < 0:
            return ()
        found.append(step)
    return (*found, found[-1] + 1)


_SAID = re.compile(r"`[^`]+`")
"""What a drafted step calls, as it stands in it; others are told by how they begin."""


def _found(
    agent: str,
    title: str,
    tools: Sequence[str],
    changes: Sequence[Change],
    steps: Sequence[int],
    text: str,
    uses: Sequence[Use],
    read: Container[str],
) -> Found:
    """`steps` are the places of the tools in the text; in sessions that are `read` the skill was
    given."""
    there = placed(changes, tools, steps, text, {use.session: use.work for use in uses})
    keys = dict.fromkeys(key for change in changes for key in change.sessions)
    said = "; ".join(map(_words, there))
    count = ngettext("{count} session", "{count} sessions", len(keys)).format(count=len(keys))
    about = (
        _("After reading it, agents did otherwise in {sessions}: {what}.")
        if all(key in read for key in keys)
        else _("Agents do otherwise by now, in {sessions}: {what}.")
    )
    return Found(
        agent,
        tuple(Call(tool) for tool in changed(tools, changes)),
        title,
        about.format(sessions=count, what=said),
        edited(text, there),
        round(len(keys) / (len(keys) + _HALF_SURE), 2),
        tuple(_place(use) for use in uses if use.session in keys and use.work),
    )


def placed(
    changes: Sequence[Change],
    tools: Sequence[str],
    steps: Sequence[int],
    text: str,
    works: Mapping[str, Sequence[Work]],
) -> list[Change]:
    """Changes at the steps of the text, with the inputs that their calls are given."""
    written = parse(text).steps
    texts = [written[step].text for step in steps[: len(tools)]]
    return [
        replace(
            change,
            step=steps[change.step],
            inputs=inputs_of(change, tools, texts, works),
        )
        for change in changes
    ]


def edited(text: str, changes: Sequence[Change], is_own: bool = False) -> str:
    """The text with these changes at its steps: whatever else was written in it stays, and also
    what stands around a command where a person wrote all of it (`is_own`).

    From the last to the first, so that the steps before keep their places.
    """
    for _at, change in sorted(enumerate(changes), key=lambda one: (one[1].step, one[0]))[::-1]:
        said = said_of(change.tool, listed([f"${name}" for name in change.inputs]))
        if change.kind is Kind.ADDED:
            text = insert_step(text, change.step, said)
        elif change.kind is Kind.REPLACED:
            own = parse(text).steps[change.step].text if is_own else ""
            instead = with_call(own, change.tool, change.inputs)
            text = with_step(text, change.step + 1, instead or said)
        else:
            text = delete_step(text, change.step + 1)
    return text


def _words(change: Change) -> str:
    step = change.step + 1
    if change.kind is Kind.LEFT_OUT:
        return _("step {step} is left out").format(step=step)
    if change.kind is Kind.REPLACED:
        return _("step {step} is {tool}").format(step=step, tool=in_words(change.tool))
    return _("{tool} comes before step {step}").format(step=step, tool=in_words(change.tool))


def _place(use: Use) -> Occurrence:
    times = [call.at for call in use.work if call.at is not None]
    return Occurrence(
        use.session, use.work[0].row, use.work[-1].row,
        min(times, default=None), max(times, default=None),
    )  # fmt: skip
