"""What linked folders cost: the first reading, a pass where nothing changed, and one change."""

import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from app.cli.bench.figures import bench_vault, milliseconds, skill_text
from app.core.api.measurements import Figure
from app.core.mirror import folders, reconcile
from app.core.words import _

_FEW, _MANY = 1_000, 10_000
_STEPS = 20
_SETTLED = 2.5
"""Seconds until the times of the files can be believed, as those of files that lie there can."""


def _folders() -> list[Figure]:
    with tempfile.TemporaryDirectory(prefix="techne-bench-") as place, bench_vault() as vault:
        root = Path(place)
        _fill(root, 0, _FEW)
        folders.link(vault, root)
        vault.longest_write = 0.0
        first = _seconds(lambda: reconcile.reconcile(vault))
        longest = vault.longest_write * 1000
        time.sleep(_SETTLED)
        reconcile.reconcile(vault)
        unchanged = milliseconds(lambda: reconcile.reconcile(vault), 5) / 1000
        file = root / f"skill-{_FEW // 2}" / "SKILL.md"
        file.write_text(_text(_FEW // 2) + "Changed.\n", encoding="utf-8")
        changed = _seconds(lambda: reconcile.reconcile(vault))
        _fill(root, _FEW, _MANY)
        reconcile.reconcile(vault)
        time.sleep(_SETTLED)
        reconcile.reconcile(vault)
        many = milliseconds(lambda: reconcile.reconcile(vault), 3) / 1000
    return [
        Figure(_("First import of a folder of 1 000 skills"), first, "s", 10),
        Figure(_("Longest write during that"), longest, "ms", 50),
        Figure(_("1 000 unchanged skills reconciled"), unchanged, "s", 1),
        Figure(_("One changed file of 1 000 seen and read"), changed, "s", 1),
        Figure(_("10 000 unchanged skills reconciled"), many, "s", None),
    ]


def _fill(root: Path, start: int, end: int) -> None:
    for number in range(start, end):
        folder = root / f"skill-{number}"
        folder.mkdir()
        (folder / "SKILL.md").write_text(_text(number), encoding="utf-8")


def _text(number: int) -> str:
    head = f"---\nname: skill-{number}\ndescription: What to do with number {number}.\n---\n"
    return head + skill_text(number, _STEPS)


def _seconds(work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


MEASURES: dict[str, Callable[[], list[Figure]]] = {"folders": _folders}
