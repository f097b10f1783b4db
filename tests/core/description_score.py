"""How well rough descriptions are sorted without a model: `python -m tests.core.description_score`.

Each description stands with the steps and goals that a person would write. `unseen.json` was
written before the rules and is only measured, never looked at while they are changed.
"""

import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from app.core.drafting.outline import Outline, outline
from app.core.skills.reading.folding import fold
from app.core.training.placement import jaccard

FOLDER = Path(__file__).parent / "descriptions"
ALIKE = 0.75
"""Share of common words from which a step or a goal is the one that a person would write."""


@dataclass(frozen=True, slots=True)
class Score:
    """Of one description: how many parts a person wrote, were found, and are right."""

    wanted: int
    found: int
    right: int

    @property
    def is_exact(self) -> bool:
        return self.wanted == self.found == self.right


def cases(name: str) -> list[dict[str, object]]:
    loaded: list[dict[str, object]] = json.loads((FOLDER / f"{name}.json").read_text("utf-8"))
    return loaded


def score(case: Mapping[str, object], found: Outline) -> Score:
    """The title counts only where a person would take one from the description."""
    steps, goals = case["steps"], case["goals"]
    assert isinstance(steps, list) and isinstance(goals, dict)
    right = _in_order(steps, found.steps)
    wanted, count = len(steps) + len(goals), len(found.steps) + len(found.goals)
    right += sum(
        kind.value in goals and _alike(goals[kind.value], said)
        for kind, said in found.goals.items()
    )
    if title := case.get("title"):
        wanted, count = wanted + 1, count + bool(found.title)
        right += _alike(str(title), found.title)
    return Score(wanted, count, right)


def total(name: str) -> list[Score]:
    return [score(case, outline(str(case["text"]))) for case in cases(name)]


def _in_order(wanted: Sequence[str], found: Sequence[str]) -> int:
    """The most that are alike in the same order."""
    best = [0] * (len(found) + 1)
    for one in wanted:
        before = best[:]
        for at, other in enumerate(found):
            paired = before[at] + _alike(one, other)
            best[at + 1] = max(paired, before[at + 1], best[at])
    return best[-1]


def _alike(one: str, other: str) -> bool:
    return jaccard(_words(one), _words(other)) >= ALIKE


def _words(said: str) -> frozenset[str]:
    plain = "".join(c if c.isalnum() else " " for c in fold(said).text)
    return frozenset(plain.split())


def row(name: str, scores: Sequence[Score]) -> str:
    """A line of the table in the documentation."""
    wanted, found, right = (
        sum(one.wanted for one in scores),
        sum(one.found for one in scores),
        sum(one.right for one in scores),
    )
    exact = sum(one.is_exact for one in scores)
    return f"| {name} | {exact} of {len(scores)} | {right} of {wanted} | {found - right} |"


def main() -> None:
    for name in ("seen", "unseen"):
        scores = total(name)
        sys.stdout.write(f"{row(name, scores)}\n")
        if "--show" in sys.argv and name == "seen":
            for case, one in zip(cases(name), scores, strict=True):
                if not one.is_exact:
                    made = outline(str(case["text"]))
                    said = (case["text"], made.title, made.goals, *made.steps)
                    sys.stdout.write("\n  ".join(map(str, said)) + "\n")


if __name__ == "__main__":
    main()
