"""Where a character is, in our counting (code points) and in Qt's (UTF-16 units)."""

from bisect import bisect_left

_LAST_OF_ONE_UNIT = "\uffff"


class Units:
    """Both countings of one text. They differ only behind characters such as emoji."""

    def __init__(self, text: str) -> None:
        self._ours: list[int] = []
        if not text.isascii() and max(text) > _LAST_OF_ONE_UNIT:
            self._ours = [n for n, c in enumerate(text) if c > _LAST_OF_ONE_UNIT]
        self._qts = [at + n for n, at in enumerate(self._ours)]

    def qt(self, at: int) -> int:
        """The position Qt has for the code point at `at`."""
        return at + bisect_left(self._ours, at)

    def ours(self, at: int) -> int:
        """The code point at Qt's position; inside a pair, the character it belongs to."""
        return at - bisect_left(self._qts, at)
