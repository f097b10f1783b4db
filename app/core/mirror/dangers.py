"""What the scan finds grave in a text that comes from the disk."""

from app.core.packs.scan.rules import Severity
from app.core.packs.scan.scan import scan


def dangers(text: str) -> set[tuple[str, str]]:
    """The codes with what they were found in."""
    found = scan(text) if text else ()
    return {(one.code, one.excerpt) for one in found if one.severity is Severity.DANGER}
