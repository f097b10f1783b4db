"""The ways to settle a finding, and doing one of them."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from app.core.skills.checking import check
from app.core.skills.checking.check import Finding, Repair, Severity
from app.core.skills.checking.finding import Candidate
from app.core.words import _
from app.ui.views.skills.editor.findings.redirects import label
from app.ui.views.skills.editor.reading import Reader
from app.ui.views.skills.editor.steps.problem_strip import Problem
from app.ui.views.skills.editor.text_buffer import TextBuffer

UNREAD = "jump-unread"
"""What looks like a jump and is not understood."""
LONGEST = 36
"""Letters of a title that a button has beside what is wrong, which needs room as well."""
_UNWRITTEN = ("goal-missing", "goal-empty", "title-missing")


@dataclass(frozen=True, slots=True)
class Fix:
    """One way to settle a finding: one of its repairs, a skill that the call there could mean, one
    to `restore`, or (none of them) making what is missing.
    """

    finding: Finding
    repair: Repair | None
    candidate: Candidate | None = None
    restore: Candidate | None = None

    @property
    def is_to_write(self) -> bool:
        """Whether it only leads to where a missing goal or title is written."""
        is_done = self.repair or self.candidate or self.restore or self.finding.create
        return not is_done

    @property
    def label(self) -> str:
        if self.restore is not None:
            title = self.restore.title
            if len(title) > LONGEST:
                title = f"{title[: LONGEST - 1].rstrip()}…"
            return _("Restore “{title}” from the bin").format(title=title)
        if self.candidate is not None:
            return label(self.candidate)
        if self.repair is not None:
            return self.repair.short or self.repair.label
        return _("Create skill") if self.finding.create else _("Write it")


def fixes(finding: Finding) -> tuple[Fix, ...]:
    """Every way to settle a finding, the likeliest first."""
    found = [Fix(finding, None, restore=finding.restore)] if finding.restore else []
    found += [Fix(finding, repair) for repair in finding.repairs]
    found += [Fix(finding, None, candidate) for candidate in finding.candidates]
    missing = finding.create or finding.code in _UNWRITTEN
    return (*found, Fix(finding, None)) if missing else tuple(found)


def problem(finding: Finding) -> Problem:
    """A finding as the card of its step shows it."""
    ways = fixes(finding)
    if finding.code == UNREAD and ways:
        return _question(ways)
    text = f"{finding.message} {finding.detail}".rstrip()
    severe = finding.severity is Severity.PROBLEM
    return Problem(text, severe, ways[0].label if ways else "", len(ways) > 1)


def _question(ways: Sequence[Fix]) -> Problem:
    """What may have been meant, and with one click is."""
    first, *others = (fix.label for fix in ways)
    asked = _("Did you mean ‘{answer}’?").format(answer=first)
    return Problem(asked, False, _("Yes"), False, True, tuple(others))


def problems_by_step(findings: Iterable[Finding]) -> dict[int, list[Problem]]:
    """What the cards show; suggestions stay in the panel."""
    found: dict[int, list[Problem]] = {}
    for finding in findings:
        if finding.step and finding.severity is not Severity.SUGGESTION:
            found.setdefault(finding.step, []).append(problem(finding))
    return found


def settle(
    fix: Fix,
    buffer: TextBuffer,
    reader: Reader,
    create: Callable[[str], object],
    redirect: Callable[[str, Candidate], object],
    restore: Callable[[Candidate], object],
) -> None:
    """Do it, on the text as it is now; a finding that is settled already is left alone.

    `create` makes a skill with this title, `redirect` lets a call of this name mean another,
    `restore` brings one back from the bin.
    """
    present = next((f for f in reader.reading.findings if _same(f, fix.finding)), None)
    if present is None:
        return
    if fix.restore is not None:
        restore(fix.restore)
        return
    if fix.candidate is not None:
        redirect(buffer.text[present.start : present.end], fix.candidate)
        return
    if fix.repair is None:
        create(present.create)
        return
    for repair in present.repairs:
        if repair.label == fix.repair.label:
            buffer.become(check.apply(buffer.text, repair))
            return


def _same(one: Finding, other: Finding) -> bool:
    """Whether they are about the same thing, wherever it is by now."""
    return (one.code, one.message, one.step, one.goal) == (
        other.code, other.message, other.step, other.goal
    )  # fmt: skip
