"""How much two sequences of calls have in common. Pure."""

from collections.abc import Sequence

SAME = 0.7
"""From this overlap on a sequence is another version of the same procedure (seed 002, D)."""


def overlap(one: Sequence[str], other: Sequence[str]) -> float:
    """The length of their longest common subsequence over that of the longer, from 0 to 1."""
    if not one or not other:
        return 0.0
    return common(one, other) / max(len(one), len(other))


def common(one: Sequence[str], other: Sequence[str]) -> int:
    """The length of their longest common subsequence."""
    row = [0] * (len(other) + 1)
    for token in one:
        corner = 0
        for position, against in enumerate(other, 1):
            above = row[position]
            row[position] = corner + 1 if token == against else max(above, row[position - 1])
            corner = above
    return row[-1]
