"""What a person waits for at the beginning: the program, started as a person starts it."""

import math
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from app.cli.bench.figures import bench_vault
from app.core.api.measurements import Figure
from app.core.store import passphrase
from app.core.words import _


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
            _("Cold start to a usable window, 1 000 skills"), statistics.median(times), "s", 1.5
        ),
        Figure(_("Memory without a model"), memory, "MB", 250),
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
        memory = megabytes(program.pid)
        program.terminate()
    return took, memory


def _is_usable(log: Path) -> bool:
    return log.exists() and "can be used" in log.read_text(encoding="utf-8")


def megabytes(process: int) -> float:
    """The memory a process holds, as far as the system says so (Linux)."""
    try:
        status = Path(f"/proc/{process}/status").read_text(encoding="ascii")
    except OSError:
        return math.nan
    return next(int(line.split()[1]) / 1024 for line in status.splitlines() if "VmHWM" in line)


MEASURES: dict[str, Callable[[], list[Figure]]] = {"start": _start}
