"""How all skills do, which of them would be deprecated, and doing it."""

from collections.abc import Sequence

from typing_extensions import TypedDict

from app.core.actor import Actor
from app.core.api.documents import SkillDocument, skill_document
from app.core.api.lookup import find
from app.core.api.success import SuccessDocument, success_document
from app.core.library import catalogue
from app.core.lifecycle import deprecation, health, protection
from app.core.lifecycle.config import Procedural
from app.core.lifecycle.deprecation import Case
from app.core.lifecycle.health import Health
from app.core.progress import SILENT, Progress
from app.core.upkeep.ready import know_skills
from app.core.vault import Vault


class SkillHealthDocument(SkillDocument):
    """How a skill does; `deprecatedAt` is null for one that is not, `why` empty.

    `callers` is how many skills call it.
    """

    success: SuccessDocument
    importance: float
    uses: int
    lastUsed: str | None  # noqa: N815
    protected: bool
    deprecatedAt: str | None  # noqa: N815
    why: str
    callers: int


class RulesDocument(TypedDict):
    """What is judged by: the last invocations, the rates below which something follows, and how
    many outcomes that takes.
    """

    window: int
    warnBelow: float
    warnAtLeast: int
    deprecateBelow: float
    deprecateAtLeast: int
    automatic: bool


class LifecycleDocument(TypedDict):
    """How all skills do, those that need attention first."""

    rules: RulesDocument
    skills: list[SkillHealthDocument]


class CaseDocument(SkillDocument):
    """A skill with what speaks against it."""

    success: SuccessDocument


class PreviewDocument(TypedDict):
    """What would be deprecated and warned about; `spared` are protected."""

    deprecate: list[CaseDocument]
    warn: list[CaseDocument]
    spared: list[CaseDocument]


class SweptDocument(TypedDict):
    """What was deprecated, and what was warned about for the first time; undone as one."""

    deprecated: list[CaseDocument]
    warned: list[CaseDocument]


def lifecycle(vault: Vault, settings: Procedural) -> LifecycleDocument:
    """How all skills do."""
    know_skills(vault, settings)
    return {
        "rules": {
            "window": settings.success_window,
            "warnBelow": settings.warn_below,
            "warnAtLeast": settings.warn_at_least,
            "deprecateBelow": settings.deprecate_below,
            "deprecateAtLeast": settings.deprecate_at_least,
            "automatic": settings.auto_deprecate,
        },
        "skills": [health_document(one, settings) for one in health.health(vault, settings)],
    }


def preview(vault: Vault, settings: Procedural) -> PreviewDocument:
    """What a sweep would do now."""
    found = deprecation.preview(vault, settings)
    return {
        "deprecate": _cases(found.deprecate, settings),
        "warn": _cases(found.warn, settings),
        "spared": _cases(found.spared, settings),
    }


def sweep(
    vault: Vault, settings: Procedural, *, actor: Actor, progress: Progress = SILENT
) -> SweptDocument:
    """Deprecate what mostly fails; one undo. Raises `Cancelled`."""
    done = deprecation.sweep(vault, settings, actor=actor, progress=progress)
    return {
        "deprecated": _cases(done.deprecated, settings),
        "warned": _cases(done.warned, settings),
    }


def protect(
    vault: Vault, settings: Procedural, names: Sequence[str], *, on: bool
) -> list[SkillHealthDocument]:
    """Exempt skills from being deprecated, or no longer; raises `NotFound`, `Ambiguous`."""
    know_skills(vault, settings)
    skills = _found(vault, names)
    protection.protect(vault, *skills, on=on)
    return _of(vault, settings, skills)


def deprecate(
    vault: Vault,
    settings: Procedural,
    names: Sequence[str],
    *,
    actor: Actor,
    progress: Progress = SILENT,
) -> list[SkillHealthDocument]:
    """Take skills out of what is suggested; raises `Protected`, `NotFound`, `Ambiguous`."""
    know_skills(vault, settings)
    skills = _found(vault, names)
    deprecation.deprecate(vault, *skills, actor=actor, progress=progress)
    return _of(vault, settings, skills)


def restore(
    vault: Vault,
    settings: Procedural,
    names: Sequence[str],
    *,
    actor: Actor,
    progress: Progress = SILENT,
) -> list[SkillHealthDocument]:
    """Bring deprecated skills back; raises `NotFound`, `Ambiguous`."""
    know_skills(vault, settings)
    skills = _found(vault, names)
    deprecation.restore(vault, *skills, actor=actor, progress=progress)
    return _of(vault, settings, skills)


def health_document(one: Health, settings: Procedural) -> SkillHealthDocument:
    gone = one.deprecated
    return {
        **skill_document(one.skill),
        "success": success_document(one.success, settings),
        "importance": round(one.importance, 4),
        "uses": one.uses,
        "lastUsed": one.last_used.isoformat() if one.last_used else None,
        "protected": one.protected,
        "deprecatedAt": gone.at.isoformat() if gone is not None else None,
        "why": gone.detail if gone is not None else "",
        "callers": one.callers,
    }


def _cases(some: Sequence[Case], settings: Procedural) -> list[CaseDocument]:
    return [
        {**skill_document(one.skill), "success": success_document(one.success, settings)}
        for one in some
    ]


def _found(vault: Vault, names: Sequence[str]) -> list[int]:
    """The skills of these names, each once."""
    return list(dict.fromkeys(find(vault, name).id for name in names))


def _of(vault: Vault, settings: Procedural, skills: Sequence[int]) -> list[SkillHealthDocument]:
    rows = catalogue.some(vault, skills).values()
    return [health_document(one, settings) for one in health.of_skills(vault, settings, rows)]
