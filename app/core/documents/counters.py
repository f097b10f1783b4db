"""Numbers of list items as word processors count them."""

from collections.abc import Sequence

_ROMAN = (
    (1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"),
    (40, "xl"), (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"),
)  # fmt: skip
KINDS = {
    "1": "decimal", "a": "lowerLetter", "A": "upperLetter", "i": "lowerRoman", "I": "upperRoman",
}  # fmt: skip
"""The numerals by the signs that HTML and OpenDocument have for them."""
_LARGEST = 9_999
_LETTERS = "abcdefghijklmnopqrstuvwxyz"


def numeral(number: int, kind: str) -> str:
    """`number` in the numerals that a word processor calls `kind`.

    The names are those of WordprocessingML (ST_NumberFormat); one that is not known is decimal.
    """
    plain = str(number)
    if not 0 < number <= _LARGEST:
        return plain
    match kind:
        case "lowerLetter":
            return _letters(number)
        case "upperLetter":
            return _letters(number).upper()
        case "lowerRoman":
            return _roman(number)
        case "upperRoman":
            return _roman(number).upper()
        case "decimalZero":
            return plain.rjust(2, "0")
        case "none":
            return ""
    return plain


def whole_number(said: str | None, otherwise: int) -> int:
    """What an attribute says; `otherwise` where it says no number."""
    try:
        return int(said or "")
    except ValueError:
        return otherwise


def _letters(number: int) -> str:
    """After z comes aa, then bb, as Word has it."""
    times, at = divmod(number - 1, len(_LETTERS))
    return _LETTERS[at] * (times + 1)


def _roman(number: int) -> str:
    found = ""
    for value, sign in _ROMAN:
        times, number = divmod(number, value)
        found += sign * times
    return found


class Counter:
    """The numbers of one list, level by level; `starts` are the first ones."""

    def __init__(self, starts: Sequence[int]) -> None:
        self._starts = list(starts)
        self._values: list[int | None] = [None] * len(self._starts)

    def count(self, level: int, restarts: Sequence[int] = ()) -> list[int]:
        """The numbers of the next item of that level, from the highest level down to it.

        `restarts` are those of the lower levels that begin again after it.
        """
        for above in range(level):
            if self._values[above] is None:
                self._values[above] = self._starts[above]
        now = self._values[level]
        self._values[level] = self._starts[level] if now is None else now + 1
        for below in restarts:
            self._values[below] = None
        return [value or 0 for value in self._values[: level + 1]]

    def start_at(self, level: int, number: int) -> None:
        """Have the next item of that level be `number`."""
        self._starts[level], self._values[level] = number, None
