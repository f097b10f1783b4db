"""What is said of a run in few words: how it stands, who has it, how long it takes."""

from collections.abc import Callable, Mapping
from datetime import datetime
from textwrap import shorten
from typing import NamedTuple

from PySide6.QtCore import QLocale

from app.core.agents import clients
from app.core.agents.caller import OTHER
from app.core.runs.actions import Outcome
from app.core.runs.place_words import progress_words
from app.core.runs.program import Node
from app.core.runs.state import By, RunStatus
from app.core.runs.store import Run
from app.core.vault import Vault
from app.core.words import _

LONGEST = 40
"""Characters of the value of an input in a list."""


class Sign(NamedTuple):
    """A drawing in the colour of a token, with words."""

    icon: str
    colour: str
    words: str


def seconds(run: Run, now: datetime) -> float:
    """How long a run has taken by now."""
    return run.clock + since_last(run, now)


def since_last(run: Run, now: datetime) -> float:
    """What its last action is ago on its clock, which stands still before a run begins, and while
    it is paused or over."""
    if run.status is not RunStatus.RUNNING or run.step == "start":
        return 0.0
    return max(0.0, (now - run.at).total_seconds())


def name_of(vault: Vault, by: By) -> str:
    """The person at this window, or an agent as it is known."""
    if by.is_person:
        return _("You")
    if by.client == OTHER and by.name:
        return by.name  # as it calls itself: nobody has connected it by another name
    known = clients.client(vault, by.client) if by.client else None
    return (known.name if known else "") or by.name or by.client or _("Any agent")


def number_of(node: Node) -> str:
    """As its author wrote it; a sub-step by its place, which says where it stands."""
    return (node.label or node.path) if node.parent < 0 else node.path


def waits_for_person(run: Run) -> bool:
    """Whether an agent has handed it over and nobody has taken it yet."""
    return run.status.is_open and run.offered is not None and run.offered.is_person


def sign(run: Run, name: Callable[[By], str]) -> Sign:
    """How a run stands; `name` says what somebody is called."""
    if run.status is RunStatus.FINISHED:
        return outcome_sign(run.outcome)
    if run.status is RunStatus.ABANDONED:
        return Sign("circle-slash", "t3", _("Abandoned"))
    if waits_for_person(run):
        return Sign("help", "warn", _("Waits for you"))
    if run.offered is not None:
        return Sign("agents", "t2", _("Handed over"))
    if run.status is RunStatus.PAUSED:
        return Sign("pause", "t2", _("Paused"))
    if not run.holder.is_person:
        said = _("{name} runs it").format(name=name(run.holder))
        return Sign("agents", "acc", said)
    if run.step == "start":
        return Sign("runs", "t3", _("Not begun"))
    return Sign("runs", "acc", _("Running"))


def outcome_sign(outcome: Outcome | None) -> Sign:
    """How a run ended."""
    return {
        Outcome.SUCCESS: Sign("circle-check", "ok", _("Success")),
        Outcome.PARTIAL: Sign("warn", "warn", _("Partly done")),
        Outcome.FAILURE: Sign("error", "err", _("Failed")),
        None: Sign("circle-check", "t2", _("Ended")),
    }[outcome]


def titled(run: Run) -> str:
    """The skill as it was called then, and as it is called now."""
    if run.present_title == run.title:
        return run.title
    return _("{title} (now {present})").format(title=run.title, present=run.present_title)


def numbered(run: Run) -> str:
    """Such as "run 149 · v7"."""
    return _("run {run} · v{version}").format(run=run.id, version=run.number)


def step_of(run: Run) -> str:
    """Where an open run is among its top-level steps."""
    return progress_words(run.step, run.done, run.steps)


def inputs_words(inputs: Mapping[str, str]) -> str:
    """Such as "version = 8.14, env = prod"."""
    said = _("{name} = {value}")
    shown = (said.format(name=name, value=shorten(value, LONGEST, placeholder="…"))
             for name, value in inputs.items())  # fmt: skip
    return _(", ").join(shown)


def size_words(size: int) -> str:
    """Such as "12 KB" and "3.4 MB"."""
    return QLocale().formattedDataSize(size, 1, QLocale.DataSizeFormat.DataSizeSIFormat)
