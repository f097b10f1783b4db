"""The documents under review, and what a person decided about each."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from app.core.documents.counted import counted
from app.core.documents.draft import Draft
from app.core.documents.importing import Arrived, Refused, Wish
from app.core.documents.roles import Role
from app.core.skills.checking.check import findings
from app.core.skills.checking.finding import Finding, KnownSkills, Severity
from app.core.skills.model import GoalKind
from app.core.words import _, ngettext
from app.ui.views.documents.draft_rows import Row, rows

SHORT = 20_000
"""Characters of a document that is read again at once when something is decided; of longer ones
it is a job."""


_EXPECTED = frozenset({"goal-missing"})
"""What every document lacks is no place in it to look at; the editor says so afterwards."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A draft with what it says, all of it known already."""

    draft: Draft
    doubts: tuple[Finding, ...]
    rows: tuple[Row, ...]


def shown(draft: Draft) -> Shown:
    """Read a draft; takes a while for a long one."""
    found = findings(draft.skill, KnownSkills())
    doubts = tuple(
        one
        for one in found
        if one.severity is not Severity.SUGGESTION and one.code not in _EXPECTED
    )
    return Shown(draft, doubts, tuple(rows(draft, doubts)))


@dataclass(eq=False)
class Entry:
    """A document; `past` are the drafts before the last decisions, the newest last."""

    arrived: Arrived
    shown: Shown
    is_skipped: bool = False
    past: list[Shown] = field(default_factory=list)

    @property
    def draft(self) -> Draft:
        return self.shown.draft

    @property
    def is_long(self) -> bool:
        return len(self.draft.text) > SHORT

    def take(self, new: Shown) -> None:
        """Show another draft; the one before can be had back."""
        self.past.append(self.shown)
        self.shown = new

    def take_back(self) -> bool:
        """The draft before the last decision; whether there was one."""
        if self.past:
            self.shown = self.past.pop()
            return True
        return False

    def wish(self, *, keep_original: bool) -> Wish:
        """What is to be imported of it."""
        return Wish(replace(self.arrived, draft=self.draft), keep_original)


def entries(found: Iterable[Arrived | Refused]) -> list[Entry]:
    """What can be reviewed, read to the end: not for the thread of the window."""
    return [Entry(one, shown(one.draft)) for one in found if isinstance(one, Arrived)]


def summary(one: Shown) -> str:
    """Such as "2 phases, 6 steps, 3 sub-steps, 6 of 8 goals, 3 context sections"."""
    skill = one.draft.skill
    below = sum(bool(step.parent) for step in skill.steps)
    said = counted(len(skill.phases), len(skill.steps) - below, below)
    goals = len({goal.kind for goal in skill.goals})
    if goals:
        said.append(_("{count} of {all} goals").format(count=goals, all=len(GoalKind)))
    context = sum(role is Role.CONTEXT for role in one.draft.roles)
    if context:
        words = ngettext("{count} passage of context", "{count} passages of context", context)
        said.append(words.format(count=context))
    return ", ".join(said) or _("no steps")
