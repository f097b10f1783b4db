"""How following a skill went, read from what came after it in the session. Pure.

No single sign decides: each adds to how much likelier it is that the skill did its job, and what
stays in between is unsure.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import exp
from types import MappingProxyType

from app.core.patterns.cues import Mood, mood
from app.core.patterns.streams import is_looking
from app.core.skills.reading.folding import fold
from app.core.transcripts.model import Call, Event, Result, Said, Session, SkillRead


class Outcome(StrEnum):
    SUCCESS = "success"
    FAILURE = "failure"
    UNSURE = "unsure"


class Sign(StrEnum):
    """What an outcome is concluded from."""

    CORRECTED = "corrected"
    """The person says that it is wrong."""
    APPROVED = "approved"
    """The person says that it is right."""
    ASKED_AGAIN = "asked-again"
    """The person asks for the same once more."""
    WENT_ON = "went-on"
    """The person goes on to something else."""
    OTHER_TOOLS = "other-tools"
    """What failed was done again with other tools."""
    FAILED_AT_END = "failed-at-end"
    """The last thing that was done failed."""
    REFUSED = "refused"
    """The person refused a call, and that was the end."""
    UNDONE = "undone"
    """What was done was taken back."""
    COMPLETED = "completed"
    """Everything that was done ended well."""


_WEIGHTS = {
    Sign.CORRECTED: -3.5,
    Sign.APPROVED: 3.5,
    Sign.ASKED_AGAIN: -3.0,
    Sign.WENT_ON: 0.7,
    Sign.OTHER_TOOLS: -2.6,
    Sign.FAILED_AT_END: -3.0,
    Sign.REFUSED: -2.5,
    Sign.UNDONE: -2.6,
    Sign.COMPLETED: 0.8,
}
"""How much each sign adds to the logarithm of the odds that the skill did its job."""
_BEFORE = 0.4
"""What that is before there is any sign: skills mostly do."""
_SURE = 0.7
"""The probability from which on an outcome is said."""
_UNDOING = frozenset(f"shell git {what}" for what in ("restore", "reset", "revert", "clean"))
_MAY_UNDO = "shell git checkout"
_USUAL = 0.25
"""The share of the uses of a skill in which a tool is, to be one that belongs to it."""
_SAME_REQUEST = 0.6
_REQUEST_WORDS = 3
_WORD = re.compile(r"\w{4,}")
_FEW_WORDS = 30


@dataclass(frozen=True, slots=True)
class Evidence:
    """A sign and the row of the session's file it is in; never the text."""

    sign: Sign
    row: int


@dataclass(frozen=True, slots=True)
class SkillOutcome:
    """What became of one use of a skill; `call` is the id of the call that asked for it, and
    `confidence` how probable the outcome is, from 0 to 1."""

    skill: str
    session: str
    call: str
    row: int
    outcome: Outcome
    confidence: float
    evidence: tuple[Evidence, ...]


def usual_tools(sessions: Iterable[Session]) -> dict[str, frozenset[str]]:
    """What is used again and again after each skill was given: what it is followed with."""
    uses: Counter[str] = Counter()
    tools: dict[str, Counter[str]] = defaultdict(Counter)
    for session in sessions:
        for start, event in enumerate(session.events):
            if isinstance(event, SkillRead):
                uses[event.name] += 1
                tools[event.name].update({call.tool for call in work_after(session, start)})
    return {
        skill: frozenset(
            tool for tool, count in own.items() if count > max(1, _USUAL * uses[skill])
        )
        for skill, own in tools.items()
    }


def outcomes(
    session: Session, usual: Mapping[str, frozenset[str]] = MappingProxyType({})
) -> list[SkillOutcome]:
    """One for each time an agent was given a skill, in order; `usual` are the tools of each skill.

    What follows counts up to the next skill or the next thing that the person asks for. A skill
    that is given again before anything was done is being read again.
    """
    found = []
    events = session.events
    for start, event in enumerate(events):
        if not isinstance(event, SkillRead):
            continue
        after = _until_next_skill(events[start + 1 :])
        if _is_read_again(event, after):
            continue
        asked = next((e.text for e in reversed(events[:start]) if isinstance(e, Said)), "")
        familiar = {e.tool for e in events[:start] if isinstance(e, Call)}
        familiar |= usual.get(event.name, frozenset())
        found.append(_judged(event, session.key, list(_signs(after, asked, familiar))))
    return found


def work_after(session: Session, read: int) -> list[Call]:
    """The calls that follow the event in which a skill was given, and belong to it."""
    return _work(_until_next_skill(session.events[read + 1 :]), "")[0]


def _until_next_skill(events: Sequence[Event]) -> Sequence[Event]:
    """With the reading of that skill itself."""
    for position, event in enumerate(events):
        if isinstance(event, SkillRead):
            return events[: position + 1]
    return events


def _is_read_again(read: SkillRead, after: Sequence[Event]) -> bool:
    """Before anything was done."""
    if not after or not isinstance(after[-1], SkillRead) or after[-1].name != read.name:
        return False
    return not any(isinstance(one, Call) and not is_looking(one.tool) for one in after)


def _judged(read: SkillRead, session: str, signs: Sequence[Evidence]) -> SkillOutcome:
    odds = _BEFORE + sum(_WEIGHTS[one.sign] for one in signs)
    success = 1 / (1 + exp(-odds))
    outcome = Outcome.UNSURE
    if signs and success >= _SURE:
        outcome = Outcome.SUCCESS
    elif success <= 1 - _SURE:
        outcome = Outcome.FAILURE
    confidence = round(max(success, 1 - success), 2)
    return SkillOutcome(read.name, session, read.id, read.row, outcome, confidence, tuple(signs))


def _signs(after: Sequence[Event], asked: str, familiar: set[str]) -> Iterator[Evidence]:
    work, feedback = _work(after, asked)
    yield from feedback
    done = [call for call in work if not is_looking(call.tool)]
    if not done:
        return
    if work[-1].result is Result.REFUSED or done[-1].result is Result.REFUSED:
        yield Evidence(Sign.REFUSED, work[-1].row)
        return
    undone = [call for call in done if _undoes(call) and call.result is Result.DONE]
    is_taken_back = bool(undone) and _is_taken_back(done, undone[-1])
    if is_taken_back:
        yield Evidence(Sign.UNDONE, undone[-1].row)
    open_failures = list(_never_mended(done))
    if done[-1] in open_failures:
        yield Evidence(Sign.FAILED_AT_END, done[-1].row)
    elif open_failures and (other := _with_other_tools(done, open_failures[-1], familiar)):
        yield Evidence(Sign.OTHER_TOOLS, other.row)
    elif not is_taken_back:
        yield Evidence(Sign.COMPLETED, done[-1].row)


def _work(after: Sequence[Event], asked: str) -> tuple[list[Call], list[Evidence]]:
    """The calls that belong to the skill, and what the person said about them."""
    work: list[Call] = []
    for event in after:
        if isinstance(event, Call):
            work.append(event)
        elif isinstance(event, Said):
            match mood(event.text):
                case Mood.GOES_ON:
                    continue
                case Mood.CORRECTS:
                    return work, [Evidence(Sign.CORRECTED, event.row)]
                case Mood.APPROVES:
                    return work, [Evidence(Sign.APPROVED, event.row)]
            if _is_same_request(asked, event.text):
                return work, [Evidence(Sign.ASKED_AGAIN, event.row)]
            return work, [Evidence(Sign.WENT_ON, event.row)]
    return work, []


def _is_same_request(one: str, other: str) -> bool:
    """Most words of the shorter are in the longer."""
    words, others = (set(_WORD.findall(fold(text).text)) for text in (one, other))
    fewer, more = sorted((words, others), key=len)
    if len(fewer) < _REQUEST_WORDS or len(more) > _FEW_WORDS:
        return False
    return len(fewer & more) >= _SAME_REQUEST * len(fewer)


def _is_taken_back(done: Sequence[Call], undoing: Call) -> bool:
    """Something was done before it, and hardly anything after it."""
    position = done.index(undoing)
    changes = [call for call in done[:position] if not _undoes(call)]
    return bool(changes) and len(done) - position <= len(changes)


def _undoes(call: Call) -> bool:
    """`git checkout` does with `--` or files, and not with a branch."""
    if call.tool == _MAY_UNDO:
        return "--" in call.shape or call.shape.get("1") == "path"
    return call.tool in _UNDOING


def _never_mended(done: Iterable[Call]) -> Iterator[Call]:
    """Calls that failed, and were not done after that."""
    calls = list(done)
    for position, call in enumerate(calls):
        if call.result is Result.FAILED and not any(
            later.tool == call.tool and later.result is not Result.FAILED
            for later in calls[position + 1 :]
        ):
            yield call


def _with_other_tools(done: Sequence[Call], failed: Call, familiar: set[str]) -> Call | None:
    """The first of two calls, after one that failed, of tools that do not belong to the skill."""
    position = done.index(failed)
    known = familiar | {call.tool for call in done[: position + 1]}
    new = [call for call in done[position + 1 :] if call.tool not in known]
    return new[0] if len(new) > 1 else None
