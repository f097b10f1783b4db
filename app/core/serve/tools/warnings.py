"""What the scan finds in a text, which travels with it to whoever reads it."""

from weakref import WeakKeyDictionary

from app.core.api.packs import ScanFindingDocument, scan_finding_document
from app.core.library.catalogue import SkillRow
from app.core.packs.scan.rules import Severity
from app.core.packs.scan.scan import scan
from app.core.vault import Vault

_MOST = 20
_ORDER = {Severity.DANGER: 0, Severity.WARNING: 1}
_MOST_KEPT = 1_000
_KEPT: WeakKeyDictionary[Vault, dict[int, list[ScanFindingDocument]]] = WeakKeyDictionary()
"""By version, as the same skills are read again and again; gone with the vault."""


def warnings(vault: Vault, row: SkillRow, text: str) -> list[ScanFindingDocument]:
    """The worst places of the text of a skill first, at most 20. None is no promise."""
    kept = _KEPT.setdefault(vault, {})
    found = kept.get(row.version)
    if found is None:
        found = _found(text)
        if len(kept) >= _MOST_KEPT:
            kept.clear()
        kept[row.version] = found
    return found


def _found(text: str) -> list[ScanFindingDocument]:
    serious = [one for one in scan(text) if one.severity in _ORDER]
    serious.sort(key=lambda one: (_ORDER[one.severity], one.start))
    return [scan_finding_document(one) for one in serious[:_MOST]]
