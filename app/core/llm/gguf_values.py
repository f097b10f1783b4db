"""The values in a GGUF file, one after another, never more of them than the file can hold."""

import struct
from dataclasses import dataclass
from typing import Any, BinaryIO

from app.core.llm.model import ModelTrouble
from app.core.words import _

LONGEST_KEY = 65_535
_MOST_ITEMS = 10_000_000
"""Of an array; the largest vocabularies have under a million words."""
_LONGEST_TEXT = 4 * 1024 * 1024
_LARGEST_HEADER = 64 * 1024 * 1024
_KEPT_ITEMS = 4096
"""Of an array of numbers; more than any model has layers."""
_NUMBERS = {
    0: "B",
    1: "b",
    2: "H",
    3: "h",
    4: "I",
    5: "i",
    6: "f",
    7: "?",
    10: "Q",
    11: "q",
    12: "d",
}
_TEXT, _ARRAY = 8, 9


class NotGguf(ModelTrouble):
    """The file is something else."""

    code = "not-gguf"


class Truncated(ModelTrouble):
    """The file ends before what its header announces."""

    code = "gguf-truncated"


class Unsupported(ModelTrouble):
    """A GGUF file of a version that is not known here."""

    code = "gguf-unsupported"


class Damaged(ModelTrouble):
    """The header contradicts itself or the format."""

    code = "gguf-damaged"


@dataclass(frozen=True, slots=True)
class Length:
    """An array of which only the length was read."""

    count: int


class Reader:
    """Reads forward, and never more than the file can hold."""

    def __init__(self, file: BinaryIO, size: int) -> None:
        self._file = file
        self._end = min(size, _LARGEST_HEADER)
        self._whole = size
        self.place = 0

    def bytes(self, length: int) -> bytes:
        self._claim(length)
        read = self._file.read(length)
        if len(read) < length:
            raise truncated()
        return read

    def number(self, form: str) -> Any:
        return struct.unpack(f"<{form}", self.bytes(struct.calcsize(form)))[0]

    def text(self, longest: int) -> str:
        length = self.number("Q")
        if length > longest:
            raise truncated() if length > self._whole else damaged()
        return self.bytes(length).decode("utf-8", "replace")

    def value(self, kind: int) -> Any:
        """A number, a text, the beginning of an array of numbers, or how long an array is."""
        if kind == _TEXT:
            return self.text(_LONGEST_TEXT)
        if kind == _ARRAY:
            return self._array(self.number("I"), self.number("Q"))
        if kind not in _NUMBERS:
            raise damaged()
        return self.number(_NUMBERS[kind])

    def _array(self, kind: int, count: int) -> Any:
        if count > _MOST_ITEMS:
            raise damaged()
        if kind == _TEXT:
            for _number in range(count):
                self._skip(self.number("Q"))
            return Length(count)
        if kind not in _NUMBERS:  # an array of arrays: allowed, and never seen
            raise damaged()
        form = _NUMBERS[kind]
        width = struct.calcsize(form)
        if count > _KEPT_ITEMS:
            self._skip(count * width)
            return Length(count)
        return list(struct.unpack(f"<{count}{form}", self.bytes(count * width)))

    def _skip(self, length: int) -> None:
        self._claim(length)
        self._file.seek(length, 1)

    def _claim(self, length: int) -> None:
        if self.place + length > self._end:
            raise truncated() if self.place + length > self._whole else damaged()
        self.place += length


def truncated() -> Truncated:
    return Truncated(
        _("This model file is incomplete."),
        _("The download probably stopped early. Download it again."),
    )


def damaged() -> Damaged:
    return Damaged(
        _("The header of this model file is damaged."),
        _("Download the file again from its source."),
    )
