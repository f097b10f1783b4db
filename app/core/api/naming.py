"""Who calls a skill, and giving it another name."""

from collections.abc import Iterable

from app.core.actor import Actor
from app.core.api.documents import SkillDocument, skill_document
from app.core.api.lookup import find
from app.core.library import catalogue, renaming
from app.core.library.renaming import Why
from app.core.library.usages import usages
from app.core.progress import SILENT, Progress
from app.core.skills.model import GoalKind
from app.core.vault import Vault


class UsageDocument(SkillDocument):
    """A skill with one of its calls: `text[start:end]` is the name, in a step (0: in the goal).

    `path` is what people call the step.
    """

    step: int
    path: str
    goal: GoalKind | None
    sentence: str
    start: int
    end: int
    certain: bool


class LeftDocument(SkillDocument):
    """A skill that still calls another by its old name, and why."""

    why: Why


class RenamedDocument(SkillDocument):
    """A skill with its new name, and what became of those that call it."""

    was: str
    followed: list[SkillDocument]
    left: list[LeftDocument]


def listed(vault: Vault, name: str, engram: str | None = None) -> list[UsageDocument]:
    """Every call of a skill; raises `NotFound`, `Ambiguous`."""
    return [
        {
            **skill_document(one.caller),
            "step": one.step,
            "path": one.path,
            "goal": one.goal,
            "sentence": one.sentence,
            "start": one.start,
            "end": one.end,
            "certain": one.is_certain,
        }
        for one in usages(vault, find(vault, name, engram).id)
    ]


def rename(
    vault: Vault,
    name: str,
    new: str,
    engram: str | None = None,
    *,
    callers: bool = True,
    actor: Actor,
    progress: Progress = SILENT,
) -> RenamedDocument:
    """Give a skill another name and let its `callers` follow.

    Raises `NotFound`, `Ambiguous`, `NameTaken`, and `AppError` for what cannot be a name.
    """
    row = find(vault, name, engram)
    done = renaming.rename(vault, row.id, new, callers=callers, actor=actor, progress=progress)
    rows = catalogue.some(vault, (row.id, *done.left))
    return {
        **skill_document(rows[row.id]),
        "was": row.title,
        "followed": skills_of(vault, done.updated),
        "left": [
            {**skill_document(rows[one]), "why": why}
            for one, why in done.left.items()
            if one in rows
        ],
    }


def callers(vault: Vault, skills: Iterable[int]) -> dict[int, list[SkillDocument]]:
    """The skills that call each of these, apart from these."""
    among = tuple(skills)
    calls = catalogue.callers_of(vault, among)
    return {one: skills_of(vault, set(calls.get(one, ())) - set(among)) for one in among}


def skills_of(vault: Vault, numbers: Iterable[int]) -> list[SkillDocument]:
    """The documents of these skills."""
    return [skill_document(row) for row in catalogue.some(vault, sorted(numbers)).values()]
