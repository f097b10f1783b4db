"""What the meaning of a fragment says about a gap between steps. Pure arithmetic."""

from collections.abc import Sequence

from app.core.memory.retrieval.recall import RECALL

_MOST = 0.999
"""A relevance is never certain, or everything else would count nothing beside it."""


def meant(relevances: Sequence[float], gap: int) -> tuple[float, float]:
    """Similarity and coherence by meaning of a fragment after `gap` steps.

    `relevances` say how much it has to do with each step. A step counts by how far that is above
    what recall gives no answer for, and by its odds beside those of the nearest step. As far as
    a step that is not beside the gap has the odds of those that are, the gap is in doubt.
    """
    odds = [_odds(relevance) for relevance in relevances]
    nearest = max(odds)
    if not nearest:
        return 0.0, 0.0

    def near(step: int) -> float:
        if not 0 <= step < len(odds):
            return 0.0
        above = max(0.0, (relevances[step] - RECALL) / (1 - RECALL))
        return above * odds[step] / nearest

    first = max(gap - 1, 0)
    beside, others = max(odds[first : gap + 1]), [*odds[:first], *odds[gap + 1 :]]
    sure = max(0.0, 1 - max(others, default=0.0) / beside) if beside else 0.0
    before, behind = near(gap - 1), near(gap)
    return sure * (0.6 * before + 0.4 * behind), sure * (before + behind) / 2


def _odds(relevance: float) -> float:
    share = min(max(relevance, 0.0), _MOST)
    return share / (1 - share)
