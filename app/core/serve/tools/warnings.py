"""What the scan finds in a text, which travels with it to whoever reads it."""

from functools import lru_cache

from app.core.api.packs import ScanFindingDocument, scan_finding_document
from app.core.packs.scan.rules import Severity
from app.core.packs.scan.scan import ScanFinding, scan

_MOST = 20
_ORDER = {Severity.DANGER: 0, Severity.WARNING: 1}


def warnings(text: str) -> list[ScanFindingDocument]:
    """The worst places first, at most 20. None is no promise that there are none."""
    return [scan_finding_document(one) for one in _found(text)]


@lru_cache(maxsize=256)
def _found(text: str) -> tuple[ScanFinding, ...]:
    """The same texts are read again and again."""
    serious = [one for one in scan(text) if one.severity in _ORDER]
    return tuple(sorted(serious, key=lambda one: (_ORDER[one.severity], one.start))[:_MOST])
