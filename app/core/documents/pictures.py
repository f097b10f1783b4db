"""The pictures that are kept of a document, and those that are not."""

import posixpath
from collections.abc import Callable
from pathlib import PurePosixPath

from app.core.documents import limits
from app.core.documents.content import Form, Passage, Picture
from app.core.words import _, ngettext

_ENDINGS = frozenset(
    {".png", ".jpg", ".jpeg", ".gif", ".bmp", ".tif", ".tiff", ".webp", ".svg", ".emf", ".wmf",
     ".jp2"}
)  # fmt: skip


class Pictures:
    """Each is kept once, however often it is shown. `read` gives a part of at most so many bytes,
    None where there is none."""

    def __init__(self, read: Callable[[str, int], bytes | None]) -> None:
        self._read = read
        self._names: dict[str, str] = {}
        self._kept: list[Picture] = []
        self._left_out = 0
        self._elsewhere = 0

    @property
    def kept(self) -> tuple[Picture, ...]:
        return tuple(self._kept)

    @property
    def notices(self) -> tuple[str, ...]:
        found = []
        if self._left_out:
            said = ngettext(
                "{count} picture is only in the original.",
                "{count} pictures are only in the original.",
                self._left_out,
            )
            found.append(said.format(count=self._left_out))
        if self._elsewhere:
            said = ngettext(
                "{count} picture is on another server and was not fetched.",
                "{count} pictures are on other servers and were not fetched.",
                self._elsewhere,
            )
            found.append(said.format(count=self._elsewhere))
        return tuple(found)

    def inside(self, part: str, words: str) -> Passage | None:
        """The passage of a picture in the document; None if it cannot be kept."""
        if part not in self._names:
            data = self._read(part, limits.PICTURE_BYTES) if self._may(part) else None
            if data is None:
                self._left_out += 1
                return None
            self._names[part] = self.keep(posixpath.basename(part), data)
        return Passage(Form.PICTURE, words, -1, self._names[part])

    def keep(self, name: str, data: bytes) -> str:
        """Keep one; the name it has here."""
        taken = {one.name.casefold() for one in self._kept}
        path, number, free = PurePosixPath(name), 2, name
        while free.casefold() in taken:
            free, number = f"{path.stem} {number}{path.suffix}", number + 1
        self._kept.append(Picture(free, data))
        return free

    def elsewhere(self) -> str:
        """The remark on a picture that is not in the document."""
        self._elsewhere += 1
        return _("A picture here is on another server and was not fetched.")

    def leave_out(self) -> None:
        """Count one that cannot be kept."""
        self._left_out += 1

    def _may(self, part: str) -> bool:
        room = len(self._kept) < limits.PICTURES
        return room and PurePosixPath(part).suffix.casefold() in _ENDINGS
