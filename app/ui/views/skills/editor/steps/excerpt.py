"""A stretch of the text as people edit it, and where each of its characters is in the whole."""

from bisect import bisect_right


class Excerpt:
    """`shown` is `text[start:end]` line by line without the indentation of its lines."""

    def __init__(self, text: str, start: int, end: int, shown: str) -> None:
        self.shown = shown
        self._shown_at: list[int] = []
        self._whole_at: list[int] = []
        whole, at = start, 0
        for line in shown.split("\n"):
            found = text.find(line, whole, end)
            whole = found if found >= 0 else whole
            self._shown_at.append(at)
            self._whole_at.append(whole)
            at += len(line) + 1
            newline = text.find("\n", whole + len(line), end)
            whole = newline + 1 if newline >= 0 else end

    def inside(self, whole: int) -> int:
        """The position in `shown` of a position in the whole text."""
        line = max(bisect_right(self._whole_at, whole) - 1, 0)
        ends = [*self._shown_at[1:], len(self.shown) + 1]
        at = self._shown_at[line] + max(whole - self._whole_at[line], 0)
        return min(at, ends[line] - 1)

    def outside(self, shown: int) -> int:
        """The position in the whole text of a position in `shown`."""
        line = max(bisect_right(self._shown_at, shown) - 1, 0)
        return self._whole_at[line] + shown - self._shown_at[line]
