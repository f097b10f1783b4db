"""What a pass over linked folders did, and what it could not do."""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field

from app.core.errors import AppError
from app.core.mirror.survey import Standing


@dataclass(slots=True)
class Report:
    """What a pass did. The first three are the metrics of seed 000, section 7.4."""

    indexed: int = 0
    reconciled: int = 0
    removed: int = 0
    read: list[str] = field(default_factory=list)
    wrote: list[str] = field(default_factory=list)
    conflicts: list[str] = field(default_factory=list)
    quarantined: list[str] = field(default_factory=list)
    troubles: list[tuple[str, str]] = field(default_factory=list)
    """Names, each with why nothing could be done about it."""
    away: list[str] = field(default_factory=list)
    """Folders that are not there now."""


def telling(report: Report, one: Standing) -> AbstractContextManager[None]:
    """Trouble with one skill is told in the report, and the others go on."""
    return telling_of(report, one.name)


@contextmanager
def telling_of(report: Report, name: str) -> Iterator[None]:
    """The same of the skill with that name in its folder."""
    try:
        yield
    except (AppError, OSError) as error:
        report.troubles.append((name, why(error)))


def why(error: Exception) -> str:
    """What to tell about it, in words."""
    return (error.strerror if isinstance(error, OSError) else None) or str(error)
