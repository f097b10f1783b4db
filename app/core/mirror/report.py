"""What a pass over linked folders did, and what it could not do."""

from collections.abc import Iterator
from contextlib import contextmanager
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


@contextmanager
def telling(report: Report, one: Standing) -> Iterator[None]:
    """Trouble with one skill is told in the report, and the others go on."""
    try:
        yield
    except (AppError, OSError) as error:
        report.troubles.append((one.name, why(error)))


def why(error: Exception) -> str:
    """What to tell about it, in words."""
    return (error.strerror if isinstance(error, OSError) else None) or str(error)
