"""Which names are believed as they are, and what is made of the others."""

import re
import unicodedata
from collections.abc import Iterable
from pathlib import PureWindowsPath

from app.core.packs.format import limits
from app.core.packs.format.problems import Malformed
from app.core.words import _

_HIDDEN = re.compile(
    "[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e"
    "\u2060-\u206f\ufeff\ufff9-\ufffb\U000e0000-\U000e007f]"
)
"""Control, bidirectional, zero-width and tag characters. Joiners (U+200C, U+200D) are letters'."""
_NOT_IN_FILES = re.compile(r'[<>:"|?*]|^(?=(con|prn|aux|nul|com\d|lpt\d)(\.|$))', re.IGNORECASE)


def plain(text: str) -> str:
    """`text` on one line, without characters that hide or reorder what is shown."""
    return " ".join(_HIDDEN.sub(" ", text).split())


def checked(name: str, path: str) -> str:
    """`name`, or `Malformed` at `path` when it is empty, long or not what it looks like."""
    if not name.strip():
        raise Malformed(path, _("the name is empty"))
    if len(name) > limits.NAME_CHARS:
        raise Malformed(path, _("the name is too long"))
    if _HIDDEN.search(name):
        raise Malformed(path, _("the name has hidden characters"))
    return name


def basename(name: str, path: str) -> str:
    """The last part of a file name, safe to create in any folder of any system."""
    return checked(harmless(name), path)


def harmless(name: str) -> str:
    """The last part of a file name without what any system forbids; may be empty."""
    last = PureWindowsPath(plain(name).replace("/", "\\")).name
    return _NOT_IN_FILES.sub("_", last).strip(" .")


def refuse_repeated(names: Iterable[str], path: str) -> None:
    """Raise `Malformed` when two names differ only in case or in how accents are composed."""
    seen: set[str] = set()
    for name in names:
        if folded(name) in seen:
            raise Malformed(path, _("two entries are called “{name}”").format(name=plain(name)))
        seen.add(folded(name))


def folded(name: str) -> str:
    """The form under which two names of a pack are the same."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())
