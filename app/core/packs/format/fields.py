"""A JSON object that is being read field by field, and says where it is when one is wrong."""

import base64
import re
from collections.abc import Iterator
from datetime import datetime

from app.core.packs.format import limits
from app.core.packs.format.canonical import member
from app.core.packs.format.contents import Json
from app.core.packs.format.problems import Malformed, TooLarge
from app.core.words import _

_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?Z", re.ASCII)
_HEX = re.compile(r"[0-9a-f]*")


class Fields:
    """Hands out each field once, checked; `rest` is what nobody asked for.

    Every reading method raises `Malformed` with the JSON path, or `TooLarge`.
    """

    def __init__(self, value: Json, path: str = "$") -> None:
        if not isinstance(value, dict):
            raise Malformed(path, _("an object is expected"))
        self._left = dict(value)
        self.keys = tuple(value)
        self.path = path

    def __contains__(self, key: str) -> bool:
        return key in self._left

    def at(self, key: str) -> str:
        return self.path + member(key)

    def wrong(self, key: str, reason: str) -> Malformed:
        return Malformed(self.at(key), reason)

    def rest(self) -> dict[str, Json]:
        return self._left

    def finish(self) -> None:
        """Refuse fields nobody asked for."""
        for key in self._left:
            raise self.wrong(key, _("the field is unknown"))

    def any(self, key: str) -> Json:
        if key not in self._left:
            raise self.wrong(key, _("the field is missing"))
        return self._left.pop(key)

    def text(self, key: str, default: str | None = None, limit: int = limits.TEXT_BYTES) -> str:
        """A string of at most `limit` UTF-8 bytes; `default` where there is none."""
        if default is not None and key not in self._left:
            return default
        return self._string(self.any(key), self.at(key), limit)

    def texts(self, key: str, count: int, limit: int = limits.NAME_CHARS * 4) -> tuple[str, ...]:
        """A list of at most `count` strings; empty where there is none."""
        return tuple(self._string(v, at, limit) for at, v in self._items(key, count))

    def objects(self, key: str, count: int) -> Iterator["Fields"]:
        """A list of at most `count` objects; empty where there is none."""
        return (Fields(value, at) for at, value in self._items(key, count))

    def inner(self, key: str) -> "Fields":
        return Fields(self.any(key), self.at(key))

    def whole(self, key: str, low: int, high: int) -> int:
        """A whole number from `low` to `high`."""
        value = self.any(key)
        if not isinstance(value, int) or isinstance(value, bool):
            raise self.wrong(key, _("a whole number is expected"))
        if not low <= value <= high:
            raise self.wrong(
                key, _("a number from {low} to {high} is expected").format(low=low, high=high)
            )
        return value

    def cost(self, key: str, low: int, high: int) -> int:
        """A whole number from `low` to `high`; one that is higher is `TooLarge`, not a mistake."""
        value = self.whole(key, low, 2**53 - 1)
        if value > high:
            raise TooLarge(_("This pack asks for more memory or time than any pack needs."))
        return value

    def hex(self, key: str, size: int) -> bytes:
        """`size` bytes as lower-case hexadecimal digits."""
        return self._hex(self.text(key), self.at(key), size)

    def hexes(self, key: str, size: int, count: int) -> tuple[bytes, ...]:
        """A list of at most `count` times `size` bytes, each in hexadecimal digits."""
        return tuple(
            self._hex(self._string(value, at, limits.TEXT_BYTES), at, size)
            for at, value in self._items(key, count)
        )

    def base64(self, key: str, limit: int) -> bytes:
        """At most `limit` bytes in standard base64 with padding."""
        found = self._base64(self.text(key, limit=(limit + 2) // 3 * 4), key)
        if len(found) > limit:  # the last group of four may say up to two bytes more
            raise _too_long(self.at(key))
        return found

    def base64_of(self, key: str, size: int) -> bytes:
        """Exactly `size` bytes in standard base64 with padding."""
        found = self._base64(self.text(key), key)
        if len(found) != size:
            raise self.wrong(key, _("{size} bytes are expected").format(size=size))
        return found

    def time(self, key: str) -> str:
        """A moment in UTC as `2030-01-31T12:00:00Z`, kept as it is written."""
        value = self.text(key, limit=40)
        try:
            datetime.fromisoformat(value)
        except ValueError:
            value = ""
        if not _TIME.fullmatch(value):
            raise self.wrong(key, _("a time in UTC is expected"))
        return value

    def _items(self, key: str, count: int) -> Iterator[tuple[str, Json]]:
        if key not in self._left:
            return
        value = self.any(key)
        if not isinstance(value, list):
            raise self.wrong(key, _("a list is expected"))
        if len(value) > count:
            raise TooLarge(
                _("This pack has more than {count} entries at {path}.").format(
                    count=count, path=self.at(key)
                )
            )
        for index, item in enumerate(value):
            yield f"{self.at(key)}[{index}]", item

    def _base64(self, value: str, key: str) -> bytes:
        try:
            found = base64.b64decode(value, validate=True)
        except ValueError as error:
            raise self.wrong(key, _("base64 is expected")) from error
        if base64.b64encode(found).decode() != value:
            raise self.wrong(key, _("base64 is expected"))
        return found

    @staticmethod
    def _hex(value: str, path: str, size: int) -> bytes:
        if len(value) != size * 2 or not _HEX.fullmatch(value):
            raise Malformed(path, _("{size} bytes in hexadecimal are expected").format(size=size))
        return bytes.fromhex(value)

    @staticmethod
    def _string(value: Json, path: str, limit: int) -> str:
        if not isinstance(value, str):
            raise Malformed(path, _("text is expected"))
        if len(value) > limit or len(value.encode()) > limit:
            raise _too_long(path)
        return value


def _too_long(path: str) -> TooLarge:
    return TooLarge(_("The value at {path} is longer than is allowed.").format(path=path))
