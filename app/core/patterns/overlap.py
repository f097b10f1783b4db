"""How much two sequences of calls have in common. Pure."""

from collections.abc import Sequence

SAME = 0.7
"""From this overlap on a sequence is another version of the same procedure (seed 002, D)."""


def overlap(one: Sequence[str], other: Sequence[str]) -> float:
    """The length of their longest common subsequence over that of the longer, from 0 to 1."""
    if not one or not other:
        return 0.0
    return len(common_places(one, other)) / max(len(one), len(other))


def is_within(one: Sequence[str], other: Sequence[str]) -> bool:
    """Whether all of a sequence comes in another in its order."""
    rest = iter(other)
    return all(any(item == own for own in rest) for item in one)


def common_places(one: Sequence[str], other: Sequence[str]) -> list[tuple[int, int]]:
    """A longest common subsequence, as the places it has in both."""
    table = [[0] * (len(other) + 1) for _n in range(len(one) + 1)]
    for row in range(len(one) - 1, -1, -1):
        for column in range(len(other) - 1, -1, -1):
            table[row][column] = (
                table[row + 1][column + 1] + 1
                if one[row] == other[column]
                else max(table[row + 1][column], table[row][column + 1])
            )
    places = []
    row = column = 0
    while row < len(one) and column < len(other):
        if one[row] == other[column]:
            places.append((row, column))
            row, column = row + 1, column + 1
        elif table[row + 1][column] >= table[row][column + 1]:
            row += 1
        else:
            column += 1
    return places
