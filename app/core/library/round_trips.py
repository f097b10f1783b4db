"""Versions that came to nothing: a skill was deleted and brought back, undone and done again, or
its text was changed and changed back.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from app.core.library.history import Version
from app.core.library.record import Reason
from app.core.words import _

_AWAY = (Reason.DELETED, Reason.UNDONE, Reason.REDONE)
_BACK = (*_AWAY, Reason.ROLLED_BACK)


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of a history: one version, or several (newest first) after which all was as before.

    What was written also has with it the sittings that ended with what they began with, which was
    it.
    """

    versions: tuple[Version, ...]
    is_round_trip: bool = False

    @property
    def is_folded(self) -> bool:
        return len(self.versions) > 1

    @property
    def oldest(self) -> Version:
        return self.versions[-1]

    @property
    def newest(self) -> Version:
        return self.versions[0]

    @property
    def words(self) -> str:
        """What a round trip was; empty for a version."""
        if not self.is_round_trip:
            return ""
        if all(version.reason is Reason.EDITED for version in self.versions):
            return _("Changed and changed back")
        if all(version.digest for version in self.versions):
            return _("Undone and redone")
        return _("Deleted and restored")


def entries(versions: Sequence[Version]) -> tuple[Entry, ...]:
    """The versions of a skill, newest first, with each round trip as one entry."""
    oldest_first = versions[::-1]
    found: list[Entry] = []
    at = 0
    while at < len(oldest_first):
        length = _length(oldest_first, at)
        versions_here = tuple(oldest_first[at : at + length][::-1])
        is_written = bool(found) and found[-1].oldest.reason is Reason.EDITED
        if is_written and _is_idle(oldest_first, at):
            found[-1] = replace(found[-1], versions=(*versions_here, *found[-1].versions))
        else:
            found.append(Entry(versions_here, length > 1))
        at += length
    return tuple(found[::-1])


def _is_idle(versions: Sequence[Version], at: int) -> bool:
    """Whether a sitting ended there with what it began with."""
    same = at > 0 and _state(versions[at]) == _state(versions[at - 1])
    return same and versions[at].reason is Reason.EDITED


def _length(versions: Sequence[Version], at: int) -> int:
    """How many versions the entry has that begins there: as many as possible."""
    if not at:
        return 1
    if _is_idle(versions, at):
        return 1
    if versions[at].reason is Reason.EDITED:
        return _changed_back(versions, at)
    if versions[at].reason not in _AWAY:
        return 1
    longest = 1
    before = _state(versions[at - 1])
    for after, version in enumerate(versions[at:], start=1):
        if version.reason not in _BACK:
            break
        if after > 1 and _state(version) == before:
            longest = after
    return longest


def _changed_back(versions: Sequence[Version], at: int) -> int:
    """How many edits from there on were each taken back by the very next one; else 1."""
    before, length = _state(versions[at - 1]), 0
    for away, back in zip(versions[at::2], versions[at + 1 :: 2], strict=False):
        are_edits = Reason.EDITED is away.reason is back.reason
        if not are_edits or _state(back) != before:
            break
        length += 2
    return length or 1


def _state(version: Version) -> tuple[str, str]:
    return version.digest, version.details


def last_difference(versions: Sequence[Version]) -> tuple[Version, Version] | None:
    """The newest version that has a text, and before it the last with another one; versions come
    newest first. None where no two texts differ. What came to nothing is only looked at where
    nothing else differs.
    """
    lasting = [entry.newest for entry in entries(versions)]
    for among in (lasting, versions):
        with_text = [version for version in among if version.digest]
        for version in with_text:
            if version.digest != with_text[0].digest:
                return version, with_text[0]
    return None


def compared(versions: Sequence[Version], number: int) -> tuple[int, int]:
    """What version `number` is compared with, if it is looked at alone: the numbers of the older
    and of the newer one. It is the newest text, for that itself the last text that differs.

    Of a skill that is out of the library the newest text is what can come back, so it is alone.
    """
    last = last_difference(versions)
    texts = [version.number for version in versions if version.digest]
    newest = texts[0] if texts else versions[0].number
    if texts and not versions[0].digest and number in (newest, versions[0].number):
        return newest, newest
    if number not in (newest, versions[0].number):
        return number, newest
    before = last[0].number if last is not None else versions[min(1, len(versions) - 1)].number
    return before, newest
