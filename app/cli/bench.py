"""`techne bench`: each budget of the product, measured here and now, beside the figure to meet."""

import argparse
import math
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from app.cli.answer import Answer, table, tell
from app.cli.session import Session
from app.core import vault as vaults
from app.core.library import engrams, library
from app.core.library.known import known_skills
from app.core.library.record import Meta, Reason
from app.core.packs import carry, export
from app.core.packs.export import Options
from app.core.packs.format import read
from app.core.packs.plan import plan
from app.core.skills.checking.check import findings
from app.core.skills.reading.grammar import parse
from app.core.store import passphrase
from app.core.vault import Vault
from app.core.words import _

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[argparse.ArgumentParser]


@dataclass(frozen=True, slots=True)
class Figure:
    """One measurement; a budget of None is information only. `skipped` is why there is none."""

    what: str
    value: float
    unit: str
    budget: float | None
    skipped: str = ""

    @property
    def within(self) -> bool:
        return self.budget is None or not self.value > self.budget


def add_commands(commands: "Commands") -> None:
    command = commands.add_parser("bench", help=_("measure how fast Techne is on this computer"))
    command.add_argument(
        "--only", metavar="NAME", choices=sorted(_MEASURES), help=_("measure one thing")
    )
    command.set_defaults(run=bench)


def bench(_session: Session, arguments: argparse.Namespace) -> Answer:
    """Measure in a vault of its own; exit status 1 when a budget is not met."""
    names = [arguments.only] if arguments.only else list(_MEASURES)
    figures: list[Figure] = []
    for name in names:
        tell(_("Measuring: {name} …").format(name=name))
        figures += _MEASURES[name]()
    rows = [
        (
            f.what,
            f"{f.value:.1f} {f.unit}".rstrip() if not f.skipped else _("skipped"),
            f"{f.budget:g} {f.unit}" if f.budget is not None else "",
            f.skipped or (_("ok") if f.within else _("over budget")),
        )
        for f in figures
    ]
    document = [
        {
            "what": f.what,
            "value": f.value if not f.skipped else None,
            "unit": f.unit,
            "budget": f.budget,
            "within": f.within,
            "skipped": f.skipped or None,
        }
        for f in figures
    ]
    header = (_("What"), _("Measured"), _("Budget"), "")
    return Answer(document, table(rows, header), status=0 if all(f.within for f in figures) else 1)


def _skill_text(number: int, steps: int) -> str:
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
        data_key, _recovery = vaults.create(home, "bench")
        with Vault(home, data_key) as vault:
            with vault.write("Fill") as write:
                meta = Meta(engrams.ensure(write, engrams.SKILLS))
                for number in range(skills):
                    library.put(write, None, _skill_text(number, steps), meta, Reason.IMPORTED)
            yield vault


def milliseconds(work: Callable[[], object], times: int) -> float:
    """The median time of one call."""
    taken = []
    for _n in range(times):
        started = time.perf_counter()
        work()
        taken.append((time.perf_counter() - started) * 1000)
    return statistics.median(taken)


def _save() -> list[Figure]:
    with bench_vault(skills=5_000) as vault:
        skill = library.save(vault, None, _skill_text(1, 20)).skill
        texts = iter(f"{_skill_text(1, 20)}Note {n}.\n" for n in range(1_000))
        took = milliseconds(lambda: library.save(vault, skill, next(texts)), 100)
    return [Figure(_("Save of a 20-step skill with 5 000 in the vault"), took, "ms", 5)]


def _check() -> list[Figure]:
    with bench_vault(skills=1_000) as vault:
        known = known_skills(vault, engrams.named(vault, engrams.SKILLS).id)
        text = _skill_text(1, 200)
        took = milliseconds(lambda: findings(parse(text), known), 30)
    return [Figure(_("Parse and check a 200-step skill"), took, "ms", None)]


def _keystroke() -> list[Figure]:
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from app.cli import bench_window  # noqa: PLC0415  the only measures that need Qt

    with bench_vault(skills=1_000) as vault:
        skill = library.save(vault, None, _skill_text(1, 200)).skill
        card, text = bench_window.keystrokes(vault, skill)
        sky = bench_window.first_sky(vault)
    return [
        Figure(_("Keystroke on a card to everything painted, 200 steps"), card, "ms", 8),
        Figure(_("Keystroke in the text to everything painted, 200 steps"), text, "ms", 8),
        Figure(_("First constellation, 1 000 skills"), sky, "s", None),
    ]


def _packs() -> list[Figure]:
    with bench_vault(skills=200) as vault:
        ids = [i for (i,) in vault.rows("select id from skill order by id")]
        packs = [
            export.export_pack(
                vault, ids[n * 5 : n * 5 + 3], Options(name=f"Pack {n}", with_calls=False)
            )
            for n in range(40)
        ]
        took = milliseconds(lambda: [read.unlock(read.inspect(pack)) for pack in packs], 3)
    return [Figure(_("Open and verify 40 packs"), took, "ms", 1000)]


def _import() -> list[Figure]:
    """Five packs of a thousand skills each, read, verified, planned and carried over."""
    with bench_vault(skills=5_000, steps=10) as vault:
        ids = [i for (i,) in vault.rows("select id from skill order by id")]
        packs = [
            export.export_pack(
                vault, ids[n : n + 1_000], Options(name=f"Pack {n}", with_calls=False)
            )
            for n in range(0, 5_000, 1_000)
        ]
    with bench_vault() as vault:
        started = time.perf_counter()
        for data in packs:
            carry.apply(vault, plan(vault, carry.opened(vault, read.inspect(data))))
        took = time.perf_counter() - started
    return [Figure(_("Import of 5 000 skills"), took, "s", 10)]


def _knowledge(name: str) -> Callable[[], list[Figure]]:
    def measure() -> list[Figure]:
        from app.cli import bench_knowledge  # noqa: PLC0415  other commands need no vectors

        return bench_knowledge.MEASURES[name]()

    return measure


def _model() -> list[Figure]:
    from app.cli import bench_model  # noqa: PLC0415  as above

    return bench_model.measure()


def _start() -> list[Figure]:
    with bench_vault(skills=1_000) as vault:
        home = vault.home.folder
        secret = home.parent / "passphrase"
        secret.write_text("bench")
        times, memory = [], 0.0
        for _n in range(3):
            seconds, memory = _start_once(home, secret)
            times.append(seconds)
    return [
        Figure(
            _("Cold start to a usable window, 1 000 skills"), statistics.median(times), "s", 2.5
        ),
        Figure(_("Memory without a model"), memory, "MB", 350),
    ]


def _start_once(home: Path, secret: Path) -> tuple[float, float]:
    """Start the program as a person would; seconds until it says it can be used, and megabytes."""
    log = home / "logs" / "techne.log"
    log.unlink(missing_ok=True)
    environment = os.environ | {passphrase.VARIABLE: str(secret)}
    environment.setdefault("QT_QPA_PLATFORM", "offscreen")
    started = time.perf_counter()
    with subprocess.Popen(
        [sys.executable, "-m", "app.main", "--home", str(home)],
        env=environment,
        stderr=subprocess.DEVNULL,
    ) as program:
        while program.poll() is None and not _is_usable(log):
            time.sleep(0.005)
        took = time.perf_counter() - started
        memory = _megabytes(program.pid)
        program.terminate()
    return took, memory


def _is_usable(log: Path) -> bool:
    return log.exists() and "can be used" in log.read_text(encoding="utf-8")


def _megabytes(process: int) -> float:
    """The memory a process holds, as far as the system says so (Linux)."""
    try:
        status = Path(f"/proc/{process}/status").read_text(encoding="ascii")
    except OSError:
        return math.nan
    return next(int(line.split()[1]) / 1024 for line in status.splitlines() if "VmHWM" in line)


_MEASURES: dict[str, Callable[[], list[Figure]]] = {
    "start": _start,
    "keystroke": _keystroke,
    "check": _check,
    "save": _save,
    "packs": _packs,
    "import": _import,
    **{name: _knowledge(name) for name in ("train", "verify", "recall", "embed")},
    "model": _model,
}
