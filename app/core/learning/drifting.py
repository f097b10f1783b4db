"""Skills that agents follow and do otherwise, at the same step again and again."""

from collections.abc import Container, Mapping, Sequence
from datetime import datetime

from app.core.learning import promoting, recording
from app.core.learning.candidates import Call
from app.core.learning.evolving import Version, evolved, steps_of
from app.core.learning.own_skills import as_followed, own_skills_read, written_at
from app.core.learning.recording import Found
from app.core.library import catalogue, library
from app.core.patterns.background import FEWEST_SESSIONS, background
from app.core.patterns.doing import Use, anyway, given
from app.core.patterns.drafting import in_words
from app.core.patterns.drift import Change, Kind, changed, drift
from app.core.patterns.field import Field
from app.core.patterns.pattern import Occurrence
from app.core.patterns.streams import streams
from app.core.progress import SILENT, Progress
from app.core.skills import names
from app.core.skills.reading.grammar import parse
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
    """Propose for each skill that was `learned`, and for each that a person wrote and the agent was
    given, what it does otherwise at the steps.

    Returns what the skills come to with that, if there is something. Raises `Cancelled`.
    """
    proposed = _of_own(vault, agent, sessions)
    if not learned:
        return proposed
    field = Field(streams(sessions), progress)
    usual = background(field, FEWEST_SESSIONS)
    for skill, tools in learned.items():
        row = catalogue.row(vault, skill)
        state = library.current(vault, skill)
        steps = steps_of(state[1], tools) if state is not None else ()
        if row is None or state is None or not steps:
            continue  # its steps are others by now
        since = promoting.learned_at(vault, skill)
        read = [use for use in _given(skill, row.title, sessions) if _is_since(use, since)]
        uses = read
        if not (changes := drift(tools, read)):
            others = [use for use in anyway(tools, field, usual) if _is_since(use, since)]
            uses = _with_others(read, others, sessions)
            changes = drift(tools, uses)
        if changes:
            keys = {use.session for use in read}
            version = Version(state[1], tools, steps, promoting.learned_inputs(vault, skill))
            found = _found(agent, row.title, version, changes, uses, keys)
            recording.keep(vault, found, skill, state[0].version)
            proposed[skill] = found.tools
    return proposed


def _of_own(vault: Vault, agent: str, sessions: Sequence[Session]) -> dict[int, tuple[str, ...]]:
    """Of the skills that a person wrote: what is their calls stands in their words alone, so only
    who read them tells."""
    proposed = {}
    made = list(dict.fromkeys(call.tool for one in sessions for call in one.calls))
    for skill in own_skills_read(vault, sessions):
        row = catalogue.row(vault, skill)
        state = library.current(vault, skill)
        if row is None or state is None:
            continue
        uses = _given(skill, row.title, sessions)
        since = written_at(vault, skill, made)
        uses = [use for use in uses if since is None or _is_since(use, since)]
        own = as_followed(state[1], uses, made)
        if own is not None and (changes := drift(own.tools, uses)):
            version = Version(state[1], own.tools, own.steps, is_own=True)
            keys = {use.session for use in uses}
            found = _found(agent, row.title, version, changes, uses, keys)
            recording.keep(vault, found, skill, state[0].version)
            proposed[skill] = found.tools
    return proposed


def _given(skill: int, title: str, sessions: Sequence[Session]) -> list[Use]:
    """What was done to follow a skill, each time that it was given."""
    known = {names.key(title), names.key(source_id(skill))}
    return [use for one in sessions for use in given(known, one)]


def _is_since(use: Use, learned: datetime) -> bool:
    """Whether this may tell of the version that was learned then: nothing older does."""
    begun = next((call.at for call in use.work if call.at is not None), None)
    return begun is None or begun >= learned


def _with_others(
    read: Sequence[Use], others: Sequence[Use], sessions: Sequence[Session]
) -> list[Use]:
    """With those that did as the skill says and were not given it, in the order of the sessions."""
    order = {session.key: number for number, session in enumerate(sessions)}
    known = {use.session for use in read}
    more = (use for use in others if use.session not in known)
    return sorted([*read, *more], key=lambda use: order[use.session])


def _found(
    agent: str,
    title: str,
    version: Version,
    changes: Sequence[Change],
    uses: Sequence[Use],
    read: Container[str],
) -> Found:
    """In sessions that are `read` the skill was given."""
    now = evolved(version, changes, {use.session: use.work for use in uses})
    keys = dict.fromkeys(key for change in changes for key in change.sessions)
    count = ngettext("{count} session", "{count} sessions", len(keys)).format(count=len(keys))
    about = (
        _("After reading it, agents did otherwise in {sessions}: {what}.")
        if all(key in read for key in keys)
        else _("Agents do otherwise by now, in {sessions}: {what}.")
    )
    return Found(
        agent,
        tuple(Call(tool) for tool in changed(version.tools, changes)),
        title,
        about.format(sessions=count, what=told(now.changes, version.text)),
        now.text,
        round(len(keys) / (len(keys) + _HALF_SURE), 2),
        tuple(_place(use) for use in uses if use.session in keys and use.work),
    )


def told(changes: Sequence[Change], text: str) -> str:
    """What is done otherwise, at which steps of the text."""
    last = len(parse(text).steps)
    return "; ".join(_words(change, last) for change in changes)


def _words(change: Change, last: int) -> str:
    step = change.step + 1
    if change.kind is Kind.LEFT_OUT:
        return _("step {step} is left out").format(step=step)
    if change.kind is Kind.REPLACED:
        return _("step {step} is {tool}").format(step=step, tool=in_words(change.tool))
    if step > last:
        return _("{tool} comes after step {step}").format(step=last, tool=in_words(change.tool))
    return _("{tool} comes before step {step}").format(step=step, tool=in_words(change.tool))


def _place(use: Use) -> Occurrence:
    times = [call.at for call in use.work if call.at is not None]
    return Occurrence(
        use.session, use.work[0].row, use.work[-1].row,
        min(times, default=None), max(times, default=None),
    )  # fmt: skip
