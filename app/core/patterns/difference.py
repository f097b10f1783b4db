"""What makes one sequence of calls into another, step by step. Pure."""

from collections.abc import Sequence
from difflib import SequenceMatcher

from app.core.patterns.drift import Change, Kind


def difference(
    tools: Sequence[str], wanted: Sequence[str], sessions: tuple[str, ...] = ()
) -> list[Change]:
    """The changes by which `tools` become `wanted`, in the order of the steps."""
    found: list[Change] = []
    matcher = SequenceMatcher(None, list(tools), list(wanted), autojunk=False)
    for kind, first, last, start, end in matcher.get_opcodes():
        if kind == "equal":
            continue
        both = min(last - first, end - start)
        for step in range(both):
            tool = wanted[start + step]
            found.append(Change(Kind.REPLACED, first + step, tool, sessions))
        found += (Change(Kind.LEFT_OUT, step, "", sessions) for step in range(first + both, last))
        found += (Change(Kind.ADDED, last, tool, sessions) for tool in wanted[start + both : end])
    return found
