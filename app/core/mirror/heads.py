"""What programs know of a skill before anybody calls it: the head of its file."""

import os
from dataclasses import dataclass
from pathlib import Path

from app.core.mirror.oddities import LARGEST, Oddity, decoded, oddities, opening
from app.core.mirror.reading import read
from app.core.mirror.skill_folders import SkillFolder
from app.core.packs.translate import sha256
from app.core.skills.reading.frontmatter import frontmatter


@dataclass(frozen=True, slots=True)
class Head:
    """What the frontmatter of a file gives as name and description, what is odd about it, and the
    SHA-256 of all of it."""

    called: str = ""
    description: str = ""
    odd: tuple[Oddity, ...] = ()
    digest: str = ""


UNREAD = Head()


class Heads:
    """Reads heads of files, and none a second time as long as its stamp stays the same."""

    def __init__(self) -> None:
        self._read: dict[str, tuple[str, Head]] = {}
        self._left: int | None = None
        self.is_whole = True
        """Whether every head that was asked for since `begin` was read, now or before."""

    def begin(self, most: int | None) -> None:
        """Read at most so many that were never read, each of which takes milliseconds."""
        self._left, self.is_whole = most, True

    def of(self, root: Path, one: SkillFolder) -> Head:
        """The head of the SKILL.md of a folder below `root`; `UNREAD` while it is not known.

        Total: a file that cannot be read has nothing in its head.
        """
        if one.stamp is None:
            return UNREAD
        path = os.path.join(root, one.name, one.file)  # noqa: PTH118 - asked for each file
        stamp, head = self._read.get(path, (None, UNREAD))
        if stamp and stamp == str(one.stamp):
            return head
        if self._left == 0:
            self.is_whole = False
            return head
        if self._left is not None:
            self._left -= 1
        head = _head(Path(path), one)
        self._read[path] = str(one.stamp), head
        return head


def _head(path: Path, one: SkillFolder) -> Head:
    try:
        raw = read(path, LARGEST + 1)[0]
    except OSError:
        return UNREAD
    front = frontmatter(opening(decoded(raw) or ""))
    name, about = (front.field(key) if front else None for key in ("name", "description"))
    return Head(
        name.text.strip() if name is not None else "",
        " ".join(about.text.split()) if about is not None else "",
        oddities(raw, one.folder, one.file),
        sha256(raw),
    )
