"""The record of a run as Markdown, for people."""

import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from heapq import merge
from operator import itemgetter
from typing import TypeVar
from unicodedata import bidirectional

from app.core.runs.actions import (
    Abandon,
    Action,
    Back,
    Done,
    Enter,
    Fail,
    Finish,
    GiveUp,
    GoOn,
    HandOver,
    Move,
    Outcome,
    Pause,
    Recover,
    Resume,
    Retry,
    Skip,
    Switch,
    TakeOver,
)  # fmt: skip
from app.core.runs.items import Item, Kind
from app.core.runs.place_words import clock, in_words
from app.core.runs.record import Line, Report
from app.core.runs.state import By, RunStatus
from app.core.skills.reading.step_line import step_line
from app.core.words import _

_SIGN = re.compile(r"[\\`*<>\[\]~|]|(?<!\w)_|_(?!\w)|&(?=#?\w+;)")
"""What would be read as Markdown or HTML inside a line."""


def to_markdown(told: Report) -> str:
    """Everything that is told of a run, in the order in which it happened."""
    return "\n".join(_paragraphs(told)) + "\n"


def _paragraphs(told: Report) -> Iterator[str]:
    run, state = told.record.run, told.record.state
    root = told.record.program.procedures[run.skill]
    title = _("Run {number}: {title} (version {version})")
    yield "# " + title.format(number=run.id, title=_flat(run.title), version=run.number)
    yield ""
    yield "- " + _("Began {at}, last action {last}").format(
        at=moment(run.started), last=moment(run.at)
    )
    yield "- " + _("Took {time} without pauses").format(time=clock(run.clock))
    yield "- " + _ended(told)
    if root.success:
        yield "- " + _("Success means: {what}").format(what=_flat(root.success))
    values = {**state.frames[0].values, **state.results}
    if values:
        yield from ("", f"## {_('Values')}", "")
        yield from (f"- `${name}` = {_flat(value)}" for name, value in values.items())
    yield from ("", f"## {_('What was done')}", "")
    titles = {line.step: _called(told, line) for line in told.lines}
    lines = ((at, 0, _line(told, line)) for at, line in _in_time(told.lines))
    items = ((at, 1, [_item(one, titles)]) for at, one in _in_time(told.items))
    for _at, _kind, said in merge(lines, items, key=itemgetter(0, 1)):
        yield from said


_T = TypeVar("_T", Line, Item)


def _in_time(some: Iterable[_T]) -> Iterator[tuple[datetime, _T]]:
    """Each with when it was at the earliest: their order stays where the clock was set back."""
    latest = datetime.min.replace(tzinfo=UTC)
    for one in some:
        latest = max(latest, one.at)
        yield latest, one


def _ended(told: Report) -> str:
    run = told.record.run
    if run.status is RunStatus.ABANDONED:
        said = _("Abandoned")
    elif run.outcome is None:
        said = _("Not over: at {step}").format(step=in_words(run.step))
    else:
        said = {
            Outcome.SUCCESS: _("Success"),
            Outcome.PARTIAL: _("Partial success"),
            Outcome.FAILURE: _("Failure"),
        }[run.outcome]
    return f"{said}: {_flat(run.said)}" if run.said else said


def _line(told: Report, line: Line) -> list[str]:
    what, why, values = _said(told, line.action)
    head = f"- {moment(line.at)} · {_place(line.step, _called(told, line))}"
    if line.text:
        head += f" {_flat(step_line(line.text))}"
    head += f": {what}, {_who(line.by)}"
    if why:
        head += f": {_flat(why)}"
    return [head, *(f"  - `${name}` = {_flat(value)}" for name, value in values.items())]


def _called(told: Report, line: Line) -> str:
    """The title of the procedure, where it is not the one that the run is of."""
    return _flat(line.title) if line.skill != told.record.run.skill else ""


def _place(step: str, title: str) -> str:
    words = in_words(step, title)
    return f"**{words[:1].upper()}{words[1:]}**"


def _said(told: Report, action: Action) -> tuple[str, str, dict[str, str]]:
    """What was done, why, and what was written down."""
    match action:
        case Enter():
            return _("begun"), action.without, dict(action.values)
        case Done():
            return _("done"), "", dict(action.values)
        case Skip():
            return _("skipped"), action.why, {}
        case Fail():
            return _("failed"), action.why, {}
        case Retry():
            return _("tried again"), "", {}
        case GoOn():
            return _("gone on all the same"), action.why, {}
        case Recover():
            return _("On failure followed"), "", {}
        case GiveUp():
            return _("given up"), "", {}
        case Switch():
            return _("another call gone on with"), "", {}
        case Back():
            return _("taken back"), "", {}
        case Pause():
            return _("paused"), "", {}
        case Resume():
            return _("resumed"), "", {}
        case HandOver():
            to = _("a person") if action.to_person else action.to or _("any agent")
            return _("handed over to {whom}").format(whom=to), action.why, {}
        case TakeOver():
            return _("taken over"), "", {}
        case Move():
            number = told.record.programs[action.program].procedures[told.record.run.skill].number
            return _("moved to version {number}").format(number=number), "", {}
        case Finish():
            return _("finished"), action.why, dict(action.values)
        case Abandon():
            return _("abandoned"), action.why, {}


def _item(one: Item, titles: Mapping[str, str]) -> str:
    head = f"- {moment(one.at)} · {_place(one.step, titles.get(one.step, ''))} "
    who = _who(one.by)
    if one.kind is Kind.FILE:
        said = _("file {name}, {size} bytes, SHA-256 `{digest}`, {who}")
        return head + said.format(name=_flat(one.text), size=one.size, digest=one.digest, who=who)
    kinds = {Kind.NOTE: _("note"), Kind.TEXT: _("evidence"), Kind.LINK: _("link")}
    return f"{head}{kinds[one.kind]}, {who}: {_flat(one.text)}"


def _who(by: By) -> str:
    if by.is_person:
        return _("a person")
    return by.name or by.client or _("an agent")


def moment(at: datetime) -> str:
    """In the time of this computer; the JSON says it in UTC."""
    return at.astimezone().strftime("%Y-%m-%d %H:%M:%S")


def _flat(text: str) -> str:
    """In one line and with its signs as they are, so that nothing that somebody wrote becomes a
    heading, an emphasis or a tag of the record; what is written from the right does not turn what
    stands beside it."""
    said = _SIGN.sub(r"\\\g<0>", " ".join(text.split()))
    from_right = any(bidirectional(one) in ("R", "AL") for one in said)
    return f"\u2068{said}\u2069" if from_right else said
