"""The steps of a run as a list: what was done in each, where it stands, what is still to come."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from app.core.runs.conditions import is_else
from app.core.runs.exits import rounds_left
from app.core.runs.program import Exit, ExitKind, Node, Procedure, Program
from app.core.runs.state import Frame, Mark, Stage, State, Visit
from app.core.runs.undone import left_in, step_marks
from app.core.words import _, ngettext
from app.ui.views.runs.run_words import number_of
from app.ui.views.runs.step_text import condition_words, step_words

LONGEST = 160
"""Characters of a step in the list."""


@dataclass(frozen=True, slots=True)
class About:
    """What is said below a step, behind a drawing in the colour of a token."""

    icon: str
    colour: str
    words: str


@dataclass(frozen=True, slots=True)
class RailRow:
    """A step in the list; `level` counts the steps and calls that it is inside of.

    `mark` says how it was left, `passed` that the run has gone by without it.
    """

    label: str
    text: str
    level: int = 0
    mark: Mark | None = None
    is_here: bool = False
    passed: bool = False
    seconds: float | None = None
    about: tuple[About, ...] = ()
    is_title: bool = False
    """Whether it names a procedure that is called, and is no step."""
    is_outer: bool = False
    """Whether the run is in a procedure that the step calls."""


def rail_rows(program: Program, state: State) -> tuple[RailRow, ...]:
    """The procedure itself, with those that are being followed below the steps that call them."""
    return tuple(_rows(program, state, 0, 0))


def _rows(program: Program, state: State, depth: int, level: int) -> Iterator[RailRow]:
    frame = state.frames[depth]
    procedure = program.procedures[frame.skill]
    is_top = depth == len(state.frames) - 1
    order, marks = procedure.order, step_marks(procedure, frame)
    for number in range(len(procedure.nodes)):
        row = _row(program, procedure, state, frame, number, level, order, marks.get(number))
        yield replace(row, is_outer=row.is_here and not is_top)
        if number == frame.node and not is_top and frame.stage is not Stage.END:
            inner = state.frames[depth + 1]
            below = level + len(procedure.ancestors(number)) + 1
            title = program.procedures[inner.skill].title
            if frame.active is not None and frame.active < 0:
                title = _("On failure: {title}").format(title=title)
            yield RailRow("", title, below, is_title=True)
            yield from _rows(program, state, depth + 1, below)


def _row(
    program: Program,
    procedure: Procedure,
    state: State,
    frame: Frame,
    number: int,
    level: int,
    order: Sequence[int],
    mark: Mark | None,
) -> RailRow:
    node = procedure.nodes[number]
    text = step_words(node, frame.values)
    visits = [visit for visit in frame.visits if visit.node == number]
    behind = _is_behind(order, frame, number)
    stands = state.status.is_open and frame.stage not in (Stage.ENTRY, Stage.END)
    is_here = stands and frame.node == number
    if is_here:
        about = (
            *_trouble(frame),
            *_tries(visits),
            *_calls_to_come(node, text),
            *_loops(procedure, frame, state, number, text),
        )
    elif behind and visits:
        about = tuple(_told(program, procedure, frame, visits))
    else:
        about = (*_calls_to_come(node, text), *_loops(procedure, frame, state, number, text))
    return RailRow(
        number_of(node),
        text[:LONGEST],
        level + len(procedure.ancestors(number)),
        mark=mark if behind and visits else None,
        is_here=is_here,
        passed=behind and not visits and not is_here,
        seconds=sum(visit.seconds for visit in visits) if behind and visits else None,
        about=about,
    )


def _is_behind(order: Sequence[int], frame: Frame, number: int) -> bool:
    """Whether the run has gone past a step, and has not come back before it."""
    if frame.stage is Stage.ENTRY:
        return False
    if frame.stage is Stage.END:
        return not frame.failed or any(visit.node == number for visit in frame.visits)
    return number != frame.node and order[number] < order[frame.node]


def _trouble(frame: Frame) -> Iterator[About]:
    """Why the present step failed, also while what handles that is followed."""
    if frame.stage is Stage.FAILED:
        yield About("error", "err", _("failed: {why}").format(why=frame.why))


def _tries(visits: list[Visit]) -> Iterator[About]:
    """What became of a step that is done again."""
    if visits and visits[-1].mark is Mark.FAILED:
        yield About("error", "err", _("failed before: {why}").format(why=visits[-1].why))


def _told(
    program: Program, procedure: Procedure, frame: Frame, visits: list[Visit]
) -> Iterator[About]:
    """What was done in a step that is over."""
    last = visits[-1]
    node = procedure.nodes[last.node]
    if last.mark is Mark.SKIPPED:
        yield About("skip", "t3", _("skipped: {why}").format(why=last.why))
    if last.mark is Mark.FAILED:
        yield About("error", "err", last.why)
    for name, value in last.values.items():
        yield About("", "t3", _("${name} is {value}").format(name=name, value=value))
    for called in last.calls:
        inner = program.procedures[called.skill]
        marks = list(step_marks(inner, called).values())
        said = _("{title}, {done} of {steps} steps")
        done = marks.count(Mark.DONE)
        words = said.format(title=inner.title, done=done, steps=len(inner.nodes))
        yield About("call", "err" if called.failed or Mark.FAILED in marks else "acc", words)
        if not called.failed:  # else the step says why itself
            yield from _left_in(inner, called)
    if last.exit is not None and 0 <= last.exit < len(node.exits):
        taken = node.exits[last.exit]
        words = condition_words(taken.condition, frame.values)
        if is_else(taken.condition):
            words = _("otherwise")
        if taken.to is not None:
            said = _("{why}, to step {step}") if words else _("to step {step}")
            words = said.format(why=words, step=number_of(procedure.nodes[taken.to]))
        yield About(*_look(taken), words or _("went there"))
    failed = [visit.why for visit in visits[:-1] if visit.mark is Mark.FAILED]
    if failed:
        yield About("error", "err", _after_failures(failed, last.mark))
    if (rounds := len(visits) - len(failed)) > 1:
        yield About("loop", "goal:Prerequisites", _("{count} times").format(count=rounds))


def _left_in(procedure: Procedure, called: Frame) -> Iterator[About]:
    """What was gone over in a procedure that came to its end."""
    for at, visit in left_in(called):
        number = number_of(procedure.nodes[at])
        if visit.mark is Mark.FAILED:
            said, look = _("step {number} failed: {why}"), ("error", "err")
        else:
            said, look = _("step {number} skipped: {why}"), ("skip", "t3")
        yield About(*look, said.format(number=number, why=visit.why))


def _after_failures(whys: list[str], mark: Mark) -> str:
    """Such as "failed once, then done: no paper"."""
    said = {
        Mark.DONE: ngettext("failed once, then done", "failed {count} times, then done", len(whys)),
        Mark.SKIPPED: ngettext(
            "failed once, then skipped", "failed {count} times, then skipped", len(whys)
        ),
        Mark.FAILED: ngettext("failed once before", "failed {count} times before", len(whys)),
    }[mark]
    words = _("{what}: {why}")
    return words.format(what=said.format(count=len(whys)), why="; ".join(dict.fromkeys(whys)))


def _calls_to_come(node: Node, text: str) -> Iterator[About]:
    """Those that its words do not name already."""
    for call in node.calls:
        if call.title.casefold() in text[:LONGEST].casefold():
            continue
        yield About("call", "acc", call.title)


def _loops(
    procedure: Procedure, frame: Frame, state: State, number: int, text: str
) -> Iterator[About]:
    """How often the ways back out of a step were taken, of how often they may be."""
    for place, one in enumerate(procedure.nodes[number].exits):
        if one.kind is not ExitKind.LOOP or one.to is None or one.cap is None:
            continue
        used = frame.rounds.get((number, place), 0)
        left = rounds_left(one, place, frame, state.jumps) if number == frame.node else None
        used = one.cap - left if left is not None else used
        label = number_of(procedure.nodes[one.to])
        back = _("back to step {step}").format(step=label)
        words = _("{used} of {most}").format(used=used, most=one.cap)
        if back not in text.casefold():
            words = _("{back}: {often}").format(back=back, often=words)
        yield About("loop", "goal:Prerequisites", words)


def _look(taken: Exit) -> tuple[str, str]:
    is_branch = taken.kind is ExitKind.BRANCH
    return ("branch", "goal:Trigger") if is_branch else ("loop", "goal:Prerequisites")
