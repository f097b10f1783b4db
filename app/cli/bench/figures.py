"""What every measurement needs: a filled vault, a clock."""

import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from app.core import vaults
from app.core.api.measurements import Figure
from app.core.library import engrams, library
from app.core.library.record import Meta, Reason
from app.core.vault import Vault
from app.core.words import _

PASSPHRASE = "bench"
"""Of the vaults that are measured."""


def skill_text(number: int, steps: int) -> str:
    """A skill with goals, a variable, a branch, a loop and calls to its neighbours."""
    lines = [
        f"# Procedure {number}",
        "",
        f"Trigger: somebody asks for procedure {number}",
        "Success: every step is done and the result is filed",
        "Requires: $branch:string",
        "Produces: $report",
        f"On failure: @skill: procedure-{number // 2}(branch=$branch)",
        "",
    ]
    for step in range(1, steps + 1):
        match step % 5:
            case 1:
                line = f"Check that $branch is ready for part {step} and write down what differs."
            case 2:
                line = f"@skill: procedure-{(number + step) % 97}(branch=$branch) -> $report"
            case 3:
                line = f"If $report is empty, go to step {min(step + 2, steps)}."
            case 4:
                line = "Repeat until $report is clean. @loop: max=3"
            case _:
                line = "Tell everybody concerned, in one message, what was done and why."
        lines.append(f"{step}. {line}")
    return "\n".join(lines) + "\n"


@contextmanager
def bench_vault(skills: int = 0, steps: int = 20) -> Iterator[Vault]:
    with tempfile.TemporaryDirectory(prefix="techne-bench-") as folder:
        home = Path(folder) / "home"
        data_key, _recovery = vaults.create(home, PASSPHRASE)
        with Vault(home, data_key) as vault:
            with vault.write("Fill") as write:
                meta = Meta(engrams.ensure(write, engrams.SKILLS))
                for number in range(skills):
                    library.put(write, None, skill_text(number, steps), meta, Reason.IMPORTED)
            yield vault


def machine_now() -> Figure:
    """How fast the computer is at this moment, by a piece of work that is always the same.

    A busy machine shows here, so that it is not mistaken for a slow program.
    """
    numbers = list(range(200_000))
    took = milliseconds(lambda: sorted(numbers, key=lambda number: -number % 977), 9)
    return Figure(_("This computer just now: a fixed piece of work"), took, "ms", None)


def milliseconds(work: Callable[[], object], times: int) -> float:
    """The median time of one call."""
    taken = []
    for _n in range(times):
        started = time.perf_counter()
        work()
        taken.append((time.perf_counter() - started) * 1000)
    return statistics.median(taken)
